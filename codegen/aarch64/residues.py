"""Arithmetic modulo a prime of special shape on residues below it, in Montgomery form: products divided by 2^(64 n).

Operands and results are lists of registers, least significant word first. Operands keep their values; a result has
registers of its own."""

import itertools

from codegen.aarch64.listing import ZERO, Listing
from codegen.aarch64.primes import ALL_ONES, Prime, words_of
from codegen.aarch64.products import Products, Words


class Residues(Products):
    def __init__(self, asm: Listing, prime: Prime) -> None:
        super().__init__(asm, prime.n)
        self.prime = prime
        self.modulus = words_of(prime)
        self.constants: dict[int, str] = {}  # registers of words of the modulus, which subtractions need
        for word in dict.fromkeys(self.modulus):
            if word not in (0, ALL_ONES):
                self.constants[word] = asm.take()
                asm("mov", self.constants[word], word)

    def plus(self, a: Words, b: Words) -> Words:
        values, top = self.asm.take_many(self.n), self.asm.take()
        self.chain("add", values, a, b)
        self.asm("adc", top, ZERO, ZERO)
        return self._below_p(values, top)

    def minus(self, a: Words, b: Words) -> Words:
        """a - b, with p added if it is negative."""
        values, mask = self.asm.take_many(self.n), self.asm.take()
        self.chain("sub", values, a, b)
        self.asm("csetm", mask, "cc")
        self._add_masked(values, values, mask)
        self.asm.release(mask)
        return values

    def halved(self, a: Words) -> Words:
        """A half: p is added to an odd number."""
        values, mask = self.asm.take_many(self.n), self.asm.take()
        self.asm("sbfx", mask, a[0], "#0", "#1")
        self._add_masked(values, a, mask)
        self.asm("adc", mask, ZERO, ZERO)
        for value, above in itertools.pairwise([*values, mask]):
            self.asm("extr", value, above, value, "#1")
        self.asm.release(mask)
        return values

    def product(self, a: Words, b: Words) -> Words:
        return self._reduced(self.product_words(a, b))

    def square(self, a: Words) -> Words:
        return self._reduced(self.square_words(a))

    def _reduced(self, t: Words) -> Words:
        """t / 2^(64 n). Cancelling makes the lower half at most p; with the upper half it is below 2 p."""
        lower, upper = t[: self.n], t[self.n :]
        for _ in range(self.n):
            lower = self.prime.cancel(self.asm, lower)
        self.chain("add", lower, lower, upper)
        self.asm("adc", upper[0], ZERO, ZERO)
        self.asm.release(*upper[1:])
        return self._below_p(lower, upper[0])

    def _below_p(self, values: Words, top: str) -> Words:
        """The residue of a number of `values` and `top` below 2 p. The register of `top` is given back."""
        asm = self.asm
        less = asm.take_many(self.n)
        for j, (result, value) in enumerate(zip(less, values, strict=True)):
            self._subtract_word(result, value, self.modulus[j], is_first=j == 0)
        asm("sbcs", ZERO, top, ZERO)
        for result, value in zip(less, values, strict=True):
            asm("csel", value, value, result, "cc")
        asm.release(top, *less)
        return values

    def _subtract_word(self, result: str, value: str, word: int, is_first: bool) -> None:
        """A word and the borrow, which is a clear carry flag. Subtraction adds the complement and the flag; that of a
        word of ones is 0, so that adding gives the same carry."""
        if word == ALL_ONES:
            self.asm(*("adds", result, value, 1) if is_first else ("adcs", result, value, ZERO))
        else:
            self.asm("subs" if is_first else "sbcs", result, value, self.constants.get(word, ZERO))

    def _add_masked(self, results: Words, values: Words, mask: str) -> None:
        """results = values + p if the mask is ~0, values if it is 0; the carry is left in the flag."""
        masked = {0: ZERO, ALL_ONES: mask}
        for word in self.constants:
            masked[word] = self.asm.take()
            self.asm("and", masked[word], mask, word)
        for j, (result, value, word) in enumerate(zip(results, values, self.modulus, strict=True)):
            self.asm("adcs" if j else "adds", result, value, masked[word])
        self.asm.release(*(masked[word] for word in self.constants))

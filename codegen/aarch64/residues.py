"""Arithmetic modulo a prime of special shape on residues below it, in Montgomery form: products divided by 2^(64 n).

Operands and results are lists of registers, least significant word first. Operands keep their values; a result has
registers of its own."""

import itertools

from codegen.aarch64.listing import ZERO, Listing
from codegen.aarch64.primes import ALL_ONES, Prime, words_of

Words = list[str]


class Residues:
    def __init__(self, asm: Listing, prime: Prime) -> None:
        self.asm, self.prime, self.n = asm, prime, prime.n
        self.modulus = words_of(prime)
        self.constants: dict[int, str] = {}  # registers of words of the modulus, which subtractions need
        for word in dict.fromkeys(self.modulus):
            if word not in (0, ALL_ONES):
                self.constants[word] = asm.take()
                asm("mov", self.constants[word], word)

    def plus(self, a: Words, b: Words) -> Words:
        values, top = self.asm.take_many(self.n), self.asm.take()
        self._chain("add", values, a, b)
        self.asm("adc", top, ZERO, ZERO)
        return self._below_p(values, top)

    def minus(self, a: Words, b: Words) -> Words:
        """a - b, with p added if it is negative."""
        values, mask = self.asm.take_many(self.n), self.asm.take()
        self._chain("sub", values, a, b)
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
        """Row i adds a b[i] 2^(64 i): the lower words of its products, then the upper ones. The sum of the rows up to
        it is below 2^(64 (n + i + 1)), so its last word takes both carries."""
        asm, n = self.asm, self.n
        t = asm.take_many(n + 1)
        lower = asm.take_many(n)
        self._products("mul", t[:n], a, b[0])
        self._products("umulh", [*lower[1:], t[n]], a, b[0])
        self._chain("add", t[1:], t[1:], [*lower[1:], ZERO])
        for i in range(1, n):
            t.append(asm.take())
            self._products("mul", lower, a, b[i])
            self._products("umulh", t[-1:], a[-1:], b[i])
            self._chain("add", t[i:], t[i:], [*lower, ZERO])
            self._products("umulh", lower[1:], a[:-1], b[i])
            self._chain("add", t[i + 1 :], t[i + 1 :], [*lower[1:], ZERO])
        asm.release(*lower)
        return self._reduced(t)

    def square(self, a: Words) -> Words:
        """Twice the products of different words, and the squares of words."""
        asm, n = self.asm, self.n
        t = asm.take_many(2 * n)
        upper = asm.take_many(n - 1)
        for i in range(n - 1):
            row = t[2 * i + 1 : i + n + 1]  # as long as the words above a[i] and one more, which has no value yet
            lower = row[:-1] if i == 0 else upper[: n - 1 - i]
            self._products("mul", lower, a[i + 1 :], a[i])
            if i:
                self._products("umulh", t[i + n : i + n + 1], a[-1:], a[i])
                self._chain("add", row, row, [*lower, ZERO])
            else:
                self._products("umulh", row[-1:], a[-1:], a[0])
            others = upper[: n - 2 - i]
            if others:
                self._products("umulh", others, a[i + 1 : -1], a[i])
                self._chain("add", row[1:], row[1:], [*others, ZERO])
        self._chain("add", t[1:], [*t[1:-1], ZERO], [*t[1:-1], ZERO])
        asm.release(*upper)
        self._add_squares(t, a)
        return self._reduced(t)

    def _add_squares(self, t: Words, a: Words) -> None:
        asm = self.asm
        asm("mul", t[0], a[0], a[0])
        for i, word in enumerate(a):
            low, high = asm.take_many(2)
            asm("umulh", high, word, word)
            if i:
                asm("mul", low, word, word)
                asm("adcs", t[2 * i], t[2 * i], low)
            asm("adcs" if i else "adds", t[2 * i + 1], t[2 * i + 1], high)
            asm.release(low, high)

    def _products(self, mnemonic: str, results: Words, a: Words, factor: str) -> None:
        for result, word in zip(results, a, strict=True):
            self.asm(mnemonic, result, word, factor)

    def _chain(self, operation: str, results: Words, a: Words, b: Words) -> None:
        """results = a plus or minus b, by words. The carry of the last is left in the flag, but for a last word with
        0, which only takes one."""
        first, others = {"add": ("adds", "adcs"), "sub": ("subs", "sbcs")}[operation]
        for j, (result, left, right) in enumerate(zip(results, a, b, strict=True)):
            is_end = right == ZERO and j == len(results) - 1
            self.asm("adc" if is_end else others if j else first, result, left, right)

    def _reduced(self, t: Words) -> Words:
        """t / 2^(64 n). Cancelling makes the lower half at most p; with the upper half it is below 2 p."""
        lower, upper = t[: self.n], t[self.n :]
        for _ in range(self.n):
            lower = self.prime.cancel(self.asm, lower)
        self._chain("add", lower, lower, upper)
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

"""Arithmetic modulo p = 2^255 - 19 on four words: residues below 2^256, which no step compares with p.

A product is below 2^255 + 2^198, and a sum with a multiple below 2^255 + 2^210. Sums and differences are of numbers
below 2 p = 2^256 - 38, factors are any numbers below 2^256."""

from codegen.aarch64.listing import ZERO, Listing
from codegen.aarch64.products import Products, Words

N = 4
FOLD = 38  # 2^256 mod p
C = 19  # 2^255 mod p
LOWER_BITS = "#0x7fffffffffffffff"  # of the last word, where a number is below 2^255


class WeakResidues(Products):
    def __init__(self, asm: Listing) -> None:
        super().__init__(asm, N)
        self.fold, self.c = asm.take_many(2)
        asm("mov", self.fold, FOLD)
        asm("mov", self.c, C)

    def plus(self, a: Words, b: Words) -> Words:
        """a + b; at least 2^256, it is at most 2^256 - 78 beyond it."""
        values, fold = self._with_fold("add", a, b)
        self._with_word("add", values, fold)
        self.asm.release(fold)
        return values

    def minus(self, a: Words, b: Words) -> Words:
        """a - b; negative, it is above 38 when 2^256 is added."""
        values, fold = self._with_fold("sub", a, b)
        self._with_word("sub", values, fold)
        self.asm.release(fold)
        return values

    def _with_fold(self, operation: str, a: Words, b: Words) -> tuple[Words, str]:
        """A sum or a difference in four words, and 38 if it leaves these, which takes the place of 2^256, else 0."""
        values, fold = self.asm.take_many(N), self.asm.take()
        self.chain(operation, values, a, b)
        self.asm("csel", fold, self.fold, ZERO, "cs" if operation == "add" else "cc")
        return values, fold

    def chosen(self, a: Words, b: Words, choice: str) -> Words:
        """a if the choice is 0, else b."""
        values = self.asm.take_many(N)
        self.asm("cmp", choice, 0)
        for value, first, second in zip(values, a, b, strict=True):
            self.asm("csel", value, first, second, "eq")
        return values

    def product(self, a: Words, b: Words) -> Words:
        return self._of_halves(self.product_words(a, b))

    def square(self, a: Words) -> Words:
        return self._of_halves(self.square_words(a))

    def reduced_product(self, a: Words, b: Words) -> Words:
        """Below p, of any numbers of four words."""
        return self._below_p(self._lower_half(self.product_words(a, b)))

    def reduced_square(self, a: Words) -> Words:
        """Below p, of any number of four words."""
        return self._below_p(self._lower_half(self.square_words(a)))

    def sum_with_multiple(self, a: Words, b: Words, factor: str) -> Words:
        """a + factor b for a factor below 2^17: below 2^255 + 2^210."""
        values, top = self.asm.take_many(N), self.asm.take()
        self._weak_sum([*values, top], a, b, factor)
        return values

    def _of_halves(self, t: Words) -> Words:
        lower, upper = t[:N], t[N:]
        self._weak_sum([*lower, upper[-1]], lower, upper, self.fold)
        self.asm.release(*upper[:-1])
        return lower

    def _weak_sum(self, t: Words, a: Words, b: Words, factor: str) -> None:
        """a + factor b in the first four of five words t; the last may take the place of b's, and is released.

        What is left of b stays below the factor in three words: once 19 q takes the place of q 2^255, the sum is below
        2^255 + 19 q + factor 2^192."""
        values, q = t[:N], t[N]
        others = self._multiple_but_upper_words(t, a, b, factor)
        self._quotient(t)
        self.asm("mul", q, q, self.c)
        self.chain("add", values, values, [q, *others])
        self.asm.release(*others, q)

    def _lower_half(self, t: Words) -> Words:
        """The lower half and 38 times the upper one, at most 38 2^256 + 2^256 - 1 in five words."""
        lower, upper = t[:N], t[N:]
        results = [*lower, upper[-1]]
        others = self._multiple_but_upper_words(results, lower, upper, self.fold)
        self.chain("add", results[1:], results[1:], [*others, ZERO])
        self.asm.release(*others, *upper[:-1])
        return results

    def _multiple_but_upper_words(self, t: Words, a: Words, b: Words, factor: str) -> Words:
        """Five words t = a + factor b, but for the upper words of three products, which it returns: they belong to the
        words 1 to 3."""
        first, *others = self.asm.take_many(N)
        self.products("mul", [first, *others], b, factor)
        self.products("umulh", t[N:], b[-1:], factor)
        self.chain("add", t, [*a, t[N]], [first, *others, ZERO])
        self.products("umulh", others, b[:-1], factor)
        self.asm.release(first)
        return others

    def _quotient(self, t: Words) -> None:
        """t = q 2^255 + r with q in the last register, r in the others."""
        self.asm("extr", t[N], t[N], t[N - 1], "#63")
        self.asm("and", t[N - 1], t[N - 1], LOWER_BITS)

    def _below_p(self, t: Words) -> Words:
        """The residue below p of five words, at most 39 2^256. t + 19 is at least 2^255: then t - p is its lower 255
        bits; else t, and 19 is taken off."""
        values, q = t[:N], t[N]
        self._quotient(t)
        self.asm("mul", q, q, self.c)
        self.asm("add", q, q, C)
        self._with_word("add", values, q)
        self.asm("adds", ZERO, values[-1], values[-1])
        self.asm("csel", q, ZERO, self.c, "cs")
        self._with_word("sub", values, q)
        self.asm("and", values[-1], values[-1], LOWER_BITS)
        self.asm.release(q)
        return values

    def _with_word(self, operation: str, values: Words, word: str) -> None:
        """Adds a word, or takes it off; nothing leaves the last one."""
        self.chain(operation, values, values, [word, *[ZERO] * (N - 1)])

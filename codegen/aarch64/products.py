"""Products and squares of numbers of n words, and sums and differences by words.

Operands and results are lists of registers, least significant word first. Operands keep their values; a result has
registers of its own."""

from codegen.aarch64.listing import ZERO, Listing

Words = list[str]


class Products:
    def __init__(self, asm: Listing, n: int) -> None:
        self.asm, self.n = asm, n

    def product_words(self, a: Words, b: Words) -> Words:
        """The product in 2 n words. Row i adds a b[i] 2^(64 i): the lower words of its products, then the upper ones.
        The sum of the rows up to it is below 2^(64 (n + i + 1)), so its last word takes both carries."""
        asm, n = self.asm, self.n
        t = asm.take_many(n + 1)
        lower = asm.take_many(n)
        self.products("mul", t[:n], a, b[0])
        self.products("umulh", [*lower[1:], t[n]], a, b[0])
        self.chain("add", t[1:], t[1:], [*lower[1:], ZERO])
        for i in range(1, n):
            t.append(asm.take())
            self.products("mul", lower, a, b[i])
            self.products("umulh", t[-1:], a[-1:], b[i])
            self.chain("add", t[i:], t[i:], [*lower, ZERO])
            self.products("umulh", lower[1:], a[:-1], b[i])
            self.chain("add", t[i + 1 :], t[i + 1 :], [*lower[1:], ZERO])
        asm.release(*lower)
        return t

    def square_words(self, a: Words) -> Words:
        """The square in 2 n words: twice the products of different words, and the squares of words."""
        asm, n = self.asm, self.n
        t = asm.take_many(2 * n)
        upper = asm.take_many(n - 1)
        for i in range(n - 1):
            row = t[2 * i + 1 : i + n + 1]  # as long as the words above a[i] and one more, which has no value yet
            lower = row[:-1] if i == 0 else upper[: n - 1 - i]
            self.products("mul", lower, a[i + 1 :], a[i])
            if i:
                self.products("umulh", t[i + n : i + n + 1], a[-1:], a[i])
                self.chain("add", row, row, [*lower, ZERO])
            else:
                self.products("umulh", row[-1:], a[-1:], a[0])
            others = upper[: n - 2 - i]
            if others:
                self.products("umulh", others, a[i + 1 : -1], a[i])
                self.chain("add", row[1:], row[1:], [*others, ZERO])
        self.chain("add", t[1:], [*t[1:-1], ZERO], [*t[1:-1], ZERO])
        asm.release(*upper)
        self._add_squares(t, a)
        return t

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

    def products(self, mnemonic: str, results: Words, a: Words, factor: str) -> None:
        for result, word in zip(results, a, strict=True):
            self.asm(mnemonic, result, word, factor)

    def chain(self, operation: str, results: Words, a: Words, b: Words) -> None:
        """results = a plus or minus b, by words. The carry of the last is left in the flag, but for a last word with
        0, which only takes one."""
        first, others, end = {"add": ("adds", "adcs", "adc"), "sub": ("subs", "sbcs", "sbc")}[operation]
        for j, (result, left, right) in enumerate(zip(results, a, b, strict=True)):
            is_end = right == ZERO and j == len(results) - 1
            self.asm(end if is_end else others if j else first, result, left, right)

"""Arithmetic modulo p = 2^255 - 19 on four words: residues below 2^256, which no step compares with p.

A product is below 2^255 + 1463. Sums and differences of numbers below 2 p = 2^256 - 38 are below 2^256: where they
leave the four words, 38 takes the place of 2^256, and they do not leave them again."""

from codegen.x86_64.listing import Listing
from codegen.x86_64.rows import AdxRows, Rows
from codegen.x86_64.squares import Square

N = 4
FOLD = 38  # 2^256 mod p
C = 19  # 2^255 mod p


class WeakResidues:
    """`words` of an element are operands in memory; results come in registers, least significant first."""

    def __init__(self, asm: Listing, rows: Rows) -> None:
        self.asm, self.rows = asm, rows

    def store(self, target: list[str], values: list[str]) -> None:
        """Moves a result to memory and gives its registers back."""
        for place, value in zip(target, values, strict=True):
            self.asm("mov", place, value)
        self.asm.release(*values)

    def load(self, words: list[str]) -> list[str]:
        values = self.asm.take_many(N)
        for value, source in zip(values, words, strict=True):
            self.asm("mov", value, source)
        return values

    def plus(self, values: list[str], b: list[str]) -> list[str]:
        """values + b; at least 2^256, it is at most 2^256 - 78 beyond it."""
        return self._combine(values, b, "add", "adc")

    def minus(self, values: list[str], b: list[str]) -> list[str]:
        """values - b; negative, it is above 38 when 2^256 is added."""
        return self._combine(values, b, "sub", "sbb")

    def _combine(self, values: list[str], b: list[str], operation: str, with_carry: str) -> list[str]:
        asm = self.asm
        for j, (value, operand) in enumerate(zip(values, b, strict=True)):
            asm(with_carry if j else operation, value, operand)
        fold = asm.take()
        asm("sbb", fold, fold)
        asm("and", fold, FOLD)
        for j, value in enumerate(values):
            asm(with_carry if j else operation, value, 0 if j else fold)
        asm.release(fold)
        return values

    def product(self, a: list[str], b: list[str]) -> list[str]:
        return self.weak(self.product_words(a, b))

    def square(self, a: list[str]) -> list[str]:
        return self.weak(self._square_words(a))

    def reduced_product(self, a: list[str], b: list[str]) -> list[str]:
        """Below p."""
        return self._reduced(self.product_words(a, b))

    def reduced_square(self, a: list[str]) -> list[str]:
        """Below p."""
        return self._reduced(self._square_words(a))

    def sum_with_multiple(self, a: list[str], factor: str, b: list[str]) -> list[str]:
        """a + factor b for a below 2^255 + 1463 and a factor below 2^17: below 2^255 + 2^24."""
        acc = [*self.load(a), self.asm.take()]
        self.rows.load(factor, acc)
        self.rows.add(acc, b)
        self._fold_top(acc)
        return acc[:N]

    def below_p(self, values: list[str]) -> list[str]:
        top = self.asm.take()
        self.asm("mov", top, 0)
        return self._below_p([*values, top])

    def product_words(self, a: list[str], b: list[str]) -> list[str]:
        """The product in eight words."""
        acc = self.asm.take_many(N + 1)
        for i, source in enumerate(b):
            if i:
                acc.append(self.asm.take())
            row = acc[i:]
            self.rows.load(source, row)
            (self.rows.add if i else self.rows.first)(row, a)
        return acc

    def _square_words(self, a: list[str]) -> list[str]:
        if not isinstance(self.rows, AdxRows):
            return self.product_words(a, a)
        square = Square(a, self.asm, self.rows)
        square.products()
        square.double_and_add_squares(0, N)
        return [square.registers[j] for j in range(2 * N)]

    def _lower_half(self, values: list[str]) -> list[str]:
        """The lower half and 38 times the upper one, at most 38 2^256 + 2^256 - 1 in five words."""
        lower, upper = values[:N], values[N:]
        acc = [*lower, self.asm.take()]
        self.rows.load(str(FOLD), acc)
        self.rows.add(acc, upper)
        self.asm.release(*upper)
        return acc

    def weak(self, values: list[str]) -> list[str]:
        """A residue below 2^255 + 1463 of a product of eight words."""
        acc = self._lower_half(values)
        self._fold_top(acc)
        return acc[:N]

    def _reduced(self, values: list[str]) -> list[str]:
        """The residue below p of a product of eight words."""
        return self._below_p(self._lower_half(values))

    def _below_p(self, acc: list[str]) -> list[str]:
        """The residue below p of a number of five words, at most 39 2^256."""
        asm, top = self.asm, acc[N]
        self._quotient(acc)
        asm.block("t + 19 is at least 2^255: then t - p is its lower 255 bits; else t, and 19 is taken off.")
        asm("imul", top, top, C)
        asm("add", top, C)
        self._add_to(acc[:N], top)
        zero = self.rows.scratch[0]
        asm("mov", top, C)
        asm("mov", zero, 0)
        asm("add", acc[N - 1], acc[N - 1])
        asm("cmovc", top, zero)
        asm("shr", acc[N - 1], 1)
        for j, value in enumerate(acc[:N]):
            asm("sbb" if j else "sub", value, 0 if j else top)
        asm.release(top)
        return acc[:N]

    def _quotient(self, acc: list[str]) -> None:
        """acc = q 2^255 + r with q in the top register, r in the lower ones."""
        self.asm("add", acc[N - 1], acc[N - 1])
        self.asm("adc", acc[N], acc[N])
        self.asm("shr", acc[N - 1], 1)

    def _fold_top(self, acc: list[str]) -> None:
        self._quotient(acc)
        self.asm("imul", acc[N], acc[N], C)
        self._add_to(acc[:N], acc[N])
        self.asm.release(acc[N])

    def _add_to(self, values: list[str], word: str) -> None:
        for j, value in enumerate(values):
            self.asm("adc" if j else "add", value, 0 if j else word)

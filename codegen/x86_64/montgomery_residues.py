"""Arithmetic modulo a prime of special shape on residues below it, in Montgomery form: products divided by 2^(64 n)."""

import itertools

from codegen.x86_64.listing import Listing
from codegen.x86_64.reduction import SpecialPrime, to_words
from codegen.x86_64.rows import AdxRows
from codegen.x86_64.squares import Square

ALL_ONES = 2**64 - 1


class MontgomeryResidues:
    """`words` of an element are operands in memory; results come in registers, least significant first."""

    has_larger = False  # than p

    def __init__(self, asm: Listing, rows: AdxRows, prime: SpecialPrime) -> None:
        self.asm, self.rows, self.prime, self.n = asm, rows, prime, prime.n

    def store(self, target: list[str], values: list[str]) -> None:
        """Moves a result to memory and gives its registers back."""
        for place, value in zip(target, values, strict=True):
            self.asm("mov", place, value)
        self.asm.release(*values)

    def load(self, words: list[str]) -> list[str]:
        values = self.asm.take_many(self.n)
        for value, source in zip(values, words, strict=True):
            self.asm("mov", value, source)
        return values

    def plus(self, values: list[str], b: list[str]) -> list[str]:
        for j, (value, operand) in enumerate(zip(values, b, strict=True)):
            self.asm("adc" if j else "add", value, operand)
        return self._below_p(values, self._carry())

    def minus(self, values: list[str], b: list[str]) -> list[str]:
        asm = self.asm
        for j, (value, operand) in enumerate(zip(values, b, strict=True)):
            asm("sbb" if j else "sub", value, operand)
        mask = asm.take()
        asm("sbb", mask, mask)
        self._add_masked(values, mask)
        return values

    def below_p(self, values: list[str]) -> list[str]:
        """They are."""
        return values

    def halved(self, values: list[str]) -> list[str]:
        """A half: p is added to an odd number."""
        asm, mask = self.asm, self.asm.take()
        asm("mov", mask, values[0])
        asm("and", mask, 1)
        asm("neg", mask)
        self._add_masked(values, mask)
        top = self._carry()
        for value, above in itertools.pairwise(values):
            asm("shrd", value, above, 1)
        if top:
            asm("shrd", values[-1], top, 1)
            asm.release(top)
        else:
            asm("shr", values[-1], 1)
        return values

    def reduced_product(self, a: list[str], b: list[str]) -> list[str]:
        return self.product(a, b)

    def product(self, a: list[str], b: list[str]) -> list[str]:
        acc = self.asm.take_many(self.n + 1)
        for i, source in enumerate(b):
            if i:
                acc.append(self.asm.take())
            self.rows.load(source, acc[i:])
            (self.rows.add if i else self.rows.first)(acc[i:], a)
        return self._reduced(acc)

    def square(self, a: list[str]) -> list[str]:
        square = Square(a, self.asm, self.rows)
        square.products()
        square.double_and_add_squares(0, self.n)
        return self._reduced([square.registers[j] for j in range(2 * self.n)])

    def _reduced(self, values: list[str]) -> list[str]:
        """Rows make the lower half at most p; with the upper half it is below 2 p."""
        asm, upper = self.asm, values[self.n :]
        acc = [*values[: self.n], asm.take()]
        for _ in range(self.n):
            acc = self.prime.cancel(asm, self.rows, acc, fresh=True)
        asm.release(acc.pop())
        for j, (value, other) in enumerate(zip(acc, upper, strict=True)):
            asm("adc" if j else "add", value, other)
        asm.release(*upper)
        return self._below_p(acc, self._carry())

    def _carry(self) -> str:
        """A register of the carry of a sum below 2 p; none where the words have room for that."""
        if self.prime.has_room:
            return ""
        top = self.asm.take()
        self.asm("mov", top, 0)
        self.asm("adc", top, 0)
        return top

    def _below_p(self, values: list[str], top: str) -> list[str]:
        """The residue of a number of `values` and `top` below 2 p."""
        asm = self.asm
        copies = asm.take_many(self.n)
        for copy, value in zip(copies, values, strict=True):
            asm("mov", copy, value)
        for j, value in enumerate(values):
            asm("sbb" if j else "sub", value, self.prime.constant(j))
        if top:
            asm("sbb", top, 0)
            asm.release(top)
        for value, copy in zip(values, copies, strict=True):
            asm("cmovc", value, copy)
        asm.release(*copies)
        return values

    def _add_masked(self, values: list[str], mask: str) -> None:
        """values += p if the mask, which is released, is ~0, not if it is 0; the carry stays in CF."""
        asm, words = self.asm, to_words(self.prime.modulus, self.n)
        masked = {0: "0", ALL_ONES: mask}
        for j, word in enumerate(words):
            if word not in masked:
                masked[word] = asm.take()
                asm("mov", masked[word], self.prime.constant(j))
                asm("and", masked[word], mask)
        for j, (value, word) in enumerate(zip(values, words, strict=True)):
            asm("adc" if j else "add", value, masked[word])
        asm.release(*{register for register in masked.values() if register != "0"} | {mask})

"""Arithmetic modulo the Mersenne prime p = 2^521 - 1 on nine words, which have room for numbers of 576 bits.

Products in Montgomery form, (a b + q p) / 2^576 with q < 2^576, are below p + 2^484 for a and b below 2^530: rows of
such numbers, below 2^594, fit in ten words. They are left so, as sums are. A difference gets 2 p, so that it is
positive if the subtrahend is at most 2 p. The formulas of jacobian.py subtract only products and coordinates, which are
below p, and multiply numbers below 8 p."""

import itertools

from codegen.x86_64.montgomery_residues import MontgomeryResidues

BITS = 521
TOP_BITS = BITS % 64  # in the last word


class RoomyResidues(MontgomeryResidues):
    has_larger = True

    def plus(self, values: list[str], b: list[str]) -> list[str]:
        for j, (value, operand) in enumerate(zip(values, b, strict=True)):
            self.asm("adc" if j else "add", value, operand)
        return values

    def minus(self, values: list[str], b: list[str]) -> list[str]:
        asm, multiple = self.asm, 2
        for j, (value, operand) in enumerate(zip(values, b, strict=True)):
            asm("sbb" if j else "sub", value, operand)
        asm("add", values[0], -multiple)
        for value in values[1:-1]:
            asm("adc", value, -1)
        asm("adc", values[-1], (multiple << TOP_BITS) - 1)
        return values

    def halved(self, values: list[str]) -> list[str]:
        """Half of an odd a is (a - 1) / 2 + 2^520 modulo p."""
        asm, odd = self.asm, self.asm.take()
        asm("mov", odd, values[0])
        asm("and", odd, 1)
        asm("shl", odd, TOP_BITS - 1)
        for value, above in itertools.pairwise(values):
            asm("shrd", value, above, 1)
        asm("shr", values[-1], 1)
        asm("add", values[-1], odd)
        asm.release(odd)
        return values

    def below_p(self, values: list[str]) -> list[str]:
        """With h = a >> 521 < 2^55, s = a mod 2^521 + h is a modulo p, and at most 2 p. Bit 521 of s + 1 tells whether
        s >= p; then the other bits of s + 1 are s - p, else 1 is taken off again."""
        asm, top = self.asm, self.asm.take()
        asm("mov", top, values[-1])
        asm("shr", top, TOP_BITS)
        asm("and", values[-1], 2**TOP_BITS - 1)
        asm("add", top, 1)
        for j, value in enumerate(values):
            asm("adc" if j else "add", value, 0 if j else top)
        asm("mov", top, values[-1])
        asm("shr", top, TOP_BITS)
        asm("and", values[-1], 2**TOP_BITS - 1)
        asm("sub", top, 1)
        asm.release(top)
        for value in values:
            asm("sbb", value, 0)
        return values

"""Reduction modulo 2^192 - 2^64 - 1, 2^224 - 2^96 + 1 and similar primes: the residue is a sum of blocks of the
product (Solinas, Generalized Mersenne Numbers, 1999). The product is at the stack pointer.

A multiple of p makes the sum positive: v = h 2^bits + l, h small. With c = 2^bits mod p, l + (h + 1) c has a bit
beyond p's if p must be subtracted; dropping that bit does so. Otherwise c is subtracted again."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.msp430.listing import WORD_BITS, WORD_BYTES, Listing, at
from codegen.prime_fields import GeneralisedMersenne, shape

UPPER = (*(f"r{i}" for i in range(4, 12)), "r14", "r15")  # the upper words
OVER, R = "r12", "r13"  # the part above the residue; its address
SIGNS = {1: ("add", "addc", "adc"), -1: ("sub", "subc", "sbc")}


def c(word: int) -> str:
    """A word of the product."""
    return at("r1", WORD_BYTES * word)


def r(word: int) -> str:
    return at(R, WORD_BYTES * word)


class Sums:
    """The reduction while it is being written."""

    def __init__(self, asm: Listing, field: PrimeField) -> None:
        found = shape(field.prime)
        if not isinstance(found, GeneralisedMersenne) or found.block_bits % WORD_BITS or found.spare:
            raise UnsupportedField(f"{field.name}: no reduction for this shape: it is no sum of powers of a word")
        self.asm, self.words, self.size = asm, field.words, found.block_bits // WORD_BITS
        self.lower = self.words - len(UPPER)  # words at r
        terms = [(i, sign) for i, sign in enumerate(found.coefficients) if sign]
        if [sign for _, sign in terms] not in ([1, 1], [-1, 1]) or terms[0][0] or not 0 < self.lower <= len(UPPER) // 2:
            raise UnsupportedField(f"{field.name}: no reduction for this shape")
        self.is_difference, self.second = terms[0][1] < 0, self.size * terms[1][0]
        # Block by block: (sign, block of the product), and the block's part of the multiple of p.
        self.rows = [
            sorted(((m // abs(m), j) for j, m in enumerate(row) for _ in range(abs(m))), reverse=True)
            for row in found.rows()
        ]
        ones = (1 << found.block_bits) - 1
        below = sum(ones << found.block_bits * b for b, row in enumerate(self.rows) for sign, _ in row if sign < 0)
        self.multiple = -(-below // field.prime)
        self.added = [-self.multiple * m for m in found.coefficients]

    def _word(self, word: int) -> str:
        """The register of a word of the residue; for the lower words, while their block is summed."""
        return UPPER[word - self.lower]

    def _place(self, word: int) -> str:
        return r(word) if word < self.lower else self._word(word)

    def reduce(self, result: int) -> None:
        """The residue goes to the address that is stored `result` bytes from the stack pointer."""
        asm = self.asm
        asm("mov", at("r1", result), R)
        for b, row in enumerate(self.rows):
            self._sum_block(b, row)
        if self.multiple:
            asm("add", f"#{self.multiple}", OVER)
        self._fold()
        self._finish()
        asm.block("The upper words of r.")
        for word in range(self.lower, self.words):
            asm("mov", self._word(word), r(word))

    def _sum_block(self, b: int, row: list[tuple[int, int]]) -> None:
        """A block of the residue, starting from the part above the one before."""
        asm, words = self.asm, range(self.size * b, self.size * (b + 1))
        registers = [self._word(word) for word in words]
        asm.block(f"Words {words[0]} to {words[-1]}.")
        if b == 0:
            (_, first), *row = row
            for k, register in enumerate(registers):
                asm("mov", c(self.size * first + k), register)
            asm("clr", OVER)
        else:
            asm("mov", OVER, registers[0])
            if self.multiple:
                asm("rla", OVER)
                asm("subc", OVER, OVER)
                asm("inv", OVER)
            else:
                asm("clr", OVER)
            for register in registers[1:]:
                asm("mov", OVER, register)
        for sign, j in row:
            self._add(sign, [c(self.size * j + k) for k in range(self.size)], registers)
        added = self.added[b]
        if added:
            self._add(added // abs(added), [f"#{abs(added)}", *["#0"] * (self.size - 1)], registers)
        for word, register in zip(words, registers, strict=True):
            if word < self.lower:
                asm("mov", register, r(word))

    def _add(self, sign: int, sources: list[str], registers: list[str]) -> None:
        start, go_on, last = SIGNS[sign]
        for k, (source, register) in enumerate(zip(sources, registers, strict=True)):
            self.asm(go_on if k else start, source, register)
        self.asm(last, OVER)

    def _fold(self) -> None:
        """Adds (h + 1) c and leaves the carry."""
        asm = self.asm
        asm.block("The part above, plus 1, times 2^bits mod p.")
        if self.is_difference:
            asm("clrc", note="so that h + 1 is subtracted")
        else:
            asm("add", "#1", OVER)
        for word in range(self.words):
            source = OVER if word in (0, self.second) else "#0"
            if self.is_difference and word < self.second:
                asm("subc", source, self._place(word))
            else:  # the borrow is the 1 beside h
                asm("addc" if word else "add", source, self._place(word))

    def _finish(self) -> None:
        """Subtracts c unless there was a carry."""
        asm = self.asm
        asm.block("If that does not carry, subtract 2^bits mod p.")
        asm("subc", OVER, OVER, note="0 if it carries, else all ones")
        if not self.is_difference:
            asm("and", "#1", OVER)
        for word in range(self.words):
            is_one = word < self.second if self.is_difference else word in (0, self.second)
            asm("subc" if word else "sub", OVER if is_one else "#0", self._place(word))

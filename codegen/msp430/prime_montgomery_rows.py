"""Montgomery's reduction modulo primes of 16 words without a special form, by rows in registers of the core, as those
of products are (prime_blocks.py)."""

from codegen.kernel_fields import PrimeField
from codegen.msp430.listing import WORD_BITS, WORD_BYTES, at
from codegen.msp430.prime_blocks import HALF, RESULT, RING, SPARE, A, B, Blocks
from codegen.msp430.prime_product import register_at
from codegen.msp430.prime_reduction import digits
from codegen.prime_fields import is_montgomery, shape

MOST_ABOVE = 4  # more than what may be added to the product's upper quarter, and than the carries into it
HALF_RANGE = 1 << HALF * WORD_BITS  # beyond the numbers in the ring
QUOTIENT = (B, RESULT)  # words of a digit of M until it is pushed


def is_general(field: PrimeField) -> bool:
    """Whether the field is reduced so: its elements fill 16 words and are in Montgomery form, and a residue, a quarter
    of a number and small carries stay below 2^256."""
    fills = field.words == 2 * HALF and field.bits == field.words * WORD_BITS
    has_room = field.prime + MOST_ABOVE * HALF_RANGE < 1 << field.bits
    return fills and has_room and is_montgomery(field.name, WORD_BITS) and shape(field.prime) is None


class MontgomeryRows:
    """r = c / R mod p for c < p R, R = 2^256 (Montgomery 1985; operand scanning of Koc, Acar, Kaliski 1996, by blocks).

    With x = 2^128, p = p0 + p1 x and c = c0 + c1 x + c2 x^2 + c3 x^3, M0 is the number below x that makes c0 + M0 p0 a
    multiple of x, found digit by digit. t + u x = (c0 + M0 p0) / x + c1 + M0 p1 is below x^2, as M0 p1 <= (x - 1)^2. M1
    does the same for t, and v = (t + M1 p0) / x + u + c2 + M1 p1 is below p + x: it is (c + M p) / R without c3. So
    v + c3 x is below 2 p.

    The part of v that is above its lower half is known before M1 p1 is added: it goes to the highest digit of the first
    row, which is 0. Words of p are constants in the code."""

    def __init__(self, blocks: Blocks, field: PrimeField, quarters: list[list[int]], above: int | None) -> None:
        """quarters: the places of c on the stack; above: the place of a number below 4 that is added to the last."""
        self.blocks, self.asm, self.stack = blocks, blocks.asm, blocks.stack
        self.field, self.quarters, self.above = field, quarters, above
        self.prime, self.complement = digits(field.prime, field.words), digits(field.complement, field.words)
        self.words, self.count = blocks.digits.words, blocks.digits.count
        self.inverse = digits(-pow(field.prime, -1, 1 << WORD_BITS * self.words), self.words)
        self.multiple: list[list[int]] = []  # the places of the digits of M0, then of M1

    def reduce(self, result: int) -> None:
        """`result` is the place of the address of r."""
        asm, stack, (c0, c1, c2, c3) = self.asm, self.stack, self.quarters
        asm.block("M0; c0 + M0 p0, of which the upper half remains.")
        self.blocks.enter()
        self._load(c0)
        self._cancel()
        self._add(c1)
        self._take_carry()
        asm.block("c1 + M0 p1.")
        t = self._add_multiple()
        asm.block("c2 + u.")
        for k, register in enumerate(RING):
            asm("addc" if k else "add", register, stack[c2[k]])
        self._take_carry()
        asm.block("M1; t + M1 p0.")
        self._load(t)
        self._cancel()
        self._add(c2)
        asm("adc", A)
        if self.above is not None:
            asm("add", stack[self.above], A)
        asm.block("The upper quarters' part, + M1 p1.")
        low = self._add_multiple()
        self._add(c3)
        self._take_carry()
        self._finish(low, result)

    def _load(self, places: list[int]) -> None:
        for place, register in zip(places, RING, strict=True):
            self.asm("mov", self.stack[place], register)

    def _add(self, places: list[int]) -> None:
        """Adds a quarter to the ring, leaving the carry."""
        for k, register in enumerate(RING):
            self.asm("addc" if k else "add", self.stack[places[k]], register)

    def _take_carry(self) -> None:
        self.asm("clr", A)
        self.asm("adc", A)

    def _columns(self, i: int, words: list[int]) -> dict:
        """The products of row i with a half of p."""
        size = self.words

        def hand(j: int) -> None:
            constants = [f"#{word}" for word in words[size * j : size * (j + 1)]]
            self.blocks.hand(constants, self.blocks.digits.operand)

        return {i + j: lambda j=j: hand(j) for j in range(self.count)}

    def _cancel(self) -> None:
        """The digits of M; adds M p0 to the ring. A row's lowest digit becomes 0, so its registers are ready for the
        digit at the top. Where the first chain cannot carry into that, by the size of the digits of p0, it does not."""
        asm, blocks, most = self.asm, self.blocks, HALF_RANGE - 1
        digit = (1 << WORD_BITS * self.words) - 1
        lower = self.field.prime % HALF_RANGE
        chain = sum(lower & digit << 2 * i * digit.bit_length() for i in range(self.count // 2))
        first = 10 if self.words == 1 else 0x24  # the product's lowest word
        for i in range(self.count):
            asm.block(f"Row {i}.")
            blocks.hand(blocks.digits.registers(i), blocks.digits.factor)
            blocks.hand([f"#{word}" for word in self.inverse], blocks.digits.operand)
            found = QUOTIENT[: self.words]
            for k, register in enumerate(found):
                asm("mov", register_at(first + WORD_BYTES * k), register)
            self._keep(i, found)
            blocks.hand(list(found), blocks.digits.factor)
            fits = most + digit * chain < HALF_RANGE
            columns = self._columns(i, self.prime[:HALF])
            blocks.row(i, columns, i + self.count, is_first=False, leaves=False, fits=fits)
            most = most + digit * lower >> digit.bit_length()

    def _keep(self, i: int, registers: tuple[str, ...]) -> None:
        """Pushes a digit of M0, or puts one of M1 in its place."""
        if i == len(self.multiple):
            self.multiple.append([self.stack.push(register) for register in registers])
            return
        for place, register in zip(self.multiple[i], registers, strict=True):
            self.asm("mov", register, self.stack[place])

    def _add_multiple(self) -> list[int]:
        """Adds M p1 to the ring and to A, which is above it. Returns the places of the 8 words that leave."""
        blocks, places = self.blocks, []
        for i in range(self.count):
            self.asm.block(f"Row {i}.")
            blocks.hand([self.stack[place] for place in self.multiple[i]], blocks.digits.factor)
            columns, above = self._columns(i, self.prime[HALF:]), A if i == 0 else None
            places += blocks.row(i, columns, i + self.count, is_first=False, leaves=True, above=above)
        return places

    def _finish(self, low: list[int], result: int) -> None:
        """r = the number whose lower half is at the places and whose upper half is in the ring, with the carry in A.
        2^256 - p is added; if that carries nothing, p is added again."""
        asm, carry, word = self.asm, A, SPARE
        asm.block("Subtract p: add 2^256 - p.")
        asm("mov", self.stack[result], B, note="r")
        for k, place in enumerate(low):
            asm("mov", self.stack[place], word)
            asm("addc" if k else "add", f"#{self.complement[k]}", word)
            asm("mov", word, at(B, WORD_BYTES * k))
        for k, register in enumerate(RING, HALF):
            asm("addc", f"#{self.complement[k]}", register)
        asm("adc", carry)
        asm.block("If that did not carry, add p again.")
        asm("sub", "#1", carry)
        asm("inv", carry)
        for k in range(2 * HALF):
            asm("mov", f"#{self.prime[k]}", word)
            asm("bic", carry, word)
            register = RING[k - HALF] if k >= HALF else None
            asm("addc" if k else "add", word, register or at(B, WORD_BYTES * k))
            if register:
                asm("mov", register, at(B, WORD_BYTES * k))

"""Products and squares of integers of 16 words by blocks of 8 words, in registers of the core.

A block is a set of rows: a digit of one operand times the 8 words of another, added to 8 words of the sum in
registers. In a row, the products at every second place do not overlap. So the carry runs through these without a
break, then through the others: MOV, which hands a digit to the multiplier, PUSH and CLR leave the flags unchanged.
The first of these chains has the lowest digit, which is then final: it leaves by PUSH, and its registers become the
highest digit's. An operand lies on the stack in the order in which the chains meet its digits. A digit is a word, or
two with MPY32."""

import dataclasses
from collections.abc import Sequence

from codegen.msp430.listing import WORD_BYTES, Listing, at
from codegen.msp430.prime_product import BASE, register_at

HALF = 8  # words of a block
HALF_BYTES = WORD_BYTES * HALF
ELEMENT_BYTES = 2 * HALF_BYTES
RING = tuple(f"r{i}" for i in range(4, 4 + HALF))
SPARE, A, B, RESULT = "r12", "r13", "r14", "r15"


class Stack:
    """The words that were pushed, by the depth of the stack at that time."""

    def __init__(self, asm: Listing) -> None:
        self.asm = asm
        self.bytes = 0

    def push(self, register: str) -> int:
        self.asm("push", register)
        self.bytes += WORD_BYTES
        return self.bytes

    def push_all(self, registers: Sequence[str]) -> list[int]:
        """Pushes words so that the first is at the lowest address; returns the places in that order."""
        if len(registers) == 1 or not self.asm.is_cpux:
            return [self.push(register) for register in reversed(registers)][::-1]
        self.asm.many("pushm", registers)
        self.bytes += WORD_BYTES * len(registers)
        return [self.bytes - WORD_BYTES * k for k in range(len(registers))]

    def __getitem__(self, place: int) -> str:
        return at("r1", self.bytes - place)

    def point(self, register: str, place: int) -> None:
        """register = the address."""
        self.asm("mov", "r1", register)
        if self.bytes != place:
            self.asm("add", f"#{self.bytes - place}", register)


@dataclasses.dataclass(frozen=True)
class Digits:
    """How a multiplier takes a digit: its registers by their distance from the first. `enter` and `start` say what
    SPARE is for."""

    words: int
    factor: tuple[int, ...]
    operand: tuple[int, ...]

    @property
    def count(self) -> int:
        """Digits of a block."""
        return HALF // self.words

    def registers(self, digit: int) -> list[str]:
        """The registers of the sum's digit, words in order."""
        return [RING[(self.words * digit + k) % HALF] for k in range(self.words)]

    @property
    def order(self) -> list[int]:
        """The digits of a block in the order in which the chains meet them."""
        return [*range(0, self.count, 2), *range(1, self.count, 2)]

    @property
    def ordered(self) -> list[str]:
        """For each word of a block, its register when RING has the words in the order in which the chains meet them."""
        order = [self.words * digit + k for digit in self.order for k in range(self.words)]
        return [RING[order.index(word)] for word in range(HALF)]

    @property
    def scratch(self) -> str:
        """A register that is unused until a product is read."""
        return SPARE if self.words == 1 else RESULT


MPY16 = Digits(1, (0,), (8,))
MPY32 = Digits(2, (0x10, 0x12), (0x20, 0x22))


class Blocks:
    """Rows of the blocks, with a multiplier, and the stack that takes their final words."""

    def __init__(self, asm: Listing, digits: Digits) -> None:
        self.asm, self.digits, self.stack = asm, digits, Stack(asm)

    def enter(self) -> None:
        """The pointer to the result that never changes: RESHI in RESULT, or RES0 of MPY32 in SPARE."""
        if self.digits.words == 1:
            self.asm("mov", f"#{BASE} + 12", RESULT, note="RESHI")
        else:
            self.asm("mov", f"#{BASE} + {0x24}", SPARE, note="RES0")

    def _take(self, first: str, second: str, go_on: str, registers: list[str]) -> None:
        """Adds the product to the registers, or moves it there. After the last write of an operand, an instruction
        must pass before a word is read through a pointer (SLAU049, 7.2.4); a read by address needs none."""
        if self.digits.words == 1:
            self.asm(first, register_at(10), registers[0])
            self.asm(go_on, f"@{RESULT}", registers[1])
            return
        self.asm("mov", SPARE, RESULT)
        for k, register in enumerate(registers):
            self.asm((first, second)[k > 0] if k < 2 else go_on, f"@{RESULT}+", register)

    def hand(self, sources: list[str], addresses: tuple[int, ...]) -> None:
        """Hands words to registers of the multiplier."""
        for source, address in zip(sources, addresses, strict=True):
            self.asm("mov", source, register_at(address))

    def row(
        self,
        low: int,
        columns: dict,
        top: int,
        is_first: bool,
        leaves: bool,
        fits: bool = False,
        above: str | None = None,
    ) -> list[int]:
        """Adds the products of a row to the sum. `columns` has, for the place of each product's lowest digit, the
        instruction that hands its operand to the multiplier. Of the two chains, the one that includes `low` comes
        first. is_first: the sum is not there yet. leaves: the digit at `low` is pushed, its registers become those of
        `top`, and the places are returned. fits: the first chain does not carry into the top. above: a register with a
        small number that the digit at the top starts with, in place of 0."""
        asm, places = self.asm, []
        for place in (low, low + 1):
            chain = [p for p in range(place, top, 2) if p in columns]
            moves = is_first and place == low
            for k, p in enumerate(chain):
                columns[p]()
                registers = self.digits.registers(p) + self.digits.registers(p + 1)
                if moves:
                    self._take("mov", "mov", "mov", registers)
                else:
                    self._take("addc" if k else "add", "addc", "addc", registers)
                if p == low and leaves:
                    places = self.stack.push_all(self.digits.registers(low))
                    self._start_top(top, above)
            if chain and not moves:
                for p in range(chain[-1] + 2, top + 1):
                    # The first chain finds 0 in the digit at the top, where a carry ends in the first word.
                    count = (not fits) if place == low and p == top else self.digits.words
                    for register in self.digits.registers(p)[:count]:
                        asm("adc", register)
        return places

    def _start_top(self, top: int, above: str | None) -> None:
        first, *others = self.digits.registers(top)
        if above:
            self.asm("mov", above, first)
        else:
            self.asm("clr", first)
        for register in others:
            self.asm("clr", register)

    def multiply(
        self, operand: int, start: int = 0, is_doubled: bool = False, has_spare_bit: bool = False
    ) -> list[int]:
        """Adds the 8 words from the address in A on times those at `operand` to the sum, whose lowest digit is at
        `start`; if that is 0, makes the sum. Returns the places of the 8 words that leave; the others are in the
        ring.

        has_spare_bit: the top bits of both are 0. Then the sum before the last row is below half of the range of its
        words, and so are the products of that row's first chain with the top digit: there is no carry. A sum that was
        there, of 8 words, adds less to the first than the second are below half."""
        asm, digits, places = self.asm, self.digits, []
        if digits.words > 1:
            self.enter()
        self.stack.point(SPARE if digits.words == 1 else B, operand)
        for i in range(digits.count):
            asm.block(f"Row {i}.")
            if digits.words == 1:
                asm("mov", SPARE, B)
            self.hand([f"@{A}+"] * digits.words, digits.factor)
            columns = dict.fromkeys(range(start + i, start + i + digits.count), self._next)
            if is_doubled and i == digits.count - 1:
                columns[start + i] = self._next_even
            fits = has_spare_bit and i == digits.count - 1
            places += self.row(start + i, columns, start + i + digits.count, start == i == 0, leaves=True, fits=fits)
            if digits.words > 1 and i < digits.count - 1:
                asm("sub", f"#{HALF_BYTES}", B)
        return places

    def _next(self) -> None:
        self.hand([f"@{B}+"] * self.digits.words, self.digits.operand)

    def _next_even(self) -> None:
        """The same operand without its lowest bit."""
        self.asm("mov", f"@{B}+", self.digits.scratch)
        self.asm("bic", "#1", self.digits.scratch)
        self.hand([self.digits.scratch, *[f"@{B}+"] * (self.digits.words - 1)], self.digits.operand)

    def triangle(self, doubled: list[int], start: int) -> list[int]:
        """Adds to the sum, or makes it if `start` is 0, the square of the 8 words from the address in A on; `doubled`
        has the places of their double. The lowest digit of the sum is at `start`. Returns the places of the 8 words
        that leave.

        The square is the sum of the a[i]^2 and of the a[i] (2 a)[j], i < j. The lowest bit of (2 a)[i + 1] does not
        count there, since it belongs to a[i]. The last word of 2 a is held in B."""
        asm, count, places = self.asm, self.digits.count, []
        asm("mov", self.stack[doubled[-1]], B)
        for i in range(count):
            asm.block(f"Row {i}.")
            self._factor_and_digit()
            low, top = start + 2 * i, start + i + count
            columns = {start + 2 * i: lambda: None}
            for j in range(i + 1, count):
                columns[start + i + j] = lambda j=j, is_next=j == i + 1: self._doubled(doubled, j, is_next)
            if i:
                for register in self.digits.registers(top):
                    asm("clr", register)
            places += self.row(low, columns, top, start == i == 0, leaves=i == 0)
            if 2 * i < count:
                left = [] if i == 0 else self.digits.registers(low)
                places += self.stack.push_all([*left, *self.digits.registers(low + 1)])
        return places

    def _factor_and_digit(self) -> None:
        """Hands the next digit to the multiplier as both operands."""
        words, factor, operand = self.digits.words, self.digits.factor, self.digits.operand
        self.hand([at(A, WORD_BYTES * k) for k in range(words)], factor)
        self.hand([f"@{A}+"] * words, operand)

    def _doubled(self, doubled: list[int], j: int, is_next: bool) -> None:
        """Hands (2 a)[j] to the multiplier. is_next: without its lowest bit, so that its first word is the first word
        of 2 a[j]; the address in A is that of a[j]."""
        words = self.digits.words
        sources = [self.stack[doubled[words * j + k]] for k in range(words)]
        if j == self.digits.count - 1:
            sources[-1] = B
        if is_next:
            sources[0] = self.digits.scratch
            self.asm("mov", at(A), sources[0])
            self.asm("rla", sources[0])
        self.hand(sources, self.digits.operand)

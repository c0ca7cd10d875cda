"""Products and squares of integers by rows through the hardware multiplier, in registers of the core.

A row is a[i] times some digits of b. Its products at every second place do not overlap. So the carry runs through
these without a break, then through the others, since MOV, which hands a digit to the multiplier, leaves the flags
unchanged. The words of the sum that a row meets are in a ring of registers; the lowest leaves the ring after each
row. A digit is a word, or two with MPY32."""

import dataclasses

from codegen.msp430.listing import WORD_BYTES, Listing, at

A, B = "r13", "r14"
BASE = "MC_MSP430_MULTIPLIER"


@dataclasses.dataclass(frozen=True)
class Multiplier:
    """A multiplier's registers by their distance from the first, in the order of words. results: how the words of the
    product are read, in order. A word that is read through a pointer right after the operand is written is not there
    yet (SLAU049, 7.2.4), so the first is read by its address."""

    digit_words: int
    factor: tuple[int, ...]
    operand: tuple[int, ...]
    results: tuple[str, ...]
    ring: tuple[str, ...]
    pointer: str = ""
    width: int = 8  # most words of b in a row

    def enter(self, asm: Listing) -> None:
        if self.pointer:
            asm("mov", f"#{BASE} + 12", self.pointer, note="RESHI")


MPY16 = Multiplier(1, (0,), (8,), (f"&{BASE} + 10", "@r15"), tuple(f"r{i}" for i in range(4, 13)), pointer="r15")
MPY32 = Multiplier(
    2,
    (0x10, 0x12),
    (0x20, 0x22),
    tuple(f"&{BASE} + {address}" for address in (0x24, 0x26, 0x28, 0x2A)),
    (*(f"r{i}" for i in range(4, 13)), "r15"),
)


def register_at(address: int) -> str:
    """A register of the multiplier as an operand."""
    return f"&{BASE} + {address}"


@dataclasses.dataclass(frozen=True)
class Rows:
    """Rows for elements of `words` words; c[2 words] is at the stack pointer."""

    asm: Listing
    multiplier: Multiplier
    words: int

    @property
    def digits(self) -> int:
        return self.words // self.multiplier.digit_words

    @property
    def width(self) -> int:
        """Digits of a row: the elements' digits in parts that are as equal as possible."""
        most = self.multiplier.width // self.multiplier.digit_words
        parts = -(-self.digits // most)
        return -(-self.digits // parts)

    def registers(self, digit: int) -> list[str]:
        """The registers of a digit of the sum, the words in order."""
        size = self.multiplier.digit_words
        ring = self.multiplier.ring[: size * (self.width + 1)]
        return [ring[(size * digit + i) % len(ring)] for i in range(size)]

    def c(self, word: int) -> str:
        return at("r1", WORD_BYTES * word)

    def _place(self, base: str, offset: int, digit: int) -> list[str]:
        size = self.multiplier.digit_words
        return [at(base, offset + WORD_BYTES * (size * digit + i)) for i in range(size)]

    def factor(self, i: int) -> None:
        for source, address in zip(self._place(A, 0, i), self.multiplier.factor, strict=True):
            self.asm("mov", source, register_at(address))

    def operand(self, base: str, offset: int, j: int, held: dict[int, str]) -> None:
        """Hands digit j of a number to the multiplier."""
        place = [held[j]] if j in held else self._place(base, offset, j)
        for source, address in zip(place, self.multiplier.operand, strict=True):
            self.asm("mov", source, register_at(address))

    def row(self, i: int, start: int, stop: int, columns: dict, is_added: bool, zero: set[str]) -> None:
        """The row of a[i] in the columns from `start` to `stop`. `columns` has the columns that exist, with the
        instruction that hands b's digit to the multiplier. Then the row's lowest digit leaves. With is_added the same
        digit of c is added to it. zero: the registers that hold 0 without having been cleared; none after the row."""
        asm, size = self.asm, self.multiplier.digit_words
        low, top = i + start, i + stop
        self.factor(i)
        zero.update(self.registers(top))
        carry = False
        if is_added:
            for k, register in enumerate(self.registers(low)):
                carry = self._add(self.c(size * low + k), register, carry, zero)
        for parity in (1, 0):
            chain = [j for j in range(start, stop) if j % 2 == (start + parity) % 2 and j in columns]
            if chain or carry:
                self._chain(i, chain, columns, carry, (low + parity, top), zero)
            carry = False
        for register in sorted(zero):
            asm("clr", register)
        zero.clear()
        for k, register in enumerate(self.registers(low)):
            asm("mov", register, self.c(size * low + k))

    def _add(self, source: str, register: str, carry: bool, zero: set[str], is_top: bool = False) -> bool:
        """register += source, with the carry if there can be one; returns whether the sum can carry. A sum with 0
        cannot, unless the source is all ones and a carry comes in; the top word of a product is never all ones."""
        if register not in zero:
            self.asm("addc" if carry else "add", source, register)
            return True
        zero.remove(register)
        if not carry:
            self.asm("mov", source, register)
            return False
        self.asm("clr", register)
        self.asm("addc", source, register)
        return not is_top

    def _chain(self, i: int, chain: list, columns: dict, carry: bool, places: tuple[int, int], zero: set[str]) -> None:
        """Adds the products, from a carry or from the first product up to the top of the row."""
        place, top = places
        while place <= top:
            if place - i in chain:
                columns[place - i]()
                registers, results = self.registers(place) + self.registers(place + 1), self.multiplier.results
                for register, result in zip(registers, results, strict=True):
                    carry = self._add(result, register, carry, zero, result == results[-1])
                place += 2
            else:
                for register in self.registers(place):
                    if carry:
                        carry = self._add("#0", register, carry, zero, is_top=True)
                place += 1

    def hold(self, base: str, offset: int, start: int, stop: int) -> dict[int, str]:
        """Loads the last digits of those columns into the registers that the ring leaves; returns column ->
        register."""
        free = self.multiplier.ring[self.width + 1 :] if self.multiplier.digit_words == 1 else ()
        held = dict(zip(reversed(range(start, stop)), free, strict=False))
        for j, register in held.items():
            self.asm("mov", *self._place(base, offset, j), register)
        return held

    def start_block(self, start: int) -> set[str]:
        """The registers of its digits, zeroed first."""
        self.asm.block(f"Columns from {start} on.")
        return {register for digit in range(start, start + self.width) for register in self.registers(digit)}

    def end_block(self, start: int, stop: int, rows: int) -> None:
        """Stores the words left in the ring."""
        size = self.multiplier.digit_words
        for digit in range(start + rows, stop + rows):
            for k, register in enumerate(self.registers(digit)):
                self.asm("mov", register, self.c(size * digit + k))


def multiply(rows: Rows) -> None:
    """c = a b, the addresses in A and B; c must not overlap either."""
    rows.multiplier.enter(rows.asm)
    for start in range(0, rows.digits, rows.width):
        stop = min(start + rows.width, rows.digits)
        zero = rows.start_block(start)
        held = rows.hold(B, 0, start, stop)
        for i in range(rows.digits):
            rows.asm.block(f"Row {i}.")
            columns = {j: lambda j=j, held=held: rows.operand(B, 0, j, held) for j in range(start, stop)}
            rows.row(i, start, stop, columns, is_added=start > 0, zero=zero)
        rows.end_block(start, stop, rows.digits)


def square(rows: Rows, doubled: int) -> None:
    """c = a^2, the address of a in A; at `doubled` from the stack pointer there is room for 2 a.

    a^2 is the sum of the a[i]^2 and of the a[i] (2 a)[j], i < j. The lowest bit of (2 a)[i + 1] does not count there,
    since it belongs to a[i]. If 2 a has one bit more than its words, that is added at the end. So neither the lowest
    digit of 2 a is needed nor the lowest bit of the next one."""
    asm, n, size = rows.asm, rows.digits, rows.multiplier.digit_words
    asm.block("2 a, from its second digit on.")
    for word in range(size, rows.words):
        asm("mov", at(A, WORD_BYTES * word), B)
        asm("rlc" if word > size else "rla", B)
        asm("mov", B, at("r1", doubled + WORD_BYTES * word))
    asm("subc", B, B, note="0 if there is another bit, else all ones")
    asm("mov", B, at("r1", doubled))
    rows.multiplier.enter(asm)

    def even(j: int) -> None:
        """Hands (2 a)[j] without its lowest bit to the multiplier."""
        offset = doubled + WORD_BYTES * size * j
        asm("mov", at("r1", offset), B)
        asm("bic", "#1", B)
        asm("mov", B, register_at(rows.multiplier.operand[0]))
        for k in range(1, size):
            asm("mov", at("r1", offset + WORD_BYTES * k), register_at(rows.multiplier.operand[k]))

    for start in range(0, n, rows.width):
        stop = min(start + rows.width, n)
        zero = rows.start_block(start)
        held = rows.hold("r1", doubled, start, stop) if start else {}
        for i in range(stop):
            asm.block(f"Row {i}.")
            columns = {
                j: lambda j=j, held=held: rows.operand("r1", doubled, j, held) for j in range(max(start, i + 2), stop)
            }
            if start <= i + 1 < stop:
                columns[i + 1] = lambda i=i: even(i + 1)
            if start <= i < stop:
                columns[i] = lambda i=i: rows.operand(A, 0, i, {})
            rows.row(i, start, stop, columns, is_added=i < start, zero=zero)
        rows.end_block(start, stop, stop)
    _add_top_bit(rows, doubled)


def _add_top_bit(rows: Rows, doubled: int) -> None:
    """Adds the bit of 2 a above its words times all of a except the last digit."""
    asm, n, size = rows.asm, rows.words, rows.multiplier.digit_words
    mask, word = rows.multiplier.ring[:2]
    asm.block("The bit of 2 a above its words.")
    asm("mov", at("r1", doubled), mask)
    for i in range(n - size):
        asm("mov", at(A, WORD_BYTES * i), word)
        asm("bic", mask, word)
        asm("addc" if i else "add", word, rows.c(n + i))
    for i in range(n - size, n):
        asm("addc", "#0", rows.c(n + i))

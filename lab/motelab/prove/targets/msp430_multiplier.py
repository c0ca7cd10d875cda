"""The MSP430's multipliers, which are registers in memory: 16 x 16 bits (SLAU049, chapter 7), and MPY32 (SLAU208,
chapter 25) without its fractional and saturating modes.

Results are words of a domain. A product is of 32 bits, or of 64 if an operand has 32. Reading a word of it before it is
ready (SLAU208, table 25-1) has no value here, and reading what the guides do not tell has none either."""

from typing import Any

from motelab.prove.targets.ir import Access, op

OP2, RESLO, RESHI, SUMEXT = 0x08, 0x0A, 0x0C, 0x0E
MPY32L, OP2L, OP2H, RES0, RES3, CONTROL = 0x10, 0x20, 0x22, 0x24, 0x2A, 0x2C

# Cycles from the write that completes the second operand until each word of the result, and SUMEXT, can be read; after
# the low word of a second operand of 32 bits a wait goes on, too.
SHORT, LONG_BY_SHORT = (3, 3, 4, 4, 3), (3, 5, 6, 7, 7)
SHORT_BY_HIGH, LONG_BY_HIGH = (0, 3, 4, 4, 4), (0, 3, 5, 6, 6)
SHORT_BY_LOW, LONG_BY_LOW = (3, 5, 6, 7, 7), (3, 8, 10, 11, 11)


class Multiplier:
    """The state of a multiplier; None stands for what nobody has written."""

    def __init__(self, start: int, is_long: bool):
        self.start, self.is_long = start, is_long
        self.mode = 0  # bit 0: signed; bit 1: the product is added
        self.first: list[Any] = [None, None]
        self.second: list[Any] = [None, None]
        self.first_is_long = self.was_short = False
        self.result: list[Any] = [None] * 4
        self.extension: Any = None
        self.ready = [0] * 5

    def holds(self, address: int) -> bool:
        return self.start <= address < self.start + (0x30 if self.is_long else 0x10)

    def read(self, machine: Any, address: int, access: Access) -> Any:
        """The word of a register."""
        offset, cycle = address - self.start, machine.cycle + access.cycle
        if access.size != 2:
            raise machine.unknown("a byte of the multiplier")
        index = (offset - RESLO) // 2 if offset in (RESLO, RESHI) else -1
        if self.is_long and RES0 <= offset <= RES3:
            index = (offset - RES0) // 2
            if self.was_short and index > 1:
                raise machine.unknown("the upper words of a short product")
        if offset == SUMEXT:
            index, value = 4, self.extension
        elif index >= 0:
            value = self.result[index]
        else:
            raise machine.unknown(f"the multiplier's register {offset:#x} is read")
        if value is None:
            raise machine.unknown("a result of the multiplier that is none")
        if cycle < self.ready[index]:
            raise machine.unknown("the multiplier's result is read before it is ready")
        return value

    def write(self, machine: Any, address: int, value: Any, access: Access) -> None:
        """A word is written; a byte is one with 0 above."""
        offset, cycle = address - self.start, machine.cycle + access.cycle
        if access.size == 1:
            (value,) = machine.computed(op("extend", "_w", 0, 16), [value, 16])
        if offset <= 6:
            self.mode, self.first, self.first_is_long = offset // 2, [value, 0], False
        elif offset == OP2:
            self.second = [value, 0]
            self.finish(machine, False)
            self.wait(LONG_BY_SHORT if self.first_is_long else SHORT, cycle)
        elif offset in (RESLO, RESHI):
            self.result[(offset - RESLO) // 2] = value
        elif offset == SUMEXT and not self.is_long:
            self.extension = value
        elif self.is_long:
            self.write_long(machine, offset, value, cycle)
        else:
            raise machine.unknown(f"the multiplier's register {offset:#x} is written")

    def write_long(self, machine: Any, offset: int, value: Any, cycle: int) -> None:
        if MPY32L <= offset < OP2L and not offset & 2:
            self.mode, self.first, self.first_is_long = (offset - MPY32L) // 4, [value, 0], True
        elif MPY32L <= offset < OP2L:
            self.first = [self.first[0], value]
        elif offset == OP2L:
            self.second = [value, None]
            self.wait(LONG_BY_LOW if self.first_is_long else SHORT_BY_LOW, cycle)
        elif offset == OP2H:
            self.second = [self.second[0], value]
            self.finish(machine, True)
            self.wait(LONG_BY_HIGH if self.first_is_long else SHORT_BY_HIGH, cycle)
        elif RES0 <= offset <= RES3:
            self.result[(offset - RES0) // 2], self.was_short = value, False
        elif offset != CONTROL or value != 0:
            raise machine.unknown(f"the multiplier's register {offset:#x} is written")

    def wait(self, cycles: tuple[int, ...], cycle: int) -> None:
        self.ready = [max(one, cycle + more) for one, more in zip(self.ready, cycles, strict=True)]

    def finish(self, machine: Any, second_is_long: bool) -> None:
        """The product, added to the result where the mode says so. SUMEXT is the carry then, else 0; of signed
        products, the sign."""
        self.was_short = not (self.first_is_long or second_is_long)
        words = self.product(machine, second_is_long)
        carry: Any = 0
        if self.mode & 2:
            added = []
            for old, new in zip(self.result, words, strict=False):
                if old is None:
                    raise machine.unknown("a product is added to a result that is none")
                total, carry = machine.computed(op("add", "_s _c", 0, 0, 0, width=16), [old, new, carry])
                added.append(total)
            words = added
        self.result[: len(words)] = words
        if self.mode & 1:
            (sign,) = machine.computed(op("bit", "_s", 0, 15, width=16), [words[-1], 15])
            (self.extension,) = machine.computed(op("sign_extend", "_e", 0, 16, width=1), [sign, 16])
        else:
            (self.extension,) = machine.computed(op("extend", "_e", 0, 16, width=1), [carry, 16])

    def product(self, machine: Any, second_is_long: bool) -> list[Any]:
        """Two words of it, or four."""
        if None in (*self.first, *self.second):
            raise machine.unknown("a factor that nobody has written")
        name = "muls" if self.mode & 1 else "mul"
        if self.was_short:
            return list(machine.computed(op(name, "_l _h", 0, 0, width=16), [self.first[0], self.second[0]]))
        factors = []
        for words, is_long in ((self.first, self.first_is_long), (self.second, second_is_long)):
            if self.mode & 1 and not is_long:
                factors += machine.computed(op("sign_extend", "_f", 0, 32, width=16), [words[0], 32])
            else:
                factors += machine.computed(op("join", "_f", 0, 0, width=16), words)
        halves = machine.computed(op(name, "_l _h", 0, 0, width=32), factors)
        return [word for half in halves for word in machine.computed(op("split", "_a _b", 0, width=16), [half])[:2]]

"""A proved kernel compared with the code of its name in a linked image.

A linker moves code, fills in addresses, and on AVR shortens calls; so a kernel is the proved one if its instructions
are those that were proved, one after the other, if each jump leads to the same instruction or to the routine of the
same name, if an address that was filled in is that of the same symbol, and if tables have the same bytes."""

import re
from collections.abc import Callable

from motelab.prove.kernel import objects
from motelab.prove.kernel.objects import Code
from motelab.prove.targets import Target, Undecoded
from motelab.prove.targets.ir import Instruction

CALLS = {"rcall": "call", "rjmp": "jmp"}  # the short forms of instructions
SECTION = re.compile(r"^\.(?:progmem\.data|rodata)\.")  # of the table whose name follows
# What an instruction can hold of an address.
PARTS: tuple[Callable[[int], int], ...] = (
    lambda address: address,
    lambda address: address & 255,
    lambda address: address >> 8 & 255,
    lambda address: address & 0xFFFF,
    lambda address: address >> 16,
)
WORD_BYTES = 4  # of an address in a pool of constants between instructions, on ARM


class Different(Exception):
    """The image has other code under the kernel's name; the message says where."""


def match(target: Target, kernel: str, image: Code) -> None:
    """Raises Different unless an image has the kernel, and all that it refers to, as they were proved."""
    proved = objects.linked(target, kernel)
    for name in objects.needed(target, kernel):
        symbol, sections = objects.symbol_of(target.name, name), objects.sections(objects.assembled(target, name))
        if symbol not in image.symbols and any(section.is_code and section.symbols for section in sections):
            raise Different(f"{symbol} is not in the image")
        for section in sections:
            if not section.is_code:
                same_table(section, image)
            elif section.symbols:
                Pair(proved, image, section).match()


def same_table(section: objects.Section, image: Code) -> None:
    """Different unless the image has the bytes of a table."""
    names = [name for name in section.symbols if name in image.symbols]
    if not names:
        raise Different(f"the table {section.name} is not in the image")
    start = image.symbols[names[0]]
    if any(image.constant(start + i) != byte for i, byte in enumerate(section.data)):
        raise Different(f"{names[0]} has other bytes")


class Pair:
    """A section of code as it was proved, and in an image."""

    def __init__(self, proved: Code, image: Code, section: objects.Section):
        self.proved, self.image = proved, image
        # Other names, such as $t and .L1, are not of one object alone.
        symbols = [name for name in section.symbols if name.startswith("mc_")]
        known = [name for name in symbols if name in proved.symbols and name in image.symbols]
        if not known:
            raise Different(f"no routine of {section.name} is in the image")
        first = min(known, key=lambda name: proved.symbols[name])
        self.start, self.image_start = proved.symbols[first], image.symbols[first]
        # A table has no size on some targets; alignment behind the last routine is no part of it.
        sized = [proved.ends[name] for name in known if proved.ends[name] > proved.symbols[name]]
        self.end = max(sized, default=self.start + len(section.data))
        self.holes = {offset: symbol for offset, _, symbol in section.holes if symbol.rpartition("+")[0]}
        self.same: dict[int, int] = {}  # address of a proved instruction -> in the image
        self.jumps: list[tuple[int, int]] = []
        self.inside: list[tuple[int, int]] = []  # addresses in this section, relative to the program counter

    def match(self) -> None:
        at, other = self.start, self.image_start
        while at < self.end:
            self.same[at] = other
            at, other = self.step(at, other)
        for inside, outside in self.jumps:
            if not (
                self.same.get(inside) == outside or self.named(self.proved, inside) & self.named(self.image, outside)
            ):
                raise Different(f"a jump leads to {self.image.place(outside)}, proved was {self.proved.place(inside)}")
        for inside, outside in self.inside:
            if self.same.get(inside) != outside:
                raise Different(f"{self.image.place(outside)} is read, proved was {self.proved.place(inside)}")

    def step(self, at: int, other: int) -> tuple[int, int]:
        """Compares an instruction, or bytes of a pool of constants; returns where both go on."""
        if self.is_word(at):
            self.same_address(at, other)
            return at + WORD_BYTES, other + WORD_BYTES
        try:
            a = self.proved.instruction(at)
        except Undecoded:
            if self.proved.constant(at) != self.image.constant(other):
                raise Different(f"{self.image.place(other)} has another constant") from None
            return at + 1, other + 1
        try:
            b = self.image.instruction(other)
        except Undecoded as error:
            raise Different(f"{self.image.place(other)}: {error}") from None
        if not (self.is_same(a, b) or self.is_moved(at, other, a, b) or self.is_filled(at, a, b)):
            raise Different(f"{self.image.place(other)}: {b.text}, proved was {a.text}")
        return at + a.size, other + b.size

    def is_same(self, a: Instruction, b: Instruction) -> bool:
        """Whether two instructions do the same, if their jumps lead to the same places."""
        if a.jump is None or b.jump is None or not isinstance(a.jump.target, int):
            return a == b
        if not isinstance(b.jump.target, int) or a.jump.condition != b.jump.condition:
            return False
        self.jumps.append((a.jump.target, b.jump.target))
        names = [one.text.split()[0] for one in (a, b)]
        if CALLS.get(names[0], names[0]) != CALLS.get(names[1], names[1]):
            return False
        return a.jump.condition is None or a.body == b.body

    def is_moved(self, at: int, other: int, a: Instruction, b: Instruction) -> bool:
        """Whether they have the same bytes, and differ by addresses relative to their own place."""
        if a.size != b.size or len(a.body) != len(b.body):
            return False
        if any(self.proved.constant(at + i) != self.image.constant(other + i) for i in range(a.size)):
            return False
        pairs = differences(a, b)
        if not pairs or any(there - here != other - at for here, there in pairs):
            return False
        self.inside += pairs
        return True

    def is_filled(self, at: int, a: Instruction, b: Instruction) -> bool:
        """Whether the instructions differ by the address of one symbol, or by a part of it, as a number."""
        symbol = next(
            (self.holes[i] for i in range(at - self.start, at - self.start + a.size) if i in self.holes), None
        )
        if symbol is None or a.size != b.size or len(a.body) != len(b.body):
            return False
        here, there = self.addresses(symbol)
        if here is None:
            return False
        pairs = differences(a, b)
        return len(pairs) == 1 and pairs[0] in [(part(here), part(there)) for part in PARTS]

    def is_word(self, at: int) -> bool:
        """Whether a pool of constants has an address here."""
        if at - self.start not in self.holes or self.proved.target.name not in ("thumb", "armv7", "arm"):
            return False
        value = int.from_bytes(bytes(self.proved.constant(at + i) or 0 for i in range(WORD_BYTES)), "little")
        here, _ = self.addresses(self.holes[at - self.start])
        return here is not None and value & ~1 == here

    def same_address(self, at: int, other: int) -> None:
        here, there = self.addresses(self.holes[at - self.start])
        values = [
            int.from_bytes(bytes(code.constant(place + i) or 0 for i in range(WORD_BYTES)), "little")
            for code, place in ((self.proved, at), (self.image, other))
        ]
        if [values[0] & ~1, values[1] & ~1] != [here, there] or (values[0] ^ values[1]) & 1:
            raise Different(f"{self.image.place(other)} has another address")

    def addresses(self, symbol: str) -> tuple[int | None, int | None]:
        """Of a symbol and its addend, in the proof and in the image; None where one has none."""
        name, _, addend = symbol.rpartition("+")
        name = SECTION.sub("", name)
        if name not in self.proved.symbols or name not in self.image.symbols:
            return None, None
        return self.proved.symbols[name] + int(addend), self.image.symbols[name] + int(addend)

    @staticmethod
    def named(code: Code, address: int) -> set[str]:
        return {name for name, at in code.symbols.items() if at == address and name.startswith("mc_")}


def differences(a: Instruction, b: Instruction) -> list[tuple[int, int]]:
    """The numbers in which the bodies of two instructions differ; a pair that no address has where they differ in
    anything else."""
    found: list[tuple[int, int]] = []

    def compare(x: object, y: object) -> None:
        if x == y:
            return
        if isinstance(x, tuple) and isinstance(y, tuple) and len(x) == len(y) and type(x) is type(y):
            for one, two in zip(x, y, strict=True):
                compare(one, two)
        elif isinstance(x, int) and isinstance(y, int):
            found.append((x, y))
        else:
            found.append((-1, -2))

    compare(a.body, b.body)
    return found

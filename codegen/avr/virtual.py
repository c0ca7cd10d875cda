"""Straight-line code over bytes that have no registers yet; `allocation.py` gives them registers and stack slots.

A `Byte` is a variable: instructions may change it. Bytes of the arguments and constants must not be changed, so that
a load is enough to fetch them again: a byte that will change starts as a `copy`."""

import dataclasses
from collections.abc import Iterable


class Byte:
    """A variable of one byte. home: (argument, offset) in memory from which its value can be loaded; constant: its
    value, if known."""

    __slots__ = ("constant", "home")

    def __init__(self, home: tuple[str, int] | None = None, constant: int | None = None) -> None:
        self.home = home
        self.constant = constant


LOW, HIGH = Byte(), Byte()  # the product of the last multiplication: r0, r1
READ_ONLY_TARGET = frozenset({"mul", "store", "fetch"})
WRITE_ONLY_TARGET = frozenset({"copy", "mask", "take"})


@dataclasses.dataclass(frozen=True)
class Op:
    """An instruction, or one of: fetch (target into a register), copy (target = source), mask (target = 0 - carry),
    take (target, source = LOW, HIGH: both new), store (target into memory at place), comment (text)."""

    name: str
    target: Byte | None = None
    source: Byte | int | None = None
    place: tuple[str, int] | None = None
    text: str = ""

    def reads(self) -> list[Byte]:
        """The bytes whose values it needs."""
        found = [] if self.target is None or self.name in WRITE_ONLY_TARGET else [self.target]
        if isinstance(self.source, Byte) and self.name != "take":
            found.append(self.source)
        return found

    def writes(self) -> list[Byte]:
        """The bytes that it changes."""
        if self.name == "take":
            return [self.target, self.source]
        return [] if self.target is None or self.name in READ_ONLY_TARGET else [self.target]


class Program:
    """Instructions in order. Methods that make a byte return it. aliased: the output may be one of the inputs."""

    def __init__(self, aliased: bool = False) -> None:
        self.aliased = aliased
        self.ops: list[Op] = []
        self._arguments: dict[tuple[str, int], Byte] = {}
        self._constants: dict[int, Byte] = {}
        self.owned: dict[Byte, tuple[str, int]] = {}  # their places at the start
        self.spill_places: dict[Byte, tuple[str, int]] = {}  # their places at the end, instead of the frame
        self.arrivals: dict[int, Byte] = {}  # the contents of registers at the start
        self.departures: list[Byte] = []  # what registers, of the allocation's choice, hold at the end

    def argument(self, name: str, count: int) -> list[Byte]:
        """The bytes that the pointer argument `name` points at."""
        return [self._arguments.setdefault((name, i), Byte(home=(name, i))) for i in range(count)]

    def own_argument(self, name: str, count: int) -> list[Byte]:
        """The same for an argument that the function may destroy; these bytes may be changed."""
        found = {Byte(): (name, i) for i in range(count)}
        self.owned |= found
        return list(found)

    def in_registers(self, registers: Iterable[int]) -> list[Byte]:
        """The bytes of an argument that is passed in registers; they may be changed."""
        found = {register: Byte() for register in registers}
        self.arrivals |= found
        return list(found.values())

    def constant(self, value: int) -> Byte:
        return self._constants.setdefault(value, Byte(constant=value))

    @property
    def zero(self) -> Byte:
        return self.constant(0)

    def comment(self, text: str) -> None:
        self.ops.append(Op("comment", text=text))

    def op(self, name: str, target: Byte, source: Byte | int | None = None) -> None:
        """An instruction of the processor: target = target op source."""
        self.ops.append(Op(name, target, source))

    def fetch(self, bytes_: Iterable[Byte]) -> None:
        """Brings the bytes to registers together, so that a pointer need not change between them."""
        self.ops += [Op("fetch", byte) for byte in bytes_]

    def copy(self, source: Byte) -> Byte:
        target = Byte()
        self.ops.append(Op("copy", target, source))
        return target

    def copies(self, sources: Iterable[Byte]) -> list[Byte]:
        return [self.copy(source) for source in sources]

    def mask(self) -> Byte:
        """A new byte: 255 if the carry flag is set, else 0; the flag stays."""
        target = Byte()
        self.ops.append(Op("mask", target))
        return target

    def carry(self) -> Byte:
        """A new byte: the carry flag."""
        target = self.copy(self.zero)
        self.op("adc", target, self.zero)
        return target

    def multiply(self, a: Byte, b: Byte) -> None:
        """HIGH, LOW = a b, until the next multiplication."""
        self.ops.append(Op("mul", a, b))

    def take(self) -> tuple[Byte, Byte]:
        """The product, in two new bytes."""
        low, high = Byte(), Byte()
        self.ops.append(Op("take", low, high))
        return low, high

    def store(self, name: str, offset: int, value: Byte) -> None:
        self.ops.append(Op("store", value, place=(name, offset)))

    def chain(self, first: str, rest: str, targets: Iterable[Byte], sources: Iterable[Byte]) -> None:
        """targets += or -= sources, as numbers of several bytes: instruction `first`, then `rest`."""
        name = first
        for target, source in zip(targets, sources, strict=True):
            self.op(name, target, source)
            name = rest

    def add(self, targets: Iterable[Byte], sources: Iterable[Byte], carry_in: bool = False) -> None:
        self.chain("adc" if carry_in else "add", "adc", targets, sources)

    def subtract(self, targets: Iterable[Byte], sources: Iterable[Byte], carry_in: bool = False) -> None:
        self.chain("sbc" if carry_in else "sub", "sbc", targets, sources)

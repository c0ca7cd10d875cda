"""A kernel before it has registers: instructions over values. One instruction makes a value, and none changes it. The
programs of Thumb and RISC-V, and their allocations of registers, begin here."""

import dataclasses
from abc import ABC, abstractmethod
from typing import ClassVar

Value = int
NEVER = 1 << 30  # a next use


@dataclasses.dataclass(frozen=True)
class Step:
    """An instruction. `template` has {d} for the target, {0}, {1} for sources."""

    mnemonic: str
    template: str
    target: Value | None = None
    sources: tuple[Value, ...] = ()
    comment: str = ""


class Program(ABC):
    """The instructions of a kernel whose arguments are the values 0, 1, ...; `table_bytes` lie at the stack pointer.
    Methods append instructions and return the value that they make. Generators that serve several processors call them
    by the names of Thumb's instructions."""

    step_type: ClassVar[type[Step]]
    shifts: ClassVar[tuple[str, str, str]]  # the mnemonics: left, right, right with the sign

    def __init__(self, arguments: int, table_bytes: int = 0) -> None:
        self.steps: list = []
        self.arguments = tuple(range(arguments))
        self.table_bytes = table_bytes
        self.values = arguments

    def block(self, comment: str) -> None:
        """A comment above the instructions that follow."""
        self.steps.append(self.step_type("", "", comment=comment))

    def _make(self, mnemonic: str, template: str, *sources: Value, **options) -> Value:
        self.values += 1
        self.steps.append(self.step_type(mnemonic, template, self.values - 1, sources, **options))
        return self.values - 1

    def _do(self, mnemonic: str, template: str, *sources: Value, **options) -> None:
        """An instruction that makes no value."""
        self.steps.append(self.step_type(mnemonic, template, None, sources, **options))

    @abstractmethod
    def shift(self, mnemonic: str, a: Value, bits: int) -> Value:
        """The value shifted; by 0 bits it is the value itself, without an instruction."""

    def lsl(self, a: Value, bits: int) -> Value:
        return self.shift(self.shifts[0], a, bits)

    def lsr(self, a: Value, bits: int) -> Value:
        return self.shift(self.shifts[1], a, bits)

    def asr(self, a: Value, bits: int) -> Value:
        return self.shift(self.shifts[2], a, bits)


class Uses:
    """The instructions that use each value of a program, by their places."""

    def __init__(self, program: Program) -> None:
        self._of: dict[Value, list[int]] = {value: [] for value in range(program.values)}
        for i, step in enumerate(program.steps):
            for value in dict.fromkeys(step.sources):
                self._of[value].append(i)
        self.last = {value: max(places, default=0) for value, places in self._of.items()}
        for places in self._of.values():
            places.reverse()

    def after(self, value: Value, now: int) -> int:
        """The next use after instruction `now`, or NEVER. Later calls ask of later instructions."""
        places = self._of[value]
        while places and places[-1] <= now:
            places.pop()
        return places[-1] if places else NEVER

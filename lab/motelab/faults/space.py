"""The space of faults of one run: every moment, and at each all that a model can do there. A fault has a number, so
that a space of billions is drawn from without being listed."""

import bisect
import dataclasses
import functools
import itertools
import random
from collections.abc import Sequence

from motelab.common.errors import MotecurveError
from motelab.common.names import one_of

# Model -> what one fault does, as a simulator's file of faults says it, in words.
MODELS = {
    "skip": "one instruction is not executed",
    "skip-two": "two instructions are not executed",
    "register": "one bit of a register is flipped",
    "zero": "a register becomes zero",
    "memory": "one bit of the RAM in use is flipped",
    "opcode": "an instruction is executed with one bit of its first word flipped",
}
BYTE_BITS, OPCODE_BITS = 8, 16
ALL_MAX = 50_000_000  # an exhaustive run of more is refused: it would take months


@dataclasses.dataclass(frozen=True)
class Processor:
    """The registers that faults can change, by the simulator's numbers, and the bits of each."""

    registers: tuple[int, ...]
    register_bits: int


# By the module of motelab.boards that injects.
PROCESSORS = {
    "simavr": Processor(tuple(range(33)), 8),  # R0 to R31, and the status register
    "msp430": Processor((0, 1, 2, *range(4, 16)), 16),  # R3 is the generator of constants
    "unicorn": Processor(tuple(range(17)), 32),  # R0 to R15, and xPSR
    "ibex_open": Processor(tuple(range(1, 32)), 32),  # x0 is always 0
}


def counted(parts: tuple[range, ...], index: int) -> int:
    """The number at that index of ranges, one after the other."""
    ends = _ends(parts)
    part = bisect.bisect_right(ends, index)
    return parts[part][index - (ends[part - 1] if part else 0)]


@functools.cache
def _ends(parts: tuple[range, ...]) -> list[int]:
    return list(itertools.accumulate(map(len, parts)))


@dataclasses.dataclass(frozen=True)
class Fault:
    """One fault, in the words of a simulator (simulators/mote/faults.h)."""

    at: int
    model: str
    place: int
    bit: int

    @property
    def line(self) -> str:
        return f"{self.at} {self.model} {self.place} {self.bit}\n"


@dataclasses.dataclass(frozen=True)
class Space:
    """All faults of a model at some moments of a run, which are counted in its instructions. `ram` are the ranges of
    addresses that the image uses."""

    model: str
    moments: tuple[range, ...]
    processor: Processor
    ram: tuple[range, ...] = ()

    def __post_init__(self) -> None:
        one_of("model of faults", self.model, MODELS)

    @property
    def each(self) -> int:
        """Faults at one moment."""
        registers = self.processor.registers
        return {
            "skip": 1, "skip-two": 1, "register": len(registers) * self.processor.register_bits,
            "zero": len(registers), "memory": BYTE_BITS * sum(map(len, self.ram)), "opcode": OPCODE_BITS,
        }[self.model]  # fmt: skip

    @property
    def size(self) -> int:
        return sum(map(len, self.moments)) * self.each

    def fault(self, number: int) -> Fault:
        """The fault of that number, which is below the size."""
        moment, which = divmod(number, self.each)
        at = counted(self.moments, moment)
        if self.model in ("skip", "skip-two"):
            return Fault(at, "skip", 1 if self.model == "skip" else 2, 0)
        if self.model == "register":
            register, bit = divmod(which, self.processor.register_bits)
            return Fault(at, "register", self.processor.registers[register], bit)
        if self.model == "zero":
            return Fault(at, "zero", self.processor.registers[which], 0)
        if self.model == "opcode":
            return Fault(at, "opcode", 0, which)
        address, bit = divmod(which, BYTE_BITS)
        return Fault(at, "memory", counted(self.ram, address), bit)

    def drawn(self, count: int, seed: int) -> list[int]:
        """So many different numbers in ascending order, the same for the same seed; all if there are no more."""
        if count >= self.size:
            return list(range(self.size))
        return sorted(random.Random(seed).sample(range(self.size), count))

    def all(self) -> Sequence[int]:
        """Every number; MotecurveError if there are so many that nobody waits for the end."""
        if self.size > ALL_MAX:
            raise MotecurveError(
                f"{self.size:,} faults of the model {self.model} are too many for --all, which takes {ALL_MAX:,}; "
                "draw some with --sample N, or limit the moments with --from and --to"
            )
        return range(self.size)

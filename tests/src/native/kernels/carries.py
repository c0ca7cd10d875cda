"""Whether a kernel's operands notice each carry. For every instruction that takes the carry flag two faults are
planted: it ignores the carry, or it is left out. Some operand must then give another result.

Operands are the first ones of `operands.py`, and those that a long search found for the carries that these do not
reach (`python3 -m tests.src.native.kernels.search` writes them to found.txt). A fault that no operand has noticed is
in unnoticed.txt, with the reason; any other such fault fails the test."""

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.src.native.kernels.lanes import Report

COUNT = 640  # of the operands before those found
ALWAYS = 60  # operands that run in the simulator even if no fault is noticed first by them
FOUND = Path(__file__).with_name("found.txt")
UNNOTICED = Path(__file__).with_name("unnoticed.txt")

Inputs = tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Subject:
    """A kernel. run: the committed code in lanes, on inputs and with faults; operands: a seed's operands; expected:
    the result."""

    symbol: str
    run: Callable[..., Report]
    operands: Callable[[int], Iterator[Inputs]]
    expected: Callable[[Inputs], int]

    def first(self, count: int, seed: int = 1) -> list[Inputs]:
        """Different operands of a seed."""
        return list(dict.fromkeys(itertools.islice(self.operands(seed), count)))


@functools.cache
def _lines(path: Path) -> dict[str, list[str]]:
    """The entry of each kernel in a file: its lines without the first word."""
    found: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        symbol, _, rest = line.partition(" ")
        if not line.startswith("#"):
            found.setdefault(symbol, []).append(rest)
    return found


def found_operands(symbol: str) -> list[Inputs]:
    """The operands in found.txt."""
    return [tuple(int(number, 16) for number in line.split()) for line in _lines(FOUND).get(symbol, [])]


def listed(symbol: str) -> set[str]:
    """The faults of unnoticed.txt, without the reasons."""
    return {line.partition(": ")[0] for line in _lines(UNNOTICED).get(symbol, [])}


def unnoticed(report: Report) -> dict[str, tuple]:
    """The faults that no operand noticed, in the notation of unnoticed.txt."""
    return {
        f"{instruction.number} {instruction.text} ({fault})": (instruction, fault)
        for (instruction, fault), killer in report.killers.items()
        if killer < 0
    }


def check_results(subject: Subject, inputs: list[Inputs], report: Report) -> None:
    """The committed code gives the right results on all inputs."""
    for values, result in zip(inputs, report.results, strict=True):
        assert result == subject.expected(values), f"{subject.symbol} on {[hex(value) for value in values]}"


def noticing_operands(subject: Subject) -> list[Inputs]:
    """Operands, a few hundred at most, such that for each unlisted fault one of them notices it; asserts that they
    exist, and that all tried operands give the right results."""
    inputs = [*subject.first(COUNT), *found_operands(subject.symbol)]
    report = subject.run(inputs)
    check_results(subject, inputs, report)
    assert set(unnoticed(report)) == listed(subject.symbol), "carries that no operand notices: see unnoticed.txt"
    wanted = sorted({*range(ALWAYS), *report.killers.values()} - {-1})
    return [inputs[i] for i in wanted if i < len(inputs)]

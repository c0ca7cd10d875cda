"""Kernels with loops and subroutines as straight-line code for `straight_line.py`: the code is run through once, its
loops as often as their counter says, its local subroutines in the place of each call."""

import dataclasses
import re
from pathlib import Path

from codegen.avr.kernel import Kernel
from tests.src.native.avr import straight_line
from tests.src.native.avr.kernels import family_of, input_limits
from tests.src.native.kernels import lanes
from tests.src.native.kernels.carries import Subject
from tests.src.native.kernels.operands import operands

T_FLAG = 36  # its cell
COUNTED = re.compile(r"dec (r\d+)")


@dataclasses.dataclass(frozen=True)
class Line:
    """An instruction, its place in the file, and the labels before it."""

    text: str
    number: int
    labels: tuple[str, ...]


def lines_of(path: Path) -> list[Line]:
    """The instructions of a file, with the labels of loops and subroutines."""
    found: list[Line] = []
    labels: list[str] = []
    for text in straight_line.texts_of(path):
        if text.endswith(":"):
            labels.append(text.removesuffix(":"))
        elif not text.startswith("."):
            found.append(Line(text, len(found), tuple(labels)))
            labels = []
    return found


def executed(lines: list[Line]) -> list[Line]:
    """The instructions in the order of execution, without those that count loops, jump, call or return."""
    at = {label: line.number for line in lines for label in line.labels}
    counters: dict[str, int] = {}
    returns: list[int] = []
    found, place = [], 0
    while True:
        line = lines[place]
        name, _, rest = line.text.partition(" ")
        place += 1
        if counted := COUNTED.fullmatch(line.text):
            counters[counted[1]] -= 1
            last = counters[counted[1]]
        elif name == "rcall":
            returns.append(place)
            place = at[rest]
        elif name == "ret":
            if not returns:
                return found
            place = returns.pop()
        elif name == "rjmp" or (name == "brne" and last) or (name == "breq" and not last):
            place = at[rest]
        elif name not in ("brne", "breq"):
            if name == "ldi":
                register, value = rest.split(", ")
                counters[register] = int(value, 0) if value[0].isdigit() else 0
            found.append(line)


def code_of(path: Path) -> tuple[lanes.Code, dict[int, Line]]:
    """The steps of a file, and for each step that takes a carry its line."""
    code, origin = lanes.Code(bytes_per_cell=1), {}
    for line in executed(lines_of(path)):
        name, _, rest = line.text.partition(" ")
        if name in straight_line.NO_OPERATION:
            continue
        parts = re.split(r",\s*", rest)
        before = len(code.taking)
        if name == "bst":
            steps = [("COPY", T_FLAG, straight_line.register(parts[0])), ("AND", T_FLAG, code.constant(1))]
        elif name == "bld":  # into a register that was cleared
            steps = [("COPY", straight_line.register(parts[0]), T_FLAG)]
        else:
            steps = straight_line.steps(code, name, parts)
        code.instruction(line.text, *steps)
        if len(code.taking) > before:
            origin[code.taking[-1].step] = line
    return code, origin


def subject(kernel: Kernel, public: Kernel) -> tuple[Subject, dict[int, Line]]:
    """A bare function with the family of the kernel around it; and the line of each step that takes a carry."""
    code, origin = code_of(kernel.path)
    known, family = dataclasses.replace(kernel, header=public.header), public.header["family"]
    radix = 1 << 8 * kernel.field.byte_count if kernel.field.is_montgomery else 1
    limit = input_limits(public)[0]
    found = Subject(
        symbol=kernel.symbol,
        run=lambda inputs, faults=None: straight_line.run(code, known, inputs, faults),
        operands=lambda seed: operands(family, kernel.field.prime, 8, limit, radix, seed=seed),
        expected=lambda values: family_of(public).compute(kernel.field, *values),
    )
    return found, origin


def unnoticed(report: lanes.Report, origin: dict[int, Line]) -> list[str]:
    """The instructions, in the notation of unnoticed.txt, of which no operand noticed a fault in any execution."""
    noticed: dict[tuple[int, str, str], bool] = {}
    for (instruction, fault), killer in report.killers.items():
        line = origin[instruction.step]
        key = line.number, line.text, fault
        noticed[key] = noticed.get(key, False) or killer >= 0
    return [f"{number} {text} ({fault})" for (number, text, fault), seen in noticed.items() if not seen]

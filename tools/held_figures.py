"""Figures of boards in the pages that nothing holds: cycles, instructions, bytes of memory, times and energies.

A figure is held if it stands in a part of a page that is written from records (tools/figures.py), if such a part of the
same page has the same number, or if a comment in a line of its own above its paragraph or table says where it is from:

  <!-- measured: bench --board micaz --op ecdh --curve secp256r1; kernel avr/fb163_mul_each_ld_registers -->
  <!-- published by dahab2006: 30.21 s; 1,831 B -->
  <!-- earlier, before the kernel of a step: 27,655 -->
  <!-- held by tests/project/test_documented_figures.py: 4,744 cycles -->
  <!-- counted, a table of 256 elements: 5,376 bytes -->

Figures of the first are those of the commands' committed records, or what the header of a generated kernel states,
rounded as they stand. The others name each figure that they excuse: one that somebody else printed, one of an earlier
version, one that a test or a file of data holds, one that follows from the text alone. A comment that excuses nothing
is a complaint, too.

Numbers below LEAST are no figures of a board: cycles of an instruction by its manual, lengths of elements."""

import dataclasses
import functools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from motelab import ROOT
from motelab.boards import board as boards
from motelab.common.errors import MotecurveError
from motelab.measure.records import Record
from tools import confirm_advice, figures, host_figures, marks
from tools.marks import KERNEL, Mark

LEAST = 100
NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
WITH_UNIT = re.compile(
    rf"(?<![\w.,^/*+-])({NUMBER})\s+"
    r"(million instructions|cycles|instructions|kilocycles|Mcycles|mJ|ms|s|B|KB|bytes)\b(?![-/])"
)
# A number without a unit of its own, beside one that has it, as in `3,336 cycles and 6,220 through ...`.
LONG_NUMBER = re.compile(
    r"(?<![\w.,^/*+-])(\d{1,3}(?:,\d{3})+|\d{3})(?![\w^]|[.,]\d)"
    r"(?=\W*(?:$|[.,;:)]|(?:for|of|and|at|in|to|by|on|with|where|unreduced|instead|through|more|those|alone|as|modulo)\b))"
)
IN_CELL = re.compile(rf"(?<![\w.,^/+-])({NUMBER})(?![\w/^]|[.,]\d)")
WITH_NAME = re.compile(r'"(cycles|instructions|loads|stores|xors)": (\d+)')
OF_WORK = ("cycles", "instructions", "kilocycles", "Mcycles", "million instructions")
MEMORY = re.compile(r"\b(stack|flash|RAM|code|ROM|tables?|memory|static)\b")
HEADING = re.compile(r"\b(cycles|kilocycles|Mcycles|instructions|ms|mJ|flash|RAM|stack)\b")
SENTENCE = re.compile(r"(?<=[.:;!?])\s+(?=[A-Z`*\[(])")
FENCE = re.compile(r"^( *)```.*?^\1```", re.M | re.S)
WRITTEN = re.compile(r"^<!-- (?:(?:study|claims): )?\w+ -->\n.*?^<!-- end -->", re.M | re.S)
BLOCK = re.compile(r"(?:^.*\S.*\n?)+", re.M)
COMMENT = re.compile(r"<!--.*?-->", re.S)
NUMBER_ALONE = re.compile(r"[\d,.]*")
COSTS = re.compile(r"^ \*.*(?:[Cc]ycles|[Ii]nstructions|Stack|Flash).*$|^ \* for every input.*$", re.M)
SCALES = {"Mcycles": 1e6, "million instructions": 1e6, "kilocycles": 1e3, "s": 1e6, "ms": 1e3}
FIELDS = {
    "work": ("cycles", "instructions", "min", "max", "median", "longest_step_cycles", "loads", "stores", "xors"),
    "memory": (
        *("flash_bytes", "flash_const_bytes", "ram_static_bytes"),
        *("stack_bytes", "stack_bound_bytes", "task_stack_bytes"),
    ),
    "time": ("microseconds",),
    "mJ": ("energy_mj",),
}  # fmt: skip
KINDS = {
    **dict.fromkeys(OF_WORK, "work"), **dict.fromkeys(("B", "KB", "bytes", "flash", "RAM", "stack"), "memory"),
    **dict.fromkeys(("s", "ms"), "time"), "mJ": "mJ",
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Figure:
    """A number of a page and its unit, the heading's word in a table; and the line where it stands."""

    text: str
    unit: str
    line: int

    @property
    def value(self) -> float:
        return float(self.text.replace(",", ""))


def complaints(page: Path) -> list[str]:
    """Each figure of a page that nothing holds, and each mark that is wrong or excuses nothing."""
    text, name = page.read_text(), page.relative_to(ROOT) if page.is_relative_to(ROOT) else page
    written = set(numbers_in(text, parts_written(text)))
    found = []
    for start, block in blocks(without(text, parts_written(text))):
        line = text.count("\n", 0, start) + 1
        found += [f"{name}:{number}: {what}" for number, what in of_block(block, line, written)]
    return found


def parts_written(text: str) -> list[tuple[int, int]]:
    """The parts of a page that a tool writes from records."""
    kinds = (WRITTEN, figures.TABLE, figures.MEASURED, figures.ANNOTATED, host_figures.TABLE, confirm_advice.ROW)
    return [found.span() for kind in kinds for found in kind.finditer(text)]


def without(text: str, parts: Sequence[tuple[int, int]]) -> str:
    """The page with spaces in place of these parts and of blocks of code."""
    for start, end in [*parts, *(found.span() for found in FENCE.finditer(text))]:
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    return text


def numbers_in(text: str, parts: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The numbers of these parts, as they stand."""
    for start, end in parts:
        yield from re.findall(NUMBER, COMMENT.sub("", text[start:end]))


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs, lists and tables, and where each begins."""
    return ((found.start(), found[0]) for found in BLOCK.finditer(text))


def of_block(block: str, line: int, written: set[str]) -> Iterator[tuple[int, str]]:
    """The complaints about a block that begins at a line of a page with these written numbers."""
    found_marks = marks.of(block)
    blank = COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), block)
    found = list(in_table(blank, line) if blank.lstrip().startswith("|") else in_sentences(blank, line))
    for figure in found:
        if (
            figure.text not in written
            and not is_memory_of_a_board(figure)
            and not any(holds(mark, figure) for mark in found_marks)
        ):
            yield figure.line, f"{figure.text} {figure.unit} is in no record that the page names"
    for mark in found_marks:
        yield from ((line, what) for what in faults(mark, found, blank))


def in_sentences(block: str, line: int) -> Iterator[Figure]:
    """The figures of a paragraph or a list."""
    for start, sentence in parts_of(block):
        found = {}
        for one in WITH_UNIT.finditer(sentence):
            if is_figure(one[1], one[2], sentence):
                found[one.start()] = Figure(one[1], one[2], line + block.count("\n", 0, start + one.start()))
        for one in WITH_NAME.finditer(sentence):
            found[one.start(2)] = Figure(one[2], "cycles", line + block.count("\n", 0, start + one.start()))
        units = [figure.unit for figure in found.values() if figure.unit in OF_WORK]
        for one in LONG_NUMBER.finditer(sentence) if units or re.search(r"\bcycles\b", sentence) else ():
            has_unit = WITH_UNIT.match(sentence, one.start())
            if not has_unit:
                found[one.start()] = Figure(one[1], "cycles", line + block.count("\n", 0, start + one.start()))
        yield from (found[place] for place in sorted(found))


def parts_of(block: str) -> Iterator[tuple[int, str]]:
    """The sentences of a block, and where each begins."""
    start = 0
    for found in SENTENCE.finditer(block):
        yield start, block[start : found.start()]
        start = found.end()
    yield start, block[start:]


def is_figure(number: str, unit: str, sentence: str) -> bool:
    """Whether a number with a unit tells what something takes on a board."""
    if KINDS[unit] == "time":
        return bool(named_board().search(sentence))
    if unit in ("KB", "bytes") and not MEMORY.search(sentence):
        return False
    value = float(number.replace(",", "")) * {"KB": 1000, **SCALES}.get(unit, 1)
    return unit == "mJ" or value >= LEAST


@functools.cache
def named_board() -> re.Pattern[str]:
    """The names of boards that count cycles, and those that people use."""
    names = [name for name in boards.simulated() if boards.load(name).counts_cycles]
    return re.compile(
        rf"\b({'|'.join(map(re.escape, [*names, 'MICAz', 'TelosB', 'Uno', 'MSP430', 'Cortex-M0', 'Cortex-M4']))})\b"
    )


def in_table(block: str, line: int) -> Iterator[Figure]:
    """The figures of the columns whose headings name a unit; of all columns if the first heading does."""
    comments = block[: block.index("|")].count("\n")
    head, *rows = block.split("\n")[comments:]
    headings = cells_of(head)
    units = [found[0] if (found := HEADING.search(heading)) else "" for heading in headings]
    if units and units[0] in OF_WORK:
        units = [units[0]] * len(units)
    for number, row in enumerate(rows, line + comments + 1):
        for i, (unit, cell) in enumerate(zip(units, cells_of(row), strict=False)):
            for text in IN_CELL.findall(re.sub(r"`[^`]*`", "", cell)) if unit and (i or not units[0]) else ():
                if "." in text or float(text.replace(",", "")) >= LEAST:
                    yield Figure(text, unit, number)
        for one in WITH_UNIT.finditer(row):
            if is_figure(one[1], one[2], row):
                yield Figure(one[1], one[2], number)


def cells_of(row: str) -> list[str]:
    return row.strip().strip("|").split("|")


def holds(mark: Mark, figure: Figure) -> bool:
    """Whether a mark says where a figure is from."""
    if mark.kind == marks.MEASURED:
        return any(is_of(figure, command) for command in mark.items)
    return any(NUMBER_ALONE.match(item)[0] == figure.text for item in mark.items)


def is_of(figure: Figure, command: str) -> bool:
    """Whether the record of a command has a figure, rounded as it stands."""
    try:
        found = values_of(command, figure.unit)
    except MotecurveError:
        return False
    return any(is_rounded(figure, value) for value in found)


def values_of(command: str, unit: str) -> list[float]:
    """The values of a command's record, or of the header of a kernel; MotecurveError if there is none."""
    if command.startswith(KERNEL):
        scales = (1000, 1024) if unit == "KB" else (1,)
        return [value / scale for value in stated(command.removeprefix(KERNEL)) for scale in scales]
    return list(values(figures.record_of(command), unit))


@functools.cache
def stated(name: str) -> list[float]:
    """The numbers that a generated kernel's header states of its cycles, instructions, stack and flash."""
    file = ROOT / f"generated/native/{name}.S"
    if not file.is_file():
        raise MotecurveError(f"there is no kernel {name} in generated/native")
    header = file.read_text().partition("*/\n\n")[0]
    return [float(number) for line in COSTS.findall(header) for number in re.findall(r"\d+", line)]


def values(record: Record, unit: str) -> Iterator[float]:
    """The values of a record that a figure of that unit may be, in that unit."""
    kind = KINDS[unit]
    found = {name: value for name in FIELDS[kind] if (value := record.get(name)) is not None}
    for scale in (1000, 1024) if unit == "KB" else (SCALES.get(unit, 1),):
        yield from (value / scale for value in found.values())
        if kind == "memory" and "stack_bytes" in found:
            yield (found.get("ram_static_bytes", 0) + found["stack_bytes"]) / scale
    if unit == "ms" and record.get("longest_step_ms") is not None:
        yield record["longest_step_ms"]


def is_rounded(figure: Figure, value: float) -> bool:
    """Whether a figure is a value, to the figure's last digit that is not 0."""
    whole, _, digits = figure.text.replace(",", "").partition(".")
    zeros = 0 if digits else len(whole) - len(whole.rstrip("0"))
    places = len(digits) or (-zeros if zeros > 1 else 0)
    return round(abs(value), places) == round(figure.value, places)


def is_memory_of_a_board(figure: Figure) -> bool:
    """Whether a figure is the size of a memory of a board."""
    return KINDS[figure.unit] == "memory" and any(
        figure.value * scale == size for scale in (1, 1024) for size in memories()
    )


@functools.cache
def memories() -> frozenset[int]:
    """The sizes of the memories of all boards."""
    devices = [boards.load(name) for name in boards.simulated()]
    sizes = [size for device in devices for size in sizes_of(device)]
    return frozenset(size for size in sizes if size)


def sizes_of(device: boards.Board) -> tuple[int | None, ...]:
    """The memories of a board, the parts of them for images, and the RAM that is left to the program."""
    left = device.ram_bytes - device.image_ram_bytes if device.ram_bytes and device.image_ram_bytes else None
    return device.flash_bytes, device.ram_bytes, device.image_flash_bytes, device.image_ram_bytes, left


def faults(mark: Mark, found: Sequence[Figure], block: str) -> Iterator[str]:
    """Why a mark is wrong."""
    if mark.kind == "held by":
        yield from lacking(ROOT / mark.source, mark.items)
    for item in mark.items:
        if mark.kind == marks.MEASURED:
            try:
                values_of(item, "cycles")
            except MotecurveError as error:
                yield str(error)
                continue
            numbers = [Figure(text, unit, 0) for text in re.findall(NUMBER, block) for unit in ("cycles", "B")]
            if not any(is_of(figure, item) for figure in (*found, *numbers)):
                yield f"no figure here is of `{item}`"
        elif item not in " ".join(block.split()):
            yield f"{item} does not stand here"


def lacking(file: Path, items: Sequence[str]) -> Iterator[str]:
    """What a file lacks that holds figures: a file of data has them as they are, a test computes them."""
    name = file.relative_to(ROOT)
    if not file.is_file():
        yield f"{name} is no file"
    elif file.suffix != ".py":
        known = set(re.findall(r"\d+(?:\.\d+)?", file.read_text().replace("_", "")))
        yield from (
            f"{item} is not in {name}" for item in items if NUMBER_ALONE.match(item)[0].replace(",", "") not in known
        )

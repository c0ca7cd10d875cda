"""Writes figures into the pages from the committed records, or with --check says which are stale.

A table whose first heading begins with `cycles` gets its cells from the records. The first column names the board,
and every other heading an operation and a curve, such as `ecdh secp256r1`. The cell holds the cycles of the board's
own choice: the first constant-time record of that operation, or of verification, which is public, the first.

A table whose first heading is a command (`./motecurve bench ... ...`) has its cycles or instructions, flash and stack,
by the words of each row. A table of any other shape describes its cells in comments above it:

  <!-- figures: bench --op scalar-mult --curve sect163r2 {algorithm} => - cycles stack_bytes -->

This command measures a row. `{algorithm}` is the member that its first cell names (`wnaf`, w = 4; the window may also
stand in the measured cell), `{row}` is the text in backticks there, and `{1}` the text in backticks in column 1,
counted from 0; the words of a row such as `ecdh secp256r1` are `{operation}` and `{curve}`. `COMMAND less COMMAND`
gives differences. Behind `=>` is an item for every column: `-` leaves the cell, a field of the record goes in place of
its first number (`cycles/1000` in thousands, `cycles/1000000` in millions, `longest_step_ms.1` with one digit,
`ram_static_bytes+stack_bytes` a sum, `1/digit_density.2` an inverse), `%2:1` is how much more column 2 has than
column 1, in percent, and `x2:1` column 2 by column 1. `cycles;min;-` are items for the first, second and third number
of a cell. Empty cells stay, and a number keeps its sign.

Records are those of `tools/page_records.py`; --measure measures those that only pages ask for. Tables of times are
written from the measurements of `tools/host_figures.py`.

  .venv/bin/python tools/figures.py [--check|--measure] [page ...]
"""

import argparse
import functools
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from motelab import ROOT
from motelab.common.errors import MotecurveError
from motelab.compare import committed
from tools import (
    claims_page,
    confirm_advice,
    footprint_tables,
    host_figures,
    marks,
    network_costs,
    page_records,
    pairing_costs,
    peer_costs,
    proof_tables,
    study_page,
)

TABLE = re.compile(r"^\| cycles[^|]*\|((?: `[^`|]+ [^`|]+` \|)+)\n\|[-:| ]+\|\n((?:\| `[^`]+`.*\n)+)", re.M)


# Its first heading begins the command, the first cell of a row ends it.
MEASURED = re.compile(
    r"^\| `\./motecurve (bench .*?) \.\.\.` \| (cycles|instructions) \| flash B \| stack B \|\n\|[-:| ]+\|\n"
    r"((?:\|.*\n)+)",
    re.M,
)


# The record of a command, with these fields; None leaves the row as it is.
Recorded = Callable[[str, set[str]], dict | None]


def first_page(text: str) -> str:
    """README.md with its costs and its count of proofs."""
    return proof_tables.written(peer_costs.written(text))


# Pages with parts that other tools know how to write.
WRITERS = {
    claims_page.PAGE: claims_page.filled,
    confirm_advice.PAGE: confirm_advice.written,
    footprint_tables.PAGE: footprint_tables.written,
    network_costs.PAGE: network_costs.written,
    pairing_costs.PAGE: pairing_costs.written,
    study_page.PAGE: study_page.filled,
    **dict.fromkeys(peer_costs.PAGES, peer_costs.written),
    proof_tables.PAGE: proof_tables.written,
    ROOT / "README.md": first_page,
}


def pages() -> list[Path]:
    """The pages that may hold such tables."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def cycles(board: str, operation: str, curve: str) -> str:
    """Cycles of the board's own choice, with thousands separated, or `-` where the board has no room for it."""
    for record in committed.of(board):
        is_asked = (record["operation"], record["curve"]) == (operation, curve)
        if is_asked and (record["constant_time"] or operation.endswith("-verify")):
            return f"{record['cycles']:,}"
    return "-"


def filled(text: str) -> str:
    """The page with every cell of every such table as the records have it."""

    def fill(table: re.Match) -> str:
        asked = [heading.split() for heading in re.findall(r"`([^`]+)`", table[1])]
        head, rows = table[0][: table.start(2) - table.start()], table[2].splitlines()
        firsts = [row.split("|")[1] for row in rows]
        boards = [re.search(r"`([^`]+)`", first)[1] for first in firsts]
        cells = [[cycles(board, *of) for of in asked] for board in boards]
        lines = [f"|{first}| {' | '.join(row)} |" for first, row in zip(firsts, cells, strict=True)]
        return head + "\n".join(lines) + "\n"

    return TABLE.sub(fill, text)


def measured(text: str, recorded: Recorded | None = None) -> str:
    """The page with the figures of every command that heads a row; rows without a record stay."""

    def fill(table: re.Match) -> str:
        command, unit, rows = table.groups()
        lines = []
        for row in rows.splitlines():
            first, fields = row.split("|")[1], (unit, "flash_bytes", "stack_bytes")
            record = (recorded or of_records)(f"{command} {first.strip().strip('`')}", set(fields))
            lines.append(f"|{first}| {' | '.join(f'{record[name]:,}' for name in fields)} |" if record else row)
        return table[0][: table.start(3) - table.start()] + "\n".join(lines) + "\n"

    return MEASURED.sub(fill, text)


ANNOTATED = re.compile(r"((?:^<!-- figures: .*-->\n)+)((?:^\|.*\n)+)", re.M)
ANNOTATION = re.compile(r"<!-- figures: (.*) => (.*) -->")
IN_BACKTICKS = re.compile(r"`([^`]+)`")
NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
WINDOW = re.compile(r"\bw = (\d+)")
ITEM = re.compile(r"(1/)?([\w+]+?)(?:/(1000|1000000))?(?:\.(\d))?")


def annotated(text: str, recorded: Recorded | None = None) -> str:
    """The page with the cells of annotated tables by their commands, from committed records or those of `recorded`;
    rows without a record stay."""

    def fill(table: re.Match) -> str:
        head, ruler, *rows = (line.strip("|").split("|") for line in table[2].splitlines())
        for command, items in ANNOTATION.findall(table[1]):
            for cells in rows:
                fill_row(command, items.split(), cells, recorded or of_records)
        return table[1] + "".join(f"|{'|'.join(cells)}|\n" for cells in (head, ruler, *rows))

    return ANNOTATED.sub(fill, text)


def of_records(command: str, fields: set[str]) -> dict:
    """The committed record of a command, which has these fields."""
    record = record_of(command)
    if missing := sorted(fields - record.keys()):
        raise MotecurveError(f"the committed record of `{command}` lacks {', '.join(missing)}; {page_records.RENEW}")
    return record


def fill_row(command: str, items: list[str], cells: list[str], recorded: Recorded) -> None:
    """Writes the figures of one row into its cells; nothing where they are empty or the row has no record."""
    if len(items) != len(cells):
        raise ValueError(f"{len(items)} items for {len(cells)} columns: {items} {cells}")
    active = [i for i, item in enumerate(items) if item != "-" and NUMBER.search(cells[i])]
    of_row = command_of_row(command, cells, cells[active[0]]) if active else ""
    if not of_row:
        return
    fields = {name for i in active for name in fields_of(items[i])}
    record = recorded(of_row, fields)
    for i in active if record else ():
        parts = iter(items[i].split(";"))
        cells[i] = NUMBER.sub(lambda number: figure(next(parts, "-"), number[0], record, cells), cells[i])  # noqa: B023


def fields_of(item: str) -> list[str]:
    """The fields of a record that an item takes."""
    parts = (ITEM.fullmatch(part) for part in item.split(";") if part != "-" and part[0] not in "%x")
    return [name for part in parts for name in part[2].split("+")]


def figure(item: str, old: str, record: dict, cells: list[str]) -> str:
    """The replacement that an item gives for the number `old`."""
    if item == "-":
        return old
    if item[0] in "%x":
        first, second = (number_in(cells[int(column)]) for column in item[1:].split(":"))
        return f"{100 * (first / second - 1):+.1f}" if item[0] == "%" else f"{first / second:.2f}"
    inverse, field, unit, digits = ITEM.fullmatch(item).groups()
    value = sum(record[name] for name in field.split("+")) / int(unit or 1)
    value = 1 / value if inverse else value
    return f"{value:{'+' if old[0] in '+-' else ''},.{digits or 0}f}"


def command_of_row(command: str, cells: list[str], measured_cell: str) -> str:
    """The command of a row, by its cells and the window in the first or in the cell that is measured."""
    (row,) = IN_BACKTICKS.findall(cells[0])
    window = WINDOW.search(cells[0]) or WINDOW.search(measured_cell)
    algorithm = f"--algorithm {row}" + (f" --window {window[1]}" if window else "")
    command = re.sub(r"{(\d)}", lambda column: IN_BACKTICKS.findall(cells[int(column[1])])[0], command)
    operation, _, curve = row.partition(" ")
    places = {"{algorithm}": algorithm, "{row}": row, "{operation}": operation, "{curve}": curve}
    return functools.reduce(lambda text, place: text.replace(*place), places.items(), command)


def number_in(cell: str) -> float:
    return float(NUMBER.search(cell)[0].replace(",", ""))


@functools.cache
def record_of(command: str) -> dict:
    """The committed record of a command; of `COMMAND less COMMAND` the differences of its numbers. MotecurveError if
    there is none."""
    if marks.LESS in command:
        first, second = map(record_of, command.split(marks.LESS))
        return {
            name: value - second[name]
            for name, value in first.items()
            if type(value) in (int, float) and name in second
        }
    return page_records.record(command)


def stale(of: Sequence[Path] = ()) -> list[Path]:
    """Pages, of these or of all, whose figures are not those of the records, or not the times that were measured."""
    return [page for page in of or pages() if written(page) != page.read_text()]


def written(page: Path) -> str:
    """The page with all figures as the committed records have them; MotecurveError without a record."""
    text = host_figures.filled(annotated(measured(filled(page.read_text()))))
    return WRITERS[page](text) if page in WRITERS else text


def asked() -> dict[str, set[str]]:
    """The commands of all pages, and the fields of their records that the pages show."""
    found: dict[str, set[str]] = {}

    def ask(command: str, fields: set[str]) -> None:
        for one in command.split(marks.LESS):
            found.setdefault(one, set()).update(fields)

    for text in (page.read_text() for page in pages()):
        measured(text, ask)
        annotated(text, ask)
        for command in marks.commands(text):
            ask(command, set())
    for command in claims_page.commands():
        ask(command, {"flash_bytes"})
    return {command: fields for command, fields in found.items() if not page_records.is_of_others(command)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if a page is stale")
    parser.add_argument("--measure", action="store_true", help="first measure what no other record has; minutes")
    parser.add_argument("pages", nargs="*", type=Path, metavar="page", help="pages; without any, README.md and docs/")
    options = parser.parse_args()
    is_check, chosen = options.check, [page.resolve() for page in options.pages] or pages()
    if unknown := [page for page in chosen if page not in pages()]:
        parser.error(f"{unknown[0]} is no page of figures; those are README.md and those of docs/")
    if options.measure:
        page_records.measure(asked())
    found = stale(chosen)
    for page in found:
        print(f"{page.relative_to(ROOT)}: {'stale; run tools/figures.py' if is_check else 'written'}")
        if not is_check:
            page.write_text(written(page))
    return 1 if is_check and found else 0


if __name__ == "__main__":
    sys.exit(main())

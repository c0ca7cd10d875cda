"""Writes figures into the pages from the committed records, or with --check says which are stale.

A table whose first heading begins with `cycles` gets its cells from the records. The first column names the board, and
every other heading an operation and a curve, such as `ecdh secp256r1`. The cell holds the cycles of the board's own
choice: the first constant-time record of that operation, or of verification, which is public, the first.

With --measure it also runs the commands that head the rows of other tables (`./motecurve bench ... ...`), and writes
their cycles or instructions, flash and stack. A table of any other shape says in comments above it what its cells are:

  <!-- figures: bench --op scalar-mult --curve sect163r2 {algorithm} => - cycles stack_bytes -->

A row is measured by this command, where `{algorithm}` is the member that its first cell names (`wnaf`, w = 4; the
window may also stand in the measured cell) and `{row}` what stands in backticks there. Behind `=>` is an item for
every column: `-` leaves the cell, a field of the record goes in place of its first number (`cycles/1000` in thousands,
`longest_step_ms.1` with one digit, `ram_static_bytes+stack_bytes` a sum), and `%2:1` is what column 2 has more than
column 1, in percent. Empty cells stay.

  .venv/bin/python tools/figures.py [--check|--measure]
"""

import argparse
import functools
import json
import re
import subprocess
import sys
from pathlib import Path

from motecurve import ROOT
from motecurve.compare import committed

TABLE = re.compile(r"^\| cycles[^|]*\|((?: `[^`|]+ [^`|]+` \|)+)\n\|[-:| ]+\|\n((?:\| `[^`]+`.*\n)+)", re.M)


# Its first heading begins the command, the first cell of a row ends it.
MEASURED = re.compile(
    r"^\| `\./motecurve (bench .*?) \.\.\.` \| (cycles|instructions) \| flash B \| stack B \|\n\|[-:| ]+\|\n"
    r"((?:\|.*\n)+)",
    re.M,
)


def pages() -> list[Path]:
    """The pages that may hold such tables."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


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


def measured(text: str) -> str:
    """The page with the figures of every command as it gives them now; MotecurveError of the lab ends the run."""

    def fill(table: re.Match) -> str:
        command, unit, rows = table.groups()
        lines = []
        for first in (row.split("|")[1] for row in rows.splitlines()):
            record = record_of(f"{command} {first.strip().strip('`')}")
            figures = (f"{record[name]:,}" for name in (unit, "flash_bytes", "stack_bytes"))
            lines.append(f"|{first}| {' | '.join(figures)} |")
        return table[0][: table.start(3) - table.start()] + "\n".join(lines) + "\n"

    return MEASURED.sub(fill, text)


ANNOTATED = re.compile(r"((?:^<!-- figures: .*-->\n)+)((?:^\|.*\n)+)", re.M)
ANNOTATION = re.compile(r"<!-- figures: (.*) => (.*) -->")
NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
WINDOW = re.compile(r"\bw = (\d+)")
ITEM = re.compile(r"([\w+]+?)(/1000)?(?:\.(\d))?")


def annotated(text: str) -> str:
    """The page with the cells of annotated tables as their commands give them now."""

    def fill(table: re.Match) -> str:
        head, ruler, *rows = (line.strip("|").split("|") for line in table[2].splitlines())
        for command, items in ANNOTATION.findall(table[1]):
            for cells in rows:
                fill_row(command, items.split(), cells)
        return table[1] + "".join(f"|{'|'.join(cells)}|\n" for cells in (head, ruler, *rows))

    return ANNOTATED.sub(fill, text)


def fill_row(command: str, items: list[str], cells: list[str]) -> None:
    """Writes the figures of one row into its cells; nothing where they are empty."""
    if len(items) != len(cells):
        raise ValueError(f"{len(items)} items for {len(cells)} columns: {items} {cells}")
    active = [i for i, item in enumerate(items) if item != "-" and NUMBER.search(cells[i])]
    record = record_of(command_of_row(command, cells[0], cells[active[0]])) if active else {}
    for i in active:
        if items[i].startswith("%"):
            more, than = (number_in(cells[int(column)]) for column in items[i][1:].split(":"))
            text = f"{100 * (more / than - 1):+.1f}"
        else:
            field, thousands, digits = ITEM.fullmatch(items[i]).groups()
            value = sum(record[name] for name in field.split("+")) / (1000 if thousands else 1)
            text = f"{value:,.{digits or 0}f}"
        cells[i] = NUMBER.sub(text, cells[i], count=1)


def command_of_row(command: str, first: str, measured_cell: str) -> str:
    """The command of a row, by its first cell and the window in it or in the cell that is measured."""
    (row,) = re.findall(r"`([^`]+)`", first)
    window = WINDOW.search(first) or WINDOW.search(measured_cell)
    algorithm = f"--algorithm {row}" + (f" --window {window[1]}" if window else "")
    return command.replace("{algorithm}", algorithm).replace("{row}", row)


def number_in(cell: str) -> float:
    return float(NUMBER.search(cell)[0].replace(",", ""))


@functools.cache
def record_of(command: str) -> dict:
    """The one record that a command prints."""
    words = [*command.split(), "--format", "json"]
    run = subprocess.run([sys.executable, "-m", "motecurve", *words], stdout=subprocess.PIPE, check=True)
    (record,) = json.loads(run.stdout)
    return record


def stale() -> list[Path]:
    """Pages whose figures are not those of the records."""
    return [page for page in pages() if filled(page.read_text()) != page.read_text()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if a page is stale")
    parser.add_argument("--measure", action="store_true", help="also run the commands in the pages; minutes")
    asked = parser.parse_args()
    is_check = asked.check
    for page in pages() if asked.measure else ():
        page.write_text(annotated(measured(page.read_text())))
    found = stale()
    for page in found:
        print(f"{page.relative_to(ROOT)}: {'stale; run tools/figures.py' if is_check else 'written'}")
        if not is_check:
            page.write_text(filled(page.read_text()))
    return 1 if is_check and found else 0


if __name__ == "__main__":
    sys.exit(main())

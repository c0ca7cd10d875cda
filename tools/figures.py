"""Writes figures into the pages from the committed records, or with --check says which are stale.

A table whose first heading begins with `cycles` gets its cells from the records. The first column names the board, and
every other heading an operation and a curve, such as `ecdh secp256r1`. The cell holds the cycles of the board's own
choice: the first constant-time record of that operation, or of verification, which is public, the first.

With --measure it also runs the commands that head the rows of other tables (`./motecurve bench ... ...`), and writes
their cycles or instructions, flash and stack.

  .venv/bin/python tools/figures.py [--check|--measure]
"""

import argparse
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
            words = [*command.split(), *first.strip().strip("`").split(), "--format", "json"]
            run = subprocess.run([sys.executable, "-m", "motecurve", *words], stdout=subprocess.PIPE, check=True)
            (record,) = json.loads(run.stdout)
            figures = (f"{record[name]:,}" for name in (unit, "flash_bytes", "stack_bytes"))
            lines.append(f"|{first}| {' | '.join(figures)} |")
        return table[0][: table.start(3) - table.start()] + "\n".join(lines) + "\n"

    return MEASURED.sub(fill, text)


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
        page.write_text(measured(page.read_text()))
    found = stale()
    for page in found:
        print(f"{page.relative_to(ROOT)}: {'stale; run tools/figures.py' if is_check else 'written'}")
        if not is_check:
            page.write_text(filled(page.read_text()))
    return 1 if is_check and found else 0


if __name__ == "__main__":
    sys.exit(main())

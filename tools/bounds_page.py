"""Writes the table of docs/lower-bounds.md from the committed records, or with --check says whether it is stale.

.venv/bin/python tools/bounds_page.py [--check]
"""

import argparse
import re
import sys

from motelab import ROOT
from motelab.common import markdown
from motelab.compare import goals
from motelab.report import bounds, tables
from motelab.report.display import figure

PAGE = ROOT / "docs/lower-bounds.md"
BLOCK = re.compile(r"(<!-- bounds -->\n).*?(<!-- end -->)", re.S)
HEADINGS = ("goal of", "beside the bound", "goal", "ours", "arithmetic", "bound", "ours / bound")
FIGURES = ("goal", "ours", "arithmetic", "bound", "gap")


def table() -> str:
    """The goals of records that are not reached, each with the attempts on it."""
    paired = bounds.paired(goals.RECORDS)
    cells = []
    for row in bounds.rows(paired, tables.read(tables.requests(paired))):
        if not row["reached"]:
            named = f"{row['subject']}: {row['operation']}, {row['algorithm']}"
            cells.append([named, bounds.verdict(row), *(figure(row[name]) for name in FIGURES)])
            attempts = ([f"tried: {one['method']}", "", "", figure(one["cycles"]), "", "", ""] for one in row["tried"])
            cells += attempts
    return markdown.table(HEADINGS, cells, texts=2)


def written(text: str) -> str:
    """The page with its table as the records have it."""
    return BLOCK.sub(lambda block: f"{block[1]}\n{table()}\n\n{block[2]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/bounds_page.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")
    old = PAGE.read_text()
    new = written(old)
    if parser.parse_args().check:
        if new != old:
            print(f"{PAGE.relative_to(ROOT)}: stale; run tools/bounds_page.py")
        return int(new != old)
    PAGE.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())

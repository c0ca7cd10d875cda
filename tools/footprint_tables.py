"""Writes the tables of docs/footprint.md that name the routines of the smallest images, or with --check says whether
they are stale: their sums are to be the flash of the committed records. A test builds the images again.

.venv/bin/python tools/footprint_tables.py [--check]
"""

import argparse
import re
import sys

from motelab import ROOT
from motelab.boards import footprint
from motelab.boards.footprint import Part
from motelab.boards.image import Builder
from motelab.common import markdown
from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Request

PAGE = ROOT / "docs/footprint.md"
BOARD = "cortex-m0plus"
SMALLEST = {
    "p256": Request(BOARD, "ecdh", backend="c", curve="secp256r1", profile="small"),
    "x25519": Request(BOARD, "ecdh", backend="c", curve="Curve25519", profile="small"),
}
BLOCK = re.compile(rf"(<!-- ({'|'.join(SMALLEST)}) -->\n)(.*?)(<!-- end -->)", re.S)
TOTAL = re.compile(r"^\| all \| \| ([\d,]+) \|", re.M)
HEADINGS = ("routine", "source", "flash B")
LEAST_BYTES = 30  # of a routine with a row of its own


def table(name: str) -> str:
    """The routines of an image, the largest first, and their sum; builds the image."""
    parts = footprint.parts(Builder(bench.select(SMALLEST[name])))
    large = [part for part in parts if part.flash_bytes >= LEAST_BYTES]
    small = [part for part in parts if part.flash_bytes < LEAST_BYTES]
    rows = [(f"`{part.name}`", place(part), f"{part.flash_bytes:,}") for part in large]
    rows.append((f"{len(small)} others", "", f"{sum(part.flash_bytes for part in small):,}"))
    rows.append(("all", "", f"{sum(part.flash_bytes for part in parts):,}"))
    return markdown.table(HEADINGS, rows, texts=2)


def place(part: Part) -> str:
    """Where a part is from, in a cell."""
    return part.source if part.source == footprint.LIBRARY else f"`{part.source}`"


def is_of_record(name: str, text: str) -> bool:
    """Whether the sum of a table is the flash of the committed record."""
    total, record = TOTAL.search(text), committed.find(SMALLEST[name])
    return total is not None and record is not None and int(total[1].replace(",", "")) == record["flash_bytes"]


def written(text: str, anew: bool = False) -> str:
    """The page with the tables whose sums are no record's built again; `anew`, all of them."""

    def fill(found: re.Match) -> str:
        if not anew and is_of_record(found[2], found[3]):
            return found[0]
        return f"{found[1]}\n{table(found[2])}\n\n{found[4]}"

    return BLOCK.sub(fill, text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/footprint_tables.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")
    old = PAGE.read_text()
    if parser.parse_args().check:
        stale = [name for _, name, text, _ in BLOCK.findall(old) if not is_of_record(name, text)]
        for name in stale:
            print(f"{PAGE.relative_to(ROOT)}, {name}: stale; run tools/footprint_tables.py")
        return 1 if stale else 0
    PAGE.write_text(written(old, anew=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())

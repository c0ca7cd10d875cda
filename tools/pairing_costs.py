"""Writes the tables of docs/pairings/costs.md from the committed records, or with --check says whether they are stale.

.venv/bin/python tools/pairing_costs.py [--check]
"""

import argparse
import re
import sys

from motelab import ROOT
from motelab.report import pairings

PAGE = ROOT / "docs/pairings/costs.md"
BLOCK = re.compile(r"(<!-- costs -->\n).*?(<!-- end -->)", re.S)


def written(text: str) -> str:
    """The page with its tables as the records have them."""
    return BLOCK.sub(lambda block: f"{block[1]}\n{pairings.as_markdown()}\n\n{block[2]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/pairing_costs.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")
    old = PAGE.read_text()
    new = written(old)
    if parser.parse_args().check:
        if new != old:
            print(f"{PAGE.relative_to(ROOT)}: stale; run tools/pairing_costs.py")
        return int(new != old)
    PAGE.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())

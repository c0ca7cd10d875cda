"""Writes the counts of proved kernels into docs/assurance.md, README.md and SECURITY.md, from the certificates, or with
--check says whether they are stale.

.venv/bin/python tools/proof_tables.py [--check]
"""

import argparse
import re
import sys

from motelab import ROOT
from motelab.common import markdown
from motelab.prove import targets
from motelab.prove.kernel import certificates, objects

PAGE = ROOT / "docs/assurance.md"
PAGES = (PAGE, ROOT / "README.md", ROOT / "SECURITY.md")
BLOCK = re.compile(r"(<!-- (proved|proofs) -->)(\n*).*?(\n*<!-- end -->)", re.S)
HEADINGS = ("target", "assembled as for", "kernels", "proved", "binary fields", "prime fields", "others")
KINDS = ("fb", "fp", "")  # how the names of kernels begin
TEXTS = 2  # columns


def kind_of(kernel: str) -> str:
    return next(kind for kind in KINDS if kernel.startswith(kind))


def counts(target: str) -> dict[str, tuple[int, int]]:
    """By kind: kernels that are proved, and all."""
    certified = certificates.read(target)
    own = {kind: [name for name in objects.names(target) if kind_of(name) == kind] for kind in KINDS}
    return {kind: (sum(name in certified for name in names), len(names)) for kind, names in own.items()}


def table() -> str:
    lines = []
    for name in targets.NAMES:
        found = counts(name)
        proved, total = (sum(pair[i] for pair in found.values()) for i in (0, 1))
        cells = [f"{done} of {every}" if every else "" for done, every in found.values()]
        lines.append((f"`{name}`", f"`{targets.named(name).board}`", str(total), str(proved), *cells))
    return markdown.table(HEADINGS, lines, TEXTS)


def sentence() -> str:
    """All of them, for the first page."""
    pairs = [pair for name in targets.NAMES for pair in counts(name).values()]
    proved, total = sum(done for done, _ in pairs), sum(every for _, every in pairs)
    return f"{proved} of {total} kernels in assembly are proved from their bytes, for all inputs"


def written(text: str) -> str:
    """A page with its blocks as the certificates have them."""
    texts = {"proved": table, "proofs": sentence}
    return BLOCK.sub(lambda block: f"{block[1]}{block[3]}{texts[block[2]]()}{block[4]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/proof_tables.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a page is stale")
    check = parser.parse_args().check
    stale = [page for page in PAGES if written(page.read_text()) != page.read_text()]
    for page in stale:
        if check:
            print(f"{page.relative_to(ROOT)}: stale; run tools/proof_tables.py")
        else:
            page.write_text(written(page.read_text()))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())

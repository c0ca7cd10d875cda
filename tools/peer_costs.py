"""Writes the tables of docs/open-bench.md from the committed records of other people's implementations and of ours, or
with --check says whether they are stale.

PYTHONPATH=.:lab:bindings/python .venv/bin/python tools/peer_costs.py [--check]
"""

import argparse
import re
import sys

from motelab import ROOT
from motelab.boards import board as boards
from motelab.boards.implementations import manifest as manifests
from motelab.common import markdown
from motelab.compare import committed, committed_implementations, peers
from motelab.measure.records import Record

PAGE = ROOT / "docs/open-bench.md"
BLOCK = re.compile(r"(<!-- (\S+) -->\n).*?(<!-- end -->)", re.S)
CURVES = ("Curve25519", "secp256r1")
HEADINGS = ("code", "cycles", "flash B", "RAM and stack B", "differs")
OURS = "**ours**"


def rows_of(board: str, operation: str, curve: str) -> list[Record]:
    """The committed records of an operation on a curve and a board, ours included, the fastest first."""
    found = [
        record
        for name in peers.names()
        for record in committed_implementations.of(name)
        if (record["board"], record["operation"], record["curve"]) == (board, operation, curve)
    ]
    if found and (ours := committed.find(peers.ours_beside(found[0]))):
        found.append(ours)
    return sorted(found, key=lambda record: record["cycles"])


def line(record: Record) -> tuple[str, ...]:
    """A row of a table."""
    name = record["implementation"]
    is_ours = name not in manifests.names()
    differs = "" if is_ours else peers.difference(manifests.find(name), record)
    timing = "" if is_ours or record["constant_time"] else "not constant time"
    ram = record["ram_static_bytes"] + record["stack_bytes"]
    title = OURS if is_ours else manifests.find(name).title
    remarks = "; ".join(filter(None, (timing, differs)))
    return title, f"{record['cycles']:,}", f"{record['flash_bytes']:,}", f"{ram:,}", remarks


def table(board: str, operation: str, curve: str) -> str:
    """The table of an operation on a curve and a board; empty without a record of others."""
    rows = rows_of(board, operation, curve)
    if len(rows) < 2:
        return ""
    device = boards.load(board)
    worth = " (estimate)" if device.cycle_worth == "estimate" else ""
    headed = f"`{operation}` on {curve}, `{board}`{worth}:"
    return f"{headed}\n\n{markdown.table(HEADINGS, [line(record) for record in rows], texts=1)}"


def block(operation: str) -> str:
    """The tables of an operation, for each curve and board."""
    tables = (table(board, operation, curve) for curve in CURVES for board in boards.simulated())
    return "\n\n".join(filter(None, tables))


def written(text: str) -> str:
    """The page with its tables as the records have them."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{block(found[2])}\n\n{found[3]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/peer_costs.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")
    old = PAGE.read_text()
    new = written(old)
    if parser.parse_args().check:
        if new != old:
            print(f"{PAGE.relative_to(ROOT)}: stale; run tools/peer_costs.py")
        return int(new != old)
    PAGE.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())

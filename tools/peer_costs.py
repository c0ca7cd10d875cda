"""Writes the tables of docs/open-bench.md, the first one of README.md and that of docs/boards.md on published cycles,
from the committed records of other people's implementations and of ours, and from the campaigns against them
(tools/peer_attacks.py), or with --check says whether they are stale.

.venv/bin/python tools/peer_costs.py [--check]
"""

import argparse
import re
import sys
import textwrap

from motelab import ROOT
from motelab.boards import board as boards
from motelab.boards.implementations import manifest as manifests
from motelab.boards.selection import OURS as OWN
from motelab.common import markdown
from motelab.compare import calibration, committed, committed_implementations, committed_pairings, peers, published
from motelab.measure.bench import Request
from motelab.measure.records import Record
from motelab.network.deployed import tinydtls
from motelab.under_attack import lines as attack_lines

PAGES = (ROOT / "docs/open-bench.md", ROOT / "README.md", ROOT / "docs/boards.md")
BLOCK = re.compile(r"(<!-- (ecdh|beside|calibration|faults|leakage|other_curves|dtls) -->\n).*?(<!-- end -->)", re.S)
CURVES = ("Curve25519", "secp256r1", "sect163k1", "GLS254")
HEADINGS = ("code", "cycles", "flash B", "RAM and stack B", "differs")
OURS = "**ours**"
# Calls of ours, the second on FourQ, and of others on do255e and FourQ.
FOURQ = "FourQ"
ON_OTHER_CURVES = {
    ("ecdh", "Curve25519", "ecdh"): ("do255e-ecdh", "fourq-ecdh"),
    ("eddsa-sign-expanded", "Ed25519", "schnorrq-sign-expanded"): ("do255e-sign", "fourq-sign"),
    ("eddsa-verify", "Ed25519", "schnorrq-verify"): ("do255e-verify", "fourq-verify"),
}
# Rows of the README: work that several have on a board.
FIRST = (
    ("micaz", "ecdh", "Curve25519"), ("micaz", "ecdh", "secp256r1"), ("telosb", "ecdh", "Curve25519"),
    ("cortex-m0plus", "ecdh", "Curve25519"), ("cortex-m0plus", "ecdh", "secp256r1"),
    ("cortex-m4", "ecdh", "Curve25519"), ("cortex-m4", "ecdh", "secp256r1"),
    ("cortex-m4", "ecdsa-sign-digest-random", "secp256r1"),
)  # fmt: skip
# The same on the fastest curves of 128 bits: calls on FourQ, and those of others on do255e and FourQ.
FIRST_OF_128_BITS = (
    ("cortex-m0plus", "ecdh"), ("cortex-m4", "ecdh"), ("cortex-m4", "schnorrq-sign-expanded"),
)  # fmt: skip
FIRST_HEADINGS = (
    "board", "call", "ours, cycles", "flash B", "RAM, stack B", "other, cycles", "flash B", "RAM, stack B", "whose"
)  # fmt: skip


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


def as_published(board: str, operation: str, curve: str) -> list[dict[str, str]]:
    """Cycles that others published for code that was not found."""
    wanted = {"board": board, "operation": operation, "curve": curve}
    return [row for row in published.peers_published() if wanted.items() <= row.items()]


def line_as_published(row: dict[str, str]) -> tuple[str, ...]:
    """Its row of a table."""
    kind = row["work"].partition(", ")[2]
    remark = "; ".join(filter(None, ("as published, not measured here", f"{row['device']}, {kind}" if kind else "")))
    return row["source"], f"{int(row['cycles']):,}", "", "", remark


def table(board: str, operation: str, curve: str) -> str:
    """The table of an operation on a curve and a board; empty without a record of others."""
    rows = rows_of(board, operation, curve)
    if len(rows) < 2:
        return ""
    lines = [(record["cycles"], line(record)) for record in rows]
    lines += [(int(row["cycles"]), line_as_published(row)) for row in as_published(board, operation, curve)]
    device = boards.load(board)
    worth = " (estimate)" if device.cycle_worth == "estimate" else ""
    headed = f"`{operation}` on {curve}, `{board}`{worth}:"
    return f"{headed}\n\n{markdown.table(HEADINGS, [cells for _, cells in sorted(lines)], texts=1)}"


def figures(record: Record, is_best: bool) -> tuple[str, str, str]:
    """Cycles, bold if they are the fewest, flash, and RAM with the stack."""
    cycles = f"{record['cycles']:,}"
    ram = record["ram_static_bytes"] + record["stack_bytes"]
    return f"**{cycles}**" if is_best else cycles, f"{record['flash_bytes']:,}", f"{ram:,}"


def pairs() -> list[tuple[str, str, Record, Record]]:
    """Of each row of the README's table board, call, our record, and that of the fastest of the others."""
    found = []
    for board, operation, curve in FIRST:
        rows = rows_of(board, operation, curve)
        ours = next(record for record in rows if record["implementation"] == OWN)
        found.append((board, f"{operation} {curve}", ours, next(record for record in rows if record is not ours)))
    for board, operation in FIRST_OF_128_BITS:
        others = next(theirs for (*_, ours), theirs in ON_OTHER_CURVES.items() if ours == operation)
        fastest = min(on_do255e_and_fourq(board, others), key=lambda record: record["cycles"])
        found.append((board, f"{operation} {FOURQ}", own_on_fourq(board, operation), fastest))
    return found


def first() -> str:
    """The README's table: ours beside the fastest of the others, and a sentence that names where these are ahead."""
    rows, ahead = [], []
    for board, work, ours, other in pairs():
        title = manifests.find(other["implementation"]).title
        is_ahead = ours["cycles"] <= other["cycles"]
        call = f"`{work}`"
        rows.append((f"`{board}`", call, *figures(ours, is_ahead), *figures(other, not is_ahead), title))
        if not is_ahead:
            ahead.append(f"{call} on `{board}` ({100 * (ours['cycles'] / other['cycles'] - 1):.0f} %)")
    fewer = f"Others need fewer cycles for {', '.join(ahead)}" if ahead else "Nobody needs fewer cycles here"
    beaten, compared = peers.counted()
    at_once = f"One image of ours beats {beaten} of {compared} calls of others in cycles, flash and RAM at once."
    sentence = f"{fewer}. {at_once}"
    return f"{markdown.table(FIRST_HEADINGS, rows, texts=2)}\n\n{textwrap.fill(sentence, 120, break_on_hyphens=False)}"


def calibrated() -> str:
    """Published cycles beside ours of the same code."""
    headings = ("code, operation", "board", "published by", "explanation", "published", "here", "%")
    rows = [
        (f"{manifests.find(row['implementation']).title}, {row['operation']}", f"`{row['board']}`",
         row["published_source"], row["explanation"], f"{row['published_cycles']:,}", f"{row['ours_cycles']:,}",
         f"{row['difference_percent']:+.2f}")
        for row in calibration.committed_rows()
    ]  # fmt: skip
    return markdown.table(headings, rows, texts=4)


def on_do255e_and_fourq(board: str, operations: tuple[str, ...]) -> list[Record]:
    """The records of others on a board of these operations."""
    found = [row for name in peers.names() for row in committed_implementations.of(name)]
    return [row for row in found if row["board"] == board and row["operation"] in operations]


def own_on_fourq(board: str, operation: str) -> Record:
    rows = committed_pairings.of(board)
    return next(row for row in rows if (row["operation"], row["curve"]) == (operation, FOURQ))


def on_other_curves() -> str:
    """Calls of others on do255e and FourQ, beside ours, the fastest first."""
    rows = []
    for board in ("cortex-m0plus", "cortex-m4"):
        for (operation, curve, on_fourq), others in ON_OTHER_CURVES.items():
            own = Request(board, operation, backend=boards.load(board).best_backend("fast"), curve=curve)
            ours = filter(None, (committed.find(own), own_on_fourq(board, on_fourq)))
            found = [*on_do255e_and_fourq(board, others), *ours]
            for row in sorted(found, key=lambda row: row["cycles"]):
                title, *cells = line(row)
                own = row["implementation"] == OWN
                call = f"{row['operation']} {row['curve']}" if own else row["operation"]
                rows.append((f"`{board}`", f"`{call}`", title, *cells))
    return markdown.table(("board", "call", *HEADINGS), rows, texts=3)


def handshakes() -> str:
    """Sides of DTLS 1.2 by TinyDTLS on each board."""
    headings = ("board", "side", "Mcycles", "s", "flash B", "static RAM B", "stack B")
    rows = [
        (f"`{row['board']}`", row["operation"].rpartition("-")[2], f"{row['cycles'] / 1e6:,.0f}",
         f"{row['cycles'] / row['clock_hz']:,.1f}",
         *(f"{row[name]:,}" for name in ("flash_bytes", "ram_static_bytes", "stack_bytes")))
        for row in committed_implementations.of(tinydtls.NAME)
    ]  # fmt: skip
    return markdown.table(headings, rows, texts=2)


def block(name: str) -> str:
    """The README's table, the one on calibration, one of attacks, one of others alone, or the tables of an operation
    for each curve and board."""
    if name in peers.ATTACKS:
        return attack_lines.markdown_table(name)
    others = {"beside": first, "calibration": calibrated, "other_curves": on_other_curves, "dtls": handshakes}
    return others[name]() if name in others else of_operation(name)


def of_operation(operation: str) -> str:
    """The tables of an operation, for each curve and board."""
    tables = (table(board, operation, curve) for curve in CURVES for board in boards.simulated())
    return "\n\n".join(filter(None, tables))


def written(text: str) -> str:
    """The page with its tables as the records have them."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{block(found[2])}\n\n{found[3]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/peer_costs.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")
    check, stale = parser.parse_args().check, 0
    for page in PAGES:
        old = page.read_text()
        new = written(old)
        if check and new != old:
            print(f"{page.relative_to(ROOT)}: stale; run tools/peer_costs.py")
            stale = 1
        elif not check:
            page.write_text(new)
    return stale


if __name__ == "__main__":
    sys.exit(main())

"""Writes the tables of docs/papers.md, what the five papers claim and our verdicts, from committed records, or with
--check says whether they are stale. A block begins with `<!-- claims: SOURCE -->` and ends with `<!-- end -->`;
`./motecurve tables --source SOURCE --claims` prints the same, measured now.

  .venv/bin/python tools/claims_page.py [--check]
"""

import argparse
import functools
import re
import statistics
import sys

from motelab import ROOT
from motelab.common import markdown
from motelab.compare import committed_host, paper_claims
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.report import tables
from motelab.report.tables import Measured
from motelab.study import fair_claims, names
from tools import page_records

PAGE = ROOT / "docs/papers.md"
BLOCK = re.compile(r"(<!-- claims: (\w+) -->\n).*?(<!-- end -->)", re.S)
HEADINGS = ("claim", "in the authors' words", "on their figures", "on ours")
NOTHING = dict.fromkeys(("cycles", "instructions", "microseconds"))  # that a record may lack
# Times of a host are kept by the Koblitz curve of a field.
KOBLITZ = {"sect163r2": "sect163k1", "sect233r1": "sect233k1", "sect283r1": "sect283k1", "sect409r1": "sect409k1",
           "sect571r1": "sect571k1"}  # fmt: skip


def command(request: Request) -> str:
    """The command that a record of a page is found by."""
    return bench.command_for(request).removeprefix("./motecurve ")


@functools.cache
def requests(source: str) -> tuple[Request, ...]:
    """The measurements that the claims of a paper need."""
    return tuple(tables.requests(tables.claimed(source)))


def commands() -> list[str]:
    """The commands of simulated boards behind the page."""
    sources = dict.fromkeys(claim.source for claim in paper_claims.load())
    return [command(request) for source in sources for request in requests(source) if tables.is_simulated(request)]


def measured(request: Request) -> Measured:
    """The committed record of a request; of a host the committed time, or none."""
    if tables.is_simulated(request):
        return Measured(NOTHING | page_records.record(command(request)), is_recorded=True)
    of_field = command(request).replace(request.curve, KOBLITZ.get(request.curve, request.curve))
    line = committed_host.lines().get(of_field.replace(" --backend c", ""))
    if line is None:
        return Measured(None, tables.UNRECORDED)
    time = statistics.median(run["microseconds"] for run in line["runs"])
    return Measured(NOTHING | {"microseconds": time, "board": request.board}, is_recorded=True)


def rows(source: str) -> list[paper_claims.Row]:
    """The claims of a paper with their verdicts."""
    if source == names.SOURCE:
        return fair_claims.summaries()
    found = tables.compare(tables.claimed(source), {request: measured(request) for request in requests(source)})
    return [paper_claims.tested(claim, found) for claim in paper_claims.of(source)]


def table(source: str) -> str:
    """One line a claim: its words and place, and the verdicts with their figures."""
    lines = []
    for row in rows(source):
        words = f"{row['quote']} ({row['place']})" + (f"; {row['note']}" if row["note"] else "")
        cells = [f"**{row[verdict]}**: {row[figures]}".removesuffix(": ")
                 for verdict, figures in (("on_printed", "printed"), ("on_ours", "ours"))]  # fmt: skip
        lines.append([f"`{row['claim']}`", words, *cells])
    return markdown.table(list(HEADINGS), lines)


def filled(text: str) -> str:
    """The page with every block as the committed records have it."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{table(found[2])}\n\n{found[3]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the page is stale")
    is_check, text = parser.parse_args().check, PAGE.read_text()
    is_stale = filled(text) != text
    if is_check and is_stale:
        print(f"{PAGE.relative_to(ROOT)}: stale; run tools/claims_page.py")
    elif is_stale:
        PAGE.write_text(filled(text))
    return int(is_check and is_stale)


if __name__ == "__main__":
    sys.exit(main())

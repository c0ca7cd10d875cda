"""The rows of `./motecurve prove --recodings`, for people and for programs."""

import dataclasses
import sys

from rich import box
from rich.table import Table

from motelab.common.progress import Progress
from motelab.measure import recoded
from motelab.prove.recodings import proof
from motelab.prove.recodings.bits import Library
from motelab.prove.recodings.proof import Row
from motelab.report import display


def report(form: str) -> None:
    """Proves, and prints; exits with 1 if a recoding is not proved."""
    rest = list(proof.others())
    total = len(recoded.cases()) + len(rest)
    rows: list[Row] = []
    with Progress("proving", total) as progress:
        for row in proof.base_two(Library(), proof.lengths()):
            rows.append(row)
            progress(len(rows), total, row.recoding)
        for name, work in rest:
            rows.append(work())
            progress(len(rows), total, name)
    if not display.for_programs([dataclasses.asdict(row) for row in rows], form):
        show(rows)
    if not all(row.proved for row in rows):
        sys.exit(1)


def show(rows: list[Row]) -> None:
    """The table, and what is not proved."""
    out = display.console()
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("recoding", "w", "statement", "method", "steps", "s", ""):
        table.add_column(heading, justify="right" if heading in ("w", "steps", "s") else "left")
    for row in rows:
        verdict = "[green]proved[/]" if row.proved else "[bold red]not proved[/]"
        width = "" if row.width is None else str(row.width)
        facts = (row.statement, row.method, f"{row.steps:,}", f"{row.seconds:.2f}")
        table.add_row(row.recoding, width, *facts, verdict)
    out.print(table)
    for row in rows:
        if not row.proved:
            out.print(f"{row.recoding}: {row.reason}", markup=False, highlight=False)
    out.print(f"{len(rows)} recodings: {sum(row.proved for row in rows)} proved", highlight=False)

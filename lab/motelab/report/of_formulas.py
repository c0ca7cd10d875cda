"""The rows of `./motecurve prove --formulas`, for people and for programs."""

import dataclasses
import sys
from typing import Any

from rich import box
from rich.table import Table

from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.prove.formulas import catalogue, proof
from motelab.prove.formulas.catalogue import Entry
from motelab.prove.formulas.proof import Row
from motelab.report import display


def systems(entry: Entry) -> set[str]:
    """The coordinate systems that a formula reads or writes."""
    named = {one.system for one in entry.formula.parameters} - {"", "element", "number"}
    return named | {one.form.split()[0] for one in entry.formula.parameters if one.system == "element" and one.form}


def chosen(coordinates: tuple[str, ...]) -> list[Entry]:
    """The formulas of some coordinate systems, or all; MotecurveError for a name that is none."""
    entries = catalogue.entries()
    known = sorted({system for entry in entries for system in systems(entry)} & set(catalogue.SYSTEMS))
    wanted = {one_of("coordinate system", name, known) for name in coordinates}
    return [entry for entry in entries if not wanted or systems(entry) & wanted]


def report(coordinates: tuple[str, ...], form: str) -> None:
    """Proves, and prints; exits with 1 if a formula is not proved."""
    entries = chosen(coordinates)
    rows = []
    with Progress("proving", len(entries)) as progress:
        for done, entry in enumerate(entries, start=1):
            rows.append(proof.prove(entry))
            progress(done, len(entries), entry.name)
    if not display.for_programs([as_row(row) for row in rows], form):
        show(rows)
    if not all(row.proved for row in rows):
        sys.exit(1)


def as_row(row: Row) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in dataclasses.asdict(row).items()}


def show(rows: list[Row]) -> None:
    """The table, the sentences that exclude cases, and the cases that nothing excludes."""
    out = display.console()
    sentences = list(dict.fromkeys(text for row in rows for text in row.excluded_by))
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("formula", "statement", "exceptional cases", "excluded by", "s", ""):
        table.add_column(heading, justify="right" if heading == "s" else "left")
    for row in rows:
        numbers = ", ".join(f"({sentences.index(text) + 1})" for text in row.excluded_by)
        verdict = "[green]proved[/]" if row.proved else "[bold red]not proved[/]"
        cases = "; ".join(row.exceptional_cases) or "none"
        table.add_row(row.formula, row.statement, cases, numbers, f"{row.seconds:.2f}", verdict)
    out.print(table)
    for number, text in enumerate(sentences, start=1):
        out.print(f"({number}) {text}", markup=False, highlight=False)
    for row in rows:
        for one in row.open_cases:
            out.print(f"{row.formula}: {one}", markup=False, highlight=False)
    out.print(f"{len(rows)} formulas: {sum(row.proved for row in rows)} proved", highlight=False)

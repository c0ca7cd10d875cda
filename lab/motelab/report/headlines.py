"""The report's first figures: our fastest beside the published figures and the fastest other library measured."""

import csv
import dataclasses
from typing import Any

from motelab import DATA
from motelab.boards.implementations import manifest as manifests
from motelab.common.schema import Schema
from motelab.compare import committed_implementations, published
from motelab.measure.bench import command_for
from motelab.measure.records import Record
from motelab.report.overview import Overview, fastest

PAPER = "aranha2008"
HEADLINES = Schema("motelab.report.schemas", "HeadlinesFile")


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Others' cycles, and ours as a share of them."""

    who: str
    cycles: float
    ratio: float


@dataclasses.dataclass(frozen=True)
class Headline:
    """One operation: our fastest record, its command, and the others."""

    title: str
    record: Record
    command: str
    others: tuple[Comparison, ...]


def published_cycles(selectors: list[dict[str, str]]) -> float:
    """Sum of the published figures that the selectors name, one row each; ValueError if one names another number."""
    total = 0.0
    for selector in selectors:
        found = [row for row in published.rows(PAPER) if all(getattr(row, k) == v for k, v in selector.items())]
        if len(found) != 1:
            raise ValueError(f"headlines.toml: {selector} names {len(found)} rows of {PAPER}, not one")
        total += found[0].value
    return total


def fastest_peer(selector: dict[str, str]) -> tuple[str, float] | None:
    """Name and cycles of the fastest other library for the selector, or None: of the records of the implementation that
    it names, else of peers-measured.csv."""
    if name := selector.get("implementation"):
        records = [r for r in committed_implementations.of(name) if all(r[k] == v for k, v in selector.items())]
        fastest_record = min(records, key=lambda record: record["cycles"], default=None)
        return fastest_record and (manifests.find(name).title, fastest_record["cycles"])
    with (DATA / "peers-measured.csv").open(newline="") as stream:
        found = [row for row in csv.DictReader(stream) if all(row[k] == v for k, v in selector.items())]
    best = min(found, key=lambda row: int(row["cycles"]), default=None)
    return best and (f"{best['library']} {best['version']}".strip(), int(best["cycles"]))


def headlines(overview: Overview) -> list[Headline]:
    """All measured headlines of data/headlines.toml."""
    specifications = HEADLINES.read(DATA / "headlines.toml")["headline"]
    made = (_headline(overview, specification) for specification in specifications)
    return [headline for headline in made if headline]


def _headline(overview: Overview, specification: dict[str, Any]) -> Headline | None:
    request = fastest(overview.records, specification["operation"], **specification.get("record", {}))
    if request is None:
        return None
    record = overview.records[request]
    rows = specification["published"]
    others = [(f"{PAPER}, assembly", published_cycles(rows)) if rows else None, fastest_peer(specification["peer"])]
    comparisons = (Comparison(who, cycles, record["cycles"] / cycles) for who, cycles in filter(None, others))
    return Headline(specification["title"], record, command_for(request), tuple(comparisons))

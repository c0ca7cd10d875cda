"""Charts of algorithms beside each other: a bar for each record of one operation."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from motelab.compare.goals import GOALS
from motelab.compare.published import PEERS
from motelab.measure import identities
from motelab.measure.bench import command_for
from motelab.measure.records import Record, identity
from motelab.report.overview import Overview
from motelab.report.site import figures
from motelab.report.site.figures import Bar, Chart

DRAWN_UP_TO = 8  # times the shortest bar; longer ones are named below the chart
NAMED = 12  # of these
Marks = Mapping[str, float]  # identity -> published figure
Value = Callable[[Record], float]


def comparison(
    title: str, unit: str, records: Sequence[Record], value: Value, command: str, marks: Marks | None = None
) -> Chart:
    """Bars by algorithm, C above assembly, the shortest first. The records differ only in parts that whoever builds an
    image chooses."""
    labels = identities.labels(records)
    ordered = sorted(records, key=lambda r: (labels[identity(r)], r["backend"] != "c"))
    groups = []
    for label, members in groupby(ordered, key=lambda r: labels[identity(r)]):
        groups.append([Bar(label, value(r), r["backend"], (marks or {}).get(identity(r))) for r in members])
    groups.sort(key=shortest)
    limit = DRAWN_UP_TO * max(shortest(groups[0]), 1)
    drawn = [bar for group in groups if shortest(group) <= limit for bar in group]
    long = [f"{group[0].label} ({shortest(group):,.0f})" for group in groups if shortest(group) > limit]
    more = f" and {len(long) - NAMED} more" if len(long) > NAMED else ""
    note = f"Too long to draw: {', '.join(long[:NAMED])}{more}." if long else ""
    return figures.bars(title, drawn, unit, command, note)


def shortest(bars: list[Bar]) -> float:
    return min(bar.value for bar in bars)


def published_marks(overview: Overview) -> Marks:
    """Identity of each record of this run -> published cycles of the row that it is paired with; the paper's own row
    before the rows that it quotes."""
    papers = [rows for source, rows in overview.tables.items() if source not in (PEERS, GOALS)]
    rows = [row for rows in papers for row in rows if row["metric"] == "cycles" and row["command"]]
    by_command: dict[str, float] = {}
    for row in rows:
        by_command.setdefault(row["command"], row["value"])
    commands = {identity(record): command_for(request) for request, record in overview.records.items()}
    return {key: by_command[command] for key, command in commands.items() if command in by_command}

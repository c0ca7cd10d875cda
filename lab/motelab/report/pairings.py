"""Costs of pairings, and of schemes with them, on every board, from the committed records: for the report and for the
page docs/pairings/costs.md."""

import dataclasses
from collections.abc import Sequence

from motelab.boards import board
from motelab.common import markdown
from motelab.compare import committed_pairings
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import Record
from motelab.subjects import groups, security
from motelab.subjects.operations import OF_GROUPS

HEADINGS = ("board", "cycles", "ms", "flash B", "RAM B", "kernels")
NOTHING = "-"
COMMAND = "./motecurve bench --board cortex-m4 --op {} --curve {}"


@dataclasses.dataclass(frozen=True)
class Table:
    """One operation of one group: its name, the security of the group, its records by board."""

    group: str
    operation: str
    security: str
    records: Sequence[Record]

    @property
    def command(self) -> str:
        return COMMAND.format(self.operation, self.group)

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """A row for each board: HEADINGS. Boards without cycles have instructions, and no time."""
        return [cells(record) for record in self.records]


def tables() -> list[Table]:
    """Every operation of every group that has records on a board."""
    found = []
    for name in committed_pairings.GROUPS:
        for operation in OF_GROUPS[groups.find(name).family or ""]:
            records = [record for place in committed_pairings.boards() for record in of(place, operation, name)]
            if records:
                found.append(Table(name, operation, security.of_groups()[name].words, records))
    return found


def of(place: str, operation: str, group: str) -> list[Record]:
    """The committed record of an operation on a board, if there is one."""
    asked = (operation, group)
    return [record for record in committed_pairings.of(place) if (record["operation"], record["curve"]) == asked][:1]


def cells(record: Record) -> tuple[str, ...]:
    counts_cycles = record["cycles"] is not None
    cost = f"{record['cycles']:,}" if counts_cycles else f"{record['instructions']:,} instructions"
    time = f"{record['microseconds'] / 1000:,.1f}" if counts_cycles else NOTHING
    ram = record["ram_static_bytes"] + record["stack_bytes"]
    kernels = "assembly" if record["kernel"] else "C"
    return record["board"], cost, time, f"{record['flash_bytes']:,}", f"{ram:,}", kernels


def as_markdown() -> str:
    """All tables, a section for each group, the security of the group beside its name."""
    parts, last = [], ""
    for table in tables():
        if table.group != last:
            parts.append(f"## `{table.group}`: {table.security}")
            last = table.group
        parts += [f"`{table.operation}` (`{table.command}`):", as_table(table)]
    return "\n\n".join(parts)


def as_table(table: Table) -> str:
    rows = [(f"`{name}`", *others) for name, *others in table.rows]
    return markdown.table(HEADINGS, rows, texts=1)


def missing() -> list[str]:
    """Commands of planned measurements without a committed record."""
    requests: list[Request] = [r for name in board.simulated() for r in committed_pairings.planned(name)]
    return [bench.command_for(request) for request in requests if not committed_pairings.find(request)]

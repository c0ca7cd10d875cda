"""Field arithmetic on the page of algorithms: every member of each family, by board and field."""

import dataclasses
from collections.abc import Iterable, Sequence

from motelab.common.plain import figure
from motelab.measure import identities
from motelab.measure.records import Record, cost, identity
from motelab.report.site import palette
from motelab.report.site.comparisons import Marks, comparison
from motelab.report.site.figures import Chart
from motelab.subjects import operations

# Operations of a field without fb- or fp-, in the order of the page.
TITLES = {
    "mul-reduce": "Multiplication with reduction",
    "sqr-reduce": "Squaring with reduction",
    "inv": "Inversion",
    "mul": "Multiplication",
    "sqr": "Squaring",
    "reduce": "Reduction",
    "mul-constant": "Multiplication by a constant",
    "mul-montgomery": "Montgomery multiplication",
    "mul-four": "Four multiplications",
    "sqrt": "Square root",
    "half-trace": "Half-trace",
    "normal-mul": "Multiplication in normal basis",
    "normal-inv": "Inversion in normal basis",
    "add": "Addition",
    "sub": "Subtraction",
}
LEAST_MEMBERS = 2  # of a chart


@dataclasses.dataclass(frozen=True)
class Place:
    """A field on a board: a chart for each operation with several members; sentences for the others."""

    board: str
    field: str
    charts: Sequence[Chart]
    alone: Sequence[str]


def places(records: Iterable[Record], marks: Marks) -> list[Place]:
    """All fields of all boards that count cycles, the usual boards first; by field, binary ones first."""
    of_fields = [r for r in records if r["unit"] == "cycles" and r["profile"] == "fast" and is_of_field(r)]
    found: dict[str, list[list[Record]]] = {}
    for members in identities.groups(of_fields, identities.CHOSEN):
        found.setdefault(in_field(members[0]), []).append(members)
    made = [place(groups, marks) for groups in found.values()]
    return sorted(made, key=lambda one: (palette.number_of_board(one.board), order_of(one.field)))


def in_field(record: Record) -> str:
    """The identity of a field on a board, of which all operations share the rest."""
    return identity(record, but=(*identities.CHOSEN, "operation", "input", "curve"))


def is_of_field(record: Record) -> bool:
    return title_of(record["operation"]) is not None and not operations.find(record["operation"]).on_curve


def title_of(operation: str) -> str | None:
    """The title of an operation; None if it is of no field."""
    kind, _, rest = operation.partition("-")
    return TITLES.get(rest) if kind in ("fb", "fp") else None


def place(groups: list[list[Record]], marks: Marks) -> Place:
    """The charts of one field on one board: `groups` has the members of each operation."""
    titles = list(TITLES.values())
    groups = sorted(groups, key=lambda members: titles.index(title_of(members[0]["operation"])))
    charts = [chart(members, marks) for members in groups if len(members) >= LEAST_MEMBERS]
    alone = [sentence(members[0]) for members in groups if len(members) < LEAST_MEMBERS]
    return Place(groups[0][0]["board"], groups[0][0]["field"], charts, alone)


def chart(members: Sequence[Record], marks: Marks) -> Chart:
    """Cycles of every member of one operation in one field on one board."""
    board, field, operation = (members[0][name] for name in ("board", "field", "operation"))
    command = f"./motecurve sweep --query \"SELECT algorithm, backend, cycles FROM sweep WHERE board = '{board}' "
    command += f"AND field = '{field}' AND operation = '{operation}' ORDER BY cycles\""
    title = f"{title_of(operation)} in {field}, {board}"
    return comparison(title, "cycles", members, cost, command, marks)


def sentence(record: Record) -> str:
    (label,) = identities.labels([record]).values()
    return f"{title_of(record['operation'])}: {label}, {figure(cost(record))} cycles"


def order_of(field: str) -> tuple[bool, str]:
    """Binary fields before primes, each by size."""
    return not field.startswith("F_2^"), field

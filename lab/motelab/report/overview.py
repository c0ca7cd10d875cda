"""Everything that the papers' tables and the report need: measured on one board, in one go."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from motelab.boards import board, footprint
from motelab.boards.footprint import Part
from motelab.boards.image import Builder
from motelab.boards.selection import is_measured, own_members
from motelab.common.progress import Progress
from motelab.compare import committed, goals
from motelab.library import host
from motelab.measure import bench, catalogue
from motelab.measure.bench import Request, command_for
from motelab.measure.call_tree import call_tree
from motelab.measure.profile import RoutineRequest, profile
from motelab.measure.records import Record, read_records
from motelab.report import side_by_side, tables
from motelab.report.side_by_side import Group
from motelab.report.tables import Row
from motelab.subjects import curves, operations

BOARD = "micaz"
COMPARED = ("sect163k1", "sect163r2")
# Protocols that are measured on every curve of the board; the additional cost of the others is the same on all.
EVERYWHERE = ("ecdh", "ecdsa-keygen", "ecdsa-sign", "ecdsa-verify", "ecdsa")


# Calls whose cycles are followed from routine to routine, on a curve of each kind.
FLAMES = (("ecdh", "secp256r1"), ("ecdh", "sect233k1"))


# Calls whose flash is divided among routines, in the profile `small`.
FOOTPRINTS = (("ecdh", "secp256r1"), ("ecdh", "Curve25519"))


@dataclasses.dataclass(frozen=True)
class Footprint:
    """What takes the flash of one measurement (boards/footprint.py)."""

    request: Request
    parts: list[Part]

    @property
    def command(self) -> str:
        """The command that prints it."""
        return command_for(self.request).replace(" bench ", " footprint ", 1)


@dataclasses.dataclass(frozen=True)
class Flame:
    """The tree of calls of one measurement (measure/call_tree.py)."""

    request: Request
    tree: list[dict[str, Any]]

    @property
    def command(self) -> str:
        """The command that prints it."""
        return command_for(self.request).replace(" bench ", " profile ", 1) + " --tree"


@dataclasses.dataclass(frozen=True)
class NetworkMap:
    """A network with captured nodes: places of all nodes, links of each kind, and the command that counts them."""

    title: str
    places: Sequence[tuple[float, float]]
    links: dict[str, Sequence[tuple[int, int]]]
    captured: Sequence[int]
    command: str


@dataclasses.dataclass(frozen=True)
class Networks:
    """The results of `./motecurve network compare`: its rows, each with its `label`, its `handshake_mj` and its
    `battery_years` by handshakes a day; and maps of networks."""

    rows: Sequence[dict[str, Any]]
    maps: Sequence[NetworkMap]


@dataclasses.dataclass(frozen=True)
class Study:
    """The results of `./motecurve study`: its conclusion, sentence by sentence, and its rows, claims and pairs."""

    sentences: list[str]
    lines: list[dict[str, Any]]


@dataclasses.dataclass(frozen=True)
class Overview:
    """All measurements of a board, the papers' tables beside them, the routines in which the fastest multiple of a
    point spends its cycles, trees of calls, and the flash of the smallest images."""

    records: dict[Request, Record]
    tables: dict[str, list[Row]]
    failures: dict[Request, str]
    profiled: Request | None
    profile: list[dict[str, Any]]
    kept: list[Record] = dataclasses.field(default_factory=list)  # earlier measurements on hosts, verified
    on_boards: list[Group] = dataclasses.field(default_factory=list)  # the same curve on every board
    flames: list[Flame] = dataclasses.field(default_factory=list)
    footprints: list[Footprint] = dataclasses.field(default_factory=list)
    read: dict[str, list[Row]] = dataclasses.field(default_factory=dict)  # tables of papers that need other boards
    swept: list[Record] = dataclasses.field(default_factory=list)  # of the sweep, beside the committed records
    study: Study | None = None
    networks: Networks | None = None

    @property
    def all_verified(self) -> bool:
        """Whether every requested measurement succeeded and every goal of the board is reached; goals of other boards
        are not part of this run."""
        rows = [row for rows in self.tables.values() for row in rows]
        return not self.failures and tables.all_reached([r for r in rows if r["table"] == BOARD or "bound" not in r])


def every_algorithm() -> list[Request]:
    """Every algorithm for every operation of the curves on which the papers compare algorithms. Operations of a field
    are measured on the first curve over it, and multiplications of points only with the fastest arithmetic. Protocols
    are measured on the first of these curves, and the most common ones on all, with the board's own choices: the cost
    of an algorithm there follows from its own figure."""
    protocols = tuple(o.name for o in operations.OPERATIONS.values() if o.is_protocol)
    first = curves.find(COMPARED[0])
    device = board.load(BOARD)
    own = own_members(device, "c", first, "fast")
    others = [o.name for o in operations.OPERATIONS.values() if not o.is_protocol and is_measured(o, own)]
    of_points = tuple(name for name in others if name.startswith("scalar-mult"))
    of_fields = tuple(name for name in others if name.startswith(("fb-", "fp-")))
    of_curves = tuple(name for name in others if name not in (*of_points, *of_fields))
    fastest_arithmetic = device.best_backend("fast")
    first_over = {curves.find(curve).field: curve for curve in reversed(COMPARED)}
    found = []
    for curve in COMPARED:
        measured = (*of_fields, *of_curves) if curve in first_over.values() else of_curves
        found += catalogue.expand(device, measured, algorithm="all", curve=curve)
        found += catalogue.expand(device, of_points, algorithm="all", backend=fastest_arithmetic, curve=curve)
    # Members that choose by the kind of curve at run time are for programs with every curve, not for images of one.
    found = [request for request in found if not request.algorithm.endswith("by-kind")]
    found += catalogue.expand(device, protocols, curve=COMPARED[0])
    return found + catalogue.expand(device, ("scalar-mult", *EVERYWHERE))


def collect(fresh: bool = False) -> Overview:
    """Measures every algorithm of the board and every paired row, with a progress bar on stderr. Of sources that need
    other boards nothing is measured: the times of a host vary."""
    every = {source: tables.source_rows(source) for source in tables.sources()}
    read = {source: tables.kept(rows) for source, rows in every.items()}
    live = {source: [r for r in tables.requests(rows) if r not in read[source]] for source, rows in every.items()}
    paired = {source: rows for source, rows in every.items() if {request.board for request in live[source]} <= {BOARD}}
    wanted = list(dict.fromkeys([*every_algorithm(), *(request for source in paired for request in live[source])]))
    with Progress("measuring", len(wanted)) as progress:
        measured = tables.measure(wanted, fresh, progress)
    measured |= tables.read([request for requests in read.values() for request in requests])
    whole = [request for request in wanted if not isinstance(request, RoutineRequest)]
    records = {request: measured[request].record for request in whole if measured[request].record}
    best = fastest(records, "scalar-mult")
    hosts = board.hosts()  # others may be out of sight
    kept = [record for record in read_records() if record["verified"] and record["board"] in hosts]
    return Overview(
        records=records,
        tables={source: tables.compare(rows, measured) for source, rows in paired.items()},
        failures={request: measured[request].reason for request in wanted if not measured[request].record},
        profiled=best,
        profile=profile(best) if best else [],
        kept=kept,
        on_boards=side_by_side.groups([*records.values(), *kept]),
        flames=flames(),
        footprints=footprints(),
        read={source: tables.compare(rows, tables.recorded(rows)) for source, rows in every.items()
              if source not in paired},
    )  # fmt: skip


def committed_only() -> Overview:
    """The committed records of the board, and the papers' tables beside those of every board; nothing is measured."""
    found = [request for request in committed.planned(BOARD)[0] if committed.find(request)]
    every = {source: tables.source_rows(source) for source in tables.sources()}
    compared = {source: tables.compare(rows, tables.recorded(rows)) for source, rows in every.items()}
    of_board = {source for source, rows in every.items() if {r.board for r in tables.requests(rows)} <= {BOARD}}
    return Overview(
        records={request: committed.find(request) for request in found},
        tables={source: rows for source, rows in compared.items() if source in of_board or source == goals.GOALS},
        failures={},
        profiled=None,
        profile=[],
        on_boards=side_by_side.groups(),
        read={source: rows for source, rows in compared.items() if source not in of_board and source != goals.GOALS},
    )


def flames() -> list[Flame]:
    """The trees of calls of FLAMES, with the board's own choices."""
    backend = board.load(BOARD).best_backend("fast")
    requests = [Request(BOARD, operation, backend=backend, curve=curve) for operation, curve in FLAMES]
    return [Flame(request, call_tree(request)) for request in requests]


def footprints() -> list[Footprint]:
    """The flash of FOOTPRINTS, with the board's own choices."""
    requests = [Request(BOARD, operation, backend="c", curve=curve, profile="small") for operation, curve in FOOTPRINTS]
    return [Footprint(request, footprint.parts(Builder(bench.select(request)))) for request in requests]


def fastest(records: dict[Request, Record], operation: str, **wanted: str | bool) -> Request | None:
    """The request with the fewest cycles for an operation, among records whose fields are as `wanted`."""
    found = [
        request
        for request, record in records.items()
        if record["operation"] == operation and all(record[name] == value for name, value in wanted.items())
    ]
    return min(found, key=lambda request: records[request]["cycles"], default=None)


def build_host() -> None:
    """Builds the host library with the measured fields; building all fields takes longer than the rest of a run."""
    fields = dict.fromkeys(curves.find(name).field for name in board.load(BOARD).curves)
    host.build(tests=False, fields=";".join(fields))

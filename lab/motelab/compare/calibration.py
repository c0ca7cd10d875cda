"""Published cycles of other people's code beside ours of the same code: the rows of data/calibration.toml."""

import dataclasses
from pathlib import Path
from typing import Any

from motelab import DATA
from motelab.boards.implementations import manifest as manifests
from motelab.common.errors import MotecurveError
from motelab.common.schema import Schema
from motelab.compare import committed_implementations
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import Record

FILE = DATA / "calibration.toml"
WRITTEN = Schema("motelab.compare.schemas", "CalibrationFile")
UNEXPLAINED_PERCENT = 0.05  # a greater difference needs an explanation

Row = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Published:
    """One published figure, as cycles or as milliseconds at a clock. With `waits` the chip had wait states or a cache
    before its flash. With `held_out` nobody looked at it while the board's model was changed."""

    implementation: str
    board: str
    operation: str
    curve: str
    published_source: str
    published_cycles: int | None = None
    published_milliseconds: float | None = None
    clock_hz: int | None = None
    waits: bool = False
    held_out: bool = False
    explanation: str = ""

    @property
    def cycles(self) -> int:
        """The published cycles."""
        if self.published_cycles is not None:
            return self.published_cycles
        assert self.published_milliseconds is not None and self.clock_hz is not None  # by the schema
        return round(self.published_milliseconds * self.clock_hz / 1000)


def published() -> list[Published]:
    """Every row of the file; MotecurveError if it is damaged."""
    return [Published(**row) for row in WRITTEN.read(FILE)["row"]]


def committed_rows() -> list[Row]:
    """Each published figure beside the committed record of its code."""
    return [row_of(figure, recorded(figure)) for figure in published()]


def recorded(figure: Published) -> Record:
    """The committed record of a figure's code; MotecurveError if there is none."""
    wanted = (figure.board, figure.operation, figure.curve)
    for record in committed_implementations.of(figure.implementation):
        if committed_implementations.key(record) == wanted:
            return record
    raise MotecurveError(f"{figure.implementation} has no committed record of {' '.join(wanted)}")


def measured(figure: Published, root: Path) -> Row:
    """A published figure beside its code measured now, with the source in the folder of its name below `root`.
    MotecurveError if that is not the commit of the manifest, ImageFailed if the code fails."""
    source = str(root / figure.implementation)
    committed_implementations.planned(figure.implementation, source)
    request = Request(figure.board, figure.operation, backend="", curve=figure.curve)
    request = dataclasses.replace(request, implementation=figure.implementation, source=source)
    return row_of(figure, bench.measure_one(bench.select(request), fresh=True))


def row_of(figure: Published, record: Record) -> Row:
    """A row of output."""
    difference = 100 * (record["cycles"] / figure.cycles - 1)
    return {
        "implementation": figure.implementation,
        "commit": record["implementation_commit"],
        "board": figure.board,
        "operation": f"{figure.operation} {figure.curve}",
        "published_cycles": figure.cycles,
        "published_source": figure.published_source,
        "ours_cycles": record["cycles"],
        "difference_percent": round(difference, 2),
        "waits": figure.waits,
        "held_out": figure.held_out,
        "explanation": figure.explanation,
    }


def missing(root: Path) -> list[str]:
    """The implementations of the rows whose source is not below `root`."""
    names = dict.fromkeys(figure.implementation for figure in published())
    return [name for name in names if not (root / manifests.find(name).name).is_dir()]


def complaints(rows: list[Row]) -> list[str]:
    """The rows that differ and say nothing of it."""
    return [
        f"{row['implementation']} on {row['board']} differs by {row['difference_percent']} % without an explanation"
        for row in rows
        if abs(row["difference_percent"]) >= UNEXPLAINED_PERCENT and not row["explanation"]
    ]

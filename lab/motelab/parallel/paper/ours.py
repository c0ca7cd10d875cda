"""Our figures beside the cells of arruda2014: from the records of `./motecurve parallel`.

A time stands beside ours of the same algorithm, number of threads, size and scenario, by the engine that opens an
OpenMP region for each call, as the paper does. A computer that does not show its governor has the same times beside
the tables of all three."""

import dataclasses
from collections.abc import Iterable
from typing import Any

from motelab.common.errors import MotecurveError
from motelab.parallel.modmul import Request
from motelab.parallel.paper import cells, derived
from motelab.parallel.paper.cells import SEQUENTIAL, Cell
from motelab.parallel.paper.intervals import rounded

Record = dict[str, Any]
OPENMP, POOL = "openmp", "pool"  # engines
NAMES = {
    "GMP": "gmp",
    "Barrett": "barrett",
    "Montgomery": "montgomery",
    "Bipartite": "bipartite",
    "2-ary Multi. v1": "multipartite-v1",
    "2-ary Multi. v2": "multipartite-v2",
    "4-ary Multi. v1": "multipartite-v1",
    "4-ary Multi. v2": "multipartite-v2",
    "Schoolbook": "schoolbook-montgomery",
}  # of the paper's algorithms in the library; k of a multipartite one follows from the threads
CURVES = {
    "NIST P-256": "secp256r1",
    "NIST P-384": "secp384r1",
    "NIST P-521": "secp521r1",
    "1536-bit supersingular (RELIC)": "supersingular-1536",
}
LIMB_BITS = 64
ENGINES = ("sequential", OPENMP, POOL)
Test = tuple[str, int, str]  # algorithm, threads, engine
ALONE: Test = ("montgomery", 1, "sequential")  # what multiplies modulo p in the records that predictions start from
COMMIT = " --commit"
UNDONE = "not yet measured: "  # before the command that measures it
CROWDED = "more threads than processors here: checked, not compared"
COUNTS = {"point additions P+Q": "additions", "point additions P+infinity": "empty_additions"}  # parts -> fields
STATISTICS = {
    "mean": ("mean", 1e-3),
    "median": ("median", 1e-3),
    "standard deviation": ("deviation", 1e-3),
    "coefficient of variation": ("variation_percent", 1.0),
}  # parts -> fields of a record, and their worth in the paper's unit


class NotMeasured(MotecurveError):
    """A figure of ours that no record has; the message says which command makes it, or why none does."""


class Crowded(NotMeasured):
    """A figure of more threads than the processors of the records' computer."""


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure of ours: its value, the commands that measured it, whether all results were right, whether threads
    shared processors, and whether all of it was read from committed records."""

    value: float
    commands: tuple[str, ...]
    verified: bool
    oversubscribed: bool
    is_recorded: bool

    @property
    def command(self) -> str:
        return "; ".join(dict.fromkeys(self.commands))


class Ours:
    """The records, and the figures that they give for cells."""

    def __init__(
        self,
        modmul: Iterable[Record],
        scalar_mult: Iterable[Record],
        statistics: Iterable[Record],
        predictions: Iterable[Record] = (),
    ):
        self._modmul: dict[tuple, list[Record]] = {}
        modmul, scalar_mult = list(modmul), list(scalar_mult)
        fitting = [row["threads"] for row in (*modmul, *scalar_mult) if not row["oversubscribed"]]
        self._processors = max(fitting, default=None)  # that a committed run has filled
        for row in modmul:
            if row["operation"] == "multiply" and not row.get("wait_milliseconds"):
                key = (row["algorithm"], row["threads"], row["engine"], row["bits"], row["scenario"])
                self._modmul.setdefault(key, []).append(row)
        self._scalar_mult: dict[tuple, list[Record]] = {}
        for row in filter(is_of_chapter_4, scalar_mult):
            self._scalar_mult.setdefault(_key_on_curve(row), []).append(row)
        statistics = (row for row in statistics if (row["method"], row["scenario"]) == ("table", "paper"))
        self._statistics = {_key_on_curve(row): row for row in statistics}
        self._foreseen = Foreseen(predictions, self._scalar_mult, self._statistics)

    def figure(self, cell: Cell, engine: str = OPENMP) -> Figure:
        """Ours for a time, a statistic, a count, or a figure that is computed from such; NotMeasured if a record is
        missing."""
        if cells.experiment(cell) or cell.table in cells.SCALAR_EXPERIMENTS:
            row = self.record(cell, engine)
            facts = (row["verified"], row["oversubscribed"], "date" in row)
            return Figure(row["microseconds"], (row["command"],), *facts)
        if cell.part in COUNTS:
            return self._count(cell)
        if cell.part.startswith(tuple(STATISTICS)):
            return self._statistic(cell, engine)
        derivation = derived.of(cell)
        if derivation is None:
            raise NotMeasured(without_counterpart(cell))
        return self._computed(derivation, engine)

    def speedup(self, cell: Cell, engine: str = OPENMP) -> Figure:
        """Ours for the speedup of a time over the fastest of the paper's sequential algorithms in its column."""
        bases = tuple(dataclasses.replace(cell, algorithm=name) for name in SEQUENTIAL)
        return self._computed(derived.speedup((*bases, cell)), engine)

    def _computed(self, derivation: derived.Derivation, engine: str) -> Figure:
        sources = [self.figure(source, engine) for source in derivation.sources]
        value = derivation.compute([rounded(source.value, 0) for source in sources]).middle
        return Figure(
            value,
            tuple(command for source in sources for command in source.commands),
            all(source.verified for source in sources),
            any(source.oversubscribed for source in sources),
            all(source.is_recorded for source in sources),
        )

    def _count(self, cell: Cell) -> Figure:
        """A count of additions of points; it is the same whatever multiplies modulo p."""
        key = ("montgomery", 1, "sequential", CURVES[cell.subject])
        for squaring in (cells.MULTP, cells.COMBA):
            for row in self._scalar_mult.get((*key, squaring), ()):
                return Figure(row[COUNTS[cell.part]], (row["command"],), row["verified"], False, "date" in row)
        raise NotMeasured(UNDONE + command_on_curves(cells.MULTP))

    def _missing(self, cell: Cell, command: str) -> NotMeasured:
        """Why a figure of a number of threads lacks: nobody has measured it, or this computer cannot."""
        is_crowded = self._processors is not None and _test(cell, OPENMP)[1] > self._processors
        return Crowded(CROWDED) if is_crowded else NotMeasured(UNDONE + command)

    def _fresh(self, cell: Cell, engine: str) -> Record | None:
        """The record of a time, if it was measured now."""
        try:
            row = self.record(cell, engine)
        except (NotMeasured, KeyError):
            return None
        return None if "date" in row else row

    def predicted(self, cell: Cell, engine: str = OPENMP) -> float | None:
        """What a figure of more threads than processors would be; of one that is computed from others, from theirs,
        measured or predicted. None where it is not known."""
        try:
            figure = self.figure(cell, engine)
            if not figure.oversubscribed:
                return figure.value
        except Crowded:
            pass
        except NotMeasured:
            return None
        if fresh := self._fresh(cell, engine):
            return fresh["predicted_microseconds"]
        derivation = None if cell.part.startswith(tuple(STATISTICS)) else derived.of(cell)
        if derivation is None:
            return self._foreseen.figure(cell, _test(cell, engine))
        sources = [self.predicted(source, engine) for source in derivation.sources]
        return None if None in sources else derivation.compute([rounded(one, 0) for one in sources]).middle

    def _statistic(self, cell: Cell, engine: str) -> Figure:
        """A statistic of the multiplications or squarings inside a scalar multiplication."""
        name, squaring = cell.part.split(", ")
        row = self._statistics.get((*_test(cell, engine), CURVES[cell.subject], squaring))
        if row is None:
            raise self._missing(cell, command_on_curves(squaring, statistics=True))
        kind = "square" if cell.table in cells.SQUARINGS_OF else "product"
        field, factor = STATISTICS[name]
        value = row[f"{kind}_{field}"] * factor
        return Figure(value, (row["command"],), row["verified"], False, "date" in row)

    def record(self, cell: Cell, engine: str = OPENMP) -> Record:
        """The record of a time; NotMeasured if there is none."""
        test = _test(cell, engine)
        experiment = cells.experiment(cell)
        if experiment is None:
            of_curve = (*test, CURVES[cell.subject], cells.SCALAR_EXPERIMENTS[cell.table].squaring)
            governor = cells.SCALAR_EXPERIMENTS[cell.table].governor
            found = self._scalar_mult.get(of_curve, [])
        else:
            of_size = (*test, cells.bits(cell), experiment.scenario)
            governor = experiment.governor
            every = self._modmul.get(of_size, [])
            found = [row for row in every if row["runs"] == experiment.runs or row["oversubscribed"]]
        fitting = [row for row in found if row["governor"] in (governor, None)]
        if not fitting:
            raise self._missing(cell, command_of(cell))
        return min(fitting, key=lambda row: (row["governor"] is None, _from_usual_split(row)))


class Foreseen:
    """Figures of more threads than processors, from the predictions of multiplications modulo p by `./motecurve
    parallel predict`, and from what the records of one thread say of the rest of a scalar multiplication."""

    def __init__(
        self, predictions: Iterable[Record], scalar_mult: dict[tuple, list[Record]], statistics: dict[tuple, Record]
    ):
        self._predictions = {(row["algorithm"], row["threads"], row["engine"], row["bits"]): row for row in predictions}
        self._scalar_mult, self._statistics = scalar_mult, statistics

    def figure(self, cell: Cell, test: Test) -> float | None:
        """Of a time or a statistic; None where it is not known. How far times of a run scatter is not predicted."""
        if cells.experiment(cell):
            return self._each(test, cells.bits(cell))
        if cell.table in cells.SCALAR_EXPERIMENTS:
            return self._scalar(cell, test)
        name, _, squaring = cell.part.partition(", ")
        if name not in ("mean", "median"):
            return None
        if cell.table in cells.SQUARINGS_OF and squaring == cells.COMBA:  # on one thread, whatever multiplies
            alone = self._statistics.get((*ALONE, CURVES[cell.subject], squaring))
            field, factor = STATISTICS[name]
            return alone and alone[f"square_{field}"] * factor
        return self._each(test, cells.bits(cell))

    def _scalar(self, cell: Cell, test: Test) -> float | None:
        """The method's time on one thread, with other times of its multiplications modulo p."""
        squaring = cells.SCALAR_EXPERIMENTS[cell.table].squaring
        (row,) = self._scalar_mult.get((*ALONE, CURVES[cell.subject], squaring), ())[:1] or (None,)
        each = self._each(test, cells.bits(cell))
        alone = self._predictions.get((*ALONE, cells.bits(cell)))
        if row is None or each is None or alone is None:
            return None
        squarings, multiplications = derived.operations(row["additions"])
        count = multiplications + (squarings if squaring == cells.MULTP else 0)
        return row["microseconds"] + count * (each - alone["microseconds"])

    def _each(self, test: Test, bits: int) -> float | None:
        """Of one multiplication modulo p."""
        row = self._predictions.get((*test, bits))
        return row and row["predicted_microseconds"]


def requests(wanted: Iterable[Cell]) -> dict[Request, str]:
    """The measurements of modular multiplications behind these cells, each once, with the command that makes it."""
    found: dict[Request, str] = {}
    waiting = list(wanted)
    while waiting:
        cell = waiting.pop(0)
        experiment = cells.experiment(cell)
        if experiment is None:
            derivation = derived.of(cell)
            waiting += derivation.sources if derivation else ()
            continue
        runs = None if cell.table == cells.EACH_ALONE else experiment.runs
        names = tuple(dict.fromkeys(NAMES.values()))
        request = Request(engines=ENGINES, algorithms=names, scenario=experiment.scenario, runs=runs)
        found[request] = command_of(cell).removesuffix(COMMIT)
    return found


def is_of_chapter_4(row: Record) -> bool:
    """Whether a record of a scalar multiplication has the paper's method, scalar and threads: all of them work on one
    multiplication modulo p."""
    return row["method"] == "table" and row["scenario"] == "paper" and row["field_threads"] == row["threads"]


def _key_on_curve(row: Record) -> tuple:
    return row["algorithm"], row["threads"], row["engine"], row["curve"], row["squaring"]


def _test(cell: Cell, engine: str) -> Test:
    """Our algorithm, threads and engine for a row of a table."""
    name, _, count = cell.algorithm.partition(", ")
    threads = int(count.split()[0])
    return NAMES[name], threads, "sequential" if threads == 1 else engine


def _from_usual_split(row: Record) -> float:
    """How far a record's split is from half of the limbs, the usual one."""
    return 0 if row["split"] is None else abs(row["split"] - -(-row["bits"] // LIMB_BITS) // 2)


def command_of(cell: Cell) -> str:
    """The command that measures all times of a cell's table, and commits them."""
    experiment = cells.experiment(cell)
    if experiment is None:
        return command_on_curves(cells.SCALAR_EXPERIMENTS[cell.table].squaring)
    runs = "" if experiment.runs == 1000 or cell.table == cells.EACH_ALONE else f" --runs {experiment.runs}"
    return f"./motecurve parallel modmul --scenario {experiment.scenario}{runs}{COMMIT}"


def command_on_curves(squaring: str, statistics: bool = False) -> str:
    """The command that measures scalar multiplications on all curves, or the multiplications inside."""
    options = f"--method table --input fixed --squaring {squaring.lower()}{' --statistics' if statistics else ''}"
    return f"./motecurve parallel scalar-mult {options}{COMMIT}"


def without_counterpart(cell: Cell) -> str:
    """Why there never is a figure of ours: Table 25 has a column for each of the paper's two libraries."""
    return f"{cell.part} has no counterpart: a curve here calls the multiplication of the other column"

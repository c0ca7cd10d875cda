"""Figures that arruda2014 computed from its other figures: from which, and how."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence

from motelab.parallel.paper import cells
from motelab.parallel.paper.cells import COMBA, DIFFERENCE, MULTP, SEQUENTIAL, Cell
from motelab.parallel.paper.intervals import Interval, least, rounded

HALF_UNIT = 0.005  # two decimals
HALF_UNIT_OF = {"15": 0.0}  # counts
HALF_PERCENT = 0.5  # differences of Table 24

SPEEDUPS = {"6": "5", "18": "17", "20": "19"}  # speedups -> times, over the fastest of SEQUENTIAL
QUOTIENTS = {"9": ("7", "8"), "11": ("10", "5"), "21": ("17", "19")}  # relations -> numerators, denominators
NUMERATOR_RUNS, DENOMINATOR_RUNS = "1000 runs", "100000 runs"
OF_EACH_ALONE = {
    f"time of {NUMERATOR_RUNS} / time of {DENOMINATOR_RUNS}": (NUMERATOR_RUNS, "12", DENOMINATOR_RUNS),
    f"time of {NUMERATOR_RUNS} / time of powersave": (NUMERATOR_RUNS, "4", ""),
    f"time of {DENOMINATOR_RUNS} / time of performance": (DENOMINATOR_RUNS, "5", ""),
}  # columns of Table 12: numerator, and table and part of the denominator


@dataclasses.dataclass(frozen=True)
class Estimate:
    """An estimate of a scalar multiplication: the tables of its means and of the whole, the squaring, and the numbers
    of squarings and multiplications."""

    squaring_means: str
    multiplication_means: str
    whole: str
    squaring: str
    squarings: int
    multiplications: int


ADDITION = {"multiplications": 7, "squarings": 4}  # of a mixed addition (Table 14)
SAVED_BY_FIRST = {"multiplications": 3, "squarings": 2}  # the first addition to a point in affine form has Z = 1


def operations(additions: int) -> tuple[int, int]:
    """Squarings and multiplications of so many additions of points, the first cheaper (Section 4.4)."""
    squarings, multiplications = (
        additions * ADDITION[kind] - SAVED_BY_FIRST[kind] for kind in ("squarings", "multiplications")
    )
    return squarings, multiplications


ESTIMATES = {
    "24": Estimate("23", "22", "19", MULTP, 1102, 1929),
    "34": Estimate("23", "22", "17", COMBA, 1102, 1929),
    "37": Estimate("36", "35", "17", COMBA, 862, 1509),
    "38": Estimate("36", "35", "19", MULTP, 862, 1509),
    "41": Estimate("40", "39", "17", COMBA, 282, 494),
    "42": Estimate("40", "39", "19", MULTP, 282, 494),
}


@dataclasses.dataclass(frozen=True)
class Derivation:
    """The cells that a figure comes from, and its value for theirs."""

    sources: tuple[Cell, ...]
    compute: Callable[[Sequence[Interval]], Interval]


def half_unit(cell: Cell) -> float:
    """Half of the worth of a printed figure's last digit."""
    return HALF_PERCENT if cell.part == DIFFERENCE else HALF_UNIT_OF.get(cell.table, HALF_UNIT)


def of(cell: Cell) -> Derivation | None:
    """The derivation of a figure; None for a measured one."""
    if cell.table in SPEEDUPS:
        times = dataclasses.replace(cell, table=SPEEDUPS[cell.table])
        bases = tuple(dataclasses.replace(times, algorithm=name) for name in SEQUENTIAL)
        return speedup((*bases, times))
    if cell.table in QUOTIENTS:
        numerator, denominator = (dataclasses.replace(cell, table=table) for table in QUOTIENTS[cell.table])
        return Derivation((numerator, denominator), _quotient)
    if cell.part in OF_EACH_ALONE:
        part, table, other = OF_EACH_ALONE[cell.part]
        return Derivation(
            (dataclasses.replace(cell, part=part), Cell(table, cell.subject, cell.algorithm, other)), _quotient
        )
    if cell.table == "26":
        relic, maria = (Cell("25", cell.subject, cell.algorithm, library) for library in ("RELIC", "MARIA"))
        return Derivation((relic, maria), _quotient)
    if (cell.table, cell.part) == ("25", "MARIA"):
        return Derivation((Cell("5", cell.subject, cell.algorithm),), lambda values: values[0])
    if cell.part == "hamming_weight":
        counts = tuple(dataclasses.replace(cell, part=f"point additions P+{other}") for other in ("Q", "infinity"))
        return Derivation(counts, lambda values: values[0] + values[1])
    if cell.part.startswith(cells.STATISTICS[3]):
        mean, deviation = (
            dataclasses.replace(cell, part=cell.part.replace(cells.STATISTICS[3], name))
            for name in (cells.STATISTICS[0], cells.STATISTICS[2])
        )
        return Derivation((deviation, mean), lambda values: (values[0] / values[1]).times(100))
    return _of_estimate(cell)


def speedup(sources: tuple[Cell, ...]) -> Derivation:
    """How often the last of several times goes into the smallest of the others."""
    return Derivation(sources, lambda values: least(values[:-1]) / values[-1])


def _of_estimate(cell: Cell) -> Derivation | None:
    """The derivation of a part of an estimate, whose products come from rounded means."""
    if cell.table not in ESTIMATES:
        return None
    estimate = ESTIMATES[cell.table]
    mean = f"mean, {estimate.squaring}"
    if cell.part == "squarings":
        source = dataclasses.replace(cell, table=estimate.squaring_means, part=mean)
        return Derivation((source,), lambda values: values[0].times(estimate.squarings))
    if cell.part == "multiplications":
        source = dataclasses.replace(cell, table=estimate.multiplication_means, part=mean)
        return Derivation((source,), lambda values: values[0].times(estimate.multiplications))
    if cell.part == "total":
        sources = tuple(dataclasses.replace(cell, part=part) for part in ("squarings", "multiplications"))
        return Derivation(sources, lambda values: values[0] + values[1])
    whole = dataclasses.replace(cell, table=estimate.whole, part="")
    return Derivation((dataclasses.replace(cell, part="total"), whole), _difference)


def _quotient(values: Sequence[Interval]) -> Interval:
    return values[0] / values[1]


def _difference(values: Sequence[Interval]) -> Interval:
    """How much of the second the first lacks, in percent."""
    return Interval(100, 100) - (values[0] / values[1]).times(100)


def recomputed(cell: Cell, figures: Mapping[Cell, float]) -> Interval | None:
    """A derived figure from the printed ones; None for a measured one."""
    derivation = of(cell)
    if derivation is None:
        return None
    return derivation.compute([rounded(figures[source], half_unit(source)) for source in derivation.sources])


def agrees(cell: Cell, figures: Mapping[Cell, float]) -> bool | None:
    """Whether a derived figure is printed as its sources give it; None for a measured one."""
    found = recomputed(cell, figures)
    return None if found is None else found.meets(rounded(figures[cell], half_unit(cell)))

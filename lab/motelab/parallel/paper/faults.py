"""Printed figures of arruda2014 that are known to be wrong, found from the printed figures alone.

Three marks. A mean further from its median than the standard deviation is impossible: |mean - median| <= deviation
holds for every sample. With Multp a squaring is a multiplication by the same algorithm, so their medians agree within
a few percent; a row far from that which agrees with a row of another curve is a copy of it. Two of three runs of one
scalar multiplication, in three governors, agree when counted in cycles; the third was at another clock. Figures
computed from wrong ones are wrong, too."""

import dataclasses
from collections.abc import Mapping
from statistics import median

from motelab.parallel.paper import cells, derived
from motelab.parallel.paper.cells import MULTP, SQUARINGS_OF, STATISTICS, Cell

Figures = Mapping[Cell, float]
ALIKE = 0.1  # medians of squarings and multiplications by one algorithm lie nearer than this, relatively
COPY_MICROSECONDS, COPY_PERCENT = 0.025, 0.015  # a copied mean or median, and coefficient, differ by less
OTHER_CLOCK = 1.5  # the clocks differ by 2, runs at one clock by 1.13 at most
SLOW_MHZ, FAST_MHZ = 400, 800
SLOW_TABLES, FAST_TABLES = ("4", "27"), ("5", "28")  # modular multiplications at a clock that stays
SCALAR_TABLES = (("17", "30", "32"), ("19", "31", "33"))  # performance, ondemand, powersave
POWERSAVE = ("32", "33")


def found(figures: Figures) -> dict[Cell, str]:
    """Every wrong figure, and why it is known to be wrong."""
    wrong = {**copied_rows(figures), **impossible_means(figures), **at_another_clock(figures)}
    for cell in figures:  # a table's figures come after those that they are computed from, but for Table 20 and others
        _follow(cell, figures, wrong)
    return wrong


def _follow(cell: Cell, figures: Figures, wrong: dict[Cell, str]) -> None:
    """Marks a figure that is computed from a wrong one, and first those on the way."""
    derivation = derived.of(cell)
    if cell in wrong or derivation is None:
        return
    for source in derivation.sources:
        _follow(source, figures, wrong)
    bad = [source for source in derivation.sources if source in wrong]
    if bad:
        wrong[cell] = f"computed from a wrong figure ({bad[0].in_words})"


def statistics(cell: Cell, figures: Figures) -> list[float]:
    """The four figures of a row of statistics, in the order of STATISTICS; `cell` is any of them."""
    squaring = cell.part.split(", ")[1]
    return [figures[dataclasses.replace(cell, part=f"{name}, {squaring}")] for name in STATISTICS]


def _means(figures: Figures) -> list[Cell]:
    return [cell for cell in figures if cell.part.startswith(f"{STATISTICS[0]}, ")]


def impossible_means(figures: Figures) -> dict[Cell, str]:
    """Means further from the median than the deviation, with the row of the table that has the same mean."""
    wrong = {}
    for cell in _means(figures):
        mean, middle, deviation, _ = statistics(cell, figures)
        if abs(mean - middle) > deviation + 3 * derived.HALF_UNIT:
            others = [
                one.algorithm
                for one in _means(figures)
                if (one.table, one.part) == (cell.table, cell.part) and one != cell and figures[one] == mean
                and abs(mean - statistics(one, figures)[1]) <= statistics(one, figures)[2]
            ]  # fmt: skip
            copied = f"; {others[0]} has this mean" if others else ""
            wrong[cell] = f"no mean lies further from its median ({middle}) than the deviation ({deviation}){copied}"
    return wrong


def copied_rows(figures: Figures) -> dict[Cell, str]:
    """Rows of squarings with Multp that repeat a row of another table, all four figures of each."""
    wrong = {}
    for cell in (one for one in _means(figures) if one.table in SQUARINGS_OF and one.part.endswith(MULTP)):
        multiplication = Cell(SQUARINGS_OF[cell.table], cell.subject, cell.algorithm, cell.part)
        if abs(statistics(cell, figures)[1] / statistics(multiplication, figures)[1] - 1) <= ALIKE:
            continue
        source = [one for one in _means(figures) if one.table in SQUARINGS_OF and _is_copy(cell, one, figures)]
        if source:
            for name in STATISTICS:
                wrong[dataclasses.replace(cell, part=f"{name}, {MULTP}")] = (
                    f"the row repeats that of {source[0].algorithm} in Table {source[0].table}, of {source[0].subject}"
                )
    return wrong


def _is_copy(cell: Cell, other: Cell, figures: Figures) -> bool:
    """Whether two rows of different tables have nearly the same mean, median and coefficient of variation."""
    if other.table == cell.table or other.part != cell.part:
        return False
    pairs = zip(statistics(cell, figures), statistics(other, figures), strict=True)
    mean, middle, _, coefficient = (abs(a - b) for a, b in pairs)
    return max(mean, middle) < COPY_MICROSECONDS and coefficient < COPY_PERCENT


def at_another_clock(figures: Figures) -> dict[Cell, str]:
    """Times of scalar multiplications that were not measured at the clock of their table."""
    wrong = {}
    for tables in SCALAR_TABLES:
        for first in (cell for cell in figures if cell.table == tables[0]):
            runs = [dataclasses.replace(first, table=table) for table in tables]
            cycles = {run: figures[run] * _nominal_mhz(run) for run in runs}
            usual = median(cycles.values())
            for run in runs:
                if max(cycles[run] / usual, usual / cycles[run]) > OTHER_CLOCK:
                    others = " and ".join(f"Table {one.table} has {figures[one]:,}" for one in runs if one != run)
                    clock = SLOW_MHZ + FAST_MHZ - _nominal_mhz(run)
                    wrong[run] = f"measured at {clock} MHz, not {_nominal_mhz(run)}: {others}"
    return wrong


def _nominal_mhz(cell: Cell) -> int:
    """The clock of a table of scalar multiplications; with ondemand the high one (Section 4.3)."""
    return SLOW_MHZ if cell.table in POWERSAVE else FAST_MHZ


def clock_mhz(cell: Cell, figures: Figures) -> int | None:
    """The clock at which a time of a modular multiplication was measured: the nearer of those in the tables of the two
    fixed clocks. None for other figures and other sizes."""
    if cells.experiment(cell) is None:
        return None
    at_fixed = {table: figures[Cell(table, cell.subject, cell.algorithm)] for table in (*FAST_TABLES, *SLOW_TABLES)}
    usual = median(time / 2 if table in SLOW_TABLES else time for table, time in at_fixed.items())
    return SLOW_MHZ if figures[cell] / usual > OTHER_CLOCK else FAST_MHZ

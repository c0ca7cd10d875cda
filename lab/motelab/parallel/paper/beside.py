"""Every row of arruda2014's tables about parallel multiplication: recomputed, with ours, and with speedups."""

import dataclasses
from collections.abc import Collection, Iterable

from motelab.parallel.paper import cells, costs, derived, faults
from motelab.parallel.paper.cells import SEQUENTIAL, Cell, Row
from motelab.parallel.paper.ours import CROWDED, OPENMP, POOL, Crowded, Figure, NotMeasured, Ours

FIELDS = (
    "part",
    "recomputed",
    "agrees",
    "fault",
    "predicted",
    "elsewhere",
    "published_speedup",
    "our_speedup",
    "pool_speedup",
)
OURS = ("ours", "ratio", "verified", "reason", "command", "is_recorded")
DIGITS = {"percent": 1, "microseconds": 4}  # of ours; 3 for ratios
WHOLE_FROM = 10_000  # larger figures of ours have no decimals
WITHOUT_GOVERNORS = "this computer does not show its governor; where one is shown: modmul --governor all --commit"
COSTS, GOVERNORS, INTEGRATED = "2", "3", "16"  # tables of words


class Paper:
    """The printed figures and our records, and the rows that they make."""

    def __init__(
        self,
        rows: Iterable[Row],
        modmul: Collection[Row] = (),
        scalar_mult: Collection[Row] = (),
        statistics: Collection[Row] = (),
        machines: Iterable[tuple[str, Collection[Row]]] = (),
        predictions: Collection[Row] = (),
    ):
        self.figures = cells.figures(rows)
        self.faults = faults.found(self.figures)
        self.ours = Ours(modmul, scalar_mult, statistics, predictions)
        self.elsewhere = {machine: Ours(rows, (), ()) for machine, rows in machines}
        self._governors = {row["governor"]: row["command"] for row in modmul}

    def beside(self, row: Row) -> Row:
        """OURS, FIELDS and the note of a published row. Without ours `reason` says why, and the rest of OURS is None.

        `predicted` is what a figure of more threads than processors would be, by prediction; it is not measured, and
        has no ratio. `elsewhere` has the figures of other machines by name, where one has it. `part` says which of
        several figures of a line it is, `recomputed` is the figure as its sources give it, `agrees` whether it is
        printed so, and `fault` why it is known to be wrong; a wrong one has no ratio. The speedups are of a time over
        the fastest of the paper's sequential algorithms: printed, ours by OpenMP, ours by the pool."""
        cell = cells.of(row)
        found: Row = dict.fromkeys((*OURS, *FIELDS)) | {"note": cells.remark(row), "part": cells.in_table(cell)}
        if row["table"] == COSTS:
            return found | costs.beside(row)
        if isinstance(row["value"], str):
            return found | self._in_words(row, cell)
        interval = derived.recomputed(cell, self.figures)
        if interval is not None:
            found["recomputed"] = round(interval.middle, None if isinstance(row["value"], int) else 2)
            found["agrees"] = derived.agrees(cell, self.figures)
        found["fault"] = self.faults.get(cell)
        found["elsewhere"] = self._elsewhere(row, cell)
        found |= self._ours(row, cell, found["fault"])
        if cells.experiment(cell) or cell.table in cells.SCALAR_EXPERIMENTS:
            found |= self._speedups(cell)
        found["note"] = "; ".join(filter(None, (found["note"], *self._remarks(cell, found))))
        return found

    def _ours(self, row: Row, cell: Cell, fault: str | None) -> Row:
        try:
            figure = self.ours.figure(cell)
            if figure.oversubscribed:
                raise Crowded(CROWDED)
        except Crowded as crowded:
            predicted = self.ours.predicted(cell)
            return {"reason": str(crowded), "predicted": None if predicted is None else _rounded(row, predicted)}
        except NotMeasured as missing:
            return {"reason": str(missing)}
        value = _rounded(row, figure.value)
        comparable = not fault and row["value"] > 0 and figure.verified
        ratio = round(figure.value / row["value"], 3) if comparable else None
        return {"ours": value, "ratio": ratio} | _facts(figure)

    def _elsewhere(self, row: Row, cell: Cell) -> dict[str, float] | None:
        """The figure on each other machine that has it, of as many threads as it has processors; None without any."""
        found = {}
        for machine, theirs in self.elsewhere.items():
            try:
                figure = theirs.figure(cell)
            except NotMeasured:
                continue
            if figure.verified and not figure.oversubscribed:
                found[machine] = _rounded(row, figure.value)
        return found or None

    def _speedups(self, cell: Cell) -> Row:
        """The three speedups; None for a sequential row, and wherever the times are not at one clock, are known to be
        wrong, or come from threads that share processors."""
        if cells.is_sequential(cell):
            return {}
        column = [*(dataclasses.replace(cell, algorithm=name) for name in SEQUENTIAL), cell]
        clocks = {faults.clock_mhz(one, self.figures) for one in column}
        printed = None
        if len(clocks) == 1 and not any(one in self.faults for one in column):
            printed = round(min(self.figures[one] for one in column[:-1]) / self.figures[cell], 3)
        return {
            "published_speedup": printed,
            "our_speedup": self._our_speedup(cell, OPENMP),
            "pool_speedup": self._our_speedup(cell, POOL),
        }

    def _our_speedup(self, cell: Cell, engine: str) -> float | None:
        try:
            figure = self.ours.speedup(cell, engine)
        except NotMeasured:
            return None
        return round(figure.value, 3) if figure.verified and not figure.oversubscribed else None

    def _remarks(self, cell: Cell, found: Row) -> list[str]:
        """Remarks for the note: a wrong figure, a clock that changed."""
        remarks = [f"wrong: {found['fault']}"] if found["fault"] else []
        experiment = cells.experiment(cell)
        if experiment and experiment.governor == "ondemand":
            remarks.append(f"printed at {faults.clock_mhz(cell, self.figures)} MHz, by Tables 4 and 5")
        return remarks

    def _in_words(self, row: Row, cell: Cell) -> Row:
        """Ours beside a row that is no number: a governor in the records, an algorithm in a scalar multiplication."""
        if row["table"] == GOVERNORS:
            command = self._governors.get(row["algorithm"])
            if command:
                return {"ours": "measured", "verified": True, "command": command, "is_recorded": True}
            return {"reason": WITHOUT_GOVERNORS}
        figure = self._scalar_figure(cell)
        if isinstance(figure, str):
            return {"reason": figure}
        return {"ours": "yes"} | _facts(figure)

    def _scalar_figure(self, cell: Cell) -> Figure | str:
        """Our scalar multiplication with the algorithm of a cell of Table 16, or why there is none."""
        try:
            return self.ours.figure(dataclasses.replace(cell, table="17"))
        except NotMeasured as missing:
            return str(missing)


def _rounded(row: Row, value: float) -> float:
    """A figure of ours with as many digits as its metric has."""
    return round(value, DIGITS.get(row["metric"], 3) if value < WHOLE_FROM else 0)


def _facts(figure: Figure) -> Row:
    return {"verified": figure.verified, "command": figure.command, "is_recorded": figure.is_recorded}

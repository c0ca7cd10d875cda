"""The cells of arruda2014's tables: which printed figure is which, and in which experiment it was measured."""

import dataclasses
import re
from collections.abc import Iterable
from typing import Any

Row = dict[str, Any]  # a published figure: the fields of data/published.csv

SEQUENTIAL = ("GMP, 1 thread", "Barrett, 1 thread", "Montgomery, 1 thread")  # the base of the paper's speedups
MULTP, COMBA = "Multp", "Comba"  # squaring by the algorithm of the multiplication; by Comba's
STATISTICS = ("mean", "median", "standard deviation", "coefficient of variation")
LIBRARY = re.compile(r"(.*) in (RELIC|MARIA)$")
ESTIMATE = re.compile(r"estimate (?:of (\w+) in|(against) measured)")
DIFFERENCE = "against"  # part of an estimate: its distance from the measured time, in percent of that


@dataclasses.dataclass(frozen=True)
class Cell:
    """One printed figure. `part` tells apart the figures that a table has for one algorithm and subject: a statistic
    and the squaring, a part of an estimate, a column of Tables 12 and 25."""

    table: str
    subject: str
    algorithm: str
    part: str = ""

    @property
    def in_words(self) -> str:
        """For people: the table, and the algorithm without the subject."""
        return f"Table {self.table}, {self.algorithm}" + (f", {self.part}" if self.part else "")


@dataclasses.dataclass(frozen=True)
class Experiment:
    """How the times of a table were measured: Chapter 3. `scenario` is that of `./motecurve parallel modmul`."""

    governor: str
    scenario: str
    runs: int


@dataclasses.dataclass(frozen=True)
class ScalarExperiment:
    """How the times of a table were measured: Chapter 4."""

    governor: str
    squaring: str


EXPERIMENTS = {
    "4": Experiment("powersave", "1", 1000),
    "5": Experiment("performance", "1", 1000),
    "7": Experiment("ondemand", "1", 1000),
    "8": Experiment("ondemand", "2", 1000),
    "10": Experiment("ondemand", "decreasing", 1000),
    "13": Experiment("ondemand", "1", 100_000),
    "25": Experiment("performance", "1", 1000),
    "27": Experiment("powersave", "2", 1000),
    "28": Experiment("performance", "2", 1000),
    "29": Experiment("ondemand", "2", 100_000),
}
EACH_ALONE = "12"  # Experiment 3, with two numbers of runs
SCALAR_EXPERIMENTS = {
    "17": ScalarExperiment("performance", COMBA),
    "19": ScalarExperiment("performance", MULTP),
    "30": ScalarExperiment("ondemand", COMBA),
    "31": ScalarExperiment("ondemand", MULTP),
    "32": ScalarExperiment("powersave", COMBA),
    "33": ScalarExperiment("powersave", MULTP),
}
STATISTICS_OF = {"22": "NIST P-521", "35": "NIST P-384", "39": "1536-bit supersingular (RELIC)"}  # multiplications
SQUARINGS_OF = {"23": "22", "36": "35", "40": "39"}  # statistics of squarings -> those of multiplications


def of(row: Row) -> Cell:
    """The cell of a published row."""
    table, algorithm = row["table"], row["algorithm"]
    part = ""
    if table in STATISTICS_OF or table in SQUARINGS_OF:
        part = f"{row['note'].split(';')[0]}, {MULTP if MULTP in row['note'] else COMBA}"
    elif found := ESTIMATE.match(row["operation"]):
        part = found[1] or found[2]
    elif found := LIBRARY.match(algorithm):
        algorithm, part = found[1], found[2]
    elif table == EACH_ALONE:
        part = runs_of(row["note"]) if row["metric"] == "microseconds" else row["operation"]
    elif table in ("2", "15"):
        part = row["metric"]
    return Cell(table, row["subject"], algorithm, part)


def runs_of(note: str) -> str:
    """The column of Table 12, such as "1000 runs", from the note of a row."""
    return note.rpartition("minimum of ")[2]


def in_table(cell: Cell) -> str:
    """The part of a cell, where neither the operation nor the metric of its row says it."""
    is_told = cell.table in (*STATISTICS_OF, *SQUARINGS_OF) or _is_column_of_runs(cell)
    return cell.part if is_told else ""


def remark(row: Row) -> str:
    """The note of a row without the words that its cell's part has."""
    parts = row["note"].split("; ")
    if row["table"] in (*STATISTICS_OF, *SQUARINGS_OF):
        return parts[1]
    return "; ".join(parts[:2]) if row["table"] == EACH_ALONE else row["note"]


def figures(rows: Iterable[Row]) -> dict[Cell, float]:
    """The printed numbers by cell; rows of words are left out. ValueError if two rows are one cell."""
    found: dict[Cell, float] = {}
    for row in rows:
        if not isinstance(row["value"], str):
            cell = of(row)
            if cell in found:
                raise ValueError(f"two rows of {cell.in_words}, {cell.subject}")
            found[cell] = row["value"]
    return found


def experiment(cell: Cell) -> Experiment | None:
    """How a time of a modular multiplication was measured; None for another figure."""
    if cell.table == EACH_ALONE:
        return Experiment("ondemand", "each-alone", int(cell.part.split()[0])) if _is_column_of_runs(cell) else None
    return None if cell.part == "RELIC" else EXPERIMENTS.get(cell.table)


def _is_column_of_runs(cell: Cell) -> bool:
    """Whether it is a time of Table 12, not a relation of two."""
    return cell.part.endswith(" runs") and "/" not in cell.part


def bits(cell: Cell) -> int:
    """The bits of the modulus that a cell's subject names."""
    (number,) = re.findall(r"^(\d+)-bit|P-(\d+)", cell.subject)
    return int(number[0] or number[1])


def is_sequential(cell: Cell) -> bool:
    """Whether a row of the table is of one thread."""
    return cell.algorithm.endswith(", 1 thread")

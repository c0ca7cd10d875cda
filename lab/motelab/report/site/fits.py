"""Cost against the size of a field: a power law fitted to records, and its exponent."""

import dataclasses
import math
import statistics
from collections.abc import Iterable

from motelab.measure.records import Record
from motelab.report import record_plot

LEAST_SIZES = 3  # different sizes of fields that a fit needs


@dataclasses.dataclass(frozen=True)
class Fit:
    """cost = factor * m^exponent, by least squares on logarithms; the records by m, the costs in the board's unit.
    `deviation_percent` is the largest deviation of a record from the law."""

    board: str
    operation: str
    algorithm: str
    kind: str  # binary or prime
    unit: str
    sizes: tuple[tuple[int, Record], ...]
    exponent: float
    factor: float
    deviation_percent: float

    def at(self, bits: float) -> float:
        """The cost that the law gives for a field of so many bits."""
        return self.factor * bits**self.exponent


def fits(records: Iterable[Record]) -> list[Fit]:
    """A fit for each operation, algorithm, kind of field and backend of a board with LEAST_SIZES sizes, by board and
    operation. Among records of one size the cheapest counts."""
    groups: dict[tuple, dict[int, Record]] = {}
    for record in records:
        if record["verified"] and record["profile"] == "fast":
            bits = record_plot.value(record, record_plot.FIELD_BITS)
            members = groups.setdefault((*_subject(record), record["unit"]), {})
            if bits not in members or record["median"] < members[bits]["median"]:
                members[bits] = record
    return [_fitted(subject, groups[subject]) for subject in sorted(groups) if len(groups[subject]) >= LEAST_SIZES]


def _subject(record: Record) -> tuple[str, str, str, str]:
    """The fields that the records of a fit share."""
    window = "" if record["window"] is None else f", w={record['window']}"
    language = {"asm": ", assembly", "c": ", C"}.get(record["backend"], "")
    kind = "binary" if record["field"].startswith("F_2^") else "prime"
    return record["board"], record["operation"], f"{record['algorithm']}{window}{language}", kind


def _fitted(subject: tuple, members: dict[int, Record]) -> Fit:
    sizes = sorted(members.items())
    xs, ys = [math.log(bits) for bits, _ in sizes], [math.log(record["median"]) for _, record in sizes]
    law = statistics.linear_regression(xs, ys)
    off = max(abs(math.expm1(y - law.slope * x - law.intercept)) for x, y in zip(xs, ys, strict=True))
    *named, unit = subject
    return Fit(*named, unit, tuple(sizes), law.slope, math.exp(law.intercept), 100 * off)

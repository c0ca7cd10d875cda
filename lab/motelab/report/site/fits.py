"""Cost against the size of a field: a power law fitted to records, and its exponent."""

import dataclasses
import math
import statistics
from collections.abc import Iterable

from motelab.measure import identities
from motelab.measure.records import Record
from motelab.report import record_plot
from motelab.subjects import groups
from motelab.subjects.curves import Curve

PRIMES_OF_NIST = "secp"
LEAST_SIZES = 3  # different sizes of fields that a fit needs
MOST_DEVIATION_PERCENT = 10.0  # of any record from a law; a fit that misses one by more is no law
BESIDE_SIZE = ("field", "curve", "choices", "input")  # parts of the identity that may change with the size


@dataclasses.dataclass(frozen=True)
class Fit:
    """cost = factor * m^exponent, by least squares on logarithms; the records by m, the costs in the board's unit.
    `kind` is the family of the curves or, for operations of fields, binary or prime. `deviation_percent` is the largest
    deviation of a record from the law."""

    board: str
    operation: str
    algorithm: str
    kind: str
    unit: str
    sizes: tuple[tuple[int, Record], ...]
    exponent: float
    factor: float
    deviation_percent: float

    @property
    def is_law(self) -> bool:
        """Whether it fits: no record is further from it than MOST_DEVIATION_PERCENT."""
        return self.deviation_percent <= MOST_DEVIATION_PERCENT

    def at(self, bits: float) -> float:
        """The cost that the law gives for a field of so many bits."""
        return self.factor * bits**self.exponent


def fits(records: Iterable[Record]) -> list[Fit]:
    """A fit for each operation, algorithm, kind and backend of a board with LEAST_SIZES sizes, by board and operation:
    of records that agree in all of their identity but BESIDE_SIZE. Curves of different families are never in one fit.
    Among records of one curve or field the one with the cheapest choices counts."""
    counted = [r for r in records if r["verified"] and r["profile"] == "fast" and kind_of(r)]
    made = []
    for alike in identities.groups(counted, BESIDE_SIZE):
        of_kind: dict[str, list[Record]] = {}
        for record in alike:
            of_kind.setdefault(kind_of(record), []).append(record)
        made += [_fitted(kind, sizes) for kind, own in of_kind.items() if len(sizes := _by_size(own)) >= LEAST_SIZES]
    return sorted(made, key=lambda fit: (fit.board, fit.operation, fit.algorithm, fit.kind))


def kind_of(record: Record) -> str:
    """The family of the record's curve, in words; of an operation of a field, binary or prime. Nothing for a curve
    without a family of sizes."""
    if not record["curve"]:
        return "binary" if record["field"].startswith("F_2^") else "prime"
    return family_of(groups.find(record["curve"]))


def family_of(curve: Curve) -> str:
    """The family of a standard curve whose sizes are compared, in words; nothing for others."""
    if curve.family or curve.form != "Weierstrass":
        return ""
    if not curve.is_prime:
        return "Koblitz curves" if curve.is_koblitz else "random binary curves"
    return "NIST's prime curves" if curve.name.startswith(PRIMES_OF_NIST) and curve.name.endswith("r1") else ""


def _by_size(records: Iterable[Record]) -> list[tuple[int, Record]]:
    """The cheapest record of each size, by size."""
    found: dict[int, Record] = {}
    for record in records:
        bits = record_plot.value(record, record_plot.FIELD_BITS)
        if bits not in found or record["median"] < found[bits]["median"]:
            found[bits] = record
    return sorted(found.items())


def _fitted(kind: str, sizes: list[tuple[int, Record]]) -> Fit:
    xs, ys = [math.log(bits) for bits, _ in sizes], [math.log(record["median"]) for _, record in sizes]
    law = statistics.linear_regression(xs, ys)
    off = max(abs(math.expm1(y - law.slope * x - law.intercept)) for x, y in zip(xs, ys, strict=True))
    one = sizes[0][1]
    subject = (one["board"], one["operation"], _algorithm(one), kind, one["unit"])
    return Fit(*subject, tuple(sizes), law.slope, math.exp(law.intercept), 100 * off)


def _algorithm(record: Record) -> str:
    """The algorithm with its window and language."""
    language = {"asm": ", assembly", "c": ", C"}.get(record["backend"], "")
    return f"{identities.member(record)}{language}"

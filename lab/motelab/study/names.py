"""The paper's 50 existing names, the groups within which it compares them, and the lengths of their parameters."""

import csv
import dataclasses
import functools

from motelab import DATA
from motelab.common.names import one_of
from motelab.compare import matches, published
from motelab.subjects import curves
from motelab.subjects.curves import Curve

SOURCE = "fujdiak2017"
TABLES = ("I", "II")
PI, MSP430 = "Raspberry Pi 2B (Cortex-A7)", "MSP430F5438A"
# Fields of one group of Tables I and II, by their bits: the paper's headings.
GROUPS = (
    (113,), (131, 155), (163, 176, 185), (233, 239), (283,), (409,), (571,),
    (112, 128), (160,), (192,), (224,), (256,),
)  # fmt: skip
LENGTHS = ("a", "b", "x", "y")


@dataclasses.dataclass(frozen=True)
class Name:
    """A name of the paper: its table, the curve that it means, and the printed times in microseconds."""

    name: str
    table: str
    curve: Curve
    pi_microseconds: float
    msp430_microseconds: float | None

    @property
    def group(self) -> tuple[int, ...]:
        """The fields among which the paper compares it."""
        return next(group for group in GROUPS if self.curve.bits in group)

    @property
    def lengths(self) -> dict[str, int]:
        """Bits of m or p, a, b, x, y and n, from the parameters that the standard publishes."""
        record = self.curve.record
        equivalent = {**record, **record.get("polynomial_basis_equivalent", {})}
        values = {name: equivalent[name] for name in "ab"} | {name: equivalent["G"][name] for name in "xy"}
        bits = {name: int(value, 16).bit_length() for name, value in values.items()}
        return {"m" if self.table == "I" else "p": self.curve.bits, **bits, "n": self.curve.order.bit_length()}

    @property
    def small_parameters(self) -> int:
        """No. of the paper: how many of a, b, x, y have fewer than half the bits of the field."""
        return sum(2 * self.lengths[name] < self.curve.bits for name in LENGTHS)


@functools.cache
def load() -> tuple[Name, ...]:
    """Every existing name, in the paper's order."""
    meant, found = matches.curves_of(SOURCE), {}
    for row in published.rows(SOURCE):
        if row.subject in meant:
            found.setdefault((row.subject, row.table), {})[row.platform] = row.value
    return tuple(
        Name(name, table, curves.find(meant[name]), times[PI], times.get(MSP430))
        for (name, table), times in found.items()
    )


@functools.cache
def printed_lengths() -> dict[str, dict[str, int]]:
    """Tables A-I and A-II as printed, in the form of `Name.lengths`: typed from the paper. Its m is a bit too long."""
    with (DATA / "study/printed-lengths.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    size = {"A-I": "m", "A-II": "p"}
    return {
        row["curve"]: {size[row["table"]]: int(row["m"])} | {name: int(row[name]) for name in (*LENGTHS, "n")}
        for row in rows
    }


def by_standard(one: Name) -> Name:
    """The name with the curve that its standard gives it: wtls7 is secp160r1 there, and another one in OpenSSL."""
    return dataclasses.replace(one, curve=curves.find(one.name))


def find(name: str) -> Name:
    """The name; MotecurveError with similar ones if the paper has none such."""
    known = {one.name: one for one in load()}
    return known[one_of("name of the paper", name, known)]


def twins() -> list[tuple[Name, Name]]:
    """Pairs of names that mean one curve."""
    by_curve: dict[str, list[Name]] = {}
    for one in load():
        by_curve.setdefault(one.curve.name, []).append(one)
    return [(first, other) for first, *others in by_curve.values() for other in others]

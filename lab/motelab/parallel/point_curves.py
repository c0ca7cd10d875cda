"""Curves of the parallel scalar multiplications over prime fields, and the scalars of arruda2014, Chapter 4."""

import dataclasses
import functools
import random

from codegen.points import Point, PrimeCurve
from motelab import DATA
from motelab.common import names
from motelab.common.schema import Schema
from motelab.subjects import curves

FILE = Schema("motelab.parallel.schemas", "PointCurveFile")
SUPERSINGULAR = "supersingular-1536"
# Hamming weights of the scalars, and the bits for which the table had entries (Table 15); 0 for all bits.
WEIGHTS = {"secp256r1": 152, "secp384r1": 217, "secp521r1": 277, SUPERSINGULAR: 718}
FILLED = {SUPERSINGULAR: 256}
LOW_WEIGHT = {SUPERSINGULAR: 72}  # of these bits: 71 additions of two points, and one to infinity
NAMES = tuple(WEIGHTS)
KEYS = ("random", "paper", "full")  # below the order; of Table 15; the same with a table that is full


@dataclasses.dataclass(frozen=True)
class PointCurve:
    """y^2 = x^3 + a x + b over F_p, with a point (x, y) of this order."""

    name: str
    p: int
    a: int
    b: int
    x: int
    y: int
    order: int

    @property
    def bits(self) -> int:
        return self.p.bit_length()

    def multiply(self, k: int) -> Point:
        """k (x, y) by sums of affine points in Python's integers."""
        return PrimeCurve(self.p, self.a).multiply(k, (self.x, self.y))


@dataclasses.dataclass(frozen=True)
class Key:
    """A scalar, its longest length in bits, and the bits for which a table has entries."""

    scalar: int
    bits: int
    filled: int

    @property
    def effective(self) -> int:
        """What a table gives that is empty from `filled` on."""
        return self.scalar % (1 << self.filled)


@functools.cache
def find(name: str) -> PointCurve:
    """The curve of a name. MotecurveError, with the names that there are, for another."""
    names.one_of("curve", name, NAMES)
    if name == SUPERSINGULAR:
        record = FILE.read(DATA / "parallel" / f"{name}.json")
        return PointCurve(name, *(int(record[key], 16) for key in ("p", "a", "b", "x", "y", "order")))
    curve = curves.find(name)
    coefficients = dict(curve.coefficients)
    p = curve.modulus
    assert isinstance(p, int)
    return PointCurve(name, p, coefficients["a"] % p, coefficients["b"], *curve.generator, curve.order)


def key_of(curve: PointCurve, kind: str, seed: int = 1) -> Key:
    """A scalar of a kind of KEYS, always the same for a seed. The paper's scalars are not printed; these have their
    weights and lengths, and the weight of the filled part."""
    draw = random.Random(f"{curve.name} {seed}")
    if kind == "random":
        bits = curve.order.bit_length()
        return Key(draw.randrange(1, curve.order), bits, bits)
    filled, low = FILLED.get(curve.name, curve.bits), LOW_WEIGHT.get(curve.name, 0)
    places = [*draw.sample(range(filled), low or WEIGHTS[curve.name])]
    places += draw.sample(range(filled, curve.bits), WEIGHTS[curve.name] - len(places))
    return Key(sum(1 << place for place in places), curve.bits, filled if kind == "paper" else curve.bits)

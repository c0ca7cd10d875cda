"""Curves of the parallel scalar multiplications over prime fields, and the scalars of arruda2014, Chapter 4."""

import dataclasses
import functools
import json
import random
from pathlib import Path
from typing import Any

from codegen.points import Point, PrimeCurve
from motelab import DATA
from motelab.common import names
from motelab.common.errors import MotecurveError
from motelab.common.schema import Schema
from motelab.subjects import curves

FILE = Schema("motelab.parallel.schemas", "PointCurveFile")
SUPERSINGULAR = "supersingular-1536"
# Hamming weights of the scalars, and the bits for which the table had entries (Table 15); 0 for all bits.
WEIGHTS = {"secp256r1": 152, "secp384r1": 217, "secp521r1": 277, SUPERSINGULAR: 718}
FILLED = {SUPERSINGULAR: 256}
LOW_WEIGHT = {SUPERSINGULAR: 72}  # of these bits: 71 additions of two points, and one to infinity
NAMES = tuple(WEIGHTS)
OF_LIBRARY = tuple(name for name in NAMES if name != SUPERSINGULAR)  # curves that the library has, too
GENERATED = tuple(f"supersingular-{bits}" for bits in (640, 768, 1024, 1280))
EVERY = (*NAMES, *GENERATED)
SUFFIX = ".json"  # of a file with a curve
NUMBERS = ("p", "a", "b", "x", "y", "order")
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
    """The curve of a name, or of a file. MotecurveError, with the names that there are, for another."""
    if name.endswith(SUFFIX):
        return of_file(Path(name))
    names.one_of("curve", name, EVERY)
    if name == SUPERSINGULAR or name in GENERATED:
        record = FILE.read(DATA / "parallel" / f"{name}.json")
        return PointCurve(name, *(int(record[key], 16) for key in NUMBERS))
    curve = curves.find(name)
    coefficients = dict(curve.coefficients)
    p = curve.modulus
    assert isinstance(p, int)
    return PointCurve(name, p, coefficients["a"] % p, coefficients["b"], *curve.generator, curve.order)


def is_known(name: str) -> bool:
    """Whether the methods over prime fields have the curve: by its name, or in a file."""
    return name in EVERY or name.endswith(SUFFIX)


def of_file(file: Path) -> PointCurve:
    """The curve of a JSON file with `p a b x y order` as hexadecimal texts; its name is the file's. MotecurveError for
    a file that is none, an even p or one that is no prime, a point that is not on the curve, or another order."""
    try:
        record: Any = json.loads(file.read_text())
        curve = PointCurve(file.stem, *(int(record[key], 16) for key in NUMBERS))
    except OSError as error:
        raise MotecurveError(f"{file}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError):
        raise MotecurveError(
            f"{file}: it must be a JSON object with p, a, b, x, y and order as hexadecimal texts"
        ) from None
    p, x, y = curve.p, curve.x, curve.y
    if p < 5 or p % 2 == 0 or any(pow(base, p - 1, p) != 1 for base in (2, 3, 5, 7) if base < p):
        raise MotecurveError(f"{file}: p must be an odd prime from 5 on")
    if not all(0 <= value < p for value in (curve.a, curve.b, x, y)) or (x**3 + curve.a * x + curve.b - y * y) % p:
        raise MotecurveError(f"{file}: (x, y) must be a point on y^2 = x^3 + a x + b, and all numbers below p")
    if curve.order < 2 or curve.multiply(curve.order) is not None:
        raise MotecurveError(f"{file}: the point does not have the order that the file gives")
    return curve


def key_of(curve: PointCurve, kind: str, seed: int = 1) -> Key:
    """A scalar of a kind of KEYS, always the same for a seed. The paper's scalars are not printed; these have their
    weights and lengths, and the weight of the filled part."""
    draw = random.Random(f"{curve.name} {seed}")
    if kind == "random":
        bits = curve.order.bit_length()
        return Key(draw.randrange(1, curve.order), bits, bits)
    if kind == "paper" and curve.name not in WEIGHTS:
        raise MotecurveError(f"arruda2014 has no scalar for {curve.name}; give --key full or random")
    filled, low = FILLED.get(curve.name, curve.bits), LOW_WEIGHT.get(curve.name, 0)
    weight = WEIGHTS.get(curve.name, curve.bits // 2)
    places = [*draw.sample(range(filled), low or weight)]
    places += draw.sample(range(filled, curve.bits), weight - len(places))
    return Key(sum(1 << place for place in places), curve.bits, filled if kind == "paper" else curve.bits)

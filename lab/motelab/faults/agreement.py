"""Keys from faulty shared secrets. The attacker has chosen the peer's point Q, knows the right secret x(d Q) and a
faulty one, and looks it up among multiples of Q: a loop that was left out or cut short, a digit that was skipped.

One such fault tells some bits of d. Faults at the other digits, one after the other, tell the rest."""

import dataclasses
import functools

from codegen.points import Curve as Group
from codegen.points import Point, PrimeCurve
from motelab.subjects.curves import Curve

SMALL = 4096  # multiples of Q below this are looked up
DIGITS = range(1, 32, 2)  # of recodings, that a fault may leave out: as odd numbers times powers of two
CUT_BITS = 12  # a loop that was cut by at most so many bits is put together again


@dataclasses.dataclass(frozen=True)
class Model:
    """A curve on which points are added, and how the secret's number becomes its x-coordinate there."""

    group: Group
    b: int | None  # of y^2 = x^3 + a x + b; None of binary curves, whose points are not lifted
    shift: int = 0  # of Montgomery curves: x = u + shift

    def lifted(self, value: int) -> Point:
        """A point with that secret as its coordinate; None if there is none."""
        if self.b is None:
            return None
        p, x = self.group.p, (value + self.shift) % self.group.p
        y = root((pow(x, 3, p) + self.group.a * x + self.b) % p, p)
        return None if y is None else (x, y)

    def secret(self, point: Point) -> int | None:
        if point is None:
            return None
        return point[0] if self.b is None else (point[0] - self.shift) % self.group.p


def root(a: int, p: int) -> int | None:
    """A square root modulo p, which is 3 modulo 4 or 5 modulo 8."""
    y = pow(a, (p + 1) // 4, p) if p % 4 == 3 else pow(a, (p + 3) // 8, p)
    if p % 4 == 1 and y * y % p != a:
        y = y * pow(2, (p - 1) // 4, p) % p
    return y if y * y % p == a else None


def model_of(curve: Curve) -> Model:
    """The model of a curve of the catalogue, of Weierstrass or Montgomery form."""
    values = dict(curve.coefficients)
    if curve.form == "Montgomery":
        p, a = curve.modulus, values["a"]
        third = pow(3, -1, p)
        of_a, of_b = (1 - a * a * third) % p, (2 * a**3 * third * third * third - a * third) % p
        return Model(PrimeCurve(p, of_a), of_b, a * third % p)
    if curve.is_prime:
        return Model(PrimeCurve(curve.modulus, values["a"]), values["b"])
    from codegen.points import BinaryCurve

    return Model(BinaryCurve(tuple(curve.modulus), values["a"]), None)


class Multiples:
    """Multiples of one peer's point, by their secrets."""

    def __init__(self, model: Model, q: Point, bits: int):
        self.model, self.q, self.bits = model, q, bits

    @functools.cached_property
    def small(self) -> dict[int, int]:
        """Secret of m Q -> m."""
        found, point = {}, None
        for m in range(1, SMALL):
            point = self.model.group.add(point, self.q)
            found.setdefault(self.model.secret(point), m)
        return found

    @functools.cached_property
    def digits(self) -> dict[int, tuple[int, int]]:
        """Secret of m 2^j Q -> (m, j)."""
        found, base, group = {}, self.q, self.model.group
        for j in range(self.bits + 1):
            twice, point = group.add(base, base), base
            for m in DIGITS:
                found.setdefault(self.model.secret(point), (m, j))
                point = group.add(point, twice)
            base = twice
        return found

    def explained(self, right: int, faulty: int) -> str | None:
        """What the faulty secret tells about the key, in words; None for nothing."""
        if faulty == 0:
            return "the secret is zero"
        if m := self.small.get(faulty):
            return f"a loop left out: {m} times the peer's point"
        s, t = self.model.lifted(right), self.model.lifted(faulty)
        if s is None or t is None:
            return None
        group = self.model.group
        for sign in (t, group.negate(t)):
            if place := self.digits.get(self.model.secret(group.add(s, sign))):
                return f"a digit: {place[0]} times 2^{place[1]}"
        return self.cut(s, t)

    def cut(self, s: Point, t: Point) -> str | None:
        """Whether t is s without its lowest bits: s = 2^j t + low Q."""
        group = self.model.group
        for j in range(1, CUT_BITS + 1):
            t = group.add(t, t)
            for sign in (t, group.negate(t)):
                low = self.small.get(self.model.secret(group.add(s, sign)))
                if low is not None and low < 1 << j:
                    return f"a loop cut short: the lowest {j} bits are {low}, or less by the order"
        return None


def key_from_cuts(multiples: Multiples, secrets: list[int]) -> int | None:
    """The key from the secrets of loops cut after ever more bits: secrets[i] is that of the i + 1 leading bits, and the
    last one is right. None if they do not follow one another."""
    key = 0
    group, model, point = multiples.model.group, multiples.model, None
    for secret in secrets:
        twice = group.add(point, point)
        bits = [b for b in (0, 1) if model.secret(group.add(twice, multiples.q) if b else twice) == secret]
        if not bits:
            return None
        key, point = 2 * key + bits[0], group.add(twice, multiples.q) if bits[0] else twice
    return key

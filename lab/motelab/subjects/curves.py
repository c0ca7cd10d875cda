"""Curves by name, alias or object identifier, and their fields, from curves/curves.json."""

import dataclasses
import functools
from collections.abc import Iterable
from typing import Any

from codegen import glv
from codegen.built import as_built, has_eddsa
from codegen.built import endomorphism as endomorphism_of
from codegen.fields import FIELDS, GROUP_FIELDS, field_name
from codegen.prime_fields import is_montgomery
from motelab import ROOT
from motelab.common.errors import MotecurveError
from motelab.common.names import hint, near
from motelab.common.schema import Schema

FILE = Schema("motelab.subjects.schemas", "CurvesFile")
Point = tuple[int, int]


@dataclasses.dataclass(frozen=True)
class Given:
    """How an image holds a curve that is given by its parameters instead of its name (motelab/boards/given_curve.py):
    whether formulas take a as an operand whatever its value, and elements of a prime field are in Montgomery form
    whatever the prime."""

    general_formulas: bool = False
    montgomery: bool = False


@dataclasses.dataclass(frozen=True)
class Curve:
    """A curve and its group of prime order. `field` is part of the names of the library's functions. Elements of
    binary fields have bit i for z^i, whatever basis the standard uses to write them. `coefficients` are a and b, or a
    and d of Edwards curves. The generator is the standard's if it has prime order, else a multiple of it that has."""

    name: str
    form: str
    field: str
    coefficients: tuple[tuple[str, int], ...]
    generator: Point
    order: int
    cofactor: int
    record: dict[str, Any] = dataclasses.field(repr=False, compare=False)
    given: Given | None = None  # None for curves of the library

    @property
    def identifier(self) -> str:
        """Its name in the library's source, or of the curve there whose place it takes in an image."""
        return self.record["name"].replace("-", "_")

    def is_montgomery(self, word_bits: int) -> bool:
        """Whether elements of its prime field are in Montgomery form on words of that size."""
        return self.is_prime and ((self.given and self.given.montgomery) or is_montgomery(self.field, word_bits))

    @property
    def modulus(self) -> int | tuple[int, ...]:
        """The prime, or the exponents of the reduction polynomial."""
        return FIELDS[self.field] if self.field in FIELDS else GROUP_FIELDS[self.field]

    @property
    def is_prime(self) -> bool:
        """Whether the field is a prime field; else it is binary."""
        return isinstance(self.modulus, int)

    @property
    def bits(self) -> int:
        """Bits of an element: the size of the prime, or the degree."""
        return self.modulus.bit_length() if isinstance(self.modulus, int) else self.modulus[0]

    @property
    def elements(self) -> int:
        """Number of elements of the field."""
        return self.modulus if isinstance(self.modulus, int) else 1 << self.bits

    @property
    def degree(self) -> int:
        """The name of `bits` where there are only binary fields."""
        return self.bits

    @property
    def field_notation(self) -> str:
        """The field's name in records: F_2^163, F_p521, and if several have one size F_2^163k8, F_p256r1."""
        return ("F_p" if self.is_prime else "F_2^") + self.field[2:]

    @property
    def is_koblitz(self) -> bool:
        """Whether it is a binary curve with coefficients in F_2 (SEC 2 also calls some prime curves Koblitz)."""
        return not self.is_prime and dict(self.coefficients) in ({"a": 0, "b": 1}, {"a": 1, "b": 1})

    @functools.cached_property
    def endomorphism(self) -> glv.Endomorphism | None:
        """An efficient one, of curves with a = 0 over F_p (codegen/glv.py); None for other curves, for groups with a
        pairing, and for curves given by their parameters."""
        return None if self.given or self.family else endomorphism_of(as_built(self.record))

    @property
    def family(self) -> str | None:
        """The family of a group (motelab/subjects/groups.py): tate, eta, bls12, gls; None for curves."""
        return self.record.get("family")

    @property
    def kind(self) -> str:
        """The kind of curve that headers of algorithms name: binary, prime (Weierstrass form), edwards, montgomery."""
        kinds = {"Weierstrass": "prime" if self.is_prime else "binary", "Montgomery": "montgomery"}
        return kinds.get(self.form, "edwards")

    @property
    def structure(self) -> str:
        """The facts about the coefficients that formulas can use."""
        a = self.coefficients[0][1]
        if self.form != "Weierstrass":
            minus_one = self.is_prime and a == self.modulus - 1
            return "a = -1" if minus_one else f"a = {a}"
        if self.is_koblitz:
            return f"Koblitz, a = {a}"
        if a <= 1:
            return "a = 0, endomorphism" if self.is_prime and a == 0 else f"a = {a}"
        return "a = -3" if self.is_prime and a == self.modulus - 3 else "general a"

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and its aliases."""
        return (self.name, *self.record["aliases"])

    @property
    def oids(self) -> list[str]:
        return self.record["oids"]

    @property
    def standards(self) -> list[str]:
        return self.record["standards"]

    @property
    def has_valid_generator(self) -> bool:
        """False if the published generator does not have the published order; the library leaves such a curve out."""
        return self.record.get("generator_valid", True)

    @property
    def published_generator_order(self) -> int | None:
        """The composite order of the standard's own generator, if `generator` is a multiple of that; else None."""
        return int(self.record["G_order"], 16) if "G_order" in self.record else None

    @property
    def is_in_normal_basis(self) -> bool:
        """Whether the standard writes elements in normal basis."""
        return "polynomial_basis_equivalent" in self.record

    @property
    def field_bytes(self) -> int:
        return (self.bits + 7) // 8

    @property
    def private_key_bytes(self) -> int:
        """Bytes of a number below the order; on the other forms, bytes of a key in RFC 7748 and RFC 8032."""
        sizes = {"Weierstrass": (self.order.bit_length() + 7) // 8, "Montgomery": self.field_bytes}
        return sizes.get(self.form, self.bits // 8 + 1)

    @property
    def public_key_bytes(self) -> int:
        """Bytes of an uncompressed point (SEC 1); of u (RFC 7748); of y and the sign of x (RFC 8032)."""
        sizes = {"Weierstrass": 1 + 2 * self.field_bytes, "Montgomery": self.field_bytes}
        return sizes.get(self.form, self.bits // 8 + 1)

    @property
    def signature_bytes(self) -> int | None:
        """Bytes of a signature: ECDSA, or EdDSA; None for Montgomery curves, and for Edwards curves on which EdDSA is
        not defined."""
        return 2 * self.private_key_bytes if self.form == "Weierstrass" or self.has_eddsa else None

    @property
    def has_eddsa(self) -> bool:
        """Whether its signatures are EdDSA: Ed25519, Ed448."""
        return has_eddsa(self.record)


def from_record(record: dict[str, Any]) -> Curve:
    """The curve of one record of curves.json."""
    used = as_built(record)
    return Curve(
        name=record["name"],
        form=record["form"],
        field=field_name(record),
        coefficients=tuple((name, int(used[name], 16)) for name in ("a", "b", "d") if name in used),
        generator=(int(used["G"]["x"], 16), int(used["G"]["y"], 16)),
        order=int(record["n"], 16),
        cofactor=record["h"],
        record=record,
    )


@functools.cache
def load() -> dict[str, Curve]:
    """Every curve by its name, in the order of curves.json; MotecurveError for one over a field that is not built."""
    records = FILE.read(ROOT / "curves/curves.json")["curves"]
    try:
        return {record["name"]: from_record(record) for record in records}
    except ValueError as error:
        raise MotecurveError(f"curves/curves.json: {error}; codegen/fields.py lists the fields") from error


def built() -> list[str]:
    """Names of the curves that the library has."""
    return [curve.name for curve in load().values() if curve.has_valid_generator]


@functools.cache
def _table() -> dict[str, Curve]:
    """Every curve by every name and object identifier that it has, in lower case."""
    return {name.lower(): curve for curve in load().values() for name in (*curve.names, *curve.oids)}


def named(name: str) -> Curve | None:
    """The curve of that name, alias or object identifier, whatever the capitals; None if there is none."""
    return _table().get(name.lower())


def find(name: str, allowed: Iterable[str] | None = None) -> Curve:
    """The curve of that name, alias or object identifier, whatever the capitals, among `allowed` (those of a board;
    all, if not given); MotecurveError with similar names otherwise."""
    curve, own = named(name), list(load() if allowed is None else allowed)
    if curve is not None and curve.name in own:
        return curve
    if curve is not None:
        raise MotecurveError(f"no curve {name!r} on this board; {hint([], own)}")
    close: dict[str, str] = {}  # for each curve the nearest of its names
    for other in near(name, [other for known in own for other in load()[known].names], count=8):
        close.setdefault(_table()[other.lower()].name, other)
    raise MotecurveError(f"no curve {name!r}; {hint(list(close.values())[:4], own)}")

"""How hard the discrete logarithm on a curve is, and what users must know first, from curves/security.json."""

import dataclasses
import functools
import re

from codegen.fields import load_groups, load_pairings
from motelab import ROOT
from motelab.common.errors import MotecurveError
from motelab.common.schema import Schema
from motelab.subjects.curves import Curve, load

FILE = Schema("motelab.subjects.schemas", "SecurityFile")
WEAK_BITS, LEGACY_BITS = 80, 112
INSECURE_BITS = 64  # such logarithms have been computed
WORDS = {
    "weak": f"below {WEAK_BITS} bits; never for new designs, and no protection for anything worth an attack",
    "legacy": f"below {LEGACY_BITS} bits; disallowed by NIST SP 800-57 since 2014; only for devices that have it",
    "fine": f"{LEGACY_BITS} bits or more",
}


@dataclasses.dataclass(frozen=True)
class Security:
    """`bits`: log2 of the steps of Pollard's rho method with the curve's automorphisms, `automorphisms` of them;
    `twist_bits` the same for the curve's twist, if it is known; `has_small_descent`: Weil descent (Gaudry, Hess,
    Smart 2002) leads to a curve of small genus over a subfield."""

    bits: int
    automorphisms: int
    twist_bits: int | None
    has_small_descent: bool

    @property
    def level(self) -> str:
        """weak, legacy or fine: a key of WORDS."""
        return "weak" if self.bits < WEAK_BITS else "legacy" if self.bits < LEGACY_BITS else "fine"

    @property
    def words(self) -> str:
        return f"{self.bits} bits, {self.level}: {WORDS[self.level]}"


@functools.cache
def _table() -> dict[str, Security]:
    records = FILE.read(ROOT / "curves/security.json")["curves"]
    return {
        record["name"]: Security(
            bits=round(record["rho_bits_with_automorphisms"]),
            automorphisms=record["automorphism_group_order_used"],
            twist_bits=round(record["twist_rho_bits"]) if "twist_rho_bits" in record else None,
            has_small_descent=bool(record.get("ghs_small_genus_cases")),
        )
        for record in records
    }


def of(curve: str) -> Security:
    """Security of the curve of that name; of a group with a pairing, by the smaller of its two numbers; of
    GLS254 and FourQ, by their own. MotecurveError for a curve without a
    record."""
    group, record = of_groups().get(curve), load_groups().get(curve)
    if record and not group:
        return Security(int(record["security"]["curve_bits"]), record["security"]["automorphisms"], None, False)
    if group:
        return Security(min(group.curve_bits, group.field_bits), 1, None, False)
    if curve not in _table():
        raise MotecurveError(_lacks(curve))
    return _table()[curve]


def missing() -> list[str]:
    """The curves of the catalogue without a record, a line each."""
    return [_lacks(name) for name in load() if name not in _table()]


def _lacks(curve: str) -> str:
    needed = "name, rho_bits_with_automorphisms, automorphism_group_order_used and others (docs/curves.md)"
    return f"curves/security.json: it lacks a record of {curve}, which curves/curves.json has: a table with {needed}"


@dataclasses.dataclass(frozen=True)
class PairingSecurity:
    """log2 of the steps of the best attacks on a group with a pairing: on its curve, and on the logarithm in the
    extension field. The smaller number counts."""

    curve_bits: int
    field_bits: int
    family: str
    bound: str  # of field_bits: "at most ", "below ", or none

    @property
    def words(self) -> str:
        """Both numbers, and a warning if the smaller is too small."""
        bits = f"curve {self.curve_bits} bits, extension field {self.bound}{self.field_bits} bits"
        if self.family == "eta":
            return f"insecure since 2013: {bits}"
        if min(self.curve_bits, self.field_bits) < INSECURE_BITS:
            return f"insecure: {bits}"
        return f"weak: {bits}" if min(self.curve_bits, self.field_bits) < WEAK_BITS else bits


@functools.cache
def of_groups() -> dict[str, PairingSecurity]:
    """The groups of curves/pairings.json by name. Bits are rounded down."""
    found = {}
    for name, record in load_pairings().items():
        security, family = record["security"], record["family"]
        is_bound = security["extension_field_source"].startswith("at most")
        bound = "below " if family == "eta" else "at most " if is_bound else ""
        bits = (int(security[f"{what}_bits"]) for what in ("curve", "extension_field"))
        found[name] = PairingSecurity(*bits, family, bound)
    return found


@functools.cache
def _weak_names() -> frozenset[str]:
    return frozenset(name for curve in load().values() if of(curve.name).level == "weak" for name in curve.names)


def marked(text: str) -> str:
    """A text in printed form: each weak curve in it, under whatever name, is called weak, and each group with a pairing
    has its security beside it."""

    def with_mark(word: re.Match[str]) -> str:
        group = of_groups().get(word[0])
        return f"{word[0]} ({group.words})" if group else word[0] + " (weak)" * (word[0] in _weak_names())

    return re.sub(r"[\w-]+", with_mark, text)


def flaws(curve: Curve) -> list[str]:
    """Rules that users of a curve must respect, one sentence each."""
    found = []
    if not curve.has_valid_generator:
        found.append(
            "The published generator is on the curve, but its order is not n: the library leaves the curve out until"
            " the text of the standard has been consulted."
        )
    if order := curve.published_generator_order:
        found.append(
            f"The published generator is of composite order, {order // curve.order} n, in a group of"
            f" {curve.cofactor} n points. The generator given here is its multiple of prime order n, so keys of other"
            " libraries may lie outside its group."
        )
    if curve.cofactor > 1:
        found.append(f"Cofactor {curve.cofactor}: a peer's point may be of small order or have a part of small order.")
    security = of(curve.name)
    if security.has_small_descent:
        found.append(
            f"The degree {curve.bits} is composite: Weil descent (Gaudry, Hess, Smart 2002) may cost less than the bits"
            " of security say."
        )
    if security.twist_bits is not None and security.twist_bits < min(security.bits, LEGACY_BITS):
        found.append(
            f"The twist has {security.twist_bits} bits of security: arithmetic on x alone must check that a peer's x is"
            " on the curve."
        )
    return found

"""What standards and computation say of the curves."""

import dataclasses
import functools
import json
from importlib import resources
from typing import Literal

WEAK_BITS, LEGACY_BITS = 80, 112
Form = Literal["weierstrass", "montgomery", "edwards", "eddsa"]


@dataclasses.dataclass(frozen=True)
class Facts:
    """What standards and computation say of a curve."""

    name: str
    aliases: tuple[str, ...]
    oids: tuple[str, ...]
    """Object identifiers, dotted; the first is written into key files."""
    form: Form
    """`montgomery` for X25519 and X448, `eddsa` for Ed25519 and Ed448."""
    field: str
    """The field: `F_2^233`, or `F_p256` for a prime of 256 bits."""
    order: int
    """The prime order n of the group."""
    cofactor: int
    security_bits: int
    """log2 of the steps of Pollard's rho method with the curve's automorphisms."""


@functools.cache
def known() -> dict[str, Facts]:
    """The facts of every curve by its first name."""
    rows = json.loads(resources.files("motecurve").joinpath("curves.json").read_text())["curves"]
    lists = ("aliases", "oids")
    found = [Facts(**row | {key: tuple(row[key]) for key in lists} | {"order": int(row["order"], 16)}) for row in rows]
    return {facts.name: facts for facts in found}

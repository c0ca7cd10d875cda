"""Curves by name or alias, and the fields that they are over, from curves/curves.json."""

import dataclasses
import functools
import json

from motecurve import ROOT
from motecurve.names import one_of


@dataclasses.dataclass(frozen=True)
class Curve:
    """A curve over F_2^degree, base point of prime `order`; `field` is part of the names of the library's functions."""

    name: str
    degree: int
    is_koblitz: bool
    order: int

    @property
    def field(self) -> str:
        return f"fb{self.degree}"

    @property
    def field_notation(self) -> str:
        """The field as records name it."""
        return f"F_2^{self.degree}"


@functools.cache
def _table() -> dict[str, Curve]:
    """Binary curves in polynomial basis by every name that they have, in lower case."""
    table = {}
    for record in json.loads((ROOT / "curves/curves.json").read_text())["curves"]:
        if record["field"]["type"] == "binary" and record["field"].get("basis") == "polynomial":
            is_koblitz = int(record["a"], 16) <= 1 and int(record["b"], 16) == 1
            curve = Curve(record["name"], record["field"]["m"], is_koblitz, int(record["n"], 16))
            table |= {alias.lower(): curve for alias in (record["name"], *record["aliases"])}
    return table


def find(name: str, allowed: list[str]) -> Curve:
    """The curve of that name or alias among `allowed`; MotecurveError with near names otherwise."""
    curve = _table().get(name.lower())
    if curve is None or curve.name not in allowed:
        one_of("curve", name, allowed)
    return curve

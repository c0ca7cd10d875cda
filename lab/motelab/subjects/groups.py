"""The groups that are no curves of the catalogue, as curves that the lab measures: those with pairings, of
curves/pairings.json, GLS254 and FourQ."""

import functools
from collections.abc import Collection
from typing import Any

from codegen.fields import load_groups
from motelab.common.errors import MotecurveError
from motelab.common.names import hint, near
from motelab.subjects import curves
from motelab.subjects.curves import Curve
from motelab.subjects.operations import OF_GROUPS


def from_record(record: dict[str, Any]) -> Curve:
    """The group as a curve; of BLS12 the group G1. The eta curve y^2 + y = x^3 + x has a = 1 and b = 0. No formula of
    curves takes the generator and the coefficients of GLS254 and FourQ, which are pairs of elements of their fields."""
    of_points = record.get("g1", record)
    is_of_pairs = record["family"] in ("gls", "fourq")
    generator = (0, 0) if is_of_pairs else tuple(int(of_points["G"][axis], 16) for axis in "xy")
    coefficients = {"a": int(of_points.get("a", "1"), 16), "b": int(of_points.get("b", "0"), 16)}
    return Curve(
        name=record["name"],
        form="Weierstrass",
        field=record["field"]["name"],
        coefficients=tuple(coefficients.items()),
        generator=(generator[0], generator[1]),
        order=int(record["r"], 16),
        cofactor=int(of_points["h"], 16),
        record={**record, "aliases": [], "oids": [], "standards": []},
    )


@functools.cache
def load() -> dict[str, Curve]:
    """Every group by its name, GLS254 and FourQ last."""
    return {name: from_record(record) for name, record in load_groups().items()}


def find(name: str) -> Curve:
    """The built curve of that name or alias, or the group; MotecurveError with similar names otherwise."""
    group = {known.lower(): group for known, group in load().items()}.get(name.lower())
    if group is None and (close := near(name, load())):
        try:
            return curves.find(name, curves.built())
        except MotecurveError:
            raise MotecurveError(f"no curve {name!r}; {hint(close, list(load()))}") from None
    return group or curves.find(name, curves.built())


def having(operations: Collection[str]) -> list[Curve]:
    """The groups that have one of these operations, if all of these are of groups alone."""
    of_groups = {name for names in OF_GROUPS.values() for name in names}
    if not operations or not of_groups.issuperset(operations):
        return []
    return [group for group in load().values() if set(OF_GROUPS[group.family or ""]) & set(operations)]

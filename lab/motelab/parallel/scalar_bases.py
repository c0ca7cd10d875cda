"""Scalar multiplications of the library of curves, and OpenSSL's, on one thread: what parallel ones are compared
with."""

import dataclasses
import functools
import sys
from pathlib import Path

from motelab.common.errors import MotecurveError
from motelab.library import host
from motelab.measure import bench, native
from motelab.parallel import point_curves
from motelab.parallel.point_curves import Key, PointCurve

BLOCKS = 31
WORD_BITS = 64
FIELDS = "fp256r1;fp384r1;fp521"  # of the curves
# The operation of an input, and members of the library that do it: algorithm and window.
OPERATIONS = {
    "random": ("scalar-mult", (("wnaf", 4), ("wnaf", 5), ("regular-window", 5))),
    "fixed": ("scalar-mult-base", (("comb", 6),)),
}


@dataclasses.dataclass(frozen=True)
class Base:
    """A name, and the least time of a call in microseconds."""

    name: str
    microseconds: float


@functools.cache
def catalogue() -> Path:
    """The library with every member for these curves, built first if need be, which takes minutes; a line on stderr
    says so."""
    path = host.build_folder(WORD_BITS, fields=FIELDS) / host.CATALOGUE
    if not path.exists():
        print("motecurve: building the library's members for three curves", file=sys.stderr)
    return host.build(WORD_BITS, fields=FIELDS, is_checked=False) / path.name


def measure(curve: PointCurve, input: str, key: Key) -> list[Base]:
    """Ours and OpenSSL's for a scalar below the order, on a curve that the library has; none otherwise. ImageFailed for
    a wrong result, and what building the library raises."""
    if curve.name not in point_curves.OF_LIBRARY or key.scalar >= curve.order:
        return []
    operation, members = OPERATIONS[input]
    found: list[Base] = []
    for algorithm, window in members:
        chosen = bench.select(bench.Request("host", operation, algorithm, window, curve=curve.name))
        found += _of_member(chosen, curve, key, with_openssl=not found)
    return found


def _of_member(chosen: bench.Selection, curve: PointCurve, key: Key, with_openssl: bool) -> list[Base]:
    """The member's time, and OpenSSL's if it is asked for, agrees and is there."""
    product = curve.multiply(key.scalar)
    assert product is not None
    case = {"k": key.scalar, "px": curve.x, "py": curve.y, "status": 0, "rx": product[0], "ry": product[1]}
    names = {name for name, _ in (*chosen.operation.inputs, *chosen.operation.outputs)}
    case = {name: value for name, value in case.items() if name in names}
    try:
        run = native.execute(
            chosen,
            [],
            [case],
            native.Other("openssl") if with_openssl else native.NO_OTHER,
            path=catalogue(),
            blocks=BLOCKS,
        )
    except MotecurveError:
        if not with_openssl:
            raise
        run = native.execute(chosen, [], [case], path=catalogue(), blocks=BLOCKS)  # this computer has no OpenSSL
    ours, *others = run.sides
    native.check(chosen, ours, [case])
    found = [Base(f"{chosen.member.spec}, library of curves", min(ours.microseconds))]
    if others and not others[0].reason and not native.disagreement(chosen, ours, others[0], [case]):
        found.append(Base(others[0].version, min(others[0].microseconds)))
    return found

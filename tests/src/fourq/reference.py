"""FourQ in Python's integers, as the known answers of FourQlib have it: affine points by the law of the curve's
definition, and its encodings. The endomorphisms are known by their eigenvalues alone."""

import json
from pathlib import Path

from motelab.foreign.fourq import COFACTOR, GENERATOR, NEUTRAL, D, Element, P, Point, add, encode, inverse, plus
from motelab.foreign.fourq import ORDER as R
from motelab.foreign.fourq import mul as times
from motelab.foreign.fourq import multiply as multiple

__all__ = ["COFACTOR", "GENERATOR", "NEUTRAL", "D", "P", "R", "add", "encode", "inverse", "multiple", "plus", "times"]

RECORD = json.loads((Path(__file__).parents[3] / "curves/fourq.json").read_text())["groups"][0]
PHI, PSI = (int(RECORD["eigenvalues"][name], 16) for name in ("phi", "psi"))


def minus(a: Element) -> Element:
    return -a[0] % P, -a[1] % P


def negative(point: Point) -> Point:
    return minus(point[0]), point[1]


def element_octets(a: Element) -> bytes:
    return b"".join(c.to_bytes(16, "little") for c in a)

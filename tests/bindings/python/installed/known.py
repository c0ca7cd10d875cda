"""Committed answers from outside the library: PARI/GP and hashlib (generated/known_answers), standards and Wycheproof
(tests/vectors)."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import motecurve

ROOT = Path(__file__).resolve().parents[4]
VECTORS = ROOT / "tests/vectors"
CURVES = ("secp256r1", "sect233k1")


def answers(curve: str, operation: str) -> list[dict[str, int]]:
    """Rows of numbers."""
    groups = json.loads((ROOT / f"generated/known_answers/{curve}.json").read_text())["operations"][operation]
    return [{key: int(value, 16) for key, value in row.items()} for group in groups.values() for row in group]


def rfc(name: str) -> dict[str, Any]:
    return json.loads((VECTORS / f"rfc/{name}.json").read_text())


def wycheproof(name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each group of a file with each of its cases."""
    with gzip.open(VECTORS / f"wycheproof/{name}_test.json.gz") as stream:
        for group in json.load(stream)["testGroups"]:
            for case in group["tests"]:
                yield group, case


def point(curve: motecurve.Curve, row: dict[str, int], letter: str) -> motecurve.PublicKey:
    return motecurve.PublicKey.from_coordinates(curve, row[f"{letter}x"], row[f"{letter}y"])


def octets(number: int, count: int) -> bytes:
    return number.to_bytes(count, "big")

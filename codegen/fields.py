"""Field headers src/fb/field/<field>.h: degree, reduction polynomial, trace, from curves/curves.json."""

import json
from pathlib import Path

from codegen.output import ROOT, banner

# Fields that are built. fb7 is no field of any standard: it is small enough for exhaustive tests.
FIELDS = {"fb7": (7, 1, 0), "fb163": (163, 7, 6, 3, 0)}


def field_name(poly: list[int]) -> str:
    """Name of the field F_2[z]/(sum of z^e for e in poly)."""
    for name, exponents in FIELDS.items():
        if tuple(poly) == exponents:
            return name
    raise ValueError(f"no field is built for the polynomial with exponents {poly}")


def multiply(a: int, b: int, poly: tuple[int, ...]) -> int:
    """Product of two field elements, as integers with bit i for z^i."""
    degree = poly[0]
    product = 0
    while b:
        lowest = b & -b
        product ^= a * lowest
        b ^= lowest
    while high := product >> degree:
        product ^= high << degree
        for e in poly[1:]:
            product ^= high << e
    return product


def trace_exponents(poly: tuple[int, ...]) -> list[int]:
    """The i with Tr(z^i) = 1; Tr(a) is the sum of these coefficients of a."""
    result = []
    for i in range(poly[0]):
        term = power = 1 << i
        for _ in range(poly[0] - 1):
            power = multiply(power, power, poly)
            term ^= power
        if term == 1:
            result.append(i)
    return result


def header(name: str, poly: tuple[int, ...]) -> str:
    middle = [e for e in poly[1:-1]]
    guard = f"MC_FIELD_{name.upper()}_H"
    lines = [banner("codegen/fields.py").rstrip(), f"#ifndef {guard}", f"#define {guard}", f"#define FB_M {poly[0]}"]
    lines += [f"/* z^{poly[0]} = " + " + ".join(f"z^{e}" if e else "1" for e in poly[1:]) + " */"]
    lines += [f"#define FB_KMAX {middle[0]}"]
    lines += ["#define FB_TERMS(X) " + " ".join(f"X({e})" for e in poly[1:])]
    lines += ["/* Tr(a) is the sum of these coefficients of a. */"]
    lines += ["#define FB_TRACE_TERMS(X) " + " ".join(f"X({e})" for e in trace_exponents(poly))]
    return "\n".join([*lines, "#endif"]) + "\n"


def outputs() -> dict[Path, str]:
    return {ROOT / f"src/fb/field/{name}.h": header(name, poly) for name, poly in FIELDS.items()}


def load_curves(path: Path = ROOT / "curves/curves.json") -> dict[str, dict]:
    """Curve records by name."""
    records = json.loads(path.read_text())["curves"]
    return {record["name"]: record for record in records} if isinstance(records, list) else records

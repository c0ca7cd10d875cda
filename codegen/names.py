"""Names, aliases, OIDs and sizes of the curves that are built: the public header curve_table.h, and curve/tiny_curves.h
for the curves of the tests, which is not installed."""

from collections.abc import Iterable
from pathlib import Path

from codegen.built import curves_by_field, has_eddsa, identifier
from codegen.fields import FIELDS, TINY_FIELDS, bits, field_name
from codegen.output import GENERATED, ROOT, banner

HEADER = ROOT / "include/motecurve/curve_table.h"
TINY_HEADER = GENERATED / "curve/tiny_curves.h"
# Forms as the preprocessor tells them apart: Edwards curves share one, except for the curves that have EdDSA.
FORMS = {"Weierstrass": "WEIERSTRASS", "Montgomery": "MONTGOMERY", "Edwards": "EDWARDS", "TwistedEdwards": "EDWARDS"}
EDDSA = "EDDSA"


def form(record: dict) -> str:
    """The form of a curve."""
    return EDDSA if has_eddsa(record) else FORMS[record.get("form", "Weierstrass")]


def octets(record: dict) -> dict[str, int]:
    """Bytes of an element of the curve's field, a private key, a public key and a signature: a number below the
    order, a point (SEC 1) and two numbers. Montgomery curves follow RFC 7748, which has no signatures; Edwards curves
    follow RFC 8032, and have no signatures if it does not define them."""
    field_bits = bits(field_name(record))
    element, scalar = (field_bits + 7) // 8, (int(record["n"], 16).bit_length() + 7) // 8
    edwards = field_bits // 8 + 1
    sizes = {
        "WEIERSTRASS": (scalar, 1 + 2 * element, 2 * scalar),
        "MONTGOMERY": (element, element, 0),
        "EDWARDS": (edwards, edwards, 0),
        EDDSA: (edwards, edwards, 2 * edwards),
    }
    return dict(zip(("FIELD", "SCALAR", "PUBLIC_KEY", "SIGNATURE"), (element, *sizes[form(record)]), strict=True))


def curve_lines(record: dict) -> list[str]:
    """Macros of one curve: its first name, all its names and OIDs as X(string), its form, and the bytes of its
    numbers."""
    name = identifier(record)
    names = [record["name"], *record.get("aliases", []), *record.get("oids", [])]
    return [
        f'#define MC_NAME_{name} "{record["name"]}"',
        f"#define MC_NAMES_{name}(X) " + " ".join(f'X("{text}")' for text in names),
        f"#define MC_FORM_{name} MC_FORM_{form(record)}",
        *(f"#define MC_{size}_BYTES_{name} {count}" for size, count in octets(record).items()),
        "",
    ]


def curves_macros(fields: Iterable[str]) -> list[str]:
    """The lists of the curves over each field, empty if a build of chosen fields leaves the field out."""
    lines = []
    for field in fields:
        names = " ".join(f"X({identifier(record)})" for record in curves_by_field()[field])
        lines += [f"#if !defined(MC_FIELDS_CHOSEN) || defined(MC_HAS_{field})", f"#define MC_CURVES_{field}(X) {names}"]
        lines += ["#else", f"#define MC_CURVES_{field}(X)", "#endif"]
    return lines


def union(name: str, fields: Iterable[str]) -> str:
    return f"#define MC_{name}(X) \\\n    " + " \\\n    ".join(f"MC_CURVES_{field}(X)" for field in fields)


def records_over(fields: Iterable[str]) -> list[dict]:
    return [record for field in fields for record in curves_by_field()[field]]


def header() -> str:
    """The public header."""
    fields = [field for field in FIELDS if field not in TINY_FIELDS]
    records = records_over(fields)
    lines = [banner("codegen/names.py and the curves' data").rstrip()]
    lines += ["#ifndef MOTECURVE_CURVE_TABLE_H", "#define MOTECURVE_CURVE_TABLE_H", ""]
    lines += ["/* Forms of curves. */"]
    lines += [
        f"#define MC_FORM_{name} {number}" for number, name in enumerate(dict.fromkeys([*FORMS.values(), EDDSA]))
    ] + [""]
    for record in records:
        lines += curve_lines(record)
    lines += [
        "/* Every curve of a host's library, by field; a build of chosen fields has those of the fields alone. */"
    ]
    lines += curves_macros(fields)
    lines += [union("CURVES", fields)]
    lines += ["", "/* Bytes that hold the numbers of any curve of this build. */", "#ifdef MC_SINGLE_CURVE"]
    sizes = list(octets(records[0]))
    lines += [f"#define MC_MAX_{size}_BYTES MC_OF_CURVE({size}_BYTES, MC_SINGLE_CURVE)" for size in sizes]
    lines += ["#else"]
    lines += [f"#define MC_MAX_{size}_BYTES {max(octets(record)[size] for record in records)}" for size in sizes]
    lines += ["#endif", "", "#endif"]
    return "\n".join(lines) + "\n"


def tiny_header() -> str:
    """The header for the curves of the tests."""
    lines = [banner("codegen/names.py and the curves' data").rstrip()]
    lines += ["/* The tiny curves, for exhaustive tests on hosts; curve_table.h explains the macros. */"]
    lines += ["#ifndef MC_TINY_CURVES_H", "#define MC_TINY_CURVES_H", "", '#include "motecurve/curve_table.h"', ""]
    for record in records_over(TINY_FIELDS):
        lines += curve_lines(record)
    lines += [*curves_macros(TINY_FIELDS), union("TINY_CURVES", TINY_FIELDS), "", "#endif"]
    return "\n".join(lines) + "\n"


def outputs() -> dict[Path, str]:
    return {HEADER: header(), TINY_HEADER: tiny_header()}

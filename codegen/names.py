"""Public header include/motecurve/curve_table.h: names, aliases, OIDs and sizes of the curves that are built."""

from pathlib import Path

from codegen.built import identifier, weierstrass
from codegen.fields import FIELDS, TINY_FIELDS, bits, field_name
from codegen.output import ROOT, banner

HEADER = ROOT / "include/motecurve/curve_table.h"
SIZES = ("FIELD", "SCALAR")


def octets(record: dict, size: str) -> int:
    """Octets of an element of the curve's field, or of a number below its order."""
    size_bits = bits(field_name(record)) if size == "FIELD" else int(record["n"], 16).bit_length()
    return (size_bits + 7) // 8


def curve_lines(record: dict) -> list[str]:
    """Macros of one curve: its first name, all its names and OIDs as X(string), octets of its numbers."""
    name = identifier(record)
    names = [record["name"], *record.get("aliases", []), *record.get("oids", [])]
    return [
        f'#define MC_NAME_{name} "{record["name"]}"',
        f"#define MC_NAMES_{name}(X) " + " ".join(f'X("{text}")' for text in names),
        *(f"#define MC_{size}_BYTES_{name} {octets(record, size)}" for size in SIZES),
        "",
    ]


def curves_macro(name: str, records: list[dict]) -> str:
    return f"#define MC_{name}(X) \\\n    " + " \\\n    ".join(f"X({identifier(record)})" for record in records)


def header() -> str:
    records = [record for field in FIELDS for record in weierstrass(field)]
    lines = [banner("codegen/names.py and the curves' data").rstrip()]
    lines += ["#ifndef MOTECURVE_CURVE_TABLE_H", "#define MOTECURVE_CURVE_TABLE_H", ""]
    for record in records:
        lines += curve_lines(record)
    lines += ["/* Every curve of a host's library; those of its tests. */"]
    lines += [curves_macro("CURVES", [record for record in records if field_name(record) not in TINY_FIELDS])]
    lines += [curves_macro("TINY_CURVES", [record for record in records if field_name(record) in TINY_FIELDS])]
    lines += ["", "/* Octets that hold the numbers of any curve of this build. */", "#ifdef MC_SINGLE_CURVE"]
    lines += [f"#define MC_MAX_{size}_BYTES MC_OF_CURVE({size}_BYTES, MC_SINGLE_CURVE)" for size in SIZES]
    lines += ["#else"]
    lines += [f"#define MC_MAX_{size}_BYTES {max(octets(record, size) for record in records)}" for size in SIZES]
    lines += ["#endif"]
    lines += ["#define MC_MAX_PUBLIC_KEY_BYTES (1 + 2 * MC_MAX_FIELD_BYTES)"]
    lines += ["#define MC_MAX_SIGNATURE_BYTES (2 * MC_MAX_SCALAR_BYTES)", "", "#endif"]
    return "\n".join(lines) + "\n"


def outputs() -> dict[Path, str]:
    return {HEADER: header()}

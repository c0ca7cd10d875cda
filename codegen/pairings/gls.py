"""Constants of GLS254, generated/gls/data/<field>.h, from curves/gls254.json (src/gls/gls.h)."""

import math
from pathlib import Path

from codegen.curves import per_word_size, words
from codegen.fields import load_groups
from codegen.output import GENERATED, banner

HALF_BITS = 128  # of numbers modulo 2^128, of which the digits of half a scalar are read


def records() -> list[dict]:
    return [record for record in load_groups().values() if record["family"] == "gls"]


def short_pair(r: int, eigenvalue: int) -> tuple[int, int]:
    """s and t with s^2 + t^2 = r and s = t eigenvalue modulo r, s even (Cornacchia)."""
    larger, smaller = r, eigenvalue
    while smaller**2 > r:
        larger, smaller = smaller, larger % smaller
    s, t = sorted((smaller, math.isqrt(r - smaller**2)), key=lambda number: number % 2)
    if s**2 + t**2 != r or (t * eigenvalue - s) % r:
        raise ValueError("the eigenvalue is not the one of the endomorphism, or minus that")
    return s, t


def header(record: dict) -> str:
    """generated/gls/data/<field>.h."""
    degree, r = record["field"]["poly"][0], int(record["r"], 16)
    s, t = short_pair(r, int(record["eigenvalue"], 16))
    if s + t != 2**127 - 1:
        raise ValueError("the bounds of src/gls/split.c do not hold")
    values = {"GLS_ORDER": (r, r.bit_length())}
    values |= {"GLS_S": (s, HALF_BITS), "GLS_T": (t, HALF_BITS)}
    values |= {"GLS_HALF_S": (s // 2, HALF_BITS), "GLS_HALF_T": (t // 2, HALF_BITS)}

    def of_word_size(w: int) -> str:
        generator = ", ".join(words(int(c, 16), degree, w) for axis in "xs" for c in record["G"][axis])
        text = "".join(f"#define {name} {words(value, size, w)}\n" for name, (value, size) in values.items())
        return text + f"#define GLS_GENERATOR {{{generator}}}\n"

    return banner("curves/gls254.json and codegen/pairings/gls.py") + per_word_size(of_word_size)


def outputs() -> dict[Path, str]:
    return {GENERATED / f"gls/data/{record['field']['name']}.h": header(record) for record in records()}

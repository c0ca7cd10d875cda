"""Multiples of the generator of Ed25519 for points whose coordinates are the lanes of vectors
(src/native/x86_64/edwards_four.c): generated/native/x86_64/edwards_four_tables.h."""

from collections.abc import Iterable, Sequence

from codegen.fields import bits, load_curves
from codegen.generator_tables import COMBS, comb_points, wnaf_points
from codegen.output import banner
from codegen.points import EdwardsCurve, curve_of

NAME = "edwards_four_tables.h"
WORDS, WORD_BITS = 4, 64
WNAF_WINDOW, TEETH = 7, 6
HEADER = """#ifndef MC_NATIVE_X86_64_EDWARDS_FOUR_TABLES_H
#define MC_NATIVE_X86_64_EDWARDS_FOUR_TABLES_H

#include <stdint.h>

/* Four numbers below p: word i of number j is [i][j]. */
typedef uint64_t four_numbers[4][4];
"""


def braced(items: Iterable[str]) -> str:
    return f"{{{', '.join(items)}}}"


def numbers(values: Sequence[int]) -> str:
    """The words of the numbers side by side."""
    rows = ([value >> WORD_BITS * i & 2**WORD_BITS - 1 for value in values] for i in range(WORDS))
    return braced(braced(map(hex, row)) for row in rows)


def table(name: str, comment: str, entries: list[str]) -> str:
    lines = "".join(f"    {entry},\n" for entry in entries)
    aligned = "static const __attribute__((aligned(64))) four_numbers"
    return f"\n/* {comment} */\n{aligned} {name}[{len(entries)}] = {{\n{lines}}};\n"


def header() -> str:
    record = load_curves()["Ed25519"]
    curve = curve_of(record)
    if not isinstance(curve, EdwardsCurve):
        raise TypeError("Ed25519 is no Edwards curve")
    p, factors = curve.p, (1, 1, 2, 2 * curve.d % curve.p)

    def entries(points: list) -> list[str]:
        sums = (((y - x) % p, (y + x) % p, 1, x * y % p) for x, y in points)
        return [numbers([a * b % p for a, b in zip(row, factors, strict=True)]) for row in sums]

    comb = comb_points(curve, bits("fp255"), TEETH, COMBS["comb"])
    text = banner("codegen/x86_64/edwards_four.py") + HEADER
    text += f"\n/* 1, 1, 2, 2 d */\nstatic const four_numbers four_factors = {numbers(factors)};\n"
    text += table("four_wnaf", "y - x, y + x, 2, 2 d x y of G, 3 G, 5 G, ...", entries(wnaf_points(curve, WNAF_WINDOW)))
    text += table("four_comb", "The same of the two tables of scalar/fixed_base/base_comb.c.", entries(comb))
    return text + "\n#endif\n"

"""A recoding of scalars to base 2: its file, which registers it."""

import argparse

from codegen import recodings
from codegen.output import ROOT, write_if_changed
from tools import left
from tools.stubs import algorithm

STUB = """/*---
name: {name}
family: recoding
summary: {mark} which digits, in one line
source: {mark} a key of docs/bibliography.md and the place in it, or author and year
domain: 0 <= k < 2^l
constant_time: no
widths: {mark} none, or like 2 to 8
digits: {mark} what the digits keep to; codegen/recodings/__init__.py has the terms
density: {mark} share of the digits other than 0, as a formula in w
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_{c_name}_var)(int8_t *digits, const mc_word *k, uint8_t window)
{{
    /* {mark} the digits of k; scalar/recode/digits.h has readers from either side. */
    (void)k;
    (void)window;
    for (uint16_t i = 0; i < RECODE_DIGITS; i++)
        digits[i] = 0;
    return 0;
}}
"""

LEFT = """{file} is written. What is left:
{places}
Then:
  make generate
  ./motecurve check --algorithm {name}
  .venv/bin/python -m pytest tests/src/scalar/test_recodings.py"""


def create(asked: argparse.Namespace) -> int:
    name = asked.name
    c_name = name.replace("-", "_")
    path = ROOT / f"src/scalar/recode/recode_{c_name}.c"
    algorithm.refuse_known(recodings.FAMILY, name, path)
    write_if_changed(path, STUB.format(name=name, c_name=c_name, mark=left.MARK))
    places = "\n".join(f"  {line}" for line in left.in_file(path))
    print(LEFT.format(file=path.relative_to(ROOT), places=places, name=name))
    return 0


def add_to(kinds: argparse._SubParsersAction) -> None:
    recoding = kinds.add_parser("recoding", help="a recoding of scalars to base 2")
    recoding.add_argument("name", metavar="NAME", help="small letters and digits, with hyphens, such as signed-window")
    recoding.set_defaults(run=create)

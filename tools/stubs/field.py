"""A binary field without curves (TEST_FIELDS of codegen/fields.py), for arithmetic in it alone. A field with curves
comes with its curve."""

import argparse
import re

from codegen import fields
from codegen.output import ROOT, write_if_changed

MAX_DEGREE = 1024
LEFT = """{name} is in codegen/fields.py. Then:
  make generate
  .venv/bin/python -m pytest tests/src/fb -k {name}
A curve over it, by tools/new.py curve, moves it to the fields with curves."""


def polynomial(text: str) -> tuple[int, ...]:
    """Exponents, from 162,27,0 or x^162 + x^27 + 1. ValueError if they make no irreducible polynomial."""
    plain = re.sub(r"\s", "", text).replace("x^", "").replace("z^", "").replace("+", ",")
    terms = [{"x": "1", "z": "1"}.get(term, term) for term in plain.split(",")]
    if "^" in text and terms[-1] == "1":
        terms[-1] = "0"
    if not all(term.isdecimal() for term in terms):
        raise ValueError(f"{text!r} is no polynomial; its exponents with commas make one, such as 162,27,0")
    exponents = tuple(map(int, terms))
    if list(exponents) != sorted(set(exponents), reverse=True) or exponents[-1] != 0 or len(exponents) < 3:
        raise ValueError("the exponents must fall, and end in 0; at least three")
    if exponents[0] > MAX_DEGREE:
        raise ValueError(f"degrees are {MAX_DEGREE:,} at most")
    if not is_irreducible(exponents):
        raise ValueError("the polynomial is not irreducible")
    return exponents


def is_irreducible(poly: tuple[int, ...]) -> bool:
    """Rabin's test: z^(2^m) = z, and z^(2^(m/q)) - z is prime to the polynomial for every prime q that divides m."""
    degree, modulus, power = poly[0], sum(1 << e for e in poly), 2
    primes = [q for q in range(2, degree + 1) if degree % q == 0 and all(q % d for d in range(2, q))]
    for i in range(1, degree + 1):
        power = fields.square(power, poly)
        if any(i == degree // q for q in primes) and _gcd(modulus, power ^ 2) != 1:
            return False
    return power == 2


def _gcd(a: int, b: int) -> int:
    """Of polynomials over F_2."""
    while b:
        while a.bit_length() >= b.bit_length():
            a ^= b << a.bit_length() - b.bit_length()
        a, b = b, a
    return a


def create(asked: argparse.Namespace) -> int:
    exponents = polynomial(asked.polynomial)
    known = {**fields.FIELDS, **fields.TEST_FIELDS, **fields.GROUP_FIELDS}
    if name := next((name for name, modulus in known.items() if modulus == exponents), None):
        raise ValueError(f"the field is {name} already")
    stem = f"fb{exponents[0]}"
    name = next(n for n in (stem, *(f"{stem}{letter}" for letter in "abcdefgh")) if n not in known)
    path = ROOT / "codegen/fields.py"
    text = path.read_text()
    place = text.index("}", text.index("TEST_FIELDS = {"))
    write_if_changed(path, f'{text[:place]}, "{name}": {exponents}{text[place:]}')
    print(LEFT.format(name=name))
    return 0


def add_to(kinds: argparse._SubParsersAction) -> None:
    field = kinds.add_parser("field", help="a binary field without curves")
    field.add_argument("polynomial", metavar="POLYNOMIAL", help="its exponents, such as 162,27,0")
    field.set_defaults(run=create)

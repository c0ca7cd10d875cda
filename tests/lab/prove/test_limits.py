"""The line of the domain: each bound that a comment names, and lines that are not understood."""

from types import SimpleNamespace

import pytest

from motelab.prove.meanings import prime

SIZES = {"a": 2, "b": 2, "c": 4}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a, b < p", {"a": 101, "b": 101}),
        ("a, b below 2 p", {"a": 202, "b": 202}),
        ("any a, b", {"a": 1 << 16, "b": 1 << 16}),
        ("any a of its words", {"a": 1 << 16}),
        ("any c of 4 bytes", {"c": 1 << 32}),
        ("any c below 2^30", {"c": 1 << 30}),
        ("c < p R", {"c": 101 << 8}),
        ("a < p, c < 2^18", {"a": 101, "c": 1 << 18}),
        ("any c of 5 bytes", None),
        ("a < p, a < 2^3", None),
        ("a < p; a b mod p", None),
        ("a < q", None),
        ("a < 2^3x", None),
    ],
)
def test_line_of_the_domain(line, expected):
    assert prime.bounds(SimpleNamespace(modulus=101, radix_bits=8, domain=line), SIZES) == expected

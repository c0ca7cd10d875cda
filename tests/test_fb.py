"""Binary fields: every member of every family against PARI/GP. What needs no oracle (basis vectors, all elements of
a tiny field, aliasing) is in tests/c/test_fb_*.c."""

import ctypes
import functools
import random
import subprocess

import pytest

from motecurve import host

WORD_TYPES = {8: ctypes.c_uint8, 16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}
POLYNOMIALS = {"fb163": (163, 7, 6, 3, 0), "fb7": (7, 1, 0)}
SAMPLES = 60


def gp(script: str) -> list[int]:
    """The integers that a PARI/GP script prints, one a line."""
    done = subprocess.run(["gp", "-q", "-f"], input=script, capture_output=True, text=True, check=True)
    return [int(line) for line in done.stdout.split()]


@functools.cache
def cases(field: str) -> list[dict[str, int]]:
    """Random elements a, b and what PARI/GP computes of them; 0, 1 and z^m - 1 are among them."""
    exponents = POLYNOMIALS[field]
    degree = exponents[0]
    source = random.Random(2008)
    special = [0, 1, 2, (1 << degree) - 1, 1 << (degree - 1)]
    values = special + [source.getrandbits(degree) for _ in range(SAMPLES - len(special))]
    pairs = list(zip(values, source.sample(values, len(values)), strict=True))
    script = [
        "f = Mod(1, 2) * (" + " + ".join(f"x^{e}" for e in exponents) + ");",
        "element(n) = Mod(Mod(1, 2) * Pol(binary(n)), f);",
        "integer(p) = subst(lift(p), x, 2);",
        "show(e) = print(integer(lift(e)));",
        "inverse(e) = if (e == 0, e, 1 / e);",
    ]
    for a, b in pairs:
        script += [
            f"a = element({a}); b = element({b});",
            "print(integer(lift(a) * lift(b))); show(a * b);",
            "print(integer(lift(a)^2)); show(a^2); show(inverse(a)); print(lift(trace(a)));",
        ]
    answers = iter(gp("\n".join(script)))
    names = ("product", "product_reduced", "square", "square_reduced", "inverse", "trace")
    return [{"a": a, "b": b} | {name: next(answers) for name in names} for a, b in pairs]


# Family -> (names of the arguments, name of the expected result).
EXPECTED = {
    "fb-mul": (("a", "b"), "product"),
    "fb-mul-reduce": (("a", "b"), "product_reduced"),
    "fb-sqr": (("a",), "square"),
    "fb-sqr-reduce": (("a",), "square_reduced"),
    "fb-reduce": (("product",), "product_reduced"),
    "fb-inv": (("a",), "inverse"),
}


@pytest.mark.parametrize("family", EXPECTED)
@pytest.mark.parametrize("field", POLYNOMIALS)
def test_members_agree_with_pari(word_bits: int, field: str, family: str):
    library = host.Library(word_bits, field)
    arguments, expected = EXPECTED[family]
    members = library.members(family)
    assert members, f"no member of {family} works for {field}"
    for member in members:
        for case in cases(field):
            assert library.call(member, *(case[name] for name in arguments)) == case[expected], (member, case)


@pytest.mark.parametrize("field", POLYNOMIALS)
def test_trace_agrees_with_pari(word_bits: int, field: str):
    library = host.Library(word_bits, field)
    trace = library.function("trace", WORD_TYPES[word_bits])
    for case in cases(field):
        assert trace(library.elements(case["a"])) == case["trace"]


def test_every_algorithm_of_both_papers_is_there():
    assert {
        "mul_comb_right_to_left", "mul_comb_left_to_right", "mul_comb_window4", "mul_comb_window4_merged",
        "mul_lopez_dahab", "mul_ld_registers", "mul_ld_registers_light", "mul_karatsuba_ld_registers",
    } <= set(host.Library(8).members("fb-mul"))  # fmt: skip
    assert {"reduce_words", "reduce_words_merged", "reduce_registers"} <= set(host.Library(8).members("fb-reduce"))

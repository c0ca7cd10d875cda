"""Curves of one group with other parameters: PARI/GP checks their groups, and multiplies on them."""

import dataclasses

import pytest

from codegen.known_answers.gp import run_gp
from motelab.boards import board, given_curve
from motelab.common.errors import MotecurveError
from motelab.study import hypotheses, twins
from motelab.study.hypotheses import State
from motelab.subjects import curves
from tests.oracles import pari_curves

FORMS = tuple(
    dict.fromkeys(
        dataclasses.replace(state, board="", implementation="", formulas="own", reduction="special")
        for state in hypotheses.states()
    )
)


def program(curve: curves.Curve) -> str:
    """The curve in PARI/GP."""
    (_, a), (_, b) = curve.coefficients
    modulus = curve.modulus if curve.is_prime else "+".join(f"'z^{e}" for e in curve.modulus)
    text = pari_curves.PRIME_FIELD if curve.is_prime else pari_curves.BINARY_FIELD
    return text % {"modulus": modulus, "a": a, "b": b} + pari_curves.POINTS


def pair(point: tuple[int, int]) -> str:
    return f"point({point[0]}, {point[1]})"


@pytest.mark.parametrize("state", FORMS, ids=lambda state: f"{state.name}-{state.point}")
def test_group_and_multiples(state):
    """The point is of the base curve's order; the last case is its multiple; isomorphic curves have one j."""
    curve, base, case = twins.twin(state), curves.find(state.base), twins.cases(state)[-1]
    point = (case["px"], case["py"])
    questions = [
        f"ellisoncurve(curve, {pair(point)})",
        f"#multiply({pair(point)}, {base.order}) == 1",
        f"multiply({pair(point)}, {case['k']}) == {pair((case['rx'], case['ry']))}",
    ]
    assert run_gp(program(curve), questions) == [1, 1, 1]
    j_of_base, j = (run_gp(program(one), ["integer(curve.j)"]) for one in (base, curve))
    assert j == j_of_base or state.form == "full-b"  # which is conjugate


@pytest.mark.parametrize("base", ["secp160r1", "secp256r1"])
def test_smallest_coefficients(base):
    """No smaller a or b is in the class: a'/a must be a fourth power and b'/b a sixth, by Euler's criterion."""
    curve = curves.find(base)
    p = curve.modulus
    for form, place, weight in (("small-a", 0, 4), ("small-b", 1, 6)):
        own = curve.coefficients[place][1]
        found = twins.of_form(curve, form).coefficients[place][1]
        powers = [n for n in range(1, 50) if is_power(n * pow(own, -1, p), weight, p)]
        assert found == powers[0]


def is_power(value: int, weight: int, p: int) -> bool:
    """Whether value is a fourth or sixth power: p - 1 has the factors 2 and 3 once each, so a square, or a square and
    a cube."""
    is_cube = weight == 4 or pow(value, (p - 1) // 3, p) == 1
    return is_cube and pow(value, (p - 1) // 2, p) == 1


def test_lengths_are_what_the_forms_say():
    """Short numbers are far below half the field, full-size ones near all of it."""
    for state in FORMS:
        curve, (x, _) = twins.twin(state), twins.base_point(state)
        a, b = (value for _, value in curve.coefficients)
        short = {"small-a": a, "small-b": b, "zero": a}.get(state.form, 0)
        assert short.bit_length() < 16, state
        full = {"general": (a, b), "full-a": (a,), "full-b": (b,), "minus-3": (a,)}.get(state.form, ())
        assert all(twins.is_full(value, curve) for value in full), state
        assert (x.bit_length() < 16) == (state.point == "small"), state


def test_all_scalars_have_the_length_of_the_order():
    for base in {state.base for state in FORMS}:
        found = twins.scalars(base)
        assert {k.bit_length() for k in found} == {curves.find(base).order.bit_length()} and len(set(found)) == 12


def test_other_primes_are_refused():
    with pytest.raises(MotecurveError, match=r"roots modulo 0x\w+ are not computed here"):
        twins.root(4, 4, 2**224 - 2**96 + 1)


def test_headers_of_a_given_curve():
    """The curve keeps the C name of its base; class of a and form of elements are those asked for."""
    state = State("cortex-m0plus", "ours", "secp160r1", "minus-3", "general", "montgomery")
    curve = twins.twin(state)
    files = given_curve.texts(curve, board.load("cortex-m0plus"))
    header, constants, field = (files[name] for name in sorted(files, key=lambda n: (n[0] == "f", n[-1] == "c")))
    assert "#define MC_CURVE_A_CLASS_secp160r1 MC_COEFFICIENT_GENERAL" in header
    assert ".a_class = MC_COEFFICIENT_GENERAL" in constants and "FP_MONTGOMERY 0" not in field
    p = curve.modulus
    held = (p - 3) * 2**160 % p
    words = ", ".join(f"0x{held >> 32 * i & 0xFFFFFFFF:08x}" for i in range(5))
    assert f".a = {{{words}}}" in constants
    assert given_curve.headers(curves.find("secp160r1"), board.load("cortex-m0plus")) is None

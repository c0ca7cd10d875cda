"""Coordinates of curves over binary fields at their full size: every sum and double between systems against PARI/GP,
the operations that each executes, scalar multiplications over each system. Every pair of points of the tiny curves is
in tests/c/test_fb_formulas.c."""

import random

import pytest

from codegen.fields import FIELDS, multiply
from motelab.library import host
from motelab.measure import counting
from tests.oracles import pari_curves as pari
from tests.src.curve.formulas import check_every_scalar, check_scalar_multiplications, declared, sums

# Curves with a = 1, a = b = 1, a = 0 and b = 1, general a.
CLASSES = ("sect163r2", "sect163k1", "sect233k1", "sect163r1")
CURVES = (*CLASSES, "c2pnb163v1")
SYSTEMS = ("projective", "jacobian", "lambda")

# The operations that formulas execute on CLASSES, as "I M S C": inversions, products of elements, squares, products
# by a coefficient. A row with a single cost has it for every curve.
COSTS = {
    "add_affine_affine_to_affine": ("1 2 1 0",),
    "add_affine_affine_to_affine_slope": ("1 8 2 0", "1 8 2 0", "1 8 2 0", "1 8 2 1"),
    "add_affine_affine_to_jacobian": ("0 5 1 0", "0 5 1 0", "0 5 1 0", "0 5 1 1"),
    "add_affine_affine_to_lopez_dahab": ("0 5 3 0",),
    "add_projective_projective_to_projective": ("0 13 1 0", "0 13 1 0", "0 13 1 0", "0 13 1 1"),
    "add_projective_affine_to_projective": ("0 10 1 0", "0 10 1 0", "0 10 1 0", "0 10 1 1"),
    "add_jacobian_jacobian_to_jacobian": ("0 14 4 0", "0 14 4 0", "0 14 3 0", "0 14 4 1"),
    "add_jacobian_affine_to_jacobian": ("0 10 3 0", "0 10 3 0", "0 10 2 0", "0 10 3 1"),
    "add_lopez_dahab_lopez_dahab_to_lopez_dahab": ("0 13 4 0",),
    "add_lopez_dahab_affine_to_lopez_dahab": ("0 8 5 0", "0 8 5 0", "0 8 5 0", "0 8 5 1"),
    "add_lambda_lambda_to_lambda": ("0 11 2 0",),
    "add_lambda_affine_to_lambda": ("0 10 3 0",),
    "add_lambda_affine_slope_to_lambda": ("0 8 2 0",),
    "double_affine_to_affine": ("1 2 1 0",),
    "double_affine_slope_to_affine": ("0 1 2 0",),
    "double_affine_slope_to_affine_slope": ("1 1 2 0",),
    "double_affine_to_projective": ("0 4 2 0",),
    "double_affine_to_jacobian": ("0 1 2 1", "0 1 2 0", "0 1 2 0", "0 1 2 1"),
    "double_affine_to_lopez_dahab": ("0 2 2 1", "0 2 2 0", "0 2 2 0", "0 2 2 1"),
    "double_projective_to_projective": ("0 7 3 0", "0 6 5 0", "0 6 5 0", "0 6 5 1"),
    "double_jacobian_to_jacobian": ("0 5 4 0", "0 4 5 0", "0 4 5 0", "0 4 5 1"),
    "double_lopez_dahab_to_lopez_dahab": ("0 4 4 0", "0 3 5 0", "0 3 5 0", "0 4 4 1"),
    "double_lambda_to_lambda": ("0 4 4 0", "0 3 4 0", "0 3 5 0", "0 4 4 1"),
    "double_add_lambda_affine_slope_to_lambda": ("0 10 6 0", "0 10 6 0", "0 10 6 0", "0 10 6 1"),
}


def systems(formula: str) -> tuple[str, ...]:
    """Coordinates of the operands and of the result."""
    operands, _, result = formula.removeprefix("double_add").partition("_to_")
    names = ("affine_slope", "lopez_dahab", "affine", "projective", "jacobian", "lambda")
    rest, found = operands.removeprefix("add").removeprefix("double"), []
    while rest:
        found.append(next(name for name in names if rest.startswith("_" + name)))
        rest = rest.removeprefix("_" + found[-1])
    return (*found, result)


def inverse(a: int, poly: tuple[int, ...]) -> int:
    """a^(2^m - 2)"""
    result = 1
    for _ in range(poly[0] - 1):
        a = multiply(a, a, poly)
        result = multiply(result, a, poly)
    return result


def members(curve: str, system: str, point: pari.Point, z: int) -> tuple[int, ...]:
    """The point, whose x is not 0, in a system, with that Z."""
    poly, (x, y) = FIELDS[pari.FIELD_OF[curve]], point
    slope = x ^ multiply(y, inverse(x, poly), poly)
    powers = [1]
    for _ in range(3):
        powers.append(multiply(powers[-1], z, poly))
    if system == "affine":
        return point
    if system == "affine_slope":
        return x, slope
    of_x, of_y = {"projective": (1, 1), "jacobian": (2, 3), "lopez_dahab": (1, 2), "lambda": (1, 1)}[system]
    second = slope if system == "lambda" else y
    return multiply(x, powers[of_x], poly), multiply(second, powers[of_y], poly), z


def call(library: host.Library, formula: str, curve: str, points: tuple[pari.Point, ...], z: int) -> tuple[int, ...]:
    """The result of a formula for points that each have another Z."""
    *operands, result = systems(formula)
    inputs = [library.point(members(curve, s, p, z + i)) for i, (s, p) in enumerate(zip(operands, points, strict=True))]
    output = library.point(None, 2 if result.startswith("affine") else 3)
    library.function(formula)(output, *inputs, library.curve(curve))
    return library.coordinates(output)


@pytest.mark.parametrize("curve", CURVES)
def test_sums_and_doubles(word_bits, curve):
    library = host.Library(word_bits, pari.FIELD_OF[curve])
    source = random.Random(1)
    for p, q, total, twice in sums(curve):
        double_add = pari.evaluate(curve, [f"add({pari.text(twice)}, {pari.text(q)})"])[0]
        for formula in COSTS:
            *operands, result = systems(formula)
            points, expected = ((p, q), total) if len(operands) == 2 else ((p,), twice)
            expected = double_add if formula.startswith("double_add_") else expected
            got = call(library, formula, curve, points, source.randrange(1, 1 << library.degree - 1))
            assert got[2:3] != (0,)
            assert got == members(curve, result, expected, got[2] if len(got) > 2 else 1), formula


@pytest.mark.parametrize("number", range(len(CLASSES)), ids=CLASSES)
def test_executed_operations(number):
    curve = CLASSES[number]
    host.require(pari.FIELD_OF[curve])
    library = counting.library(pari.FIELD_OF[curve], multiplications=False)
    p, q, *_ = sums(curve)[0]
    for formula, costs in COSTS.items():
        with library.counting() as counts:
            call(library, formula, curve, (p, q)[: len(systems(formula)) - 1], 5)
        expected = dict(zip("IMSC", map(int, costs[number % len(costs)].split()), strict=True))
        assert {name: counts[name] for name in expected} == expected, formula


def test_every_formula_is_tested():
    assert declared("fb7", "binary/fb_formulas.h") == set(COSTS)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "name",
    [
        "sect113r1",
        *(pytest.param(n, marks=(pytest.mark.slow, pytest.mark.turns(3))) for n in ("sect163k1", "sect163r1")),
    ],
)
def test_scalar_multiplications_over_each_system(name, system):
    """a and b of every class."""
    check_scalar_multiplications(name, system)


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("bits", [8, 64])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_scalar_over_each_system(bits, system):
    check_every_scalar("fb7", system, bits)

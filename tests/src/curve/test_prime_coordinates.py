"""Coordinates of curves over prime fields at their full size: every sum and double between systems against PARI/GP,
the operations that each executes, scalar multiplications over each system. Every pair of points of the tiny curves is
in tests/c/test_fp_formulas.c."""

import random

import pytest

from codegen.fields import FIELDS
from motelab.library import host
from motelab.measure import counting
from tests.oracles import pari_curves as pari
from tests.src.curve.formulas import check_every_scalar, check_scalar_multiplications, declared, sums

# Curves with a = -3, a = 0 and general a.
CLASSES = ("secp256r1", "secp256k1", "brainpoolP256r1")
CURVES = ("secp160r1", "secp160k1", *CLASSES)
SYSTEMS = ("projective", "projective_complete", "jacobian", "chudnovsky", "modified")

# The operations that formulas execute on CLASSES, as "M S C": products of elements, squares, products by a
# coefficient; plus an inversion if the result is affine. A row with a single cost has it for every a.
COSTS = {
    "add_affine_affine_to_affine": ("2 1 0",),
    "add_affine_affine_to_chudnovsky": ("4 2 0",),
    "add_affine_affine_to_modified": ("4 3 0", "4 2 0", "4 3 1"),
    "add_projective_projective_to_projective": ("12 2 0",),
    "add_projective_affine_to_projective": ("9 2 0",),
    "add_jacobian_jacobian_to_jacobian": ("12 4 0",),
    "add_jacobian_affine_to_jacobian": ("8 3 0",),
    "add_jacobian_affine_to_modified": ("8 5 0", "8 3 0", "8 5 1"),
    "add_jacobian_chudnovsky_to_jacobian": ("11 3 0",),
    "add_jacobian_chudnovsky_to_modified": ("11 5 0", "11 3 0", "11 5 1"),
    "add_chudnovsky_chudnovsky_to_jacobian": ("10 2 0",),
    "add_chudnovsky_chudnovsky_to_chudnovsky": ("11 3 0",),
    "add_chudnovsky_chudnovsky_to_modified": ("10 4 0", "10 2 0", "10 4 1"),
    "add_chudnovsky_jacobian_to_jacobian": ("11 3 0",),
    "add_chudnovsky_affine_to_chudnovsky": ("8 3 0",),
    "add_chudnovsky_affine_to_modified": ("7 4 0", "7 2 0", "7 4 1"),
    "add_modified_modified_to_modified": ("12 6 0", "12 4 0", "12 6 1"),
    "add_modified_chudnovsky_to_modified": ("11 5 0", "11 3 0", "11 5 1"),
    "add_modified_affine_to_jacobian": ("8 3 0",),
    "add_modified_affine_to_modified": ("8 5 0", "8 3 0", "8 5 1"),
    "add_jacobian_jacobian_traded": ("11 5 0",),
    "add_jacobian_affine_traded": ("7 4 0",),
    "double_affine_to_affine": ("2 2 0",),
    "double_affine_to_jacobian": ("2 4 0",),
    "double_affine_to_chudnovsky": ("3 4 0",),
    "double_affine_to_modified": ("2 4 0", "2 4 0", "2 4 1"),
    "double_projective_to_projective": ("7 3 0", "6 4 0", "6 5 1"),
    "double_jacobian_to_jacobian": ("4 4 0", "3 4 0", "3 6 1"),
    "double_chudnovsky_to_chudnovsky": ("5 4 0", "4 5 0", "4 6 1"),
    "double_modified_to_jacobian": ("3 4 0",),
    "double_modified_to_chudnovsky": ("4 5 0",),
    "double_modified_to_modified": ("4 4 0", "3 4 0", "4 4 0"),
    "double_jacobian_traded": ("3 5 0", "2 5 0", "1 8 1"),
    "projective_complete_add": ("12 0 2", "12 0 2", "12 0 5"),
    "projective_complete_add_mixed": ("11 0 2", "11 0 2", "11 0 5"),
    "projective_complete_double": ("8 3 2", "6 2 1", "8 3 5"),
}
PRIMITIVES = {
    "projective_complete_add": ("projective", "projective", "projective"),
    "projective_complete_add_mixed": ("projective", "affine", "projective"),
    "projective_complete_double": ("projective", "projective"),
}


def systems(formula: str) -> tuple[str, ...]:
    """Coordinates of the operands and of the result."""
    parts = formula.replace("_traded", "_to_jacobian").split("_")
    return PRIMITIVES.get(formula) or (*(p for p in parts[1:-2]), parts[-1])


def members(curve: str, system: str, point: pari.Point, z: int) -> tuple[int, ...]:
    """The point in a system, with that Z."""
    p, (x, y) = FIELDS[pari.FIELD_OF[curve]], point
    if system == "affine":
        return point
    if system == "projective":
        return x * z % p, y * z % p, z
    more = {
        "jacobian": (),
        "chudnovsky": (z * z % p, z**3 % p),
        "modified": (int(pari.RECORDS[curve]["a"], 16) * z**4 % p,),
    }
    return x * z * z % p, y * z**3 % p, z, *more[system]


def call(library: host.Library, formula: str, curve: str, points: tuple[pari.Point, ...], z: int) -> tuple[int, ...]:
    """The result of a formula for points that each have another Z."""
    *operands, result = systems(formula)
    inputs = [library.point(members(curve, s, p, z + i)) for i, (s, p) in enumerate(zip(operands, points, strict=True))]
    output = library.point(None, len(members(curve, result, points[0], 1)))
    library.function(formula)(output, *inputs, library.curve(curve))
    return library.coordinates(output)


@pytest.mark.parametrize("curve", CURVES)
def test_sums_and_doubles(word_bits, curve):
    library = host.Library(word_bits, pari.FIELD_OF[curve])
    source = random.Random(1)
    for formula in COSTS:
        *operands, result = systems(formula)
        for p, q, total, twice in sums(curve):
            z = source.randrange(1, library.prime - 1)
            points, expected = ((p, q), total) if len(operands) == 2 else ((p,), twice)
            got = call(library, formula, curve, points, z)
            assert got[2:3] != (0,)
            assert got == members(curve, result, expected, got[2] if len(got) > 2 else 1), formula


@pytest.mark.parametrize("number", range(len(CLASSES)), ids=CLASSES)
def test_executed_operations(number):
    curve = CLASSES[number]
    host.require(pari.FIELD_OF[curve])
    library = counting.library(pari.FIELD_OF[curve], multiplications=False)
    p, q, *_ = sums(curve)[0]
    for formula, costs in COSTS.items():
        *operands, result = systems(formula)
        products, squares, coefficients = map(int, costs[number % len(costs)].split())
        with library.counting() as counts:
            call(library, formula, curve, (p, q)[: len(operands)], 5)
        expected = {"I": int(result == "affine"), "M": products, "S": squares, "C": coefficients}
        assert {name: counts[name] for name in expected} == expected, formula


def test_every_formula_is_tested():
    assert declared("fp7", "prime/fp_formulas.h") == {name for name in COSTS if name not in PRIMITIVES}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "name",
    [
        "secp112r2",
        *(pytest.param(n, marks=(pytest.mark.slow, pytest.mark.turns(3))) for n in ("secp160k1", "brainpoolP160r1")),
    ],
)
def test_scalar_multiplications_over_each_system(name, system):
    """a = -3, 0, general, a curve of even order."""
    check_scalar_multiplications(name, system)


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("bits", [8, 64])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_scalar_over_each_system(bits, system):
    check_every_scalar("fp7", system, bits)

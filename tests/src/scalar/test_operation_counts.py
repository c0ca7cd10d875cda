"""Scalar multiplications execute as many operations as their headers say, counted on a curve of each class; also the
assumptions of counting itself."""

import dataclasses
from itertools import pairwise

import pytest

from codegen.generator_tables import TABLED
from motelab.boards.selection import suits
from motelab.common.errors import MotecurveError
from motelab.library import host
from motelab.measure import counting, operation_counts
from motelab.subjects import curves, recodings, registry
from tests.src.native.x86_64 import processor

# Weierstrass curves with a = -3, a = 0, general a, cofactor > 1, an Edwards curve; Koblitz curves of cofactors 2 and 4,
# random binary curves with a = 1 and with general a.
CURVES = (
    "secp256r1", "secp256k1", "brainpoolP160r1", "secp112r2", "edwards25519", "sect163k1", "sect233k1", "sect163r2",
    "sect163r1",
)  # fmt: skip
MANY_SCALARS = ("secp256r1", "brainpoolP160r1", "edwards25519", "sect163k1", "sect163r2")  # one of each kind
FAST, SLOW = 30, 200
WIDE = ("regular-wtnaf-wide", "wtnaf-wide", "by-kind", "public-by-kind")


def multiplications() -> list[registry.Algorithm]:
    return [a for a in registry.load() if a.family == "scalar-mult" and a.backend == "c"]


def members(curve: curves.Curve) -> list[tuple[registry.Algorithm, int | None]]:
    """Every multiplication that the library has for the curve, with each window. On Koblitz curves, without those
    that run another one on a processor without wide products."""
    library = counting.library(curve.field)
    is_own = processor.has_wide() or not curve.is_koblitz
    return [
        (algorithm, window)
        for algorithm in multiplications()
        if suits(algorithm, curve) and (is_own or algorithm.name not in WIDE)
        for window in algorithm.windows or (None,)
        if hasattr(library._library, f"mc_{curve.field}_{algorithm.function(window)}")
    ]


def find(name: str) -> curves.Curve:
    """The curve; skips if the library is one of chosen fields without its field."""
    host.require(curves.find(name).field)
    return curves.find(name)


def test_every_multiplication_says_what_it_executes():
    assert [a.name for a in multiplications() if not operation_counts.has_formulas(a)] == []


def check(curve: curves.Curve, count: int, every_window: bool) -> None:
    """The counts of every multiplication, with each window or with the widest, for so many scalars."""
    wrong = {}
    for algorithm, window in members(curve):
        if not every_window and algorithm.windows and window != algorithm.windows[-1]:
            continue
        for k in operation_counts.scalars(curve, count):
            formula = operation_counts.by_formula(algorithm, window, k, curve)
            if operation_counts.executed(algorithm.function(window), k, curve) != formula:
                wrong[algorithm.function(window)] = k
    assert wrong == {}


@pytest.mark.parametrize("name", CURVES)
def test_executed_counts_are_the_formulas(name):
    check(find(name), FAST, every_window=True)


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize("name", MANY_SCALARS)
def test_executed_counts_are_the_formulas_for_many_scalars(name):
    check(find(name), SLOW, every_window=False)


@pytest.mark.parametrize("name", CURVES)
def test_counts_of_multiplications_of_the_generator_are_the_formulas(name):
    curve = find(name)
    library, checked = counting.library(curve.field), 0
    for algorithm in (
        a for a in registry.load() if a.family == "scalar-mult-base" and operation_counts.has_formulas(a)
    ):
        for window in algorithm.windows if suits(algorithm, curve) else ():
            for k in operation_counts.scalars(curve, FAST):
                expected = operation_counts.multiple(curve, k)
                counts = library.base_multiplication(algorithm.function(window), k, curve.identifier, expected)
                formula = operation_counts.by_formula(algorithm, window, k, curve)
                if counts is not None:
                    assert {name: counts[name] for name in formula} == formula, (algorithm.name, window, k)
                    checked += 1
    assert checked or curve.name not in TABLED


def test_counts_of_field_operations():
    """Counts for affine arithmetic, as derived by hand from its formulas."""
    curve = curves.find("secp256r1")
    library = counting.library(curve.field)
    point, other = curve.generator, operation_counts.multiple(curve, 5)
    with library.counting() as counts:
        total = library.point_call("affine_add_var", point, other, curve=curve.identifier)
    assert total == operation_counts.multiple(curve, 6)
    assert {name: n for name, n in counts.items() if n} == {"I": 1, "M": 2, "S": 1, "A": 6}
    with library.counting() as counts:
        library.point_call("affine_double_var", point, curve=curve.identifier)
    assert {name: n for name, n in counts.items() if n} == {"I": 1, "M": 2, "S": 2, "A": 8}


def test_a_wrong_result_gives_no_counts():
    curve = curves.find("secp256r1")
    library = counting.library(curve.field)
    with pytest.raises(counting.WrongResult, match="scalar_mult_binary_var on secp256r1"):
        library.multiplication("scalar_mult_binary_var", 2, curve.generator, curve.identifier, curve.generator)


@pytest.mark.parametrize("formula", ["__import__('os')", "k + 1", "l if w else 2", "l.bit_length()"])
def test_formulas_are_arithmetic_alone(formula):
    with pytest.raises(MotecurveError, match="is no formula in l, order_bits, bits"):
        operation_counts.value(multiplications()[0], formula, l=1, w=2)


@pytest.mark.parametrize("name", CURVES)
def test_multiples_are_repeated_additions(name):
    curve = curves.find(name)
    group = operation_counts.arithmetic(curve)
    total = group.neutral
    for k in range(20):
        assert operation_counts.multiple(curve, k) == total
        total = group.add(total, curve.generator)


RECODED = [*range(1, 1 << 10), (1 << 163) - 1, 1 << 162, 0x5555555555555555555, 3**150]


@pytest.mark.parametrize("window", range(2, 7))
@pytest.mark.parametrize("name", [n for n, (_, takes) in recodings.RECODINGS.items() if "curve" not in takes])
def test_recodings_reconstruct_the_scalar(name, window):
    for k in RECODED:
        digits = recodings.recode(name, k, window)
        assert sum(digit << i for i, digit in enumerate(digits)) == k
        assert digits[-1] != 0


def test_sparse_recodings_keep_their_distances():
    for k in RECODED:
        for window in range(2, 7):
            places = [i for i, digit in enumerate(recodings.wnaf(k, window)) if digit]
            assert all(high - low >= window for low, high in pairwise(places))
            assert all(abs(digit) < 1 << (window - 1) for digit in recodings.wmof(k, window))
            assert all(digit == 0 or digit & 1 for digit in recodings.wmof(k, window))


def test_density_of_a_recoding_without_a_definition(monkeypatch):
    """The library's own digits give the same; a recoding of no file is an error, never a missing figure."""
    curve = curves.find("sect163k1")
    wnaf = next(a for a in multiplications() if a.name == "wnaf")
    expected = operation_counts.densities(wnaf, 4, curve)
    counts = operation_counts.by_formula(wnaf, 4, 12345, curve)
    monkeypatch.delitem(recodings.RECODINGS, "wnaf")
    assert operation_counts.densities(wnaf, 4, curve) == expected == (pytest.approx(0.2, abs=0.01), 0.2)
    assert operation_counts.by_formula(wnaf, 4, 12345, curve) == counts
    with pytest.raises(MotecurveError, match="'wnag'; did you mean wnaf"):
        operation_counts.densities(dataclasses.replace(wnaf, recoding="wnag"), 4, curve)

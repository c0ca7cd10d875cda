"""Efficient endomorphisms (src/scalar/glv/): halves of scalars, and the proof that sums meet no equal or opposite
points. Multiples themselves are among all members in test_scalar.py."""

import ctypes
import random

import pytest

from codegen import glv
from codegen.built import scalar_bits
from motelab.library import host
from motelab.subjects import curves

CURVES = ("secp160k1", "secp192k1", "secp224k1", "secp256k1", "wtls8", "wtls9")


def test_every_curve_with_an_endomorphism_is_here():
    assert {name for name, curve in curves.load().items() if curve.endomorphism} == set(CURVES)


def scalars(of: glv.Endomorphism) -> list[int]:
    """The ends of the range, numbers around the order and the eigenvalue, those whose coordinates in the basis are next
    to a half or that differ from such a number by one, and random ones."""
    top, n, source = 1 << of.scalar_bits, of.order, random.Random(2001)
    found = {0, 1, 2, n - 1, n, n + 1, top - 1, top - 2, of.eigenvalue, n - of.eigenvalue, top // 2, top // 2 - 1}
    for s in of.scaled_coordinates:
        for _ in range(20):
            half = (2 * source.randrange(1 << of.bits) + 1) << of.scalar_bits + glv.GUARD_BITS - 1
            found |= {half // abs(s) + i for i in (-1, 0, 1, 2)}
    found |= {source.randrange(top) for _ in range(200)}
    for _ in range(40):  # runs of ones and zeros: carries go far
        low, high = sorted(source.sample(range(of.scalar_bits), 2))
        found |= {(1 << high) - (1 << low), top - (1 << high) + (1 << low) - 1}
    return sorted(k for k in found if 0 <= k < top)


def split(library: host.Library, curve: str, k: int) -> tuple[int, int]:
    """The halves of k with their signs."""
    half_bytes = -(-(library.scalar_bits // 2 + 10) // library.word_bits) * library.word_bits // 8
    sizes = ctypes.create_string_buffer(2 * half_bytes)
    negative = ctypes.create_string_buffer(2 * library.word_bits // 8)
    constants = ctypes.c_char.in_dll(library._library, f"mc_{curve}_glv")
    library.function("glv_split")(sizes, negative, library.scalar(k), ctypes.byref(constants))
    halves = []
    for i in range(2):
        size = int.from_bytes(sizes.raw[i * half_bytes : (i + 1) * half_bytes], "little")
        mask = negative.raw[i * library.word_bits // 8 :][: library.word_bits // 8]
        assert set(mask) in ({0}, {255})
        halves.append(-size if mask[0] else size)
    return tuple(halves)


@pytest.mark.parametrize("curve", CURVES)
def test_halves_make_the_scalar(word_bits, curve):
    library, of = host.Library(word_bits, curves.find(curve).field), curves.find(curve).endomorphism
    for k in scalars(of):
        first, second = split(library, curve, k)
        assert (first + second * of.eigenvalue - k) % of.order == 0, hex(k)
        assert (first, second) == of.halves(k), hex(k)
        assert abs(first) < 1 << of.bits > abs(second), hex(k)


@pytest.mark.parametrize("curve", CURVES)
def test_no_vector_of_the_lattice_is_as_small_as_halves(curve):
    """(x, y) of the lattice has x^2 - x y + y^2 = 0 modulo n, the norm of x + y lambda, lambda^2 = -lambda - 1. Within
    the box of halves norms are below 3 n, and norms of Eisenstein integers are no 2 n: they are n, of one vector and
    its associates alone."""
    of = curves.find(curve).endomorphism
    most = [bound + (3 << glv.WIDEST) for bound in of.bounds]
    assert (of.eigenvalue**2 + of.eigenvalue + 1) % of.order == 0
    assert most[0] ** 2 + most[0] * most[1] + most[1] ** 2 < 3 * of.order
    associates = [next((x, y) for x, y in of.basis if x * x - x * y + y * y == of.order)]
    while len(associates) < 6:
        x, y = associates[-1]
        associates.append((y, y - x))  # times -lambda
    for x, y in associates:
        assert x * x - x * y + y * y == of.order and (x + y * of.eigenvalue) % of.order == 0
        assert abs(x) > most[0] or abs(y) > most[1]


@pytest.mark.parametrize("curve", CURVES)
def test_halves_near_the_corners_of_a_cell(curve):
    """They come near the bounds, so these are not larger than they need be."""
    of = curves.find(curve).endomorphism
    assert scalar_bits(curves.find(curve).field) == of.scalar_bits
    (a1, b1), (a2, b2) = of.basis
    largest = [0, 0]
    for sign in (1, -1):
        corner = [(x + sign * y) * 31 // 64 for x, y in ((a1, a2), (b1, b2))]
        halves = of.halves((corner[0] + corner[1] * of.eigenvalue) % of.order)
        assert halves == tuple(corner)
        largest = [max(most, abs(half)) for most, half in zip(largest, halves, strict=True)]
    assert all(0.95 * bound < most < bound for most, bound in zip(largest, of.bounds, strict=True))

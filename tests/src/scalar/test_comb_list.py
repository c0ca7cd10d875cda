"""The comb whose formulas are lists: scalars whose last addition would double a point, and the rule by which it knows
the curves that have none."""

import ctypes
import itertools

import pytest

from codegen.built import scalar_bits
from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari

MEMBER, TEETH = "scalar_mult_base_comb_list4", 4


def rows(curve: str) -> int:
    return (scalar_bits(pari.FIELD_OF[curve]) + TEETH) // TEETH


def columns(curve: str) -> list[int]:
    """Those at the last place."""
    signs = itertools.product((1, -1), repeat=TEETH)
    return [sum(sign << j * rows(curve) for j, sign in enumerate(column)) for column in signs]


def last_column(curve: str, k: int) -> int:
    """That of an odd k."""
    return sum((1 if k >> j * rows(curve) + 1 & 1 else -1) << j * rows(curve) for j in range(TEETH))


def doubles(curve: str) -> list[int]:
    """Columns c for which the odd one of 2 c and -2 c modulo n is 2 s + c, with 2 s = c modulo n."""
    n, found = pari.order(curve), []
    for column in columns(curve):
        k = 2 * column % n
        k = k if k % 2 else n - k
        last = last_column(curve, k)
        if (k - 2 * last) % n == 0:
            found.append(last)
    return found


@pytest.mark.parametrize("curve", ["secp160r1", "secp192r1", "secp256r1"])
def test_the_last_addition_doubles_by_one_bit_of_the_order(curve):
    assert bool(doubles(curve)) == bool(pari.order(curve) >> (TEETH - 1) * rows(curve) + 1 & 1)


def test_the_curve_for_which_it_is_chosen_has_no_such_scalar():
    assert doubles("secp256r1") == []


@pytest.mark.parametrize("curve", ["secp160r1", "secp192r1", "secp256r1"])
def test_twice_each_last_column(word_bits, curve):
    """Scalars around those, and the ends of the range."""
    library, n = host.Library(word_bits, pari.FIELD_OF[curve]), pari.order(curve)
    limit = 1 << scalar_bits(pari.FIELD_OF[curve])
    scalars = [k for c in columns(curve) for k in ((2 * c) % n, n + 2 * c) if 0 <= k < limit]
    scalars += [0, 1, 2, n - 2, n - 1, n, min(n + 1, limit - 1), limit - 1]
    base = pari.text(pari.generator(curve))
    for k, expected in zip(scalars, pari.evaluate(curve, [f"multiply({base}, {k})" for k in scalars]), strict=True):
        output = library.point(None)
        status = Status(library.function(MEMBER, ctypes.c_int)(output, library.scalar(k), library.curve(curve)))
        found = library.coordinates(output)
        assert (status, found if any(found) else None) == (Status.OK, expected), hex(k)

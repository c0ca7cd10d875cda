"""Multiplications by secrets: the regular recoding and the proof in its header, multiples of the generator and sums k
G + l Q against PARI/GP, tables in flash. tests/c/test_scalar_secret.c has all scalars of the tiny curves."""

import ctypes
import functools
import itertools
import math
import random

import pytest

from codegen import generator_tables, tau
from codegen.points import curve_of
from motelab.library import host
from motelab.library.host import Status
from motelab.measure import ctcheck
from motelab.measure.bench import Request
from tests.oracles import pari_curves as pari

REGULAR_WINDOWS = range(4, 10)
KOBLITZ = list(pari.KOBLITZ.items())
TOP = 1 << 163


def degree_of(curve: str) -> int:
    return pari.RECORDS[curve]["field"]["m"]


def digit_count(degree: int, window: int) -> int:
    """REGULAR_DIGITS of scalar/tau/regular.h."""
    reach = window - 3 if window > 5 else 0
    return math.ceil((degree + 1 - reach) / (window - 1)) + 1


def recode(library: host.Library, k: int, window: int, curve: str) -> list[int]:
    """The digits u_i, least significant first."""
    digits = (ctypes.c_uint8 * digit_count(library.degree, window))()
    tables = ctypes.c_char.in_dll(library._library, f"mc_{library.field}_wtnaf_window{window}")
    koblitz = ctypes.c_char.in_dll(library._library, f"mc_{curve}_koblitz")
    function = library.function("recode_wtnaf_regular")
    function(digits, library.elements(k), ctypes.byref(tables), ctypes.byref(koblitz))
    at_slot = {slot: u for u, slot in tau.slots_of(window).items()}
    return [(-1 if d & 1 else 1) * at_slot[d >> 1] for d in digits]


@pytest.mark.parametrize(("curve", "mu"), KOBLITZ)
def test_regular_digits_are_the_scalar(word_bits, curve, mu):
    """The sum of alpha_u tau^((w-1) i) is congruent to k modulo delta, for a number of digits that does not depend on
    k."""
    library = host.Library(word_bits, pari.FIELD_OF[curve])
    n, top = pari.order(curve), 1 << library.degree
    source = random.Random(5)
    scalars = [0, 1, 2, n - 1, n, min(n + 1, top - 1), top - 1, *(source.randrange(top) for _ in range(40))]
    delta = tau.modulus_subgroup(library.degree, mu)
    for window, k in itertools.product(REGULAR_WINDOWS, scalars):
        alpha, value = tau.digits(window), (0, 0)
        for u in reversed(recode(library, k, window, curve)):
            for _ in range(window - 1):
                value = tau.multiply(value, (0, 1), mu)
            sign, (c0, c1) = (1 if u > 0 else -1), alpha[abs(u)]
            value = value[0] + sign * c0, value[1] + sign * mu * c1
        difference = tau.multiply((value[0] - k, value[1]), tau.conjugate(delta, mu), mu)
        assert all(c % tau.norm(delta, mu) == 0 for c in difference), (window, k)


@pytest.mark.parametrize(("curve", "mu"), KOBLITZ)
@pytest.mark.parametrize("window", REGULAR_WINDOWS)
def test_top_digit_is_a_digit(curve, mu, window):
    """Every odd element as small as the remainder of the last division is an alpha_u or its negative. On large curves
    only the last addition can meet equal or opposite points."""
    degree, n = degree_of(curve), pari.order(curve)
    alpha = [(c0, mu * c1) for c0, c1 in tau.digits(window).values()]
    largest = max(math.sqrt(tau.norm(a, mu)) for a in alpha)
    first = (math.sqrt(0.6) + 1) * math.sqrt(n)

    def bound(places: int) -> float:
        """Bound of |rho| after so many places."""
        return first / 2 ** (places / 2) + largest / (2 ** ((window - 1) / 2) - 1)

    last = bound((digit_count(degree, window) - 1) * (window - 1))
    reach = range(-math.ceil(1.1 * last), math.ceil(1.1 * last) + 1)
    for c0, c1 in itertools.product(reach, reach):
        if c0 % 2 and tau.norm((c0, c1), mu) <= last**2:
            assert (c0, c1) in alpha or (-c0, -c1) in alpha
    if degree > 64:
        assert bound(window - 1) + 2 * largest < math.sqrt(n)


@pytest.mark.parametrize("mu", [1, -1])
def test_sums_of_divisions_by_tau_fit(mu):
    """The bounds in scalar/tau/divide_places.c: of rows of the matrix, and of what the digits of a block add."""
    rows = [(1, 0), (0, 1)]
    for _ in range(8):
        first, second = rows
        rows = [tuple(mu * a - 2 * b for a, b in zip(first, second, strict=True)), first]
        assert all(abs(a) + abs(b) <= 23 for a, b in rows)
    powers = tau.powers(8, mu)
    for window in range(2, 10):
        alpha = [(c0, mu * c1) for c0, c1 in tau.digits(window).values()]
        for row in rows:
            added = [  # c0 + c1 tau is (c, d) = (c0, -c1)
                max(abs(row[0] * c0 - row[1] * c1) for c0, c1 in (tau.multiply(a, power, mu) for a in alpha))
                for power in powers
            ]
            assert sum(added[::-window]) < 1 << 13


@functools.cache
def sums(curve: str) -> list[tuple[int, int, pari.Point, pari.Point]]:
    """k, l, Q and k G + l Q: ends of the ranges, sums that are infinity, Q outside the subgroup, random ones."""
    source, n = random.Random(1), pari.order(curve)
    base, two = pari.text(pari.generator(curve)), pari.text(pari.order_two(curve))
    k, t = source.randrange(1, n), source.randrange(2, n)
    points = [base, f"multiply({base}, {n - 1})", f"multiply({base}, {t})", f"add(multiply({base}, {t}), {two})", two]
    ends = [0, 1, 2, n - 1, n, n + 1, TOP - 1]
    cases = [(k, k, points[1]), (k, k, points[0]), (k, n - k, points[0]), (k, TOP - 1, "[0]")]
    cases += [(end, k, points[i % 5]) for i, end in enumerate(ends)] + [(k, end, points[2]) for end in ends]
    cases += [(source.randrange(TOP), source.randrange(TOP), points[i % 5]) for i in range(10)]
    values = pari.evaluate(
        curve, [e for k, second, q in cases for e in (q, f"add(multiply({base}, {k}), multiply({q}, {second}))")]
    )
    return [(k, second, *found) for (k, second, _), *found in zip(cases, values[::2], values[1::2], strict=True)]


def call(library: host.Library, name: str, curve: str, *arguments) -> tuple[Status, pari.Point]:
    """Status and result of a multiplication whose result was filled with ones."""
    output = library.elements(TOP - 1, TOP - 1)
    status = Status(library.function(name, ctypes.c_int)(output, *arguments, library.curve(curve)))
    result = library.values(output)
    return status, result if any(result) else None


def accepts(library: host.Library, member: str, family: str, curve: str) -> bool:
    """Whether the member is for these curves: tau-adic ones refuse curves that are not Koblitz curves."""
    arguments = {"scalar-mult-base": 1, "scalar-mult-double": 2}[family] * [library.elements(1)]
    if family == "scalar-mult-double":
        arguments.append(library.point(pari.generator(curve)))
    status, result = call(library, member, curve, *arguments)
    is_tau_adic = "tnaf" in member or "tau" in member
    assert (status == Status.ERROR_UNSUPPORTED) == (is_tau_adic and curve != "sect163k1")
    assert status == Status.OK or result is None
    return status == Status.OK


@pytest.mark.parametrize("curve", pari.BUILT)
def test_sums_of_two_multiples(library, curve):
    for member in library.members("scalar-mult-double"):
        if accepts(library, member, "scalar-mult-double", curve):
            for k, second, q, expected in sums(curve):
                arguments = library.elements(k), library.elements(second), library.point(q)
                assert call(library, member, curve, *arguments) == (Status.OK, expected), (member, k, second)
            for k, second in ((TOP, 1), (1, TOP)):
                arguments = library.elements(k), library.elements(second), library.point(pari.generator(curve))
                assert call(library, member, curve, *arguments) == (Status.ERROR_SCALAR_RANGE, None)


@functools.cache
def multiples(curve: str) -> list[tuple[int, pari.Point]]:
    """k and k G; also the k near small multiples of powers of two, where a comb adds equal points at the end."""
    source, n = random.Random(3), pari.order(curve)
    scalars = [*range(9), *(n + i for i in range(-8, 9)), TOP - 1, TOP - 2, TOP // 2, 2 * n - 1]
    scalars = [k for k in scalars if k < TOP] + [source.randrange(TOP) for _ in range(20)]
    base = pari.text(pari.generator(curve))
    return list(zip(scalars, pari.evaluate(curve, [f"multiply({base}, {k})" for k in scalars]), strict=True))


@pytest.mark.parametrize("curve", pari.BUILT)
def test_multiples_of_the_generator(library, curve):
    for member in library.members("scalar-mult-base"):
        if accepts(library, member, "scalar-mult-base", curve):
            for k, expected in multiples(curve):
                assert call(library, member, curve, library.elements(k)) == (Status.OK, expected), (member, hex(k))
            assert call(library, member, curve, library.elements(TOP)) == (Status.ERROR_SCALAR_RANGE, None)


@pytest.mark.parametrize(("member", "tables"), generator_tables.COMBS.items())
@pytest.mark.parametrize("curve", ["sect163k1", "sect163r2"])
def test_last_addition_of_the_comb(library, curve, member, tables):
    """k whose last addition doubles: twice a column of the first table, found from the table itself."""
    n, base = pari.order(curve), pari.generator(curve)
    for teeth in generator_tables.COMB_TEETH:
        spacing = -(-164 // (tables * teeth)) * tables
        column = sum(1 << (spacing * j) for j in range(teeth))
        scalars = [2 * column % n, -2 * column % n]
        expected = pari.evaluate(curve, [f"multiply({pari.text(base)}, {k})" for k in scalars])
        for k, point in zip(scalars, expected, strict=True):
            found = call(library, f"scalar_mult_base_{member}{teeth}", curve, library.elements(k))
            assert found == (Status.OK, point), (teeth, hex(k))


@pytest.mark.parametrize("curve", pari.BUILT)
def test_tables_are_multiples_of_the_generator(curve):
    """The generator's own arithmetic against PARI/GP."""
    generator, base = curve_of(pari.RECORDS[curve]), pari.text(pari.generator(curve))
    assert generator_tables.wnaf_points(generator, 6) == pari.evaluate(
        curve, [f"multiply({base}, {u})" for u in range(1, 32, 2)]
    )
    assert generator.multiply(pari.order(curve), generator.generator) is None


def test_point_outside_the_subgroup_is_refused(library):
    moved = pari.evaluate(
        "sect163k1", [f"add({pari.text(pari.generator('sect163k1'))}, {pari.text(pari.order_two('sect163k1'))})"]
    )[0]
    for window in (4, 5, 6):
        name = f"scalar_mult_regular_wtnaf{window}"
        assert library.scalar_mult(name, 5, moved, "sect163k1") == (Status.ERROR_SUBGROUP, None)
        assert library.scalar_mult(name, 5, None, "sect163k1") == (Status.OK, None)


@pytest.mark.parametrize(
    ("operation", "algorithm", "window", "curve"),
    [
        ("scalar-mult", "regular-wtnaf", 5, "sect163k1"),
        ("scalar-mult", "regular-wtnaf-slopes", 5, "sect163k1"),
        ("scalar-mult-base", "regular-wtnaf-slopes", 9, "sect163k1"),
        ("scalar-mult", "halve-regular", 4, "sect163r2"),
        ("scalar-mult-base", "comb", 6, "sect163r2"),
    ],
)
def test_what_ships_is_constant_time(operation, algorithm, window, curve):
    row = ctcheck.check(Request(operation=operation, algorithm=algorithm, window=window, curve=curve, backend="asm"))
    assert row["equal_cycles"] and row["equal_trace"] and row["leaks"] == []

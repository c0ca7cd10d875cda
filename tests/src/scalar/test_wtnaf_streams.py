"""Multiplications on Koblitz curves in four streams: the premises of the proof in scalar/tau/streams.h, and the one
addition that meets equal points. tests/src/scalar/test_scalar.py tests the results, tests/c/test_fb_wide.c the single
points."""

import itertools
import math

import pytest

from codegen import tau
from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari

WINDOWS = (4, 5)
CURVES = [(name, mu) for name, mu in pari.KOBLITZ.items() if name not in pari.TINY]


def part_of(degree: int, window: int) -> int:
    """WTNAF_STREAMS_PART of scalar/tau/streams.h."""
    return (math.ceil((degree + 1) / (window - 1)) + 1 + 3) // 4


def sizes(window: int, mu: int) -> tuple[list[tau.Element], float]:
    """The alpha_u, and the largest absolute value among them."""
    alpha = [(c0, mu * c1) for c0, c1 in tau.digits(window).values()]
    return alpha, max(math.sqrt(tau.norm(a, mu)) for a in alpha)


@pytest.mark.parametrize(("curve", "mu"), CURVES)
@pytest.mark.parametrize("window", WINDOWS)
def test_no_sum_but_the_last_needs_a_case(curve, mu, window):
    """|x| + |y| < sqrt(n) for everything that is added before the last sum, which has half of the digits."""
    degree = pari.RECORDS[curve]["field"]["m"]
    places = 2 * part_of(degree, window) * (window - 1)
    sum_of_digits = sizes(window, mu)[1] * 2 ** (places / 2) / (2 ** ((window - 1) / 2) - 1)
    assert 2 * sum_of_digits < math.sqrt(pari.order(curve))


@pytest.mark.parametrize(("curve", "mu"), CURVES)
@pytest.mark.parametrize("window", WINDOWS)
def test_digits_are_enough(curve, mu, window):
    """The remainder for the top digit is an alpha_u or its negative, for scalars modulo tau^m - 1 too."""
    degree = pari.RECORDS[curve]["field"]["m"]
    alpha, largest = sizes(window, mu)
    for delta in (tau.modulus_subgroup(degree, mu), tau.modulus_full(degree, mu)):
        first = (math.sqrt(0.6) + 1) * math.sqrt(tau.norm(delta, mu))
        places = (4 * part_of(degree, window) - 1) * (window - 1)
        last = first / 2 ** (places / 2) + largest / (2 ** ((window - 1) / 2) - 1)
        reach = range(-math.ceil(1.1 * last), math.ceil(1.1 * last) + 1)
        for c0, c1 in itertools.product(reach, reach):
            if c0 % 2 and tau.norm((c0, c1), mu) <= last**2:
                assert (c0, c1) in alpha or (-c0, -c1) in alpha


def divide_by_tau(x: tau.Element, mu: int) -> tau.Element:
    assert x[0] % 2 == 0
    return x[1] + mu * (x[0] // 2), -(x[0] // 2)


def low_digits(rho: tau.Element, count: int, window: int, mu: int) -> tau.Element:
    """The sum of the lowest `count` regular digits of an odd element, each with its power of tau."""
    t, half, alpha = mu * tau.residue_of_tau(window), 1 << (window - 1), tau.digits(window)
    total, power = (0, 0), (1, 0)
    for _ in range(count):
        u = (rho[0] + t * rho[1]) % (2 * half) - half
        sign, (c0, c1) = (1 if u > 0 else -1), alpha[abs(u)]
        digit = sign * c0, sign * mu * c1
        term = tau.multiply(digit, power, mu)
        total, rho = (total[0] + term[0], total[1] + term[1]), (rho[0] - digit[0], rho[1] - digit[1])
        for _ in range(window - 1):
            rho, power = divide_by_tau(rho, mu), tau.multiply(power, (0, 1), mu)
    return total


@pytest.mark.parametrize(("curve", "mu"), CURVES)
def test_last_sum_doubles(curve, mu):
    """k congruent to 2x, x being the lower half of the digits of 2x + delta: both operands of the last sum are x P."""
    library, n = host.Library(64, pari.FIELD_OF[curve]), pari.order(curve)
    members = [m for m in library.members("scalar-mult") if "wtnaf_wide" in m]
    if not members:
        pytest.skip("the library has no wtnaf-wide for this processor; needs VPCLMULQDQ and AVX-512")
    degree, base = library.degree, pari.generator(curve)
    delta = tau.modulus_subgroup(degree, mu)
    eigenvalue = -delta[0] * pow(delta[1], -1, n) % n  # of tau on the points of order n: delta maps them to infinity
    for member in members:
        window = int(member.removesuffix("_var")[-1])
        x = low_digits((-delta[0], -delta[1]), 2 * part_of(degree, window), window, mu)
        k = 2 * (x[0] + x[1] * eigenvalue) % n
        assert low_digits((2 * x[0] + delta[0], 2 * x[1] + delta[1]), 2 * part_of(degree, window), window, mu) == x
        status, result = library.scalar_mult(member, k, base, curve)
        expected = pari.evaluate(curve, [f"multiply({pari.text(base)}, {k})"])[0]
        assert (status, result) == (Status.OK, expected), member

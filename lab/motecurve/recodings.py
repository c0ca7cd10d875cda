"""Digits of scalars, by their definitions and on Python's integers: what the library's recodings must agree with, and
what the formulas of scalar multiplications (operation_counts.py) are evaluated with.

Every function gives the digits of k > 0, the least significant first and the highest not 0."""

import dataclasses
import functools
from collections.abc import Callable, Sequence

from codegen import tau
from motecurve.names import one_of

Digits = list[int]


@dataclasses.dataclass(frozen=True)
class Koblitz:
    """What tau-adic digits depend on besides k: the degree of the field, mu, and whether the point has prime order on a
    curve with cofactor 2, in which case k is reduced modulo (tau^m - 1)/(tau - 1), else modulo tau^m - 1."""

    m: int
    mu: int
    is_subgroup: bool


def binary(k: int) -> Digits:
    """Bits."""
    return [int(bit) for bit in reversed(f"{k:b}")]


def wnaf(k: int, window: int) -> Digits:
    """Odd digits below 2^(window-1) in size, at most one in `window` places (hankerson2004 Algorithm 3.35)."""
    digits = []
    while k:
        digit = _symmetric(k, window) if k & 1 else 0
        digits.append(digit)
        k = (k - digit) // 2
    return digits


def naf(k: int) -> Digits:
    """Digits -1, 0, 1, no two neighbours other than 0."""
    return wnaf(k, 2)


def mof(k: int) -> Digits:
    """Mutual opposite form: bits of 2 k less those of k; digits other than 0 have alternating signs (Okeya et al.
    2004)."""
    return [(k << 1 >> i & 1) - (k >> i & 1) for i in range(k.bit_length() + 1)]


def wmof(k: int, window: int) -> Digits:
    """Windows cut from the mutual opposite form from the left, each made one odd digit (Okeya et al. 2004)."""
    signed = mof(k)
    digits = [0] * len(signed)
    top = len(signed) - 1
    while top >= 0:
        if signed[top] == 0:
            top -= 1
            continue
        low = max(top - window + 1, 0)
        while signed[low] == 0:
            low += 1
        digits[low] = sum(signed[i] << i - low for i in range(low, top + 1))
        top -= window
    return _cut(digits)


def fixed_window(k: int, window: int) -> Digits:
    """Digits in base 2^window, at every window-th place."""
    digits = [0] * k.bit_length()
    for i in range(0, k.bit_length(), window):
        digits[i] = k >> i & (1 << window) - 1
    return _cut(digits)


def sliding_window(k: int, window: int) -> Digits:
    """Windows of bits from the left, from a 1 to a 1 (hankerson2004 Algorithm 3.38 on bits)."""
    digits = [0] * k.bit_length()
    top = k.bit_length() - 1
    while top >= 0:
        if not k >> top & 1:
            top -= 1
            continue
        low = max(top - window + 1, 0)
        while not k >> low & 1:
            low += 1
        digits[low] = k >> low & (1 << top - low + 1) - 1
        top = low - 1
    return _cut(digits)


def tnaf(k: int, curve: Koblitz) -> Digits:
    """tau-adic NAF (Solinas 2000, Algorithm 1)."""
    return wtnaf(k, 2, curve)


def wtnaf(k: int, window: int, curve: Koblitz) -> Digits:
    """Width-w tau-adic NAF of k reduced (Solinas 2000, Algorithms 4 and 5)."""
    m, mu = curve.m, curve.mu
    modulus = (tau.modulus_subgroup if curve.is_subgroup else tau.modulus_full)(m, mu)
    c0, c1 = tau_reduced(k, modulus, m, mu)
    alpha, t = tau.digits(window), mu * tau.residue_of_tau(window)
    digits = []
    while c0 or c1:
        digit = 0
        if c0 & 1:
            digit = _symmetric(c0 + t * c1, window)
            sign = 1 if digit > 0 else -1
            beta, gamma = alpha[abs(digit)]
            c0, c1 = c0 - sign * beta, c1 - sign * mu * gamma
        digits.append(digit)
        c0, c1 = c1 + mu * c0 // 2, -c0 // 2
    return digits


def tau_reduced(k: int, modulus: tau.Element, m: int, mu: int) -> tau.Element:
    """k less a multiple of the modulus near it: quotient to GUARD_BITS fraction bits, rounded in Z[tau] (Solinas 2000,
    Routines 60 and 74)."""
    one = 1 << tau.GUARD_BITS
    rounded, errors = [], []
    for s in tau.scaled_inverse(modulus, m, mu):
        quotient = (k * s >> m) + one // 2  # in units of 1/one, and 1/2 for the rounding
        rounded.append(quotient // one)
        errors.append(quotient % one - one // 2)
    eta0, eta1 = errors[0], mu * errors[1]
    along, across, steep = 2 * eta0 + eta1, eta0 - 3 * eta1, eta0 + 4 * eta1
    h0 = h1 = 0
    if along >= one:
        h0, h1 = (0, 1) if across < -one else (1, 0)
    elif steep >= 2 * one:
        h1 = 1
    if along < -one:
        h0, h1 = (0, -1) if across >= one else (-1, 0)
    elif steep < -2 * one:
        h1 = -1
    product = tau.multiply((rounded[0] + h0, rounded[1] + mu * h1), modulus, mu)
    return k - product[0], -product[1]


@dataclasses.dataclass(frozen=True)
class Step:
    """A term of a chain: the power of every base by which what follows is multiplied, then the sign of what is added (0
    for none)."""

    powers: tuple[int, int, int]
    sign: int


def double_base(k: int) -> list[Step]:
    """Double-base chain (Doche and Habsieger 2008)."""
    return chain(k, (2, 3))


def multi_base(k: int) -> list[Step]:
    """Chain of the bases 2, 3 and 5 (Yu, Wang, Li and Tian 2013)."""
    return chain(k, (2, 3, 5))


def chain(k: int, bases: Sequence[int]) -> list[Step]:
    """k = 2^a 3^b 5^c (s + 2^a' ...): of what remains the neighbour is taken that divided by the bases is smaller, that
    below if they are equal. The last step is the 1 that remains, with sign 1."""
    rest, powers = _divided(k, bases)
    steps = [Step(powers, 0)] if any(powers) else []
    while rest > 1:
        options = [(*_divided(rest - sign, bases), sign) for sign in (1, -1)]
        rest, powers, sign = min(options, key=lambda option: option[0])
        steps.append(Step(powers, sign))
    return [*steps, Step((0, 0, 0), 1)]


def _divided(n: int, bases: Sequence[int]) -> tuple[int, tuple[int, int, int]]:
    """n without its factors among the bases, and how often 2, 3 and 5 divided it."""
    powers = dict.fromkeys((2, 3, 5), 0)
    for base in bases:
        while n % base == 0:
            n //= base
            powers[base] += 1
    return n, (powers[2], powers[3], powers[5])


def _symmetric(value: int, window: int) -> int:
    """value modulo 2^window, between -2^(window-1) and 2^(window-1) - 1."""
    half = 1 << (window - 1)
    return (value + half) % (2 * half) - half


def _cut(digits: Digits) -> Digits:
    """Without the zeros at the top."""
    while digits and not digits[-1]:
        digits.pop()
    return digits


# Name -> function, and what it takes besides k, in this order.
RECODINGS: dict[str, tuple[Callable[..., Digits | list[Step]], tuple[str, ...]]] = {
    "binary": (binary, ()),
    "naf": (naf, ()),
    "wnaf": (wnaf, ("window",)),
    "mof": (mof, ()),
    "wmof": (wmof, ("window",)),
    "fixed-window": (fixed_window, ("window",)),
    "sliding-window": (sliding_window, ("window",)),
    "double-base": (double_base, ()),
    "multi-base": (multi_base, ()),
    "tnaf": (tnaf, ("curve",)),
    "wtnaf": (wtnaf, ("window", "curve")),
}


@dataclasses.dataclass(frozen=True)
class Size:
    """Of the digits of a number: how many there are, of which so many are not 0; of chains the bits of the number, the
    additions and subtractions of 1 (with the first 1), and the sums of the exponents of 2, 3 and 5."""

    length: int
    weight: int
    twos: int = 0
    threes: int = 0
    fives: int = 0


@functools.lru_cache(maxsize=100_000)
def size(name: str, k: int, window: int | None = None, curve: Koblitz | None = None) -> Size:
    """The size of k > 0 in the recoding of that name."""
    digits = recode(name, k, window, curve)
    if isinstance(digits[0], Step):
        powers = (sum(step.powers[i] for step in digits) for i in range(3))
        return Size(k.bit_length(), sum(step.sign != 0 for step in digits), *powers)
    return Size(len(digits), sum(digit != 0 for digit in digits))


def recode(name: str, k: int, window: int | None = None, curve: Koblitz | None = None) -> Digits | list[Step]:
    """Digits of k > 0, or steps of its chain, by the recoding of that name."""
    function, takes = RECODINGS[one_of("recoding", name, RECODINGS)]
    given = {"window": window, "curve": curve}
    return function(k, *(given[what] for what in takes))

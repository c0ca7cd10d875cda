"""Digits of scalars, by their definitions and on Python's integers: the oracle for the library's recodings, and the
input of the formulas of scalar multiplications (operation_counts.py).

Every function gives the digits of k > 0, the least significant first and the highest not 0."""

import dataclasses
import functools
from collections.abc import Callable, Sequence

from codegen import tau
from motelab.common.names import one_of

Digits = list[int]
Step = tuple[int, int, int, int]  # powers of 2, 3 and 5 that multiply the sum, then the digit -1, 0, 1 that is added


@dataclasses.dataclass(frozen=True)
class Koblitz:
    """The parameters of tau-adic digits besides k: the degree of the field, mu, and whether the point has prime order
    on a curve with cofactor 2. In that case k is reduced modulo (tau^m - 1)/(tau - 1), else modulo tau^m - 1."""

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
    """Digits -1, 0, 1, no two neighbours both nonzero."""
    return wnaf(k, 2)


def mof(k: int) -> Digits:
    """Mutual opposite form: bits of 2 k minus those of k; nonzero digits have alternating signs (Okeya et al. 2004)."""
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
    """Digits in base 2^window, each at its place in base 2."""
    digits = []
    while k:
        digits += [k % (1 << window), *[0] * (window - 1)]
        k >>= window
    return _cut(digits)


def sliding_window(k: int, window: int) -> Digits:
    """Windows of bits from the left, each from a 1 to a 1 (Knuth 1981, 4.6.3)."""
    digits = [0] * k.bit_length()
    while k:
        low = max(k.bit_length() - window, 0)
        while not k >> low & 1:
            low += 1
        digits[low] = k >> low
        k -= digits[low] << low
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
    """k minus a multiple of the modulus near it: quotient to GUARD_BITS fraction bits, rounded in Z[tau] (Solinas
    2000, Routines 60 and 74)."""
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


def _symmetric(value: int, window: int) -> int:
    """value modulo 2^window, between -2^(window-1) and 2^(window-1) - 1."""
    half = 1 << (window - 1)
    return (value + half) % (2 * half) - half


def _cut(digits: Digits) -> Digits:
    """Without the zeros at the top."""
    while digits and not digits[-1]:
        digits.pop()
    return digits


# Chains: their bases.
CHAINS = {"double-base": (2, 3), "multi-base": (2, 3, 5)}


@functools.lru_cache(maxsize=100_000)
def chain(name: str, k: int) -> Sequence[Step]:
    """Steps of the chain of k, the last one first: of both neighbours of the remaining number, the one that is
    smaller without its factors (Doche and Habsieger 2008, one branch)."""
    bases = CHAINS[one_of("chain", name, CHAINS)]
    if k == 0:
        return ()
    k, first = _stripped(k, bases, 0)
    steps = [first] if any(first) else []
    while k > 1:
        k, step = min((_stripped(k - 1, bases, 1), _stripped(k + 1, bases, -1)), key=lambda found: found[0])
        steps.append(step)
    return (*steps, (0, 0, 0, 1))


def powers(name: str, k: int) -> Sequence[int]:
    """How often the chain of k doubles, triples and quintuples."""
    return [sum(step[i] for step in chain(name, k)) for i in range(3)]


def _stripped(k: int, bases: tuple[int, ...], digit: int) -> tuple[int, Step]:
    """k without factors of the bases, and the step that puts them back."""
    exponents = dict.fromkeys((2, 3, 5), 0)
    for base in bases:
        while k % base == 0:
            k, exponents[base] = k // base, exponents[base] + 1
    return k, (*exponents.values(), digit)


# Name -> function, and its parameters besides k, in this order.
RECODINGS: dict[str, tuple[Callable[..., Digits], tuple[str, ...]]] = {
    "binary": (binary, ()),
    "naf": (naf, ()),
    "wnaf": (wnaf, ("window",)),
    "mof": (mof, ()),
    "wmof": (wmof, ("window",)),
    "fixed-window": (fixed_window, ("window",)),
    "sliding-window": (sliding_window, ("window",)),
    "tnaf": (tnaf, ("curve",)),
    "wtnaf": (wtnaf, ("window", "curve")),
}


@functools.lru_cache(maxsize=100_000)
def recode(name: str, k: int, window: int | None = None, curve: Koblitz | None = None) -> Sequence[int]:
    """Digits of k by the recoding of that name."""
    function, takes = RECODINGS[one_of("recoding", name, RECODINGS)]
    given = {"window": window, "curve": curve}
    return tuple(function(k, *(given[what] for what in takes)))

"""Scalar multiplications against PARI/GP and known answers; recodings put together again. Every point and scalar of
the tiny curves is tried in tests/c/test_scalar_exhaustive.c."""

import ctypes
import functools
import itertools
import json
import random
from pathlib import Path

import pari_curves as pari
import pytest

from motecurve import host
from motecurve.host import Status

KNOWN_ANSWERS = Path(__file__).parent / "vectors/kat/scalar_mult_ecdh.json"
WNAF_WINDOWS, WTNAF_WINDOWS = range(2, 6), range(2, 7)


def check_members(library, curve: str, k: int, point: pari.Point, expected: pari.Point):
    """Every registered member gives the expected point, or says that it is for Koblitz curves or points of prime
    order only."""
    supported = 0
    for member in library.members("scalar-mult"):
        status, result = library.scalar_mult(member, k, point, curve)
        if status == Status.ERROR_UNSUPPORTED and int(pari.RECORDS[curve]["b"], 16) != 1:
            assert result is None
            continue
        if status == Status.ERROR_SUBGROUP and not library.is_in_subgroup(point, curve):
            assert result is None
            continue
        assert (status, result) == (Status.OK, expected), (member, hex(k), point)
        supported += 1
    assert supported >= 6


@functools.cache
def random_cases(curve: str) -> list[tuple[int, pari.Point, pari.Point]]:
    """Scalars, points, results. Half of the points lie outside the subgroup; scalars lie at the ends of the range,
    around the order, and anywhere."""
    source, n, top = random.Random(2008), pari.order(curve), 1 << 163
    base, two = pari.text(pari.generator(curve)), pari.text(pari.order_two(curve))
    scalars = [0, 1, 2, 3, n - 1, n, n + 1, (n - 1) // 2, top - 1, top - 2, top // 2, 2 * n - 1, 2 * n]
    scalars = [k for k in scalars if k < top] + [source.randrange(top) for _ in range(10)]
    points = [f"multiply({base}, {source.randrange(1, n)})" for _ in scalars]
    points = [f"add({p}, {two})" if i % 2 else p for i, p in enumerate(points)]
    scalars, points = [*scalars, 1, 2, top - 1], [*points, two, two, two]
    results = pari.evaluate(
        curve, [e for k, p in zip(scalars, points, strict=True) for e in (p, f"multiply({p}, {k})")]
    )
    return list(zip(scalars, results[::2], results[1::2], strict=True))


@pytest.mark.parametrize("curve", pari.BUILT)
def test_random_points_and_scalars(library, curve):
    for k, point, expected in random_cases(curve):
        check_members(library, curve, k, point, expected)


@pytest.mark.parametrize("curve", pari.BUILT)
def test_known_answers(library, curve):
    answers = json.loads(KNOWN_ANSWERS.read_text())["curves"][curve]["scalar_mult"]
    assert len(answers) > 8
    for answer in answers:
        expected = int(answer["x"], 16), int(answer["y"], 16)
        check_members(library, curve, int(answer["k"], 16), pari.generator(curve), expected)


@pytest.mark.parametrize("curve", pari.BUILT)
def test_scalar_of_too_many_bits(library, curve):
    for member in library.members("scalar-mult"):
        status, result = library.scalar_mult(member, 1 << 163, pari.generator(curve), curve)
        assert result is None
        assert status in (Status.ERROR_SCALAR_RANGE, Status.ERROR_UNSUPPORTED)


def check_sparse(digits: list[int], window: int):
    """Digits are 0 or odd and below 2^(window-1) in size; of `window` neighbours one at most is not 0."""
    assert all(d == 0 or (d % 2 and abs(d) < 1 << (window - 1)) for d in digits)
    places = [i for i, d in enumerate(digits) if d]
    assert all(b - a >= window for a, b in itertools.pairwise(places))
    assert not digits or digits[-1]


def scalars_to_recode(degree: int) -> list[int]:
    source, top = random.Random(7), 1 << degree
    small = range(min(top, 600))
    return [*small, *(max(0, top - 1 - k) for k in small), *(source.randrange(top) for _ in range(200))]


class Recoder:
    """The recodings of one library."""

    def __init__(self, library: host.Library):
        self.library = library
        self.word_bytes = library.word_bits // 8
        self.tau_bytes = -(-(library.degree // 2 + 10) // library.word_bits) * self.word_bytes

    def wnaf(self, k: int, window: int) -> list[int]:
        digits = (ctypes.c_int8 * (self.library.degree + 1))()
        length = self.library.function("recode_wnaf_var", ctypes.c_uint16)(digits, self.library.elements(k), window)
        return digits[:length]

    def reduce(self, k: int, curve: str, modulus: int, mu: int) -> tuple[int, int]:
        """k modulo the subgroup's delta (modulus 0) or that of the whole curve (1)."""
        koblitz = ctypes.addressof(ctypes.c_char.in_dll(self.library._library, f"mc_{curve}_koblitz"))
        address = koblitz + self.word_bytes + modulus * 6 * self.tau_bytes  # mu takes a word
        buffer = ctypes.create_string_buffer(2 * self.tau_bytes)
        self.library.function("tau_reduce")(buffer, self.library.elements(k), ctypes.c_void_p(address), mu)
        halves = buffer.raw[: self.tau_bytes], buffer.raw[self.tau_bytes :]
        return tuple(int.from_bytes(half, "little", signed=True) for half in halves)

    def wtnaf(self, r: tuple[int, int], window: int, mu: int) -> list[int]:
        raw = b"".join(c.to_bytes(self.tau_bytes, "little", signed=True) for c in r)
        buffer = ctypes.create_string_buffer(raw, len(raw))
        digits = (ctypes.c_int8 * (self.library.degree + window + 5))()
        tables = ctypes.c_char.in_dll(self.library._library, f"mc_{self.library.field}_wtnaf_window{window}")
        recode = self.library.function("recode_wtnaf_var", ctypes.c_uint16)
        return digits[: recode(digits, buffer, ctypes.byref(tables), mu)]


@pytest.mark.parametrize("field", ["fb7", "fb163"])
def test_wnaf_is_the_scalar(word_bits, field):
    recoder = Recoder(host.Library(word_bits, field))
    for window in WNAF_WINDOWS:
        for k in scalars_to_recode(recoder.library.degree):
            digits = recoder.wnaf(k, window)
            check_sparse(digits, window)
            assert sum(d << i for i, d in enumerate(digits)) == k


def times_tau(x: tuple[int, int], mu: int) -> tuple[int, int]:
    return -2 * x[1], x[0] + mu * x[1]


def norm(x: tuple[int, int], mu: int) -> int:
    return x[0] ** 2 + mu * x[0] * x[1] + 2 * x[1] ** 2


def is_multiple(x: tuple[int, int], delta: tuple[int, int], mu: int) -> bool:
    """Whether delta divides x: x conj(delta) is divisible by the norm of delta."""
    c0, c1 = delta[0] + mu * delta[1], -delta[1]
    product = x[0] * c0 - 2 * x[1] * c1, x[0] * c1 + x[1] * c0 + mu * x[1] * c1
    return all(c % norm(delta, mu) == 0 for c in product)


def moduli(degree: int, mu: int) -> list[tuple[int, int]]:
    """(tau^m - 1)/(tau - 1) and tau^m - 1."""
    power, total = (1, 0), (0, 0)
    for _ in range(degree):
        total = total[0] + power[0], total[1] + power[1]
        power = times_tau(power, mu)
    return [total, (power[0] - 1, power[1])]


@functools.cache
def representatives(window: int, mu: int) -> dict[int, tuple[int, int]]:
    """alpha_u by its definition: least norm among the elements congruent to u modulo tau^window, which tau^window
    divides when subtracted."""
    power = (1, 0)
    for _ in range(window):
        power = times_tau(power, mu)
    reach = range(-9, 10)
    by_norm = sorted(((c0, c1) for c0 in reach for c1 in reach), key=lambda x: norm(x, mu))
    return {
        u: next(x for x in by_norm if is_multiple((x[0] - u, x[1]), power, mu))
        for u in range(1, 1 << (window - 1), 2)
    }  # fmt: skip


@pytest.mark.parametrize(("curve", "mu"), [("sect163k1", 1), ("tiny7k1", 1), ("tiny7k0", -1)])
def test_wtnaf_is_the_scalar(word_bits, curve, mu):
    """The digits' sum of alpha_u tau^i is congruent to k, and as short as the modulus allows."""
    recoder = Recoder(host.Library(word_bits, "fb7" if curve in pari.TINY else "fb163"))
    degree = recoder.library.degree
    for index, delta in enumerate(moduli(degree, mu)):
        for k in scalars_to_recode(degree)[::3]:
            r = recoder.reduce(k, curve, index, mu)
            assert is_multiple((k - r[0], -r[1]), delta, mu)
            assert norm(r, mu) <= 0.6 * norm(delta, mu)  # 4/7 for exact rounding (Solinas 2000)
            for window in WTNAF_WINDOWS:
                digits = recoder.wtnaf(r, window, mu)
                check_sparse(digits, window)
                assert len(digits) <= degree + window + 3
                assert expand(digits, representatives(window, mu), mu) == r


def expand(digits: list[int], alpha: dict[int, tuple[int, int]], mu: int) -> tuple[int, int]:
    """The element of Z[tau] that a wTNAF stands for."""
    value = 0, 0
    for digit in reversed(digits):
        value = times_tau(value, mu)
        if digit:
            sign, (c0, c1) = (1 if digit > 0 else -1), alpha[abs(digit)]
            value = value[0] + sign * c0, value[1] + sign * c1
    return value

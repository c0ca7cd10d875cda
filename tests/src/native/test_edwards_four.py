"""Points of Ed25519 in four lanes (src/native/x86_64/edwards_four.c) against Python's integers: elements with the
greatest limbs that there may be, points of every small order, equal and opposite ones, sums that are infinity, every
place of the tables. Signatures are in tests/src/protocol/test_eddsa.py; tests/src/whole/test_poisoned_secrets.py runs
them by valgrind, which lacks these vectors."""

import ctypes
import random
import subprocess

import pytest

from codegen.fields import load_curves
from codegen.generator_tables import comb_points
from codegen.points import curve_of
from motelab import INCLUDE_FLAGS, ROOT
from tests.src.native.x86_64 import processor

pytestmark = pytest.mark.skipif(not processor.has("avx512ifma"), reason="x86-64 with AVX-512 IFMA only")

CURVE = curve_of(load_curves()["Ed25519"])
P, D, G = CURVE.p, CURVE.d, CURVE.generator
LIMBS, LANES, LIMB = 5, 4, 2**51
ALMOST = LIMB + 2**15 - 1  # the greatest limb of a factor
BIAS = [(LIMB - 19) << 8, *[(LIMB - 1) << 8] * 4]
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
SMALL = [(0, 1), (0, P - 1), (ROOT_OF_MINUS_1, 0), (P - ROOT_OF_MINUS_1, 0)]
WINDOW_OF_G, WINDOW, TEETH, ROWS = 7, 5, 6, 22
ROUNDS = 300


class Number(ctypes.Structure):
    _fields_ = (("digits", ctypes.c_char_p), ("length", ctypes.c_uint16))


@pytest.fixture(scope="module", params=[("gcc", "-O3"), ("clang", "-O3"), ("gcc", "-O1")], ids=" ".join)
def library(request, tmp_path_factory):
    compiler, level = request.param
    path = tmp_path_factory.mktemp("four") / "four.so"
    source = ROOT / "tests/src/native/x86_64/edwards_four.c"
    flags = ("-std=gnu11", level, "-shared", "-fPIC", "-DMC_WORD_BITS=64", *INCLUDE_FLAGS)
    subprocess.run([compiler, *flags, source, "-o", path], check=True)
    return ctypes.CDLL(str(path))


def flat(rows) -> ctypes.Array:
    words = [word for row in rows for word in row]
    return (ctypes.c_uint64 * len(words))(*words)


def call(function, rows: int, *operands) -> list[list[int]]:
    """What the function writes, in rows of four words."""
    r = (ctypes.c_uint64 * (rows * LANES))()
    function(r, *operands)
    return [list(r[LANES * i : LANES * i + LANES]) for i in range(rows)]


def values(limbs) -> list[int]:
    """The numbers in the lanes."""
    return [sum(row[lane] << 51 * i for i, row in enumerate(limbs)) for lane in range(LANES)]


def limbs_of(numbers) -> list[list[int]]:
    return [[number >> 51 * i & LIMB - 1 for number in numbers] for i in range(LIMBS)]


def by_words(numbers) -> list[list[int]]:
    return [[number >> 64 * i & 2**64 - 1 for number in numbers] for i in range(4)]


def below(bounds, limbs) -> bool:
    return all(limb < bound for bound, row in zip(bounds, limbs, strict=True) for limb in row)


def elements(noise: random.Random, greatest: list[int]):
    """Limbs at their bounds and at 0, in every lane and limb, and random ones."""
    yield [[bound] * LANES for bound in greatest]
    for _ in range(ROUNDS):
        kinds = noise.choice(((0, 1), (0, 1, 2), (1, 2), (2,)))
        yield [
            [(bound, 0, noise.randrange(bound + 1))[noise.choice(kinds)] for _ in range(LANES)] for bound in greatest
        ]


FACTORS = [ALMOST] * LIMBS
PRODUCTS = [bound - 1 for bound in BIAS]


def test_carries(library):
    """Sums below 2^61 become factors."""
    for a in elements(random.Random(1), [2**61 - 1] * LIMBS):
        r = call(library.do_carried, LIMBS, flat(a))
        assert [x % P for x in values(r)] == [x % P for x in values(a)]
        assert below([ALMOST + 1] * LIMBS, r)


def test_products(library):
    """Their limbs are below those of the bias, which is a multiple of p."""
    assert values([[limb] * LANES for limb in BIAS])[0] == P << 8
    noise = random.Random(2)
    for a, b in zip(elements(noise, FACTORS), elements(noise, FACTORS), strict=True):
        for name, operands in (("product", (a, b)), ("square", (a,))):
            wanted = [x * y % P for x, y in zip(values(a), values(operands[-1]), strict=True)]
            r = call(library[f"do_{name}"], LIMBS, *map(flat, operands))
            assert [x % P for x in values(r)] == wanted and below(BIAS, r), name
            biased = call(library[f"do_biased_{name}"], LIMBS, *map(flat, operands))
            assert biased == [[x + bias for x in row] for row, bias in zip(r, BIAS, strict=True)], name


def test_words(library):
    """The number below p, of any limbs of sums; and the limbs of words."""
    noise = random.Random(3)
    for a in elements(noise, [2**61 - 1] * LIMBS):
        assert call(library.do_words, 4, flat(a)) == by_words([x % P for x in values(a)])
    near = [n + d for n in (0, P, 2 * P, 2**255) for d in range(-20, 21) if 0 <= n + d < 2**256]
    for start in range(0, len(near) - 3, 2):
        numbers = near[start : start + LANES]
        limbs = limbs_of([n % 2**204 for n in numbers])
        limbs[4] = [n >> 204 for n in numbers]
        assert call(library.do_words, 4, flat(limbs)) == by_words([n % P for n in numbers])
        assert values(call(library.do_limbs, LIMBS, flat(by_words(numbers)))) == numbers


def words_of(number: int) -> list[int]:
    return [number >> 64 * i & 2**64 - 1 for i in range(4)]


def sum_of(terms) -> list[int]:
    e, h, g, f = terms
    return [e * f % P, g * h % P, g * f % P, e * h % P]


def test_formulas(library):
    """The formulas as polynomials in coordinates, not of points alone, whose limbs are at their bounds."""
    noise = random.Random(4)
    for p, q in zip(elements(noise, PRODUCTS), elements(noise, FACTORS), strict=True):
        (x, y, z, t), (minus, plus, z2, t2) = values(p), values(q)
        a, b, c = x * x, y * y, z * z
        r = call(library.do_doubled, LIMBS, flat(p))
        assert [n % P for n in values(r)] == sum_of((-2 * x * y, a + b, a - b, a - b + 2 * c)) and below(BIAS, r)
        for name, one, other, t3 in (("added", minus, plus, t * t2), ("subtracted", plus, minus, -t * t2)):
            a, b, c = (y - x) * one, (y + x) * other, z * z2
            r = call(library[f"do_{name}"], LIMBS, flat(p), flat(q))
            assert [n % P for n in values(r)] == sum_of((b - a, b + a, c + t3, c - t3)) and below(BIAS, r), name


def affine(fraction: list[list[int]]) -> tuple[int, int]:
    x, y, z = (sum(word << 64 * i for i, word in enumerate(row)) for row in fraction)
    assert max(x, y, z) < P and z
    return x * pow(z, -1, P) % P, y * pow(z, -1, P) % P


def order_eight() -> tuple[int, int]:
    """A point of order eight: y^2 with -x^2 + y^2 = 1 + d x^2 y^2 for x^2 = -y^2, of twice order four."""
    noise = random.Random(5)
    n = 2**252 + 27742317777372353535851937790883648493
    while True:
        y = noise.randrange(P)
        square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
        x = pow(square, (P + 3) // 8, P)
        x = x if x * x % P == square else x * ROOT_OF_MINUS_1 % P
        if x * x % P == square and CURVE.multiply(4, point := CURVE.multiply(n, (x, y))) != (0, 1):
            return point


def naf(noise: random.Random, window: int, length: int) -> bytes:
    """Digits 0 or odd and below 2^(window - 1) in size, not only those that recodings make; the highest is not 0."""
    end = (1 << window - 1) - 1
    digits = [noise.choice((0, 0, 0, noise.randrange(-end, end + 1, 2))) for _ in range(length)]
    if digits:
        digits[-1] = noise.choice((1, end, -end))
    return bytes(digit & 255 for digit in digits)


def integer(digits: bytes) -> int:
    return sum((digit - 256 * (digit > 127)) << i for i, digit in enumerate(digits))


def test_double_multiples(library):
    """k G + l q by every digit, with sums that are infinity, equal points and opposite ones."""
    noise = random.Random(6)
    eight = order_eight()
    others = [CURVE.multiply(noise.randrange(P), G) for _ in range(3)]
    points = [*SMALL, eight, CURVE.multiply(3, eight), G, CURVE.negate(G), CURVE.multiply(2, G), *others]
    points += [CURVE.add(others[0], small) for small in (SMALL[1], SMALL[2], eight)]
    small = [(bytes([k]), bytes([n])) for k in (0, 1, 255, 63, 193) for n in (0, 1, 255, 15, 241)]
    for q in points:
        lengths = ((0, 0), (0, 9), (9, 0), (256, 255))
        cases = [(naf(noise, WINDOW_OF_G, n), naf(noise, WINDOW, m)) for n, m in lengths]
        for k, of_q in [*cases, *small]:
            numbers = [Number(digits, len(digits)) for digits in (k, of_q)]
            r = call(library.do_double, 3, *map(ctypes.byref, numbers), flat([words_of(n) for n in q]))
            wanted = CURVE.add(CURVE.multiply(integer(k), G), CURVE.multiply(integer(of_q), q))
            assert affine(r) == wanted, (q, k, of_q)


def test_every_digit(library):
    for window, of_g in ((WINDOW_OF_G, True), (WINDOW, False)):
        q = CURVE.multiply(987654321, G)
        for digit in range(1 - (1 << window - 1), 1 << window - 1, 2):
            digits, none = Number(bytes([digit & 255]), 1), Number(b"", 0)
            numbers = (digits, none) if of_g else (none, digits)
            r = call(library.do_double, 3, *map(ctypes.byref, numbers), flat([words_of(n) for n in q]))
            assert affine(r) == CURVE.multiply(digit, G if of_g else q), digit


def test_comb(library):
    """Every place of both tables, both signs, factors at the ends of their range."""
    noise = random.Random(7)
    table, points = comb_points(CURVE, 255, TEETH, 2), 1 << TEETH - 1
    patterns = [([place] * 2 * ROWS, [sign] * 2 * ROWS) for place in range(points) for sign in (0, 255)]
    patterns += [
        ([noise.randrange(points) for _ in range(2 * ROWS)], [noise.choice((0, 255)) for _ in range(2 * ROWS)])
        for _ in range(10)
    ]
    for number, (places, signs) in enumerate(patterns):
        factor = (1, P - 1, 2, noise.randrange(1, P))[number % 4]
        r = call(library.do_comb, 3, bytes(places + signs), flat([words_of(factor)]))
        wanted = CURVE.neutral
        for i in range(2 * ROWS):
            entry = table[places[i] if i % 2 else points + places[i]]
            wanted = CURVE.add(wanted, wanted) if i and i % 2 == 0 else wanted
            wanted = CURVE.add(wanted, CURVE.negate(entry) if signs[i] else entry)
        assert affine(r) == wanted, (places, signs)


def test_the_factor_changes_all_coordinates(library):
    places = bytes(range(32)) + bytes(4 * ROWS - 32)
    results = [call(library.do_comb, 3, places, flat([words_of(factor)])) for factor in (1, 2, 3)]
    assert len({affine(r) for r in results}) == 1
    assert all(len({tuple(r[i]) for r in results}) == 3 for i in range(3))

"""BLS12-381's extension fields and pairing against arithmetic by their definitions (bls12_reference.py) and PARI/GP."""

import ctypes
import random
import subprocess

import pytest

from tests.src.pairing.bls12_reference import E1, E2, G1, G2, ONE, Fp12, P, R, X, mul2, pairing

SOURCE = random.Random(381)
EDGES = [0, 1, 2, P - 1, P - 2, (P - 1) // 2, (P + 1) // 2, 2**380, 2**64 - 1, P - 2**320]


def from_tower(values: list[int]) -> Fp12:
    """The inverse of Fp12.tower."""
    pairs = [(values[i], values[i + 1]) for i in range(0, 12, 2)]
    total = Fp12((0,) * 12)
    for power, pair in zip((0, 2, 4, 1, 3, 5), pairs, strict=True):
        total = total + Fp12.of(pair, power)
    return total


def drawn(count: int) -> list[int]:
    """Elements, half of them at the edges of the field."""
    return [SOURCE.choice(EDGES) if SOURCE.random() < 0.5 else SOURCE.randrange(P) for _ in range(count)]


def cyclotomic() -> Fp12:
    """A random element of order dividing p^4 - p^2 + 1."""
    a = from_tower([SOURCE.randrange(P) for _ in range(12)])
    a = a.conjugate() * a.inverse()
    return a ** (P * P) * a


def affine1(bls, p) -> bytes:
    return bls.elements(list(p or (0, 0))) + bls.mask(p is None)


def affine2(bls, q) -> bytes:
    return bls.elements([*q[0], *q[1]] if q else [0] * 4) + bls.mask(q is None)


def paired(bls, *pairs) -> list[int]:
    """The library's product of pairings."""
    f = bls.elements([0] * 12)
    points = b"".join(affine1(bls, p) for p, _ in pairs), b"".join(affine2(bls, q) for _, q in pairs)
    f = bls.call("bls12_miller", 12, *points, len(pairs))
    return bls.call("bls12_final", 12, f)


def test_quadratic_extension(bls):
    for _ in range(200):
        a, b = drawn(2), drawn(2)
        assert tuple(bls.call("fp2_mul", 2, a, b)) == mul2(a, b)
        assert tuple(bls.call("fp2_sqr", 2, a)) == mul2(a, a)
        if any(a):
            assert mul2(bls.call("fp2_inv", 2, a), a) == (1, 0)
    assert bls.call("fp2_inv", 2, [0, 0]) == [0, 0]


def test_products_at_the_ends_of_the_range(bls):
    """Operands whose sums, not reduced, and whose differences are as large as they get."""
    for a in EDGES:
        for b in EDGES:
            for x, y in (([a, b], [b, a]), ([a, a], [b, b]), ([P - 1, a], [P - 1, b])):
                assert tuple(bls.call("fp2_mul", 2, x, y)) == mul2(x, y)


@pytest.mark.parametrize("a", [(0, 0), (4, 0), (P - 4, 0), (0, 5), (0, P - 5), (2, 0), (3, 0)])
def test_square_roots_where_the_method_has_a_special_case(bls, a):
    """Elements of F_p and of u F_p, for which one of the two candidates of the complex method is 0."""
    check_root(bls, a)


@pytest.mark.parametrize("a", [*EDGES, *(SOURCE.randrange(P) for _ in range(4))])
def test_square_roots_and_their_inverses(bls, a):
    """In F_p: of a, or else of -a."""
    inverse = ctypes.create_string_buffer(bls.element_bytes)
    root = ctypes.create_string_buffer(bls.element_bytes)
    is_square = bls.says("fp_sqrt_inverse", root, inverse, bls.elements([a]))
    assert is_square == (pow(a, (P - 1) // 2, P) in (0, 1))
    (r,), (i,) = bls.values(root.raw), bls.values(inverse.raw)
    assert (r * r - (a if is_square else -a)) % P == 0
    assert r * i % P == (1 if a else 0)


def test_square_roots(bls):
    for _ in range(10):
        check_root(bls, tuple(SOURCE.randrange(P) for _ in range(2)))
        check_root(bls, mul2(*[[SOURCE.randrange(P) for _ in range(2)]] * 2))


def check_root(bls, a) -> None:
    out = ctypes.create_string_buffer(2 * bls.element_bytes)
    found = bls.says("fp2_sqrt", out, bls.elements(list(a)))
    is_square = pow(a[0] ** 2 + a[1] ** 2, (P - 1) // 2, P) in (0, 1)
    assert found == is_square
    root = bls.values(out.raw)
    assert not found or mul2(root, root) == tuple(a)


def test_extension_of_degree_twelve(bls):
    for _ in range(10):
        x, y = drawn(12), drawn(12)
        a, b = from_tower(x), from_tower(y)
        assert from_tower(bls.call("fp12_mul", 12, x, y)) == a * b
        assert from_tower(bls.call("fp12_sqr", 12, x)) == a * a
        assert from_tower(bls.call("fp12_inv", 12, x)) * a == ONE


@pytest.mark.parametrize("times", [1, 2])
def test_frobenius(bls, times):
    x = drawn(12)
    assert from_tower(bls.call("fp12_frobenius", 12, x, times)) == from_tower(x) ** P**times


def test_cyclotomic_squares_and_powers(bls):
    a = cyclotomic()
    assert from_tower(bls.call("fp12_sqr_cyclotomic", 12, a.tower())) == a * a
    assert from_tower(bls.call("fp12_power_cyclotomic", 12, a.tower())) == a**X
    assert from_tower(bls.call("fp12_power_cyclotomic", 12, ONE.tower())) == ONE


# A cyclotomic element whose coefficient of w is 0: its coefficient of w^2 is 3, that of w^5 a root in F_p2 of the
# equation a^(p^4) a = a^(p^2), which PARI/GP's factor() found.
ROOT = (
    0xC9DEDF6C553D3D4206C0BA61469068B8053C7F726F4DD99EA3F05B39175D67085A19D6BFBB2F7391861B2471315F4F6,
    0x10BF8999CAE769F0BE7FBC9D659CF83F29141B26F9F932DD348D887EA23F8FE384E16E7A135F781A1A87727DAD50C29E,
)


def test_power_where_a_denominator_of_the_decompression_is_zero(bls):
    half, xi = (P + 1) // 2, (1, 1)
    g4, g5 = (3, 0), ROOT
    square = mul2(mul2(g5, g5), xi)
    g3 = ((square[0] + 27) * half % P, square[1] * half % P)
    inverse = pow(g3[0] ** 2 + g3[1] ** 2, -1, P)
    g1 = mul2((6 * inverse, 0), mul2(g5, (g3[0], -g3[1])))
    twice = [2 * x - 9 * y for x, y in zip(mul2(g1, g1), g3, strict=True)]
    g0 = mul2(twice, xi)
    a = Fp12((0,) * 12)
    for power, value in ((0, (g0[0] + 1, g0[1])), (2, g4), (3, g1), (4, g3), (5, g5)):
        a = a + Fp12.of(value, power)
    order = P**4 - P**2 + 1
    assert a**order == ONE and a != ONE
    root = a ** pow(2**16, -1, order)  # the power at the lowest one of -x is a
    assert from_tower(bls.call("fp12_power_cyclotomic", 12, root.tower())) == root**X


def test_a_line_times_an_element(bls):
    """The sparse product is the product by the whole element."""
    x, line = drawn(12), drawn(6)
    whole = [*line[:4], 0, 0, 0, 0, *line[4:], 0, 0]
    out = ctypes.create_string_buffer(bls.elements(x), 12 * bls.element_bytes)
    bls.function("fp12_mul_line")(out, bls.elements(line))
    assert from_tower(bls.values(out.raw)) == from_tower(x) * from_tower(whole)


def test_pairing_by_its_definition(bls):
    a, b = SOURCE.randrange(R), SOURCE.randrange(R)
    p, q = E1.multiply(a, G1), E2.multiply(b, G2)
    assert from_tower(paired(bls, (p, q))) == pairing(p, q)
    assert from_tower(paired(bls, (p, q))) == pairing(G1, G2) ** (a * b % R)


def test_products_of_pairings(bls):
    """e(a G1, b G2) e(-a b G1, G2) = 1; three pairs, and pairs with infinity, which count as 1."""
    a, b = 0x123456789, 0x987654321
    pairs = [(E1.multiply(a, G1), E2.multiply(b, G2)), (E1.multiply(-a * b, G1), G2)]
    assert from_tower(paired(bls, *pairs)) == ONE
    assert from_tower(paired(bls, *pairs, (None, G2))) == ONE
    assert from_tower(paired(bls, *pairs, (G1, G2))) == from_tower(paired(bls, (G1, G2)))
    for p, q in ((None, G2), (G1, None), (None, None)):
        assert from_tower(paired(bls, (p, q))) == ONE


def test_pairing_is_not_degenerate(bls):
    found = from_tower(paired(bls, (G1, G2)))
    assert found != ONE
    assert found**R == ONE


PARI = """
p = {p}; r = {r}; x = {x};
w = ffgen(Mod(t^12 - 2*t^6 + 2, p), 't); u = w^6 - 1;
E = ellinit([0, 4], w);
P = [{px} + 0*w, {py} + 0*w];
Q = [({q[0][0]} + {q[0][1]} * u) / w^2, ({q[1][0]} + {q[1][1]} * u) / w^3];
T = elltatepairing(E, Q, P, r)^((p^12 - 1) / r);
v = Vecrev(T.pol, 12); print(v);
"""


def test_pairing_against_pari(bls):
    """With T = x and k = 12, the ate pairing a of Q and P and PARI's reduced Tate pairing t are related by
    a^c = t^L, c = sum T^(11 - i) p^i and L = (T^12 - 1) / r (Hess, Smart, Vercauteren 2006, Theorem 1)."""
    p, q = E1.multiply(7, G1), E2.multiply(11, G2)
    script = PARI.format(p=P, r=R, x=X, px=p[0], py=p[1], q=q)
    run = subprocess.run(["gp", "-q", "-f", "-s", "256M"], input=script, capture_output=True, text=True, check=True)
    tate = Fp12(tuple(int(value) for value in run.stdout.strip("[]\n ").split(",")))
    c, power = sum(X ** (11 - i) * P**i for i in range(12)) % R, (X**12 - 1) // R % R
    assert from_tower(paired(bls, (p, q))) ** c == tate ** (3 * power)

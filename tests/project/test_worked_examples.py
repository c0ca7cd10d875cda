"""The numbers of the worked examples in docs/arithmetic and in the papers, computed anew."""

from fractions import Fraction

from codegen import tau
from codegen.fields import multiply
from motelab import ROOT
from motelab.subjects import recodings


def page(name: str) -> str:
    """The page of docs/arithmetic, with every line break replaced by a space."""
    return " ".join((ROOT / "docs/arithmetic" / f"{name}.md").read_text().split())


def over_tau(c: tau.Element) -> tau.Element:
    """c / tau, for an even c0 and mu = 1."""
    return c[1] + c[0] // 2, -c[0] // 2


def value(digits: list[int], window: int) -> tau.Element:
    """The element with these digits, the least significant first; u stands for alpha_u."""
    total = (0, 0)
    for u, power in zip(digits, tau.powers(len(digits), 1), strict=True):
        if u:
            c0, c1 = tau.multiply(tau.digits(window)[abs(u)], power, 1)
            sign = 1 if u > 0 else -1
            total = total[0] + sign * c0, total[1] + sign * c1
    return total


def test_tau_adic_digits():
    text, c = page("tau-adic"), (9, 0)
    rows = []
    while c != (0, 0):
        u = 0 if c[0] % 2 == 0 else 2 - (c[0] - 2 * c[1]) % 4
        after = (c[0] - u, c[1])
        last = "" if after == (0, 0) else f"{over_tau(after)} "
        rows.append(f"| {c} | {u} | {after} | {last}|")
        c = over_tau(after)
    assert " ".join(rows) in text
    assert value([1, 0, 0, -1, 0, 1], 2) == (9, 0) and "9 = tau^5 - tau^3 + 1" in text


def test_tau_adic_reduction():
    delta = tau.modulus_subgroup(7, 1)
    assert (delta, tau.norm(delta, 1), tau.conjugate(delta, 1)) == ((7, 2), 71, (9, -2))
    exact = [Fraction(57 * c, 71) for c in tau.conjugate(delta, 1)]
    assert [round(x) for x in exact] == [7, -2]
    multiple = tau.multiply((7, -2), delta, 1)
    assert (57 - multiple[0], -multiple[1]) == (0, 4)
    assert "57 - (7, -2) delta = (0, 4)" in page("tau-adic")


def test_halves_of_a_scalar():
    n, eigenvalue, k, text = 109, 45, 100, page("endomorphisms")
    assert (eigenvalue**2 + eigenvalue + 1) % n == 0
    (a1, b1), (a2, b2) = basis = (5, 12), (12, 7)
    assert all((x + y * eigenvalue) % n == 0 for x, y in basis) and a1 * b2 - a2 * b1 == -n
    exact = Fraction(k * b2, -n), Fraction(-k * b1, -n)
    assert exact == (Fraction(-700, 109), Fraction(1200, 109)) and [round(c) for c in exact] == [-6, 11]
    halves = k + 6 * a1 - 11 * a2, 6 * b1 - 11 * b2
    assert halves == (-2, -5) and (halves[0] + halves[1] * eigenvalue - k) % n == 0
    assert "(100, 0) + 6 (5, 12) - 11 (12, 7) = (-2, -5)" in text


def test_tau_adic_windows():
    assert tau.residue_of_tau(3) == 6 and tau.digits(3) == {1: (1, 0), 3: (1, -1)}
    assert value([1, 0, 0, 3, 0, 0, 3], 3) == (9, 0)
    assert "9 = alpha_3 tau^6 + alpha_3 tau^3 + 1" in page("tau-adic")
    c, digits = (9, 0), []
    while c not in ((1, 0), (1, -1)):
        u = (c[0] + 6 * c[1]) % 8 - 4
        alpha = tau.digits(3)[abs(u)]
        sign = 1 if u > 0 else -1
        digits += [u, 0]
        c = over_tau(over_tau((c[0] - sign * alpha[0], c[1] - sign * alpha[1])))
    digits.append({(1, 0): 1, (1, -1): 3}[c])
    assert digits == [-3, 0, -3, 0, -1, 0, 3] and value(digits, 3) == (9, 0)
    assert "9 = alpha_3 tau^6 - tau^4 - alpha_3 tau^2 - alpha_3" in page("tau-adic")


def test_halving():
    n, k = 23, 9
    assert 2**4 * k % n == 6 and pow(2, -1, n) == 12 and pow(2, -3, n) == 3 and (12 - 3) % n == k
    assert "9 P = P/2 - P/8" in page("halving")


def test_common_z():
    p, (x1, y1), (x2, y2) = 23, (3, 10), (7, 12)
    c, d = (x1 - x2) ** 2 % p, (y1 - y2) ** 2 % p
    w1, w2 = x1 * c % p, x2 * c % p
    a = y1 * (w1 - w2) % p
    x3 = (d - w1 - w2) % p
    y3 = ((y1 - y2) * (w1 - x3) - a) % p
    z = (x1 - x2) % p
    text = page("coordinates")
    assert f"C = {c}, W1 = {w1}, W2 = {w2}, D = {d}, A = {a}. The sum is {x3, y3} and P is {w1, a}, both" in text
    assert f"Z = {z}." in text
    by_z = pow(z, -1, p)
    assert (x3 * by_z**2 % p, y3 * by_z**3 % p) == (19, 5) and (w1 * by_z**2 % p, a * by_z**3 % p) == (x1, y1)
    assert all((y * y - x**3 - x - 1) % p == 0 for x, y in ((x1, y1), (x2, y2), (19, 5)))


def test_division_steps():
    delta, f, g = Fraction(1, 2), 23, 10
    states = [(delta, f, g)]
    while g:
        if delta > 0 and g % 2:
            delta, f, g = 1 - delta, g, (g - f) // 2
        else:
            delta, f, g = 1 + delta, f, (g + g % 2 * f) // 2
        states.append((delta, f, g))
    for i, name in enumerate(("delta", "f", "g")):
        assert f"| {name} | {' | '.join(str(state[i]) for state in states)} |" in page("prime-fields")


def test_chain():
    assert 41 == 2**3 * (2**2 + 1) + 1 and (42, 40) == (2 * 3 * 7, 2**3 * 5)
    assert "41 P = 2^3 (2^2 P + P) + P" in page("chains")


def test_naf_of_arruda2014():
    """Section 2.2: 2927 = (101101101111)_2 has 9 nonzero digits, its NAF 5."""
    assert f"{2927:b}" == "101101101111"
    assert recodings.naf(2927) == [-1, 0, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 1]


def test_curve_of_arruda2014():
    """Figure 5, y^2 = x^3 + 4x + 20 over GF(29): a group of prime order 37, closed under the sums of its points."""
    p, a, b = 29, 4, 20
    points = {(x, y) for x in range(p) for y in range(p) if (y * y - x**3 - a * x - b) % p == 0}
    assert len(points) + 1 == 37 and (4 * a**3 + 27 * b**2) % p != 0

    def add(left, right):
        if None in (left, right):
            return left or right
        (x1, y1), (x2, y2) = left, right
        if x1 == x2 and (y1 + y2) % p == 0:
            return None
        rise, run = (y2 - y1, x2 - x1) if x1 != x2 else (3 * x1 * x1 + a, 2 * y1)
        slope = rise * pow(run, -1, p) % p
        x3 = (slope * slope - x1 - x2) % p
        return x3, (slope * (x1 - x3) - y1) % p

    start = min(points)
    multiples = [start]
    while multiples[-1] is not None:
        multiples.append(add(multiples[-1], start))
    assert len(multiples) == 37 and set(multiples[:-1]) == points


def test_field_of_dahab2006():
    """0x89 and 0x64 in F_2^8; the product is printed as 0xBD (data/errata.toml)."""
    assert 0x89 ^ 0x64 == 0xED and multiply(0x89, 0x64, (8, 4, 3, 1, 0)) == 0xB9

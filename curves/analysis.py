"""Computes with PARI/GP what curves.json and security.json say of a curve, from its parameters alone.

Curves are in short Weierstrass form: y^2 = x^3 + a x + b over F_p, or y^2 + x y = x^3 + a x^2 + b over F_2^m in
polynomial basis. `of` takes a second for curves of 256 bits, and as long as its limit where the order of the twist is
hard to factor."""

import dataclasses
import math
import shutil
import subprocess

# The group of points and its twist: orders, and whether a given generator has the order n. `largest` is the largest
# prime factor, or 0 if FACTOR_SECONDS do not suffice. A point of order n is h times the first point whose multiple is
# not infinity. The embedding degree is the least k with n | q^k - 1, sought up to 100.
PROGRAM = r"""
field(poly) = ffgen(sum(i = 1, #poly, 'z^poly[i]) * Mod(1, 2), 'z);
element(g, c) = if(c == 0, 0 * g, sum(i = 0, #binary(c) - 1, bittest(c, i) * g^i));
mask(e) = subst(lift(e.pol), variable(e.pol), 2);
largest(n) = { my(f = iferr(alarm(FACTOR_SECONDS, factor(n)), E, 0)); if(type(f) == "t_MAT", f[#f[, 1], 1], 0) };
embedding(q, n) = { my(power = Mod(1, n)); for(k = 1, 100, power *= q; if(power == 1, return(k))); 0 };
point(E, h, xs) = { my(y, P); for(i = 1, #xs, y = ellordinate(E, xs[i]); if(#y, P = ellmul(E, [xs[i], y[1]], h);
  if(P != [0], return(P)))); error("no point of order n among the first") };
figures(q, N, n, h, T) = [N, n, h, embedding(q, n), largest(T)];
split_order(N) = {
  my(f = factor(N, MAX_COFACTOR_FACTOR), n = f[#f[, 1], 1]);
  if(!isprime(n), error("the order of the curve is not a large prime times small ones"));
  [n, N / n]
};
prime_curve(p, a, b) = {
  my(E, N, n, h, P);
  if(!isprime(p), error("the modulus is not prime"));
  if((4 * a^3 + 27 * b^2) % p == 0, error("the curve is singular"));
  E = ellinit([a, b], p); N = ellcard(E); [n, h] = split_order(N);
  P = point(E, h, vector(1000, i, Mod(i, p)));
  concat(figures(p, N, n, h, 2 * (p + 1) - N), lift(P))
};
binary_curve(poly, a, b) = {
  my(g, E, N, n, h, P, q = 2^poly[1]);
  if(!polisirreducible(sum(i = 1, #poly, 'z^poly[i]) * Mod(1, 2)), error("the polynomial is not irreducible"));
  if(b == 0, error("the curve is singular"));
  g = field(poly); E = ellinit([1, element(g, a), 0, 0, element(g, b)], g); N = ellcard(E); [n, h] = split_order(N);
  P = point(E, h, vector(1000, i, element(g, i + 1)));
  concat(figures(q, N, n, h, 2 * (q + 1) - N), [mask(P[1]), mask(P[2])])
};
prime_has(p, a, b, x, y, n) = {
  my(E = ellinit([a, b], p), P = [x, y] * Mod(1, p));
  ellisoncurve(E, P) && P != [0] && ellmul(E, P, n) == [0]
};
binary_has(poly, a, b, x, y, n) = {
  my(g = field(poly), E = ellinit([1, element(g, a), 0, 0, element(g, b)], g), P = [element(g, x), element(g, y)]);
  ellisoncurve(E, P) && ellmul(E, P, n) == [0]
};
"""
FACTOR_SECONDS = 60
MAX_COFACTOR_FACTOR = (
    1 << 20
)  # prime factors of the cofactor: more would take hours to find, and nobody uses such curves
MAX_GENUS = 16  # of a curve over a subfield to which Weil descent leads, above which it is no attack
MIN_EMBEDDING_DEGREE = 100


@dataclasses.dataclass(frozen=True)
class Parameters:
    """A curve: the prime, or the exponents of the polynomial, the largest first; coefficients; the generator, if one is
    given, and order and cofactor, if they are."""

    modulus: int | tuple[int, ...]
    a: int
    b: int
    generator: tuple[int, int] | None = None
    order: int | None = None
    cofactor: int | None = None

    @property
    def is_prime(self) -> bool:
        return isinstance(self.modulus, int)

    @property
    def bits(self) -> int:
        """Of an element."""
        return self.modulus.bit_length() if isinstance(self.modulus, int) else self.modulus[0]


@dataclasses.dataclass(frozen=True)
class Analysis:
    """`order` is the largest prime factor of the number of points, `cofactor` the rest. `rho_bits` is log2 of the steps
    of Pollard's rho method with `automorphisms`; `twist_bits` the same for the twist with the negation alone, None if
    its order was not factored. `descents` are degrees of subfields with the genus of the curve over each to which Weil
    descent leads (Gaudry, Hess, Smart 2002)."""

    generator: tuple[int, int]
    order: int
    cofactor: int
    automorphisms: int
    rho_bits: float
    twist_bits: float | None
    descents: list[tuple[int, int]]


class WrongCurve(ValueError):
    """One line: what is wrong with the parameters."""


def of(curve: Parameters, factor_seconds: int = FACTOR_SECONDS) -> Analysis:
    """The figures of a curve. WrongCurve if its parameters contradict each other, or if it is broken by another attack
    than Pollard's; RuntimeError without PARI/GP."""
    kind = "prime" if curve.is_prime else "binary"
    modulus = curve.modulus if curve.is_prime else list(curve.modulus)
    call = f"{kind}_curve({modulus}, {curve.a}, {curve.b})"
    points, order, cofactor, embedding, largest, x, y = map(int, gp(call, factor_seconds).strip("[]").split(","))
    refuse_broken(curve, points, order, embedding)
    if (curve.order or order, curve.cofactor or cofactor) != (order, cofactor):
        raise WrongCurve(f"the order of the curve is {cofactor} times the prime {order:#x}, not what is given")
    generator = curve.generator or (x, y)
    has = f"{kind}_has({modulus}, {curve.a}, {curve.b}, {generator[0]}, {generator[1]}, {order})"
    if gp(has, factor_seconds) != "1":
        raise WrongCurve("the generator is not a point of the order n")
    automorphisms = automorphisms_of(curve)
    return Analysis(
        generator, order, cofactor, automorphisms,
        rho_bits=rho_bits(order, automorphisms),
        twist_bits=rho_bits(largest, 2) if largest else None,
        descents=[] if curve.is_prime else descents(curve),
    )  # fmt: skip


def refuse_broken(curve: Parameters, points: int, order: int, embedding: int) -> None:
    """WrongCurve for a curve whose logarithms are easy whatever its size (Menezes, Okamoto, Vanstone 1993; Smart
    1999)."""
    if curve.is_prime and order == curve.modulus:
        raise WrongCurve("the curve is anomalous: its order is p, and logarithms on it are easy")
    if embedding:
        raise WrongCurve(
            f"the embedding degree of the curve is {embedding}; at least {MIN_EMBEDDING_DEGREE + 1} is needed, "
            "or a pairing moves its logarithms into a field"
        )


def rho_bits(order: int, automorphisms: int) -> float:
    """log2 sqrt(pi n / (2 A)) (Wiener, Zuccherato 1998)."""
    return math.log2(math.pi * order / (2 * automorphisms)) / 2


def automorphisms_of(curve: Parameters) -> int:
    """The automorphisms that speed up Pollard's rho method: the negation; cube or fourth roots of one where a or b is
    zero; Frobenius' map where the coefficients lie in a smaller field."""
    if curve.is_prime:
        return 6 if curve.a == 0 else 4 if curve.b == 0 else 2
    own = math.lcm(*(subfield_degree(c, curve.modulus) for c in (curve.a, curve.b)))
    return 2 * (curve.bits // own)


def divisors(number: int) -> list[int]:
    return [d for d in range(1, number + 1) if number % d == 0]


def subfield_degree(element: int, exponents: tuple[int, ...]) -> int:
    """The least d such that the element lies in F_2^d."""
    return next(d for d in divisors(exponents[0]) if frobenius(element, d, exponents) == element)


def frobenius(element: int, times: int, exponents: tuple[int, ...]) -> int:
    """The element, squared so many times."""
    for _ in range(times):
        spread = int("0".join(bin(element)[2:]), 2)
        while (top := spread.bit_length() - 1) >= exponents[0]:
            spread ^= sum(1 << e + top - exponents[0] for e in exponents)
        element = spread
    return element


def descents(curve: Parameters) -> list[tuple[int, int]]:
    """Degrees of proper subfields, and the genus of the curve over each to which Weil descent leads, at most MAX_GENUS,
    where b generates the field over the subfield. The magic number is the dimension of the span of the pairs of 1 and a
    conjugate of the root of b."""
    exponents, found = curve.modulus, []
    m, degree = curve.bits, subfield_degree(curve.b, exponents)
    root = frobenius(curve.b, m - 1, exponents)
    for small in divisors(m)[1:-1]:
        if math.lcm(small, degree) != m:
            continue
        conjugates = [frobenius(root, small * i, exponents) for i in range(m // small)]
        genus = 1 << (rank([c << 1 | 1 for c in conjugates]) - 1)
        if genus <= MAX_GENUS:
            found.append((small, genus))
    return found


def rank(rows: list[int]) -> int:
    """Of a matrix over F_2 whose rows are bits of numbers."""
    pivots: list[int] = []
    for row in rows:
        for pivot in pivots:
            row = min(row, row ^ pivot)
        if row:
            pivots.append(row)
    return len(pivots)


def gp(expression: str, factor_seconds: int) -> str:
    """What PARI/GP prints of an expression. WrongCurve with the message of error(...) in it."""
    if not shutil.which("gp"):
        raise RuntimeError("gp is not installed; apt install pari-gp")
    script = PROGRAM.replace("FACTOR_SECONDS", str(factor_seconds))
    script = script.replace("MAX_COFACTOR_FACTOR", str(MAX_COFACTOR_FACTOR))
    script += f'iferr(print({expression}), E, print("error: ", component(E, 1)));\n'
    run = subprocess.run(["gp", "-q", "-f", "-s", "512M"], input=script, capture_output=True, text=True)
    text = run.stdout.strip()
    if text.startswith("error: "):
        raise WrongCurve(text.removeprefix("error: ").strip('[]"'))
    if run.returncode or not text:
        raise RuntimeError(f"gp: {(run.stderr + run.stdout).strip().splitlines()[0]}")
    return text.splitlines()[-1]

"""Known answers of fields, and of curves of Weierstrass form."""

import random

from codegen.built import is_prime_field, scalar_bits
from codegen.fields import FIELDS, bits, field_name
from codegen.known_answers import protocols
from codegen.known_answers.gp import SEED, run_gp, split
from codegen.normal_bases import NORMAL_ELEMENTS, has_normal_basis

RANDOM_CASES = 20
# Integers stand for elements: bit i is the coefficient of z^i. Infinity is (0, 0), as in curve/curve.h.
PRELUDE = """
to_poly(a) = Pol(binary(a), 'z) * Mod(1, 2);
to_int(f) = subst(lift(f), 'z, 2);
"""
HALF_TRACE = """
half_trace(a) = my(sum = 0); for(i = 1, {terms}, sum += a; a = a^4); sum;
"""
BINARY_CURVE_PRELUDE = """
generator = ffgen({modulus} * Mod(1, 2), 'z);
element(a) = subst(lift(to_poly(a)), 'z, generator) + 0 * generator;
integer(e) = subst(lift(lift(e.pol)), variable(e.pol), 2);
curve = ellinit([1, element({a}), 0, 0, element({b})], generator);
"""
PRIME_CURVE_PRELUDE = """
element(a) = Mod(a, {modulus});
integer(e) = lift(e);
curve = ellinit([element({a}), element({b})]);
"""
POINTS_PRELUDE = """
setrand({seed});
point(x, y) = if(x == 0 && y == 0, [0], [element(x), element(y)]);
show(p) = if(#p == 1, [0, 0], [integer(p[1]), integer(p[2])]);
"""


NORMAL_PRELUDE = """
conjugate = List([Mod(to_poly({element}), modulus)]);
for(i = 2, {m}, listput(conjugate, conjugate[i - 1]^2));
column(e) = vectorv({m}, i, polcoef(lift(e), i - 1) * Mod(1, 2));
inverse = matconcat(apply(column, Vec(conjugate)))^-1;
from_normal(a) = sum(i = 1, {m}, if(bittest(a, {m} - i), conjugate[i], 0));
to_normal(e) = fromdigits(lift(Vec(inverse * column(e + Mod(0, modulus)))), 2);
"""


def polynomial(exponents: tuple[int, ...]) -> str:
    return "(" + "+".join(f"'z^{e}" for e in exponents) + ")"


def edge_elements(m: int) -> list[int]:
    """Zero, one, z, the highest bit, all bits, alternating bits, single bits beside word boundaries."""
    full = (1 << m) - 1
    return [0, 1, 2, 1 << (m - 1), full, full // 3, 1 << (m // 16 * 8), full ^ 1]


def edge_residues(p: int) -> list[int]:
    """Zero, one, the largest, the middle, powers of two beside word boundaries, many ones."""
    top = p.bit_length() - 1
    return [0, 1, 2, p - 1, p - 2, p // 2, 1 << top, (1 << top) - 1, 1 << (top // 16 * 8), p // 3]


def field_answers(name: str) -> dict:
    """Answers for every operation of a field."""
    exponents = FIELDS[name]
    m = exponents[0]
    draw = random.Random(SEED)
    edges = edge_elements(m)
    a = edges + [draw.getrandbits(m) for _ in range(RANDOM_CASES)]
    b = [*edges[3:], *edges[:3]] + [draw.getrandbits(m) for _ in range(RANDOM_CASES)]
    wide_edges = [0, 1 << (2 * m - 2), (1 << (2 * m - 1)) - 1, 1 << m, (1 << (2 * m - 1)) // 3]
    wide = wide_edges + [draw.getrandbits(2 * m - 1) for _ in range(RANDOM_CASES)]
    program = PRELUDE + f"modulus = {polynomial(exponents)} * Mod(1, 2);\n" + HALF_TRACE.format(terms=(m + 1) // 2)
    pairs = list(zip(a, b, strict=True))
    product = run_gp(
        program,
        [f"[to_int(to_poly({x})*to_poly({y})), to_int(to_poly({x})*to_poly({y})%modulus)]" for x, y in pairs],
    )
    single = run_gp(
        program,
        [
            f"[to_int(to_poly({x})^2), to_int(to_poly({x})^2%modulus),"
            f" if({x} == 0, 0, to_int(lift(1/Mod(to_poly({x}), modulus)))),"
            f" to_int(lift(Mod(to_poly({x}), modulus)^(2^{m - 1}))),"
            f" to_int(lift(half_trace(Mod(to_poly({x}), modulus))))]"
            for x in a
        ],
    )
    reduced = run_gp(program, [f"[to_int(to_poly({c})%modulus)]" for c in wide])
    count = len(edges)
    return (normal_answers(name, program, pairs, count) if has_normal_basis(name) else {}) | {
        "fb-mul": split([{"a": x, "b": y, "c": c[0]} for (x, y), c in zip(pairs, product, strict=True)], count),
        "fb-mul-reduce": split([{"a": x, "b": y, "r": c[1]} for (x, y), c in zip(pairs, product, strict=True)], count),
        "fb-mul-four": split([four(pairs, product, i) for i in range(0, len(pairs), 4)], count // 4),
        "fb-sqr": split([{"a": x, "c": s[0]} for x, s in zip(a, single, strict=True)], count),
        "fb-sqr-reduce": split([{"a": x, "r": s[1]} for x, s in zip(a, single, strict=True)], count),
        "fb-inv": split([{"a": x, "r": s[2]} for x, s in zip(a, single, strict=True)], count),
        "fb-sqrt": split([{"a": x, "r": s[3]} for x, s in zip(a, single, strict=True)], count),
        "fb-half-trace": split([{"a": x, "r": s[4]} for x, s in zip(a, single, strict=True)], count),
        "fb-reduce": split([{"c": c, "r": r[0]} for c, r in zip(wide, reduced, strict=True)], len(wide_edges)),
    }


def normal_answers(name: str, program: str, pairs: list[tuple[int, int]], edges: int) -> dict:
    """Answers for the operations in normal basis; the numbers a and b are taken as elements in that basis."""
    program += NORMAL_PRELUDE.format(m=FIELDS[name][0], element=NORMAL_ELEMENTS[name])
    found = run_gp(
        program,
        [
            f"[to_normal(from_normal({a}) * from_normal({b})), if({a} == 0, 0, to_normal(1 / from_normal({a})))]"
            for a, b in pairs
        ],
    )
    products = [{"a": a, "b": b, "r": r} for (a, b), (r, _) in zip(pairs, found, strict=True)]
    inverses = [{"a": a, "r": r} for (a, _), (_, r) in zip(pairs, found, strict=True)]
    return {"fb-normal-mul": split(products, edges), "fb-normal-inv": split(inverses, edges)}


def four(pairs: list[tuple[int, int]], products: list[list[int]], first: int) -> dict[str, int]:
    """Four pairs of elements and their reduced products, from pair `first` on."""
    places = range(4)
    inputs = {f"{name}{i}": pairs[first + i][side] for side, name in enumerate("ab") for i in places}
    return inputs | {f"r{i}": products[first + i][1] for i in places}


def prime_field_answers(name: str) -> dict:
    """Answers for every operation of a prime field."""
    p, draw, edges = FIELDS[name], random.Random(SEED), edge_residues(FIELDS[name])
    a = edges + [draw.randrange(p) for _ in range(RANDOM_CASES)]
    b = [*edges[3:], *edges[:3]] + [draw.randrange(p) for _ in range(RANDOM_CASES)]
    pairs = list(zip(a, b, strict=True))
    binary = ("{x}*{y}", "lift(Mod({x},{p})*{y})", "lift(Mod({x},{p})+{y})", "lift(Mod({x},{p})-{y})")
    both = run_gp("", ["[" + ",".join(binary).format(x=x, y=y, p=p) + "]" for x, y in pairs])
    unary = ("{x}^2", "lift(Mod({x},{p})^2)", "if({x}==0, 0, lift(1/Mod({x},{p})))")
    single = run_gp("", ["[" + ",".join(unary).format(x=x, p=p) + "]" for x in a])
    wide_edges = [0, 1, p, p - 1, (p - 1) ** 2, p * (p - 1), 1 << p.bit_length()]
    wide = wide_edges + [draw.randrange(p * p) for _ in range(RANDOM_CASES)]
    reduced = run_gp("", [f"[{c} % {p}]" for c in wide])
    count = len(edges)
    answers = {}
    for column, (operation, output) in enumerate(
        (("fp-mul", "c"), ("fp-mul-reduce", "r"), ("fp-add", "r"), ("fp-sub", "r"))
    ):
        cases = [{"a": x, "b": y, output: c[column]} for (x, y), c in zip(pairs, both, strict=True)]
        answers[operation] = split(cases, count)
    for column, (operation, output) in enumerate((("fp-sqr", "c"), ("fp-sqr-reduce", "r"), ("fp-inv", "r"))):
        answers[operation] = split([{"a": x, output: s[column]} for x, s in zip(a, single, strict=True)], count)
    cases = [{"c": c, "r": r[0]} for c, r in zip(wide, reduced, strict=True)]
    return answers | {"fp-reduce": split(cases, len(wide_edges))}


class CurveAnswers:
    """Answers for the operations of one curve of short Weierstrass form."""

    def __init__(self, curve: dict, random_cases: int = RANDOM_CASES):
        self.n, self.cofactor = int(curve["n"], 16), curve["h"]
        self.generator = (int(curve["G"]["x"], 16), int(curve["G"]["y"], 16))
        self.field = field_name(curve)
        self.scalar_bits = scalar_bits(self.field)
        self.random_cases = random_cases
        self.draw = random.Random(SEED)
        self.a, self.b = a, b = int(curve["a"], 16), int(curve["b"], 16)
        modulus = FIELDS[self.field]
        if is_prime_field(self.field):
            self.program = PRIME_CURVE_PRELUDE.format(modulus=modulus, a=a, b=b)
        else:
            self.program = PRELUDE + BINARY_CURVE_PRELUDE.format(modulus=polynomial(modulus), a=a, b=b)
        self.program += "number(x) = x;\n"
        if "polynomial_basis_equivalent" in curve:  # elements are written in normal basis
            m, element = modulus[0], NORMAL_ELEMENTS[self.field]
            self.program += f"modulus = {polynomial(modulus)} * Mod(1, 2);\n"
            self.program += NORMAL_PRELUDE.format(m=m, element=element) + "number(x) = to_normal(to_poly(x));\n"
        self.program += POINTS_PRELUDE.format(seed=SEED)

    def negative(self, p: tuple[int, int]) -> tuple[int, int]:
        x, y = p
        return (x, -y % FIELDS[self.field]) if is_prime_field(self.field) else (x, x ^ y)

    def points_of_order_two(self) -> list[tuple[int, int]]:
        """The curve's points of order two: (0, sqrt b) of a binary one, the roots of x^3 + a x + b of a prime one."""
        if not is_prime_field(self.field):
            return self.gp([f"[0, integer(sqrt(element({self.b})))]"])
        roots = run_gp("", [f"lift(polrootsmod('X^3 + {self.a} * 'X + {self.b}, {FIELDS[self.field]}))~"])[0]
        return [(root, 0) for root in roots]

    def gp(self, expressions: list[str]) -> list[tuple[int, int]]:
        return [(x, y) for x, y in run_gp(self.program, expressions)]

    def scalar(self) -> int:
        return self.draw.randrange(1, self.n)

    def subgroup_points(self, count: int) -> list[tuple[int, int]]:
        """Random points of the prime-order subgroup."""
        x, y = self.generator
        return self.gp([f"show(ellmul(curve, point({x},{y}), {self.scalar()}))" for _ in range(count)])

    def curve_points(self, count: int) -> list[tuple[int, int]]:
        """Random points of the whole curve."""
        return self.gp(["show(random(curve))" for _ in range(count)])

    def scalar_mult(self) -> dict:
        """k P: first k and P at the ends of their ranges, then P in the subgroup, then P anywhere on the curve."""
        n, infinity = self.n, (0, 0)
        p = self.subgroup_points(6 + self.random_cases)
        outside = self.curve_points(3)
        edges = list(zip([0, 1, 2, n - 1, n, (1 << self.scalar_bits) - 1], p, strict=False))
        edges += [(self.scalar(), infinity)]
        edges += [(self.scalar() | 1, q) for q in self.points_of_order_two()[:1]]
        edges += [(self.scalar(), q) for q in outside]
        cases = edges + [(self.scalar(), q) for q in p[6:]]
        products = self.gp([f"show(ellmul(curve, point({x},{y}), {k}))" for k, (x, y) in cases])
        answers = [
            {"k": k, "px": x, "py": y, "status": 0, "rx": r[0], "ry": r[1]}
            for (k, (x, y)), r in zip(cases, products, strict=True)
        ]
        return split(answers, len(edges))

    def scalar_mult_base(self) -> dict:
        """k G: k at the ends of its range, then random."""
        (x, y), n, top = self.generator, self.n, 1 << self.scalar_bits
        edges = [0, 1, n - 1, n, 2, 3, n + 1, top - 1, top - 2]
        scalars = edges + [self.scalar() for _ in range(self.random_cases)]
        products = self.gp([f"show(ellmul(curve, point({x},{y}), {k}))" for k in scalars])
        answers = [{"k": k, "status": 0, "rx": r[0], "ry": r[1]} for k, r in zip(scalars, products, strict=True)]
        return split(answers, len(edges))

    def scalar_mult_double(self) -> dict:
        """k G + l Q: sums that are infinity, Q = G or -G, scalars at the ends of their ranges, then random ones."""
        (x, y), n = self.generator, self.n
        negative, q = self.negative((x, y)), self.subgroup_points(self.random_cases)
        s = self.scalar()
        edges = [(s, s, negative), (s, s, (x, y)), (0, s, q[0]), (s, 0, q[0]), (s, n - s, (x, y)), (0, 0, q[0])]
        edges += [(1, 1, negative), (1, 1, (x, y)), (n, n, q[0]), (n - 1, 1, q[1]), (s, s, (0, 0))]
        edges += [((1 << self.scalar_bits) - 1, (1 << self.scalar_bits) - 1, q[2])]
        cases = edges + [(self.scalar(), self.scalar(), point) for point in q]
        sums = self.gp(
            [
                f"show(elladd(curve, ellmul(curve, point({x},{y}), {k}), ellmul(curve, point({u},{v}), {second})))"
                for k, second, (u, v) in cases
            ]
        )
        answers = [
            {"k": k, "l": second, "qx": u, "qy": v, "status": 0, "rx": r[0], "ry": r[1]}
            for (k, second, (u, v)), r in zip(cases, sums, strict=True)
        ]
        return split(answers, len(edges))

    def point_add(self) -> dict:
        """P + Q: infinity on either side, equal and opposite points, the point of order two, random ones."""
        infinity = (0, 0)
        p, q = self.subgroup_points(self.random_cases), self.subgroup_points(self.random_cases)
        opposite, two = self.negative(p[0]), self.points_of_order_two()[:1]
        edges = [(infinity, infinity), (p[0], infinity), (infinity, p[0]), (p[0], p[0]), (p[0], opposite)]
        edges += [pair for q in two for pair in ((p[0], q), (q, q))]
        cases = edges + list(zip(p, q, strict=True))
        sums = self.gp([f"show(elladd(curve, point({a},{b}), point({c},{d})))" for (a, b), (c, d) in cases])
        answers = [
            {"px": a, "py": b, "qx": c, "qy": d, "rx": r[0], "ry": r[1]}
            for ((a, b), (c, d)), r in zip(cases, sums, strict=True)
        ]
        return split(answers, len(edges))

    def point_double(self) -> dict:
        edges = [(0, 0), *self.points_of_order_two()[:1]]
        cases = edges + self.subgroup_points(self.random_cases)
        doubles = self.gp([f"show(ellmul(curve, point({x},{y}), 2))" for x, y in cases])
        answers = [{"px": x, "py": y, "rx": r[0], "ry": r[1]} for (x, y), r in zip(cases, doubles, strict=True)]
        return split(answers, len(edges))

    def multiples(self, scalars: list[int]) -> list[tuple[int, int]]:
        """Multiples of the generator."""
        x, y = self.generator
        return self.gp([f"show(ellmul(curve, point({x},{y}), {k}))" for k in scalars])

    def element(self, x: int) -> bytes:
        """Bytes of an element."""
        return x.to_bytes((bits(self.field) + 7) // 8, "big")

    def public_keys(self, private: list[int]) -> list[tuple[int, int]]:
        """Public keys in their encoding."""
        x, y = self.generator
        return self.gp([f"apply(number, show(ellmul(curve, point({x},{y}), {d})))" for d in private])

    def order_inv(self) -> dict:
        """Inverses modulo the order; the inverse of 0 is 0."""
        n = self.n
        edges = [0, 1, 2, n - 1, n // 2]
        a = edges + [self.scalar() for _ in range(self.random_cases)]
        inverses = run_gp("", [f"[if({x} == 0, 0, lift(1 / Mod({x}, {n})))]" for x in a])
        return split([{"a": x, "r": r} for x, (r,) in zip(a, inverses, strict=True)], len(edges))

    def of_hosts(self) -> dict:
        """Scalar multiplication, ECDH, ECDSA."""
        answers = {
            "scalar-mult": self.scalar_mult(),
            **protocols.of("ecdh").agreements(self, self.draw),
            **protocols.of("ecdsa").keys_and_signatures(self, self.draw),
        }
        del answers["ecdsa"]  # a mote image with both
        return answers

    def all(self) -> dict:
        return {
            "point-add": self.point_add(),
            "point-double": self.point_double(),
            "scalar-mult": self.scalar_mult(),
            **protocols.of("ecdh").agreements(self, self.draw),
            "scalar-mult-base": self.scalar_mult_base(),
            "scalar-mult-double": self.scalar_mult_double(),
            **protocols.of("ecdsa").keys_and_signatures(self, self.draw),
            "order-inv": self.order_inv(),
            **protocols.of("ecdsa").hedged(self, self.draw),
            **protocols.answers(self),
        }

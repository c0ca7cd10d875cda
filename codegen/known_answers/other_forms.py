"""Known answers of curves of Edwards and Montgomery form, computed by PARI/GP on the equivalent Weierstrass model."""

import random

from codegen.built import has_eddsa, scalar_bits
from codegen.fields import FIELDS, field_name
from codegen.known_answers import protocols
from codegen.known_answers.gp import SEED, run_gp, split

# For a Montgomery curve B v^2 = u^3 + A u^2 + u, x = u/B and y = v/B satisfy y^2 = x^3 + (A/B) x^2 + x/B^2. The
# Edwards curve a x^2 + y^2 = 1 + d x^2 y^2 is the Montgomery curve with A = 2 (a + d)/(a - d), B = 4/(a - d) by u =
# (1 + y)/(1 - y), v = u/x (Bernstein, Birkner, Joye, Lange and Peters 2008, Theorem 3.2); (0, 1) becomes infinity,
# (0, -1) the point (0, 0) of order two.
PRELUDE = """
setrand({seed});
p = {p};
A = Mod({A}, p);
B = Mod({B}, p);
curve = ellinit([0, A/B, 0, 1/B^2, 0]);
from_edwards(x, y) = if(x == 0 && y == 1, [0], x == 0, [0, 0], \
    my(u = (1 + y)/Mod(1 - y, p)); [u/B, u/(x*B)]);
to_edwards(q) = if(#q == 1, [0, 1], q[1] == 0, [0, p - 1], lift([q[1]/q[2], (B*q[1] - 1)/(B*q[1] + 1)]));
multiply_edwards(k, x, y) = to_edwards(ellmul(curve, from_edwards(x, y), k));
u_of(q) = if(#q == 1, 0, lift(B*q[1]));
multiply_u(k, u) = my(q = ellordinate(curve, u/B)); u_of(ellmul(curve, [u/B, q[1]], k));
"""


def program(p: int, big_a: str, big_b: str) -> str:
    return PRELUDE.format(seed=SEED, p=p, A=big_a, B=big_b)


def edwards(record: dict, random_cases: int) -> dict:
    """k P on an Edwards curve: first k and P at the ends of their ranges and points of any order, then P in the
    subgroup."""
    p, n, draw = FIELDS[field_name(record)], int(record["n"], 16), random.Random(SEED)
    a, d = int(record["a"], 16), int(record["d"], 16)
    gp = program(p, f"2*Mod({a}+{d}, p)/({a}-{d})", f"4/Mod({a}-{d}, p)")
    generator = f"{int(record['G']['x'], 16)}, {int(record['G']['y'], 16)}"
    inside = run_gp(gp, [f"multiply_edwards({draw.randrange(1, n)}, {generator})" for _ in range(6 + random_cases)])
    anywhere = run_gp(gp, ["to_edwards(random(curve))" for _ in range(3)])
    ends = [0, 1, 2, n - 1, n, (1 << scalar_bits(field_name(record))) - 1]
    edges = list(zip(ends, inside, strict=False))
    edges += [(draw.randrange(1, n), point) for point in ([0, 1], [0, p - 1], *anywhere)]
    cases = edges + [(draw.randrange(1, n), point) for point in inside[6:]]
    products = run_gp(gp, [f"multiply_edwards({k}, {x}, {y})" for k, (x, y) in cases])
    answers = [
        {"k": k, "px": x, "py": y, "status": 0, "rx": rx, "ry": ry}
        for (k, (x, y)), (rx, ry) in zip(cases, products, strict=True)
    ]
    multiples = {"scalar-mult": split(answers, len(edges))}
    return multiples | (
        protocols.of("eddsa").keys_and_signatures(record, gp, draw, random_cases) if has_eddsa(record) else {}
    )


def montgomery(record: dict, random_cases: int) -> dict:
    """x(k P) from x(P), and key agreements of RFC 7748, on a Montgomery curve."""
    p, n, draw = FIELDS[field_name(record)], int(record["n"], 16), random.Random(SEED)
    bits = -(-p.bit_length() // 8) * 8 - (p.bit_length() % 8 != 0)
    gp, base = program(p, str(int(record["a"], 16)), "1"), int(record["G"]["x"], 16)
    points = [
        u for (u,) in run_gp(gp, [f"[multiply_u({draw.randrange(1, n)}, {base})]" for _ in range(4 + random_cases)])
    ]
    scalars = [0, 1, n, n - 1] + [draw.randrange(1, n) for _ in range(random_cases)]
    products = run_gp(gp, [f"[multiply_u({k}, {u})]" for k, u in zip(scalars, points, strict=True)])
    multiples = [{"k": k, "x": u, "status": 0, "rx": r} for k, u, (r,) in zip(scalars, points, products, strict=True)]
    agreements = protocols.of("xdh").agreements(record, gp, bits, draw, random_cases)
    return {"scalar-mult-x": split(multiples, 4), **agreements}

"""Known answers of GLS254. gp multiplies points of y^2 + x y = x^3 + a x^2 + b^2 over F_2^254; an element of the group
is such a multiple and N, the point of order two, and y = y' + b leads to x and s = y + x^2 + a x + b
(src/gls/gls.h)."""

import random
from typing import Any

from codegen.known_answers.gp import SEED, Case, run_gp, split

RANDOM_CASES = 6
INFINITY, SCALAR_ZERO, SCALAR_RANGE = 4, 7, 8  # mc_status of include/motecurve/status.h
COORDINATES = ("px0", "px1", "ps0", "ps1"), ("rx0", "rx1", "rs0", "rs1")

# Elements c0 + c1 u are pairs of integers whose bit i belongs to z^i, as in ETA of pairings.py.
PROGRAM = """
m = 127;
z = ffgen({modulus} * Mod(1, 2), 'z);
w = ffgen(2^(2 * m), 'w);
up = ffembed(z, w);
down = ffinvmap(up);
bits(e) = subst(lift(lift(e.pol)), variable(e.pol), 2);
field(c) = ffmap(up, sum(i = 0, #binary(c) - 1, bittest(c, i) * z^i) * z^0);
u = polrootsmod(x^2 + x + 1, w)[1];
b = field(1 + 2^54);
E = ellinit([1, u, 0, 0, b^2]);
N = [0 * w, b];
element(v) = field(v[1]) + field(v[2]) * u;
show(v) = my(high = v + v^(2^m)); [bits(ffmap(down, v + high * u)), bits(ffmap(down, high))];
s_of(P) = P[2] + P[1]^2 + u * P[1];
gx = element({x}); gs = element({s});
G = elladd(E, [gx, gs + gx^2 + u * gx], N);
multiple(k) = elladd(E, ellmul(E, G, k), N);
affine(k) = my(P = multiple(k)); concat(show(P[1]), show(s_of(P)));
code(k) = my(P = multiple(k)); if(P[1] == 0, [0, 0], show((s_of(P) / P[1])^(2^(2 * m - 1))));
answer(k, l) = concat([affine(l), affine(k * l % {r}), code(l), code(k * l % {r})]);
"""


def answers(record: dict[str, Any]) -> dict[str, Any]:
    """Multiples of l G by k: scalars at the ends of their range and the neutral element; then random ones."""
    r, mu, draw = int(record["r"], 16), int(record["eigenvalue"], 16), random.Random(f"{SEED} {record['name']}")
    point = {axis: [int(c, 16) for c in record["G"][axis]] for axis in "xs"}
    modulus = "(" + "+".join(f"'z^{e}" for e in record["field"]["poly"]) + ")"
    pairs = [(0, 1), (1, 1), (2, 1), (r - 1, 1), (mu, 2), (r - mu, 3), (5, 0)]
    pairs += [(draw.randrange(1, r), draw.randrange(1, r)) for _ in range(RANDOM_CASES)]
    found = run_gp(PROGRAM.format(modulus=modulus, r=r, **point), [f"answer({k}, {m})" for k, m in pairs])
    multiples: list[Case] = []
    agreements: list[Case] = []
    for (k, m), values in zip(pairs, found, strict=True):
        names = (*COORDINATES[0], *COORDINATES[1])
        multiples.append({"k": k} | dict(zip(names, values[:8], strict=True)))
        if k and m:
            codes = dict(zip(("q0", "q1", "secret0", "secret1"), values[8:], strict=True))
            agreements.append({"d": k, "status": 0} | codes)
    valid = agreements[0] | {"secret0": 0, "secret1": 0}
    refused = [{"d": 0, "status": SCALAR_ZERO}, {"d": r, "status": SCALAR_RANGE}]
    refused += [{"q0": 0, "q1": 0, "status": INFINITY}]
    agreements = [valid | case for case in refused] + agreements
    return {
        "scalar-mult": split(multiples, len(multiples) - RANDOM_CASES),
        "ecdh": split(agreements, len(agreements) - RANDOM_CASES),
    }

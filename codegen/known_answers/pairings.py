"""Known answers of pairings. gp multiplies the generators, pairs the points by its own Tate pairing over the extension
field, and writes the value in the library's coordinates."""

import itertools
import json
import random
from typing import Any

from codegen.fields import load_pairings
from codegen.known_answers import identity_based
from codegen.known_answers.gp import SEED, Case, run_gp, split
from codegen.output import ROOT

RANDOM_CASES = 6
LONGEST_OF_IDENTITIES = 512  # bits: longer fields take the reference a minute

# e(p, q) of y^2 = x^3 + a x with q moved to (-x, i y), i^2 = -1; (0, 0) is infinity. elltatepairing leaves the final
# power to its caller.
TATE = """
w = ffgen(Mod(x^2 + 1, {p}), 'w);
E = ellinit([{a}, 0], w);
G = [{x}, {y}] * w^0;
show(P) = if(#P == 1, [0, 0], [polcoef(P[1].pol, 0), polcoef(P[2].pol, 0)]);
pair(P, Q) = if(#P == 1 || #Q == 1, w^0, elltatepairing(E, P, [-Q[1], w * Q[2]], {r})^(({p}^2 - 1) / {r}));
answer(k, l) = my(P = ellmul(E, G, k), Q = ellmul(E, G, l)); concat([show(P), show(Q), Vecrev(pair(P, Q).pol, 2)]);
"""

# eta_T(p, q) = t^(1 / T) for the Tate pairing t of order N of p and (x + s^2, y + s x + t), T = 2^((m + 1) / 2) + 1
# (Barreto, Galbraith, O hEigeartaigh, Scott 2007). Coordinates in F_2^m come from conjugates: t goes to t + 1 over
# F_2^(2 m), s to s + 1 over F_2^m. Elements are integers whose bit i belongs to z^i.
ETA = """
m = {m};
z = ffgen({modulus} * Mod(1, 2), 'z);
w = ffgen(2^(4 * m), 'w);
up = ffembed(z, w);
down = ffinvmap(up);
bits(e) = subst(lift(lift(e.pol)), variable(e.pol), 2);
field(c) = sum(i = 0, #binary(c) - 1, bittest(c, i) * z^i) * z^0;
s = polrootsmod(x^2 + x + 1, w)[1];
t = polrootsmod(x^2 + x + s, w)[1];
E = ellinit([0, 0, 1, 1, 0] * z^0);
W = ellinit([0, 0, 1, 1, 0] * w^0);
N = 2^m + 2^((m + 1) / 2) + 1;
G = [field({x}), field({y})];
show(P) = [bits(P[1]), bits(P[2])];
half(v, n) = my(high = v + v^(2^n)); [high, v];
quadratic(v) = my(high = v + v^(2^m)); [bits(ffmap(down, v + high * s)), bits(ffmap(down, high))];
quartic(v) = my(high = v + v^(2^(2 * m))); concat(quadratic(v + high * t), quadratic(high));
move(P) = [P[1] + s + 1, P[2] + s * P[1] + t];
power = lift(Mod(2^((m + 1) / 2) + 1, {r})^-1);
pair(P, Q) = elltatepairing(W, ffmap(up, P), move(ffmap(up, Q)), N)^((2^(4 * m) - 1) / N);
answer(k, l) = my(P = ellmul(E, G, k), Q = ellmul(E, G, l)); concat([show(P), show(Q), quartic(pair(P, Q)^power)]);
"""

# The library's e(p, q) is a^3 for the reduced ate pairing a, and a^c = t^L for the reduced Tate pairing t of q and p,
# with T = x, k = 12, c = sum T^(11 - i) p^i and L = (T^12 - 1) / r (Hess, Smart, Vercauteren 2006, Theorem 1). E'
# goes to E by (x / w^2, y / w^3); u = w^6 - 1. Coordinates as the tower has them: F_p2 over the powers 0, 2, 4, 1, 3, 5
# of w.
ATE = """
p = {p}; r = {r}; T = {parameter};
w = ffgen(Mod(t^12 - 2*t^6 + 2, p), 't); u = w^6 - 1;
E = ellinit([0, 4], w);
G = [{x}, {y}] * w^0;
H = [({u[0]} + {u[1]} * u) / w^2, ({v[0]} + {v[1]} * u) / w^3];
part(e, i) = my(a = polcoef(e.pol, i), b = polcoef(e.pol, i + 6)); [lift(Mod(a + b, p)), lift(Mod(b, p))];
show(P) = if(#P == 1, [0, 0], [polcoef(P[1].pol, 0), polcoef(P[2].pol, 0)]);
show_twist(Q) = if(#Q == 1, [0, 0, 0, 0], concat(part(Q[1] * w^2, 0), part(Q[2] * w^3, 0)));
tower(e) = concat([part(e, i) | i <- [0, 2, 4, 1, 3, 5]]);
c = sum(i = 0, 11, T^(11 - i) * p^i);
power = lift(Mod(3 * (T^12 - 1) / r, r) / Mod(c, r));
pair(P, Q) = if(#P == 1 || #Q == 1, w^0, elltatepairing(E, Q, P, r)^((p^12 - 1) / r * power));
answer(k, l) = my(P = ellmul(E, G, k), Q = ellmul(E, H, l)); concat([show(P), show_twist(Q), tower(pair(P, Q))]);
"""

TYPE_1_POINTS = ("px", "py", "qx", "qy")
NAMES = {
    "tate": (*TYPE_1_POINTS, "r0", "r1"),
    "eta": (*TYPE_1_POINTS, "r0", "r1", "r2", "r3"),
    "bls12": ("px", "py", "qx0", "qx1", "qy0", "qy1", *(f"r{i}" for i in range(12))),
}
OPERATIONS = {"tate": "pairing-tate", "eta": "pairing-eta", "bls12": "pairing-ate"}


# Flags of a compressed point in the number of its first 48 bytes; mc_status of include/motecurve/status.h.
FLAGS_END = 384
COMPRESSED, INFINITY_FLAG = 1 << FLAGS_END - 1, 1 << FLAGS_END - 2
INFINITY, SUBGROUP, SCALAR_ZERO, SCALAR_RANGE, SIGNATURE = 4, 6, 7, 8, 12


def number(text: str) -> int:
    return int(text, 16)


def program(record: dict[str, Any]) -> str:
    """gp's program for a group of pairings.json, with answer(k, l): the points k G and l G, and their value."""
    r = number(record["r"])
    if record["family"] == "bls12":
        first, second = record["g1"]["G"], record["g2"]["G"]
        pairs = {name: [number(part) for part in second[axis]] for name, axis in (("u", "x"), ("v", "y"))}
        p, parameter = number(record["field"]["p"]), number(record["parameter"])
        return ATE.format(p=p, r=r, parameter=parameter, x=number(first["x"]), y=number(first["y"]), **pairs)
    point = {axis: number(record["G"][axis]) for axis in "xy"}
    if record["family"] == "eta":
        exponents = record["field"]["poly"]
        return ETA.format(m=exponents[0], modulus="(" + "+".join(f"'z^{e}" for e in exponents) + ")", r=r, **point)
    return TATE.format(p=number(record["field"]["p"]), a=number(record["a"]), r=r, **point)


def scalars(record: dict[str, Any]) -> list[tuple[int, int]]:
    """Multipliers of both points: the generators, opposite points, a small multiple, infinity where the pairing takes
    it; then random ones, k and m, each followed by k m and 1, which must have the same value: bilinearity."""
    r, draw = number(record["r"]), random.Random(f"{SEED} {record['name']}")
    edges = [(0, 1), (r - 1, 1), (1, 0), (1, 1), (1, r - 1), (2, 3)]
    edges = [pair for pair in edges if record["family"] != "eta" or 0 not in pair]
    drawn = [(draw.randrange(1, r), draw.randrange(1, r)) for _ in range(RANDOM_CASES // 2)]
    return edges + [pair for k, m in drawn for pair in ((k, m), (k * m % r, 1))]


def published_signatures() -> dict[str, Any]:
    """Signatures of BLS12-381's suite G2_POP: published ones, and inputs that are refused. A published key of 0 or of
    the order is an error; a signature fails for another message, for infinity as the key, and as a point of the curve
    outside the group, which every x of a point of it gives but one in the cofactor."""
    vectors = json.loads((ROOT / "tests/vectors/pairing/bls12381.json").read_text())["signatures"]["vectors"]
    known = [{name: number(text) for name, text in vector.items()} for vector in vectors]
    record = load_pairings()["bls12-381"]
    signatures = [dict(zip(("x1", "x0"), divmod(one["signature"], 1 << FLAGS_END), strict=True)) for one in known]
    nothing = {"x1": 0, "x0": 0, "message": known[0]["message"]}
    refused = [{"d": 0, "status": SCALAR_ZERO} | nothing, {"d": number(record["r"]), "status": SCALAR_RANGE} | nothing]
    signed = [
        {"d": one["private_key"], "message": one["message"], "status": 0} | signature
        for one, signature in zip(known, signatures, strict=True)
    ]
    valid = [
        {"public": one["public_key"], "message": one["message"], "status": 0} | signature
        for one, signature in zip(known, signatures, strict=True)
    ]
    outside = {"x1": COMPRESSED, "x0": x_of_a_point_outside(number(record["field"]["p"]))}
    wrong = [
        valid[0] | {"message": valid[0]["message"] ^ 1, "status": SIGNATURE},
        valid[0] | outside | {"status": SUBGROUP},
        valid[0] | {"public": COMPRESSED | INFINITY_FLAG, "status": INFINITY},
        valid[0] | {"x1": signatures[1]["x1"], "x0": signatures[1]["x0"], "status": SIGNATURE},
    ]
    return {
        "bls-sign": split(refused + signed, len(refused)),
        "bls-verify": split(wrong + valid, len(wrong)),
    }


def x_of_a_point_outside(p: int) -> int:
    """The least x of F_p for which E': y^2 = x^3 + 4 (1 + u) has a point: the right side is a square in F_p2 if its
    norm is one in F_p."""
    return next(x for x in itertools.count() if pow((x**3 + 4) ** 2 + 16, (p - 1) // 2, p) == 1)


def answers(record: dict[str, Any]) -> dict[str, Any]:
    """Answers of the pairing of one group."""
    multipliers = scalars(record)
    found = run_gp(program(record), [f"answer({k}, {m})" for k, m in multipliers])
    cases: list[Case] = [dict(zip(NAMES[record["family"]], values, strict=True)) for values in found]
    found_answers = {OPERATIONS[record["family"]]: split(cases, len(cases) - RANDOM_CASES)}
    if record["family"] == "bls12":
        return found_answers | published_signatures() | identity_based.answers(record)
    if record["family"] == "tate" and number(record["field"]["p"]).bit_length() <= LONGEST_OF_IDENTITIES:
        return found_answers | identity_based.answers(record)
    return found_answers

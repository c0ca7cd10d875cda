"""Known answers of curves of Edwards and Montgomery form, computed by PARI/GP on the equivalent Weierstrass model."""

import hashlib
import random

from codegen.built import has_eddsa, scalar_bits
from codegen.fields import FIELDS, field_name
from codegen.gp import SEED, Case, run_gp, split

MESSAGE_BYTES = 32
# mc_status of include/motecurve/status.h.
STATUS_INFINITY, STATUS_SCALAR_RANGE, STATUS_SIGNATURE = 4, 8, 12

# With a Montgomery curve B v^2 = u^3 + A u^2 + u, x = u/B and y = v/B satisfy y^2 = x^3 + (A/B) x^2 + x/B^2. The
# Edwards curve a x^2 + y^2 = 1 + d x^2 y^2 is the Montgomery curve with A = 2 (a + d)/(a - d), B = 4/(a - d) by
# u = (1 + y)/(1 - y), v = u/x (Bernstein, Birkner, Joye, Lange and Peters 2008, Theorem 3.2); (0, 1) becomes infinity,
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
    """k P on an Edwards curve: k and P at the ends of their ranges, points of any order, then P in the subgroup."""
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
    return multiples | (eddsa(record, gp, draw, random_cases) if has_eddsa(record) else {})


def eddsa(record: dict, gp: str, draw: random.Random, random_cases: int) -> dict:
    """k G; keys, signatures of messages of MESSAGE_BYTES and their verification (RFC 8032), first of some that are not
    valid. Octets are numbers, little-endian."""
    p, n = FIELDS[field_name(record)], int(record["n"], 16)
    size, base = p.bit_length() // 8 + 1, f"{int(record['G']['x'], 16)}, {int(record['G']['y'], 16)}"

    def multiples(scalars: list[int]) -> list[list[int]]:
        return run_gp(gp, [f"multiply_edwards({k}, {base})" for k in scalars])

    def encoded(scalars: list[int]) -> list[int]:
        return [y | (x & 1) << 8 * size - 1 for x, y in multiples(scalars)]

    def hashed(*parts: bytes, is_key: bool = False) -> bytes:
        data = b"".join(parts)
        if size == 32:
            return hashlib.sha512(data).digest()
        return hashlib.shake_256((b"" if is_key else b"SigEd448\0\0") + data).digest(2 * size)

    edges = [0, 1, 2, n - 1, n, n + 1, (1 << scalar_bits(field_name(record))) - 1]
    scalars = edges + [draw.randrange(1, n) for _ in range(random_cases)]
    base_cases: list[Case] = [
        {"k": k, "status": 0, "rx": x, "ry": y} for k, (x, y) in zip(scalars, multiples(scalars), strict=True)
    ]
    private = [0, (1 << 8 * size) - 1] + [draw.getrandbits(8 * size) for _ in range(random_cases)]
    messages = [0, 1] + [draw.getrandbits(8 * MESSAGE_BYTES) for _ in range(random_cases)]
    octets = [message.to_bytes(MESSAGE_BYTES, "big") for message in messages]
    hashes = [hashed(d.to_bytes(size, "little"), is_key=True) for d in private]
    effective = [clamped(int.from_bytes(h[:size], "little"), p.bit_length(), record["h"]) for h in hashes]
    nonces = [
        int.from_bytes(hashed(h[size:], message), "little") % n for h, message in zip(hashes, octets, strict=True)
    ]
    signed: list[Case] = []
    keys = zip(private, messages, octets, effective, nonces, encoded(effective), encoded(nonces), strict=True)
    for d, number, message, scalar, nonce, public, r in keys:
        challenge = hashed(r.to_bytes(size, "little"), public.to_bytes(size, "little"), message)
        s = (nonce + int.from_bytes(challenge, "little") * scalar) % n
        signed.append({"d": d, "message": number, "q": public, "status": 0, "r": r, "s": s})
    verified = [{name: value for name, value in case.items() if name != "d"} for case in signed]
    good = verified[-1]
    invalid = [
        good | {"s": n, "status": STATUS_SCALAR_RANGE},
        good | {"message": good["message"] ^ 1, "status": STATUS_SIGNATURE},
        good | {"q": 1, "status": STATUS_INFINITY},
    ]
    return {
        "scalar-mult-base": split(base_cases, len(edges)),
        "eddsa-keygen": split([{name: case[name] for name in ("d", "q", "status")} for case in signed], 2),
        "eddsa-sign": split([{name: case[name] for name in case if name != "q"} for case in signed], 2),
        "eddsa-verify": split(invalid + verified, len(invalid) + 2),
    }


def clamped(d: int, bits: int, cofactor: int) -> int:
    """The scalar of the private key d by RFC 7748, Section 5: a multiple of the cofactor with its top bit set."""
    top = 1 << (bits - 1)
    return (d % top | top) // cofactor * cofactor


def montgomery(record: dict, random_cases: int) -> dict:
    """x(k P) by x(P), and key agreements of RFC 7748, on a Montgomery curve."""
    p, n, draw = FIELDS[field_name(record)], int(record["n"], 16), random.Random(SEED)
    bits = -(-p.bit_length() // 8) * 8 - (p.bit_length() % 8 != 0)
    gp, base = program(p, str(int(record["a"], 16)), "1"), int(record["G"]["x"], 16)
    points = [
        u for (u,) in run_gp(gp, [f"[multiply_u({draw.randrange(1, n)}, {base})]" for _ in range(4 + random_cases)])
    ]
    scalars = [0, 1, n, n - 1] + [draw.randrange(1, n) for _ in range(random_cases)]
    products = run_gp(gp, [f"[multiply_u({k}, {u})]" for k, u in zip(scalars, points, strict=True)])
    multiples = [{"k": k, "x": u, "status": 0, "rx": r} for k, u, (r,) in zip(scalars, points, products, strict=True)]
    private = [1, (1 << 8 * (-(-bits // 8))) - 1] + [draw.getrandbits(bits) for _ in range(random_cases)]
    effective = [clamped(d, bits, record["h"]) for d in private]
    public = [u for (u,) in run_gp(gp, [f"[multiply_u({k}, {base})]" for k in effective])]
    peers = [public[i ^ 1] for i in range(len(public))]
    secrets = run_gp(gp, [f"[multiply_u({k}, {u})]" for k, u in zip(effective, peers, strict=True)])
    agreements: list[Case] = [
        {"d": d, "px": u, "status": 0, "secret": s} for d, u, (s,) in zip(private, peers, secrets, strict=True)
    ]
    return {"scalar-mult-x": split(multiples, 4), "ecdh": split(agreements, 2)}

"""Known answers of FourQ. gp multiplies points of the Weierstrass curve to which the twisted Edwards curve is
isomorphic over F_p^2; hashes and bytes are Python's."""

import hashlib
import random
from typing import Any

from codegen.known_answers.gp import SEED, Case, run_gp, split

RANDOM_CASES = 6
HALF = 1 << 128  # 32 bytes are two numbers
COORDINATE_RANGE, NOT_ON_CURVE, SCALAR_RANGE, SHARED_INFINITY, SIGNATURE, Y_BIT = 3, 5, 8, 9, 12, 16  # mc_status
Point = list[int]  # x0, x1, y0, y1

# With u = (1 + y)/(1 - y) and v = u/x, B v^2 = u^3 + A u^2 + u; B u and B^2 v are on E.
PROGRAM = """
p = 2^127 - 1;
i = ffgen(Mod(1, p) * ('x^2 + 1), 'i);
field(c) = c[1] * i^0 + c[2] * i;
show(e) = my(c = Vecrev(e.pol, 2)); [lift(c[1]), lift(c[2])];
d = field({d});
A = 2 * (d - 1) / (-1 - d);
B = 4 / (-1 - d);
E = ellinit([0 * i, A * B, 0 * i, B^2, 0 * i]);
from(P) = my(u = (1 + P[2]) / (1 - P[2])); [B * u, B^2 * u / P[1]];
to(Q) = if(#Q == 1, [0 * i, i^0], my(u = Q[1] / B, v = Q[2] / B^2); [u / v, (u - 1) / (u + 1)]);
G = from([field({x}), field({y})]);
multiple(k) = my(P = to(ellmul(E, G, k))); concat(show(P[1]), show(P[2]));
"""


def encoded(point: Point) -> int:
    x0, x1, y0, y1 = point
    return y0 | y1 << 128 | ((x0 or x1) >> 126) << 255


def halves(name: str, number: int) -> Case:
    return {f"{name}0": number % HALF, f"{name}1": number // HALF}


class Answers:
    """What gp knows of multiples of G, and the protocols with them."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.order = int(record["r"], 16)
        pairs = {name: [int(c, 16) for c in record["G"][name]] for name in "xy"}
        self.program = PROGRAM.format(d=[int(c, 16) for c in record["d"]], **pairs)
        self.draw = random.Random(f"{SEED} {record['name']}")

    def multiples(self, scalars: list[int]) -> list[Point]:
        return run_gp(self.program, [f"multiple({k % self.order})" for k in scalars])

    def scalar_mult(self) -> dict:
        pairs = [(0, 1), (1, 1), (2, 1), (self.order - 1, 1), (1 << 64, 2), (5, 0)]
        pairs += [(self.draw.randrange(1, self.order), self.draw.randrange(1, self.order)) for _ in range(RANDOM_CASES)]
        points = self.multiples([m for _, m in pairs])
        results = self.multiples([k * m for k, m in pairs])
        names = [f"{name}{axis}{i}" for name in "pr" for axis in "xy" for i in range(2)]
        cases = [
            {"k": k} | dict(zip(names, point + result, strict=True))
            for (k, _), point, result in zip(pairs, points, results, strict=True)
        ]
        return split(cases, len(cases) - RANDOM_CASES)

    def ecdh(self) -> dict:
        pairs = [(1, 1), (self.order - 1, 1), (2, 3)]
        pairs += [(self.draw.randrange(1, self.order), self.draw.randrange(1, self.order)) for _ in range(RANDOM_CASES)]
        keys = self.multiples([m for _, m in pairs])
        secrets = self.multiples([392 * k * m for k, m in pairs])
        cases = [
            {"d": k} | halves("q", encoded(key)) | {"status": 0} | halves("secret", encoded(secret) % (1 << 255))
            for (k, _), key, secret in zip(pairs, keys, secrets, strict=True)
        ]
        none = halves("secret", 0)
        bad = [(1, SHARED_INFINITY), (1 | 1 << 255, Y_BIT), ((1 << 127) - 1, COORDINATE_RANGE), (2, NOT_ON_CURVE)]
        refused = [{"d": 1} | halves("q", q) | {"status": status} | none for q, status in bad]
        refused += [{"d": 0} | halves("q", encoded(keys[0])) | {"status": SHARED_INFINITY} | none]
        return split(refused + cases, len(refused) + len(cases) - RANDOM_CASES)

    def signatures(self) -> tuple[dict, dict]:
        """Those of schnorrq-sign and schnorrq-verify."""
        keys = [0, HALF**2 - 1, *(self.draw.getrandbits(256) for _ in range(RANDOM_CASES))]
        texts = [self.draw.getrandbits(256) for _ in keys]
        own = [hashlib.sha512(key.to_bytes(32, "little")).digest() for key in keys]
        octets = [text.to_bytes(32, "big") for text in texts]
        nonces = [number(hashlib.sha512(a[32:] + m)) for a, m in zip(own, octets, strict=True)]
        scalars = [int.from_bytes(a[:32], "little") for a in own]
        points = [encoded(p).to_bytes(32, "little") for p in self.multiples(nonces)]
        publics = [encoded(p).to_bytes(32, "little") for p in self.multiples(scalars)]
        signing, verifying = [], []
        for key, text, m, r, s, point, public in zip(
            keys, texts, octets, nonces, scalars, points, publics, strict=True
        ):
            value = (r - number(hashlib.sha512(point + public + m)) * s) % self.order
            signature = halves("r", int.from_bytes(point, "little")) | halves("s", value)
            key_of = halves("q", int.from_bytes(public, "little"))
            signing.append(halves("d", key) | key_of | {"message": text, "status": 0} | signature)
            verifying.append(signature | key_of | {"message": text, "status": 0})
        return split(signing, 2), split(self.refused(verifying[0]) + verifying, 2 + 4)

    def refused(self, valid: Case) -> list[Case]:
        s = valid["s0"] + valid["s1"] * HALF
        return [
            valid | {"message": valid["message"] ^ 1, "status": SIGNATURE},
            valid | halves("s", s + self.order) | {"status": SCALAR_RANGE},
            valid | halves("s", (s + 1) % self.order) | {"status": SIGNATURE},
            valid | halves("q", 2) | {"status": NOT_ON_CURVE},
        ]


def number(digest: Any) -> int:
    """The number that a hash stands for."""
    return int.from_bytes(digest.digest()[:32], "little")


def answers(record: dict[str, Any]) -> dict[str, Any]:
    """Multiples of points, agreements and signatures: edges and refusals first, then random ones."""
    known = Answers(record)
    signing, verifying = known.signatures()
    return {
        "scalar-mult": known.scalar_mult(),
        "ecdh": known.ecdh(),
        "schnorrq-sign": signing,
        "schnorrq-verify": verifying,
    }

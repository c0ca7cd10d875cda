"""Known answers for EC-Schnorr, ECQV and ECMQV: points by PARI/GP, numbers by Python, hashes of SHA-256."""

import hashlib
import random

from codegen.built import is_prime_field
from codegen.fields import FIELDS
from codegen.gp import SEED, split
from codegen.rfc6979 import candidates, typical_rejections

DIGEST_BYTES = 32
CASES = 6
# mc_status of include/motecurve/status.h.
STATUS_NOT_ON_CURVE, STATUS_SCALAR_ZERO, STATUS_SCALAR_RANGE, STATUS_SIGNATURE = 5, 7, 8, 12


def nonce_extra(message: bytes) -> bytes:
    """The additional data from which EC-Schnorr's nonce is made (include/motecurve/schnorr.h), of EC-SDSA."""
    return (b"EC-SDSA\0" + hashlib.sha256(message).digest()).ljust(72, b"\0")


def nonces(order: int, private_key: int, message: bytes):
    """The candidates for the nonce, those out of range included."""
    return candidates(order, private_key, hashlib.sha256(message).digest(), extra=nonce_extra(message))


def own_nonce(order: int, private_key: int, message: bytes) -> tuple[int, int]:
    """The nonce, and how many candidates are passed over before it."""
    return next((k, count) for count, k in enumerate(nonces(order, private_key, message)) if 1 <= k < order)


def number(octets: bytes) -> int:
    return int.from_bytes(octets, "big")


class SchnorrAnswers:
    """Answers for one curve; `curve` is its CurveAnswers, which asks PARI/GP."""

    def __init__(self, curve):
        self.curve, self.n = curve, curve.n
        self.modulus = FIELDS[curve.field]
        self.is_prime = is_prime_field(curve.field)
        self.bits = self.modulus.bit_length() if self.is_prime else self.modulus[0]
        self.draw = random.Random(f"{SEED} schnorr")

    def scalar(self) -> int:
        return self.draw.randrange(1, self.n)

    def element(self, x: int) -> bytes:
        return x.to_bytes((self.bits + 7) // 8, "big")

    def multiples(self, scalars: list[int]) -> list[tuple[int, int]]:
        x, y = self.curve.generator
        return self.curve.gp([f"show(ellmul(curve, point({x},{y}), {k}))" for k in scalars])

    def schnorr(self) -> dict:
        """Signatures, first of private keys at the ends of their range; verification, first of what is not valid. The
        random messages have nonces that pass over as many candidates as the average."""
        n, signed = self.n, [(1, bytes(DIGEST_BYTES)), (self.n - 1, b"\xff" * DIGEST_BYTES)]
        while len(signed) < 2 + CASES:
            d, message = self.scalar(), self.draw.randbytes(DIGEST_BYTES)
            if own_nonce(n, d, message)[1] == typical_rejections(n):
                signed.append((d, message))
        nonces = [own_nonce(n, d, message)[0] for d, message in signed]
        points = self.multiples(nonces + [d for d, _ in signed])
        sign, verify = [], []
        for (d, message), k, (x, y), (px, py) in zip(
            signed, nonces, points[: len(signed)], points[len(signed) :], strict=True
        ):
            r = number(hashlib.sha256(self.element(x) + self.element(y) + message).digest())
            signature = {"message": number(message), "status": 0, "r": r, "s": (k + r * d) % n}
            sign.append({"d": d, **signature})
            verify.append({"px": px, "py": py, **signature})
        good = verify[-1]
        invalid = [
            good | {"r": 0, "status": STATUS_SCALAR_ZERO},
            good | {"s": n, "status": STATUS_SCALAR_RANGE},
            good | {"message": good["message"] ^ 1, "status": STATUS_SIGNATURE},
            good | {"py": good["py"] ^ 1, "status": STATUS_NOT_ON_CURVE},
        ]
        return {"schnorr-sign": split(sign, 2), "schnorr-verify": split(invalid + verify, len(invalid) + 2)}

    def y_bits(self, points: list[tuple[int, int]]) -> list[int]:
        """What stands for y in compressed points (SEC 1, 2.3.3)."""
        if self.is_prime:
            return [y & 1 for _, y in points]
        quotients = self.curve.gp([f"[integer(element({y}) / element({x})), 0]" for x, y in points])
        return [quotient & 1 for quotient, _ in quotients]

    def ecqv(self) -> dict:
        """Issuance, reception and extraction of certificates, first of numbers at the ends of their ranges."""
        n, ends = self.n, [(1, 1, 1), (self.n - 1, self.n - 1, 2)]
        drawn = ends + [(self.scalar(), self.scalar(), self.scalar()) for _ in range(CASES)]  # k_U, d_CA, k
        count = len(drawn)
        points = self.multiples([x for k, d, nonce in drawn for x in (k, d, k + nonce)])
        marks = [2 + bit for bit in self.y_bits(points[2::3])]
        issue, receive = [], []
        for i, (k, d, nonce) in enumerate(drawn):
            (rx, ry), (px, py), (cx, cy) = points[3 * i : 3 * i + 3]
            info = self.draw.randbytes(DIGEST_BYTES)
            digest = hashlib.sha256(info + bytes([marks[i]]) + self.element(cx)).digest()
            e = number(digest) >> max(0, 8 * DIGEST_BYTES - (n.bit_length() - 1))
            r = (e * nonce + d) % n
            certificate = {"info": number(info), "mark": marks[i], "cx": cx, "r": r, "status": 0}
            issue.append({"d": d, "k": nonce, "rx": rx, "ry": ry, "cy": cy, **certificate})
            receive.append({"k": k, "px": px, "py": py, "d": (e * k + r) % n, "cy": cy, "e": e, **certificate})
        sums = self.curve.gp(
            [
                f"show(elladd(curve, ellmul(curve, point({c['cx']},{c['cy']}), {c['e']}), point({c['px']},{c['py']})))"
                for c in receive
            ]
        )
        received = [
            {name: value for name, value in case.items() if name not in ("cy", "e")} | {"qx": x, "qy": y}
            for case, (x, y) in zip(receive, sums, strict=True)
        ]
        extracted = [{name: value for name, value in case.items() if name not in ("k", "d", "r")} for case in received]
        answers = {"ecqv-issue": issue, "ecqv-receive": received, "ecqv-public-key": extracted}
        return {name: split(cases, count - CASES) for name, cases in answers.items()}

    def associate(self, x: int) -> int:
        """Of a point with that coordinate (SEC 1, 3.4.1)."""
        half = -(-self.n.bit_length() // 2)
        return x % (1 << half) + (1 << half)

    def implicit(self, case: dict) -> int:
        """The number by which the peer's point is multiplied."""
        return self.curve.cofactor * ((case["t"] + self.associate(case["ex"]) * case["d"]) % self.n)

    def ecmqv(self) -> dict:
        """Agreements, first with private keys at the ends of their range."""
        ends = [(1, 1, 2, 3), (self.n - 1, self.n - 2, 1, 1)]
        drawn = ends + [tuple(self.scalar() for _ in range(4)) for _ in range(CASES)]
        points = self.multiples([d for (_, *public) in drawn for d in public])
        cases = []
        for i, (d, t, *_) in enumerate(drawn):
            (ex, ey), (px, py), (qx, qy) = points[3 * i : 3 * i + 3]
            keys = {"ex": ex, "ey": ey, "px": px, "py": py, "qx": qx, "qy": qy}
            cases.append({"d": d, "t": t, **keys, "status": 0})
        shared = self.curve.gp(
            [
                f"show(ellmul(curve, elladd(curve, point({c['qx']},{c['qy']}), "
                f"ellmul(curve, point({c['px']},{c['py']}), {self.associate(c['qx'])})), {self.implicit(c)}))"
                for c in cases
            ]
        )
        return split([c | {"secret": x} for c, (x, _) in zip(cases, shared, strict=True)], len(ends))

    def all(self) -> dict:
        return {**self.schnorr(), **self.ecqv(), "ecmqv": self.ecmqv()}

"""EdDSA by its definition (RFC 8032, 3, 5.1, 5.2) in Python's integers."""

import functools
import hashlib

from codegen.fields import FIELDS
from codegen.points import EdwardsCurve
from tests.oracles import pari_forms as pari

BYTES = {"Ed25519": 32, "Ed448": 57}
X_BIT = 0x80


class Definition:
    """EdDSA of a curve, in Python's integers; the caller chooses the private scalar and the nonce."""

    def __init__(self, curve: str):
        record = pari.EDWARDS_CURVES[curve]
        self.p, self.n = FIELDS[record["field"]], int(record["n"], 16)
        self.a, self.d = int(record["a"], 16), int(record["d"], 16)
        self.group = EdwardsCurve(self.p, self.a, self.d)
        self.generator = (int(record["G"]["x"], 16), int(record["G"]["y"], 16))
        self.curve, self.size = curve, BYTES[curve]

    def encode(self, point: pari.Point) -> bytes:
        octets = bytearray(point[1].to_bytes(self.size, "little"))
        octets[-1] |= X_BIT * (point[0] & 1)
        return bytes(octets)

    def multiple(self, k: int) -> pari.Point:
        return self.group.multiply(k, self.generator)

    def challenge(self, r: bytes, public_key: bytes, message: bytes) -> int:
        data = r + public_key + message
        if self.curve == "Ed25519":
            return int.from_bytes(hashlib.sha512(data).digest(), "little")
        return int.from_bytes(hashlib.shake_256(b"SigEd448\0\0" + data).digest(114), "little")

    def sign(self, scalar: int, nonce: int, public_key: bytes, message: bytes, r: bytes = b"") -> bytes:
        """A signature by the scalar for any public key; R belongs to the nonce if no other is given."""
        r = r or self.encode(self.multiple(nonce))
        s = (nonce + self.challenge(r, public_key, message) % self.n * scalar) % self.n
        return r + s.to_bytes(self.size, "little")

    def point_of_order_four(self) -> pari.Point:
        """(x, 0) with a x^2 = 1."""
        root = pow(self.a, -1, self.p)
        x = 1 if root == 1 else pow(2, (self.p - 1) // 4, self.p)
        assert self.a * x * x % self.p == 1
        return x, 0

    def small_points(self) -> list[pari.Point]:
        """Points whose order divides the cofactor, except infinity: the multiples of one of order 4."""
        return [self.group.multiply(k, self.point_of_order_four()) for k in (1, 2, 3)]


@functools.cache
def definition(curve: str) -> Definition:
    return Definition(curve)

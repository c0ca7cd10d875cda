"""The schemes of motecurve/pairing/ibe.h from their papers, over integers: the pairings of tate_reference.py and
bls12_reference.py, hashlib, and the formats of docs/pairings/identity-based.md. Nothing is shared with the library but
the hash to BLS12-381's groups, which tests/src/pairing compares with published vectors."""

import dataclasses
import functools
import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import Protocol

from tests.src.pairing import bls12_reference as bls12
from tests.src.pairing.tate_reference import Group, expand

MASTER_SECRET, SHARE, PARAMETERS, PUBLIC_SHARE, PRIVATE_KEY, PARTIAL_KEY, FULL, BASIC, SIGNATURE = range(1, 10)
ENCRYPTION, SIGNATURES, AGREEMENT = 1, 2, 3
LETTERS = {ENCRYPTION: "E", SIGNATURES: "S", AGREEMENT: "A"}


class Pairing(Protocol):
    """A group of `sides` sides: points are integers, encoded in point_bytes of their side."""

    name: str
    number: int
    order: int
    point_bytes: Sequence[int]

    def generator(self, side: int): ...
    def hash(self, message: bytes, tag: bytes, side: int): ...
    def multiply(self, k: int, point, side: int): ...
    def encode(self, point, side: int) -> bytes: ...
    def decode(self, octets: bytes, side: int): ...
    def value(self, p, q, exponent: int = 1) -> bytes: ...


NUMBERS = {"tate-256": 1, "tate-256-short": 2, "tate-512": 3, "tate-1536": 4}


class TypeOne:
    """A Tate group."""

    def __init__(self, name: str):
        self.group = Group.of(name)
        self.name, self.number, self.order = name, NUMBERS[name], self.group.r
        self.point_bytes = (1 + self.group.bytes,)

    def generator(self, side: int):
        return self.group.generator

    def hash(self, message: bytes, tag: bytes, side: int):
        return self.group.hash(message, tag)

    def multiply(self, k: int, point, side: int):
        return self.group.multiply(k, point)

    def encode(self, point, side: int) -> bytes:
        return bytes([2 + point[1] % 2]) + point[0].to_bytes(self.group.bytes)

    def decode(self, octets: bytes, side: int):
        x = int.from_bytes(octets[1:])
        y = pow(self.group.right_hand_side(x), (self.group.q + 1) // 4, self.group.q)
        return x, y if y % 2 == octets[0] - 2 else self.group.q - y

    def value(self, p, q, exponent: int = 1) -> bytes:
        found = self.group.power(self.group.pairing(p, q), exponent)
        return b"".join(part.to_bytes(self.group.bytes) for part in found)


@functools.cache
def bls12_value(p, q) -> bls12.Fp12:
    return bls12.pairing(p, q)


class TypeThree:
    """BLS12-381; `hasher` is mc_bls12_381_hash."""

    name, number, order, point_bytes = "bls12-381", 5, bls12.R, (48, 96)

    def __init__(self, hasher: Callable[[bytes, bytes, int], bytes]):
        self.hasher = hasher

    def generator(self, side: int):
        return (bls12.G1, bls12.G2)[side]

    def hash(self, message: bytes, tag: bytes, side: int):
        return self.decode(self.hasher(message, tag, side), side)

    def multiply(self, k: int, point, side: int):
        return (bls12.E1, bls12.E2)[side].multiply(k, point)

    @staticmethod
    def _is_large(y) -> bool:
        """Whether y > -y, of F_p2 by the coefficient of u first."""
        numbers = [y] if isinstance(y, int) else [y[1], y[0]]
        return next((2 * number > bls12.P for number in numbers if number), False)

    def encode(self, point, side: int) -> bytes:
        x, y = point
        octets = bytearray(b"".join(part.to_bytes(48) for part in ([x] if side == 0 else [x[1], x[0]])))
        octets[0] |= 0x80 | (0x20 if self._is_large(y) else 0)
        return bytes(octets)

    def decode(self, octets: bytes, side: int):
        numbers = [int.from_bytes(octets[i : i + 48]) for i in range(0, len(octets), 48)]
        numbers[0] &= (1 << 381) - 1
        curve = (bls12.E1, bls12.E2)[side]
        point = curve.with_x(numbers[0] if side == 0 else (numbers[1], numbers[0]))
        assert point is not None
        return point if self._is_large(point[1]) == bool(octets[0] & 0x20) else curve.negate(point)

    def value(self, p, q, exponent: int = 1) -> bytes:
        return b"".join(part.to_bytes(48) for part in (bls12_value(p, q) ** exponent).tower())


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def hash_bytes(count: int, seed: bytes) -> bytes:
    """RFC 5091, 4.2.1."""
    key, chain, found = sha256(seed), bytes(32), b""
    while len(found) < count:
        chain = sha256(chain)
        found += sha256(chain, key)
    return found[:count]


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def identity(name: bytes, validity: tuple[int, int] | None = None) -> bytes:
    head = bytes([2 if validity else 1, len(name)]) + name
    return head + b"".join(time.to_bytes(8) for time in validity or ())


@dataclasses.dataclass(frozen=True)
class Schemes:
    """Every object as its bytes, from secrets as integers."""

    pairing: Pairing

    @property
    def order_bytes(self) -> int:
        return -(-self.pairing.order.bit_length() // 8)

    def object(self, kind: int, body: bytes) -> bytes:
        return bytes([1, kind, self.pairing.number]) + len(body).to_bytes(4) + body

    def tag(self, letter: str, side: int) -> bytes:
        return f"MOTECURVE-IBE-V01-{letter}{side + 1}{self.pairing.number}".encode()

    def scalar(self, k: int) -> bytes:
        return k.to_bytes(self.order_bytes)

    def reduced(self, octets: bytes) -> int:
        return int.from_bytes(octets) % self.pairing.order

    def to_range(self, text: bytes) -> int:
        """RFC 5091, 4.1.1."""
        first = sha256(bytes(32), text)
        return self.reduced(first + sha256(first, text))

    def sides(self, use: int) -> list[int]:
        if len(self.pairing.point_bytes) == 1:
            return [0]
        return {ENCRYPTION: [1], SIGNATURES: [0], AGREEMENT: [0, 1]}[use]

    def public(self, s: int) -> bytes:
        count = len(self.pairing.point_bytes)
        pairing = self.pairing
        return b"".join(pairing.encode(pairing.multiply(s, pairing.generator(i), i), i) for i in range(count))

    def point(self, who: bytes, use: int, side: int):
        return self.pairing.hash(who, self.tag(LETTERS[use], side), side)

    def private(self, s: int, use: int, who: bytes) -> bytes:
        points = ((self.pairing.multiply(s, self.point(who, use, side), side), side) for side in self.sides(use))
        return b"".join(self.pairing.encode(*point) for point in points)

    def master_secret(self, s: int) -> bytes:
        return self.object(MASTER_SECRET, self.scalar(s))

    def parameters(self, s: int) -> bytes:
        return self.object(PARAMETERS, self.public(s))

    def private_key(self, s: int, use: int, who: bytes) -> bytes:
        return self.object(PRIVATE_KEY, bytes([use]) + self.private(s, use, who))

    def polynomial(self, s: int, drawn: Sequence[bytes], at: int) -> int:
        """The highest coefficient is drawn first."""
        coefficients = [*map(self.reduced, drawn), s]
        highest = len(coefficients) - 1
        return sum(c * at ** (highest - i) for i, c in enumerate(coefficients)) % self.pairing.order

    def share(self, value: int, index: int, threshold: int) -> bytes:
        return self.object(SHARE, bytes([index, threshold]) + self.scalar(value))

    def public_share(self, value: int, index: int, threshold: int) -> bytes:
        return self.object(PUBLIC_SHARE, bytes([index, threshold]) + self.public(value))

    def partial_key(self, value: int, index: int, threshold: int, use: int, who: bytes) -> bytes:
        return self.object(PARTIAL_KEY, bytes([index, threshold, use]) + self.private(value, use, who))

    def ciphertext(self, kind: int, message: bytes, who: bytes, s: int, seed: bytes) -> bytes:
        last = len(self.pairing.point_bytes) - 1
        exponent = self.to_range(seed + (sha256(message) if kind == FULL else b""))
        u = self.pairing.encode(self.pairing.multiply(exponent, self.pairing.generator(0), 0), 0)
        value = self.pairing.value(self.pairing.generator(0), self.point(who, ENCRYPTION, last), s * exponent)
        w = sha256(value)
        if kind == BASIC:
            return self.object(kind, u + xor(message, hash_bytes(len(message), w)))
        return self.object(kind, u + xor(w, seed) + xor(message, hash_bytes(len(message), seed)))

    def signature(self, message: bytes, who: bytes, s: int, hedge: bytes = b"") -> bytes:
        key = self.private(s, SIGNATURES, who)
        digest = sha256(who, message)
        blocks = (hmac.digest(key, bytes([i]) + hedge + digest, "sha256") for i in (0, 1))
        k = self.reduced(b"".join(blocks))
        point = self.point(who, SIGNATURES, 0)
        u = self.pairing.encode(self.pairing.multiply(k, point, 0), 0)
        h = self.reduced(expand(u + who + message, self.tag("H", 0), 64))
        v = self.pairing.multiply((k + h) * s % self.pairing.order, point, 0)
        return self.object(SIGNATURE, u + self.pairing.encode(v, 0))

    def agreed(self, count: int, one: bytes, other: bytes, s: int) -> bytes:
        first, second = sorted((one, other))
        last = len(self.pairing.point_bytes) - 1
        points = self.point(first, AGREEMENT, 0), self.point(second, AGREEMENT, last)
        key = hmac.digest(self.tag("K", 0), sha256(self.pairing.value(*points, s)), "sha256")
        block, found = b"", b""
        for i in range(1, -(-count // 32) + 1):
            block = hmac.digest(key, block + sha256(first, second) + bytes([i]), "sha256")
            found += block
        return found[:count]

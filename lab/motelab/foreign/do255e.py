"""do255e: y^2 = x (x^2 - 2) over 2^255 - 18651, whose group are the points that are not twice another's, with
N = (0, 0) for its neutral element; key exchange and signatures as c-do255 has them. Source: Pornin 2020, and formats
of c-do255. Numbers are little-endian."""

import hashlib

from codegen.points import PrimeCurve

Point = tuple[int, int]
P = 2**255 - 18651
ORDER = 2**254 - 131528281291764213006042413802501683931
NEUTRAL: Point = (0, 0)
CURVE = PrimeCurve(P, -2)
BYTES = 32
SHA_256 = b"2.16.840.1.101.3.4.2.1"


def octets(number: int) -> bytes:
    return number.to_bytes(BYTES, "little")


def number(text: bytes) -> int:
    return int.from_bytes(text, "little")


def is_square(a: int) -> bool:
    return pow(a, (P - 1) // 2, P) in (0, 1)


def root(a: int) -> int:
    """A square root; P is 5 modulo 8."""
    found = pow(a, (P + 3) // 8, P)
    return found if found * found % P == a % P else found * pow(2, (P - 1) // 4, P) % P


def multiply(k: int, p: Point) -> Point:
    """k times an element: the group adds N to the sum of the curve."""
    inside = CURVE.multiply(k % ORDER, CURVE.add(p, NEUTRAL))
    return CURVE.add(inside, NEUTRAL) or NEUTRAL


def encode(p: Point) -> bytes:
    """w = y / x; zeros for the neutral element."""
    return octets(p[1] * pow(p[0], -1, P) % P if p != NEUTRAL else 0)


def decode(text: bytes) -> Point | None:
    """None for what encodes no element."""
    w = number(text)
    if w == 0:
        return NEUTRAL
    square = w * w % P
    inside = (square * square + 8) % P
    if w >= P or not is_square(inside):
        return None
    x = (square + root(inside)) * pow(2, -1, P) % P
    if is_square(x):
        x = (square - x) % P  # the other root, whose product with this one is -2, no square
    return x, w * x % P


GENERATOR = decode(octets(1)) or NEUTRAL


def shake(*parts: bytes) -> bytes:
    return hashlib.shake_256(b"".join(parts)).digest(BYTES)


def public(d: int) -> bytes:
    return encode(multiply(d, GENERATOR))


def agree(d: int, own: bytes, other: bytes) -> bytes | None:
    """The secret, or None if it is refused."""
    p = decode(other)
    shared = p and multiply(d, p)
    if not shared or shared == NEUTRAL:
        return None
    w = number(encode(shared))
    first, second = sorted((own, other), key=number)
    return shake(b"do255e-ecdh:", b"\0", octets(w * w % P), first, second)


def challenge(r: bytes, own: bytes, digest: bytes) -> int:
    return number(shake(b"do255e-sign-e:", r, own, SHA_256, b":", digest))


def sign(d: int, own: bytes, digest: bytes) -> bytes:
    """Of a digest of SHA-256, without a seed."""
    k = number(shake(b"do255e-sign-k:", octets(d), bytes(8), SHA_256, b":", digest)) % ORDER
    r = public(k)
    return r + octets((k + challenge(r, own, digest) * d) % ORDER)

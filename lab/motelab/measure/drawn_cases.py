"""Cases beyond the known answers, for means over many inputs of operations whose time depends on them. Python's affine
arithmetic, which shares nothing with the library, gives their results."""

import hashlib
import random
from collections.abc import Callable

from codegen.points import Point, inverse
from codegen.rfc6979 import leftmost_bits
from motelab.measure.operation_counts import multiple
from motelab.subjects.curves import Curve
from motelab.subjects.nonces import DIGEST_BYTES

Case = dict[str, int]


def drawn(operation: str, curve: Curve, count: int) -> list[Case]:
    """So many random cases of an operation that `can_draw`, the same every time."""
    draw = random.Random(f"{operation} {curve.name}")
    return [RULES[operation](curve, draw) for _ in range(count)]


def can_draw(operation: str, curve: Curve) -> bool:
    """Whether there is a rule for it. Octets in normal basis have none."""
    return operation in RULES and "polynomial_basis_equivalent" not in curve.record


def scalar(curve: Curve, draw: random.Random) -> int:
    """From 1 to n - 1."""
    return draw.randrange(1, curve.order)


def named(x: str, y: str, point: Point) -> Case:
    """A point by the names of its coordinates; infinity is (0, 0), as in curve/curve.h."""
    return dict(zip((x, y), point or (0, 0), strict=True))


def inversion(curve: Curve, draw: random.Random) -> Case:
    """1/a of an element."""
    a = draw.randrange(1, curve.elements)
    return {"a": a, "r": pow(a, -1, curve.modulus) if curve.is_prime else inverse(a, curve.modulus)}


def scalar_mult(curve: Curve, draw: random.Random) -> Case:
    """k P for P = t G."""
    k, t = scalar(curve, draw), scalar(curve, draw)
    product = multiple(curve, k * t % curve.order)
    return {"k": k, **named("px", "py", multiple(curve, t)), "status": 0, **named("rx", "ry", product)}


def scalar_mult_double(curve: Curve, draw: random.Random) -> Case:
    """k G + l Q for Q = t G."""
    k, second, t = (scalar(curve, draw) for _ in range(3))
    total = multiple(curve, (k + second * t) % curve.order)
    return {"k": k, "l": second, **named("qx", "qy", multiple(curve, t)), "status": 0, **named("rx", "ry", total)}


def ecdsa_verify(curve: Curve, draw: random.Random) -> Case:
    """A valid signature, by the definition (FIPS 186-5, 6.4.1), with a random nonce."""
    n = curve.order
    while True:
        d, k, digest = scalar(curve, draw), scalar(curve, draw), draw.randbytes(DIGEST_BYTES)
        r = multiple(curve, k)[0] % n
        s = (leftmost_bits(digest, n.bit_length()) + d * r) * pow(k, -1, n) % n
        if r and s:
            key = named("px", "py", multiple(curve, d))
            return {"r": r, "s": s, **key, "digest": int.from_bytes(digest, "big"), "status": 0}


def eddsa_verify(curve: Curve, draw: random.Random) -> Case:
    """A valid signature by RFC 8032, 5.1.6 and 5.2.6, of a random scalar and nonce; bytes are little-endian numbers."""
    n, size = curve.order, curve.bits // 8 + 1
    d, nonce, message = scalar(curve, draw), scalar(curve, draw), draw.randbytes(DIGEST_BYTES)
    r, public = (y | (x & 1) << 8 * size - 1 for x, y in (multiple(curve, nonce), multiple(curve, d)))
    data = r.to_bytes(size, "little") + public.to_bytes(size, "little") + message
    octets = hashlib.sha512(data) if size == 32 else hashlib.shake_256(b"SigEd448\0\0" + data)
    challenge = int.from_bytes(octets.digest() if size == 32 else octets.digest(2 * size), "little")
    # The firmware's message is a digest, whose octets are big-endian.
    message_number = int.from_bytes(message, "big")
    return {"r": r, "s": (nonce + challenge * d) % n, "q": public, "message": message_number, "status": 0}


RULES: dict[str, Callable[[Curve, random.Random], Case]] = {
    "scalar-mult": scalar_mult,
    "scalar-mult-double": scalar_mult_double,
    "ecdsa-verify": ecdsa_verify,
    "eddsa-verify": eddsa_verify,
    "fb-inv": inversion,
    "fp-inv": inversion,
}

"""Public keys that private keys imply, for calls that take both."""

import hashlib

from codegen.points import curve_of
from motelab.subjects.curves import Curve

Case = dict[str, int]
CHECK_BYTES = 16  # of an expanded key


def with_point(case: Case, curve: Curve) -> Case:
    """The case with the public key (px, py) of its private key d."""
    group = curve_of(curve.record)
    x, y = group.multiply(case["d"], group.generator)
    return case | {"px": x, "py": y}


def hash_of(octets: bytes, curve: Curve) -> bytes:
    """The hash that EdDSA makes of a private key (RFC 8032, 5.1.5 and 5.2.5)."""
    size = curve.bits // 8 + 1
    return hashlib.sha512(octets).digest() if size == 32 else hashlib.shake_256(octets).digest(2 * size)


def with_encoded(case: Case, curve: Curve) -> Case:
    """The case with the public key q of its private key d of EdDSA (RFC 8032, 5.1.5 and 5.2.5)."""
    size, group = curve.bits // 8 + 1, curve_of(curve.record)
    hashed = hash_of(case["d"].to_bytes(size, "little"), curve)
    top = curve.bits - 1
    scalar = int.from_bytes(hashed[:size], "little") % (1 << top) & -curve.cofactor | 1 << top
    x, y = group.multiply(scalar, group.generator)
    return case | {"q": y | (x & 1) << 8 * size - 1}


def with_expanded(case: Case, curve: Curve) -> Case:
    """The case with the expanded key of its private key d of EdDSA: the parts of motecurve/eddsa.h."""
    case, size = with_encoded(case, curve), curve.bits // 8 + 1
    hashed = hash_of(case["d"].to_bytes(size, "little"), curve)
    halves = {"first": hashed[:size], "prefix": hashed[size:]}
    check = hash_of(hashed + case["q"].to_bytes(size, "little"), curve)[:CHECK_BYTES]
    return case | {name: int.from_bytes(half, "little") for name, half in halves.items()} | {"check": big(check)}


def with_expanded_of_fourq(case: Case, _: Curve) -> Case:
    """The case with the expanded key of its private key d of SchnorrQ, whose public key q it has: the parts of
    motecurve/fourq/fourq.h."""
    private, public = (b"".join(case[f"{name}{i}"].to_bytes(16, "little") for i in range(2)) for name in "dq")
    hashed = hashlib.sha512(private).digest()
    quarters = {f"hash{i}": int.from_bytes(hashed[16 * i : 16 * i + 16], "little") for i in range(4)}
    return case | quarters | {"check": big(hashlib.sha512(hashed + public).digest()[:CHECK_BYTES])}


def big(octets: bytes) -> int:
    return int.from_bytes(octets, "big")

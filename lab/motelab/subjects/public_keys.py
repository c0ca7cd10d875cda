"""Public keys that private keys imply, for calls that take both."""

import hashlib

from codegen.points import curve_of
from motelab.subjects.curves import Curve

Case = dict[str, int]


def with_point(case: Case, curve: Curve) -> Case:
    """The case with the public key (px, py) of its private key d."""
    group = curve_of(curve.record)
    x, y = group.multiply(case["d"], group.generator)
    return case | {"px": x, "py": y}


def with_encoded(case: Case, curve: Curve) -> Case:
    """The case with the public key q of its private key d of EdDSA (RFC 8032, 5.1.5 and 5.2.5)."""
    size, group = curve.field_bytes if curve.bits % 8 else curve.field_bytes + 1, curve_of(curve.record)
    key = case["d"].to_bytes(size, "little")
    hashed = hashlib.sha512(key).digest() if curve.bits == 255 else hashlib.shake_256(key).digest(2 * size)
    top = curve.bits - 1
    scalar = int.from_bytes(hashed[:size], "little") % (1 << top) & -curve.cofactor | 1 << top
    x, y = group.multiply(scalar, group.generator)
    return case | {"q": y | (x & 1) << 8 * size - 1}

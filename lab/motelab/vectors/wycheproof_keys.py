"""The keys in Wycheproof's files: points, integers, DER, PEM, JWK (RFC 7517, 7518, 8037). A refused key raises a
MotecurveError with the reason."""

import base64
import re
from typing import Any

from motecurve import PrivateKey, PublicKey
from motelab.common.errors import MotecurveError
from motelab.keys import files, model
from motelab.subjects import curves
from motelab.subjects.curves import Curve
from motelab.vectors.arithmetic import octets

PUBLIC, PRIVATE = "the public key", "the private key"
BASE64URL = re.compile(r"[A-Za-z0-9_-]*")
# The names of RFC 8037 for the curves of RFC 7748 and RFC 8032 are aliases here; RFC 7518 and 8812 name the curves of
# EC keys.
JWK_CURVES = {"EC": ("P-256", "P-384", "P-521", "secp256k1"), "OKP": ("X25519", "X448", "Ed25519", "Ed448")}


def public_key(curve: Curve, encoding: str, value: Any) -> PublicKey:
    """A peer's key on the curve, in an encoding: raw, asn, pem or jwk."""
    if encoding == "jwk":
        return _on(curve, model.public_key(*jwk_public(value), PUBLIC))
    data = value.encode() if encoding == "pem" else bytes.fromhex(value)
    if encoding == "raw":
        return model.public_key(curve, data, PUBLIC)
    return _on(curve, _file(data, encoding, PUBLIC).public)


def private_key(curve: Curve, encoding: str, value: Any) -> PrivateKey:
    """The own key. For EC keys beside a point, or a public key in DER, it is a bare integer."""
    if encoding == "jwk":
        own, (_, point) = _jwk_curve(value), jwk_public(value)
        key = _private(own, _base64url(value, "d"))
        if point != key.public_key.to_bytes():
            raise MotecurveError(f"{PRIVATE} stands beside a public one that is not its own")
        return _on(curve, key)
    data = value.encode() if encoding == "pem" else bytes.fromhex(value)
    is_bare = encoding == "raw" or (encoding == "asn" and curve.form == "Weierstrass" and not _is_der(data, curve))
    if is_bare:
        return _private(curve, data)
    key = _file(data, encoding, PRIVATE).key
    if not isinstance(key, PrivateKey):
        raise MotecurveError(f"{PRIVATE} is a public one")
    return _on(curve, key)


def _is_der(data: bytes, curve: Curve) -> bool:
    """Whether it is longer than a number below the order, and a SEQUENCE."""
    return len(data) > curve.private_key_bytes + 1 and data[:1] == b"\x30"


def _private(curve: Curve, data: bytes) -> PrivateKey:
    """The key of an integer of any length, or of the bytes of RFC 7748."""
    if curve.form == "Weierstrass":
        fitted = octets(int.from_bytes(data, "big"), curve.private_key_bytes)
        if fitted is None:
            raise MotecurveError(f"{PRIVATE} is not below the order")
        data = fitted
    return model.private_key(curve, data, PRIVATE)


def _file(data: bytes, encoding: str, what: str) -> files.KeyFile:
    found = files.read(data, None, what)
    if found.is_pem != (encoding == "pem"):
        raise MotecurveError(f"{what} is not in {encoding.upper()}")
    return found


def _on(curve: Curve, key: Any) -> Any:
    """The key, which must be on the curve."""
    if key.curve.name != curve.name:
        raise MotecurveError(f"the key is on {key.curve.name}, not on {curve.name}")
    return key


def jwk_public(key: Any) -> tuple[Curve, bytes]:
    """Curve and bytes of a JWK: an uncompressed point, or the bytes of RFC 7748 and RFC 8032."""
    curve = _jwk_curve(key)
    x = _base64url(key, "x")
    if curve.form != "Weierstrass":
        return curve, x
    y = _base64url(key, "y")
    if not len(x) == len(y) == curve.field_bytes:
        raise MotecurveError(f"{PUBLIC} has coordinates of another length than the field (RFC 7518, 6.2.1.2)")
    return curve, b"\x04" + x + y


def _jwk_curve(key: Any) -> Curve:
    if not isinstance(key, dict):
        raise MotecurveError("the key is no JWK")
    kind, name = str(key.get("kty")), str(key.get("crv"))
    if name not in JWK_CURVES.get(kind, ()):
        raise MotecurveError(f"the key is a JWK of type {kind} on curve {name}, which is not known here")
    return curves.find(name)


def _base64url(key: dict, member: str) -> bytes:
    """A member of a JWK: base64url without padding (RFC 7515, 2)."""
    text = key.get(member)
    if not isinstance(text, str) or not BASE64URL.fullmatch(text) or len(text) % 4 == 1:
        raise MotecurveError(f"member {member} of the key is not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(data).rstrip(b"=").decode() != text:
        raise MotecurveError(f"member {member} of the key ends with bits that are not 0")
    return data

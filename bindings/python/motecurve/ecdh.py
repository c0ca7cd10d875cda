"""Elliptic-curve Diffie-Hellman (SEC 1, 3.3; SP 800-56A, 5.7.1.2); on Curve25519 and Curve448 X25519 and X448 (RFC
7748)."""

from motecurve.keys import PrivateKeyLike, PublicKeyLike, one_curve, private_key_of, public_key_of
from motecurve.secret import SharedSecret


def agree(private_key: PrivateKeyLike, peer_key: PublicKeyLike, *, cofactor: bool = False) -> SharedSecret:
    """What both parties compute from the own private key and the other's public key: the x-coordinate of the shared
    point, curve.field_bytes bytes. `cofactor` multiplies by the cofactor, too; without it the result is OpenSSL's.

    Constant time in the private key. Raises SharedInfinityError, for X25519 and X448 where the secret is zero;
    UnsupportedError on Edwards curves."""
    private = private_key_of(private_key)
    peer = public_key_of(peer_key, private.curve.library)
    curve = one_curve(private, peer)
    library = curve.library
    secret = SharedSecret(library, library.buffer(curve.field_bytes))
    name = "ecdh_cofactor" if cofactor else "ecdh"
    library.call(name, [secret.memory], [private.memory, peer.to_bytes()], curve.pointer)
    return secret

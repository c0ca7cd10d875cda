"""Elliptic-curve Diffie-Hellman (SEC 1, 3.3; SP 800-56A, 5.7.1.2); on Curve25519 and Curve448 X25519 and X448 (RFC
7748)."""

from collections.abc import Iterable

from motecurve.errors import MotecurveError, SharedInfinityError
from motecurve.keys import (
    PrivateKey,
    PrivateKeyLike,
    PublicKey,
    PublicKeyLike,
    one_curve,
    private_key_of,
    public_key_of,
)
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


def agree_many(
    pairs: Iterable[tuple[PrivateKeyLike, PublicKeyLike]],
) -> list[SharedSecret | MotecurveError]:
    """For each private key and peer's key what `agree` returns, or the exception that it raises for these two alone,
    in their order. Pairs of one Montgomery curve, for X25519, are computed eight at a time on processors with AVX-512
    IFMA; all others one after the other.

    Constant time in the private keys. Raises UnsupportedError on Edwards curves, MotecurveError for a pair of keys on
    different curves."""
    rows = []
    for private_key, peer_key in pairs:
        private = private_key_of(private_key)
        rows.append((private, public_key_of(peer_key, private.curve.library)))
    curves = [one_curve(*row) for row in rows]
    if rows and len(set(curves)) == 1 and not (curves[0].is_weierstrass or curves[0].signature_bytes):
        return _agree_together(rows)
    return [_agreed(*row) for row in rows]


def _agreed(private: PrivateKey, peer: PublicKey) -> SharedSecret | MotecurveError:
    try:
        return agree(private, peer)
    except SharedInfinityError as error:
        return error


def _agree_together(rows: list[tuple[PrivateKey, PublicKey]]) -> list[SharedSecret | MotecurveError]:
    """The same for keys on one Montgomery curve."""
    curve = rows[0][0].curve
    library, size, count = curve.library, curve.field_bytes, len(rows)
    with (
        SharedSecret(library, library.buffer(size * count)) as keys,
        SharedSecret(library, library.buffer(size * count)) as secrets,
    ):
        for i, (private, _) in enumerate(rows):
            library.ffi.memmove(keys.memory + i * size, private.memory, size)
        results = library.ffi.new("mc_status[]", count)
        peers = library.given(b"".join(peer.to_bytes() for _, peer in rows))
        lengths = (size * count, size * count, count)
        status = library.c.mc_ecdh_batch(results, secrets.memory, keys.memory, peers, *lengths, curve.pointer)
        if status not in (library.c.MC_OK, library.c.MC_ERROR_SHARED_INFINITY):
            raise library.error(status)
        found: list[SharedSecret | MotecurveError] = []
        for i, status in enumerate(results):
            secret = SharedSecret(library, library.buffer(size))
            library.ffi.memmove(secret.memory, secrets.memory + i * size, size)
            found.append(secret if status == library.c.MC_OK else library.error(status))
    return found

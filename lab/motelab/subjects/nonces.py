"""Digests for which signing takes the same public course whatever the private key is."""

import itertools
import secrets as randomness

from codegen.rfc6979 import candidates, schnorr_nonce, typical_rejections
from motelab.subjects.curves import Curve

DIGEST_BYTES = 32


def rejected(order: int, private_key: int, digest: int, hedge: int | None = None) -> int:
    """Number of candidates that RFC 6979 passes over before the nonce; `hedge` are the bytes of a hedged one."""
    extra = b"" if hedge is None else hedge.to_bytes(DIGEST_BYTES, "big")
    drawn = candidates(order, private_key, digest.to_bytes(DIGEST_BYTES, "big"), extra=extra)
    return next(count for count, k in enumerate(drawn) if 1 <= k < order)


def with_nonce(case: dict[str, int], curve: Curve) -> dict[str, int]:
    """The case with the nonce k that RFC 6979 derives from its private key and digest, by HMAC-SHA-256."""
    drawn = candidates(curve.order, case["d"], case["digest"].to_bytes(DIGEST_BYTES, "big"))
    return case | {"k": next(itertools.dropwhile(lambda k: not 1 <= k < curve.order, drawn))}


def with_typical_rejections(case: dict[str, int], curve: Curve) -> dict[str, int]:
    """The case with a random digest for which the usual number of candidates is rejected. That number shows in the
    time, and reveals nothing about the nonce."""
    typical = typical_rejections(curve.order)
    while True:
        digest = randomness.randbits(8 * DIGEST_BYTES)
        if rejected(curve.order, case["d"], digest, case.get("hedge")) == typical:
            return case | {"digest": digest}


def with_typical_schnorr_rejections(case: dict[str, int], curve: Curve) -> dict[str, int]:
    """The same for the nonces of EC-Schnorr: a random message."""
    typical = typical_rejections(curve.order)
    while True:
        message = randomness.token_bytes(DIGEST_BYTES)
        if schnorr_nonce(curve.order, case["d"], message)[1] == typical:
            return case | {"message": int.from_bytes(message, "big")}

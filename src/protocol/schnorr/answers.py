"""Known answers for EC-Schnorr: points by PARI/GP, numbers by Python, hashes of SHA-256."""

import hashlib
import random

from codegen.known_answers.gp import split
from codegen.known_answers.protocols import (
    DIGEST_BYTES,
    STATUS_NOT_ON_CURVE,
    STATUS_SCALAR_RANGE,
    STATUS_SCALAR_ZERO,
    STATUS_SIGNATURE,
    number,
)
from codegen.rfc6979 import schnorr_nonce, typical_rejections

CASES = 6


def answers(curve, draw: random.Random) -> dict:
    """Signatures, first of private keys at the ends of their range; verification, first of invalid ones. The
    random messages have nonces that pass over as many candidates as the average."""
    n, signed = curve.n, [(1, bytes(DIGEST_BYTES)), (curve.n - 1, b"\xff" * DIGEST_BYTES)]
    while len(signed) < 2 + CASES:
        d, message = draw.randrange(1, n), draw.randbytes(DIGEST_BYTES)
        if schnorr_nonce(n, d, message)[1] == typical_rejections(n):
            signed.append((d, message))
    nonces = [schnorr_nonce(n, d, message)[0] for d, message in signed]
    points = curve.multiples(nonces + [d for d, _ in signed])
    sign, verify = [], []
    for (d, message), k, (x, y), (px, py) in zip(
        signed, nonces, points[: len(signed)], points[len(signed) :], strict=True
    ):
        r = number(hashlib.sha256(curve.element(x) + curve.element(y) + message).digest())
        signature = {"message": number(message), "status": 0, "r": r, "s": (k + r * d) % n}
        sign.append({"d": d, **signature})
        verify.append({"px": px, "py": py, **signature})
    good = verify[-1]
    invalid = [
        good | {"r": 0, "status": STATUS_SCALAR_ZERO},
        good | {"s": n, "status": STATUS_SCALAR_RANGE},
        good | {"message": good["message"] ^ 1, "status": STATUS_SIGNATURE},
        good | {"py": good["py"] ^ 1, "status": STATUS_NOT_ON_CURVE},
    ]
    return {"schnorr-sign": split(sign, 2), "schnorr-verify": split(invalid + verify, len(invalid) + 2)}

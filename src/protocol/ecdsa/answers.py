"""Known answers for ECDSA: numbers by PARI/GP, nonces by Python's hmac."""

import hashlib
import random
from itertools import islice

from codegen.known_answers.gp import run_gp, split
from codegen.known_answers.protocols import (
    DIGEST_BYTES,
    STATUS_NOT_ON_CURVE,
    STATUS_SCALAR_RANGE,
    STATUS_SCALAR_ZERO,
    STATUS_SIGNATURE,
)
from codegen.rfc6979 import candidates, leftmost_bits, nonce, typical_rejections

HEDGED_CASES = RANDOM_NONCE_CASES = MESSAGE_CASES = 6


def is_typical(order: int, d: int, digest: bytes, extra: bytes = b"") -> bool:
    """Whether RFC 6979, with `extra` bytes, passes over as many candidates as on average."""
    *unfit, last = islice(candidates(order, d, digest, extra=extra), typical_rejections(order) + 1)
    return 1 <= last < order and not any(1 <= candidate < order for candidate in unfit)


def typical_digest(order: int, draw: random.Random, d: int, extra: bytes = b"") -> int:
    """A digest for which it does."""
    while True:
        digest = draw.randbytes(DIGEST_BYTES)
        if is_typical(order, d, digest, extra):
            return int.from_bytes(digest, "big")


def signatures(curve, cases: list[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """r and s for the private key d, the digest e as a number and the nonce k."""
    n, (x, y) = curve.n, curve.generator
    function = (
        f"ecdsa(d, e, k) = my(r = number(show(ellmul(curve, point({x},{y}), k))[1]) % {n}); "
        f"[r, lift((e + Mod(d, {n}) * r) / k)];\n"
    )
    return [(r, s) for r, s in run_gp(curve.program + function, [f"ecdsa({d}, {e}, {k})" for d, e, k in cases])]


def hedged(curve, draw: random.Random) -> dict:
    """Signatures with the nonce of RFC 6979, 3.6, first for bytes of zeros."""
    inputs, numbers = [], []
    for index in range(1 + HEDGED_CASES):
        d, hedge = draw.randrange(1, curve.n), draw.randbytes(DIGEST_BYTES) if index else bytes(DIGEST_BYTES)
        digest = typical_digest(curve.n, draw, d, hedge)
        octets = digest.to_bytes(DIGEST_BYTES, "big")
        inputs.append({"d": d, "digest": digest, "hedge": int.from_bytes(hedge, "big")})
        e = leftmost_bits(octets, curve.n.bit_length())
        numbers.append((d, e, nonce(curve.n, d, octets, extra=hedge)))
    pairs = signatures(curve, numbers)
    signed = [case | {"status": 0, "r": r, "s": s} for case, (r, s) in zip(inputs, pairs, strict=True)]
    return {"ecdsa-sign-hedged": split(signed, 1)}


def with_random_nonces(curve, draw: random.Random) -> dict:
    """Signatures of messages that are hashed with SHA-1, with nonces that were drawn; first those at the ends."""
    n = curve.n
    inputs = [(1, n - 1), (n - 1, 1)]
    inputs += [(draw.randrange(1, n), draw.randrange(1, n)) for _ in range(RANDOM_NONCE_CASES)]
    messages = [draw.randbytes(DIGEST_BYTES) for _ in inputs]
    digests = [leftmost_bits(hashlib.sha1(message).digest(), n.bit_length()) for message in messages]
    pairs = signatures(curve, [(d, e, k) for (d, k), e in zip(inputs, digests, strict=True)])
    signed = [
        {"d": d, "k": k, "message": int.from_bytes(message, "big"), "status": 0, "r": r, "s": s}
        for (d, k), message, (r, s) in zip(inputs, messages, pairs, strict=True)
    ]
    return {"ecdsa-sign-random": split(signed, 2)}


def of_messages(curve, draw: random.Random) -> dict:
    """Signatures of messages that are hashed with SHA-256; first that of another message."""
    n = curve.n
    private = [draw.randrange(1, n) for _ in range(MESSAGE_CASES)]
    messages = [draw.randbytes(DIGEST_BYTES) for _ in private]
    digests = [leftmost_bits(hashlib.sha256(message).digest(), n.bit_length()) for message in messages]
    pairs = signatures(curve, [(d, e, draw.randrange(1, n)) for d, e in zip(private, digests, strict=True)])
    keys = curve.public_keys(private)
    valid = [
        {"px": px, "py": py, "message": int.from_bytes(message, "big"), "status": 0, "r": r, "s": s}
        for (px, py), message, (r, s) in zip(keys, messages, pairs, strict=True)
    ]
    other = valid[-1] | {"message": valid[0]["message"], "status": STATUS_SIGNATURE}
    return {"ecdsa-verify-message": split([other, *valid], 1)}


def by_messages(curve, draw: random.Random) -> dict:
    """Signatures with the nonce of RFC 6979 of messages that are hashed with SHA-256; first with the least key."""
    n, inputs, numbers = curve.n, [], []
    for index in range(1 + MESSAGE_CASES):
        d = draw.randrange(1, n) if index else 1
        message = draw.randbytes(DIGEST_BYTES)
        while not is_typical(n, d, digest := hashlib.sha256(message).digest()):
            message = draw.randbytes(DIGEST_BYTES)
        inputs.append({"d": d, "message": int.from_bytes(message, "big"), "status": 0})
        numbers.append((d, leftmost_bits(digest, n.bit_length()), nonce(n, d, digest)))
    pairs = signatures(curve, numbers)
    return {
        "ecdsa-sign-message": split([case | {"r": r, "s": s} for case, (r, s) in zip(inputs, pairs, strict=True)], 1)
    }


def answers(curve, draw: random.Random) -> dict:
    """Those of calls that hash."""
    return with_random_nonces(curve, draw) | of_messages(curve, draw) | by_messages(curve, draw)


def keys_and_signatures(curve, draw: random.Random) -> dict:
    """Key generation; signatures with the nonce of RFC 6979, first for keys and digests at the ends of the ranges;
    verification of these, first of some that are not valid; both."""
    n = curve.n
    ones = (1 << 8 * DIGEST_BYTES) - 1
    signed = [(1, 0), (n - 1, ones), (2, 1), (n - 2, 0)]
    private = [d for d, _ in signed] + [draw.randrange(1, n) for _ in range(curve.random_cases)]
    signed += [(d, typical_digest(n, draw, d)) for d in private[len(signed) :]]
    keygen, numbers = [], []
    for (d, digest), (px, py) in zip(signed, curve.public_keys(private), strict=True):
        octets = digest.to_bytes(DIGEST_BYTES, "big")
        k, e = nonce(n, d, octets), leftmost_bits(octets, n.bit_length())
        numbers.append((d, e, k))
        keygen.append({"d": d, "px": px, "py": py, "status": 0})
    pairs = signatures(curve, numbers)
    sign = [
        {"d": d, "digest": digest, "status": 0, "r": r, "s": s}
        for (d, digest), (r, s) in zip(signed, pairs, strict=True)
    ]
    valid = [case | key for case, key in zip(sign, keygen, strict=True)]
    both = split(valid, 4)
    good = {name: value for name, value in valid[-1].items() if name != "d"}
    invalid = [
        good | {"r": 0, "status": STATUS_SCALAR_ZERO},
        good | {"s": n, "status": STATUS_SCALAR_RANGE},
        good | {"digest": good["digest"] ^ 1 << 255, "status": STATUS_SIGNATURE},
        good | {"py": good["py"] ^ 1, "status": STATUS_NOT_ON_CURVE},
    ]
    valid = [{name: value for name, value in case.items() if name != "d"} for case in valid]
    return {
        "ecdsa": both,
        "ecdsa-keygen": split(keygen, 4),
        "ecdsa-sign": split(sign, 4),
        "ecdsa-verify": split(invalid + valid, len(invalid) + 4),
    }

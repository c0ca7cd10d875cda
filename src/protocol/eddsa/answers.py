"""Known answers for EdDSA: points by PARI/GP, hashes by hashlib."""

import hashlib
import random

from codegen.built import scalar_bits
from codegen.fields import FIELDS, field_name
from codegen.known_answers.gp import Case, run_gp, split
from codegen.known_answers.protocols import STATUS_INFINITY, STATUS_SCALAR_RANGE, STATUS_SIGNATURE, clamped

MESSAGE_BYTES = 32


def keys_and_signatures(record: dict, gp: str, draw: random.Random, random_cases: int) -> dict:
    """k G; keys, signatures of messages of MESSAGE_BYTES and their verification (RFC 8032), first of some that are not
    valid. Bytes are numbers, little-endian."""
    p, n = FIELDS[field_name(record)], int(record["n"], 16)
    size, base = p.bit_length() // 8 + 1, f"{int(record['G']['x'], 16)}, {int(record['G']['y'], 16)}"

    def multiples(scalars: list[int]) -> list[list[int]]:
        return run_gp(gp, [f"multiply_edwards({k}, {base})" for k in scalars])

    def encoded(scalars: list[int]) -> list[int]:
        return [y | (x & 1) << 8 * size - 1 for x, y in multiples(scalars)]

    def hashed(*parts: bytes, is_key: bool = False) -> bytes:
        data = b"".join(parts)
        if size == 32:
            return hashlib.sha512(data).digest()
        return hashlib.shake_256((b"" if is_key else b"SigEd448\0\0") + data).digest(2 * size)

    edges = [0, 1, 2, n - 1, n, n + 1, (1 << scalar_bits(field_name(record))) - 1]
    scalars = edges + [draw.randrange(1, n) for _ in range(random_cases)]
    base_cases: list[Case] = [
        {"k": k, "status": 0, "rx": x, "ry": y} for k, (x, y) in zip(scalars, multiples(scalars), strict=True)
    ]
    private = [0, (1 << 8 * size) - 1] + [draw.getrandbits(8 * size) for _ in range(random_cases)]
    messages = [0, 1] + [draw.getrandbits(8 * MESSAGE_BYTES) for _ in range(random_cases)]
    octets = [message.to_bytes(MESSAGE_BYTES, "big") for message in messages]
    hashes = [hashed(d.to_bytes(size, "little"), is_key=True) for d in private]
    effective = [clamped(int.from_bytes(h[:size], "little"), p.bit_length(), record["h"]) for h in hashes]
    nonces = [
        int.from_bytes(hashed(h[size:], message), "little") % n for h, message in zip(hashes, octets, strict=True)
    ]
    signed: list[Case] = []
    keys = zip(private, messages, octets, effective, nonces, encoded(effective), encoded(nonces), strict=True)
    for d, number, message, scalar, nonce, public, r in keys:
        challenge = hashed(r.to_bytes(size, "little"), public.to_bytes(size, "little"), message)
        s = (nonce + int.from_bytes(challenge, "little") * scalar) % n
        signed.append({"d": d, "message": number, "q": public, "status": 0, "r": r, "s": s})
    verified = [{name: value for name, value in case.items() if name != "d"} for case in signed]
    good = verified[-1]
    invalid = [
        good | {"s": n, "status": STATUS_SCALAR_RANGE},
        good | {"message": good["message"] ^ 1, "status": STATUS_SIGNATURE},
        good | {"q": 1, "status": STATUS_INFINITY},
    ]
    return {
        "scalar-mult-base": split(base_cases, len(edges)),
        "eddsa-keygen": split([{name: case[name] for name in ("d", "q", "status")} for case in signed], 2),
        "eddsa-sign": split([{name: case[name] for name in case if name != "q"} for case in signed], 2),
        "eddsa-verify": split(invalid + verified, len(invalid) + 2),
    }

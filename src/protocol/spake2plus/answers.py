"""Known answers for SPAKE2+ on secp256r1: points by PARI/GP, hashes by hashlib (RFC 9383)."""

import hashlib
import hmac
import random

from codegen.fields import FIELDS
from codegen.known_answers.gp import split
from codegen.known_answers.protocols import number

CASES, EDGES = 4, 1
# RFC 9383, 4, as compressed points.
M = bytes.fromhex("02886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f")
N = bytes.fromhex("03d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b49")
NAMES = (b"bench", b"client", b"server")  # context, prover, verifier


def point_of(curve, encoded: bytes) -> tuple[int, int]:
    p, x = FIELDS[curve.field], int.from_bytes(encoded[1:], "big")
    y = pow(x**3 + curve.a * x + curve.b, (p + 1) // 4, p)
    return x, y if y % 2 == encoded[0] % 2 else p - y


def expand(key: bytes, info: bytes, count: int) -> bytes:
    """HKDF without a salt."""
    prk, block, out = hmac.digest(bytes(32), key, "sha256"), b"", b""
    for i in range(-(-count // 32)):
        block = hmac.digest(prk, block + info + bytes([i + 1]), "sha256")
        out += block
    return out[:count]


def keys(curve, points: list[tuple[int, int]], w0: int) -> dict[str, int]:
    """Key and confirmations of M, N, both shares, Z and V."""
    encoded = [b"\4" + b"".join(map(curve.element, point)) for point in points]
    parts = [*NAMES, *encoded, w0.to_bytes(32, "big")]
    main = hashlib.sha256(b"".join(len(part).to_bytes(8, "little") + part for part in parts)).digest()
    confirming = expand(main, b"ConfirmationKeys", 64)
    return {
        "key": number(expand(main, b"SharedKey", 32)),
        "proof": number(hmac.digest(confirming[:32], encoded[3], "sha256")),
        "answer": number(hmac.digest(confirming[32:], encoded[2], "sha256")),
    }


def answers(curve, draw: random.Random) -> dict:
    """Exchanges, as the prover and as the verifier see them; first with numbers at the ends of their range."""
    if curve.field != "fp256r1":
        return {}
    m, n, prove, verify = point_of(curve, M), point_of(curve, N), [], []
    for ends in (True, *(False for _ in range(CASES))):
        w0, w1, x, y = (1, curve.n - 1, curve.n - 2, 2) if ends else (draw.randrange(1, curve.n) for _ in range(4))
        record, z, v = curve.multiples([w1, x * y % curve.n, w1 * y % curve.n])
        gx, gy = curve.generator
        term = "show(elladd(curve, ellmul(curve, point({},{}), {}), ellmul(curve, point({},{}), {})))"
        share, response = curve.gp([term.format(gx, gy, x, *m, w0), term.format(gx, gy, y, *n, w0)])
        common = {"w0": w0, "status": 0, **keys(curve, [m, n, share, response, z, v], w0)}
        common |= {"px": share[0], "py": share[1], "vx": response[0], "vy": response[1]}
        prove.append(common | {"w1": w1, "x": x})
        verify.append(common | {"y": y, "lx": record[0], "ly": record[1]})
    return {"spake2plus-prove": split(prove, EDGES), "spake2plus-verify": split(verify, EDGES)}

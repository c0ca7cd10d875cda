"""Known answers for ECIES: points by PARI/GP, AES by OpenSSL, hashes by hashlib. The options are those of
MC_ECIES_DEFAULTS (include/motecurve/ecies.h)."""

import hashlib
import hmac
import random
import subprocess

from codegen.known_answers.gp import split
from codegen.known_answers.protocols import EDGES_OF_ENCRYPTION, encryption_keys, number

MESSAGE_BYTES = 32
TAG_BYTES = 16


def aes128_ctr(key: bytes, message: bytes) -> bytes:
    """From the counter 0."""
    command = ["openssl", "enc", "-aes-128-ctr", "-K", key.hex(), "-iv", bytes(16).hex()]
    return subprocess.run(command, input=message, capture_output=True, check=True).stdout


def sealed(curve, point: tuple[int, int], secret: int, message: bytes) -> dict:
    """R, C and T."""
    r = b"\x04" + b"".join(map(curve.element, point))
    blocks = (hashlib.sha256(curve.element(secret) + i.to_bytes(4, "big") + r).digest() for i in (1, 2))
    keys = b"".join(blocks)[: 16 + hashlib.sha256().digest_size]
    body = aes128_ctr(keys[:16], message)
    tag = hmac.digest(keys[16:], body, "sha256")[:TAG_BYTES]
    return {"rx": point[0], "ry": point[1], "body": number(body), "tag": number(tag)}


def answers(curve, draw: random.Random) -> dict:
    encrypt, decrypt = [], []
    for k, d in encryption_keys(curve.n, draw):
        (px, py), r, (z, _) = curve.multiples([d, k, d * k % curve.n])
        message = draw.randbytes(MESSAGE_BYTES)
        common = {"message": number(message), "status": 0, **sealed(curve, r, z, message), "secret": z}
        encrypt.append({"k": k, "px": px, "py": py, **common})
        decrypt.append({"d": d, **common})
    return {"ecies-encrypt": split(encrypt, EDGES_OF_ENCRYPTION), "ecies-decrypt": split(decrypt, EDGES_OF_ENCRYPTION)}

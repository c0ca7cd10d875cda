"""Known answers for HPKE on secp256r1, in base mode with HKDF-SHA256 and ChaCha20-Poly1305: points by PARI/GP,
hashes by hashlib, the cipher as RFC 8439 defines it."""

import hmac
import random

from codegen.known_answers.gp import split
from codegen.known_answers.protocols import EDGES_OF_ENCRYPTION, encryption_keys, number

MESSAGE_BYTES, TAG_BYTES = 32, 16
KEM, SUITE = b"KEM\0\x10", b"HPKE\0\x10\0\1\0\3"
INFO, DATA = b"bench", b"data"


def chacha20(key: bytes, count: int, nonce: bytes) -> bytes:
    """A block of the stream (RFC 8439, 2.3)."""
    octets = b"expand 32-byte k" + key + count.to_bytes(4, "little") + nonce
    start = [int.from_bytes(octets[i : i + 4], "little") for i in range(0, 64, 4)]
    words = list(start)
    columns = [(i, 4 + i, 8 + i, 12 + i) for i in range(4)]
    diagonals = [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
    for a, b, c, d in (columns + diagonals) * 10:
        for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[x] = (words[x] + words[y]) % 2**32
            mixed = words[z] ^ words[x]
            words[z] = (mixed << turn | mixed >> (32 - turn)) % 2**32
    return b"".join(((w + s) % 2**32).to_bytes(4, "little") for w, s in zip(words, start, strict=True))


def sealed(key: bytes, nonce: bytes, message: bytes) -> tuple[bytes, bytes]:
    """The encrypted message, of a block at most, and its tag (RFC 8439, 2.5 and 2.8)."""
    once = chacha20(key, 0, nonce)
    body = bytes(a ^ b for a, b in zip(message, chacha20(key, 1, nonce), strict=False))
    padded = b"".join(part + bytes(-len(part) % 16) for part in (DATA, body))
    padded += len(DATA).to_bytes(8, "little") + len(body).to_bytes(8, "little")
    r, total = int.from_bytes(once[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF, 0
    for i in range(0, len(padded), 16):
        total = (total + int.from_bytes(padded[i : i + 16] + b"\1", "little")) * r % (2**130 - 5)
    tag = (total + int.from_bytes(once[16:32], "little")) % 2**128
    return body, tag.to_bytes(TAG_BYTES, "little")


def extract(salt: bytes, label: bytes, secret: bytes, suite: bytes) -> bytes:
    return hmac.digest(salt, b"HPKE-v1" + suite + label + secret, "sha256")


def expand(key: bytes, label: bytes, info: bytes, count: int, suite: bytes) -> bytes:
    """Of a digest at most."""
    labelled = count.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(key, labelled + b"\1", "sha256")[:count]


def ciphertext(curve, points: list[tuple[int, int]], secret: int, message: bytes) -> dict:
    """Body and tag; of the ephemeral and the receiver's public key, and x of what they share."""
    keys = b"".join(b"\4" + b"".join(map(curve.element, point)) for point in points)
    shared = expand(extract(b"", b"eae_prk", curve.element(secret), KEM), b"shared_secret", keys, 32, KEM)
    bound = b"\0" + extract(b"", b"psk_id_hash", b"", SUITE) + extract(b"", b"info_hash", INFO, SUITE)
    secret_key = extract(shared, b"secret", b"", SUITE)
    key, nonce = (expand(secret_key, *what, SUITE) for what in ((b"key", bound, 32), (b"base_nonce", bound, 12)))
    body, tag = sealed(key, nonce, message)
    return {"body": number(body), "tag": number(tag)}


def answers(curve, draw: random.Random) -> dict:
    if curve.field != "fp256r1":
        return {}
    seal, opened = [], []
    for k, d in encryption_keys(curve.n, draw):
        (px, py), r, (z, _) = curve.multiples([d, k, d * k % curve.n])
        message = draw.randbytes(MESSAGE_BYTES)
        common = {"message": number(message), "status": 0, "rx": r[0], "ry": r[1]}
        common |= ciphertext(curve, [r, (px, py)], z, message)
        seal.append({"k": k, "px": px, "py": py, **common})
        opened.append({"d": d, **common})
    return {"hpke-seal": split(seal, EDGES_OF_ENCRYPTION), "hpke-open": split(opened, EDGES_OF_ENCRYPTION)}

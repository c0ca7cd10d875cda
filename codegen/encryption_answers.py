"""Known answers for ECIES and EC-ElGamal: points by PARI/GP, AES by OpenSSL, hashes by hashlib. ECIES is that of
MC_ECIES_DEFAULTS (include/motecurve/ecies.h)."""

import hashlib
import hmac
import random
import subprocess

from codegen.gp import SEED, split

MESSAGE_BYTES = 32
TAG_BYTES = 16
CASES = 6
EDGES = 2


def number(octets: bytes) -> int:
    return int.from_bytes(octets, "big")


def aes128_ctr(key: bytes, message: bytes) -> bytes:
    """From the counter 0."""
    command = ["openssl", "enc", "-aes-128-ctr", "-K", key.hex(), "-iv", bytes(16).hex()]
    return subprocess.run(command, input=message, capture_output=True, check=True).stdout


class EncryptionAnswers:
    """Answers for one curve; `curve` is its CurveAnswers, which asks PARI/GP."""

    def __init__(self, curve, field_bytes: int):
        self.curve, self.n, self.field_bytes = curve, curve.n, field_bytes
        self.draw = random.Random(f"{SEED} encryption")

    def multiples(self, scalars: list[int]) -> list[tuple[int, int]]:
        x, y = self.curve.generator
        return self.curve.gp([f"show(ellmul(curve, point({x},{y}), {k}))" for k in scalars])

    def keys(self) -> list[tuple[int, int]]:
        """Ephemeral and private keys, first at the ends of their range."""
        return [(1, self.n - 2), (self.n - 1, 2)] + [
            (self.draw.randrange(1, self.n), self.draw.randrange(1, self.n)) for _ in range(CASES)
        ]

    def element(self, x: int) -> bytes:
        return x.to_bytes(self.field_bytes, "big")

    def sealed(self, point: tuple[int, int], secret: int, message: bytes) -> dict:
        """R, C and T."""
        r = b"\x04" + b"".join(map(self.element, point))
        blocks = (hashlib.sha256(self.element(secret) + i.to_bytes(4, "big") + r).digest() for i in (1, 2))
        keys = b"".join(blocks)[: 16 + hashlib.sha256().digest_size]
        body = aes128_ctr(keys[:16], message)
        tag = hmac.digest(keys[16:], body, "sha256")[:TAG_BYTES]
        return {"rx": point[0], "ry": point[1], "body": number(body), "tag": number(tag)}

    def ecies(self) -> dict:
        encrypt, decrypt = [], []
        for k, d in self.keys():
            (px, py), r, (z, _) = self.multiples([d, k, d * k % self.n])
            message = self.draw.randbytes(MESSAGE_BYTES)
            common = {"message": number(message), "status": 0, **self.sealed(r, z, message), "secret": z}
            encrypt.append({"k": k, "px": px, "py": py, **common})
            decrypt.append({"d": d, **common})
        return {"ecies-encrypt": split(encrypt, EDGES), "ecies-decrypt": split(decrypt, EDGES)}

    def elgamal(self) -> dict:
        encrypt, decrypt = [], []
        for k, d in self.keys():
            m = self.draw.randrange(1, self.n)
            (px, py), (mx, my), (rx, ry), (cx, cy) = self.multiples([d, m, k, (m + d * k) % self.n])
            common = {"mx": mx, "my": my, "status": 0, "rx": rx, "ry": ry, "cx": cx, "cy": cy}
            encrypt.append({"k": k, "px": px, "py": py, **common})
            decrypt.append({"d": d, **common})
        return {"elgamal-encrypt": split(encrypt, EDGES), "elgamal-decrypt": split(decrypt, EDGES)}

    def all(self) -> dict:
        return self.ecies() | self.elgamal()

"""Known answers for EC-ElGamal: points by PARI/GP."""

import random

from codegen.known_answers.gp import split
from codegen.known_answers.protocols import EDGES_OF_ENCRYPTION, encryption_keys


def answers(curve, draw: random.Random) -> dict:
    encrypt, decrypt = [], []
    for k, d in encryption_keys(curve.n, draw):
        m = draw.randrange(1, curve.n)
        (px, py), (mx, my), (rx, ry), (cx, cy) = curve.multiples([d, m, k, (m + d * k) % curve.n])
        common = {"mx": mx, "my": my, "status": 0, "rx": rx, "ry": ry, "cx": cx, "cy": cy}
        encrypt.append({"k": k, "px": px, "py": py, **common})
        decrypt.append({"d": d, **common})
    return {
        "elgamal-encrypt": split(encrypt, EDGES_OF_ENCRYPTION),
        "elgamal-decrypt": split(decrypt, EDGES_OF_ENCRYPTION),
    }

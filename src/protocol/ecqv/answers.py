"""Known answers for ECQV: points by PARI/GP, numbers by Python, hashes of SHA-256."""

import hashlib
import random

from codegen.built import is_prime_field
from codegen.known_answers.gp import split
from codegen.known_answers.protocols import DIGEST_BYTES, number

CASES = 6


def y_bits(curve, points: list[tuple[int, int]]) -> list[int]:
    """What stands for y in compressed points (SEC 1, 2.3.3)."""
    if is_prime_field(curve.field):
        return [y & 1 for _, y in points]
    quotients = curve.gp([f"[integer(element({y}) / element({x})), 0]" for x, y in points])
    return [quotient & 1 for quotient, _ in quotients]


def answers(curve, draw: random.Random) -> dict:
    """Issuance, reception and extraction of certificates, first of numbers at the ends of their ranges."""
    n, ends = curve.n, [(1, 1, 1), (curve.n - 1, curve.n - 1, 2)]
    drawn = ends + [
        (draw.randrange(1, n), draw.randrange(1, n), draw.randrange(1, n)) for _ in range(CASES)
    ]  # k_U, d_CA, k
    count = len(drawn)
    points = curve.multiples([x for k, d, nonce in drawn for x in (k, d, k + nonce)])
    marks = [2 + bit for bit in y_bits(curve, points[2::3])]
    issue, receive = [], []
    for i, (k, d, nonce) in enumerate(drawn):
        (rx, ry), (px, py), (cx, cy) = points[3 * i : 3 * i + 3]
        info = draw.randbytes(DIGEST_BYTES)
        digest = hashlib.sha256(info + bytes([marks[i]]) + curve.element(cx)).digest()
        e = number(digest) >> max(0, 8 * DIGEST_BYTES - (n.bit_length() - 1))
        r = (e * nonce + d) % n
        certificate = {"info": number(info), "mark": marks[i], "cx": cx, "r": r, "status": 0}
        issue.append({"d": d, "k": nonce, "rx": rx, "ry": ry, "cy": cy, **certificate})
        receive.append({"k": k, "px": px, "py": py, "d": (e * k + r) % n, "cy": cy, "e": e, **certificate})
    sums = curve.gp(
        [
            f"show(elladd(curve, ellmul(curve, point({c['cx']},{c['cy']}), {c['e']}), point({c['px']},{c['py']})))"
            for c in receive
        ]
    )
    received = [
        {name: value for name, value in case.items() if name not in ("cy", "e")} | {"qx": x, "qy": y}
        for case, (x, y) in zip(receive, sums, strict=True)
    ]
    extracted = [{name: value for name, value in case.items() if name not in ("k", "d", "r")} for case in received]
    answers = {"ecqv-issue": issue, "ecqv-receive": received, "ecqv-public-key": extracted}
    return {name: split(cases, count - CASES) for name, cases in answers.items()}

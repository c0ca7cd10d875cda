"""Known answers for key agreement on Montgomery curves (RFC 7748): points by PARI/GP."""

import random

from codegen.known_answers.gp import Case, run_gp, split
from codegen.known_answers.protocols import clamped


def agreements(record: dict, gp: str, bits: int, draw: random.Random, random_cases: int) -> dict:
    """Agreements; `gp` is a program that multiplies, private keys have so many bits."""
    base = int(record["G"]["x"], 16)
    private = [1, (1 << 8 * (-(-bits // 8))) - 1] + [draw.getrandbits(bits) for _ in range(random_cases)]
    effective = [clamped(d, bits, record["h"]) for d in private]
    public = [u for (u,) in run_gp(gp, [f"[multiply_u({k}, {base})]" for k in effective])]
    peers = [public[i ^ 1] for i in range(len(public))]
    secrets = run_gp(gp, [f"[multiply_u({k}, {u})]" for k, u in zip(effective, peers, strict=True)])
    found: list[Case] = [
        {"d": d, "px": u, "status": 0, "secret": s} for d, u, (s,) in zip(private, peers, secrets, strict=True)
    ]
    return {"ecdh": split(found, 2)}

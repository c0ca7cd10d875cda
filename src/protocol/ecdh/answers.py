"""Known answers for key agreement: points by PARI/GP."""

import random

from codegen.known_answers.gp import split


def agreements(curve, draw: random.Random) -> dict:
    """Both sides of each key agreement; the private keys 1 and n - 1 first."""
    x, y = curve.generator
    private = [1, curve.n - 1] + [draw.randrange(1, curve.n) for _ in range(curve.random_cases)]
    public = curve.gp([f"show(ellmul(curve, point({x},{y}), {d}))" for d in private])
    keys = curve.public_keys(private)
    cases = [(private[i], public[i ^ 1]) for i in range(len(private))]
    shared = curve.gp([f"apply(number, show(ellmul(curve, point({u},{v}), {d})))" for d, (u, v) in cases])
    found = [
        {"d": d, "px": keys[i ^ 1][0], "py": keys[i ^ 1][1], "status": 0, "secret": s[0]}
        for i, (d, s) in enumerate(zip(private, shared, strict=True))
    ]
    return {"ecdh": split(found, 2)}

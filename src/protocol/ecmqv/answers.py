"""Known answers for ECMQV: points by PARI/GP, numbers by Python."""

import random

from codegen.known_answers.gp import Case, split

CASES = 6


def associate(curve, x: int) -> int:
    """Of a point with that coordinate (SEC 1, 3.4.1)."""
    half = -(-curve.n.bit_length() // 2)
    return x % (1 << half) + (1 << half)


def implicit(curve, case: Case) -> int:
    """The number by which the peer's point is multiplied."""
    return curve.cofactor * ((case["t"] + associate(curve, case["ex"]) * case["d"]) % curve.n)


def answers(curve, draw: random.Random) -> dict:
    """Agreements, first with private keys at the ends of their range."""
    ends = [(1, 1, 2, 3), (curve.n - 1, curve.n - 2, 1, 1)]
    drawn = ends + [tuple(draw.randrange(1, curve.n) for _ in range(4)) for _ in range(CASES)]
    points = curve.multiples([d for (_, *public) in drawn for d in public])
    cases = []
    for i, (d, t, *_) in enumerate(drawn):
        (ex, ey), (px, py), (qx, qy) = points[3 * i : 3 * i + 3]
        keys = {"ex": ex, "ey": ey, "px": px, "py": py, "qx": qx, "qy": qy}
        cases.append({"d": d, "t": t, **keys, "status": 0})
    shared = curve.gp(
        [
            f"show(ellmul(curve, elladd(curve, point({c['qx']},{c['qy']}), "
            f"ellmul(curve, point({c['px']},{c['py']}), {associate(curve, c['qx'])})), {implicit(curve, c)}))"
            for c in cases
        ]
    )
    return {"ecmqv": split([c | {"secret": x} for c, (x, _) in zip(cases, shared, strict=True)], len(ends))}

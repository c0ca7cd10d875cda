"""Known answers of protocols. The code that makes them lies beside a protocol's sources, in
src/protocol/<name>/answers.py. That folder is no Python package, so the code is loaded by its path."""

import functools
import importlib.util
import random
from types import ModuleType

from codegen.known_answers.gp import SEED
from codegen.output import ROOT

# Protocols that draw their random numbers from one seed, in turn; any other protocol has a seed of its own name.
DRAWN_TOGETHER = {
    "schnorr": ("schnorr", "ecqv", "ecmqv"),
    "encryption": ("ecies", "elgamal"),
}
DIGEST_BYTES = 32
CASES_OF_ENCRYPTION, EDGES_OF_ENCRYPTION = 6, 2
# mc_status of include/motecurve/status.h.
STATUS_INFINITY, STATUS_NOT_ON_CURVE, STATUS_SCALAR_ZERO, STATUS_SCALAR_RANGE, STATUS_SIGNATURE = 4, 5, 7, 8, 12


@functools.cache
def of(name: str) -> ModuleType:
    """The module src/protocol/<name>/answers.py."""
    spec = importlib.util.spec_from_file_location(f"answers_of_{name}", ROOT / f"src/protocol/{name}/answers.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answers(curve) -> dict:
    """Answers for one curve of Weierstrass form, a CurveAnswers, of each protocol whose module has a function
    answers(curve, draw)."""
    found, together = {}, {name for names in DRAWN_TOGETHER.values() for name in names}
    every = [path.parent.name for path in sorted(ROOT.glob("src/protocol/*/answers.py"))]
    alone = {name: (name,) for name in every if hasattr(of(name), "answers") and name not in together}
    for seed, names in (DRAWN_TOGETHER | alone).items():
        draw = random.Random(f"{SEED} {seed}")
        for name in names:
            found |= of(name).answers(curve, draw)
    return found


def number(octets: bytes) -> int:
    return int.from_bytes(octets, "big")


def encryption_keys(order: int, draw: random.Random) -> list[tuple[int, int]]:
    """Ephemeral and private keys, first at the ends of their range."""
    ends = [(1, order - 2), (order - 1, 2)]
    return ends + [(draw.randrange(1, order), draw.randrange(1, order)) for _ in range(CASES_OF_ENCRYPTION)]


def clamped(d: int, bits: int, cofactor: int) -> int:
    """The scalar of the private key d by RFC 7748, Section 5: a multiple of the cofactor with its top bit set."""
    top = 1 << (bits - 1)
    return (d % top | top) // cofactor * cofactor

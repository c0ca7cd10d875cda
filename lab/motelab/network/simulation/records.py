"""Records of the operations that exchanges are made of, beyond those of `./motecurve records`: a file for each board
with a radio, data/records/<board>.network.jsonl.

Symmetric operations have no curve and no choice of an algorithm, so `./motecurve bench` has none of them. Their
firmware is src/network/firmware/symmetric.c; their answers come from Python's hashlib and the package cryptography."""

import functools
import hashlib
import hmac
import random
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESCCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from motelab.boards import board as boards
from motelab.boards import selection
from motelab.boards.board import Board
from motelab.boards.image import Builder
from motelab.common.errors import MotecurveError
from motelab.compare import committed, committed_pairings
from motelab.measure import bench, catalogue
from motelab.measure.bench import Progress
from motelab.measure.records import Record
from motelab.subjects import curves
from motelab.subjects.known_answers import Case
from motelab.subjects.layouts import DIGEST, STATUS
from motelab.subjects.operations import Operation

# What the committed records of a board lack: (operation, curve).
ASYMMETRIC = (
    ("ecdsa-keygen", "sect163k1"),
    ("ecqv-public-key", "sect163k1"),
    ("ecdsa-keygen", "secp256r1"),
    ("ecqv-public-key", "secp256r1"),
    ("ecdsa-keygen", "sect233k1"),
    ("ecqv-public-key", "sect233k1"),
)
SYMMETRIC = ("sha-256", "hmac-sha-256", "hkdf-sha-256", "aes-ccm-encrypt", "aes-ccm-decrypt")
RUNS = 3
REWRITE = "./motecurve records --network --board {}"


def file(board_name: str) -> Path:
    """Where the records of a board are, one a line."""
    return committed.FOLDER / f"{board_name}.network.jsonl"


def boards_with_radio() -> list[str]:
    """Boards whose files state the currents of a radio."""
    return [name for name in boards.simulated() if "radio_send_a" in boards.load(name).power]


def operation(name: str) -> Operation:
    """A symmetric operation, as the bench runs it."""
    return Operation(
        name, "scalar-mult", "symmetric.c", (("secret", DIGEST), ("message", DIGEST)),
        (("status", STATUS), ("out", DIGEST)), "random octets: secret and message of 32", on_curve=True,
        symbols=("mc_bench_symmetric",), defines=(("MC_BENCH_SYMMETRIC", str(SYMMETRIC.index(name))),),
    )  # fmt: skip


def answer(name: str, secret: bytes, message: bytes) -> tuple[bytes, bytes]:
    """The message as the firmware takes it, and its 32 octets of output, by other libraries."""
    if name == "sha-256":
        return message, hashlib.sha256(message).digest()
    if name == "hmac-sha-256":
        return message, hmac.digest(secret, message, "sha256")
    if name == "hkdf-sha-256":
        return message, HKDF(SHA256(), 16, secret[:16], message).derive(secret).ljust(32, b"\0")
    key, nonce = AESCCM(secret[:16], 16), secret[16:29]
    if name == "aes-ccm-encrypt":
        return message, key.encrypt(nonce, message[:16], message[16:])
    return key.encrypt(nonce, message[:16], None), message[:16].ljust(32, b"\0")


def cases(name: str) -> list[Case]:
    """Cases of an operation, the same every time."""
    draw, found = random.Random(name), []
    for _ in range(RUNS):
        secret = draw.randbytes(32)
        message, out = answer(name, secret, draw.randbytes(32))
        found.append({n: int.from_bytes(v) for n, v in (("secret", secret), ("message", message), ("out", out))})
    return found


def measured(device: Board, name: str) -> Record:
    """The record of a symmetric operation with the board's kernels; ImageFailed for a wrong result."""
    chosen = selection.select(operation(name), device, curves.find("sect163k1"), backend="asm")
    image = Builder(chosen).build()
    execution = bench.executed(chosen, image, cases(name))
    record = bench.described(chosen, verified=True) | bench.figures(chosen, image, execution, RUNS)
    record |= {"curve": None, "field": None, "algorithm": name, "window": None, "choices": {}, "blinding": "none"}
    return record | {"simulator": bench.simulator_of(device).version()}


def planned(board_name: str) -> list[bench.Request]:
    """The requests for ASYMMETRIC on a board."""
    device = boards.load(board_name)
    return [r for op, curve in ASYMMETRIC for r in catalogue.expand(device, (op,), curve=curve)]


def all_measured(board_name: str, fresh: bool, progress: Progress, jobs: int) -> list[Record]:
    """Everything that a board's file holds. ImageFailed if an image fails, MotecurveError for a board without a
    radio."""
    if board_name not in boards_with_radio():
        raise MotecurveError(f"{board_name} has no radio in its board.toml; those with one: {with_radio()}")
    records = committed.all_measured(board_name, planned(board_name), fresh, progress, jobs)
    return records + [measured(boards.load(board_name), name) for name in SYMMETRIC]


def write(board_name: str, fresh: bool, progress: Progress, jobs: int) -> bool:
    """Measures everything planned for a board and writes its file; returns whether anything in it is new. Raises as
    `all_measured`."""
    changed = committed.write_lines(file(board_name), all_measured(board_name, fresh, progress, jobs))
    cycles.cache_clear()
    return changed


def stale(board_name: str, progress: Progress, jobs: int) -> str | None:
    """Measures all records of a board afresh. Returns the complaint if the file has others. Raises as
    `all_measured`."""
    made, kept = all_measured(board_name, True, progress, jobs), committed.read_lines(file(board_name))
    why = f"it has {len(kept)} records, not {len(made)}" if len(kept) != len(made) else ""
    for old, new in zip(kept, made, strict=False):
        if not why and (different := committed.difference(old, new)):
            why = f"{new['operation']}: {different}"
    return f"{file(board_name).name} is stale ({why}); rewrite it with {REWRITE.format(board_name)}" if why else None


def with_radio() -> str:
    """Names of the boards with a radio, for messages."""
    return ", ".join(boards_with_radio())


@functools.cache
def cycles(board_name: str) -> dict[tuple[str, str | None], int]:
    """Cycles of each operation and curve, or field, on a board by all of its committed records, compiled for speed; of
    several algorithms the fastest, which is the board's own choice."""
    found: dict[tuple[str, str | None], int] = {}
    records = [
        *committed.of(board_name),
        *committed_pairings.of(board_name),
        *committed.read_lines(file(board_name)),
    ]
    for record in records:
        if record["profile"] == "fast" and record["verified"] and record["blinding"] == "none":
            key = (record["operation"], record["curve"] or record["field"])
            if key not in found or record["cycles"] < found[key]:
                found[key] = record["cycles"]
    return found

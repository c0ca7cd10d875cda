"""Records that `compare --deployed` needs of boards beyond those with a radio in their file: hashes, AES-CCM, and the
key of an implicit certificate. ./motecurve network compare --deployed --write measures them."""

import functools
from collections.abc import Sequence

from motelab import DATA
from motelab.boards import board as boards
from motelab.compare import committed
from motelab.measure import catalogue
from motelab.measure.bench import Progress
from motelab.measure.records import Record
from motelab.network.simulation import records

FILE = DATA / "network/more-boards.jsonl"
BOARDS = ("msp430f5438a", "nrf52840")
SYMMETRIC = ("hkdf-sha-256", "aes-ccm-encrypt", "aes-ccm-decrypt")
ON_CURVE = (("ecqv-public-key", "secp256r1"), ("ecdsa-keygen", "secp256r1"))
REWRITE = "./motecurve network compare --deployed --write"


@functools.cache
def of_file() -> tuple[Record, ...]:
    """The committed ones."""
    return tuple(committed.read_lines(FILE))


def measured(name: str, fresh: bool, progress: Progress) -> list[Record]:
    """Those of a board. ImageFailed if an image fails."""
    device = boards.load(name)
    requests = [r for operation, curve in ON_CURVE for r in catalogue.expand(device, (operation,), curve=curve)]
    found = committed.all_measured(name, requests, fresh, progress, 1)
    return found + [records.measured(device, operation) for operation in SYMMETRIC]


def write(progress: Progress) -> bool:
    """Measures all of them and writes the file; returns whether anything in it is new."""
    changed = committed.write_lines(FILE, [row for name in BOARDS for row in measured(name, False, progress)])
    of_file.cache_clear()
    return changed


def stale(names: Sequence[str], progress: Progress) -> list[str]:
    """Measures those of these boards again; a line for each board whose records differ."""
    found = []
    for name in names:
        kept = [row for row in of_file() if row["board"] == name]
        made = measured(name, True, progress)
        pairs = zip(kept, made, strict=False)
        if len(kept) != len(made) or any(committed.difference(old, new) for old, new in pairs):
            found.append(f"{FILE.name} is stale ({name}); rewrite it with {REWRITE}")
    return found

"""`python3 -m tests.src.ibe.ibe_times` prints the bytes of the objects of identity-based schemes, and microseconds of
processor time of their public functions on this host, encodings and all checks of points included, for a message of 32
bytes. Each is the median of 7 runs."""

import statistics
import sys
import time
from collections.abc import Callable

from tests.src.ibe.ibe_library import GROUPS, Ibe, Random
from tests.src.ibe.ibe_reference import AGREEMENT, ENCRYPTION, SIGNATURES, identity

RUNS = 7
ALICE, BOB, MESSAGE = identity(b"alice"), identity(b"bob"), bytes(32)


def microseconds(call: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = time.thread_time_ns()
        call()
        times.append((time.thread_time_ns() - start) / 1000)
    return statistics.median(times)


def times(ibe: Ibe) -> dict[str, float]:
    """Of one group, by operation."""
    _, master, parameters = ibe.setup(Random())
    keys = {use: ibe.extract(use, master, ALICE)[1] for use in (ENCRYPTION, SIGNATURES, AGREEMENT)}
    random = Random()
    ciphertext = ibe.encrypt(MESSAGE, ALICE, parameters, random)[1]
    basic = ibe.encrypt(MESSAGE, ALICE, parameters, random, "basic_")[1]
    signature = ibe.sign(keys[SIGNATURES], ALICE, MESSAGE)[1]
    calls: dict[str, Callable[[], object]] = {
        "extract a key for encryption": lambda: ibe.extract(ENCRYPTION, master, ALICE),
        "check it": lambda: ibe.private_key_check(keys[ENCRYPTION], ENCRYPTION, ALICE, parameters),
        "encrypt": lambda: ibe.encrypt(MESSAGE, ALICE, parameters, random),
        "decrypt": lambda: ibe.decrypt(keys[ENCRYPTION], ciphertext),
        "encrypt, basic": lambda: ibe.encrypt(MESSAGE, ALICE, parameters, random, "basic_"),
        "decrypt, basic": lambda: ibe.decrypt(keys[ENCRYPTION], basic, "basic_"),
        "sign": lambda: ibe.sign(keys[SIGNATURES], ALICE, MESSAGE),
        "verify": lambda: ibe.verify(signature, ALICE, MESSAGE, parameters),
        "agree": lambda: ibe.agree(32, keys[AGREEMENT], ALICE, BOB),
    }
    return {name: microseconds(call) for name, call in calls.items()}


def lengths(ibe: Ibe) -> dict[str, float]:
    """Bytes of one group's objects."""
    return {
        "master secret": ibe.size("master_secret"),
        "parameters": ibe.size("parameters"),
        "private key for encryption": ibe.size("private_key", ENCRYPTION),
        "private key for signatures": ibe.size("private_key", SIGNATURES),
        "private key for agreement": ibe.size("private_key", AGREEMENT),
        "ciphertext, beside the message": ibe.size("overhead"),
        "basic ciphertext, beside it": ibe.size("basic_overhead"),
        "signature": ibe.size("signature"),
    }


def table(what: str, found: dict[str, dict[str, float]]) -> str:
    """A column for each group."""
    lines = [f"| {what} | " + " | ".join(f"`{name}`" for name in found) + " |", "|---|" + "--:|" * len(found)]
    for row in next(iter(found.values())):
        lines.append(f"| {row} | " + " | ".join(f"{numbers[row]:,.0f}" for numbers in found.values()) + " |")
    return "\n".join(lines)


def main() -> int:
    groups = {name: Ibe(name, 64) for name in GROUPS}
    print(table("bytes", {name: lengths(ibe) for name, ibe in groups.items()}) + "\n")
    print(table("microseconds", {name: times(ibe) for name, ibe in groups.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

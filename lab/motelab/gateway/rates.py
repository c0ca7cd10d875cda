"""How many requests a pool answers in a second of wall time: with their text, as `--requests` reads them."""

import os
import statistics
import time
from collections.abc import Callable

from motecurve import Curve, PrivateKey, ecdsa, eddsa
from motelab.common.errors import MotecurveError
from motelab.gateway import lines as texts
from motelab.gateway.pool import Pool
from motelab.library import native_build

SECONDS, TURNS = 0.4, 5  # of one turn; with one thread and with several, in turns
SIGNERS = 64
MOST_AT_ONCE = 4096
Record = dict[str, str | int | float | bool]


def requests(curve: Curve, count: int) -> list[bytes]:
    """Request lines of valid signatures by SIGNERS keys in turn."""
    keys = [curve.generate_key() for _ in range(min(SIGNERS, count))]
    return [request(b"%d" % i, keys[i % len(keys)], b"message %d" % i) for i in range(count)]


def request(identifier: bytes, key: PrivateKey, message: bytes) -> bytes:
    """A request line with a signature of the message."""
    sign = ecdsa.sign if key.curve.is_weierstrass else eddsa.sign
    words = (key.public_key.to_bytes(), sign(key, message), message)
    return b" ".join((identifier, key.curve.name.encode(), *(word.hex().encode() or texts.EMPTY for word in words)))


def measure(name: str, at_once: int, threads: int) -> Record:
    """Signatures a second on so many threads, and on one, with `at_once` in a call: medians of turns. `speedup` is the
    ratio of both in a turn, `efficiency` that of what they verify in a second of processor time: 1 if the threads do
    not hinder each other, whatever else runs on this computer. Before, a bad signature must be named. Raises
    MotecurveError for a size that is too large, or a curve without signatures."""
    if not 1 <= at_once <= MOST_AT_ONCE:
        raise MotecurveError(f"batches of {at_once} signatures: give 1 to {MOST_AT_ONCE}")
    curve = texts.curve_of(name.encode())
    asked = requests(curve, max(at_once, SIGNERS))
    asked = [asked[i % len(asked)] for i in range(-(-len(asked) // at_once) * at_once)]
    spoiled = [asked[0] + b"00", *asked[1:]]
    if [one.split()[1] for one in texts.answers(spoiled)] != [b"invalid", *[b"valid"] * (len(asked) - 1)]:
        raise MotecurveError(f"{curve.name}: a signature is judged wrongly")
    turns = [(answered(asked, at_once, 1), answered(asked, at_once, threads)) for _ in range(TURNS)]

    def median(of: Callable[[tuple[float, float], tuple[float, float]], float]) -> float:
        return statistics.median(of(alone, several) for alone, several in turns)

    return {
        "curve": curve.name,
        "board": "host",
        "device": native_build.processor(),
        "batch": at_once,
        "threads": threads,
        "cores": os.cpu_count() or 1,
        "per_second": round(median(lambda alone, several: several[0])),
        "one_thread_per_second": round(median(lambda alone, several: alone[0])),
        "speedup": round(median(lambda alone, several: several[0] / alone[0]), 2),
        "per_processor_second": round(median(lambda alone, several: several[1])),
        "one_thread_per_processor_second": round(median(lambda alone, several: alone[1])),
        "efficiency": round(median(lambda alone, several: several[1] / alone[1]), 2),
        "verified": True,
    }


def answered(asked: list[bytes], at_once: int, threads: int) -> tuple[float, float]:
    """Answers a second of wall time and of processor time, over SECONDS; every one is `valid`. The latter is that of
    all threads, and does not fall with other programs' load."""
    jobs = [asked[i : i + at_once] for i in range(0, len(asked), at_once)]
    waiting, count = [], 0
    with Pool(texts.answers, threads, at_once) as pool:
        start, worked = time.perf_counter(), time.process_time()
        while time.perf_counter() - start < SECONDS:
            waiting.append(pool.submit(jobs[len(waiting) % len(jobs)]))
        for job in waiting:
            found = job.result()
            count += sum(one.endswith(b" valid\n") for one in found)
        taken, worked = time.perf_counter() - start, time.process_time() - worked
    if count != at_once * len(waiting):
        raise MotecurveError(f"{at_once * len(waiting) - count} signatures were judged wrongly")
    return count / taken, count / worked

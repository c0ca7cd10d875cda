"""The number of signatures that a host verifies in a second of processor time: one by one, as a batch of standard
signatures, as a batch of extended ones, of EdDSA as a batch. These are timed in turns in one process; each has first
named a bad signature among good ones. And the number of agreements by X25519 or X448, likewise."""

import dataclasses
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from motelab import BUILD, ROOT
from motelab.common import locks
from motelab.common.errors import ImageFailed, MotecurveError
from motelab.library import native_build
from motelab.measure import bench, native, records
from motelab.subjects import curves
from motelab.subjects.curves import Curve

SOURCE = ROOT / "simulators" / "host" / "batch" / "mc_batch.c"
AGREE = SOURCE.with_name("mc_agree.c")
BLOCKS, WORD_BITS, MOST_SIGNATURES = 31, 64, 4096
WAYS = ("single", "standard", "extended")
WAYS_OF_EDDSA = ("single", "eddsa")
WAYS_OF_AGREEMENTS = ("single", "together", "versus")
OPERATION = "batch"  # the operation's name in goals
Record = dict[str, str | int | float]


@dataclasses.dataclass(frozen=True)
class BatchRequest:
    """A measurement: so many signatures, by so many signers, on a curve; or so many agreements."""

    curve: str
    signatures: int = 0
    signers: int = 0
    agreements: int = 0

    @property
    def is_constant_time(self) -> bool:
        """In the private keys; signatures have no secrets."""
        return self.agreements > 0

    @property
    def command(self) -> str:
        """The command that repeats it."""
        if self.agreements:
            return f"./motecurve batch --curve {self.curve} --agreements {self.agreements}"
        return f"./motecurve batch --curve {self.curve} --signatures {self.signatures} --signers {self.signers}"


# The remark beside comparisons with other libraries, which have no such function.
COMPARED = BatchRequest("sect283k1", 1024, 1024)


def bench_record(request: BatchRequest) -> records.Record:
    """Verification of a batch of standard signatures, each batch on its own, as a record of the bench: times of one
    signature. One that fails is not verified, and a line on stderr says why."""
    known = {"board": "host", "curve": request.curve, "operation": f"ecdsa-verify-{OPERATION}", "backend": "c"}
    known |= {"algorithm": "standard", "word_bits": WORD_BITS, "constant_time": False, "threads": 1}
    known |= {"input": f"{request.signatures:,} signatures of {request.signers:,} signers, each verified on its own"}
    try:
        times = measured(curves.find(request.curve), request.signatures, request.signers)
        if "standard" not in times:
            raise MotecurveError(f"{request.curve} has no ECDSA")
        times = times["standard"]
    except MotecurveError as error:
        print(f"motecurve: {request.command}: {error}", file=sys.stderr)
        return records.new_record(verified=False, **known)
    low, middle, high = (round(time, 3) for time in (min(times), statistics.median(times), max(times)))
    return records.new_record(
        verified=True, device=native_build.processor(), microseconds=middle, min=low, median=middle, max=high,
        runs=BLOCKS, unit="microseconds", **known,
    )  # fmt: skip


def measure(curve: Curve, signatures: int, signers: int) -> Record:
    """The record of one curve: rates are medians of blocks, ratios are ratios of the medians of times; `reach` is the
    time of one of a standard batch, or of one of EdDSA, divided by that of one alone."""
    times = {way: statistics.median(blocks) for way, blocks in measured(curve, signatures, signers).items()}
    together = "eddsa" if "eddsa" in times else "standard"
    return {
        "curve": curve.name,
        "board": "host",
        "device": native_build.processor(),
        "signatures": signatures,
        "signers": signers,
        **{f"{way}_per_second": round(1e6 / time) for way, time in times.items()},
        **{f"{way}_ratio": round(times["single"] / time, 2) for way, time in times.items() if way != "single"},
        "reach": round(times[together] / times["single"], 3),
        "runs": BLOCKS,
        "verified": True,
    }


def requested(request: BatchRequest) -> Record:
    """The record of a request."""
    curve = curves.find(request.curve)
    if request.agreements:
        return measure_agreements(curve, request.agreements)
    return measure(curve, request.signatures, request.signers)


def measure_agreements(curve: Curve, agreements: int) -> Record:
    """The record of agreements at once on a Montgomery curve, beside OpenSSL's one by one, all in one process, which
    has compared all secrets. Rates and ratios are as those of `measure`, but of the least times of blocks: other work
    on the same core slows OpenSSL's words more than vectors. `reach` is the time of one of a batch divided by that of
    one of OpenSSL's."""
    if curve.form != "Montgomery":
        raise MotecurveError(f"{curve.name}: many agreements at once are of X25519 and X448, on Montgomery curves")
    if not 1 <= agreements <= MOST_SIGNATURES:
        raise MotecurveError(f"{agreements} agreements: give 1 to {MOST_SIGNATURES}")
    answer = run_program("mc-agree", AGREE, [curve.name, str(agreements), str(BLOCKS)], ("-lcrypto",))
    times = {way: min(answer[way]) / agreements for way in WAYS_OF_AGREEMENTS}
    return {
        "curve": curve.name,
        "board": "host",
        "device": native_build.processor(),
        "agreements": agreements,
        "constant_time": True,
        **{f"{way}_per_second": round(1e6 / time) for way, time in times.items()},
        "microseconds": round(times["together"], 3),
        "together_ratio": round(times["single"] / times["together"], 2),
        "versus": answer["name"],
        "versus_ratio": round(times["versus"] / times["together"], 2),
        "reach": round(times["together"] / times["versus"], 3),
        "runs": BLOCKS,
        "verified": True,
    }


def beside(record: Record, curve: Curve, versus: str) -> Record:
    """The comparison's part of a record: verifications a second by another library, which has no batches, and the
    ratio of rate (a) or, of EdDSA, (c) to that; None if it does not have the curve. The bench times single
    verifications of both in turns, so that other work on this computer slows both."""
    is_eddsa = "eddsa_per_second" in record
    operation = "eddsa-verify" if is_eddsa else "ecdsa-verify"
    request = bench.Request(board="host", operation=operation, curve=curve.name, versus=versus)
    compared = bench.measure_one(bench.select(request), versus=native.Other(versus))
    ratio = compared["ratio"]
    batch = "eddsa" if is_eddsa else "standard"
    return {
        "versus": compared["versus"],
        "versus_per_second": ratio and round(record["single_per_second"] / ratio),
        "versus_ratio": ratio and round(record[f"{batch}_per_second"] / record["single_per_second"] * ratio, 2),
    }


def measured(curve: Curve, signatures: int, signers: int) -> dict[str, list[float]]:
    """Each way's microseconds of one signature, by block."""
    if not 1 <= signers <= signatures <= MOST_SIGNATURES:
        raise MotecurveError(
            f"{signatures} signatures by {signers} signers: give 1 to {MOST_SIGNATURES} signatures, and no more "
            "signers than signatures"
        )
    try:
        found = run_program("mc-batch", SOURCE, [curve.name, str(signatures), str(signers), str(BLOCKS)])
    except NoSubject as error:
        raise MotecurveError(f"{curve.name} has no signatures, or is not in this build of the library") from error
    return {way: [block / signatures for block in blocks] for way, blocks in found.items()}


class NoSubject(MotecurveError):
    """The program refuses its arguments."""


def run_program(name: str, source: Path, arguments: list[str], more: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a program that calls the host library prints. NoSubject for status 2, ImageFailed for others."""
    library = native_build.shared_library(WORD_BITS)
    flags = (f"-L{library.parent}", "-lmotecurve", *more, f"-Wl,-rpath,{library.parent}")
    runner = native_build.compiled(name, [source], flags)
    with locks.held(BUILD / "native.lock"):  # one measurement at a time
        done = subprocess.run([runner, *arguments], capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise NoSubject(last) if done.returncode == 2 else ImageFailed(f"{arguments[0]}: {last}")
    return json.loads(done.stdout)

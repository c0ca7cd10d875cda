"""How many signatures a host verifies in a second of processor time: one by one, as a batch of standard signatures, as
a batch of extended ones. The three are timed in turns in one process; each has named a bad signature among good ones
before."""

import fcntl
import json
import statistics
import subprocess

from motecurve import BUILD, ROOT, native_build
from motecurve.curves import Curve
from motecurve.errors import ImageFailed, MotecurveError

SOURCE = ROOT / "simulators" / "host" / "batch" / "mc_batch.c"
BLOCKS, WORD_BITS, MOST_SIGNATURES = 31, 64, 4096
WAYS = ("single", "standard", "extended")
Record = dict[str, str | int | float]


def measure(curve: Curve, signatures: int, signers: int) -> Record:
    """The record of one curve: rates are medians of blocks, ratios those of the medians of times."""
    if not 1 <= signers <= signatures <= MOST_SIGNATURES:
        raise MotecurveError(
            f"{signatures} signatures by {signers} signers: there are 1 to {MOST_SIGNATURES} signatures, and no more "
            "signers than these"
        )
    library = native_build.shared_library(WORD_BITS)
    flags = (f"-L{library.parent}", "-lmotecurve", f"-Wl,-rpath,{library.parent}")
    runner = native_build.compiled("mc-batch", [SOURCE], flags)
    with (BUILD / "native.lock").open("w") as lock:  # one measurement at a time
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [runner, curve.name, str(signatures), str(signers), str(BLOCKS)]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 2:
        raise MotecurveError(f"{curve.name} has no ECDSA, or is not in this build of the library")
    if done.returncode:
        raise ImageFailed(f"{curve.name}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}")
    times = {way: statistics.median(blocks) / signatures for way, blocks in json.loads(done.stdout).items()}
    return {
        "curve": curve.name,
        "board": "host",
        "device": native_build.processor(),
        "signatures": signatures,
        "signers": signers,
        **{f"{way}_per_second": round(1e6 / times[way]) for way in WAYS},
        **{f"{way}_ratio": round(times["single"] / times[way], 2) for way in WAYS[1:]},
        "runs": BLOCKS,
        "verified": True,
    }

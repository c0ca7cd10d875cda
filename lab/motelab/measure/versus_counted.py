"""Counts the instructions of another library for an operation on a simulated board, on our random cases, with each
result compared with the known answer. Its random draws are the same every time, so the count is too."""

import dataclasses
import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from motelab.boards import qemu
from motelab.boards.board import Board
from motelab.boards.selection import Selection
from motelab.common import cache
from motelab.common.files import digest
from motelab.common.names import one_of
from motelab.measure import native, openssl_armhf, operation_counts
from motelab.measure.native import Numbers
from motelab.measure.records import Record
from motelab.subjects import nonces
from motelab.subjects.curves import Curve
from motelab.subjects.known_answers import Case

SYMBOL = "mc_counted_run"


@dataclasses.dataclass(frozen=True)
class Counted:
    """The results of a library: instructions and outputs of each case; or the reason why it could not run. `version`
    also names the processor features that it uses."""

    version: str
    reason: str | None
    instructions: tuple[int, ...] = ()
    results: tuple[Numbers, ...] = ()

    @property
    def typical(self) -> int:
        """The lower median, as for our counts."""
        return statistics.median_low(self.instructions)


def comparison(chosen: Selection, cases: list[Case], ours: int, versus: str, fresh: bool = False) -> Record:
    """The comparison's part of a record whose operation takes us `ours` instructions: the ratio is theirs to ours. If
    there is no comparison, the reason goes to stderr. Raises as `require` does."""
    counted = count(chosen, cases, versus, fresh)
    reason = counted.reason or disagreement(chosen, cases, counted.results)
    if reason:
        what = f"{chosen.operation.name} on {chosen.curve.name}"
        print(f"motecurve: {what}: no comparison with {versus}: {reason}", file=sys.stderr)
        return {"versus": None, "versus_instructions": None, "ratio": None}
    theirs = counted.typical
    return {"versus": counted.version, "versus_instructions": theirs, "ratio": round(theirs / ours, 3)}


def count(chosen: Selection, cases: list[Case], versus: str, fresh: bool = False) -> Counted:
    """Runs the library, or takes the results from an earlier time; raises as `require` does."""
    program = require(chosen.board, versus)
    lines = [f"curve {native.written(native.parameters(chosen.curve))}"]
    lines += [f"time {native.written(inputs(chosen, case))}" for case in cases]
    data = ("\n".join(lines) + "\n").encode()
    options = ("--library", versus, *native.subject_options(chosen))
    launch = qemu.Launch(
        "qemu-arm",
        ("-cpu", chosen.board.mcu),
        plugin_arguments=("code=mixed",),
        image_arguments=tuple(map(str, options)),
        may_not_call=True,  # if it refuses the curve
    )
    key = digest(program.read_bytes(), data, repr(launch), qemu.fingerprint())
    answer = None if fresh else cache.get(key)
    if answer is None:
        run = qemu.execute(program, measure=SYMBOL, data=data, launch=launch)
        answer = json.loads(run.output) | {"instructions": [one.instructions for one in run.runs]}
        cache.put(key, answer)
    results = [{name: int(value, 16) for name, value in one.items()} for one in answer["results"]]
    named = f"{answer['version']}, Debian {openssl_armhf.version()}"
    return Counted(named, answer["reason"], tuple(answer["instructions"]), tuple(results))


def require(board: Board, versus: str) -> Path:
    """The program that runs the library, built if necessary. MotecurveError if the board runs no such library, or it
    is missing."""
    one_of(f"library that {board.name} runs", versus, board.versus)
    return openssl_armhf.program()


def inputs(chosen: Selection, case: Case) -> Numbers:
    """The input numbers of a case."""
    return {name: case.get(name, 0) for name, _ in chosen.operation.inputs if name}


def disagreement(chosen: Selection, cases: Sequence[Case], results: Sequence[Numbers]) -> str | None:
    """The fault of a library's results: a signature, whose nonce it drew, must be valid, everything else equal to the
    known answer."""
    for case, result in zip(cases, results, strict=True):
        if result["status"]:
            return "it reports an error"
        if chosen.operation.name == "ecdsa-sign":
            if not is_signature(chosen.curve, case, result["r"], result["s"]):
                return "its result is not valid"
            continue
        expected = {name: case.get(name, 0) for name, _ in chosen.operation.outputs if name}
        if {name: result.get(name) for name in expected} != expected:
            return "its result differs"
    return None


def is_signature(curve: Curve, case: Case, r: int, s: int) -> bool:
    """Whether (r, s) is an ECDSA signature of the case's digest with its private key, by Python's arithmetic."""
    n = curve.order
    if not (0 < r < n and 0 < s < n):
        return False
    e = case["digest"] >> max(0, 8 * nonces.DIGEST_BYTES - n.bit_length())
    point = operation_counts.multiple(curve, pow(s, -1, n) * (e + r * case["d"]) % n)
    return point is not None and point[0] % n == r

"""Times of pairings on this computer, in one process with OpenSSL's ECDH on secp256r1, the measure that everybody
knows, and for BLS12-381 with blst, in turns. A pairing is that of checked points: Miller's loop and the final power.
Results are compared with the known answers of PARI/GP, and blst's with ours."""

import ctypes
import dataclasses
import importlib
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from codegen.fields import load_pairings
from motelab import BUILD
from motelab.common import locks
from motelab.common.errors import ImageFailed, MotecurveError
from motelab.common.names import one_of
from motelab.library import native_build, pairing_build
from motelab.subjects import known_answers
from motelab.subjects.known_answers import Case
from motelab.subjects.pairing_points import compressed

OPERATION = "pairing-times"  # the operation's name in goals
OPERATIONS = {"tate": "pairing-tate", "bls12": "pairing-ate"}  # of known answers, by family
BLOCKS, BLOCK_MICROSECONDS, WORD_BITS = 41, 6000, 64
BLST = "chia_rs"  # the Python package with blst that times are compared with: it has its pairing as a function
PADDING = 64  # vectors may not read beyond an element, but a fault would show elsewhere
Record = dict[str, Any]
Call = Callable[[], None]


@dataclasses.dataclass(frozen=True)
class PairingRequest:
    """A measurement of the pairing of one group of curves/pairings.json, beside blst if `versus` says so."""

    curve: str
    versus: str = ""

    @property
    def command(self) -> str:
        """The command that repeats it."""
        return "./motecurve tables --source goals --table pairings"


class Ours:
    """The pairing of a case of known answers, and its value as the library holds it."""

    def __init__(self, curve: str, case: Case):
        record = load_pairings()[one_of("group", curve, self.groups())]
        self.field, self.p = record["field"]["name"], int(record["field"]["p"], 16)
        self.words = -(-self.p.bit_length() // WORD_BITS)
        self.library = ctypes.CDLL(str(pairing_build.build(curve, WORD_BITS)))
        self.points = [self._point(case, letter) for letter in "pq"]
        self.expected = self._elements(case, "r")
        self.value = ctypes.create_string_buffer(len(self.expected) + PADDING)
        self.between = ctypes.create_string_buffer(len(self.expected) + PADDING)
        self.call: Call = self.tate if record["family"] == "tate" else self.ate

    @staticmethod
    def groups() -> list[str]:
        return [name for name, record in load_pairings().items() if record["family"] in OPERATIONS]

    def _elements(self, case: Case, letter: str) -> bytes:
        """The coordinates of a case that begin with the letter, in its order, in Montgomery form."""
        values = [value for name, value in case.items() if name[0] == letter]
        radix, size = 1 << WORD_BITS * self.words, self.words * WORD_BITS // 8
        return b"".join((value * radix % self.p).to_bytes(size, "little") for value in values)

    def _point(self, case: Case, letter: str) -> bytes:
        """A point: its coordinates, then the mask that says whether it is infinity, which points of Tate pairings do
        not have."""
        coordinates = self._elements(case, letter)
        return coordinates + (b"\0" if any(coordinates) else b"\xff") * (WORD_BITS // 8)

    def tate(self) -> None:
        self.library[f"mc_{self.field}_tate_pairing"](self.value, *self.points)

    def ate(self) -> None:
        self.library[f"mc_{self.field}_bls12_miller"](self.between, *self.points, 1)
        self.library[f"mc_{self.field}_bls12_final"](self.value, self.between)

    def check(self) -> bytes:
        """The value's bytes; ImageFailed if they are not the known answer."""
        self.call()
        value = self.value.raw[: len(self.expected)]
        if value != self.expected:
            raise ImageFailed(f"a pairing over {self.field} has a wrong result")
        return value


class SideOfRunner(ctypes.Structure):
    """struct side of simulators/host/side.h."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in ("name", "version", "open", "prepare", "run", "results"))


def yardstick() -> tuple[Call, str]:
    """OpenSSL's ECDH on secp256r1, and its version. MissingTool without its headers, MotecurveError without the
    curve."""
    side = SideOfRunner.in_dll(ctypes.CDLL(str(native_build.yardstick())), "mc_native_side")
    reason = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p)(side.open)(None, None)
    if reason:
        raise MotecurveError(f"OpenSSL: {reason.decode()}")
    prepared = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(side.prepare)(None)
    run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t)(side.run)
    version = ctypes.CFUNCTYPE(ctypes.c_char_p)(side.version)()
    return lambda: run(prepared, 1), version.decode()


def blst(case: Case, p: int, expected: bytes) -> Call:
    """blst's pairing of the case. MotecurveError if it is not installed, ImageFailed if its value is not ours."""
    try:
        package = importlib.import_module(BLST)
    except ImportError as error:
        raise MotecurveError(
            f"blst is compared through the Python package {BLST}, which is not installed; install it with: "
            f".venv/bin/python -m pip install {BLST}"
        ) from error
    g1 = package.G1Element.from_bytes(compressed([case["px"]], [case["py"]], p))
    g2 = package.G2Element.from_bytes(compressed([case["qx1"], case["qx0"]], [case["qy1"], case["qy0"]], p))
    if g1.pair(g2).to_bytes() != expected:
        raise ImageFailed("blst's pairing has another value than ours")
    return lambda: g1.pair(g2)


def in_turns(calls: Sequence[Call]) -> list[float]:
    """Microseconds of each call: medians of blocks that took turns."""
    counts, times = [], [[] for _ in calls]
    for call in calls:
        started = time.perf_counter()
        call()
        counts.append(max(1, round(BLOCK_MICROSECONDS / 1e6 / (time.perf_counter() - started))))
    for _ in range(BLOCKS):
        for call, count, blocks in zip(calls, counts, times, strict=True):
            started = time.perf_counter()
            for _ in range(count):
                call()
            blocks.append(1e6 * (time.perf_counter() - started) / count)
    return [statistics.median(blocks) for blocks in times]


def measure(request: PairingRequest) -> Record:
    """microseconds of a pairing, ecdh_multiple, and with blst its time divided into ours, blst_multiple; `note` tells
    the times behind them. Raises what Ours, yardstick and blst raise."""
    family = load_pairings()[one_of("group", request.curve, Ours.groups())]["family"]
    cases = known_answers.load(request.curve, OPERATIONS[family])
    for case in (*cases.edge, *cases.random):
        Ours(request.curve, case).check()
    ours = Ours(request.curve, cases.random[0])
    expected = ours.check()
    ecdh, version = yardstick()
    others = [blst(cases.random[0], ours.p, expected)] if request.versus else []
    with locks.held(BUILD / "native.lock"):  # one measurement at a time
        microseconds, of_ecdh, *of_blst = in_turns([ours.call, ecdh, *others])
    ours.check()
    multiple = round(microseconds / of_ecdh, 2)
    note = f"{microseconds:.0f} us, {multiple} times ECDH on secp256r1 by {version} ({of_ecdh:.1f} us)"
    record = {"curve": request.curve, "board": "host", "device": native_build.processor(), "verified": True}
    record |= {"microseconds": round(microseconds, 1), "ecdh_multiple": multiple, "constant_time": True}
    for theirs in of_blst:
        record["blst_multiple"] = round(microseconds / theirs, 3)
        note += f"; blst {theirs:.0f} us"
    return record | {"note": note}

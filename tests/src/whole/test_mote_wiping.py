"""On motes nothing of a secret stays behind: one image for a board and a curve calls every public function that takes
or makes one, and reads its own stack after each call."""

import ctypes
import itertools
import subprocess

import pytest

from motelab import ROOT
from motelab.boards import board as boards
from motelab.library import host
from tests.src.native.x86_64 import processor
from tests.src.whole.wiping import host as calls_on_host
from tests.src.whole.wiping import mote, secrets
from tests.src.whole.wiping.calls import Call, Subject
from tests.src.whole.wiping.described import calls_by_hand, calls_on, calls_without_curve

pytestmark = pytest.mark.skipif(not processor.has("lm"), reason="the program that makes their inputs is for x86-64")

HASHED_PART_BYTES = 8  # compilers spill single words of hashed data
PART_BYTES = 4  # four bytes of a secret would be found by chance once in ten thousand runs
SLOW = [
    *(("micaz", "Ed25519"), ("micaz", "Curve25519"), ("msp430f5438a", "sect163k1"), ("msp430f5438a", "Ed25519")),
    *(("cortex-m0plus", "sect163k1"), ("cortex-m0plus", "sect283r1"), ("cortex-m0plus", "Curve25519")),
]


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """The host library's answers about public values."""
    program = calls_on_host.program(tmp_path_factory.mktemp("inputs"), host.build(64) / "libmotecurve.a")
    return calls_on_host.asker(program)


def left_behind(
    board: str, subject: Subject, calls: list[Call], part_bytes: int = PART_BYTES, profile: str = "fast"
) -> dict[str, dict[str, bytes]]:
    """For each function, the secrets that were found, and the longest part of each."""
    calls, found = [call for call in calls if mote.is_on_motes(call)], {}
    made = mote.answers(board, subject.name, subject.form, calls, profile)
    for call, answer in zip(calls, made, strict=True):
        assert answer.status == 0, (call.function, answer.status)
        if parts := secrets.found_in(answer.stack, {**call.secret, **call.made(answer.outputs)}, part_bytes):
            found[call.function] = parts
    return found


@pytest.mark.parametrize(
    ("board", "curve"),
    [("micaz", "sect163k1"), *(pytest.param(*each, marks=(pytest.mark.slow, pytest.mark.turns(3))) for each in SLOW)],
)
def test_calls_on_curves_leave_nothing(ask, board, curve):
    subject = Subject(curve, ask, boards.load(board).word_bits)
    host.require(subject.field)
    assert left_behind(board, subject, calls_on(subject)) == {}


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("board", "profile", "curve"),
    [
        *itertools.product(
            ["cortex-m0plus", "cortex-m4", "msp430f5438a", "micaz"], ["small", "balanced"], ["secp256r1"]
        ),
        *(
            ("cortex-m4", "small", "Ed25519"),
            ("cortex-m4", "small", "Curve25519"),
            ("cortex-m0plus", "small", "Curve25519"),
        ),
        *itertools.product(["cortex-m0plus", "cortex-m4"], ["balanced"], ["Curve25519"]),
    ],
)
def test_calls_for_size_leave_nothing(ask, board, profile, curve):
    """Their frames are other ones, and the depth that is wiped is another one (MC_WIPE_DEPTH)."""
    subject = Subject(curve, ask, boards.load(board).word_bits)
    host.require(subject.field)
    assert left_behind(board, subject, calls_by_hand(subject), profile=profile) == {}


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize("board", ["micaz", "msp430f5438a", "cortex-m0plus"])
def test_calls_without_curve_leave_nothing(ask, board):
    subject = Subject("sect163k1", ask, boards.load(board).word_bits)
    assert left_behind(board, subject, calls_without_curve(subject), HASHED_PART_BYTES) == {}


@pytest.mark.parametrize("branch", ["-DMC_WORD_BITS=64", "-DMC_WORD_BITS=32", "-DMC_WORD_BITS=32 -D__thumb2__"])
def test_mc_wipe_takes_each_byte(branch, tmp_path):
    """At every place in a word, of every length, and none beside: as on hosts, byte by byte, and with the branch of
    Thumb-2."""
    source, library = ROOT / "src/word/wipe.c", tmp_path / "wipe.so"
    folders = [f"-I{ROOT / folder}" for folder in ("src", "generated", "include")]
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", *branch.split(), *folders, source, "-o", library], check=True)
    wipe = ctypes.CDLL(str(library)).mc_wipe
    for place, length in itertools.product(range(8), range(20)):
        buffer = ctypes.create_string_buffer(b"\xff" * 32, 32)
        wipe(ctypes.c_void_p(ctypes.addressof(buffer) + place), ctypes.c_size_t(length))
        assert buffer.raw == b"\xff" * place + bytes(length) + b"\xff" * (32 - place - length)

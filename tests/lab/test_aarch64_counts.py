"""Instructions of 64-bit Arm: the plugin counts what a program executes inside a routine; ours and OpenSSL's results
are known answers; committed counts are up to date."""

import json
import shutil
import subprocess

import pytest

from motelab.common.errors import ImageFailed
from motelab.compare import committed_host, goals
from motelab.library import host
from motelab.measure import aarch64_counts, arm_package, versus_counted
from motelab.measure.aarch64_counts import COMPILER, EMULATOR, CountRequest
from motelab.subjects import curves

pytestmark = pytest.mark.skipif(not all(map(shutil.which, (COMPILER, EMULATOR))), reason="no compiler or emulator")
GOALS = [match.request for _, match in goals.paired("host") if isinstance(match.request, CountRequest)]
# Two runs, of 3 + 2 n and of 5 instructions and what they call; the second through a register.
PROGRAM = """
.globl _start, mc_counted_run, inner
_start:
    mov x20, #{rounds}
    bl mc_counted_run
    mov x20, #1
    adr x9, mc_counted_run
    blr x9
    {end}
mc_counted_run:
    mov x21, x30
again:
    subs x20, x20, #1
    b.ne again
    bl inner
    mov x30, x21
    ret
inner:
    nop
    ret
exit:
    mov x0, #0
    mov x8, #93
    svc #0
"""


@pytest.fixture
def program(tmp_path):
    def make(rounds: int, end: str = "b exit"):
        (tmp_path / "program.S").write_text(PROGRAM.format(rounds=rounds, end=end))
        made = tmp_path / "program"
        words = [COMPILER, "-nostdlib", "-static", "-no-pie", tmp_path / "program.S", "-o", made]
        subprocess.run(words, check=True)
        return made

    return make


def counts(program) -> list[int]:
    out = program.with_name("counts")
    entry = aarch64_counts.qemu.address_of(program, versus_counted.SYMBOL)
    command = [EMULATOR, "-plugin", f"{aarch64_counts.plugin()},out={out},measure={entry}", program]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text())["instructions"]


@pytest.mark.parametrize("rounds", [1, 2, 1000])
def test_every_instruction_counts(program, rounds):
    """Those of called routines too, those outside not."""
    assert counts(program(rounds)) == [4 + 2 * rounds + 2, 4 + 2 + 2]


def test_a_jump_is_no_call(program):
    with pytest.raises(AssertionError, match="jumped to, not called"):
        counts(program(1, "b mc_counted_run"))


@pytest.fixture(scope="session")
def openssl():
    try:
        aarch64_counts.openssl_program()
    except arm_package.NotFetched as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("request_", GOALS, ids=lambda request: request.curve)
def test_committed_counts(openssl, request_):
    """Both sides are counted anew, with every result compared. Another version of OpenSSL has other counts."""
    host.require(curves.find(request_.curve).field)
    record, committed = aarch64_counts.measure(request_), committed_host.counts()[request_]
    assert record["verified"] and "pmull" in record["level"] and "OPENSSL_armcap" in record["versus"]
    assert record["instructions"] == committed["instructions"], "renew: python -m tools.host_figures goals"
    if record["versus"] == committed["versus"]:
        assert record | {"date": committed["date"]} == committed


@pytest.mark.parametrize(
    ("curve", "operation"), [("secp256r1", "ecdsa-sign"), ("secp256r1", "ecdsa-verify"), ("Ed25519", "eddsa-sign")]
)
def test_our_results_are_known_answers(curve, operation):
    field = curves.find(curve).field
    host.require(field)
    counted = aarch64_counts.counted(CountRequest(curve, operation), aarch64_counts.our_program(field), "ours")
    assert 50_000 < counted["instructions"] < 5_000_000


def test_a_wrong_result_has_no_count(monkeypatch):
    host.require("fp255")
    run = aarch64_counts.run

    def altered(*arguments):
        answer = run(*arguments)
        answer["results"][-1]["secret"] = "1"
        return answer

    monkeypatch.setattr(aarch64_counts, "run", altered)
    with pytest.raises(ImageFailed, match="ecdh on Curve25519 on aarch64, ours: its result differs"):
        aarch64_counts.counted(CountRequest("Curve25519"), aarch64_counts.our_program("fp255"), "ours")


def test_what_the_library_lacks(monkeypatch):
    host.require("fp255")
    with pytest.raises(ImageFailed, match="ecdsa-sign on secp256r1 on aarch64, ours: it lacks this curve"):
        aarch64_counts.counted(CountRequest("secp256r1", "ecdsa-sign"), aarch64_counts.our_program("fp255"), "ours")

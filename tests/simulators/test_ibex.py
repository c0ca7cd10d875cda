"""The Ibex boards: cycles of instructions beside the core's documentation and its own counter, counts, errors, and the
build of the simulator."""

import re

import pytest

from motelab.boards import board, ibex
from motelab.boards.execution import Routine
from motelab.common.errors import ImageFailed, MissingTool, MotecurveError
from tests.simulators.ibex import build, forms

# Its simulator has all that the other's has; the tests of both cores build both.
NAME = "ibex-b"


def run(elf, name=NAME, measure="measured", **options):
    return ibex.execute(elf, measure=measure, **board.load(name).machine, **options)


def check_forms(name: str, folder) -> None:
    elf = build.image(name, forms.source(name == "ibex-b"), folder)
    found = {routine.routine: routine.cycles_total for routine in run(elf, name, "all", profile=True).profile}
    measured = {
        form.name: (found[f"form{n}"] - found["form_empty"]) / forms.REPEATED
        for n, form in enumerate(forms.FORMS)
        if f"form{n}" in found
    }
    expected = {form.name: form.cycles for form in forms.FORMS if name == "ibex-b" or not form.b}
    assert measured == expected


def test_cycles_of_instructions(tmp_path):
    check_forms("ibex-b", tmp_path)


@pytest.mark.slow
def test_cycles_of_instructions_without_bit_manipulation(tmp_path):
    check_forms("ibex", tmp_path)


@pytest.mark.slow
def test_a_core_without_bit_manipulation_has_none(tmp_path):
    text = '.include "io.inc"\nroutine main\n.option arch, +zbc\nclmul a0, a0, a0\nexit_with 0\nend main\n'
    with pytest.raises(ImageFailed, match="an instruction that the core lacks: 0xaa51533"):
        run(build.image("ibex", text, tmp_path), "ibex", None)


@pytest.fixture(scope="module")
def routines(tmp_path_factory):
    return build.image(NAME, build.FOLDER / "routines.S", tmp_path_factory.mktemp("ibex"))


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    return build.image(NAME, build.FOLDER / "faults.S", tmp_path_factory.mktemp("ibex"))


def run_of(elf, measure, secret=0, **options):
    (found,) = run(elf, measure=measure, data=bytes([secret]), **options).runs
    return found


def test_counts(routines):
    found = run_of(routines, "counted")
    assert (found.loads, found.stores, found.xors) == (4, 3, 2)
    assert (found.instructions, found.stack_bytes) == (15, 16)
    assert run_of(routines, "framed").stack_bytes == 2000


def test_the_counter_of_the_core_agrees(routines):
    """mcycle over 17 sums and the upper half of a product; the measured run adds the second reading of the counter, a
    difference, a constant of one instruction, a store and the return."""
    found = run(routines, measure="counter", data=b"\x5a")
    assert found.output == bytes([1 + 17 + 2, 0x5A])
    assert found.runs[0].cycles == 20 + 1 + 1 + 1 + 1 + 2


def test_every_run_and_version(routines):
    execution = run(routines, measure="twice", data=b"\x5a")
    assert [found.cycles for found in execution.runs] == [2, 2] and execution.runs[0].stack_bytes == 0
    assert re.fullmatch(r"mc-ibex [\d.]+ \(Ibex [\w.]+, Verilator [\d.]+\)", ibex.version())


def test_secrets_show(routines):
    even, odd = (run_of(routines, "branches", secret) for secret in (2, 3))
    assert even.trace_hash != odd.trace_hash and even.address_hash == odd.address_hash
    low, high = (run_of(routines, "indexes", secret) for secret in (2, 3))
    assert low.cycles == high.cycles
    assert low.trace_hash == high.trace_hash and low.address_hash != high.address_hash
    traces = [ibex.full_trace(routines, measure="indexes", mcu=NAME, data=bytes([secret])) for secret in (2, 3)]
    differ = [i for i, pair in enumerate(zip(*(t.addresses for t in traces), strict=True)) if len(set(pair)) > 1]
    assert [traces[1].addresses[i] - traces[0].addresses[i] for i in differ] == [1]
    entry = traces[0].counters[0]
    assert list(traces[0].counters) == [entry + 4 * i for i in range(6)] == list(traces[1].counters)


def test_stack_dump_shows_what_was_not_wiped(routines):
    forgets, wipes = (run_of(routines, name, 0xA7, stack_dump=True).stack_dump for name in ("forgets", "wipes"))
    assert (forgets[0], wipes[0], len(forgets)) == (0xA7, 0, 16)


def test_profile(routines):
    """Calls with nothing on the stack, and jumps, belong to the routine that made them until it returns."""
    execution = run(routines, measure="outer", data=b"\0", profile=True)
    found = {routine.routine: routine for routine in execution.profile}
    calls = {name: found[name].calls for name in found}
    assert calls == {"outer": 1, "inner": 3, "beside": 1, "last": 1}
    total = execution.runs[0].cycles
    assert sum(routine.cycles_self for routine in execution.profile) == total == found["outer"].cycles_total
    assert found["inner"] == Routine("inner", 3, 6, 6) and found["last"].cycles_self == 3
    assert found["beside"].cycles_total == found["beside"].cycles_self + 2


FAULTS = {  # byte that chooses the fault in faults.S: part of the message
    1: "ended with code 7",
    2: "input exhausted: the image read more than its 1 bytes",
    3: "sleeps for ever",
    4: "an instruction that the core lacks: 0xffffffff (pc 0x",
    5: "ecall: 0x73 (pc 0x",
    6: "the core left the code at pc 0x",
    7: "the stack ran into the variables",
    8: "a store to 0x100, where nothing can be written (pc 0x",
    9: "no exit after 100000 cycles",
    10: "ended inside measured",
    11: "a load from 0x20010000, where there is nothing (pc 0x",
    12: "a store to 0x20010000, where nothing can be written (pc 0x",
    13: "ebreak: 0x",
    14: "for 0x20000000",
    15: "calls nest deeper than 1024",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_have_their_message(faults, fault):
    with pytest.raises(ImageFailed, match=re.escape(FAULTS[fault])):
        run(faults, data=bytes([fault]), max_cycles=100_000)


def test_bad_requests(faults):
    assert len(run(faults, data=b"\0").runs) == 1
    with pytest.raises(ImageFailed, match="never called never_called"):
        run(faults, measure="never_called", data=b"\0")
    with pytest.raises(ImageFailed, match="no routine nowhere"):
        run(faults, measure="nowhere", data=b"\0")
    with pytest.raises(MotecurveError, match="there is no Ibex z80; it is one of ibex, ibex-b"):
        ibex.execute(faults, measure=None, mcu="z80")


def test_missing_tools_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(ibex, "BUILD", tmp_path)
    monkeypatch.setattr(ibex, "NEEDED", {"no-such-tool": "its-package"})
    with pytest.raises(MissingTool, match=r"no-such-tool is not installed.* apt-get install its-package"):
        ibex.simulator.__wrapped__(NAME)


@pytest.mark.slow
def test_another_package_is_refused(tmp_path, monkeypatch):
    """The hash of another package is refused, and the next try begins anew."""
    lock = tmp_path / "requirements.lock"
    lock.write_text(re.sub(r"sha256:\w{8}", "sha256:00000000", ibex.LOCK_FILE.read_text()))
    monkeypatch.setattr(ibex, "BUILD", tmp_path)
    monkeypatch.setattr(ibex, "LOCK_FILE", lock)
    with pytest.raises(MotecurveError, match=r"the RTL of Ibex failed .*DO NOT MATCH THE HASHES"):
        ibex._rtl()
    assert not list((tmp_path / "tools").glob("ibex-rtl-*[0-9]"))

"""The AVR simulator: its cycles against the instruction set manual, its counts, hashes, profile and errors."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from motelab import ROOT
from motelab.boards import simavr
from motelab.boards.execution import Routine, Trace
from motelab.common.errors import ImageFailed, MissingTool, MotecurveError
from tests.simulators.avr import forms

FIRMWARE = ROOT / "tests/simulators/avr"


def assemble(source: Path, elf: Path, mcu: str = "atmega128") -> Path:
    command = ["avr-gcc", f"-mmcu={mcu}", f"-Wa,-I{FIRMWARE}", source, "-o", elf]
    subprocess.run(command, check=True)
    return elf


@pytest.fixture(scope="module")
def routines(tmp_path_factory) -> Path:
    return assemble(FIRMWARE / "routines.S", tmp_path_factory.mktemp("avr") / "routines.elf")


@pytest.fixture(scope="module")
def faults(tmp_path_factory) -> Path:
    return assemble(FIRMWARE / "faults.S", tmp_path_factory.mktemp("avr") / "faults.elf")


def run_of(elf: Path, measure: str, secret: int = 0, **options):
    (run,) = simavr.execute(elf, measure=measure, data=bytes([secret]), **options).runs
    return run


@pytest.mark.parametrize("missing", ["pkg-config", "dpkg-query"])
def test_version_is_the_same_whoever_is_asked(monkeypatch, missing):
    """Records name it, and a machine may have only one of the two."""
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == missing else which(name))
    if which("pkg-config") and which("dpkg-query"):
        assert simavr.version.__wrapped__() == simavr.version()
    else:
        assert re.fullmatch(r"simavr \d+\.\d+", simavr.version())


@pytest.mark.parametrize("core", forms.CORES, ids=lambda core: core.mcu)
def test_cycles_of_every_instruction_form(core, tmp_path):
    listing = forms.all_forms(core)
    source = tmp_path / "forms.S"
    source.write_text(forms.source(listing, core))
    elf = assemble(source, tmp_path / "forms.elf", core.mcu)
    measured, expected = {}, {}
    for index, form in enumerate(listing):
        (run,) = simavr.execute(elf, mcu=core.mcu, measure=forms.symbol(index)).runs
        measured[form.name] = (run.cycles, run.loads, run.stores, run.xors)
        expected[form.name] = form.counts(core)
        assert run.stack_bytes >= core.return_bytes
    assert len(expected) >= 162
    assert measured == expected


def test_counts(routines):
    run = run_of(routines, "counted")
    assert (run.loads, run.stores, run.xors) == (4, 3, 1)
    assert (run.instructions, run.stack_bytes) == (16, 4)


def test_output_and_version(routines):
    execution = simavr.execute(routines, measure=None, data=b"\x5a")
    assert execution.output == b"\x5a"
    assert execution.runs == ()
    assert execution.profile == ()
    assert re.fullmatch(r"simavr [0-9].*", simavr.version())


def test_every_run_is_kept(routines):
    execution = simavr.execute(routines, measure="twice", data=b"\0")
    assert [run.cycles for run in execution.runs] == [4, 4]
    assert execution.runs[0] == execution.runs[1]


def test_half_written_stack_pointer_does_not_count(routines):
    assert run_of(routines, "framed").stack_bytes == 0xFE + 2


def test_stack_dump_shows_what_was_not_wiped(routines):
    secret = 0xA7
    forgets, wipes = (run_of(routines, name, secret, stack_dump=True).stack_dump for name in ("forgets", "wipes"))
    assert forgets[0] == secret
    assert wipes[0] == 0
    assert forgets[1:] != wipes[1:]  # the return addresses
    assert len(forgets) == len(wipes) == 3
    assert run_of(routines, "wipes", secret).stack_dump is None


def test_equal_secrets_give_equal_hashes(routines):
    for routine in ("counted", "framed", "branches", "indexes", "outer"):
        assert run_of(routines, routine, 3) == run_of(routines, routine, 3)


def test_a_secret_branch_shows_in_the_trace(routines):
    even, odd = run_of(routines, "branches", 2), run_of(routines, "branches", 3)
    assert even.cycles == odd.cycles == 7
    assert even.trace_hash != odd.trace_hash
    assert even.address_hash == odd.address_hash
    traces = [simavr.trace(routines, measure="branches", data=bytes([secret])) for secret in (2, 3)]
    entry = traces[0][0]
    assert [list(trace) for trace in traces] == [[entry, entry + 4, entry + 6], [entry, entry + 2, entry + 8]]


def test_a_secret_index_shows_in_the_addresses_only(routines):
    low, high = run_of(routines, "indexes", 2), run_of(routines, "indexes", 3)
    assert low.address_hash != high.address_hash
    assert low.trace_hash == high.trace_hash
    assert low.cycles == high.cycles


def test_addresses_of_every_mode(routines):
    absolute, pointed = (simavr.full_trace(routines, measure=m, data=b"\0") for m in ("absolute", "pointed"))
    accessed = [[a for a in trace.addresses if a != Trace.NO_ACCESS] for trace in (absolute, pointed)]
    assert accessed[0] == accessed[1]
    assert len(accessed[0]) == 18
    assert run_of(routines, "absolute").address_hash == run_of(routines, "pointed").address_hash


def test_addresses_in_flash(routines):
    lower, upper = simavr.execute(routines, measure="from_extended_flash", data=b"\1").runs
    assert run_of(routines, "from_flash").address_hash == lower.address_hash
    assert lower.address_hash != upper.address_hash
    assert lower.trace_hash == upper.trace_hash
    trace = simavr.full_trace(routines, measure="from_extended_flash", data=b"\1", run=1)
    assert list(trace.addresses)[2:5] == [0x1010009, 0x1010009, 0x101000A]


def test_routine_without_type_or_size(routines):
    (routine,) = simavr.execute(routines, measure="twice", data=b"\0", profile=True).profile
    assert routine == Routine("twice", calls=2, cycles_self=8, cycles_total=8)


def test_profile(routines):
    execution = simavr.execute(routines, measure="outer", data=b"\0", profile=True)
    profile = {r.routine: (r.calls, r.cycles_self, r.cycles_total) for r in execution.profile}
    recursive = (1 + 1 + 4 + 4) + (1 + 2 + 4)
    outer = 3 + 2 + 2 + 4 + 4 + 1 + 4 + 3
    assert profile == {
        "outer": (1, outer, outer + 2 * 5 + recursive + 6),
        "inner": (2, 2 * 5, 2 * 5),
        "recursive": (2, recursive, recursive),
        "tail": (1, 6, 6),
    }
    assert sum(r.cycles_self for r in execution.profile) == execution.runs[0].cycles


FAULTS = {  # byte that chooses the fault in faults.S: exit status of the simulator, part of its message
    1: (10, "ended with code 7"),
    2: (6, "input exhausted: the image read more than its 1 bytes"),
    3: (7, "sleeps for ever"),
    4: (7, "crashed at pc"),
    5: (7, "crashed at pc"),
    6: (7, "left the code"),
    7: (8, "the stack ran into the variables"),
    8: (8, "the stack ran into the variables: it reaches 0x102"),
    9: (9, "no exit after 100000 cycles"),
    10: (11, "ended inside measured"),
    11: (7, "read flash at 0xb"),
}


def simulate(*arguments, data: bytes = b"") -> tuple[int, str]:
    """Status and message of the simulator program, which must print exactly one line."""
    command = [simavr.simulator(), *arguments]
    done = subprocess.run(command, input=data, capture_output=True)
    message = done.stderr.decode()
    assert done.stdout == b""
    assert re.fullmatch(r"mc-simavr: [^\n]+\n", message), message
    return done.returncode, message


MCU = ("--mcu", "atmega128", "--frequency", "7372800", "--input", "-")


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_have_their_status_and_message(faults, fault):
    arguments = (*MCU, "--measure", "measured", "--max-cycles", "100000", faults)
    status, message = simulate(*arguments, data=bytes([fault]))
    expected_status, expected_message = FAULTS[fault]
    assert status == expected_status
    assert expected_message in message
    with pytest.raises(ImageFailed, match=re.escape(expected_message)):
        simavr.execute(faults, measure="measured", data=bytes([fault]), max_cycles=100_000)


def test_no_fault(faults):
    assert run_of(faults, "measured").cycles == 4 + 2 + 2 + 4


def test_bad_requests(faults, tmp_path):
    text, short = tmp_path / "text.elf", tmp_path / "short.elf"
    text.write_text("not an image")
    short.write_bytes(faults.read_bytes()[:300])
    for arguments, status, part in (
        ((*MCU, "--measure", "nowhere", faults), 5, "no routine nowhere"),
        ((*MCU, "--measure", "variables", faults), 5, "no routine variables"),
        ((*MCU, "--measure", "never_called", faults), 11, "never called never_called"),
        ((*MCU, "--measure", "measured", "--trace-run", "5", "--trace", tmp_path / "t", faults), 11, "no run 5"),
        ((*MCU, tmp_path / "missing.elf"), 4, "cannot read"),
        ((*MCU, text), 4, "not an ELF file"),
        ((*MCU, sys.executable), 4, "not an AVR image"),
        ((*MCU, short), 4, "short.elf"),
        ((*MCU, "--measure", "measured", "--trace", tmp_path / "no" / "t", faults), 3, "cannot write"),
        (("--mcu", "atmega128", "--frequency", "1", "--input", tmp_path / "no", faults), 3, "cannot read"),
        (("--mcu", "z80", "--frequency", "1", faults), 2, "no such MCU: z80"),
        (("--mcu", "atmega128", "--frequency", "fast", faults), 2, "--frequency is fast"),
        ((*MCU, "--hurry", faults), 2, "--hurry"),
        ((*MCU, "--trace", tmp_path / "t", faults), 2, "--trace needs --measure"),
        (("--mcu", "atmega128", "--frequency", "4294967296", faults), 2, "usage"),
        (MCU, 2, "usage"),
    ):
        assert simulate(*arguments, data=b"\0")[0] == status, arguments
        assert part in simulate(*arguments, data=b"\0")[1]


@pytest.fixture
def other_sources(tmp_path, monkeypatch):
    """A folder in place of the simulator's sources, and another place for its program."""
    cached = (simavr.fingerprint, simavr.simulator)
    monkeypatch.setattr(simavr, "SOURCES", (tmp_path,))
    monkeypatch.setattr(simavr, "PROGRAM", tmp_path / "tools" / "mc-simavr")
    for function in cached:
        function.cache_clear()
    yield tmp_path
    for function in cached:
        function.cache_clear()


def test_program_follows_its_sources(other_sources):
    fingerprints = []
    for text in ("first", "second"):
        lines = ("#include <stdio.h>", 'int main(void) { puts(SIMULATOR_VERSION " " BUILD_KEY); }', f"/* {text} */", "")
        (other_sources / "main.c").write_text("\n".join(lines))
        simavr.fingerprint.cache_clear()
        simavr.simulator.cache_clear()
        built = subprocess.run([simavr.simulator(), "--version"], capture_output=True, text=True, check=True)
        assert built.stdout == f"{simavr.version()} {simavr.fingerprint()}\n"
        fingerprints.append(simavr.fingerprint())
    assert fingerprints[0] != fingerprints[1]
    assert [path.name for path in (other_sources / "tools").iterdir()] == ["mc-simavr"]


def test_missing_library_is_named(other_sources):
    (other_sources / "main.c").write_text("#include <simavr/of_another_version.h>\n")
    with pytest.raises(MissingTool, match="apt-get install libsimavr-dev libelf-dev"):
        simavr.simulator()
    (other_sources / "main.c").write_text("no C\n")
    with pytest.raises(MotecurveError, match=r"did not compile: .*main\.c"):
        simavr.simulator()
    assert list((other_sources / "tools").iterdir()) == []

"""The MSP430 simulator: its cycles against the user's guides, its results against mspdebug, multipliers, errors."""

import re
import shutil
import subprocess

import pytest
from elftools.elf.elffile import ELFFile

from motecurve import board, msp430
from motecurve.errors import ImageFailed
from motecurve.execution import Routine, Trace
from tests.msp430 import build, forms, random_programs

BOARDS = ("telosb", "msp430f5438a")


def run(elf, name="telosb", measure="measured", **options):
    return msp430.execute(elf, measure=measure, **board.load(name).machine, **options)


@pytest.mark.parametrize("name", BOARDS)
def test_cycles_of_every_instruction_form(name, tmp_path):
    is_x = name == "msp430f5438a"
    listing = forms.all_forms(is_x)
    elf = build.image(name, forms.source(listing, is_x), tmp_path)
    execution = run(elf, name, "all", profile=True)
    found = {routine.routine: routine for routine in execution.profile}
    called = {name: found[name] for name in ("leaf", "far") if name in found}
    wrong = []
    for n, form in enumerate(listing):
        expected = form.cycles + forms.RETURN[is_x]
        measured = found[f"form{n}"].cycles_total
        if measured != expected or found[f"form{n}"].calls != 1:
            wrong.append((form.body, measured - forms.RETURN[is_x], form.cycles))
    assert len(listing) > 950 and called["leaf"].calls == 7
    assert not wrong


@pytest.fixture(scope="module")
def routines(tmp_path_factory):
    return build.image("telosb", build.FOLDER / "routines.S", tmp_path_factory.mktemp("msp430"))


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    return build.image("telosb", build.FOLDER / "faults.S", tmp_path_factory.mktemp("msp430"))


def run_of(elf, measure, secret=0, **options):
    (found,) = run(elf, measure=measure, data=bytes([secret]), **options).runs
    return found


def test_counts(routines):
    found = run_of(routines, "counted")
    assert (found.loads, found.stores, found.xors) == (3, 3, 2)
    assert (found.instructions, found.stack_bytes) == (15, 6)
    assert run_of(routines, "framed").stack_bytes == 0xFE + 2


def test_output_version_and_every_run(routines):
    execution = run(routines, measure="twice", data=b"\x5a")
    assert execution.output == b"\x5a"
    assert [found.cycles for found in execution.runs] == [1 + 3, 1 + 3]
    assert re.fullmatch(r"mc-msp430 [0-9.]+", msp430.version())


def test_secrets_show(routines):
    even, odd = (run_of(routines, "branches", secret) for secret in (2, 3))
    assert even.cycles == odd.cycles == 1 + 2 + 1 + 3
    assert even.trace_hash != odd.trace_hash and even.address_hash == odd.address_hash
    low, high = (run_of(routines, "indexes", secret) for secret in (2, 3))
    assert low.trace_hash == high.trace_hash and low.address_hash != high.address_hash
    traces = [msp430.full_trace(routines, measure="indexes", data=bytes([secret])) for secret in (2, 3)]
    assert [hex(traces[i].addresses[2] - traces[0].addresses[2]) for i in (0, 1)] == ["0x0", "0x2"]
    assert list(traces[0].addresses[:2]) == [Trace.NO_ACCESS] * 2
    entry = traces[0].counters[0]
    assert list(traces[0].counters) == [entry, entry + 2, entry + 4, entry + 8]


def test_stack_dump_shows_what_was_not_wiped(routines):
    forgets, wipes = (run_of(routines, name, 0xA7, stack_dump=True).stack_dump for name in ("forgets", "wipes"))
    assert (forgets[0], wipes[0], len(forgets)) == (0xA7, 0, 4)


def test_profile(routines):
    execution = run(routines, measure="outer", data=b"\0", profile=True)
    recursive = (1 + 2 + 5 + 3) + (1 + 2 + 3)
    own, tail = 5 + 5 + 1 + 5 + 2, 1 + 1 + 3  # the linker makes `br #tail` a jump
    assert set(execution.profile) == {
        Routine("outer", 1, own, own + 2 * 4 + recursive + tail),
        Routine("inner", 2, 8, 8),
        Routine("recursive", 2, recursive, recursive),
        Routine("tail", 1, tail, tail),
    }


FAULTS = {  # byte that chooses it in faults.S: part of the message
    1: "ended with code 7",
    2: "input exhausted: the image read more than its 1 bytes",
    3: "sleeps for ever",
    4: "no instruction 0x1",
    5: "a word at the odd address 0x1001",
    6: "erased flash",
    7: "the stack ran into the variables",
    8: "a write to flash at",
    9: "no exit after 100000 cycles",
    10: "ended inside measured",
    11: "too early a read of the multiplier at 0x13a",
    12: "nothing to read at 0x3900",
    13: "a word at the odd address 0x3801",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_have_their_message(faults, fault):
    with pytest.raises(ImageFailed, match=re.escape(FAULTS[fault])):
        run(faults, data=bytes([fault]), max_cycles=100_000)


def test_bad_requests(faults, routines):
    assert len(run(faults, data=b"\0").runs) == 1
    with pytest.raises(ImageFailed, match="never called never_called"):
        run(faults, measure="never_called", data=b"\0")
    with pytest.raises(ImageFailed, match="no routine nowhere"):
        run(faults, measure="nowhere", data=b"\0")
    with pytest.raises(ImageFailed, match="no such MCU: z80"):
        msp430.execute(faults, measure=None, mcu="z80")


def symbol(elf, name):
    """Address of a symbol of an image."""
    with elf.open("rb") as stream:
        return ELFFile(stream).get_section_by_name(".symtab").get_symbol_by_name(name)[0]["st_value"]


def told_by_mspdebug(elf, count):
    """What an image has written from `results` on when it reaches `done`, by Debian's simulator."""
    done, results = symbol(elf, "done"), symbol(elf, "results")
    commands = (f"prog {elf}", "simio add hwmult multiplier", f"setbreak {done}", "run", f"md {results} {count}")
    asked = subprocess.run(["mspdebug", "-q", "-n", "sim", *commands], capture_output=True, text=True, check=True)
    rows = re.findall(r"^ +([0-9a-f]{5}): ((?:[0-9a-f]{2} ){1,16}) *\|", asked.stdout, re.M)
    assert int(rows[0][0], 16) == results
    return bytes.fromhex("".join(row for _, row in rows))


@pytest.mark.skipif(not shutil.which("mspdebug"), reason="no mspdebug")
@pytest.mark.parametrize("seed", [1, 2])
def test_results_of_random_instructions_beside_mspdebug(seed, tmp_path):
    cases = 700
    elf = build.image("telosb", random_programs.source(seed, cases), tmp_path)
    ours = run(elf, measure=None).output
    theirs = told_by_mspdebug(elf, len(ours))
    size = 2 * random_programs.OUTPUTS
    assert len(ours) == len(theirs) == size * cases
    differ = [i for i in range(cases) if ours[size * i : size * (i + 1)] != theirs[size * i : size * (i + 1)]]
    assert not differ

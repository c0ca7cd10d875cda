"""The MSP430 simulator: its cycles against the user's guides, its results against mspdebug, multipliers, errors."""

import re
import shutil
import subprocess

import pytest
from elftools.elf.elffile import ELFFile

from motelab.boards import board, msp430
from motelab.boards.execution import Routine, Trace
from motelab.common.errors import ImageFailed
from tests.simulators.msp430 import build, forms, random_programs

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


FAULTS = {  # byte that chooses the fault in faults.S: part of the message
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
    """The bytes that an image has written from `results` on when it reaches `done`, by Debian's simulator."""
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


MPY, MPYS, MAC, MACS = 0, 2, 4, 6
OP2, RESLO, RESHI, SUMEXT = 8, 0xA, 0xC, 0xE
LONG, OP2L, OP2H, RES0 = 0x10, 0x20, 0x22, 0x24  # MPY32L and so on, 4 apart


def multiplier_program(base, steps, results):
    """Writes each (offset, word) to the multiplier, then its registers `results` to the output."""
    lines = ['.include "io.inc"', "routine main"]
    lines += [f"mov #{value}, &{base + offset}" for offset, value in steps]
    for offset in results:
        lines += [f"mov &{base + offset}, r12", "mov.b r12, &OUTPUT", "swpb r12", "mov.b r12, &OUTPUT"]
    return "\n".join([*lines, "exit_with 0", "end main", ""])


def signed(value, bits):
    return value - (value >> bits - 1 << bits)


def product(mode, a, b, bits):
    return signed(a, bits) * signed(b, bits) if mode & 2 else a * b


@pytest.mark.parametrize("mode", [MPY, MPYS, MAC, MACS])
@pytest.mark.parametrize("name", BOARDS)
def test_multiplier_of_16_bits(name, mode, tmp_path):
    base = 0x4C0 if name == "msp430f5438a" else 0x130
    for a, b, old in ((0xFFFF, 0xFFFF, 0xFFFFFFFF), (0x8000, 0x7FFF, 0x12345678), (3, 5, 7), (0xFFFE, 2, 0)):
        steps = [(RESLO, old & 0xFFFF), (RESHI, old >> 16), (mode, a), (OP2, b)]
        elf = build.image(name, multiplier_program(base, steps, (RESLO, RESHI, SUMEXT)), tmp_path)
        whole = product(mode, a, b, 16) + ((signed(old, 32) if mode & 2 else old) if mode & 4 else 0)
        low = whole & 0xFFFFFFFF
        extension = (0xFFFF if low >> 31 else 0) if mode & 2 else whole >> 32
        assert run(elf, name, measure=None).output == low.to_bytes(4, "little") + extension.to_bytes(2, "little")


@pytest.mark.parametrize("mode", [MPY, MPYS, MAC, MACS])
def test_multiplier_of_32_bits(mode, tmp_path):
    for a, b, old in ((2**32 - 1, 2**32 - 1, 2**64 - 1), (0x80000000, 0x7FFFFFFF, 5), (123456789, 987654321, 2**63)):
        steps = [(RES0 + 2 * i, old >> 16 * i & 0xFFFF) for i in range(4)]
        steps += [(LONG + 2 * mode, a & 0xFFFF), (LONG + 2 * mode + 2, a >> 16), (OP2L, b & 0xFFFF), (OP2H, b >> 16)]
        results = (RES0, RES0 + 2, RES0 + 4, RES0 + 6, SUMEXT)
        elf = build.image("msp430f5438a", multiplier_program(0x4C0, steps, results), tmp_path)
        whole = product(mode, a, b, 32) + ((signed(old, 64) if mode & 2 else old) if mode & 4 else 0)
        low = whole % 2**64
        extension = (0xFFFF if low >> 63 else 0) if mode & 2 else whole >> 64
        output = run(elf, "msp430f5438a", measure=None).output
        assert output == low.to_bytes(8, "little") + extension.to_bytes(2, "little")


# Reads of results by @r13, which reads in the second cycle of its instruction. Each case has the instructions between
# the write that ends the second operand and the read, the register read, and whether it is too early (SLAU208, table
# of when results are there).
READS = [
    ("16 x 16", 0, RES0, True), ("16 x 16", 1, RES0, False), ("16 x 16", 1, RES0 + 2, False),
    ("32 x 16", 1, RES0, False), ("32 x 16", 2, RES0 + 2, True), ("32 x 16", 3, RES0 + 2, False),
    ("32 x 16", 4, RES0 + 6, True), ("32 x 16", 5, RES0 + 6, False),
    ("32 x 32", 2, RES0 + 2, True), ("32 x 32", 3, RES0 + 2, False), ("32 x 32", 4, RES0 + 4, True),
    ("32 x 32", 5, RES0 + 4, False), ("32 x 32", 5, RES0 + 6, True), ("32 x 32", 6, RES0 + 6, False),
    ("32 x 32", 5, SUMEXT, True), ("32 x 32", 6, SUMEXT, False),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "between", "what", "early"), READS)
def test_too_early_reads_of_results(kind, between, what, early, tmp_path):
    first = {"16": ["mov r5, &0x4c0"], "32": ["mov r5, &0x4d0", "mov r5, &0x4d2"]}[kind[:2]]
    second = {"16": ["mov r5, &0x4c8"], "32": ["mov r5, &0x4e0", "mov r5, &0x4e2"]}[kind[-2:]]
    lines = [f"mov #{0x4C0 + what}, r13", *first, *second, *["nop"] * between, "mov @r13, r14"]
    text = "\n".join(['.include "io.inc"', "routine main", *lines, "exit_with 0", "end main", ""])
    elf = build.image("msp430f5438a", text, tmp_path)
    if early:
        with pytest.raises(ImageFailed, match="too early a read of the multiplier"):
            run(elf, "msp430f5438a", measure=None)
    else:
        run(elf, "msp430f5438a", measure=None)

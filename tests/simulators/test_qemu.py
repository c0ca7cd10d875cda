"""The plugin for QEMU's user-mode emulators: its counts on a program of known length, hashes, profile and errors."""

import re
import subprocess
from pathlib import Path

import pytest

from motelab import ROOT
from motelab.boards import qemu
from motelab.boards.execution import Routine, Trace
from motelab.common.errors import ImageFailed, MissingTool

COMPILER = "arm-linux-gnueabi-gcc"


def assemble(source: Path, elf: Path) -> Path:
    subprocess.run([COMPILER, "-nostdlib", "-static", "-no-pie", source, "-o", elf], check=True)
    return elf


@pytest.fixture(scope="module")
def routines(tmp_path_factory) -> Path:
    return assemble(ROOT / "tests/simulators/arm/routines.S", tmp_path_factory.mktemp("arm") / "routines.elf")


def run_of(elf: Path, measure: str, secret: int = 0, **options):
    (run,) = qemu.execute(elf, measure=measure, data=bytes([secret]), **options).runs
    return run


def test_counts(routines):
    run = run_of(routines, "counted")
    assert run.cycles is None and run.cost == run.instructions == 14
    assert (run.loads, run.stores, run.xors) == (4, 3, 2)


# The instructions of a routine before its return, and its counts: instructions, loads, stores, xors.
FORMS = {
    "nothing": ("", (0, 0, 0, 0)),
    "data processing": ("add r0, r1, r2, lsl #3\n mvn r0, #1\n cmp r0, r1\n clz r2, r0", (4, 0, 0, 0)),
    "multiplication": ("mul r0, r1, r2\n umull r0, r3, r1, r2\n umlal r0, r3, r1, r2", (3, 0, 0, 0)),
    "exclusive or": ("eor r0, r1, r2\n eors r0, r0, #1\n eor r0, r1, r1, ror #1\n eor r0, r1, r1", (4, 0, 0, 2)),
    "condition that fails": ("cmp r13, #0\n addeq r0, r0, #1\n ldreq r0, [r13]\n streq r0, [r13]", (4, 0, 0, 0)),
    "condition that holds": ("cmp r13, #0\n addne r0, r0, #1\n ldrne r0, [r13]", (3, 1, 0, 0)),
    "load": ("ldr r0, [sp]\n ldrb r0, [sp, #1]\n ldrh r0, [sp, #2]\n ldrsb r0, [sp]\n ldrd r0, r1, [sp]", (5, 6, 0, 0)),
    "store": ("str r0, [sp, #-8]\n strb r0, [sp, #-8]\n strh r0, [sp, #-8]\n strd r0, r1, [sp, #-8]", (4, 0, 5, 0)),
    "load and store of many": ("sub r3, sp, #64\n stm r3, {r0-r2}\n ldm r3!, {r0-r2}", (3, 3, 3, 0)),
    "index written back": ("sub r3, sp, #64\n str r0, [r3], #4\n ldr r0, [r3, #-4]!", (3, 1, 1, 0)),
    "push and pop": ("push {r0-r3}\n pop {r0-r3}\n str r0, [sp, #-4]!\n ldr r0, [sp], #4", (4, 0, 0, 0)),
    "branch": ("b 1f\n nop\n1: cmp r13, #0\n beq 2f\n nop\n2: bne 3f\n nop\n3:", (5, 0, 0, 0)),
    "call": ("mov r3, lr\n bl helper\n mov lr, r3", (5, 0, 0, 0)),
    "call by register": ("mov r3, lr\n adr r0, helper\n blx r0\n mov lr, r3", (6, 0, 0, 0)),
    "call not made": ("cmp r13, #0\n bleq helper", (2, 0, 0, 0)),
    "loop": ("mov r0, #5\n1: subs r0, r0, #1\n bne 1b", (11, 0, 0, 0)),
    "wireless MMX": (
        "wldrd wr0, [sp]\n wxor wr1, wr0, wr2\n wxor wr1, wr1, wr1\n waligni wr0, wr0, wr1, #1\n wstrd wr0, [sp, #-8]",
        (5, None, None, 1),
    ),
}  # fmt: skip


def test_counts_of_every_class_of_instructions(tmp_path):
    source = tmp_path / "forms.S"
    bodies = "".join(
        f".global form{i}\n.type form{i}, %function\nform{i}: {body}\n bx lr\n"
        for i, (body, _) in enumerate(FORMS.values())
    )
    calls = "".join(f" bl form{i}\n" for i in range(len(FORMS)))
    start = f"_start: .global _start\n{calls} mov r0, #0\n mov r7, #1\n svc 0\n"
    head = ".arch armv5te\n.arch_extension iwmmxt\n.syntax unified\n.arm\n"
    source.write_text(f"{head}{start}helper: nop\n bx lr\n{bodies}")
    elf = assemble(source, tmp_path / "forms.elf")
    for index, (name, (_, expected)) in enumerate(FORMS.items()):
        (run,) = qemu.execute(elf, measure=f"form{index}").runs
        counted = (run.instructions - 1, run.loads, run.stores, run.xors)
        known = [pair for pair in zip(counted, expected, strict=True) if pair[1] is not None]
        assert all(got == right for got, right in known), (name, counted)
        assert name != "wireless MMX" or (run.loads and run.stores)


# Called from ARM code; `narrow` is Thumb code with instructions of 16 and 32 bits, one of which is not executed.
MIXED = """.arch armv7-a
.syntax unified
.arm
_start: .global _start
 bl measured
 mov r0, #0
 mov r7, #1
 svc 0
measured: .global measured
 push {r4, lr}
 mov r4, #3
1: blx narrow
 subs r4, r4, #1
 bne 1b
 pop {r4, pc}
.thumb
.thumb_func
narrow:
 mov r12, lr
 bl wide
 cmp r4, #2
 it eq
 addeq.w r0, r0, r1
 b 2f
 nop
2: bx r12
.thumb_func
wide:
 mov.w r0, r0
 bx lr
"""


def test_mixed_code(tmp_path):
    source = tmp_path / "mixed.S"
    source.write_text(MIXED)
    elf = assemble(source, tmp_path / "mixed.elf")
    launch = qemu.Launch("qemu-arm", ("-cpu", "cortex-a7"), plugin_arguments=("code=mixed",))
    (run,) = qemu.execute(elf, measure="measured", launch=launch).runs
    assert run.instructions == 2 + 3 * (3 + 7 + 2) + 1
    with pytest.raises(ImageFailed, match="an instruction of Thumb at 0x"):
        qemu.execute(elf, measure="measured", mcu="cortex-a7")


def test_an_image_has_arguments_and_no_environment(tmp_path):
    source = tmp_path / "stack.S"
    source.write_text("""_start: .global _start
 mov r0, #1
 ldr r1, [sp]      /* argc */
 add r2, sp, #8
 ldr r2, [r2, r1, lsl #2]      /* the first of the environment */
 strb r1, [sp]
 strb r2, [sp, #1]
 mov r1, sp
 mov r2, #2
 mov r7, #4
 svc 0
 mov r0, #0
 mov r7, #1
 svc 0
""")
    launch = qemu.Launch("qemu-arm", ("-cpu", "cortex-a7"), image_arguments=("a", "b"))
    assert qemu.execute(assemble(source, tmp_path / "stack.elf"), measure=None, launch=launch).output == b"\3\0"


def test_stack(routines):
    assert run_of(routines, "framed").stack_bytes == 5 * 4 + 100
    assert run_of(routines, "indexing").stack_bytes == 0


def test_output_and_version(routines):
    execution = qemu.execute(routines, measure=None, data=b"\x5a")
    assert execution.output == b"\x5a"
    assert execution.runs == () and execution.profile == ()
    assert re.fullmatch(r"qemu-arm [0-9][0-9.]*", qemu.version())


def test_every_run_is_kept(routines):
    assert [run.instructions for run in qemu.execute(routines, measure="again", data=b"\0").runs] == [2, 2]


def test_trace_shows_a_branch_and_addresses_an_index(routines):
    even, odd = (run_of(routines, "branching", secret) for secret in (0, 1))
    assert (even.instructions, odd.instructions) == (3, 4)
    assert even.trace_hash != odd.trace_hash and even.address_hash == odd.address_hash
    even, odd, like_odd = (run_of(routines, "indexing", secret) for secret in (0, 1, 3))
    assert even.trace_hash == odd.trace_hash and even.address_hash != odd.address_hash
    assert odd == like_odd


def test_full_trace(routines):
    trace = qemu.full_trace(routines, measure="indexing", data=b"\1")
    begin = trace.counters[0]
    assert list(trace.counters) == [begin, begin + 4, begin + 8, begin + 12]
    assert [address == Trace.NO_ACCESS for address in trace.addresses] == [True, True, False, True]
    other = qemu.full_trace(routines, measure="indexing", data=b"\0")
    assert trace.addresses[2] - other.addresses[2] == 4
    assert len(qemu.trace(routines, measure="counted", data=b"\0")) == 14 + 1 + 1 + 1 + 1  # push, ldrd, stm, pop: twice
    with pytest.raises(ImageFailed, match="no run 2 to trace: again ran 2 times"):
        qemu.full_trace(routines, measure="again", data=b"\0", run=2)


def test_profile(routines):
    execution = qemu.execute(routines, measure="calling", data=b"\0", profile=True)
    assert execution.profile == (Routine("calling", 1, 10, 16), Routine("leaf", 2, 4, 4), Routine("tail", 1, 2, 2))
    assert sum(routine.cycles_self for routine in execution.profile) == execution.runs[0].instructions


def test_steps(routines):
    run = run_of(routines, "stepping", step="step")
    assert (run.steps, run.longest_step) == (3, 3)


@pytest.mark.parametrize(
    ("data", "measure", "limit", "message"),
    [
        (b"", None, None, "input exhausted: the image read more than its 0 bytes"),
        (b"x", None, None, "the image ended with code 7"),
        (b"u", None, None, "Illegal instruction"),
        (b"l", None, 10_000, "runs for more than 10000 instructions"),
        (b"t", None, None, "an instruction of Thumb at 0x"),
        (b"\0", "never", None, "the image never called never"),
        (b"e", "behave", None, "the image ended inside behave"),
        (b"\0", "jumped", None, "is jumped to, not called"),
        (b"\0", "nothing", None, "no symbol nothing"),
    ],
)
def test_what_fails_says_why(routines, data, measure, limit, message):
    options = {} if limit is None else {"max_cycles": limit}
    with pytest.raises(ImageFailed, match=message):
        qemu.execute(routines, measure=measure, data=data, **options)


def test_what_is_no_image(tmp_path):
    path = tmp_path / "image.elf"
    path.write_bytes(b"no image")
    with pytest.raises(ImageFailed, match="no linked ELF image"):
        qemu.execute(path, measure=None)
    of_host = tmp_path / "host.o"
    subprocess.run(["gcc", "-x", "c", "-c", "-", "-o", of_host], input=b"int a;", check=True)
    with pytest.raises(ImageFailed, match="is an image for EM_X86_64; there are emulators for EM_ARM"):
        qemu.execute(of_host, measure=None)


def test_a_missing_emulator_is_named_with_its_package(monkeypatch):
    monkeypatch.setattr(qemu.shutil, "which", lambda _: None)
    qemu.version.cache_clear()
    with pytest.raises(MissingTool, match="qemu-user"):
        qemu.version()
    monkeypatch.undo()
    qemu.version.cache_clear()

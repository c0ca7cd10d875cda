"""The static bound of the stack: for routines with a known need, for routines without a bound, for every kernel, and
against the low-water mark of measurements."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from codegen.kernels import native_folder
from motelab import INCLUDE_FLAGS, ROOT
from motelab.boards import binutils, board, stack
from motelab.boards.stack import arm, avr, indirect
from motelab.commands.stack import command as stack_command
from motelab.common import cache
from motelab.common.errors import MissingTool, MotecurveError
from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.conftest import fast_boards_in_turn

PLANTED = ROOT / "tests/lab/planted_stack.c"
# A board of each instruction set, and the bytes of a return address on its stack.
SETS = {"micaz": 2, "telosb": 2, "cortex-m0plus": 0, "cortex-m4": 0, "rpi2": 0, "ibex": 0}
DIRECTIVES = dict.fromkeys(("cortex-m0plus", "cortex-m4"), ".syntax unified\n.thumb") | {
    "rpi2": ".syntax unified\n.arm"
}
# How far a bound may exceed the low-water mark: the lowest bytes of frames stay unwritten, some paths untaken.
USEFUL = 1.1


def linked(board_name: str, sources: list[Path], folder: Path, *flags: str) -> Path:
    """An image of these sources alone, with nothing dropped."""
    compiler, image = board.load(board_name).compiler, folder / "image.elf"
    command = [compiler.command, *compiler.flags, *INCLUDE_FLAGS, "-O2", "-w", *flags]
    if not compiler.binutils:
        options = ["-nostdlib", "-Wl,-e,0", "-Wl,--unresolved-symbols=ignore-all"]
        options += [flag for flag in compiler.link_flags if flag in ("-static", "-no-pie")]
        subprocess.run([*command, *options, *map(str, sources), "-o", str(image)], check=True)
        return image
    objects = []
    for source in sources:
        text, made = folder / f"{source.stem}.s", folder / f"{source.stem}.o"
        subprocess.run([*command, "-S" if source.suffix == ".c" else "-E", str(source), "-o", str(text)], check=True)
        assembler = [binutils.tool(compiler.binutils, "as"), *compiler.assembler_flags]
        subprocess.run([*assembler, str(text), "-o", str(made)], check=True)
        objects.append(str(made))
    options = [flag for flag in compiler.link_flags if "gc" not in flag] + ["--unresolved-symbols=ignore-all"]
    subprocess.run([binutils.tool(compiler.binutils, "ld"), *options, *objects, "-o", str(image)], check=True, cwd=ROOT)
    return image


@pytest.fixture(scope="module", params=SETS)
def planted(request, tmp_path_factory):
    """Board, and the planted routines as an image for it."""
    return request.param, linked(request.param, [PLANTED], tmp_path_factory.mktemp("planted"))


def test_known_frames(planted):
    name, image = planted
    leaf, frame, calls = (stack.bound(image, routine) for routine in ("leaf", "frame", "calls"))
    assert leaf.bytes == SETS[name] and [link.routine for link in leaf.path] == ["leaf"]
    assert 200 <= frame.bytes <= 200 + 24
    assert frame.bytes < calls.bytes <= frame.bytes + 16
    assert [link.routine for link in calls.path][:2] == ["calls", "frame"]
    assert sum(link.bytes for link in calls.path) == calls.bytes


@pytest.mark.parametrize(
    ("routine", "says"),
    [
        ("recursive", "recursion: recursive > recursive"),
        ("ping", "recursion: ping > pong > ping"),
        ("grows", "grows, 0x"),
        ("through_pointer", "through_pointer, 0x[0-9a-f]+: indirect call of an unknown routine"),
    ],
)
def test_what_has_no_bound_is_named(planted, routine, says):
    bound = stack.bound(planted[1], routine)
    assert bound.bytes is None and bound.path == ()
    assert re.match(says, bound.unbounded), bound.unbounded


def test_rule_for_calls_through_pointers(planted, monkeypatch):
    rules = (indirect.Rule("through_pointer", "frame|leaf"), indirect.Rule("through_pointer", "leaf"))
    found = []
    for rule in rules:
        monkeypatch.setattr(indirect, "RULES", (rule,))
        found.append(stack.bound(planted[1], "through_pointer"))
    assert found[0].bytes >= found[1].bytes + 200
    assert found[0].indirect == (("through_pointer", ("frame", "leaf")),)


FORMS = {
    # Frames larger than an immediate, made with a constant from memory.
    "far": (
        "cortex-m0plus",
        """push {r4, lr}; ldr r4, 1f; add sp, r4; mov r0, sp; ldr r3, 2f; add sp, r3; pop {r4, pc}
        .align 2; 1: .word -3000; 2: .word 3000""",
        3008,
    ),
    "copied pointer": ("cortex-m0plus", "push {r7, lr}; mov r7, sp; sub sp, #40; mov sp, r7; pop {r7, pc}", 48),
    "returns before": (
        "rpi2",
        "push {r4, lr}; cmp r0, #0; popne {r4, pc}; sub sp, sp, #64; add sp, sp, #64; pop {r4, pc}",
        72,
    ),
    "one word": ("rpi2", "str lr, [sp, #-4]!; sub sp, sp, #12; add sp, sp, #12; ldr pc, [sp], #4", 16),
    "doubles": (
        "cortex-m4",
        "stmdb sp!, {r4-r6, lr}; sub.w sp, sp, #512; add.w sp, sp, #512; ldmia.w sp!, {r4-r6, pc}",
        528,
    ),
    "floating point": (
        "cortex-m4",
        """.fpu fpv4-sp-d16; push {r4, lr}; vpush {d8-d9}; vstmdb sp!, {s16-s18}
        vldmia sp!, {s16-s18}; vpop {d8-d9}; pop {r4, pc}""",
        36,
    ),
    "a call": ("micaz", "push r2; rcall 1f; pop r2; ret; 1: push r3; pop r3; ret", 6),
    "a call of two words": ("micaz", "push r2; call 1f; jmp 2f; 1: push r3; pop r3; ret; 2: pop r2; ret", 6),
    "a call on MSP430": ("telosb", "push r10; call #1f; pop r10; ret; 1: push r9; pop r9; ret", 8),
    "room by a call": ("micaz", "rcall .; in r28, 0x3d; in r29, 0x3e; pop r0; pop r0; ret", 4),
    "frame of pages": (
        "micaz",
        """in r28, 0x3d; in r29, 0x3e; subi r28, 0x10; sbci r29, 2; out 0x3e, r29; out 0x3d, r28; st Y+, r0
        subi r28, 0xf1; sbci r29, 0xfd; out 0x3e, r29; out 0x3d, r28; ret""",
        530,
    ),
    "constants of the generator": (
        "telosb",
        "push r10; sub #2, r1; add #-8, r1; add #8, r1; incd r1; pop r10; ret",
        14,
    ),
    "far on RISC-V": ("ibex", "lui t1, 0xfffff; addi t1, t1, 96; add sp, sp, t1; sub sp, sp, t1; ret", 4000),
    "copied pointer on RISC-V": (
        "ibex",
        "addi sp, sp, -16; mv s0, sp; c.addi16sp sp, -32; c.addi4spn a0, sp, 8; addi sp, s0, 16; ret",
        48,
    ),
    "returns through other registers": (
        "ibex",
        """addi sp, sp, -16; mv s1, ra; jal ra, 1f; jal t0, 2f; addi sp, sp, 16; jr s1
        1: addi sp, sp, -8; addi sp, sp, 8; ret
        2: addi sp, sp, -32; addi sp, sp, 32; jr t0""",
        48,
    ),
    "a call far away": (
        "ibex",
        "addi sp, sp, -16; auipc a5, 0; jalr 12(a5); addi sp, sp, 16; ret; addi sp, sp, -8; addi sp, sp, 8; ret",
        24,
    ),
    "several": (
        "msp430f5438a",
        "pushm.w #4, r10; pushm.a #2, r6; sub #100, r1; add #100, r1; popm.a #2, r6; popm.w #4, r10; ret",
        118,
    ),
}


def test_what_follows_an_unknown_jump_on_a_condition(tmp_path, monkeypatch):
    monkeypatch.setattr(indirect, "RULES", (indirect.Rule("code", "nothing", optional=True),))
    image = assembled("rpi2", "cmp r0, #0; bxeq r1; push {r4-r7}; pop {r4-r7}; bx lr", tmp_path)
    assert stack.bound(image, "code").bytes == 16


def assembled(board_name: str, text: str, folder: Path) -> Path:
    source = folder / "code.S"
    kind = "%function" if board_name in DIRECTIVES else "@function"
    lines = re.sub("; *", "\n", text)
    source.write_text(f"{DIRECTIVES.get(board_name, '.text')}\n.global code\n.type code, {kind}\ncode:\n{lines}\n")
    return linked(board_name, [source], folder)


@pytest.mark.parametrize(("board_name", "text", "expected"), FORMS.values(), ids=list(FORMS))
def test_form(board_name, text, expected, tmp_path):
    bound = stack.bound(assembled(board_name, text, tmp_path), "code")
    assert bound.bytes == expected, bound


@pytest.mark.parametrize(
    ("board_name", "text", "says"),
    [
        ("rpi2", "1: push {r4}; subs r0, r0, #1; bne 1b; bx lr", "code, .*: reached with 0 and with 4 bytes"),
        ("telosb", "push r10; ret", "code, .*: returns with 2 bytes"),
        ("micaz", "out 0x3e, r25; out 0x3d, r24; ret", "code, .*: the stack pointer is set to an unknown value"),
        ("cortex-m4", "and.w r3, r0, #1; mov sp, r3; bx lr", "code, .*: the stack pointer is set to an unknown value"),
        ("cortex-m4", "tbb [pc, r0]; .byte 1, 1; bx lr", "code, .*: indirect call of an unknown routine"),
        ("rpi2", "push {lr}; ldr pc, [pc, r0, lsl #2]; .word 0, 0; pop {pc}", "code, .*: jump to an unknown address"),
        ("rpi2", "push {r4}; cmp r0, #0; bxeq lr; pop {r4}; bx lr", "code, .*: returns with 4 bytes"),
        ("rpi2", "cmp r0, #0; bxeq r1; bx lr", "code, .*: indirect call of an unknown routine"),
        ("telosb", "br r12", "code, .*: indirect call of an unknown routine"),
        ("ibex", "andi a0, a0, 1; sub sp, sp, a0; ret", "code, .*: the stack pointer is set to an unknown value"),
        ("ibex", "1: addi sp, sp, -16; bnez a0, 1b; ret", "code, .*: reached with 0 and with 16 bytes"),
        ("ibex", "jr a5", "code, .*: indirect call of an unknown routine"),
        ("ibex", "addi sp, sp, -16; jalr a5; addi sp, sp, 16; ret", "code, .*: indirect call of an unknown routine"),
        ("ibex", "addi sp, sp, -16; ret", "code, .*: returns with 16 bytes"),
    ],
)
def test_unsound_code_has_no_bound(board_name, text, says, tmp_path):
    bound = stack.bound(assembled(board_name, text, tmp_path), "code")
    assert bound.bytes is None and re.match(says, bound.unbounded), bound


# Target of kernels, and a board for it.
KERNELS = (
    ("avr", "micaz"), ("msp430", "msp430f5438a"), ("thumb", "cortex-m0plus"), ("arm", "pxa270"), ("armv7", "rpi2"),
    ("armv7", "cortex-m4"), ("riscv", "ibex"), ("riscvb", "ibex-b"),
)  # fmt: skip
FIELDS = {
    target: {path.name.partition("_")[0] for path in native_folder(target).glob("*_*.S")} for target, _ in KERNELS
}
CASES = [(target, name, field) for target, name in KERNELS for field in sorted(FIELDS[target])]
IN_FAST_TESTS = ("fb163", "fp192r1", "sha256")


def check_kernels(target: str, board_name: str, field: str, folder: Path) -> None:
    """The bound of each kernel equals the stack in its comment, which the tests of kernels measure."""
    texts = {path: path.read_text() for path in sorted(native_folder(target).glob(f"{field}_*.S"))}
    image = linked(board_name, list(texts), folder, "-DMC_MSP430_MULTIPLIER=0x4c0")
    stated = {}
    for text in (text for text in texts.values() if "Stack: " in text):  # others are subroutines
        found = re.search(r"Stack: (\d+) bytes(?: and the return address of (\d+))?", text)
        symbol = re.search(r"^/\* \w+ (mc_\w+)\(", text, re.M)[1]
        stated[symbol] = int(found[1]) + int(found[2] or 0)
    assert stated and {symbol: stack.bound(image, symbol).bytes for symbol in stated} == stated


@pytest.mark.parametrize(("target", "board_name", "field"), [case for case in CASES if case[2] in IN_FAST_TESTS])
def test_kernels_take_what_they_state(target, board_name, field, tmp_path):
    check_kernels(target, board_name, field, tmp_path)


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize(("target", "board_name", "field"), [case for case in CASES if case[2] not in IN_FAST_TESTS])
def test_other_kernels_take_what_they_state(target, board_name, field, tmp_path):
    check_kernels(target, board_name, field, tmp_path)


def check_record(record: dict) -> None:
    """The low-water mark is below the bound, but not by much."""
    bound = record["stack_bound_bytes"]
    assert bound is not None and record["stack_bytes"] <= bound <= USEFUL * record["stack_bytes"], record


@pytest.mark.parametrize("name", board.simulated())
def test_committed_low_water_is_below_the_bound(name):
    for record in committed.of(name):
        check_record(record)


@pytest.mark.parametrize("name", ["telosb", "cortex-m0plus"])
def test_low_water_is_below_the_bound(name):
    (record,) = bench.measure([Request(name, "fb-inv", backend="asm")])
    check_record(record)


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize("name", fast_boards_in_turn())
def test_low_water_of_signatures_is_below_the_bound(name):
    (record,) = bench.measure([Request(name, "ecdsa-sign", backend="asm", curve="secp160r1")])
    check_record(record)


@pytest.mark.slow
def test_prologues_that_routines_share():
    """-mcall-prologues: libgcc code saves registers and makes the frame, reached by jumps."""
    (record,) = bench.measure([Request("micaz", "scalar-mult", profile="small", curve="sect163k1")])
    check_record(record)


@pytest.mark.parametrize(("name", "module"), [("micaz", avr), ("rpi2", arm)])
def test_missing_objdump(name, module, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "OBJDUMPS", (("no-such-objdump", "binutils-some"),))
    with pytest.raises(MissingTool, match=r"no-such-objdump is not installed.* apt-get install binutils-some"):
        stack.bound(linked(name, [PLANTED], tmp_path), "leaf")


def test_a_bound_that_is_kept_is_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "cache")
    image = linked("micaz", [PLANTED], tmp_path)
    first = stack.kept_bound(image, "a digest", "calls")
    monkeypatch.setattr(stack, "bound", lambda *_: pytest.fail("analysed again"))
    assert stack.kept_bound(image, "a digest", "calls") == first and first.bytes > 200


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--board", "host"), "host runs no images"),
        (("--board", "nothing"), "no board 'nothing'"),
        (("--op", "nothing"), "no operation 'nothing'"),
        (("--curve", "nothing"), "no curve 'nothing'"),
    ],
)
def test_bad_input(arguments, says):
    run = CliRunner().invoke(stack_command, ["--op", "ecdh", *arguments])
    assert isinstance(run.exception, MotecurveError) and says in str(run.exception)


def test_command():
    arguments = ["--op", "ecdsa-sign", "--curve", "sect163k1", "--format"]
    (row,) = json.loads(CliRunner().invoke(stack_command, [*arguments, "json"]).stdout)
    assert row["stack_bound_bytes"] == sum(link["bytes"] for link in row["path"]) and row["unbounded"] is None
    assert row["path"][0]["routine"] == row["routine"] == "mc_ecdsa_sign_digest"
    assert row["indirect_calls"] == {"compress_block": ["mc_sha256_compress_avr"]}
    shown = CliRunner().invoke(stack_command, [*arguments, "table"])
    assert f"at most {row['stack_bound_bytes']} B" in shown.stdout and shown.exit_code == 0
    steps = CliRunner().invoke(
        stack_command, ["--op", "ecdsa-sign-stepwise", "--curve", "sect163k1", "--format", "json"]
    )
    assert steps.exit_code == 1 and "mc_task_switch" in json.loads(steps.stdout)[0]["unbounded"]


TASK_OPERATIONS = ("ecdh", "ecdsa-keygen", "ecdsa-sign", "ecdsa-verify")
BESIDE_THE_CALL = 12 + 100  # saved registers of a task, and interrupts, which docs/stepwise.md names


@pytest.mark.parametrize("name", ["micaz", "telosb", "cortex-m0plus", "cortex-m4"])
def test_a_task_has_stack_enough_for_every_protocol(name):
    """MC_TASK_STACK_BYTES of task.h, on every recorded curve of up to 283 bits; else a step overwrites memory."""
    compiler = board.load(name).compiler
    asked = [compiler.command, *compiler.flags, *INCLUDE_FLAGS, "-dM", "-E", str(ROOT / "include/motecurve/task.h")]
    macros = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    room = int(re.search(r"MC_TASK_STACK_BYTES (\d+)", macros)[1])
    bounds = {
        bench.command_for(request): committed.find(request)["stack_bound_bytes"]
        for request in committed.recorded(name)
        if request.operation in TASK_OPERATIONS
    }
    assert bounds and {command for command, bound in bounds.items() if bound + BESIDE_THE_CALL > room} == set()

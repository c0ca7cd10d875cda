"""The injector of Cortex-M: its runs are those of the simulator of figures, and its faults do what they say, in IT
blocks, too."""

import subprocess
from pathlib import Path

import pytest

from motelab.boards import qemu_system, unicorn
from motelab.boards.implementations.image import builder_of
from motelab.measure import bench
from motelab.measure.bench import Request

# Gives 1 + 2 + 8; the instruction with 4 has the other condition, and is no moment.
PROGRAM = """
    .syntax unified
    .thumb
    .word 0x20001000, main + 1
    .thumb_func
    .global main
main:
    bl routine
    ldr r1, =0x20000000
    strb r0, [r1]
    ldr r1, =write
    movs r0, #5
    bkpt 0xab
    ldr r1, =leave
    movs r0, #0x20
    bkpt 0xab
    .thumb_func
    .global routine
    .type routine, %function
routine:
    movs r0, #0
    cmp r0, #0
    itte eq
    addeq r0, #1
    addeq r0, #2
    addne r0, #4
    adds r0, #8
    bx lr
    .size routine, . - routine
    .balign 4
write: .word 1, 0x20000000, 1
leave: .word 0x20026, 0
    .pool
"""
FAULTS = {
    "0 memory 536870912 0": 11,  # which the result overwrites
    "2 skip 1 0": 1 + 2 + 4 + 8,  # the conditions are left out
    "2 register 16 30": 4 + 8,  # Z
    "3 skip 1 0": 2 + 8,
    "3 skip 2 0": 8,
    "4 skip 1 0": 1 + 8,
    "4 zero 0 0": 2 + 8,
    "4 register 16 30": 1 + 4 + 8,
    "4 opcode 0 0": 1 + 3 + 8,  # a bit of the number
    "4 opcode 0 11": 1 - 2 + 8,  # a subtraction
    "4 zero 15 0": 1 + 2 + 8,  # runs from the table of vectors into the beginning
    "5 register 0 4": (3 ^ 16) + 8,
    "5 skip 1 0": 3,
    "5 opcode 0 1": 3 + 10,
    "5 zero 15 0": 1 + 2 + 8,
    "6 register 14 1": None,  # the return leads into the midst of an instruction
}


@pytest.fixture(scope="module")
def image(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("image")
    (folder / "image.s").write_text(PROGRAM)
    command = ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-nostdlib", "-Wl,-Ttext=0", "-Wl,--entry=main"]
    subprocess.run([*command, folder / "image.s", "-o", folder / "image.elf"], check=True)
    return folder / "image.elf"


def test_faults_do_what_they_say(image):
    options = {"measure": "routine", "mcu": "cortex-m4", "frequency_hz": 1_000_000, "max_cycles": 1000}
    reports = list(unicorn.inject(image, [f"{fault}\n" for fault in FAULTS], **options))
    outputs = [int(one["output"], 16) if one["status"] == 0 else None for one in reports]
    assert dict(zip(FAULTS, outputs, strict=True)) == FAULTS


@pytest.mark.parametrize("board", ["cortex-m0plus", "cortex-m4"])
def test_runs_are_those_of_the_simulator_of_figures(board):
    """On a Cortex-M4 without the instructions of IT blocks whose conditions fail: fewer than one in 10,000."""
    chosen = bench.select(Request(board=board, operation="ecdh", curve="secp160r1", backend="asm"))
    built = builder_of(chosen).build()
    data = bench.inputs(chosen, [bench.cases_of(chosen)[1][0]])
    ours, known = (
        module.execute(built.path, measure=built.symbol, data=data, **chosen.board.machine)
        for module in (unicorn, qemu_system)
    )
    assert ours.output == known.output
    assert ours.runs[0].stack_bytes == known.runs[0].stack_bytes
    assert 0 <= known.runs[0].instructions - ours.runs[0].instructions <= known.runs[0].instructions / 10_000
    assert board == "cortex-m4" or known.runs[0].instructions == ours.runs[0].instructions


# As the start-up of a chip does: CPACR keeps the bits that switch the floating-point unit on; then a word goes through
# one of its registers.
FLOATS = PROGRAM.replace(
    "movs r0, #0\n",
    """
    ldr r1, =0xe000ed88
    ldr r0, =0xf00000
    str r0, [r1]
    ldr r2, [r1]
    movs r3, #32
    vmov s7, r3
    cmp r2, r0
    ite eq
    vmoveq r0, s7
    movne r0, #0
""",
).replace("cmp r0, #0", "cmp r0, r0")


def test_the_floating_point_unit_is_switched_on(tmp_path):
    (tmp_path / "image.s").write_text(FLOATS)
    command = ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=softfp", "-nostdlib"]
    command += ["-Wl,-Ttext=0", "-Wl,--entry=main"]
    subprocess.run([*command, tmp_path / "image.s", "-o", tmp_path / "image.elf"], check=True)
    ran = unicorn.execute(tmp_path / "image.elf", measure="routine", mcu="cortex-m4", frequency_hz=1_000_000)
    assert ran.output == bytes([32 + 1 + 2 + 8])

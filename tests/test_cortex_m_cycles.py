"""The cycle tables of Cortex-M, instruction by instruction: what ARM's technical reference manuals say, written here
from the manuals and not from the tables."""

import subprocess
from pathlib import Path

from motecurve import qemu_system

COMPILER = "arm-none-eabi-gcc"
# Each form runs after this: r0 points at memory, r1 at the middle of it, r2 is 4, r3 is 0; flags say not equal.
SET_UP = "ldr r0, =0x20000100\n ldr r1, =0x20000140\n movs r3, #0\n movs r2, #4\n cmp r2, r3\n"

# Cortex-M0+ Technical Reference Manual (DDI 0484), table 3-1: cycles by operation; N is the number of registers in the
# list, pc and lr too. The multiplier of one cycle; memories without wait states.
M0PLUS = {
    # moves, arithmetic, logic, shifts, extensions: 1
    "movs r4, #255": 1, "movs r4, r2": 1, "mov r4, r2": 1, "mov r8, r2": 1,
    "adds r4, r2, #7": 1, "adds r4, r2, r2": 1, "add r4, r8": 1, "adds r4, #200": 1, "adcs r4, r2": 1,
    "add sp, #0": 1, "add r4, sp, #16": 1, "adr r4, 1f\n .balign 4\n 1:": 1 + 1,
    "subs r4, r2, r2": 1, "subs r4, r2, #1": 1, "subs r4, #1": 1, "sbcs r4, r2": 1, "sub sp, #0": 1,
    "rsbs r4, r2, #0": 1, "muls r4, r2": 1, "cmp r4, r2": 1, "cmn r4, r2": 1, "cmp r4, #9": 1, "cmp r8, r2": 1,
    "ands r4, r2": 1, "eors r4, r2": 1, "orrs r4, r2": 1, "bics r4, r2": 1, "mvns r4, r2": 1, "tst r4, r2": 1,
    "lsls r4, r2, #3": 1, "lsls r4, r2": 1, "lsrs r4, r2, #3": 1, "lsrs r4, r2": 1, "asrs r4, r2, #3": 1,
    "asrs r4, r2": 1, "rors r4, r2": 1,
    "sxth r4, r2": 1, "sxtb r4, r2": 1, "uxth r4, r2": 1, "uxtb r4, r2": 1,
    "rev r4, r2": 1, "rev16 r4, r2": 1, "revsh r4, r2": 1, "nop": 1, "yield": 1, "sev": 1, "cpsie i": 1,
    # loads and stores: 2, of several: 1 + N
    "ldr r4, [r1, #4]": 2, "ldrh r4, [r1, #2]": 2, "ldrb r4, [r1, #1]": 2, "ldr r4, [r1, r2]": 2,
    "ldrh r4, [r1, r2]": 2, "ldrsh r4, [r1, r2]": 2, "ldrb r4, [r1, r2]": 2, "ldrsb r4, [r1, r2]": 2,
    "ldr r4, 1f\n b 2f\n .balign 4\n 1: .word 0\n 2:": 2 + 2, "ldr r4, [sp, #0]": 2,
    "str r4, [r1, #4]": 2, "strh r4, [r1, #2]": 2, "strb r4, [r1, #1]": 2, "str r4, [r1, r2]": 2,
    "strh r4, [r1, r2]": 2, "strb r4, [r1, r2]": 2, "str r4, [sp, #0]": 2,
    "ldmia r1!, {r4}": 2, "ldmia r1!, {r4-r7}": 5, "stmia r1!, {r4-r7}": 5, "stmia r1!, {r0, r2-r7}": 8,
    "push {r4-r7}\n add sp, #16": 5 + 1, "push {r4, lr}\n add sp, #8": 3 + 1, "sub sp, #16\n pop {r4-r7}": 1 + 5,
    # branches: 2, not taken 1; BL 3; pop with pc 3 + N
    "cmp r2, #4\n bne 1f\n nop\n 1:": 1 + 1 + 1, "cmp r2, #4\n beq 1f\n nop\n 1:": 1 + 2, "b 1f\n nop\n 1:": 2,
    "mov r7, lr\n bl leaf\n mov lr, r7": 1 + 3 + 2 + 1,
    "mov r7, lr\n ldr r4, =leaf\n blx r4\n mov lr, r7": 1 + 2 + 2 + 2 + 1,
    "adr r4, 1f\n mov pc, r4\n .balign 4\n 1:": 1 + 2, "movs r4, #0\n add pc, r4\n nop\n nop": 1 + 2 + 1,
    "mov r7, lr\n bl framed\n mov lr, r7": 1 + 3 + (1 + 3) + (3 + 3) + 1,
    "movs r4, #5\n 1: subs r4, #1\n bne 1b": 1 + 5 + 4 * 2 + 1,
    # MRS, MSR, barriers: 3
    "mrs r4, primask": 3, "msr primask, r3": 3, "dmb": 3, "dsb": 3, "isb": 3,
}  # fmt: skip


def assemble(bodies: list[str], folder: Path, cpu: str) -> Path:
    """An image that runs `measured` once for each body after an empty one: a jump to the body, which returns."""
    calls = "".join(
        f"{SET_UP} ldr r4, =body{i}\n mov r12, r4\n bl measured\n .ltorg_here\n" for i in range(len(bodies))
    )
    calls = calls.replace(".ltorg_here", "b 9f\n .ltorg\n 9:")
    routines = "".join(
        f".balign 4\n.type body{i}, %function\nbody{i}:\n {body}\n bx lr\n .ltorg\n" for i, body in enumerate(bodies)
    )
    source = folder / "forms.S"
    source.write_text(f"""
    .syntax unified
    .thumb
    .section .vectors, "a"
    .word 0x20001000, start + 1
    .text
    .global start, measured
    .type start, %function
start:
    {calls}
    ldr r1, =ending
    movs r0, #0x20
    bkpt 0xab
    .ltorg
    .balign 4
ending: .word 0x20026, 0
    .type measured, %function
measured: bx r12
    .balign 4
    .type leaf, %function
leaf: bx lr
    .type framed, %function
framed:
    push {{r4, r5, lr}}
    pop {{r4, r5, pc}}
    {routines}
""")
    elf = folder / "forms.elf"
    flags = [f"-mcpu={cpu}", "-mthumb", "-nostdlib", "-Wl,--section-start=.vectors=0", "-Wl,-Ttext=0x40", "-Wl,-estart"]
    subprocess.run([COMPILER, *flags, source, "-o", elf], check=True)
    return elf


def cycles_of(forms, folder: Path, cpu: str, jump: int) -> list[int]:
    """Cycles of each form; `jump` is what BX takes."""
    elf = assemble(["", *forms], folder, cpu)
    empty, *runs = qemu_system.execute(elf, measure="measured", mcu=cpu).runs
    assert empty.cycles == 2 * jump
    return [run.cycles - 2 * jump for run in runs]


def test_cycles_of_cortex_m0plus(tmp_path):
    counted = dict(zip(M0PLUS, cycles_of(M0PLUS, tmp_path, "cortex-m0plus", 2), strict=True))
    assert {form: cycles for form, cycles in counted.items() if cycles != M0PLUS[form]} == {}

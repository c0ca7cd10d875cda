"""The cycle tables of Cortex-M, instruction by instruction. The expected cycles are copied from ARM's technical
reference manuals, not from the tables."""

import subprocess
from pathlib import Path

import pytest

from motelab.boards import qemu_system
from motelab.common.errors import ImageFailed

COMPILER = "arm-none-eabi-gcc"
# Each form runs after this: r0 points at memory, r1 at the middle of it, r2 is 4, r3 is 0; flags say not equal.
SET_UP = "ldr r0, =0x20000100\n ldr r1, =0x20000140\n movs r3, #0\n movs r2, #4\n cmp r2, r3\n"

# Cortex-M0+ Technical Reference Manual (DDI 0484), table 3-1: cycles by operation; N is the number of registers in
# the list, including pc and lr. The multiplier takes one cycle; memories have no wait states.
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

# Cortex-M4 Technical Reference Manual (DDI 0439), tables 3-1 and 3-2, and section 3.3.2 on consecutive loads and
# stores. P, 1 to 3 cycles to fill the pipeline after a jump, is modelled as 2; division, 2 to 12 cycles, as 12.
P = 2
M4 = {
    # data processing, 16 and 32 bits wide: 1
    "movs r4, #255": 1, "mov.w r4, #0x10001": 1, "movw r4, #1234": 1, "movt r4, #1234": 1, "mvn.w r4, r2": 1,
    "adds r4, r2, r2": 1, "add.w r8, r2, r2, lsl #3": 1, "adc.w r4, r4, r2": 1, "addw r4, r2, #4000": 1,
    "adr.w r4, .": 1,
    "sub.w r8, r2, #1": 1, "rsb.w r4, r2, #9": 1, "cmp.w r4, r2": 1, "and.w r8, r2, r2": 1, "eor.w r8, r2, r3": 1,
    "teq r4, r2": 1, "lsl.w r4, r2, r2": 1, "rrx r4, r2": 1, "clz r4, r2": 1, "rbit r4, r2": 1, "rev.w r8, r2": 1,
    "bfi r4, r2, #3, #4": 1, "ubfx r4, r2, #3, #4": 1, "sxtah r4, r2, r3": 1, "uxtb.w r8, r2": 1, "usat r4, #5, r2": 1,
    "sel r4, r2, r3": 1, "uadd8 r4, r2, r3": 1, "pkhbt r4, r2, r3": 1, "nop": 1, "nop.w": 1,
    # multiplications: 1, including those with a result of two words
    "muls r4, r2": 1, "mul.w r8, r2, r2": 1, "mla r4, r2, r2, r3": 1, "mls r4, r2, r2, r3": 1,
    "umull r4, r5, r2, r2": 1,
    "smull r4, r5, r2, r2": 1, "umlal r4, r5, r2, r2": 1, "umaal r4, r5, r2, r2": 1, "smlad r4, r2, r2, r3": 1,
    "smulbb r4, r2, r2": 1, "udiv r4, r2, r2": 12, "sdiv r4, r2, r2": 12,
    # one load 2; a store 1 at a register plus a number, else 2; of several 1 + N, LDRD and STRD 1 + 2
    "ldr r4, [r1, #4]": 2, "ldr.w r8, [r1, #-4]": 2, "ldr r4, [r1], #4": 2, "ldrb.w r4, [r1, #1]": 2,
    "ldrsh r4, [r1, r2]": 2,
    "ldr.w r4, [r1, r2, lsl #2]": 2, "str r4, [r1, #4]": 1, "str.w r8, [r1, #4]!": 1, "strb r4, [r1]": 1,
    "str r4, [sp]": 1,
    "str r4, [r1, r2]": 2, "strh.w r4, [r1, r2, lsl #1]": 2, "ldrd r4, r5, [r1]": 3, "strd r4, r5, [r1, #8]": 3,
    "ldmia r1!, {r4-r7}": 5, "stmia r1!, {r4-r7}": 5, "ldmia.w r1, {r4-r9}": 7, "stmdb r1!, {r4-r9}": 7,
    "push {r4-r7}\n add sp, #16": 5 + 1, "push.w {r4-r9, lr}\n add sp, #28": 8 + 1, "ldrex r4, [r1]": 2,
    "strex r4, r2, [r1]": 2,
    # a load or a store at two registers after a load: one less, unless its address is the loaded value
    "ldr r4, [r1]\n ldr r5, [r0]": 3, "ldr r4, [r1, r2]\n str r5, [r1, #20]": 3,
    "ldr r4, [r1, r2]\n str r5, [r1, r2]": 3,
    "ldr r4, [r1, r2]\n ldr r5, [r0]\n ldr r6, [r0, #4]": 4, "ldr r4, =0x20000100\n nop\n ldr r4, [r4]": 2 + 1 + 2,
    "ldr r4, =0x20000100\n ldr r4, [r4]": 4, "ldr r4, [r1]\n ldrd r5, r6, [r0]": 5,
    "str r4, [r1, r2]\n ldr r5, [r0]": 4,
    # jumps
    "cmp r2, #4\n bne 1f\n nop\n 1:": 1 + 1 + 1, "cmp r2, #4\n beq 1f\n nop\n 1:": 1 + 1 + P, "b 1f\n nop\n 1:": 1 + P,
    "b.w 1f\n nop\n 1:": 1 + P, "cmp r2, #4\n beq.w 1f\n nop\n 1:": 1 + 1 + P, "cbz r3, 1f\n nop\n 1:": 1 + P,
    "cbnz r3, 1f\n nop\n 1:": 1 + 1, "mov r7, lr\n bl leaf\n mov lr, r7": 1 + (1 + P) + (1 + P) + 1,
    "mov r7, lr\n bl framed\n mov lr, r7": 1 + (1 + P) + 4 + (1 + 3 + P) + 1,
    "adr r4, 1f\n mov pc, r4\n .balign 4\n 1:": 1 + 1 + P,
    "tbb [pc, r3]\n .byte 1, 1\n nop": 2 + P + 1,
    "adr r4, 1f + 1\n push {r4}\n ldr pc, [sp], #4\n .balign 4\n 1:": 1 + 2 + 2 + P,
    # a block with a condition: 1 if it fails, IT 1
    "ittt eq\n addeq r4, r2\n ldreq r4, [r1]\n ldmeq r1, {r4-r6}": 1 + 1 + 1 + 1,
    "ittt ne\n addne r4, r2\n ldrne r4, [r1]\n ldmne r1, {r4-r6}": 1 + 1 + 2 + 4,
    "ite eq\n streq r4, [r1, r2]\n strne r4, [r1]": 1 + 1 + 1, "it eq\n bxeq lr": 1 + 1,
    # between 1 and 2
    "mrs r4, primask": 2, "msr primask, r3": 2,
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
    flags = [
        *f"-mcpu={cpu}".split(),
        "-mthumb",
        "-nostdlib",
        "-Wl,--section-start=.vectors=0",
        "-Wl,-Ttext=0x40",
        "-Wl,-estart",
    ]
    subprocess.run([COMPILER, *flags, source, "-o", elf], check=True)
    return elf


def differing(known: dict[str, int], folder: Path, cpu: str, jump: int) -> dict[str, int]:
    """Forms whose cycles differ from the known ones, with both."""
    return {
        form: cycles
        for form, cycles in zip(known, cycles_of(known, folder, cpu, jump), strict=True)
        if cycles != known[form]
    }


def cycles_of(forms, folder: Path, cpu: str, jump: int) -> list[int]:
    """Cycles of each form; `jump` is the cycles of BX."""
    elf = assemble(["", *forms], folder, cpu)
    empty, *runs = qemu_system.execute(elf, measure="measured", mcu=cpu.split()[0]).runs
    assert empty.cycles == 2 * jump
    return [run.cycles - 2 * jump for run in runs]


def test_cycles_of_cortex_m0plus(tmp_path):
    assert differing(M0PLUS, tmp_path, "cortex-m0plus", 2) == {}


def test_cycles_of_cortex_m4(tmp_path):
    assert differing(M4, tmp_path, "cortex-m4", 1 + P) == {}


def test_an_instruction_without_known_time_is_refused(tmp_path):
    with pytest.raises(ImageFailed, match=r"how long the instruction at 0x[0-9a-f]+ takes is not known"):
        cycles_of(["vmov s0, r2"], tmp_path, "cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=softfp", 1 + P)


def test_a_stack_that_reaches_the_variables_ends_the_run(tmp_path):
    limit = ".global bench_stack_limit\n .set bench_stack_limit, 0x20000ff0\n"
    assert cycles_of([f"{limit} push {{r4-r7}}\n add sp, #16"], tmp_path, "cortex-m0plus", 2) == [6]
    with pytest.raises(ImageFailed, match="the stack reaches 4 B below"):
        cycles_of([f"{limit} push {{r3-r7}}\n add sp, #20"], tmp_path, "cortex-m0plus", 2)


def test_trace_shows_which_conditions_held(tmp_path):
    """Two loads of which one runs, even if both take the same time."""
    block = "cmp r2, #{}\n ite eq\n ldreq r4, [r1]\n ldrne r4, [r1]"
    elf = assemble([block.format(4), block.format(5)], tmp_path, "cortex-m4")
    one, other = qemu_system.execute(elf, measure="measured", mcu="cortex-m4").runs
    assert one.cycles == other.cycles
    traces = [qemu_system.trace(elf, measure="measured", mcu="cortex-m4", run=run) for run in (0, 1)]
    assert [trace[3] - trace[1] for trace in traces] == [4, 6]

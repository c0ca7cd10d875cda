"""The cycle tables of Cortex-M, instruction by instruction. The expected cycles are copied from ARM's technical
reference manuals, not from the tables."""

import dataclasses
import shutil
import subprocess
from pathlib import Path

import pytest

from motelab.boards import board, host_program, qemu, qemu_system
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

# Cortex-M4 Technical Reference Manual (DDI 0439), table 3-1, section 3.3.2 on consecutive loads and stores, table 7-1
# of the floating-point unit, and what docs/cortex-m-cycles.md adds. P, 1 to 3 cycles to fill the pipeline after a jump:
# EARLY for targets known in decode, LATE in execute, LOADED for LDR pc and TBB; division, 2 to 12 cycles, as 12.
EARLY, LATE, LOADED = 1, 2, 3
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
    "push {r4-r7}\n add sp, #16": 5 + 1, "sub sp, #16\n pop {r4-r7}": 1 + 5,
    "push.w {r4-r9, lr}\n add sp, #28": 8 + 1, "ldrex r4, [r1]": 2,
    "strex r4, r2, [r1]": 2,
    # a load or a store at two registers after a load: one less, unless its address is the loaded value
    "ldr r4, [r1]\n ldr r5, [r0]": 3, "ldr r4, [r1, r2]\n str r5, [r1, #20]": 2,
    "ldr r4, [r1, r2]\n str r5, [r1, r2]": 3,
    "ldr r4, [r1, r2]\n ldr r5, [r0]\n ldr r6, [r0, #4]": 4, "ldr r4, =0x20000100\n nop\n ldr r4, [r4]": 2 + 1 + 2,
    "ldr r4, =0x20000100\n ldr r4, [r4]": 4, "ldr r4, [r1]\n ldrd r5, r6, [r0]": 5,
    "str r4, [r1, r2]\n ldr r5, [r0]": 4 + 1,
    # jumps
    "cmp r2, #4\n bne 1f\n nop\n 1:": 1 + 1 + 1, "cmp r2, #4\n beq 1f\n nop\n 1:": 1 + 1 + EARLY,
    "b 1f\n nop\n 1:": 1 + EARLY,
    "b.w 1f\n nop\n 1:": 1 + EARLY, "cmp r2, #4\n beq.w 1f\n nop\n 1:": 1 + 1 + EARLY,
    "cbz r3, 1f\n nop\n 1:": 1 + LATE,
    "cbnz r3, 1f\n nop\n 1:": 1 + 1, "mov r7, lr\n bl leaf\n mov lr, r7": 1 + (1 + EARLY) + (1 + EARLY) + 1,
    "mov r7, lr\n bl framed\n mov lr, r7": 1 + (1 + EARLY) + 4 + 1 + (1 + 3 + LATE) + 1,
    "mov r7, lr\n ldr r4, =leaf\n blx r4\n mov lr, r7": 1 + 2 + (1 + LATE) + (1 + EARLY) + 1,
    "adr r4, 1f\n mov pc, r4\n .balign 4\n 1:": 1 + 1 + LATE,
    "tbb [pc, r3]\n .byte 1, 1\n nop": 3 + LOADED + 1,
    "adr r4, 1f + 1\n push {r4}\n ldr pc, [sp], #4\n .balign 4\n 1:": 1 + 2 + 1 + 2 + LOADED,
    # a block with a condition: 1 if it fails; IT 1, or 0 after 16 bits
    "ittt eq\n addeq r4, r2\n ldreq r4, [r1]\n ldmeq r1, {r4-r6}": 1 + 1 + 1 + 1,
    "ittt ne\n addne r4, r2\n ldrne r4, [r1]\n ldmne r1, {r4-r6}": 1 + 1 + 2 + 4,
    "ite eq\n streq r4, [r1, r2]\n strne r4, [r1]": 1 + 1 + 1, "it eq\n bxeq lr": 1 + 1,
    "movs r4, r2\n ite eq\n addeq r4, r2\n addne r4, r2": 1 + 0 + 1 + 1,
    "mov.w r4, r2\n it eq\n addeq r4, r2": 1 + 1 + 1,
    # between 1 and 2
    "mrs r4, primask": 2, "msr primask, r3": 2,
    # overlap: not with a base that the load before moves; a store at a number takes no cycle then
    "ldr r4, [r1], #4\n ldr r5, [r1]": 2 + 2, "ldr r4, [r1], #4\n ldr r5, [r0], #4": 2 + 1,
    "ldr r4, [r1]\n str r4, [r0]": 2 + 0, "ldr r4, [r1]\n strb r4, [r0, r2]": 2 + 1,
    "ldr r4, [r1]\n nop\n ldr r5, [r0]": 2 + 1 + 2, "ldr r4, [r1]\n stm r0, {r5, r6}": 2 + 3,
    # an address that the instruction before computed, but not of sp
    "adds r1, #4\n ldr r4, [r1]": 1 + 2 + 1, "adds r1, #4\n nop\n ldr r4, [r1]": 1 + 1 + 2,
    "mov r8, r1\n ldr.w r4, [r8]": 1 + 2 + 1, "muls r3, r2\n ldr r4, [r1, r3]": 1 + 2 + 1,
    "movs r4, #0\n str r5, [r1, r4]": 1 + 2 + 1, "add.w r1, r1, #4\n ldmia r1, {r4-r6}": 1 + 4 + 1,
    "adds r1, #4\n strd r4, r5, [r1]": 1 + 3 + 1, "umull r6, r7, r3, r3\n ldr r4, [r1, r7]": 1 + 2 + 1,
    "umull r6, r7, r3, r3\n ldr r4, [r1, r6]": 1 + 2 + 1, "cmp r1, #4\n ldr r4, [r1]": 1 + 2,
    "uxth.w r4, r3\n ldr r5, [r1, r4]": 1 + 2 + 1, "uxth r4, r3\n ldr r5, [r1, r4]": 1 + 2 + 1,
    "str r4, [r1], #4\n str r5, [r1]": 1 + 1 + 1, "str r4, [r1], #4\n str r5, [r0]": 1 + 1,
    "adds r4, r2, #1\n str r4, [r1]": 1 + 1, "tst r1, r1\n ldr r4, [r1]": 1 + 2,
    "sub sp, #8\n str r4, [sp]\n add sp, #8": 1 + 1 + 1,
    # a load after a store
    "str r4, [r1]\n ldr r5, [r0]": 1 + 2 + 1, "str r4, [r1]\n nop\n ldr r5, [r0]": 1 + 1 + 2,
    "stm r0, {r4-r6}\n ldm r1, {r4, r5}": 4 + 3 + 1, "stm r0, {r4-r6}\n str r4, [r1]": 4 + 1,
    "push {r4, r5}\n pop {r4, r5}": 3 + 3 + 1, "strd r4, r5, [r0]\n ldrd r4, r5, [r1]": 3 + 3 + 1,
    # three unaligned instructions of 32 bits after one of several cycles; .balign and nops set the address
    "ldmia r1!, {r4, r5}\n mov.w r6, r2\n mov.w r6, r2\n mov.w r6, r2": 3 + 3 + 1,
    "ldmia r1!, {r4, r5}\n mov.w r6, r2\n mov.w r6, r2": 3 + 2,
    "ldmia r1!, {r4, r5}\n mov.w r6, r2\n mov.w r6, r2\n mov.w r6, r2\n mov.w r6, r2": 3 + 4 + 1,
    "ldmia r1!, {r4, r5}\n nop\n mov.w r6, r2\n mov.w r6, r2\n mov.w r6, r2": 3 + 1 + 3,
    "nop\n ldmia r1!, {r4, r5}\n mov.w r6, r2\n mov.w r6, r2\n mov.w r6, r2": 1 + 3 + 3,
    "str r4, [r1]\n mov.w r6, r2\n mov.w r6, r2\n mov.w r6, r2": 1 + 3,
    "nop\n ldr r4, [r1]\n ldr r5, [r0]\n mov.w r6, r2\n mov.w r6, r2\n mov.w r6, r2": 1 + 2 + 1 + 3,
    "nop\n ldr.w r4, [r1]\n mov.w r6, r2\n mov.w r6, r2\n mov.w r6, r2": 1 + 2 + 3 + 1,
    # a label in an unaligned instruction of 32 bits
    "b 1f\n .balign 4\n nop\n 1: mov.w r4, r2": 1 + EARLY + 1 + 1,
    "b 1f\n .balign 4\n 1: mov.w r4, r2": 1 + EARLY + 1, "b 1f\n .balign 4\n nop\n 1: movs r4, r2": 1 + EARLY + 1,
    "cbz r3, 1f\n .balign 4\n nop\n 1: mov.w r4, r2": 1 + LATE + 1 + 1,
    "adr.w r4, 1f + 1\n bx r4\n .balign 4\n nop\n 1: mov.w r4, r2": 1 + 1 + LATE + 1,
    # floating point
    "vmov s0, r2": 1, "vmov r4, s0": 1, "vmov s2, s3": 1, "vmov.f32 s2, #1.0": 1, "vmov s0, s1, r4, r5": 2,
    "vmov r4, r5, s0, s1": 2, "vmov d1, r4, r5": 2, "vmrs r4, fpscr": 1, "vmsr fpscr, r3": 1,
    "vadd.f32 s0, s1, s2": 1, "vsub.f32 s0, s1, s2": 1, "vmul.f32 s0, s1, s2": 1, "vnmul.f32 s0, s1, s2": 1,
    "vabs.f32 s0, s1": 1, "vneg.f32 s0, s1": 1, "vcmp.f32 s0, s1": 1, "vcmpe.f32 s0, #0": 1,
    "vcvt.f32.u32 s0, s1": 1, "vcvt.s32.f32 s0, s1": 1, "vcvtb.f32.f16 s0, s1": 1,
    "vmla.f32 s0, s1, s2": 3, "vmls.f32 s0, s1, s2": 3, "vnmla.f32 s0, s1, s2": 3, "vnmls.f32 s0, s1, s2": 3,
    "vfma.f32 s0, s1, s2": 3, "vfms.f32 s0, s1, s2": 3, "vfnma.f32 s0, s1, s2": 3, "vfnms.f32 s0, s1, s2": 3,
    "vdiv.f32 s0, s1, s2": 14, "vsqrt.f32 s0, s1": 14,
    "vldr s0, [r1]": 2, "vstr s0, [r1]": 2, "vldr d1, [r1]": 3, "vstr d1, [r1, #8]": 3,
    "vldmia r1!, {s0-s6}": 8, "vldmia r1, {d0-d3}": 9, "vstmia r1!, {s0-s6}": 8, "vstmdb r1!, {d0-d3}": 9,
    "vpush {s0-s3}\n vpop {s0-s3}": 5 + 5 + 1, "adds r1, #4\n vldr s0, [r1]": 1 + 2 + 1,
    "vadd.f32 s0, s1, s2\n vadd.f32 s3, s0, s1": 1 + 1 + 1, "vadd.f32 s0, s1, s2\n vadd.f32 s3, s4, s1": 2,
    "vmul.f32 s0, s1, s2\n vmla.f32 s0, s3, s4": 1 + 3, "vmul.f32 s3, s1, s2\n vmla.f32 s0, s3, s4": 1 + 3 + 1,
    "vadd.f32 s5, s1, s2\n vmov r4, s5": 1 + 1 + 1, "vadd.f32 s5, s1, s2\n vstr s5, [r1]": 1 + 2 + 1,
    "vadd.f32 s5, s1, s2\n vstmia r1, {s4-s7}": 1 + 5 + 1, "vadd.f32 s5, s1, s2\n vmov r4, r5, s4, s5": 1 + 2 + 1,
    "vmov s0, r2\n vadd.f32 s3, s0, s1": 2, "vneg.f32 s0, s1\n vadd.f32 s3, s0, s1": 2,
    "vcvt.f32.u32 s0, s1\n vcmp.f32 s0, #0": 1 + 1 + 1, "vadd.f32 s9, s1, s2\n nop\n vmov r4, s9": 3,
}  # fmt: skip


ENABLE_FLOATS = "ldr r0, =0xe000ed88\n ldr r1, =0xf00000\n str r1, [r0]\n dsb\n isb"
# Cycles of BX r12 and BX lr.
M0PLUS_FRAME, M4_FRAME = 2 + 2, (1 + LATE) + (1 + EARLY)
WITH_FLOATS = "cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=softfp"

# Errors in rules of Cortex-M4.
PLANTED = [
    ("M4_EARLY = 1", "M4_EARLY = 2"), ("M4_LATE = 2", "M4_LATE = 1"), ("M4_LOADED = 3", "M4_LOADED = 2"),
    ("[THUMB_FLOAT_ACCUMULATE] = 3", "[THUMB_FLOAT_ACCUMULATE] = 1"),
    ("[THUMB_FLOAT_PAIR] = 2", "[THUMB_FLOAT_PAIR] = 1"),
    ("kind == THUMB_STORE || kind == THUMB_STORE_IMMEDIATE", "kind == THUMB_STORE"),
    ("follows && !(last->loaded & instruction->base)", "follows"), ("last->bytes == 2", "last->bytes != 0"),
    ("last->computed & instruction->base", "0"), ("last->is_store && instruction->is_load", "0"),
    ("last->float_result & instruction->float_reads", "0"), ("history->took_several & 4", "1"),
    ("return core->has_pipeline && is_unaligned(instruction, address)", "return 0"),
    ("t.computed |= computes(h2 >> 12).computed;", ";"),
]  # fmt: skip


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
    {ENABLE_FLOATS if "fpu" in cpu else ""}
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


def differing(known: dict[str, int], folder: Path, cpu: str, frame: int) -> dict[str, int]:
    """Forms whose cycles differ from the known ones, with both; that of the empty form is 0."""
    known = {"": 0, **known}
    return {
        form: cycles
        for form, cycles in zip(known, cycles_of(known, folder, cpu, frame), strict=True)
        if cycles != known[form]
    }


def cycles_of(forms, folder: Path, cpu: str, frame: int, **timing: int) -> list[int]:
    """Cycles of each form; `frame` is those of the jumps around it, BX r12 and BX lr."""
    elf = assemble(forms, folder, cpu)
    runs = qemu_system.execute(elf, measure="measured", mcu=cpu.split()[0], timing=timing).runs
    return [run.cycles - frame for run in runs]


def test_cycles_of_cortex_m0plus(tmp_path):
    assert differing(M0PLUS, tmp_path, "cortex-m0plus", M0PLUS_FRAME) == {}


def test_cycles_of_cortex_m4(tmp_path):
    assert differing(M4, tmp_path, WITH_FLOATS, M4_FRAME) == {}


@pytest.mark.parametrize("old, new", PLANTED, ids=[old for old, _ in PLANTED])
def test_a_wrong_rule_is_found(old, new, tmp_path, monkeypatch):
    """A plugin with an error planted in its rules gives other cycles than the manuals."""
    folder = shutil.copytree(qemu.SOURCES[0], tmp_path / "qemu")
    changed = [path for path in folder.glob("*.c") if old in path.read_text()]
    assert len(changed) == 1
    changed[0].write_text(changed[0].read_text().replace(old, new, 1))
    program = tmp_path / "planted.so"
    assert host_program.compiled(program, [*qemu.COMPILER_FLAGS, *host_program.c_files([folder])]) is None
    monkeypatch.setattr(qemu, "plugin", lambda emulator: program)
    assert differing(M4, tmp_path, WITH_FLOATS, M4_FRAME) != {}


def test_an_instruction_without_known_time_is_refused(tmp_path):
    with pytest.raises(ImageFailed, match=r"how long the instruction at 0x[0-9a-f]+ takes is not known"):
        cycles_of(["cdp p7, #1, c0, c1, c2"], tmp_path, "cortex-m4", M4_FRAME)


def test_the_small_multiplier(tmp_path):
    forms = ["muls r4, r2", "adds r4, r2, r2"]
    assert cycles_of(forms, tmp_path, "cortex-m0plus", M0PLUS_FRAME, multiplier_cycles=32) == [32, 1]
    with pytest.raises(ImageFailed, match="multiplier_cycles=32: only after core=m0plus, whose makers choose"):
        cycles_of(forms, tmp_path, "cortex-m4", M4_FRAME, multiplier_cycles=32)


def test_wait_states(tmp_path):
    """Of RAM, for each word; of flash, for each line of code that differs from the last and for each word of data."""
    forms = [
        "movs r4, #1", "ldr r4, [r1]", "stmia r1!, {r4-r7}", "ldr r4, 1f\n b 2f\n .balign 4\n 1: .word 0\n 2:",
        "nop\n nop\n nop\n nop", "mov r7, lr\n nop\n bl leaf\n mov lr, r7",
    ]  # fmt: skip
    plain = cycles_of(forms, tmp_path, "cortex-m0plus", M0PLUS_FRAME)

    def added(**timing: int) -> list[int]:
        waiting = cycles_of(forms, tmp_path, "cortex-m0plus", M0PLUS_FRAME, **timing)
        return [with_waits - without for with_waits, without in zip(waiting, plain, strict=True)]

    assert added(ram_wait_states=3) == [0, 3, 12, 0, 0, 0]
    assert added(flash_wait_states=2, flash_line_bytes=1 << 16) == [0, 0, 0, 2, 0, 0]  # all code is in one line
    # The line of BX r12, those of the form with BX lr; a word of data; `leaf` and the way back.
    assert added(flash_wait_states=1) == [1 + 1, 1 + 1, 1 + 1, 1 + 2 + 1, 1 + 3, 1 + 2 + 1 + 1]


def test_a_board_states_its_waits_and_its_multiplier():
    own = board.load("cortex-m0plus")
    slow = dataclasses.replace(own, flash_wait_states=1, ram_wait_states=0, flash_line_bytes=8, multiplier_cycles=32)
    timing = {"flash_wait_states": 1, "flash_line_bytes": 8, "multiplier_cycles": 32}
    assert slow.machine["timing"] == timing
    assert "timing" not in dataclasses.replace(board.load("telosb"), flash_wait_states=1).machine


def test_a_stack_that_reaches_the_variables_ends_the_run(tmp_path):
    limit = ".global bench_stack_limit\n .set bench_stack_limit, 0x20000ff0\n"
    assert cycles_of([f"{limit} push {{r4-r7}}\n add sp, #16"], tmp_path, "cortex-m0plus", M0PLUS_FRAME) == [6]
    with pytest.raises(ImageFailed, match="the stack reaches 4 B below"):
        cycles_of([f"{limit} push {{r3-r7}}\n add sp, #20"], tmp_path, "cortex-m0plus", M0PLUS_FRAME)


def test_trace_shows_which_conditions_held(tmp_path):
    """Two loads of which one runs, even if both take the same time."""
    block = "cmp r2, #{}\n ite eq\n ldreq r4, [r1]\n ldrne r4, [r1]"
    elf = assemble([block.format(4), block.format(5)], tmp_path, "cortex-m4")
    one, other = qemu_system.execute(elf, measure="measured", mcu="cortex-m4").runs
    assert one.cycles == other.cycles
    traces = [qemu_system.trace(elf, measure="measured", mcu="cortex-m4", run=run) for run in (0, 1)]
    assert [trace[3] - trace[1] for trace in traces] == [4, 6]

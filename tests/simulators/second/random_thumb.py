"""Random programs for Cortex-M, with neighbouring instructions that no compiler would choose, for two simulators."""

import random
import subprocess
from pathlib import Path

COMPILER = "arm-none-eabi-gcc"
FORMS_OF_A_BODY = 20
STACK_LIMIT, STACK_TOP = 0x20000400, 0x20001000
POINTERS = ("r0", "r1")  # at 64 zeroed words and at the middle of them; r2 is 4, r3 is 0
LOW, HIGH = ("r4", "r5", "r6", "r7"), ("r8", "r9", "r10")
CONDITIONS = (("eq", "ne"), ("cs", "cc"), ("mi", "pl"), ("hi", "ls"), ("ge", "lt"), ("gt", "le"), ("vs", "vc"))
# Places of a form: d and n low registers, w and x any, p a pointer, o a small offset, i a byte, k a shift.
OF_BOTH = (
    "adds {d}, {n}, {d}", "adcs {d}, {n}", "subs {d}, {n}, {d}", "sbcs {d}, {n}", "rsbs {d}, {n}, #0",
    "muls {d}, {n}, {d}", "ands {d}, {n}", "eors {d}, {n}", "orrs {d}, {n}", "bics {d}, {n}", "mvns {d}, {n}",
    "tst {d}, {n}", "cmp {d}, {n}", "cmn {d}, {n}", "lsls {d}, {n}, #{k}", "lsrs {d}, {n}, #{k}",
    "asrs {d}, {n}, #{k}", "lsls {d}, {n}", "lsrs {d}, {n}", "asrs {d}, {n}", "rors {d}, {n}", "movs {d}, #{i}",
    "adds {d}, #{i}", "subs {d}, #{i}", "cmp {d}, #{i}", "mov {w}, {x}", "add {w}, {x}", "cmp {w}, {x}",
    "sxth {d}, {n}", "sxtb {d}, {n}", "uxth {d}, {n}", "uxtb {d}, {n}", "rev {d}, {n}", "rev16 {d}, {n}",
    "revsh {d}, {n}", "nop", "add {d}, sp, #16", "adr {d}, 1f\n .balign 4\n 1:", "ldr {d}, ={i}",
    "ldr {d}, [{p}, #{o}]", "ldrh {d}, [{p}, #{o}]", "ldrb {d}, [{p}, #{o}]", "str {d}, [{p}, #{o}]",
    "strh {d}, [{p}, #{o}]", "strb {d}, [{p}, #{o}]", "ldr {d}, [{p}, r2]", "ldrh {d}, [{p}, r2]",
    "ldrsh {d}, [{p}, r2]", "ldrb {d}, [{p}, r2]", "ldrsb {d}, [{p}, r2]", "str {d}, [{p}, r2]",
    "strh {d}, [{p}, r2]", "strb {d}, [{p}, r2]", "sub sp, #8\n str {d}, [sp, #4]\n ldr {n}, [sp, #4]\n add sp, #8",
    "push {{r4-r7}}\n pop {{r4-r6}}\n pop {{r7}}", "mov {d}, {p}\n ldmia {d}, {{r4-r7}}",
    "movs r4, {p}\n ldmia r4!, {{r5-r7}}", "movs r4, {p}\n stmia r4!, {{r5-r7}}",
    "movs {d}, {p}\n ldr {n}, [{d}, #{o}]", "str {p}, [{p}, #{o}]\n ldr {d}, [{p}, #{o}]\n ldr {n}, [{d}]",
    "b 1f\n nop\n 1:", "bl leaf", "bl framed", "ldr {d}, =leaf\n blx {d}",
    "adr {d}, 1f\n adds {d}, #1\n mov pc, {d}\n .balign 4\n 1:", "cmp {d}, {n}\n b{c} 1f\n nop\n 1:",
)  # fmt: skip
OF_ARMV7M = (
    "add.w {w}, {x}, {d}, lsl #{k}", "adcs.w {w}, {x}, {d}", "sub.w {w}, {x}, {d}, asr #{k}", "sbcs.w {w}, {x}, {d}",
    "rsb.w {w}, {x}, #{i}", "subs.w {w}, {x}, #{i}", "and.w {w}, {x}, {d}, ror #{k}", "bic.w {w}, {x}, #{i}",
    "orn {w}, {x}, {d}", "eor.w {w}, {x}, {d}, lsr #{k}", "eors.w {w}, {x}, #0xff00ff00", "mvn.w {w}, {x}",
    "teq {w}, {x}", "tst.w {w}, {x}", "cmp.w {w}, {x}", "mov.w {w}, #0x10001", "lsrs.w {w}, {x}, #{k}",
    "movw {w}, #51{i}", "movt {w}, #{i}", "addw {w}, {x}, #7{i}", "subw {w}, {x}, #7{i}", "rrxs {w}, {x}",
    "lsl.w {w}, {x}, {d}", "rors.w {w}, {x}, {d}", "clz {w}, {x}", "rbit {w}, {x}", "rev.w {w}, {x}",
    "bfi {w}, {x}, #3, #7", "bfc {w}, #{k}, #1", "ubfx {w}, {x}, #{k}, #1", "sbfx {w}, {x}, #3, #9",
    "ssat {w}, #9, {x}", "usat {w}, #12, {x}, asr #{k}", "uxtab {w}, {x}, {d}, ror #8", "sxtah {w}, {x}, {d}",
    "uxtb16 {w}, {x}", "uxtab16 {w}, {x}, {d}, ror #8", "sxtab16 {w}, {x}, {d}",
    "uxtb.w {w}, {x}, ror #16", "pkhbt {w}, {x}, {d}, lsl #{k}", "mul.w {w}, {x}, {d}", "mla {w}, {x}, {d}, {n}",
    "mls {w}, {x}, {d}, {n}", "smlabt {w}, {x}, {d}, {n}", "smulbb {w}, {x}, {d}", "umull {w}, r11, {x}, {d}",
    "smull {w}, r11, {x}, {d}", "umlal {w}, r11, {x}, {d}", "smlal {w}, r11, {x}, {d}", "umaal {w}, r11, {x}, {d}",
    "udiv {w}, {x}, {d}", "sdiv {w}, {x}, {d}", "nop.w", "ldr.w {w}, [{p}, #-{o}]", "ldr.w {w}, [{p}, r2, lsl #1]",
    "ldrb.w {w}, [{p}, #{o}]", "ldrsh.w {w}, [{p}, #{o}]", "str.w {w}, [{p}, #{o}]", "strh.w {w}, [{p}, r2, lsl #1]",
    "str.w {w}, [{p}, #-{o}]", "ldr.w {w}, ={i}", "mov r11, {p}\n ldr {w}, [r11, #4]!\n ldr {d}, [r11], #4",
    "mov r11, {p}\n str {d}, [r11, #4]!\n ldr {d}, [r11], #-4", "add.w r11, {p}, #{o}\n ldr.w {w}, [r11]",
    "umull r4, r11, r2, r3\n ldr {d}, [{p}, r11]", "uxtb {d}, r2\n str {n}, [{p}, {d}]", "ldrd r4, r9, [{p}, #{o}]",
    "strd r9, r4, [{p}, #{o}]", "mov r11, {p}\n strd r4, r5, [r11], #8\n ldrd r6, r5, [r11, #-8]!",
    "ldmia.w {p}, {{r5-r9}}", "mov r11, {p}\n stmdb r11!, {{r4-r7, r9}}", "mov r11, {p}\n ldmdb r11!, {{r4, r6, r9}}",
    "push.w {{r4-r9}}\n pop.w {{r5-r10}}", "str {w}, [sp, #-4]!\n ldr {x}, [sp], #4",
    "push {{r4, r5}}\n ldrd r6, r7, [sp], #8", "b.w 1f\n nop\n 1:", "cbz {d}, 1f\n nop\n 1:",
    "cbnz {d}, 1f\n nop.w\n 1:", "cmp {d}, {n}\n b{c}.w 1f\n nop.w\n 1:", "b 1f\n nop\n 1: nop.w",
    "tbb [pc, r3]\n .byte 1, 1", "tbh [pc, r3, lsl #1]\n .short 1", "nop.w\n nop.w\n nop.w\n nop.w",
    "adr.w {w}, 1f + 1\n push {{{d}}}\n str {w}, [sp]\n ldr pc, [sp], #4\n .balign 4\n 1:",
    "cmp {d}, {n}\n it {c}\n add{c} {w}, {x}",
    "cmp {d}, {n}\n ite {c}\n ldr{c} {d}, [{p}, #{o}]\n str{e} {d}, [{p}, r2]",
    "tst {d}, {n}\n itete {c}\n str{c} r4, [r0]\n ldm{e}.w {p}, {{r4-r6}}\n mul{c} {w}, {x}, {d}\n sub{e} {w}, {x}, r4",
    "cmp {d}, {n}\n ittt {c}\n lsl{c} {d}, {n}, #{k}\n ldrd{c} r4, r5, [{p}]\n b{c} 1f\n nop.w\n 1:",
    "cmp {d}, {n}\n it {c}\n eor{c} {d}, {n}\n it {e}\n mov{e} {w}, {x}", "nop.w\n it {c}\n lsr{c}.w {w}, {x}, #{k}",
    "vmov s0, {p}\n vmov {d}, s0\n ldr {n}, [{d}]", "udiv {d}, r3, r2\n ldr {n}, [{p}, {d}]",
    "vmov s0, {p}\n vmov {w}, r11, s0, s1\n ldr {n}, [{w}]", "mov r11, {p}\n strd r4, r5, [r11], #8\n ldr {n}, [r11]",
    "mov r11, {p}\n stmia r11!, {{r4, r5}}\n str {n}, [r11]", "mov r11, {p}\n ldmia r11!, {{r4, r5}}\n ldr {n}, [r11]",
    "mov r11, {p}\n vstmia r11!, {{s0, s1}}\n vldr s3, [r11]",
    "mov r11, {p}\n nop\n ldr {n}, [r11], #4\n ldr r4, [r11]",
    "bfi {d}, r3, #0, #32\n strb {n}, [{p}, {d}]", "clz {d}, r2\n ldrb {n}, [{p}, {d}]",
    "add.w r11, sp, #0\n ldr {n}, [r11]",
    "vmov s0, {w}", "vmov {w}, s1", "vmov {w}, r11, s2, s3", "vmov d0, {w}, {d}", "vmov {w}, r11, d1",
    "vmov.f32 s1, s2", "vldr s4, [{p}, #{o}]", "vstr s0, [{p}, #{o}]", "vldr d3, [{p}, #{o}]",
    "vstr d0, [{p}, #-{o}]", "vldmia {p}, {{s4-s8}}", "mov r11, {p}\n vstmia r11!, {{d0-d2}}",
    "vpush {{s0-s2}}\n vpop {{s3-s5}}",
)  # fmt: skip
FORMS = {"cortex-m0plus": OF_BOTH, "cortex-m4": OF_BOTH + OF_ARMV7M}


def filled(form: str, draw: random.Random) -> str:
    """A form with registers and numbers in its places."""
    d, n = draw.sample(LOW, 2)
    w, x = draw.sample(LOW + HIGH, 2)
    c, e = draw.sample(draw.choice(CONDITIONS), 2)
    p, o, i, k = draw.choice(POINTERS), 4 * draw.randrange(8), draw.randrange(100), draw.randrange(1, 25)
    return form.format(d=d, n=n, w=w, x=x, c=c, e=e, p=p, o=o, i=i, k=k)


def body(forms: tuple[str, ...], draw: random.Random) -> str:
    """A routine of FORMS_OF_A_BODY, which begins with random numbers in its registers."""
    begin = [f"ldr r4, ={draw.getrandbits(32)}\n mov {name}, r4" for name in (*HIGH, "r11")]
    begin += [f"ldr {name}, ={draw.getrandbits(32)}" for name in LOW]
    return "\n ".join([*begin, *(filled(form, draw) for form in draw.choices(forms, k=FORMS_OF_A_BODY))])


def source(bodies: list[str], is_floating: bool) -> str:
    """An image that runs `measured` once for each body."""
    unit = " .fpu fpv4-sp-d16\n" if is_floating else ""
    enable = " ldr r0, =0xe000ed88\n ldr r1, =0xf00000\n str r1, [r0]\n" if is_floating else ""  # CPACR
    calls = "".join(
        f" ldr r0, =0x20000100\n ldr r1, =0x20000180\n movs r2, #4\n ldr r4, =body{i}\n mov r12, r4\n"
        " mov r3, sp\n subs r3, #4\n stmia r3!, {r3}\n bl measured\n b 9f\n .ltorg\n 9:\n"
        for i in range(len(bodies))
    )
    routines = "".join(
        f" .balign 4\n.thumb_func\nbody{i}: movs r3, #0\n push {{lr}}\n {text}\n pop {{pc}}\n .ltorg\n"
        for i, text in enumerate(bodies)
    )
    return f""" .syntax unified
 .thumb
{unit} .global start, measured, bench_stack_limit
 .equ bench_stack_limit, {STACK_LIMIT}
 .section .vectors, "a"
 .word {STACK_TOP}, start + 1
 .text
 .thumb_func
start:
{enable}{calls}
 ldr r1, =ending
 movs r0, #0x20
 bkpt 0xab
 .ltorg
 .balign 4
ending: .word 0x20026, 0
 .type measured, %function
measured: bx r12
 .thumb_func
leaf: bx lr
 .thumb_func
framed: push {{r4, r5, lr}}
 pop {{r4, r5, pc}}
{routines}"""


def image(board: str, folder: Path, bodies: int, draw: random.Random) -> Path:
    """An image of so many routines for a board."""
    texts = [body(FORMS[board], draw) for _ in range(bodies)]
    (folder / "random.S").write_text(source(texts, board == "cortex-m4"))
    elf = folder / "random.elf"
    places = ("-Wl,--section-start=.vectors=0", "-Wl,-Ttext=0x40", "-Wl,-estart")
    flags = (f"-mcpu={board}", "-mthumb", "-nostdlib", *places)
    subprocess.run([COMPILER, *flags, folder / "random.S", "-o", elf], check=True)
    return elf

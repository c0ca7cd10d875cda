"""Forms of instruction with their cycles on an Ibex with the single-cycle multiplier, the write-back stage and the
branch-target unit, and memories that answer in the next cycle.

Sources: Ibex Reference Guide, "Pipeline Details" (stalls: of a computation 0, of MULH 1, of a division 37 or 1 by
zero, of a jump 1, of a branch 1 if taken). A load or store stalls for its answer, which the write-back stage hides
unless the next instruction needs the result: the guide leaves that stage open ("Third Pipeline Stage"), so these rest
on rtl/ibex_id_stage.sv, stall_ld_hz. For rotations, which take two cycles: rtl/ibex_alu.sv, alu_multicycle."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Form:
    """Instructions, and the cycles that each repetition takes; `b`: only with bit manipulation."""

    name: str
    body: str
    cycles: int
    b: bool = False


FORMS = (
    Form("sum", "add a2, a0, a1", 1),
    Form("chain of sums", "add a0, a0, a1", 1),
    Form("constant", "lui a2, 12345", 1),
    Form("comparison", "sltu a2, a0, a1", 1),
    Form("shift by a register", "sll a2, a0, a1", 1),
    Form("product", "mul a2, a0, a1", 1),
    Form("chain of products", "mul a0, a0, a1", 1),
    Form("upper half", "mulhu a2, a0, a1", 2),
    Form("signed upper half", "mulh a2, a0, a1", 2),
    Form("both halves", "mul a2, a0, a1; mulhu a3, a0, a1", 3),
    Form("quotient", "div a2, a0, a1", 37),
    Form("rest", "remu a2, a0, a1", 37),
    Form("quotient by 0", "div a2, a0, zero", 2),
    Form("load", "lw a2, 0(sp)", 1),
    Form("load of a byte", "lbu a2, 1(sp)", 1),
    Form("load from flash", "lw a2, 128(zero)", 1),
    Form("load across words", "lw a2, 2(sp)", 2),
    Form("load, then use", "lw a2, 0(sp); add a3, a2, a2", 3),
    Form("load, another, then use", "lw a2, 0(sp); add a3, a0, a1; add a4, a2, a2", 3),
    Form("store", "sw a2, 0(sp)", 1),
    Form("store, then load", "sw a2, 0(sp); lw a3, 4(sp)", 2),
    Form("branch not taken", "bne a0, a0, . + 8", 1),
    Form("branch taken", "beq a0, a0, . + 4", 2),
    Form("jump", "j . + 4", 2),
    # To an instruction of 32 bits; one cycle more if it crosses a word.
    Form(
        "jump across words",
        "j 1f; .option rvc; c.nop; .option norvc; 1: add a2, a0, a1; .option rvc; c.nop; .option norvc",
        2 + 1 + 1 + 1,
    ),
    Form("jump to a whole word", "j 1f; nop; 1: add a2, a0, a1; nop", 2 + 1 + 1),
    Form("counter", "csrr a2, mcycle", 1),
    Form("call and return", "jal t0, 1f; j 2f; 1: jr t0; 2:", 6),
    Form("carry-less product", "clmul a2, a0, a1", 1, b=True),
    Form("chain of carry-less products", "clmul a0, a0, a1", 1, b=True),
    Form("upper half of one", "clmulh a2, a0, a1", 1, b=True),
    Form("reversed one", "clmulr a2, a0, a1", 1, b=True),
    Form("rotation", "rol a2, a0, a1", 2, b=True),
    Form("rotation by a number", "rori a2, a0, 7", 2, b=True),
    Form("sum with a shift", "sh2add a2, a0, a1", 1, b=True),
    Form("and not", "andn a2, a0, a1", 1, b=True),
    Form("smaller", "minu a2, a0, a1", 1, b=True),
    Form("bytes reversed", "rev8 a2, a0", 1, b=True),
    Form("leading zeros", "clz a2, a0", 1, b=True),
    Form("ones", "cpop a2, a0", 1, b=True),
    Form("a bit", "bext a2, a0, a1", 1, b=True),
)
REPEATED = 16


def source(is_b: bool) -> str:
    """A program that runs each form in a routine form<n> of REPEATED repetitions, and form_empty of none."""
    listed = [(f"form{n}", form.body) for n, form in enumerate(FORMS) if is_b or not form.b]
    lines = ['.include "io.inc"', ".option norvc", "routine form_empty", "ret", "end form_empty"]
    for name, body in listed:
        lines += [f"routine {name}", f".rept {REPEATED}", *body.split("; "), ".endr", "ret", f"end {name}"]
    lines += ["routine all", "addi sp, sp, -16", "sw ra, 12(sp)"]
    for name in ("form_empty", *(name for name, _ in listed)):
        lines += ["li a0, 0x89abcdef", "li a1, 0x01234567", f"call {name}"]
    lines += ["lw ra, 12(sp)", "addi sp, sp, 16", "ret", "end all"]
    lines += ["routine main", "addi sp, sp, -16", "call all", "exit_with 0", "end main", ""]
    return "\n".join(lines)

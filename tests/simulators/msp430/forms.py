"""Every form of MSP430 instruction with its cycles, from the tables of the user's guides: SLAU049 (family 1), tables
3-14 to 3-16; SLAU208 (family 5), chapter CPUX, tables of the formats I and II and of the extended instructions."""

import dataclasses

# Operand in assembly -> row of the tables. Constants of the generator take no word of code: they count as Rn.
SOURCES = {
    "r5": "Rn", "#8": "Rn", "#0": "Rn", "#-1": "Rn", "@r6": "@Rn", "@r6+": "@Rn+", "#0x1234": "#N", "2(r6)": "x(Rn)",
    "ede": "EDE", "&ede": "&EDE",
}  # fmt: skip
DESTINATIONS = {"r8": "Rm", "2(r9)": "x(Rm)", "ede2": "EDE", "&ede2": "&EDE"}
# With the program counter as the destination: operands that hold or point to the address of the label.
TO_LABEL = {
    "r10": "Rn", "@r11": "@Rn", "@r11+": "@Rn+", "#{label}": "#N", "4(r11)": "x(Rn)", "pointer{n}": "EDE",
    "&pointer{n}": "&EDE",
}  # fmt: skip
# Format I: source -> cycles with the destination Rm, PC, any in memory.
CLASSIC = {"Rn": (1, 2, 4), "@Rn": (2, 2, 5), "@Rn+": (2, 3, 5), "#N": (2, 3, 5), "x(Rn)": (3, 3, 6), "EDE": (3, 3, 6),
           "&EDE": (3, 3, 6)}  # fmt: skip
X = {"Rn": (1, 3, 4), "@Rn": (2, 4, 5), "@Rn+": (2, 4, 5), "#N": (2, 3, 5), "x(Rn)": (3, 5, 6), "EDE": (3, 5, 6),
     "&EDE": (3, 5, 6)}  # fmt: skip
ONE_LESS_ON_X = ("mov", "bit", "cmp")  # with a destination in memory
# Format II: operand -> RRA RRC SWPB SXT, PUSH, CALL.
CLASSIC_SINGLE = {"Rn": (1, 3, 4), "@Rn": (3, 4, 4), "@Rn+": (3, 5, 5), "#N": (None, 4, 5), "x(Rn)": (4, 5, 5),
                  "EDE": (4, 5, 5), "&EDE": (4, 5, 5)}  # fmt: skip
X_SINGLE = {"Rn": (1, 3, 4), "@Rn": (3, 3, 4), "@Rn+": (3, 3, 4), "#N": (None, 3, 4), "x(Rn)": (4, 4, 5),
            "EDE": (4, 4, 5), "&EDE": (4, 4, 6)}  # fmt: skip
RETURN = {False: 3, True: 4}  # MOV @SP+, PC
DOUBLE = ["mov", "add", "addc", "subc", "sub", "cmp", "dadd", "bit", "bic", "bis", "xor", "and"]
JUMPS = ["jne", "jeq", "jnc", "jc", "jn", "jge", "jl", "jmp"]
# Only on CPUX: PUSHM and POPM of n words take 2 + n cycles, of n addresses 2 + 2n; shifts by n bits take n.
EXTENDED = {
    "pushm.w #4, r11\n popm.w #4, r11": 12, "pushm.a #3, r11\n popm.a #3, r11": 16, "pushm.w #1, r8\n popm.w #1, r8": 6,
    "rram.w #1, r8": 1, "rram.w #4, r8": 4, "rrcm.w #3, r8": 3, "rlam.w #2, r8": 2, "rrum.w #4, r8": 4,
    "rram.a #2, r8": 2, "mova r5, r8": 1, "mova #0x1234, r8": 2, "mova @r6, r8": 3, "mova @r6+, r8": 3,
    "mova 4(r6), r8": 4, "mova &ede, r8": 4, "mova r5, &ede2": 4, "mova r5, 4(r9)": 4, "adda r5, r8": 1,
    "adda #0x1234, r8": 3, "suba r5, r8": 1, "suba #0x1234, r8": 3, "cmpa r5, r8": 1, "cmpa #0x1234, r8": 3,
    "mova #{label}, r0\n {label}:": 3, "mova r10, r0\n {label}:": 3, "mova @r11, r0\n {label}:": 5,
    "calla #far": 5 + 5, "mov #far, r8\n calla r8": 2 + 5 + 5,
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Form:
    """The routine of the form is `body` and a return; {label} and {n} stand for values of this form."""

    body: str
    cycles: int


def _double(is_x: bool) -> list[Form]:
    table, forms = X if is_x else CLASSIC, []
    for name in DOUBLE:
        for suffix in (".w", ".b"):
            for source, row in SOURCES.items():
                for destination, column in DESTINATIONS.items():
                    less = is_x and column != "Rm" and name in ONE_LESS_ON_X
                    cycles = table[row][0 if column == "Rm" else 2] - less
                    forms.append(Form(f"{name}{suffix} {source}, {destination}", cycles))
    apart = ".fill 600, 2, 0x4303"  # NOPs: the assembler would turn a jump to a nearer label into JMP
    branches = [Form(f"mov {source}, r0\n {apart}\n {{label}}:", table[row][1]) for source, row in TO_LABEL.items()]
    return forms + branches


def _single(is_x: bool) -> list[Form]:
    table, forms = X_SINGLE if is_x else CLASSIC_SINGLE, []
    operands = {"r8": "Rn", "@r6": "@Rn", "@r6+": "@Rn+", "2(r6)": "x(Rn)", "ede": "EDE", "&ede": "&EDE"}
    for name in ("rra.w", "rra.b", "rrc.w", "rrc.b", "swpb", "sxt"):
        forms += [Form(f"{name} {operand}", table[row][0]) for operand, row in operands.items()]
    pushed = operands | {"#0x1234": "#N", "#1": "Rn"}
    if not is_x:  # as encodes #4 and #8 of PUSH, which fail on old chips of the family, as words of their own
        pushed |= {"#8": "#N"}
    forms += [Form(f"push {operand}\n incd r1", table[row][1] + 1) for operand, row in pushed.items()]
    called = {"r4": "Rn", "@r12": "@Rn", "@r12+": "@Rn+", "#leaf": "#N", "2(r12)": "x(Rn)", "leaves": "EDE",
              "&leaves": "&EDE"}  # fmt: skip
    return forms + [Form(f"call {operand}", table[row][2] + RETURN[is_x]) for operand, row in called.items()]


def all_forms(is_x: bool) -> list[Form]:
    """The forms of one processor."""
    jumps = [Form(f"{flags}\n {name} {{label}}\n {{label}}:", 1 + 2) for name in JUMPS for flags in ("setc", "setz")]
    jumps.append(Form("push #{label}\n push r2\n reti\n {label}:", (3 if is_x else 4) + 3 + 5))
    extended = [Form(body, cycles) for body, cycles in EXTENDED.items()] if is_x else []
    return [Form("", 0), *_double(is_x), *_single(is_x), *jumps, *extended]


PREPARE = (
    "mov #0x3333, r5", "mov #buffer, r6", "mov #buffer + 8, r9", "mov #label{n}, r10", "mov #pointer{n}, r11",
    "mov #leaf, r4", "mov #leaves, r12", "mov r10, &pointer{n}", "clr &pointer{n} + 2", "mov r10, &pointer{n} + 4",
)  # fmt: skip


def source(forms: list[Form], is_x: bool) -> str:
    """Assembly of an image with a routine `all` that calls the routine of each form once."""
    calls, routines, pointers = [], [], []
    for n, form in enumerate(forms):
        label = f"label{n}"
        jumps_there = "{label}:" in form.body
        used = PREPARE if jumps_there else [line for line in PREPARE if "{n}" not in line]
        calls += [f" {line.format(n=n)}" for line in used] + [f" call #form{n}"]
        routines += [f"routine form{n}", f" {form.body.format(label=label, n=n)}", " ret", f"end form{n}"]
        pointers += [f"pointer{n}: .space 6"] if jumps_there else []
    far = ["routine far", " reta", "end far"] if is_x else []
    variables = [".bss", ".balign 2", "buffer: .space 32", "ede: .space 4", "ede2: .space 4", *pointers]
    variables += [".section .rodata", "leaves: .word leaf, leaf"]
    lines = [*routines, *far, "routine leaf", " ret", "end leaf", "routine all", *calls, " ret", "end all"]
    start = ["routine main", " call #all", " exit_with 0", "end main"]
    return "\n".join(['.include "io.inc"', *lines, *start, *variables, ""])

"""A step of the ladder on differences (src/scalar/ladder/ladder_differences_list.c) modulo the prime of secp256r1, in
Montgomery form: the exchange, and its formulas by calls of routines (montgomery_routines.py), where the list of that
file is read by a loop. It calls the routines as fast as code can, and takes a third of the code of calls from C."""

from codegen.arm.listing import CALLEE_SAVED, WORD_BYTES, Listing, listed
from codegen.armv7 import cortex_m4
from codegen.armv7.formulas.calls import ELEMENT_BYTES, Element, Formula, function, with_and_without_squares
from codegen.armv7.kernel import Kernel
from codegen.armv7.routines import Calling
from codegen.kernel_fields import PrimeField

X0, V0, X1, V1, A, B = (Element(i, "elements") for i in (0, 1, 2, 3, 6, 7))  # the point's stand between
# As differences_step of the list.
STEP = (
    ("sub", X1, X1, X0),
    ("mul", V1, V0, V1),
    ("sqr", V0, V0),
    ("sqr", A, X1),
    ("mul", X0, X0, A),
    ("mul", X1, X1, A),
    ("mul", X1, X1, V0),
    ("sub", A, V1, X0),
    ("add", B, X0, V0),
    ("mul", B, A, B),
    ("sub", B, B, X1),
    ("mul", X1, V0, V1),
    ("sqr", V1, A),
    ("add", V1, V1, B),
    ("mul", V1, V0, V1),
    ("sub", X0, X0, A),
    ("sub", X0, X0, V0),
    ("mul", V0, X0, B),
    ("sub", X0, X1, B),
    ("add", V0, V1, V0),
)
PAIR = 2 * ELEMENT_BYTES
WORDS_AT_ONCE = 4
TURNS = PAIR // (WORD_BYTES * WORDS_AT_ONCE)


def _exchange() -> tuple[Listing, int]:
    """Exchanges the elements X0, V0 with X1, V1 if the mask in r1 is all ones, and leaves the address of X1 in r0: the
    instructions, and the cycles that they take. SEL takes bytes by the carries of UADD8, which nothing else changes."""
    asm, body = Listing(), Listing()
    asm.block("Exchange the points if the mask is all ones.")
    asm("uadd8", "r1", "r1", "r1")
    asm("add", "r1", "r0", f"#{PAIR}")
    asm("movs", "r12", f"#{TURNS}")
    new, own, other = "r2", ("r3", "r4", "r5", "r6"), ("r7", "r8", "r9", "r10")
    body("ldm", "r0", listed(own))
    body("ldm", "r1", listed(other))
    for mine, theirs in zip(own, other, strict=True):
        body("sel", new, theirs, mine)
        body("sel", theirs, mine, theirs)
        new = mine
    body("stm", "r0!", listed(("r2", *own[:-1])))
    body("stm", "r1!", listed(other))
    body("subs", "r12", "r12", "#1")
    asm.repeat("1", body, TURNS)
    asm.lines[-1] = "    bne    1b"
    return asm, cortex_m4.cycles(asm) + (TURNS - 1) * (cortex_m4.cycles(body) + cortex_m4.REFILL_EARLY)


def differences_step(field: PrimeField, has_squares: bool) -> Kernel:
    """Both points after a bit of the scalar."""
    formula, asm = Formula(field, X1, has_squares), Listing()
    exchange, cycles = _exchange()
    asm("push", listed(CALLEE_SAVED))
    cycles += cortex_m4.cycles(asm)
    formula.asm.block("The list of src/scalar/ladder/ladder_differences_list.c.")
    for operation in STEP:
        formula(*operation)
    formula.asm("pop", listed([*CALLEE_SAVED[:-1], "pc"]))
    asm.lines += [*exchange.lines, *formula.asm.lines]
    asm.instructions += exchange.instructions + formula.instructions
    header = formula.header(
        "differences-step", "a step of ladder-differences-list", source="Hamburg 2020", domain="elements below p"
    )
    return Calling(
        field=field,
        function=function(header),
        header=header,
        parameters="uint32_t *elements, uint32_t mask",
        operation=(
            "elements: X0, V0, X1, V1, two others, two of room. X0, V0 are exchanged with X1, V1 if the mask is all",
            "ones, not if it is 0. Then they become those after a step. All are below p, and numbers times R = 2^256",
            "modulo p.",
        ),
        asm=asm,
        stack_bytes=WORD_BYTES * len(CALLEE_SAVED) + formula.depth,
        run_cycles=cycles + formula.cycles,
    )


GENERATORS = with_and_without_squares(differences_step)

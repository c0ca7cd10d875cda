"""A window of a scalar, in a multiplication on secp256r1, as one kernel, in Montgomery form: doublings of the sum, and
the addition of a point with Z = 1. Products and squares are the local routines of doubling.py."""

from codegen.kernel_fields import PrimeField
from codegen.msp430.doubling import A, B, Points, T
from codegen.msp430.kernel import REQUIRES_MPY32, Kernel
from codegen.msp430.listing import BRANCH_CYCLES, JUMP_CYCLES, SAVED_BYTES, WORD_BYTES, at
from codegen.msp430.montgomery_sums import ADDED, SUBTRACTED, Term
from codegen.msp430.prime_blocks import ELEMENT_BYTES
from codegen.msp430.routines import STACK

AZ4, POWER = 3 * ELEMENT_BYTES, 4 * ELEMENT_BYTES  # elements of the frame, behind A, B and T
SUM, ENTRY, COEFFICIENT, COUNT = (5 * ELEMENT_BYTES + WORD_BYTES * i for i in range(4))  # places of the arguments
ENTRY_X, ENTRY_Y2 = ((ENTRY, ELEMENT_BYTES * i) for i in range(2))
V = AZ4


def _doublings(points: Points) -> dict[str, int]:
    """Writes a Z^4 and the doublings; returns the cycles of each doubling more than one."""
    asm, call = points.code.main, points.code.call
    asm.block("a Z^4.")
    call("square", AZ4, points.z)
    call("square", AZ4, AZ4)
    call("product", AZ4, AZ4, (COEFFICIENT, 0))
    asm.lines.append("    jmp   .Ldouble")
    before = dict(asm.cycles)
    asm.lines.append(".Lagain:")
    asm.block("a Z^4 of the double.")
    call("product", AZ4, AZ4, POWER)
    between = dict(asm.cycles)
    asm.lines.append(".Ldouble:")
    points.double(AZ4, POWER)
    asm.block("The next doubling, if there is one.")
    asm("sub", "#1", at(STACK, COUNT))
    asm.lines += ["    jz    .Ladd", "    br    #.Lagain", ".Ladd:"]
    asm.code_bytes += 2 + 2 + 4
    each = {}
    for core, cycles in asm.cycles.items():
        each[core] = cycles - before[core] + JUMP_CYCLES + BRANCH_CYCLES
        asm.cycles[core] += before[core] - between[core] + 2 * JUMP_CYCLES
    return each


def _add(points: Points) -> None:
    """With H = x Z^2 - X, S = 2 y Z^3 - 2 Y and J = 4 H^3, V = 4 X H^2: X3 = S^2 - J - 2 V, Y3 = S (V - X3) - 2 Y J,
    Z3 = 2 H Z (scalar/multi/common_z.c)."""
    asm, call, sums = points.code.main, points.code.call, points.sums
    x, y2, z = points.x, points.y2, points.z
    asm.block("H, S.")
    call("square", T, z)
    call("product", A, ENTRY_X, T)
    call("product", T, T, z)
    call("product", B, ENTRY_Y2, T)
    sums.difference(A, A, x)
    sums.difference(B, B, y2)
    asm.block("Z3, J and V.")
    sums.sum(T, A, [Term(ADDED, None)])
    call("product", z, z, T)
    call("square", T, T)
    call("product", A, A, T)
    call("product", V, x, T)
    asm.block("X3 = S^2 - J - 2 V.")
    call("square", T, B)
    taken = [Term(SUBTRACTED, A), Term(SUBTRACTED, V), Term(SUBTRACTED, V)]
    sums.sum(x, T, [*taken, sums.multiple(3)], start=2)
    asm.block("2 Y3 = 2 S (V - X3) - 2 (2 Y J).")
    sums.difference(V, V, x)
    call("product", V, V, B)
    call("product", A, A, y2)
    sums.sum(y2, V, [Term(ADDED, None), Term(SUBTRACTED, A), Term(SUBTRACTED, A), sums.multiple(2)], start=1)


def _window_step(field: PrimeField, is_mpy32: bool) -> Kernel:
    points = Points(field, is_mpy32, SUM)
    asm = points.code.main
    asm.save()
    for argument in ("r15", "r14", "r13", "r12"):
        asm("push", argument)
    asm("sub", f"#{SUM}", STACK)
    each = _doublings(points)
    _add(points)
    asm.leave(COUNT + WORD_BYTES)
    header = {
        "name": "routines-mpy32" if is_mpy32 else "routines",
        "family": "window-step",
        "summary": "doublings and an addition in one routine, whose products and squares are local"
        f"{', through MPY32' if is_mpy32 else ''}",
        "source": "hankerson2004 Algorithm 3.23, without its division by two; the arithmetic is ours",
        "domain": "a sum that is not infinity, and whose multiple is neither the point nor its opposite",
        "curves": "prime",
        "form": "montgomery",
        "constant_time": "same-trace-and-addresses",
    }
    if is_mpy32:
        header["requires"] = REQUIRES_MPY32
    return Kernel(
        field=field,
        function=f"window_step_{header['name'].replace('-', '_')}",
        header=header,
        parameters="uint16_t *sum, const uint16_t *entry, const uint16_t *a, uint8_t doublings",
        operation=(
            "sum: X, 2 Y, Z, which become those of 2^doublings times the point plus the entry x, 2 y, whose Z is 1; a",
            "of the curve; doublings > 0.",
        ),
        asm=points.code.finished(),
        stack_bytes=COUNT + WORD_BYTES + SAVED_BYTES + points.code.stack_bytes,
        multiplies=True,
        cycles_each=each,
    )


def window_step_routines(field: PrimeField) -> Kernel:
    return _window_step(field, is_mpy32=False)


def window_step_routines_mpy32(field: PrimeField) -> Kernel:
    return _window_step(field, is_mpy32=True)

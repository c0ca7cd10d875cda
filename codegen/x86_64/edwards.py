"""Points of Ed25519 in extended coordinates, by the formulas and with the names of src/curve/prime/fp_extended.c: a
doubling and two mixed additions, of any points and of points apart, in one routine each."""

from codegen.x86_64.kernel import Source, kernel
from codegen.x86_64.listing import Listing
from codegen.x86_64.routine import Routine
from codegen.x86_64.weak_residues import N, WeakResidues

DOUBLE = "uint64_t *r, const uint64_t *p"
ADD = "uint64_t *r, const uint64_t *p, const uint64_t *q, const uint64_t *d"
ADD_APART = "uint64_t *r, const uint64_t *p, const uint64_t *q"


def coordinates(index: int) -> tuple[str, ...]:
    return tuple(f"{name}{index}" for name in "XYZEH")


def finish(routine: Routine) -> Listing:
    """X3 = E F, Y3 = G H, Z3 = F G, after E and H."""
    for coordinate in ("E", "H"):
        routine.below_p(f"{coordinate}3", coordinate)
    routine.product("X3", "E", "F", below_p=True)
    routine.product("Y3", "G", "H", below_p=True)
    routine.product("Z3", "F", "G", below_p=True)
    return routine.end()


def extended_double() -> Listing:
    """E = (X + Y)^2 - A - B, G = B - A, H = B + A, F = 2 Z^2 - G. Second operands of differences are below 2 p."""
    routine = Routine(("r", "p"), (), {"r": coordinates(3), "p": coordinates(1)}, N)
    routine.begin(WeakResidues)
    routine.sum_("E", "X1", "Y1")
    routine.square("A", "X1")
    routine.square("B", "Y1")
    routine.square("F", "Z1")
    routine.square("E", "E")
    routine.sum_("H", "B", "A")
    routine.difference("G", "B", "A")
    routine.sum_("F", "F", "F")
    routine.difference("E", "E", "A", "B")
    routine.difference("F", "F", "G")
    return finish(routine)


def extended_add() -> Listing:
    """E = (X1 + Y1)(X2 + Y2) - A - B, F = Z1 - C, G = Z1 + C, H = B + A, with C = d E1 H1 X2 Y2."""
    given = {"r": coordinates(3), "p": coordinates(1), "q": ("X2", "Y2")}
    routine = Routine(("r", "p", "q", "d"), ("d",), given, N)
    routine.asm.move("q", "r10")
    routine.begin(WeakResidues)
    routine.product("C", "E1", "H1")
    routine.product("G", "X2", "Y2")
    routine.sum_("E", "X1", "Y1")
    routine.sum_("F", "X2", "Y2")
    routine.product("A", "X1", "X2")
    routine.product("B", "Y1", "Y2")
    routine.product("C", "C", "G")
    routine.product("E", "E", "F")
    routine.product_with("C", "C", "d")
    routine.sum_("H", "B", "A")
    routine.difference("E", "E", "A", "B")
    routine.difference("F", "Z1", "C")
    routine.sum_("G", "Z1", "C")
    return finish(routine)


def extended_add_apart() -> Listing:
    """A = (Y1 - X1)(Y2 + X2), B = (Y1 + X1)(Y2 - X2), C = 2 X2 Y2 Z1, D = 2 E1 H1: E = D + C, F = B - A, G = B + A,
    H = D - C. C and D are products with a double, so that their sums are of numbers below 2 p."""
    given = {"r": coordinates(3), "p": coordinates(1), "q": ("X2", "Y2")}
    routine = Routine(("r", "p", "q"), (), given, N)
    routine.asm.move("q", "r10")
    routine.begin(WeakResidues)
    routine.sum_("C", "X2", "X2")
    routine.sum_("D", "E1", "E1")
    routine.difference("A", "Y1", "X1")
    routine.sum_("F", "Y2", "X2")
    routine.sum_("B", "Y1", "X1")
    routine.difference("G", "Y2", "X2")
    routine.product("C", "C", "Y2")
    routine.product("D", "D", "H1")
    routine.product("A", "A", "F")
    routine.product("B", "B", "G")
    routine.product("C", "C", "Z1")
    routine.difference("F", "B", "A")
    routine.sum_("G", "B", "A")
    routine.sum_("E", "D", "C")
    routine.difference("H", "D", "C")
    return finish(routine)


def source(field: str, rules: tuple[str, ...]) -> Source:
    kernels = (
        kernel(f"mc_extended_double_{field}_adx", DOUBLE, extended_double()),
        kernel(f"mc_extended_add_{field}_adx", ADD, extended_add()),
        kernel(f"mc_extended_add_apart_{field}_adx", ADD_APART, extended_add_apart()),
    )
    operation = (
        "Points of the curve -x^2 + y^2 = 1 + d x^2 y^2 modulo 2^255 - 19, in extended coordinates X, Y, Z, E, H.",
        "r = 2 p; r = p + q for an affine q, x and y, and the coefficient d; the same where p - q has no order that",
        "divides 4, and else Z = 0. Every element is below p; r may be p.",
    )
    return Source(f"extended_{field}", (*operation, *rules), kernels)

"""Points of curves y^2 = x^3 - 3 x + b in Jacobian coordinates X, Y, Z: a doubling and a mixed addition in one routine
each, modulo a prime of special shape."""

from codegen.x86_64.kernel import Source, kernel
from codegen.x86_64.listing import Listing
from codegen.x86_64.montgomery_residues import MontgomeryResidues
from codegen.x86_64.reduction import SpecialPrime
from codegen.x86_64.routine import Routine

DOUBLE = "uint64_t *r, const uint64_t *p"
ADD = "uint64_t *r, const uint64_t *p, const uint64_t *q"


def coordinates(index: int) -> tuple[str, ...]:
    return tuple(f"{name}{index}" for name in "XYZ")


def begun(parameters: tuple[str, ...], given: dict[str, tuple[str, ...]], prime: SpecialPrime) -> Routine:
    routine = Routine(parameters, (), given, prime.n)
    if "q" in given:
        routine.asm.move("q", "r10")
    routine.begin(lambda asm, rows: MontgomeryResidues(asm, rows, prime))
    return routine


def jacobian_double(prime: SpecialPrime) -> Listing:
    """Half of the usual Z, which saves sums: with T = 3 (X - Z^2)(X + Z^2) / 2 and B = X Y^2: X3 = T^2 - 2 B,
    Y3 = T (B - X3) - Y^4, Z3 = Y Z. Z = 0 gives Z3 = 0."""
    routine = begun(("r", "p"), {"r": coordinates(3), "p": coordinates(1)}, prime)
    routine.square("C", "Z1")
    routine.square("S", "Y1")
    routine.difference("A", "X1", "C")
    routine.sum_("C", "X1", "C")
    routine.product("B", "X1", "S")
    routine.product("A", "A", "C")
    routine.product("Z3", "Y1", "Z1")
    routine.half("T", "A")
    routine.sum_("T", "T", "A")
    routine.square("S", "S")
    routine.square("A", "T")
    routine.difference("A", "A", "B")
    routine.difference("A", "A", "B")
    routine.copy("X3", "A")
    routine.difference("B", "B", "A")
    routine.product("T", "T", "B")
    routine.difference("Y3", "T", "S")
    return routine.end()


def jacobian_add(prime: SpecialPrime) -> Listing:
    """H = X2 Z1^2 - X1, S = Y2 Z1^3 - Y1, V = X1 H^2: X3 = S^2 - H^3 - 2 V, Y3 = S (V - X3) - Y1 H^3, Z3 = Z1 H."""
    routine = begun(("r", "p", "q"), {"r": coordinates(3), "p": coordinates(1), "q": ("X2", "Y2")}, prime)
    routine.square("A", "Z1")
    routine.product("S", "Y2", "Z1")
    routine.product("H", "X2", "A")
    routine.product("S", "S", "A")
    routine.difference("H", "H", "X1")
    routine.difference("S", "S", "Y1")
    routine.product("Z3", "Z1", "H")
    routine.square("A", "H")
    routine.square("B", "S")
    routine.product("V", "X1", "A")
    routine.product("A", "A", "H")
    routine.difference("B", "B", "V")
    routine.difference("B", "B", "V")
    routine.difference("B", "B", "A")
    routine.product("A", "Y1", "A")
    routine.copy("X3", "B")
    routine.difference("V", "V", "B")
    routine.product("V", "V", "S")
    routine.difference("Y3", "V", "A")
    routine.nonzero("H", "S")
    return routine.end()


def source(prime: SpecialPrime) -> Source:
    kernels = (
        kernel(f"mc_jacobian_double_{prime.name}_adx", DOUBLE, jacobian_double(prime)),
        kernel(f"mc_jacobian_add_{prime.name}_adx", ADD, jacobian_add(prime), returns="uint64_t"),
    )
    operation = (
        "Points of a curve y^2 = x^3 - 3 x + b in Jacobian coordinates X, Y, Z; elements in Montgomery form, below p.",
        "r = 2 p of every point; r = p + q for an affine q, neither of them infinity: opposite points give Z = 0; for",
        f"p = q it returns 0, and r is nothing; else it returns another number. r may be p. Modulo {prime.modulus:#x}.",
        "The same instructions and addresses for every input. Saves registers by the calling convention; no secret",
        "stays on the stack.",
    )
    return Source(f"jacobian_{prime.name}", operation, kernels, prime.data())

"""Points of curves y^2 = x^3 + a x + b, a = -3 or 0, in Jacobian coordinates X, Y, Z: a doubling and a mixed addition
in one routine each, modulo a prime of special shape."""

from codegen.x86_64.called_routine import CalledRoutine, subroutines
from codegen.x86_64.kernel import Kernel, Source, kernel
from codegen.x86_64.listing import Listing
from codegen.x86_64.montgomery_residues import MontgomeryResidues
from codegen.x86_64.reduction import Fp521, SpecialPrime
from codegen.x86_64.roomy_residues import RoomyResidues
from codegen.x86_64.routine import Routine

MAX_IN_LINE = 4  # words of elements
COEFFICIENTS = {"fp224r1": -3, "fp256r1": -3, "fp256k1": 0, "fp384r1": -3, "fp521": -3}  # a of the curve of each prime

DOUBLE = "uint64_t *r, const uint64_t *p"
ADD = "uint64_t *r, const uint64_t *p, const uint64_t *q"


def calls(prime: SpecialPrime) -> bool:
    """Whether products are subroutines."""
    return prime.n > MAX_IN_LINE


def residues_of(prime: SpecialPrime) -> type[MontgomeryResidues]:
    return RoomyResidues if isinstance(prime, Fp521) else MontgomeryResidues


def coordinates(index: int) -> tuple[str, ...]:
    return tuple(f"{name}{index}" for name in "XYZ")


def begun(parameters: tuple[str, ...], given: dict[str, tuple[str, ...]], prime: SpecialPrime) -> Routine:
    if calls(prime):
        routine = CalledRoutine(parameters, given, prime)
        routine.begin(lambda asm, rows: residues_of(prime)(asm, rows, prime))
        return routine
    routine = Routine(parameters, (), given, prime.n)
    if len(parameters) > 2:
        routine.asm.move(parameters[2], "r10")  # from rdx
    routine.begin(lambda asm, rows: MontgomeryResidues(asm, rows, prime))
    return routine


def jacobian_double(prime: SpecialPrime) -> Listing:
    """Half of the usual Z, which saves sums: with T = (3 X^2 + a Z^4) / 2 and B = X Y^2: X3 = T^2 - 2 B,
    Y3 = T (B - X3) - Y^4, Z3 = Y Z. Z = 0 gives Z3 = 0."""
    routine = begun(("r", "p"), {"r": coordinates(3), "p": coordinates(1)}, prime)
    if COEFFICIENTS[prime.name] == 0:
        routine.square("A", "X1")
        routine.square("S", "Y1")
        routine.product("B", "X1", "S")
    else:  # X^2 - Z^4 = (X - Z^2)(X + Z^2)
        routine.square("C", "Z1")
        routine.square("S", "Y1")
        routine.difference("A", "X1", "C")
        routine.sum_("C", "X1", "C")
        routine.product("B", "X1", "S")
        routine.product("A", "A", "C")
    routine.product("Z3", "Y1", "Z1", below_p=True)
    routine.three_halves("T", "A")
    routine.square("S", "S")
    routine.square("A", "T")
    routine.difference("X3", "A", "B", "B", below_p=True)
    routine.difference("B", "B", "X3")
    routine.product("T", "T", "B")
    routine.difference("Y3", "T", "S", below_p=True)
    return routine.end()


def jacobian_add(prime: SpecialPrime) -> Listing:
    """H = X2 Z1^2 - X1, S = Y2 Z1^3 - Y1, V = X1 H^2: X3 = S^2 - H^3 - 2 V, Y3 = S (V - X3) - Y1 H^3, Z3 = Z1 H."""
    routine = begun(("r", "p", "q"), {"r": coordinates(3), "p": coordinates(1), "q": ("X2", "Y2")}, prime)
    routine.square("A", "Z1")
    routine.product("S", "Y2", "Z1")
    routine.product("H", "X2", "A")
    routine.product("S", "S", "A")
    routine.difference("H", "H", "X1", below_p=True)
    routine.difference("S", "S", "Y1", below_p=True)
    routine.product("Z3", "Z1", "H", below_p=True)
    routine.square("A", "H")
    routine.square("B", "S")
    routine.product("V", "X1", "A")
    routine.product("A", "A", "H")
    routine.difference("X3", "B", "V", "V", "A", below_p=True)
    routine.product("A", "Y1", "A")
    routine.difference("V", "V", "X3")
    routine.product("V", "V", "S")
    routine.difference("Y3", "V", "A", below_p=True)
    routine.nonzero("H", "S")
    return routine.end()


def called_kernels(prime: SpecialPrime) -> tuple[Kernel, ...]:
    return subroutines(prime, not residues_of(prime).has_larger) if calls(prime) else ()


def product_kernels(prime: SpecialPrime) -> tuple[Listing, Listing]:
    """A multiplication and a squaring as kernels, by the subroutines."""
    mul = begun(("r", "a", "b"), {"r": ("R",), "a": ("A",), "b": ("B",)}, prime)
    mul.product("R", "A", "B", below_p=True)
    sqr = begun(("r", "a"), {"r": ("R",), "a": ("A",)}, prime)
    sqr.square("R", "A")
    sqr.below_p("R", "R")
    return mul.end(), sqr.end()


def source(prime: SpecialPrime) -> Source:
    kernels = (
        *called_kernels(prime),
        kernel(f"mc_jacobian_double_{prime.name}_adx", DOUBLE, jacobian_double(prime)),
        kernel(f"mc_jacobian_add_{prime.name}_adx", ADD, jacobian_add(prime), returns="uint64_t"),
    )
    equation = {-3: "x^3 - 3 x + b", 0: "x^3 + b"}[COEFFICIENTS[prime.name]]
    operation = (
        f"Points of a curve y^2 = {equation} in Jacobian coordinates X, Y, Z; elements in Montgomery form, below p.",
        "r = 2 p of every point; r = p + q for an affine q, neither of them infinity: opposite points give Z = 0; for",
        f"p = q it returns 0, and r is nothing; else it returns another number. r may be p. Modulo {prime.modulus:#x}.",
        "The same instructions and addresses for every input. Saves registers by the calling convention; no secret",
        "stays on the stack.",
    )
    return Source(f"jacobian_{prime.name}", operation, kernels, prime.data())

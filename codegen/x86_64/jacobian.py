"""Points of curves y^2 = x^3 + a x + b, a = -3 or 0, in Jacobian coordinates X, Y, Z: a doubling and a mixed addition
in one routine each, modulo a prime of special shape."""

from codegen.hosts import jacobian as formulas
from codegen.hosts.jacobian import ADD, COEFFICIENTS, DOUBLE
from codegen.x86_64.called_routine import CalledRoutine, subroutines
from codegen.x86_64.kernel import Kernel, Source, kernel
from codegen.x86_64.listing import Listing
from codegen.x86_64.montgomery_residues import MontgomeryResidues
from codegen.x86_64.reduction import Fp521, SpecialPrime
from codegen.x86_64.roomy_residues import RoomyResidues
from codegen.x86_64.routine import Routine

MAX_IN_LINE = 4  # words of elements


def calls(prime: SpecialPrime) -> bool:
    """Whether products are subroutines."""
    return prime.n > MAX_IN_LINE


def residues_of(prime: SpecialPrime) -> type[MontgomeryResidues]:
    return RoomyResidues if isinstance(prime, Fp521) else MontgomeryResidues


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
    routine = begun(("r", "p"), formulas.OF_DOUBLE, prime)
    formulas.double(routine, COEFFICIENTS[prime.name])
    return routine.end()


def jacobian_add(prime: SpecialPrime) -> Listing:
    routine = begun(("r", "p", "q"), formulas.OF_ADD, prime)
    formulas.add(routine)
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
    operation = formulas.facts(prime.name, prime.modulus)
    return Source(f"jacobian_{prime.name}", operation, kernels, prime.data())

"""Kernels modulo 2^255 - 19: products and squares below p, and the step of the Montgomery ladder in one routine."""

from codegen.aarch64.kernel import ONE, TWO, Source, kernel
from codegen.aarch64.listing import Listing
from codegen.aarch64.routine import Routine
from codegen.aarch64.weak_residues import WeakResidues
from codegen.hosts.kernel import Kernel, of_prime

FIELD = "fp255"
MODULUS = 2**255 - 19
STEP = "uint64_t *points, const uint64_t *x, uint64_t swap, uint32_t a24"
RULES = (
    "The same instructions and addresses for every input. Saves registers by the calling convention; no secret stays",
    "on the stack.",
)


def product(method: str, *operands: str) -> Listing:
    given = {"r": ("R",), **{name: (name.upper(),) for name in operands}}
    routine = Routine(tuple(given), given, WeakResidues, given["r"])
    routine.one(method, "R", *(name.upper() for name in operands))
    return routine.end()


def ladder_step() -> Listing:
    """The step by the formulas of RFC 7748, Section 5: letters are its names, S and T are A and B of the point that is
    doubled. In this order few elements wait in memory."""
    points = ("X2", "Z2", "X3", "Z3")
    given = {"points": (*points, "C", "D"), "x": ("x",)}
    step = Routine(("points", "x", "swap", "a24"), given, WeakResidues, points)
    step.asm("and", step.asm.home["a24"], step.asm.home["a24"], "#0xffffffff")  # the upper half is anything
    step.sum_("C", "X3", "Z3")
    step.difference("D", "X3", "Z3")
    step.sum_("A", "X2", "Z2")
    step.difference("B", "X2", "Z2")
    step.product("CB", "C", "B")
    step.choose("T", "B", "D", "swap")
    step.square("BB", "T")
    step.choose("S", "A", "C", "swap")
    step.square("AA", "S")
    step.product("X2", "AA", "BB")
    step.difference("E", "AA", "BB")
    step.sum_with_multiple("AA", "AA", "E", "a24")
    step.product("Z2", "E", "AA")
    step.product("DA", "D", "A")
    step.one("plus_of_products", "C", "DA", "CB")
    step.difference("D", "DA", "CB")
    step.square("X3", "C")
    step.square("D", "D")
    step.product("Z3", "D", "x")
    return step.end()


def product_source() -> Source:
    def one(name: str, parameters: str, method: str, operation: str, *operands: str) -> Kernel:
        lines = of_prime(operation, operands, MODULUS)
        domain = f"any {', '.join(operands)} of 32 bytes"
        return kernel(
            f"mc_modular_{name}_{FIELD}", parameters, product(method, *operands), operation=lines, domain=domain
        )

    kernels = (
        one("mul", TWO, "reduced_product", "a b", "a", "b"),
        one("sqr", ONE, "reduced_square", "a^2", "a"),
    )
    operation = ("r = a b and a^2 mod p, by the names.", f"p = {MODULUS:#x}. r may be an input.")
    return Source(f"modular_{FIELD}", (*operation, *RULES), kernels)


def step_source() -> Source:
    operation = (
        "A step of the Montgomery ladder modulo 2^255 - 19.",
        "points: X2, Z2, X3, Z3, below 2 p, and room for two elements. Exchanges the two points if swap is 1, not if",
        "it is 0; then the first becomes its double, the second their sum, whose difference has the x-coordinate x,",
        "apart; x < 2^256, a24 < 2^17.",
    )
    kernels = (kernel(f"mc_ladder_step_{FIELD}", STEP, ladder_step()),)
    return Source(f"ladder_step_{FIELD}", (*operation, *RULES), kernels)

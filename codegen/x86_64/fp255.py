"""Kernels modulo 2^255 - 19: products and squares below p, and the step of the Montgomery ladder in one routine."""

from codegen.hosts.kernel import of_prime
from codegen.x86_64.kernel import Promise, Source, jump_kernel, kernel
from codegen.x86_64.listing import Listing
from codegen.x86_64.routine import Routine
from codegen.x86_64.rows import AdxRows, PlainRows, words_at
from codegen.x86_64.weak_residues import N, WeakResidues

FIELD = "fp255"
MODULUS = 2**255 - 19
MUL = "uint64_t *r, const uint64_t *a, const uint64_t *b"
SQR = "uint64_t *r, const uint64_t *a"
STEP = "uint64_t *points, const uint64_t *x, uint64_t swap, uint32_t a24"
RULES = (
    "The same instructions and addresses for every input. Saves registers by the calling convention; no secret stays",
)
RULES += ("on the stack.",)


def modular_mul(rows_type: type) -> Listing:
    """r = a b mod p."""
    asm = Listing(("r", "a", "b"), rows_type.extensions)
    asm.block("a b")
    asm.move("b", "r10")
    residues = WeakResidues(asm, rows_type(asm))
    values = residues.reduced_product(words_at(asm.home["a"], N), words_at(asm.home["b"], N))
    residues.store(words_at(asm.home["r"], N), values)
    return asm


def modular_sqr(rows_type: type) -> Listing:
    """r = a^2 mod p."""
    asm = Listing(("r", "a"), rows_type.extensions)
    residues = WeakResidues(asm, rows_type(asm))
    residues.store(words_at(asm.home["r"], N), residues.reduced_square(words_at(asm.home["a"], N)))
    return asm


def ladder_step() -> Listing:
    """The step by the formulas of RFC 7748, Section 5: letters are its names."""
    given = {"points": ("X2", "Z2", "X3", "Z3", "C", "D")}
    step = Routine(("points", "x", "swap", "a24"), ("swap", "x"), given, N)
    step.asm("mov", "ecx", "ecx")  # the upper half of a24's register is anything
    step.asm.spill("a24")
    step.begin(WeakResidues)
    for sum_, difference, x, z in (("A", "B", "X2", "Z2"), ("C", "D", "X3", "Z3")):
        step.sum_(sum_, x, z)
        step.difference(difference, x, z)
    step.product("X3", "D", "A")
    step.product("Z3", "C", "B")
    step.choose("A", "A", "C", "swap")
    step.choose("B", "B", "D", "swap")
    step.sum_("C", "X3", "Z3")
    step.difference("D", "X3", "Z3")
    step.square("A", "A")
    step.square("B", "B")
    step.square("X3", "C")
    step.square("D", "D")
    step.product("X2", "A", "B")
    step.difference("B", "A", "B")
    step.product_with("Z3", "D", "x")
    step.asm.block("Z2 = E (AA + a24 E), E in B")
    step.set("A", step.residues.sum_with_multiple(step.place("A"), step.asm.operand("a24"), step.place("B")))
    step.product("Z2", "B", "A")
    return step.end(secret=("swap",))


def product_source() -> Source:
    mul, sqr = f"mc_modular_mul_{FIELD}", f"mc_modular_sqr_{FIELD}"
    of_mul = Promise(of_prime("a b", ("a", "b"), MODULUS), "any a, b of 32 bytes")
    of_sqr = Promise(of_prime("a^2", ("a",), MODULUS), "any a of 32 bytes")
    plain = kernel(f"{mul}_x86_64", MUL, modular_mul(PlainRows), promise=of_mul)
    kernels = (
        kernel(f"{mul}_adx", MUL, modular_mul(AdxRows), promise=of_mul),
        kernel(f"{sqr}_adx", SQR, modular_sqr(AdxRows), promise=of_sqr),
        plain,
        jump_kernel(f"{sqr}_x86_64", SQR, plain, of_sqr),
    )
    operation = (
        "r = a b mod p.",
        "r = a^2 mod p.",
        f"p = {MODULUS:#x}. Any a and b below 2^256, r below p; r may be an",
        "input.",
    )
    return Source(f"modular_{FIELD}", (*operation, *RULES), kernels)


def step_source() -> Source:
    operation = (
        "A step of the Montgomery ladder modulo 2^255 - 19.",
        "points: X2, Z2, X3, Z3, below 2 p, and room for two elements. Exchanges the two points if swap is 1, not if",
        "it is 0; then the first becomes its double, the second their sum, whose difference has the x-coordinate x,",
        "apart; x < 2^256, a24 < 2^17.",
    )
    return Source(
        f"ladder_step_{FIELD}", (*operation, *RULES), (kernel(f"mc_ladder_step_{FIELD}_adx", STEP, ladder_step()),)
    )

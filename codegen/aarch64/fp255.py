"""Kernels modulo 2^255 - 19: products and squares below p, and the steps of the Montgomery ladder in one routine."""

from codegen.aarch64.kernel import ONE, TWO, Source, kernel
from codegen.aarch64.listing import ZERO, Listing
from codegen.aarch64.routine import Routine
from codegen.aarch64.weak_residues import WeakResidues
from codegen.hosts.kernel import Kernel, of_prime

FIELD = "fp255"
MODULUS = 2**255 - 19
STEPS = "ladder_steps"
PARAMETERS_OF_STEPS = "uint64_t *points, const uint64_t *x, const uint64_t *k, uint64_t bits, uint32_t a24"
RULES = (
    "The same instructions and addresses for every input. Saves registers by the calling convention; no secret stays",
    "on the stack.",
)


def product(method: str, *operands: str) -> Listing:
    given = {"r": ("R",), **{name: (name.upper(),) for name in operands}}
    routine = Routine(tuple(given), given, WeakResidues, given["r"])
    routine.one(method, "R", *(name.upper() for name in operands))
    return routine.end()


class Rounds:
    """The loop of the ladder, which takes a bit of k in each round, the uppermost first. `swap` is 1 if it is not the
    bit above it. The address of k is in the frame: nearly all registers are the elements'."""

    def __init__(self, asm: Listing) -> None:
        self.asm, self.swap, self.left = asm, asm.home["k"], asm.home["bits"]
        self.above, self.k = asm.take(), asm.reserve(2)
        asm("mov", self.above, 0)
        asm.store([asm.home["k"]], self.k)
        asm.loop(STEPS)
        self._take_bit()

    def _take_bit(self) -> None:
        """Shifts are by the lowest six bits of their numbers."""
        asm = self.asm
        words, bit = asm.take_many(2)
        asm.load([words], self.k)
        asm("sub", self.left, self.left, 1)
        asm("lsr", bit, self.left, "#6")
        asm("ldr", bit, f"[{words}, {bit}, lsl #3]")
        asm("lsr", bit, bit, self.left)
        asm("and", bit, bit, 1)
        asm("eor", self.swap, bit, self.above)
        asm("mov", self.above, bit)
        asm.release(words, bit)

    def end(self) -> None:
        self.asm.again(STEPS, self.left)
        self.asm.store([ZERO], self.k)


def ladder_steps() -> Listing:
    """The step by the formulas of RFC 7748, Section 5: letters are its names, S and T are A and B of the point that is
    doubled. In this order few elements wait in memory."""
    points = ("X2", "Z2", "X3", "Z3")
    given = {"points": (*points, "C", "D"), "x": ("x",)}
    step = Routine(("points", "x", "k", "bits", "a24"), given, WeakResidues, points)
    step.asm("and", step.asm.home["a24"], step.asm.home["a24"], "#0xffffffff")  # the upper half is anything
    rounds = Rounds(step.asm)
    step.sum_("C", "X3", "Z3")
    step.difference("D", "X3", "Z3")
    step.sum_("A", "X2", "Z2")
    step.difference("B", "X2", "Z2")
    step.product("CB", "C", "B")
    step.choose("T", "B", "D", rounds.swap)
    step.square("BB", "T")
    step.choose("S", "A", "C", rounds.swap)
    step.square("AA", "S")
    step.product("X2", "AA", "BB")
    step.difference("E", "AA", "BB")
    step.sum_with_multiple("AA", "AA", "E", step.asm.home["a24"])
    step.product("Z2", "E", "AA")
    step.product("DA", "D", "A")
    step.sum_("C", "DA", "CB")
    step.difference("D", "DA", "CB")
    step.square("X3", "C")
    step.square("D", "D")
    step.product("Z3", "D", "x")
    step.write()
    rounds.end()
    return step.wiped()


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


def steps_source() -> Source:
    operation = (
        "Steps of the Montgomery ladder modulo 2^255 - 19, for so many bits of k, at least one, the uppermost first.",
        "points: X2, Z2, X3, Z3, below 2 p, and room for two elements. A step exchanges the two points if its bit is",
        "not the one above it, which is 0 for the first; then the first point becomes its double, the second their",
        "sum, whose difference has the x-coordinate x, apart; x < 2^256, a24 < 2^17.",
    )
    kernels = (kernel(f"mc_{STEPS}_{FIELD}", PARAMETERS_OF_STEPS, ladder_steps()),)
    return Source(f"{STEPS}_{FIELD}", (*operation, *RULES), kernels)

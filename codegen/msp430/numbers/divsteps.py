"""A matrix of division steps applied to two numbers, for inversion by safegcd (src/fp/inversion/safegcd.h), through the
signed sums of products of the multiplier. A digit has 14 bits; the sums of a digit's products and the rest of the digit
below fit 32 bits, as in C."""

import dataclasses

from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import JUMP_CYCLES, SAVED_BYTES, WORD_BYTES, Listing, at
from codegen.msp430.prime_product import register_at

X, MATRIX, Y, N = "r12", "r13", "r14", "r15"  # N only with multiples of n
SUMS = (("r4", "r5"), ("r6", "r7"))  # the lower words first
DIGITS_OF_X_Y_N = ("r8", "r9", "r10")
SPARE = "r11"
MULTIPLY, MULTIPLY_AND_ADD, OPERAND, RESULT = (register_at(address) for address in (2, 6, 8, 10))
RESULT_HIGH = register_at(12)
DIGIT_MASK = (1 << 14) - 1
# The matrix u, v, q, r, then the multiples mx and my, then the count of digits: mc_divsteps_matrix.
ROW_BYTES = 2 * WORD_BYTES
MULTIPLES_OFFSET = 2 * ROW_BYTES
DIGITS_OFFSET = MULTIPLES_OFFSET + 2 * WORD_BYTES


@dataclasses.dataclass(frozen=True)
class Apply(Kernel):
    """once, each: cycles of a call but for the digits, and of each digit, by core."""

    once: dict[str, int] = dataclasses.field(default_factory=dict)
    each: dict[str, int] = dataclasses.field(default_factory=dict)

    def cycles(self, core: str, digits: int) -> int:
        return self.once[core] + digits * self.each[core]

    def facts(self) -> list[str]:
        *others, _, flash = super().facts()
        names = {"cpu": "MSP430", "cpux": "CPUX"}
        counts = [f"{self.once[core]} + {self.each[core]} d on {name}" for core, name in names.items()]
        return [*others, f"Cycles for d digits, the return included, for every input: {', '.join(counts)}.", flash]


def _digit(modular: bool, is_first: bool) -> Listing:
    """Takes a digit of each number; stores the digits of the sums before."""
    asm = Listing()
    taken = list(zip((X, Y, N), DIGITS_OF_X_Y_N, strict=True))[: 3 if modular else 2]
    for pointer, register in taken:
        asm("mov", f"@{pointer}+", register)
    for row, (pointer, (low, high)) in enumerate(zip((X, Y), SUMS, strict=True)):
        for k, register in enumerate(DIGITS_OF_X_Y_N[:2]):
            asm("mov", f"@{MATRIX}+", MULTIPLY_AND_ADD if k else MULTIPLY)
            asm("mov", register, OPERAND)
        if modular:  # the matrix has advanced by row + 1 rows
            multiple = MULTIPLES_OFFSET + row * WORD_BYTES - (row + 1) * ROW_BYTES
            asm("mov", at(MATRIX, multiple), MULTIPLY_AND_ADD)
            asm("mov", DIGITS_OF_X_Y_N[2], OPERAND)
        if is_first:
            asm("mov", RESULT, low)
            asm("mov", RESULT_HIGH, high)
        else:
            asm("add", RESULT, low)
            asm("addc", RESULT_HIGH, high)
            asm("mov", low, SPARE)
            asm("and", f"#{DIGIT_MASK}", SPARE)
            asm("mov", SPARE, at(pointer, -2 * WORD_BYTES))
        _shift(asm, low, high)
    asm("sub", f"#{2 * ROW_BYTES}", MATRIX)
    return asm


def _shift(asm: Listing, low: str, high: str) -> None:
    """A sum by 14 bits to the right, rounded down: 2 up and a word down."""
    asm("rla", low)
    asm("rlc", high)
    asm("subc", SPARE, SPARE)
    asm("inv", SPARE, note="the sign")
    asm("rla", low)
    asm("rlc", high)
    asm("rlc", SPARE)
    asm("mov", high, low)
    asm("mov", SPARE, high)


def _prepare(asm: Listing, modular: bool) -> str:
    """The addresses of y and n; returns where the count of digits is kept: there is a register for it if N needs
    none."""
    asm.block("The numbers follow each other.")
    asm("mov.b", at(MATRIX, DIGITS_OFFSET), SPARE)
    asm("mov", SPARE, Y)
    asm("rla", Y)
    if modular:
        asm("mov", Y, N)
    asm("add", X, Y)
    if not modular:
        asm("mov", SPARE, N)
        return N
    asm("add", Y, N)
    asm("push", SPARE)
    return at("r1")


def _kernel(modular: bool) -> Apply:
    asm = Listing()
    asm.save()
    count = _prepare(asm, modular)
    first, body = _digit(modular, is_first=True), _digit(modular, is_first=False)
    asm.block("The first digit.")
    first("sub", "#1", count)
    asm.lines += first.lines
    asm.block("Each further one.")
    body("sub", "#1", count)
    asm.lines += [".Lnext:", *body.lines, "    jnz   .Lnext"]
    asm.code_bytes += first.code_bytes + body.code_bytes + 2
    asm.block("The uppermost digits.")
    for pointer, (low, _) in zip((X, Y), SUMS, strict=True):
        asm("mov", low, at(pointer, -WORD_BYTES))
    asm.leave(WORD_BYTES if modular else 0)
    each = {core: cycles + JUMP_CYCLES for core, cycles in body.cycles.items()}
    results = "u x + v y + mx n, q x + r y + my n" if modular else "u x + v y, q x + r y"
    return Apply(
        field=None,
        function="divsteps_apply_modular" if modular else "divsteps_apply",
        header={},
        parameters="mc_digit *x, const mc_divsteps_matrix *matrix",
        operation=(
            f"(x, y) = ({results}) / 2^14, which is exact; y follows x{', and n follows y' if modular else ''}.",
            "Their top digits have signs; at least two digits.",
        ),
        asm=asm,
        stack_bytes=SAVED_BYTES + (WORD_BYTES if modular else 0),
        multiplies=True,
        once={core: asm.cycles[core] + first.cycles[core] - each[core] for core in each},
        each=each,
    )


def divsteps_kernels() -> list[Apply]:
    return [_kernel(modular=False), _kernel(modular=True)]

"""A batch of division steps applied to two numbers, for inversion by safegcd (src/fp/inversion/safegcd.h), through the
signed sums of products of the multiplier. A digit has 14 bits; the sums of a digit's products and the rest of the digit
below fit 32 bits, as in C."""

import dataclasses

from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import JUMP_CYCLES, RETURN_ADDRESS_BYTES, SAVED_BYTES, WORD_BYTES, Listing, at
from codegen.msp430.prime_product import register_at

X, Y, FACTORS, N = "r12", "r13", "r14", "r15"
SUMS = (("r4", "r5"), ("r6", "r7"))  # the lower words first
DIGITS_OF_X_Y_N = ("r8", "r9", "r10")
SPARE = "r11"
MULTIPLY, MULTIPLY_AND_ADD, OPERAND, RESULT = (register_at(address) for address in (2, 6, 8, 10))
RESULT_HIGH = register_at(12)
DIGIT_MASK = (1 << 14) - 1
COUNT = at("r1", SAVED_BYTES + RETURN_ADDRESS_BYTES)  # the argument on the stack
FACTORS_OF_A_SUM = 3


@dataclasses.dataclass(frozen=True)
class Apply(Kernel):
    """once, each: cycles of a call without digits but the first, and of each further digit, by core; with n and
    without."""

    once: dict[bool, dict[str, int]] = dataclasses.field(default_factory=dict)
    each: dict[bool, dict[str, int]] = dataclasses.field(default_factory=dict)

    def cycles(self, core: str, digits: int, has_multiples: bool) -> int:
        return self.once[has_multiples][core] + (digits - 1) * self.each[has_multiples][core]

    def facts(self) -> list[str]:
        *others, _, flash = super().facts()
        counts = [
            f"{self.once[has][core] - self.each[has][core]} + {self.each[has][core]} d {way} on {name}"
            for has, way in ((True, "with n"), (False, "without"))
            for core, name in (("cpu", "MSP430"), ("cpux", "CPUX"))
        ]
        return [*others, "Cycles for d digits, the return included, for every input:", f"{', '.join(counts)}.", flash]


def _digit(has_multiples: bool, is_first: bool) -> Listing:
    """Takes a digit of each number; stores the digits of the sums before."""
    asm = Listing()
    taken = list(zip((X, Y, N), DIGITS_OF_X_Y_N, strict=True))[: 3 if has_multiples else 2]
    for pointer, register in taken:
        asm("mov", f"@{pointer}+", register)
    for pointer, (low, high) in zip((X, Y), SUMS, strict=True):
        for k, (_, register) in enumerate(taken):
            asm("mov", f"@{FACTORS}+", MULTIPLY_AND_ADD if k else MULTIPLY)
            asm("mov", register, OPERAND)
        if not has_multiples:
            asm("add", f"#{WORD_BYTES}", FACTORS)
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
    asm("sub", f"#{2 * FACTORS_OF_A_SUM * WORD_BYTES}", FACTORS)
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


def _pass(asm: Listing, has_multiples: bool, once: dict, each: dict) -> None:
    """All digits."""
    first, body = _digit(has_multiples, is_first=True), _digit(has_multiples, is_first=False)
    first("sub", "#1", COUNT)
    label = ".Lwith_n" if has_multiples else ".Lwithout_n"
    body("sub", "#1", COUNT)
    asm.lines += [*first.lines, f"{label}:", *body.lines, f"    jnz   {label}"]
    asm.code_bytes += first.code_bytes + body.code_bytes + 2
    once[has_multiples] = dict(first.cycles)
    each[has_multiples] = {core: count + JUMP_CYCLES for core, count in body.cycles.items()}


def safegcd_apply() -> Kernel:
    """(x, y) = (u x + v y + m n, q x + r y + m' n) / 2^14 for the factors u, v, m, q, r, m'."""
    asm, once, each = Listing(), {}, {}
    asm.save()
    asm("cmp", "#0", N)
    asm.lines.append("    jz    .Lno_n")
    asm.block("With multiples of n.")
    _pass(asm, True, once, each)
    asm.lines += ["    jmp   .Lend", ".Lno_n:"]
    asm.code_bytes += 4
    asm.block("Without them.")
    _pass(asm, False, once, each)
    asm.lines.append(".Lend:")
    asm.block("The uppermost digits.")
    for pointer, (low, _) in zip((X, Y), SUMS, strict=True):
        asm("mov", low, at(pointer, -WORD_BYTES))
    asm.leave()
    for has_multiples, jumps in ((True, 2), (False, 1)):
        for core, count in asm.cycles.items():
            once[has_multiples][core] += count + jumps * JUMP_CYCLES
    return Apply(
        field=None,
        function="safegcd_apply",
        header={},
        parameters="int16_t *x, int16_t *y, const int16_t *factors, const int16_t *n, uint16_t digits",
        operation=(
            "(x, y) = (u x + v y + m n, q x + r y + m' n) / 2^14, which is exact, of so many digits, two at least; the",
            "factors are u, v, m, q, r, m'. Without n if it is null, which is public; then m and m' are not read.",
        ),
        asm=asm,
        stack_bytes=SAVED_BYTES,
        multiplies=True,
        once=once,
        each=each,
    )

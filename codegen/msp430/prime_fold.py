"""Reduction modulo 2^(16 n - 1) - c for small c, n = 16: the upper half of a product, times 2 c, is added to the
lower."""

from collections.abc import Callable

from codegen.kernel_fields import PrimeField
from codegen.msp430.listing import WORD_BYTES, Listing, at
from codegen.msp430.prime_blocks import HALF, RESULT, RING, SPARE, A, B
from codegen.msp430.prime_product import BASE, register_at

R = SPARE
# The words of the lower half and of the part above it; the words of the upper half.
LOW, ABOVE_LOW = (RING[0], A, *RING[1:-1]), RING[-1]
HIGH, ABOVE_HIGH = (*RING[:-1], A), B


def is_foldable(field: PrimeField) -> bool:
    return field.spare_bits == 1 and field.complement < 64 and field.words == 2 * HALF


def fold(
    asm: Listing,
    field: PrimeField,
    quarters: list[list[str]],
    above_third: str | None,
    result: str,
    end: Callable[[Listing, PrimeField], None] | None = None,
) -> None:
    """r = the product mod p, in any number of words, as operands. The third quarter may be the ring; then the part
    above it, below 4, is in SPARE. `result` has the address of r. end: the last part, for another range of r.

    For 2 c < 128 the part above the lower half is below 2^10, and the part above the upper half is at most 2 c + 1.
    So the bits beyond p's are u <= 4 c + 3, and the others plus c u are below 2 p, as `finish` needs. The last part
    finds the lower half at the address in R, the other in HIGH and ABOVE_HIGH, and 2 c as the multiplier's factor."""
    first, second, third, fourth = quarters
    factor = 2 * field.complement
    asm.block(f"The upper half times {factor}: its lower half, plus the product's lower half.")
    asm("mov", f"#{BASE} + 12", RESULT, note="RESHI")
    asm("mov", f"#{factor}", register_at(0))
    _scaled(asm, third, (*LOW, ABOVE_LOW))
    if above_third:
        asm("mov", above_third, register_at(8))
        asm("add", register_at(10), ABOVE_LOW)
    asm("mov", result, R)
    for k, register in enumerate(LOW):
        asm("addc" if k else "add", first[k], register)
    asm("adc", ABOVE_LOW)
    for k, register in enumerate(LOW):
        asm("mov", register, at(R, WORD_BYTES * k))
    asm.block("Its upper half.")
    _scaled(asm, fourth, (*HIGH, ABOVE_HIGH), ABOVE_LOW)
    for k, register in enumerate(HIGH):
        asm("addc" if k else "add", second[k], register)
    asm("adc", ABOVE_HIGH)
    (end or _end)(asm, field)


def _end(asm: Listing, field: PrimeField) -> None:
    take_bits(asm, HIGH[-1], [ABOVE_HIGH])
    asm("mov", f"#{field.complement}", register_at(0))
    asm("mov", ABOVE_HIGH, register_at(8))
    finish(asm, field, R, HIGH, [register_at(10)])


def _scaled(asm: Listing, sources: list[str], targets: tuple[str, ...], added: str | None = None) -> None:
    """targets, one word longer, = the number in `sources` times the multiplier's factor, plus the word `added`. The
    upper word of each product is less than the factor and has room for a carry, so one chain is enough."""
    for k, source in enumerate(sources):
        asm("mov", source, register_at(8))
        if k:
            asm("addc" if k > 1 or added else "add", register_at(10), targets[k])
        else:
            asm("mov", register_at(10), targets[0])
        asm("mov", f"@{RESULT}", targets[k + 1])
        if k == 0 and added:
            asm("add", added, targets[0])
    asm("adc", targets[-1])


def take_bits(asm: Listing, top: str, above: list[str]) -> None:
    """The words above the register `top`, shifted up to take its uppermost bit, which leaves `top`, and plus 1."""
    asm("rla", top)
    for register in above:
        asm("rlc", register)
    asm("clrc")
    asm("rrc", top)
    asm("add", "#1", above[0])
    for register in above[1:]:
        asm("adc", register)


def finish(asm: Listing, field: PrimeField, base: str, upper: tuple[str, ...], folded: list[str]) -> None:
    """r = v + c u mod p, with the address of r in `base`. The lower half of v is there; the registers `upper` have
    the other half without the bits beyond p's, which are u. The words `folded` are c (u + 1). With them added, a bit
    beyond p's is set if p must be subtracted; otherwise c is subtracted again. B is overwritten."""
    *_, top = upper
    mask = B

    def r(word: int) -> str:
        return at(base, WORD_BYTES * word)

    asm.block(f"The part above 2^{field.bits}, plus 1, times {field.complement}.")
    for k in range(HALF):
        asm("addc" if k else "add", folded[k] if k < len(folded) else "#0", r(k))
    for register in upper:
        asm("adc", register)
    asm.block(f"Drop bit {field.bits} if it is set; else subtract {field.complement}.")
    asm("rla", top)
    asm("subc", mask, mask)
    asm("clrc")
    asm("rrc", top)
    asm("and", f"#{field.complement}", mask)
    asm("sub", mask, r(0))
    for k in range(1, HALF):
        asm("subc", "#0", r(k))
    for k, register in enumerate(upper, HALF):
        asm("sbc", register)
        asm("mov", register, r(k))

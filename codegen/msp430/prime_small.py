"""The product with a small number modulo 2^(16 n - 1) - c, n = 16."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import SAVED_BYTES, WORD_BYTES, Listing, at
from codegen.msp430.prime_blocks import HALF, HALF_BYTES, RING, A, B
from codegen.msp430.prime_fold import finish, is_foldable, take_bits
from codegen.msp430.prime_product import register_at

R, MASK = "r12", "r15"
LOWER = (*RING, R)  # a half of the product and the word above it
UPPER, ABOVE = (R, *RING[:-1]), (RING[-1], MASK)


def mul_small_word(field: PrimeField) -> Kernel:
    """r = s a mod p, s a number of 17 bits in B and MASK: the lower 16 bits times a, plus a moved up by 16 bits if
    the 17th bit is set. It works by halves of the words of a."""
    if not is_foldable(field):
        raise UnsupportedField(
            f"{field.name}: the kernel is for primes of {2 * HALF} words a little below 2^(16 n - 1)"
        )
    asm = Listing()
    asm.save()
    asm("push", R)
    asm("sub", "#1", MASK, note="0 if bit 16 is set, else all ones")
    asm("mov", B, register_at(0))
    asm.block("The lower half.")
    _products(asm, LOWER)
    asm("sub", f"#{HALF_BYTES}", A)
    for k, register in enumerate(LOWER[1:HALF]):
        _add_masked(asm, register, is_first=k == 0)
    asm("adc", LOWER[HALF])
    asm("mov", f"@{A}+", B)
    asm("bic", MASK, B)
    asm("push", B)
    asm("mov", at("r1", WORD_BYTES), B, note="r")
    for k, register in enumerate(LOWER[:HALF]):
        asm("mov", register, at(B, WORD_BYTES * k))
    asm.block("The upper half.")
    _products(asm, (*UPPER, ABOVE[0]), has_start=True)
    asm("sub", f"#{HALF_BYTES}", A)
    asm("add", at("r1"), UPPER[0])
    for register in (*UPPER[1:], ABOVE[0]):
        _add_masked(asm, register, is_first=False)
    asm("clr", ABOVE[1], note="no carry: below 2^(15 + 16 * 16 + 1)")
    _fold(asm, field)
    asm.leave(2 * WORD_BYTES)
    return Kernel(
        field=field,
        function="mul_small_word",
        header={
            "name": "word",
            "family": "fp-mul-small",
            "summary": "a row of products, a sum by a mask and one fold, straight-line",
            "source": "-",
            "domain": "a below p, c < 2^17",
            "form": "plain",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint16_t *r, const uint16_t *a, uint32_t c",
        operation=("r = a c mod p; r may be a.",),
        asm=asm,
        stack_bytes=2 * WORD_BYTES + SAVED_BYTES,
        multiplies=True,
    )


def _products(asm: Listing, registers: tuple[str, ...], has_start: bool = False) -> None:
    """registers = the next half of the words of a times the multiplier's factor; `start` is added to the first. The
    upper word of a product, the upper word of the last product and a carry together fit in 16 bits."""
    for k, register in enumerate(registers[:HALF]):
        asm("mov", f"@{A}+", register_at(8))
        is_start = k == 0 and not has_start
        asm("mov" if is_start else "addc" if k > (not has_start) else "add", register_at(10), register)
        asm("mov", register_at(12), registers[k + 1])
    asm("adc", registers[HALF])


def _add_masked(asm: Listing, register: str, is_first: bool) -> None:
    asm("mov", f"@{A}+", B)
    asm("bic", MASK, B)
    asm("add" if is_first else "addc", B, register)


def _fold(asm: Listing, field: PrimeField) -> None:
    low, high = ABOVE
    asm.block(f"The part above 2^{field.bits}, plus 1, times {field.complement}.")
    take_bits(asm, UPPER[-1], [low, high])
    asm("mov", f"#{field.complement}", register_at(0))
    asm("mov", low, register_at(8))
    asm("mov", register_at(10), low)
    asm("mov", register_at(12), B)
    asm("mov", high, register_at(8))
    asm("add", register_at(10), B)
    asm("mov", at("r1", WORD_BYTES), A, note="r")
    finish(asm, field, A, UPPER, [low, B])

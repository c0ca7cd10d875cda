"""Sum and difference modulo p, in memory at r: few registers, none of the caller's."""

from codegen.kernel_fields import PrimeField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import WORD_BYTES, Listing, at
from codegen.msp430.prime_reduction import ONES, digits

R, A, B = "r12", "r13", "r14"
WORD, SPARE = "r15", "r11"
SOURCE = "hankerson2004 Algorithms 2.7 and 2.8"


def _count(field: PrimeField) -> int:
    return field.words


def _r(word: int) -> str:
    return at(R, WORD_BYTES * word)


def _words(asm: Listing, field: PrimeField, mnemonics: tuple[str, str]) -> None:
    """r = a + b or a - b, the carry being that of the last word."""
    for k in range(_count(field)):
        asm("mov", f"@{A}+", WORD)
        asm(mnemonics[k > 0], f"@{B}+", WORD)
        asm("mov", WORD, _r(k))


def _subtract_masked(asm: Listing, field: PrimeField, mask: str, spare: tuple[str, ...]) -> None:
    """r -= 2^bits - p where the mask is all ones."""
    values = digits(field.complement, _count(field))
    sources = {0: "#0", ONES: mask}
    for value in sorted(set(values) - set(sources)):
        register, *spare = spare
        asm("mov", mask, register)
        asm("and", f"#{value}", register)
        sources[value] = register
    for k, value in enumerate(values):
        asm("subc" if k else "sub", sources[value], _r(k))


def _mask_of_top_bit(asm: Listing, field: PrimeField) -> None:
    """WORD = all ones where the top bit of r is clear; the bit goes."""
    top = _r(_count(field) - 1)
    asm("mov", top, WORD)
    asm("rla", WORD)
    asm("subc", WORD, WORD)
    asm("and", f"#{ONES >> 1}", top)


def _sum(field: PrimeField, asm: Listing, prefix: str, summary: str, sign: str) -> Kernel:
    asm("ret")
    return Kernel(
        field=field,
        function=f"{prefix}_modular",
        header={
            "name": "modular",
            "family": f"fp-{prefix}",
            "summary": f"{summary}, and p by a mask, straight-line",
            "source": SOURCE,
            "domain": "a, b below p",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint16_t *r, const uint16_t *a, const uint16_t *b",
        operation=(f"r = a {sign} b mod p; r may be a or b.",),
        asm=asm,
        stack_bytes=0,
    )


def add_modular(field: PrimeField) -> Kernel:
    """r = a + b mod p."""
    asm = Listing()
    asm.block("The sum.")
    _words(asm, field, ("add", "addc"))
    asm.block("Plus 2^bits - p: if that carries, p is off.")
    if not field.spare_bits:
        asm("clr", WORD)
        asm("adc", WORD)
    for k, value in enumerate(digits(field.complement, _count(field))):
        asm("addc" if k else "add", f"#{-1 if value == ONES else value}", _r(k))
    if field.spare_bits:
        _mask_of_top_bit(asm, field)
    else:
        asm("adc", WORD, note="1 or 0: never both")
        asm("sub", "#1", WORD)
    asm.block("If not, less that.")
    _subtract_masked(asm, field, WORD, (SPARE, A, B))
    return _sum(field, asm, "add", "sum", "+")


def sub_modular(field: PrimeField) -> Kernel:
    """r = a - b mod p."""
    asm = Listing()
    asm.block("The difference.")
    _words(asm, field, ("sub", "subc"))
    asm("subc", WORD, WORD, note="all ones if it borrows")
    asm.block("Plus p if it borrows.")
    _subtract_masked(asm, field, WORD, (SPARE, A, B))
    if field.spare_bits:
        asm("and", f"#{ONES >> field.spare_bits}", _r(_count(field) - 1))
    return _sum(field, asm, "sub", "difference", "-")

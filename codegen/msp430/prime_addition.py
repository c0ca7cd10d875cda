"""Sum and difference modulo p, in memory at r: with few registers and no call-saved ones."""

from codegen.kernel_fields import PrimeField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import WORD_BYTES, Listing, at
from codegen.msp430.prime_reduction import ONES, digits

R, A, B = "r12", "r13", "r14"
WORD, SPARE = "r15", "r11"
SOURCE = "hankerson2004 Algorithms 2.7 and 2.8"


def _r(word: int) -> str:
    return at(R, WORD_BYTES * word)


def _words(asm: Listing, field: PrimeField, mnemonics: tuple[str, str]) -> None:
    """r = a + b or a - b, leaving the carry of the last word."""
    for k in range(field.words):
        asm("mov", f"@{A}+", WORD)
        asm(mnemonics[k > 0], f"@{B}+", WORD)
        asm("mov", WORD, _r(k))


def _take(asm: Listing, field: PrimeField, mask: str, spare: tuple[str, ...], is_added: bool) -> None:
    """r += or -= 2^bits - p if the mask is all ones, modulo 2^bits: that makes up for a p too much or too few."""
    values = digits(field.complement, field.words)
    sources = {0: "#0", ONES: mask}
    others = sorted(set(values) - set(sources))
    if len(others) > len(spare) and not field.spare_bits:
        _take_each(asm, values, mask, spare[0], is_added)
        return
    for value in others:
        register, *spare = spare
        asm("mov", mask, register)
        asm("and", f"#{value}", register)
        sources[value] = register
    first, go_on = ("add", "addc") if is_added else ("sub", "subc")
    for k, value in enumerate(values):
        asm(go_on if k else first, sources[value], _r(k))
    if field.spare_bits:
        asm("and", f"#{ONES >> field.spare_bits}", _r(field.words - 1))


def _take_each(asm: Listing, values: list[int], mask: str, word: str, is_added: bool) -> None:
    """The same for more values than registers: MOV and BIC leave the carry as it is."""
    first, go_on = ("add", "addc") if is_added else ("sub", "subc")
    asm("inv", mask)
    for k, value in enumerate(values):
        asm("mov", f"#{value}", word)
        asm("bic", mask, word)
        asm(go_on if k else first, word, _r(k))


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
    asm.block("Whether that or adding 2^bits - p carries: then p is subtracted.")
    if not field.spare_bits:
        asm("clr", SPARE)
        asm("adc", SPARE)
    asm("mov", R, A)
    for k, value in enumerate(digits(field.complement, field.words)):
        asm("mov", f"@{A}+", WORD)
        asm("addc" if k else "add", f"#{-1 if value == ONES else value}", WORD)
    if field.spare_bits:
        asm("rla", WORD)
        asm("subc", WORD, WORD)
    else:
        asm("adc", SPARE, note="1 or 0: never both")
        asm("mov", SPARE, WORD)
        asm("sub", "#1", WORD)
    asm("inv", WORD)
    asm.block("Subtract p: add 2^bits - p and drop the carry.")
    _take(asm, field, WORD, (SPARE, A, B), is_added=True)
    return _sum(field, asm, "add", "sum", "+")


def sub_modular(field: PrimeField) -> Kernel:
    """r = a - b mod p."""
    asm = Listing()
    asm.block("The difference.")
    _words(asm, field, ("sub", "subc"))
    asm("subc", WORD, WORD, note="all ones if it borrows")
    asm.block("Add p if it borrows.")
    _take(asm, field, WORD, (SPARE, A, B), is_added=False)
    return _sum(field, asm, "sub", "difference", "-")

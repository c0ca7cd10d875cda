"""Sum, difference and product with a small number modulo p, in memory at r: few registers, none of the caller's but
for the product."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import SAVED_BYTES, WORD_BYTES, Listing, at
from codegen.msp430.prime_product import MPY16, register_at
from codegen.msp430.prime_reduction import ONES, digits, finish_spare

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


def mul_small_word(field: PrimeField) -> Kernel:
    """r = a c mod p, c a number of 18 bits in B and WORD: a row for each of its words, in halves of the words of a,
    then what is above the prime's bits folds."""
    if field.spare_bits != 1 or field.complement >= 64:
        raise UnsupportedField(f"{field.name}: the kernel is for primes that are a little below 2^(16 n - 1)")
    asm, n, half = Listing(), _count(field), 8
    if n != 2 * half:
        raise UnsupportedField(f"{field.name}: the kernel is for elements of {2 * half} words")
    frame = WORD_BYTES * (n + 2)
    asm.save()
    asm.block("r, the upper word of c, room for the product.")
    asm("push", R)
    asm("push", WORD)
    asm("sub", f"#{frame}", "r1")
    MPY16.enter(asm)
    asm("mov", B, register_at(0))
    for row in range(2):
        if row:
            asm("mov", at("r1", frame), register_at(0))
        for part in range(2):
            _half_row(asm, row, half * part, half)
    _fold(asm, field, frame)
    asm.leave(frame + 2 * WORD_BYTES)
    return Kernel(
        field=field,
        function="mul_small_word",
        header={
            "name": "word",
            "family": "fp-mul-small",
            "summary": "two rows of products and one fold, straight-line",
            "source": "-",
            "domain": "a below p, c < 2^18",
            "form": "plain",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint16_t *r, const uint16_t *a, uint32_t c",
        operation=("r = a c mod p; r may be a.",),
        asm=asm,
        stack_bytes=frame + 2 * WORD_BYTES + SAVED_BYTES,
        multiplies=True,
    )


def _half_row(asm: Listing, row: int, start: int, half: int) -> None:
    """Adds a word of c times `half` words of a to the product, from word start + row on; its top word, of the ring,
    goes on to the next half."""
    ring = [MPY16.ring[(start + k) % (half + 1)] for k in range(half + 1)]
    asm.block(f"Word {row} of c, words of a from {start} on.")
    for k, register in enumerate(ring[:-1]):
        if row and (start == 0 or k):
            asm("mov", at("r1", WORD_BYTES * (start + row + k)), register)
        elif not row and not (start and k == 0):
            asm("clr", register)
    asm("clr", ring[-1])
    carry = bool(row and start)
    if carry:
        asm("add", at("r1", WORD_BYTES * (start + row)), ring[0])
    for parity in (1, 0):
        for k in range(parity, half, 2):
            asm("mov", at(A, WORD_BYTES * (start + k)), register_at(8))
            asm("addc" if carry else "add", MPY16.results[0], ring[k])
            asm("addc", MPY16.results[1], ring[k + 1])
            carry = True
        carry = False
    asm("adc", ring[-1])
    for k, register in enumerate(ring[: half + (start > 0)]):
        asm("mov", register, at("r1", WORD_BYTES * (start + row + k)))


def _fold(asm: Listing, field: PrimeField, frame: int) -> None:
    """r = the product mod p."""
    half, (low, high, word) = 8, ("r12", "r14", "r15")
    upper = [f"r{i}" for i in range(4, 4 + half)]

    def product(k: int) -> str:
        return at("r1", WORD_BYTES * k)

    asm.block(f"The bits from 2^{field.bits} on, and one more, times {field.complement}.")
    asm("mov", at("r1", frame + WORD_BYTES), "r13", note="r")
    for k, register in enumerate((*upper, low, high), half):
        asm("mov", product(k), register)
    asm("mov", upper[-1], word)
    asm("rla", word)
    asm("rlc", low)
    asm("rlc", high)
    asm("and", f"#{ONES >> 1}", upper[-1])
    asm("add", "#1", low)
    asm("adc", high)
    asm("mov", f"#{field.complement}", register_at(0))
    asm("mov", high, register_at(8))
    asm("mov", register_at(10), high)
    asm("mov", low, register_at(8))
    asm("mov", register_at(10), low)
    asm("add", register_at(12), high)
    for k in range(half):
        asm("mov", product(k), word)
        asm("addc" if k else "add", (low, high)[k] if k < 2 else "#0", word)
        asm("mov", word, at("r13", WORD_BYTES * k))
    for register in upper:
        asm("adc", register)
    finish_spare(asm, field, upper, word)

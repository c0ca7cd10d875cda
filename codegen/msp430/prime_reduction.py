"""Reduction modulo primes by their shape; the product is at the stack pointer.

Let c = 2^bits mod p. At the end v + c, with v < 2 p, has a bit beyond p's if p must be subtracted; dropping that bit
does so. Otherwise c is subtracted again."""

from codegen.kernel_fields import PrimeField
from codegen.msp430.listing import WORD_BITS, WORD_BYTES, Listing, at
from codegen.msp430.prime_sums import Sums

ONES = (1 << WORD_BITS) - 1


def reduce(asm: Listing, field: PrimeField, result: int) -> None:
    """r = c mod p for any c of its words; the address of r is `result` bytes from the stack pointer."""
    words = field.words
    if field.complement == (1 << 31) + 1 and words == 10:
        words = _reduce_two_terms(asm, field)
        asm("mov", at("r1", result), "r14")
        for k, word in enumerate(words):
            asm("mov", word, at("r14", WORD_BYTES * k))
    else:
        Sums(asm, field).reduce(result)


def c(word: int) -> str:
    """A word of the product."""
    return at("r1", WORD_BYTES * word)


def digits(value: int, count: int) -> list[int]:
    """The words of a number."""
    return [value >> WORD_BITS * i & ONES for i in range(count)]


# 2^160 - 2^31 - 1


def _reduce_two_terms(asm: Listing, field: PrimeField) -> list[str]:
    """Adds the upper words, then the same shifted by 31 bits: up by two words and down by one bit."""
    n = field.words
    words, over = [f"r{i}" for i in (*range(4, 13), 13)], ("r14", "r15")
    asm.block("The lower words, and the upper ones.")
    for k, word in enumerate(words):
        asm("mov", c(k), word)
    for k, word in enumerate(words):
        asm("addc" if k else "add", c(n + k), word)
    asm("clr", over[0])
    asm("adc", over[0])
    asm("clr", over[1])
    asm.block("The upper words by 2^31.")
    asm("clrc")
    for k in reversed(range(n)):
        asm("rrc", c(n + k))
    asm("mov", "#0", c(0))
    asm("rrc", c(0))
    for k in range(n + 1):
        register = (*words[1:], *over)[k]
        asm("addc" if k else "add", c(n + k - 1) if k else c(0), register)
    # N <= 2^31 + 2 times 2^31 + 1: N and the words of N 2^31 meet in the second word. Only N = 2^31 + 1 carries
    # there, and the carry ends in the third word, which is 0 then.
    asm.block("The part above, plus 1, times 2^31 + 1.")
    asm("add", "#1", over[0])
    asm("adc", over[1])
    asm("mov", over[0], c(0))
    asm("mov", over[1], c(1))
    asm("mov", "#0", c(2))
    asm("clrc")
    asm("rrc", over[1])
    asm("rrc", over[0])
    asm("rrc", c(2))
    asm("add", c(2), c(1))
    asm("adc", over[0])
    for k, word in enumerate(words):
        asm("addc" if k else "add", (c(0), c(1), *over)[k] if k < 4 else "#0", word)
    mask, spare = over
    asm("subc", mask, mask, note="0 if p must be subtracted, else all ones")
    subtract_masked(asm, field, words, mask, spare)
    return words


def subtract_masked(asm: Listing, field: PrimeField, words: list[str], mask: str, spare: str) -> None:
    """words -= 2^bits - p, whose words are 0, 1 and one other, if the mask is all ones."""
    values = digits(field.complement, len(words))
    (other,) = set(values) - {0, 1}
    asm("mov", mask, spare)
    asm("and", f"#{other}", spare)
    asm("and", "#1", mask)
    sources = {0: "#0", 1: mask, other: spare}
    for k, (word, value) in enumerate(zip(words, values, strict=True)):
        asm("subc" if k else "sub", sources[value], word)

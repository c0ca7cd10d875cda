"""Montgomery reduction with R = 256^n modulo a prime that is -1 modulo 2^(8 w), a sum of few powers of 2^32,
straight-line and constant time; the result is below p.

The quotient q with c + q p = 0 mod R takes no products: q p = q (p + 1) - q, and p + 1 is a multiple of 2^(8 w). So
word j of q is word j of c + q (p + 1), which needs lower words of q only, and once q (p + 1) is added the lower half
is q itself, which - q removes (Solinas 1999, Generalized Mersenne Numbers, on the form of p). The sum is below 2 p."""

import dataclasses

from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.multiplication import Number
from codegen.avr.prime.reduction import finish_sum, sign_mask
from codegen.avr.virtual import Byte, Program
from codegen.kernel_fields import UnsupportedField

WORD_BYTES = 4


def multiples(field: PrimeField) -> list[tuple[int, int]]:
    """(sign, exponent in words) of the terms of p + 1; raises UnsupportedField if its lowest is not a word or more."""
    terms = [(sign, divmod(exponent, 8 * WORD_BYTES)) for sign, exponent in field.shape]
    if terms[-1:] != [(-1, (0, 0))] or any(rest for _, (_, rest) in terms):
        raise UnsupportedField(f"{field.name}: p is not -1 modulo a word, or no sum of powers of words")
    return [(sign, words) for sign, (words, _) in terms[:-1]]


def reduce_montgomery_special(p: Program, field: PrimeField, product: Number) -> Number:
    """product / R mod p, for product < p R. The product's bytes are used up."""
    w, count = WORD_BYTES, field.byte_count // WORD_BYTES
    words = [product[w * j : w * (j + 1)] for j in range(2 * count)]
    carry = Carry()
    for j in range(min(words for _, words in multiples(field)), 2 * count):
        terms = [(sign, j - shift) for sign, shift in multiples(field) if 0 <= j - shift < count]
        p.comment(f"Word {j}: " + " ".join([f"c{j}", *(f"{'+' if sign > 0 else '-'} q{i}" for sign, i in terms)]))
        carry = _add_terms(p, words[j], carry, [(sign, words[i]) for sign, i in terms])
    p.op("lsr", carry.value)
    result = [byte for word in words[count:] for byte in word]
    finish_sum(p, field, result, p.mask())
    return result


@dataclasses.dataclass(frozen=True)
class Carry:
    """Into a word: nothing, 0 or 1 as a mask, or a signed byte that may be negative or not."""

    mask: Byte | None = None
    value: Byte | None = None
    may_be_negative: bool = False


def _add_terms(p: Program, word: Number, carry: Carry, terms: list[tuple[int, Number]]) -> Carry:
    """word += carry + terms, of which the first is positive; returns the carry out."""
    signs = [sign for sign, _ in terms]
    assert carry.mask is None or signs[0] > 0, "a carry is taken in by an addition"
    if carry.mask is not None:
        p.op("lsr", carry.mask)
    if signs == [1] and carry.value is None:
        p.add(word, terms[0][1], carry_in=carry.mask is not None)
        return Carry(mask=p.mask())
    top = p.copy(p.zero)
    for index, (sign, term) in enumerate(terms):
        names = ("add", "adc") if sign > 0 else ("sub", "sbc")
        first = names[1] if index == 0 and carry.mask is not None else names[0]
        p.chain(first, names[1], [*word, top], [*term, p.zero])
    if carry.value is not None:
        sign = sign_mask(p, carry.value) if carry.may_be_negative else p.zero
        p.add([*word, top], [carry.value, *[sign] * len(word)])
    return Carry(value=top, may_be_negative=carry.may_be_negative or -1 in signs)

"""Arithmetic modulo 2^bits - c, for a c of one word, where an element has at most one spare bit."""

from collections.abc import Iterator

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.riscv.listing import WORD_BITS
from codegen.riscv.program import Program
from codegen.riscv.sums import ONES, Columns, add, add_word, subtract, subtract_word
from codegen.values import Value


def is_pseudo_mersenne(field: PrimeField) -> bool:
    return field.complement << field.spare_bits <= ONES and field.spare_bits <= 1


def check_pseudo_mersenne(field: PrimeField) -> None:
    if not is_pseudo_mersenne(field):
        raise UnsupportedField(f"{field.name}: the prime is not 2^bits - c for a c of a word and at most a spare bit")


def reduce(p: Program, field: PrimeField, product: Iterator[Value]) -> list[Value]:
    """The residue of a product whose words come one by one."""
    n, factor = field.words, field.complement << field.spare_bits
    lower = [next(product) for _ in range(n)]
    p.block("The upper words fold.")
    total = Columns(p)
    words = []
    for word in lower:
        total.add_word(word)
        total.add_product(next(product), p.constant(factor), ONES * factor)
        words.append(total.next())
    return finish(p, field, words, total.next(), factor)


def finish(p: Program, field: PrimeField, words: list[Value], above: Value, largest: int) -> list[Value]:
    """The residue of x + 2^(words WORD_BITS) above, `above` at most `largest`.

    x + 2^bits q is x + q c, which is below 2 p. It is at least p if adding c to it carries into 2^bits: then c is added
    and 2^bits dropped."""
    p.block("The part above 2^bits folds; then p is subtracted if the result is not below it.")
    c, words = field.complement, list(words)
    if field.spare_bits:
        above = p.orrs(p.lsl(above, 1), p.lsr(words[-1], WORD_BITS - 1))
        words[-1] = p.lsr(p.lsl(words[-1], 1), 1)
        largest = 2 * largest + 1
    if (largest + 1) * c <= ONES:
        addend = p.muls(above, p.constant(c))
        reach = reaches(p, field, words, p.immediate("addi", addend, c))
        addend = p.add(addend, p.immediate("andi", p.negative(reach), c))
        return cleared(p, field, add_word(p, words, addend))
    total = Columns(p)
    total.add_word(words[0])
    total.add_product(p.immediate("addi", above, 1), p.constant(c), (largest + 1) * c)
    found = [total.next()]
    for word in words[1:]:
        total.add_word(word)
        found.append(total.next())
    missing = p.immediate("addi", total.next(), -1) if not field.spare_bits else None
    return take_back(p, field, found, missing)


def reaches(p: Program, field: PrimeField, words: list[Value], addend: Value) -> Value:
    """1 if words + addend reach 2^bits, for words below: the lowest one carries, and all others are ones."""
    carry = p.less(p.add(words[0], addend), addend)
    ones = words[1]
    for word in words[2:-1]:
        ones = p.ands(ones, word)
    top = p.orrs(words[-1], p.constant(1 << WORD_BITS - 1)) if field.spare_bits else words[-1]
    ones = p.immediate("addi", p.ands(ones, top), 1)
    return p.ands(p.immediate("sltiu", ones, 1), carry)


def cleared(p: Program, field: PrimeField, words: list[Value]) -> list[Value]:
    """The words without the spare bit."""
    return [*words[:-1], p.lsr(p.lsl(words[-1], 1), 1)] if field.spare_bits else words


def take_back(p: Program, field: PrimeField, words: list[Value], missing: Value | None) -> list[Value]:
    """Subtracts c from words to which it was added, if the sum did not reach 2^bits: `missing` is all ones, or the
    spare bit is not set. It drops the bits above 2^bits."""
    if missing is None:
        missing = p.immediate("addi", p.lsr(words[-1], WORD_BITS - 1), -1)
    return cleared(p, field, subtract_word(p, words, p.ands(missing, p.constant(field.complement))))


def add_modular(p: Program, field: PrimeField, a: list[Value], b: list[Value]) -> list[Value]:
    """a + b mod p: c is added, too, and taken back if that does not reach 2^bits."""
    c = p.constant(field.complement)
    first = p.add(a[0], c)
    total = p.add(first, b[0])
    carry = p.add(p.less(first, c), p.less(total, b[0]))
    words, above = add(p, a[1:], b[1:], has_carry=not field.spare_bits, carry=carry)
    missing = None if above is None else p.immediate("addi", above, -1)
    return take_back(p, field, [total, *words], missing)


def subtract_modular(p: Program, field: PrimeField, a: list[Value], b: list[Value]) -> list[Value]:
    """a - b mod p."""
    words, borrow = subtract(p, a, b)
    excess = p.ands(p.negative(borrow), p.constant(field.complement))
    return cleared(p, field, subtract_word(p, words, excess))


def multiply_small(p: Program, field: PrimeField, a: list[Value], factor: Value, largest: int) -> list[Value]:
    """a factor mod p for a factor of up to `largest`."""
    total, words = Columns(p), []
    for word in a:
        total.add_product(word, factor, ONES * largest)
        words.append(total.next())
    return finish(p, field, words, total.next(), largest)

"""Montgomery's reduction modulo primes without a special form: products of the prime enter the columns of a product,
each as soon as its factor is known (FIPS of Koc, Acar and Kaliski 1996)."""

from collections.abc import Callable

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.prime_fields import is_montgomery
from codegen.riscv.listing import WORD_BITS
from codegen.riscv.program import Program
from codegen.riscv.sums import ONES, Columns, add, select, subtract
from codegen.values import Value


def check_montgomery(field: PrimeField) -> None:
    if not is_montgomery(field.name, WORD_BITS):
        raise UnsupportedField(f"{field.name}: its elements are not in Montgomery form")


def prime_words(p: Program, field: PrimeField) -> list[Value]:
    return [p.constant(field.prime >> WORD_BITS * i & ONES) for i in range(field.words)]


def reduce(p: Program, field: PrimeField, add_column: Callable[[Columns, int], None]) -> list[Value]:
    """c / 2^(words WORD_BITS) mod p for a c below p 2^(words WORD_BITS), of which `add_column` adds a column."""
    n = field.words
    total = Columns(p, (field.prime << WORD_BITS * n) + ((1 << WORD_BITS * n) - 1) * field.prime)
    numbers = [field.prime >> WORD_BITS * i & ONES for i in range(n)]
    inverse = -pow(field.prime, -1, 1 << WORD_BITS) % (1 << WORD_BITS)
    quotients: list[Value] = []
    words: list[Value] = []
    for column in range(2 * n):
        add_column(total, column)
        for i in range(max(0, column - n + 1), min(n, column)):
            total.add_product(quotients[i], p.constant(numbers[column - i]), ONES * numbers[column - i])
        if column < n:
            low = total.words[0]
            quotients.append(p.negative(low) if inverse == ONES else p.muls(low, p.constant(inverse)))
            total.cancel(quotients[-1], p.constant(numbers[0]), ONES * numbers[0])
        else:
            words.append(total.next())
    return _below_prime(p, field, words, None if field.spare_bits else total.next())


def _below_prime(p: Program, field: PrimeField, words: list[Value], carry: Value | None) -> list[Value]:
    """The words, and the carry above them, less p if that is not below 0."""
    less, borrow = subtract(p, words, prime_words(p, field))
    mask = p.negative(borrow) if carry is None else p.sub(carry, borrow)
    # The carry is set only if there is a borrow.
    return select(p, mask, words, less)


def add_modular(p: Program, field: PrimeField, a: list[Value], b: list[Value]) -> list[Value]:
    """a + b mod p."""
    words, carry = add(p, a, b, has_carry=not field.spare_bits)
    return _below_prime(p, field, words, carry)


def subtract_modular(p: Program, field: PrimeField, a: list[Value], b: list[Value]) -> list[Value]:
    """a - b mod p."""
    words, borrow = subtract(p, a, b)
    mask = p.negative(borrow)
    return add(p, words, [p.ands(word, mask) for word in prime_words(p, field)], has_carry=False)[0]

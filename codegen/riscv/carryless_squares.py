"""Squares in binary fields with CLMUL and CLMULH, reduced before bits move apart where the lower terms of f are few and
low.

In characteristic two a^2 is the sum of the a_i z^(2i). An exponent from m on, m odd, folds while the square is still
as short as a: with h = (m + 1)/2, z^(2i) = z^(2 (i - h) + 1) (f - z^m). So a square is even(z^2) + z odd(z^2), where
even and odd are half as long as a, and a shift by half an exponent of f puts their parts in place. The processor
squares a word of each by CLMUL and CLMULH, and since these have bits at even places alone, SH1ADD adds the odd ones one
place higher."""

from collections.abc import Callable, Iterator

from codegen.kernel_fields import BinaryField
from codegen.riscv.carryless import Polynomial, Sum, add_multiple, element_bits, fold_word, loaded, reduce, stored
from codegen.riscv.kernel import CarrylessKernel
from codegen.riscv.listing import WORD_BITS
from codegen.riscv.loops import LoopKernel
from codegen.riscv.program import Program
from codegen.values import Value

Square = Callable[[Program, BinaryField, Polynomial], list[Value]]
SOURCE = "hankerson2004 2.3.4, with products for a table; the order of steps is ours"


def _bits(total: Sum) -> int:
    """Bits that the sum can have."""
    return max((WORD_BITS * i + bits for i, bits in total.bits.items() if i in total.words), default=0)


def _taken_from(p: Program, total: Sum, place: int) -> Polynomial:
    """The bits from `place` on, which leave the sum."""
    length, (first, shift) = _bits(total), divmod(place, WORD_BITS)
    for i in list(total.doubled):
        total.settle(i)
    taken, bits = [], []
    for i in range(first, -(-length // WORD_BITS)):
        if (left := length - WORD_BITS * (i - first) - place) <= 0:
            break
        word = p.lsr(total.words[i], shift)
        if shift and i + 1 in total.words and WORD_BITS * (i + 1) < length:
            word = p.orrs(word, p.lsl(total.words[i + 1], WORD_BITS - shift))
        taken.append(word)
        bits.append(min(WORD_BITS, left))
    for i in [i for i in total.words if i > first]:
        del total.words[i], total.bits[i]
    if shift:
        total.words[first] = p.lsr(p.lsl(total.words[first], WORD_BITS - shift), WORD_BITS - shift)
        total.bits[first] = shift
    else:
        del total.words[first], total.bits[first]
    return Polynomial(taken, bits)


def halves(p: Program, field: BinaryField, a: Polynomial) -> tuple[Sum, Sum]:
    """even and odd, of (m + 1)/2 and (m - 1)/2 bits, with a^2 = even(z^2) + z odd(z^2)."""
    even, odd = Sum(p), Sum(p)
    for i, word in enumerate(a.words):
        even.add(i, word, a.bits[i])
    tail, half = field.exponents[1:], (field.degree + 1) // 2
    limits = {id(even): half, id(odd): half - 1}
    while any(_bits(total) > limits[id(total)] for total in (even, odd)):
        # z^m times an even power has an odd exponent, and the other way round.
        for total, other in ((even, odd), (odd, even)):
            if _bits(total) <= limits[id(total)]:
                continue
            above = _taken_from(p, total, limits[id(total)])
            for target, parity in ((other, 0), (total, 1)):
                carry = 1 if total is even and parity else 0
                places = [(e + carry) // 2 for e in tail if e % 2 == parity]
                for i, word in enumerate(above.words):
                    add_multiple(p, target, word, above.bits[i], [WORD_BITS * i + place for place in places])
    for total in (even, odd):
        for i in list(total.doubled):
            total.settle(i)
    return even, odd


def square_of_halves(p: Program, field: BinaryField, a: Polynomial) -> list[Value]:
    """The words of a^2 mod f, the shorter way for most fields."""
    even, odd = halves(p, field, a)
    words = []
    for i in range(field.words):
        parts = []
        for total in (odd, even):
            if i // 2 in total.words and (i % 2 == 0 or total.bits[i // 2] > WORD_BITS // 2):
                word = total.words[i // 2]
                parts.append(p.binary("clmulh" if i % 2 else "clmul", word, word))
        words.append(p.shifted_sum(*parts) if len(parts) == 2 else parts[0])
    return words


def square_of_words(p: Program, field: BinaryField, a: Polynomial) -> list[Value]:
    """The words of a^2 mod f, each reduced as soon as it is there."""
    total = Sum(p)
    for i in reversed(range(len(a))):
        total.add_product(2 * i, a.words[i], a.words[i], 2 * a.bits[i] - 1)
        for j in (2 * i + 1, 2 * i):
            if j >= field.words:
                fold_word(p, field, total, j)
    return reduce(p, field, total)


SQUARES = (square_of_halves, square_of_words)


def shortest(programs: Iterator[Program]) -> Program:
    """The program of the fewest instructions."""
    return min(programs, key=lambda p: len(p.steps))


def sqr_reduce_clmul(field: BinaryField) -> CarrylessKernel:
    """r = a^2 mod f."""

    def program(square: Square) -> Program:
        p = Program(2)
        stored(p, square(p, field, loaded(p, field, p.arguments[1])))
        return p

    return CarrylessKernel(
        field=field,
        function="sqr_reduce_clmul",
        header={
            "name": "clmul",
            "family": "fb-sqr-reduce",
            "summary": "squaring of words by CLMUL, reduced: before it where that is shorter",
            "source": SOURCE,
            "domain": "any a",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *r, const uint32_t *a",
        operation=("r = a^2 mod f; r may be a.",),
        program=shortest(map(program, SQUARES)),
    )


def sqr_times_clmul(field: BinaryField) -> LoopKernel:
    """r = a^(2^c)."""

    def program(square: Square) -> Program:
        p = Program(field.words)
        p.keep(square(p, field, Polynomial(list(p.arguments), element_bits(field))))
        return p

    return LoopKernel(
        field=field,
        function="sqr_times_clmul",
        header={
            "name": "clmul",
            "family": "fb-sqr-times",
            "summary": "squarings as those of fb-sqr-reduce, the element in registers",
            "source": SOURCE,
            "domain": "any a; count is public",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *r, const uint32_t *a, uint32_t c",
        operation=("r = a^(2^c) mod f; r may be a. c is public.",),
        program=shortest(map(program, SQUARES)),
    )


GENERATORS = (sqr_reduce_clmul, sqr_times_clmul)

"""FourQ for Thumb-1: products, squares and sums in F_p^2 = F_p(u), p = 2^127 - 1 (src/fourq/fourq.h).

Coefficients are from 0 to p, in four words. A product folds at bit 127, not at 128: so the sum of both parts of one
below 2^254 carries out of no word. What carries out elsewhere is counted, 2 for each, and added at the end."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.thumb.kernel import Kernel, Listed
from codegen.thumb.listing import WORD_BITS, WORD_BYTES
from codegen.thumb.loops import LoopKernel
from codegen.thumb.numbers import Memory, Number, add, loaded, ripple, store, subtract
from codegen.thumb.prime_product import multiply
from codegen.thumb.prime_product import square as square_of
from codegen.thumb.program import Program
from codegen.thumb.rows import ONES
from codegen.values import Value

WORDS = 4
PRIME = 2**127 - 1
TOP_BIT = 1 << (WORD_BITS - 1)
COUNTED = "uint32_t *r, const uint32_t *a, uint32_t c"
EXTENSION = "in F_p(u), u^2 = -1"
WEAK = "Coefficients from 0 to p"
ONE, TWO = "uint32_t *r, const uint32_t *a", "uint32_t *r, const uint32_t *a, const uint32_t *b"


def _described(field: PrimeField, name: str, parameters: str, operation: str, varies: str) -> dict[str, object]:
    """The attributes that kernels of both kinds have."""
    if field.prime != PRIME:
        raise UnsupportedField(f"{field.name}: p = 2^127 - 1 alone")
    return {
        "field": field,
        "function": f"fourq_{name}",
        "header": {},
        "parameters": parameters,
        "operation": (
            f"{operation}.",
            f"{WEAK}. Constant time: the same instructions and addresses for every {varies}.",
        ),
    }


def _kernel(field: PrimeField, name: str, parameters: str, operation: str, program: Program) -> Kernel:
    return Kernel(**_described(field, name, parameters, operation, "input"), program=program)


def _coefficients(p: Program, base: Value) -> tuple[Memory, Memory]:
    return Memory(p, base, 0, WORDS), Memory(p, base, WORDS, WORDS)


def _without_top_bit(p: Program, word: Value) -> Value:
    return p.lsr(p.lsl(word, 1), 1)


def _fold(p: Program, product: list[Value]) -> list[Value]:
    """The part of a product below 2^127 and the one above it. The sum leaves a carry; it is at most 2^128 - 2 if the
    product is below 2^254."""
    lower, upper = product[:WORDS], product[WORDS:]
    above = p.adds(lower[-1], lower[-1])  # leaves bit 127 as the carry
    doubled = [p.adcs(word, word) for word in upper]
    return add(p, [*lower[:-1], p.lsr(above, 1)], doubled)


def _fold_counted(p: Program, product: list[Value]) -> tuple[list[Value], Value]:
    """The same for any product of numbers of 128 bits, with the sum's part above 2^128, which is at most 2."""
    lower, upper = product[:WORDS], product[WORDS:]
    above = p.adds(lower[-1], lower[-1])
    doubled = [p.adcs(word, word) for word in upper]
    count = p.carry()
    total = add(p, [*lower[:-1], p.lsr(above, 1)], doubled)
    return total, p.adcs(count, p.constant(0))


def _finish(p: Program, words: list[Value], count: Value, *, is_signed: bool = False) -> list[Value]:
    """The number plus 2^128 `count`, from -2 to 2, as one from 0 to p. The excess, from -4 to 5, takes the place of the
    bits from 127 on. So a sum that reaches 2^127 or is below 0 has a lowest word of at most 4 or at least 2^32 - 4, and
    the 1 that is added or subtracted then runs through no further word."""
    excess = p.adds(p.lsl(count, 1), p.lsr(words[-1], WORD_BITS - 1))
    sign = p.asr(excess, WORD_BITS - 1) if is_signed else p.constant(0)
    total = [*words[:-1], _without_top_bit(p, words[-1])]
    total = [p.adds(total[0], excess), *ripple(p, total[1:], [sign] * (WORDS - 1))]
    if is_signed:
        unit = p.orrs(p.constant(1), sign)
        over = p.ands(unit, p.asr(total[-1], WORD_BITS - 1))
    else:
        over = p.lsr(total[-1], WORD_BITS - 1)
    return [p.adds(total[0], over), *total[1:-1], _without_top_bit(p, total[-1])]


def product(field: PrimeField) -> Kernel:
    """r = a b, in three products."""
    p = Program(3)
    r, a, b = p.arguments
    (a0, a1), (b0, b1) = _coefficients(p, a), _coefficients(p, b)
    p.block("m = (a0 + a1) (b0 + b1)")
    mixed, count = _fold_counted(p, multiply(p, add(p, a0, a1), add(p, b0, b1)))
    p.block("l = a0 b0")
    low = _fold(p, multiply(p, a0, b0, ONES >> 1))
    mixed = subtract(p, mixed, low)
    count = p.adds(count, p.borrow_mask())
    p.block("h = a1 b1")
    high = _fold(p, multiply(p, a1, b1, ONES >> 1))
    p.block("l - h and m - l - h")
    real = subtract(p, low, high)
    real = _finish(p, real, p.borrow_mask(), is_signed=True)
    store(p, real, r)
    mixed = subtract(p, mixed, high)
    count = p.adds(count, p.borrow_mask())
    store(p, _finish(p, mixed, count, is_signed=True), r)
    return _kernel(field, "mul", TWO, f"r = a b {EXTENSION}; r may be a or b", p)


def square(field: PrimeField) -> Kernel:
    """r = a^2 = (a0 + a1) (a0 - a1 + p) + 2 a0 a1 u."""
    p = Program(2)
    r, a = p.arguments
    a0, a1 = _coefficients(p, a)
    p.block("2 a0 a1")
    first = loaded(a0)
    imaginary, imaginary_count = _fold_counted(p, multiply(p, add(p, first, first), a1))
    p.block("(a0 + a1) (a0 - a1 + p)")
    total = add(p, a0, a1)  # carries nothing: the difference is one less
    difference = [p.sbcs(a0[i], a1[i]) for i in range(WORDS)]
    difference[-1] = p.eors(difference[-1], p.lsl(p.constant(1), WORD_BITS - 1))
    real, count = _fold_counted(p, multiply(p, total, difference))
    store(p, _finish(p, real, count), r)
    store(p, _finish(p, imaginary, imaginary_count), r)
    return _kernel(field, "sqr", ONE, f"r = a^2 {EXTENSION}; r may be a", p)


def _fold_sum(p: Program, words: list[Value]) -> list[Value]:
    """A number of 128 bits, at most 2 p, becomes one from 0 to p."""
    above, zero = p.lsr(words[-1], WORD_BITS - 1), p.constant(0)
    last = _without_top_bit(p, words[-1])
    return [p.adds(words[0], above), *ripple(p, [*words[1:-1], last], [zero] * (WORDS - 1))]


def _fold_difference(p: Program, words: list[Value]) -> list[Value]:
    """A number from -p to p, modulo 2^128, becomes one from 0 to p: 2^127 less 1 is added to a negative one."""
    below, zero = p.lsr(words[-1], WORD_BITS - 1), p.constant(0)
    last = _without_top_bit(p, words[-1])
    return subtract(p, [*words[:-1], last], [below, zero, zero, zero])


def _doubled(p: Program, words: list[Value]) -> list[Value]:
    """A number from 0 to p becomes twice it, modulo p."""
    first, *doubled = add(p, words, words)
    above = p.lsr(doubled[-1], WORD_BITS - 1)
    return [p.adds(first, above), *doubled[:-1], _without_top_bit(p, doubled[-1])]


def square_times(field: PrimeField) -> LoopKernel:
    """r = a^(2^c) of one coefficient."""
    p = LoopKernel.body_program(WORDS)
    a = Memory(p, p.table_address(0), 0, WORDS)
    for i, word in enumerate(_fold_sum(p, _fold(p, square_of(p, a, has_spare_bit=True)))):
        p.store_table(word, WORD_BYTES * i)
    return LoopKernel(
        **_described(
            field, "sqr_times", COUNTED, "r = a^(2^c) mod p, from 0 to p for such a; r may be a. c is public", "a"
        ),
        program=p,
        words=WORDS,
    )


def _next_words(p: Program, base: Value) -> list[Value]:
    return [p.load_next(base) for _ in range(WORDS)]


def _by_halves(name: str, operation: str, make):
    """The generator of a sum or a difference, one coefficient after the other."""

    def generate(field: PrimeField) -> Kernel:
        p = Program(3)
        r, a, b = p.arguments
        for _ in range(2):
            words = _next_words(p, a)
            store(p, make(p, words, _next_words(p, b)), r)
        return _kernel(field, name, TWO, f"{operation} {EXTENSION}; r may be a or b", p)

    return generate


def _sum(p: Program, a: Number, b: Number) -> list[Value]:
    return _fold_sum(p, add(p, a, b))


def _difference(p: Program, a: Number, b: Number) -> list[Value]:
    return _fold_difference(p, subtract(p, a, b))


def difference_sum(field: PrimeField) -> Kernel:
    """r[0] = a - b and r[1] = a + b."""
    p = Program(3)
    r, a, b = p.arguments
    other = p.adds_small(r, 2 * WORD_BYTES * WORDS)
    for _ in range(2):
        second, first = _next_words(p, b), _next_words(p, a)
        difference = subtract(p, first, second)
        total = add(p, difference, add(p, second, second))  # takes fewer copies than the sum of both
        store(p, _fold_difference(p, difference), r)
        store(p, _fold_sum(p, total), other)
    operation = f"r[0] = a - b and r[1] = a + b {EXTENSION}; r[0] may be b, and r[1] a"
    return _kernel(field, "difference_sum", TWO, operation, p)


def fourq_kernels(field: PrimeField) -> list[Listed]:
    """Every kernel of src/fourq/fourq.h."""
    sums = (
        _by_halves("add", "r = a + b", _sum),
        _by_halves("sub", "r = a - b", _difference),
        _by_halves("twice_less", "r = 2 a - b", lambda p, a, b: _difference(p, _doubled(p, a), b)),
    )
    return [
        product(field),
        square(field),
        square_times(field),
        difference_sum(field),
        *(generate(field) for generate in sums),
    ]

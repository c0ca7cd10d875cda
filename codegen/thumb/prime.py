"""The kernels of prime fields: product and square, reduction, product and square with reduction, sum and difference,
product with a small number."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.prime_fields import shape
from codegen.thumb.kernel import Kernel
from codegen.thumb.listing import WORD_BITS
from codegen.thumb.numbers import Constants, Memory, add, loaded, subtract
from codegen.thumb.prime_montgomery import (
    add_masked_words,
    check_montgomery,
    is_in_blocks,
    prime_words,
    reduce_montgomery,
    top_word,
)
from codegen.thumb.prime_product import multiply, square
from codegen.thumb.prime_quadratic import (
    QUARTIC_SPARE_BITS,
    QuarticSquare,
    check_quadratic,
    multiply_quadratic,
    square_quadratic,
    store_reduced,
)
from codegen.thumb.prime_reduction import (
    add_masked_prime,
    check_shape,
    fills_words,
    finish_pseudo,
    is_pseudo_mersenne,
    reduce,
    ripple_from,
    take_back,
    take_back_unless,
)
from codegen.thumb.program import Program
from codegen.values import Value

KARATSUBA = "Karatsuba and Ofman 1963; Duell et al. 2015 Section 4 for the order of sums"
SOLINAS = "Solinas, Generalized Mersenne Numbers, 1999"
MONTGOMERY = (
    "Montgomery 1985; Koc, Acar and Kaliski, Analyzing and Comparing Montgomery Multiplication Algorithms, 1996"
)
UNREDUCED, BELOW_P = "any a, b of its words", "a, b below p"
BY_R = "r = {} / R mod p, R = 2^(words 32)"
OF_FP2 = "in F_p(u), u^2 = -1, elements c0 + c1 u as c0, c1"
IN_FP2 = {"name": "karatsuba", "form": "montgomery", "source": f"{KARATSUBA}; {MONTGOMERY}"}
IN_FP2 |= {"domain": "coefficients below p"}
ONE, TWO = "const uint32_t *a", "const uint32_t *a, const uint32_t *b"


def _kernel(
    field: PrimeField, program: Program, prefix: str, header: dict[str, str], parameters: str, operation: str
) -> Kernel:
    """`header` plus the keys that all kernels have in common."""
    return Kernel(
        field=field,
        function=f"{prefix}_{header['name'].replace('-', '_')}",
        header={**header, "constant_time": "same-trace-and-addresses"},
        parameters=parameters,
        operation=(operation,),
        program=program,
    )


def _check(field: PrimeField) -> None:
    """Raises UnsupportedField if there is neither a reduction by shape nor one in blocks."""
    if not is_in_blocks(field):
        check_shape(field)


def _store(program: Program, result: list[Value], r: Value) -> None:
    program.block("Store the result.")
    for word in result:
        program.store_next(word, r)


def _operands(program: Program, words: int) -> list[Memory]:
    return [Memory(program, base, 0, words) for base in program.arguments[1:]]


def _sum_of_operands(program: Program, words: int, mnemonics: tuple[str, str]) -> list[Value]:
    """The words of a + b or a - b, read two at a time."""
    total = []
    for i in range(0, words, 2):
        pairs = [[program.load_next(base) for _ in range(min(2, words - i))] for base in program.arguments[1:]]
        for word, other in zip(*pairs, strict=True):
            total.append(getattr(program, mnemonics[bool(total)])(word, other))
    return total


def mul_karatsuba(field: PrimeField) -> Kernel:
    """c = a b."""
    _check(field)
    program = Program(3)
    _store(program, multiply(program, *_operands(program, field.words)), program.arguments[0])
    header = {"name": "karatsuba", "family": "fp-mul", "summary": "Karatsuba's method down to words, straight-line"}
    header |= {"source": KARATSUBA, "domain": UNREDUCED}
    operation = "c = a b, not reduced; c apart from a and b."
    return _kernel(field, program, "mul", header, f"uint32_t *c, {TWO}", operation)


def sqr_karatsuba(field: PrimeField) -> Kernel:
    """c = a^2."""
    _check(field)
    program = Program(2)
    _store(program, square(program, *_operands(program, field.words)), program.arguments[0])
    header = {"name": "karatsuba", "family": "fp-sqr", "summary": "Karatsuba's method down to words, straight-line"}
    header |= {"source": KARATSUBA, "domain": "any a of its words"}
    return _kernel(field, program, "sqr", header, f"uint32_t *c, {ONE}", "c = a^2, not reduced; c apart from a.")


def reduce_special(field: PrimeField) -> Kernel:
    """r = c mod p."""
    check_shape(field)
    program = Program(2)
    (c,) = _operands(program, 2 * field.words)
    _store(program, reduce(program, field, loaded(c)), program.arguments[0])
    header = {"name": "special", "family": "fp-reduce", "form": "plain"}
    header |= {"summary": "upper words folded by the prime's shape, straight-line", "source": SOLINAS}
    header |= {"domain": f"any c below 2^{2 * field.bits}"}
    return _kernel(field, program, "reduce", header, "uint32_t *r, uint32_t *c", "r = c mod p; r may be c.")


def mul_reduce_karatsuba_special(field: PrimeField) -> Kernel:
    """r = a b mod p."""
    check_shape(field)
    program = Program(3)
    product = multiply(program, *_operands(program, field.words))
    program.block("Reduction.")
    _store(program, reduce(program, field, product), program.arguments[0])
    header = {"name": "karatsuba-special", "family": "fp-mul-reduce", "form": "plain"}
    header |= {"summary": "Karatsuba's method, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{KARATSUBA}; {SOLINAS}", "domain": BELOW_P}
    return _kernel(field, program, "mul_reduce", header, f"uint32_t *r, {TWO}", "r = a b mod p; r may be a or b.")


def sqr_reduce_karatsuba_special(field: PrimeField) -> Kernel:
    """r = a^2 mod p."""
    check_shape(field)
    program = Program(2)
    product = square(program, *_operands(program, field.words), has_spare_bit=field.spare_bits > 0)
    program.block("Reduction.")
    _store(program, reduce(program, field, product), program.arguments[0])
    header = {"name": "karatsuba-special", "family": "fp-sqr-reduce", "form": "plain"}
    header |= {"summary": "Karatsuba's method, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{KARATSUBA}; {SOLINAS}", "domain": "a below p"}
    return _kernel(field, program, "sqr_reduce", header, f"uint32_t *r, {ONE}", "r = a^2 mod p; r may be a.")


def add_modular(field: PrimeField) -> Kernel:
    """r = a + b mod p."""
    _check(field)
    program = Program(3)
    total = _sum_of_operands(program, field.words, ("adds", "adcs"))
    if is_in_blocks(field):
        carry = None if field.spare_bits else program.carry()
        less = subtract(program, total, Constants(program, prime_words(field)))
        mask = program.borrow_mask() if carry is None else program.sbcs(carry, program.constant(0))
        result = add_masked_words(program, field, less, mask)
    elif is_pseudo_mersenne(field):
        excess, zero = program.constant(shape(field.prime).c), program.constant(0)
        result = take_back(program, field, ripple_from(program, total, excess, zero))
    elif fills_words(field):
        carry, zero, ones = program.carry(), program.constant(0), program.inverted(program.constant(0))
        total = ripple_from(program, total, program.number(field.complement), zero)
        result = take_back_unless(program, field, total, program.adcs(carry, ones))  # one carry at most
    else:
        carry = program.carry()
        less = add_masked_prime(program, field, total, program.inverted(program.constant(0)), is_sum=False)
        mask = program.sbcs(carry, program.constant(0))
        result = add_masked_prime(program, field, less, mask, is_sum=True)
    return _sum(field, program, result, "add", "sum", "+")


def sub_modular(field: PrimeField) -> Kernel:
    """r = a - b mod p."""
    _check(field)
    program = Program(3)
    total = _sum_of_operands(program, field.words, ("subs", "sbcs"))
    mask = program.borrow_mask()
    if is_in_blocks(field):
        result = add_masked_words(program, field, total, mask)
    elif is_pseudo_mersenne(field):
        excess, zero = program.ands(program.constant(shape(field.prime).c), mask), program.constant(0)
        result = subtract(program, total, [excess] + [zero] * (field.words - 1))
        result[-1] = program.lsr(program.lsl(result[-1], 1), 1)
    elif fills_words(field):
        result = take_back_unless(program, field, total, mask)
    else:
        result = add_masked_prime(program, field, total, mask, is_sum=True)
    return _sum(field, program, result, "sub", "difference", "-")


def _sum(field: PrimeField, program: Program, result: list[Value], prefix: str, summary: str, sign: str) -> Kernel:
    _store(program, result, program.arguments[0])
    header = {"name": "modular", "family": f"fp-{prefix}", "summary": f"{summary}, and p by a mask, straight-line"}
    header |= {"source": "hankerson2004 Algorithms 2.7 and 2.8", "domain": BELOW_P}
    operation = f"r = a {sign} b mod p; r may be a or b."
    return _kernel(field, program, prefix, header, f"uint32_t *r, {TWO}", operation)


def reduce_montgomery_blocks(field: PrimeField) -> Kernel:
    """r = c / R mod p."""
    check_montgomery(field)
    program = Program(2)
    (c,) = _operands(program, 2 * field.words)
    _store(program, reduce_montgomery(program, field, c), program.arguments[0])
    header = {"name": "montgomery-blocks", "family": "fp-reduce", "form": "montgomery"}
    header |= {"summary": "Montgomery's reduction in blocks of words, by rows of 16 bits, straight-line"}
    header |= {"source": MONTGOMERY, "domain": "any c below p R; c / R mod p"}
    return _kernel(field, program, "reduce", header, "uint32_t *r, uint32_t *c", f"{BY_R}; r may be c.".format("c"))


def mul_reduce_karatsuba_montgomery(field: PrimeField) -> Kernel:
    """r = a b / R mod p."""
    check_montgomery(field)
    program = Program(3)
    product = multiply(program, *_operands(program, field.words), top_word(field))
    header = {"family": "fp-mul-reduce", "domain": "any a, b below p; a b / R mod p"}
    operation = f"{BY_R}; r may be a or b.".format("a b")
    return _reduced(field, program, product, "mul_reduce", header, f"uint32_t *r, {TWO}", operation)


def sqr_reduce_karatsuba_montgomery(field: PrimeField) -> Kernel:
    """r = a^2 / R mod p."""
    check_montgomery(field)
    program = Program(2)
    product = square(program, *_operands(program, field.words), has_spare_bit=field.spare_bits > 1)
    header = {"family": "fp-sqr-reduce", "domain": "any a below p; a^2 / R mod p"}
    operation = f"{BY_R}; r may be a.".format("a^2")
    return _reduced(field, program, product, "sqr_reduce", header, f"uint32_t *r, {ONE}", operation)


def _reduced(
    field: PrimeField,
    program: Program,
    product: list[Value],
    prefix: str,
    header: dict[str, str],
    parameters: str,
    operation: str,
) -> Kernel:
    program.block("Reduction.")
    _store(program, reduce_montgomery(program, field, product), program.arguments[0])
    header = {"name": "karatsuba-montgomery", "form": "montgomery", **header}
    header |= {"summary": "Karatsuba's method, then Montgomery's reduction in blocks of words, straight-line"}
    header |= {"source": f"{KARATSUBA}; {MONTGOMERY}"}
    return _kernel(field, program, prefix, header, parameters, operation)


def fp2_mul_karatsuba(field: PrimeField) -> Kernel:
    """r = a b in F_p2."""
    check_quadratic(field)
    program = Program(3)
    r, a, b = program.arguments
    store_reduced(program, field, multiply_quadratic(program, field, a, b), r)
    header = {"family": "fp2-mul", "summary": "three products and two reductions, straight-line", **IN_FP2}
    return _kernel(field, program, "fp2_mul", header, f"uint32_t *r, {TWO}", f"r = a b / R {OF_FP2}; r may be a or b.")


def fp2_sqr_karatsuba(field: PrimeField) -> Kernel:
    """r = a^2 in F_p2."""
    check_quadratic(field)
    program = Program(2)
    r, a = program.arguments
    store_reduced(program, field, square_quadratic(program, field, a), r)
    header = {"family": "fp2-sqr", "summary": "two products and two reductions, straight-line", **IN_FP2}
    return _kernel(field, program, "fp2_sqr", header, f"uint32_t *r, {ONE}", f"r = a^2 / R {OF_FP2}; r may be a.")


def fp4_sqr_lazy(field: PrimeField) -> Kernel:
    """r0 + r1 s = (a0 + a1 s)^2 in F_p4."""
    check_quadratic(field, QUARTIC_SPARE_BITS)
    program = Program(4)
    r0, r1, a0, a1 = program.arguments
    QuarticSquare(program, field, a0, a1).store(r0, r1)
    header = {
        "family": "fp4-sqr",
        "summary": "six products and four reductions, straight-line",
        **IN_FP2,
        "name": "lazy",
    }
    parameters = "uint32_t *r0, uint32_t *r1, const uint32_t *a0, const uint32_t *a1"
    operation = f"r0 + r1 s = (a0 + a1 s)^2 / R, s^2 = 1 + u, coefficients {OF_FP2}; r0, r1 apart from a0, a1."
    return _kernel(field, program, "fp4_sqr", header, parameters, operation)


def mul_small_word(field: PrimeField) -> Kernel:
    """r = a c mod p."""
    check_shape(field)
    if not is_pseudo_mersenne(field):
        raise UnsupportedField(f"{field.name}: products with small numbers are for primes 2^bits - c")
    program = Program(3)
    r, base, factor = program.arguments
    a = loaded(Memory(program, base, 0, field.words))
    factor_low, factor_high = program.uxth(factor), program.lsr(factor, 16)
    lower = [program.muls(word, factor) for word in a]
    upper = [_upper_word(program, word, factor_low, factor_high) for word in a]
    total = [lower[0], *add(program, lower[1:], upper[:-1])]
    top = program.adcs(upper[-1], program.constant(0))
    _store(program, finish_pseudo(program, field, total, top), r)
    header = {"name": "word", "family": "fp-mul-small"}
    header |= {"summary": "product with a small integer, straight-line", "source": "-"}
    header |= {"domain": "any a below p; c below 2^18, public or secret"}
    parameters = "uint32_t *r, const uint32_t *a, uint32_t c"
    return _kernel(field, program, "mul_small", header, parameters, "r = a c mod p for c < 2^18; r may be a.")


def _upper_word(program: Program, word: Value, factor_low: Value, factor_high: Value) -> Value:
    """The upper word of the product of a word and a number of 18 bits, in two halves: below 2^18."""
    low, high = program.uxth(word), program.lsr(word, 16)
    across, other = program.muls(high, factor_low), program.muls(low, factor_high)
    rest = program.lsr(program.muls(low, factor_low), WORD_BITS // 2)
    rest = program.adds(program.adds(rest, program.uxth(across)), other)  # below 2^19
    total = program.adds(program.muls(high, factor_high), program.lsr(across, WORD_BITS // 2))
    return program.adds(total, program.lsr(rest, WORD_BITS // 2))


GENERATORS = (
    mul_karatsuba,
    sqr_karatsuba,
    reduce_special,
    mul_reduce_karatsuba_special,
    sqr_reduce_karatsuba_special,
    add_modular,
    sub_modular,
    reduce_montgomery_blocks,
    mul_reduce_karatsuba_montgomery,
    sqr_reduce_karatsuba_montgomery,
    fp2_mul_karatsuba,
    fp2_sqr_karatsuba,
    fp4_sqr_lazy,
    mul_small_word,
)

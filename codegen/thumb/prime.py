"""The kernels of prime fields: product and square, reduction, product and square with reduction, sum and difference,
product with a small number."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.prime_fields import shape
from codegen.thumb.kernel import Kernel
from codegen.thumb.listing import WORD_BITS
from codegen.thumb.prime_product import Memory, add, loaded, multiply, square, subtract
from codegen.thumb.prime_reduction import (
    add_masked_prime,
    check_shape,
    finish_pseudo,
    is_pseudo_mersenne,
    reduce,
    ripple_from,
    take_back,
)
from codegen.thumb.program import Program, Value

KARATSUBA = "Karatsuba and Ofman 1963; Duell et al. 2015 Section 4 for the order of sums"
SOLINAS = "Solinas, Generalized Mersenne Numbers, 1999"
UNREDUCED, BELOW_P = "any a, b of its words", "a, b below p"
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
    check_shape(field)
    program = Program(3)
    _store(program, multiply(program, *_operands(program, field.words)), program.arguments[0])
    header = {"name": "karatsuba", "family": "fp-mul", "summary": "Karatsuba's method down to words, straight-line"}
    header |= {"source": KARATSUBA, "domain": UNREDUCED}
    operation = "c = a b, not reduced; c apart from a and b."
    return _kernel(field, program, "mul", header, f"uint32_t *c, {TWO}", operation)


def sqr_karatsuba(field: PrimeField) -> Kernel:
    """c = a^2."""
    check_shape(field)
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
    check_shape(field)
    program = Program(3)
    total = _sum_of_operands(program, field.words, ("adds", "adcs"))
    if is_pseudo_mersenne(field):
        excess, zero = program.constant(shape(field.prime).c), program.constant(0)
        result = take_back(program, field, ripple_from(program, total, excess, zero))
    else:
        carry = program.carry()
        less = add_masked_prime(program, field, total, program.inverted(program.constant(0)), is_sum=False)
        mask = program.sbcs(carry, program.constant(0))
        result = add_masked_prime(program, field, less, mask, is_sum=True)
    return _sum(field, program, result, "add", "sum", "+")


def sub_modular(field: PrimeField) -> Kernel:
    """r = a - b mod p."""
    check_shape(field)
    program = Program(3)
    total = _sum_of_operands(program, field.words, ("subs", "sbcs"))
    mask = program.borrow_mask()
    if is_pseudo_mersenne(field):
        excess, zero = program.ands(program.constant(shape(field.prime).c), mask), program.constant(0)
        result = subtract(program, total, [excess] + [zero] * (field.words - 1))
        result[-1] = program.lsr(program.lsl(result[-1], 1), 1)
    else:
        result = add_masked_prime(program, field, total, mask, is_sum=True)
    return _sum(field, program, result, "sub", "difference", "-")


def _sum(field: PrimeField, program: Program, result: list[Value], prefix: str, summary: str, sign: str) -> Kernel:
    _store(program, result, program.arguments[0])
    header = {"name": "modular", "family": f"fp-{prefix}", "summary": f"{summary}, and p by a mask, straight-line"}
    header |= {"source": "hankerson2004 Algorithms 2.7 and 2.8", "domain": BELOW_P}
    operation = f"r = a {sign} b mod p; r may be a or b."
    return _kernel(field, program, prefix, header, f"uint32_t *r, {TWO}", operation)


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
    mul_small_word,
)

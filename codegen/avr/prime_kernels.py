"""The kernels of prime fields: multiplication, squaring, reduction, and these fused, addition and subtraction."""

from codegen.avr.kernel import Kernel
from codegen.avr.prime_addition import add_modular, mul_small_word, sub_modular
from codegen.avr.prime_field import PrimeField
from codegen.avr.prime_kernel import in_frame, make_kernel
from codegen.avr.prime_multiplication import Number, multiply
from codegen.avr.prime_reduction import reduce_special
from codegen.avr.prime_squaring import square
from codegen.avr.virtual import Program

HUTTER = "hutter2015, subtractive Karatsuba"
LEAF_BYTES = {20: 5, 24: 6, 28: 7, 32: 8}  # where Karatsuba ends; the fastest by trial
SQUARE_LEAF_BYTES = {20: 5, 24: 6, 28: 7, 32: 8}


def _store(program: Program, name: str, number: Number) -> None:
    program.comment(f"{name}.")
    for offset, byte in enumerate(number):
        program.store(name, offset, byte)


def _product(program: Program, field: PrimeField) -> Number:
    n = field.byte_count
    return multiply(program, program.argument("a", n), program.argument("b", n), LEAF_BYTES[n])


def _square(program: Program, field: PrimeField) -> Number:
    n = field.byte_count
    return square(program, program.argument("a", n), SQUARE_LEAF_BYTES[n])


def mul_karatsuba(field: PrimeField) -> Kernel:
    """c = a b, not reduced."""
    program = Program()
    _store(program, "c", _product(program, field))
    header = {
        "name": "karatsuba",
        "family": "fp-mul",
        "summary": "subtractive Karatsuba over rows, straight-line",
        "source": HUTTER,
        "domain": "any a, b",
    }
    operation = "c = a b, not reduced; c apart from a and b."
    parameters = "uint8_t *c, const uint8_t *a, const uint8_t *b"
    return make_kernel(field, "mul_karatsuba", header, parameters, operation, program, in_frame(("c", "a", "b")))


def sqr_karatsuba(field: PrimeField) -> Kernel:
    """c = a^2, not reduced."""
    program = Program()
    _store(program, "c", _square(program, field))
    header = {
        "name": "karatsuba",
        "family": "fp-sqr",
        "summary": "Karatsuba over rows with doubled products, straight-line",
        "source": HUTTER,
        "domain": "any a",
    }
    operation = "c = a^2, not reduced; c apart from a."
    parameters = "uint8_t *c, const uint8_t *a"
    return make_kernel(field, "sqr_karatsuba", header, parameters, operation, program, in_frame(("c", "a")))


def reduce_kernel(field: PrimeField) -> Kernel:
    """r = c mod p."""
    program = Program(aliased=True)
    _store(program, "r", reduce_special(program, field, program.own_argument("c", field.product_bytes)))
    header = {
        "name": "special",
        "family": "fp-reduce",
        "summary": "upper bytes folded by the prime's shape, straight-line",
        "source": "-",
        "domain": f"any c of {field.product_bytes} bytes",
    }
    operation = "r = c mod p; r may be c."
    parameters = "uint8_t *r, uint8_t *c"
    return make_kernel(field, "reduce_special", header, parameters, operation, program, in_frame(("r", "c")))


def mul_reduce_kernel(field: PrimeField) -> Kernel:
    """r = a b mod p."""
    program = Program(aliased=True)
    _store(program, "r", reduce_special(program, field, _product(program, field)))
    header = {
        "name": "karatsuba-special",
        "family": "fp-mul-reduce",
        "summary": "Karatsuba over rows, and reduction by the prime's shape, straight-line",
        "source": HUTTER,
        "domain": "a, b < p",
    }
    operation = "r = a b mod p; r may be a or b."
    parameters = "uint8_t *r, const uint8_t *a, const uint8_t *b"
    bindings = in_frame(("r", "a", "b"))
    return make_kernel(field, "mul_reduce_karatsuba_special", header, parameters, operation, program, bindings)


def sqr_reduce_kernel(field: PrimeField) -> Kernel:
    """r = a^2 mod p."""
    program = Program(aliased=True)
    _store(program, "r", reduce_special(program, field, _square(program, field)))
    header = {
        "name": "karatsuba-special",
        "family": "fp-sqr-reduce",
        "summary": "Karatsuba squaring over rows, and reduction by the prime's shape, straight-line",
        "source": HUTTER,
        "domain": "a < p",
    }
    operation = "r = a^2 mod p; r may be a."
    parameters = "uint8_t *r, const uint8_t *a"
    bindings = in_frame(("r", "a"))
    return make_kernel(field, "sqr_reduce_karatsuba_special", header, parameters, operation, program, bindings)


GENERATORS = (
    mul_karatsuba,
    sqr_karatsuba,
    reduce_kernel,
    mul_reduce_kernel,
    sqr_reduce_kernel,
    add_modular,
    sub_modular,
)


def prime_kernels(field: PrimeField) -> list[Kernel]:
    """Every kernel of the field."""
    found = [generate(field) for generate in GENERATORS]
    return found + ([mul_small_word(field)] if field.complement_is_small else [])

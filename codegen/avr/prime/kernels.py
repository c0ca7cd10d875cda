"""The kernels of prime fields: multiplication and squaring, reduction, multiplication and squaring with reduction,
addition and subtraction."""

from codegen.avr.kernel import Kernel
from codegen.avr.prime.addition import add_modular, mul_small_word, sub_modular
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.kernel import in_frame, make_kernel
from codegen.avr.prime.montgomery import reduce_montgomery
from codegen.avr.prime.montgomery_special import reduce_montgomery_special
from codegen.avr.prime.multiplication import Number, multiply
from codegen.avr.prime.reduction import reduce_special
from codegen.avr.prime.squaring import square
from codegen.avr.virtual import Program

HUTTER = "hutter2015, subtractive Karatsuba"
# Where Karatsuba ends, by bytes of an element; the fastest by trial.
LEAF_BYTES = {20: 5, 24: 6, 28: 7, 32: 8}
SQUARE_LEAF_BYTES = {20: 10, 24: 12, 28: 7, 32: 8}


def _store(program: Program, name: str, number: Number) -> None:
    program.comment(f"{name}.")
    for offset, byte in enumerate(number):
        program.store(name, offset, byte)


def _product(program: Program, field: PrimeField, has_spare_bit: bool = False) -> Number:
    n = field.byte_count
    a, b = program.argument("a", n), program.argument("b", n)
    return multiply(program, a, b, LEAF_BYTES[n], has_spare_bit=has_spare_bit)


def _square(program: Program, field: PrimeField, has_spare_bit: bool = False) -> Number:
    n = field.byte_count
    return square(program, program.argument("a", n), SQUARE_LEAF_BYTES[n], has_spare_bit)


def _reduction(field: PrimeField) -> str:
    """The name of the way in which the field reduces."""
    if not field.is_montgomery:
        return "special"
    return "montgomery-special" if field.shape else "montgomery"


REDUCTIONS = {
    "special": reduce_special,
    "montgomery": reduce_montgomery,
    "montgomery-special": reduce_montgomery_special,
}
REDUCTION_SUMMARIES = {
    "special": "upper bytes folded by the prime's shape, straight-line",
    "montgomery": "Montgomery reduction by tiles, straight-line",
    "montgomery-special": "Montgomery reduction where the prime is -1 modulo its words, straight-line",
}


def _reduce(program: Program, field: PrimeField, product: Number) -> Number:
    return REDUCTIONS[_reduction(field)](program, field, product)


def _function(prefix: str, field: PrimeField) -> str:
    """The name of a function that reduces."""
    return f"{prefix}_{_reduction(field).replace('-', '_')}"


def _over_r(field: PrimeField) -> str:
    """The divisor of a product's result, for a header."""
    return " / R" if field.is_montgomery else ""


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
    _store(program, "r", _reduce(program, field, program.own_argument("c", field.product_bytes)))
    header = {
        "name": _reduction(field),
        "family": "fp-reduce",
        "summary": REDUCTION_SUMMARIES[_reduction(field)],
        "source": "-",
        "domain": "c < p R" if field.is_montgomery else f"any c of {field.product_bytes} bytes",
    }
    operation = f"r = c{_over_r(field)} mod p; r may be c."
    parameters = "uint8_t *r, uint8_t *c"
    return make_kernel(field, _function("reduce", field), header, parameters, operation, program, in_frame(("r", "c")))


def mul_reduce_kernel(field: PrimeField) -> Kernel:
    """r = a b mod p."""
    program = Program(aliased=True)
    _store(program, "r", _reduce(program, field, _product(program, field, field.spare_bits > 0)))
    header = {
        "name": f"karatsuba-{_reduction(field)}",
        "family": "fp-mul-reduce",
        "summary": f"Karatsuba over rows, and reduction ({_reduction(field)}), straight-line",
        "source": HUTTER,
        "domain": "a, b < p",
    }
    operation = f"r = a b{_over_r(field)} mod p; r may be a or b."
    parameters = "uint8_t *r, const uint8_t *a, const uint8_t *b"
    bindings = in_frame(("r", "a", "b"))
    return make_kernel(
        field, _function("mul_reduce_karatsuba", field), header, parameters, operation, program, bindings
    )


def sqr_reduce_kernel(field: PrimeField) -> Kernel:
    """r = a^2 mod p."""
    program = Program(aliased=True)
    _store(program, "r", _reduce(program, field, _square(program, field, field.spare_bits > 0)))
    header = {
        "name": f"karatsuba-{_reduction(field)}",
        "family": "fp-sqr-reduce",
        "summary": f"Karatsuba squaring over rows, and reduction ({_reduction(field)}), straight-line",
        "source": HUTTER,
        "domain": "a < p",
    }
    operation = f"r = a^2{_over_r(field)} mod p; r may be a."
    parameters = "uint8_t *r, const uint8_t *a"
    bindings = in_frame(("r", "a"))
    return make_kernel(
        field, _function("sqr_reduce_karatsuba", field), header, parameters, operation, program, bindings
    )


NATIVE_FIELDS = ("fp160bp", "fp160k1", "fp160r1", "fp192r1", "fp224r1", "fp255", "fp256bp", "fp256k1", "fp256r1")
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

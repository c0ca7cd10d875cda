"""The kernels of prime fields: product and square, product and square with reduction, sum and difference, product with
a small number. Columns of products are summed one after the other."""

from collections.abc import Callable

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.riscv import generalised_mersenne, montgomery, pseudo_mersenne, sums
from codegen.riscv.kernel import Kernel
from codegen.riscv.listing import WORD_BITS, WORD_BYTES
from codegen.riscv.program import Program
from codegen.values import Value

COLUMNS = "Comba 1990"
SOLINAS = "Solinas, Generalized Mersenne Numbers, 1999"
MONTGOMERY = (
    "Montgomery 1985; Koc, Acar and Kaliski, Analyzing and Comparing Montgomery Multiplication Algorithms, 1996"
)
BELOW_P = "a, b below p"
ONE, TWO = "const uint32_t *a", "const uint32_t *a, const uint32_t *b"
SMALL_LARGEST = (1 << 18) - 1  # the number of fp-mul-small


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


def _operands(program: Program, field: PrimeField, count: int) -> list[list[Value]]:
    return [
        [program.load(base, WORD_BYTES * i) for i in range(field.words)] for base in program.arguments[1 : 1 + count]
    ]


def _store(program: Program, result: list[Value]) -> None:
    program.block("Store the result.")
    for i, word in enumerate(result):
        program.store(word, program.arguments[0], WORD_BYTES * i)


def _check_special(field: PrimeField) -> None:
    if not pseudo_mersenne.is_pseudo_mersenne(field):
        generalised_mersenne.check_generalised_mersenne(field)


def _of_shape(field: PrimeField):
    """The module with the field's reduction."""
    if pseudo_mersenne.is_pseudo_mersenne(field):
        return pseudo_mersenne
    if generalised_mersenne.is_generalised_mersenne(field):
        return generalised_mersenne
    montgomery.check_montgomery(field)
    return montgomery


def _largest(field: PrimeField) -> int:
    """The largest number of the words of an element."""
    return (1 << WORD_BITS * field.words) - 1


def mul_product_scanning(field: PrimeField) -> Kernel:
    """c = a b."""
    _of_shape(field)
    program = Program(3)
    _store(program, list(sums.multiply(program, *_operands(program, field, 2), _largest(field))))
    header = {"name": "product-scanning", "family": "fp-mul", "summary": "product by columns, straight-line"}
    header |= {"source": COLUMNS, "domain": "any a, b of its words"}
    operation = "c = a b, not reduced; c apart from a and b."
    return _kernel(field, program, "mul", header, f"uint32_t *c, {TWO}", operation)


def sqr_product_scanning(field: PrimeField) -> Kernel:
    """c = a^2."""
    _of_shape(field)
    program = Program(2)
    _store(program, list(sums.Square(program, *_operands(program, field, 1), _largest(field)).words()))
    header = {"name": "product-scanning", "family": "fp-sqr", "summary": "square by columns, straight-line"}
    header |= {"source": COLUMNS, "domain": "any a of its words"}
    return _kernel(field, program, "sqr", header, f"uint32_t *c, {ONE}", "c = a^2, not reduced; c apart from a.")


def mul_reduce_product_scanning_special(field: PrimeField) -> Kernel:
    """r = a b mod p."""
    _check_special(field)
    program = Program(3)
    product = sums.multiply(program, *_operands(program, field, 2), field.prime - 1)
    _store(program, _of_shape(field).reduce(program, field, product))
    header = {"name": "product-scanning-special", "family": "fp-mul-reduce", "form": "plain"}
    header |= {"summary": "product by columns, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{COLUMNS}; {SOLINAS}", "domain": BELOW_P}
    return _kernel(field, program, "mul_reduce", header, f"uint32_t *r, {TWO}", "r = a b mod p; r may be a or b.")


def sqr_reduce_product_scanning_special(field: PrimeField) -> Kernel:
    """r = a^2 mod p."""
    _check_special(field)
    program = Program(2)
    product = sums.Square(program, *_operands(program, field, 1), field.prime - 1).words()
    _store(program, _of_shape(field).reduce(program, field, product))
    header = {"name": "product-scanning-special", "family": "fp-sqr-reduce", "form": "plain"}
    header |= {"summary": "square by columns, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{COLUMNS}; {SOLINAS}", "domain": "a below p"}
    return _kernel(field, program, "sqr_reduce", header, f"uint32_t *r, {ONE}", "r = a^2 mod p; r may be a.")


def _montgomery(field: PrimeField, program: Program, prefix: str, add_column: Callable, value: str) -> Kernel:
    _store(program, montgomery.reduce(program, field, add_column))
    is_square = prefix == "sqr_reduce"
    header = {"name": "product-scanning-montgomery", "family": f"fp-{prefix.replace('_', '-')}", "form": "montgomery"}
    header |= {
        "summary": f"{'square' if is_square else 'product'} by columns with Montgomery's reduction, straight-line"
    }
    header |= {"source": MONTGOMERY, "domain": f"any {'a' if is_square else 'a, b'} below p; {value} / R mod p"}
    operation = f"r = {value} / R mod p, R = 2^(words 32); r may be {'a' if is_square else 'a or b'}."
    return _kernel(field, program, prefix, header, f"uint32_t *r, {ONE if is_square else TWO}", operation)


def mul_reduce_product_scanning_montgomery(field: PrimeField) -> Kernel:
    """r = a b / R mod p."""
    montgomery.check_montgomery(field)
    program = Program(3)
    a, b = _operands(program, field, 2)

    def add_column(total: sums.Columns, column: int) -> None:
        sums.add_column(total, a, b, field.prime - 1, column)

    return _montgomery(field, program, "mul_reduce", add_column, "a b")


def sqr_reduce_product_scanning_montgomery(field: PrimeField) -> Kernel:
    """r = a^2 / R mod p."""
    montgomery.check_montgomery(field)
    program = Program(2)
    square = sums.Square(program, *_operands(program, field, 1), field.prime - 1)
    return _montgomery(field, program, "sqr_reduce", square.add_column, "a^2")


def add_modular(field: PrimeField) -> Kernel:
    """r = a + b mod p."""
    program = Program(3)
    return _sum(field, program, _of_shape(field).add_modular(program, field, *_operands(program, field, 2)), "add")


def sub_modular(field: PrimeField) -> Kernel:
    """r = a - b mod p."""
    program = Program(3)
    return _sum(field, program, _of_shape(field).subtract_modular(program, field, *_operands(program, field, 2)), "sub")


def _sum(field: PrimeField, program: Program, result: list[Value], prefix: str) -> Kernel:
    _store(program, result)
    summary, sign = {"add": ("sum", "+"), "sub": ("difference", "-")}[prefix]
    header = {"name": "modular", "family": f"fp-{prefix}", "summary": f"{summary}, and p by a mask, straight-line"}
    header |= {"source": "hankerson2004 Algorithms 2.7 and 2.8", "domain": BELOW_P}
    operation = f"r = a {sign} b mod p; r may be a or b."
    return _kernel(field, program, prefix, header, f"uint32_t *r, {TWO}", operation)


def mul_small_word(field: PrimeField) -> Kernel:
    """r = a c mod p."""
    if not pseudo_mersenne.is_pseudo_mersenne(field):
        raise UnsupportedField(f"{field.name}: products with small numbers are for primes 2^bits - c")
    program = Program(3)
    (a,) = _operands(program, field, 1)
    _store(program, pseudo_mersenne.multiply_small(program, field, a, program.arguments[2], SMALL_LARGEST))
    header = {"name": "word", "family": "fp-mul-small"}
    header |= {"summary": "product with a small integer, straight-line", "source": "-"}
    header |= {"domain": "any a below p; c below 2^18, public or secret"}
    parameters = "uint32_t *r, const uint32_t *a, uint32_t c"
    return _kernel(field, program, "mul_small", header, parameters, "r = a c mod p for c < 2^18; r may be a.")


GENERATORS = (
    mul_product_scanning,
    sqr_product_scanning,
    mul_reduce_product_scanning_special,
    sqr_reduce_product_scanning_special,
    mul_reduce_product_scanning_montgomery,
    sqr_reduce_product_scanning_montgomery,
    add_modular,
    sub_modular,
    mul_small_word,
)

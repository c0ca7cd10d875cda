"""The kernels of prime fields with UMAAL: product and square with reduction, sum, difference, product with a small
number."""

from types import ModuleType

from codegen import kernel_fields
from codegen.arm.listing import WORD_BYTES
from codegen.arm.prime_field import PrimeField
from codegen.arm.prime_kernels import BELOW_P, SOLINAS
from codegen.armv7 import generalised_mersenne, goldilocks, pseudo_mersenne, umaal
from codegen.armv7.kernel import Kernel
from codegen.armv7.program import Program, Value
from codegen.prime_fields import PseudoMersenne, shape

ROWS = "hankerson2004 Algorithm 2.9; parts of the operands and UMAAL are ours"
ONE, TWO = "uint32_t *r, const uint32_t *a", "uint32_t *r, const uint32_t *a, const uint32_t *b"


def _kernel(
    field: kernel_fields.PrimeField,
    prefix: str,
    header: dict[str, str],
    parameters: str,
    operation: str,
    program: Program,
) -> Kernel:
    asm, stack_bytes = program.listing()
    return Kernel(
        field=field,
        function=f"{prefix}_{header['name'].replace('-', '_')}",
        header={**header, "constant_time": "same-trace-and-addresses"},
        parameters=parameters,
        operation=(operation,),
        asm=asm,
        stack_bytes=stack_bytes,
        is_wide=goldilocks.is_goldilocks(field),
    )


def _arithmetic(field: kernel_fields.PrimeField) -> tuple[ModuleType, kernel_fields.PrimeField]:
    """The module for the shape of the prime, and that module's view of the field; UnsupportedField if there is none."""
    if isinstance(shape(field.prime), PseudoMersenne):
        pseudo_mersenne.check_shape(field)
        return pseudo_mersenne, field
    if goldilocks.is_goldilocks(field):
        goldilocks.check_shape(field)
        return goldilocks, field
    return generalised_mersenne, PrimeField.of(field.name)


def _frame(field: kernel_fields.PrimeField) -> int:
    """Bytes for a product, and for an address if an operand has more than two parts; with the saved registers they make
    a multiple of 8."""
    return WORD_BYTES * (2 * field.words + (2 if umaal.has_many_parts(field.words) else 0))


def _store(program: Program, words: list[Value] | None) -> None:
    """Stores the result, unless the arithmetic stored it as words that do not fit in the registers."""
    if words:
        program.store_result(words)


def mul_reduce_operand_scanning_special(field: kernel_fields.PrimeField) -> Kernel:
    """r = a b mod p."""
    program = Program(3, _frame(field))
    _, a, b = program.arguments
    arithmetic, field = _arithmetic(field)
    _store(program, arithmetic.reduce(program, field, umaal.multiply(program, field.words, a, b)))
    header = {"name": "operand-scanning-special", "family": "fp-mul-reduce", "form": "plain"}
    header |= {"summary": "multiplication by rows, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{ROWS}; {SOLINAS}", "domain": BELOW_P}
    return _kernel(field, "mul_reduce", header, TWO, "r = a b mod p; r may be a or b.", program)


def sqr_reduce_operand_scanning_special(field: kernel_fields.PrimeField) -> Kernel:
    """r = a^2 mod p."""
    program = Program(2, _frame(field))
    arithmetic, field = _arithmetic(field)
    n, a = field.words, program.arguments[1]
    if umaal.has_many_parts(n):
        square = umaal.square_by_parts(program, n, a)
    else:
        square = umaal.square(program, n, a, field.spare_bits > 0)
    _store(program, arithmetic.reduce(program, field, square))
    header = {"name": "operand-scanning-special", "family": "fp-sqr-reduce", "form": "plain"}
    header |= {"summary": "squaring by rows, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{ROWS}; {SOLINAS}", "domain": "a below p"}
    return _kernel(field, "sqr_reduce", header, ONE, "r = a^2 mod p; r may be a.", program)


def _sum(field: kernel_fields.PrimeField, prefix: str, summary: str, sign: str) -> Kernel:
    program = Program(3, keeps_result=True)
    arithmetic, field = _arithmetic(field)
    _store(program, {"add": arithmetic.add, "sub": arithmetic.subtract}[prefix](program, field))
    header = {"name": "modular", "family": f"fp-{prefix}", "summary": f"{summary}, and p by a mask, straight-line"}
    header |= {"source": "hankerson2004 Algorithms 2.7 and 2.8", "domain": BELOW_P}
    return _kernel(field, prefix, header, TWO, f"r = a {sign} b mod p; r may be a or b.", program)


def add_modular(field: kernel_fields.PrimeField) -> Kernel:
    """r = a + b mod p."""
    return _sum(field, "add", "sum", "+")


def sub_modular(field: kernel_fields.PrimeField) -> Kernel:
    """r = a - b mod p."""
    return _sum(field, "sub", "difference", "-")


def mul_small_word(field: kernel_fields.PrimeField) -> Kernel:
    """r = a c mod p."""
    arithmetic = goldilocks if goldilocks.is_goldilocks(field) else pseudo_mersenne
    arithmetic.check_shape(field)
    program = Program(3, keeps_result=True)
    _store(program, arithmetic.multiply_small(program, field))
    header = {"name": "word", "family": "fp-mul-small"}
    header |= {"summary": "product with a small integer, straight-line", "source": "-"}
    header |= {"domain": "any a below p; c below 2^18, public or secret"}
    parameters = f"{ONE}, uint32_t c"
    operation = "r = a c mod p for c < 2^18; r may be a."
    return _kernel(field, "mul_small", header, parameters, operation, program)


GENERATORS = (
    mul_reduce_operand_scanning_special,
    sqr_reduce_operand_scanning_special,
    add_modular,
    sub_modular,
    mul_small_word,
)

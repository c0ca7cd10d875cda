"""The kernels of prime fields with UMAAL: product and square reduced, sum, difference, product with a small number."""

from codegen.arm import prime_kernels, pseudo_mersenne, umaal
from codegen.arm.kernel import Armv7Kernel, for_armv7
from codegen.arm.listing import CALLEE_SAVED, WORD_BYTES, Listing
from codegen.arm.prime_field import PrimeField as MersenneField
from codegen.arm.prime_kernels import BELOW_P, SOLINAS
from codegen.arm.prime_reduction import reduce as reduce_special
from codegen.arm.program import Program, Value
from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.prime_fields import PseudoMersenne, shape

ROWS = "hankerson2004 Algorithm 2.9; parts of the operands and UMAAL are ours"
ONE, TWO = "uint32_t *r, const uint32_t *a", "uint32_t *r, const uint32_t *a, const uint32_t *b"


def _kernel(
    field: PrimeField, prefix: str, header: dict[str, str], parameters: str, operation: str, code: tuple[Listing, int]
) -> Armv7Kernel:
    return Armv7Kernel(
        field=field,
        function=f"{prefix}_{header['name'].replace('-', '_')}",
        header={**header, "constant_time": "same-trace-and-addresses"},
        parameters=parameters,
        operation=(operation,),
        asm=code[0],
        stack_bytes=code[1],
    )


def _is_pseudo(field: PrimeField) -> bool:
    """Whether the prime is 2^bits - c; UnsupportedField if no kernel is for its shape or size."""
    if isinstance(shape(field.prime), PseudoMersenne):
        pseudo_mersenne.check_shape(field)
        return True
    MersenneField.of(field.name)
    return False


def _reduced(field: PrimeField, program: Program, product: list[Value | None]) -> tuple[Listing, int]:
    """The code of a program that makes the words of a product, and the residue."""
    if _is_pseudo(field):
        program.store_result(pseudo_mersenne.reduce(program, field, product))
        return program.listing()
    for i, word in enumerate(product, start=field.words):
        if word is not None:
            program.store(word, "sp", WORD_BYTES * i)
    asm = Listing()
    prime_kernels.enter(asm, program.frame_bytes)
    program.write(asm)
    reduce_special(asm, MersenneField.of(field.name), "sp")
    prime_kernels.store_residue(asm, field, program.frame_bytes)
    prime_kernels.leave(asm, program.frame_bytes)
    return asm, program.frame_bytes + WORD_BYTES * (1 + len(CALLEE_SAVED))


def _frame(field: PrimeField) -> int:
    """For a product; with the saved registers a multiple of 8 bytes."""
    return 2 * WORD_BYTES * field.words


def mul_reduce_operand_scanning_special(field: PrimeField) -> Armv7Kernel:
    """r = a b mod p."""
    program = Program(3, _frame(field))
    _, a, b = program.arguments
    code = _reduced(field, program, umaal.multiply(program, field.words, a, b))
    header = {"name": "operand-scanning-special", "family": "fp-mul-reduce", "form": "plain"}
    header |= {"summary": "multiplication by rows, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{ROWS}; {SOLINAS}", "domain": BELOW_P}
    return _kernel(field, "mul_reduce", header, TWO, "r = a b mod p; r may be a or b.", code)


def sqr_reduce_operand_scanning_special(field: PrimeField) -> Armv7Kernel:
    """r = a^2 mod p."""
    program = Program(2, _frame(field))
    square = umaal.square(program, field.words, program.arguments[1], field.spare_bits > 0)
    code = _reduced(field, program, square)
    header = {"name": "operand-scanning-special", "family": "fp-sqr-reduce", "form": "plain"}
    header |= {"summary": "squaring by rows, reduced by the prime's shape, straight-line"}
    header |= {"source": f"{ROWS}; {SOLINAS}", "domain": "a below p"}
    return _kernel(field, "sqr_reduce", header, ONE, "r = a^2 mod p; r may be a.", code)


def _sum(field: PrimeField, prefix: str, summary: str, sign: str) -> Armv7Kernel:
    """The kernel of a sum or difference; of primes of another shape that for ARMv5TE."""
    if not _is_pseudo(field):
        return for_armv7(getattr(prime_kernels, f"{prefix}_modular")(MersenneField.of(field.name)))
    program = Program(3, keeps_result=True)
    combine = {"add": pseudo_mersenne.add, "sub": pseudo_mersenne.subtract}[prefix]
    program.store_result(combine(program, field))
    header = {"name": "modular", "family": f"fp-{prefix}", "summary": f"{summary}, and p by a mask, straight-line"}
    header |= {"source": "hankerson2004 Algorithms 2.7 and 2.8", "domain": BELOW_P}
    return _kernel(field, prefix, header, TWO, f"r = a {sign} b mod p; r may be a or b.", program.listing())


def add_modular(field: PrimeField) -> Armv7Kernel:
    """r = a + b mod p."""
    return _sum(field, "add", "sum", "+")


def sub_modular(field: PrimeField) -> Armv7Kernel:
    """r = a - b mod p."""
    return _sum(field, "sub", "difference", "-")


def mul_small_word(field: PrimeField) -> Armv7Kernel:
    """r = a c mod p."""
    if not _is_pseudo(field):
        raise UnsupportedField(f"{field.name}: products with small numbers are for primes 2^bits - c")
    program = Program(3, keeps_result=True)
    program.store_result(pseudo_mersenne.multiply_small(program, field))
    header = {"name": "word", "family": "fp-mul-small"}
    header |= {"summary": "product with a small integer, straight-line", "source": "-"}
    header |= {"domain": "any a below p; c below 2^18, public or secret"}
    parameters = f"{ONE}, uint32_t c"
    operation = "r = a c mod p for c < 2^18; r may be a."
    return _kernel(field, "mul_small", header, parameters, operation, program.listing())


GENERATORS = (
    mul_reduce_operand_scanning_special,
    sqr_reduce_operand_scanning_special,
    add_modular,
    sub_modular,
    mul_small_word,
)

"""The kernels of a prime field in Montgomery form whose prime is -1 modulo 2^96: product and square."""

from codegen.kernel_fields import PrimeField
from codegen.thumb import montgomery_residues as residues
from codegen.thumb.kernel import Kernel
from codegen.thumb.numbers import Memory, store
from codegen.thumb.program import Program

SOURCE = "Montgomery 1985; Solinas, Generalized Mersenne Numbers, 1999; the order of the sums is ours"


def _kernel(field: PrimeField, prefix: str, parameters: str, operation: str, program: Program) -> Kernel:
    return Kernel(
        field=field,
        function=f"{prefix}_reduce_karatsuba_montgomery_special",
        header={
            "name": "karatsuba-montgomery-special",
            "family": f"fp-{prefix}-reduce",
            "form": "montgomery",
            "summary": "Karatsuba's method, reduced by quotients that are words of the sum itself, straight-line",
            "source": SOURCE,
            "domain": "a, b below p" if prefix == "mul" else "a below p",
            "constant_time": "same-trace-and-addresses",
        },
        parameters=parameters,
        operation=(operation,),
        program=program,
    )


def _operands(program: Program) -> list[Memory]:
    return [Memory(program, base, 0, residues.WORDS) for base in program.arguments[1:]]


def mul_reduce_montgomery_special(field: PrimeField) -> Kernel:
    """r = a b / R mod p."""
    residues.check(field)
    program = Program(3)
    store(program, residues.multiply(program, *_operands(program)), program.arguments[0])
    parameters = "uint32_t *r, const uint32_t *a, const uint32_t *b"
    return _kernel(field, "mul", parameters, "r = a b / 2^256 mod p; r may be a or b.", program)


def sqr_reduce_montgomery_special(field: PrimeField) -> Kernel:
    """r = a^2 / R mod p."""
    residues.check(field)
    program = Program(2)
    store(program, residues.square(program, *_operands(program)), program.arguments[0])
    return _kernel(field, "sqr", "uint32_t *r, const uint32_t *a", "r = a^2 / 2^256 mod p; r may be a.", program)


GENERATORS = (mul_reduce_montgomery_special, sqr_reduce_montgomery_special)

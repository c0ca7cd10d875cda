"""The kernels with UMAAL of a prime field in Montgomery form whose prime is -1 modulo 2^96: product and square."""

from codegen.arm.listing import WORD_BYTES
from codegen.arm.prime_kernels import BELOW_P
from codegen.armv7.kernel import Kernel
from codegen.armv7.montgomery_residues import SOURCE, MontgomeryResidues, check
from codegen.armv7.program import Program
from codegen.armv7.weak_residues import WORDS, Place
from codegen.kernel_fields import PrimeField

FRAME_BYTES = WORD_BYTES * WORDS  # 7 words of a product and the address of a factor
ADDRESS, RESULT = WORDS - 1, WORDS  # words of the frame, and above it


def _kernel(field: PrimeField, prefix: str, parameters: str, operation: str, program: Program) -> Kernel:
    asm, stack_bytes = program.listing()
    return Kernel(
        field=field,
        function=f"{prefix}_reduce_montgomery_special",
        header={
            "name": "montgomery-special",
            "family": f"fp-{prefix}-reduce",
            "form": "montgomery",
            "summary": "Montgomery's reduction by quotients that are words of the sum itself, straight-line",
            "source": SOURCE,
            "domain": BELOW_P,
            "constant_time": "same-trace-and-addresses",
        },
        parameters=parameters,
        operation=(operation,),
        asm=asm,
        stack_bytes=stack_bytes,
    )


def mul_reduce_montgomery_special(field: PrimeField) -> Kernel:
    """r = a b / R mod p."""
    check(field)
    program = Program(3, FRAME_BYTES)
    _, a, b = program.arguments
    program.store(a, "sp", WORD_BYTES * ADDRESS)
    MontgomeryResidues(program, Place(0)).product(Place(0, RESULT), Place(0, ADDRESS), Place(0, b))
    parameters = "uint32_t *r, const uint32_t *a, const uint32_t *b"
    return _kernel(field, "mul", parameters, "r = a b / 2^256 mod p; r may be a or b.", program)


def sqr_reduce_montgomery_special(field: PrimeField) -> Kernel:
    """r = a^2 / R mod p."""
    check(field)
    program = Program(2, FRAME_BYTES)
    MontgomeryResidues(program, Place(0)).square(Place(0, RESULT), Place(0, program.arguments[1]))
    return _kernel(field, "sqr", "uint32_t *r, const uint32_t *a", "r = a^2 / 2^256 mod p; r may be a.", program)


GENERATORS = (mul_reduce_montgomery_special, sqr_reduce_montgomery_special)

"""A step of the Montgomery ladder on x-coordinates modulo 2^255 - 19 as one kernel: everything between two bits of the
scalar, without a call, on weak residues."""

from codegen.arm.listing import WORD_BYTES
from codegen.armv7.kernel import Kernel
from codegen.armv7.program import Program
from codegen.armv7.weak_residues import WORDS, Place, WeakResidues
from codegen.kernel_fields import PrimeField, UnsupportedField

ELEMENT_BYTES = WORD_BYTES * WORDS
ELEMENTS = 6  # of the frame: A, B, C, D of RFC 7748, DA + CB, and the lower half of a product
POINTS, X, FACTOR = range(ELEMENTS * WORDS, ELEMENTS * WORDS + 3)  # words of the frame: the arguments but the bit
FRAME_BYTES = WORD_BYTES * (FACTOR + 1)
PARAMETERS = "uint32_t *points, const uint32_t *x, uint32_t swap, uint32_t a24"
OPERATION = (
    "points: X2, Z2, X3, Z3, below 2 p. Exchanges the two points if swap is 1, not if it is 0; then the first becomes",
    "its double, the second their sum, whose difference has the x-coordinate x < 2^256; a24 < 2^17.",
    "The addresses of the loads depend on swap.",
)


def ladder_step_umaal(field: PrimeField) -> Kernel:
    """The step, by the formulas of RFC 7748."""
    if field.name != "fp255":
        raise UnsupportedField(f"{field.name}: the weak residues are those of 2^255 - 19")
    program = Program(4, FRAME_BYTES, keeps_result=True)
    a, b, c, d, total, room = (Place(ELEMENT_BYTES * i) for i in range(ELEMENTS))
    residues = WeakResidues(program, room)
    points, x, swap, a24 = program.arguments
    for word, argument in ((POINTS, points), (X, x), (FACTOR, a24)):
        program.store(argument, "sp", WORD_BYTES * word)
    program.block("A, B of the point that is doubled; C, D of the other one.")
    offset = program.new("lsl", swap, f"#{(2 * ELEMENT_BYTES).bit_length() - 1}")
    doubled = program.new("add", points, offset)
    other = program.new("add", points, f"#{2 * ELEMENT_BYTES}")
    program("sub", other, other, offset)
    for sum_, difference, pointer in ((a, b, doubled), (c, d, other)):
        big_x, big_z = Place(0, pointer), Place(ELEMENT_BYTES, pointer)
        residues.sum_(sum_, big_x, big_z)
        residues.difference(difference, big_x, big_z)
    x2, z2, x3, z3 = (Place(ELEMENT_BYTES * i, POINTS) for i in range(4))
    program.block("DA, CB; their sum and difference.")
    residues.product(d, d, a)
    residues.product(c, c, b)
    program.block("X3 = (DA + CB)^2, Z3 = x (DA - CB)^2")
    residues.sum_(total, d, c)
    residues.difference(d, d, c)
    residues.square(x3, total)
    residues.square(d, d)
    residues.product(z3, Place(0, X), d)
    program.block("X2 = AA BB, Z2 = E (AA + a24 E) with E = AA - BB")
    residues.square(a, a)
    residues.square(b, b)
    residues.product(x2, a, b)
    residues.difference_and_multiple(c, a, a, b, FACTOR)
    residues.product(z2, c, a)
    asm, stack_bytes = program.listing()
    return Kernel(
        field=field,
        function="ladder_step_umaal",
        header={
            "name": "umaal",
            "family": "ladder-step",
            "summary": "a step in one routine without calls, on residues below 2^256",
            "source": "RFC 7748, Section 5; the arithmetic is ours",
            "domain": "coordinates below 2 p",
            "constant_time": "same-trace",
            "curves": "montgomery",
        },
        parameters=PARAMETERS,
        operation=OPERATION,
        asm=asm,
        stack_bytes=stack_bytes,
    )


GENERATORS = (ladder_step_umaal,)

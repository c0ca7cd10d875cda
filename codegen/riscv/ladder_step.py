"""A step of the Montgomery ladder on x-coordinates modulo 2^255 - 19 as one kernel: everything between two bits of the
scalar, without a call, on weak residues.

Its instructions are one straight line over values, so registers are saved once a step instead of ten times, and a word
of an element goes to memory only where the registers do not suffice. Of the cycles of a step, 64 words' products take
9 each: MUL 1, MULHU 2, and 6 to add two words with carries, for which RV32 has no instruction. That bounds a step, of
five such products and four squares of 36 words' products, from below: 9 (5 64 + 4 36) = 4176 cycles, 255 of them
1.06 million."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.riscv import weak_residues as weak
from codegen.riscv.kernel import Kernel
from codegen.riscv.listing import WORD_BYTES
from codegen.riscv.program import Program
from codegen.values import Value

ELEMENT_BYTES = WORD_BYTES * weak.WORDS
A24_LARGEST = (1 << 17) - 1


def _loaded(p: Program, base: Value, offset: int = 0) -> weak.Residue:
    return [p.load(base, offset + WORD_BYTES * i) for i in range(weak.WORDS)]


def _stored(p: Program, words: weak.Residue, base: Value, place: int) -> None:
    for i, word in enumerate(words):
        p.store(word, base, ELEMENT_BYTES * place + WORD_BYTES * i)


def ladder_step_weak(field: PrimeField) -> Kernel:
    """The step, by the formulas of RFC 7748."""
    if field.name != "fp255":
        raise UnsupportedField(f"{field.name}: the weak residues are those of 2^255 - 19")
    p = Program(4)
    points, x, swap, a24 = p.arguments
    p.block("A, B of the point that is doubled; C, D of the other one.")
    offset = p.lsl(swap, (2 * ELEMENT_BYTES).bit_length() - 1)
    doubled = p.add(points, offset)
    other = p.sub(p.immediate("addi", points, 2 * ELEMENT_BYTES), offset)
    pairs = []
    for base in (doubled, other):
        big_x, big_z = _loaded(p, base), _loaded(p, base, ELEMENT_BYTES)
        pairs += [weak.add(p, big_x, big_z), weak.difference(p, big_x, big_z)]
    a, b, c, d = pairs
    p.block("DA, CB")
    da, cb = weak.multiply(p, d, a), weak.multiply(p, c, b)
    p.block("X3 = (DA + CB)^2")
    _stored(p, weak.square(p, weak.add(p, da, cb)), points, 2)
    p.block("Z3 = x (DA - CB)^2")
    # Not read again after a store: x would look like a word of the result.
    factor = _loaded(p, p.immediate("addi", x, 0))
    _stored(p, weak.multiply(p, weak.square(p, weak.difference(p, da, cb)), factor), points, 3)
    p.block("X2 = AA BB")
    aa, bb = weak.square(p, a), weak.square(p, b)
    _stored(p, weak.multiply(p, aa, bb), points, 0)
    p.block("Z2 = E (AA + a24 E), E = AA - BB")
    e = weak.difference(p, aa, bb)
    _stored(p, weak.multiply(p, e, weak.add_multiple(p, aa, e, a24, A24_LARGEST)), points, 1)
    return Kernel(
        field=field,
        function="ladder_step_weak",
        header={
            "name": "weak",
            "family": "ladder-step",
            "summary": "a step in one straight line, on residues below 2 p",
            "source": "RFC 7748, Section 5; the arithmetic is ours",
            "domain": "coordinates below 2 p",
            "constant_time": "same-trace",
            "curves": "montgomery",
        },
        parameters="uint32_t *points, const uint32_t *x, uint32_t swap, uint32_t a24",
        operation=(
            "points: X2, Z2, X3, Z3, below 2 p. Exchanges the two points if swap is 1, not if it is 0; then the first",
            "becomes its double, the second their sum, whose difference has the x-coordinate x < 2^256; a24 < 2^17.",
            "The addresses of the loads depend on swap.",
        ),
        program=p,
    )


GENERATORS = (ladder_step_weak,)

"""A step of the Montgomery ladder on x-coordinates modulo 2^255 - 19 as one kernel: everything between two bits of the
scalar, with a product and a square that are local routines, on weak residues."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.thumb import weak_residues as weak
from codegen.thumb.listing import WORD_BYTES
from codegen.thumb.numbers import Memory, Number, store
from codegen.thumb.program import Program
from codegen.thumb.routines import Composed, Place, Routines
from codegen.values import Value

ELEMENT_BYTES = WORD_BYTES * weak.WORDS
A, B, C, D, DA, CB = range(6)  # elements of the frame, named as in RFC 7748
POINTS, X, A24 = (6 * ELEMENT_BYTES + WORD_BYTES * i for i in range(3))  # places of the arguments
FRAME_BYTES = A24 + WORD_BYTES
X2, Z2, X3, Z3 = range(4)  # elements of the points
PARAMETERS = "uint32_t *points, const uint32_t *x, uint32_t swap, uint32_t a24"
OPERATION = (
    "points: X2, Z2, X3, Z3, below 2 p. Exchanges the two points if swap is 1, not if it is 0; then the first becomes",
    "its double, the second their sum, whose difference has the x-coordinate x < 2^256; a24 < 2^17 - 1.",
    "The addresses of the loads depend on swap.",
)


class Step:
    """Writes the step. Operands of routines are in r0 (result), r1 and r2."""

    def __init__(self) -> None:
        self.code = Routines(FRAME_BYTES)
        product, squared = self.code.routine(3), self.code.routine(2)
        for write, p in ((weak.multiply, product), (weak.square, squared)):
            store(p, write(p, *(_element(p, base) for base in p.arguments[1:])), p.arguments[0])
        self.code.define("product", product)
        self.code.define("square", squared)

    def sums_of_points(self) -> None:
        """A, B of the point that is doubled; C, D of the other one."""
        p = self.code.part(4)
        points, x, swap, a24 = p.arguments
        for argument, place in ((points, POINTS), (x, X), (a24, A24)):
            p.store_table(argument, place)
        offset = p.lsl(swap, (2 * ELEMENT_BYTES).bit_length() - 1)
        doubled = p.adds(points, offset)
        other = p.subs(p.adds_small(points, 2 * ELEMENT_BYTES), offset)
        for base, total, difference in ((doubled, A, B), (other, C, D)):
            big_x, big_z = (Memory(p, base, weak.WORDS * i, weak.WORDS) for i in range(2))
            store(p, weak.add_weak(p, big_x, big_z), _place(p, total))
            store(p, weak.subtract_weak(p, big_x, big_z), _place(p, difference))
        self.code.append(p)

    def sum_and_difference(self, total: int, difference: int, a: int, b: int) -> None:
        """Of elements of the frame."""
        p = self.code.part()
        bases = [_place(p, i) for i in (a, b)]
        for write, result in ((weak.add_weak, total), (weak.subtract_weak, difference)):
            store(p, write(p, *(_element(p, base) for base in bases)), _place(p, result))
        self.code.append(p)

    def difference_and_multiple(self) -> None:
        """C = E, D = AA + a24 E for A = AA, B = BB, E = AA - BB. That is BB + (a24 + 1) E, too: the even one of both
        multiples, whose half has 16 bits, is taken."""
        p = self.code.part()
        a24 = p.load_table(A24)
        half = p.lsr(p.adds_small(a24, 1), 1)
        step = p.lsl(p.ands(a24, p.constant(1)), ELEMENT_BYTES.bit_length() - 1)
        addend = p.add_stack_pointer(step)
        aa, bb = _place(p, A), _place(p, B)
        e = weak.subtract_weak(p, _element(p, aa), _element(p, bb))
        store(p, e, _place(p, C))
        base = _place(p, C)
        store(p, weak.add_multiple(p, _element(p, addend), _element(p, base), half), _place(p, D))
        self.code.append(p)

    def call(self, name: str, *places: Place) -> None:
        self.code.call(name, ELEMENT_BYTES, *places)

    def write(self) -> None:
        """By the formulas of RFC 7748."""
        asm = self.code.main
        asm.block("A, B of the point that is doubled; C, D of the other one.")
        self.sums_of_points()
        asm.block("DA, CB; their sum and difference.")
        self.call("product", DA, D, A)
        self.call("product", CB, C, B)
        self.sum_and_difference(C, D, DA, CB)
        asm.block("X3 = (DA + CB)^2, Z3 = x (DA - CB)^2")
        self.call("square", (POINTS, X3), C)
        self.call("square", D, D)
        self.call("product", (POINTS, Z3), D, (X, 0))
        asm.block("X2 = AA BB, Z2 = E (AA + a24 E) with E = AA - BB")
        self.call("square", A, A)
        self.call("square", B, B)
        self.call("product", (POINTS, X2), A, B)
        self.difference_and_multiple()
        self.call("product", (POINTS, Z2), C, D)


def _element(p: Program, base: Value) -> Number:
    return Memory(p, base, 0, weak.WORDS)


def _place(p: Program, element: int) -> Value:
    return p.table_address(ELEMENT_BYTES * element)


def ladder_step_weak(field: PrimeField) -> Composed:
    """The step, by the formulas of RFC 7748."""
    if field.name != "fp255":
        raise UnsupportedField(f"{field.name}: the weak residues are those of 2^255 - 19")
    step = Step()
    step.write()
    return Composed(
        field=field,
        function="ladder_step_weak",
        header={
            "name": "weak",
            "family": "ladder-step",
            "summary": "a step in one routine, on residues below 2^256",
            "source": "RFC 7748, Section 5; the arithmetic is ours",
            "domain": "coordinates below 2 p",
            "constant_time": "same-trace",
            "curves": "montgomery",
        },
        parameters=PARAMETERS,
        operation=OPERATION,
        whole=step.code.finished(),
    )


GENERATORS = (ladder_step_weak,)

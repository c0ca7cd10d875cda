"""A step of the Montgomery ladder on x-coordinates modulo 2^255 - 19 as one kernel: everything between two bits of the
scalar, with a product and a square that are local routines, on weak residues. For little flash these are the routines
of karatsuba_halves.py, whose kernels the inversion calls, too; their results are below p, so sums of two need no
reduction."""

import functools
from collections.abc import Callable

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.thumb import weak_residues as weak
from codegen.thumb.listing import WORD_BYTES, Listing
from codegen.thumb.numbers import Memory, Number, add, store
from codegen.thumb.program import Program
from codegen.thumb.routines import Composed, Place, Routines
from codegen.values import Value

ELEMENT_BYTES = WORD_BYTES * weak.WORDS
A, B, C, D, DA, CB = range(6)  # elements of the frame, named as in RFC 7748
ELEMENTS = 6
POINTS, X, A24 = range(3)  # words of the frame: the arguments
ARGUMENTS = 3
SHARED_BYTES = 140  # of the frame of the product and of the square, and of the values that wait behind it
Shared = dict[str, tuple[Listing, str]]  # these two by name, with their symbols
DOUBLED, OTHER = ARGUMENTS, ARGUMENTS + 1  # words of the frame: the addresses of the points
X2, Z2, X3, Z3 = range(4)  # elements of the points
PARAMETERS = "uint32_t *points, const uint32_t *x, uint32_t swap, uint32_t a24"
OPERATION = (
    "points: X2, Z2, X3, Z3, below 2 p. Exchanges the two points if swap is 1, not if it is 0; then the first becomes",
    "its double, the second their sum, whose difference has the x-coordinate x < 2^256; a24 < 2^17 - 1.",
    "The addresses of the loads depend on swap.",
)


class Step:
    """Writes the step. Operands of routines are in r0 (result), r1 and r2."""

    elements_at, arguments_at = 0, ELEMENT_BYTES * ELEMENTS  # in the frame
    frame_bytes = arguments_at + WORD_BYTES * ARGUMENTS
    depth = 1  # of calls within calls
    da: Place = DA  # places of DA, CB, their sum and their difference
    cb: Place = CB
    total: Place = C
    difference: Place = D

    def __init__(self) -> None:
        self.code = Routines(self.frame_bytes, self.depth)
        self.define()

    def define(self) -> None:
        """The routines."""
        product, squared = self.code.routine(3), self.code.routine(2)
        for write, p in ((weak.multiply, product), (weak.square, squared)):
            store(p, write(p, *(element_at(p, base) for base in p.arguments[1:])), p.arguments[0])
        self.code.define("product", product)
        self.code.define("square", squared)

    def argument(self, which: int) -> int:
        """The place of an argument."""
        return self.arguments_at + WORD_BYTES * which

    def place(self, p: Program, element: Place) -> Value:
        """The address of an element of the frame."""
        assert isinstance(element, int)
        return p.table_address(self.elements_at + ELEMENT_BYTES * element)

    def keep_arguments(self, p: Program) -> tuple[Value, Value]:
        """Puts them into the frame; the addresses of the point that is doubled and of the other one."""
        points, x, swap, a24 = p.arguments
        for argument, which in ((points, POINTS), (x, X), (a24, A24)):
            p.store_table(argument, self.argument(which))
        offset = p.lsl(swap, (2 * ELEMENT_BYTES).bit_length() - 1)
        return p.adds(points, offset), p.subs(p.adds_small(points, 2 * ELEMENT_BYTES), offset)

    def sums_of_points(self) -> None:
        """A, B of the point that is doubled; C, D of the other one."""
        p = self.code.part(4)
        doubled, other = self.keep_arguments(p)
        for base, total, difference in ((doubled, A, B), (other, C, D)):
            big_x, big_z = (Memory(p, base, weak.WORDS * i, weak.WORDS) for i in range(2))
            store(p, weak.add_weak(p, big_x, big_z), self.place(p, total))
            store(p, weak.subtract_weak(p, big_x, big_z), self.place(p, difference))
        self.code.append(p)

    def sum_and_difference(self, total: Place, difference: Place, a: Place, b: Place) -> None:
        """Of elements of the frame."""
        p = self.code.part()
        bases = [self.place(p, i) for i in (a, b)]
        for write, result in ((weak.add_weak, total), (weak.subtract_weak, difference)):
            store(p, write(p, *(element_at(p, base) for base in bases)), self.place(p, result))
        self.code.append(p)

    def difference_and_multiple(self) -> None:
        """C = E, D = AA + a24 E for A = AA, B = BB, E = AA - BB. That is BB + (a24 + 1) E, too: the even one of both
        multiples, whose half has 16 bits, is taken."""
        p = self.code.part()
        a24 = p.load_table(self.argument(A24))
        half = p.lsr(p.adds_small(a24, 1), 1)
        step = p.lsl(p.ands(a24, p.constant(1)), ELEMENT_BYTES.bit_length() - 1)
        addend = p.add_stack_pointer(step)
        if self.elements_at:
            addend = p.adds_small(addend, self.elements_at)
        aa, bb = self.place(p, A), self.place(p, B)
        e = weak.subtract_weak(p, element_at(p, aa), element_at(p, bb))
        store(p, e, self.place(p, C))
        base = self.place(p, C)
        store(p, weak.add_multiple(p, element_at(p, addend), element_at(p, base), half), self.place(p, D))
        self.code.append(p)

    def call(self, name: str, *places: Place) -> None:
        """With elements of the frame, or those at the address of an argument."""
        own = self.elements_at // ELEMENT_BYTES
        found = (own + at if isinstance(at, int) else (self.argument(at[0]), at[1]) for at in places)
        self.code.call(name, ELEMENT_BYTES, *found)

    def write(self) -> None:
        """By the formulas of RFC 7748."""
        asm = self.code.main
        asm.block("A, B of the point that is doubled; C, D of the other one.")
        self.sums_of_points()
        asm.block("DA, CB; their sum and difference.")
        self.call("product", self.da, D, A)
        self.call("product", self.cb, C, B)
        self.sum_and_difference(self.total, self.difference, self.da, self.cb)
        asm.block("X3 = (DA + CB)^2, Z3 = x (DA - CB)^2")
        self.call("square", (POINTS, X3), self.total)
        self.call("square", self.difference, self.difference)
        self.call("product", (POINTS, Z3), self.difference, (X, 0))
        asm.block("X2 = AA BB, Z2 = E (AA + a24 E) with E = AA - BB")
        self.call("square", A, A)
        self.call("square", B, B)
        self.call("product", (POINTS, X2), A, B)
        self.difference_and_multiple()
        self.call("product", (POINTS, Z2), C, D)


def element_at(p: Program, base: Value) -> Number:
    return Memory(p, base, 0, weak.WORDS)


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


class StepOfHalves(Step):
    """Writes the step. The frame begins with that of the product and of the square, where values of the other parts
    wait. DA is in the place of X3."""

    arguments_at = SHARED_BYTES
    elements_at = arguments_at + WORD_BYTES * (ARGUMENTS + 2)
    frame_bytes = elements_at + ELEMENT_BYTES * 4
    depth = 2
    da, cb, total, difference = (POINTS, X3), C, D, C

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        super().__init__()

    def define(self) -> None:
        """Two of other kernels, and the sum and the difference of two elements below 2^255, which r2 and r3 give, to r0
        and r1."""
        self.code.scratch_bytes = self.arguments_at
        for name, (listing, symbol) in self.shared.items():
            self.code.share(name, listing, symbol)
        p = self.code.routine(4)
        total, difference, *bases = p.arguments
        for write, result in ((add, total), (weak.subtract_weak, difference)):
            store(p, write(p, *(element_at(p, base) for base in bases)), result)
        self.code.define("sums", p)

    def sums_of_points(self) -> None:
        p = self.code.part(4)
        for address, which in zip(self.keep_arguments(p), (DOUBLED, OTHER), strict=True):
            p.store_table(address, self.argument(which))
        self.code.append(p)
        for point, total, difference in ((DOUBLED, A, B), (OTHER, C, D)):
            self.call("sums", total, difference, (point, 0), (point, 1))

    def sum_and_difference(self, total: Place, difference: Place, a: Place, b: Place) -> None:
        self.call("sums", total, difference, a, b)


def ladder_step_weak_halves(shared: Shared, field: PrimeField) -> Composed:
    """The step, by the formulas of RFC 7748."""
    if field.name != "fp255":
        raise UnsupportedField(f"{field.name}: the weak residues are those of 2^255 - 19")
    step = StepOfHalves(shared)
    step.write()
    return Composed(
        field=field,
        function="ladder_step_weak_halves",
        header={
            "name": "weak-halves",
            "family": "ladder-step",
            "summary": "a step in one routine, by the products and squares of karatsuba-halves",
            "source": "RFC 7748, Section 5; the arithmetic is ours",
            "domain": "coordinates below 2^255",
            "constant_time": "same-trace",
            "curves": "montgomery",
        },
        parameters=PARAMETERS,
        operation=(
            "points: X2, Z2, X3, Z3, below 2^255, and below p after the step.",
            "Exchanges the two points if swap is 1, not if it is 0; then the first becomes",
            *OPERATION[1:],
        ),
        whole=step.code.finished(tuple(shared)),
    )


def generator(shared: Shared, shared_bytes: int) -> Callable[[PrimeField], Composed]:
    """The generator, given the routines of karatsuba_halves.py."""
    assert shared_bytes == SHARED_BYTES
    return functools.partial(ladder_step_weak_halves, shared)


GENERATORS = (ladder_step_weak,)

"""The step of the ladder of ladder_step.py for little flash: its product and its square are those of
karatsuba_halves.py, whose kernels the inversion calls, too. Their results are below p, so sums of two need no
reduction."""

import functools
from collections.abc import Callable

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.thumb import ladder_step
from codegen.thumb import weak_residues as weak
from codegen.thumb.ladder_step import ARGUMENTS, ELEMENT_BYTES, POINTS, X3, A, B, C, D, element_at
from codegen.thumb.listing import WORD_BYTES, Listing
from codegen.thumb.numbers import add, store
from codegen.thumb.routines import Composed, Place

FIELD = PrimeField.of("fp255")
SHARED_BYTES = 140  # of the frame of the product and of the square, and of the values that wait behind it
Shared = dict[str, tuple[Listing, str]]  # these two by name, with their symbols
DOUBLED, OTHER = ARGUMENTS, ARGUMENTS + 1  # words of the frame: the addresses of the points


class StepOfHalves(ladder_step.Step):
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

    def sum_and_difference(self, total: int, difference: int, a: Place, b: Place) -> None:
        self.call("sums", total, difference, a, b)


def ladder_step_weak_halves(shared: Shared, field: PrimeField) -> Composed:
    """The step, by the formulas of RFC 7748."""
    if field.name != FIELD.name:
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
        parameters=ladder_step.PARAMETERS,
        operation=(
            "points: X2, Z2, X3, Z3, below 2^255, and below p after the step.",
            "Exchanges the two points if swap is 1, not if it is 0; then the first becomes",
            *ladder_step.OPERATION[1:],
        ),
        whole=step.code.finished(tuple(shared)),
    )


def generator(shared: Shared, shared_bytes: int) -> Callable[[PrimeField], Composed]:
    """The generator, given the routines of karatsuba_halves.py."""
    assert shared_bytes == SHARED_BYTES
    return functools.partial(ladder_step_weak_halves, shared)

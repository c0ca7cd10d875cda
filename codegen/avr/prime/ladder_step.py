"""A step of the Montgomery ladder on x-coordinates modulo 2^255 - 19 as one kernel: everything between two bits of the
scalar, on weak residues, by functions that save no registers and share a frame."""

from codegen.avr.kernel import Kernel
from codegen.avr.listing import (
    CALLEE_SAVED,
    RETURN_ADDRESS_BYTES,
    Frame,
    Listing,
    add_constant,
    add_to_pair,
    restore,
    save,
)
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.weak_residues import (
    BYTES,
    BareKernel,
    add_multiple_weak_bare,
    add_sub_selected_weak_bare,
    add_sub_weak_bare,
    mul_weak_bare,
    reduce_weak_bare,
    sqr_weak_bare,
    sub_weak_bare,
)

LADDER_FIELD = "fp255"
X2, Z2, X3, Z3, S, T = (BYTES * i for i in range(6))  # places behind `points`
SWAP = "r20"


class Calls:
    """A function that calls others, which share its frame. Above that lie the arguments that it keeps, by the registers
    in which they come."""

    def __init__(self, frame_bytes: int, arguments: dict[str, tuple[int, ...]]) -> None:
        self.asm = Listing()
        self.functions: dict[str, BareKernel] = {}
        self.shared = frame_bytes
        self.arguments = arguments
        self.kept = [register for registers in arguments.values() for register in registers]
        self.saved = save(self.asm, CALLEE_SAVED)
        self.frame = Frame(self.shared + len(self.kept))
        self.frame.enter(self.asm)
        self.asm.block("The arguments, above the frame of the functions.")
        self.point_at_arguments()
        for offset, register in enumerate(self.kept):
            self.asm("std", f"Z+{offset}", f"r{register}")

    def point_at_arguments(self) -> None:
        self.asm("movw", "ZL", "YL")
        add_constant(self.asm, "Z", self.shared + 1)

    def load(self, name: str, low: int) -> None:
        """An argument into registers from `low` on; Z points at the arguments."""
        place = self.kept.index(self.arguments[name][0])
        for offset in range(len(self.arguments[name])):
            self.asm("ldd", f"r{low + offset}", f"Z+{place + offset}", note="" if offset else name)

    def call(self, function: BareKernel) -> None:
        assert function.frame_bytes <= self.shared
        self.asm.call_kernel(function.symbol, function.asm.cycles)
        if not function.keeps_y:  # the frame ends at SP
            self.asm("in", "YL", "SPL")
            self.asm("in", "YH", "SPH")
        self.functions[function.symbol] = function

    def leave(self) -> None:
        self.frame.leave(self.asm, 0)
        restore(self.asm, self.saved)
        self.asm("clr", "r1")
        self.asm("ret")

    @property
    def stack_bytes(self) -> int:
        return len(self.saved) + self.frame.size + RETURN_ADDRESS_BYTES


class Step:
    """Writes the step."""

    def __init__(self, field: PrimeField) -> None:
        self.field = field
        self.calls = Calls(mul_weak_bare(field).frame_bytes, {"points": (24, 25), "x": (22, 23), "a24": (16, 17, 18)})

    def call(self, function: BareKernel, *places: int | str, registers: tuple[int, ...] = (24, 22, 20)) -> None:
        """Calls the function with pointers to elements behind `points`, or with an argument."""
        self.calls.point_at_arguments()
        for place, low in zip(places, registers, strict=False):
            if isinstance(place, str):
                self.calls.load(place, low)
            else:
                self.calls.load("points", low)
                if place:
                    add_to_pair(self.calls.asm, low, place)
        self.calls.call(function)

    def write(self) -> None:
        """By the formulas of RFC 7748."""
        asm, field = self.calls.asm, self.field
        multiply, square = mul_weak_bare(field), sqr_weak_bare(field)
        asm.block("A in s, B in z2, C in x2, D in z3.")
        asm("clr", "r21")
        asm("sub", "r21", SWAP)
        asm("mov", SWAP, "r21")
        self.call(add_sub_selected_weak_bare(field), X2, X3, S, registers=(24, 22, 18))
        asm.block("DA in x3, CB in t; their sum in x3, and difference in z3.")
        self.call(multiply, X3, Z3, S)
        self.call(multiply, T, X2, Z2)
        self.call(add_sub_weak_bare(field), X3, T)
        asm.block("X3 = (DA + CB)^2, Z3 = x (DA - CB)^2.")
        self.call(square, X3, X3)
        self.call(square, Z3, Z3)
        self.call(multiply, Z3, Z3, "x")
        asm.block("AA in s, BB in z2; X2 = AA BB.")
        self.call(square, S, S)
        self.call(square, Z2, Z2)
        self.call(multiply, X2, S, Z2)
        asm.block("E = AA - BB in z2; Z2 = E (AA + a24 E).")
        self.call(sub_weak_bare(field), Z2, S)
        self.call(add_multiple_weak_bare(field), S, S, Z2, "a24", registers=(24, 22, 16, 18))
        self.call(multiply, Z2, Z2, S)


def ladder_step_weak(field: PrimeField) -> Kernel:
    step = Step(field)
    step.write()
    step.calls.leave()
    return Kernel(
        field=field,
        function="ladder_step_weak",
        header={
            "name": "weak",
            "family": "ladder-step",
            "summary": "a step in one routine, on residues below 2^255",
            "source": "RFC 7748, Section 5; the arithmetic is ours",
            "domain": "coordinates below 2^255",
            "constant_time": "same-trace-and-addresses",
            "curves": "montgomery",
        },
        parameters="uint8_t *points, const uint8_t *x, uint8_t swap, uint32_t a24",
        operation=(
            "points: X2, Z2, X3, Z3, below 2^255, and room for two elements. Exchanges the two points if swap is 1,",
            "not if it is 0; then the first becomes its double, the second their sum, whose difference has the",
            "x-coordinate x < 2^256; a24 < 2^17.",
        ),
        asm=step.calls.asm,
        stack_bytes=step.calls.stack_bytes,
        calls=tuple(step.calls.functions.values()),
    )


def mul_reduce_weak(field: PrimeField) -> Kernel:
    """r = a b mod p by the step's product, for images that have the step already."""
    calls = Calls(mul_weak_bare(field).frame_bytes, {"r": (24, 25)})
    calls.call(mul_weak_bare(field))
    calls.point_at_arguments()
    calls.load("r", 24)
    calls.call(reduce_weak_bare(field))
    calls.leave()
    return Kernel(
        field=field,
        function="mul_reduce_weak",
        header={
            "name": "weak",
            "family": "fp-mul-reduce",
            "summary": "product of the ladder's step, and reduction, called",
            "source": "hutter2015, subtractive Karatsuba",
            "domain": "a, b < p",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint8_t *r, const uint8_t *a, const uint8_t *b",
        operation=("r = a b mod p; r may be a or b.",),
        asm=calls.asm,
        stack_bytes=calls.stack_bytes,
        calls=tuple(calls.functions.values()),
    )


def ladder_kernels(field: PrimeField) -> list[Kernel]:
    """The step of the ladder on Montgomery curves, the product for the end of the ladder, and the functions that these
    call."""
    found = [ladder_step_weak(field), mul_reduce_weak(field)]
    return [*found, *{kernel.symbol: kernel for one in found for kernel in one.calls}.values()]

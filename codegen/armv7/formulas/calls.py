"""Formulas as calls of the routines of montgomery_routines.py, on elements in a row in memory."""

import dataclasses
from collections.abc import Callable

from codegen.arm.listing import CALLEE_SAVED, WORD_BYTES, Listing, at
from codegen.armv7 import cortex_m4
from codegen.armv7.kernel import Kernel
from codegen.armv7.montgomery_routines import (
    ROUTINE,
    add_modular_routine,
    local_label,
    mul_reduce_montgomery_routine,
    sqr_reduce_montgomery_routine,
    sub_modular_routine,
)
from codegen.armv7.weak_residues import WORDS
from codegen.kernel_fields import PrimeField

ELEMENT_BYTES = WORD_BYTES * WORDS
NEAR = 255  # of a short addition
KERNELS = {
    "mul": mul_reduce_montgomery_routine,
    "sqr": sqr_reduce_montgomery_routine,
    "add": add_modular_routine,
    "sub": sub_modular_routine,
}


@dataclasses.dataclass(frozen=True)
class Element:
    """An element in memory: its number among those in a row from the stack pointer, or from an address. `pointer`: the
    offset from the stack pointer of the word with that address, or None if the first address that there is has it."""

    number: int
    row: str = "sp"
    pointer: int | None = None

    @property
    def offset(self) -> int:
        return ELEMENT_BYTES * self.number


def function(header: dict[str, str]) -> str:
    """The name of a kernel's function, without field and target."""
    return f"{header['family']}_{header['name']}".replace("-", "_")


def with_and_without_squares(
    generate: Callable[[PrimeField, bool], Kernel],
) -> tuple[Callable[[PrimeField], Kernel], ...]:
    """Generators of the kernel by routines of products and squares, and by that of products alone."""
    return lambda field: generate(field, True), lambda field: generate(field, False)


class Formula:
    """Writes operations on elements. A routine leaves the address of its result in r0, and no register holds another
    one meanwhile. `there`: the element at r0; has_squares: unless squares are products, for images without the routine
    of squares; local: what a run of each routine that the kernel has beside it takes, instructions and cycles."""

    def __init__(
        self, field: PrimeField, there: Element, has_squares: bool, local: dict[str, tuple[int, int]] | None = None
    ) -> None:
        self.asm, self.field, self.there, self.has_squares = Listing(), field, there, has_squares
        self.kernels = {name: kernel(field) for name, kernel in KERNELS.items()}
        self.local = local or {}
        self.called_instructions = self.called_cycles = 0

    def __call__(self, name: str, r: Element, a: Element, b: Element | None = None) -> None:
        """r = a b, a^2, a + b, a - b, or what a local routine makes of them."""
        if name == "sqr" and not self.has_squares:
            name, b = "mul", a
        if name in ("mul", "add") and r == b:
            a, b = b, a
        operands = {"r1": a} if b is None else {"r1": a, "r2": b}
        late = [register for register, element in operands.items() if element == r != self.there]
        for register, element in operands.items():
            if register not in late:
                self._address(register, element)
        self._address("r0", r)
        self.there = r
        for register in late:
            self._address(register, r)
        self.call(name)

    def _address(self, register: str, element: Element) -> None:
        """Puts it into a register, by short instructions if there are some."""
        if element == self.there:
            if register != "r0":
                self.asm("mov", register, "r0")
        elif element.row == "sp":
            self.asm("add", register, "sp", f"#{element.offset}")
        elif element.row == self.there.row:
            distance = element.offset - self.there.offset
            is_short = register == "r0" and abs(distance) <= NEAR
            mnemonic = ("add" if distance > 0 else "sub") + ("s" if is_short else "")
            self.asm(mnemonic, register, "r0", f"#{abs(distance)}")
        else:
            self.asm("ldr", register, at("sp", element.pointer))
            if element.offset:
                self.asm("adds", register, register, f"#{element.offset}")

    def call(self, name: str) -> None:
        if name in self.local:
            target, (instructions, cycles) = local_label(name), self.local[name]
        else:
            kernel = self.kernels[name]
            target, instructions = f"{kernel.symbol}_{ROUTINE}", kernel.routine.instructions
            cycles = cortex_m4.cycles(kernel.routine)
        self.asm("bl", target)
        self.called_instructions += instructions
        self.called_cycles += cycles + cortex_m4.REFILL_EARLY

    @property
    def instructions(self) -> int:
        """Those that are executed, in all."""
        return self.asm.instructions + self.called_instructions

    @property
    def cycles(self) -> int:
        return cortex_m4.cycles(self.asm) + self.called_cycles

    def header(self, family: str, summary: str, **more: str) -> dict[str, str]:
        """That of a kernel by this formula."""
        name = "routines" if self.has_squares else "routines-products"
        summary += " by calls of routines of product, square, sum and difference; little code"
        summary = summary if self.has_squares else summary.replace("product, square", "product")
        constant = {"constant_time": "same-trace-and-addresses", "curves": "prime", "form": "montgomery"}
        return {"name": name, "family": family, "summary": summary, **more, **constant}

    def cycles_within(self, function: Listing) -> int:
        """Those of a function of this formula."""
        return cortex_m4.cycles(function) + self.called_cycles

    @property
    def depth(self) -> int:
        """Bytes of stack of the routines."""
        return max(kernel.stack_bytes for kernel in self.kernels.values()) - WORD_BYTES * len(CALLEE_SAVED)

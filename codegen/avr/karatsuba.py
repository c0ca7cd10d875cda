"""Karatsuba multiplication of two halves, of which the upper may be a byte shorter: three products by Lopez-Dahab
with registers, in one subroutine.

With a = a0 + a1 x, b = b0 + b1 x and x = z^(8 half): a b = a0 b0 + (m + a0 b0 + a1 b1) x + a1 b1 x^2, where
m = (a0 + a1)(b0 + b1)."""

import dataclasses

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import RETURN_ADDRESS_BYTES, Frame, Listing, restore, save
from codegen.avr.lopez_dahab import LopezDahab
from codegen.avr.multiplication import FRAME_POINTER, mul_unreduced_body

SUBROUTINE = "multiply_halves"
ARGUMENT_REGISTERS = (24, 22, 20)  # low registers of the pairs that hold c, a, b
WORK = ("r18", "r19", "r20")


@dataclasses.dataclass(frozen=True)
class Layout:
    """The frame from Y: two operands of `half` bytes, a product of twice that, the three arguments."""

    half: int

    @property
    def operands(self) -> tuple[int, int]:
        return 1, 1 + self.half

    @property
    def product(self) -> int:
        return 1 + 2 * self.half

    @property
    def arguments(self) -> dict[str, int]:
        return {name: 1 + 4 * self.half + 2 * index for index, name in enumerate("cab")}

    @property
    def size(self) -> int:
        return 4 * self.half + 6


def mul_karatsuba_ld_registers(field: BinaryField) -> Kernel:
    """c = a b, not reduced."""
    n = field.byte_count
    half = (n + 1) // 2
    layout = Layout(half)
    frame = Frame(layout.size)
    subroutine = Listing()
    product = LopezDahab(subroutine, 8 * half)
    subroutine_stack = mul_unreduced_body(subroutine, product, 2 * half)
    subroutine("clr", "r1")
    subroutine("ret")

    asm = Listing()
    saved = save(asm, (*product.registers, *FRAME_POINTER))
    frame.enter(asm)
    for (name, offset), low in zip(layout.arguments.items(), ARGUMENT_REGISTERS, strict=True):
        asm("std", f"Y+{offset}", f"r{low}", note=name)
        asm("std", f"Y+{offset + 1}", f"r{low + 1}")
    _upper_product(asm, layout, n)
    asm.call(SUBROUTINE, subroutine)
    _store_upper_product(asm, layout, n)
    _product_of_sums(asm, layout)
    asm.call(SUBROUTINE, subroutine)
    asm.block("a0 b0, where it belongs.")
    _load_frame(asm)
    for offset, low in zip(layout.arguments.values(), ARGUMENT_REGISTERS, strict=True):
        asm("ldd", f"r{low}", f"Y+{offset}")
        asm("ldd", f"r{low + 1}", f"Y+{offset + 1}")
    asm.call(SUBROUTINE, subroutine)
    _combine(asm, layout, field.product_bytes)
    frame.leave(asm, 0)
    restore(asm, saved)
    asm("ret")
    asm.append(SUBROUTINE, subroutine)
    return Kernel(
        field=field,
        function="mul_karatsuba_ld_registers",
        header={
            "name": "karatsuba-ld-registers",
            "family": "fb-mul",
            "summary": "Karatsuba over Lopez-Dahab multiplication with the accumulator in registers",
            "source": "aranha2008 Algorithms 2 and 4",
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": "16 * ((n + 1) // 2 + 1) * W",
        },
        parameters="uint8_t *c, const uint8_t *a, const uint8_t *b",
        operation=("c = a b, not reduced; c apart from a and b. The addresses of the tables' rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + frame.size + RETURN_ADDRESS_BYTES + subroutine_stack,
    )


def _load_frame(asm: Listing) -> None:
    """Y = SP, which the subroutine has left elsewhere."""
    asm("in", "YL", "SPL")
    asm("in", "YH", "SPH")


def _load_pointer(asm: Listing, layout: Layout, name: str) -> None:
    asm("ldd", "ZL", f"Y+{layout.arguments[name]}", note=name)
    asm("ldd", "ZH", f"Y+{layout.arguments[name] + 1}")


def _point_at_frame(asm: Listing, layout: Layout) -> None:
    """Arguments of the subroutine: product and operands all in the frame."""
    asm("movw", "r24", "YL")
    asm("adiw", "r24", layout.product)
    asm("movw", "r22", "YL")
    asm("subi", "r22", f"lo8({-layout.operands[0]})")
    asm("sbci", "r23", f"hi8({-layout.operands[0]})")
    asm("movw", "r20", "YL")
    asm("subi", "r20", f"lo8({-layout.operands[1]})")
    asm("sbci", "r21", f"hi8({-layout.operands[1]})")


def _upper_product(asm: Listing, layout: Layout, n: int) -> None:
    """Arguments for a1 b1, each with zeros up to `half` bytes; r1 = 0."""
    for name, operand in zip("ab", layout.operands, strict=True):
        asm.block(f"{name}1 into the frame.")
        _load_pointer(asm, layout, name)
        for byte in range(layout.half):
            if layout.half + byte < n:
                asm("ldd", "r0", f"Z+{layout.half + byte}")
            asm("std", f"Y+{operand + byte}", "r0" if layout.half + byte < n else "r1")
    asm.block("a1 b1.")
    _point_at_frame(asm, layout)


def _store_upper_product(asm: Listing, layout: Layout, n: int) -> None:
    asm.block("a1 b1 into the upper half of c.")
    _load_frame(asm)
    _load_pointer(asm, layout, "c")
    for byte in range(2 * (n - layout.half)):
        asm("ldd", "r0", f"Y+{layout.product + byte}")
        asm("std", f"Z+{2 * layout.half + byte}", "r0", note=f"c[{2 * layout.half + byte}]")


def _product_of_sums(asm: Listing, layout: Layout) -> None:
    """Arguments for (a0 + a1)(b0 + b1); a1 and b1 are in the frame."""
    for name, operand in zip("ab", layout.operands, strict=True):
        asm.block(f"{name}0 + {name}1.")
        _load_pointer(asm, layout, name)
        for byte in range(layout.half):
            asm("ldd", WORK[0], f"Y+{operand + byte}")
            asm("ldd", "r0", f"Z+{byte}")
            asm("eor", WORK[0], "r0")
            asm("std", f"Y+{operand + byte}", WORK[0])
    asm.block("m = (a0 + a1)(b0 + b1).")
    _point_at_frame(asm, layout)


def _combine(asm: Listing, layout: Layout, product_bytes: int) -> None:
    """Adds m + a0 b0 + a1 b1 to c from byte `half` on; c holds the other two products."""
    half, m = layout.half, layout.product
    asm.block("c += (m + a0 b0 + a1 b1) x.")
    _load_frame(asm)
    _load_pointer(asm, layout, "c")
    shared, lower, upper = WORK
    for byte in range(half):
        asm.block(f"Bytes {half + byte} and {2 * half + byte}.")
        asm("ldd", shared, f"Z+{half + byte}")
        asm("ldd", lower, f"Z+{2 * half + byte}")
        asm("eor", shared, lower, note="upper half of a0 b0 + lower half of a1 b1")
        asm("mov", upper, shared)
        asm("ldd", "r0", f"Z+{byte}")
        asm("eor", shared, "r0")
        asm("ldd", "r0", f"Y+{m + byte}")
        asm("eor", shared, "r0")
        asm("std", f"Z+{half + byte}", shared)
        if 3 * half + byte < product_bytes:
            asm("ldd", "r0", f"Z+{3 * half + byte}")
            asm("eor", upper, "r0")
        asm("ldd", "r0", f"Y+{m + half + byte}")
        asm("eor", upper, "r0")
        asm("std", f"Z+{2 * half + byte}", upper)

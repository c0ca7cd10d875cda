"""Multiplication kernels by Lopez-Dahab with registers: fused with reduction, and unreduced."""

from codegen.avr.field import BinaryField
from codegen.avr.fold import add_spare_bits, fold_byte, fold_scale, take_spare_bits
from codegen.avr.kernel import Kernel
from codegen.avr.listing import Frame, Listing, restore, save
from codegen.avr.lopez_dahab import LopezDahab
from codegen.avr.reduction import POINTER_BYTES
from codegen.avr.window_table import row_zero_offset

SOURCE = "aranha2008 Algorithm 4"
FRAME_POINTER = (28, 29)


def mul_reduce_ld_registers(field: BinaryField) -> Kernel:
    """r = a b mod f; each upper byte of the product is folded as soon as it is complete and never stored."""
    asm = Listing()
    product = LopezDahab(asm, field.degree)
    frame = Frame(product.frame_bytes)
    saved = save(asm, (*product.registers, *FRAME_POINTER))
    asm("push", "r24", note="r")
    asm("push", "r25")
    asm("movw", "XL", "r20", note="b")
    frame.enter(asm, later=product.width)
    product.table(kept="r22")
    asm("movw", "XL", "r0", note="a")
    product.high_pass()

    asm.block("The factor for the reduction of upper bytes.")
    asm("ldi", "scale", fold_scale(field))

    def fold(byte: int, register: str) -> None:
        if byte >= field.byte_count:
            asm.block(f"Byte {byte} is complete: reduce it into bytes {byte - field.byte_count} and above.")
            fold_byte(asm, field, register, lambda j: product.place(byte - field.byte_count + j), "scale", "ZL")

    product.low_pass(lambda row: load_from_x(asm, row, product), fold)
    for byte in reversed(range(field.byte_count, product.width)):
        fold(byte, product.place(byte))
    asm.block(f"Reduce the bits from z^{field.degree} on.")
    take_spare_bits(asm, field, product.place(field.byte_count - 1), spare="ZH", constant="ZL")
    add_spare_bits(asm, field, product.place, "ZH", "ZL", ("scale", fold_scale(field)))

    frame.leave(asm, row_zero_offset(product.width))
    asm.block("Store r.")
    asm("pop", "XH")
    asm("pop", "XL")
    for byte in range(field.byte_count):
        asm("st", "X+", product.place(byte), note=f"r[{byte}]")
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return Kernel(
        field=field,
        function="mul_reduce_ld_registers",
        header={
            "name": "ld-registers",
            "family": "fb-mul-reduce",
            "summary": "Lopez-Dahab multiplication, accumulator in registers, reduction of each byte on its way",
            "source": SOURCE,
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": "16 * n * W",
        },
        parameters="uint8_t *r, const uint8_t *a, const uint8_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + POINTER_BYTES + frame.size,
    )


def load_from_x(asm: Listing, row: int, product: LopezDahab) -> None:
    """ZL = a[row]; the pointer X walks down from the place where pass 1 left it."""
    at_row = row == product.high_nibbles
    asm("ld", "ZL", "X" if at_row else "-X")


def mul_unreduced_body(asm: Listing, product: LopezDahab, product_bytes: int) -> int:
    """c = a b for r25:r24 = c, r23:r22 = a, r21:r20 = b, r1 = 0. product_bytes of c are not always zero; c has twice
    the bytes of an operand. Destroys all registers of `product`, X, Y and Z; returns the bytes of stack used.

    The low nibbles of a wait in the frame, so that in pass 2 X is free to store the upper bytes of c."""
    copy = product.width + product.saved_low_bytes
    frame = Frame(product.frame_bytes + product.high_nibbles)
    asm("push", "r24", note="c")
    asm("push", "r25")
    asm("movw", "XL", "r20", note="b")
    frame.enter(asm, later=product.width)
    product.table(kept="r22")
    asm("movw", "XL", "r0", note="a")
    product.high_pass(keep_low_nibbles=copy)

    def load_nibble(row: int) -> None:
        if row < product.high_nibbles:
            asm("ldd", "ZL", f"Y+{copy + row}")
        else:
            asm("ld", "ZL", "X")
        if row == product.bytes - 1:
            _point_above_product(asm, copy + product.high_nibbles, 2 * product.bytes, product_bytes)

    product.low_pass(load_nibble, lambda byte, register: _store_down(asm, byte, register, product_bytes))
    asm.block("Store the bytes left in registers.")
    for byte in reversed(range(product.width)):
        _store_down(asm, byte, product.place(byte), product_bytes)
    frame.leave(asm, row_zero_offset(product.width), above=POINTER_BYTES)
    return frame.size + POINTER_BYTES


def _point_above_product(asm: Listing, pushed: int, size: int, product_bytes: int) -> None:
    """X = c + product_bytes, and zeros from there to c + size; c was pushed at Y + pushed."""
    asm("ldd", "XH", f"Y+{pushed}", note="c")
    asm("ldd", "XL", f"Y+{pushed + 1}")
    asm("adiw", "XL", size)
    asm("clr", "r1")
    for byte in reversed(range(product_bytes, size)):
        asm("st", "-X", "r1", note=f"c[{byte}]")


def _store_down(asm: Listing, byte: int, register: str, product_bytes: int) -> None:
    if byte < product_bytes:
        asm("st", "-X", register, note=f"c[{byte}]")


def mul_ld_registers(field: BinaryField) -> Kernel:
    """c = a b, not reduced."""
    asm = Listing()
    product = LopezDahab(asm, field.degree)
    saved = save(asm, (*product.registers, *FRAME_POINTER))
    stack_bytes = mul_unreduced_body(asm, product, field.product_bytes)
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return Kernel(
        field=field,
        function="mul_ld_registers",
        header={
            "name": "ld-registers",
            "family": "fb-mul",
            "summary": "Lopez-Dahab multiplication, accumulator in registers",
            "source": SOURCE,
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": "16 * n * W",
        },
        parameters="uint8_t *c, const uint8_t *a, const uint8_t *b",
        operation=("c = a b, not reduced; c apart from a and b. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + stack_bytes,
    )

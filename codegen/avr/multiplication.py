"""Multiplication kernels by Lopez-Dahab with registers: fused with reduction, and unreduced."""

from codegen.avr.field import BinaryField
from codegen.avr.fold import add_spare_bits, fold_byte, fold_scale, take_spare_bits
from codegen.avr.kernel import Kernel
from codegen.avr.listing import Frame, Listing, add_constant, restore, save
from codegen.avr.loops import BranchListing
from codegen.avr.lopez_dahab import SOURCE, LopezDahab
from codegen.avr.reduction import POINTER_BYTES
from codegen.avr.window_table import row_zero_offset

FRAME_POINTER = (28, 29)


def _reduced_product(asm: Listing, field: BinaryField, product: LopezDahab) -> None:
    """Leaves a b mod f at `product.place` of the bytes of an element, from X = a and the table of b. X stays; destroys
    all that `high_pass` and `low_pass` destroy, and ZL and ZH."""
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


def _store_at_x(asm: Listing, field: BinaryField, product: LopezDahab) -> None:
    for byte in range(field.byte_count):
        asm("st", "X+", product.place(byte), note=f"r[{byte}]")


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
    _reduced_product(asm, field, product)
    frame.leave(asm, row_zero_offset(product.width))
    asm.block("Store r.")
    asm("pop", "XH")
    asm("pop", "XL")
    _store_at_x(asm, field, product)
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


def mul_each_ld_registers(field: BinaryField) -> Kernel:
    """r[i] = a[i] b mod f for i < count: the table of b is made once.

    Above the low bytes of pass 1 the frame holds the address of the next a; above the frame lie, pushed, the count and
    the address of the next r."""
    asm = BranchListing()
    product = LopezDahab(asm, field.degree)
    frame = Frame(product.frame_bytes + POINTER_BYTES)
    next_a = product.width + product.saved_low_bytes
    count, next_r = next_a + POINTER_BYTES, next_a + POINTER_BYTES + 1
    asm.name(18, "count")
    saved = save(asm, (*product.registers, *FRAME_POINTER))
    asm("push", "r24", note="r")
    asm("push", "r25")
    asm("push", "count")
    asm("movw", "XL", "r20", note="b")
    frame.enter(asm, later=product.width)
    product.table(kept="r22")
    asm("movw", "XL", "r0", note="a")
    before = asm.cycles
    asm.label(".Lnext_product")
    _reduced_product(asm, field, product)
    asm.block("Store r; step to the next a and r.")
    add_constant(asm, "X", field.byte_count)
    asm("std", f"Y+{next_a}", "XL")
    asm("std", f"Y+{next_a + 1}", "XH")
    asm("ldd", "XH", f"Y+{next_r}")
    asm("ldd", "XL", f"Y+{next_r + 1}")
    _store_at_x(asm, field, product)
    asm("ldd", "ZL", f"Y+{count}")
    asm("dec", "ZL")
    asm("breq", ".Lend")
    last = asm.cycles + 1  # the branch is taken
    asm("std", f"Y+{count}", "ZL")
    asm("std", f"Y+{next_r}", "XH")
    asm("std", f"Y+{next_r + 1}", "XL")
    asm("ldd", "XL", f"Y+{next_a}")
    asm("ldd", "XH", f"Y+{next_a + 1}")
    asm.jump(".Lnext_product")
    cycles_each = asm.cycles - before
    asm.cycles = last
    asm.label(".Lend")
    frame.leave(asm, row_zero_offset(product.width), above=POINTER_BYTES + 1)
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return Kernel(
        field=field,
        function="mul_each_ld_registers",
        header={
            "name": "ld-registers",
            "family": "fb-mul-each",
            "summary": "Lopez-Dahab multiplication, the table of the common factor made once",
            "source": SOURCE,
            "domain": "any a, b; count > 0 is public",
            "constant_time": "same-trace",
            "ram_table_bytes": "16 * n * W",
        },
        parameters="uint8_t *r, const uint8_t *a, const uint8_t *b, uint8_t count",
        operation=("r[i] = a[i] b mod f for i < count; r may be a. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + POINTER_BYTES + 1 + frame.size,
        cycles_each=cycles_each,
    )


def mul_reduce_ld_registers_each(field: BinaryField) -> Kernel:
    """r = a b mod f by the kernel for several products, so that an image needs no other."""
    return single_product(mul_each_ld_registers(field), "mul_reduce_ld_registers_each", "ld-registers-each")


def single_product(each: Kernel, function: str, name: str) -> Kernel:
    """r = a b mod f by a kernel of fb-mul-each, under a function's and a member's name."""
    asm = Listing()
    asm("ldi", "r18", 1)
    asm.call_kernel(each.symbol, each.asm.cycles, tail=True)
    method = each.header["summary"].partition(",")[0]
    return Kernel(
        field=each.field,
        function=function,
        header={
            **each.header,
            "name": name,
            "family": "fb-mul-reduce",
            "summary": f"{method} by the kernel of fb-mul-each, with a count of 1",
            "domain": "any a, b",
        },
        parameters="uint8_t *r, const uint8_t *a, const uint8_t *b",
        operation=("r = a b mod f; r may be a or b.",),
        asm=asm,
        stack_bytes=each.stack_bytes,
        calls=(each,),
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

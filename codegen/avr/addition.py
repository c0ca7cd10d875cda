"""Sums of elements, unrolled."""

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import MAX_DISPLACEMENT, Listing, restore, save
from codegen.kernel_fields import UnsupportedField


def add_unrolled(field: BinaryField) -> Kernel:
    """r = a + b."""
    if field.byte_count > MAX_DISPLACEMENT + 1:
        raise UnsupportedField(f"{field.name}: a pointer reaches {MAX_DISPLACEMENT + 1} bytes")
    asm = Listing()
    saved = save(asm, (28, 29))
    asm.block("X = r, Y = a, Z = b.")
    asm("movw", "XL", "r24")
    asm("movw", "YL", "r22")
    asm("movw", "ZL", "r20")
    for byte in range(field.byte_count):
        asm("ldd", "r24", f"Y+{byte}")
        asm("ldd", "r0", f"Z+{byte}")
        asm("eor", "r24", "r0")
        asm("st", "X+", "r24")
    restore(asm, saved)
    asm("ret")
    return Kernel(
        field=field,
        function="add_unrolled",
        header={
            "name": "unrolled",
            "family": "fb-add",
            "summary": "sum byte by byte, without a loop",
            "source": "-",
            "domain": "any a, b",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint8_t *r, const uint8_t *a, const uint8_t *b",
        operation=("r = a + b; r may be a or b.",),
        asm=asm,
        stack_bytes=len(saved),
    )

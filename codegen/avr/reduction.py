"""Reduction kernel: upper bytes are folded from the top down; the few bytes that folding still changes are in a ring
of registers, and each leaves it for r when it is final. No register of the caller is needed."""

from codegen.avr.field import BinaryField, UnsupportedField
from codegen.avr.fold import add_spare_bits, fold_byte, fold_reach, fold_scale, take_spare_bits
from codegen.avr.kernel import Kernel
from codegen.avr.listing import MAX_DISPLACEMENT, Listing

FIRST_REGISTER = 18
MAX_RING = 4  # r18 to r21; r22 to r25 and the pointers have their own use


def reduce_registers(field: BinaryField) -> Kernel:
    """r = c mod f."""
    n, ring_size = field.byte_count, fold_reach(field) + 1
    if ring_size > MAX_RING:
        raise UnsupportedField(f"{field.name}: a folded byte reaches over {ring_size} bytes; at most {MAX_RING}")
    if 2 * n - 1 > MAX_DISPLACEMENT:
        raise UnsupportedField(f"{field.name}: {2 * n} bytes are beyond the reach of a pointer")
    asm = Listing()
    for index in range(ring_size):
        asm.name(FIRST_REGISTER + index, f"acc{index}")
    asm.name(22, "upper")
    asm.name(23, "scale")
    asm.name(24, "spare")
    asm.name(25, "constant")

    def place(byte: int) -> str:
        return f"acc{byte % ring_size}"

    asm.block("Z = c, X = the end of r.")
    asm("movw", "ZL", "r22")
    asm("movw", "XL", "r24")
    asm("adiw", "XL", n)
    asm("ldi", "scale", fold_scale(field))
    top = field.product_bytes - 1
    for byte in range(top - n + 1, top - n + ring_size):
        asm("ldd", place(byte), f"Z+{byte}", note=f"c[{byte}]")
    for upper in range(top, n - 1, -1):
        low = upper - n
        asm.block(f"Reduce c[{upper}] into bytes {low} to {low + ring_size - 1}.")
        asm("ldd", "upper", f"Z+{upper}")
        asm("ldd", place(low), f"Z+{low}", note=f"c[{low}]")
        fold_byte(asm, field, "upper", lambda j, low=low: place(low + j), "scale", "constant")
        if low:
            _close(asm, field, low + ring_size - 1, place)
    asm.block(f"Reduce the bits from z^{field.degree} on, set apart before; store the last bytes.")
    add_spare_bits(asm, field, place, "spare", "constant", ("scale", fold_scale(field)))
    for byte in reversed(range(ring_size)):
        asm("st", "-X", place(byte), note=f"r[{byte}]")
    asm("clr", "r1")
    asm("ret")
    return Kernel(
        field=field,
        function="reduce_registers",
        header={
            "name": "registers",
            "family": "fb-reduce",
            "summary": "upper bytes folded with the integer multiplier, open bytes in registers",
            "source": "-",
            "domain": f"degree of c at most {2 * field.degree - 2}",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint8_t *r, uint8_t *c",
        operation=("r = c mod f; r may be c, otherwise they are apart. Destroys c.",),
        asm=asm,
        stack_bytes=0,
    )


def _close(asm: Listing, field: BinaryField, byte: int, place) -> None:
    """Byte `byte` is final: an upper one goes back to c, where its turn to be folded will come; others go to r."""
    if byte >= field.byte_count:
        asm("std", f"Z+{byte}", place(byte), note=f"c[{byte}]")
        return
    if byte == field.byte_count - 1:
        take_spare_bits(asm, field, place(byte), "spare", "constant")
    asm("st", "-X", place(byte), note=f"r[{byte}]")

"""Reduction of one upper byte with the integer multiplier: t << s is the 16-bit product of t and 2^s, in constant
time. The AVR has no shift instruction for s > 1."""

from collections.abc import Callable

from codegen.avr.field import BinaryField
from codegen.avr.listing import Listing


def fold_scale(field: BinaryField) -> int:
    """The factor that `fold_byte` needs in its `scale` register: 2^(least nonzero shift)."""
    return 1 << next(bits for _, bits in field.byte_shifts if bits)


def fold_byte(
    asm: Listing, field: BinaryField, byte: str, target: Callable[[int], str], scale: str, constant: str
) -> None:
    """target(j) += the bytes of byte * z^(8 byte_count) mod f.

    scale holds fold_scale(field). constant is a register from r16 up; its content and those of r0 and r1 are lost."""
    _add_shifts(asm, byte, field.byte_shifts, target, constant, 8, (scale, fold_scale(field)))


def fold_reach(field: BinaryField) -> int:
    """The highest byte that folding one byte changes, counted from the lowest that it can change."""
    return max(offset + (bits > 0) for offset, bits in field.byte_shifts)


def take_spare_bits(asm: Listing, field: BinaryField, top: str, spare: str, constant: str) -> None:
    """Moves the bits from z^degree on out of the element's top byte. constant is a register from r16 up; its content
    and those of r0 and r1 are lost."""
    if not field.spare_bits:
        return
    asm("ldi", constant, 1 << field.spare_bits)
    asm("mul", top, constant, note=f"r1 = the {field.spare_bits} bits from z^{field.degree} on")
    asm("ldi", constant, f"0x{(1 << (8 - field.spare_bits)) - 1:02x}")
    asm("and", top, constant)
    asm("mov", spare, "r1")


def add_spare_bits(
    asm: Listing,
    field: BinaryField,
    target: Callable[[int], str],
    spare: str,
    constant: str,
    scale: tuple[str, int],
) -> None:
    """Folds the bits that `take_spare_bits` took. They are few, so no second round is needed. scale is a register and
    the factor in it. constant is a register from r16 up; its content and those of r0 and r1 are lost."""
    if field.spare_bits:
        _add_shifts(asm, spare, field.top_shifts, target, constant, field.spare_bits, scale)


def _add_shifts(
    asm: Listing,
    byte: str,
    shifts: list[tuple[int, int]],
    target: Callable[[int], str],
    constant: str,
    width: int,
    scale: tuple[str, int],
) -> None:
    """target(bytes), target(bytes + 1) += byte << bits for each (bytes, bits); byte has `width` bits. For the next
    greater shift the product in r1:r0 is shifted once more by one bit, which is as fast as a multiplication."""
    done = 0
    for offset, bits in shifts:
        if bits == 0:
            asm("eor", target(offset), byte)
            continue
        high = bits + width > 8
        if done and bits == done + 1:
            asm("lsl", "r0")
            if high:
                asm("rol", "r1")
        elif bits != done:
            factor = scale[0] if scale[1] == 1 << bits else constant
            if factor == constant:
                asm("ldi", constant, 1 << bits)
            asm("mul", byte, factor, note=f"r1:r0 = {byte} << {bits}")
        done = bits
        if high:
            asm("eor", target(offset + 1), "r1")
        asm("eor", target(offset), "r0")

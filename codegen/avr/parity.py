"""Even and odd places of a polynomial, each packed together, by a table of 256 entries."""

from codegen.avr.listing import Listing

# Byte x -> its odd bits in the high nibble, its even bits in the low one.
PARITY_TABLE = [sum((x >> 2 * i & 1) << i | (x >> 2 * i + 1 & 1) << 4 + i for i in range(4)) for x in range(256)]


def even_places(x: int) -> int:
    """The polynomial whose square is the even places of x."""
    return sum((x >> 2 * i & 1) << i for i in range((x.bit_length() + 1) // 2))


def odd_places(x: int) -> int:
    """The polynomial whose square, times z, is the odd places of x."""
    return even_places(x >> 1)


def join_nibbles(asm: Listing, even: str, odd: str) -> None:
    """Combines the entries of a byte, in `even`, and of the next byte, in `odd`: even = the even places of both, odd
    = the odd ones with the nibbles swapped. ZL is destroyed."""
    asm("swap", odd)
    asm("mov", "ZL", even)
    asm("eor", "ZL", odd)
    asm("andi", "ZL", "0xf0")
    asm("eor", even, "ZL")
    asm("eor", odd, "ZL")

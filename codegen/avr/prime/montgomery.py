"""Montgomery reduction with R = 256^n, straight-line and constant time; the result is below p.

Works by blocks of digits q, chosen such that adding q p clears one byte of c for each digit. p is split in tiles, so
that a tile of products fits in the registers (Koc, Acar, Kaliski 1996, with blocks of digits for words)."""

from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.multiplication import Number, add_row, first_chain_carries
from codegen.avr.prime.reduction import finish_sum
from codegen.avr.virtual import LOW, Byte, Program

TILE_BYTES = {20: 4, 32: 8}  # by bytes of an element


def reduce_montgomery(p: Program, field: PrimeField, product: Number) -> Number:
    """product / R mod p, for product < p R. The product's bytes are used up."""
    n, tile = field.byte_count, TILE_BYTES[field.byte_count]
    modulus = [p.constant(field.prime >> 8 * i & 255) for i in range(n)]
    factor = p.constant(-pow(field.prime, -1, 256) % 256)
    number = list(product)
    carry = None
    for start in range(0, n, tile):
        p.comment(f"Clear bytes {start} to {start + tile - 1}.")
        digits, upper = _first_tile(p, number, start, modulus[:tile], factor)
        for offset in range(tile, n, tile):
            upper = _next_tile(p, number, start + offset, digits, modulus[offset : offset + tile], upper)
        top = number[start + n : start + n + tile]
        if carry is not None:
            p.op("lsr", carry)
        p.add(top, upper, carry_in=carry is not None)
        carry = p.mask()
    result = number[n:]
    finish_sum(p, field, result, carry)
    return result


def _first_tile(p: Program, number: Number, start: int, modulus: Number, factor: Byte) -> tuple[list[Byte], Number]:
    """The digits that clear number[start], ..., and the carry of their products with the lowest tile into the next."""
    tile = len(modulus)
    total = dict(enumerate(number[start : start + tile]))
    digits, most = [], (1 << 8 * tile) - 1
    for i in range(tile):
        p.multiply(total[i], factor)
        digits.append(p.copy(LOW))
        add_row(p, total, i, digits[i], modulus, first_chain_carries(most, modulus))
        most = _after_row(most, modulus)
    return digits, [total[tile + i] for i in range(tile)]


def _next_tile(p: Program, number: Number, start: int, digits: Number, modulus: Number, upper: Number) -> Number:
    """number[start], ... += digits modulus + upper; returns the carry into the next tile."""
    tile = len(modulus)
    total, most = dict(enumerate(number[start : start + tile])), (1 << 8 * tile) - 1
    for i in range(tile):
        add_row(p, total, i, digits[i], modulus, first_chain_carries(most, modulus))
        most = _after_row(most, modulus)
    result = [total[tile + i] for i in range(tile)]
    p.add([total[i] for i in range(tile)] + result, upper + [p.zero] * tile)
    return result


def _after_row(most: int, modulus: Number) -> int:
    """The greatest value above the lowest column after a row is added to a total of at most `most`."""
    return most + sum(255 * byte.constant << 8 * i for i, byte in enumerate(modulus)) >> 8

"""Operands of the reduction by the cofactor (codegen/avr/prime/cofactor.py) that carry where random ones do so once in
2^32 or less: the digits mu of each block are solved for bytes of w = mu h or v = w / 2 that are all zeros or ones."""

import random
from collections.abc import Iterator

from codegen.avr.prime.cofactor import cofactor
from codegen.avr.prime.field import PrimeField
from tests.src.native.kernels.operands import in_window

DIGIT_BITS, BLOCKS = 64, 4
LIMIT = 1 << DIGIT_BITS
STRIDE = LIMIT // 97  # between the places from which solutions are looked for


def digits(h: int, noise: random.Random) -> Iterator[int]:
    """Values of mu, without end."""
    half, odd = h // 2, h // 4
    while True:
        bits, way = 8 * noise.randrange(1, 9), noise.randrange(5)
        start = noise.randrange(97) * STRIDE
        if way == 0:  # bytes 8, ... of w are 0
            found = in_window(h, start, LIMIT << bits, 0, LIMIT)
        elif way == 1:  # the low bytes of v are the greatest even number
            found = ((1 << bits - 1) - 1 + (noise.getrandbits(64) << bits - 1)) * pow(odd, -1, LIMIT) % (LIMIT // 2)
            found += noise.choice((0, LIMIT // 2))
        elif way == 2:  # bytes 8, ... of v are ones
            found = in_window(half, start, LIMIT << bits, (LIMIT << bits) - LIMIT, LIMIT)
        elif way == 3:  # bytes 12, ... of v are ones
            top = LIMIT << 32
            found = in_window(half, start, top << bits, (top << bits) - top, top)
        else:
            found = noise.choice((noise.getrandbits(64), LIMIT - 1, 0))
        if found is not None and found < LIMIT:
            yield found


def operands(field: PrimeField, seed: int) -> Iterator[tuple[int]]:
    """c < p R, of which the low half gets such digits."""
    noise, q = random.Random(seed), field.prime
    made = digits(cofactor(field), noise)
    size = DIGIT_BITS * BLOCKS
    while True:
        multiple = sum(next(made) << DIGIT_BITS * i for i in range(BLOCKS))
        high = noise.choice(
            (noise.randrange(q), noise.getrandbits(noise.randrange(1, 250)), q - 1, 0, multiple * q >> size)
        )
        yield (multiple * q % (1 << size) | high << size,)

"""Faults planted into the code of a kernel: one bit changed, or an instruction left out."""

import random

from motelab.prove import contract, objects
from motelab.prove.targets import Target

# An instruction without an effect, for each two bytes that one leaves.
NOTHING = {
    "avr": 0x0000,
    "msp430": 0x4303,
    "msp430x": 0x4303,
    "thumb": 0xBF00,
    "armv7": 0xBF00,
    "riscv": 1,
    "riscvb": 1,
}


def faulty(target: Target, kernel: str, source: random.Random, number: int) -> objects.Code:
    """The kernel with one bit changed or, every second time, an instruction left out, in its own code."""
    code = objects.linked(target, kernel)
    start = code.symbols[contract.read(target.name, kernel).symbol]
    at, size = source.choice(straight(target, code, start))
    words = [int.from_bytes(code.bytes_at(at + i)[:2], "little") for i in range(0, size, 2)]
    if number % 2:
        words = [NOTHING[target.name]] * len(words)
    else:
        place = source.randrange(16 * len(words))
        words[place // 16] ^= 1 << place % 16
    code.patched({at + i: words[i // 2] >> 8 * (i % 2) & 255 for i in range(size)})
    return code


def straight(target: Target, code: objects.Code, start: int) -> list[tuple[int, int]]:
    """Addresses and sizes of the instructions from a routine's start to its last one, that do not jump."""
    found = []
    while (one := code.instruction(start)).jump is None or not isinstance(one.jump.target, str):
        if one.jump is None:
            found.append((start, one.size))
        start += one.size
    return found


__all__ = ["NOTHING", "faulty", "straight"]

"""Faults planted into the code of a kernel: one bit changed, or an instruction left out."""

import random

from motelab.prove import contract, objects
from motelab.prove.targets import Target

# An instruction without an effect; where it is shorter than one that leaves, several.
NOTHING = {
    "avr": b"\x00\x00",
    "msp430": b"\x03\x43",
    "msp430x": b"\x03\x43",
    "thumb": b"\x00\xbf",
    "armv7": b"\x00\xbf",
    "riscv": b"\x01\x00",
    "riscvb": b"\x01\x00",
    "arm": b"\x00\x00\xa0\xe1",
    "aarch64": b"\x1f\x20\x03\xd5",
    "x86_64": b"\x90",
}


def faulty(target: Target, kernel: str, source: random.Random, number: int) -> objects.Code:
    """The kernel with one bit changed or, every second time, an instruction left out, in its own code."""
    code = objects.linked(target, kernel)
    start = code.symbols[contract.read(target.name, kernel).symbol]
    at, size = source.choice(straight(target, code, start))
    data = bytearray(code.bytes_at(at)[:size])
    if number % 2:
        data = bytearray(NOTHING[target.name] * size)[:size]
    else:
        place = source.randrange(8 * size)
        data[place // 8] ^= 1 << place % 8
    code.patched({at + i: byte for i, byte in enumerate(data)})
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

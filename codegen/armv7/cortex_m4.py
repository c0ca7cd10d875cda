"""Cycles of straight-line code on a Cortex-M4 with memories without wait states, by the rules of its Technical
Reference Manual (DDI 0439, table 3-1 and section 3.3.2). The stalls that depend on neighbours and on the place of an
instruction in memory, and stores that overlap with loads (docs/cortex-m-cycles.md), are left out: the board counts up
to 4 % more, and up to 6 % less where stores follow loads (scheduling.py)."""

import re

from codegen.arm.listing import Listing

REFILL = 2  # cycles of a jump beyond its own, 1 to 3
REFILL_EARLY = 1  # of a branch that is known early
MULTIPLE = {"ldm", "stm", "push", "pop"}
LOADS = {"ldr", "ldrb", "ldrh"}


def cycles(asm: Listing) -> int:
    total, loaded = 0, None  # by the instruction before, if that was a load of one word
    for line in asm.lines:
        found = re.match(r"    (\w+) +([^@]*)", line)
        if not found:
            continue
        mnemonic, operands = found[1], found[2].split(", ")
        address = re.search(r"\[(\w+)", found[2])
        follows = loaded is not None and address is not None and loaded not in found[2].partition("[")[2]
        if mnemonic in MULTIPLE:
            total += 1 + found[2].partition("{")[2].count(",") + 1 + ("pc" in found[2]) * REFILL
        elif mnemonic == "strd":
            total += 3
        elif mnemonic in LOADS:
            total += 2 - follows
        else:
            total += 1
        loaded = operands[0] if mnemonic in LOADS else None
    return total

"""A checking build of kernels for ARM and Thumb: their text with a count, at each instruction that takes a carry, of
whether it has been 0 and whether it has been 1."""

import re

READS = {"adc", "adcs", "sbc", "sbcs"}


def counting(text: str) -> tuple[str, list[str]]:
    """The text that counts, with kernel_carries.S; of each such instruction its number in the function and its text."""
    lines, sites, place = [], [], 0
    for line in text.splitlines():
        if found := re.match(r"    (\w+) +([^@]+)", line):
            mnemonic, operands = found.groups()
            if mnemonic in READS:
                lines += ["    push   {r0, lr}", "    bl     mc_count_carry", f"    .word  {len(sites)}"]
                sites.append(f"{place} {mnemonic} {operands.strip()}")
            place += 1
        lines.append(line)
    return "\n".join([*lines, ""]), sites

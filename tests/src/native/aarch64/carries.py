"""A checking build of the kernels for AArch64: their text, plus code at each instruction that takes a carry which
records whether the carry has been 0 and whether it has been 1. The records lie in a section, two bytes a site, in the
order in which files are linked."""

import re

from tests.src.native.x86_64.carries import Site

READERS = {"adc", "adcs", "csel", "csetm", "sbc", "sbcs"}


def counting(text: str) -> tuple[str, list[Site]]:
    lines, sites, function, place = [], [], "", 0
    for line in text.splitlines():
        if label := re.fullmatch(r"(mc_\w+):", line):
            function, place = label[1], 0
        if found := re.match(r"    ([a-z]+) +(.+)", line):
            if found[1] in READERS:
                lines += _count(2 * len(sites))
                sites.append(Site(function, place, " ".join(line.split()), is_clear=False))
            place += 1
        lines.append(line)
    lines += ['    .section carries,"aw",%progbits', ".Lcarries:", f"    .zero {2 * len(sites)}", ""]
    return "\n".join(lines), sites


def _count(offset: int) -> list[str]:
    """Leaves flags and registers unchanged."""
    return [
        "    stp x0, x1, [sp, #-16]!",
        "    cset x0, cs",
        f"    adrp x1, .Lcarries + {offset}",
        f"    add x1, x1, :lo12:.Lcarries + {offset}",
        "    add x1, x1, x0",
        "    mov w0, #1",
        "    strb w0, [x1]",
        "    ldp x0, x1, [sp], #16",
    ]

"""A checking build of the kernels for x86-64: their committed text, plus code at each instruction that takes a carry
which records whether the carry has been 0 and whether it has been 1."""

import dataclasses
import re

# The flag that an instruction reads, as SETcc names it. CMOVcc chooses by the borrow of the instruction before it.
READS = {"adc": "c", "sbb": "c", "adcx": "c", "cmovc": "c", "adox": "o", "cmovz": "z"}
# The carries that an instruction writes; all other instructions of the kernels write none.
WRITES = {"adcx": "c", "adox": "o"}
WRITES |= dict.fromkeys(("adc", "add", "and", "cmp", "imul", "mul", "neg", "or"), "co")
WRITES |= dict.fromkeys(("sbb", "shl", "shr", "shrd", "sub", "test", "xor"), "co")


@dataclasses.dataclass(frozen=True)
class Site:
    """An instruction that reads a flag: number `place` of its function. is_clear: XOR stands before it and clears the
    flag, and nothing between writes the flag."""

    function: str
    place: int
    text: str
    is_clear: bool

    def __str__(self) -> str:
        return f"{self.function} {self.place} {self.text}"


def counting(text: str, table: str) -> tuple[str, list[Site]]:
    """The text with two bytes of `table` for each such instruction: one is set to 1 if the flag is 0, the other if it
    is 1. The added code leaves flags and registers unchanged."""
    lines, sites, function, place, clear = [], [], "", 0, set()
    for line in text.splitlines():
        if label := re.fullmatch(r"(mc_\w+):", line):
            function, place, clear = label[1], 0, set()
        if found := re.match(r"    (\w+) +(.+)", line):
            mnemonic, operands = found.groups()
            if mnemonic in READS:
                lines += _count(READS[mnemonic], table, 2 * len(sites))
                sites.append(Site(function, place, " ".join(line.split()), READS[mnemonic] in clear))
            clear -= set(WRITES.get(mnemonic, ""))
            if re.fullmatch(r"xor +(\w+), \1", f"{mnemonic} {operands}"):
                clear = {"c", "o"}
            place += 1
        lines.append(line)
    lines += ["    .data", f"    .global {table}", f"{table}:", f".L{table}:", f"    .zero {2 * len(sites) + 1}", ""]
    return "\n".join(lines), sites


def _count(flag: str, table: str, offset: int) -> list[str]:
    """Kernels keep nothing below the stack pointer."""
    return [
        "    mov    [rsp-16], rax",
        "    mov    [rsp-24], rbx",
        "    mov    eax, 0",
        f"    set{flag}   al",
        f"    lea    rbx, [rip + .L{table} + {offset}]",
        "    mov    byte ptr [rbx+rax], 1",
        "    mov    rbx, [rsp-24]",
        "    mov    rax, [rsp-16]",
    ]

"""A listing of Thumb-1 assembly (ARMv6-M) that counts its own cycles while it is written.

Kernels are straight-line code but for jumps over constants, so the sum is exact; the cycles are those of the Cortex-M0+
without wait states, with the multiplier of one cycle (ARM DDI 0484, table 3-1)."""

WORD_BYTES = 4
WORD_BITS = 32

# Cycles of instructions that take one.
SINGLE = {"adcs", "add", "adds", "ands", "asrs", "bics", "cmn", "eors", "lsls", "lsrs", "mov", "movs", "muls", "mvns"}
SINGLE |= {"orrs", "rsbs", "sbcs", "sub", "subs", "uxtb", "uxth"}
JUMP = "b"  # over a pool of constants
JUMP_CYCLES = 2
CALL = "bl"
CALL_CYCLES = 3
MEMORY = {"ldr", "ldrb", "ldrh", "str"}
SEVERAL = {"ldm", "pop", "push", "stm"}
RETURN_CYCLES = 3  # cycles of a POP that loads the program counter, beyond its words

NUMBER = ", =0x"  # in a load of a constant
INSTRUCTION_BYTES = 2
POOL_REACH = 800  # bytes from a load to the pool; at most 1,020 to its last constant


def count(registers: str) -> int:
    """Registers in a list in braces."""
    names = registers.strip("{}").split(", ")
    return sum(int(n.split("-r")[1]) - int(n.split("-r")[0][1:]) + 1 if "-" in n else 1 for n in names)


class Listing:
    """Instructions and comments of one function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.instructions = 0
        self.cycles = 0

    def __call__(self, mnemonic: str, *operands: str) -> None:
        """Appends an instruction; raises ValueError if kernels may not use it."""
        self.instructions += 1
        self.cycles += self._time(mnemonic, operands)
        self.lines.append(f"    {mnemonic:<6} {', '.join(operands)}")

    def retract(self) -> None:
        """Takes back the last instruction."""
        mnemonic, operands = self.lines.pop().split(None, 1)
        self.instructions -= 1
        self.cycles -= self._time(mnemonic, tuple(operands.split(", ", 1)))

    def _time(self, mnemonic: str, operands: tuple[str, ...]) -> int:
        if mnemonic in SINGLE:
            return 1
        if mnemonic in MEMORY:
            return 2
        if mnemonic == JUMP:
            return JUMP_CYCLES
        if mnemonic == CALL:
            return CALL_CYCLES
        if mnemonic in SEVERAL:
            return 1 + count(operands[-1]) + (RETURN_CYCLES - 1 if "pc" in operands[-1] else 0)
        raise ValueError(f"{mnemonic} is not among the instructions of kernels")

    def extend(self, other: "Listing") -> None:
        self.lines += other.lines
        self.run(other)

    def run(self, other: "Listing") -> None:
        """Counts a call of code that stands elsewhere."""
        self.instructions += other.instructions
        self.cycles += other.cycles

    def block(self, *comment: str) -> None:
        """Starts a block of code with a comment of one or more lines."""
        self.lines += ["", *(f"    @ {line}" for line in comment)]

    def with_pools(self) -> "Listing":
        """The same with pools of constants where loads reach them, and jumps over the pools."""
        found, since = Listing(), 0
        for line in self.lines:
            if since > POOL_REACH:
                found(JUMP, "1f")
                found.lines += ["    .pool", "1:"]
                since = 0
            found.lines.append(line)
            if since or NUMBER in line:
                since += INSTRUCTION_BYTES
        found.instructions += self.instructions
        found.cycles += self.cycles
        return found

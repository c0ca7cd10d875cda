"""A listing of ARM assembly that counts its own instructions while it is written.

Kernels have no conditions but those of loops with a fixed count, so the sum is exact; the tests compare it with the
emulator."""

from collections.abc import Iterable

WORD_BYTES = 4
WORD_BITS = 32

# The instructions that kernels may use. The return is the only branch but for those of loops.
KNOWN = {"add", "and", "eor", "ldm", "ldr", "ldrb", "lsl", "lsr", "mov", "orr", "pop", "push", "stm", "str", "strd"}
KNOWN |= {"adc", "adcs", "adds", "asr", "bic", "lsrs", "rsb", "sbc", "sbcs", "sub", "subs"}
# For prime fields only. (On XScale the time of UMULL depends on the length of its last operand; the same holds in C.)
KNOWN |= {"umull"}
# For codegen/armv7/, whose processors have them.
KNOWN |= {"ldrh", "movt", "movw", "mul", "ror", "pkhbt", "pkhtb", "rsbs", "ubfx", "umaal", "umlal", "uxtb16"}
# For loops, for kernels with routines, and for those that call others.
KNOWN |= {"bne", "cmp", "b", "bl", "beq", "bpl", "bx", "adr", "mvn"}
# With short forms where nothing reads the flags.
KNOWN |= {"ands", "eors", "lsls", "movs"}
KNOWN |= {"sel", "uadd8"}
# Of Wireless MMX.
KNOWN |= {"textrmuw", "tmcr", "tmcrr", "tmrrc", "walignr2", "wldrd", "wor", "wslldg", "wsrldg", "wstrd", "wxor"}

# r13 is the stack pointer, r15 the program counter.
CALLEE_SAVED = ("r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "lr")


def at(base: str, offset: int = 0) -> str:
    """Memory operand: `offset` bytes from the address in register `base`."""
    return f"[{base}, #{offset}]" if offset else f"[{base}]"


def listed(registers: Iterable[str]) -> str:
    """Operand of instructions on several registers."""
    return "{" + ", ".join(registers) + "}"


class Listing:
    """Instructions and comments of one function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.instructions = 0

    def __call__(self, mnemonic: str, *operands: str, note: str = "") -> None:
        """Appends an instruction; raises ValueError if kernels may not use it."""
        if mnemonic not in KNOWN:
            raise ValueError(f"{mnemonic} is not among the instructions of kernels")
        self.instructions += 1
        text = f"    {mnemonic:<6} {', '.join(operands)}".rstrip()
        self.lines.append(f"{text:<39} @ {note}" if note else text)

    def repeat(self, label: str, body: "Listing", times: int) -> None:
        """Appends a loop that takes the body so many times, at the end of which is a comparison: unequal but for the
        last time."""
        body("bne", label)
        self.lines += ["", f"{label}:", *body.lines]
        self.instructions += times * body.instructions

    def block(self, *comment: str) -> None:
        """Starts a block of code with a comment of one or more lines."""
        self.lines += ["", *(f"    @ {line}" for line in comment)]

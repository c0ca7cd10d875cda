"""A listing of AArch64 assembly (AAPCS64 calling convention) that hands out registers and words of the stack frame."""

WORD_BYTES = 8

# The instructions that kernels may use. There is no branch but the return and that of a loop, whose number of rounds is
# public, and no instruction whose time depends on its operands: the trace cannot depend on data.
INSTRUCTIONS = {"adc", "adcs", "add", "adds", "and", "asr", "cmn", "cmp", "csel", "csetm", "eor", "extr", "hint", "ldp"}
INSTRUCTIONS |= {"ldr", "lsl", "lsr", "mov", "mul", "orr", "ret", "sbc", "sbcs", "sbfx", "stp", "str", "sub", "subs"}
INSTRUCTIONS |= {"umulh"}

ARGUMENTS = tuple(f"x{i}" for i in range(8))
CALLEE_SAVED = tuple(f"x{i}" for i in range(19, 29))
# In the order in which they are handed out. x18 is the platform's, x29 and x30 keep the chain of frames.
GENERAL = (*(f"x{i}" for i in range(18)), *CALLEE_SAVED)
ZERO = "xzr"
LANDING = "    hint   #34 // bti c, which older assemblers do not know by name"

Place = tuple[str, int]  # a register with an address, and a number of words from there


def address(place: Place) -> str:
    base, index = place
    return f"[{base}, #{WORD_BYTES * index}]" if index else f"[{base}]"


class Listing:
    """Instructions and comments of one function whose arguments, `parameters`, arrive in ARGUMENTS.

    A value is named by its register. `take` and `release` keep account of registers in use; `function` saves and
    restores the call-saved ones, in pairs."""

    def __init__(self, parameters: tuple[str, ...]) -> None:
        self.lines: list[str] = []
        self.home = dict(zip(parameters, ARGUMENTS, strict=False))
        self._free = [register for register in GENERAL if register not in self.home.values()]
        self._touched: set[str] = set()
        self._frame_words = 0

    def __call__(self, mnemonic: str, *operands: str | int) -> None:
        """Appends an instruction; raises ValueError if kernels may not use it."""
        if mnemonic not in INSTRUCTIONS:
            raise ValueError(f"{mnemonic} is not among the instructions of kernels")
        shown = (f"#{operand:#x}" if isinstance(operand, int) else operand for operand in operands)
        self.lines.append(f"    {mnemonic:<6} {', '.join(shown)}".rstrip())

    def block(self, comment: str) -> None:
        """Starts a block of code with a comment."""
        self.lines += ["", f"    // {comment}"]

    def loop(self, label: str) -> None:
        """Starts the rounds of a loop."""
        self.lines += ["", f".L{label}:"]

    def again(self, label: str, rounds: str) -> None:
        """Ends a round of the loop; another one follows if the register, their number, is not 0."""
        self.lines.append(f"    cbnz   {rounds}, .L{label}")

    def take(self) -> str:
        """A free register."""
        taken = self._free.pop(0)
        self._touched.add(taken)
        return taken

    def take_many(self, count: int) -> list[str]:
        return [self.take() for _ in range(count)]

    def release(self, *registers: str) -> None:
        """Gives registers back; the next `take` prefers those that need not be saved."""
        self._free = sorted((*self._free, *registers), key=GENERAL.index)

    @property
    def free(self) -> int:
        """The number of registers that nobody has."""
        return len(self._free)

    def reserve(self, words: int) -> Place:
        """So many new words of the stack frame, an even number."""
        place = ("sp", self._frame_words)
        self._frame_words += words
        return place

    def load(self, registers: list[str], place: Place) -> None:
        self._move("ld", registers, place)

    def store(self, registers: list[str], place: Place) -> None:
        self._move("st", registers, place)

    def _move(self, kind: str, registers: list[str], place: Place) -> None:
        base, index = place
        for i in range(0, len(registers), 2):
            pair = registers[i : i + 2]
            self(kind + ("p" if len(pair) == 2 else "r"), *pair, address((base, index + i)))

    def function(self) -> list[str]:
        """The lines of the whole function: saves, body, restores, return."""
        pairs = zip(CALLEE_SAVED[::2], CALLEE_SAVED[1::2], strict=True)
        saved = [register for pair in pairs if self._touched & set(pair) for register in pair]
        frame = WORD_BYTES * (self._frame_words + len(saved))
        places = [(saved[i : i + 2], address(("sp", self._frame_words + i))) for i in range(0, len(saved), 2)]
        lines = ["    .cfi_startproc", LANDING]
        lines += [f"    sub    sp, sp, #{frame}", f"    .cfi_def_cfa_offset {frame}"] if frame else []
        for pair, place in places:
            lines.append(f"    stp    {', '.join(pair)}, {place}")
        for i, register in enumerate(saved):
            lines.append(f"    .cfi_offset {register}, -{WORD_BYTES * (len(saved) - i)}")
        lines += [*self.lines, ""]
        for pair, place in places:
            lines.append(f"    ldp    {', '.join(pair)}, {place}")
        lines += [f"    .cfi_restore {register}" for register in saved]
        lines += [f"    add    sp, sp, #{frame}", "    .cfi_def_cfa_offset 0"] if frame else []
        return [*lines, "    ret", "    .cfi_endproc"]

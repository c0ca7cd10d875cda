"""A listing of x86-64 assembly (Intel syntax, System V calling convention) that hands out registers and stack slots."""

WORD_BYTES = 8

# The instructions that kernels may use. There is no conditional branch, and no instruction whose time depends on its
# operands: the trace cannot depend on data.
BASE = {
    "adc",
    "add",
    "and",
    "call",
    "cmovc",
    "cmovz",
    "cmp",
    "imul",
    "jmp",
    "lea",
    "mov",
    "movups",
    "mul",
    "neg",
    "or",
    "pop",
    "push",
}
BASE |= {"pxor", "ret", "sbb", "shl", "shr", "shrd", "sub", "test", "xor"}
ADX = frozenset({"adcx", "adox", "mulx"})

ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8")
CALLEE_SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
# In the order in which they are handed out: call-saved ones last.
GENERAL = ("rax", "r9", "r10", "r11", "r8", "rdi", "rsi", "rcx", "rdx", *CALLEE_SAVED)


def word(base: str, index: int = 0) -> str:
    """Memory operand: word `index` from the address in register `base`."""
    return f"[{base}+{WORD_BYTES * index}]" if index else f"[{base}]"


class Listing:
    """Instructions and comments of one function whose arguments, `parameters`, arrive in ARGUMENTS.

    A value is named by its register. `take` and `release` keep account of registers in use; `prologue` and `epilogue`
    save and restore the call-saved ones."""

    def __init__(self, parameters: tuple[str, ...], extensions: frozenset[str] = frozenset()) -> None:
        self.lines: list[str] = []
        self.home = dict(zip(parameters, ARGUMENTS, strict=False))
        self.slots: dict[str, int] = {}
        self._allowed = BASE | extensions
        self._free = [register for register in GENERAL if register not in self.home.values()]
        self._touched: set[str] = set()
        self._frame_words = 0
        self._calls = False  # subroutines, which change all registers

    def __call__(self, mnemonic: str, *operands: str | int) -> None:
        """Appends an instruction; raises ValueError if kernels may not use it."""
        if mnemonic not in self._allowed:
            raise ValueError(f"{mnemonic} is not among the instructions of this kernel")
        self.lines.append(f"    {mnemonic:<6} {', '.join(map(str, operands))}".rstrip())
        self._calls |= mnemonic == "call"

    def block(self, comment: str) -> None:
        """Starts a block of code with a comment."""
        self.lines += ["", f"    // {comment}"]

    def take(self, register: str = "") -> str:
        """A free register, or the named one, which must be free."""
        taken = register or self._free[0]
        self._free.remove(taken)
        self._touched.add(taken)
        return taken

    def take_many(self, count: int) -> list[str]:
        return [self.take() for _ in range(count)]

    def release(self, *registers: str) -> None:
        """Gives registers back; the next `take` of any register prefers those that need not be saved."""
        self._free = sorted((*self._free, *registers), key=GENERAL.index)

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(self._free)

    def reserve(self, words: int) -> int:
        """Index, from rsp, of the first of so many new words of the stack frame."""
        self._frame_words += words
        return self._frame_words - words

    def move(self, name: str, register: str) -> None:
        """The argument `name` lives in `register` from here on."""
        self("mov", self.take(register), self.home[name])
        self.release(self.home[name])
        self.home[name] = register

    def spill(self, name: str) -> None:
        """The argument `name` lives in the stack frame from here on."""
        self.slots[name] = self.reserve(1)
        self("mov", word("rsp", self.slots[name]), self.home[name])
        self.release(self.home.pop(name))

    def operand(self, name: str) -> str:
        """The argument `name`, in its register or in memory."""
        return self.home.get(name) or word("rsp", self.slots[name])

    def pointer(self, name: str, scratch: str) -> str:
        """A register with the argument `name`: its own register, or `scratch`, into which it is loaded."""
        if name in self.home:
            return self.home[name]
        self("mov", scratch, word("rsp", self.slots[name]))
        return scratch

    def function(self, saves: bool = True) -> list[str]:
        """The lines of the whole function: saves, body, restores, return. Subroutines save no register."""
        saved = [register for register in CALLEE_SAVED if saves and (register in self._touched or self._calls)]
        frame = self._frame_words * WORD_BYTES
        lines = ["    .cfi_startproc"]
        for register in saved:
            lines += [f"    push   {register}", "    .cfi_adjust_cfa_offset 8", f"    .cfi_rel_offset {register}, 0"]
        if frame:
            lines += [f"    sub    rsp, {frame}", f"    .cfi_adjust_cfa_offset {frame}"]
        lines += [*self.lines, ""]
        if frame:
            lines += [f"    add    rsp, {frame}", f"    .cfi_adjust_cfa_offset -{frame}"]
        for register in reversed(saved):
            lines += [f"    pop    {register}", "    .cfi_adjust_cfa_offset -8", f"    .cfi_restore {register}"]
        return [*lines, "    ret", "    .cfi_endproc"]

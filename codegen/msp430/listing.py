"""A listing of MSP430 assembly that counts its own cycles and code bytes while it is written.

Kernels are straight-line code or loops of a known number of rounds, so the sums are exact; the tests compare them with
the simulator. Cycles are those of the tables of two families: MSP430x1xx (SLAU049, tables 3-14 to 3-16) and MSP430x5xx
(SLAU208, CPUX)."""

from collections.abc import Sequence

WORD_BYTES = 2
WORD_BITS = 16

CALLEE_SAVED = tuple(f"r{i}" for i in range(4, 11))
SAVED_BYTES = WORD_BYTES * len(CALLEE_SAVED)
RETURN_ADDRESS_BYTES = 2
CORES = ("cpu", "cpux")

# Instructions with two operands; `rla` and `rlc` are sums of a register with itself.
TWO_OPERANDS = {"mov", "mov.b", "add", "addc", "sub", "subc", "cmp", "and", "bic", "bis", "bit", "xor"}
ONE_REGISTER = {"rla", "rlc", "rra", "rrc", "swpb", "clr", "inv", "adc", "sbc"}  # take one cycle on both cores
GENERATED_CONSTANTS = {"#0", "#1", "#2", "#4", "#8", "#-1"}  # cost as much as a register
# Cycles with a register as the destination, by the kind of the source. A destination in memory takes three more,
# except for MOV and BIT on CPUX: two more.
SOURCE_CYCLES = {"register": 1, "indirect": 2, "immediate": 2, "indexed": 3}
JUMP_CYCLES, BRANCH_CYCLES = 2, 3  # cycles of a conditional jump, taken or not; of BR #
JUMP_REACH_BYTES = 1000
CYCLES = {"push": (3, 3), "ret": (3, 4), "pop": (2, 2), "clrc": (1, 1)}
CALL_CYCLES = {"cpu": 5, "cpux": 4}  # of CALL #


def at(base: str, offset: int = 0) -> str:
    """Memory operand, `offset` bytes from the address in a register."""
    return f"{offset}({base})"


def _kind(operand: str) -> str:
    if operand in GENERATED_CONSTANTS:
        return "register"
    first = operand[0]
    return {"@": "indirect", "#": "immediate", "&": "indexed"}.get(first, "indexed" if "(" in operand else "register")


class Listing:
    """Instructions and comments of one function, for both cores or for some."""

    def __init__(self, cores: tuple[str, ...] = CORES) -> None:
        self.lines: list[str] = []
        self.cycles = dict.fromkeys(cores, 0)
        self.code_bytes = 0

    def __call__(self, mnemonic: str, *operands: str, note: str = "") -> None:
        """Appends an instruction; raises ValueError if kernels may not use it."""
        if (len(operands) == 2 or mnemonic == "rrc") and operands[0].startswith("0("):  # as the assembler spells it
            operands = (f"@{operands[0][2:-1]}", *operands[1:])
        self._count(mnemonic, operands)
        text = f"    {mnemonic:<5} {', '.join(operands)}".rstrip()
        self.lines.append(f"{text:<31} ; {note}" if note else text)

    def _count(self, mnemonic: str, operands: tuple[str, ...]) -> None:
        kinds = [_kind(operand) for operand in operands]
        self.code_bytes += 2 + 2 * sum(kind in ("immediate", "indexed") for kind in kinds)
        if mnemonic == "rrc" and kinds[0] in ("indexed", "indirect"):
            cycles = (4, 4) if kinds[0] == "indexed" else (3, 3)
        elif mnemonic in CYCLES:
            cycles = CYCLES[mnemonic]
            if mnemonic == "push" and kinds != ["register"]:
                raise ValueError("kernels push registers")
        elif mnemonic in ONE_REGISTER and kinds == ["register"]:
            cycles = (1, 1)
        elif mnemonic in TWO_OPERANDS and kinds[1] in ("register", "indexed"):
            to_memory = 3 if kinds[1] == "indexed" else 0
            both = SOURCE_CYCLES[kinds[0]] + to_memory
            cycles = (both, both - (1 if to_memory and mnemonic in ("mov", "bit", "cmp") else 0))
        else:
            raise ValueError(f"{mnemonic} {', '.join(operands)} is not among the instructions of kernels")
        self._add_cycles(dict(zip(CORES, cycles, strict=True)))

    def _add_cycles(self, cycles: dict[str, int]) -> None:
        for core in self.cycles:
            self.cycles[core] += cycles[core]

    @property
    def is_cpux(self) -> bool:
        """Whether instructions of CPUX are allowed."""
        return tuple(self.cycles) == ("cpux",)

    def many(self, mnemonic: str, registers: Sequence[str]) -> None:
        """PUSHM or POPM of consecutive registers, as given: the first is at the lowest address. CPUX alone has these
        instructions."""
        numbers = [int(register[1:]) for register in registers]
        if not self.is_cpux or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            raise ValueError(f"no {mnemonic} of {', '.join(registers)} on {', '.join(self.cycles)}")
        self.lines.append(f"    {mnemonic}.w #{len(registers)}, {registers[-1]}")
        self.code_bytes += 2
        self.cycles["cpux"] += 2 + len(registers)

    def call(self, symbol: str, callee: "Listing") -> None:
        """Calls another listing's function, whose cycles count."""
        self.lines.append(f"    call  #{symbol}")
        self.code_bytes += 4
        self._add_cycles({core: CALL_CYCLES[core] + callee.cycles[core] for core in self.cycles})

    def block(self, *comment: str) -> None:
        """Starts a block of code with a comment of one or more lines."""
        self.lines += ["", *(f"    ; {line}" for line in comment)]

    def repeat(self, label: str, body: "Listing", times: int, test: tuple[str, ...]) -> None:
        """Appends a body that runs so many times; after it, `test` sets the zero flag to end the loop."""
        body(*test)
        is_near = body.code_bytes < JUMP_REACH_BYTES
        back = [f"    jnz   {label}"] if is_near else [f"    jz    {label}_end", f"    br    #{label}", f"{label}_end:"]
        self.lines += [f"{label}:", *body.lines, *back]
        for core in self.cycles:
            branches = 0 if is_near else (times - 1) * BRANCH_CYCLES
            self.cycles[core] += times * (body.cycles[core] + JUMP_CYCLES) + branches
        self.code_bytes += body.code_bytes + (2 if is_near else 6)

    def repeat_until_negative(self, label: str, body: "Listing", between: "Listing", times: int) -> None:
        """Appends a body that runs so many times, until it sets the negative flag, and code that runs between two
        times."""
        back_bytes = body.code_bytes + between.code_bytes
        is_near = back_bytes < JUMP_REACH_BYTES
        back = f"    jmp   {label}" if is_near else f"    br    #{label}"
        self.lines += [f"{label}:", *body.lines, f"    jn    {label}_end", *between.lines, back, f"{label}_end:"]
        for core in CORES:
            each = between.cycles[core] + (JUMP_CYCLES if is_near else BRANCH_CYCLES)
            self.cycles[core] += times * (body.cycles[core] + JUMP_CYCLES) + (times - 1) * each
        self.code_bytes += back_bytes + (4 if is_near else 6)

    def save(self) -> None:
        """Pushes the call-saved registers."""
        self.block("Save the registers that belong to the caller.")
        if self.is_cpux:
            self.many("pushm", CALLEE_SAVED)
            return
        for register in CALLEE_SAVED:
            self("push", register)

    def leave(self, frame_bytes: int = 0) -> None:
        """Frees the frame, restores the call-saved registers and returns."""
        self.block("Free the frame; the registers of the caller.")
        if frame_bytes:
            self("add", f"#{frame_bytes}", "r1")
        if self.is_cpux:
            self.many("popm", CALLEE_SAVED)
        else:
            for register in reversed(CALLEE_SAVED):
                self("pop", register)
        self("ret")

"""AVR: pushes, calls, and the stack pointer set from Y, which the compiler and our assembly compute from it.

Halves of addresses below the stack pointer at the entry are values too: ("high", n) is the upper byte of that address
minus n, ("low", n % 256) the lower one."""

import re

from motelab.boards.stack.program import Flow, Program, State, Step, Unbounded, Value, plain

OBJDUMPS = (("avr-objdump", "binutils-avr"),)
LOW, HIGH = "0x3d", "0x3e"  # of the stack pointer, in the I/O space
ARCHITECTURE, WITH_22_BITS = 0x7F, 6  # of e_flags: processors whose return addresses have three bytes
KEPT = tuple(f"r{number}" for number in (1, *range(2, 18), 28, 29))  # registers that calls change; r1 is 0 afterwards
POINTERS = {"X": 26, "Y": 28, "Z": 30}
SKIPS = ("sbrc", "sbrs", "sbic", "sbis", "cpse")
# Instructions whose first operand is not written.
READERS = (
    *SKIPS,
    "cp",
    "cpc",
    "cpi",
    "tst",
    "bst",
    "out",
    "sbi",
    "cbi",
    "push",
    "st",
    "std",
    "sts",
    "nop",
    "wdr",
    "cli",
    "sei",
)
IN_LIBGCC = re.compile("__prologue_saves__|__epilogue_restores__")


class Avr:
    """Decodes avr-objdump's lines."""

    def __init__(self, program: Program):
        self.program = program
        self.return_bytes = 3 if program.flags & ARCHITECTURE == WITH_22_BITS else 2
        self.code = program.disassembled(OBJDUMPS)

    def entry(self) -> State:
        return State(0, {"r1": 0})

    def step(self, address: int, state: State) -> Step:
        if address not in self.code:
            raise Unbounded(f"{self.program.routine_at(address)}: no instruction at {address:#x}")
        mnemonic, text, size = self.code[address]
        operands = [operand.strip() for operand in plain(text).split(",")]
        if mnemonic in ("rcall", "call", "rjmp", "jmp", "icall", "eicall", "ijmp", "eijmp", "ret", "reti"):
            return self.transfer(mnemonic, text, address, size, state)
        if mnemonic.startswith("br") and mnemonic != "break":
            return Step(size, Flow.BRANCH, self.target(text, address))
        if mnemonic in SKIPS:
            return Step(size, Flow.BRANCH, address + size + self.code[address + size][2])
        if mnemonic in ("push", "pop"):
            state.depth += 1 if mnemonic == "push" else -1
        if mnemonic == "out" and operands[0] in (LOW, HIGH):
            self.set_pointer(address, operands[0], state.values.get(operands[1]), state)
        else:
            self.compute(mnemonic, operands, state)
        return Step(size)

    def target(self, text: str, address: int) -> int:
        """The target of a jump or call: the comment names it, or the operand."""
        return int((re.search(r"; (0x[0-9a-f]+)", text) or re.match(r"(0x[0-9a-f]+)", text))[1], 16)

    def transfer(self, mnemonic: str, text: str, address: int, size: int, state: State) -> Step:
        """Calls, jumps and returns."""
        if mnemonic.startswith("ret"):
            return Step(size, Flow.RETURN)
        if mnemonic in ("ijmp", "eijmp"):
            low, high = state.values.get("r30"), state.values.get("r31")
            if isinstance(low, int) and isinstance(high, int):
                return Step(size, Flow.JUMP, 2 * (low + 256 * high))
            return Step(size, Flow.JUMP_UNKNOWN)
        if mnemonic in ("icall", "eicall"):
            state.keep(KEPT)
            return Step(size, Flow.CALL_UNKNOWN, pushed=self.return_bytes)
        target = self.target(text, address)
        if mnemonic in ("rjmp", "jmp"):
            return Step(size, Flow.JUMP, target)
        if target == address + size:  # the compiler's way to reserve two bytes
            state.depth += self.return_bytes
            return Step(size)
        state.keep(KEPT)
        state.set("r1", 0)
        return Step(size, Flow.CALL, target, self.return_bytes)

    def set_pointer(self, address: int, half: str, value: Value | None, state: State) -> None:
        """Writes a half of the stack pointer, which is complete when the lower half follows."""
        if half == HIGH:
            state.set("high", value)
            return
        high = state.values.pop("high", None)
        match value, high:
            case ("low", low), ("high", depth) if (low - depth) % 256 == 0:
                state.depth = (depth + 0x8000) % 0x10000 - 0x8000
            case _:
                where = f"{self.program.routine_at(address)}, {address:#x}"
                raise Unbounded(f"{where}: the stack pointer is set to an unknown value")

    def compute(self, mnemonic: str, operands: list[str], state: State) -> None:
        """Values of registers after an instruction that does not transfer control."""
        first, last = operands[0], operands[-1]
        value = state.values.get(last) if re.fullmatch(r"r\d+", last) else _number(last)
        if mnemonic == "in" and last in (LOW, HIGH):
            state.set(first, ("low", state.depth % 256) if last == LOW else ("high", state.depth))
        elif mnemonic in ("ldi", "mov"):
            state.set(first, value)
        elif mnemonic == "movw":
            for source, to in zip(_pair(last), _pair(first), strict=True):
                state.set(to, state.values.get(source))
        elif mnemonic in ("subi", "sub", "sbci", "sbc", "add", "adc"):
            self.subtract(mnemonic, first, value, state)
        elif mnemonic in ("sbiw", "adiw") and isinstance(value, int):
            self.add(int(first[1:]), value if mnemonic == "adiw" else -value, state)
        elif mnemonic in ("dec", "inc"):
            self.subtract("subi", first, 1 if mnemonic == "dec" else -1, state)
        elif mnemonic in ("eor", "clr") and first == last:
            state.set(first, 0)
        elif mnemonic.startswith("mul") or mnemonic.startswith("fmul"):
            state.forget("r0", "r1")
        else:
            self.forget_written(mnemonic, operands, state)

    def subtract(self, mnemonic: str, register: str, value: Value | None, state: State) -> None:
        """Lower halves first: the upper one takes the borrow of the last subtraction."""
        old = state.values.get(register)
        if mnemonic in ("add", "adc") and isinstance(value, int):
            value = -value
        borrow = state.values.pop("borrow", None)
        match mnemonic, old, value:
            case ("subi" | "sub" | "add", ("low", n), int()):
                state.set(register, ("low", (n + value) % 256))
                state.set("borrow", value)
            case ("subi" | "sub" | "add", ("high", n), int()):
                state.set(register, ("high", (n + 256 * value) % 0x10000))
            case ("sbci" | "sbc" | "adc", ("high", n), int()) if borrow is not None:
                state.set(register, ("high", (n + borrow + 256 * value) % 0x10000))
            case _:
                state.forget(register)

    def forget_written(self, mnemonic: str, operands: list[str], state: State) -> None:
        """For other instructions, every register that they may write becomes unknown."""
        if mnemonic not in READERS:
            state.forget(operands[0])
        for operand in operands:
            if moved := re.fullmatch(r"(-?)([XYZ])(\+?)", operand):
                self.add(POINTERS[moved[2]], len(moved[3]) - len(moved[1]), state)

    def add(self, low: int, number: int, state: State) -> None:
        """Adds to a pair of registers."""
        if number:
            self.subtract("subi", f"r{low}", -number % 0x10000, state)
            self.subtract("sbci", f"r{low + 1}", 0, state)


def _pair(register: str) -> tuple[str, str]:
    """A register and the next."""
    return register, f"r{int(register[1:]) + 1}"


def _number(operand: str) -> int | None:
    try:
        return int(operand, 0)
    except ValueError:
        return None

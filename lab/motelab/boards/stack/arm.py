"""ARM and Thumb: pushes, stores and loads that move the stack pointer, sums with constants in registers."""

import re

from motelab.boards.stack.program import Flow, Program, State, Step, Unbounded, Value, plain

OBJDUMPS = (
    ("arm-none-eabi-objdump", "binutils-arm-none-eabi"),
    ("arm-linux-gnueabi-objdump", "binutils-arm-linux-gnueabi"),
)
KEPT = tuple(f"r{number}" for number in range(4, 12))  # by calls
NAMES = {"sl": "r10", "fp": "r11", "ip": "r12", "r13": "sp", "r14": "lr", "r15": "pc"}
CONDITIONS = "eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|hs|lo"
TRANSFER = re.compile(rf"(b|bl|bx|blx|bxj|cbz|cbnz)({CONDITIONS})?(?:\.[nw])?")
MOVE = re.compile(
    rf"(movw|mov|movs|add|adds|addw|sub|subs|subw|ldr|rsb|rsbs|neg|negs|lsl|lsls)({CONDITIONS})?(?:\.[nw])?"
)
MULTIPLE = re.compile(rf"(push|pop|vpush|vpop|v?ldm|v?stm)(ia|ib|da|db|fd|ea)?({CONDITIONS})?(?:\.[nw])?")
READERS = re.compile(r"(cmp|cmn|tst|teq|str|stm|vstr|wstr|push|it|nop|pld|svc|bkpt|vst|msr|vmsr).*")
WRITE_TWO = re.compile(r"([us]ml[as]l|[us]mull|umaal|ldrd|ldm|mrrc|tmrrc|textrc|vmov|pop|swp).*")
DOUBLE_BYTES = 8


class Arm:
    """Decodes objdump's lines of either state of the processor."""

    return_bytes = 0

    def __init__(self, program: Program):
        self.program = program
        self.code = program.disassembled(OBJDUMPS)

    def entry(self) -> State:
        return State()

    def step(self, address: int, state: State) -> Step:
        if address not in self.code:
            raise Unbounded(f"{self.program.routine_at(address)}: no instruction at {address:#x}")
        mnemonic, text, size = self.code[address]
        operands = [NAMES.get(operand, operand) for operand in _operands(plain(text))] or [""]
        if transfer := TRANSFER.fullmatch(mnemonic):
            return self.transfer(address, transfer, operands, text, size, state)
        if multiple := MULTIPLE.fullmatch(mnemonic):
            return self.multiple(address, multiple, operands, size, state)
        if mnemonic in ("tbb", "tbh"):
            return Step(size, Flow.JUMP_UNKNOWN)
        if mnemonic.startswith("udf"):
            return Step(size, Flow.END)
        if operands[0] == "pc" and not READERS.fullmatch(mnemonic):
            return self.to_counter(address, mnemonic, operands, size, state)
        if move := MOVE.fullmatch(mnemonic):
            value = self.value_of(move, address, operands, state)
            if operands[0] == "sp":
                self.set_pointer(address, value, bool(move[2]), state)
            else:
                state.set(operands[0], None if move[2] else value)
        elif not READERS.fullmatch(mnemonic):
            self.forget_written(address, mnemonic, operands, state)
        self.write_back(address, operands, state)
        return Step(size)

    def unknown(self, address: int) -> Unbounded:
        where = f"{self.program.routine_at(address)}, {address:#x}"
        return Unbounded(f"{where}: the stack pointer is set to an unknown value")

    def transfer(self, address: int, found: re.Match, operands: list[str], text: str, size: int, state: State) -> Step:
        """Branches, calls and returns in a register."""
        kind, condition = found[1], found[2]
        target = re.match(r"(?:r\d+, )?([0-9a-f]+) <", text)
        if kind in ("bl", "blx"):
            state.keep(KEPT)
            return Step(size, Flow.CALL, int(target[1], 16)) if target else Step(size, Flow.CALL_UNKNOWN)
        if kind in ("bx", "bxj"):
            if operands[0] != "lr":
                return Step(size, Flow.BRANCH_UNKNOWN if condition else Flow.JUMP_UNKNOWN)
            return self.returns_perhaps(address, state.depth, size) if condition else Step(size, Flow.RETURN)
        flow = Flow.BRANCH if condition or kind in ("cbz", "cbnz") else Flow.JUMP
        return Step(size, flow, int(target[1], 16))

    def to_counter(self, address: int, mnemonic: str, operands: list[str], size: int, state: State) -> Step:
        """Jumps by instructions other than branches: a return from a register or the stack, tables."""
        if mnemonic == "mov" and operands[1:] == ["lr"]:
            return Step(size, Flow.RETURN)
        if re.fullmatch(r"ldr(\.w)?", mnemonic) and operands[1:] == ["[sp]", "#4"]:
            state.depth -= 4
            return Step(size, Flow.RETURN)
        return Step(size, Flow.BRANCH_UNKNOWN if re.search(rf"({CONDITIONS})(\.w)?$", mnemonic) else Flow.JUMP_UNKNOWN)

    def multiple(self, address: int, found: re.Match, operands: list[str], size: int, state: State) -> Step:
        """Pushes, pops, LDM and STM; a pop of the program counter returns."""
        kind, mode, condition = found[1], found[2], found[3]
        listed = _registers(operands[-1])
        loads = kind in ("pop", "vpop", "ldm", "vldm")
        if kind in ("push", "pop", "vpush", "vpop") or operands[0] == "sp!":
            count = sum(DOUBLE_BYTES if register[0] == "d" else 4 for register in listed)
            rises = (
                loads
                if kind in ("push", "pop", "vpush", "vpop")
                else mode in (None, "ia", "ib", "fd" if loads else "ea")
            )
            depth = state.depth + (-count if rises else count)
            if condition and "pc" not in listed:
                raise self.unknown(address)
            if condition:
                return self.returns_perhaps(address, depth, size)
            state.depth = depth
        elif operands[0].endswith("!"):
            state.forget(NAMES.get(operands[0][:-1], operands[0][:-1]))
        if not loads:
            return Step(size)
        state.forget(*listed)
        if "sp" in listed:
            raise self.unknown(address)
        return Step(size, Flow.RETURN if "pc" in listed else Flow.NEXT)

    def returns_perhaps(self, address: int, depth: int, size: int) -> Step:
        """A conditional return, with `depth` bytes on the stack at that point."""
        if depth:
            raise Unbounded(
                f"{self.program.routine_at(address)}, {address:#x}: returns with {depth} bytes on the stack"
            )
        return Step(size)

    def value_of(self, found: re.Match, address: int, operands: list[str], state: State) -> Value | None:
        """The result of a move, a sum, a difference or a load of a constant."""
        kind = found[1].removesuffix("s") if found[1] != "ldr" else "ldr"
        first, last = operands[0], operands[-1]
        if kind == "ldr":
            return self.literal(address, last)
        values = [self.value(operand, state) for operand in operands[1:]]
        if kind in ("mov", "movw"):
            return values[0] if len(values) == 1 else None
        if kind == "neg" or (kind == "rsb" and last == "#0"):
            return -values[0] % 2**32 if isinstance(values[0], int) else None
        if kind == "lsl":
            is_known = len(values) == 2 and all(isinstance(value, int) for value in values)
            return (values[0] << values[1]) % 2**32 if is_known else None
        if kind == "rsb" or len(values) > 2:
            return None
        left, right = values if len(values) == 2 else (self.value(first, state), values[0])
        if kind.startswith("add") and isinstance(left, int):
            left, right = right, left
        return _sum(left, right, kind.startswith("add"))

    def value(self, operand: str, state: State) -> Value | None:
        """The value of a register or an immediate."""
        if operand == "sp":
            return ("sp", state.depth)
        return int(operand[1:], 0) if re.fullmatch(r"#-?\d+", operand) else state.values.get(operand)

    def literal(self, address: int, operand: str) -> int | None:
        """The constant that a load relative to the program counter reads."""
        found = re.fullmatch(r"\[pc(?:, #(-?\d+))?\]", operand)
        if not found:
            return None
        ahead = 4 if self.program.start_of(address) in self.program.thumb else 8
        return self.program.word((address + ahead & ~3) + int(found[1] or 0), 4)

    def set_pointer(self, address: int, value: Value | None, is_conditional: bool, state: State) -> None:
        """Sets the stack pointer to an address on the stack; Unbounded for another."""
        if is_conditional or not isinstance(value, tuple):
            raise self.unknown(address)
        state.depth = value[1]

    def write_back(self, address: int, operands: list[str], state: State) -> None:
        """Base registers that a load or store changes: [r1, #-4]!, [r1], #4."""
        for index, operand in enumerate(operands):
            found = re.fullmatch(r"\[(\w+)(?:, ([^\]]*))?\](!?)", operand)
            after = operands[index + 1] if index + 1 < len(operands) else ""
            if not found or not (found[3] or after):
                continue
            base, moved = NAMES.get(found[1], found[1]), after or found[2] or "#0"
            if base != "sp":
                state.forget(base)
            elif re.fullmatch(r"#-?\d+", moved):
                state.depth -= int(moved[1:])
            else:
                raise self.unknown(address)

    def forget_written(self, address: int, mnemonic: str, operands: list[str], state: State) -> None:
        """For other kinds of instructions: every register that they may write becomes unknown."""
        written = operands if WRITE_TWO.fullmatch(mnemonic) else operands[:1]
        if "sp" in written:
            raise self.unknown(address)
        state.forget(*written)


def _operands(text: str) -> list[str]:
    """Operands; text in brackets or braces is one operand."""
    return [part.strip() for part in re.findall(r"\s*(\[[^\]]*\]!?|\{[^}]*\}\^?|[^,\[{]+)", text)]


def _registers(text: str) -> list[str]:
    """Registers of {r4-r6, lr}."""
    found = []
    for part in text.strip("{}^").split(", "):
        first, _, last = part.partition("-")
        if last:
            kind = first[0]
            found += [f"{kind}{number}" for number in range(int(first[1:]), int(NAMES.get(last, last)[1:]) + 1)]
        else:
            found.append(NAMES.get(first, first))
    return found


def _sum(left: Value | None, right: Value | None, adds: bool) -> Value | None:
    """left + right, or left - right, of an address on the stack and a constant or of two constants."""
    if not isinstance(right, int):
        return None
    signed = (right + 2**31) % 2**32 - 2**31
    if isinstance(left, int):
        return (left + right if adds else left - right) % 2**32
    return ("sp", left[1] - signed if adds else left[1] + signed) if left else None

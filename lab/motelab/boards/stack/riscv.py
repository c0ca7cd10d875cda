"""RV32, compressed and extended: sums that move the stack pointer, constants and addresses in registers, calls that
keep the return address in a register."""

import re

from motelab.boards.stack.program import Flow, Program, State, Step, Unbounded, Value, plain

OBJDUMPS = (("riscv64-unknown-elf-objdump", "binutils-riscv64-unknown-elf"),)
KEPT = tuple(f"s{number}" for number in range(12))  # by calls
RETURN = ("return", 0)  # the value of a register that holds the routine's return address
BRANCHES = re.compile(r"b(eq|ne|lt|ge|gt|le)(z|u)?")
WITHOUT_RESULT = re.compile(r"s[bhw]|fence(\.i)?|nop|csrw[i]?|csr[sc]i?")
END = ("ebreak", "unimp", "c.unimp", "ecall", "mret", "wfi")


class RiscV:
    """Decodes objdump's lines."""

    return_bytes = 0

    def __init__(self, program: Program):
        self.program = program
        self.code = program.disassembled(OBJDUMPS)

    def entry(self) -> State:
        """The return address is in ra, or in t0 of a routine for the use of others."""
        return State(values={"ra": RETURN, "t0": RETURN})

    def step(self, address: int, state: State) -> Step:
        if address not in self.code:
            raise Unbounded(f"{self.program.routine_at(address)}: no instruction at {address:#x}")
        mnemonic, text, size = self.code[address]
        operands = [operand.strip() for operand in plain(text.partition("#")[0]).split(",")]
        if mnemonic in END:
            return Step(size, Flow.END)
        if mnemonic == "ret":
            return Step(size, Flow.RETURN)
        if BRANCHES.fullmatch(mnemonic):
            return Step(size, Flow.BRANCH, int(operands[-1], 16))
        if mnemonic in ("j", "jal"):
            return self.jump(mnemonic, operands, size, state)
        if mnemonic in ("jr", "jalr"):
            return self.jump_to_register(mnemonic, operands, size, state)
        if not WITHOUT_RESULT.fullmatch(mnemonic):
            self.write(address, operands[0], self.result(mnemonic, operands, address, state), state)
        return Step(size)

    def jump(self, mnemonic: str, operands: list[str], size: int, state: State) -> Step:
        """J and JAL."""
        target = int(operands[-1], 16)
        if mnemonic == "j":
            return Step(size, Flow.JUMP, target)
        state.keep(KEPT)
        return Step(size, Flow.CALL, target)

    def jump_to_register(self, mnemonic: str, operands: list[str], size: int, state: State) -> Step:
        """JR and JALR: a return, a call, or a jump; objdump omits ra as the first operand, and an offset of 0."""
        offset, register = re.fullmatch(r"(-?\d+)?\(?(\w+)\)?", operands[-1]).groups()
        value = _sum(state.values.get(register), int(offset or 0))
        if mnemonic == "jalr":
            state.keep(KEPT)
            return Step(size, Flow.CALL, value) if isinstance(value, int) else Step(size, Flow.CALL_UNKNOWN)
        if value == RETURN:
            return Step(size, Flow.RETURN)
        return Step(size, Flow.JUMP, value) if isinstance(value, int) else Step(size, Flow.JUMP_UNKNOWN)

    def result(self, mnemonic: str, operands: list[str], address: int, state: State) -> Value | None:
        """The result of a move, a sum, a difference or a constant."""
        values = [self.value(operand, state) for operand in operands[1:]]
        match mnemonic, values:
            case ("mv" | "li", [value]):
                return value
            case ("lui", [int() as value]):
                return value << 12 & 0xFFFFFFFF
            case ("auipc", [int() as value]):
                return address + (value << 12) & 0xFFFFFFFF
            case ("neg", [int() as value]):
                return -value & 0xFFFFFFFF
            case ("slli", [int() as value, int() as places]):
                return value << places & 0xFFFFFFFF
            case ("addi" | "add", [left, right]):
                return _sum(right, left) if isinstance(left, int) else _sum(left, right)
            case ("sub", [left, int() as right]):
                return _sum(left, -right)
        return None

    def value(self, operand: str, state: State) -> Value | None:
        """The value of a register or a number."""
        if operand == "sp":
            return ("sp", state.depth)
        if operand == "zero":
            return 0
        return int(operand, 0) if re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", operand) else state.values.get(operand)

    def write(self, address: int, register: str, value: Value | None, state: State) -> None:
        """Sets a register; Unbounded if the stack pointer becomes no address on the stack."""
        if register != "sp":
            state.set(register, value)
        elif isinstance(value, tuple) and value[0] == "sp":
            state.depth = value[1]
        else:
            where = f"{self.program.routine_at(address)}, {address:#x}"
            raise Unbounded(f"{where}: the stack pointer is set to an unknown value")


def _sum(left: Value | None, right: Value | None) -> Value | None:
    """The sum of an address on the stack, or a constant, and a constant; anything and 0 is itself."""
    if not isinstance(right, int) or left is None:
        return None
    if isinstance(left, int):
        return left + right & 0xFFFFFFFF
    signed = (right + 2**31) % 2**32 - 2**31
    if left[0] == "sp":
        return ("sp", left[1] - signed)
    return left if signed == 0 else None

"""MSP430 and, from the additions of family 5, instructions with addresses of 20 bits and those that move several
registers; encodings of SLAU049 and SLAU208."""

from motelab.boards.stack.program import Flow, Program, State, Step, Unbounded, Value

PC, SP, STATUS, CONSTANT = range(4)
KEPT = tuple(f"r{number}" for number in range(4, 11))  # by calls
# Constants of the generators: (register, mode).
GENERATED = {(STATUS, 2): 4, (STATUS, 3): 8, (CONSTANT, 0): 0, (CONSTANT, 1): 1, (CONSTANT, 2): 2, (CONSTANT, 3): -1}
MOV, ADD, SUB, CMP, BIT = 4, 5, 8, 9, 11  # opcodes of two operands
PUSH, CALL, RETI = 4, 5, 6  # of one


class Msp430:
    """Decodes the words of the image."""

    return_bytes = 2

    def __init__(self, program: Program):
        self.program = program

    def entry(self) -> State:
        return State()

    def step(self, address: int, state: State) -> Step:
        word = self.word(address)
        if word & 0xE000 == 0x2000:
            offset = (word & 0x3FF) - ((word & 0x200) << 1)
            target = address + 2 + 2 * offset
            return Step(2, Flow.JUMP if word & 0x1C00 == 0x1C00 else Flow.BRANCH, target)
        if word >= 0x4000:
            return self.two_operands(address, word, state)
        if word & 0xFC00 == 0x1400:
            return self.several(word, state)
        if word & 0xFC00 == 0x1000:
            return self.one_operand(address, word, state)
        if word < 0x1000:
            return self.addresses(address, word, state)
        raise self.unknown(address)

    def word(self, address: int) -> int:
        return self.program.word(address, 2)

    def unknown(self, address: int) -> Unbounded:
        where = f"{self.program.routine_at(address)}, {address:#x}"
        return Unbounded(f"{where}: unknown instruction: {self.word(address):#06x}")

    def source(self, address: int, register: int, mode: int, state: State) -> tuple[Value | None, int]:
        """Value of a source operand and bytes of its extension at `address`; pops what it takes from the stack."""
        if (register, mode) in GENERATED:
            return GENERATED[register, mode], 0
        if mode == 0:
            return self.value(register, state), 0
        if mode == 1:  # indexed, symbolic, absolute
            return None, 2
        if (register, mode) == (PC, 3):
            return self.word(address), 2
        if (register, mode) == (SP, 3):
            state.depth -= 2
        elif mode == 3:
            state.forget(f"r{register}")
        return None, 0

    def value(self, register: int, state: State) -> Value | None:
        return ("sp", state.depth) if register == SP else state.values.get(f"r{register}")

    def two_operands(self, address: int, word: int, state: State) -> Step:
        """MOV to AND."""
        code, register, mode = word >> 12, word >> 8 & 15, word >> 4 & 3
        if word == 0x4130:  # RET
            return Step(2, Flow.RETURN)
        value, size = self.source(address + 2, register, mode, state)
        size += 2 + (2 if word & 0x80 else 0)
        if word & 0x80 or code in (CMP, BIT):
            return Step(size)
        if word & 0x40:  # bytes
            value = None
        return self.write(address, code, word & 15, value, size, state)

    def write(self, address: int, code: int, to: int, value: Value | None, size: int, state: State) -> Step:
        """Sets a register, the stack pointer or the program counter."""
        if to == PC:
            is_known = code == MOV and isinstance(value, int)
            return Step(size, Flow.JUMP, value) if is_known else Step(size, Flow.JUMP_UNKNOWN)
        result = _result(code, self.value(to, state), value)
        if to != SP:
            state.set(f"r{to}", result)
        elif isinstance(result, tuple):
            state.depth = result[1]
        else:
            where = f"{self.program.routine_at(address)}, {address:#x}"
            raise Unbounded(f"{where}: the stack pointer is set to an unknown value")
        return Step(size)

    def one_operand(self, address: int, word: int, state: State) -> Step:
        """RRC to CALLA."""
        code, register, mode = word >> 7 & 7, word & 15, word >> 4 & 3
        if code >= RETI:
            return self.calla(address, word, state)
        value, size = self.source(address + 2, register, mode, state)
        size += 2
        if code == PUSH:
            state.depth += 2
        elif code == CALL:
            return self.call(size, value, 2, state)
        elif mode == 0:
            if register == SP:
                raise self.unknown(address)
            state.forget(f"r{register}")
        return Step(size)

    def call(self, size: int, value: Value | None, pushed: int, state: State) -> Step:
        state.keep(KEPT)
        if isinstance(value, int):
            return Step(size, Flow.CALL, value, pushed)
        return Step(size, Flow.CALL_UNKNOWN, pushed=pushed)

    def calla(self, address: int, word: int, state: State) -> Step:
        """RETI and the calls with addresses of 20 bits."""
        if word == 0x1300:
            return Step(2, Flow.RETURN)
        kind = word >> 4 & 15
        if kind == 11:  # an immediate address
            return self.call(4, (word & 15) << 16 | self.word(address + 2), 4, state)
        if kind not in (4, 5, 6, 7, 8, 9):
            raise self.unknown(address)
        return self.call(2 if kind in (4, 6, 7) else 4, None, 4, state)

    def several(self, word: int, state: State) -> Step:
        """PUSHM and POPM."""
        count, last, size = (word >> 4 & 15) + 1, word & 15, 2 if word & 0x100 else 4
        if word & 0x200:
            state.depth -= count * size
            state.forget(*(f"r{register}" for register in range(last, last + count)))
        else:
            state.depth += count * size
        return Step(2)

    def addresses(self, address: int, word: int, state: State) -> Step:
        """MOVA, CMPA, ADDA, SUBA and the shifts by several bits."""
        kind, register, to = word >> 4 & 15, word >> 8 & 15, word & 15
        if word == 0x0110:  # RETA
            return Step(2, Flow.RETURN)
        if kind in (4, 5):
            state.forget(f"r{to}")
            return Step(2)
        if kind in (6, 7, 9, 13):  # to memory; comparisons
            return Step(2 if kind == 13 else 4)
        if kind == 1 and register == SP:
            state.depth -= 4
        if kind < 4:
            return self.write(address, MOV, to, None, 2 if kind < 2 else 4, state)
        immediate = register << 16 | self.word(address + 2) if kind < 12 else None
        value = self.value(register, state) if kind >= 12 else immediate
        code = {0: MOV, 2: ADD, 3: SUB}[kind & 3]
        return self.write(address, code, to, value, 4 if kind < 12 else 2, state)


def _result(code: int, old: Value | None, value: Value | None) -> Value | None:
    """The result of MOV, ADD and SUB for constants and addresses on the stack; for others it is unknown."""
    match code, old, value:
        case (4, _, _):  # MOV
            return value
        case (5 | 8, ("sp", depth), int()):
            signed = (value + 0x8000) % 0x10000 - 0x8000
            return ("sp", depth - signed if code == ADD else depth + signed)
        case (5 | 8, int(), int()):
            return (old + value if code == ADD else old - value) % 0x10000
        case _:
            return None

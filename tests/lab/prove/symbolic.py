"""One instruction on bit vectors of z3, twice: by our assignments (lab/motelab/prove/targets/ir.py), and by SLEIGH's
p-code, which pypcode translates. Both start in the same state; the tests ask the solver whether they can end in
different ones."""

import dataclasses
import re
from collections.abc import Iterator

import pypcode
import z3

from motelab.prove.targets import Target
from motelab.prove.targets.ir import Access, Instruction

ADDRESS = 32  # bits of an address in the memory that both share
BASE = 0x2340
STATUS = {"C": 0, "Z": 1, "N": 2, "V": 8}  # places of flags in a status register
Code = pypcode.OpCode


@dataclasses.dataclass
class State:
    """Registers by name, memory, and the address after the instruction."""

    registers: dict[str, z3.BitVecRef]
    memory: "Memory"
    next: z3.BitVecRef | None = None


@dataclasses.dataclass(frozen=True)
class Memory:
    """What was there, and the bytes that the instruction has stored since: pairs of an address and a byte."""

    before: z3.ArrayRef
    stored: tuple[tuple[z3.BitVecRef, z3.BitVecRef], ...] = ()

    def __getitem__(self, address: z3.BitVecRef) -> z3.BitVecRef:
        """A byte as it is now."""
        found = self.before[z3.simplify(address)]
        for at, byte in self.stored:
            found = z3.If(address == at, byte, found)
        return z3.simplify(found)

    def pairs(self, other: "Memory") -> list[tuple[z3.BitVecRef, z3.BitVecRef]]:
        """Bytes at the same address here and there; AssertionError if they are not at the same ones."""
        assert len(self.stored) == len(other.stored)
        found = []
        for address, byte in self.stored:
            there = [b for a, b in other.stored if are_equal(a, address)]
            assert len(there) == 1, f"{address} is stored {len(there)} times"
            found.append((byte, there[0]))
        return found


def are_equal(a: z3.BitVecRef, b: z3.BitVecRef) -> bool:
    solver = z3.Solver()
    solver.add(a != b)
    return bool(solver.check() == z3.unsat)


def fresh(registers: dict[str, int]) -> State:
    names = {name: z3.BitVec(name, width) for name, width in registers.items()}
    return State(names, Memory(z3.Array("memory", z3.BitVecSort(ADDRESS), z3.BitVecSort(8))))


def aligned(state: State, one: Instruction) -> State:
    """The state with registers that point to words at addresses of words: the machine refuses others."""
    registers = dict(state.registers)
    for step in one.body:
        if isinstance(step, Access) and step.size > 1:
            zeros = step.size.bit_length() - 1
            for name in (name for name in step.address if name in registers):
                width = registers[name].size()
                registers[name] = z3.Concat(z3.BitVec(f"{name}_pointer", width - zeros), z3.BitVecVal(0, zeros))
    return State(registers, state.memory)


def resized(value: z3.BitVecRef, width: int) -> z3.BitVecRef:
    if value.size() < width:
        return z3.ZeroExt(width - value.size(), value)
    return value if value.size() == width else z3.Extract(width - 1, 0, value)


def bit(condition: z3.BoolRef, width: int = 1) -> z3.BitVecRef:
    return z3.If(condition, z3.BitVecVal(1, width), z3.BitVecVal(0, width))


def load(memory: Memory, address: z3.BitVecRef, size: int) -> z3.BitVecRef:
    parts = [memory[address + i] for i in reversed(range(size))]
    return parts[0] if size == 1 else z3.Concat(*parts)


def store(memory: Memory, address: z3.BitVecRef, value: z3.BitVecRef) -> Memory:
    for i in range(value.size() // 8):
        byte = z3.simplify(z3.Extract(8 * i + 7, 8 * i, value))
        memory = Memory(memory.before, (*memory.stored, (z3.simplify(address + i), byte)))
    return memory


class Ours:
    """The assignments of motelab.prove.targets.ir."""

    def __init__(self, state: State):
        self.registers, self.memory = dict(state.registers), state.memory

    def value(self, operand: int | str, width: int) -> z3.BitVecRef:
        if isinstance(operand, int):
            return z3.BitVecVal(operand, width)
        return self.registers[operand]

    def run(self, one: Instruction) -> State:
        for step in one.body:
            if isinstance(step, Access):
                self.access(step)
            else:
                results = self.computed(step)
                for name, result in zip(step.results, results, strict=False):
                    if name is not None:
                        self.registers[name] = z3.simplify(result)
        following = z3.BitVecVal(BASE + one.size, ADDRESS)
        if one.jump:
            target = resized(self.value(one.jump.target, ADDRESS), ADDRESS)
            if one.jump.condition is not None:
                target = z3.If(self.value(one.jump.condition, 1) == 1, target, following)
            following = target
        return State(self.registers, self.memory, following)

    def access(self, one: Access) -> None:
        parts = [self.value(operand, one.part_width) for operand in one.address]
        whole = parts[0] if len(parts) == 1 else z3.Concat(*reversed(parts))
        address = resized(whole + one.offset, ADDRESS)
        if one.is_store:
            self.memory = store(self.memory, address, resized(self.value(one.value, 8 * one.size), 8 * one.size))
        else:
            self.registers[one.value] = z3.simplify(load(self.memory, address, one.size))

    def computed(self, step) -> tuple[z3.BitVecRef, ...]:
        w, name = step.width, step.name
        if name in ("add", "sub"):
            a, b = (resized(self.value(one, w), w + 1) for one in step.operands[:2])
            c = resized(self.value(step.operands[2], 1), w + 1)
            total = a + b + c if name == "add" else a - b - c
            return z3.Extract(w - 1, 0, total), z3.Extract(w, w, total)
        if name in ("mul", "muls", "mulsu"):
            a, b = (self.value(one, w) for one in step.operands)
            wide = z3.SignExt(w, a) if name != "mul" else z3.ZeroExt(w, a)
            product = wide * (z3.SignExt(w, b) if name == "muls" else z3.ZeroExt(w, b))
            return z3.Extract(w - 1, 0, product), z3.Extract(2 * w - 1, w, product)
        return self.of_one_result(name, w, step)

    def of_one_result(self, name: str, w: int, step) -> tuple[z3.BitVecRef, ...]:
        numbers = step.operands
        if name in ("join", "pack"):
            return (z3.Concat(*[self.value(one, w) for one in reversed(numbers)]),)
        if name == "split":
            whole = self.value(numbers[0], w * len(step.results))
            return tuple(z3.Extract(w * i + w - 1, w * i, whole) for i in range(len(step.results)))
        if name == "choose":
            return (z3.If(self.value(numbers[0], 1) == 1, self.value(numbers[1], w), self.value(numbers[2], w)),)
        a = self.value(numbers[0], w)
        if name in ("rol", "ror"):
            c = self.value(numbers[1], 1)
            if name == "ror":
                return z3.Concat(c, z3.Extract(w - 1, 1, a)), z3.Extract(0, 0, a)
            return z3.Concat(z3.Extract(w - 2, 0, a), c), z3.Extract(w - 1, w - 1, a)
        if name in ("shlv", "shrv", "sarv"):
            n = resized(self.value(numbers[1], w), w)
            return ({"shlv": a << n, "shrv": z3.LShR(a, n), "sarv": a >> n}[name],)
        return (self.simple(name, w, a, [*numbers[1:]]),)

    def simple(self, name: str, w: int, a: z3.BitVecRef, rest: list) -> z3.BitVecRef:
        number = rest[0] if rest else 0
        by_number = {
            "move": lambda: a,
            "not": lambda: ~a,
            "shl": lambda: a << number,
            "shr": lambda: z3.LShR(a, number),
            "sar": lambda: a >> number,
            "rotate": lambda: z3.RotateRight(a, number % w),
            "bit": lambda: z3.Extract(number, number, a),
            "zero": lambda: bit(a == 0),
            "extend": lambda: z3.ZeroExt(number - w, a),
            "sign_extend": lambda: z3.SignExt(number - w, a),
        }
        if name in by_number:
            return by_number[name]()
        values = [self.value(one, w) for one in rest]
        top = w - 1
        by_value = {
            "and": lambda b: a & b,
            "or": lambda b: a | b,
            "xor": lambda b: a ^ b,
            "less": lambda b: bit(z3.ULT(a, b)),
            "less_signed": lambda b: bit(a < b),
            "overflow_add": lambda b, s: z3.Extract(top, top, (a ^ s) & (b ^ s)),
            "overflow_sub": lambda b, d: z3.Extract(top, top, (a ^ b) & (a ^ d)),
        }
        return by_value[name](*values)


def packed(registers: dict[str, z3.BitVecRef]) -> z3.BitVecRef:
    """A status register with the flags; its other bits are 0."""
    total = z3.BitVecVal(0, 16)
    for name, place in STATUS.items():
        total |= resized(registers[name], 16) << place
    return total


class Theirs:
    """SLEIGH's p-code. Varnodes are bytes; each path has its condition."""

    def __init__(self, language: str, thumb: bool = False):
        self.context = pypcode.Context(language)
        if thumb:
            self.context.setVariableDefault("TMode", 1)
        self.places = self.context.registers

    def run(
        self, code: bytes, state: State, names: dict[str, str], status: str = ""
    ) -> Iterator[tuple[z3.BoolRef, State]]:
        """The states after the instruction and their conditions; `names` are SLEIGH's of our registers."""
        operations = list(self.context.translate(code, base_address=BASE, max_instructions=1).ops)
        size = operations[0].inputs[0].size
        start: dict[tuple[str, int], z3.BitVecRef] = {}
        values = [(self.places[theirs], state.registers[ours]) for ours, theirs in names.items()]
        if status:
            values.append((self.places[status], packed(state.registers)))
        for place, register in values:
            value = resized(register, 8 * place.size)
            for i in range(place.size):
                start[place.space.name, place.offset + i] = z3.Extract(8 * i + 7, 8 * i, value)
        for condition, bytes_, memory, target in self.paths(operations, 0, start, state.memory, z3.BoolVal(True)):
            self.bytes, self.memory = bytes_, memory
            after = {}
            for ours, theirs in names.items():
                after[ours] = resized(self.read(self.places[theirs]), state.registers[ours].size())
            if status:
                whole = self.read(self.places[status])
                after |= {name: z3.Extract(at, at, whole) for name, at in STATUS.items()}
            following = z3.BitVecVal(BASE + size, ADDRESS) if target is None else resized(target, ADDRESS)
            yield condition, State(after, memory, following)

    def paths(self, operations: list, index: int, bytes_: dict, memory: Memory, condition: z3.BoolRef) -> Iterator:
        """Executes from an operation; a branch among operations makes two paths."""
        self.bytes, self.memory = dict(bytes_), memory
        while index < len(operations):
            one = operations[index]
            kind = one.opcode
            if kind in (Code.BRANCH, Code.CALL, Code.CBRANCH):
                inside = one.inputs[0].space.name == "const"
                to = None if inside else z3.BitVecVal(one.inputs[0].offset, ADDRESS)
                taken = condition
                if kind == Code.CBRANCH:
                    test = self.read(one.inputs[1]) != 0
                    kept, mem = dict(self.bytes), self.memory
                    yield from self.paths(operations, index + 1, kept, mem, z3.And(condition, z3.Not(test)))
                    self.bytes, self.memory, taken = dict(kept), mem, z3.And(condition, test)
                if inside:
                    step = one.inputs[0].offset
                    step -= (step >> 31 & 1) << 32
                    yield from self.paths(operations, index + step, self.bytes, self.memory, taken)
                else:
                    yield taken, self.bytes, self.memory, to
                return
            if kind in (Code.BRANCHIND, Code.CALLIND, Code.RETURN):
                yield condition, self.bytes, self.memory, self.read(one.inputs[0])
                return
            self.step(one)
            index += 1
        yield condition, self.bytes, self.memory, None

    def read(self, node) -> z3.BitVecRef:
        if node.space.name == "const":
            return z3.BitVecVal(node.offset, 8 * node.size)
        parts = [self.byte(node.space.name, node.offset + i) for i in reversed(range(node.size))]
        return z3.simplify(parts[0] if len(parts) == 1 else z3.Concat(*parts))

    def byte(self, space: str, offset: int) -> z3.BitVecRef:
        if space.lower() in ("ram", "mem"):
            return self.memory[z3.BitVecVal(offset, ADDRESS)]
        if (space, offset) not in self.bytes:
            self.bytes[space, offset] = z3.BitVec(f"{space}_{offset:x}", 8)
        return self.bytes[space, offset]

    def write(self, node, value: z3.BitVecRef) -> None:
        if node.space.name.lower() in ("ram", "mem"):
            self.memory = store(self.memory, z3.BitVecVal(node.offset, ADDRESS), value)
            return
        for i in range(node.size):
            self.bytes[node.space.name, node.offset + i] = z3.simplify(z3.Extract(8 * i + 7, 8 * i, value))

    def step(self, one) -> None:
        kind = one.opcode
        if kind in (Code.IMARK, Code.CALLOTHER):
            return
        if kind == Code.LOAD:
            address = resized(self.read(one.inputs[1]), ADDRESS)
            self.write(one.output, load(self.memory, address, one.output.size))
        elif kind == Code.STORE:
            address = resized(self.read(one.inputs[1]), ADDRESS)
            self.memory = store(self.memory, address, self.read(one.inputs[2]))
        elif kind == Code.SUBPIECE:
            low = 8 * one.inputs[1].offset
            value = self.read(one.inputs[0])
            high = min(low + 8 * one.output.size, value.size())
            self.write(one.output, resized(z3.Extract(high - 1, low, value), 8 * one.output.size))
        else:
            self.write(one.output, calculated(kind, [self.read(v) for v in one.inputs], 8 * one.output.size))


def calculated(kind, values: list[z3.BitVecRef], width: int) -> z3.BitVecRef:
    """An operation of p-code without memory."""
    a, b = values[0], values[-1]
    if kind in (Code.INT_LEFT, Code.INT_RIGHT, Code.INT_SRIGHT):
        n = resized(b, a.size()) if b.size() <= a.size() else b
        wide = resized(a, n.size()) if kind != Code.INT_SRIGHT else a
        n = resized(n, wide.size())
        return resized(
            {Code.INT_LEFT: wide << n, Code.INT_RIGHT: z3.LShR(wide, n), Code.INT_SRIGHT: wide >> n}[kind], width
        )
    rules = {
        Code.COPY: lambda: a,
        Code.INT_ADD: lambda: a + b,
        Code.INT_SUB: lambda: a - b,
        Code.INT_MULT: lambda: a * b,
        Code.INT_AND: lambda: a & b,
        Code.INT_OR: lambda: a | b,
        Code.INT_XOR: lambda: a ^ b,
        Code.BOOL_AND: lambda: a & b,
        Code.BOOL_OR: lambda: a | b,
        Code.BOOL_XOR: lambda: a ^ b,
        Code.INT_NEGATE: lambda: ~a,
        Code.INT_2COMP: lambda: -a,
        Code.BOOL_NEGATE: lambda: a ^ 1,
        Code.INT_EQUAL: lambda: bit(a == b, 8),
        Code.INT_NOTEQUAL: lambda: bit(a != b, 8),
        Code.INT_LESS: lambda: bit(z3.ULT(a, b), 8),
        Code.INT_LESSEQUAL: lambda: bit(z3.ULE(a, b), 8),
        Code.INT_SLESS: lambda: bit(a < b, 8),
        Code.INT_SLESSEQUAL: lambda: bit(a <= b, 8),
        Code.INT_CARRY: lambda: bit(z3.Extract(a.size(), a.size(), z3.ZeroExt(1, a) + z3.ZeroExt(1, b)) == 1, 8),
        Code.INT_SCARRY: lambda: bit((~(a ^ b) & (a ^ (a + b))) < 0, 8),
        Code.INT_SBORROW: lambda: bit(((a ^ b) & (a ^ (a - b))) < 0, 8),
        Code.INT_ZEXT: lambda: z3.ZeroExt(width - a.size(), a),
        Code.INT_SEXT: lambda: z3.SignExt(width - a.size(), a),
        Code.PIECE: lambda: z3.Concat(a, b),
        Code.POPCOUNT: lambda: sum(
            (resized(z3.Extract(i, i, a), width) for i in range(a.size())), z3.BitVecVal(0, width)
        ),
    }
    return rules[kind]()


def form(target: Target, text: str) -> str:
    """The form of an instruction: its numbers left out, its registers by where each occurs first."""
    order: dict[str, str] = {}

    def named(found: re.Match) -> str:
        word = found[0]
        if word in target.registers or word in ("zero", "pc", "sr", "cg"):
            return order.setdefault(word, f"R{len(order)}")
        return word

    return re.sub(r"(?<![\w.])-?(0x[0-9a-f]+|\d+)", "#", re.sub(r"[a-z]\w*", named, text))

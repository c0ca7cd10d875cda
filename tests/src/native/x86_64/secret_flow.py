"""Where secrets go in compiled functions: no jump and no address may depend on them, nor the time of an instruction.

This is for code that valgrind cannot run. The disassembly of a function is interpreted over the places that may be
secret: every register, both parts of the flags that jumps test, the values kept on the stack. Unknown values are
secret:

- the values of arguments in registers (addresses, lengths, counts) are public; the memory at these addresses is
  secret, except where `public_memory` names the argument (such as a curve); constants of the program are public;
- everything on the stack is secret unless it was stored there as public; a secret stored somewhere above an address
  may be anywhere above it;
- only `callees` are called; they say which registers must be public, and this is checked; they may change the stack
  from each of their arguments up.

Only instructions listed here are allowed, so that one that divides, gathers, or compresses to memory is found. Where
paths join, a place is secret if it is secret on one of them."""

import dataclasses
import re
from collections.abc import Iterable, Mapping

from tests.src.native.x86_64.disassembly import GENERAL, Immediate, Instruction, Memory, Operand, Register

# The possible content of a register or a place: a secret; a public value, whose `memory`, if it is an address, holds
# secrets or constants; or an address on the stack, `low` bytes above the start of `frame` or, if not `exact`,
# anywhere above that.
Value = tuple
SECRET: Value = ("secret",)
PUBLIC: Value = ("public", "secrets")
CONSTANTS: Value = ("public", "constants")
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
SAVED = ("rbx", "rbp", "rsp", "r12", "r13", "r14", "r15")
CARRY, OTHER_FLAGS = "carry", "flags"  # carry; and zero, sign, overflow and parity

MOVES = re.compile(
    r"mov(abs|zx|sx|sxd|be)?|v?mov(d|q|[au]p[sd]|dq[au](8|16|32|64)?|s[sd]|[lh]p[sd]|ntdqa?|lhps|hlps)|kmov[bwdq]|v?lddqu"
)
PARTIAL_MOVES = re.compile(r"mov([lh]p[sd]|lhps|hlps|s[sd])")  # which keep a part of their target
ALU = re.compile(
    r"add|sub|and|or|xor|adc|sbb|neg|not|inc|dec|imul|sh[lr]d?|s[ar]r|sal|ro[lr]|bswap|andn|bextr|bzhi|bls(r|i|msk)|rorx"
    r"|sh[lr]x|sarx|ad[co]x|[tl]zcnt|popcnt|bs[fr]"
)
COMPARISONS = re.compile(r"cmp|test|bt|v?ptest|vtestp[sd]|k(or)?test[bwdq]")
OVERWRITES = re.compile(r"[tl]zcnt|popcnt|rorx|bls(r|i|msk)")  # for two operands the first
WITHOUT_FLAGS = re.compile(r"not|bswap|rorx|sh[lr]x|sarx")
VECTORS = re.compile(
    r"v?p?(and|andn|or|xor|add|sub|mul|mull|cmp|testn?m|unpck|shuf|blend|broadcast|insert|insr|extract|extr|perm|align"
    r"|sll|srl|sra|shl[dv]|shr[dv]|rol|ror|min|max|abs|sign|movmsk|mov[sz]x|movm2|ternlog|clmul|gf2p8|lzcnt|popcnt|multishift|madd|conflict|ackus|acks)[a-z0-9]*"
    r"|vmov(ddup|shdup|sldup)|k(and|andn|or|xor|xnor|not|shift|unpck|add)[lr]?[a-z]*|vpmov[a-z0-9]+"
)
EXPANSIONS = re.compile(r"vp?(expand|compress)[a-z0-9]*")  # between registers only
MULTIPLICATIONS = {"mul": ("rax", "rdx"), "cqo": ("rdx",), "cdq": ("rdx",), "cdqe": ("rax",), "cwde": ("rax",)}
NOTHING = re.compile(r"nop.*|endbr64|vzeroupper|vzeroall|lfence")
# A mask from a byte, which leaves the rest of its register as it was: eight bits, all that vectors of eight words test.
BYTE = re.compile(r"mov +(?:([abcd])l|([sd]i)l|(r\d+)b),0x[0-9a-f]+")
MASK_OF_A_REGISTER = re.compile(r"kmov[bwd] +(k\d),(?:e([abcd])x|e([sd]i)|(r\d+)d)")
OF_EIGHT_WORDS = re.compile(r"vmovdq[au]64 .*ZMMWORD.*")
KEEPS_TARGET = re.compile(r"vpternlog.*|vperm[ti]2.*|vpsh[lr]dv.*|vpmadd52.*|vp?expand.*|vp?compress.*")


@dataclasses.dataclass(frozen=True)
class Finding:
    """A place where a secret shows, or may show: the fault and its instruction."""

    what: str
    address: int
    text: str

    def __str__(self) -> str:
        return f"{self.what}: {self.address:x}: {self.text}"


def join(a: Value, b: Value) -> Value:
    """The content where two paths join: one brought a, known already, and the other b."""
    if a == b:
        return a
    if SECRET in (a, b):
        return SECRET
    if a[0] == b[0] == "stack" and a[1] == b[1]:
        lows = (a[2], b[2])
        falls = None in lows or (not a[3] and b[2] < a[2])  # otherwise a loop could lower it for ever
        return ("stack", a[1], None if falls else min(lows), False)
    return PUBLIC if a[0] == b[0] == "public" else ("stack", None, None, False)


def is_secret(values: Iterable[Value]) -> bool:
    return any(value == SECRET for value in values)


@dataclasses.dataclass
class State:
    """The state before an instruction: values of registers and flags; for the stack, (frame, offset) -> bytes and
    value of each public place."""

    registers: dict[str, Value]
    stack: dict[tuple[str, int], tuple[int, Value]]

    def copy(self) -> "State":
        return State(dict(self.registers), dict(self.stack))

    def get(self, name: str | None) -> Value:
        return PUBLIC if name is None else self.registers.get(name, SECRET)

    def joined(self, other: "State") -> "State":
        names = self.registers.keys() & other.registers.keys()
        registers = {name: join(self.registers[name], other.registers[name]) for name in names}
        stack = {}
        for place in self.stack.keys() & other.stack.keys():
            (size, value), (other_size, other_value) = self.stack[place], other.stack[place]
            if size == other_size and (both := join(value, other_value)) != SECRET:
                stack[place] = (size, both)
        return State({name: value for name, value in registers.items() if value != SECRET}, stack)


class Function:
    """One function, interpreted; `findings` say where secrets show."""

    def __init__(
        self,
        body: list[Instruction],
        callees: Mapping[str, Iterable[str]] | None = None,
        public_memory: Iterable[str] = (),
        secret_arguments: Iterable[str] = (),
    ):
        self.body, self.callees = body, callees or {}
        self.index = {instruction.address: i for i, instruction in enumerate(body)}
        self.findings: set[Finding] = set()
        self._targets = {self.index.get(instruction.target) for instruction in body}
        start = {name: PUBLIC for name in (*SAVED, *ARGUMENTS)} | {name: CONSTANTS for name in public_memory}
        start |= dict.fromkeys(secret_arguments, SECRET) | {"rsp": ("stack", "entry", 0, True)}
        self.before: dict[int, State] = {0: State(start, {})}
        self._run()

    def _run(self) -> None:
        leaders = {0} | {self.index[i.target] for i in self.body if i.target in self.index}
        leaders |= {n + 1 for n, i in enumerate(self.body) if i.mnemonic[0] == "j"}
        waiting = [0]
        while waiting:
            at = waiting.pop()
            state = self.before[at].copy()
            while True:
                instruction = self.body[at]
                following = self._step(state, instruction, at)
                if following == [at + 1] and at + 1 not in leaders and at + 1 < len(self.body):
                    at += 1
                    continue
                for place in (p for p in following if p < len(self.body)):
                    old = self.before.get(place)
                    new = state.copy() if old is None else old.joined(state)
                    if new != old:
                        self.before[place] = new
                        waiting.append(place)
                break

    def _found(self, what: str, instruction: Instruction) -> None:
        self.findings.add(Finding(what, instruction.address, instruction.text))

    # Places in memory

    def _address(self, state: State, memory: Memory) -> Value:
        """The address of an operand as a value."""
        if memory.base == "rip" or (memory.segment and not memory.base):
            return CONSTANTS
        base, index = state.get(memory.base), state.get(memory.index)
        if is_secret((base, index)):
            return SECRET
        if memory.index and index[0] == "stack":
            base, index = index, base
        if base[0] == "stack":
            if base[2] is None:
                return base
            return ("stack", base[1], base[2] + memory.displacement, base[3] and memory.index is None)
        return base

    def _load(self, state: State, memory: Memory, size: int) -> Value:
        address = self._address(state, memory)
        if address == CONSTANTS:
            return CONSTANTS
        if address[0] != "stack" or not address[3]:
            return SECRET
        frame, low = address[1:3]
        if frame == "entry" and low >= 0:  # arguments without a register; vectors there are secrets
            return PUBLIC if size <= 8 else SECRET
        for (of, at), (stored, value) in state.stack.items():
            if of == frame and at <= low and low + size <= at + stored:
                return value if (at, stored) == (low, size) else PUBLIC
        return SECRET

    def _store(self, state: State, memory: Memory, size: int, value: Value) -> None:
        address = self._address(state, memory)
        if address[0] != "stack":
            return
        _, frame, low, exact = address
        if low is None:
            state.stack = {}
        elif not exact:
            if value == SECRET:
                self._forget(state, frame, low)
        else:
            self._forget(state, frame, low, low + size)
            if value != SECRET:
                state.stack[frame, low] = (size, value)

    @staticmethod
    def _forget(state: State, frame: str, low: float, end: float = float("inf")) -> None:
        for place in [p for p, (size, _) in state.stack.items() if p[0] == frame and low < p[1] + size and p[1] < end]:
            del state.stack[place]

    # Operands

    def _size(self, instruction: Instruction, operand: Operand) -> int:
        if operand.bytes:
            return operand.bytes
        return max((o.bytes for o in instruction.operands if isinstance(o, Register)), default=64)

    def _read(self, state: State, instruction: Instruction, operand: Operand) -> Value:
        if isinstance(operand, Immediate):
            return PUBLIC
        if isinstance(operand, Register):
            return state.get(operand.name)
        return self._load(state, operand, self._size(instruction, operand))

    def _write(self, state: State, instruction: Instruction, operand: Operand, value: Value) -> None:
        if isinstance(operand, Memory):
            if instruction.mask:
                value = join(value, SECRET)
            self._store(state, operand, self._size(instruction, operand), value)
            return
        if instruction.mask:
            value = mixed(
                [value, state.get(instruction.mask), *([] if instruction.zeroes else [state.get(operand.name)])]
            )
        if operand.bytes < 4 and operand.name in GENERAL:  # the rest of the register stays
            value = mixed([value, state.get(operand.name)])
        state.registers[operand.name] = value
        state.registers.pop(f"{operand.name} byte", None)

    # Instructions

    def _mask_of_a_byte(self, state: State, i: Instruction, at: int) -> bool:
        """Takes a mask whose eight lowest bits the instruction before has set to a constant: they are public, the rest
        is whatever the register held. Whether it was that."""
        found, before = MASK_OF_A_REGISTER.fullmatch(i.text), BYTE.fullmatch(self.body[at - 1].text) if at else None
        if not found or not before or found.groups()[1:] != before.groups() or at in self._targets:
            return False
        for operand in i.operands[:1]:
            self._write(state, i, operand, SECRET)
        state.registers[f"{found[1]} byte"] = PUBLIC
        return True

    @staticmethod
    def _is_public_byte(state: State, i: Instruction) -> bool:
        return bool(OF_EIGHT_WORDS.fullmatch(i.text)) and state.get(f"{i.mask} byte") == PUBLIC

    def _step(self, state: State, i: Instruction, at: int) -> list[int]:
        """Executes one instruction; returns the places of its possible successors."""
        if i.mnemonic != "lea":
            for memory in (o for o in i.operands if isinstance(o, Memory)):
                if self._address(state, memory) == SECRET:
                    self._found("address from a secret", i)
                if i.mask and state.get(i.mask) == SECRET and not self._is_public_byte(state, i):
                    self._found("access to memory masked by a secret", i)
        if i.mnemonic[0] == "j":
            return self._jump(state, i, at)
        if i.mnemonic in ("ret", "ud2"):
            return []
        if i.mnemonic == "call":
            self._call(state, i)
        elif i.mnemonic.startswith("rep "):
            self._repeated(state, i)
        elif self._mask_of_a_byte(state, i, at):
            pass
        elif not (self._stack_instruction(state, i) or self._plain(state, i) or NOTHING.fullmatch(i.mnemonic)):
            self._found("an instruction that is not known to take the same time always", i)
            for operand in (o for o in i.operands if isinstance(o, Register)):
                state.registers[operand.name] = SECRET
                state.registers.pop(f"{operand.name} byte", None)
            state.registers |= {CARRY: SECRET, OTHER_FLAGS: SECRET}
        return [at + 1]

    def _repeated(self, state: State, i: Instruction) -> None:
        """Copies, or fills, as many bytes as the register of the count says."""
        if is_secret(state.get(name) for name in ("rdi", "rsi", "rcx")[:: 1 if "movs" in i.text else 2]):
            self._found("address or length from a secret", i)
        target = state.get("rdi")
        if target[0] == "stack":
            self._forget(state, target[1], float("-inf") if target[2] is None else target[2])
        for name in ("rdi", "rsi"):  # they end somewhere beyond
            value = state.get(name)
            state.registers[name] = (*value[:3], False) if value[0] == "stack" else value
        state.registers["rcx"] = PUBLIC

    def _jump(self, state: State, i: Instruction, at: int) -> list[int]:
        if i.mnemonic != "jmp" and self._condition(state, i.mnemonic[1:]) == SECRET:
            self._found("jump on a secret", i)
        if i.target not in self.index:
            if i.symbol is None:
                self._found("jump to an address in a register", i)
            else:
                self._call(state, i)
            return [] if i.mnemonic == "jmp" else [at + 1]
        return [self.index[i.target]] + ([] if i.mnemonic == "jmp" else [at + 1])

    @staticmethod
    def _condition(state: State, condition: str) -> Value:
        """The flags that a condition such as `ne` tests, or the register of `rcxz`."""
        if condition.endswith("cxz"):
            return state.get("rcx")
        asked = {"a": (CARRY, OTHER_FLAGS), "be": (CARRY, OTHER_FLAGS), "b": (CARRY,), "ae": (CARRY,)}
        return mixed([state.get(flag) for flag in asked.get(condition, (OTHER_FLAGS,))])

    def _call(self, state: State, i: Instruction) -> None:
        """The places that a callee may change become secret: call-clobbered registers, and the memory at its
        arguments."""
        if i.symbol not in self.callees:
            self._found(f"call of {i.symbol}", i)
        for name in self.callees.get(i.symbol, ()):
            if state.get(name) == SECRET:
                self._found(f"secret argument of {i.symbol} in {name}", i)
        for value in [state.get(name) for name in ARGUMENTS]:
            if value[0] == "stack":
                self._forget(state, value[1], float("-inf") if value[2] is None else value[2])
        state.registers = {name: value for name, value in state.registers.items() if name in SAVED}

    def _stack_instruction(self, state: State, i: Instruction) -> bool:
        """Instructions that move the stack pointer."""
        pointer = state.get("rsp")
        top = Memory("rsp", None, 0, 8, None)
        if i.mnemonic == "push":
            value = self._read(state, i, i.operands[0])
            state.registers["rsp"] = moved(pointer, -8)
            self._store(state, top, 8, value)
        elif i.mnemonic in ("pop", "leave"):
            if i.mnemonic == "leave":
                state.registers["rsp"] = state.get("rbp")
            target = i.operands[0] if i.operands else Register("rbp", 8)
            value = self._load(state, top, 8)
            state.registers["rsp"] = moved(state.get("rsp"), 8)
            self._write(state, i, target, value)
        elif i.mnemonic == "and" and i.operands[0] == Register("rsp", 8):  # a frame of its own
            state.registers["rsp"] = ("stack", f"aligned at {i.address:x}", 0, True)
            state.registers |= {CARRY: PUBLIC, OTHER_FLAGS: PUBLIC}
        else:
            return False
        return True

    def _plain(self, state: State, i: Instruction) -> bool:
        """Instructions that compute a value from their operands; False for others."""
        name, operands = i.mnemonic, i.operands
        if name == "lea":
            self._write(state, i, operands[0], self._address(state, operands[1]))
        elif MOVES.fullmatch(name):
            values = [self._read(state, i, operand) for operand in operands[1:]]
            if PARTIAL_MOVES.fullmatch(name):
                values.append(state.get(operands[0].name) if isinstance(operands[0], Register) else PUBLIC)
            self._write(state, i, operands[0], values[0] if len(values) == 1 else mixed(values))
        elif name.startswith("cmov"):
            value = join(*(self._read(state, i, operand) for operand in operands))
            secret = self._condition(state, name[4:]) == SECRET
            self._write(state, i, operands[0], SECRET if secret else value)
        elif name.startswith("set") and len(operands) == 1:
            self._write(state, i, operands[0], self._condition(state, name[3:]))
        elif name == "xchg" and not any(isinstance(operand, Memory) for operand in operands):
            values = [self._read(state, i, operand) for operand in operands]
            for operand, value in zip(operands, reversed(values), strict=True):
                self._write(state, i, operand, value)
        else:
            return self._arithmetic(state, i)
        return True

    def _arithmetic(self, state: State, i: Instruction) -> bool:
        name, operands = i.mnemonic, i.operands
        values = [self._read(state, i, operand) for operand in operands]
        if name in MULTIPLICATIONS or (name == "imul" and len(operands) == 1):
            result = mixed([*values, state.get("rax")])
            state.registers |= dict.fromkeys(MULTIPLICATIONS.get(name, ("rax", "rdx")), result)
            if name.endswith("mul"):
                state.registers |= {CARRY: result, OTHER_FLAGS: result}
        elif name in ("div", "idiv") and not is_secret([*values, state.get("rax"), state.get("rdx")]):
            state.registers |= {"rax": PUBLIC, "rdx": PUBLIC, CARRY: SECRET, OTHER_FLAGS: SECRET}
        elif name == "mulx":
            for operand in operands[:2]:
                self._write(state, i, operand, mixed([values[2], state.get("rdx")]))
        elif COMPARISONS.fullmatch(name):
            state.registers |= dict.fromkeys((CARRY, OTHER_FLAGS), mixed(values))
        elif ALU.fullmatch(name):
            self._alu(state, i, values)
        elif VECTORS.fullmatch(name) or (EXPANSIONS.fullmatch(name) and not has_memory(i)):
            keeps = not name.startswith(("v", "k")) or KEEPS_TARGET.fullmatch(name)
            sources = values if keeps and not is_move_to_register(name) else values[1:]
            self._write(state, i, operands[0], PUBLIC if is_constant(i) else mixed(sources))
        else:
            return False
        return True

    def _alu(self, state: State, i: Instruction, values: list[Value]) -> None:
        """Arithmetic on the general registers, and the flags that it sets."""
        name, operands = i.mnemonic, i.operands
        overwrites = OVERWRITES.fullmatch(name) or (len(operands) == 3 and name not in ("shld", "shrd"))
        sources = values[1:] if overwrites else values
        if name in ("adc", "sbb", "adcx", "adox"):
            sources = [*sources, state.get(CARRY), *([state.get(OTHER_FLAGS)] if name == "adox" else [])]
        result = PUBLIC if is_constant(i) else mixed(sources)
        if result != SECRET and name in ("add", "sub", "inc", "dec") and len(operands) <= 2:
            result = displaced(name, values, operands)
        flag = SECRET if result == SECRET else PUBLIC
        self._write(state, i, operands[0], result)
        if WITHOUT_FLAGS.fullmatch(name):
            return
        if name in ("inc", "dec"):
            state.registers[OTHER_FLAGS] = flag
        elif name.startswith(("sh", "sa", "ro")):  # a shift by no places leaves the flags
            state.registers |= {f: mixed([flag, state.get(f)]) for f in (CARRY, OTHER_FLAGS)}
        else:
            state.registers |= {CARRY: flag, OTHER_FLAGS: flag}


def mixed(values: Iterable[Value]) -> Value:
    """The result computed from these."""
    return SECRET if is_secret(values) else PUBLIC


def moved(pointer: Value, by: int) -> Value:
    """An address on the stack, moved up by so many bytes."""
    return (*pointer[:2], pointer[2] + by, pointer[3]) if pointer[0] == "stack" and pointer[2] is not None else pointer


def displaced(name: str, values: list[Value], operands: tuple[Operand, ...]) -> Value:
    """The sum or difference of public values: an address if one of them is an address."""
    first, *rest = values
    if operands[1:] and isinstance(operands[1], Immediate):
        return moved(first, -operands[1].value if name == "sub" else operands[1].value)
    if first[0] == "stack" or name in ("inc", "dec"):
        if name == "sub" and rest and rest[0][0] == "stack":
            return PUBLIC  # a distance
        return (*first[:2], first[2] if name == "add" else None, False) if first[0] == "stack" else first
    return next((value for value in rest if value[0] == "stack"), first)


def has_memory(i: Instruction) -> bool:
    return any(isinstance(operand, Memory) for operand in i.operands)


def is_move_to_register(name: str) -> bool:
    """Whether an instruction of the older kind overwrites all of its target."""
    return name.startswith(("pmovmsk", "movmsk", "pextr", "pshufd", "pshufl", "pshufh", "pabs", "pmovzx", "pmovsx"))


def is_constant(i: Instruction) -> bool:
    """Whether it makes a constant, whatever its operands hold: a ^ a, a - a, a == a, all ones."""
    if i.mask:
        return False
    sources = i.operands[-2:]
    if re.fullmatch(r"xor|sub|v?pxor[dq]?|v?xorp[sd]|v?psub[bwdq]|v?pcmpeq[bwdq]", i.mnemonic):
        return isinstance(sources[0], Register) and sources[0] == sources[-1]
    return i.mnemonic.startswith("vpternlog") and i.operands[-1] in (Immediate(0xFF), Immediate(0))


def needed(body: list[Instruction], **options) -> list[str]:
    """Registers of arguments that must be public so that the function shows no secret."""
    others = set(leaks(body, **options))
    return [name for name in ARGUMENTS if set(leaks(body, secret_arguments=[name], **options)) - others]


def leaks(body: list[Instruction], **options) -> list[Finding]:
    """The findings of a function, by address."""
    return sorted(Function(body, **options).findings, key=lambda finding: finding.address)

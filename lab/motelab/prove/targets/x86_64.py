"""x86-64 with BMI2 and ADX, from the "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2: words of
64 bits. Arguments and kept registers as in the "System V Application Binary Interface, AMD64 Architecture Processor
Supplement".

The flags are C Z S O; P and A are not here, and nothing that reads them. A flag that the manual leaves undefined
becomes `undefined`, a register that nobody may compute with. A register of SSE is two words, the upper one with "h"
behind the name. AVX-512 is not here."""

import dataclasses
from collections.abc import Callable
from typing import Any

from motelab.prove.targets import Target, Undecoded
from motelab.prove.targets.ir import Access, Instruction, Jump, Op, Operand, op

NAMES = ("rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", *(f"r{i}" for i in range(8, 16)))
WIDE = tuple(f"xmm{i}" for i in range(16))
FLAGS = ("C", "Z", "S", "O")
UNDEFINED = "undefined"
WORD = (1 << 64) - 1

Body = list[Op | Access]
Meaning = tuple[str, Body, Jump | None]


def w(name: str, results: str, *operands: Operand) -> Op:
    """An operation on words."""
    return op(name, results, *operands, width=64)


def flag(name: str, results: str, *operands: Operand) -> Op:
    """An operation on flags."""
    return op(name, results, *operands, width=1)


@dataclasses.dataclass
class Reader:
    """The bytes of an instruction after its prefixes; r, x, b: the upper bits of the three numbers of registers."""

    code: bytes
    at: int
    address: int
    r: int = 0
    x: int = 0
    b: int = 0

    def number(self, size: int) -> int:
        """The next number, with its sign."""
        data = self.code[self.at : self.at + size]
        if len(data) < size:
            raise Undecoded(f"opcode {self.code.hex()}: the code ends")
        self.at += size
        return int.from_bytes(data, "little", signed=True)

    def byte(self) -> int:
        return self.number(1) & 255


@dataclasses.dataclass(frozen=True)
class Place:
    """What the byte ModRM names: `other`, the number of a register or a part of the opcode; and a register, by its
    number, or memory at base + scale index + offset, or at offset alone. `text` is the manual's."""

    other: int
    text: str
    register: int | None = None
    base: str | None = None
    index: str | None = None
    scale: int = 0  # a power of two
    offset: int = 0

    def address(self) -> Body:
        """What leaves the address of the memory in _at."""
        body: Body = [w("move", "_at", self.base if self.base else 0)]
        if self.index:
            body += [w("shl", "_i", self.index, self.scale), w("add", "_at -", "_at", "_i", 0)]
        return [*body, w("add", "_at -", "_at", self.offset & WORD, 0)]

    def loaded(self, name: str) -> Body:
        """What leaves the value in a temporary."""
        if self.register is not None:
            return [w("move", name, NAMES[self.register])]
        return [*self.address(), Access(False, "data", ("_at",), 64, 0, name, 8)]

    def stored(self, value: Operand) -> Body:
        if self.register is not None:
            return [w("move", NAMES[self.register], value)]
        return [*self.address(), Access(True, "data", ("_at",), 64, 0, value, 8)]


def placed(read: Reader, behind: int = 0) -> Place:
    """The operands by ModRM, SIB and displacement; `behind`: bytes of the instruction after these."""
    modrm = read.byte()
    kind, other, low = modrm >> 6, modrm >> 3 & 7 | read.r << 3, modrm & 7
    if kind == 3:
        number = low | read.b << 3
        return Place(other, NAMES[number], number)
    base, index, scale = NAMES[low | read.b << 3], None, 0
    if low == 4:
        sib = read.byte()
        scale, number, low = sib >> 6, sib >> 3 & 7 | read.x << 3, sib & 7
        index = NAMES[number] if number != 4 else None
        base = NAMES[low | read.b << 3]
        if low == 5 and kind == 0:
            raise Undecoded(f"opcode {read.code.hex()}: no base")
    if low == 5 and kind == 0:
        offset = read.number(4)
        at = read.address + read.at + behind + offset & WORD
        return Place(other, f"[{at:#x}]", offset=at)
    offset = read.number((0, 1, 4)[kind]) if kind else 0
    shown = f"[{base}" + (f" + {1 << scale}*{index}" if index else "") + f" + {offset}]"
    return Place(other, shown, None, base, index, scale, offset)


def tested(d: str) -> Body:
    """S and Z of a result."""
    return [w("bit", "S", d, 63), w("zero", "Z", d)]


def added(d: str, a: Operand, b: Operand, carry: Operand = 0) -> Body:
    out = [w("move", "_a", a), w("move", "_b", b), w("add", f"{d} C", "_a", "_b", carry)]
    return [*out, w("overflow_add", "O", "_a", "_b", d), *tested(d)]


def subtracted(d: str, a: Operand, b: Operand, borrow: Operand = 0) -> Body:
    out = [w("move", "_a", a), w("move", "_b", b), w("sub", f"{d} C", "_a", "_b", borrow)]
    return [*out, w("overflow_sub", "O", "_a", "_b", d), *tested(d)]


def logic(name: str, d: str, a: Operand, b: Operand) -> Body:
    return [w(name, d, a, b), flag("move", "C", 0), flag("move", "O", 0), *tested(d)]


# The eight operations whose opcodes are alike, by their numbers.
ARITHMETIC: tuple[tuple[str, Callable[[str, Operand, Operand], Body]], ...] = (
    ("add", added),
    ("or", lambda d, a, b: logic("or", d, a, b)),
    ("adc", lambda d, a, b: added(d, a, b, "C")),
    ("sbb", lambda d, a, b: subtracted(d, a, b, "C")),
    ("and", lambda d, a, b: logic("and", d, a, b)),
    ("sub", subtracted),
    ("xor", lambda d, a, b: logic("xor", d, a, b)),
    ("cmp", subtracted),
)


def of_same(name: str, d: str) -> Body:
    """An operation of a register and itself: its value does not matter for xor, sub, sbb."""
    if name == "xor":
        return [w("move", d, 0), flag("move", "C", 0), flag("move", "O", 0), *tested(d)]
    return subtracted(d, 0, 0, "C" if name == "sbb" else 0)


def calculated(number: int, place: Place, b: Operand, loads: Body, shown: str) -> Meaning:
    """An operation on a place and a second operand; the result goes to the place."""
    name, rule = ARITHMETIC[number]
    text = f"{name} {place.text}, {shown}"
    if place.register is None:
        body = [*loads, *place.loaded("_x"), *rule("_d", "_x", b)]
        return text, [*body, *(place.stored("_d") if name != "cmp" else [])], None
    d = NAMES[place.register]
    if b == d and name in ("xor", "sub", "sbb", "cmp"):
        return text, of_same(name, "_d" if name == "cmp" else d), None
    return text, [*loads, *rule("_d" if name == "cmp" else d, d, b)], None


def arithmetic(code: int, read: Reader) -> Meaning:
    """add, or, adc, sbb, and, sub, xor, cmp of a register and a place, or of rax and a constant."""
    number, kind = code >> 3, code & 7
    if kind == 1:
        place = placed(read)
        return calculated(number, place, NAMES[place.other], [], NAMES[place.other])
    if kind == 3:
        place = placed(read)
        own = Place(0, NAMES[place.other], place.other)
        if place.register is not None:
            return calculated(number, own, NAMES[place.register], [], place.text)
        return calculated(number, own, "_y", place.loaded("_y"), place.text)
    if kind == 5:
        value = read.number(4)
        return calculated(number, Place(0, "rax", 0), value & WORD, [], f"{value:#x}")
    raise Undecoded(f"opcode {read.code.hex()}")


def with_constant(code: int, read: Reader) -> Meaning:
    size = 1 if code == 0x83 else 4
    place = placed(read, size)
    value = read.number(size)
    return calculated(place.other & 7, place, value & WORD, [], f"{value:#x}")


def moved(code: int, read: Reader) -> Meaning:
    if code == 0x8B:
        place = placed(read)
        d = NAMES[place.other]
        return f"mov {d}, {place.text}", [*place.loaded("_m"), w("move", d, "_m")], None
    if code == 0x89:
        place = placed(read)
        return f"mov {place.text}, {NAMES[place.other]}", place.stored(NAMES[place.other]), None
    if code == 0xC7:
        place = placed(read, 4)
        value = read.number(4)
        return f"mov {place.text}, {value:#x}", place.stored(value & WORD), None
    d, value = NAMES[code & 7 | read.b << 3], read.number(8) & WORD
    return f"movabs {d}, {value:#x}", [w("move", d, value)], None


def computed_address(read: Reader) -> Meaning:
    place = placed(read)
    if place.register is not None:
        raise Undecoded(f"opcode {read.code.hex()}")
    return f"lea {NAMES[place.other]}, {place.text}", [*place.address(), w("move", NAMES[place.other], "_at")], None


def of_one(read: Reader) -> Meaning:
    """The group of F7: test, not, neg, mul."""
    place = placed(read)
    which = place.other & 7
    if which == 2:
        return f"not {place.text}", [*place.loaded("_x"), w("not", "_d", "_x"), *place.stored("_d")], None
    if which == 3:
        return f"neg {place.text}", [*place.loaded("_x"), *subtracted("_d", 0, "_x"), *place.stored("_d")], None
    if which == 4:
        body = [*place.loaded("_x"), w("mul", "rax rdx", "rax", "_x"), w("zero", "_z", "rdx"), flag("not", "C", "_z")]
        return f"mul {place.text}", [*body, flag("move", "O", "C"), *undefined("S", "Z")], None
    raise Undecoded(f"opcode {read.code.hex()}")


def undefined(*flags: str) -> Body:
    """Flags that the manual leaves undefined."""
    return [flag("move", one, UNDEFINED) for one in flags]


def truncated(d: str, a: Operand, b: Operand) -> Body:
    """imul: the lower half, and whether it is the whole signed product."""
    body: Body = [w("move", "_a", a), w("move", "_b", b), w("mul", f"{d} -", "_a", "_b")]
    body += [w("muls", "_l _h", "_a", "_b"), w("sar", "_s", "_l", 63), w("sub", "_x -", "_h", "_s", 0)]
    return [*body, w("zero", "_z", "_x"), flag("not", "C", "_z"), flag("move", "O", "C"), *undefined("S", "Z")]


def product(code: int, read: Reader) -> Meaning:
    """imul of two or three operands."""
    size = {0xAF: 0, 0x6B: 1, 0x69: 4}[code]
    place = placed(read, size)
    d = NAMES[place.other]
    if not size:
        return f"imul {d}, {place.text}", [*place.loaded("_y"), *truncated(d, d, "_y")], None
    value = read.number(size)
    return f"imul {d}, {place.text}, {value:#x}", [*place.loaded("_y"), *truncated(d, "_y", value & WORD)], None


def shifted(code: int, read: Reader) -> Meaning:
    """shl, shr, sar by a constant."""
    place = placed(read, 1 if code == 0xC1 else 0)
    n = read.byte() & 63 if code == 0xC1 else 1
    found = {4: ("shl", "shl"), 5: ("shr", "shr"), 7: ("sar", "sar")}.get(place.other & 7)
    if not found or not n:
        raise Undecoded(f"opcode {read.code.hex()}")
    name, rule = found
    body = [*place.loaded("_x"), w("bit", "C", "_x", 64 - n if name == "shl" else n - 1), w(rule, "_d", "_x", n)]
    body += tested("_d")
    if n == 1 and name == "shl":
        body.append(flag("xor", "O", "S", "C"))
    elif n == 1 and name == "sar":
        body.append(flag("move", "O", 0))
    else:  # of shr by 1, SLEIGH has another O than the manual: nobody may use it
        body += undefined("O")
    return f"{name} {place.text}, {n}", [*body, *place.stored("_d")], None


def shifted_from(code: int, read: Reader) -> Meaning:
    """shld, shrd: by a constant; bits of a register enter."""
    place = placed(read, 1)
    n = read.byte() & 63
    if not n:
        raise Undecoded(f"opcode {read.code.hex()}")
    name, source = ("shrd" if code == 0xAC else "shld"), NAMES[place.other]
    up, down = (64 - n, n) if code == 0xAC else (n, 64 - n)
    first, second = ("_x", source) if code == 0xAC else (source, "_x")
    body = [*place.loaded("_x"), w("bit", "C", "_x", n - 1 if code == 0xAC else 64 - n)]
    body += [w("shr", "_p", first, down), w("shl", "_q", second, up), w("or", "_d", "_p", "_q"), *tested("_d")]
    body += undefined("O") if n > 1 else [w("xor", "_c", "_x", "_d"), w("bit", "O", "_c", 63)]
    return f"{name} {place.text}, {source}, {n}", [*body, *place.stored("_d")], None


def condition(number: int) -> tuple[Body, str]:
    """The value of a condition, after assignments to temporaries: o b z be s l le, and their negations."""
    rules: dict[int, tuple[Body, str]] = {
        0: ([], "O"),
        1: ([], "C"),
        2: ([], "Z"),
        3: ([flag("or", "_be", "C", "Z")], "_be"),
        4: ([], "S"),
        6: ([flag("xor", "_l", "S", "O")], "_l"),
        7: ([flag("xor", "_l", "S", "O"), flag("or", "_le", "_l", "Z")], "_le"),
    }
    if number >> 1 not in rules:
        raise Undecoded("a condition of parity")
    body, name = rules[number >> 1]
    if number & 1:
        return [*body, flag("not", "_taken", name)], "_taken"
    return body, name


CONDITIONS = ("o", "no", "b", "ae", "z", "nz", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g")


def chosen(code: int, read: Reader) -> Meaning:
    """cmov."""
    place = placed(read)
    body, name = condition(code & 15)
    d = NAMES[place.other]
    body = [*place.loaded("_m"), *body, w("choose", d, name, "_m", d)]
    return f"cmov{CONDITIONS[code & 15]} {d}, {place.text}", body, None


def pushed(value: Operand) -> Body:
    return [w("sub", "rsp -", "rsp", 8, 0), Access(True, "data", ("rsp",), 64, 0, value, 8)]


def popped(name: str) -> Body:
    body = [Access(False, "data", ("rsp",), 64, 0, "_m", 8), w("add", "rsp -", "rsp", 8, 0)]
    return [*body, w("move", name, "_m")]


def wide(read: Reader, prefix: int, code: int) -> Meaning | None:
    """movups and pxor: registers of SSE."""
    if (prefix, code) not in ((0, 0x10), (0, 0x11), (0x66, 0xEF)):
        return None
    place = placed(read)
    own = WIDE[place.other]
    parts = ((own, 0), (f"{own}h", 8))
    if prefix == 0:
        if place.register is not None:
            raise Undecoded(f"opcode {read.code.hex()}")
        access = [Access(code == 0x11, "data", ("_at",), 64, i, name, 8) for name, i in parts]
        text = f"movups {own}, {place.text}" if code == 0x10 else f"movups {place.text}, {own}"
        return text, [*place.address(), *access], None
    if place.register is None:
        raise Undecoded(f"opcode {read.code.hex()}")
    other = WIDE[place.register]
    text = f"pxor {own}, {other}"
    if own == other:
        return text, [w("move", name, 0) for name, _ in parts], None
    return text, [w("xor", name, name, f"{other}{name.removeprefix(own)}") for name, _ in parts], None


def two_carries(read: Reader, prefix: int) -> Meaning:
    """adcx, adox: sums that read and write one flag."""
    name, carry = ("adcx", "C") if prefix == 0x66 else ("adox", "O")
    place = placed(read)
    d = NAMES[place.other]
    return f"{name} {d}, {place.text}", [*place.loaded("_y"), w("add", f"{d} {carry}", d, "_y", carry)], None


def vector_prefix(code: bytes, address: int) -> Instruction:
    """mulx: VEX.LZ.F2.0F38.W1 F6."""
    if len(code) < 5 or code[1] & 31 != 2 or code[2] & 0x87 != 0x83 or code[3] != 0xF6:
        raise Undecoded(f"opcode {code.hex()}")
    first = code[1] ^ 0xE0
    read = Reader(code, 4, address, first >> 7, first >> 6 & 1, first >> 5 & 1)
    place = placed(read)
    high, low = NAMES[place.other], NAMES[~(code[2] >> 3) & 15]
    body = [*place.loaded("_y"), w("mul", "_l _h", "rdx", "_y"), w("move", low, "_l"), w("move", high, "_h")]
    return made(read, (f"mulx {high}, {low}, {place.text}", body, None))


def made(read: Reader, meaning: Meaning) -> Instruction:
    text, body, jump = meaning
    return Instruction(read.at, text, tuple(body), jump)


def control(read: Reader, code: int) -> Meaning | None:
    """Jumps, calls, returns, and the stack."""
    if code in (0xE9, 0xEB, 0xE8):
        offset = read.number(1 if code == 0xEB else 4)
        after = read.address + read.at
        target = after + offset & WORD
        if code == 0xE8:
            return f"call {target:#x}", pushed(after), Jump(target)
        return f"jmp {target:#x}", [], Jump(target)
    if code == 0xC3:
        return "ret", popped("_to"), Jump("_to")
    if code == 0x90 and not read.b:
        return "nop", [], None
    if code >> 4 == 7:
        offset = read.number(1)
        body, name = condition(code & 15)
        target = read.address + read.at + offset & WORD
        return f"j{CONDITIONS[code & 15]} {target:#x}", body, Jump(target, name)
    if code >> 3 == 0x50 >> 3:
        name = NAMES[code & 7 | read.b << 3]
        return f"push {name}", [w("move", "_v", name), *pushed("_v")], None
    if code >> 3 == 0x58 >> 3:
        name = NAMES[code & 7 | read.b << 3]
        return f"pop {name}", popped(name), None
    return None


def long_opcode(read: Reader, prefix: int, rex: int) -> Meaning:
    """Opcodes that begin with 0F."""
    code = read.byte()
    if found := wide(read, prefix, code):
        return found
    if code == 0x38 and read.code[read.at : read.at + 1] == b"\xf6" and prefix in (0x66, 0xF3) and rex & 8:
        read.at += 1
        return two_carries(read, prefix)
    if prefix or not rex & 8:
        raise Undecoded(f"opcode {read.code.hex()}")
    if code == 0xAF:
        return product(code, read)
    if code >> 4 == 4:
        return chosen(code, read)
    if code in (0xAC, 0xA4):
        return shifted_from(code, read)
    raise Undecoded(f"opcode {read.code.hex()}")


def of_words(read: Reader, code: int) -> Meaning:
    """Opcodes of one byte, of operands of 64 bits."""
    if code < 0x40:
        return arithmetic(code, read)
    if code in (0x81, 0x83):
        return with_constant(code, read)
    if code in (0x89, 0x8B, 0xC7) or code >> 3 == 0xB8 >> 3:
        return moved(code, read)
    if code == 0x8D:
        return computed_address(read)
    if code == 0xF7:
        return of_one(read)
    if code in (0x69, 0x6B):
        return product(code, read)
    if code in (0xC1, 0xD1):
        return shifted(code, read)
    if code == 0x85:
        place = placed(read)
        return f"test {place.text}, {NAMES[place.other]}", [
            *place.loaded("_x"), *logic("and", "_d", "_x", NAMES[place.other])
        ], None  # fmt: skip
    raise Undecoded(f"opcode {read.code.hex()}")


def of_half_words(read: Reader, code: int) -> Meaning:
    """The few instructions of operands of 32 bits: the upper half of the result is 0."""
    if code in (0x89, 0x8B):
        place = placed(read)
        if place.register is not None:
            d, source = (place.register, place.other) if code == 0x89 else (place.other, place.register)
            body = [op("split", "_p -", NAMES[source], width=32), op("extend", NAMES[d], "_p", 64, width=32)]
            return f"mov.d {NAMES[d]}, {NAMES[source]}", body, None
    if code >> 3 == 0xB8 >> 3:
        d, value = NAMES[code & 7 | read.b << 3], read.number(4) & 0xFFFFFFFF
        return f"mov.d {d}, {value:#x}", [w("move", d, value)], None
    if code in (0x31, 0x33):
        place = placed(read)
        if place.register == place.other:
            return f"xor.d {place.text}, {place.text}", of_same("xor", place.text), None
    raise Undecoded(f"opcode {read.code.hex()}")


def decode(code: bytes, address: int) -> Instruction:
    if code[:4] == b"\xf3\x0f\x1e\xfa":
        return Instruction(4, "endbr64")
    if code[:1] == b"\xc4":
        return vector_prefix(code, address)
    at = prefix = rex = 0
    if code[at : at + 1] in (b"\x66", b"\xf2", b"\xf3"):
        prefix, at = code[at], at + 1
    if code[at : at + 1] and code[at] >> 4 == 4:
        rex, at = code[at], at + 1
    read = Reader(code, at, address, rex >> 2 & 1, rex >> 1 & 1, rex & 1)
    first = read.byte()
    if first == 0x0F:
        return made(read, long_opcode(read, prefix, rex))
    if prefix:
        raise Undecoded(f"opcode {code.hex()}")
    if found := control(read, first):
        return made(read, found)
    return made(read, of_words(read, first) if rex & 8 else of_half_words(read, first))


def entry(machine: Any, exit_address: int) -> None:
    """The state after a call: the return address on the stack."""
    machine.execute(Instruction(0, "call", tuple(pushed(exit_address))))


def argument(index: int) -> tuple[str, ...]:
    if index > 5:
        raise Undecoded("an argument on the stack")
    return (("rdi", "rsi", "rdx", "rcx", "r8", "r9")[index],)


REGISTERS = dict.fromkeys(NAMES, 64) | {f"{name}{half}": 64 for name in WIDE for half in ("", "h")}

TARGET = Target(
    name="x86_64",
    board="host",
    word_bits=64,
    longest=15,
    decode=decode,
    registers=REGISTERS | dict.fromkeys(FLAGS, 1) | {UNDEFINED: 1},
    flags=frozenset(FLAGS),
    stack_pointer=("rsp",),
    part_width=64,
    free=0,
    entry=entry,
    argument=argument,
    kept=("rbx", "rbp", "r12", "r13", "r14", "r15"),
    constant={},
    return_bytes=8,
    stack_alignment=16,
    memory=(0x1000_0000, 0x1001_0000),
    text_start=0x40_1000,
)

"""MSP430 with addresses of 16 bits, and CPUX as far as code for such addresses uses it, from the families' guides,
SLAU049 (chapter 3) and SLAU208 (chapter CPUX). The flags C Z N V are registers of their own; C is 0 after a borrow.

Cycles, from the same guides, are here for the multiplier alone, whose results take some (msp430_multiplier.py)."""

import functools
from collections.abc import Callable
from typing import Any

from motelab.prove.targets import Target, Undecoded
from motelab.prove.targets.ir import Access, Instruction, Jump, Op, op, signed
from motelab.prove.targets.msp430_multiplier import Multiplier

NAMES = ("pc", "sp", "sr", "cg", *(f"r{i}" for i in range(4, 16)))
PC, SP, SR, CG = range(4)
FLAGS = {"C": 1, "Z": 2, "N": 4, "V": 256}  # in the status register
CONSTANTS = {(CG, 0): 0, (CG, 1): 1, (CG, 2): 2, (CG, 3): 0xFFFF, (SR, 2): 4, (SR, 3): 8}
DOUBLE = ("mov", "add", "addc", "subc", "sub", "cmp", "dadd", "bit", "bic", "bis", "xor", "and")
SINGLE = ("rrc", "swpb", "rra", "sxt", "push", "call")
JUMPS = ("jne", "jeq", "jnc", "jc", "jn", "jge", "jl", "jmp")
MODES = ("register", "indirect", "increment", "immediate", "indexed")

# Cycles by the mode of the source: to a register, to the program counter, to memory.
CYCLES = {
    False: ((1, 2, 4), (2, 2, 5), (2, 3, 5), (2, 3, 5), (3, 3, 6)),
    True: ((1, 3, 4), (2, 4, 5), (2, 4, 5), (2, 3, 5), (3, 5, 6)),
}
# Of one operand: shifts, push, call.
CYCLES_SINGLE = {
    False: ((1, 3, 4), (3, 4, 4), (3, 5, 5), (0, 4, 5), (4, 5, 5)),
    True: ((1, 3, 4), (3, 3, 4), (3, 3, 4), (0, 3, 4), (4, 4, 5)),
}

Body = list[Op | Access]


class Words:
    """The words of an instruction, read one after another."""

    def __init__(self, code: bytes, address: int):
        self.code, self.address, self.used = code, address, 0

    def next(self) -> int:
        if len(self.code) < self.used + 2:
            raise Undecoded("the end of the code in an instruction")
        self.used += 2
        return int.from_bytes(self.code[self.used - 2 : self.used], "little")

    @property
    def place(self) -> int:
        """The address of the next word."""
        return self.address + self.used & 0xFFFF


class Place:
    """An operand: a register, a number, or memory at `address` plus `offset`; `mode` as in MODES."""

    def __init__(self, mode: int, value: int | str = 0, address: int | str = 0, offset: int = 0):
        self.mode, self.value, self.address, self.offset = mode, value, address, offset

    @property
    def is_memory(self) -> bool:
        return self.mode in (1, 2, 4)

    @property
    def text(self) -> str:
        forms = (f"{self.value}", f"@{self.address}", f"@{self.address}+", f"#{self.value}")
        return (*forms, f"{self.offset}({self.address})")[self.mode]

    def access(self, is_store: bool, value: int | str, width: int, cycle: int) -> Access:
        return Access(is_store, "data", (self.address,), 16, self.offset, value, width // 8, cycle)


def indexed(words: Words, number: int) -> Place:
    """Memory by a register and the next word: that word alone for the status register."""
    place = words.place
    index = words.next()
    if number == SR:
        return Place(4, address=0, offset=index)
    if number == PC:
        return Place(4, address=place, offset=index)
    return Place(4, address=NAMES[number], offset=index)


def source(words: Words, mode: int, number: int) -> Place:
    if (number, mode) in CONSTANTS:
        return Place(0, CONSTANTS[number, mode])
    if mode == 1:
        return indexed(words, number)
    if mode == 3 and number == PC:
        return Place(3, words.next())
    if number == SR or (number == PC and mode):
        raise Undecoded("the status register or the program counter as a source")
    if mode == 0:
        return Place(0, words.place if number == PC else NAMES[number])
    return Place(mode - 1, address=NAMES[number])


def read(place: Place, width: int, name: str) -> tuple[Body, int | str]:
    """What reads an operand, and its value; a pointer moves after it."""
    if not place.is_memory:
        if width == 16:
            return [], place.value
        if isinstance(place.value, int):
            return [], place.value & 255
        return [op("split", f"{name} -", place.value)], name
    body: Body = [place.access(False, name, width, 3 if place.mode == 4 else 2)]
    if place.mode == 2:
        step = 2 if place.address == "sp" else width // 8
        body.append(op("add", f"{place.address} -", place.address, step, 0, width=16))
    return body, name


def signs(r: int | str, width: int) -> Body:
    return [op("bit", "N", r, width - 1, width=width), op("zero", "Z", r, width=width)]


def logical(r: int | str, width: int, overflow: int | str = 0) -> Body:
    """Flags of an operation on bits: C is that the result is not 0."""
    return [*signs(r, width), op("not", "C", "Z", width=1), op("move", "V", overflow, width=1)]


def sums(name: str, r: str, s: int | str, d: int | str, width: int) -> Body:
    """Additions; subtractions of s from d, whose operands cancel if they are one register."""
    if name in ("add", "addc"):
        out = [op("move", "_d", d, width=width), op("move", "_e", s, width=width)]
        out += [op("add", f"{r} C", "_d", "_e", "C" if name == "addc" else 0, width=width)]
        return [*out, op("overflow_add", "V", "_d", "_e", r, width=width), *signs(r, width)]
    s, d = (0, 0) if s == d else (s, d)
    out = [op("move", "_d", d, width=width), op("move", "_e", s, width=width)]
    out += [op("not", "_in", "C" if name == "subc" else 1, width=1)]
    out += [op("sub", f"{r} _out", "_d", "_e", "_in", width=width), op("not", "C", "_out", width=1)]
    return [*out, op("overflow_sub", "V", "_d", "_e", r, width=width), *signs(r, width)]


def combined(name: str, r: str, s: int | str, d: int | str, width: int) -> Body:
    """The result r of an operation on source and destination, and its flags."""
    if name == "mov":
        return [op("move", r, s, width=width)]
    if name in ("add", "addc", "sub", "subc", "cmp"):
        return sums(name, r, s, d, width)
    if name in ("bit", "and"):
        first = op("move", r, d, width=width) if s == d else op("and", r, d, s, width=width)
        return [first, *logical(r, width)]
    if name == "bic":
        return [op("not", "_n", s, width=width), op("and", r, d, "_n", width=width)]
    if name == "bis":
        return [op("move", r, d, width=width) if s == d else op("or", r, d, s, width=width)]
    if name == "xor":
        both = op("and", "_both", d, s, width=width) if s != d else op("move", "_both", d, width=width)
        first = op("move", r, 0, width=width) if s == d else op("xor", r, d, s, width=width)
        return [both, op("bit", "_v", "_both", width - 1, width=width), first, *logical(r, width, "_v")]
    raise Undecoded(name)


def status_changed(name: str, value: Place) -> Body:
    """bic and bis of the status register by a number: clrc, setc and their like."""
    number = value.value
    if name not in ("bic", "bis") or not isinstance(number, int) or number & ~sum(FLAGS.values()):
        raise Undecoded("the status register as a destination")
    return [op("move", flag, int(name == "bis"), width=1) for flag, bit in FLAGS.items() if number & bit]


def two_operands(code: int, words: Words, is_x: bool) -> Instruction:
    name, width = DOUBLE[(code >> 12) - 4], 8 if code & 0x40 else 16
    number, keeps = code & 15, DOUBLE[(code >> 12) - 4] not in ("cmp", "bit")
    from_ = source(words, code >> 4 & 3, code >> 8 & 15)
    into = indexed(words, number) if code & 0x80 else Place(0, NAMES[number] if number != CG else 0)
    text = f"{name}{'.b' if width == 8 else ''} {from_.text}, {into.text}"
    column = 2 if code & 0x80 else 1 if number == PC and keeps else 0
    cycles = CYCLES[is_x][from_.mode][column] - (is_x and column == 2 and name in ("mov", "cmp", "bit"))
    if not code & 0x80 and number == SR:
        return Instruction(words.used, text, tuple(status_changed(name, from_)), cycles=cycles)
    body, s = read(from_, width, "_s")
    if code & 0x80:
        load, d = ([], 0) if name == "mov" else read(into, width, "_l")
        body += [*load, *combined(name, "_r", s, d, width)]
        body += [into.access(True, "_r", width, cycles)] if keeps else []
        return Instruction(words.used, text, tuple(body), cycles=cycles)
    return to_register(name, number, width, keeps, body, s, Instruction(words.used, text, cycles=cycles))


def to_register(
    name: str, number: int, width: int, keeps: bool, body: Body, s: int | str, empty: Instruction
) -> Instruction:
    """An operation whose destination is a register; the program counter jumps."""
    d: int | str = 0 if number == CG else NAMES[number]
    if number == PC:
        d = 0
        if name != "mov" or width == 8:
            raise Undecoded(f"{name} of the program counter")
    if width == 8 and d:
        body.append(op("split", "_b -", d))
        if s == d:
            s = "_b"
        d = "_b"
    direct = keeps and width == 16 and number not in (PC, CG)
    result = NAMES[number] if direct else "_r"
    body += combined(name, result, s, d, width)
    if keeps and width == 8 and number != CG:
        body.append(op("extend", NAMES[number], "_r", 16))
    jump = Jump("_r") if number == PC and keeps else None
    return Instruction(empty.size, empty.text, tuple(body), jump, cycles=empty.cycles)


def shifted(name: str, r: str, a: int | str, width: int) -> Body:
    """rrc, rra, swpb, sxt."""
    if name == "swpb":
        return [op("rotate", r, a, 8, width=16)]
    if name == "sxt":
        out = [op("split", "_p -", a), op("sign_extend", "_q", "_p", 16), *logical("_q", 16)]
        return [*out, op("move", r, "_q", width=16)]
    if name == "rrc":
        out = [op("ror", "_q _c", a, "C", width=width)]
    else:
        out = [op("bit", "_c", a, 0, width=width), op("sar", "_q", a, 1, width=width)]
    out += [*signs("_q", width), op("move", "C", "_c", width=1), op("move", "V", 0, width=1)]
    return [*out, op("move", r, "_q", width=width)]


def pushed(value: int | str) -> Body:
    return [op("sub", "sp -", "sp", 2, 0, width=16), Access(True, "data", ("sp",), 16, 0, value, 2)]


def popped(name: str) -> Body:
    return [Access(False, "data", ("sp",), 16, 0, name, 2), op("add", "sp -", "sp", 2, 0, width=16)]


def one_operand(code: int, words: Words, is_x: bool) -> Instruction:
    which, width, number = code >> 7 & 7, 8 if code & 0x40 else 16, code & 15
    if which > 5 or (width == 8 and which not in (0, 2)):
        raise Undecoded(f"opcode {code:04x}")
    name = SINGLE[which]
    place = source(words, code >> 4 & 3, number)
    text = f"{name}{'.b' if width == 8 else ''} {place.text}"
    column = {"push": 1, "call": 2}.get(name, 0)
    cycles = CYCLES_SINGLE[is_x][place.mode][column]
    if is_x and name == "call" and place.mode == 4 and place.address == 0:
        cycles = 6
    body, value = read(place, width, "_s")
    if name == "push":
        return Instruction(words.used, text, (*body, *pushed(value)), cycles=cycles)
    if name == "call":
        body += [op("move", "_to", value, width=16), *pushed(words.place)]
        return Instruction(words.used, text, tuple(body), Jump("_to"), cycles=cycles)
    if place.is_memory:
        body += [*shifted(name, "_r", value, width), place.access(True, "_r", width, cycles)]
        if place.mode == 2:
            raise Undecoded(f"{text}: a pointer that moves and is written")
    elif isinstance(place.value, int):
        raise Undecoded(f"{text}: a number that is written")
    elif width == 16:
        body += shifted(name, place.value, value, width)
    else:
        body += [*shifted(name, "_r", value, width), op("extend", place.value, "_r", 16)]
    return Instruction(words.used, text, tuple(body), cycles=cycles)


def jumped(code: int, address: int) -> Instruction:
    which, target = code >> 10 & 7, address + 2 + 2 * signed(code & 0x3FF, 10) & 0xFFFF
    conditions = {0: ("not", "Z"), 1: ("move", "Z"), 2: ("not", "C"), 3: ("move", "C"), 4: ("move", "N")}
    text = f"{JUMPS[which]} {target:#x}"
    if which == 7:
        return Instruction(2, text, jump=Jump(target), cycles=2)
    if which in conditions:
        operation, flag = conditions[which]
        body = [op(operation, "_taken", flag, width=1)]
    else:
        body = [op("xor", "_less", "N", "V", width=1)]
        body.append(op("not" if which == 5 else "move", "_taken", "_less", width=1))
    return Instruction(2, text, tuple(body), Jump(target, "_taken"), cycles=2)


def many(code: int) -> Instruction:
    """pushm.w and popm.w."""
    count, number = (code >> 4 & 15) + 1, code & 15
    numbers = [number + i & 15 if code & 0x200 else number - i & 15 for i in range(count)]
    if not code & 0x100 or min(numbers) < 4:
        raise Undecoded(f"opcode {code:04x}")
    body = [one for n in numbers for one in (popped(NAMES[n]) if code & 0x200 else pushed(NAMES[n]))]
    name = "popm.w" if code & 0x200 else "pushm.w"
    return Instruction(2, f"{name} #{count}, {NAMES[number]}", tuple(body), cycles=2 + count)


def decode(is_x: bool, code: bytes, address: int) -> Instruction:
    words = Words(code, address)
    first = words.next()
    if first >> 13 == 1:
        return jumped(first, address)
    if first >> 12 >= 4:
        return two_operands(first, words, is_x)
    if is_x and first >> 10 == 5:
        return many(first)
    if first >> 10 == 4:
        return one_operand(first, words, is_x)
    raise Undecoded(f"opcode {first:04x}")


def decoder(is_x: bool) -> Callable[[bytes, int], Instruction]:
    """Decodes for a processor; what an instruction is depends on its bytes and its address."""
    return functools.lru_cache(maxsize=1 << 16)(functools.partial(decode, is_x))


def entry(machine: Any, exit_address: int) -> None:
    """The state after a call: the return address on the stack."""
    machine.execute(Instruction(0, "call", tuple(pushed(exit_address))))


def argument(index: int) -> tuple[str, ...]:
    if index > 3:
        raise Undecoded("an argument on the stack")
    return (f"r{12 + index}",)


def target(name: str, board: str, is_x: bool, multiplier: int) -> Target:
    return Target(
        name=name,
        board=board,
        word_bits=16,
        longest=6,
        decode=decoder(is_x),
        registers=dict.fromkeys(("sp", *NAMES[4:]), 16) | dict.fromkeys(FLAGS, 1),
        flags=frozenset(FLAGS),
        stack_pointer=("sp",),
        part_width=16,
        free=0,
        entry=entry,
        argument=argument,
        kept=tuple(f"r{i}" for i in range(4, 11)),
        constant={},
        return_bytes=2,
        memory=(0x1C00, 0x2C00),
        text_start=0x6000,
        device=functools.partial(Multiplier, multiplier, is_x),
    )


TARGET = target("msp430", "telosb", False, 0x130)
WITH_X = target("msp430x", "msp430f5438a", True, 0x4C0)

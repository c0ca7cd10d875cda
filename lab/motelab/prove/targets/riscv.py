"""RV32IMC with parts of the bit manipulation (Zba, Zbc), from "The RISC-V Instruction Set Manual", volume I, 20191213,
and "RISC-V Bit-Manipulation ISA-extensions", 1.0.0. A compressed instruction is the long one that it stands for.

Ibex multiplies in a time that does not depend on operands; divisions are not here."""

import dataclasses
import functools
from typing import Any

from motelab.prove.targets import Target, Undecoded
from motelab.prove.targets.ir import Access, Instruction, Jump, Op, op, signed
from motelab.prove.targets.patterns import find

NAMES = (
    *("zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1"),
    *(f"a{i}" for i in range(8)),
    *(f"s{i}" for i in range(2, 12)),
    *("t3", "t4", "t5", "t6"),
)
ONES = (1 << 32) - 1
SIZES = {0: 1, 1: 2, 2: 4}

Body = list[Op | Access]
Meaning = tuple[str, Body, Jump | None]


def source(number: int) -> int | str:
    """A register that is read; the first is 0."""
    return NAMES[number] if number else 0


def result(number: int) -> str:
    return NAMES[number] if number else "-"


def word(value: int, bits: int) -> int:
    """A number of two's complement as a word of 32 bits."""
    return signed(value, bits) & ONES


def simple(name: str, operation: str):
    """An operation of two registers."""
    return lambda d, a, b: calculated(name, operation, d, source(a), source(b))


def immediate(name: str, operation: str):
    return lambda d, a, k: calculated(name, operation, d, source(a), word(k, 12))


def shift(name: str, operation: str):
    return lambda d, a, n: (
        f"{name} {NAMES[d]}, {NAMES[a]}, {n}",
        [op(operation, result(d), source(a), n, width=32)],
        None,
    )


def calculated(name: str, operation: str, d: int, a: int | str, b: int | str) -> Meaning:
    """An operation whose result goes to register d. A register and itself give 0 where they must."""
    d_name, text = result(d), f"{name} {NAMES[d]}, {a}, {b}"
    if operation in ("xor", "sub") and a == b:
        return text, [op("move", d_name, 0, width=32)], None
    if (operation in ("and", "or") and a == b) or (b == 0 and operation in ("add", "or", "xor", "sub")):
        return text, [op("move", d_name, a, width=32)], None
    if operation in ("add", "sub"):
        if a == 0 and operation == "add":
            return text, [op("move", d_name, b, width=32)], None
        return text, [op(operation, f"{d_name} -", a, b, 0, width=32)], None
    return text, [op(operation, d_name, a, b, width=32)], None


def compared(name: str, operation: str, d: int, a: int | str, b: int | str) -> Meaning:
    """1 or 0; of a comparison with 0 or 1, whether a word is 0."""
    if operation == "less" and b == 1:
        body = [op("zero", "_b", a, width=32)]
    elif operation == "less" and a == 0:
        body = [op("zero", "_z", b, width=32), op("not", "_b", "_z", width=1)]
    else:
        body = [op(operation, "_b", a, b, width=32)]
    return f"{name} {NAMES[d]}, {a}, {b}", [*body, op("extend", result(d), "_b", 32, width=1)], None


def product(name: str, operation: str, is_high: bool):
    """One half of a product."""
    return lambda d, a, b: (
        f"{name} {NAMES[d]}, {NAMES[a]}, {NAMES[b]}",
        [op(operation, f"- {result(d)}" if is_high else f"{result(d)} -", source(a), source(b), width=32)],
        None,
    )


def shifted_by(name: str, operation: str):
    """A shift by the lowest five bits of a register."""
    return lambda d, a, b: (
        f"{name} {NAMES[d]}, {NAMES[a]}, {NAMES[b]}",
        [op("and", "_n", source(b), 31, width=32), op(operation, result(d), source(a), "_n", width=32)],
        None,
    )


def scaled_sum(n: int):
    """sh1add and its like: b + (a << n)."""
    return lambda d, a, b: (
        f"sh{n}add {NAMES[d]}, {NAMES[a]}, {NAMES[b]}",
        [op("shl", "_s", source(a), n, width=32), op("add", f"{result(d)} -", "_s", source(b), 0, width=32)],
        None,
    )


def load(d: int, a: int, k: int, size: int, is_signed: bool = False) -> Meaning:
    text = f"l{'bhxw'[size - 1]}{'' if is_signed or size == 4 else 'u'} {NAMES[d]}, {signed(k, 12)}({NAMES[a]})"
    if size == 4:
        return text, [Access(False, "data", (source(a),), 32, word(k, 12), NAMES[d] if d else "_none", 4)], None
    if is_signed:
        raise Undecoded(text)
    body = [Access(False, "data", (source(a),), 32, word(k, 12), "_m", size)]
    return text, [*body, op("extend", result(d), "_m", 32, width=8 * size)], None


def store(a: int, b: int, k: int, size: int) -> Meaning:
    body: Body = []
    value = source(b)
    if size < 4:
        body = [op("split", "_v" + " -" * (4 // size - 1), value, width=8 * size)]
        value = "_v"
    body.append(Access(True, "data", (source(a),), 32, word(k, 12), value, size))
    return f"s{'bhxw'[size - 1]} {NAMES[b]}, {signed(k, 12)}({NAMES[a]})", body, None


CONDITIONS = {0: ("beq", "zero"), 1: ("bne", "zero"), 4: ("blt", "less_signed"), 5: ("bge", "less_signed"),
              6: ("bltu", "less"), 7: ("bgeu", "less")}  # fmt: skip


def branch(kind: int, a: int, b: int, offset: int, address: int) -> Meaning:
    """A branch; of an even kind if the condition holds, of an odd one if it does not."""
    if kind not in CONDITIONS:
        raise Undecoded(f"branch {kind}")
    name, operation = CONDITIONS[kind]
    target = address + offset & ONES
    if operation == "zero":
        body = [op("xor", "_x", source(a), source(b), width=32), op("zero", "_c", "_x", width=32)]
    else:
        body = [op(operation, "_c", source(a), source(b), width=32)]
    if kind & 1:
        body.append(op("not", "_taken", "_c", width=1))
    return f"{name} {NAMES[a]}, {NAMES[b]}, {target:#x}", body, Jump(target, "_taken" if kind & 1 else "_c")


def jump(d: int, target: int, after: int) -> Meaning:
    """jal."""
    return f"jal {NAMES[d]}, {target:#x}", [op("move", result(d), after, width=32)], Jump(target)


def jump_to_register(d: int, a: int, k: int, after: int) -> Meaning:
    """jalr: the lowest bit of the target is cleared."""
    body = [op("add", "_t -", source(a), word(k, 12), 0, width=32), op("and", "_to", "_t", ONES - 1, width=32)]
    return f"jalr {NAMES[d]}, {signed(k, 12)}({NAMES[a]})", [*body, op("move", result(d), after, width=32)], Jump("_to")


def upper(d: int, k: int) -> Meaning:
    return f"lui {NAMES[d]}, {k:#x}", [op("move", result(d), k << 12, width=32)], None


def less_than(name: str, operation: str):
    """slti and sltiu."""
    return lambda d, a, k: compared(name, operation, d, source(a), word(k, 12))


# fmt: off
LONG = (
    ("kkkkkkkkkkkkkkkkkkkk ddddd 0110111", upper),
    ("0000000 bbbbb aaaaa 000 ddddd 0110011", simple("add", "add")),
    ("0100000 bbbbb aaaaa 000 ddddd 0110011", simple("sub", "sub")),
    ("0000000 bbbbb aaaaa 100 ddddd 0110011", simple("xor", "xor")),
    ("0000000 bbbbb aaaaa 110 ddddd 0110011", simple("or", "or")),
    ("0000000 bbbbb aaaaa 111 ddddd 0110011", simple("and", "and")),
    ("0000000 bbbbb aaaaa 001 ddddd 0110011", shifted_by("sll", "shlv")),
    ("0000000 bbbbb aaaaa 101 ddddd 0110011", shifted_by("srl", "shrv")),
    ("0100000 bbbbb aaaaa 101 ddddd 0110011", shifted_by("sra", "sarv")),
    ("0000000 bbbbb aaaaa 010 ddddd 0110011", lambda d, a, b: compared("slt", "less_signed", d, source(a), source(b))),
    ("0000000 bbbbb aaaaa 011 ddddd 0110011", lambda d, a, b: compared("sltu", "less", d, source(a), source(b))),
    ("0000001 bbbbb aaaaa 000 ddddd 0110011", product("mul", "mul", False)),
    ("0000001 bbbbb aaaaa 001 ddddd 0110011", product("mulh", "muls", True)),
    ("0000001 bbbbb aaaaa 010 ddddd 0110011", product("mulhsu", "mulsu", True)),
    ("0000001 bbbbb aaaaa 011 ddddd 0110011", product("mulhu", "mul", True)),
    ("0000101 bbbbb aaaaa 001 ddddd 0110011", product("clmul", "clmul", False)),
    ("0000101 bbbbb aaaaa 011 ddddd 0110011", product("clmulh", "clmul", True)),
    ("0010000 bbbbb aaaaa 010 ddddd 0110011", scaled_sum(1)),
    ("0010000 bbbbb aaaaa 100 ddddd 0110011", scaled_sum(2)),
    ("0010000 bbbbb aaaaa 110 ddddd 0110011", scaled_sum(3)),
    ("kkkkkkkkkkkk aaaaa 000 ddddd 0010011", immediate("addi", "add")),
    ("kkkkkkkkkkkk aaaaa 100 ddddd 0010011", immediate("xori", "xor")),
    ("kkkkkkkkkkkk aaaaa 110 ddddd 0010011", immediate("ori", "or")),
    ("kkkkkkkkkkkk aaaaa 111 ddddd 0010011", immediate("andi", "and")),
    ("kkkkkkkkkkkk aaaaa 010 ddddd 0010011", less_than("slti", "less_signed")),
    ("kkkkkkkkkkkk aaaaa 011 ddddd 0010011", less_than("sltiu", "less")),
    ("0000000 nnnnn aaaaa 001 ddddd 0010011", shift("slli", "shl")),
    ("0000000 nnnnn aaaaa 101 ddddd 0010011", shift("srli", "shr")),
    ("0100000 nnnnn aaaaa 101 ddddd 0010011", shift("srai", "sar")),
    ("kkkkkkkkkkkk aaaaa 010 ddddd 0000011", lambda d, a, k: load(d, a, k, 4)),
    ("kkkkkkkkkkkk aaaaa 100 ddddd 0000011", lambda d, a, k: load(d, a, k, 1)),
    ("kkkkkkkkkkkk aaaaa 101 ddddd 0000011", lambda d, a, k: load(d, a, k, 2)),
    ("hhhhhhh bbbbb aaaaa 010 iiiii 0100011", lambda h, b, a, i: store(a, b, h << 5 | i, 4)),
    ("hhhhhhh bbbbb aaaaa 001 iiiii 0100011", lambda h, b, a, i: store(a, b, h << 5 | i, 2)),
    ("hhhhhhh bbbbb aaaaa 000 iiiii 0100011", lambda h, b, a, i: store(a, b, h << 5 | i, 1)),
)
# fmt: on


def decode_long(code: int, address: int) -> Meaning:
    """An instruction of 32 bits."""
    d, a, b, kind = code >> 7 & 31, code >> 15 & 31, code >> 20 & 31, code >> 12 & 7
    opcode = code & 127
    if opcode == 0x63:
        offset = code >> 31 << 12 | (code >> 7 & 1) << 11 | (code >> 25 & 63) << 5 | (code >> 8 & 15) << 1
        return branch(kind, a, b, signed(offset, 13), address)
    if opcode == 0x6F:
        offset = code >> 31 << 20 | (code >> 12 & 255) << 12 | (code >> 20 & 1) << 11 | (code >> 21 & 1023) << 1
        return jump(d, address + signed(offset, 21) & ONES, address + 4)
    if opcode == 0x67 and not kind:
        return jump_to_register(d, a, code >> 20, address + 4)
    if opcode == 0x17:
        return f"auipc {NAMES[d]}, {code >> 12:#x}", [op("move", result(d), address + (code & ~0xFFF) & ONES)], None
    found = find(LONG, code)
    if not found:
        raise Undecoded(f"opcode {code:08x}")
    return found[0](**found[1])


def bits(code: int, *places: int) -> int:
    """A number whose bits stand at these places of an instruction, the highest first."""
    total = 0
    for place in places:
        total = total << 1 | code >> place & 1
    return total


def decode_short(code: int, address: int) -> Meaning:
    """A compressed instruction."""
    kind = (code & 3) << 3 | code >> 13
    d, b = code >> 7 & 31, code >> 2 & 31
    dp, bp = 8 + (d & 7), 8 + (b & 7)
    k = bits(code, 12, 6, 5, 4, 3, 2)
    if kind == 0 and code >> 5 & 255:  # c.addi4spn
        return calculated("addi", "add", bp, "sp", bits(code, 10, 9, 8, 7, 12, 11, 5, 6) << 2)
    if kind in (2, 6):  # c.lw, c.sw
        offset = bits(code, 5, 12, 11, 10, 6) << 2
        return load(bp, dp, offset, 4) if kind == 2 else store(dp, bp, offset, 4)
    if kind == 8:  # c.addi, c.nop
        return calculated("addi", "add", d, source(d), word(k, 6))
    if kind in (9, 13):  # c.jal, c.j
        offset = signed(bits(code, 12, 8, 10, 9, 6, 7, 2, 11, 5, 4, 3) << 1, 12)
        return jump(1 if kind == 9 else 0, address + offset & ONES, address + 2)
    if kind == 10:  # c.li
        return calculated("addi", "add", d, 0, word(k, 6))
    if kind == 11 and d == 2 and k:  # c.addi16sp
        return calculated("addi", "add", 2, "sp", word(bits(code, 12, 4, 3, 5, 2, 6) << 4, 10))
    if kind == 11 and k:  # c.lui
        return upper(d, word(k, 6) & 0xFFFFF)
    if kind == 12 and not (code >> 12 & 1 and code >> 10 & 3 != 2 and code >> 10 & 3 != 3):
        return decode_arithmetic(code, dp, bp, k)
    if kind in (14, 15):  # c.beqz, c.bnez
        offset = signed(bits(code, 12, 6, 5, 2, 11, 10, 4, 3) << 1, 9)
        return branch(kind - 14, dp, 0, offset, address)
    if kind == 16 and not code >> 12 & 1:
        return shift("slli", "shl")(d, d, b)
    if kind == 18 and d:
        return load(d, 2, bits(code, 3, 2, 12, 6, 5, 4) << 2, 4)
    if kind == 22:
        return store(2, b, bits(code, 8, 7, 12, 11, 10, 9) << 2, 4)
    if kind == 20 and d:
        return decode_register(code, d, b, address)
    raise Undecoded(f"opcode {code:04x}")


def decode_arithmetic(code: int, d: int, b: int, k: int) -> Meaning:
    """Shifts, c.andi, and operations of two registers among s0 to a5."""
    which = code >> 10 & 3
    if which < 2:
        return shift(*(("srli", "shr"), ("srai", "sar"))[which])(d, d, k)
    if which == 2:
        return calculated("andi", "and", d, source(d), word(k, 6))
    name = ("sub", "xor", "or", "and")[code >> 5 & 3]
    if code >> 12 & 1:
        raise Undecoded(f"opcode {code:04x}")
    return calculated(name, name, d, source(d), source(b))


def decode_register(code: int, d: int, b: int, address: int) -> Meaning:
    """c.jr, c.jalr, c.mv, c.add."""
    is_second = code >> 12 & 1
    if not b:
        return jump_to_register(is_second, d, 0, address + 2)
    return calculated("add", "add", d, source(d) if is_second else 0, source(b))


def decode(code: bytes, address: int) -> Instruction:
    first = int.from_bytes(code[:2], "little")
    if first & 3 == 3:
        return made(int.from_bytes(code[:4], "little"), 4, address)
    return made(first, 2, address)


@functools.lru_cache(maxsize=1 << 16)
def made(code: int, size: int, address: int) -> Instruction:
    text, body, jumps = decode_long(code, address) if size == 4 else decode_short(code, address)
    kept = tuple(one for one in body if isinstance(one, Access) or one.results != (None,))
    return Instruction(size, text, kept, jumps)


def entry(machine: Any, exit_address: int) -> None:
    """The state after a call: the return address in ra."""
    machine.values["ra"] = exit_address


def argument(index: int) -> tuple[str, ...]:
    return (f"a{index}",)


TARGET = Target(
    name="riscv",
    board="ibex",
    word_bits=32,
    longest=4,
    decode=decode,
    registers=dict.fromkeys(NAMES[1:], 32),
    flags=frozenset(),
    stack_pointer=("sp",),
    part_width=32,
    free=0,
    entry=entry,
    argument=argument,
    kept=("gp", "tp", *(f"s{i}" for i in range(12))),
    constant={},
    return_bytes=0,
    memory=(0x2000_0000, 0x2001_0000),
    text_start=0x1_0000,
)
WITH_BITS = dataclasses.replace(TARGET, name="riscvb", board="ibex-b")

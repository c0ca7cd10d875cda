"""Thumb as ARMv6-M has it, from the "ARMv6-M Architecture Reference Manual", DDI 0419. The flags are N Z C V; C is 0
after a subtraction that borrows. Reading the program counter gives the address of the instruction plus 4.

The multiplier of a Cortex-M0+ takes one cycle or 32, whatever the operands are. Shifts by a register take one cycle."""

import functools
from typing import Any

from motelab.prove.targets import Target, Undecoded
from motelab.prove.targets.ir import Access, Instruction, Jump, Op, op, signed
from motelab.prove.targets.patterns import find

NAMES = (*(f"r{i}" for i in range(13)), "sp", "lr", "pc")
FLAGS = ("N", "Z", "C", "V")
SP, LR, PC = 13, 14, 15
CONDITIONS = ("eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le")

Body = list[Op | Access]
Meaning = tuple[str, Body, Jump | None]


def w(name: str, results: str, *operands: int | str) -> Op:
    """An operation on words."""
    return op(name, results, *operands, width=32)


def flag(name: str, results: str, *operands: int | str) -> Op:
    """An operation on flags."""
    return op(name, results, *operands, width=1)


def register(number: int, address: int = 0) -> int | str:
    """A register that is read; the program counter is known."""
    return address + 4 if number == PC else NAMES[number]


def tested(d: str) -> Body:
    """N and Z of a result."""
    return [w("bit", "N", d, 31), w("zero", "Z", d)]


def added(d: str, a: int | str, b: int | str, carry: int | str = 0) -> Body:
    out = [w("move", "_a", a), w("move", "_b", b), w("add", f"{d} C", "_a", "_b", carry)]
    return [*out, w("overflow_add", "V", "_a", "_b", d), *tested(d)]


def subtracted(d: str, a: int | str, b: int | str, carry: int | str = 1) -> Body:
    """a - b, less 1 if the carry is 0. Operands that are one register cancel."""
    a, b = (0, 0) if a == b and isinstance(a, str) else (a, b)
    out = [w("move", "_a", a), w("move", "_b", b)]
    out += [flag("not", "_in", carry), w("sub", f"{d} _out", "_a", "_b", "_in"), flag("not", "C", "_out")]
    return [*out, w("overflow_sub", "V", "_a", "_b", d), *tested(d)]


def logic(name: str, d: str, a: int | str, b: int | str) -> Body:
    """A bitwise operation; of a register and itself, the register or 0."""
    if name == "bic":
        return [w("not", "_n", b), w("and", d, a, "_n"), *tested(d)]
    if a == b:
        return [w("move", d, 0 if name == "xor" else a), *tested(d)]
    return [w(name, d, a, b), *tested(d)]


def shifted(name: str, d: str, a: str, n: int) -> Body:
    """lsls, lsrs, asrs by a number from 1 to 32; C is the last bit that falls out."""
    out = [w("bit", "_c", a, 32 - n if name == "shl" else n - 1)]
    value = w(name, d, a, n)
    if n == 32:
        value = w("sar", d, a, 31) if name == "sar" else w("move", d, 0)
    return [*out, value, *tested(d), flag("move", "C", "_c")]


def shifted_by(name: str, d: str, a: str, n: str) -> Body:
    """Shifts by the lowest byte of a register. A place beside the word catches the last bit that falls out; C stays if
    the number is 0."""
    out = [w("and", "_n", n, 255), w("extend", "_w", a, 33)]
    if name == "shlv":
        out += [op("shlv", "_v", "_w", "_n", width=33), op("bit", "_o", "_v", 32, width=33)]
    else:
        out += [op("shl", "_u", "_w", 1, width=33), op(name, "_v", "_u", "_n", width=33)]
        out += [op("bit", "_o", "_v", 0, width=33)]
    out += [w("zero", "_none", "_n"), flag("choose", "C", "_none", "C", "_o"), w(name, d, a, "_n")]
    return [*out, *tested(d)]


def condition(number: int) -> tuple[Body, str]:
    """The value of a condition, after assignments to temporaries."""
    base = number >> 1
    if base == 4:  # hi
        body, name = [flag("not", "_z", "Z"), flag("and", "_p", "C", "_z")], "_p"
    elif base >= 5:  # ge, gt
        body, name = [flag("xor", "_l", "N", "V"), flag("not", "_p", "_l")], "_p"
        if base == 6:
            body += [flag("not", "_z", "Z"), flag("and", "_g", "_p", "_z")]
            name = "_g"
    else:
        body, name = [], ("Z", "C", "N", "V")[base]
    if number & 1:
        return [*body, flag("not", "_taken", name)], "_taken"
    return body, name


def moved(d: int, value: int | str, text: str) -> Meaning:
    """A register without flags; the program counter jumps."""
    if d == PC:
        return text, [w("and", "_to", value, -2 & 0xFFFFFFFF)], Jump("_to")
    return text, [w("move", NAMES[d], value)], None


def loaded(name: str, address: tuple, offset: int, size: int, is_signed: bool = False) -> Body:
    if size == 4:
        return [Access(False, "data", address, 32, offset, name, 4)]
    body = [Access(False, "data", address, 32, offset, "_m", size)]
    return [*body, op("sign_extend" if is_signed else "extend", name, "_m", 32, width=8 * size)]


def stored(name: str, address: tuple, offset: int, size: int) -> Body:
    if size == 4:
        return [Access(True, "data", address, 32, offset, name, 4)]
    parts = "_v" + " -" * (4 // size - 1)
    return [op("split", parts, name, width=8 * size), Access(True, "data", address, 32, offset, "_v", size)]


def indexed(is_store: bool, size: int, is_signed: bool = False):
    """A load or store at the sum of two registers."""

    def meaning(m: int, n: int, d: int) -> Meaning:
        body = [w("add", "_at -", NAMES[n], NAMES[m], 0)]
        text = f"{'str' if is_store else 'ldr'}{kind(size, is_signed)} {NAMES[d]}, [{NAMES[n]}, {NAMES[m]}]"
        if is_store:
            return text, [*body, *stored(NAMES[d], ("_at",), 0, size)], None
        return text, [*body, *loaded(NAMES[d], ("_at",), 0, size, is_signed)], None

    return meaning


def displaced(is_store: bool, size: int):
    """A load or store at a register plus a number."""

    def meaning(i: int, n: int, d: int) -> Meaning:
        text = f"{'str' if is_store else 'ldr'}{kind(size)} {NAMES[d]}, [{NAMES[n]}, #{i * size}]"
        access = stored if is_store else loaded
        return text, access(NAMES[d], (NAMES[n],), i * size, size), None

    return meaning


def kind(size: int, is_signed: bool = False) -> str:
    return ("s" if is_signed else "") + {1: "b", 2: "h", 4: ""}[size]


def listed(mask: int) -> list[str]:
    return [NAMES[i] for i in range(16) if mask >> i & 1]


def many(is_load: bool, base: int, mask: int, write_back: bool) -> Body:
    """ldmia or stmia; a base that is loaded keeps the load."""
    names, start = listed(mask), NAMES[base]
    if not names or (not is_load and start in names and names[0] != start):
        raise Undecoded("a list of registers with its base")
    body: Body = [w("move", "_base", start)]
    body += [Access(not is_load, "data", ("_base",), 32, 4 * i, name, 4) for i, name in enumerate(names)]
    if write_back and not (is_load and start in names):
        body.append(w("add", f"{start} -", start, 4 * len(names), 0))
    return body


def pushed(mask: int) -> Meaning:
    names = listed(mask)
    body: Body = [w("sub", "sp -", "sp", 4 * len(names), 0)]
    body += [Access(True, "data", ("sp",), 32, 4 * i, name, 4) for i, name in enumerate(names)]
    return f"push {{{', '.join(names)}}}", body, None


def popped(mask: int) -> Meaning:
    names = listed(mask)
    text = f"pop {{{', '.join(names)}}}"
    body = [
        Access(False, "data", ("sp",), 32, 4 * i, "_pc" if name == "pc" else name, 4) for i, name in enumerate(names)
    ]
    body.append(w("add", "sp -", "sp", 4 * len(names), 0))
    if "pc" not in names:
        return text, body, None
    return text, [*body, w("and", "_to", "_pc", 0xFFFFFFFE)], Jump("_to")


def shift_immediate(name: str, mnemonic: str):
    def meaning(i: int, m: int, d: int) -> Meaning:
        text = f"{mnemonic} {NAMES[d]}, {NAMES[m]}, #{i}"
        if name == "shl" and not i:
            return text, [w("move", NAMES[d], NAMES[m]), *tested(NAMES[d])], None
        return text, shifted(name, NAMES[d], NAMES[m], i or 32), None

    return meaning


def low(mnemonic: str, body):
    """An instruction of two low registers: the first is changed."""
    return lambda m, d: (f"{mnemonic} {NAMES[d]}, {NAMES[m]}", body(NAMES[d], NAMES[m]), None)


def three(mnemonic: str, body):
    return lambda m, n, d: (
        f"{mnemonic} {NAMES[d]}, {NAMES[n]}, {NAMES[m]}",
        body(NAMES[d], NAMES[n], NAMES[m]),
        None,
    )


def small(mnemonic: str, body):
    return lambda i, n, d: (f"{mnemonic} {NAMES[d]}, {NAMES[n]}, #{i}", body(NAMES[d], NAMES[n], i), None)


def constant(mnemonic: str, body):
    return lambda d, i: (f"{mnemonic} {NAMES[d]}, #{i}", body(NAMES[d], i), None)


def extended(mnemonic: str, name: str, size: int):
    """The lowest part of a register."""
    parts = "_p" + " -" * (32 // size - 1)
    return lambda m, d: (
        f"{mnemonic} {NAMES[d]}, {NAMES[m]}",
        [op("split", parts, NAMES[m], width=size), op(name, NAMES[d], "_p", 32, width=size)],
        None,
    )


def multiplied(d: str, m: str) -> Body:
    return [w("mul", f"{d} -", d, m), *tested(d)]


# fmt: off
TABLE = (
    ("000 00 iiiii mmm ddd", shift_immediate("shl", "lsls")),
    ("000 01 iiiii mmm ddd", shift_immediate("shr", "lsrs")),
    ("000 10 iiiii mmm ddd", shift_immediate("sar", "asrs")),
    ("00011 00 mmm nnn ddd", three("adds", added)),
    ("00011 01 mmm nnn ddd", three("subs", subtracted)),
    ("00011 10 iii nnn ddd", small("adds", added)),
    ("00011 11 iii nnn ddd", small("subs", subtracted)),
    ("001 00 ddd iiiiiiii", constant("movs", lambda d, i: [w("move", d, i), *tested(d)])),
    ("001 01 ddd iiiiiiii", constant("cmp", lambda d, i: subtracted("_r", d, i))),
    ("001 10 ddd iiiiiiii", constant("adds", lambda d, i: added(d, d, i))),
    ("001 11 ddd iiiiiiii", constant("subs", lambda d, i: subtracted(d, d, i))),
    ("010000 0000 mmm ddd", low("ands", lambda d, m: logic("and", d, d, m))),
    ("010000 0001 mmm ddd", low("eors", lambda d, m: logic("xor", d, d, m))),
    ("010000 0010 mmm ddd", low("lsls", lambda d, m: shifted_by("shlv", d, d, m))),
    ("010000 0011 mmm ddd", low("lsrs", lambda d, m: shifted_by("shrv", d, d, m))),
    ("010000 0101 mmm ddd", low("adcs", lambda d, m: added(d, d, m, "C"))),
    ("010000 0110 mmm ddd", low("sbcs", lambda d, m: subtracted(d, d, m, "C"))),
    ("010000 1000 mmm ddd", low("tst", lambda d, m: logic("and", "_r", d, m))),
    ("010000 1001 mmm ddd", low("rsbs", lambda d, m: subtracted(d, 0, m))),
    ("010000 1010 mmm ddd", low("cmp", lambda d, m: subtracted("_r", d, m))),
    ("010000 1011 mmm ddd", low("cmn", lambda d, m: added("_r", d, m))),
    ("010000 1100 mmm ddd", low("orrs", lambda d, m: logic("or", d, d, m))),
    ("010000 1101 mmm ddd", low("muls", multiplied)),
    ("010000 1110 mmm ddd", low("bics", lambda d, m: logic("bic", d, d, m))),
    ("010000 1111 mmm ddd", low("mvns", lambda d, m: [w("not", d, m), *tested(d)])),
    ("0101 000 mmm nnn ddd", indexed(True, 4)), ("0101 001 mmm nnn ddd", indexed(True, 2)),
    ("0101 010 mmm nnn ddd", indexed(True, 1)), ("0101 011 mmm nnn ddd", indexed(False, 1, True)),
    ("0101 100 mmm nnn ddd", indexed(False, 4)), ("0101 101 mmm nnn ddd", indexed(False, 2)),
    ("0101 110 mmm nnn ddd", indexed(False, 1)), ("0101 111 mmm nnn ddd", indexed(False, 2, True)),
    ("0110 0 iiiii nnn ddd", displaced(True, 4)), ("0110 1 iiiii nnn ddd", displaced(False, 4)),
    ("0111 0 iiiii nnn ddd", displaced(True, 1)), ("0111 1 iiiii nnn ddd", displaced(False, 1)),
    ("1000 0 iiiii nnn ddd", displaced(True, 2)), ("1000 1 iiiii nnn ddd", displaced(False, 2)),
    ("1001 0 ddd iiiiiiii", constant("str sp", lambda d, i: stored(d, ("sp",), 4 * i, 4))),
    ("1001 1 ddd iiiiiiii", constant("ldr sp", lambda d, i: loaded(d, ("sp",), 4 * i, 4))),
    ("1010 1 ddd iiiiiiii", constant("add sp", lambda d, i: [w("add", f"{d} -", "sp", 4 * i, 0)])),
    ("1011 0000 0 iiiiiii", lambda i: (f"add sp, #{4 * i}", [w("add", "sp -", "sp", 4 * i, 0)], None)),
    ("1011 0000 1 iiiiiii", lambda i: (f"sub sp, #{4 * i}", [w("sub", "sp -", "sp", 4 * i, 0)], None)),
    ("1011 0010 00 mmm ddd", extended("sxth", "sign_extend", 16)),
    ("1011 0010 01 mmm ddd", extended("sxtb", "sign_extend", 8)),
    ("1011 0010 10 mmm ddd", extended("uxth", "extend", 16)),
    ("1011 0010 11 mmm ddd", extended("uxtb", "extend", 8)),
    ("1011 010 m rrrrrrrr", lambda m, r: pushed(r | m << LR)),
    ("1011 110 p rrrrrrrr", lambda p, r: popped(r | p << PC)),
    ("1011 1111 0000 0000", lambda: ("nop", [], None)),
    ("1100 0 nnn rrrrrrrr", lambda n, r: (f"stm r{n}!, {listed(r)}", many(False, n, r, True), None)),
    ("1100 1 nnn rrrrrrrr", lambda n, r: (f"ldm r{n}, {listed(r)}", many(True, n, r, True), None)),
)
# fmt: on


def high(code: int, address: int) -> Meaning:
    """Additions, comparisons, moves and jumps of all registers."""
    m, d = code >> 3 & 15, code >> 4 & 8 | code & 7
    which, source = code >> 8 & 3, register(m, address)
    if which == 3:
        name, link = ("blx", [w("move", "lr", address + 3)]) if code & 0x80 else ("bx", [])
        return f"{name} {NAMES[m]}", [w("and", "_to", source, 0xFFFFFFFE), *link], Jump("_to")
    text = f"{('add', 'cmp', 'mov')[which]} {NAMES[d]}, {NAMES[m]}"
    if which == 1:
        return text, subtracted("_r", register(d, address), source), None
    if which == 2:
        return moved(d, source, text)
    sum_ = w("add", "_s -", register(d, address), source, 0)
    text, body, jump = moved(d, "_s", text)
    return text, [sum_, *body], jump


def control(code: int, address: int) -> Meaning | None:
    """What knows where it is: branches, literals, and the registers above r7."""
    if code >> 10 == 0b010001:
        return high(code, address)
    if code >> 11 == 0b01001:
        at = (address + 4 & -4) + 4 * (code & 255)
        return f"ldr r{code >> 8 & 7}, [{at:#x}]", loaded(f"r{code >> 8 & 7}", (at,), 0, 4), None
    if code >> 11 == 0b10100:
        at = (address + 4 & -4) + 4 * (code & 255)
        return f"adr r{code >> 8 & 7}, {at:#x}", [w("move", f"r{code >> 8 & 7}", at)], None
    if code >> 12 == 0b1101 and code >> 8 & 15 < 14:
        target = address + 4 + 2 * signed(code & 255, 8)
        body, name = condition(code >> 8 & 15)
        return f"b{CONDITIONS[code >> 8 & 15]} {target:#x}", body, Jump(target, name)
    if code >> 11 == 0b11100:
        target = address + 4 + 2 * signed(code & 0x7FF, 11)
        return f"b {target:#x}", [], Jump(target)
    return None


def long_call(first: int, second: int, address: int) -> Meaning | None:
    """bl."""
    if first >> 11 != 0b11110 or second & 0xD000 != 0xD000:
        return None
    s = first >> 10 & 1
    i1, i2 = (second >> 13 & 1) ^ s ^ 1, (second >> 11 & 1) ^ s ^ 1
    offset = s << 24 | i1 << 23 | i2 << 22 | (first & 0x3FF) << 12 | (second & 0x7FF) << 1
    target = address + 4 + signed(offset, 25)
    return f"bl {target:#x}", [w("move", "lr", address + 5)], Jump(target)


def decode(code: bytes, address: int) -> Instruction:
    first = int.from_bytes(code[:2], "little")
    if first >> 11 >= 0b11101:
        second = int.from_bytes(code[2:4], "little")
        found = long_call(first, second, address)
        if not found:
            raise Undecoded(f"opcode {first:04x} {second:04x}")
        return made(4, found)
    return made(2, found) if (found := control(first, address)) else straight(first)


def made(size: int, meaning: Meaning) -> Instruction:
    text, body, jump = meaning
    return Instruction(size, text, tuple(body), jump)


@functools.cache
def straight(code: int) -> Instruction:
    """An instruction of 16 bits whose meaning does not depend on its address."""
    found = find(TABLE, code)
    if not found:
        raise Undecoded(f"opcode {code:04x}")
    return made(2, found[0](**found[1]))


def entry(machine: Any, exit_address: int) -> None:
    """The state after a call: the return address in lr, whose lowest bit says Thumb."""
    machine.values["lr"] = exit_address | 1


def argument(index: int) -> tuple[str, ...]:
    if index > 3:
        raise Undecoded("an argument on the stack")
    return (f"r{index}",)


TARGET = Target(
    name="thumb",
    board="cortex-m0plus",
    word_bits=32,
    longest=4,
    decode=decode,
    registers=dict.fromkeys(NAMES[:15], 32) | dict.fromkeys(FLAGS, 1),
    flags=frozenset(FLAGS),
    stack_pointer=("sp",),
    part_width=32,
    free=0,
    entry=entry,
    argument=argument,
    kept=tuple(f"r{i}" for i in range(4, 12)),
    constant={},
    return_bytes=0,
    memory=(0x2000_0000, 0x2000_8000),
    text_start=0x1_0000,
    symbol_mask=-2,
)

"""AArch64, from the "Arm Architecture Reference Manual for A-profile architecture", DDI 0487: instructions on words of
64 bits. Arguments and kept registers as in the "Procedure Call Standard for the Arm 64-bit Architecture". The flags are
N Z C V; C is 0 after a subtraction that borrows. The upper halves of vector registers and x18 are nobody's here."""

import functools
from typing import Any

from motelab.prove.targets import Target, Undecoded
from motelab.prove.targets.ir import Access, Instruction, Jump, Op, Operand, op, signed
from motelab.prove.targets.patterns import find
from motelab.prove.targets.thumb import CONDITIONS, condition, flag

NAMES = (*(f"x{i}" for i in range(31)), "sp")
FLAGS = ("N", "Z", "C", "V")
WORD = (1 << 64) - 1

Body = list[Op | Access]
Meaning = tuple[str, Body, Jump | None]


def w(name: str, results: str, *operands: Operand) -> Op:
    """An operation on words."""
    return op(name, results, *operands, width=64)


def source(number: int) -> Operand:
    """A register that is read; 31 is zero."""
    return 0 if number == 31 else NAMES[number]


def result(number: int) -> str:
    """A register that is written; 31 is none."""
    return "_none" if number == 31 else NAMES[number]


def tested(d: str) -> Body:
    """N and Z of a result."""
    return [w("bit", "N", d, 63), w("zero", "Z", d)]


def total(d: str, a: Operand, b: Operand, carry: Operand, sets: int) -> Body:
    """a + b + carry."""
    if not sets:
        return [w("add", f"{d} -", a, b, carry)]
    body = [w("move", "_a", a), w("move", "_b", b), w("add", f"{d} C", "_a", "_b", carry)]
    return [*body, w("overflow_add", "V", "_a", "_b", d), *tested(d)]


def difference(d: str, a: Operand, b: Operand, carry: Operand, sets: int) -> Body:
    """a - b, less 1 if the carry is 0. Operands that are one register cancel."""
    a, b = (0, 0) if a == b and isinstance(a, str) else (a, b)
    body: Body = [w("move", "_a", a), w("move", "_b", b), flag("not", "_in", carry)]
    if not sets:
        return [*body, w("sub", f"{d} -", "_a", "_b", "_in")]
    body += [w("sub", f"{d} _out", "_a", "_b", "_in"), flag("not", "C", "_out")]
    return [*body, w("overflow_sub", "V", "_a", "_b", d), *tested(d)]


def shifted(m: int, kind: int, n: int) -> tuple[Body, Operand, str]:
    """A register after a shift by a number."""
    if not n:
        return [], source(m), name(m)
    rule = ("shl", "shr", "sar", "rotate")[kind]
    return [w(rule, "_m", source(m), n)], "_m", f"{name(m)}, {('lsl', 'lsr', 'asr', 'ror')[kind]} #{n}"


def name(number: int, zero: str = "xzr") -> str:
    return zero if number == 31 else NAMES[number]


def arithmetic(o: int, s: int, k: int, m: int, i: int, n: int, d: int) -> Meaning:
    """add, adds, sub, subs of a shifted register."""
    if k == 3:
        raise Undecoded("a rotated term")
    body, b, text = shifted(m, k, i)
    rule, carry = (difference, 1) if o else (total, 0)
    shown = f"{'sub' if o else 'add'}{'s' if s else ''} {name(d)}, {name(n)}, {text}"
    return shown, [*body, *rule(result(d), source(n), b, carry, s)], None


def with_carry(o: int, s: int, m: int, n: int, d: int) -> Meaning:
    """adc, adcs, sbc, sbcs."""
    rule = difference if o else total
    shown = f"{'sbc' if o else 'adc'}{'s' if s else ''} {name(d)}, {name(n)}, {name(m)}"
    return shown, rule(result(d), source(n), source(m), "C", s), None


def with_constant(o: int, s: int, k: int, i: int, n: int, d: int) -> Meaning:
    """add, adds, sub, subs of a constant; 31 is the stack pointer, as a result only without flags."""
    number = i << 12 * k
    rule, carry = (difference, 1) if o else (total, 0)
    target = result(d) if s else NAMES[d]
    shown = f"{'sub' if o else 'add'}{'s' if s else ''} {name(d, 'sp')}, {name(n, 'sp')}, #{number:#x}"
    return shown, rule(target, NAMES[n], number, carry, s), None


def logical(o: int, k: int, t: int, m: int, i: int, n: int, d: int) -> Meaning:
    """and, orr, eor, ands of a shifted register or its inverse."""
    body, b, text = shifted(m, k, i)
    if t:
        body, b = [*body, w("not", "_v", b)], "_v"
    rule = ("and", "or", "xor", "and")[o]
    shown = f"{(('and', 'orr', 'eor', 'ands'), ('bic', 'orn', 'eon', 'bics'))[t][o]} {name(d)}, {name(n)}, {text}"
    return shown, [*body, *bitwise(rule, result(d), source(n), b, o == 3)], None


def bitwise(rule: str, d: str, a: Operand, b: Operand, sets: bool) -> Body:
    """A bitwise operation; of a register and itself, the register or 0; with zero, a move."""
    if a == b:
        body = [w("move", d, 0 if rule == "xor" else a)]
    elif a == 0 and rule != "and":
        body = [w("move", d, b)]
    else:
        body = [w(rule, d, a, b)]
    return [*body, *tested(d), flag("move", "C", 0), flag("move", "V", 0)] if sets else body


def repeated(n: int, r: int, s: int) -> int:
    """The constant of a bitwise operation: ones, turned, in parts that repeat."""
    size = (n << 6 | ~s & 63).bit_length() - 1
    if size < 1:
        raise Undecoded("a constant that is none")
    width = 1 << size
    ones, turn = (s & width - 1) + 1, r & width - 1
    if ones == width:
        raise Undecoded("a constant that is none")
    part = (1 << ones) - 1
    part = (part >> turn | part << width - turn) & (1 << width) - 1
    return sum(part << place for place in range(0, 64, width))


def logical_constant(o: int, k: int, r: int, s: int, n: int, d: int) -> Meaning:
    value = repeated(k, r, s)
    target = result(d) if o == 3 else NAMES[d]
    rule = ("and", "or", "xor", "and")[o]
    shown = f"{('and', 'orr', 'eor', 'ands')[o]} {name(d, 'sp')}, {name(n)}, #{value:#x}"
    return shown, bitwise(rule, target, source(n), value, o == 3), None


def wide_move(o: int, h: int, i: int, d: int) -> Meaning:
    """movn, movz, movk."""
    if o == 1:
        raise Undecoded("a move that is none")
    number = i << 16 * h
    if o == 3:
        body = [w("and", "_l", source(d), WORD ^ 0xFFFF << 16 * h), w("or", result(d), "_l", number)]
        return f"movk {name(d)}, #{i:#x}, lsl #{16 * h}", body, None
    value = number if o else WORD ^ number
    return f"mov {name(d)}, #{value:#x}", [w("move", result(d), value)], None


def field(o: int, r: int, s: int, n: int, d: int) -> Meaning:
    """sbfm, ubfm: bits r to s go to the lowest places, or bits 0 to s to the place 64 - r."""
    if o not in (0, 2):
        raise Undecoded("bfm")
    rule, text = ("shr", "ubfm") if o else ("sar", "sbfm")
    shown = f"{text} {name(d)}, {name(n)}, #{r}, #{s}"
    up, down = (63 - s, 63 - s + r) if s >= r else (63 - s, r - s - 1)
    if s < r:  # to the left: the bits above s go out, and the rest comes to rest at 64 - r
        return shown, [w("shl", "_u", source(n), up), w(rule, result(d), "_u", down)], None
    return shown, [*([w("shl", "_u", source(n), up)] if up else [w("move", "_u", source(n))]),
                   w(rule, result(d), "_u", down)], None  # fmt: skip


def taken_out(m: int, i: int, n: int, d: int) -> Meaning:
    """extr: 64 bits from the place i of two registers; ror if they are one."""
    shown = f"extr {name(d)}, {name(n)}, {name(m)}, #{i}"
    if n == m:
        return shown, [w("rotate", result(d), source(n), i)], None
    if not i:
        return shown, [w("move", result(d), source(m))], None
    body = [w("shr", "_l", source(m), i), w("shl", "_h", source(n), 64 - i), w("or", result(d), "_l", "_h")]
    return shown, body, None


def chosen(o: int, m: int, c: int, t: int, n: int, d: int) -> Meaning:
    """csel, csinc, csinv, csneg."""
    if c > 13:
        raise Undecoded("a condition that always holds")
    which = o << 1 | t
    body, test = condition(c)
    other: Operand = source(m)
    if which:
        inverse = w("add", "_o -", other, 1, 0) if which == 1 else w("not", "_o", other)
        body = [*body, inverse] if which < 3 else [*body, w("sub", "_o -", 0, other, 0)]
        other = "_o"
    shown = f"{('csel', 'csinc', 'csinv', 'csneg')[which]} {name(d)}, {name(n)}, {name(m)}, {CONDITIONS[c]}"
    return shown, [*body, w("choose", result(d), test, source(n), other)], None


def multiplied(m: int, o: int, a: int, n: int, d: int) -> Meaning:
    """madd, msub."""
    body = [w("mul", "_p -", source(n), source(m))]
    shown = f"{'msub' if o else 'madd'} {name(d)}, {name(n)}, {name(m)}, {name(a)}"
    if a == 31 and not o:
        return shown, [*body, w("move", result(d), "_p")], None
    return shown, [*body, w("sub" if o else "add", f"{result(d)} -", source(a), "_p", 0)], None


def upper_product(m: int, n: int, d: int) -> Meaning:
    return f"umulh {name(d)}, {name(n)}, {name(m)}", [w("mul", f"- {result(d)}", source(n), source(m))], None


def pair(k: int, o: int, i: int, t: int, n: int, d: int) -> Meaning:
    """ldp, stp: with an offset, or with write-back before or behind. The stack pointer moves before what is stored, and
    after what is loaded."""
    offset, base = 8 * signed(i, 7) & WORD, NAMES[n]
    if k == 0 or (k != 2 and n in (t, d) and n != 31) or (o and t == d):
        raise Undecoded("a pair that is none")
    start, places = (base if k == 2 else "_base"), (offset if k != 1 else 0)
    if o:
        access = [
            Access(False, "data", (start,), 64, places + 8 * j & WORD, result(r), 8) for j, r in enumerate((d, t))
        ]
    else:
        access = [Access(True, "data", (start,), 64, places + 8 * j & WORD, source(r), 8) for j, r in enumerate((d, t))]
    shown = f"{'ldp' if o else 'stp'} {name(d)}, {name(t)}, [{base}, #{offset:#x}]{('', ' behind', '', '!')[k]}"
    if k == 2:
        if base in (name(d), name(t)) and o:
            return shown, [w("move", "_base", base), *(one._replace(address=("_base",)) for one in access)], None
        return shown, access, None
    moved = [w("add", f"{base} -", base, offset, 0)]
    body = [w("move", "_base", base), *(access if o else moved), *(moved if o else access)]
    return shown, body, None


def single(o: int, i: int, n: int, d: int) -> Meaning:
    """ldr, str of a word at a multiple of eight."""
    if o > 1:
        raise Undecoded("a load with a sign")
    access = Access(not o, "data", (NAMES[n],), 64, 8 * i, result(d) if o else source(d), 8)
    return f"{'ldr' if o else 'str'} {name(d)}, [{NAMES[n]}, #{8 * i:#x}]", [access], None


TABLE = (
    ("1 o s 01011 kk 0 mmmmm iiiiii nnnnn ddddd", arithmetic),
    ("1 o s 11010000 mmmmm 000000 nnnnn ddddd", with_carry),
    ("1 o s 100010 k iiiiiiiiiiii nnnnn ddddd", with_constant),
    ("1 oo 01010 kk t mmmmm iiiiii nnnnn ddddd", logical),
    ("1 oo 100100 k rrrrrr ssssss nnnnn ddddd", logical_constant),
    ("1 oo 100101 hh iiiiiiiiiiiiiiii ddddd", wide_move),
    ("1 oo 1001101 rrrrrr ssssss nnnnn ddddd", field),
    ("1 00 100111 1 0 mmmmm iiiiii nnnnn ddddd", taken_out),
    ("1 o 0 11010100 mmmmm cccc 0 t nnnnn ddddd", chosen),
    ("1 00 11011 000 mmmmm o aaaaa nnnnn ddddd", multiplied),
    ("1 00 11011 110 mmmmm 0 11111 nnnnn ddddd", upper_product),
    ("10 101 0 0 kk o iiiiiii ttttt nnnnn ddddd", pair),
    ("11 111 0 01 oo iiiiiiiiiiii nnnnn ddddd", single),
    # Hints, such as bti, do nothing.
    ("1101010100 0 00 011 0010 iiii iii 11111", lambda i: ("hint", [], None)),
    ("1101011 0010 11111 000000 nnnnn 00000", lambda n: (f"ret {name(n)}", [w("move", "_to", source(n))], Jump("_to"))),
)


def decode(data: bytes, address: int) -> Instruction:
    code = int.from_bytes(data[:4], "little")
    if code >> 26 in (0b000101, 0b100101):
        target = address + 4 * signed(code & 0x3FFFFFF, 26) & WORD
        if code >> 31:
            return Instruction(4, f"bl {target:#x}", (w("move", "x30", address + 4),), Jump(target))
        return Instruction(4, f"b {target:#x}", (), Jump(target))
    return straight(code)


@functools.cache
def straight(code: int) -> Instruction:
    """An instruction whose meaning does not depend on its address."""
    found = find(TABLE, code)
    if not found:
        raise Undecoded(f"opcode {code:08x}")
    text, body, jump = found[0](**found[1])
    return Instruction(4, text, tuple(body), jump)


def entry(machine: Any, exit_address: int) -> None:
    """The state after a call: the return address in x30."""
    machine.values["x30"] = exit_address


def argument(index: int) -> tuple[str, ...]:
    if index > 7:
        raise Undecoded("an argument on the stack")
    return (f"x{index}",)


TARGET = Target(
    name="aarch64",
    board="aarch64",
    word_bits=64,
    longest=4,
    decode=decode,
    registers=dict.fromkeys(NAMES, 64) | dict.fromkeys(FLAGS, 1),
    flags=frozenset(FLAGS),
    stack_pointer=("sp",),
    part_width=64,
    free=0,
    entry=entry,
    argument=argument,
    kept=("x18", *(f"x{i}" for i in range(19, 30))),
    constant={},
    return_bytes=0,
    stack_alignment=16,
    memory=(0x1000_0000, 0x1001_0000),
    text_start=0x40_1000,
)

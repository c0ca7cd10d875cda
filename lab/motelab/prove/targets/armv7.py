"""Thumb as ARMv7E-M has it, from the "ARMv7-M Architecture Reference Manual", DDI 0403: the instructions of 32 bits
beside those of 16 (thumb.py). GE0 to GE3 are flags of bytes.

Products of two words take a time of their own on a Cortex-M4, whatever the operands are; divisions are not here."""

import dataclasses
from collections.abc import Callable

from motelab.prove.targets import Undecoded, thumb
from motelab.prove.targets.ir import Access, Instruction, Jump, op, signed
from motelab.prove.targets.patterns import find
from motelab.prove.targets.thumb import (
    CONDITIONS,
    NAMES,
    PC,
    Body,
    Meaning,
    added,
    condition,
    flag,
    listed,
    loaded,
    logic,
    stored,
    subtracted,
    tested,
    w,
)  # fmt: skip

SHIFTS = ("lsl", "lsr", "asr", "ror")
OPERATIONS = {0: "and", 1: "bic", 2: "orr", 3: "orn", 4: "eor", 8: "add", 10: "adc", 11: "sbc", 13: "sub", 14: "rsb"}
LOGICAL = {"and": "and", "bic": "bic", "orr": "or", "orn": "orn", "eor": "xor"}
GREATER = ("GE0", "GE1", "GE2", "GE3")
WRITES_NOTHING = {"and": "tst", "eor": "teq", "add": "cmn", "sub": "cmp"}


def usable(*numbers: int) -> None:
    """Undecoded for the stack pointer and the program counter where the manual does not allow them or we do not."""
    if PC in numbers:
        raise Undecoded("the program counter as an operand")


def expanded(number: int) -> tuple[int, int | str]:
    """The constant of a modified immediate, and the carry that logical operations get from it."""
    byte = number & 255
    if not number >> 10:
        return byte * (1, 0x00010001, 0x01000100, 0x01010101)[number >> 8], "C"
    byte, turn = byte | 128, number >> 7
    value = (byte >> turn | byte << 32 - turn) & 0xFFFFFFFF
    return value, value >> 31


def shifted_operand(m: int, kind: int, n: int) -> tuple[Body, int | str, int | str]:
    """A register after a shift by a number: what computes it, its value, and the last bit that falls out."""
    name = NAMES[m]
    if kind == 3:
        if not n:
            raise Undecoded("rrx")
        return [w("rotate", "_m", name, n), w("bit", "_k", "_m", 31)], "_m", "_k"
    if kind == 0 and not n:
        return [], name, "C"
    n = n or 32
    body = [w("bit", "_k", name, 32 - n if kind == 0 else n - 1)]
    if n == 32:
        body.append(w("sar", "_m", name, 31) if kind == 2 else w("move", "_m", 0))
    else:
        body.append(w(("shl", "shr", "sar")[kind], "_m", name, n))
    return body, "_m", "_k"


def calculated(code: int, d: int, n: int, sets: int, body: Body, b: int | str, carry: int | str, text: str) -> Meaning:
    """An operation on register n and a second operand."""
    name = OPERATIONS.get(code)
    if name is None:
        raise Undecoded(f"operation {code}")
    usable(*(() if name in ("orr", "orn") else (n,)))
    if d == PC and (not sets or name not in WRITES_NOTHING):
        raise Undecoded("the program counter as a result")
    result, a = "_r" if d == PC else NAMES[d], NAMES[n]
    shown = f"{name}{'s' if sets else ''}.w {NAMES[d] if d != PC else '-'}, {a if n != PC else '-'}, {text}"
    if name in LOGICAL:
        body = [*body, flag("move", "_k2", carry), *bitwise(LOGICAL[name], result, a, b, n == PC)]
        body += [*tested(result), flag("move", "C", "_k2")] if sets else []
        return shown, body, None
    return shown, [*body, *arithmetic(name, result, a, b, sets)], None


def bitwise(name: str, d: str, a: str, b: int | str, moves: bool) -> Body:
    """A bitwise operation without flags; or and or-not of the program counter's number are moves."""
    if name == "orn":
        inverse = w("not", d if moves else "_i", b)
        return [inverse] if moves else [inverse, w("or", d, a, "_i")]
    if name == "or" and moves:
        return [w("move", d, b)]
    return [one for one in logic(name, d, a, b) if one.results[0] not in ("N", "Z")]


def arithmetic(name: str, d: str, a: str, b: int | str, sets: int) -> Body:
    """Sums and differences, with flags or without."""
    if sets:
        if name in ("add", "adc"):
            return added(d, a, b, "C" if name == "adc" else 0)
        if name == "rsb":
            return subtracted(d, b, a)
        return subtracted(d, a, b, "C" if name == "sbc" else 1)
    if name in ("add", "adc"):
        return [w("add", f"{d} -", a, b, "C" if name == "adc" else 0)]
    a, b = (b, a) if name == "rsb" else (a, b)
    a, b = (0, 0) if a == b else (a, b)
    return [flag("not", "_in", "C" if name == "sbc" else 1), w("sub", f"{d} -", a, b, "_in")]


def by_register(first: int, second: int) -> Meaning:
    """1110101ooooSnnnn 0iiiddddiittmmmm"""
    d, m, kind, n = second >> 8 & 15, second & 15, second >> 4 & 3, second >> 10 & 28 | second >> 6 & 3
    code = first >> 5 & 15
    usable(m)
    body, b, carry = shifted_operand(m, kind, n)
    if code == 6:  # pkhbt, pkhtb
        usable(d, first & 15)
        a = NAMES[first & 15]
        low, high = (b, a) if kind else (a, b)
        body = [*body, w("and", "_x", low, 0xFFFF), w("and", "_y", high, 0xFFFF0000), w("or", NAMES[d], "_x", "_y")]
        return f"pkh{'tb' if kind else 'bt'} {NAMES[d]}, {a}, {NAMES[m]}, {SHIFTS[kind]} #{n}", body, None
    text = f"{NAMES[m]}, {SHIFTS[kind]} #{n}" if n or kind else NAMES[m]
    return calculated(code, d, first & 15, first >> 4 & 1, body, b, carry, text)


def by_number(first: int, second: int) -> Meaning:
    """11110i0ooooSnnnn 0iiiddddiiiiiiii"""
    number = (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 255
    value, carry = expanded(number)
    return calculated(first >> 5 & 15, second >> 8 & 15, first & 15, first >> 4 & 1, [], value, carry, f"#{value:#x}")


def by_plain_number(first: int, second: int) -> Meaning:
    """addw, subw, movw, movt, ubfx, bfi."""
    code, n, d = first >> 4 & 31, first & 15, second >> 8 & 15
    number = (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 255
    low, width = second >> 10 & 28 | second >> 6 & 3, (second & 31) + 1
    usable(d)
    if code in (4, 12):
        number |= n << 12
        if code == 4:
            return f"movw {NAMES[d]}, #{number:#x}", [w("move", NAMES[d], number)], None
        body = [w("and", "_l", NAMES[d], 0xFFFF), w("or", NAMES[d], "_l", number << 16)]
        return f"movt {NAMES[d]}, #{number:#x}", body, None
    usable(n)
    if code == 0:
        return f"addw {NAMES[d]}, {NAMES[n]}, #{number}", [w("add", f"{NAMES[d]} -", NAMES[n], number, 0)], None
    if code == 10:
        return f"subw {NAMES[d]}, {NAMES[n]}, #{number}", [w("sub", f"{NAMES[d]} -", NAMES[n], number, 0)], None
    if code == 28 and low + width <= 32:
        body = [w("shr", "_s", NAMES[n], low), w("and", NAMES[d], "_s", (1 << width) - 1)]
        return f"ubfx {NAMES[d]}, {NAMES[n]}, #{low}, #{width}", body, None
    raise Undecoded(f"opcode {first:04x} {second:04x}")


def single(first: int, second: int) -> Meaning:
    """Loads and stores of one register."""
    n, t, is_load, sign = first & 15, second >> 12, first >> 4 & 1, first >> 8 & 1
    size = 1 << (first >> 5 & 3)
    if n == PC or t == PC or size > 4 or (sign and not is_load):
        raise Undecoded(f"opcode {first:04x} {second:04x}")
    name, base = NAMES[t], NAMES[n]
    text = f"{'ldr' if is_load else 'str'}{thumb.kind(size, bool(sign))}.w {name}, [{base}, {second & 0xFFF:#x}]"

    def access(address: tuple, offset: int) -> Body:
        return loaded(name, address, offset, size, bool(sign)) if is_load else stored(name, address, offset, size)

    if first >> 7 & 1:
        return text, access((base,), second & 0xFFF), None
    if not second >> 6 & 63:
        usable(second & 15)
        shift = w("shl", "_o", NAMES[second & 15], second >> 4 & 3)
        return text, [shift, w("add", "_at -", base, "_o", 0), *access(("_at",), 0)], None
    if not second >> 11 & 1 or second >> 8 & 7 in (0, 2, 6):
        raise Undecoded(f"opcode {first:04x} {second:04x}")
    before, up, back = second >> 10 & 1, second >> 9 & 1, second >> 8 & 1
    if back and n == t:
        raise Undecoded(f"opcode {first:04x} {second:04x}")
    offset = second & 255 if up else -(second & 255) & 0xFFFFFFFF
    body = [w("move", "_base", base), *([w("add", f"{base} -", base, offset, 0)] if back else [])]
    return text, [*body, *access((base if back and before else "_base",), 0 if back else offset)], None


def several(first: int, second: int) -> Meaning:
    """ldmia, ldmdb, stmia, stmdb; ldrd and strd."""
    n, is_load, back = first & 15, first >> 4 & 1, first >> 5 & 1
    if n == PC:
        raise Undecoded(f"opcode {first:04x} {second:04x}")
    base, down = NAMES[n], first >> 7 & 3 == 2
    if first >> 6 & 1:
        return double(first, second)
    names = listed(second)
    if first >> 7 & 3 not in (1, 2) or len(names) < 2 or (back and base in names) or "sp" in names:
        raise Undecoded(f"opcode {first:04x} {second:04x}")
    step = 4 * len(names)
    # The stack pointer moves before what is stored, and after what is loaded.
    moved = [w("sub" if down else "add", f"{base} -", base, step, 0)] if back else []
    start = base if back and down else "_base"
    offset = -step & 0xFFFFFFFF if down and not back else 0
    body = [w("move", "_base", base), *(moved if down else [])]
    for i, name in enumerate(names):
        place = offset + 4 * i & 0xFFFFFFFF
        body.append(Access(not is_load, "data", (start,), 32, place, "_pc" if name == "pc" else name, 4))
    body += [] if down else moved
    text = f"{'ld' if is_load else 'st'}m{'db' if down else 'ia'}.w {base}{'!' if back else ''}, {{{', '.join(names)}}}"
    if "pc" not in names:
        return text, body, None
    if not is_load:
        raise Undecoded(text)
    return text, [*body, w("and", "_to", "_pc", 0xFFFFFFFE)], Jump("_to")


def double(first: int, second: int) -> Meaning:
    n, is_load, back = first & 15, first >> 4 & 1, first >> 5 & 1
    t, t2, offset = second >> 12, second >> 8 & 15, 4 * (second & 255)
    before = first >> 8 & 1
    usable(t, t2)
    if not before or back or (is_load and NAMES[n] in (NAMES[t], NAMES[t2])):
        raise Undecoded(f"opcode {first:04x} {second:04x}")
    offset = offset if first >> 7 & 1 else -offset & 0xFFFFFFFF
    body = [
        Access(not is_load, "data", (NAMES[n],), 32, offset + 4 * i & 0xFFFFFFFF, NAMES[r], 4)
        for i, r in enumerate((t, t2))
    ]
    return f"{'ldrd' if is_load else 'strd'} {NAMES[t]}, {NAMES[t2]}, [{NAMES[n]}, {offset:#x}]", body, None


def multiplied(a: int, n: int, d: int, m: int, subtracts: int) -> Meaning:
    """mul, mla, mls."""
    usable(n, d, m)
    body = [w("mul", "_p -", NAMES[n], NAMES[m])]
    if a == PC and subtracts:
        raise Undecoded("mls of the program counter")
    if a == PC:
        return f"mul {NAMES[d]}, {NAMES[n]}, {NAMES[m]}", [*body, w("move", NAMES[d], "_p")], None
    last = w("sub" if subtracts else "add", f"{NAMES[d]} -", NAMES[a], "_p", 0)
    return f"{'mls' if subtracts else 'mla'} {NAMES[d]}, {NAMES[n]}, {NAMES[m]}, {NAMES[a]}", [*body, last], None


def long_product(mnemonic: str) -> Callable[..., Meaning]:
    """umull, umlal, umaal: a product to two words, plus these as one number, or plus each."""

    def meaning(n: int, t: int, h: int, m: int) -> Meaning:
        usable(n, t, h, m)
        low, high = NAMES[t], NAMES[h]
        text = f"{mnemonic} {low}, {high}, {NAMES[n]}, {NAMES[m]}"
        if t == h:
            raise Undecoded(text)
        body: Body = [w("mul", "_l _h", NAMES[n], NAMES[m])]
        if mnemonic == "umull":
            return text, [*body, w("move", low, "_l"), w("move", high, "_h")], None
        body.append(w("join", "_p", "_l", "_h"))
        if mnemonic == "umlal":
            body += [w("join", "_old", low, high), op("add", "_s -", "_p", "_old", 0, width=64)]
        else:
            body += [w("extend", "_a", low, 64), w("extend", "_b", high, 64)]
            body += [op("add", "_q -", "_p", "_a", 0, width=64), op("add", "_s -", "_q", "_b", 0, width=64)]
        return text, [*body, w("split", f"{low} {high}", "_s")], None

    return meaning


def bytes_added(n: int, d: int, m: int) -> Meaning:
    """uadd8: sums of bytes; their carries are the flags GE."""
    usable(n, d, m)
    body: Body = []
    for name, register in (("a", n), ("b", m)):
        body.append(op("split", " ".join(f"_{name}{i}" for i in range(4)), NAMES[register]))
    body += [op("add", f"_s{i} {GREATER[i]}", f"_a{i}", f"_b{i}", 0) for i in range(4)]
    return (
        f"uadd8 {NAMES[d]}, {NAMES[n]}, {NAMES[m]}",
        [*body, op("join", NAMES[d], *(f"_s{i}" for i in range(4)))],
        None,
    )


def selected(n: int, d: int, m: int) -> Meaning:
    """sel: bytes of one register or the other, by the flags GE."""
    usable(n, d, m)
    body: Body = []
    for name, register in (("a", n), ("b", m)):
        body.append(op("split", " ".join(f"_{name}{i}" for i in range(4)), NAMES[register]))
    body += [op("choose", f"_s{i}", GREATER[i], f"_a{i}", f"_b{i}") for i in range(4)]
    return f"sel {NAMES[d]}, {NAMES[n]}, {NAMES[m]}", [*body, op("join", NAMES[d], *(f"_s{i}" for i in range(4)))], None


def bytes_extended(d: int, r: int, m: int) -> Meaning:
    """uxtb16: two bytes, each to a half-word."""
    usable(d, m)
    body = [w("rotate", "_r", NAMES[m], 8 * r), w("and", NAMES[d], "_r", 0x00FF00FF)]
    return f"uxtb16 {NAMES[d]}, {NAMES[m]}, ror #{8 * r}", body, None


TABLE = (
    ("11111011 0000 nnnn aaaa dddd 000s mmmm", lambda a, n, d, m, s: multiplied(a, n, d, m, s)),
    ("11111011 1010 nnnn tttt hhhh 0000 mmmm", long_product("umull")),
    ("11111011 1110 nnnn tttt hhhh 0000 mmmm", long_product("umlal")),
    ("11111011 1110 nnnn tttt hhhh 0110 mmmm", long_product("umaal")),
    ("11111010 1000 nnnn 1111 dddd 0100 mmmm", bytes_added),
    ("11111010 1010 nnnn 1111 dddd 1000 mmmm", selected),
    ("11111010 0011 1111 1111 dddd 10rr mmmm", bytes_extended),
)


def branched(first: int, second: int, address: int) -> Meaning | None:
    """b with a condition or without, of 32 bits."""
    if first >> 11 != 0b11110 or second & 0xC000 != 0x8000:
        return None
    s, j1, j2 = first >> 10 & 1, second >> 13 & 1, second >> 11 & 1
    if second & 0x1000:
        offset = s << 24 | (j1 ^ s ^ 1) << 23 | (j2 ^ s ^ 1) << 22 | (first & 0x3FF) << 12 | (second & 0x7FF) << 1
        target = address + 4 + signed(offset, 25)
        return f"b.w {target:#x}", [], Jump(target)
    if first >> 6 & 15 > 13:
        return None
    offset = s << 20 | j2 << 19 | j1 << 18 | (first & 63) << 12 | (second & 0x7FF) << 1
    target = address + 4 + signed(offset, 21)
    body, name = condition(first >> 6 & 15)
    return f"b{CONDITIONS[first >> 6 & 15]}.w {target:#x}", body, Jump(target, name)


def wide(first: int, second: int, address: int) -> Meaning:
    """An instruction of 32 bits."""
    if found := thumb.long_call(first, second, address) or branched(first, second, address):
        return found
    if first >> 9 == 0b1110101 and not second >> 15:
        return by_register(first, second)
    if first >> 11 == 0b11110 and not second >> 15:
        return by_plain_number(first, second) if first >> 9 & 1 else by_number(first, second)
    if first >> 9 == 0b1111100:
        return single(first, second)
    if first >> 9 == 0b1110100:
        return several(first, second)
    found = find(TABLE, first << 16 | second)
    if not found:
        raise Undecoded(f"opcode {first:04x} {second:04x}")
    return found[0](**found[1])


def decode(code: bytes, address: int) -> Instruction:
    first = int.from_bytes(code[:2], "little")
    if first >> 11 < 0b11101:
        return thumb.decode(code, address)
    return thumb.made(4, wide(first, int.from_bytes(code[2:4], "little"), address))


TARGET = dataclasses.replace(
    thumb.TARGET,
    name="armv7",
    board="cortex-m4",
    decode=decode,
    registers=thumb.TARGET.registers | dict.fromkeys(GREATER, 1),
    flags=thumb.TARGET.flags | frozenset(GREATER),
)

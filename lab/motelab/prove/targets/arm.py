"""ARM state of ARMv5TE, from the "ARM Architecture Reference Manual", DDI 0100: instructions that are always executed.
Flags and what computes them are those of thumb.py. Arguments and kept registers as in the "Procedure Call Standard for
the Arm Architecture". Wireless MMX is in wireless.py.

A product on an XScale ends early where an operand is small: its time is not constant (docs/native-kernels.md), and no
proof says that it is."""

import dataclasses
import functools
from typing import Any

from motelab.prove.targets import Undecoded, thumb, wireless
from motelab.prove.targets.armv7 import LOGICAL, arithmetic, bitwise, shifted_operand
from motelab.prove.targets.ir import Access, Instruction, Jump, op, signed
from motelab.prove.targets.thumb import (
    NAMES,
    PC,
    Body,
    Meaning,
    flag,
    kind,
    listed,
    loaded,
    stored,
    subtracted,
    tested,
    w,
)  # fmt: skip

OPERATIONS = (
    "and", "eor", "sub", "rsb", "add", "adc", "sbc", "rsc", "tst", "teq", "cmp", "cmn", "orr", "mov", "bic", "mvn",
)  # fmt: skip
ALWAYS = 14
TESTS = {"tst": "and", "teq": "eor", "cmp": "sub", "cmn": "add"}


def undecoded(code: int) -> Undecoded:
    return Undecoded(f"opcode {code:08x}")


def second_operand(code: int) -> tuple[Body, int | str, int | str, str]:
    """What computes the second operand of a data-processing instruction, its value, the carry that logical operations
    get, and its text."""
    if code >> 25 & 1:
        turn = 2 * (code >> 8 & 15)
        byte = code & 255
        value = (byte >> turn | byte << 32 - turn) & 0xFFFFFFFF if turn else byte
        return [], value, value >> 31 if turn else "C", f"#{value:#x}"
    m, shift, n = code & 15, code >> 5 & 3, code >> 7 & 31
    if code >> 4 & 1 or m == PC:
        raise undecoded(code)
    body, value, carry = shifted_operand(m, shift, n)
    return body, value, carry, NAMES[m] + (f", {('lsl', 'lsr', 'asr', 'ror')[shift]} #{n}" if n or shift else "")


def calculated(code: int) -> Meaning:
    """Data processing: 00 I oooo S nnnn dddd operand."""
    name, sets, n, d = OPERATIONS[code >> 21 & 15], code >> 20 & 1, code >> 16 & 15, code >> 12 & 15
    body, b, carry, text = second_operand(code)
    if name in TESTS:
        if not sets or d:
            raise undecoded(code)
        name, result = TESTS[name], "_r"
    else:
        if d == PC:
            raise undecoded(code)
        result = NAMES[d]
    shown = f"{name}{'s' if sets else ''} {result}, {NAMES[n]}, {text}"
    if name in ("mov", "mvn"):
        if n:
            raise undecoded(code)
        own = [w("move" if name == "mov" else "not", result, b)]
        return f"{name}{'s' if sets else ''} {result}, {text}", [*body, *with_flags(own, result, carry, sets)], None
    if n == PC:
        raise undecoded(code)
    if name in LOGICAL:
        own = bitwise(LOGICAL[name], result, NAMES[n], b, False)
        return shown, [*body, *with_flags(own, result, carry, sets)], None
    if name == "rsc":
        if sets:
            return shown, [*body, *subtracted(result, b, NAMES[n], "C")], None
        return shown, [*body, flag("not", "_in", "C"), w("sub", f"{result} -", b, NAMES[n], "_in")], None
    return shown, [*body, *arithmetic(name, result, NAMES[n], b, sets)], None


def with_flags(body: Body, result: str, carry: int | str, sets: int) -> Body:
    """A logical operation, whose carry is the shifter's."""
    if not sets:
        return body
    return [flag("move", "_k2", carry), *body, *tested(result), flag("move", "C", "_k2")]


def multiplied(code: int) -> Meaning:
    """mul, mla, umull, umlal, smull, smlal."""
    which, sets, high, low, s, m = (
        code >> 21 & 7, code >> 20 & 1, code >> 16 & 15, code >> 12 & 15, code >> 8 & 15, code & 15
    )  # fmt: skip
    if sets or PC in (high, s, m) or (which > 1 and low == PC):
        raise undecoded(code)
    if which < 2:
        body = [w("mul", "_p -", NAMES[m], NAMES[s])]
        if not which:
            return f"mul {NAMES[high]}, {NAMES[m]}, {NAMES[s]}", [*body, w("move", NAMES[high], "_p")], None
        body.append(w("add", f"{NAMES[high]} -", "_p", NAMES[low], 0))
        return f"mla {NAMES[high]}, {NAMES[m]}, {NAMES[s]}, {NAMES[low]}", body, None
    # ARMv5 leaves it open what a product gives whose halves share a register with one another or a factor.
    if which < 4 or high == low or m in (high, low):
        raise undecoded(code)
    name = ("umull", "umlal", "smull", "smlal")[which - 4]
    text = f"{name} {NAMES[low]}, {NAMES[high]}, {NAMES[m]}, {NAMES[s]}"
    body = [w("muls" if which > 5 else "mul", "_l _h", NAMES[m], NAMES[s])]
    if not which & 1:
        return text, [*body, w("move", NAMES[low], "_l"), w("move", NAMES[high], "_h")], None
    body += [w("join", "_p", "_l", "_h"), w("join", "_old", NAMES[low], NAMES[high])]
    return (
        text,
        [*body, op("add", "_s -", "_p", "_old", 0, width=64), w("split", f"{NAMES[low]} {NAMES[high]}", "_s")],
        None,
    )


def based(code: int, offset: int | str, body: Body, text: str, access) -> Meaning:
    """A load or store with the three ways to the address: before, before with write-back, behind."""
    before, up, back, n, t = code >> 24 & 1, code >> 23 & 1, code >> 21 & 1, code >> 16 & 15, code >> 12 & 15
    if n == PC or t == PC or (back and not before):
        raise undecoded(code)
    base, writes = NAMES[n], back or not before
    if writes and n == t:
        raise undecoded(code)
    moved = [*body, w("move", "_old", base), w("add" if up else "sub", "_new -", base, offset, 0)]
    shown = f"{text} {NAMES[t]}, [{base}, {'' if up else '-'}{offset}]{'!' if back else '' if before else ' behind'}"
    own = access(NAMES[t], ("_new" if before else "_old",))
    return shown, [*moved, *own, *([w("move", base, "_new")] if writes else [])], None


def single(code: int) -> Meaning:
    """ldr, str, ldrb, strb."""
    size, is_load = 1 if code >> 22 & 1 else 4, code >> 20 & 1
    body: Body = []
    offset: int | str = code & 0xFFF
    if code >> 25 & 1:
        if code >> 4 & 1 or code & 15 == PC:
            raise undecoded(code)
        body, offset, _ = shifted_operand(code & 15, code >> 5 & 3, code >> 7 & 31)
    text = f"{'ldr' if is_load else 'str'}{kind(size)}"
    if is_load:
        return based(code, offset, body, text, lambda t, at: loaded(t, at, 0, size))
    return based(code, offset, body, text, lambda t, at: stored(t, at, 0, size))


def other_size(code: int) -> Meaning:
    """ldrh, strh, ldrsb, ldrsh, ldrd, strd."""
    which, is_load, t = code >> 5 & 3, code >> 20 & 1, code >> 12 & 15
    offset: int | str = code >> 4 & 0xF0 | code & 15
    if not code >> 22 & 1:
        if code & 15 == PC:
            raise undecoded(code)
        offset = NAMES[code & 15]
    if not is_load and which > 1:
        is_load = which == 2
        base, back = code >> 16 & 15, code >> 21 & 1 or not code >> 24 & 1
        if t & 1 or t == 14 or (back and base == t + 1) or (is_load and offset in (NAMES[t], NAMES[t + 1])):
            raise undecoded(code)

        def both(name: str, at: tuple) -> Body:
            # The address must be one of eight bytes; the machine then refuses what is not.
            if is_load:
                return [Access(False, "data", at, 32, 0, "_p", 8), w("split", f"{name} {NAMES[t + 1]}", "_p")]
            return [w("join", "_p", name, NAMES[t + 1]), Access(True, "data", at, 32, 0, "_p", 8)]

        return based(code, offset, [], "ldrd" if is_load else "strd", both)
    size, is_signed = (2 if which & 1 else 1), which > 1
    text = f"{'ldr' if is_load else 'str'}{kind(size, is_signed)}"
    if is_load:
        return based(code, offset, [], text, lambda name, at: loaded(name, at, 0, size, is_signed))
    return based(code, offset, [], text, lambda name, at: stored(name, at, 0, size))


def several(code: int) -> Meaning:
    """ldm, stm in their four ways."""
    before, up, special, back, is_load, n = (code >> place & 1 for place in (24, 23, 22, 21, 20, 0))
    n, names = code >> 16 & 15, listed(code & 0xFFFF)
    base = NAMES[n]
    if n == PC or special or not names or (back and base in names) or (not is_load and "pc" in names):
        raise undecoded(code)
    step = 4 * len(names)
    start = (4 if before else 0) if up else -step + (0 if before else 4)
    moved = [w("add" if up else "sub", f"{base} -", base, step, 0)] if back else []
    # The stack pointer moves before what is stored, and after what is loaded.
    body: Body = [w("move", "_base", base), *([] if up else moved)]
    for i, name in enumerate(names):
        place = start + 4 * i & 0xFFFFFFFF
        body.append(Access(not is_load, "data", ("_base",), 32, place, "_pc" if name == "pc" else name, 4))
    body += moved if up else []
    way = ("da", "ia", "db", "ib")[before << 1 | up]
    text = f"{'ld' if is_load else 'st'}m{way} {base}{'!' if back else ''}, {{{', '.join(names)}}}"
    return (text, body, None) if "pc" not in names else (f"return by {text}", *returning(body, "_pc"))


def returning(body: Body, to: str) -> tuple[Body, Jump]:
    """A jump to an address of ARM code: one to Thumb code leads to the odd address, where no code is."""
    return [*body, w("move", "_to", to)], Jump("_to")


def plain(code: int) -> Meaning:
    """Instructions whose first bits are 000."""
    if code & 0x0FFFFFF0 == 0x012FFF10 and code & 15 != PC:
        return (f"bx {NAMES[code & 15]}", *returning([], NAMES[code & 15]))
    if code & 0x90 == 0x90:
        if code & 0x60:
            return other_size(code)
        if code >> 24 & 15:
            raise undecoded(code)
        return multiplied(code)
    return calculated(code)


@functools.cache
def meaning(code: int) -> Meaning:
    """An instruction that does not know its address."""
    if code >> 28 != ALWAYS:
        if code >> 28 == 15 and (found := wireless.meaning(code)):
            return found
        raise undecoded(code)
    which = code >> 25 & 7
    if which >= 6 and (found := wireless.meaning(code)):
        return found
    rules = {0: plain, 1: calculated, 2: single, 3: single, 4: several}
    if which not in rules or (which == 1 and code >> 23 & 3 == 2 and not code >> 20 & 1):
        raise undecoded(code)
    return rules[which](code)


def decode(data: bytes, address: int) -> Instruction:
    code = int.from_bytes(data[:4], "little")
    if code >> 24 in (0xEA, 0xEB):
        target = address + 8 + 4 * signed(code & 0xFFFFFF, 24) & 0xFFFFFFFF
        if code >> 24 == 0xEA:
            return thumb.made(4, (f"b {target:#x}", [], Jump(target)))
        return thumb.made(4, (f"bl {target:#x}", [w("move", "lr", address + 4)], Jump(target)))
    return thumb.made(4, meaning(code))


def entry(machine: Any, exit_address: int) -> None:
    """The state after a call: the return address in lr."""
    machine.values["lr"] = exit_address


TARGET = dataclasses.replace(
    thumb.TARGET,
    name="arm",
    board="pxa270",
    decode=decode,
    entry=entry,
    registers=thumb.TARGET.registers | dict.fromkeys(wireless.DATA, 64) | dict.fromkeys(wireless.CONTROL, 32),
    kept=(*thumb.TARGET.kept, *wireless.KEPT),
    symbol_mask=-1,
    stack_alignment=8,
)

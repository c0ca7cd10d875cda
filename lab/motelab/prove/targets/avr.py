"""AVR with multiplier and return addresses of two bytes (ATmega128), from Microchip's "AVR Instruction Set Manual",
DS40002198. Addresses of code are in bytes. The flags are C Z N V S H T I."""

import functools
from typing import Any

from motelab.prove.targets import Target, Undecoded
from motelab.prove.targets.ir import Access, Instruction, Jump, Op, op
from motelab.prove.targets.patterns import find

FLAGS = ("C", "Z", "N", "V", "S", "H", "T", "I")  # from bit 0 of SREG
POINTERS = {"X": ("r26", "r27"), "Y": ("r28", "r29"), "Z": ("r30", "r31")}
PORTS = {0x3D: "SPL", 0x3E: "SPH"}
SREG = 0x3F
STACK = ("SPL", "SPH")
LONG = (0x9000, 0x9200)  # lds, sts: mask 0xfe0f; jmp and call are the others of two words

Body = list[Op | Access]


def signs(result: str) -> Body:
    """N and S of a result, once V is set."""
    return [op("bit", "N", result, 7), op("xor", "S", "N", "V", width=1)]


def added(d: str, r: int | str, carry: int | str) -> Body:
    out = [op("add", "_s C", d, r, carry), op("half_add", "H", d, r, "_s"), op("overflow_add", "V", d, r, "_s")]
    return [*out, *signs("_s"), op("zero", "Z", "_s"), op("move", d, "_s")]


def subtracted(d: str, r: int | str, borrow: int | str, keeps: bool, a: int | str = "") -> Body:
    """Flags of a - r - borrow, and the result in d if it `keeps` it. With a borrow, Z stays 0 where it was. Operands
    that are one register cancel."""
    a = a if a != "" else d
    a, r = (0, 0) if a == r else (a, r)
    out = [op("sub", "_s C", a, r, borrow), op("half_sub", "H", a, r, "_s"), op("overflow_sub", "V", a, r, "_s")]
    out += [*signs("_s"), op("zero", "_z", "_s")]
    out += [op("and", "Z", "_z", "Z", width=1) if borrow else op("move", "Z", "_z", width=1)]
    return [*out, op("move", d, "_s")] if keeps else out


def logic(name: str, d: str, r: int | str) -> Body:
    """And, or, exclusive or; of a register and itself, the register or 0."""
    same = {"and": op("move", "_s", d), "or": op("move", "_s", d), "xor": op("move", "_s", 0)}
    first = same[name] if d == r else op(name, "_s", d, r)
    return [first, op("move", "V", 0, width=1), *signs("_s"), op("zero", "Z", "_s"), op("move", d, "_s")]


def shifted(d: str, carry: int | str, name: str = "ror") -> Body:
    out = [op("bit", "_c", d, 0), op("sar", "_s", d, 1)] if name == "sar" else [op("ror", "_s _c", d, carry)]
    out += [op("bit", "N", "_s", 7), op("xor", "V", "N", "_c", width=1), op("xor", "S", "N", "V", width=1)]
    return [*out, op("zero", "Z", "_s"), op("move", "C", "_c", width=1), op("move", d, "_s")]


def complemented(d: str) -> Body:
    out = [op("not", "_s", d), op("move", "V", 0, width=1), *signs("_s"), op("zero", "Z", "_s")]
    return [*out, op("move", "C", 1, width=1), op("move", d, "_s")]


def stepped(d: str, name: str) -> Body:
    """inc and dec, which leave C."""
    out = [op(name, "_s -", d, 1, 0), op(f"overflow_{name}", "V", d, 1, "_s")]
    return [*out, *signs("_s"), op("zero", "Z", "_s"), op("move", d, "_s")]


def wide(low: int, k: int, name: str) -> Body:
    """adiw and sbiw."""
    pair = f"r{low}", f"r{low + 1}"
    out = [op("join", "_w", *pair), op(name, "_s C", "_w", k, 0, width=16)]
    out += [op(f"overflow_{name}", "V", "_w", k, "_s", width=16), op("bit", "N", "_s", 15, width=16)]
    out += [op("xor", "S", "N", "V", width=1), op("zero", "Z", "_s", width=16)]
    return [*out, op("split", " ".join(pair), "_s")]


def multiplied(a: str, b: str, name: str) -> Body:
    out = [op(name, "_l _h", a, b), op("bit", "C", "_h", 7), op("join", "_p", "_l", "_h")]
    return [*out, op("zero", "Z", "_p", width=16), op("move", "r0", "_l"), op("move", "r1", "_h")]


def moved(pair: tuple[str, ...], name: str) -> Body:
    """A pair of registers plus or minus 1."""
    return [
        op("join", "_p", *pair),
        op(name, "_q -", "_p", 1, 0, width=16),
        op("split", " ".join(pair), "_q"),
    ]


def memory(register: str, pointer: str, is_store: bool, space: str = "data") -> Body:
    """ld, st, ldd, std, lpm by a pointer such as "X", "Z+", "-Y" or "Y+5"."""
    pair = POINTERS[pointer.strip("-+0123456789")]
    offset = int(pointer.partition("+")[2] or 0)
    before = moved(pair, "sub") if pointer.startswith("-") else []
    after = moved(pair, "add") if pointer.endswith("+") else []
    if {register} & set(pair) and (before or after):
        raise Undecoded("a pointer that moves and is data")
    return [*before, Access(is_store, space, pair, 8, offset, register), *after]


def pushed(value: int | str) -> Body:
    return [*moved(STACK, "sub"), Access(True, "data", STACK, 8, 1, value)]


def popped(name: str) -> Body:
    return [Access(False, "data", STACK, 8, 1, name), *moved(STACK, "add")]


def port(a: int, r: str, is_store: bool) -> Body:
    """in and out: the stack pointer and the flags."""
    if a == SREG and is_store:
        return [op("bit", flag, r, place) for place, flag in enumerate(FLAGS)]
    if a == SREG:
        return [op("pack", r, *FLAGS, width=1)]
    if a not in PORTS:
        raise Undecoded(f"port {a:#x}")
    return [op("move", PORTS[a], r) if is_store else op("move", r, PORTS[a])]


def returned() -> tuple[Body, Jump]:
    body = [*popped("_h"), *popped("_l"), op("join", "_w", "_l", "_h"), op("shl", "_a", "_w", 1, width=17)]
    return body, Jump("_a")


def called(target: int, after: int) -> tuple[Body, Jump]:
    return [*pushed(after // 2 & 255), *pushed(after // 2 >> 8)], Jump(target)


def relative(k: int, bits: int, address: int) -> int:
    """The target of a relative jump."""
    return address + 2 + 2 * (k - (k >> bits - 1 << bits)) & 0x1FFFF


def binary(name: str, body):
    """An instruction of two registers; `body` gives its assignments."""
    return lambda d, r: (f"{name} r{d}, r{r}", body(f"r{d}", f"r{r}"), None)


def constant(name: str, body):
    """An instruction of an upper register and a number."""
    return lambda d, k: (f"{name} r{d + 16}, {k}", body(f"r{d + 16}", k), None)


def unary(name: str, body):
    return lambda d: (f"{name} r{d}", body(f"r{d}"), None)


def through(pointer: str, is_store: bool):
    """ld or st through a pointer."""
    name = "st" if is_store else "ld"
    return lambda d: (f"{name} {pointer}, r{d}", memory(f"r{d}", pointer, is_store), None)


def displaced(base: str, is_store: bool):
    name = "std" if is_store else "ldd"
    return lambda d, q: (f"{name} {base}+{q}, r{d}", memory(f"r{d}", f"{base}+{q}", is_store), None)


def from_flash(pointer: str):
    return lambda d: (f"lpm r{d}, {pointer}", memory(f"r{d}", pointer, False, "code"), None)


def pair_move(d: int, r: int) -> tuple:
    moves = [op("move", f"r{2 * d + i}", f"r{2 * r + i}") for i in (0, 1)]
    return f"movw r{2 * d}, r{2 * r}", moves, None


# fmt: off
TABLE = (
    ("0001 11rd dddd rrrr", binary("adc", lambda d, r: added(d, r, "C"))),
    ("0000 11rd dddd rrrr", binary("add", lambda d, r: added(d, r, 0))),
    ("0001 10rd dddd rrrr", binary("sub", lambda d, r: subtracted(d, r, 0, True))),
    ("0000 10rd dddd rrrr", binary("sbc", lambda d, r: subtracted(d, r, "C", True))),
    ("0001 01rd dddd rrrr", binary("cp", lambda d, r: subtracted(d, r, 0, False))),
    ("0000 01rd dddd rrrr", binary("cpc", lambda d, r: subtracted(d, r, "C", False))),
    ("0010 00rd dddd rrrr", binary("and", lambda d, r: logic("and", d, r))),
    ("0010 10rd dddd rrrr", binary("or", lambda d, r: logic("or", d, r))),
    ("0010 01rd dddd rrrr", binary("eor", lambda d, r: logic("xor", d, r))),
    ("0010 11rd dddd rrrr", binary("mov", lambda d, r: [op("move", d, r)])),
    ("1001 11rd dddd rrrr", binary("mul", lambda d, r: multiplied(d, r, "mul"))),
    ("0000 0010 dddd rrrr", lambda d, r: (f"muls r{d + 16}, r{r + 16}", multiplied(f"r{d + 16}", f"r{r + 16}", "muls"),
                                          None)),
    ("0000 0011 0ddd 0rrr", lambda d, r: (f"mulsu r{d + 16}, r{r + 16}",
                                          multiplied(f"r{d + 16}", f"r{r + 16}", "mulsu"), None)),
    ("0000 0001 dddd rrrr", pair_move),
    ("1110 kkkk dddd kkkk", constant("ldi", lambda d, k: [op("move", d, k)])),
    ("0101 kkkk dddd kkkk", constant("subi", lambda d, k: subtracted(d, k, 0, True))),
    ("0100 kkkk dddd kkkk", constant("sbci", lambda d, k: subtracted(d, k, "C", True))),
    ("0011 kkkk dddd kkkk", constant("cpi", lambda d, k: subtracted(d, k, 0, False))),
    ("0111 kkkk dddd kkkk", constant("andi", lambda d, k: logic("and", d, k))),
    ("0110 kkkk dddd kkkk", constant("ori", lambda d, k: logic("or", d, k))),
    ("1001 010d dddd 0000", unary("com", complemented)),
    ("1001 010d dddd 0001", unary("neg", lambda d: subtracted(d, d, 0, True, a=0))),
    ("1001 010d dddd 0010", unary("swap", lambda d: [op("rotate", d, d, 4)])),
    ("1001 010d dddd 0011", unary("inc", lambda d: stepped(d, "add"))),
    ("1001 010d dddd 1010", unary("dec", lambda d: stepped(d, "sub"))),
    ("1001 010d dddd 0101", unary("asr", lambda d: shifted(d, 0, "sar"))),
    ("1001 010d dddd 0110", unary("lsr", lambda d: shifted(d, 0))),
    ("1001 010d dddd 0111", unary("ror", lambda d: shifted(d, "C"))),
    ("1001 0110 kkdd kkkk", lambda d, k: (f"adiw r{24 + 2 * d}, {k}", wide(24 + 2 * d, k, "add"), None)),
    ("1001 0111 kkdd kkkk", lambda d, k: (f"sbiw r{24 + 2 * d}, {k}", wide(24 + 2 * d, k, "sub"), None)),
    ("1001 001d dddd 1111", unary("push", pushed)),
    ("1001 000d dddd 1111", unary("pop", popped)),
    ("1001 000d dddd 1100", through("X", False)), ("1001 001d dddd 1100", through("X", True)),
    ("1001 000d dddd 1101", through("X+", False)), ("1001 001d dddd 1101", through("X+", True)),
    ("1001 000d dddd 1110", through("-X", False)), ("1001 001d dddd 1110", through("-X", True)),
    ("1001 000d dddd 1001", through("Y+", False)), ("1001 001d dddd 1001", through("Y+", True)),
    ("1001 000d dddd 1010", through("-Y", False)), ("1001 001d dddd 1010", through("-Y", True)),
    ("1001 000d dddd 0001", through("Z+", False)), ("1001 001d dddd 0001", through("Z+", True)),
    ("1001 000d dddd 0010", through("-Z", False)), ("1001 001d dddd 0010", through("-Z", True)),
    ("10q0 qq0d dddd 1qqq", displaced("Y", False)), ("10q0 qq1d dddd 1qqq", displaced("Y", True)),
    ("10q0 qq0d dddd 0qqq", displaced("Z", False)), ("10q0 qq1d dddd 0qqq", displaced("Z", True)),
    ("1001 0101 1100 1000", lambda: ("lpm", memory("r0", "Z", False, "code"), None)),
    ("1001 000d dddd 0100", from_flash("Z")), ("1001 000d dddd 0101", from_flash("Z+")),
    ("1011 0aad dddd aaaa", lambda a, d: (f"in r{d}, {a:#x}", port(a, f"r{d}", False), None)),
    ("1011 1aad dddd aaaa", lambda a, d: (f"out {a:#x}, r{d}", port(a, f"r{d}", True), None)),
    ("1111 101d dddd 0bbb", lambda b, d: (f"bst r{d}, {b}", [op("bit", "T", f"r{d}", b)], None)),
    ("1111 100d dddd 0bbb", lambda b, d: (f"bld r{d}, {b}", [op("setbit", f"r{d}", f"r{d}", b, "T")], None)),
    ("1001 0100 0sss 1000", lambda s: (f"bset {s}", [op("move", FLAGS[s], 1, width=1)], None)),
    ("1001 0100 1sss 1000", lambda s: (f"bclr {s}", [op("move", FLAGS[s], 0, width=1)], None)),
    ("0000 0000 0000 0000", lambda: ("nop", [], None)),
    ("1001 0101 0000 1000", lambda: ("ret", *returned())),
)
# fmt: on


def control(word: int, code: bytes, address: int) -> Instruction | None:
    """Jumps, calls, branches and skips, which know where they are."""
    if word & 0xE000 == 0xC000:  # rjmp, rcall
        target = relative(word & 0xFFF, 12, address)
        body, jump = called(target, address + 2) if word & 0x1000 else ([], Jump(target))
        return Instruction(2, f"{'rcall' if word & 0x1000 else 'rjmp'} {target:#x}", tuple(body), jump)
    if word & 0xFE0C == 0x940C:  # jmp, call
        target = 2 * ((word >> 3 & 0x3E | word & 1) << 16 | int.from_bytes(code[2:4], "little"))
        body, jump = called(target, address + 4) if word & 2 else ([], Jump(target))
        return Instruction(4, f"{'call' if word & 2 else 'jmp'} {target:#x}", tuple(body), jump)
    if word & 0xF800 == 0xF000:  # brbs, brbc
        flag, target = FLAGS[word & 7], relative(word >> 3 & 127, 7, address)
        name = "brbc" if word & 0x400 else "brbs"
        body = [op("not" if word & 0x400 else "move", "_taken", flag, width=1)]
        return Instruction(2, f"{name} {flag}, {target:#x}", tuple(body), Jump(target, "_taken"))
    if word == 0x9409:
        body = [op("join", "_w", *POINTERS["Z"]), op("shl", "_a", "_w", 1, width=17)]
        return Instruction(2, "ijmp", tuple(body), Jump("_a"))
    return skipping(word, code, address)


def skipping(word: int, code: bytes, address: int) -> Instruction | None:
    """sbrc, sbrs and cpse."""
    after = address + 2 + size(int.from_bytes(code[2:4], "little"))
    d, b = f"r{word >> 4 & 31}", word & 7
    if word & 0xFC08 == 0xFC00:
        name = "sbrs" if word & 0x200 else "sbrc"
        body = [op("bit", "_b", d, b), op("move" if word & 0x200 else "not", "_taken", "_b", width=1)]
        return Instruction(2, f"{name} {d}, {b}", tuple(body), Jump(after, "_taken"))
    if word & 0xFC00 == 0x1000:
        r = f"r{word & 15 | word >> 5 & 16}"
        body = [op("xor", "_x", d, r), op("zero", "_taken", "_x")]
        return Instruction(2, f"cpse {d}, {r}", tuple(body), Jump(after, "_taken"))
    return None


def size(word: int) -> int:
    """Bytes of the instruction that starts with a word."""
    return 4 if word & 0xFE0C == 0x940C or word & 0xFE0F in LONG else 2


def decode(code: bytes, address: int) -> Instruction:
    word = int.from_bytes(code[:2], "little")
    if found := control(word, code, address):
        return found
    if word & 0xFE0F in LONG:
        at = int.from_bytes(code[2:4], "little")
        name, is_store, r = (
            ("sts", True, f"r{word >> 4 & 31}") if word & 0x200 else ("lds", False, f"r{word >> 4 & 31}")
        )
        access = Access(is_store, "data", (at & 255, at >> 8), 8, 0, r)
        return Instruction(4, f"{name} {at:#x}, {r}", (access,))
    return straight(word)


@functools.cache
def straight(word: int) -> Instruction:
    """An instruction whose meaning does not depend on its address."""
    found = find(TABLE, word)
    if not found:
        raise Undecoded(f"opcode {word:04x}")
    text, body, jump = found[0](**found[1])
    return Instruction(2, text, tuple(body), jump)


def entry(machine: Any, exit_address: int) -> None:
    """The state after a call: the return address, in words, on the stack."""
    for part in (exit_address // 2 & 255, exit_address // 2 >> 8):
        machine.execute(Instruction(0, "call", tuple(pushed(part))))


def argument(index: int) -> tuple[str, ...]:
    """Pairs from r24 down; a byte is in the lower register."""
    return f"r{24 - 2 * index}", f"r{25 - 2 * index}"


TARGET = Target(
    name="avr",
    board="micaz",
    word_bits=8,
    longest=4,
    decode=decode,
    registers={f"r{number}": 8 for number in range(32)} | {"SPL": 8, "SPH": 8} | dict.fromkeys(FLAGS, 1),
    flags=frozenset(FLAGS),
    stack_pointer=STACK,
    part_width=8,
    free=1,
    entry=entry,
    argument=argument,
    kept=(*(f"r{number}" for number in (*range(2, 18), 28, 29)), "I"),
    constant={"r1": 0},
    return_bytes=2,
    memory=(0x200, 0x10F0),
    code_is_data=False,
    frame_pointer=("r28", "r29"),
)

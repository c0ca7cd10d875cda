"""The assignments that an instruction stands for, and their meaning on numbers.

An operation names its results and its operands. An operand is an integer, or the name of a register, a flag or a
temporary; a result is such a name, or None if nobody wants it. All operands have `width` bits unless the table says
otherwise; carries and flags have one bit. Names of temporaries start with "_" and die with the instruction.

    move a               a
    add a b c            sum, carry            c is a carry of one bit
    sub a b c            difference, borrow    a - b - c
    mul a b              low, high             of the unsigned product
    muls, mulsu          the same, both operands signed, or only the first
    and or xor a b, not a
    rol a c              value, bit out        by one place, c enters below
    ror a c              value, bit out        by one place, c enters above
    shl shr sar a n      value                 n is an integer; rotate a n: to the right
    shlv shrv sarv a n   value                 n is any value; `width` or more gives 0, or the sign
    bit a i              bit i of a            i is an integer
    setbit a i b         a with b as bit i
    zero a               1 if a is 0
    overflow_add a b s   1 if the signed sum s of a and b left its range; overflow_sub a b d: likewise a - b
    half_add a b s       1 if a + b = s carries out of the lower half of the word; half_sub a b d: likewise a - b
    less a b             1 if a < b, unsigned; less_signed a b
    choose c a b         a if the bit c is 1, else b
    join a b ...         the word of the parts of `width` bits, the lowest first
    pack a b ...         join of flags, as a status register holds them: computed only where somebody looks
    split a              the parts of a, each of `width` bits, the lowest first: as many as there are results
    extend a n           a of `width` bits as n bits, n an integer; sign_extend likewise
    clmul a b            low, high             of the carry-less product
    load, store          memory: see `Access`

Every domain agrees with CONCRETE: tests hold each to it."""

import dataclasses
from collections.abc import Callable
from typing import NamedTuple

Operand = int | str


class Op(NamedTuple):
    """One assignment."""

    name: str
    results: tuple[str | None, ...]
    operands: tuple[Operand, ...]
    width: int


def op(name: str, results: str, *operands: int | str, width: int = 8) -> Op:
    """An operation; `results` are names apart by blanks, "-" for none."""
    return Op(name, tuple(None if one == "-" else one for one in results.split()), operands, width)


class Access(NamedTuple):
    """A load or store of a word of `size` bytes, the lowest first. The address is the word of `address`, parts of
    `part_width` bits, the lowest first, plus `offset` modulo its size. `value` names the word.

    space: "data", or "code" for constants beside the instructions where a processor reads these otherwise. cycle: of
    the instruction, where a device wants to know it."""

    is_store: bool
    space: str
    address: tuple[Operand, ...]
    part_width: int
    offset: int
    value: Operand
    size: int = 1
    cycle: int = 0


class Jump(NamedTuple):
    """Control goes to `target`, an address or a name that holds one, if the value `condition` is 1; always if it is
    None. Calls and returns are stores or loads and a jump."""

    target: Operand
    condition: Operand | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Instruction:
    """A decoded instruction. `timed_by` names values that its time depends on: they must be known. `cycles` are counted
    where a device wants to know them."""

    size: int
    text: str
    body: tuple[Op | Access, ...] = ()
    jump: Jump | None = None
    timed_by: tuple[str, ...] = ()
    cycles: int = 0


def signed(value: int, width: int) -> int:
    """The number that a word stands for in two's complement."""
    return value - ((value >> width - 1 & 1) << width)


def _mask(width: int) -> int:
    return (1 << width) - 1


def _add(w: int, a: int, b: int, c: int = 0) -> tuple[int, ...]:
    total = a + b + c
    return total & _mask(w), total >> w


def _sub(w: int, a: int, b: int, c: int = 0) -> tuple[int, ...]:
    total = a - b - c
    return total & _mask(w), int(total < 0)


def _halves(w: int, product: int) -> tuple[int, ...]:
    return product & _mask(w), product >> w & _mask(w)


def _carryless(a: int, b: int) -> int:
    return 0 if not b else (a if b & 1 else 0) ^ _carryless(a << 1, b >> 1)


def _overflow_add(w: int, a: int, b: int, s: int) -> tuple[int, ...]:
    return (((a ^ s) & (b ^ s)) >> w - 1 & 1,)


def _overflow_sub(w: int, a: int, b: int, d: int) -> tuple[int, ...]:
    return (((a ^ b) & (a ^ d)) >> w - 1 & 1,)


def _half_add(w: int, a: int, b: int, s: int) -> tuple[int, ...]:
    return ((a & b | (a | b) & ~s) >> w // 2 - 1 & 1,)


def _half_sub(w: int, a: int, b: int, d: int) -> tuple[int, ...]:
    return ((~a & b | (~a | b) & d) >> w // 2 - 1 & 1,)


def _join(w: int, *parts: int) -> tuple[int, ...]:
    return (sum(part << w * i for i, part in enumerate(parts)),)


def _rotate(w: int, a: int, n: int) -> tuple[int, ...]:
    return ((a >> n % w | a << w - n % w) & _mask(w),)


# Operation -> its results, from the width and the operands. `split` gives as many parts as anybody may want.
CONCRETE: dict[str, Callable[..., tuple[int, ...]]] = {
    "move": lambda w, a: (a,),
    "add": _add,
    "sub": _sub,
    "mul": lambda w, a, b: _halves(w, a * b),
    "muls": lambda w, a, b: _halves(w, signed(a, w) * signed(b, w)),
    "mulsu": lambda w, a, b: _halves(w, signed(a, w) * b),
    "and": lambda w, a, b: (a & b,),
    "or": lambda w, a, b: (a | b,),
    "xor": lambda w, a, b: (a ^ b,),
    "not": lambda w, a: (a ^ _mask(w),),
    "rol": lambda w, a, c: ((a << 1 | c) & _mask(w), a >> w - 1),
    "ror": lambda w, a, c: (a >> 1 | c << w - 1, a & 1),
    "shl": lambda w, a, n: (a << n & _mask(w),),
    "shr": lambda w, a, n: (a >> n,),
    "sar": lambda w, a, n: (signed(a, w) >> n & _mask(w),),
    "shlv": lambda w, a, n: (a << min(n, w) & _mask(w),),
    "shrv": lambda w, a, n: (a >> min(n, w),),
    "sarv": lambda w, a, n: (signed(a, w) >> min(n, w) & _mask(w),),
    "rotate": _rotate,
    "bit": lambda w, a, i: (a >> i & 1,),
    "setbit": lambda w, a, i, b: (a & ~(1 << i) | b << i,),
    "zero": lambda w, a: (int(a == 0),),
    "overflow_add": _overflow_add,
    "overflow_sub": _overflow_sub,
    "half_add": _half_add,
    "half_sub": _half_sub,
    "less": lambda w, a, b: (int(a < b),),
    "less_signed": lambda w, a, b: (int(signed(a, w) < signed(b, w)),),
    "choose": lambda w, c, a, b: (a if c else b,),
    "join": _join,
    "pack": _join,
    "split": lambda w, a: tuple(a >> w * i & _mask(w) for i in range(16)),
    "extend": lambda w, a, n: (a,),
    "sign_extend": lambda w, a, n: (signed(a, w) & _mask(n),),
    "clmul": lambda w, a, b: _halves(w, _carryless(a, b)),
}

"""FourQ for AVR: products, squares and sums in F_p^2 = F_p(u), u^2 = -1, p = 2^127 - 1 (src/fourq/fourq.h).

Coefficients are from 0 to p, in 16 bytes. Kernels of products call one for a product modulo p that is not finished:
subtractive Karatsuba over products of 8 bytes (Hutter, Schwabe 2015), joined modulo p, since x^2 = 2 for x = 2^64."""

import functools
from collections.abc import Callable
from typing import NamedTuple

from codegen.avr.allocation import REGISTERS, Allocation, Bindings
from codegen.avr.kernel import Kernel
from codegen.avr.listing import Listing, add_constant
from codegen.avr.prime.addition import BINDINGS, add_modular, sub_modular
from codegen.avr.prime.composition import ARGUMENTS, Composition
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.halves import ALL_REGISTERS, BARE
from codegen.avr.prime.kernel import assemble, in_frame
from codegen.avr.prime.kernels import HUTTER
from codegen.avr.prime.multiplication import Number, difference, multiply, multiply_rows
from codegen.avr.prime.squaring import square_rows
from codegen.avr.virtual import Byte, Program

FIELD = PrimeField("fp127", 2**127 - 1, ((1, 127), (-1, 0)))
BYTES, HALF, QUARTER = 16, 8, 4
OPEN_BYTES = BYTES + 1  # of a residue that is not finished: a signed byte at the top
EXTENSION = "in F_p(u), u^2 = -1"
WEAK = "below 2^127"
ONE, TWO = "uint8_t *r, const uint8_t *a", "uint8_t *r, const uint8_t *a, const uint8_t *b"
TURN = 3  # bytes of a sum and a difference that are made in turn; with more of them registers do not suffice


# Products modulo p


def open_product(p: Program, a: Number, b: Number) -> Number:
    """A number that is a b modulo p, in OPEN_BYTES bytes of which the top is signed, from -1 to 3; any a, b of BYTES.

    With L0 + L1 x and U0 + U1 x the products of the lower and of the upper halves, V = L1 + U, M = (b0 - b1)(a1 - a0)
    and T = L0 + V + M, a b = L0 + T x + V x^2. The orders of factors and of differences are the fastest by trial."""
    low = multiply_rows(p, a[:HALF], b[:HALF])
    upper = multiply_rows(p, b[HALF:], a[HALF:], low[HALF:])
    y, negative = difference(p, b[:HALF], b[HALF:])
    x, x_negative = difference(p, a[HALF:], a[:HALF])
    p.op("eor", negative, x_negative)
    return _join(p, low[:HALF], upper, multiply(p, x, y, QUARTER), negative)


def open_square(p: Program, a: Number) -> Number:
    """The same for a = b, where -M is a square."""
    low = square_rows(p, a[:HALF])
    upper = square_rows(p, a[HALF:])
    p.add(upper[:HALF], low[HALF:])
    for byte in upper[HALF:]:
        p.op("adc", byte, p.zero)
    x, _ = difference(p, a[:HALF], a[HALF:])
    return _join(p, low[:HALF], upper, square_rows(p, x))


def _join(p: Program, low: Number, upper: Number, middle: Number, negative: Byte | None = None) -> Number:
    """L0 + 2 V + T x modulo p with T = L0 + V + s M for a product M of the differences, s = -1 if the mask is 255 or
    missing, else 1. With the parts T0, T1 and T2 of T that is L0 + 2 (V + T1 + T2 x) + T0 x.

    T takes the place of M, and V + T1 + T2 x that of T1 and V1, so that registers suffice for what changes; the rest
    is read from memory. All but low are used up."""
    for byte in middle:
        p.op(*(("eor", byte, negative) if negative else ("com", byte)))
    if negative:
        p.op("asr", negative)
    p.add(middle, upper, carry_in=True)  # `com` sets the carry, too
    above = p.mask()
    if negative:
        p.op("sub", negative, above)
        above = negative
    else:
        p.op("com", above)
    p.add(middle[:HALF], low)
    for byte in middle[HALF:]:
        p.op("adc", byte, p.zero)
    p.op("sub", above, p.mask())
    p.op("lsl", p.copy(above))
    sign = p.mask()
    p.add([*middle[HALF:], *upper[HALF:]], [*upper[:HALF], above, *[sign] * (HALF - 1)])
    result = [*middle[HALF:], *upper[HALF:], sign]
    p.op("adc", sign, p.zero)
    for index, byte in enumerate(result):
        p.op("rol" if index else "lsl", byte)
    p.add(result, [*low, *middle[:HALF], p.zero])
    return result


class Open(NamedTuple):
    """A kernel for a product or a square that is not finished, the bytes of its frame, and the registers of its
    result."""

    kernel: Kernel
    frame_bytes: int
    registers: list[str]


def _open(name: str, operation: str, operands: tuple[str, ...], compute: Callable[..., Number]) -> Open:
    program, bindings = Program(), in_frame(operands)
    program.departures = compute(program, *(program.argument(operand, BYTES) for operand in operands))
    asm = Listing()
    for index, operand in enumerate(operands):
        for part in range(2):
            asm("std", f"Y+{1 + 2 * index + part}", f"r{bindings.register[operand] + part}", note=operand)
    trial = Allocation(program, bindings, bindings.in_z, Listing())
    trial.run()
    asm("movw", "ZL", f"r{bindings.register[trial.first_in_z]}", note=trial.first_in_z)
    made = Allocation(program, bindings, bindings.in_z, asm)
    made.run()
    asm("ret")
    registers = [f"r{made.in_register[byte]}" for byte in program.departures]
    notes = (
        f"{operation} modulo p, not finished, in {OPEN_BYTES} registers, the top one signed, from -1 to 3:",
        f"{', '.join(registers)}.",
        f"Y must be below {trial.frame_bytes} bytes that it may use, and is kept.",
        BARE,
    )
    parameters = ", ".join(f"const uint8_t *{operand}" for operand in operands)
    kernel = Kernel(FIELD, f"fourq_{name}", {}, parameters, notes, asm, 0, destroyed=ALL_REGISTERS)
    return Open(kernel, trial.frame_bytes, registers)


@functools.cache
def product_part() -> Open:
    """The product that kernels call."""
    return _open("product", "a b, of any a and b,", ("a", "b"), open_product)


@functools.cache
def square_part() -> Open:
    """The square that the one of F_p calls."""
    return _open("square", "a^2, of any a,", ("a",), open_square)


class Products(Composition):
    """A kernel that calls the product, or the square, and finishes sums of such where the product is. Its room begins
    with the product's frame; then come `places` of OPEN_BYTES."""

    def __init__(self, arguments: int, places: int, part: Open | None = None):
        self.part = part or product_part()
        super().__init__(FIELD, arguments, self.part.frame_bytes + OPEN_BYTES * places)
        *self.value, self.top = self.part.registers
        others = [f"r{register}" for register in REGISTERS if f"r{register}" not in self.part.registers]
        self.sign, self.mask = others[:2]

    def place(self, index: int) -> int:
        return self.part.frame_bytes + OPEN_BYTES * index

    def point_z(self, index: int) -> None:
        self.asm("movw", "ZL", "YL")
        add_constant(self.asm, "Z", self.place(index) + 1)

    def product_of_places(self, a: int, b: int) -> None:
        for argument, index in enumerate((a, b)):
            self.set(argument, self.place(index))
        self.call(self.part.kernel)

    def call_with(self, *operands: tuple[int, int]) -> None:
        """The product, or the square, of arguments of this function and so many bytes: (number, bytes)."""
        for argument, (own, offset) in enumerate(operands):
            self.pass_on(argument, own, offset)
        self.call(self.part.kernel)

    def add_coefficients(self, register: int, index: int, minus: bool = False) -> None:
        """A place = c0 + c1, or c0 + p - c1, of the argument in a pair of registers."""
        asm = self.asm
        if minus:
            asm("ldi", "r19", "0xff")
            asm("ldi", "r20", "0x7f")
        asm("movw", "XL", "YL")
        add_constant(asm, "X", self.place(index) + 1)
        asm("movw", "ZL", f"r{register}")
        for i in range(BYTES):
            asm("ldd", "r18", f"Z+{i}")
            asm("ldd", "r0", f"Z+{BYTES + i}")
            if minus:
                asm("eor", "r0", "r20" if i == BYTES - 1 else "r19")
            asm("adc" if i else "add", "r18", "r0")
            asm("st", "X+", "r18")

    def store(self, index: int) -> None:
        self.point_z(index)
        for i, register in enumerate(self.part.registers):
            self.asm("std", f"Z+{i}", register)

    def subtract(self, index: int) -> None:
        """The value less that at a place."""
        self.point_z(index)
        for i, register in enumerate(self.part.registers):
            self.asm("ldd", "r0", f"Z+{i}")
            self.asm("sbc" if i else "sub", register, "r0")

    def double(self) -> None:
        for i, register in enumerate(self.part.registers):
            self.asm("rol" if i else "lsl", register)

    def finish(self, offset: int) -> None:
        """r + offset = the value, from 0 to p; its signed top byte is from -8 to 7.

        2^127 = 1: h = 2 top + bit 127, from -16 to 15, is added to the 127 bits below. If that leaves them, the lowest
        byte is below 16, or at least 240, and takes 1 or -1 without a carry."""
        asm, value = self.asm, self.value
        asm.block("Bits from 2^127 on are worth 1, 2, ...")
        asm("lsl", value[-1])
        asm("rol", self.top)
        asm("lsr", value[-1])
        asm("mov", self.sign, self.top)
        asm("lsl", self.sign)
        asm("sbc", self.sign, self.sign)
        for i, register in enumerate(value):
            asm("adc" if i else "add", register, self.sign if i else self.top)
        asm("lsl", value[-1])
        asm("sbc", self.mask, self.mask)
        asm("lsr", value[-1])
        asm("lsl", self.sign)
        asm("inc", self.sign, note="-1 or 1")
        asm("and", self.mask, self.sign)
        asm("add", value[0], self.mask)
        asm("movw", "ZL", "YL")
        add_constant(asm, "Z", self.frame.size + 1)
        asm("ldd", "r0", "Z+0")
        asm("ldd", "ZH", "Z+1")
        asm("mov", "ZL", "r0")
        for i, register in enumerate(value):
            asm("std", f"Z+{offset + i}", register)

    def made(self, function: str, operation: str, header: dict[str, str] | None = None) -> Kernel:
        return self.kernel(function, header or {}, f"{operation}; numbers {WEAK}.", (ONE, TWO)[len(self.arguments) - 2])


def product() -> Kernel:
    """r = a b: c0 = a0 b0 - a1 b1 and c1 = (a0 + a1)(b0 + b1) - a0 b0 - a1 b1."""
    sums, first, second = (0, 1), 2, 3
    own = Products(3, 4)
    for register, place in zip(ARGUMENTS[1:], sums, strict=True):
        own.asm.block("The sum of the coefficients.")
        own.add_coefficients(register, place)
    own.asm.block("The products of coefficients; c0 of r is their difference.")
    own.call_with((1, BYTES), (2, BYTES))
    own.store(second)
    own.call_with((1, 0), (2, 0))
    own.store(first)
    own.subtract(second)
    own.finish(0)
    own.asm.block("The product of the sums, less the others, is c1.")
    own.product_of_places(*sums)
    own.subtract(first)
    own.subtract(second)
    own.finish(BYTES)
    return own.made("fourq_mul", f"r = a b {EXTENSION}; r may be a or b")


def square() -> Kernel:
    """r = a^2: c0 = (a0 + a1)(a0 - a1) and c1 = 2 a0 a1."""
    total, rest = 0, 1
    own = Products(2, 2)
    asm = own.asm
    asm.block("The sum of the coefficients.")
    own.add_coefficients(ARGUMENTS[1], total)
    asm.block("Their difference, plus p.")
    own.add_coefficients(ARGUMENTS[1], rest, minus=True)
    asm.block("The product of the coefficients, twice.")
    own.call_with((1, 0), (1, BYTES))
    own.double()
    own.finish(BYTES)
    asm.block("The product of sum and difference.")
    own.product_of_places(total, rest)
    own.finish(0)
    return own.made("fourq_sqr", f"r = a^2 {EXTENSION}; r may be a")


# F_p


def _header(family: str, summary: str) -> dict[str, str]:
    return {"name": "karatsuba-folded", "family": family, "summary": summary, "source": HUTTER, "domain": "a, b <= p"}


def mul_reduce() -> Kernel:
    """r = a b in F_p."""
    own = Products(3, 0)
    own.call_with((1, 0), (2, 0))
    own.finish(0)
    header = _header("fp-mul-reduce", "Karatsuba over rows whose halves join modulo 2^127 - 1, called")
    return own.made("mul_reduce_karatsuba_folded", "r = a b mod p; r may be a or b", header)


def sqr_reduce() -> Kernel:
    """r = a^2 in F_p."""
    own = Products(2, 0, square_part())
    own.call_with((1, 0))
    own.finish(0)
    header = _header("fp-sqr-reduce", "Karatsuba over rows whose halves join modulo 2^127 - 1, called")
    return own.made("sqr_reduce_karatsuba_folded", "r = a^2 mod p; r may be a", header)


# Sums


def _fold_sum(p: Program, total: Number) -> None:
    """A number at most 2 p becomes one from 0 to p."""
    p.op("lsl", total[-1])
    above = p.mask()
    p.op("lsr", total[-1])
    p.subtract(total, [above] * BYTES)


def _fold_difference(p: Program, total: Number, borrow: Byte) -> None:
    """A number from -p to p, modulo 2^128, becomes one from 0 to p: p is added to a negative one."""
    p.add(total, [borrow] * BYTES)
    p.op("lsl", total[-1])
    p.op("lsr", total[-1])


def _by_coefficients(name: str, operation: str, compute: Callable[..., Number]) -> Kernel:
    """compute(program, a, b) makes a coefficient of r."""
    program = Program(aliased=True)
    a, b = program.argument("a", 2 * BYTES), program.argument("b", 2 * BYTES)
    for part in (slice(0, BYTES), slice(BYTES, 2 * BYTES)):
        for offset, byte in enumerate(compute(program, a[part], b[part]), start=part.start):
            program.store("r", offset, byte)
    return _of_sums(name, operation, program, BINDINGS)


def _of_sums(name: str, operation: str, program: Program, bindings: Bindings) -> Kernel:
    asm, stack_bytes = assemble(program, bindings)
    notes = (
        f"{operation}.",
        "Constant time: the same instructions and addresses for every input.",
        f"Domain: coefficients {WEAK}.",
    )
    return Kernel(FIELD, f"fourq_{name}", {}, TWO, notes, asm, stack_bytes)


def _sum(p: Program, a: Number, b: Number) -> Number:
    total = []
    for i in range(BYTES):
        total.append(p.copy(a[i]))
        p.op("adc" if i else "add", total[i], b[i])
    _fold_sum(p, total)
    return total


def _difference(p: Program, a: Number, b: Number) -> Number:
    total = []
    for i in range(BYTES):
        total.append(p.copy(a[i]))
        p.op("sbc" if i else "sub", total[i], b[i])
    _fold_difference(p, total, p.mask())
    return total


def _twice_less(p: Program, a: Number, b: Number) -> Number:
    """2 a - b, from -p to 2 p. Bits from 2^127 on, a signed number h, are worth h, and what they leave is at least -h
    and at most p - h."""
    total = p.copies(a)
    carry = borrow = None
    for start in range(0, BYTES, HALF):
        part = slice(start, start + HALF)
        if carry is not None:
            p.op("lsr", carry)
        for i in range(start, start + HALF):
            p.op("rol" if i else "lsl", total[i])
        carry = p.mask()
        if borrow is not None:
            p.op("lsr", borrow)
        p.subtract(total[part], b[part], carry_in=start > 0)
        borrow = p.mask()
    sign = p.copy(borrow)
    p.op("lsl", total[-1])
    p.op("rol", borrow)
    p.op("lsr", total[-1])
    p.add(total, [borrow, *[sign] * (BYTES - 1)])
    return total


def difference_sum() -> Kernel:
    """r[0] = a - b, r[1] = a + b: both carry chains go over a few bytes in turn."""
    program = Program(aliased=True)
    for first in (0, BYTES):
        a, b = (program.argument(name, 2 * BYTES)[first : first + BYTES] for name in "ab")
        total: Number = []
        rest: Number = []
        carry = borrow = None
        for start in range(0, BYTES, TURN):
            places = range(start, min(start + TURN, BYTES))
            program.fetch(a[start : start + TURN])
            program.fetch(b[start : start + TURN])
            if carry is not None:
                program.op("lsr", carry)
            for i in places:
                total.append(program.copy(a[i]))
                program.op("adc" if i else "add", total[i], b[i])
            carry = program.mask()
            if borrow is not None:
                program.op("lsr", borrow)
            for i in places:
                rest.append(program.copy(a[i]))
                program.op("sbc" if i else "sub", rest[i], b[i])
                program.spill_places[rest[i]] = ("r", first + i)
            borrow = program.mask()
        _fold_sum(program, total)
        for i, byte in enumerate(total, start=first):
            program.store("r", 2 * BYTES + i, byte)
        _fold_difference(program, rest, borrow)
        for i, byte in enumerate(rest, start=first):
            program.store("r", i, byte)
    operation = f"r[0] = a - b and r[1] = a + b {EXTENSION}; r[0] may be b, and r[1] a"
    return _of_sums("difference_sum", operation, program, BINDINGS)


def fourq_kernels() -> list[Kernel]:
    """Every kernel of src/fourq/fourq.h and what they call, and those of the field."""
    sums = (
        _by_coefficients("add", f"r = a + b {EXTENSION}; r may be a or b", _sum),
        _by_coefficients("sub", f"r = a - b {EXTENSION}; r may be a or b", _difference),
        _by_coefficients("twice_less", f"r = 2 a - b {EXTENSION}; r may be a or b", _twice_less),
        difference_sum(),
    )
    of_field = (mul_reduce(), sqr_reduce(), add_modular(FIELD), sub_modular(FIELD))
    return [product(), square(), product_part().kernel, square_part().kernel, *sums, *of_field]

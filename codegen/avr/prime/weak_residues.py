"""Arithmetic modulo 2^255 - 19 on weak residues: elements are below 2^255, and operands of products are any number
below 2^256, so that a sum of two elements needs no reduction, and a difference little.

Each function writes a `Program`; `bare` makes it a function that saves no register."""

import dataclasses
import functools
from collections.abc import Callable

from codegen.avr.allocation import Allocation, Bindings
from codegen.avr.kernel import Kernel
from codegen.avr.listing import Listing
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.kernel import in_frame, store_pointers, trial
from codegen.avr.prime.multiplication import Number, multiply
from codegen.avr.prime.reduction import add_multiple, finish_sum
from codegen.avr.prime.squaring import square
from codegen.avr.virtual import HIGH, LOW, Byte, Program
from codegen.kernel_fields import UnsupportedField

BYTES, LEAF_BYTES = 32, 8
COMPLEMENT = 19
PRIME = 2**255 - COMPLEMENT
TOP_BIT = 0x80
SEGMENT = 4  # bytes of a sum after which carries change places
SHORT = 3  # where six sums are made at once
BARE = (
    "For other kernels alone: it saves no register, and r1 is any number on return;\n"
    "Y, which is {}, is the byte below {} bytes that it may use."
)
SELECT, FACTOR = 20, (18, 19, 20)  # registers of arguments that are no pointers


def fold_product(p: Program, product: Number) -> None:
    """r = a weak residue of the product of two numbers below 2^256.

    38 times the upper half is added to the lower one, which gives v < 39 2^256. Let t <= 77 be v without its lower 255
    bits, which become less than 2^255 + 19 t. If that has bit 255, what is below it is less than 19 t <= 1463: 19 in
    its place changes two bytes."""
    p.comment("The upper half, times 38.")
    total = dict(enumerate(product[:BYTES]))
    add_multiple(p, total, product[BYTES:], 2 * COMPLEMENT, (1 << 8 * BYTES) - 1)
    low, top = [total[column] for column in range(BYTES)], total[BYTES]
    p.comment("The bits from 255 on, times 19.")
    _shift_out(p, low[-1], [top])
    p.multiply(top, p.constant(COMPLEMENT))
    _add_and_store(p, low, [LOW, HIGH], first_stored=2)
    p.comment("Bit 255, times 19.")
    p.op("lsl", low[-1])
    over = p.mask()
    p.op("lsr", low[-1])
    p.store("r", BYTES - 1, low[-1])
    p.op("and", over, p.constant(COMPLEMENT))
    p.add(low[:2], [over, p.zero])
    for offset, byte in enumerate(low[:2]):
        p.store("r", offset, byte)


def _shift_out(p: Program, last: Byte, top: Number) -> None:
    """The top bit of `last` becomes the lowest of top."""
    p.op("lsl", last)
    for byte in top:
        p.op("rol", byte)
    p.op("lsr", last)


def _add_and_store(p: Program, low: Number, parts: list[Byte], first_stored: int) -> None:
    """low += parts; the bytes from `first_stored` to the last but one go to r at once."""
    for i, byte in enumerate(low):
        p.op("adc" if i else "add", byte, parts[i] if i < len(parts) else p.zero)
        if first_stored <= i < BYTES - 1:
            p.store("r", i, byte)


def product(p: Program) -> None:
    a, b = p.argument("a", BYTES), p.argument("b", BYTES)
    fold_product(p, multiply(p, a, b, LEAF_BYTES))


def squared(p: Program) -> None:
    fold_product(p, square(p, p.argument("a", BYTES), LEAF_BYTES))


class Chain:
    """A sum or difference of many bytes, made in segments; between them its carry waits in a mask."""

    def __init__(self, p: Program, first: str, rest: str):
        self.p, self.names, self.carry = p, (first, rest), None

    def __call__(self, targets: Number, sources: Number) -> None:
        first, rest = self.names
        if self.carry is not None:
            self.p.op("lsr", self.carry)
            first = rest
        self.p.chain(first, rest, targets, sources)
        self.carry = self.p.mask()


class Difference:
    """a - b + p, of elements, in segments.

    With bit 255 set in a, the difference a + 2^255 - b is above 0; it is less 19 then. If that borrows, the number
    is -18 to -1, and its residue modulo 2^256 is 238 or more in the lowest byte: 38 less gives a - b + 2^255 - 19 + 2
    p without a borrow."""

    def __init__(self, p: Program):
        self.p, self.difference, self.less = p, Chain(p, "sub", "sbc"), Chain(p, "sub", "sbc")

    def __call__(self, start: int, a: Number, b: Number) -> None:
        """a, which is used up, becomes a segment of it."""
        p = self.p
        if start + len(a) == BYTES:
            p.op("eor", a[-1], p.constant(TOP_BIT))
        self.difference(a, b)
        self.less(a, [p.zero if start + i else p.constant(COMPLEMENT) for i in range(len(a))])

    def correct(self, place: tuple[str, int], lowest: Byte) -> None:
        """The residue of a negative number, in the lowest byte, which is in memory already."""
        borrow = self.less.carry
        self.p.op("and", borrow, self.p.constant(2 * COMPLEMENT))
        self.p.op("sub", lowest, borrow)
        self.p.store(*place, lowest)


def _segments(size: int = SEGMENT) -> list[range]:
    return [range(start, min(start + size, BYTES)) for start in range(0, BYTES, size)]


def _store(p: Program, name: str, start: int, number: Number) -> None:
    for offset, byte in enumerate(number, start):
        p.store(name, offset, byte)


def sum_and_difference(p: Program) -> None:
    """a in `r`, b in `b`: r = (a + b, a - b + p)."""
    a, b = p.argument("r", BYTES), p.argument("b", BYTES)
    add, subtract, lowest = Chain(p, "add", "adc"), Difference(p), None
    for segment in _segments():
        rest, addend = p.copies(a[i] for i in segment), p.copies(b[i] for i in segment)
        total = p.copies(rest)
        add(total, addend)
        subtract(segment.start, rest, addend)
        _store(p, "r", segment.start, total)
        _store(p, "r", BYTES + segment.start, rest)
        lowest = lowest or rest[0]
    subtract.correct(("r", BYTES), lowest)


def difference(p: Program) -> None:
    """r = a - b + p, where b is in r."""
    a, b = p.argument("a", BYTES), p.argument("r", BYTES)
    subtract, lowest = Difference(p), None
    for segment in _segments():
        rest = p.copies(a[i] for i in segment)
        subtract(segment.start, rest, [b[i] for i in segment])
        _store(p, "r", segment.start, rest)
        lowest = lowest or rest[0]
    subtract.correct(("r", 0), lowest)


def selected_sums(p: Program) -> None:
    """(X2, Z2) in `p`, (X3, Z3) in `q`, exchanged under a mask: s = X2 + Z2, p = (X3 + Z3, X2 - Z2), q = (., X3 -
    Z3)."""
    mask = p.in_registers((SELECT,))[0]
    points = [p.argument(name, 2 * BYTES) for name in "pq"]
    sums = [Chain(p, "add", "adc") for _ in points]
    differences = [Difference(p) for _ in points]
    lowest: list[Byte] = []
    for segment in _segments(SHORT):
        x2, x3, z2, z3 = (p.copies(point[offset + i] for i in segment) for offset in (0, BYTES) for point in points)
        for one, other in zip((*x2, *z2), (*x3, *z3), strict=True):
            _exchange(p, one, other, mask)
        for x, z, add, subtract, (total_name, offset), rest_name in zip(
            (x2, x3), (z2, z3), sums, differences, (("s", 0), ("p", 0)), "pq", strict=True
        ):
            total = p.copies(x)
            add(total, z)
            _store(p, total_name, offset + segment.start, total)
            subtract(segment.start, x, z)
            _store(p, rest_name, BYTES + segment.start, x)
            lowest += [x[0]] if segment.start == 0 else []
    for name, subtract, byte in zip("pq", differences, lowest, strict=True):
        subtract.correct((name, BYTES), byte)


def _exchange(p: Program, one: Byte, other: Byte, mask: Byte) -> None:
    change = p.copy(one)
    p.op("eor", change, other)
    p.op("and", change, mask)
    p.op("eor", one, change)
    p.op("eor", other, change)


def _products(p: Program, number: Number, digit: Byte) -> Number:
    """The products of the bytes with the digit, side by side."""
    parts: Number = []
    for byte in number:
        p.multiply(byte, digit)
        parts += p.take()
    return parts


def multiple(p: Program) -> None:
    """r = a + c e for an element a, any e of 256 bits and c < 2^17, in 256 bits.

    Each of the lower digits of c has a carry chain for the products of even and one for those of odd bytes; the third
    digit is 0 or 1. Carries that are taken leave the sum's top: those of even bytes and of the third digit. Those of
    odd bytes are 0: the sum is a + 255 e at most, or a + (2^16 - 1) e, and products of the later digits with the
    bytes of e before the last segment, which are below 2^242; so it is below 2^264 or 2^272.

    The sum is below 2^255 + 2^273. What is above bit 255 is at most 2^18, and 19 times that is below 2^23, so the
    result is below 2^256."""
    a, e = p.argument("a", BYTES), p.argument("e", BYTES)
    c = p.in_registers(FACTOR)
    total: Number = []
    chains = [(Chain(p, "add", "adc"), column, odd, c[column]) for column in range(2) for odd in range(2)]
    third = Chain(p, "add", "adc")

    def columns(first: int, count: int) -> Number:
        """So many bytes of the sum; those that are new are a's, or 0."""
        for i in range(len(total), first + count):
            total.append(p.copy(a[i] if i < BYTES else p.zero))
        return total[first : first + count]

    for segment in _segments():
        p.fetch(e[i] for i in segment)
        for chain, column, odd, digit in chains:
            places = [i for i in segment if i % 2 == odd]
            chain(columns(column + places[0], 2 * len(places)), _products(p, [e[i] for i in places], digit))
            if segment.stop == BYTES and not odd:
                total.append(p.carry())
        third(columns(2 + segment.start, len(segment)), _products(p, [e[i] for i in segment], c[2])[::2])
    total.append(p.carry())
    low, top = total[:BYTES], total[BYTES:]
    p.comment("The bits from 255 on, times 19.")
    _shift_out(p, low[-1], top)
    folded: dict[int, Byte] = {}
    add_multiple(p, folded, top, COMPLEMENT, 1 << 18)
    _add_and_store(p, low, [folded[i] for i in range(len(folded))], first_stored=0)
    p.store("r", BYTES - 1, low[-1])


def canonical(p: Program, field: PrimeField) -> None:
    """r = r mod p for an element r."""
    total = p.copies(p.argument("r", BYTES))
    finish_sum(p, field, total, None)
    _store(p, "r", 0, total)


@dataclasses.dataclass(frozen=True)
class BareKernel(Kernel):
    """frame_bytes: those of the frame that it finds at Y, where it keeps what registers do not hold."""

    frame_bytes: int = 0
    keeps_y: bool = True


def bare(
    field: PrimeField,
    function: str,
    parameters: str,
    operation: str,
    compute: Callable[[Program], None],
    bindings: Bindings,
) -> BareKernel:
    if field.prime != PRIME:
        raise UnsupportedField(f"{field.name}: the weak residues are those of 2^255 - 19")
    program = Program(aliased=not bindings.in_y)
    compute(program)
    found, pointers = trial(program, bindings)
    asm = Listing()
    store_pointers(asm, bindings, found, pointers)
    for name, argument in (("X", bindings.in_x), ("Y", bindings.in_y), ("Z", found.first_in_z)):
        if argument:
            asm("movw", f"{name}L", f"r{bindings.register[argument]}", note=argument)
    Allocation(program, bindings, pointers, asm).run()
    asm("ret")
    keeps_y = not bindings.in_y
    return BareKernel(
        field=field,
        function=f"{function}_bare",
        header={},
        parameters=parameters,
        operation=(
            *operation.splitlines(),
            BARE.format("kept" if keeps_y else "any number on return", found.frame_bytes),
        ),
        asm=asm,
        stack_bytes=0,
        destroyed=f"{'r0-r27, r30, r31' if keeps_y else 'r0-r31'} and the flags",
        frame_bytes=found.frame_bytes,
        keeps_y=keeps_y,
    )


@functools.cache
def mul_weak_bare(field: PrimeField) -> BareKernel:
    operation = "r = a b modulo p, below 2^255, for any a and b; r may be a or b."
    parameters = "uint8_t *r, const uint8_t *a, const uint8_t *b"
    return bare(field, "mul_weak", parameters, operation, product, in_frame(("r", "a", "b")))


@functools.cache
def sqr_weak_bare(field: PrimeField) -> BareKernel:
    operation = "r = a^2 modulo p, below 2^255, for any a; r may be a."
    return bare(field, "sqr_weak", "uint8_t *r, const uint8_t *a", operation, squared, in_frame(("r", "a")))


@functools.cache
def sub_weak_bare(field: PrimeField) -> BareKernel:
    bindings = Bindings({"r": 24, "a": 22}, in_z=("r",), in_x="a")
    operation = "r = a - r modulo p, below 2^256, for a, r < 2^255."
    return bare(field, "sub_weak", "uint8_t *r, const uint8_t *a", operation, difference, bindings)


@functools.cache
def add_sub_weak_bare(field: PrimeField) -> BareKernel:
    bindings = Bindings({"r": 24, "b": 22}, in_z=("r",), in_x="b")
    operation = "r[0] = r[0] + b, r[1] = r[0] - b, both modulo p and below 2^256, for r[0], b < 2^255."
    parameters = "uint8_t r[2][32], const uint8_t *b"
    return bare(field, "add_sub_weak", parameters, operation, sum_and_difference, bindings)


@functools.cache
def add_sub_selected_weak_bare(field: PrimeField) -> BareKernel:
    bindings = Bindings({"p": 24, "q": 22, "s": 18}, in_z=("p",), in_x="s", in_y="q")
    operation = (
        "p and q are exchanged if the mask is 255, not if it is 0; then s = p[0] + p[1], p[1] = p[0] - p[1],\n"
        "p[0] = q[0] + q[1], q[1] = q[0] - q[1], all modulo p, below 2^256, for coordinates below 2^255; q[0] is kept."
    )
    parameters = "uint8_t p[2][32], uint8_t q[2][32], uint8_t mask, uint8_t *s"
    return bare(field, "add_sub_selected_weak", parameters, operation, selected_sums, bindings)


@functools.cache
def add_multiple_weak_bare(field: PrimeField) -> BareKernel:
    bindings = Bindings({"r": 24, "a": 22, "e": 16}, in_z=("e", "r"), in_x="a")
    operation = "r = a + c e modulo p, below 2^256, for a < 2^255, any e, c < 2^17 in three registers; r may be a."
    parameters = "uint8_t *r, const uint8_t *a, uint32_t c, const uint8_t *e"
    return bare(field, "add_multiple_weak", parameters, operation, multiple, bindings)


@functools.cache
def reduce_weak_bare(field: PrimeField) -> BareKernel:
    bindings = Bindings({"r": 24}, in_z=("r",))
    operation = "r = r mod p for r < 2^255."
    return bare(field, "reduce_weak", "uint8_t *r", operation, lambda p: canonical(p, field), bindings)

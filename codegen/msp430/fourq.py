"""FourQ for MSP430: products, squares and sums in F_p^2 = F_p(u), p = 2^127 - 1 (src/fourq/fourq.h), and the product
and the square in F_p.

Coefficients are from 0 to p, in 8 words: a product of two is one block (prime_blocks.py). It is folded at bit 127:
at most 2^254, it becomes a number of 128 bits, to which another product can be added before the next fold."""

from collections.abc import Callable, Sequence

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import CORES, SAVED_BYTES, WORD_BYTES, Listing, at
from codegen.msp430.prime_blocks import HALF_BYTES, MPY16, MPY32, RESULT, RING, SPARE, A, B, Blocks

PRIME = 2**127 - 1
BELOW_TOP = "#0x7fff"
R = SPARE  # the address of r, while nothing is multiplied
ELEMENT_BYTES = 2 * HALF_BYTES
ONE, TWO = "uint16_t *r, const uint16_t *a", "uint16_t *r, const uint16_t *a, const uint16_t *b"


def is_for(field: PrimeField) -> bool:
    return field.prime == PRIME


def load_with(asm: Listing, words: Sequence[str], base: str, *mnemonics: str) -> None:
    """Each of the words from the address in `base` on: loads it, or `mnemonics` it, the first by the first of two."""
    for k, word in enumerate(words):
        asm(mnemonics[-1] if k else mnemonics[0], f"@{base}+", word)


def end_sum(asm: Listing, words: Sequence[str], spare: str, end: str = "adc") -> None:
    """A number of 128 bits, at most 2^128 - 2, becomes one from 0 to p: its top bit is added below. With `end` "sbc"
    the number, which is not 0, becomes it less 1, below p."""
    asm("mov", words[-1], spare)
    asm("rla", spare)
    end_carry(asm, words, end)


def end_carry(asm: Listing, words: Sequence[str], end: str = "sbc") -> None:
    """A difference modulo 2^128 of two numbers from 0 to p, and its borrow, become a number from 0 to p."""
    for word in words:
        asm(end, word)
    asm("and", BELOW_TOP, words[-1])


def double(asm: Listing, words: Sequence[str], base: str, spare: str) -> None:
    """words = twice the number at the address in `base`, modulo p: a rotation of 127 bits."""
    asm("mov", at(base, HALF_BYTES - WORD_BYTES), spare)
    asm("rla", spare)
    asm("rla", spare)
    for word in words:
        asm("mov", f"@{base}+", word)
        asm("rlc", word)
    asm("and", BELOW_TOP, words[-1])


class Products:
    """A function that makes derived operands on the stack, and products of them and of those in memory."""

    def __init__(self, is_mpy32: bool, *kept: str) -> None:
        """kept: the registers of arguments that are pushed, r the first."""
        self.asm = Listing(("cpux",) if is_mpy32 else CORES)
        self.blocks = Blocks(self.asm, MPY32 if is_mpy32 else MPY16)
        self.stack, self.ordered = self.blocks.stack, self.blocks.digits.ordered
        self.asm.save()
        self.kept = [self.stack.push(register) for register in kept]

    def sum(self, base: str, note: str) -> int:
        """Pushes the sum of the coefficients from the address in `base` on, as a multiplicand; returns its place."""
        self.asm.block(note)
        load_with(self.asm, self.ordered, base, "mov")
        load_with(self.asm, self.ordered, base, "add", "addc")
        end_sum(self.asm, self.ordered, RESULT)
        return self.stack.push_all(RING)[0]

    def difference(self, base: str, words: Sequence[str], note: str) -> int:
        """The same of the difference; words: those of the ring, as they are pushed."""
        self.asm.block(note)
        load_with(self.asm, words, base, "mov")
        load_with(self.asm, words, base, "sub", "subc")
        end_carry(self.asm, words)
        return self.stack.push_all(RING)[0]

    def double(self, base: str, note: str) -> int:
        """The same of twice the coefficient there."""
        self.asm.block(note)
        double(self.asm, self.ordered, base, RESULT)
        return self.stack.push_all(RING)[0]

    def multiply(self, multiplicand: int, note: str, is_added: bool = False) -> None:
        """The ring = the coefficient from the address in A on times that at a place, plus the ring, folded. What is
        folded is at most 2^254."""
        self.asm.block(note)
        start = self.blocks.digits.count if is_added else 0
        low = self.blocks.multiply(multiplicand, start=start, has_spare_bit=True)
        self.fold(low)

    def fold(self, low: list[int]) -> None:
        """The ring = the part above bit 127, plus the part below it. low: the places of the lower words. The first part
        is at most 2^127, so nothing is shifted out of it."""
        asm, top = self.asm, B
        asm.block("The part above bit 127, plus the part below it.")
        asm("mov", self.stack[low[-1]], top)
        asm("rla", top)
        for register in RING:
            asm("rlc", register)
        asm("rrc", top)
        for k, register in enumerate(RING):
            source = top if k == len(RING) - 1 else self.stack[low[k]]
            asm("addc" if k else "add", source, register)
        self.free(HALF_BYTES)

    def free(self, count: int) -> None:
        self.asm("add", f"#{count}", "r1")
        self.stack.bytes -= count

    def pop(self) -> None:
        """The ring from the stack."""
        if self.asm.is_cpux:
            self.asm.many("popm", RING)
        else:
            for register in RING:
                self.asm("pop", register)
        self.stack.bytes -= HALF_BYTES

    def store(self, offset: int, end: str = "adc") -> None:
        """The coefficient of r that is `offset` bytes from its address, from the ring."""
        self.asm.block("The coefficient of r.")
        end_sum(self.asm, RING, B, end)
        self.asm("mov", self.stack[self.kept[0]], B)
        for k, register in enumerate(RING):
            self.asm("mov", register, at(B, offset + WORD_BYTES * k))


def _kernel(field: PrimeField, name: str, parameters: str, operation: str, made: Products, deepest: int) -> Kernel:
    """deepest: the most words on the stack besides the registers of the caller."""
    suffix = "_mpy32" if made.asm.is_cpux else ""
    made.asm.leave(made.stack.bytes)
    return Kernel(
        field=field,
        function=f"fourq_{name}{suffix}",
        header={},
        parameters=parameters,
        operation=(
            f"{operation.format(' in F_p(u), u^2 = -1')}.",
            "Constant time: the same instructions and addresses for every input.",
            "Domain: coefficients below 2^127.",
        ),
        asm=made.asm,
        stack_bytes=deepest + SAVED_BYTES,
        multiplies=deepest > 0,
    )


def product(field: PrimeField, is_mpy32: bool) -> Kernel:
    """r = a b, of three products: with x = a1 (b0 + b1), it is b0 (a0 + a1) - x + (b1 (a0 - a1) + x) u. With f from 0
    to 2^128 - 2, not f is 1 - f modulo p."""
    made = Products(is_mpy32, R, B)
    asm, (_, b) = made.asm, made.kept
    total = made.sum(A, "a0 + a1.")
    asm("sub", f"#{ELEMENT_BYTES}", A)
    less = made.difference(A, made.ordered, "a0 - a1.")
    asm("sub", f"#{HALF_BYTES}", A)
    other = made.sum(B, "b0 + b1.")
    made.blocks.enter()
    made.multiply(other, "x = a1 (b0 + b1).")
    made.stack.push_all(RING)
    for register in RING:
        asm("inv", register)
    asm("mov", made.stack[b], A)
    made.multiply(total, "b0 (a0 + a1) - x + 1.", is_added=True)
    deepest = made.stack.bytes + HALF_BYTES
    made.store(0, "sbc")
    made.pop()
    made.multiply(less, "b1 (a0 - a1) + x.", is_added=True)
    made.store(HALF_BYTES)
    return _kernel(field, "mul", TWO, "r = a b{}; r may be a or b", made, deepest)


def square(field: PrimeField, is_mpy32: bool) -> Kernel:
    """r = a^2 = (a0 - a1) (a0 + a1) + a0 (2 a1) u."""
    made = Products(is_mpy32, R)
    asm = made.asm
    total = made.sum(A, "a0 + a1.")
    asm("sub", f"#{ELEMENT_BYTES}", A)
    less = made.difference(A, RING, "a0 - a1.")
    asm("sub", f"#{HALF_BYTES}", A)
    twice = made.double(A, "2 a1.")
    asm("sub", f"#{ELEMENT_BYTES}", A)
    made.blocks.enter()
    made.multiply(twice, "a0 (2 a1).")
    deepest = made.stack.bytes + HALF_BYTES
    made.store(HALF_BYTES)
    made.stack.point(A, less)
    made.multiply(total, "(a0 - a1) (a0 + a1).")
    made.store(0)
    return _kernel(field, "sqr", ONE, "r = a^2{}; r may be a", made, deepest)


def coefficient_product(is_mpy32: bool, is_square: bool) -> tuple[Listing, int]:
    """r = a b or a^2 in F_p, and the bytes of stack."""
    made = Products(is_mpy32, R)
    asm, blocks, stack = made.asm, made.blocks, made.stack
    if is_square:
        asm.block("2 a, from its second digit on.")
        load_with(asm, RING[: blocks.digits.words], A, "mov")
        for k, register in enumerate(RING[blocks.digits.words :]):
            asm("mov", f"@{A}+", register)
            asm("rlc" if k else "rla", register)
        doubled = stack.push_all(RING)
        asm("sub", f"#{HALF_BYTES}", A)
        blocks.enter()
        made.fold(blocks.triangle(doubled, 0))
    else:
        asm.block("b, in the order of the rows.")
        load_with(asm, made.ordered, B, "mov")
        multiplicand = stack.push_all(RING)[0]
        blocks.enter()
        made.multiply(multiplicand, "a b.")
    deepest = stack.bytes + HALF_BYTES
    made.store(0)
    asm.leave(stack.bytes)
    return asm, deepest + SAVED_BYTES


def _store(asm: Listing, offset: int) -> None:
    for k, register in enumerate(RING):
        asm("mov", register, at(R, offset + WORD_BYTES * k))


def _total(asm: Listing, offset: int) -> None:
    load_with(asm, RING, A, "mov")
    load_with(asm, RING, B, "add", "addc")
    end_sum(asm, RING, RESULT)
    _store(asm, offset)


def _less(asm: Listing, offset: int) -> None:
    load_with(asm, RING, A, "mov")
    _subtract(asm)
    _store(asm, offset)


def _subtract(asm: Listing) -> None:
    load_with(asm, RING, B, "sub", "subc")
    end_carry(asm, RING)


def _twice_less(asm: Listing, offset: int) -> None:
    double(asm, RING, A, RESULT)
    _subtract(asm)
    _store(asm, offset)


def _difference_sum(asm: Listing, offset: int) -> None:
    """The sum goes to r[1], and twice b is subtracted from it: a may be gone then."""
    _total(asm, ELEMENT_BYTES + offset)
    for _ in range(2):
        asm("sub", f"#{HALF_BYTES}", B)
        _subtract(asm)
    _store(asm, offset)


SUMS = {
    "add": (_total, "r = a + b{}; r may be a or b"),
    "sub": (_less, "r = a - b{}; r may be a or b"),
    "twice_less": (_twice_less, "r = 2 a - b{}; r may be a or b"),
    "difference_sum": (_difference_sum, "r[0] = a - b and r[1] = a + b{}; r[0] may be b, and r[1] a"),
}


def _sum(field: PrimeField, is_mpy32: bool, name: str, write: Callable[[Listing, int], None], operation: str) -> Kernel:
    made = Products(is_mpy32)
    for offset in (0, HALF_BYTES):
        made.asm.block(f"Coefficient {offset // HALF_BYTES}.")
        write(made.asm, offset)
    return _kernel(field, name, TWO, operation, made, 0)


def fourq_kernels(field: PrimeField) -> list[Kernel]:
    """Every kernel of src/fourq/fourq.h, for both multipliers; with MPY32 goes CPUX."""
    if not is_for(field):
        raise UnsupportedField(f"{field.name}: p = 2^127 - 1 alone")
    found = []
    for is_mpy32 in (False, True):
        found += [product(field, is_mpy32), square(field, is_mpy32)]
        found += [_sum(field, is_mpy32, name, *how) for name, how in SUMS.items()]
    return found

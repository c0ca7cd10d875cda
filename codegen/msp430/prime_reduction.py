"""Reduction modulo primes by their shape; the product is at the stack pointer, the residue goes to the address in R.

At the end v + c, where c = 2^bits mod p and v < 2 p, has a bit above p's if p is to be taken off, which then is done;
otherwise c is taken off again."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.msp430.listing import WORD_BITS, WORD_BYTES, Listing, at
from codegen.msp430.prime_product import MPY16, register_at
from codegen.prime_fields import GeneralisedMersenne, shape

R = "r13"
ONES = (1 << WORD_BITS) - 1


def reduce(asm: Listing, field: PrimeField, result: int, is_mpy32: bool) -> None:
    """r = c mod p for any c of its words; r is what lies `result` bytes from the stack pointer."""
    words = field.words
    if field.spare_bits == 1 and field.complement < 64 and words == 16:
        asm("mov", at("r1", result), R)
        _reduce_pseudo_mersenne(asm, field, is_mpy32)
    elif field.complement == (1 << 31) + 1 and words == 10:
        words = _reduce_two_terms(asm, field)
        asm("mov", at("r1", result), "r14")
        for k, word in enumerate(words):
            asm("mov", word, at("r14", WORD_BYTES * k))
    elif isinstance(shape(field.prime), GeneralisedMersenne) and shape(field.prime).block_bits == 2 * WORD_BITS:
        if words != 16:
            raise UnsupportedField(f"{field.name}: the reduction is for 16 words")
        asm("mov", at("r1", result), R)
        Blocks(asm, field).reduce()
    else:
        raise UnsupportedField(f"{field.name}: no reduction for this shape")


def c(word: int) -> str:
    """A word of the product."""
    return at("r1", WORD_BYTES * word)


def r(word: int) -> str:
    return at(R, WORD_BYTES * word)


def digits(value: int, count: int) -> list[int]:
    """The words of a number."""
    return [value >> WORD_BITS * i & ONES for i in range(count)]


# 2^255 - 19


def _reduce_pseudo_mersenne(asm: Listing, field: PrimeField, is_mpy32: bool) -> None:
    """The upper words times 2^256 mod p as a row, in two parts of 8 words; then what is above bit 255."""
    half, factor, operand = 8, register_at(0), register_at(8)
    results = MPY16.results
    registers = MPY16.ring
    asm.block(f"The upper words, times {2 * field.complement}.")
    if is_mpy32:
        asm("mov", f"#{register_at(12).removeprefix('&')}", MPY16.pointer, note="RESHI")
    asm("mov", f"#{2 * field.complement}", factor)
    for part in range(2):
        ring = [registers[(half * part + k) % (half + 1)] for k in range(half + 1)]
        for k, register in enumerate(ring[:-1]):
            if part == 0 or k:
                asm("mov", c(half * part + k), register)
        asm("clr", ring[-1])
        if part:
            asm("add", c(half), ring[0])
        for parity in (1, 0):
            for k in range(parity, half, 2):
                asm("mov", c(2 * half + half * part + k), operand)
                is_start = k == parity and not (part and parity)
                asm("add" if is_start else "addc", results[0], ring[k])
                asm("addc", results[1], ring[k + 1])
            if parity == 0:
                asm("adc", ring[-1])
        if part == 0:
            for k, register in enumerate(ring[:-1]):
                asm("mov", register, r(k))
    *upper, top = ring
    asm.block(f"The bits from 2^255 on, and one more, times {field.complement}.")
    asm("rla", upper[-1])
    asm("rlc", top)
    asm("clrc")
    asm("rrc", upper[-1])
    asm("add", "#1", top)
    asm("mov", f"#{field.complement}", factor)
    asm("mov", top, operand)
    asm("add", results[0], r(0))
    for k in range(1, half):
        asm("addc", "#0", r(k))
    for register in upper:
        asm("adc", register)
    finish_spare(asm, field, upper, top)


def finish_spare(asm: Listing, field: PrimeField, upper: list[str], mask: str) -> None:
    """r = v mod p, where the lower words at r and the upper ones in registers hold v + c."""
    half = len(upper)
    asm.block("Bit 255 goes if it is there; else c does.")
    asm("rla", upper[-1])
    asm("subc", mask, mask)
    asm("clrc")
    asm("rrc", upper[-1])
    asm("and", f"#{field.complement}", mask)
    asm("sub", mask, r(0))
    for k in range(1, half):
        asm("subc", "#0", r(k))
    for k, register in enumerate(upper):
        asm("sbc", register)
        asm("mov", register, r(half + k))


# 2^160 - 2^31 - 1


def _reduce_two_terms(asm: Listing, field: PrimeField) -> list[str]:
    """The upper words, plus the same shifted by 31 bits: by two words up, and one bit down."""
    n = field.words
    words, over = [f"r{i}" for i in (*range(4, 13), 13)], ("r14", "r15")
    asm.block("The lower words, and the upper ones.")
    for k, word in enumerate(words):
        asm("mov", c(k), word)
    for k, word in enumerate(words):
        asm("addc" if k else "add", c(n + k), word)
    asm("clr", over[0])
    asm("adc", over[0])
    asm("clr", over[1])
    asm.block("The upper words by 2^31.")
    asm("clrc")
    for k in reversed(range(n)):
        asm("rrc", c(n + k))
    asm("mov", "#0", c(0))
    asm("rrc", c(0))
    for k in range(n + 1):
        register = (*words[1:], *over)[k]
        asm("addc" if k else "add", c(n + k - 1) if k else c(0), register)
    asm.block("What is above, and one more, by 2^31 + 1.")
    asm("add", "#1", over[0])
    asm("adc", over[1])
    for k, word in enumerate(words):
        asm("addc" if k else "add", over[k] if k < 2 else "#0", word)
    asm("mov", "#0", c(1))
    asm("addc", "#0", c(1))
    asm("mov", "#0", c(0))
    asm("clrc")
    asm("rrc", over[1])
    asm("rrc", over[0])
    asm("rrc", c(0))
    for k, word in enumerate(words[1:]):
        asm("addc" if k else "add", {0: c(0), 1: over[0], 2: over[1]}.get(k, "#0"), word)
    asm("addc", "#0", c(1))
    mask, spare = over
    asm("mov", c(1), mask, note="1 if p goes")
    asm("sub", "#1", mask)
    subtract_masked(asm, field, words, mask, spare)
    return words


def subtract_masked(asm: Listing, field: PrimeField, words: list[str], mask: str, spare: str) -> None:
    """words -= 2^bits - p, whose words are 0, 1 and one other, where the mask is all ones."""
    values = digits(field.complement, len(words))
    (other,) = set(values) - {0, 1}
    asm("mov", mask, spare)
    asm("and", f"#{other}", spare)
    asm("and", "#1", mask)
    sources = {0: "#0", 1: mask, other: spare}
    for k, (word, value) in enumerate(zip(words, values, strict=True)):
        asm("subc" if k else "sub", sources[value], word)


# Sums of blocks of 32 bits


class Blocks:
    """Solinas, Generalized Mersenne Numbers, 1999: each block of the residue is a sum of blocks of the product. The
    lower half of the residue is at r, the upper in registers."""

    UPPER = tuple(f"r{i}" for i in range(4, 12))
    OVER = "r12"  # what is above the residue, signed
    LOW = ("r14", "r15")  # a block of the lower half; then temporary

    def __init__(self, asm: Listing, field: PrimeField) -> None:
        self.asm, self.shape = asm, shape(field.prime)
        self.values = digits(field.complement, 2 * len(self.UPPER))

    def reduce(self) -> None:
        asm, rows = self.asm, self.shape.rows()
        for b, row in enumerate(rows):
            asm.block(f"Block {b}.")
            upper = 2 * b - len(self.UPPER)
            low, high = self.UPPER[upper : upper + 2] if upper >= 0 else self.LOW
            self._start(b, low, high)
            for sign in (1, -1):
                for j in (j for j, m in enumerate(row) for _ in range(sign * m) if (b, j) != (0, 0)):
                    self._add(j, low, high, is_added=sign > 0)
            if upper < 0:
                asm("mov", low, r(2 * b))
                asm("mov", high, r(2 * b + 1))
        self._fold()
        self._compare()
        self._fold()
        asm.block("The upper half of r.")
        for k, register in enumerate(self.UPPER, len(self.UPPER)):
            asm("mov", register, r(k))

    def _start(self, b: int, low: str, high: str) -> None:
        """The block begins with what is above the one before."""
        asm = self.asm
        if b == 0:
            asm("mov", c(0), low)
            asm("mov", c(1), high)
            asm("clr", self.OVER)
            return
        asm("mov", self.OVER, low)
        asm("rla", self.OVER)
        asm("subc", self.OVER, self.OVER)
        asm("inv", self.OVER)
        asm("mov", self.OVER, high)

    def _add(self, j: int, low: str, high: str, is_added: bool) -> None:
        start, go_on, last = ("add", "addc", "adc") if is_added else ("sub", "subc", "sbc")
        self.asm(start, c(2 * j), low)
        self.asm(go_on, c(2 * j + 1), high)
        self.asm(last, self.OVER)

    def _fold(self) -> None:
        """Adds what is above times 2^bits mod p; what is above then is what that carries. The words of the multiple
        change at those of the coefficients, between which they are its sign, at c[0] and on."""
        asm, (value, sign) = self.asm, self.LOW
        asm.block("What is above folds: the words of its multiple.")
        changes = {2 * i: m for i, m in enumerate(self.shape.coefficients) if m}
        for k, m in enumerate(changes.values()):
            if m > 0:
                asm("mov", self.OVER, value)
            else:
                asm("clr", value)
                asm("sub", self.OVER, value)
            if k:
                asm("add", sign, value)
            asm("mov", value, c(2 * k))
            asm("rla", value)
            asm("subc", sign, sign)
            asm("inv", sign)
            asm("mov", sign, c(2 * k + 1))
        asm.block("Their sum.")
        asm("mov", sign, self.OVER)
        places = list(changes)
        for word in range(2 * len(self.UPPER)):
            k = places.index(word) if word in changes else None
            if k is None and word - 1 in changes:
                asm("mov", c(2 * places.index(word - 1) + 1), sign)
            source = sign if k is None else c(2 * k)
            target = self.UPPER[word - len(self.UPPER)] if word >= len(self.UPPER) else r(word)
            asm("addc" if word else "add", source, target)
        asm("adc", self.OVER)

    def _compare(self) -> None:
        """Adds 1 to what is above if that is 0 and the residue is not below p."""
        asm, (value, carry) = self.asm, self.LOW
        asm.block("p goes off if the residue plus 2^bits - p carries and nothing is above.")
        for k, digit in enumerate(self.values):
            source = self.UPPER[k - len(self.UPPER)] if k >= len(self.UPPER) else r(k)
            asm("mov", source, value)
            asm("addc" if k else "add", f"#{digit if digit != ONES else -1}", value)
        asm("clr", carry)
        asm("adc", carry)
        asm("mov", self.OVER, value, note="1 or -1: its lowest bit")
        asm("bic", value, carry)
        asm("add", carry, self.OVER)

"""Ways to cancel the lowest word of an accumulator: they add the multiple of the modulus that makes it zero.

`cancel` takes the registers of the accumulator, least significant first. It returns as many registers for the
accumulator divided by 2^64; the last of them has no value. With n + 1 registers the sum fits in n + 1 words, and the
last register has no value before; with n + 2 it has none if `fresh`."""

from typing import Protocol

from codegen.x86_64.listing import WORD_BYTES, Listing
from codegen.x86_64.rows import AdxRows, Rows, words_at


class Reduction(Protocol):
    """The facts about its modulus that a Montgomery multiplication needs; `parameters` pass them to the function."""

    parameters: tuple[str, ...]

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]: ...

    def modulus_pointer(self, asm: Listing) -> str: ...


def to_words(value: int, n: int) -> tuple[int, ...]:
    return tuple(value >> 64 * j & 2**64 - 1 for j in range(n))


class AnyModulus:
    """An odd modulus of n words, in memory; q = t[0] minus_inverse mod 2^64."""

    parameters = ("modulus", "minus_inverse")
    row_carries, has_room = True, False

    def __init__(self, n: int) -> None:
        self.n = n

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]:
        words = words_at(asm.pointer("modulus", shared), self.n)
        rows.cancel(acc, words, asm.operand("minus_inverse"), fresh)
        return [*acc[1:], acc[0]]

    def modulus_pointer(self, asm: Listing) -> str:
        return asm.pointer("modulus", asm.take() if "modulus" in asm.slots else "")


class SpecialPrime:
    """A prime that the function itself knows; it reads the words of `constants` from memory."""

    parameters = ()
    modulus: int
    n: int

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def row_carries(self) -> bool:
        """Whether t + a b[i], below (2^64 + 1) p for t < 2 p, can have n + 2 words."""
        return self.modulus * (2**64 + 1) > 2 ** (64 * (self.n + 1))

    @property
    def has_room(self) -> bool:
        """Whether t + a b[i] + q p, below (2^65 + 1) p for t < 2 p, fits in n + 1 words, so that t fits in n."""
        return self.modulus * (2**65 + 1) <= 2 ** (64 * (self.n + 1))

    @property
    def constants(self) -> tuple[int, ...]:
        return to_words(self.modulus, self.n)

    def constant(self, index: int) -> str:
        return f"[rip + .L{self.name} + {WORD_BYTES * index}]"

    def data(self) -> tuple[str, ...]:
        """Assembler lines of the constants."""
        words = ", ".join(f"{word:#x}" for word in self.constants)
        return ("    .section .rodata", f"    .balign {WORD_BYTES}", f".L{self.name}:", f"    .quad {words}")

    def modulus_pointer(self, asm: Listing) -> str:
        register = asm.take()
        asm("lea", register, self.constant(0))
        return register


class WithHalves(SpecialPrime):
    """A prime by whose shape the words of q 2^32 occur. MULX makes them without the two units of a processor that
    shifts share with additions with carry."""

    @property
    def constants(self) -> tuple[int, ...]:
        return (*to_words(self.modulus, self.n), 2**32)

    def halves(self, asm: Listing, rows: Rows, q: str) -> tuple[str, str, str]:
        """Registers of q, and of the lower half of q moved up and the upper half moved down."""
        copy, lower, upper = rows.scratch
        asm("mov", copy, q)
        if isinstance(rows, AdxRows):
            asm("mulx", upper, lower, self.constant(self.n))
        else:
            split(asm, q, lower, upper)
        return copy, lower, upper


class Fp256r1(SpecialPrime):
    """p = 2^256 - 2^224 + 2^192 + 2^96 - 1 (Gueron and Krasnov, Fast prime field elliptic-curve cryptography with 256
    bit primes, 2013): p = -1 mod 2^64, so q = t[0], and q p = q (2^64 - 2^32 + 1) 2^192 + q 2^96 - q needs no product.
    """

    modulus = 2**256 - 2**224 + 2**192 + 2**96 - 1
    n = 4

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]:
        t = acc
        low, high, third = self._multiples(asm, rows, t[0])
        if fresh and len(t) == self.n + 2:
            asm("mov", t[5], 0)
        asm("add", t[1], low)
        asm("adc", t[2], high)
        asm("adc", t[3], third)
        if len(t) == self.n + 1:
            asm("adc", t[0], 0)
            return [*t[1:4], t[0], t[4]]
        asm("adc", t[4], t[0])
        asm("adc", t[5], 0)
        return [*t[1:], t[0]]

    def _multiples(self, asm: Listing, rows: Rows, q: str) -> tuple[str, str, str]:
        """Registers of the words of q 2^32 and of the lower word of q (2^64 - 2^32 + 1), whose upper one replaces q.
        The next quotient waits for q 2^32 alone, which shifts give sooner than a product."""
        third, low, high = rows.scratch
        asm("mov", third, q)
        split(asm, q, low, high)
        asm("sub", third, low)
        asm("sbb", q, high)
        return low, high, third


def add_top(asm: Listing, n: int, t: list[str], q: str, fresh: bool) -> list[str]:
    """t += q 2^(64 n), the last step of `cancel`, with the same result."""
    if len(t) == n + 1:
        if not fresh:  # of n + 1 words, which suffice
            asm("add", t[n], q)
            return [*t[1:], t[0]]
        asm("mov", t[0], q)
        return [*t[1:n], t[0], t[n]]
    if fresh:
        asm("mov", t[n + 1], 0)
    asm("add", t[n], q)
    asm("adc", t[n + 1], 0)
    return [*t[1:], t[0]]


def split(asm: Listing, q: str, lower: str, upper: str) -> None:
    """Words of q 2^32: the lower half of q moved up, the upper half moved down."""
    asm("mov", lower, q)
    asm("mov", upper, q)
    asm("shl", lower, 32)
    asm("shr", upper, 32)


def subtract(asm: Listing, registers: list[str], values: list[str | int]) -> None:
    """Subtracts a number of as many words; leaves the borrow of the last in CF."""
    for j, (register, value) in enumerate(zip(registers, values, strict=True)):
        asm("sbb" if j else "sub", register, value)


class Fp192r1(SpecialPrime):
    """p = 2^192 - 2^64 - 1: q = t[0], and q p = q 2^192 - q 2^64 - q."""

    modulus = 2**192 - 2**64 - 1
    n = 3

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]:
        t, q = acc, rows.scratch[0]
        asm("mov", q, t[0])
        subtract(asm, [t[1], t[2], q], [t[0], 0, 0])
        return add_top(asm, self.n, t, q, fresh)


class Fp224r1(SpecialPrime):
    """p = 2^224 - 2^96 + 1: q = -t[0], and q p = (2^128 - 1) q 2^96 + q; t[0] + q is 2^64 unless t[0] is 0.

    An element's last word is below 2^32. So some carries of its row are never set, nor is any carry into the last
    word of a square, which is 0: tests/src/native/x86_64/dead_carries.txt."""

    modulus = 2**224 - 2**96 + 1
    n = 4

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]:
        t, (carry, lower, upper) = acc, rows.scratch
        asm("mov", carry, 0)
        asm("neg", t[0])
        asm("adc", carry, 0)
        split(asm, t[0], lower, upper)
        subtract(asm, [t[1], t[2], lower, upper], [lower, upper, 0, 0])
        asm("add", t[1], carry)
        asm("adc", t[2], 0)
        asm("adc", t[3], lower)
        asm("adc", upper, 0)
        return add_top(asm, self.n, t, upper, fresh)


class Fp256sm2(WithHalves):
    """p = 2^256 - 2^224 - 2^96 + 2^64 - 1: q = t[0], and q p = q 2^256 - q 2^224 - q 2^96 + q 2^64 - q."""

    modulus = 2**256 - 2**224 - 2**96 + 2**64 - 1
    n = 4

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]:
        t = acc
        q, lower, upper = self.halves(asm, rows, t[0])
        subtract(asm, [*t[1:4], q], [lower, upper, lower, upper])
        asm("add", t[1], t[0])
        for register in (t[2], t[3], q):
            asm("adc", register, 0)
        return add_top(asm, self.n, t, q, fresh)


class Fp384r1(SpecialPrime):
    """p = 2^384 - s, s = 2^128 + 2^96 - 2^32 + 1: q = t[0] (2^32 + 1) mod 2^64, t - q s + q 2^384. Let u be the lower
    32 bits of q moved up and v the upper 32 bits moved down. Then q s is

        word 0: q - u = t[0], borrow if q < u    word 1: u - v    word 2: q + v    word 3: carry."""

    modulus = 2**384 - 2**128 - 2**96 + 2**32 - 1
    n = 6

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]:
        t, (q, u, v) = acc, rows.scratch
        asm("mov", q, t[0])
        asm("shl", q, 32)
        asm("add", q, t[0])
        split(asm, q, u, v)
        asm("mov", t[0], q)
        asm("cmp", q, u)
        asm("sbb", u, v)
        asm("sbb", t[0], 0)
        asm("add", t[0], v)
        asm("mov", v, 0)
        asm("adc", v, 0)
        subtract(asm, [*t[1:6], q], [u, t[0], v, 0, 0, 0])
        return add_top(asm, self.n, t, q, fresh)


class Fp448(WithHalves):
    """p = 2^448 - 2^224 - 1: q = t[0], and q p = q 2^448 - q 2^224 - q."""

    modulus = 2**448 - 2**224 - 1
    n = 7

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]:
        t = acc
        q, lower, upper = self.halves(asm, rows, t[0])
        subtract(asm, [*t[3:7], q], [lower, upper, 0, 0, 0])
        return add_top(asm, self.n, t, q, fresh)


class Fp521(SpecialPrime):
    """p = 2^521 - 1: q = t[0], and q p = q 2^521 - q; 2^521 is 2^9 in word 8."""

    modulus = 2**521 - 1
    n = 9

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]:
        t, (lower, upper, _) = acc, rows.scratch
        asm("mov", lower, t[0])
        asm("mov", upper, t[0])
        asm("shl", lower, 9)
        asm("shr", upper, 55)
        asm("add", t[8], lower)
        asm("adc", upper, 0)
        return add_top(asm, self.n, t, upper, fresh)


class PseudoMersenne(SpecialPrime):
    """p = 2^(64 n) - c with c of one word: t + q p = t - q c + q 2^(64 n), and the lower word of q c is t[0]."""

    def __init__(self, name: str, n: int, c: int) -> None:
        super().__init__(name)
        self.n, self.c = n, c
        self.modulus = 2 ** (64 * n) - c

    @property
    def constants(self) -> tuple[int, ...]:
        return (*to_words(self.modulus, self.n), pow(self.c, -1, 2**64), self.c)

    def cancel(self, asm: Listing, rows: Rows, acc: list[str], fresh: bool, shared: str = "") -> list[str]:
        t = acc
        q, high = rows.quotient_times(t[0], self.constant(self.n), self.constant(self.n + 1))
        subtract(asm, [*t[1 : self.n], q], [high, *[0] * (self.n - 1)])
        return add_top(asm, self.n, t, q, fresh)

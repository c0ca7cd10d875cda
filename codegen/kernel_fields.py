"""Fields as the kernels of every target see them: elements of words, of 32 bits unless said otherwise."""

import dataclasses

from codegen.fields import PRIMES


class UnsupportedField(ValueError):
    """No kernel can be generated for the field; the message says which limit the field exceeds."""


@dataclasses.dataclass(frozen=True)
class BinaryField:
    """F_2[z] / (sum of z^e for e in exponents); exponents descend from the degree to 0."""

    name: str
    exponents: tuple[int, ...]
    word_bits: int = 32

    def __post_init__(self) -> None:
        if self.degree - self.exponents[1] < self.word_bits:
            raise UnsupportedField(
                f"{self.name}: z^{self.degree} and z^{self.exponents[1]} are too close to reduce word by word; the"
                f" distance must be at least {self.word_bits}"
            )

    @property
    def degree(self) -> int:
        return self.exponents[0]

    @property
    def words(self) -> int:
        """Words of an element."""
        return -(-self.degree // self.word_bits)

    @property
    def product_words(self) -> int:
        """Words of an unreduced product that can be nonzero."""
        return (2 * self.degree - 2) // self.word_bits + 1

    @property
    def top_bits(self) -> int:
        """Bits of the top word of an element."""
        return self.degree - self.word_bits * (self.words - 1)

    @property
    def description(self) -> str:
        """The modulus, for the header of a kernel."""
        return "f = " + " + ".join(f"z^{e}" if e else "1" for e in self.exponents)


# Primes that are sums of few powers of two: (sign, exponent), exponents descending.
SHAPES = {
    "fp160k1": (
        (1, 160),
        (-1, 32),
        (-1, 14),
        (-1, 12),
        (-1, 10),
        (1, 7),
        (-1, 4),
        (1, 2),
        (-1, 0),
    ),
    "fp160r1": ((1, 160), (-1, 31), (-1, 0)),
    "fp192r1": ((1, 192), (-1, 64), (-1, 0)),
    "fp224r1": ((1, 224), (-1, 96), (1, 0)),
    "fp255": ((1, 255), (-1, 4), (-1, 1), (-1, 0)),
    "fp256k1": ((1, 256), (-1, 32), (-1, 10), (1, 6), (-1, 4), (-1, 0)),
    "fp256r1": ((1, 256), (-1, 224), (1, 192), (1, 96), (-1, 0)),
    "fp448": ((1, 448), (-1, 224), (-1, 0)),
}


@dataclasses.dataclass(frozen=True)
class PrimeField:
    """The integers modulo the prime; shape is empty if the prime is not a sum of few powers of two."""

    name: str
    prime: int
    shape: tuple[tuple[int, int], ...] = ()
    word_bits: int = 32

    def __post_init__(self) -> None:
        if self.shape and self.prime != sum(sign << exponent for sign, exponent in self.shape):
            raise ValueError(f"{self.name}: the shape is that of another prime")

    @classmethod
    def of(cls, name: str, **others: int) -> "PrimeField":
        """The field of that name."""
        return cls(name, PRIMES[name], SHAPES.get(name, ()), **others)

    @property
    def bits(self) -> int:
        return self.prime.bit_length()

    @property
    def words(self) -> int:
        """Words of an element."""
        return -(-self.bits // self.word_bits)

    @property
    def spare_bits(self) -> int:
        """Bits of the top word beyond the prime's bits."""
        return self.word_bits * self.words - self.bits

    @property
    def complement(self) -> int:
        """2^bits mod p."""
        return (1 << self.bits) - self.prime

    @property
    def description(self) -> str:
        """The modulus, for the header of a kernel."""
        if not self.shape:
            return f"p = {self.prime:#x}"
        terms = [("- " if sign < 0 else "+ ") + (f"2^{exponent}" if exponent else "1") for sign, exponent in self.shape]
        return "p = " + " ".join(terms).removeprefix("+ ")

"""A prime field as the kernels see it: elements of bytes, and the shape of the prime where it has one."""

import dataclasses

from codegen.fields import FIELDS
from codegen.kernel_fields import UnsupportedField

# Primes that are sums of few powers of two, as such: (sign, exponent), exponents descending.
SHAPES = {
    "fp160r1": ((1, 160), (-1, 31), (-1, 0)),
    "fp192r1": ((1, 192), (-1, 64), (-1, 0)),
    "fp224r1": ((1, 224), (-1, 96), (1, 0)),
    "fp255": ((1, 255), (-1, 4), (-1, 1), (-1, 0)),
    "fp256k1": ((1, 256), (-1, 32), (-1, 10), (1, 6), (-1, 4), (-1, 0)),
    "fp256r1": ((1, 256), (-1, 224), (1, 192), (1, 96), (-1, 0)),
}
SMALL_COMPLEMENT_BITS = 72


@dataclasses.dataclass(frozen=True)
class PrimeField:
    """The integers modulo the prime; shape is empty for a prime that is reduced in Montgomery's way."""

    name: str
    prime: int
    shape: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if self.shape and self.prime != sum(sign << exponent for sign, exponent in self.shape):
            raise ValueError(f"{self.name}: the shape is that of another prime")
        if self.spare_bits > 1 or (self.spare_bits and not self.shape):
            raise UnsupportedField(f"{self.name}: {self.spare_bits} bits of the top byte are unused; at most 1 may be")

    @property
    def bits(self) -> int:
        return self.prime.bit_length()

    @property
    def byte_count(self) -> int:
        """Bytes of an element."""
        return (self.bits + 7) // 8

    @property
    def product_bytes(self) -> int:
        """Bytes of an unreduced product or square."""
        return 2 * self.byte_count

    @property
    def spare_bits(self) -> int:
        """Bits of the top byte that are above the prime's."""
        return 8 * self.byte_count - self.bits

    @property
    def complement(self) -> int:
        """2^bits mod p."""
        return (1 << self.bits) - self.prime

    @property
    def complement_is_small(self) -> bool:
        return self.complement.bit_length() <= SMALL_COMPLEMENT_BITS

    @property
    def complement_terms(self) -> list[tuple[int, int]]:
        """(sign, exponent) of the sum that the complement is, exponents ascending."""
        return [(-sign, exponent) for sign, exponent in reversed(self.shape[1:])]

    @property
    def description(self) -> str:
        """The modulus, for the header of a kernel."""
        if not self.shape:
            return f"p = 0x{self.prime:x}, R = 2^{8 * self.byte_count}"
        terms = [("- " if sign < 0 else "+ ") + (f"2^{exponent}" if exponent else "1") for sign, exponent in self.shape]
        return "p = " + " ".join(terms).removeprefix("+ ")


def prime_field(name: str) -> PrimeField:
    return PrimeField(name, FIELDS[name], SHAPES.get(name, ()))

"""A prime field as the kernels see it: elements of bytes, and the shape of the prime if it has one."""

import dataclasses

from codegen import kernel_fields, prime_fields
from codegen.kernel_fields import UnsupportedField

SMALL_COMPLEMENT_BITS = 72
# Fields with a shape whose elements are in Montgomery form all the same (codegen/prime_fields.py).
FRIENDLY = prime_fields.FRIENDLY[8]


@dataclasses.dataclass(frozen=True)
class PrimeField(kernel_fields.PrimeField):
    """The integers modulo the prime; without a shape, reduction is Montgomery's."""

    word_bits: int = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.spare_bits > 1 or (self.spare_bits and not self.shape):
            raise UnsupportedField(f"{self.name}: {self.spare_bits} bits of the top byte are unused; at most 1 may be")

    @property
    def byte_count(self) -> int:
        """Bytes of an element."""
        return self.words

    @property
    def product_bytes(self) -> int:
        """Bytes of an unreduced product or square."""
        return 2 * self.byte_count

    @property
    def complement_is_small(self) -> bool:
        return self.complement.bit_length() <= SMALL_COMPLEMENT_BITS

    @property
    def complement_terms(self) -> list[tuple[int, int]]:
        """(sign, exponent) of the terms of the complement, exponents ascending."""
        return [(-sign, exponent) for sign, exponent in reversed(self.shape[1:])]

    @property
    def is_montgomery(self) -> bool:
        """Whether elements are in Montgomery form."""
        return not self.shape or self.name in FRIENDLY

    @property
    def description(self) -> str:
        return super().description + (f", R = 2^{8 * self.byte_count}" if self.is_montgomery else "")

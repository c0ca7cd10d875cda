"""A prime field as the kernels see it: elements of words of 32 bits, and rows that say how upper words fold back."""

import dataclasses

from codegen import kernel_fields
from codegen.arm.listing import WORD_BITS
from codegen.kernel_fields import UnsupportedField
from codegen.prime_fields import GeneralisedMersenne, shape

WORDS_MAX = 8


@dataclasses.dataclass(frozen=True)
class PrimeField(kernel_fields.PrimeField):
    """The integers modulo a prime of the form 2^bits minus a few powers of 2^32, each used once."""

    def __post_init__(self) -> None:
        super().__post_init__()
        found = shape(self.prime)
        if not isinstance(found, GeneralisedMersenne) or found.spare or found.block_bits % WORD_BITS:
            raise UnsupportedField(f"{self.name}: the prime is no sum of few powers of 2^{WORD_BITS}")
        if self.words > WORDS_MAX:
            raise UnsupportedField(f"{self.name}: elements of {self.words} words; the kernels have {WORDS_MAX}")

    @property
    def coefficients(self) -> list[int]:
        """The exponents of the powers of 2^32 in the complement, lowest first."""
        found, part = shape(self.prime), shape(self.prime).block_bits // WORD_BITS
        return [c if i == 0 else 0 for c in found.coefficients for i in range(part)]

    @property
    def rows(self) -> list[list[int]]:
        """Row b: the multiples of a product's words that are added to word b of its residue."""
        part = shape(self.prime).block_bits // WORD_BITS
        return [
            [c if i == own else 0 for c in row for i in range(part)]
            for row in shape(self.prime).rows()
            for own in range(part)
        ]

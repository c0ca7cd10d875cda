"""A prime field as the kernels see it: elements of words of 32 bits, and the shape by which upper words fold back."""

import dataclasses

from codegen.arm.listing import WORD_BITS
from codegen.fields import PRIME_FIELDS
from codegen.kernel_fields import UnsupportedField
from codegen.prime_fields import GeneralisedMersenne, shape

WORDS_MAX = 8


@dataclasses.dataclass(frozen=True)
class PrimeField:
    """The integers modulo a prime that is 2^bits less few powers of 2^32, each once."""

    name: str
    prime: int

    def __post_init__(self) -> None:
        found = shape(self.prime)
        if not isinstance(found, GeneralisedMersenne) or found.spare or found.block_bits % WORD_BITS:
            raise UnsupportedField(f"{self.name}: the prime is no sum of few powers of 2^{WORD_BITS}")
        if self.words > WORDS_MAX:
            raise UnsupportedField(f"{self.name}: elements of {self.words} words; the kernels have {WORDS_MAX}")

    @property
    def bits(self) -> int:
        return self.prime.bit_length()

    @property
    def words(self) -> int:
        """Words of an element."""
        return self.bits // WORD_BITS

    @property
    def complement(self) -> int:
        """2^bits - p."""
        return (1 << self.bits) - self.prime

    @property
    def coefficients(self) -> list[int]:
        """Of the powers of 2^32 in the complement, from the lowest."""
        found, part = shape(self.prime), shape(self.prime).block_bits // WORD_BITS
        return [c if i == 0 else 0 for c in found.coefficients for i in range(part)]

    @property
    def rows(self) -> list[list[int]]:
        """Row b: what each word of a product adds to word b of its residue."""
        part = shape(self.prime).block_bits // WORD_BITS
        return [
            [c if i == own else 0 for c in row for i in range(part)]
            for row in shape(self.prime).rows()
            for own in range(part)
        ]

    @property
    def description(self) -> str:
        """The modulus, for the header of a kernel."""
        terms = [
            f"{'-' if c > 0 else '+'} " + (f"2^{WORD_BITS * i}" if i else "1")
            for i, c in reversed(list(enumerate(self.coefficients)))
            if c
        ]
        return f"p = 2^{self.bits} " + " ".join(terms)


def prime_field(name: str) -> PrimeField:
    return PrimeField(name, PRIME_FIELDS[name])

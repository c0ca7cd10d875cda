"""A binary field as the kernels see it: elements of bytes, and shifts that say how upper bytes fold back."""

import dataclasses

from codegen import kernel_fields
from codegen.kernel_fields import UnsupportedField


@dataclasses.dataclass(frozen=True)
class BinaryField(kernel_fields.BinaryField):
    """F_2[z] / (sum of z^e for e in exponents), in bytes, least significant first; exponents descend from the
    degree to 0."""

    word_bits: int = 8

    def __post_init__(self) -> None:
        if self.degree - self.exponents[1] < 8 + 7:
            raise UnsupportedField(
                f"{self.name}: z^{self.degree} and z^{self.exponents[1]} are too close to reduce byte by byte;"
                " the distance must be at least 15"
            )

    @property
    def byte_count(self) -> int:
        """Bytes of an element."""
        return self.words

    @property
    def product_bytes(self) -> int:
        """Bytes of an unreduced product or square that can be nonzero."""
        return self.product_words

    @property
    def spare_bits(self) -> int:
        """Bits of the top byte that are above the degree."""
        return 8 * self.byte_count - self.degree

    @property
    def byte_shifts(self) -> list[tuple[int, int]]:
        """(bytes, bits) for each z^s in z^(8 byte_count) mod f: a byte t at index byte_count + j adds t << bits at
        index j + bytes. Sorted by bits, then bytes."""
        return sorted((divmod(self.spare_bits + e, 8) for e in self.exponents[1:]), key=lambda s: (s[1], s[0]))

    @property
    def top_shifts(self) -> list[tuple[int, int]]:
        """(bytes, bits) for each z^e in z^degree mod f: the same for the bits of the top byte above the degree."""
        return sorted((divmod(e, 8) for e in self.exponents[1:]), key=lambda s: (s[1], s[0]))

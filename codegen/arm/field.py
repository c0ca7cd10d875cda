"""A binary field as the kernels see it: elements of words of 32 bits, and the shifts by which upper words fold back."""

import dataclasses

from codegen.arm.listing import WORD_BITS


class UnsupportedField(ValueError):
    """No kernel can be generated for the field; the message says which limit it breaks."""


@dataclasses.dataclass(frozen=True)
class BinaryField:
    """F_2[z] / (sum of z^e for e in exponents); exponents descend from the degree to 0."""

    name: str
    exponents: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.degree - self.exponents[1] < WORD_BITS:
            raise UnsupportedField(
                f"{self.name}: z^{self.degree} and z^{self.exponents[1]} are too close to reduce word by word; the"
                f" distance must be at least {WORD_BITS}"
            )

    @property
    def degree(self) -> int:
        return self.exponents[0]

    @property
    def words(self) -> int:
        """Words of an element."""
        return -(-self.degree // WORD_BITS)

    @property
    def product_words(self) -> int:
        """Words of an unreduced product that can be other than zero."""
        return (2 * self.degree - 2) // WORD_BITS + 1

    @property
    def top_bits(self) -> int:
        """Bits of the top word of an element."""
        return self.degree - WORD_BITS * (self.words - 1)

    @property
    def description(self) -> str:
        """The modulus, for the header of a kernel."""
        return "f = " + " + ".join(f"z^{e}" if e else "1" for e in self.exponents)

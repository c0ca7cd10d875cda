"""A binary field as the kernels of every target see it: elements of words, of 32 bits unless said otherwise."""

import dataclasses


class UnsupportedField(ValueError):
    """No kernel can be generated for the field; the message says which limit it breaks."""


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
        """Words of an unreduced product that can be other than zero."""
        return (2 * self.degree - 2) // self.word_bits + 1

    @property
    def top_bits(self) -> int:
        """Bits of the top word of an element."""
        return self.degree - self.word_bits * (self.words - 1)

    @property
    def description(self) -> str:
        """The modulus, for the header of a kernel."""
        return "f = " + " + ".join(f"z^{e}" if e else "1" for e in self.exponents)

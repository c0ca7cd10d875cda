"""A prime field as the kernels see it: elements of words of 32 bits."""

import dataclasses

from codegen.thumb.listing import WORD_BITS


@dataclasses.dataclass(frozen=True)
class PrimeField:
    """The integers modulo a prime."""

    name: str
    prime: int

    @property
    def bits(self) -> int:
        return self.prime.bit_length()

    @property
    def words(self) -> int:
        """Words of an element."""
        return -(-self.bits // WORD_BITS)

    @property
    def description(self) -> str:
        """The modulus, for the header of a kernel."""
        return f"p = {self.prime:#x}"

"""Initialisers of the constants of groups with pairings."""

import dataclasses

from codegen.curves import in_form, modulus, words
from codegen.fields import PRIMES, bits, load_pairings


def of_family(family: str) -> list[dict]:
    """The records of one family: bls12, tate, eta."""
    return [record for record in load_pairings().values() if record["family"] == family]


@dataclasses.dataclass(frozen=True)
class Constants:
    """Initialisers of constants of one prime field at one word size, in the form of its elements."""

    field: str
    word_bits: int

    @property
    def prime(self) -> int:
        return PRIMES[self.field]

    def element(self, value: int) -> str:
        """Initialiser of an element."""
        return words(in_form({"": value}, self.field, self.word_bits)[""], bits(self.field), self.word_bits)

    def pair(self, value: tuple[int, int]) -> str:
        """Initialiser of an element c0 + c1 u of the quadratic extension."""
        return f"{{{self.element(value[0])}, {self.element(value[1])}}}"

    def number(self, value: int, size: int) -> str:
        """Initialiser of an integer of `size` bits."""
        return words(value, size, self.word_bits)

    def order(self, n: int) -> str:
        """Initialiser of ORDER(modulus) for the order of the groups."""
        return modulus(n, n.bit_length(), self.word_bits)

"""Statements on what C does not call: parts of kernels that have registers of their own, and tables."""

import dataclasses
from typing import ClassVar

from motelab.prove.kernel.contract import Contract
from motelab.prove.meanings.common import Meaning
from motelab.prove.targets import Target


@dataclasses.dataclass(frozen=True)
class Part(Meaning):
    """A part; the method knows its registers."""

    is_called: ClassVar[bool] = False
    output: tuple[str, int] = ("", 0)
    inputs: tuple[tuple[str, int], ...] = ()

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        raise AssertionError("nobody runs a part alone")


@dataclasses.dataclass(frozen=True)
class Rows(Part):
    """The multiples i b of a polynomial by those of degree below 4, in a table; of_sum: b is a sum with row 1."""

    of_sum: bool = False


@dataclasses.dataclass(frozen=True)
class RowSums(Part):
    """A product of two polynomials from the table of one."""


@dataclasses.dataclass(frozen=True)
class Squares(Part):
    """A table of the squares of polynomials over GF(2)."""


ROWS = "T[i] = i b mod z^128 + z^64 + z for the polynomials i of degree below 4 but 0; row i is at 256 r25 + 16 i, ZH = r25, and b is {}, each of degree below 127."  # noqa: E501
SUMS = "r2-r17 = a b modulo f, of 128 bits; a is the element at X, of degree below 127, and row i of the table at 256 ZH + 16 i is i b mod z^128 + z^64 + z. The addresses of the rows depend on a."  # noqa: E501
PARTS = {
    ROWS.format("the element at X"): Rows(),
    ROWS.format("the sum of T[1] and the element at X"): Rows(of_sum=True),
    SUMS: RowSums(),
    "Entry u is the square of the polynomial u over F_2, for u < 256: bit i of u is bit 2 i of the entry.": Squares(),
}


def part(contract: Contract) -> Part | None:
    """The meaning of a part; None if the table has none."""
    return PARTS.get(contract.text)

"""Differences of products modulo p R: a sum of residues whose modulus is p R and whose numbers have double length."""

import dataclasses
import random

from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call
from motelab.prove.meanings.common import Meaning
from motelab.prove.meanings.residues import Input, Residues, Result
from motelab.prove.targets import Target

STATEMENT = "c = c - a mod p R for a, c < p R"
OF_MODULUS = Residues(
    (("c", 1), ("a", 1)),
    (Input("c", "c", 0, None), Input("a", "a", 0, None)),
    (Result("c", 0, lambda v, n: v.plus(n["c"], n["a"], -1)),),
)


def widened(contract: Contract) -> Contract:
    """The same contract with p R as its modulus, and that bound of both numbers as the domain."""
    return dataclasses.replace(contract, modulus=contract.modulus << contract.radix_bits, domain="a, b < p")


class Wide(Meaning):
    """That difference, told by a meaning of residues modulo p R."""

    output, inputs = ("c", 2), (("c", 2), ("a", 2))

    def sizes(self, target: Target, contract: Contract) -> dict[str, int]:
        return OF_MODULUS.sizes(target, widened(contract))

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return OF_MODULUS.limits(target, widened(contract))

    def draw(self, target: Target, contract: Contract, source: random.Random | None) -> dict[str, int]:
        return OF_MODULUS.draw(target, widened(contract), source)

    def call(self, target: Target, contract: Contract, inputs: dict[str, int]) -> Call:
        return OF_MODULUS.call(target, widened(contract), inputs)

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        return OF_MODULUS.holds(widened(contract), inputs, output)


def wide(contract: Contract) -> Wide | None:
    """The meaning of a difference of products; None if it is none."""
    is_wide = contract.statement == STATEMENT and isinstance(contract.modulus, int) and contract.radix_bits
    return Wide() if is_wide else None

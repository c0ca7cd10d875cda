"""Inverses in binary fields."""

import dataclasses

from motelab.prove.kernel.contract import Contract
from motelab.prove.meanings.binary import carryless, reduced
from motelab.prove.meanings.common import A, Meaning, R
from motelab.prove.targets import Target


@dataclasses.dataclass(frozen=True)
class Inverse(Meaning):
    """r a = 1 modulo f, and 0 for a = 0: r = a^(2^m - 2), as a^(2^m - 1) = 1 for all others."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {"a": 1 << contract.modulus[0]}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        a, f = inputs["a"], contract.modulus
        if not a:
            return output == 0
        return not output >> f[0] and reduced(carryless(a, output), f) == 1


INVERSE = {"r = 1/a": Inverse(R, (A,))}


def inverse(contract: Contract) -> Inverse | None:
    """The meaning of an inverse; None if the statement is none, or does not say that 1/0 = 0."""
    if not isinstance(contract.modulus, tuple) or "1/0 = 0" not in contract.text:
        return None
    return INVERSE.get(contract.statement)

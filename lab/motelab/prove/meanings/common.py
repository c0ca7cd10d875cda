"""What the kinds of statements share."""

import abc
import random

from motelab.prove.contract import Contract
from motelab.prove.execution import Call, call_of
from motelab.prove.targets import Target

# Parameters, and their elements.
A, B, C, R = ("a", 1), ("b", 1), ("c", 2), ("r", 1)


def element_bytes(target: Target, contract: Contract) -> int:
    """Bytes of an element of the contract's field."""
    modulus = contract.modulus
    bits = modulus[0] if isinstance(modulus, tuple) else modulus.bit_length()
    return -(-bits // target.word_bits) * target.word_bits // 8


class Meaning(abc.ABC):
    """What the kinds of statements share. output and inputs: a parameter and its elements each."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]

    @property
    def output_name(self) -> str:
        return self.output[0]

    def sizes(self, target: Target, contract: Contract) -> dict[str, int]:
        """Bytes of each parameter."""
        element = element_bytes(target, contract)
        return {name: words * element for name, words in (self.output, *self.inputs)}

    @abc.abstractmethod
    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        """For each input the least number that it never is."""

    def drawn(self, target: Target, contract: Contract, source: random.Random, highest: bool = False) -> dict[str, int]:
        """Inputs of the domain, or the highest ones."""
        limits = self.limits(target, contract).items()
        return {name: limit - 1 if highest else source.randrange(limit) for name, limit in limits}

    def call(self, target: Target, contract: Contract, inputs: dict[str, int]) -> Call:
        """The call of a run on known inputs."""
        return call_of(self.sizes(target, contract), inputs)

    @abc.abstractmethod
    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        """Whether the output is the one of the statement, for known inputs."""

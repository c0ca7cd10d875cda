"""What the kinds of statements share."""

import abc
import random
from typing import ClassVar

from motelab.prove.contract import Contract
from motelab.prove.targets import Target

# Parameters, and their elements.
A, B, C, R = ("a", 1), ("b", 1), ("c", 2), ("r", 1)


def element_bytes(target: Target, contract: Contract) -> int:
    """Bytes of an element of the contract's field."""
    modulus = contract.modulus
    bits = modulus[0] if isinstance(modulus, tuple) else modulus.bit_length()
    return -(-bits // target.word_bits) * target.word_bits // 8


class Meaning(abc.ABC):
    """What the kinds of statements share. output and inputs: a parameter and its elements each; is_called: whether C
    calls the kernel, so that it can be run with arguments."""

    is_called: ClassVar[bool] = True

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

    @abc.abstractmethod
    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        """Whether the output is the one of the statement, for known inputs."""

    def scope(self, target: Target, contract: Contract) -> str:
        """What a proof adds to the statement: for which numbers of passes it holds."""
        return ""

    def drawn(self, target: Target, contract: Contract, source: random.Random, is_first: bool) -> dict[str, int]:
        """Inputs of the domain: the greatest ones first, and then drawn ones."""
        limits = self.limits(target, contract)
        return {name: limit - 1 if is_first else source.randrange(limit) for name, limit in limits.items()}

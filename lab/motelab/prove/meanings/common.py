"""What the kinds of statements share."""

import abc
import random
from typing import ClassVar

from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call
from motelab.prove.targets import Target

# Parameters, and their elements.
A, B, C, R = ("a", 1), ("b", 1), ("c", 2), ("r", 1)


def element_bytes(target: Target, contract: Contract) -> int:
    """Bytes of an element of the contract's field."""
    modulus = contract.modulus
    bits = modulus[0] if isinstance(modulus, tuple) else modulus.bit_length()
    return -(-bits // target.word_bits) * target.word_bits // 8


def drawn_below(limit: int, source: random.Random) -> int:
    """A number below the limit; half of them of words of zeros, of ones, and others, for carries that rarely happen."""
    if source.random() < 0.5:
        return source.randrange(limit)
    words = [source.choice((0, 2**32 - 1, source.getrandbits(32))) for _ in range(-(-limit.bit_length() // 32))]
    return sum(word << 32 * i for i, word in enumerate(words)) % limit


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

    @property
    def output_names(self) -> tuple[str, ...]:
        """The parameters whose bytes, one behind the other, are the output."""
        return (self.output_name,)

    def call(self, target: Target, contract: Contract, inputs: dict[str, int]) -> Call:
        """The call with known inputs: pointers are those parameters that have a size, the others are numbers."""
        sizes = self.sizes(target, contract)
        pointers = {n: list(value.to_bytes(sizes[n], "little")) for n, value in inputs.items() if n in sizes}
        return Call(sizes, pointers, {name: value for name, value in inputs.items() if name not in sizes})

    @abc.abstractmethod
    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        """For each input the least number that it never is."""

    def draw(self, target: Target, contract: Contract, source: random.Random | None) -> dict[str, int]:
        """Inputs of the domain: drawn, or the greatest ones where there is no source."""
        limits = self.limits(target, contract)
        return {name: drawn_below(limit, source) if source else limit - 1 for name, limit in limits.items()}

    @abc.abstractmethod
    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        """Whether the output is the one of the statement, for known inputs."""

    def scope(self, target: Target, contract: Contract) -> str:
        """What a proof adds to the statement: for which numbers of passes it holds."""
        return ""

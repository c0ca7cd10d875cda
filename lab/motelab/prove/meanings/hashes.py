"""The compression of one block by SHA-256 and SHA-512 (FIPS 180-4, 6.2.2 and 6.4.2), over numbers and over terms."""

import dataclasses
import functools
import itertools
import re
from typing import Any

from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call
from motelab.prove.meanings.common import Meaning
from motelab.prove.targets import Target

STATEMENT = re.compile(
    r"state = the state after the block, which holds 16 words in the machine's byte order( and is destroyed| and then "
    r"others)?\. The address of the state is the context's; the block is at (\d+)\."
)
WORDS, STATE = 16, 8


@dataclasses.dataclass(frozen=True)
class Compression(Meaning):
    """bits: of a word; rounds; rotations: of Sigma 0 and 1 and of sigma 0 and 1, of which the last is a shift in the
    latter; block: where the block lies in the context; is_kept: whether it is the same afterwards."""

    bits: int
    rounds: int
    rotations: tuple[tuple[int, int, int], ...]
    block: int = 0
    is_kept: bool = False
    output: tuple[str, int] = ("context", 1)

    @property
    def size(self) -> int:
        """Bytes of a word."""
        return self.bits // 8

    def sizes(self, target: Target, contract: Contract) -> dict[str, int]:
        return {"context": self.block + WORDS * self.size}

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {"state": 1 << STATE * self.bits, "block": 1 << WORDS * self.bits}

    def memory(self, state: list[Any], block: list[Any], between: Any) -> list[Any]:
        """The bytes of a context, of which those between state and block are nobody's."""
        return [*state, *[between] * (self.block - len(state)), *block]

    def call(self, target: Target, contract: Contract, inputs: dict[str, int]) -> Call:
        state = list(inputs["state"].to_bytes(STATE * self.size, "little"))
        block = list(inputs["block"].to_bytes(WORDS * self.size, "little"))
        return Call(self.sizes(target, contract), {"context": self.memory(state, block, 0)})

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        state, block = (self.words(inputs[name], count) for name, count in (("state", STATE), ("block", WORDS)))
        return self.words(output, STATE) == self.compressed(Numbers(self.bits), state, block)

    def words(self, number: int, count: int) -> list[int]:
        return [number >> self.bits * i & (1 << self.bits) - 1 for i in range(count)]

    def compressed(self, words: Any, state: list[Any], block: list[Any]) -> list[Any]:
        """The state after a block. `words` has the operations; sums that become words of the state or of the schedule
        are `sum`s of their addends."""
        schedule = list(block)
        for t in range(WORDS, self.rounds):
            near, far = self.mixed(words, schedule[t - 2], 3), self.mixed(words, schedule[t - 15], 2)
            schedule.append(words.sum(near, schedule[t - 7], far, schedule[t - 16]))
        a, b, c, d, e, f, g, h = state
        for constant, word in zip(constants(self.bits, self.rounds), schedule, strict=True):
            choice = words.xor(words.both(e, f), words.both(e, g), g)
            majority = words.xor(words.both(a, b), words.both(a, c), words.both(b, c))
            first = (h, self.mixed(words, e, 1), choice, constant, word)
            h, g, f, e = g, f, e, words.sum(d, *first)
            d, c, b, a = c, b, a, words.sum(*first, self.mixed(words, a, 0), majority)
        return [words.sum(old, new) for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True)]

    def mixed(self, words: Any, x: Any, which: int) -> Any:
        first, second, third = self.rotations[which]
        last = words.rotated(x, third) if which < len(self.rotations) // 2 else words.shifted(x, third)
        return words.xor(words.rotated(x, first), words.rotated(x, second), last)


class Numbers:
    """The operations on words that are integers."""

    def __init__(self, bits: int):
        self.bits, self.mask = bits, (1 << bits) - 1

    def sum(self, *words: int) -> int:
        return sum(words) & self.mask

    def xor(self, *words: int) -> int:
        return functools.reduce(lambda a, b: a ^ b, words)

    def both(self, a: int, b: int) -> int:
        return a & b

    def rotated(self, x: int, n: int) -> int:
        return (x >> n | x << self.bits - n) & self.mask

    def shifted(self, x: int, n: int) -> int:
        return x >> n


@functools.cache
def constants(bits: int, count: int) -> tuple[int, ...]:
    """The first bits of the fractions of the cube roots of the first primes."""
    primes = (n for n in itertools.count(2) if all(n % d for d in range(2, n)))
    return tuple(cube_root(p << 3 * bits) & (1 << bits) - 1 for p in itertools.islice(primes, count))


def cube_root(n: int) -> int:
    """The largest integer whose cube is at most n."""
    root = 0
    for place in reversed(range(n.bit_length() // 3 + 1)):
        if (root | 1 << place) ** 3 <= n:
            root |= 1 << place
    return root


HASHES = {
    "mc_sha256_context": Compression(32, 64, ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))),
    "mc_sha512_context": Compression(64, 80, ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))),
}


def compression(contract: Contract) -> Compression | None:
    """The meaning of a compression; None if the statement is another."""
    found = STATEMENT.match(contract.text)
    if not found or len(contract.parameters) != 1 or contract.parameters[0].type not in HASHES:
        return None
    return dataclasses.replace(HASHES[contract.parameters[0].type], block=int(found[2]), is_kept=found[1] is None)

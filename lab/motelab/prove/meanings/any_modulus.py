"""Statements modulo any number, which the caller gives: sums, and products with Montgomery's radix."""

import dataclasses
import random
import re
from collections.abc import Callable

from motelab.prove.kernel.contract import Contract, NoContract
from motelab.prove.kernel.execution import Call
from motelab.prove.meanings.common import A, B, Meaning, R
from motelab.prove.meanings.prime import Numbers, Prime, prime, product, square
from motelab.prove.targets import Target

WORD_BITS = 64
OF_WORDS = ("aarch64", "x86_64")  # targets whose words are so large
OF_SUM = re.compile(r"; m is any number of (?P<words>\d+) words but 0")
OF_PRODUCT = re.compile(
    r"; m is any odd number of (?P<words>\d+) words, R = 2\^(?P<bits>\d+), minus_inverse = -1 / m mod 2\^64"
)


@dataclasses.dataclass(frozen=True)
class AnyModulus(Meaning):
    """r = polynomial(inputs), divided by R = 2^(64 words) if is_montgomery, modulo the number of the parameter
    `modulus`; inputs are below it."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]
    polynomial: Callable
    is_montgomery: bool
    words: int = 0

    @property
    def radix(self) -> int:
        return 1 << WORD_BITS * self.words if self.is_montgomery else 1

    def sizes(self, target: Target, contract: Contract) -> dict[str, int]:
        return {name: WORD_BITS // 8 * self.words for name in ("r", *(name for name, _ in self.inputs), "modulus")}

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {name: 1 << WORD_BITS * self.words for name, _ in (*self.inputs, ("modulus", 1))}

    def draw(self, target: Target, contract: Contract, source: random.Random | None) -> dict[str, int]:
        """A modulus, mostly with all its bits, and inputs below it; the greatest ones where there is no source."""
        limit = 1 << WORD_BITS * self.words
        modulus = source.randrange(limit) >> source.choice((0, 0, 0, 1, 63)) | 1 if source else limit - 1
        return {"modulus": modulus} | {n: source.randrange(modulus) if source else modulus - 1 for n, _ in self.inputs}

    def call(self, target: Target, contract: Contract, inputs: dict[str, int]) -> Call:
        made = super().call(target, contract, inputs)
        if not self.is_montgomery:
            return made
        return dataclasses.replace(made, numbers={"minus_inverse": -pow(inputs["modulus"], -1, 1 << WORD_BITS) % 2**64})

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        value = self.polynomial(Numbers, inputs)
        return output < inputs["modulus"] and (output * self.radix - value) % inputs["modulus"] == 0


def total(v, n):
    return v.plus(n["a"], n["b"])


def difference(v, n):
    return v.plus(n["a"], n["b"], -1)


STATEMENTS = {
    "r = a + b mod m": (AnyModulus(R, (A, B), total, False), OF_SUM),
    "r = a - b mod m": (AnyModulus(R, (A, B), difference, False), OF_SUM),
    "r = a b / R mod m": (AnyModulus(R, (A, B), product, True), OF_PRODUCT),
    "r = a^2 / R mod m": (AnyModulus(R, (A,), square, True), OF_PRODUCT),
}


def any_modulus(contract: Contract) -> AnyModulus | None:
    """The meaning of a statement modulo m; None if the table has none, NoContract if m, R or the domain are none that
    we know."""
    if contract.statement not in STATEMENTS:
        return None
    meaning, facts = STATEMENTS[contract.statement]
    found = facts.search(contract.text)
    if not found or contract.domain != f"{', '.join(name for name, _ in meaning.inputs)} below m":
        raise NoContract("the comment does not say which m and which inputs are meant")
    words = int(found["words"])
    if not words or (meaning.is_montgomery and int(found["bits"]) != WORD_BITS * words):
        raise NoContract("the radix is not that of the words")
    return dataclasses.replace(meaning, words=words)


def of_large_words(contract: Contract) -> AnyModulus | Prime | None:
    """The meaning of a statement on these targets, modulo a prime or any number; None elsewhere."""
    if contract.target not in OF_WORDS:
        return None
    return any_modulus(contract) or prime(contract)

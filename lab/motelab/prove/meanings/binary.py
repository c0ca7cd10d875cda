"""Statements on binary fields. Each output is a linear function of a carry-less product or of the inputs, so a
statement is a function on polynomials (integers of bits), and the proof takes its values at powers of z."""

import dataclasses
from collections.abc import Callable, Iterator

from motelab.prove.domains.forms import Forms, ones
from motelab.prove.kernel.contract import Contract
from motelab.prove.meanings.common import A, B, C, Meaning, R
from motelab.prove.targets import Target

Exponents = tuple[int, ...]


def reduced(x: int, f: Exponents) -> int:
    """x modulo f."""
    modulus = sum(1 << e for e in f)
    while x >> f[0]:
        x ^= modulus << x.bit_length() - 1 - f[0]
    return x


def carryless(a: int, b: int) -> int:
    total = 0
    for place in ones(b):
        total ^= a << place
    return total


def squared(x: int, f: Exponents) -> int:
    return reduced(spread(x), f)


def spread(x: int) -> int:
    """The square, not reduced: bit i goes to place 2 i."""
    return int("0".join(f"{x:b}"), 2)


def frobenius(x: int, f: Exponents, times: int) -> int:
    """x^(2^times)."""
    for _ in range(times):
        x = squared(x, f)
    return x


def root(x: int, f: Exponents) -> int:
    """The square root: the field has 2^m elements, so it is x^(2^(m - 1))."""
    return frobenius(x, f, f[0] - 1)


def half_trace(x: int, f: Exponents) -> int:
    total = 0
    for _ in range((f[0] - 1) // 2 + 1):
        total ^= x
        x = frobenius(x, f, 2)
    return total


@dataclasses.dataclass(frozen=True)
class Binary(Meaning):
    """A statement on polynomials over GF(2).

    output: its parameter and its words, in elements; inputs: those that are added after `linear` has been applied to
    each, with their bits in terms of m; product: whether the input of `linear` is a b instead."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]
    linear: Callable[[int, Exponents], int]
    product: bool = False

    def value(self, f: Exponents, values: dict[str, int]) -> int:
        """The output for known inputs."""
        if self.product:
            return self.linear(carryless(values["a"], values["b"]), f)
        total = 0
        for name, _ in self.inputs:
            total ^= self.linear(values[name], f)
        return total

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {name: 1 << self.bits(name, contract.modulus) for name, _ in self.inputs}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        return output == self.value(contract.modulus, inputs)

    def bits(self, name: str, f: Exponents) -> int:
        """Bits of an input: of an element, or of a product of two."""
        return f[0] if dict(self.inputs)[name] == 1 else 2 * f[0] - 1

    def expected(self, f: Exponents, forms: Forms, size: int) -> Iterator[int]:
        """The polynomials of the output's bits."""
        result = [0] * size
        for argument, image in self.terms(f, forms):
            for place in ones(image):
                result[place] ^= argument
        return iter(result)

    def terms(self, f: Exponents, forms: Forms) -> Iterator[tuple[int, int]]:
        """Polynomials of the inputs, and the outputs to which they belong."""
        if self.product:
            for t in range(2 * f[0] - 1):
                pairs = range(max(0, t - f[0] + 1), min(t, f[0] - 1) + 1)
                yield sum(forms.product_bit(i, t - i) for i in pairs), self.linear(1 << t, f)
            return
        for (name, _), bit in zip(self.inputs, (forms.left_bit, forms.right_bit), strict=False):
            for i in range(self.bits(name, f)):
                yield bit(i), self.linear(1 << i, f)


def same(x: int, f: Exponents) -> int:
    return x


BINARY = {
    "r = a + b": Binary(R, (A, B), same),
    "c = a b, not reduced": Binary(("c", 2), (A, B), same, product=True),
    "r = a b mod f": Binary(R, (A, B), reduced, product=True),
    "r = c mod f": Binary(R, (C,), reduced),
    "c = a^2, not reduced": Binary(("c", 2), (A,), lambda x, f: spread(x)),
    "r = a^2 mod f": Binary(R, (A,), squared),
    "r = sqrt(a) mod f": Binary(R, (A,), root),
    "r = the sum of the a^(4^i) for i <= (m - 1)/2": Binary(R, (A,), half_trace),
}


def binary(contract: Contract) -> Binary | None:
    """The meaning of a statement on binary fields; None if the table has none."""
    return BINARY.get(contract.statement) if isinstance(contract.modulus, tuple) else None

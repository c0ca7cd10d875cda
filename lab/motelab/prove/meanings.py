"""What the statements in the comments of kernels mean, in mathematics and without reference to any code: one table.

Of binary fields, each output is a linear function of a carry-less product or of the inputs, so a statement is a
function on polynomials (integers of bits), and the proof takes its values at powers of z."""

import abc
import dataclasses
import operator
from collections.abc import Callable, Iterator

from motelab.prove.contract import Contract, NoContract
from motelab.prove.domains.forms import Forms, ones
from motelab.prove.targets import Target

Exponents = tuple[int, ...]


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

    @abc.abstractmethod
    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        """Whether the output is the one of the statement, for known inputs."""


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


A, B, C = ("a", 1), ("b", 1), ("c", 2)
BINARY = {
    "r = a + b": Binary(("r", 1), (A, B), same),
    "c = a b, not reduced": Binary(("c", 2), (A, B), same, product=True),
    "r = a b mod f": Binary(("r", 1), (A, B), reduced, product=True),
    "r = c mod f": Binary(("r", 1), (C,), reduced),
    "c = a^2, not reduced": Binary(("c", 2), (A,), lambda x, f: spread(x)),
    "r = a^2 mod f": Binary(("r", 1), (A,), squared),
    "r = sqrt(a) mod f": Binary(("r", 1), (A,), root),
    "r = the sum of the a^(4^i) for i <= (m - 1)/2": Binary(("r", 1), (A,), half_trace),
}


def binary(contract: Contract) -> Binary | None:
    """The meaning of a statement on binary fields; None if the table has none."""
    return BINARY.get(contract.statement) if isinstance(contract.modulus, tuple) else None


@dataclasses.dataclass(frozen=True)
class Prime(Meaning):
    """A statement on integers. output and inputs: parameters and their elements; is_exact: equal, not modulo p;
    is_montgomery: the output times R is meant. polynomial: of the inputs' polynomials."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]
    polynomial: Callable
    is_exact: bool = False
    is_montgomery: bool = False

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        """From the line of the domain; NoContract if it is none that we know."""
        p, sizes = contract.modulus, self.sizes(target, contract)
        known = {
            "a, b < p": {"a": p, "b": p},
            "a, b below p": {"a": p, "b": p},
            "a < p": {"a": p},
            "a below p": {"a": p},
            "c < p R": {"c": p << contract.radix_bits} if contract.radix_bits else {},
        }
        every = ("any a, b", "any a", f"any c of {sizes.get('c')} bytes")
        if contract.domain in every:
            return {name: 256 ** sizes[name] for name, _ in self.inputs}
        if contract.domain not in known:
            raise NoContract(f"the domain {contract.domain!r} has no meaning here")
        return known[contract.domain]

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        value = self.polynomial(Numbers, inputs)
        if self.is_exact:
            return output == value
        radix = 1 << contract.radix_bits if self.is_montgomery else 1
        return output < contract.modulus and (output * radix - value) % contract.modulus == 0


class Numbers:
    """Sums and products of numbers, where polynomials have those of Variables."""

    times = staticmethod(operator.mul)

    @staticmethod
    def plus(a: int, b: int, factor: int = 1) -> int:
        return a + factor * b


def product(v, n):
    return v.times(n["a"], n["b"])


def square(v, n):
    return v.times(n["a"], n["a"])


def itself(v, n):
    return n["c"]


def total(v, n):
    return v.plus(n["a"], n["b"])


def difference(v, n):
    return v.plus(n["a"], n["b"], -1)


PRIME = {
    "r = a + b mod p": Prime(("r", 1), (A, B), total),
    "r = a - b mod p": Prime(("r", 1), (A, B), difference),
    "c = a b, not reduced": Prime(("c", 2), (A, B), product, is_exact=True),
    "c = a^2, not reduced": Prime(("c", 2), (A,), square, is_exact=True),
    "r = a b mod p": Prime(("r", 1), (A, B), product),
    "r = a b / R mod p": Prime(("r", 1), (A, B), product, is_montgomery=True),
    "r = a^2 mod p": Prime(("r", 1), (A,), square),
    "r = a^2 / R mod p": Prime(("r", 1), (A,), square, is_montgomery=True),
    "r = c mod p": Prime(("r", 1), (C,), itself),
    "r = c / R mod p": Prime(("r", 1), (C,), itself, is_montgomery=True),
    "r = c / R mod p for c < p R": Prime(("r", 1), (C,), itself, is_montgomery=True),
}


def prime(contract: Contract) -> Prime | None:
    """The meaning of a statement on prime fields; None if the table has none."""
    found = PRIME.get(contract.statement) if isinstance(contract.modulus, int) else None
    return None if found and found.is_montgomery and contract.radix_bits is None else found


@dataclasses.dataclass(frozen=True)
class Sum(Meaning):
    """A statement on numbers below a bound, which bit vectors with two more bits than the numbers can say. bound: of
    each input, a function of p; number: the value modulo p; expected: the output as a term of SMT-LIB."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]
    bound: Callable[[int], int]
    expected: Callable
    number: Callable

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {name: self.bound(contract.modulus) for name, _ in self.inputs}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        return output == self.number(inputs) % contract.modulus


def below_p(p: int) -> int:
    return p


def below_power(p: int) -> int:
    """The power of two above p."""
    return 1 << p.bit_length()


def at_most_once(total: str, p: str) -> str:
    """A number below 2 p modulo p."""
    return f"(ite (bvuge {total} {p}) (bvsub {total} {p}) {total})"


def sum_modulo(n, constant, p):
    return at_most_once(f"(bvadd {n['a']} {n['b']})", constant(p))


def difference_modulo(n, constant, p):
    return at_most_once(f"(bvsub (bvadd {n['a']} {constant(p)}) {n['b']})", constant(p))


def reduced_once(n, constant, p):
    return at_most_once(n["r"], constant(p))


R = ("r", 1)
SUMS = {
    "r = a + b mod p": Sum(R, (A, B), below_p, sum_modulo, lambda n: n["a"] + n["b"]),
    "r = a - b mod p": Sum(R, (A, B), below_p, difference_modulo, lambda n: n["a"] - n["b"]),
    "r = r mod p for r < 2^255": Sum(R, (R,), below_power, reduced_once, lambda n: n["r"]),
}


def sums(contract: Contract) -> Sum | None:
    """The meaning of a sum; None if the table has none."""
    return SUMS.get(contract.statement) if isinstance(contract.modulus, int) else None

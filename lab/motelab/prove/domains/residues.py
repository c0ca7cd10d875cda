"""Elements of a prime field that are only moved, byte by byte, and that called kernels compute with: each is a
polynomial over F_p in the inputs, and an integer below a bound that has this residue.

A word is a part of one element. The domain takes words apart and joins them; it computes with nothing."""

import dataclasses
from typing import Any, Union

from motelab.prove.kernel.machine import Machine, Unknown
from motelab.prove.targets.ir import Access

Monomial = tuple[str, ...]


class Polynomial:
    """A polynomial over F_p: for each product of names, sorted, its coefficient that is not 0. Arithmetic is with
    others of the same p, and with integers."""

    __slots__ = ("p", "terms")

    def __init__(self, p: int, terms: dict[Monomial, int]):
        self.p, self.terms = p, {m: c % p for m, c in terms.items() if c % p}

    @classmethod
    def name(cls, p: int, name: str) -> "Polynomial":
        return cls(p, {(name,): 1})

    def of(self, other: Union["Polynomial", int]) -> "Polynomial":
        if isinstance(other, int):
            return Polynomial(self.p, {(): other})
        if other.p != self.p:
            raise ValueError("polynomials over two fields")
        return other

    def __add__(self, other: Union["Polynomial", int]) -> "Polynomial":
        terms = dict(self.terms)
        for monomial, coefficient in self.of(other).terms.items():
            terms[monomial] = terms.get(monomial, 0) + coefficient
        return Polynomial(self.p, terms)

    def __mul__(self, other: Union["Polynomial", int]) -> "Polynomial":
        terms: dict[Monomial, int] = {}
        for one, c in self.terms.items():
            for two, d in self.of(other).terms.items():
                monomial = tuple(sorted(one + two))
                terms[monomial] = (terms.get(monomial, 0) + c * d) % self.p
        return Polynomial(self.p, terms)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> "Polynomial":
        return self * -1

    def __sub__(self, other: Union["Polynomial", int]) -> "Polynomial":
        return self + self.of(other) * -1

    def __rsub__(self, other: int) -> "Polynomial":
        return -self + other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.p == other.p and self.terms == other.terms

    def __hash__(self) -> int:
        return hash((self.p, frozenset(self.terms.items())))

    def value(self, values: dict[str, int]) -> int:
        """At numbers for the names."""
        total = 0
        for monomial, coefficient in self.terms.items():
            for name in monomial:
                coefficient = coefficient * values[name] % self.p
            total += coefficient
        return total % self.p


@dataclasses.dataclass(frozen=True, eq=False)
class Element:
    """An integer from 0 to bound - 1 in `size` bytes, with this residue."""

    residue: Polynomial
    bound: int
    size: int


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """Bytes of an element, from `start` on."""

    element: Element
    start: int
    size: int


def parts(element: Element) -> list[Part]:
    """An element in memory."""
    return [Part(element, i, 1) for i in range(element.size)]


def whole(p: int, values: list[Any]) -> Element:
    """The element that bytes in memory are; Unknown if they are not all bytes of one, in their order."""
    if all(isinstance(one, int) for one in values):
        number = sum(one << 8 * i for i, one in enumerate(values))
        return Element(Polynomial(p, {(): number}), number + 1, len(values))
    element = getattr(values[0], "element", None)
    if element is not None and values == parts(element):
        return element
    raise Unknown("an argument that is no element of the field as a whole")


class Residues:
    """The domain, for Machine; `taken` and `given` are for calls."""

    def __init__(self, p: int):
        self.p = p

    def taken(self, values: list[Any], bound: int) -> Element:
        """The element that bytes in memory are; Unknown unless it is below a bound."""
        element = whole(self.p, values)
        if element.bound > bound:
            raise Unknown("an argument that may be too large")
        return element

    def given(self, element: Element) -> list[Any]:
        """The bytes of an element."""
        return list(parts(element))

    def number_in_register(self, element: Element) -> list[Any]:
        return list(parts(element))

    def apply(self, name: str, width: int, operands: list[Any], count: int) -> tuple[Any, ...]:
        if name == "join":
            return (joined(operands, width // 8),)
        if name == "split" and isinstance(operands[0], Part):
            part, size = operands[0], width // 8
            if part.size == size * count:
                return tuple(Part(part.element, part.start + size * i, size) for i in range(count))
        raise Unknown(f"{name} of a part of an element: it is only moved here")

    def load(self, machine: Machine, access: Access, address: list[Any]) -> Any:
        raise Unknown("a load at an address that depends on an input")


def joined(values: list[Any], size: int) -> Part:
    first = values[0]
    if isinstance(first, Part):
        expected = [Part(first.element, first.start + size * i, size) for i in range(len(values))]
        if first.size == size and values == expected:
            return Part(first.element, first.start, size * len(values))
    raise Unknown("a word of parts of elements that are no neighbours")

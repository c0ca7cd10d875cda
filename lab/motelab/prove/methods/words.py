"""Elements of a prime field with which called kernels and single instructions compute: words as polynomials over the
digits of elements and over floors (floors.py), each element with its residue as a polynomial over F_p (residues.py).

A number in memory that a call takes is compared with the sum of multiples of elements whose factors stand at their
lowest digits: the difference must be 0 modulo p, and the number below the bound, in all cases of its flags. From there
on it is an element with digits of its own: all that is known of them is its bound."""

from typing import Any

from motelab.prove.domains import residues
from motelab.prove.domains.floors import Floors
from motelab.prove.domains.integers import Value, Word
from motelab.prove.domains.polynomials import Polynomial, plus, scaled
from motelab.prove.domains.regions import Region
from motelab.prove.domains.residues import Element
from motelab.prove.kernel.machine import Unknown
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.methods.floors import show


class Words(Floors):
    """The domain, for Machine; `taken` and `given` are for calls."""

    def __init__(self, p: int):
        super().__init__()
        self.p = p
        self.elements: dict[frozenset, tuple[Polynomial, Element]] = {}
        self.numbers: dict[int, residues.Polynomial] = {}  # variables that are numbers in registers

    def given(self, element: Element) -> list[Any]:
        """New digits for an element."""
        digits = [self.input(f"digit{i}", 255) for i in range(element.size)]
        number = self.number(digits)
        self.limit(number, element.bound)
        self.elements[frozenset(number.items())] = (number, element)
        return digits

    def number_in_register(self, element: Element) -> Any:
        word = self.input("number", element.bound - 1)
        ((variable,),) = word.p
        self.numbers[variable] = element.residue
        return word

    def number(self, values: list[Any]) -> Polynomial:
        """The number that bytes stand for."""
        total: Polynomial = {}
        for place, value in enumerate(values):
            if not isinstance(value, int) and not hasattr(value, "p"):
                raise Unknown("an argument of which a byte is the caller's")
            total = plus(total, self.parts(value)[0], 256**place)
        return total

    def taken(self, values: list[Any], bound: int) -> Element:
        """The element that bytes in memory are; Unknown unless it is shown to be one below a bound."""
        number = self.number(values)
        key = frozenset(number.items())
        found = self.elements.get(key)
        if found and found[1].bound <= bound:
            return found[1]
        if found:
            expected, residue = number, found[1].residue
        else:
            expected, residue = self.sum_of_elements(number)
        try:
            show(self.inside(number), number, plus(number, expected, -1), self.p, bound)
        except Undecided as error:
            raise Unknown(f"an argument that is not shown to be a sum of elements below its bound: {error}") from None
        element = Element(residue, bound, len(values))
        self.elements[key] = (number, element)
        return element

    def sum_of_elements(self, number: Polynomial) -> tuple[Polynomial, residues.Polynomial]:
        """The multiples of elements whose lowest digits are in a number, and their residue. What it is does not matter
        here: the difference is compared afterwards."""
        expected: Polynomial = {}
        residue = residues.Polynomial(self.p, {})
        for known, element in self.elements.values():
            lowest = [m for m, c in known.items() if c == 1 and len(m) == 1]
            if len(lowest) != 1 or len(known) != element.size:
                continue
            ((variable,),) = lowest
            for monomial, factor in number.items():
                others = tuple(v for v in monomial if v != variable)
                if variable not in monomial or any(v not in self.numbers for v in others):
                    continue
                product, value = scaled(known, factor), element.residue * factor
                for v in others:
                    product, value = self.variables.times(product, {(v,): 1}), value * self.numbers[v]
                expected, residue = plus(expected, product), residue + value
        return expected, residue

    def _and(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        """Also of a bit with a word, of which it selects the lowest bit."""
        if found := super()._and(width, a, b):
            return found
        for one, other in ((a, b), (b, a)):
            if isinstance(one, Word) and self.is_bit(one):
                product = self.variables.times(one.p, self.parts(self.below(other, 1))[0])
                return (self.word(product, 0, 1),)
        return None

    def inside(self, number: Polynomial) -> Region:
        """The bounds of the elements that a number, or a floor in it, depends on."""
        seen: set[int] = set()
        open_ones = [number]
        while open_ones:
            for v in {v for m in open_ones.pop() for v in m} - seen:
                seen.add(v)
                if self.variables.all[v].definition is not None:
                    open_ones.append(self.variables.all[v].definition)
        return Region(self.variables, [form for form in self.region.forms if seen & {v for m in form for v in m}])


__all__ = ["Words"]

"""Drawn inputs, and the values of words at them: what a form can be, before it is shown that it can be nothing else."""

import random

from motelab.prove.domains.polynomials import Polynomial
from motelab.prove.domains.problems import Bits, Inequality
from motelab.prove.domains.totals import Atoms
from motelab.prove.targets.ir import CONCRETE

DRAWN = 60
PATTERNS = (0, 0xFFFFFFFF)  # words that make carries run


class Witnesses:
    """Values of all inputs, many times: numbers within the limits, some of them close to multiples of a modulus."""

    def __init__(self, variables: Atoms, limits: list[Inequality], modulus: int):
        self.variables = variables
        self.source = random.Random(0)
        self.values: list[dict[int, int]] = []
        for turn in range(DRAWN):
            values: dict[int, int] = {}
            for number, _, most in limits:
                self.spread(number, self.draw(turn, most, modulus), values)
            self.values.append(values)

    def draw(self, turn: int, most: int, modulus: int) -> int:
        """A number from 0 to `most`."""
        if turn % 3 == 0:
            number = self.source.randint(0, most // modulus) * modulus + self.source.randint(-3, 3)
        elif turn % 3 == 1:
            number = most - self.source.getrandbits(self.source.randint(0, most.bit_length()))
        else:
            words = [self.source.choice(PATTERNS) for _ in range(most.bit_length() // 32 + 1)]
            number = sum(word << 32 * i for i, word in enumerate(words)) + self.source.getrandbits(33) % (most + 1)
        return number % (most + 1)

    @staticmethod
    def spread(number: Polynomial, value: int, values: dict[int, int]) -> None:
        """The digits of a number whose terms are digits times powers of their base."""
        for monomial, coefficient in sorted(number.items(), key=lambda one: -one[1]):
            values[monomial[0]], value = divmod(value, coefficient)

    def at(self, p: Polynomial, values: dict[int, int]) -> int:
        total = 0
        for monomial, coefficient in p.items():
            for v in monomial:
                coefficient *= self.variable(v, values)
            total += coefficient
        return total

    def variable(self, v: int, values: dict[int, int]) -> int:
        if v not in values:
            one = self.variables.all[v]
            if v in self.variables.logic:
                name, *operands = self.variables.logic[v]
                (values[v],) = CONCRETE[name](one.high.bit_length(), *(self.at(p, values) for p in operands))
            elif one.definition is None:
                values[v] = self.source.choice((0, one.high, self.source.randint(0, one.high)))
            else:
                value = self.at(one.definition, values)
                values[v] = one.sign * (value // one.base) if one.base else value
        return values[v]

    def range(self, p: Polynomial, rows: list[Inequality], known: Bits) -> tuple[int, int] | None:
        """The least and the greatest value of a form that was seen where inequalities hold; None if they never did."""
        found = [
            self.at(p, values)
            for values in self.values
            if all(self.at({(v,): 1}, values) == k for v, k in known.items())
            and all(low <= self.at(form, values) <= high for form, low, high in rows)
        ]
        return (min(found), max(found)) if found else None

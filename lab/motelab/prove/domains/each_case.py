"""Many cases at once: a word is a number for each case. And tokens, of which two things can be asked: a number plus 1,
and whether the disjunction of some bytes is 0."""

import dataclasses
from typing import Any

from motelab.prove.kernel.machine import Opaque, Unknown
from motelab.prove.targets.ir import CONCRETE

FLAG = Opaque("a flag of a token")


class Cases(tuple):
    """The numbers of a word, one for each case."""


def cases(numbers: list[int]) -> Cases | int:
    """An integer instead of cases that agree."""
    return numbers[0] if len(set(numbers)) == 1 else Cases(numbers)


@dataclasses.dataclass(frozen=True, slots=True)
class Token:
    """A number of which nothing is known, plus a number."""

    name: str
    more: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Any0:
    """The disjunction of bytes, by their names."""

    names: frozenset[str]


class EachCase:
    """The domain, for Machine. not_all_zero: names of bytes that are not all 0."""

    def __init__(self, not_all_zero: frozenset[str] = frozenset()):
        self.not_all_zero = not_all_zero

    def apply(self, name: str, width: int, operands: list[Any], count: int) -> tuple[Any, ...]:
        if any(isinstance(one, Token | Any0) for one in operands):
            return self.of_tokens(name, operands)
        size = next(len(one) for one in operands if isinstance(one, Cases))
        columns = [one if isinstance(one, Cases) else (one,) * size for one in operands]
        rows = [CONCRETE[name](width, *row) for row in zip(*columns, strict=True)]
        return tuple(cases(list(column)) for column in zip(*[row[:count] for row in rows], strict=True))

    def of_tokens(self, name: str, operands: list[Any]) -> tuple[Any, ...]:
        first, *rest = operands
        if name == "add" and isinstance(first, Token) and rest == [1, 0]:
            return Token(first.name, first.more + 1), FLAG
        if name == "or" and all(one == 0 or isinstance(one, Token | Any0) for one in operands):
            return (Any0(frozenset().union(*map(names, operands))),)
        if name == "zero" and isinstance(first, Any0) and self.not_all_zero and first.names == self.not_all_zero:
            return (0,)
        raise Unknown(f"{name} of a token")

    def load(self, *_: Any) -> None:
        raise Unknown("a load at an address that depends on the case")


def names(value: Any) -> frozenset[str]:
    if isinstance(value, Any0):
        return value.names
    if isinstance(value, Token) and value.more:
        raise Unknown("a disjunction of a sum")
    return frozenset([value.name]) if isinstance(value, Token) else frozenset()

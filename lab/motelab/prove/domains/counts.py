"""Numbers that count: a word that is an unknown number plus a known one, of which a lower bound is known. So a loop can
be executed once for all numbers of passes above a bound: what its control asks of the number has one answer."""

import dataclasses
from typing import Any

from motelab.prove.domains.counting import Counting
from motelab.prove.kernel.machine import Unknown


@dataclasses.dataclass(frozen=True, slots=True)
class Count:
    """n + offset, for any n of `width` bits from `least` on, where -least <= offset <= 0: it does not wrap."""

    width: int
    least: int
    offset: int = 0

    @property
    def lower(self) -> int:
        """The least value."""
        return self.least + self.offset

    def plus(self, number: int) -> "Count":
        if not -self.least <= self.offset + number <= 0:
            raise Unknown("a number of passes that may wrap")
        return Count(self.width, self.least, self.offset + number)


@dataclasses.dataclass(frozen=True, slots=True)
class CountPart:
    """One of the parts that a word was split into."""

    whole: Count
    index: int
    parts: int


class Counted(Counting):
    """Counting, and numbers of passes, of which few are executed at once."""

    steps_max = 100_000

    def apply(self, name: str, width: int, operands: list[Any], count: int) -> tuple[Any, ...]:
        if not any(isinstance(one, Count | CountPart) for one in operands):
            return super().apply(name, width, operands, count)
        rule = getattr(self, f"count_{name}", None)
        found = rule(width, count, *operands) if rule else None
        if found is None:
            raise Unknown(f"{name} of a number of passes")
        return found

    def count_add(self, width: int, count: int, a: Any, b: Any, carry: Any) -> tuple[Any, ...] | None:
        """A number above half of the word stands for a negative one: the sum carries if it is not below 0."""
        if isinstance(b, Count):
            a, b = b, a
        if not isinstance(b, int) or carry != 0 or a.width != width:
            return None
        return (a.plus(b - (1 << width)), 1) if b >> width - 1 else (a.plus(b), 0)

    def count_sub(self, width: int, count: int, a: Any, b: Any, borrow: Any) -> tuple[Any, ...] | None:
        if not isinstance(a, Count) or a.width != width or not isinstance(b, int) or not isinstance(borrow, int):
            return None
        return (a.plus(-b - borrow), 0)

    def count_zero(self, width: int, count: int, a: Any) -> tuple[Any, ...] | None:
        if not isinstance(a, Count) or a.lower < 1:
            raise Unknown("whether a number of passes is 0")
        return (0,)

    def count_xor(self, width: int, count: int, a: Any, b: Any) -> tuple[Any, ...] | None:
        """With 0, as a comparison."""
        return (a,) if b == 0 else (b,) if a == 0 else None

    def count_split(self, width: int, count: int, a: Any, *_: Any) -> tuple[Any, ...] | None:
        if not isinstance(a, Count) or width * count != a.width:
            return None
        return tuple(CountPart(a, index, count) for index in range(count))

    def count_join(self, width: int, count: int, *parts: Any) -> tuple[Any, ...] | None:
        whole = getattr(parts[0], "whole", None)
        expected = tuple(CountPart(whole, index, len(parts)) for index in range(len(parts)))
        return (whole,) if parts == expected and whole.width == width * len(parts) else None

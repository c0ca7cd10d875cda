"""Integer products of polynomials over GF(2) with holes between their bits: in the holes the sums of products count,
and the lowest bit of each count is the sum over GF(2).

A word is then, beside what bilinear.py knows, `Sums`: a number for each place, of which the parity is a polynomial and
a maximum is known. The word is the sum of the numbers times the powers of two of their places. A bit of it is a parity
where no carry can come from below, and else a variable of which nothing is known."""

import dataclasses
from typing import Any

from motelab.prove.domains.bilinear import Bilinear, constant
from motelab.prove.domains.forms import Bits, Value
from motelab.prove.kernel.machine import Unknown


@dataclasses.dataclass(frozen=True, slots=True)
class Sums:
    """The parities and the maxima, the lowest place first."""

    parities: tuple[int, ...]
    maxima: tuple[int, ...]

    @property
    def highest(self) -> int:
        return sum(one << place for place, one in enumerate(self.maxima))


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Half:
    """One half of a word: by itself, and as a part of the whole, for a sum that goes on."""

    value: Value | Sums
    whole: Sums
    index: int


class Counting(Bilinear):
    """The domain, for Machine: bilinear forms, and sums where these do not suffice."""

    def apply(self, name: str, width: int, operands: list[Value | Sums | Half], count: int) -> tuple[Any, ...]:
        if any(isinstance(one, Half) for one in operands):
            first = operands[0]
            if name == "join" and isinstance(first, Half) and is_rest(operands[1:], first):
                return (first.whole,)
            operands = [whole(one) for one in operands]
        if any(isinstance(one, Sums) for one in operands):
            if rule := getattr(self, f"sums_{name}", None):
                return rule(width, operands, count)
            operands = [self.plain(one) for one in operands]
        try:
            return super().apply(name, width, operands, count)
        except Unknown:
            if name not in ("add", "mul"):
                raise
        return getattr(self, f"sums_{name}")(width, operands, count)

    def plain(self, value: Value | Sums | Half) -> Value:
        value = whole(value)
        if not isinstance(value, Sums):
            return value
        below, bits = 0, []
        for place, (parity, maximum) in enumerate(zip(value.parities, value.maxima, strict=True)):
            bits.append(parity if below < 1 << place else self.forms.unknown())
            below += maximum << place
        if below >> len(bits):
            raise Unknown("a sum that may leave its word")
        return constant(Bits(bits))

    def sums(self, value: Value | Sums, width: int) -> Sums:
        if isinstance(value, Sums):
            return value
        bits = self.forms.bits(value, width)
        return Sums(tuple(bits), tuple(int(bit != 0) for bit in bits))

    def sums_mul(self, width: int, operands: list, count: int) -> tuple[Any, ...]:
        """Every product of two bits counts once."""
        a, b = (self.forms.bits(self.plain(one), width) for one in operands)
        parities, maxima = [0] * (2 * width), [0] * (2 * width)
        for i, p in enumerate(a):
            for j, q in enumerate(b) if p else ():
                if q:
                    parities[i + j] ^= self.forms.times(p, q)
                    maxima[i + j] += 1
        return self.parted(Sums(tuple(parities), tuple(maxima)), width)

    def sums_add(self, width: int, operands: list, count: int) -> tuple[Any, ...]:
        a, b = self.sums(operands[0], width), self.sums(operands[1], width)
        (carry,) = self.forms.bits(operands[2], 1)
        parities = [p ^ q for p, q in zip(a.parities, b.parities, strict=True)]
        maxima = [p + q for p, q in zip(a.maxima, b.maxima, strict=True)]
        parities[0] ^= carry
        maxima[0] += int(carry != 0)
        total = Sums(tuple(parities), tuple(maxima))
        if total.highest >> width:
            raise Unknown("a sum that may leave its word")
        return total, 0

    def sums_join(self, width: int, operands: list, count: int) -> tuple[Any, ...]:
        parts = [self.sums(one, width) for one in operands]
        if any(part.highest >> width for part in parts):
            raise Unknown("a sum that may leave its word")
        joined = Sums(tuple(p for one in parts for p in one.parities), tuple(m for one in parts for m in one.maxima))
        return (joined,)

    def sums_extend(self, width: int, operands: list, count: int) -> tuple[Any, ...]:
        value, more = operands[0], operands[1] - width
        return (Sums((*value.parities, *[0] * more), (*value.maxima, *[0] * more)),)

    def sums_split(self, width: int, operands: list, count: int) -> tuple[Any, ...]:
        value = operands[0]
        if len(value.parities) != 2 * width or count != 2:
            return super().apply("split", width, [self.plain(value)], count)
        return self.parted(value, width)

    def parted(self, value: Sums, width: int) -> tuple[Any, Any]:
        """Both halves. The upper end of the lower one is told by its bits, and a carry from there is a number of which
        nothing but its maximum is known."""
        low, high = Sums(value.parities[:width], value.maxima[:width]), (value.parities[width:], value.maxima[width:])
        carry = low.highest >> width
        if not carry:
            return self.halves(value, low, Sums(*high))
        top = width - 1
        while top and (below(low, top) >= 1 << top or low.maxima[top] == 0):
            top -= 1
        parities, maxima = list(low.parities[:top]), list(low.maxima[:top])
        parities += [low.parities[top], *[self.forms.unknown() for _ in range(width - top - 1)]]
        maxima += [1] * (width - top)
        upper = list(high[0])
        upper[0] ^= self.forms.unknown()
        counts = [high[1][0] + carry, *high[1][1:]]
        return self.halves(value, Sums(tuple(parities), tuple(maxima)), Sums(tuple(upper), tuple(counts)))

    @staticmethod
    def halves(whole: Sums, low: Sums, high: Sums) -> tuple[Any, Any]:
        if all(one <= 1 for one in whole.maxima):
            return simple(low), simple(high)
        return Half(simple(low), whole, 0), Half(simple(high), whole, 1)


def whole(value: Value | Sums | Half) -> Value | Sums:
    """A word by itself, also if it is half of another one."""
    return value.value if isinstance(value, Half) else value


def is_rest(operands: list, first: Half) -> bool:
    """Whether an operand is the upper half that belongs to the lower one."""
    (other,) = operands if len(operands) == 1 else (None,)
    return first.index == 0 and isinstance(other, Half) and other.whole is first.whole and other.index == 1


def below(value: Sums, place: int) -> int:
    """The maximum of what stands below a place."""
    return sum(one << at for at, one in enumerate(value.maxima[:place]))


def simple(value: Sums) -> Any:
    """A word of bits where no number is above 1."""
    if all(one <= 1 for one in value.maxima):
        return constant(Bits(value.parities))
    return value


__all__ = ["Counting", "Sums"]

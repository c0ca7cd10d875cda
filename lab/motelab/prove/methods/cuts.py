"""Cuts: a moment of an execution at which all digits of a number lie in registers and in memory. They are looked for
with drawn inputs; the proof then shows that they are the digits, and goes on with unknown ones in their places."""

import dataclasses
import random
from collections.abc import Callable
from typing import Any

from motelab.prove.contract import Contract
from motelab.prove.domains.cases import Open, Questions
from motelab.prove.domains.polynomials import Polynomial, plus, scaled
from motelab.prove.domains.totals import Totals
from motelab.prove.execution import Call, execute
from motelab.prove.machine import Machine, Part, Unknown
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.targets.ir import CONCRETE
from motelab.prove.verdicts import Undecided

SAMPLES = 8
Place = str | int  # a register, or an address


@dataclasses.dataclass(frozen=True, slots=True)
class Drawn:
    """A value in each of several runs."""

    numbers: tuple[int, ...]


class Samples:
    """The domain of several runs on known inputs at once."""

    def apply(self, name: str, width: int, operands: list, count: int) -> tuple[Drawn, ...]:
        every = [one.numbers if isinstance(one, Drawn) else (one,) * SAMPLES for one in operands]
        rows = [CONCRETE[name](width, *run) for run in zip(*every, strict=True)]
        return tuple(Drawn(one) for one in zip(*rows, strict=True))

    def load(self, *_: Any) -> None:
        raise Unknown("a load at an address that depends on an input")


@dataclasses.dataclass
class Cut:
    """Steps before it; for each place the place of its lowest byte in the number."""

    step: int
    places: dict[Place, int]


class Found(Exception):
    """The cut was found."""


def find(
    target: Target, contract: Contract, code: Code, sizes: dict[str, int], limits: dict[str, int],
    number: Callable[[dict[str, int]], int], count: int, same: dict[str, str],
) -> Cut | None:  # fmt: skip
    """The first moment at which the `count` bytes of a number of the inputs lie somewhere; None if there is none."""
    source = random.Random(contract.kernel)
    drawn = {n: [source.randrange(limit) for _ in range(SAMPLES)] for n, limit in limits.items()}
    words = [number({n: values[i] for n, values in drawn.items()}) for i in range(SAMPLES)]
    step = target.part_width // 8
    bytes_at = {Drawn(tuple(w >> 8 * i & 255 for w in words)): i for i in range(count)}
    words_at = {Drawn(tuple(w >> 8 * i & (1 << 8 * step) - 1 for w in words)): i for i in range(0, count, step)}
    found: list[Cut] = []

    def look(machine: Machine, _: dict[str, int]) -> None:
        places: dict[Place, int] = {}
        seen: set[int] = set()
        for address, value in machine.memory.items():
            if isinstance(value, Drawn) and (at := bytes_at.get(value)) is not None:
                places[address] = at
                seen.add(at)
        for name, value in machine.values.items():
            if isinstance(value, Drawn) and name not in target.flags and (at := words_at.get(value)) is not None:
                places[name] = at
                seen |= set(range(at, at + step))
        if len(seen) >= count:
            found.append(Cut(machine.steps, places))
            raise Found

    inputs = {n: [Drawn(tuple(v >> 8 * i & 255 for v in drawn[n])) for i in range(sizes[n])] for n in drawn}
    try:
        execute(target, contract, code, Samples(), Call(sizes, inputs, same=same), look)
    except Found:
        return found[0]
    return None


@dataclasses.dataclass
class Replacement:
    """Puts unknown digits in the places of a cut, once it has shown that the values there are the digits of a number.

    number: the polynomial of the inputs; limit: the least number that it never is."""

    domain: Totals
    questions: Questions
    cut: Cut
    number: Polynomial
    limit: int
    digits: list[Any] = dataclasses.field(default_factory=list)

    def __call__(self, machine: Machine, _: dict[str, int]) -> None:
        if machine.steps != self.cut.step:
            return
        step = machine.target.part_width // 8
        values = {place: self.value(machine, place) for place in self.cut.places}
        primary = self.primary(step)
        total: Polynomial = {}
        for place in primary.values():
            total = plus(total, scaled(self.domain.parts(values[place])[0], 256 ** self.cut.places[place]))
        difference = self.domain.variables.without_cuts(plus(total, self.number, -1))
        size = max(at + (step if isinstance(place, str) else 1) for place, at in self.cut.places.items())
        try:
            if self.limit > 256**size or not self.questions.vanishes(difference, 256**size):
                raise Undecided("the number of the cut is another one")
        except Open as error:
            raise Undecided(f"the number of the cut: {error}") from None
        self.digits = [self.domain.input(f"x{i}", 255) for i in range(size)]
        for place, at in self.cut.places.items():
            first = primary.get((at, isinstance(place, str)))
            if first is not None and self.is_same(values[place], values[first]):
                self.put(machine, place, at, step)

    @staticmethod
    def value(machine: Machine, place: Place) -> Any:
        return machine.forced(machine.values[place] if isinstance(place, str) else machine.memory[place])

    def is_same(self, a: Any, b: Any) -> bool:
        return self.domain.parts(a)[0] == self.domain.parts(b)[0]

    def primary(self, step: int) -> dict[tuple[int, bool], Place]:
        """Places that hold each byte once: memory first, then registers for words that memory does not hold."""
        at = {position: place for place, position in self.cut.places.items() if isinstance(place, int)}
        words = {position: place for place, position in self.cut.places.items() if isinstance(place, str)}
        found: dict[tuple[int, bool], Place] = {}
        for word in range(0, max([*at, *words]) + 1, step):
            inner = range(word, word + step)
            if word in words and not all(one in at for one in inner):
                found[word, True] = words[word]
            else:
                found |= {(one, False): at[one] for one in inner if one in at}
        return found

    def put(self, machine: Machine, place: Place, at: int, step: int) -> None:
        if isinstance(place, int):
            machine.memory[place] = self.digits[at]
        else:
            digits = self.digits[at : at + step]
            machine.values[place] = digits[0] if step == 1 else self.domain.apply("join", 8, digits, 1)[0]


__all__ = ["Cut", "Part", "Replacement", "find"]

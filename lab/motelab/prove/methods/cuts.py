"""Cuts: the moments of an execution at which the words of a number, such as a product, lie in a register or in memory.
They are looked for with drawn inputs. A first execution shows that the values there are the words of the number; a
second one takes unknown words in their places."""

import contextlib
import dataclasses
import random
from collections.abc import Callable
from typing import Any

from motelab.prove.contract import Contract
from motelab.prove.domains.cases import Open, Questions
from motelab.prove.domains.polynomials import Polynomial, Variables, plus, scaled
from motelab.prove.domains.problems import Inequality
from motelab.prove.domains.totals import Totals
from motelab.prove.execution import Call, execute
from motelab.prove.machine import Machine, Unknown
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.targets.ir import CONCRETE
from motelab.prove.verdicts import Undecided

SAMPLES = 24
Place = str | int  # a register, or the address of a word


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


class Complete(Exception):
    """All words of the number were seen."""


@dataclasses.dataclass
class Run:
    """What all executions of a proof share."""

    target: Target
    contract: Contract
    code: Code
    sizes: dict[str, int]
    same: dict[str, str]

    @property
    def step(self) -> int:
        """Bytes of a register."""
        return self.target.part_width // 8

    def execute(self, domain: Any, inputs: dict[str, list], watch: Callable | None = None):
        call = Call(self.sizes, inputs, same=self.same)
        return execute(self.target, self.contract, self.code, domain, call, watch)


@dataclasses.dataclass
class Cut:
    """The places of each word of a number at the step at which it is first there."""

    count: int  # words
    steps: dict[int, list[tuple[int, Place]]] = dataclasses.field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        return len({word for places in self.steps.values() for word, _ in places}) == self.count


def near(source: random.Random, turn: int, limit: int) -> int:
    """A number below a limit; every second one is close to it, so that rare carries occur."""
    return (
        limit - 1 - source.randrange(1 << source.randrange(limit.bit_length() - 1))
        if turn % 2
        else source.randrange(limit)
    )


def carrying(source: random.Random, number: Callable[[int], int], limit: int, base: int, count: int) -> int:
    """The least input at which a number that grows with it has reached some multiple of a power of the base: its upper
    words have just got a carry from the lower ones."""
    goal = source.randint(0, number(limit - 1)) // base ** (count - 1) * base ** (count - 1)
    low, high = 0, limit - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if number(middle) >= goal else (middle + 1, high)
    return low


def find(run: Run, limits: dict[str, int], number: Callable[[dict[str, int]], int], count: int) -> Cut | None:
    """The cut of a number of the inputs of `count` words; None if a word of it is never there."""
    source = random.Random(run.contract.kernel)
    drawn = {n: [near(source, i, limit) for i in range(SAMPLES)] for n, limit in limits.items()}
    size = run.step
    first = next(iter(drawn))
    for i in range(0, SAMPLES, 3):
        others = {n: values[i] for n, values in drawn.items()}
        drawn[first][i] = carrying(source, lambda x, o=others: number(o | {first: x}), limits[first], 256**size, count)
    numbers = [number({n: values[i] for n, values in drawn.items()}) for i in range(SAMPLES)]

    def parts(values: list[int], width: int, many: int) -> list[Drawn]:
        return [Drawn(tuple(v >> width * i & (1 << width) - 1 for v in values)) for i in range(many)]

    words = {one: i for i, one in enumerate(parts(numbers, 8 * size, count))}
    digits = parts(numbers, 8, count * size)
    first_digits = {digits[i * size]: i for i in range(count)}
    cut, seen = Cut(count), set()

    def look(machine: Machine, _: dict[str, int]) -> None:
        found: list[tuple[int, Place]] = []
        for name, value in machine.values.items():
            if isinstance(value, Drawn) and name not in run.target.flags and value in words:
                found.append((words[value], name))
        for address, value in machine.memory.items():
            word = first_digits.get(value) if isinstance(value, Drawn) else None
            if word is not None and all(
                machine.memory.get(address + i) == digits[word * size + i] for i in range(size)
            ):
                found.append((word, address))
        if found := [one for one in found if one[0] not in seen]:
            seen.update(word for word, _ in found)
            cut.steps[machine.steps] = found
        if cut.is_complete:
            raise Complete

    inputs = {n: parts(drawn[n], 8, run.sizes[n]) for n in drawn}
    try:
        run.execute(Samples(), inputs, look)
    except Complete:
        return cut
    return None


def confirm(
    run: Run, domain: Totals, inputs: dict[str, list], cut: Cut, number: Polynomial, limits: list[Inequality]
) -> Cut:
    """The cut without places whose values are written in another way; Undecided if the words are not shown to be those
    of a number, which has no more words."""
    words: dict[int, Polynomial] = {}
    kept = Cut(cut.count)

    def look(machine: Machine, _: dict[str, int]) -> None:
        for word, place in cut.steps.get(machine.steps, ()):
            value = value_at(machine, domain, place, run.step)
            if words.setdefault(word, value) == value:
                kept.steps.setdefault(machine.steps, []).append((word, place))
        if len(words) == cut.count:
            raise Complete

    with contextlib.suppress(Complete):
        run.execute(domain, inputs, look)
    base = 256**run.step
    total: Polynomial = {}
    for word, value in words.items():
        total = plus(total, scaled(value, base**word))
    difference = by_maxima(domain.variables, plus(total, number, -1))
    try:
        if not kept.is_complete or not Questions(domain.variables, limits, run.contract.modulus).vanishes(
            difference, base**cut.count
        ):
            raise Undecided("the words of the product are others")
    except Open as error:
        raise Undecided(f"the words of the product: {error}") from None
    return kept


def by_maxima(variables: Variables, p: Polynomial) -> Polynomial:
    """p without cuts and without floors that are constant by the maxima of the inputs."""
    for v in sorted({v for m in variables.without_cuts(p) for v in m}):
        one = variables.all[v]
        if one.definition is not None and one.base:
            low, high = (bound // one.base for bound in variables.interval(variables.without_cuts(one.definition)))
            if low == high:
                variables.settled[v] = {(): low} if low else {}
    return variables.without_cuts(p)


def value_at(machine: Machine, domain: Totals, place: Place, step: int) -> Polynomial:
    """The word at a place."""
    if isinstance(place, str):
        return domain.parts(machine.read(place))[0]
    total: Polynomial = {}
    for i in range(step):
        total = plus(total, domain.parts(machine.forced(machine.memory[place + i]))[0], 256**i)
    return total


def replacing(run: Run, domain: Totals, cut: Cut) -> tuple[list[Any], Callable]:
    """Unknown digits, and the function that puts them in the places of the words."""
    step = run.step
    digits = [domain.input(f"x{i}", 255) for i in range(cut.count * step)]

    def put(machine: Machine, _: dict[str, int]) -> None:
        for word, place in cut.steps.get(machine.steps, ()):
            own = digits[word * step : word * step + step]
            if isinstance(place, int):
                machine.memory |= {place + i: digit for i, digit in enumerate(own)}
            else:
                machine.values[place] = own[0] if step == 1 else domain.apply("join", 8, own, 1)[0]

    return digits, put

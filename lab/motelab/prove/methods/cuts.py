"""Cuts: the moments of an execution at which the words of a number, such as a product, lie in a register or in memory.
They are looked for with drawn inputs. A first execution shows that the values there are the words of the number; a
second one takes unknown words in their places."""

import contextlib
import dataclasses
import itertools
import random
from collections.abc import Callable
from typing import Any

from motelab.prove.domains.cases import Open, Questions
from motelab.prove.domains.digits import Digits
from motelab.prove.domains.polynomials import Polynomial, Variables, plus, scaled
from motelab.prove.domains.problems import Inequality
from motelab.prove.domains.totals import Totals
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Call, execute
from motelab.prove.kernel.machine import Machine, Unknown
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.targets import Target
from motelab.prove.targets.ir import CONCRETE

SAMPLES = 24
TRIES = 16
QUIET = 6  # instructions without a new word, after which a chain of carries is over
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

    def anything(self, name: str, width: int) -> Drawn:
        """A register of the caller."""
        source = random.Random(name)
        return Drawn(tuple(source.randrange(1 << width) for _ in range(SAMPLES)))

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


def find(
    run: Run, limits: dict[str, int], number: Callable[[dict[str, int]], int], count: int, together: bool = False
) -> Cut | None:
    """The cut of a number of the inputs of `count` words; None if a word of it is never there. together: all moments at
    which all words are there, of which the first ones may miss a rare carry."""
    drawn, numbers = samples(run, limits, number, count)
    size = run.step

    def parts(values: list[int], width: int, many: int) -> list[Drawn]:
        return [Drawn(tuple(v >> width * i & (1 << width) - 1 for v in values)) for i in range(many)]

    words = {one: i for i, one in enumerate(parts(numbers, 8 * size, count))}
    digits = parts(numbers, 8, count * size)
    first_digits = {digits[i * size]: i for i in range(count)}
    cut, held = Cut(count), {}

    def look(machine: Machine, _: dict[str, int]) -> None:
        now: dict[Place, tuple[int, Any]] = {}
        for name, value in machine.values.items():
            if name not in run.target.flags and isinstance(value := drawn_in(machine, value), Drawn) and value in words:
                now[name] = words[value], value
        for address, value in machine.memory.items():
            if isinstance(value := drawn_in(machine, value), Drawn) and (word := first_digits.get(value)) is not None:
                places = (machine.memory.get(address + i) for i in range(size))
                if all(drawn_in(machine, one) == digits[word * size + i] for i, one in enumerate(places)):
                    now[address] = word, value
        # A value is another object where it was computed again, such as a word to which a carry is added that is 0.
        found = [(word, place) for place, (word, one) in now.items() if place not in held or held[place][1] is not one]
        if together:
            found = [(word, place) for place, (word, _) in now.items()]
            found = found if len({word for word, _ in found}) == count else []
        if found:
            cut.steps[machine.steps] = found
        held.clear()
        held.update(now)

    inputs = {n: parts(drawn[n], 8, run.sizes[n]) for n in drawn}
    with contextlib.suppress(Broken):  # what must be kept is no question here
        run.execute(Samples(), inputs, look)
    return cut if cut.is_complete else None


def drawn_in(machine: Machine, value: Any) -> Any:
    """A value, computed if it waits for that; None if it cannot be."""
    try:
        return machine.forced(value)
    except Unknown:
        return None


def samples(
    run: Run, limits: dict[str, int], number: Callable[[dict[str, int]], int], count: int
) -> tuple[dict[str, list[int]], list[int]]:
    """Inputs below their limits, and the numbers of them. Carries that are rare occur: inputs are the greatest, drawn,
    of words of zeros and of ones, or such that upper words have just got a carry."""
    source, base = random.Random(run.contract.kernel), 256**run.step
    drawn = {name: spread(source, limit, run.step) for name, limit in limits.items()}
    first = next(iter(drawn))
    for i in range(1, SAMPLES, 3):
        others = {name: values[i] for name, values in drawn.items()}
        drawn[first][i] = carrying(source, lambda x, o=others: number(o | {first: x}), limits[first], base, count)
    return drawn, [number({name: values[i] for name, values in drawn.items()}) for i in range(SAMPLES)]


def spread(source: random.Random, limit: int, step: int) -> list[int]:
    """Numbers below a limit: the greatest, drawn ones, and such with words of zeros and of ones."""
    base, count = 256**step, -(-limit.bit_length() // (8 * step))
    found = [limit - 1]
    while len(found) < SAMPLES:
        words = [source.choice([0, base - 1, source.randrange(base)]) for _ in range(count)]
        value = sum(word * base**i for i, word in enumerate(words))
        found.append(value % limit if len(found) % 2 else source.randrange(limit))
    return found


def carrying(source: random.Random, number: Callable[[int], int], limit: int, base: int, count: int) -> int:
    """The least input at which a number that grows with it has reached some multiple of a power of the base: its upper
    words have just got a carry from the lower ones."""
    goal = source.randint(0, number(limit - 1)) // base ** (count - 1) * base ** (count - 1)
    low, high = 0, limit - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if number(middle) >= goal else (middle + 1, high)
    return low


def confirm(run: Run, limits: dict[str, int], cut: Cut, number: Callable[[Any, dict], Polynomial]) -> Cut:
    """The cut with the places whose values are shown to be the words of a number, which has no more words; Undecided if
    this is not shown. Products are shown by divisions with their rests (domains/digits.py). A word may have been there
    before all its carries were added: it is tried again where it was computed again."""
    domain = Digits()
    inputs = {n: domain.input_bytes(n, bound, run.sizes[n], run.step) for n, bound in limits.items()}
    expected = number(domain.variables, {n: domain.number_of(values) for n, values in inputs.items()})
    words: dict[int, Polynomial] = {}
    seen: list[tuple[int, int, Place, Polynomial]] = []
    tries, changed = itertools.count(), [0]

    def look(machine: Machine, _: dict[str, int]) -> None:
        if len(words) == cut.count and machine.steps == changed[0] + QUIET:
            total: Polynomial = {}
            for word, value in words.items():
                total = plus(total, scaled(value, 256 ** (run.step * word)))
            if not domain.variables.rest_modulo(plus(total, expected, -1), 256 ** (run.step * cut.count)):
                raise Complete
            if next(tries) > TRIES:
                raise Undecided("the words of the product are others")
        for word, place in cut.steps.get(machine.steps, ()):
            value = value_at(machine, domain, place, run.step)
            seen.append((machine.steps, word, place, value))
            if words.get(word) != value:
                words[word], changed[0] = value, machine.steps

    try:
        run.execute(domain, inputs, look)
    except Complete:
        kept = Cut(cut.count)
        for step, word, place, value in seen:
            if value == words[word]:
                kept.steps.setdefault(step, []).append((word, place))
        return kept
    raise Undecided("the words of the product are others")


def confirm_together(run: Run, limits: dict[str, int], cut: Cut, number: Callable) -> Cut:
    """The first moment of a cut with the values of the last one, which are shown to be the words of a number."""
    domain, last = Digits(), max(cut.steps)
    inputs = {n: domain.input_bytes(n, bound, run.sizes[n], run.step) for n, bound in limits.items()}
    moments: dict[int, list[tuple[int, Place, Polynomial]]] = {}

    def look(machine: Machine, _: dict[str, int]) -> None:
        if found := cut.steps.get(machine.steps):
            moments[machine.steps] = [(w, place, value_at(machine, domain, place, run.step)) for w, place in found]
            if machine.steps == last:
                raise Complete

    with contextlib.suppress(Complete):
        run.execute(domain, inputs, look)
    words = {word: value for word, _, value in reversed(moments[last])}
    check(run, domain, words, number(domain.variables, {n: domain.number_of(v) for n, v in inputs.items()}), cut.count)
    for step in sorted(moments):
        kept = Cut(cut.count, {step: [(w, place) for w, place, value in moments[step] if value == words[w]]})
        if kept.is_complete:
            return kept
    raise Undecided("the words of the product are never there")


def check(run: Run, domain: Digits, words: dict[int, Polynomial], expected: Polynomial, count: int) -> None:
    """Undecided unless the words are those of a number, which has no more words."""
    base = 256**run.step
    total: Polynomial = {}
    for word, value in words.items():
        total = plus(total, scaled(value, base**word))
    if len(words) < count or domain.variables.rest_modulo(plus(total, expected, -1), base**count):
        raise Undecided("the words of the product are others")


def confirm_by_cases(
    run: Run, domain: Totals, inputs: dict[str, list], cut: Cut, number: Polynomial, limits: list[Inequality]
) -> Cut:
    """As `confirm`, for products that are formed and folded at the same time: the words are totals of digits, and
    linear arithmetic with cases shows them. Of each word the first place counts, and others with the same value."""
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


def value_at(machine: Machine, domain: Any, place: Place, step: int) -> Polynomial:
    """The word at a place."""
    if isinstance(place, str):
        return domain.parts(machine.read(place))[0]
    values = [machine.forced(machine.memory[place + i]) for i in range(step)]
    return domain.parts(domain.apply("join", 8, values, 1)[0] if step > 1 else values[0])[0]


def replacing(run: Run, domain: Any, cut: Cut, digits: list[Any] | None = None) -> tuple[list[Any], Callable]:
    """Unknown digits, if none are given, and the function that puts them in the places of the words."""
    step = run.step
    digits = digits or [domain.input(f"x{i}", 255) for i in range(cut.count * step)]

    def put(machine: Machine, _: dict[str, int]) -> None:
        for word, place in cut.steps.get(machine.steps, ()):
            own = digits[word * step : word * step + step]
            if isinstance(place, int):
                machine.memory |= {place + i: digit for i, digit in enumerate(own)}
            else:
                machine.values[place] = own[0] if step == 1 else domain.apply("join", 8, own, 1)[0]

    return digits, put

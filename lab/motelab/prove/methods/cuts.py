"""Cuts: the moments of an execution at which the words of a number, such as a product, lie in a register or in memory.
They are looked for with drawn inputs. A first execution shows that the values there are the words of the number; a
second one takes unknown words in their places."""

import dataclasses
import itertools
import random
from collections.abc import Callable
from typing import Any

from motelab.prove.contract import Contract
from motelab.prove.domains.digits import Digits
from motelab.prove.domains.polynomials import Polynomial, plus, scaled
from motelab.prove.domains.totals import Totals
from motelab.prove.execution import Call, execute
from motelab.prove.machine import Machine, Unknown
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.targets.ir import CONCRETE
from motelab.prove.verdicts import Undecided

SAMPLES = 16
TRIES = 16
Place = str | int  # a register, or the address of a word


@dataclasses.dataclass(frozen=True, slots=True)
class Drawn:
    """A value in each of several runs."""

    numbers: tuple[int, ...]


class Samples:
    """The domain of several runs on known inputs at once."""

    in_order = True  # a register holds its value, and nothing that is still to be computed

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


def find(run: Run, limits: dict[str, int], number: Callable[[dict[str, int]], int], count: int) -> Cut | None:
    """The cut of a number of the inputs of `count` words; None if a word of it is never there."""
    source = random.Random(run.contract.kernel)
    drawn = {n: samples(source, limit, run.step) for n, limit in limits.items()}
    numbers = [number({n: values[i] for n, values in drawn.items()}) for i in range(SAMPLES)]
    size = run.step

    def parts(values: list[int], width: int, many: int) -> list[Drawn]:
        return [Drawn(tuple(v >> width * i & (1 << width) - 1 for v in values)) for i in range(many)]

    words = {one: i for i, one in enumerate(parts(numbers, 8 * size, count))}
    digits = parts(numbers, 8, count * size)
    first_digits = {digits[i * size]: i for i in range(count)}
    cut, held = Cut(count), {}

    def look(machine: Machine) -> None:
        now: dict[Place, tuple[int, Any]] = {}
        for name, value in machine.values.items():
            if isinstance(value, Drawn) and name not in run.target.flags and value in words:
                now[name] = words[value], value
        for address, value in machine.memory.items():
            if not isinstance(value, Drawn) or (word := first_digits.get(value)) is None:
                continue
            if all(machine.memory.get(address + i) == digits[word * size + i] for i in range(size)):
                now[address] = word, value
        # A value is another object where it was computed again, such as a word to which a carry is added that is 0.
        found = [(word, place) for place, (word, one) in now.items() if place not in held or held[place][1] is not one]
        if found:
            cut.steps[machine.steps] = found
        held.clear()
        held.update(now)

    inputs = {n: parts(drawn[n], 8, run.sizes[n]) for n in drawn}
    run.execute(Samples(), inputs, look)
    return cut if cut.is_complete else None


def samples(source: random.Random, limit: int, step: int) -> list[int]:
    """Numbers below a limit: the greatest, drawn ones, and such with words of zeros and of ones, whose sums have the
    carries that are rare."""
    base = 256**step
    found = [limit - 1]
    while len(found) < SAMPLES:
        words = [
            source.choice([0, base - 1, source.randrange(base)]) for _ in range(-(-limit.bit_length() // 8 // step))
        ]
        value = sum(word * base**i for i, word in enumerate(words))
        found.append(value % limit if len(found) % 2 else source.randrange(limit))
    return found


def confirm(run: Run, limits: dict[str, int], cut: Cut, number: Callable[[Any, dict], Polynomial]) -> Cut:
    """The cut with the places whose values are shown to be the words of a number, which has no more words; Undecided if
    this is not shown. Products are shown by divisions with their rests (domains/digits.py). A word may have been there
    before all its carries were added: it is tried again where it was computed again."""
    domain = Digits()
    inputs = {n: domain.input_bytes(n, bound, run.sizes[n], run.step) for n, bound in limits.items()}
    expected = number(domain.variables, {n: domain.number_of(values) for n, values in inputs.items()})
    words: dict[int, Polynomial] = {}
    seen: list[tuple[int, int, Place, Polynomial]] = []
    tries = itertools.count()

    def look(machine: Machine) -> None:
        before = dict(words)
        for word, place in cut.steps.get(machine.steps, ()):
            words[word] = value_at(machine, domain, place, run.step)
            seen.append((machine.steps, word, place, words[word]))
        if len(words) == cut.count and words != before:
            total: Polynomial = {}
            for word, value in words.items():
                total = plus(total, scaled(value, 256 ** (run.step * word)))
            if not domain.variables.rest_modulo(plus(total, expected, -1), 256 ** (run.step * cut.count)):
                raise Complete
            if next(tries) > TRIES:
                raise Undecided("the words of the product are others")

    try:
        run.execute(domain, inputs, look)
    except Complete:
        kept = Cut(cut.count)
        for step, word, place, value in seen:
            if value == words[word]:
                kept.steps.setdefault(step, []).append((word, place))
        return kept
    raise Undecided("the words of the product are others")


def value_at(machine: Machine, domain: Digits, place: Place, step: int) -> Polynomial:
    """The word at a place."""
    if isinstance(place, str):
        return domain.parts(machine.read(place))[0]
    values = [machine.forced(machine.memory[place + i]) for i in range(step)]
    return domain.parts(domain.apply("join", 8, values, 1)[0] if step > 1 else values[0])[0]


def replacing(run: Run, domain: Totals, cut: Cut) -> tuple[list[Any], Callable]:
    """Unknown digits, and the function that puts them in the places of the words."""
    step = run.step
    digits = [domain.input(f"x{i}", 255) for i in range(cut.count * step)]

    def put(machine: Machine) -> None:
        for word, place in cut.steps.get(machine.steps, ()):
            own = digits[word * step : word * step + step]
            if isinstance(place, int):
                machine.memory |= {place + i: digit for i, digit in enumerate(own)}
            else:
                machine.values[place] = own[0] if step == 1 else domain.apply("join", 8, own, 1)[0]

    return digits, put

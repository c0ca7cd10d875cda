"""Squares of squares, by induction over the number of passes.

At the head of the loop the element lies in certain places, and so does the number of passes that are left. Let S(x, n)
be all states with the element x and n passes left; what else they have in common is a known number or a value of the
caller, and all other places are unknown. Three executions show the statement:

- From the call with any number of passes from LEAST on, the second arrival at the head is in S.
- From S(x, n) for any x and any n above the last one, the next arrival is in S(x^2, n - 1).
- From S(x, n) for any x and the last n, the routine returns with its result.

The sum of the squarings must be the number of passes. Numbers below LEAST are executed by themselves. Which address is
the head, and which places the element has, is guessed from two arrivals: a wrong guess fails."""

import dataclasses
from typing import Any

from motelab.prove.domains.bilinear import constant
from motelab.prove.domains.counts import Count, Counted
from motelab.prove.domains.forms import Bits, Forms, ones
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Call, Done, Entry, entered, execute, returned
from motelab.prove.kernel.machine import Stuck
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Differs, Undecided
from motelab.prove.meanings.binary import squared
from motelab.prove.meanings.repeated import Squares
from motelab.prove.methods import loops
from motelab.prove.methods.binary_fields import input_bytes, witness
from motelab.prove.methods.loops import State
from motelab.prove.targets import Target

METHOD = "forms over GF(2), induction"
LEAST = 4  # passes


@dataclasses.dataclass(frozen=True)
class Word:
    """A place of the element: its word of a number of bits."""

    index: int


class Proof:
    """The executions of one kernel, with parameters at one place or not."""

    def __init__(self, target: Target, contract: Contract, code: Code, meaning: Squares, same: dict[str, str]):
        self.target, self.contract, self.code, self.meaning, self.same = target, contract, code, meaning, same
        self.sizes, self.f = meaning.sizes(target, contract), contract.modulus
        self.forms = Forms(self.f[0])
        self.powers = [[self.forms.left_bit(i) for i in range(self.f[0])]]
        self.images = [squared(1 << i, self.f) for i in range(self.f[0])]

    def power(self, times: int) -> list[int]:
        """The forms of the element after so many squarings."""
        while len(self.powers) <= times:
            result = [0] * self.f[0]
            for form, image in zip(self.powers[-1], self.images, strict=True):
                for place in ones(image):
                    result[place] ^= form
            self.powers.append(result)
        return self.powers[times]

    def call(self, count: Any) -> Call:
        a = input_bytes(self.power(0), self.sizes["a"])
        return Call(self.sizes, {"a": a}, {self.meaning.count: count}, self.same)

    def domain(self) -> Counted:
        return Counted(self.forms)

    def run(self) -> Done:
        head = self.head()
        width = self.meaning.width(self.target, self.contract)
        entry, states = self.arrivals(head, width)
        guess, first, squarings = self.generalised(states)
        for last in (0, 1):
            try:
                general = self.invariant(entry, guess, head, Count(width, last + 1))
                more, done = self.ended(entry, general, head, last)
                break
            except (Stuck, Undecided) as error:
                if last:
                    raise error
        if self.differences(states[1], general, squarings, first):
            raise Undecided("the state at the second arrival is another one")
        # Of n passes, the second arrival has done `squarings` and has n + first.offset left, in steps to `last`.
        if squarings + first.offset - last + more or LEAST + first.offset < last:
            raise Undecided("the squarings are not as many as the passes")
        for count in range(LEAST):
            few = execute(self.target, self.contract, self.code, self.domain(), self.call(count))
            self.compare(few, count, count)
        return done

    def head(self) -> int:
        visits = []
        for count in (2, 3):
            entry = entered(self.target, self.contract, self.code, self.domain(), self.call(count))
            visits.append(loops.watched(entry.machine))
            entry.machine.run(self.code.symbols[self.contract.symbol])
        return loops.head_of(visits)

    def arrivals(self, head: int, width: int) -> tuple[Entry, list[State]]:
        """The states at the first three arrivals at the head, for any number of passes from LEAST on."""
        parts = 2 if self.target.part_width < 16 else 1
        call = self.call([Count(width, LEAST), 0][:parts])
        entry = entered(self.target, self.contract, self.code, self.domain(), call)
        states, start = [], self.code.symbols[self.contract.symbol]
        for _ in range(3):
            if not loops.advance(self.contract, entry.machine, start, head):
                raise Undecided("the loop is left too early")
            states.append(loops.snapshot(self.target, entry.machine))
            start = head
        return entry, states

    def generalised(self, states: list[State]) -> tuple[State, Count, int]:
        """What the second and the third state have in common, the count of the second, and its squarings."""
        before, after = states[1:]
        first, second = (loops.counts_in(state)[0] for state in (before, after))
        found = []
        for squarings in (1, 2, 0):
            powers = self.power(squarings), self.power(squarings + 1)

            def common(x: Any, y: Any, width: int, powers: tuple = powers) -> Any:
                return self.common(x, y, width, powers, first, second)

            values = {n: common(v, after.values[n], self.target.registers[n]) for n, v in before.values.items()}
            shared = before.memory.keys() & after.memory.keys()
            memory = {at: common(before.memory[at], after.memory[at], 8) for at in sorted(shared)}
            memory = {at: value for at, value in memory.items() if value is not loops.UNKNOWN}
            words = sum(isinstance(one, Word) for one in (*values.values(), *memory.values()))
            found.append((words, State(values, memory), squarings))
        words, state, squarings = max(found, key=lambda one: one[0])
        if not words:
            raise Undecided("the element is not found at the head of the loop")
        return state, first, squarings

    def common(self, x: Any, y: Any, width: int, powers: tuple, first: Count, second: Count) -> Any:
        if loops.is_same(x, y):
            return x
        if (at := loops.left(x, first)) is not None:
            return at if at == loops.left(y, second) else loops.UNKNOWN
        if isinstance(x, Bits) and isinstance(y, Bits):
            for index in range(-(-len(powers[0]) // width)):
                part = slice(width * index, width * (index + 1))
                if x == loops.widened(powers[0][part], width) and y == loops.widened(powers[1][part], width):
                    return Word(index)
        return loops.UNKNOWN

    def instance(self, general: State, element: list[int], count: Count | int) -> State:
        """The state of an element and a number of passes."""

        def of(value: Any, width: int) -> Any:
            if isinstance(value, Word):
                part = slice(width * value.index, width * (value.index + 1))
                return constant(loops.widened(element[part], width))
            return value.of(count) if isinstance(value, loops.Left) else value

        values = {name: of(value, self.target.registers[name]) for name, value in general.values.items()}
        return State(values, {at: of(value, 8) for at, value in general.memory.items()})

    def differences(self, state: State, general: State, squarings: int, count: Count) -> set[str | int]:
        """The places at which a state is not the instance for an element and a number of passes."""
        expected = self.instance(general, self.power(squarings), count)
        wanted, had = expected.values | expected.memory, state.values | state.memory
        return {
            place
            for place, value in wanted.items()
            if value is not loops.UNKNOWN and not loops.is_same(had.get(place), value)
        }

    def invariant(self, entry: Entry, general: State, head: int, count: Count) -> State:
        """The part of a state that a pass keeps which is not the last: what another value takes is forgotten, and the
        pass is executed again."""
        while True:
            start = self.instance(general, self.power(0), count)
            now = loops.resumed(self.target, entry, self.domain(), start)
            if not loops.advance(self.contract, now.machine, head, head):
                raise Undecided("the loop is left too early")
            lost = self.differences(loops.snapshot(self.target, now.machine), general, 1, count.plus(-1))
            if not lost:
                return general
            general = State(
                {name: loops.UNKNOWN if name in lost else value for name, value in general.values.items()},
                {at: value for at, value in general.memory.items() if at not in lost},
            )

    def ended(self, entry: Entry, general: State, head: int, last: int) -> tuple[int, Done]:
        """The squarings from the last number of passes to the end, and the end."""
        now = loops.resumed(self.target, entry, self.domain(), self.instance(general, self.power(0), last))
        if loops.advance(self.contract, now.machine, head, head):
            raise Undecided("the loop does not end")
        done = returned(self.target, self.contract, now)
        done.machine.steps += entry.machine.steps
        output = self.output(done)
        for squarings in (0, 1):
            if output == loops.widened(self.power(squarings), len(output)):
                return squarings, done
        raise Undecided("the result is not the element")

    def output(self, done: Done) -> list[int]:
        domain = self.forms
        return [bit for byte in done.output("r") for bit in domain.bits(byte, 8)]

    def compare(self, done: Done, squarings: int, count: int) -> None:
        """Differs at the first bit that is another form."""
        output = self.output(done)
        for place, (got, expected) in enumerate(
            zip(output, loops.widened(self.power(squarings), len(output)), strict=True)
        ):
            if not self.forms.is_known(got):
                raise Broken(f"bit {place} of r: a product of bits that is no form")
            if got != expected:
                inputs = witness(got ^ expected, self.forms, ["a"]) | {self.meaning.count: count}
                raise Differs(f"bit {place} of r, for {self.meaning.count} = {count},", inputs)


def prove(target: Target, contract: Contract, code: Code, meaning: Squares) -> Done:
    """The executions that show the statement; raises Differs, Undecided, Stuck or Broken. Parameters that may be the
    same memory are executed so, too."""
    meaning.most(target, contract)
    done = Proof(target, contract, code, meaning, {}).run()
    for output, other in contract.aliases:
        Proof(target, contract, code, meaning, {other: output}).run()
    return done

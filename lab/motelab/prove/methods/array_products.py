"""Products of the elements of an array by one element, by induction over the number of passes.

Pointers to elements of r and a are pointers to any place (domains/pointers.py). Let S(n) be the states at the head of
the loop with n passes left, pointers to one element of r and one of a, the element b and what was made of it, known
numbers, and values of the caller; all else is unknown. Three executions show the statement:

- From the call with any number of passes from 1 on, the first arrival at the head is in S. No element of r or a can be
  touched before.
- From S(n) for any n above the last one, with any element at the pointer to a, which is the only one that can be read,
  and the element at the pointer to r as the only one that can be written: the next arrival is in S(n - 1) with both
  pointers moved by an element, and the element of r is the product.
- From S(n) for the last n, likewise, the routine returns.

The same holds where r is a: an element of a is read before its product is written, or both are executed at one place.
S is what the first two arrivals have in common; a wrong guess fails."""

from typing import Any

from motelab.prove.domains.counts import Count
from motelab.prove.domains.forms import Bits, Forms
from motelab.prove.domains.pointers import Pointed, Pointer, PointerPart, parts_of
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Call, Done, Entry, entered, overlaps, returned
from motelab.prove.kernel.machine import Region
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.refutation import Numbers
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.binary import BINARY
from motelab.prove.meanings.common import element_bytes
from motelab.prove.meanings.repeated import Products
from motelab.prove.methods import loops
from motelab.prove.methods.binary_fields import input_bytes
from motelab.prove.methods.loops import State
from motelab.prove.targets import Target

METHOD = "forms over GF(2), induction"
ONE = BINARY["r = a b mod f"]


class Proof:
    """The executions of one kernel, with r and a at one place or not."""

    def __init__(self, target: Target, contract: Contract, code: Code, meaning: Products, same: dict[str, str]):
        self.target, self.contract, self.code, self.meaning, self.same = target, contract, code, meaning, same
        self.f, self.size = contract.modulus, element_bytes(target, contract)
        self.width = meaning.width(target, contract)
        self.forms = Forms(self.f[0], self.f[0])
        self.a = input_bytes([self.forms.left_bit(i) for i in range(self.f[0])], self.size)
        self.b = input_bytes([self.forms.right_bit(i) for i in range(self.f[0])], self.size)
        self.expected = list(ONE.expected(self.f, self.forms, 8 * self.size))
        self.is_late, self.steps = False, 0

    def run(self) -> Done:
        head = self.head()
        entry, state, last = self.entry(head)
        state = self.invariant(entry, state, head, Count(self.width, last + 1))
        end = self.passed(entry, state, head, last)
        done = returned(self.target, self.contract, end)
        done.machine.steps = self.steps
        return done

    def call(self, count: Count | int, elements: int, inputs: dict[str, list]) -> Call:
        sizes = {"r": elements * self.size, "a": elements * self.size, "b": self.size}
        # The upper half of a byte's register is the caller's.
        return Call(sizes, inputs, {self.meaning.count: count if isinstance(count, int) else [count]}, self.same)

    def head(self) -> int:
        visits = []
        for count in (2, 3):
            call = self.call(count, count, {"a": [0] * (count * self.size), "b": [0] * self.size})
            entry = entered(self.target, self.contract, self.code, Numbers(), call)
            visits.append(loops.watched(entry.machine))
            entry.machine.run(self.code.symbols[self.contract.symbol])
        return loops.head_of(visits)

    def entry(self, head: int) -> tuple[Entry, State, int]:
        """The state at the first arrival, for any number of passes from 1 on, and the number at the last pass."""
        call = self.call(Count(self.width, 1), 1, {"b": self.b})
        at: dict[str, int] = {}
        entry = entered(self.target, self.contract, self.code, self.domain(at), call)
        at |= entry.places
        machine = entry.machine
        machine.regions = [region for region in machine.regions if region.name == "b"]
        for index, one in enumerate(self.contract.parameters):
            if one.name in ("r", "a"):
                base = self.same.get(one.name, one.name)
                parts = parts_of(Pointer(base, 0)) if self.target.part_width == 8 else (Pointer(base, 0),)
                machine.values |= dict(zip(self.target.argument(index), parts, strict=False))
        if not loops.advance(self.contract, machine, self.code.symbols[self.contract.symbol], head):
            raise Undecided("the loop is not reached")
        state = loops.snapshot(self.target, machine)
        first = loops.counts_in(state)[0]
        if first.offset not in (0, -1):
            raise Undecided("the count at the head is no number of passes")
        self.steps = machine.steps
        return entry, self.forgotten(state, first, 0), 1 + first.offset

    def domain(self, at: dict[str, int]) -> Pointed:
        return Pointed(self.forms, at)

    def forgotten(self, state: State, first: Count, moved: int) -> State:
        """The state without what depends on a, its counts relative to one of them, which must be `first`, and its
        pointers relative to those that have moved."""
        if loops.counts_in(state)[0] != first:
            raise Undecided("the count does not go down by 1")

        def kept(value: Any) -> Any:
            if isinstance(value, Bits):
                of_a = any(form & self.forms.left_mask or form >> self.forms.linear for form in value)
                return loops.UNKNOWN if of_a else value
            if isinstance(value, Pointer):
                return Pointer(value.base, value.offset - moved)
            if isinstance(value, PointerPart):
                return parts_of(Pointer(value.base, value.offset - moved))[value.index]
            return value

        memory = {at: kept(value) for at, value in state.memory.items()}
        memory = {at: value for at, value in memory.items() if value is not loops.UNKNOWN}
        return loops.relative(State({name: kept(value) for name, value in state.values.items()}, memory), first)

    def invariant(self, entry: Entry, state: State, head: int, count: Count) -> State:
        """The part of a state that a pass keeps; what another value takes is forgotten, and the pass executed again."""
        while True:
            now = self.passed(entry, state, head, count)
            after = self.forgotten(loops.snapshot(self.target, now.machine), count.plus(-1), self.size)
            had = after.values | after.memory
            lost = {
                place
                for place, value in (state.values | state.memory).items()
                if value is not loops.UNKNOWN and not loops.is_same(had.get(place), value)
            }
            if not lost:
                return state
            state = State(
                {name: loops.UNKNOWN if name in lost else value for name, value in state.values.items()},
                {at: value for at, value in state.memory.items() if at not in lost},
            )

    def passed(self, entry: Entry, state: State, head: int, count: Count | int) -> Entry:
        """A pass: of several if `count` is a Count, else the last one. Its element of r is compared."""
        regions = [Region(one, entry.places[one], self.size, True, one == "r") for one in ("r", "a", "b")]
        own = {entry.places[name] + i for name in ("r", "a") for i in range(self.size)}
        memory = {at: value for at, value in state.memory.items() if at not in own}
        memory |= {entry.places["a"] + i: value for i, value in enumerate(self.a)}
        start = loops.instance(State(state.values, memory), count)
        now = loops.resumed(self.target, entry, self.domain(entry.places), start, regions)
        if loops.advance(self.contract, now.machine, head, head) != isinstance(count, Count):
            raise Undecided("the loop is left at another number of passes")
        self.steps += now.machine.steps
        self.compare(Done(now.machine, now.places, now.call))
        return now

    def compare(self, done: Done) -> None:
        """The product, and that it is the same where r is a."""
        found = [bit for byte in done.output("r") for bit in self.forms.bits(byte, 8)]
        for place, (got, expected) in enumerate(zip(found, self.expected, strict=True)):
            if not self.forms.is_known(got):
                raise Broken(f"bit {place} of r: a product of bits that is no form")
            if got != expected:
                raise Undecided(f"bit {place} of an element of r is another function")
        if not self.same and overlaps(done, self.contract.aliases) is not None:
            self.is_late = True


def prove(target: Target, contract: Contract, code: Code, meaning: Products) -> Done:
    """The executions that show the statement; raises Undecided, Stuck or Broken."""
    meaning.most(target, contract)
    proof = Proof(target, contract, code, meaning, {})
    done = proof.run()
    if proof.is_late:
        for output, other in contract.aliases:
            Proof(target, contract, code, meaning, {other: output}).run()
    return done

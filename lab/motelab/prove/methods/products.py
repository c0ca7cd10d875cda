"""Products of the elements of an array by one element, by induction over the number of passes.

At the head of the loop pass i is to come. The state there has the table of b, pointers to the i-th elements, and the
number of passes that are left. The state for i = 0 comes from the call; that for i + 1 from the pass i, in which the
i-th element of a is any element, no other one can be read, and no other place of r can be written. All that depends on
a is forgotten then. Each pass is executed at its own addresses, as one of more and as the last one."""

import contextlib
import dataclasses
from typing import Any

from motelab.prove.contract import Contract
from motelab.prove.domains.counts import Count, Counted
from motelab.prove.domains.forms import Bits, Forms
from motelab.prove.execution import Broken, Call, Done, Entry, entered, overlaps, returned
from motelab.prove.machine import Region, Stuck
from motelab.prove.meanings.binary import BINARY
from motelab.prove.meanings.common import element_bytes
from motelab.prove.meanings.repeated import Products
from motelab.prove.methods import loops
from motelab.prove.methods.binary_fields import input_bytes
from motelab.prove.methods.loops import State
from motelab.prove.objects import Code
from motelab.prove.refutation import Numbers
from motelab.prove.targets import Target
from motelab.prove.verdicts import Undecided

METHOD = "forms over GF(2), induction"
ROOM = {"avr": (0x200, 0xF0F0), "msp430": (0x8000, 0xF000), "msp430x": (0x8000, 0xF000)}  # for the whole arrays
FORK_MAX = 40  # instructions from the fork to where the number of passes decides
ONE = BINARY["r = a b mod f"]


class Proof:
    """The passes of one kernel."""

    def __init__(self, target: Target, contract: Contract, code: Code, meaning: Products, same: dict[str, str]):
        self.target = dataclasses.replace(target, memory=ROOM.get(target.name, target.memory))
        self.contract, self.code, self.meaning, self.same = contract, code, meaning, same
        self.f, self.size = contract.modulus, element_bytes(target, contract)
        self.most = meaning.most(target, contract)
        self.width = meaning.width(target, contract)
        self.forms = Forms(self.f[0], self.f[0])
        self.a = input_bytes([self.forms.left_bit(i) for i in range(self.f[0])], self.size)
        self.b = input_bytes([self.forms.right_bit(i) for i in range(self.f[0])], self.size)
        self.expected = list(ONE.expected(self.f, self.forms, 8 * self.size))
        self.of_a = self.forms.left_mask
        self.domain = Counted(self.forms)
        self.is_late = False

    def run(self) -> Done:
        head = self.head()
        entry, state, last = self.entry(head)
        several = Count(self.width, last + 1)
        fork = self.fork(entry, state, head, last)
        steps = entry.machine.steps
        for index in range(self.most):
            shared = self.started(entry, state, index, Count(self.width, last))
            if not loops.advance(self.contract, shared.machine, head, fork):
                raise Undecided("the loop is left too early")
            steps += shared.machine.steps
            end = self.passed(shared, last, fork, head)
            done = returned(self.target, self.contract, end)
            if index + 1 < self.most:
                now = self.passed(shared, several, fork, head)
                state = self.forgotten(loops.snapshot(self.target, now.machine), several.plus(-1))
        done.machine.steps += steps
        return done

    def fork(self, entry: Entry, state: State, head: int, last: int) -> int:
        """An address in a pass before anything depends on whether it is the last one, and not long before. A wrong one
        proves nothing."""
        now = self.started(entry, state, 0, Count(self.width, last))
        loops.traced(now.machine, trace := [])
        with contextlib.suppress(Stuck, loops.Arrived):
            now.machine.run(head)
        for fork in reversed(trace[-FORK_MAX:]):
            shared = self.started(entry, state, 0, Count(self.width, last))
            try:
                if loops.advance(self.contract, shared.machine, head, fork):
                    for count in (last, Count(self.width, last + 1)):
                        self.passed(shared, count, fork, head)
                    return fork
            except (Stuck, Broken, Undecided):
                continue
        raise Undecided("a pass cannot be told from the last one")

    def call(self, count: Count | int, elements: int, inputs: dict[str, list]) -> Call:
        sizes = {"r": elements * self.size, "a": elements * self.size, "b": self.size}
        return Call(sizes, inputs, {self.meaning.count: count}, self.same)

    def head(self) -> int:
        visits = []
        for count in (2, 3):
            call = self.call(count, count, {"a": [0] * (count * self.size), "b": [0] * self.size})
            entry = entered(self.target, self.contract, self.code, Numbers(), call)
            visits.append(loops.watched(entry.machine))
            entry.machine.run(self.code.symbols[self.contract.symbol])
        return loops.head_of(visits)

    def entry(self, head: int) -> tuple[Entry, State, int]:
        """The state at the first arrival, for any number of passes from 1 on, and the count at the last pass. The arrays
        cannot be touched until then."""
        call = self.call(Count(self.width, 1), self.most, {"b": self.b})
        entry = entered(self.target, self.contract, self.code, self.domain, call)
        machine = entry.machine
        machine.regions = [region for region in machine.regions if region.name == "b"]
        if not loops.advance(self.contract, machine, self.code.symbols[self.contract.symbol], head):
            raise Undecided("the loop is not reached")
        state = loops.snapshot(self.target, machine)
        first = loops.counts_in(state)[0]
        if first.offset not in (0, -1):
            raise Undecided("the count at the head is no number of passes")
        return entry, self.forgotten(state, first), 1 + first.offset

    def forgotten(self, state: State, first: Count) -> State:
        """The state without what depends on a, its counts relative to one of them, which must be `first`."""
        if loops.counts_in(state)[0] != first:
            raise Undecided("the count does not go down by 1")

        def kept(value: Any) -> Any:
            if isinstance(value, Bits) and any(form & self.of_a or form >> self.forms.linear for form in value):
                return loops.UNKNOWN
            return value

        memory = {at: kept(value) for at, value in state.memory.items()}
        memory = {at: value for at, value in memory.items() if value is not loops.UNKNOWN}
        return loops.relative(State({name: kept(value) for name, value in state.values.items()}, memory), first)

    def started(self, entry: Entry, state: State, index: int, count: Count) -> Entry:
        """The pass of an index at the head. It may read its element of a and b, and write its element of r."""
        at = {name: entry.places[name] + index * self.size for name in ("r", "a")}
        memory = {place: value for place, value in state.memory.items() if place not in self.arrays(entry)}
        memory |= {at["a"] + i: value for i, value in enumerate(self.a)}
        regions = [
            Region("r", at["r"], self.size, True, True),
            Region("a", at["a"], self.size),
            Region("b", entry.places["b"], self.size),
        ]
        start = loops.instance(State(state.values, memory), count)
        now = loops.resumed(self.target, entry, self.domain, start, regions)
        return dataclasses.replace(now, places={**entry.places, **at}, call=self.call(0, 1, {}))

    def arrays(self, entry: Entry) -> set[int]:
        """Addresses of all elements of r and a."""
        return {entry.places[name] + i for name in ("r", "a") for i in range(self.most * self.size)}

    def passed(self, shared: Entry, count: Count | int, fork: int, head: int) -> Entry:
        """The rest of a pass: of several if `count` is a Count, else the last one. Its element of r is compared."""
        here = loops.snapshot(self.target, shared.machine)
        whole = Count(self.width, loops.counts_in(here)[0].least)
        start = loops.instance(loops.relative(here, whole), count)
        now = loops.resumed(self.target, shared, self.domain, start, shared.machine.regions)
        now.machine.events = list(shared.machine.events)
        if loops.advance(self.contract, now.machine, fork, head) != isinstance(count, Count):
            raise Undecided("the loop is left at another number of passes")
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
    proof = Proof(target, contract, code, meaning, {})
    done = proof.run()
    if proof.is_late:
        for output, other in contract.aliases:
            Proof(target, contract, code, meaning, {other: output}).run()
    return done

"""Loops cut at their head: what is executed from there on starts in a state of which only stated things are known."""

import dataclasses
from typing import Any

from motelab.prove.domains.counts import Count, CountPart
from motelab.prove.domains.each_case import Token
from motelab.prove.domains.forms import Bits, Table
from motelab.prove.domains.pointers import Pointer, PointerPart
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Entry
from motelab.prove.kernel.machine import Machine, Opaque, Region, Unknown
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.targets import Target

KNOWN = (
    int,
    Bits,
    Opaque,
    tuple,
    Count,
    CountPart,
    Pointer,
    PointerPart,
    Token,
)  # tuples are parts of a word, or cases
UNKNOWN = Opaque("a value that an earlier pass left")


class Arrived(Exception):
    """Control is at the head of the loop."""


@dataclasses.dataclass(frozen=True)
class State:
    """Registers and memory at the head of a loop; a place that `memory` does not have may not be read."""

    values: dict[str, Any]
    memory: dict[int, Any]


@dataclasses.dataclass(frozen=True)
class Left:
    """The passes that are left, plus a number: all of it, or one of its parts."""

    width: int
    more: int
    index: int = 0
    parts: int = 0

    def of(self, count: Count | int) -> Any:
        """The value for a number of passes, which is known or not."""
        if isinstance(count, Count):
            whole = count.plus(self.more)
            return CountPart(whole, self.index, self.parts) if self.parts else whole
        word = count + self.more & (1 << self.width) - 1
        if not self.parts:
            return word
        part = self.width // self.parts
        return word >> part * self.index & (1 << part) - 1


def head_of(visits: list[dict[int, int]]) -> int:
    """The first address, in the order of execution, that the second of two runs passes once more than the first. Which
    address this is needs no proof: a wrong one proves nothing."""
    for address, times in visits[1].items():
        if times == visits[0].get(address, 0) + 1:
            return address
    raise Undecided("no loop over the number of passes was found")


def watched(machine: Machine) -> dict[int, int]:
    """Counts executed instructions by address."""
    visits: dict[int, int] = {}

    def before(one: Machine) -> None:
        visits[one.pc] = visits.get(one.pc, 0) + 1

    machine.before = before
    return visits


def traced(machine: Machine, trace: list[int]) -> None:
    """Lists the addresses of executed instructions."""
    machine.before = lambda one: trace.append(one.pc)


def advance(contract: Contract, machine: Machine, start: int, head: int) -> bool:
    """Executes until control is at the head again, or False if the routine returns before."""
    is_first = True

    def before(one: Machine) -> None:
        nonlocal is_first
        if one.pc == head and not is_first:
            raise Arrived
        is_first = False

    machine.before = before
    try:
        machine.run(start)
        arrived = False
    except Arrived:
        arrived = True
    except Unknown as error:
        raise machine.stuck(str(error)) from None
    if machine.secret_addresses and not contract.allows_secret_addresses:
        raise Broken("addresses depend on inputs, and the comment says that they do not")
    return arrived


def snapshot(target: Target, machine: Machine) -> State:
    """The state where the machine stands. A device may not be in use: it would be part of the state."""
    if machine.device and vars(machine.device) != vars(target.device()):
        raise Undecided("a multiplier is in use at the head of the loop")
    return State(
        {name: seen(machine, value) for name, value in machine.values.items()},
        {address: seen(machine, value) for address, value in machine.memory.items()},
    )


def seen(machine: Machine, value: Any) -> Any:
    """A value, computed; UNKNOWN if it has none."""
    try:
        value = machine.forced(value)
    except Unknown:
        return UNKNOWN
    if isinstance(value, Table):
        return Bits(machine.domain.forms.bits(value, value.width))
    return value if isinstance(value, KNOWN) else UNKNOWN


def resumed(target: Target, entry: Entry, domain: Any, state: State, regions: list[Region] | None = None) -> Entry:
    """A machine in a state, with the regions and the frame of another one."""
    old = entry.machine
    machine = Machine(target, domain, old.code, regions or old.regions, old.stack, old.stack - old.lowest)
    machine.values, machine.memory = dict(state.values), dict(state.memory)
    return dataclasses.replace(entry, machine=machine)


def is_same(a: Any, b: Any) -> bool:
    """Whether two values are one: the same number, the same forms, the same value of the caller."""
    return a is b or (type(a) is type(b) and a == b)


def left(value: Any, first: Count) -> Left | None:
    """The place of a count in a state, relative to another one."""
    if isinstance(value, Count):
        return Left(value.width, value.offset - first.offset)
    if isinstance(value, CountPart):
        return Left(value.whole.width, value.whole.offset - first.offset, value.index, value.parts)
    return None


def relative(state: State, first: Count) -> State:
    """A state whose counts are relative to one of them."""

    def of(value: Any) -> Any:
        return value if (at := left(value, first)) is None else at

    values = {name: of(value) for name, value in state.values.items()}
    return State(values, {at: of(value) for at, value in state.memory.items()})


def instance(state: State, count: Count | int) -> State:
    """A state for a number of passes that are left."""

    def of(value: Any) -> Any:
        return value.of(count) if isinstance(value, Left) else value

    values = {name: of(value) for name, value in state.values.items()}
    return State(values, {at: of(value) for at, value in state.memory.items()})


def counts_in(state: State) -> list[Count]:
    """The counts of a state, in the order of its places."""
    found = []
    for value in (*state.values.values(), *state.memory.values()):
        if isinstance(value, CountPart):
            value = value.whole
        if isinstance(value, Count):
            found.append(value)
    if not found:
        raise Undecided("no count is left at the head of the loop")
    return found


def widened(forms: list[int], width: int) -> Bits:
    """Forms as a word, 0 above them."""
    return Bits([*forms, *[0] * (width - len(forms))])

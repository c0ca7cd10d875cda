"""The deepest path through a routine and all routines that it calls."""

import dataclasses
import re
from typing import Any

from motelab.boards.stack import indirect
from motelab.boards.stack.program import Decoder, Flow, State, Step, Unbounded


@dataclasses.dataclass(frozen=True)
class Link:
    """A routine on the deepest path; `bytes` of the stack that it uses until it calls the next one, the return
    address of that call included."""

    routine: str
    bytes: int


@dataclasses.dataclass(frozen=True)
class Bound:
    """Bytes of stack, with the deepest path of calls; or None, and the reason. `indirect` names, for each routine
    that calls through a pointer, the routines that are assumed as its targets."""

    bytes: int | None
    path: tuple[Link, ...] = ()
    unbounded: str = ""
    indirect: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Bound":
        """The inverse of dataclasses.asdict, also for values that were JSON."""
        path = tuple(Link(**link) for link in values["path"])
        calls = tuple((caller, tuple(targets)) for caller, targets in values["indirect"])
        return cls(values["bytes"], path, values["unbounded"], calls)


@dataclasses.dataclass(frozen=True)
class Use:
    """A routine's own use of stack, and its calls: (bytes before, target), the return address counted."""

    deepest: int
    calls: frozenset[tuple[int, int]]


def bound_of(decoder: Decoder, routine: str) -> Bound:
    """The bound of a routine, the return address of its own call included."""
    analysis = Analysis(decoder)
    try:
        taken, path = analysis.total(decoder.program.address(routine))
        taken += decoder.return_bytes
        links = (Link(path[0].routine, path[0].bytes + decoder.return_bytes), *path[1:])
        bound = Bound(taken, links)
    except Unbounded as reason:
        bound = Bound(None, unbounded=str(reason))
    return dataclasses.replace(bound, indirect=tuple(sorted(analysis.indirect.items())))


class Analysis:
    """Bounds of the routines of one image."""

    def __init__(self, decoder: Decoder):
        self.decoder = decoder
        self.program = decoder.program
        self.totals: dict[int, tuple[int, tuple[Link, ...]]] = {}
        self.active: list[int] = []
        self.indirect: dict[str, tuple[str, ...]] = {}

    def total(self, entry: int) -> tuple[int, tuple[Link, ...]]:
        """Bytes below the stack pointer at the entry of a routine, and the deepest path; Unbounded for recursion."""
        if entry in self.active:
            circle = [*self.active[self.active.index(entry) :], entry]
            raise Unbounded("recursion: " + " > ".join(self.program.name(address) for address in circle))
        if entry not in self.totals:
            self.active.append(entry)
            use = self.use(entry)
            name = self.program.name(entry)
            best: tuple[int, tuple[Link, ...]] = (use.deepest, (Link(name, use.deepest),))
            for before, target in sorted(use.calls):
                below, path = self.total(target)
                if before + below > best[0]:
                    best = (before + below, (Link(name, before), *path))
            self.active.pop()
            self.totals[entry] = best
        return self.totals[entry]

    def use(self, entry: int) -> Use:
        """The effects of a routine's instructions, on every path through it."""
        deepest, calls = 0, set()
        known: dict[int, State] = {}
        waiting = [(entry, self.decoder.entry())]
        while waiting:
            address, state = waiting.pop()
            if address in known and not self.is_news(known[address], state, address):
                continue
            state = known.setdefault(address, state).copy()
            step = self.decoder.step(address, state)
            deepest = max(deepest, state.depth)
            for target in self.calls_of(address, step, entry, state):
                calls.add((state.depth + step.pushed, target))
            for following in self.ways(address, step, entry, state):
                waiting.append((following, state.copy()))
        return Use(deepest, frozenset(calls))

    def is_news(self, known: State, state: State, address: int) -> bool:
        """Whether another path to an instruction knows less of the values than the paths before; keeps the common
        knowledge. Unbounded if the stack pointer differs, as in a loop that pushes."""
        if known.depth != state.depth:
            where = f"{self.program.routine_at(address)}, {address:#x}"
            raise Unbounded(f"{where}: reached with {known.depth} and with {state.depth} bytes on the stack")
        common = {name: value for name, value in known.values.items() if state.values.get(name) == value}
        is_less = len(common) < len(known.values)
        known.values = common
        return is_less

    def is_tail_call(self, step: Step, entry: int, state: State) -> bool:
        """Whether a jump leaves for the beginning of another routine with nothing on the stack."""
        jumps = step.flow in (Flow.JUMP, Flow.BRANCH)
        return jumps and state.depth == 0 and step.target in self.program.routines and step.target != entry

    def calls_of(self, address: int, step: Step, entry: int, state: State) -> list[int]:
        """The places that an instruction calls, or jumps to without return."""
        if step.flow is Flow.CALL or self.is_tail_call(step, entry, state):
            return [step.target]
        if step.flow is Flow.CALL_UNKNOWN:
            return self.targets(address)
        if step.flow in (Flow.JUMP_UNKNOWN, Flow.BRANCH_UNKNOWN) and not self.jumps_forward(address):
            if state.depth:
                raise Unbounded(f"{self.program.routine_at(address)}, {address:#x}: jump to an unknown address")
            return self.targets(address)
        return []

    def jumps_forward(self, address: int) -> bool:
        """Whether a computed jump at an address stays in the straight-line code behind it."""
        return bool(indirect.FORWARD.fullmatch(self.program.routine_at(address)))

    def targets(self, address: int) -> list[int]:
        """The possible targets of a call through a pointer; Unbounded if no rule names them."""
        caller = self.program.routine_at(address)
        rule = indirect.rule_of(self.program.in_source(self.program.start_of(address)))
        found = {
            start: name
            for start, name in self.program.routines.items()
            if rule and re.fullmatch(rule.targets, self.program.in_source(start))
        }
        if not found and not (rule and rule.optional):
            raise Unbounded(f"{caller}, {address:#x}: indirect call of an unknown routine")
        self.indirect[caller] = tuple(sorted(found.values()))
        return sorted(found)

    def ways(self, address: int, step: Step, entry: int, state: State) -> list[int]:
        """Instructions that may follow in the routine. Unbounded if it returns with something on the stack."""
        if step.flow is Flow.RETURN and state.depth != 0:
            where = f"{self.program.routine_at(address)}, {address:#x}"
            raise Unbounded(f"{where}: returns with {state.depth} bytes on the stack")
        following = [] if step.flow in (Flow.RETURN, Flow.END, Flow.JUMP) else [address + step.size]
        if step.flow is Flow.JUMP_UNKNOWN and not self.jumps_forward(address):
            following = []
        if step.flow in (Flow.JUMP, Flow.BRANCH) and not self.is_tail_call(step, entry, state):
            following.append(step.target)
        return following

"""Registers for the values of a program: r0 to r7 for the operands of instructions, the upper registers and the stack
for values that wait.

A value that needs a register and finds none evicts the one whose next use is furthest (Belady 1966). Values never
change, so the copy of a value that waits stays valid, and evicting a value that has one costs nothing. Nor does
evicting a small constant, which is made anew. When all instructions are known, the upper registers go to the values
that wait, one register after the other, so that each saves the most cycles beside the stack."""

import bisect
import dataclasses
from collections.abc import Sequence

from codegen.thumb.listing import WORD_BYTES, Listing
from codegen.thumb.program import Program, Step
from codegen.values import NEVER, Uses, Value

LOW = tuple(f"r{i}" for i in range(8))
FREE_UPPER = ("r12", "lr")  # need no saving beyond lr
SAVED_UPPER = ("r8", "r9", "r10", "r11")
SHORT = 300  # instructions of a program that may omit the saved registers


@dataclasses.dataclass(frozen=True)
class Policy:
    """The parameters of a trial. The next use of a value that has a copy counts as `copied` times as far."""

    copied: float
    upper: tuple[str, ...]


POLICIES = tuple(
    Policy(copied, upper) for upper in (FREE_UPPER + SAVED_UPPER, FREE_UPPER) for copied in (1, 1.5, 2, 3, 4)
)


@dataclasses.dataclass
class Waiting:
    """The copy of a value: from the instruction that keeps it to the last that fetches it, by their places in the code;
    the instructions that fetch it; and the upper register or the slot of the stack where it is."""

    first: int
    last: int
    fetches: int = 0
    register: str = ""
    slot: int = 0

    @property
    def saving(self) -> int:
        """Cycles that an upper register saves beside the stack."""
        return 1 + self.fetches


@dataclasses.dataclass(frozen=True)
class Move:
    """Keeps a lower register's value in its copy, or fetches it from there."""

    register: str
    copy: Waiting
    is_fetch: bool


@dataclasses.dataclass(frozen=True)
class Comment:
    text: str


class Allocation:
    """One pass over a program under a policy; `asm` is the code without entry and return."""

    def __init__(self, program: Program, policy: Policy) -> None:
        self.program, self.policy = program, policy
        self.code: list[Move | Comment | tuple[str, ...]] = []
        self.low: dict[str, Value] = {}  # register -> value
        self.place: dict[Value, str] = {}  # value -> lower register
        self.copies: dict[Value, Waiting] = {}
        self.reserved = ""  # for the second word of a pair
        self.constants = {s.target: s for s in program.steps if s.mnemonic == "movs" or program.is_constant(s)}
        self.uses = Uses(program)
        for i, value in enumerate(program.arguments):
            self._settle(value, LOW[i])
        for self.now, step in enumerate(program.steps):
            self._step(step)
        self.used, self.slot_count = self._place_copies()
        self.asm = self._listing()

    def _next(self, value: Value) -> int:
        """The next use of the value after this instruction."""
        return self.uses.after(value, self.now)

    def _settle(self, value: Value, register: str) -> None:
        self.low[register], self.place[value] = value, register

    def _leave(self, register: str) -> None:
        del self.place[self.low.pop(register)]

    def _free(self, pinned: set[str]) -> str:
        """A free lower register that is not pinned; evicts a value if necessary."""
        for register in LOW:
            if register not in self.low and register not in pinned:
                return register
        register = max(
            (r for r in LOW if r not in pinned),
            key=lambda r: (self._next(self.low[r]) - self.now) * (self.policy.copied if self._is_kept(r) else 1),
        )
        self._evict(register)
        return register

    def _is_kept(self, register: str) -> bool:
        value = self.low[register]
        return value in self.copies or value in self.constants

    def _evict(self, register: str) -> None:
        value = self.low[register]
        if not self._is_kept(register) and self._next(value) < NEVER:
            copy = self.copies[value] = Waiting(len(self.code), len(self.code))
            self.code.append(Move(register, copy, is_fetch=False))
        self._leave(register)

    def _fetch(self, value: Value, register: str) -> None:
        if value in self.constants:
            step = self.constants[value]
            self.code.append((step.mnemonic, step.template.replace("{d}", register)))
            return
        copy = self.copies[value]
        copy.last, copy.fetches = len(self.code), copy.fetches + 1
        self.code.append(Move(register, copy, is_fetch=True))

    def _forget(self, value: Value) -> None:
        """Frees all places of a value that is not used again."""
        if value in self.place:
            self._leave(self.place[value])
        self.copies.pop(value, None)

    def _step(self, step: Step) -> None:
        if not step.mnemonic:
            self.code.append(Comment(step.comment))
            return
        taken = self._taken(step) if step.destroys else None
        kept = [v for i, v in enumerate(step.sources) if i != taken]
        pinned: set[str] = set()
        for value in kept:
            if value in self.place:
                pinned.add(self.place[value])
        for value in kept:
            if value not in self.place:
                register = self._free(pinned | ({self.place.get(step.sources[taken], "")} if step.destroys else set()))
                self._fetch(value, register)
                self._settle(value, register)
                pinned.add(register)
        target = self._take(step.sources[taken], pinned, kept) if step.destroys else None
        if step.advances:
            self.copies.pop(step.sources[0], None)
        names = {"0": "", "1": ""}
        if taken is None:
            names |= {str(i): self.place[v] for i, v in enumerate(step.sources)}
        elif kept:
            names["1"] = self.place[kept[0]]
        for value in set(step.sources):
            if self._next(value) == NEVER:
                self._forget(value)
        if step.target is not None:
            live = {self.place[v] for v in step.sources if v in self.place}
            live |= {names["0"]} if step.advances else set()
            target = target or self._pair(step, live) or self._free(live)
            self._settle(step.target, target)
        text = step.template.replace("{{d}}", f"{{{target}}}").replace("{d}", target or "")
        text = text.replace("{{1}}", f"{{{names['1']}}}") if step.advances else text
        for key, name in names.items():
            text = text.replace(f"{{{key}}}", name)
        if step.advances:
            self.code.append((step.mnemonic, *text.split(", ")))
        else:
            self.code.append((step.mnemonic, text))

    def _pair(self, step: Step, live: set[str]) -> str:
        """The register of a word of a pair: one instruction loads the lower word to the lower register."""
        found, self.reserved = self.reserved, ""
        if step.is_paired:
            one = self._free(live)
            found, self.reserved = sorted((one, self._free(live | {one})))
        return found

    def _taken(self, step: Step) -> int:
        """Which source gives its register to the target."""
        if not step.is_commutative or step.sources[0] == step.sources[1]:
            return 0

        def price(value: Value) -> int:
            if self._next(value) == NEVER:
                return 0 if value in self.place else 1
            if value not in self.place:
                return 2
            return 3 if value in self.copies or value in self.constants else 4

        return min((0, 1), key=lambda i: price(step.sources[i]))

    def _take(self, value: Value, pinned: set[str], kept: list[Value]) -> str:
        """A register with the value, which the instruction may change."""
        register = self.place.get(value)
        if register and (register not in pinned or value in kept) and self._next(value) == NEVER:
            return register
        if register is None:
            target = self._free(pinned)
            self._fetch(value, target)
            return target
        target = self._free(pinned | {register})
        self.code.append(("mov", target, register))
        return target

    def _place_copies(self) -> tuple[set[str], int]:
        """Gives each copy its place; the upper registers that are used, and the number of slots."""
        waiting = [move.copy for move in self.code if isinstance(move, Move) and not move.is_fetch]
        used = set()
        for register in self.policy.upper:
            for copy in most_saving(waiting):
                copy.register = register
                used.add(register)
            waiting = [copy for copy in waiting if not copy.register]
        ends: list[int] = []  # by slot, the last use so far
        for copy in waiting:
            copy.slot = next((i for i, end in enumerate(ends) if end < copy.first), len(ends))
            ends[copy.slot : copy.slot + 1] = [copy.last]
        return used, len(ends)

    def _listing(self) -> Listing:
        asm = Listing()
        for part in self.code:
            if isinstance(part, Comment):
                asm.block(part.text)
            elif isinstance(part, Move):
                self._move(asm, part)
            elif part[0] in ("ldm", "stm"):
                _move_several(asm, *part)
            else:
                asm(*part)
        return asm

    def _move(self, asm: Listing, move: Move) -> None:
        lower, upper = move.register, move.copy.register
        if upper:
            asm("mov", *((lower, upper) if move.is_fetch else (upper, lower)))
        else:
            slot = f"[sp, #{self.program.table_bytes + WORD_BYTES * move.copy.slot}]"
            asm("ldr" if move.is_fetch else "str", lower, slot)


def most_saving(waiting: list[Waiting]) -> list[Waiting]:
    """Those that one register can hold, no two at once, with the largest sum of savings (weighted interval
    scheduling)."""
    ordered = sorted(waiting, key=lambda copy: copy.last)
    ends = [copy.last for copy in ordered]
    best = [0]  # sum of the first i copies
    for copy in ordered:
        best.append(max(best[-1], best[bisect.bisect_left(ends, copy.first)] + copy.saving))
    found, i = [], len(ordered)
    while i:
        if best[i] == best[i - 1]:
            i -= 1
            continue
        found.append(ordered[i - 1])
        i = bisect.bisect_left(ends, ordered[i - 1].first)
    return found


def _move_several(asm: Listing, mnemonic: str, base: str, register: str) -> None:
    """Adds a register to the preceding LDM or STM, if that used the same address and ends there."""
    last = asm.lines[-1].split(None, 2) if asm.lines else []
    if last[:2] == [mnemonic, f"{base},"]:
        several = last[2].strip("{}").split(", ")
        if several[-1] < register.strip("{}"):  # r0 to r7
            asm.retract()
            register = "{" + ", ".join([*several, register.strip("{}")]) + "}"
    asm(mnemonic, base, register)


def allocate(program: Program) -> Allocation:
    """The allocation that takes the fewest cycles, entry and return included."""
    policies = POLICIES if len(program.steps) < SHORT else [p for p in POLICIES if len(p.upper) > len(FREE_UPPER)]
    return min((Allocation(program, policy) for policy in policies), key=total_cycles)


def allocate_body(program: Program) -> Allocation:
    """The allocation whose code takes the fewest cycles without entry and return."""
    policies = [p for p in POLICIES if len(p.upper) > len(FREE_UPPER)]
    return min((Allocation(program, policy) for policy in policies), key=lambda allocation: allocation.asm.cycles)


def total_cycles(allocation: Allocation) -> int:
    return finished(allocation)[0].cycles


def finished(allocation: Allocation) -> tuple[Listing, int]:
    """The whole function, and the bytes of stack that it takes."""
    asm, body = Listing(), allocation.asm
    frame = allocation.program.table_bytes + WORD_BYTES * allocation.slot_count
    saved = [r for r in SAVED_UPPER if r in allocation.used]
    enter(asm, saved, frame)
    asm.extend(body)
    leave(asm, saved, frame)
    return asm.with_pools(), frame + saved_bytes(saved)


def saved_bytes(saved: Sequence[str]) -> int:
    """The stack of the caller's registers: the lower ones and lr always, upper ones if they are used."""
    return WORD_BYTES * (len(saved) + 5)


def enter(asm: Listing, saved: Sequence[str], frame: int) -> None:
    """Saves the caller's registers, the upper ones through registers that hold no argument, and makes a frame."""
    asm.block("Save the registers that belong to the caller.")
    asm("push", "{r4-r7, lr}")
    lower = [f"r{4 + i}" for i in range(len(saved))]
    for low, high in zip(lower, saved, strict=True):
        asm("mov", low, high)
    if saved:
        asm("push", "{" + ", ".join(lower) + "}")
    _move_stack(asm, "sub", frame)


def leave(asm: Listing, saved: Sequence[str], frame: int) -> None:
    asm.block("Return.")
    _move_stack(asm, "add", frame)
    lower = [f"r{4 + i}" for i in range(len(saved))]
    if saved:
        asm("pop", "{" + ", ".join(lower) + "}")
        for low, high in zip(lower, saved, strict=True):
            asm("mov", high, low)
    asm("pop", "{r4-r7, pc}")


def _move_stack(asm: Listing, mnemonic: str, size: int) -> None:
    while size:
        part = min(size, 508)
        asm(mnemonic, "sp", f"#{part}")
        size -= part

"""Registers for the values of a program: r0 to r7 for the operands of instructions, the upper registers and the stack
for values that wait.

A value that needs a register and finds none evicts the one whose next use is furthest (Belady 1966). Values never
change, so a copy in an upper register or on the stack stays valid, and evicting a value that has one costs nothing."""

import dataclasses
from collections.abc import Sequence

from codegen.thumb.listing import WORD_BYTES, Listing
from codegen.thumb.program import Program, Step, Value

LOW = tuple(f"r{i}" for i in range(8))
FREE_UPPER = ("r12", "lr")  # need no saving beyond lr
SAVED_UPPER = ("r8", "r9", "r10", "r11")
NEVER = 1 << 30
SHORT = 300  # instructions of a program that may omit the saved registers


@dataclasses.dataclass(frozen=True)
class Policy:
    """The parameters of a trial. Values whose next use is further than `patience` instructions go to the stack
    instead of an upper register; the next use of a value that has a copy counts as `copied` times as far."""

    patience: int
    copied: int
    upper: tuple[str, ...]


POLICIES = tuple(
    Policy(patience, copied, upper)
    for upper in (FREE_UPPER + SAVED_UPPER, FREE_UPPER)
    for patience in (40, 90, 200, NEVER)
    for copied in (1, 2, 4)
)


class Allocation:
    """One pass over a program under a policy; `asm` is the code without entry and return."""

    def __init__(self, program: Program, policy: Policy) -> None:
        self.program, self.policy, self.asm = program, policy, Listing()
        self.low: dict[str, Value] = {}  # register -> value
        self.place: dict[Value, str] = {}  # value -> lower register
        self.upper: dict[str, Value] = {}
        self.waiting: dict[Value, str] = {}  # value -> upper register
        self.slots: dict[Value, int] = {}
        self.free_slots: list[int] = []
        self.slot_count = 0
        self.uses: dict[Value, list[int]] = {v: [] for v in range(program.values)}
        self.used: set[str] = set()
        for i, step in enumerate(program.steps):
            for value in {*step.sources, step.anywhere} - {None}:
                self.uses[value].append(i)
        for uses in self.uses.values():
            uses.reverse()
        for i, value in enumerate(program.arguments):
            self._settle(value, LOW[i])
        for self.now, step in enumerate(program.steps):
            self._step(step)

    def _next(self, value: Value) -> int:
        """The next use of the value after this instruction."""
        uses = self.uses[value]
        while uses and uses[-1] <= self.now:
            uses.pop()
        return uses[-1] if uses else NEVER

    def _settle(self, value: Value, register: str) -> None:
        self.low[register], self.place[value] = value, register

    def _leave(self, register: str) -> None:
        del self.place[self.low.pop(register)]

    def _slot(self, value: Value) -> str:
        return f"[sp, #{self.program.table_bytes + WORD_BYTES * self.slots[value]}]"

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
        return value in self.waiting or value in self.slots

    def _evict(self, register: str) -> None:
        value = self.low[register]
        if not self._is_kept(register) and self._next(value) < NEVER:
            upper = self._upper(value)
            if upper:
                self.asm("mov", upper, register)
                self.upper[upper], self.waiting[value] = value, upper
                self.used.add(upper)
            else:
                self._spill(value, register)
        self._leave(register)

    def _upper(self, value: Value) -> str | None:
        """An upper register for a value: a free one, or one whose value is elsewhere too. None if the stack is
        better."""
        if self._next(value) - self.now > self.policy.patience:
            return None
        for register in self.policy.upper:
            if register not in self.upper:
                return register
        doubled = [r for r, v in self.upper.items() if v in self.slots]
        if not doubled:
            return None
        register = max(doubled, key=lambda r: self._next(self.upper[r]))
        del self.waiting[self.upper.pop(register)]
        return register

    def _spill(self, value: Value, register: str) -> None:
        if self.free_slots:
            self.slots[value] = self.free_slots.pop()
        else:
            self.slots[value] = self.slot_count
            self.slot_count += 1
        self.asm("str", register, self._slot(value))

    def _fetch(self, value: Value, register: str) -> None:
        if value in self.waiting:
            self.asm("mov", register, self.waiting[value])
        else:
            self.asm("ldr", register, self._slot(value))

    def _forget(self, value: Value) -> None:
        """Frees all places of a value that is not used again."""
        if value in self.place:
            self._leave(self.place[value])
        self._forget_copies(value)

    def _step(self, step: Step) -> None:
        if not step.mnemonic:
            self.asm.block(step.comment)
            return
        taken = self._taken(step) if step.destroys else None
        kept = [v for i, v in enumerate(step.sources) if i != taken]
        pinned: set[str] = set()
        for value in kept:
            if value in self.place:
                pinned.add(self.place[value])
        any_place = self._anywhere(step.anywhere, pinned)
        for value in kept:
            if value not in self.place:
                register = self._free(pinned | ({self.place.get(step.sources[taken], "")} if step.destroys else set()))
                self._fetch(value, register)
                self._settle(value, register)
                pinned.add(register)
        target = self._take(step.sources[taken], pinned, kept) if step.destroys else None
        if step.advances:
            self._forget_copies(step.sources[0])
        names = {"0": "", "1": "", "h": any_place}
        if taken is None:
            names |= {str(i): self.place[v] for i, v in enumerate(step.sources)}
        elif kept:
            names["1"] = self.place[kept[0]]
        for value in {*step.sources, step.anywhere} - {None}:
            if self._next(value) == NEVER:
                self._forget(value)
        if step.target is not None:
            live = {self.place[v] for v in step.sources if v in self.place}
            target = target or self._free(live | ({names["0"]} if step.advances else set()))
            self._settle(step.target, target)
        text = step.template.replace("{{d}}", f"{{{target}}}").replace("{d}", target or "")
        text = text.replace("{{1}}", f"{{{names['1']}}}") if step.advances else text
        for key, name in names.items():
            text = text.replace(f"{{{key}}}", name)
        if step.advances:
            self._move_several(step.mnemonic, *text.split(", "))
        else:
            self.asm(step.mnemonic, text)

    def _move_several(self, mnemonic: str, base: str, register: str) -> None:
        """Adds a register to the preceding LDM or STM, if that used the same address and ends there."""
        last = self.asm.lines[-1].split(None, 2) if self.asm.lines else []
        if last[:2] == [mnemonic, f"{base},"]:
            several = last[2].strip("{}").split(", ")
            if several[-1] < register.strip("{}"):  # r0 to r7
                self.asm.retract()
                register = "{" + ", ".join([*several, register.strip("{}")]) + "}"
        self.asm(mnemonic, base, register)

    def _forget_copies(self, value: Value) -> None:
        """Frees the value's places other than a lower register."""
        if value in self.waiting:
            del self.upper[self.waiting.pop(value)]
        if value in self.slots:
            self.free_slots.append(self.slots.pop(value))

    def _anywhere(self, value: Value | None, pinned: set[str]) -> str:
        if value is None:
            return ""
        if value in self.waiting:
            return self.waiting[value]
        if value not in self.place:
            register = self._free(pinned)
            self._fetch(value, register)
            self._settle(value, register)
        pinned.add(self.place[value])
        return self.place[value]

    def _taken(self, step: Step) -> int:
        """Which source gives its register to the target."""
        if not step.is_commutative or step.sources[0] == step.sources[1]:
            return 0

        def price(value: Value) -> int:
            if self._next(value) == NEVER:
                return 0 if value in self.place else 1
            if value not in self.place:
                return 2
            return 3 if value in self.waiting or value in self.slots else 4

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
        self.asm("mov", target, register)
        return target


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

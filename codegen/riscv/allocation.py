"""Registers for the values of a program; those that find none wait on the stack.

A value that needs a register and finds none evicts the one whose next use is furthest (Belady 1966). Values never
change, so a copy on the stack stays valid; constants and words of operands are made again instead."""

from codegen.kernel_fields import UnsupportedField
from codegen.riscv.listing import ARGUMENTS, CALLEE_SAVED, CALLER_SAVED, OPERAND, WORD_BYTES, Instruction, Listing
from codegen.riscv.program import IMMEDIATES, Program, Step
from codegen.values import NEVER, Uses, Value

STACK_ALIGNMENT = 16  # bytes, RISC-V ELF psABI, "Integer Calling Convention"
COPIED = (1, 2, 4)  # trials: the next use of a value that can be had again counts as so many times as far


class Allocation:
    """One pass over a program; `asm` is the code without entry and return. homes: registers of the arguments, and of
    the values that it keeps, if others than those of a call; taken: registers that it leaves alone."""

    def __init__(self, program: Program, copied: int, homes: tuple[str, ...] = (), taken: tuple[str, ...] = ()) -> None:
        self.program, self.copied, self.asm = program, copied, Listing()
        # The last is taken first.
        self.free = [name for name in (*reversed(CALLEE_SAVED), *reversed(CALLER_SAVED)) if name not in taken]
        self.homes = dict(zip(program.kept, homes, strict=bool(homes)))
        self.held: dict[Value, str] = {}
        self.made = {step.target: step for step in program.steps if step.target is not None}
        self.slots: dict[Value, int] = {}
        self.free_slots: list[int] = []
        self.slot_count = 0
        self.used: set[str] = set()
        self.has_stored = False  # a word of the result
        self.uses = Uses(program)
        self.needed = self._needed_bases()
        for value in program.arguments:
            register = (homes or ARGUMENTS)[value]
            self._settle(value, register)
            self.free.remove(register)
        for self.now, step in enumerate(program.steps):
            self._step(step)

    def _needed_bases(self) -> dict[Value, int]:
        """Address -> the last use of a word that is read from it again."""
        found: dict[Value, int] = {}
        for step in self.program.steps:
            if step.is_repeatable and step.sources:
                base = step.sources[0]
                found[base] = max(found.get(base, 0), self.uses.last[step.target])
        return found

    def _next(self, value: Value) -> int:
        """The next use of the value after this instruction."""
        return self.uses.after(value, self.now)

    def _settle(self, value: Value, register: str) -> None:
        self.held[value] = register
        self.used.add(register)

    def _is_kept(self, value: Value) -> bool:
        return value in self.slots or (value in self.made and self.made[value].is_repeatable)

    def _register(self, pinned: tuple[Value, ...], value: Value | None = None) -> str:
        """A free register, for a kept value its home; evicts a value that is not pinned if necessary."""
        if self.free:
            home = self.homes.get(value)
            others = [name for name in self.free if name not in self.homes.values()]
            chosen = home if home in self.free else (others or self.free)[-1]
            self.free.remove(chosen)
            return chosen
        candidates = [v for v in self.held if v not in pinned and self.needed.get(v, -1) < self.now]
        if not candidates:
            raise UnsupportedField("an instruction with more sources than registers")
        value = max(candidates, key=lambda v: (self._next(v) - self.now) * (self.copied if self._is_kept(v) else 1))
        register = self.held.pop(value)
        if not self._is_kept(value):
            if self.free_slots:
                self.slots[value] = self.free_slots.pop()
            else:
                self.slots[value] = self.slot_count
                self.slot_count += 1
            self.asm.add(Instruction("sw", f"{register}, {self._slot(value)}(sp)", "", (register,), self._place(value)))
        return register

    def _slot(self, value: Value) -> int:
        return self.program.table_bytes + WORD_BYTES * self.slots[value]

    def _place(self, value: Value) -> tuple[str, int]:
        return "sp", self._slot(value)

    def _fetch(self, value: Value, pinned: tuple[Value, ...]) -> None:
        if value in self.held:
            return
        register = self._register(pinned)
        if value in self.slots:
            self.asm.add(Instruction("lw", f"{register}, {self._slot(value)}(sp)", register, (), self._place(value)))
        else:
            self._emit(self.made[value], register)
        self._settle(value, register)

    def _emit(self, step: Step, target: str) -> None:
        names = tuple(self.held[value] for value in step.sources)
        text = step.template.replace("{d}", target)
        for i, name in enumerate(names):
            text = text.replace(f"{{{i}}}", name)
        place = None if step.place is None else (self._base(step, names), step.place)
        self.asm.add(Instruction(step.mnemonic, text, target, names, place, step.words))

    def _base(self, step: Step, names: tuple[str, ...]) -> str:
        if "(sp)" in step.template:
            return "sp"
        if step.target is None:
            self.has_stored = True
        elif step.is_repeatable:
            if self.has_stored:
                raise ValueError("an operand is read after a word of the result, which may be there, is stored")
            return OPERAND
        return names[-1]

    def _step(self, step: Step) -> None:
        if not step.mnemonic:
            if step.comment:
                self.asm.block(step.comment)
            return
        if step.target is not None and step.is_repeatable and not self._is_used_soon(step.target):
            return
        for value in step.sources:
            self._fetch(value, step.sources)
        names = dict(self.held)
        for value in dict.fromkeys(step.sources):
            if self._next(value) == NEVER and self.needed.get(value, -1) <= self.now:
                self._forget(value)
        target = ""
        if step.target is not None:
            target = self._register(step.sources, step.target)
        live, self.held = self.held, names
        self._emit(step, target)
        self.held = live
        if step.target is not None:
            self._settle(step.target, target)
            if self._next(step.target) == NEVER:
                self._forget(step.target)

    def _is_used_soon(self, value: Value) -> bool:
        """Whether a repeatable value is worth a register now: there is a free one, or it replaces a later one."""
        return self._next(value) < NEVER and bool(self.free)

    def _forget(self, value: Value) -> None:
        """Frees the places of a value that is not used again."""
        if value in self.held:
            self.free.append(self.held.pop(value))
        if value in self.slots:
            self.free_slots.append(self.slots.pop(value))


def finished(program: Program) -> tuple[Listing, int]:
    """The function in the fewest cycles of the trials, entry and return included, and the bytes of stack that it
    takes."""
    trials = [_with_entry(Allocation(program, copied)) for copied in COPIED]
    return min(trials, key=lambda trial: trial[0].cycles)


def _with_entry(allocation: Allocation) -> tuple[Listing, int]:
    asm, program = Listing(), allocation.program
    saved = [register for register in CALLEE_SAVED if register in allocation.used]
    below = program.table_bytes + WORD_BYTES * allocation.slot_count
    frame = -(-(below + WORD_BYTES * len(saved)) // STACK_ALIGNMENT) * STACK_ALIGNMENT
    if -frame not in IMMEDIATES:
        raise UnsupportedField(f"a frame of {frame} bytes")
    places = {register: below + WORD_BYTES * i for i, register in enumerate(saved)}
    if frame:
        asm.block("Save the registers that belong to the caller.")
        asm.add(Instruction("addi", f"sp, sp, {-frame}", "sp", ("sp",)))
    for register, place in places.items():
        asm.add(Instruction("sw", f"{register}, {place}(sp)", "", (register,), ("sp", place)))
    body = allocation.asm
    body.spread_loads()
    asm.items += body.items
    asm.block("Return.")
    for register, place in places.items():
        asm.add(Instruction("lw", f"{register}, {place}(sp)", register, (), ("sp", place)))
    if frame:
        asm.add(Instruction("addi", f"sp, sp, {frame}", "sp", ("sp",)))
    asm.add(Instruction("ret", "", "", ("ra",)))
    return asm, frame

"""Symbolic execution of object code: one path, known addresses, values of a domain.

A value is an integer while it is known; `Opaque` if nobody may compute with it (a register that the caller keeps,
memory or a flag that nobody has written); `Lazy` if it is computed when it is needed; else it belongs to the
domain. What the machine cannot do raises Stuck, with the address and the instruction: nothing is assumed."""

import dataclasses
from collections.abc import Callable
from typing import Any

from motelab.prove.targets import Target, Undecoded
from motelab.prove.targets.ir import CONCRETE, Access, Instruction, Jump, Op, Operand

EXIT = 0xFFFE  # the address that the routine returns to; no code is there
STEPS_MAX = 2_000_000


class Stuck(Exception):
    """The proof stops here; the message says at which instruction and why."""


class Unknown(Exception):
    """A domain has no value for a result."""


@dataclasses.dataclass(frozen=True, eq=False)
class Opaque:
    """A value that can be moved and nothing else."""

    name: str


class Lazy:
    """Results of an operation that nobody has needed yet."""

    __slots__ = ("operands", "operation", "results")

    def __init__(self, operation: Op, operands: tuple[Any, ...]):
        self.operation, self.operands, self.results = operation, operands, None


class Part:
    """One result of a Lazy."""

    __slots__ = ("index", "whole")

    def __init__(self, whole: Lazy, index: int):
        self.whole, self.index = whole, index


@dataclasses.dataclass(frozen=True)
class Region:
    """Memory that the routine may touch."""

    name: str
    start: int
    size: int
    readable: bool = True
    writable: bool = False

    def holds(self, address: int) -> bool:
        return self.start <= address < self.start + self.size


class Machine:
    """A processor with the code of one routine.

    domain: has `apply(name, width, operands)`, the results of an operation of which an operand is no integer, and
    `load(machine, access, parts)`, a load at an address that depends on inputs; both raise Unknown. code: bytes by
    address, each with what may be executed or read there. `events` lists accesses of memory: is it a store, and where.
    """

    def __init__(self, target: Target, domain: Any, code: Any, regions: list[Region], stack: int, stack_bytes: int):
        self.target, self.domain, self.code, self.regions = target, domain, code, regions
        self.values: dict[str, Any] = {name: Opaque(f"{name} of the caller") for name in target.registers}
        self.temporaries: dict[str, Any] = {}
        self.memory: dict[int, Any] = {}
        self.stack, self.lowest, self.deepest = stack, stack - stack_bytes, stack
        for place, name in enumerate(target.stack_pointer):
            self.values[name] = stack >> target.part_width * place & (1 << target.part_width) - 1
        self.events: list[tuple[bool, int]] = []
        self.in_order = getattr(domain, "in_order", False)  # whether a register's value is computed at once
        self.steps = self.secret_addresses = self.cycle = 0
        self.device = target.device() if target.device else None
        self.seen: set[int] = set()  # addresses of executed instructions
        self.pc, self.text = 0, ""
        # Of a domain that knows pointers without a place: the parts of an address as numbers.
        self.steps_max = getattr(domain, "steps_max", STEPS_MAX)
        self.placed: Callable[[list[Any]], list[Any]] | None = getattr(domain, "placed", None)
        self.before: Callable[[Machine], None] | None = None  # called before each instruction

    def run(self, start: int) -> None:
        """Executes from an address until control comes to EXIT."""
        self.pc = start
        while self.pc != EXIT:
            self.steps += 1
            if self.steps > self.steps_max:
                raise self.stuck("the routine does not end")
            try:
                instruction = self.code.instruction(self.pc)
            except Undecoded as error:
                self.text = str(error)
                raise self.stuck("no semantics") from None
            self.seen.add(self.pc)
            self.text = instruction.text
            if self.before:
                self.before(self)
            self.execute(instruction)
            self.cycle += instruction.cycles
            self.pc = self.next(instruction)

    def execute(self, instruction: Instruction) -> None:
        """The assignments of an instruction."""
        self.temporaries = {}
        try:
            for one in instruction.body:
                if isinstance(one, Access):
                    self.access(one)
                else:
                    self.assign(one)
            for name in instruction.timed_by:
                if not isinstance(self.read(name), int):
                    raise Unknown(f"the time depends on {name}")
        except Unknown as error:
            raise self.stuck(str(error)) from None

    def next(self, instruction: Instruction) -> int:
        """The address after an instruction."""
        jump: Jump | None = instruction.jump
        following = self.pc + instruction.size
        if jump is None:
            return following
        try:
            condition = 1 if jump.condition is None else self.read(jump.condition)
            target = self.read(jump.target) if condition else following
        except Unknown as error:
            raise self.stuck(str(error)) from None
        if not isinstance(condition, int):
            raise self.stuck("a branch depends on an input")
        if not isinstance(target, int):
            raise self.stuck("a jump to an address that depends on an input")
        return target

    def stuck(self, reason: str) -> Stuck:
        return Stuck(f"{self.code.place(self.pc)}: {self.text}: {reason}")

    @staticmethod
    def unknown(reason: str) -> Unknown:
        """What a device raises."""
        return Unknown(reason)

    def raw(self, operand: Operand) -> Any:
        """A value as it is kept, possibly not computed yet."""
        if isinstance(operand, int):
            return operand
        return self.temporaries[operand] if operand[0] == "_" else self.values[operand]

    def read(self, operand: Operand) -> Any:
        """A value, computed."""
        return self.forced(self.raw(operand))

    def set(self, name: str, value: Any) -> None:
        if name[0] == "_":
            self.temporaries[name] = value
        else:
            self.values[name] = value

    def forced(self, value: Any) -> Any:
        """The value behind a Part. A flag that was packed into a word and taken out again is the flag."""
        while isinstance(value, Part):
            whole = value.whole
            if whole.results is None:
                if whole.operation.name == "bit" and isinstance(whole.operands[0], Part):
                    packed = whole.operands[0].whole
                    if packed.results is None and packed.operation.name == "pack":
                        value = packed.operands[whole.operands[1]]
                        continue
                operands = [self.forced(one) for one in whole.operands]
                whole.results, whole.operands = self.computed(whole.operation, operands), ()
            value = whole.results[value.index]
        return value

    def computed(self, one: Op, operands: list[Any]) -> tuple[Any, ...]:
        """The results of an operation."""
        if all(isinstance(value, int) for value in operands):
            return CONCRETE[one.name](one.width, *operands)
        if one.name == "move":
            return (operands[0],)
        operands = [self.opened(one, value) if isinstance(value, Opaque) else value for value in operands]
        return self.domain.apply(one.name, one.width, operands, len(one.results))

    def opened(self, one: Op, value: Opaque) -> Any:
        """A register of the caller as any word, if the domain has such a value; else nobody may compute with it."""
        width = self.target.registers.get(value.name.partition(" ")[0])
        if width != one.width or not hasattr(self.domain, "anything"):
            raise Unknown(f"{value.name} is used")
        return self.domain.anything(value.name, width)

    def assign(self, one: Op) -> None:
        name, results, operands, _ = one
        if name == "move":
            value = self.raw(operands[0])
            if self.in_order and isinstance(value, Part) and self.is_number(results[0], value):
                value = self.forced(value)
            self.set(results[0], value)
            return
        flags = self.target.flags
        if name == "pack" or all(r is None or r[0] == "_" or r in flags for r in results):
            whole = Lazy(one, tuple([self.raw(operand) for operand in operands]))
            for index, result in enumerate(results):
                if result is not None:
                    self.set(result, Part(whole, index))
            return
        for result, value in zip(results, self.computed(one, [self.read(o) for o in operands]), strict=False):
            if result is not None:
                self.set(result, value)

    def is_number(self, name: str, value: Part) -> bool:
        """Whether a register gets a number, no flags."""
        is_flag = name in self.target.flags or value.whole.operation.name == "pack"
        return name in self.target.registers and not is_flag

    def access(self, one: Access) -> None:
        """A load or store of bytes at a known address, or a load that the domain does."""
        parts = [self.read(operand) for operand in one.address]
        if self.placed:
            parts = self.placed(parts)
        if not all(isinstance(part, int) for part in parts):
            for part in parts:
                if isinstance(part, Opaque):
                    raise Unknown(f"{part.name} is used")
            if one.is_store:
                raise Unknown("a store at an address that depends on an input")
            self.secret_addresses += 1
            self.set(one.value, self.domain.load(self, one, parts))
            return
        address = self.address(one, parts)
        if self.device and self.device.holds(address):
            if one.is_store:
                self.device.write(self, address, self.read(one.value), one)
            else:
                self.set(one.value, self.device.read(self, address, one))
        elif one.is_store:
            value = self.raw(one.value)
            for place, byte in enumerate(self.bytes_of(value, one.size)):
                self.write(address + place, byte)
        else:
            read = [self.peek(one.space, address + place) for place in range(one.size)]
            self.set(one.value, read[0] if one.size == 1 else self.word(read))

    @staticmethod
    def address(one: Access, parts: list[int]) -> int:
        total = sum(part << one.part_width * place for place, part in enumerate(parts)) + one.offset
        total &= (1 << one.part_width * len(parts)) - 1
        if total % one.size:
            raise Unknown(f"{total:#x} is no address of a word of {one.size} bytes")
        return total

    def bytes_of(self, value: Any, size: int) -> list[Any]:
        """A word as bytes, the lowest first; an opaque one is kept whole, as pairs of it and a place."""
        if size == 1:
            return [value]
        value = self.forced(value)
        if isinstance(value, int):
            return [value >> 8 * place & 255 for place in range(size)]
        if isinstance(value, Opaque):
            return [(value, place) for place in range(size)]
        return list(self.domain.apply("split", 8, [value], size)[:size])

    def word(self, parts: list[Any]) -> Any:
        parts = [self.forced(part) for part in parts]
        if all(isinstance(part, int) for part in parts):
            return sum(part << 8 * place for place, part in enumerate(parts))
        if isinstance(parts[0], tuple) and parts == [(parts[0][0], place) for place in range(len(parts))]:
            return parts[0][0]
        if all(isinstance(part, Opaque) for part in parts):
            return parts[0]
        if any(isinstance(part, tuple | Opaque) for part in parts):
            raise Unknown("a word of which a part is the caller's, or which nobody wrote")
        return self.domain.apply("join", 8, parts, 1)[0]

    @property
    def stack_pointer(self) -> int:
        parts = [self.read(name) for name in self.target.stack_pointer]
        if not all(isinstance(part, int) for part in parts):
            raise Unknown("the stack pointer is unknown")
        return sum(part << self.target.part_width * place for place, part in enumerate(parts))

    def peek(self, space: str, address: int) -> Any:
        """The byte at an address that may be read."""
        if space == "code":
            return self.constant(address)
        if any(region.readable and region.holds(address) for region in self.regions) or self.in_frame(address):
            self.events.append((False, address))
            return self.memory.get(address, Opaque(f"memory at {address:#x}, which nobody wrote,"))
        if not self.target.code_is_data:
            raise Unknown(f"reads {address:#x}, which is neither input nor in the frame")
        return self.constant(address)

    def constant(self, address: int) -> int:
        value = self.code.constant(address)
        if value is None:
            raise Unknown(f"reads {address:#x}, which is neither input nor constant nor in the frame")
        return value

    def in_frame(self, address: int) -> bool:
        """Whether an address is the routine's own: on the stack, not below its pointer."""
        pointer = self.stack_pointer
        self.deepest = min(self.deepest, pointer)
        return pointer + self.target.free <= address < self.stack + self.target.free

    def write(self, address: int, value: Any) -> None:
        if self.in_frame(address):
            if address < self.lowest + self.target.free:
                raise Unknown(f"the stack is deeper than the {self.stack - self.lowest} bytes of its comment")
        elif not any(region.writable and region.holds(address) for region in self.regions):
            raise Unknown(f"writes {address:#x}, which is neither output nor in the frame")
        self.events.append((True, address))
        self.memory[address] = value

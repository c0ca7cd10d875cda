"""One execution of a kernel as C calls it: arguments in memory, a stack, and the promises that every kernel keeps."""

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from motelab.prove.kernel.contract import Contract, NoContract, Parameter
from motelab.prove.kernel.machine import EXIT, Machine, Opaque, Region, Stuck, Unknown
from motelab.prove.targets import Target, Undecoded


class Broken(Exception):
    """A promise that does not depend on values is not kept; the message says which."""


@dataclasses.dataclass(frozen=True)
class Call:
    """Arguments: for each pointer its bytes in memory, for each input its values there, None for a byte that is no
    input; `numbers` for the others: an integer, a word of the domain, or the parts in registers, the lowest first, of
    which the rest is the caller's. `places` puts pointers elsewhere, such as two at one address; `shift` moves all of
    them, and the stack."""

    sizes: dict[str, int]
    inputs: dict[str, list[Any]]
    numbers: dict[str, Any] = dataclasses.field(default_factory=dict)
    same: dict[str, str] = dataclasses.field(default_factory=dict)
    shift: int = 0

    def moved(self, shift: int) -> "Call":
        return dataclasses.replace(self, shift=shift)


@dataclasses.dataclass
class Done:
    """A finished execution, and where each pointer was. rests: kernels of which it used the statements."""

    machine: Machine
    places: dict[str, int]
    call: Call
    rests: tuple[str, ...] = ()

    def output(self, name: str) -> list[Any]:
        """The bytes of an output; Broken if one was not written."""
        start = self.places[name]
        missing = [i for i in range(self.call.sizes[name]) if start + i not in self.machine.memory]
        if missing:
            raise Broken(f"byte {missing[0]} of {name} is not written")
        try:
            found = [self.machine.forced(self.machine.memory[start + i]) for i in range(self.call.sizes[name])]
        except Unknown as error:
            raise Broken(f"a byte of {name}: {error}") from None
        if strange := [i for i, byte in enumerate(found) if isinstance(byte, Opaque | tuple)]:
            raise Broken(f"byte {strange[0]} of {name} is the caller's, or is not written")
        return found


def placed(target: Target, contract: Contract, call: Call) -> dict[str, int]:
    """An address for each pointer, apart from one another."""
    places, at = {}, target.memory[0] + call.shift
    for parameter in contract.parameters:
        if parameter.is_pointer and parameter.name not in call.same:
            if parameter.name not in call.sizes:
                raise Broken(f"the statement does not say what {parameter.name} is")
            places[parameter.name] = at
            at += -(-call.sizes[parameter.name] // 8) * 8 + 8
    return places | {name: places[other] for name, other in call.same.items()}


@dataclasses.dataclass(frozen=True)
class Entry:
    """A machine right after the call of a kernel, and the registers as the caller left them."""

    machine: Machine
    places: dict[str, int]
    before: dict[str, Any]
    call: Call


def entered(target: Target, contract: Contract, code: Any, domain: Any, call: Call) -> Entry:
    """The state right after the call."""
    places = placed(target, contract, call)
    regions = [
        Region(one.name, places[one.name], call.sizes[one.name], True, not one.is_constant)
        for one in contract.parameters
        if one.is_pointer
    ]
    frame = free_place(target, contract, call, places)
    if contract.frame_bytes:
        regions.append(Region("the frame", frame, contract.frame_bytes, True, True))
    stack = (target.memory[1] - call.shift) // target.stack_alignment * target.stack_alignment
    machine = Machine(target, domain, code, regions, stack, contract.stack_bytes + target.return_bytes)
    for name, values in call.inputs.items():
        if name in places:
            machine.memory |= {places[name] + i: value for i, value in enumerate(values) if value is not None}
    if contract.keeps_constants:
        machine.values |= target.constant
    if contract.frame_bytes is not None:
        machine.values |= dict(zip(target.frame_pointer, parts_of(target, frame - 1), strict=False))
    for one, registers in arguments(target, contract):
        if one.name in call.inputs and not one.is_pointer:
            pass_bytes(machine, registers, call.inputs[one.name])
            continue
        if not one.is_pointer and one.name not in call.numbers:
            raise Broken(f"the statement does not say what {one.name} is")
        word = places[one.name] if one.is_pointer else call.numbers[one.name]
        parts = parts_of(target, word) if isinstance(word, int) else word if isinstance(word, list) else [word]
        for register, part in zip(registers, parts, strict=False):
            machine.values[register] = part
    before = dict(machine.values)
    target.entry(machine, EXIT)
    machine.events.clear()
    return Entry(machine, places, before, call)


def execute(
    target: Target,
    contract: Contract,
    code: Any,
    domain: Any,
    call: Call,
    watch: Callable[[Machine, dict[str, int]], None] | None = None,
) -> Done:
    """Runs the kernel; raises Stuck, or Broken if registers or the stack pointer are not what they must be. `watch`
    gets the machine and the places of pointers before each instruction."""
    entry = entered(target, contract, code, domain, call)
    machine = entry.machine
    if watch:
        machine.before = lambda one: watch(one, entry.places)
    try:
        machine.run(code.symbols[contract.symbol])
    except Unknown as error:
        raise machine.stuck(str(error)) from None
    return returned(target, contract, entry)


def returned(target: Target, contract: Contract, entry: Entry) -> Done:
    """What holds at the end of every execution, or Broken."""
    check_registers(target, contract, entry.machine, entry.before)
    if entry.machine.secret_addresses and not contract.allows_secret_addresses:
        raise Broken("addresses depend on inputs, and the comment says that they do not")
    return Done(entry.machine, entry.places, entry.call)


def arguments(target: Target, contract: Contract) -> Iterator[tuple[Parameter, tuple[str, ...]]]:
    """The parameters with their registers, the lowest part first; a number of 32 bits takes two places where words are
    shorter. On AVR registers go down with the places."""
    index = 0
    for one in contract.parameters:
        is_long = target.word_bits < 32 and not one.is_pointer and one.type == "uint32_t"
        try:
            registers = [target.argument(place) for place in range(index, index + 1 + is_long)]
        except Undecoded as error:
            raise NoContract(f"{one.name}: {error}") from None
        if target.name == "avr":
            registers.reverse()
        yield one, tuple(itertools.chain(*registers))
        index += 1 + is_long


def parts_of(target: Target, word: int) -> list[int]:
    """A word as the registers of an argument hold it, and zeros above."""
    return [word >> target.part_width * part & (1 << target.part_width) - 1 for part in range(2 * target.part_width)]


def word_of(parameter: Parameter, places: dict[str, int], call: Call) -> Any:
    """What a parameter is passed as: its address, its number, or the number whose bytes are an input."""
    if parameter.is_pointer:
        return places[parameter.name]
    if (values := call.inputs.get(parameter.name)) is not None:
        return int.from_bytes(bytes(value or 0 for value in values), "little")
    return call.numbers[parameter.name]


def free_place(target: Target, contract: Contract, call: Call, places: dict[str, int]) -> int:
    """An address behind all parameters."""
    ends = [at + call.sizes[name] for name, at in places.items()]
    return max(ends, default=target.memory[0] + call.shift) + 8


def always_kept(target: Target) -> set[str]:
    """The stack pointer, and flags that the calling convention keeps."""
    return set(target.stack_pointer) | set(target.kept) & target.flags


def pass_bytes(machine: Machine, registers: tuple[str, ...], values: list[Any]) -> None:
    """An integer by its bytes, the lowest in the first register."""
    size = machine.target.part_width // 8
    for place, name in enumerate(registers):
        if part := values[place * size : place * size + size]:
            machine.values[name] = machine.word(part)


def check_registers(target: Target, contract: Contract, machine: Machine, before: dict[str, Any]) -> None:
    """The registers that the comment or the calling convention keeps."""
    kept = always_kept(target) | set(target.frame_pointer if contract.keeps_frame else ())
    if contract.keeps_constants:
        kept |= set(target.constant)
    if not contract.saves_nothing:
        kept |= set(target.kept)
    if contract.clobbers is not None:
        named = {name for name in target.registers if name not in target.flags and name not in target.stack_pointer}
        kept |= named - contract.clobbers - set(target.constant)
    for name in sorted(kept):
        try:
            value = machine.read(name)
        except Unknown as error:
            raise Broken(f"{name} on return: {error}") from None
        was = before[name]
        if value is not was and not (isinstance(value, int) and value == was):
            raise Broken(f"{name} is not kept")


def with_overlaps(contract: Contract, attempt: Callable[[dict[str, str]], Done]) -> Done:
    """The execution with all parameters apart, by `attempt`, which raises if the proof fails. It is called for each
    overlap that the comment allows, too, unless the order of reads and writes shows that none makes a difference."""
    done = attempt({})
    if contract.aliases and overlaps(done, contract.aliases) is not None:
        for output, other in contract.aliases:
            attempt({other: output})
    return done


def overlaps(done: Done, aliases: tuple[tuple[str, str], ...]) -> str | None:
    """Whether the result is the same where these parameters are the same memory, all at once: every read must see the
    value that it sees where they are apart. Returns the parameter and byte that is read too late, or None."""
    start = {name: at for name, at in done.places.items()}
    moved = {}
    for output, other in aliases:
        for i in range(min(done.call.sizes[output], done.call.sizes[other])):
            moved[start[other] + i] = start[output] + i
    apart: dict[int, int] = {}
    merged: dict[int, int] = {}
    for number, (is_store, address) in enumerate(done.machine.events):
        place = moved.get(address, address)
        if is_store:
            apart[address] = merged[place] = number
        elif apart.get(address) != merged.get(place):
            name = next((n for n, at in start.items() if at <= address < at + done.call.sizes[n]), "the frame")
            return f"{name}[{address - start.get(name, 0)}] is read after it was overwritten"
    for output, _ in aliases:
        for address in range(start[output], start[output] + done.call.sizes[output]):
            if apart.get(address) != merged.get(address):
                return f"{output}[{address - start[output]}] is overwritten"
    return None


__all__ = [
    "Broken",
    "Call",
    "Done",
    "Entry",
    "Opaque",
    "Stuck",
    "entered",
    "execute",
    "overlaps",
    "returned",
    "with_overlaps",
]

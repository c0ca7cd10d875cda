"""One execution of a kernel as C calls it: arguments in memory, a stack, and the promises that every kernel keeps."""

import dataclasses
from collections.abc import Callable
from typing import Any

from motelab.prove.contract import Contract
from motelab.prove.machine import EXIT, Machine, Opaque, Region, Stuck, Unknown
from motelab.prove.objects import Code
from motelab.prove.targets import Target


class Broken(Exception):
    """A promise that does not depend on values is not kept; the message says which."""


@dataclasses.dataclass(frozen=True)
class Call:
    """Arguments: for each pointer its bytes in memory, for each input its values there; words for the others.
    `places` puts pointers elsewhere, such as two at one address; `shift` moves all of them, and the stack."""

    sizes: dict[str, int]
    inputs: dict[str, list[Any]]
    numbers: dict[str, Any] = dataclasses.field(default_factory=dict)
    same: dict[str, str] = dataclasses.field(default_factory=dict)
    shift: int = 0

    def moved(self, shift: int) -> "Call":
        return dataclasses.replace(self, shift=shift)


def call_of(sizes: dict[str, int], inputs: dict[str, int]) -> Call:
    """The call of a run on known inputs."""
    return Call(sizes, {name: list(value.to_bytes(sizes[name], "little")) for name, value in inputs.items()})


@dataclasses.dataclass
class Done:
    """A finished execution, and where each pointer was."""

    machine: Machine
    places: dict[str, int]
    call: Call

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


def execute(
    target: Target, contract: Contract, code: Code, domain: Any, call: Call, watch: Callable | None = None
) -> Done:
    """Runs the kernel; raises Stuck, or Broken if registers or the stack pointer are not what they must be. `watch`
    gets the machine and the places of pointers before each instruction."""
    places = placed(target, contract, call)
    regions = [
        Region(one.name, places[one.name], call.sizes[one.name], True, not one.is_constant)
        for one in contract.parameters
        if one.is_pointer
    ]
    stack = (target.memory[1] - call.shift) // target.stack_alignment * target.stack_alignment
    machine = Machine(target, domain, code, regions, stack, contract.stack_bytes + target.return_bytes)
    for name, values in call.inputs.items():
        if name in places:
            machine.memory |= {places[name] + i: value for i, value in enumerate(values)}
    machine.values |= target.constant
    before = dict(machine.values)
    for index, one in enumerate(contract.parameters):
        if one.name in call.inputs and not one.is_pointer:
            pass_bytes(machine, index, call.inputs[one.name])
            continue
        if not one.is_pointer and one.name not in call.numbers:
            raise Broken(f"the statement does not say what {one.name} is")
        word = places[one.name] if one.is_pointer else call.numbers[one.name]
        if not isinstance(word, int):  # of the domain
            (register,) = target.argument(index)
            machine.values[register] = word
            continue
        for part, register in enumerate(target.argument(index)):
            machine.values[register] = word >> target.part_width * part & (1 << target.part_width) - 1
    target.entry(machine, EXIT)
    machine.events.clear()
    if watch:
        machine.before = lambda one: watch(one, places)
    try:
        machine.run(code.symbols[contract.symbol])
    except Unknown as error:
        raise machine.stuck(str(error)) from None
    check_registers(target, contract, machine, before)
    if machine.secret_addresses and not contract.allows_secret_addresses:
        raise Broken("addresses depend on inputs, and the comment says that they do not")
    return Done(machine, places, call)


def pass_bytes(machine: Machine, index: int, values: list[Any]) -> None:
    """An integer by its bytes, as the last argument: in as many registers as it needs, the lowest in that of the least
    number."""
    size, names = machine.target.part_width // 8, set(machine.target.argument(index))
    while len(names) * size < len(values):
        index += 1
        names |= set(machine.target.argument(index))
    for place, name in enumerate(sorted(names, key=lambda one: int(one[1:]))):
        machine.values[name] = machine.word(values[place * size : place * size + size])


def check_registers(target: Target, contract: Contract, machine: Machine, before: dict[str, Any]) -> None:
    """The registers that the comment or the calling convention keeps."""
    kept = set(target.kept) | set(target.constant) | set(target.stack_pointer)
    if contract.clobbers is not None:
        named = {name for name in target.registers if name not in target.flags and name not in target.stack_pointer}
        kept |= named - contract.clobbers
    for name in sorted(kept):
        try:
            value = machine.read(name)
        except Unknown as error:
            raise Broken(f"{name} on return: {error}") from None
        was = before[name]
        if value is not was and not (isinstance(value, int) and value == was):
            raise Broken(f"{name} is not kept")


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


__all__ = ["Broken", "Call", "Done", "Opaque", "Stuck", "call_of", "execute", "overlaps"]

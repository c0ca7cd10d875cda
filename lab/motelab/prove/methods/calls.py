"""Calls of kernels, replaced by the statements of their comments: at the address of a called kernel the machine reads
its arguments, checks what the comment asks of them, writes the results, forgets what the kernel may change, and
returns."""

from typing import Any

from motelab.prove.domains.residues import Element, Part
from motelab.prove.kernel import certificates, contract, objects
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import always_kept, arguments
from motelab.prove.kernel.machine import Machine, Opaque, Unknown
from motelab.prove.kernel.objects import Code
from motelab.prove.meanings.callees import Effect, Slot, bound_of, effect
from motelab.prove.targets import Target
from motelab.prove.targets.ir import Instruction

# The return of each target, which stands for a called kernel.
RETURN = {
    "avr": "0895",
    "msp430": "3041",
    "msp430x": "3041",
    "thumb": "7047",
    "armv7": "7047",
    "riscv": "67800000",
}
LINK = {"thumb": "lr", "armv7": "lr", "riscv": "ra"}  # the register with the address of return


class Calls:
    """The code of a kernel in which each kernel that it calls, and whose statement has an effect here, is its return,
    and `before`, for Machine, which does the effect. `path` lists the addresses of instructions, `used` the kernels."""

    def __init__(self, target: Target, kernel: str, code: Code):
        self.target, self.code, self.symbols = target, code, code.symbols
        self.used: dict[str, None] = {}
        self.path: list[int] = []
        self.returned = False
        self.effects: dict[int, tuple[Contract, Effect]] = {}
        for name in objects.needed(target, kernel)[1:]:
            symbol = objects.symbol_of(target.name, name)
            if symbol not in code.symbols:
                continue
            try:
                promised = contract.read(target.name, name)
            except contract.NoContract:
                continue
            if found := effect(target, promised):
                self.effects[code.symbols[symbol]] = (promised, found)
        bytes_of_return = bytes.fromhex(RETURN[target.name])
        self.returns = {at: target.decode(bytes_of_return + bytes(target.longest), at) for at in self.effects}

    def instruction(self, address: int) -> Instruction:
        return self.returns.get(address) or self.code.instruction(address)

    def constant(self, address: int) -> int | None:
        return self.code.constant(address)

    def place(self, address: int) -> str:
        return self.code.place(address)

    def before(self, machine: Machine, places: dict[str, int]) -> None:
        """Does the effect of a kernel that is called here."""
        self.path.append(machine.pc)
        if self.returned and self.target.name in LINK:
            machine.values[LINK[self.target.name]] = Opaque("the address of a return")
        self.returned = machine.pc in self.effects
        if self.returned:
            promised, found = self.effects[machine.pc]
            self.used[promised.kernel] = None
            try:
                Called(self.target, promised, found, machine).apply()
            except Unknown as error:
                raise machine.stuck(f"the call of {promised.kernel}: {error}") from None


class Called:
    """One call. Every check that fails raises Unknown."""

    def __init__(self, target: Target, promised: Contract, effect: Effect, machine: Machine):
        self.target, self.contract, self.effect, self.machine = target, promised, effect, machine
        self.registers = {one.name: registers for one, registers in arguments(target, promised)}
        self.sizes: dict[str, int] = {}
        for slot in (*effect.reads, *effect.writes):
            if slot.size:
                self.sizes[slot.parameter] = max(self.sizes.get(slot.parameter, 0), slot.offset + slot.size)
        self.pointers = [one for one in promised.parameters if one.is_pointer]
        if {one.name for one in self.pointers} != set(self.sizes):
            raise Unknown("its statement does not tell of each pointer")
        self.places = {one.name: self.number(one.name) for one in self.pointers}

    def number(self, name: str) -> int:
        """An argument that is known."""
        values = [self.machine.read(register) for register in self.registers[name]]
        if not all(isinstance(value, int) for value in values):
            raise Unknown(f"{name} is not known")
        return sum(value << self.target.part_width * i for i, value in enumerate(values))

    def apply(self) -> None:
        self.check_overlap()
        self.check_constants()
        values, bounds = self.arguments()
        results = self.effect.function(values)
        self.forget_memory()
        for slot, residue in zip(self.effect.writes, results, strict=True):
            element = Element(residue, bound_of(slot, bounds), slot.size)
            for place, part in enumerate(self.machine.domain.given(element)):
                self.machine.write(self.places[slot.parameter] + slot.offset + place, part)
        self.forget_registers()

    def arguments(self) -> tuple[dict[str, Any], dict[str, int]]:
        """Residues and bounds of what it reads, each below the bound that the comment asks for."""
        values: dict[str, Any] = {}
        bounds = {}
        for slot in self.effect.reads:
            element = self.element(slot)
            if element.bound > slot.bound:
                raise Unknown(f"{slot.parameter} is not below the bound of its comment")
            values[slot.name], bounds[slot.name] = element.residue, element.bound
        for name, parameter, factor in self.effect.switches:
            (register, *_) = self.registers[parameter]
            known = self.machine.read(register)
            if known not in (0, factor):
                raise Unknown(f"{parameter} is neither 0 nor {factor}")
            values[name] = known // factor
        return values, bounds

    def element(self, slot: Slot) -> Element:
        if slot.size:
            start = self.places[slot.parameter] + slot.offset
            read = [self.machine.forced(self.machine.peek("data", start + i)) for i in range(slot.size)]
            return self.machine.domain.taken(read, slot.bound)
        width = self.target.word_bits // 8
        count = -(-(slot.bound - 1).bit_length() // self.target.word_bits)
        values = [self.machine.read(register) for register in self.registers[slot.parameter][:count]]
        element = getattr(values[0], "element", None)
        is_short = element is not None and element.bound <= 256 ** (width * count)
        if is_short and values == [Part(element, width * i, width) for i in range(count)]:
            return element
        raise Unknown(f"{slot.parameter} is no number of which a bound is known")

    def check_overlap(self) -> None:
        """What it writes may meet another argument only where its comment says that both may be the same; the memory
        that it is lent at Y meets none."""
        if self.contract.frame_bytes is not None:
            start = self.frame() + 1
            for name, at in self.places.items():
                if at < start + self.contract.frame_bytes and start < at + self.sizes[name]:
                    raise Unknown(f"{name} and the memory at Y overlap")
        allowed = {frozenset(pair) for pair in self.contract.aliases}
        for index, one in enumerate(self.pointers):
            for other in self.pointers[:index]:
                if one.is_constant and other.is_constant:
                    continue
                a, b = self.places[one.name], self.places[other.name]
                if a + self.sizes[one.name] <= b or b + self.sizes[other.name] <= a:
                    continue
                if a != b or frozenset((one.name, other.name)) not in allowed:
                    raise Unknown(f"{other.name} and {one.name} overlap")

    def check_constants(self) -> None:
        for name, value in self.target.constant.items() if self.contract.keeps_constants else ():
            if self.machine.read(name) != value:
                raise Unknown(f"{name} is not {value}")

    def forget_memory(self) -> None:
        """The stack below the pointer, the room that it is lent, and all that its pointers let it write."""
        machine = self.machine
        pointer = machine.stack_pointer
        if pointer - self.contract.stack_bytes < machine.lowest:
            raise Unknown(f"the stack is deeper than the {machine.stack - machine.lowest} bytes of the comment")
        for address in range(machine.lowest - self.target.longest, pointer + self.target.free):
            machine.memory.pop(address, None)
        lent = [(self.places[one.name], self.sizes[one.name]) for one in self.pointers if not one.is_constant]
        if self.contract.frame_bytes is not None:
            lent.append((self.frame() + 1, self.contract.frame_bytes))
        for start, size in lent:
            for address in range(start, start + size):
                machine.write(address, Opaque("memory of a kernel that was called"))
                del machine.memory[address]

    def frame(self) -> int:
        parts = [self.machine.read(name) for name in self.target.frame_pointer]
        if not all(isinstance(part, int) for part in parts):
            raise Unknown("Y is not known")
        return sum(part << self.target.part_width * i for i, part in enumerate(parts))

    def forget_registers(self) -> None:
        """All that it may change: the caller's by convention, or by its comment; flags, and the multiplier."""
        machine, target = self.machine, self.target
        kept = always_kept(target) | ({LINK[target.name]} if target.name in LINK else set())
        if not self.contract.saves_nothing:
            kept |= set(target.kept)
        if self.contract.keeps_frame:
            kept |= set(target.frame_pointer)
        if self.contract.keeps_constants:
            kept |= set(target.constant)
        for name in set(target.registers) - kept:
            machine.values[name] = Opaque(f"{name}, after the call of {self.contract.kernel}")
        if target.device:
            machine.device = target.device()


def missing(target: Target, used: list[str]) -> list[str]:
    """The kernels among these that have no certificate of their bytes and comments."""
    kept = certificates.read(target.name)
    return [name for name in used if not certificates.stands(target, kept, name)]

"""Registers and stack slots for a `Program`. When no register is free, the byte whose next use is farthest leaves its
register (Belady 1966); a byte that can come back without having been stored leaves sooner.

Z reaches the arguments that are bound to it; the pointers to them wait in the frame. Instructions that move bytes
leave the carry flag unchanged, so they may stand anywhere."""

import dataclasses
from collections import deque

from codegen.avr.listing import MAX_DISPLACEMENT, Listing
from codegen.avr.virtual import HIGH, LOW, Byte, Op, Program

REGISTERS = (*range(18, 28), 16, 17, *range(2, 16))  # call-saved registers last
UPPER = 16  # ldi needs a register from here up
X_LOW = 26
FAR = "frame"  # the part of the frame beyond the reach of Y
NEVER = 1 << 30
# Found by trial over all kernels: how much sooner than others a byte that needs no store may leave its register (a
# factor of the distance to its next use); and the distance from which a byte that is loaded for one use does not keep
# a register.
CLEAN_FACTOR = 3
NEAR = 80
# How near the next use of a byte may be if it leaves to free a pair of registers (a factor of the farthest).
PAIR_FACTOR = 0.3
# With so few free registers, which are all pairs, a byte takes the register of one whose next use is at least so far:
# the pairs stay free for products.
KEPT_FREE, FAR_USE = 6, 150
# Instructions that may read a byte from r0, where it was loaded for this one use.
FLEETING = frozenset({"add", "adc", "sub", "sbc", "eor", "and", "or", "mul"})


@dataclasses.dataclass(frozen=True)
class Bindings:
    """How the pointer arguments, by name, are reached. in_z: by Z, which moves between them; in_x: by X, in ascending
    order, each byte once; in_y: by Y, in code without a frame. register: the low register of each pair."""

    register: dict[str, int]
    in_z: tuple[str, ...]
    in_x: str = ""
    in_y: str = ""


class Allocation:
    """Writes the program to a listing. Afterwards `used` has its registers, `frame_bytes` its frame, and `pointers`
    the arguments whose pointers must be in the frame from the start, at `pointer_place`."""

    def __init__(self, program: Program, bindings: Bindings, pointers: tuple[str, ...], asm: Listing) -> None:
        self.program, self.bindings, self.asm = program, bindings, asm
        self.expected = pointers
        self.in_register: dict[Byte, int] = {}
        self.holder: dict[int, Byte] = {}
        self.memory: dict[Byte, tuple[str, int]] = dict(program.owned)
        self.taken: set[int] = set()  # slots of the frame
        self.slots = 0
        self.used: set[int] = set()
        self.pointers: list[str] = []
        self.z = self.first_in_z = ""
        self.next_in_x = 0
        self.registers = [r for r in REGISTERS if not (bindings.in_x and r in (X_LOW, X_LOW + 1))]
        self._find_uses()
        self.arguments = [byte for byte in self.uses if byte.home]
        for register, byte in program.arrivals.items():
            self._bind(byte, register)

    def _find_uses(self) -> None:
        ops = self.program.ops
        self.uses: dict[Byte, deque[int]] = {}
        self.product_live = [False] * (len(ops) + 1)  # whether it is live before each instruction
        for position in reversed(range(len(ops))):
            op = ops[position]
            live = self.product_live[position + 1] and op.name != "mul"
            for byte in {*op.reads(), *op.writes()}:
                self.uses.setdefault(byte, deque()).appendleft(position)
            self.product_live[position] = live or op.name == "take" or op.source in (LOW, HIGH)
        for byte in self.program.departures:
            self.uses[byte].append(len(ops))

    # Places

    def pointer_place(self, name: str) -> int:
        """Displacement from Y of the pointer to an argument, or to the far part of the frame."""
        return 1 + 2 * self.expected.index(name)

    @property
    def _near_slots(self) -> int:
        return MAX_DISPLACEMENT - 2 * len(self.expected)

    @property
    def frame_bytes(self) -> int:
        return 2 * len(self.expected) + self.slots

    @property
    def far_base(self) -> int:
        """The far part of the frame, from Y."""
        return MAX_DISPLACEMENT + 1

    def _address(self, place: tuple[str, int]) -> str:
        """The operand for ldd or std; Z is made to point there if necessary."""
        name, offset = place
        if name == "slot":
            if offset < self._near_slots:
                return f"Y+{1 + 2 * len(self.expected) + offset}"
            name, offset = FAR, offset - self._near_slots
        if name == self.bindings.in_y:
            return f"Y+{offset}"
        if name == self.bindings.in_x:
            assert offset == self.next_in_x, "X reaches its argument in order only"
            self.next_in_x += 1
            return "X+"
        if self.z != name:
            self._point_z(name)
        assert offset <= MAX_DISPLACEMENT
        return f"Z+{offset}"

    def _point_z(self, name: str) -> None:
        if not self.z and name != FAR:
            self.first_in_z = name
        else:
            if name not in self.pointers:
                self.pointers.append(name)
            place = self.pointer_place(name) if name in self.expected else 1
            self.asm("ldd", "ZL", f"Y+{place}", note=name)
            self.asm("ldd", "ZH", f"Y+{place + 1}")
        self.z = name

    def _next_use(self, byte: Byte) -> int:
        uses = self.uses.get(byte)
        return uses[0] if uses else NEVER

    def _last_use(self, byte: Byte) -> int:
        uses = self.uses.get(byte)
        return uses[-1] if uses else NEVER

    # Registers

    def _bind(self, byte: Byte, register: int) -> int:
        self.in_register[byte] = register
        self.holder[register] = byte
        self.used.add(register)
        return register

    def _release(self, byte: Byte) -> None:
        register = self.in_register.pop(byte, None)
        if register is not None:
            del self.holder[register]

    def _forget_memory(self, byte: Byte) -> None:
        place = self.memory.pop(byte, None)
        if place and place[0] == "slot":
            self.taken.remove(place[1])

    def _clean(self, byte: Byte) -> bool:
        """Whether the value can be had again without being stored."""
        return byte.constant is not None or byte.home is not None or byte in self.memory

    def _worth_leaving(self, register: int) -> float:
        byte = self.holder[register]
        distance = self._next_use(byte) - self.position
        return distance * CLEAN_FACTOR if self._clean(byte) else distance

    def _evict(self, register: int) -> None:
        byte = self.holder[register]
        if not self._clean(byte):
            place = self.program.spill_places.get(byte) or self._new_slot()
            self._check_order(byte, place)
            self.memory[byte] = place
            self.asm("std", self._address(place), f"r{register}")
        self._release(byte)

    def _new_slot(self) -> tuple[str, int]:
        slot = next(slot for slot in range(self.slots + 1) if slot not in self.taken)
        self.taken.add(slot)
        self.slots = max(self.slots, slot + 1)
        return "slot", slot

    def _free(self) -> list[int]:
        return [r for r in self.registers if r not in self.holder]

    def _grab(self, pinned: set[int], upper: bool = False) -> int:
        """A register that is free now; if there is a choice, one whose neighbour is not free."""
        free = [r for r in self._free() if r not in pinned and (not upper or r >= UPPER)]
        candidates = [r for r in self.registers if r not in pinned and r in self.holder and (not upper or r >= UPPER)]
        victim = max(candidates, key=self._worth_leaving, default=None)
        if free:
            single = next((r for r in free if r ^ 1 in self.holder), None)
            if single is not None:
                return single
            if len(self._free()) > KEPT_FREE or victim is None or self._worth_leaving(victim) < FAR_USE:
                return free[0]
            self._evict(victim)
            return victim
        others = [r for r in self._free() if r not in pinned]
        if others:
            self._move(victim, others[0])
        else:
            self._evict(victim)
        return victim

    def _move(self, register: int, target: int) -> None:
        byte = self.holder[register]
        self.asm("mov", f"r{target}", f"r{register}")
        self._release(byte)
        self._bind(byte, target)

    def _grab_two(self) -> tuple[int, int]:
        """Two registers that are free now; a pair for movw if that costs no more."""
        while len(free := self._free()) < 2:
            self._evict_for_pair(free)
        free = set(self._free())
        low = next((r for r in self.registers if r % 2 == 0 and {r, r + 1} <= free), None)
        if low is None:
            # Moves one register, so that the pair stays free for the next product too.
            halves = [r for r in self.registers if r in free and r ^ 1 in self.registers]
            single = max(halves, key=lambda r: self._last_use(self.holder[r ^ 1]))
            self._move(single ^ 1, next(r for r in self.registers if r in free and r != single))
            low = single & ~1
        return low, low + 1

    def _evict_for_pair(self, free: list[int]) -> None:
        """Frees one more register: the neighbour of the free one, or one of two neighbours, unless that costs much."""
        held = [r for r in self.registers if r in self.holder]
        worth = {r: self._worth_leaving(r) for r in held}
        best = max(held, key=worth.__getitem__)
        neighbours = [r for r in held if (r ^ 1 in free if free else r ^ 1 in worth)]
        if neighbours:
            choice = max(neighbours, key=lambda r: min(worth[r], worth.get(r ^ 1, NEVER)))
            if min(worth[choice], worth.get(choice ^ 1, NEVER)) >= PAIR_FACTOR * worth[best]:
                best = choice
        self._evict(best)

    # Values

    def _load(self, byte: Byte, register: str) -> None:
        if byte.constant is not None:
            if byte.constant:
                self.asm("ldi", register, f"0x{byte.constant:02x}")
            else:
                self.asm("clr", register)
            return
        place = self.memory.get(byte) or byte.home
        assert place, "a byte is read before it is written"
        address = self._address(place)
        if address == "X+":
            self.asm("ld", register, address, note=f"{place[0]}[{place[1]}]")
        else:
            self.asm("ldd", register, address, note="" if place[0] == "slot" else f"{place[0]}[{place[1]}]")

    def _ensure(self, byte: Byte, pinned: set[int], upper: bool = False) -> int:
        """The register of the byte, which is loaded if no register holds it."""
        register = self.in_register.get(byte)
        if register is not None and (not upper or register >= UPPER):
            return register
        target = self._grab(pinned | ({register} if register is not None else set()), upper)
        if register is not None:
            self._move(register, target)
            return target
        self._load(byte, f"r{target}")
        return self._bind(byte, target)

    def _source(self, op: Op, pinned: set[int]) -> str:
        """The register of a byte that an instruction only reads."""
        byte = op.source
        if byte in (LOW, HIGH):
            return "r0" if byte is LOW else "r1"
        if byte in self.in_register:
            return f"r{self.in_register[byte]}"
        fleeting = op.name in FLEETING and not self.product_live[self.position] and not byte.constant
        if fleeting and self._next_use(byte) - self.position > NEAR:
            self._load(byte, "r0")
            return "r0"
        return f"r{self._ensure(byte, pinned, upper=bool(byte.constant))}"

    # Instructions

    def run(self) -> None:
        for position, op in enumerate(self.program.ops):
            self.position = position
            if op.name == "comment":
                self.asm.block(op.text)
                continue
            touched = {*op.reads(), *op.writes()} - {LOW, HIGH}
            for byte in touched:
                self.uses[byte].popleft()
            handler = getattr(self, f"_{op.name}_op", self._instruction)
            handler(op)
            for byte in touched:
                if self._next_use(byte) == NEVER:
                    self._release(byte)
                    self._forget_memory(byte)
        self.position = len(self.program.ops)
        pinned: set[int] = set()
        for byte in self.program.departures:
            pinned.add(self._ensure(byte, pinned))

    def _instruction(self, op: Op) -> None:
        target = op.target
        assert target.home is None and target.constant is None, "arguments and constants must not change"
        immediate = isinstance(op.source, int)
        pinned = {self.in_register[op.source]} if op.source in self.in_register else set()
        register = self._ensure(target, pinned, upper=immediate)
        if op.source is None:
            self.asm(op.name, f"r{register}")
        elif immediate:
            self.asm(op.name, f"r{register}", op.source)
        else:
            self.asm(op.name, f"r{register}", self._source(op, {register}))
        self._forget_memory(target)

    def _fetch_op(self, op: Op) -> None:
        self._ensure(op.target, set(), upper=bool(op.target.constant))

    def _mul_op(self, op: Op) -> None:
        a, b = op.target, op.source
        pinned = {self.in_register[b]} if b in self.in_register else set()
        register = self._ensure(a, pinned, upper=bool(a.constant))
        self.asm("mul", f"r{register}", self._source(op, {register}))

    def _mask_op(self, op: Op) -> None:
        if self._next_use(op.target) == NEVER:
            return
        register = self._bind(op.target, self._grab(set()))
        self.asm("sbc", f"r{register}", f"r{register}")

    def _take_op(self, op: Op) -> None:
        low, high = self._grab_two()
        if high == low + 1 and low % 2 == 0:
            self.asm("movw", f"r{low}", "r0")
        else:
            self.asm("mov", f"r{low}", "r0")
            self.asm("mov", f"r{high}", "r1")
        self._bind(op.target, low)
        self._bind(op.source, high)

    def _copy_op(self, op: Op) -> None:
        source, target = op.source, op.target
        register = self.in_register.get(source)
        if register is not None and self._next_use(source) == NEVER:
            self._release(source)
            self._bind(target, register)
            place = self.memory.pop(source, None) or source.home
            if place:
                self.memory[target] = place
            return
        new = self._grab(
            {register} if register is not None else set(), upper=register is None and bool(source.constant)
        )
        if register is not None or source in (LOW, HIGH):
            self.asm("mov", f"r{new}", self._source(op, set()))
        else:
            self._load(source, f"r{new}")
        self._bind(target, new)
        if source.home:
            self.memory[target] = source.home

    def _store_op(self, op: Op) -> None:
        byte = op.target
        register = self._ensure(byte, set())
        self._check_order(byte, op.place)
        address = self._address(op.place)
        self.asm("st" if address == "X+" else "std", address, f"r{register}", note=f"{op.place[0]}[{op.place[1]}]")
        self._forget_memory(byte)
        self.memory[byte] = op.place

    def _check_order(self, byte: Byte, place: tuple[str, int]) -> None:
        """Whether no other byte at the same offset of an argument is needed any more, if the output may replace it."""
        if not self.program.aliased or place[0] == "slot":
            return
        places = {other: other.home for other in self.arguments} | self.memory
        for other, (name, offset) in places.items():
            late = other is not byte and name != "slot" and offset == place[1] and self._next_use(other) != NEVER
            assert not late, "an argument is read after the output may have replaced it"

"""Inverses by Euclid's algorithm, as codegen/avr/euclid.py writes it, by an invariant of its loop.

Four polynomials lie in the frame, S bytes each: u, v, b, c. Two registers point to u and v, which trade places; b and
c are 2 S bytes above them. At the head of the loop this holds, with m the degree of f:

  (1) u = a b and v = a c modulo f, and u and v have no common divisor.
  (2) deg u = du and deg v = dv, the numbers in registers; both are at least 1; at most m, and not both m.
  (3) deg b <= m - dv, which another register has. deg c <= C for a C with C + du <= m, and a register has the byte of
      C; it is not used while dv = m.

A pass makes du >= dv by a trade, if need be: then v is the old u, so that m - dv is m less the old du; and C is the m
less the old dv, C + du = m. With j = du - dv it adds z^j c to b and z^j v to u. That keeps (1). The degree of b stays
below C + j <= m - dv. The new u is not 0: u = z^j v would make v a common divisor, of degree dv >= 1. Its degree is
less than du, and C + du <= m stays. So du + dv gets smaller, and the loop ends, with deg u = 0: u = 1 and a b = 1. As
deg b < m, b is the inverse.

The bytes are executed for the following, and each is compared with what is said above:

  entry   from the call, for any a that is not 0: u = a, v = f, b = 1, c = 0, the degree of v; a = 0 is executed alone.
  search  for the degree of u, from Y above its highest byte that is not 0, for each place and value of that byte.
  control for each du and dv: trade, shift, pointers, and the numbers for both additions.
  addition y += x z^bits, for each number of bytes and bits, any x and y, at any two places (domains/pointers.py).
  result  from u = 1, for any b: r = b, registers and frame as promised.

That the pieces meet, at addresses of code which are read from the code, and that additions stay in their polynomials
and leave Y above u, is checked for each du and dv."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from motelab.prove.domains.bilinear import Bilinear
from motelab.prove.domains.each_case import EachCase, Token, cases
from motelab.prove.domains.forms import Bits, Forms
from motelab.prove.domains.pointers import Pointed, Pointer, parts_of
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call, Done, Entry, entered, execute, returned
from motelab.prove.kernel.machine import EXIT, Machine, Opaque, Region, Unknown
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.refutation import Numbers
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.binary import frobenius
from motelab.prove.meanings.inverses import Inverse
from motelab.prove.methods import loops
from motelab.prove.methods.binary_fields import input_bytes
from motelab.prove.methods.loops import Arrived, State
from motelab.prove.targets import Target

METHOD = "invariant of Euclid's algorithm"
X, Y = ("r26", "r27"), ("r28", "r29")
AT_U, AT_V, DEGREE_V, DEGREE_B, BYTE_C, ZERO = ("r2", "r3"), ("r4", "r5"), ("r6", "r7"), ("r8", "r9"), "r10", "r11"
DEGREE_U, COUNT, SHIFT, FACTOR, SETUP = ("r18", "r19"), "r17", ("r20", "r21"), "r22", ("r16", "r24", "r25")
# What an addition may change; what a search for the degree may.
CHANGED = {"r0", "r1", "r12", "r13", COUNT, "r23", *X, *Y, "r30", "r31"}
SEARCHED = {"r23", *Y, *DEGREE_U}
ADDED = 6  # bytes of the instructions of the addition that move Y by the offset: they belong to the control
BYTES_OF_C = Token("the byte of C")
BASES = {"x": 0x4000, "y": 0x6000}


def degree(number: int) -> tuple[int, int]:
    """A degree in its two registers: the bit in the upper three bits of the lower one."""
    return (number & 7) << 5, number >> 3


class Proof:
    """The pieces of one kernel."""

    def __init__(self, target: Target, contract: Contract, code: Code, meaning: Inverse):
        self.target, self.contract, self.code = target, contract, code
        self.sizes, self.m, self.size = (
            meaning.sizes(target, contract),
            contract.modulus[0],
            meaning.sizes(target, contract)["a"],
        )
        self.steps = 0
        self.setups: dict[int, tuple] = {}  # of the addition, by the bits of the shift
        self.find_places()

    def find_places(self) -> None:
        """Addresses in the code: the addition, its two calls, the search after them, the head, and the result."""
        start, self.add = self.code.symbols[self.contract.symbol], self.code.symbols.get("add_shifted", -1)
        at, calls, self.search, self.head, self.result = start, [], -1, -1, -1
        branch = None
        while (one := self.code.instruction(at)).text != "ret":
            if one.text.startswith(("rcall", "call")) and one.jump.target == self.add:
                calls.append(at + one.size)
            elif one.text.startswith("rjmp") and len(calls) == 2 and self.head < 0:
                self.head, self.result = one.jump.target, branch.jump.target if branch and branch.jump else -1
            branch, at = one, at + one.size
        if len(calls) != 2 or self.result < 0:
            raise Undecided("the code has not the parts of Euclid's algorithm")
        self.after, self.search = calls, calls[1]

    def run(self) -> Done:
        self.of_zero()
        self.entry()
        for turn in (0, 1):
            at = self.at if not turn else self.at[::-1]
            self.searches(at)
            self.controls(at)
        for bits, setup in sorted(self.setups.items()):
            for number in range(self.m // 8 + 1):
                for top in (0, 1) if bits == 1 else (None,):
                    self.addition(number, bits, setup, top)
        for u, v in self.pairs():
            self.meets(max(u, v), min(u, v))
        for at in (self.at, self.at[::-1]):
            done = self.ended(at)
        done.machine.steps = self.steps
        return done

    def pairs(self) -> Iterator[tuple[int, int]]:
        return ((u, v) for u in range(1, self.m + 1) for v in range(1, self.m + 1) if u + v < 2 * self.m)

    def of_zero(self) -> None:
        done = execute(self.target, self.contract, self.code, Numbers(), Call(self.sizes, {"a": [0] * self.size}))
        self.steps += done.machine.steps
        if any(done.output("r")):
            raise Undecided("the inverse of 0 is another number")

    def until(self, machine: Machine, start: int, stops: tuple[int, ...]) -> int:
        """Executes until control comes to one of some addresses, but not at the start; EXIT if it returns."""
        is_first = True

        def before(one: Machine) -> None:
            nonlocal is_first
            if one.pc in stops and not is_first:
                raise Arrived
            is_first = False

        machine.before = before
        try:
            machine.run(start)
        except Arrived:
            pass
        except Unknown as error:
            raise machine.stuck(str(error)) from None
        self.steps += machine.steps
        return machine.pc

    def entry(self) -> None:
        """From the call to the search, for any a but 0."""
        names = [f"a{i}" for i in range(self.size)]
        call = Call(self.sizes, {"a": [Token(name) for name in names]})
        self.start = entered(self.target, self.contract, self.code, EachCase(frozenset(names)), call)
        machine = self.start.machine
        self.regions = machine.regions
        machine.regions = [one for one in machine.regions if one.name == "a"]
        self.reaches(self.until(machine, self.code.symbols[self.contract.symbol], (self.search,)), self.search)
        state = loops.snapshot(self.target, machine)
        u, v = (self.word(state.values, pair) for pair in (AT_U, AT_V))
        self.at, self.room = (u, v), v - u
        if self.room < self.m // 8 + 2:
            raise Undecided("the polynomials lie too close")
        f = sum(1 << e for e in self.contract.modulus).to_bytes(self.room, "little")
        zero = [0] * self.room
        a = [*call.inputs["a"], *[0] * (self.room - self.size)]
        for start, value in zip(self.slots(self.at), (a, list(f), [1, *zero[1:]], zero), strict=True):
            if [state.memory.get(start + i) for i in range(self.room)] != value:
                raise Undecided("u, v, b, c do not begin as a, f, 1, 0")
        self.has(state.values, {DEGREE_V: degree(self.m), DEGREE_B: (0, 0), (ZERO,): (0,)})
        self.has(state.values, {Y: self.pointer(u + self.size)})
        own = {start + i for start in self.slots(self.at) for i in range(self.room)}
        self.frame = {at: value for at, value in state.memory.items() if at not in own and machine.in_frame(at)}
        self.values = state.values

    def slots(self, at: tuple[int, int]) -> tuple[int, ...]:
        """Where u, v, b, c are."""
        return (*at, *(start + 2 * self.room for start in at))

    @staticmethod
    def pointer(number: int) -> tuple[int, int]:
        return number & 255, number >> 8

    @staticmethod
    def word(values: dict[str, Any], pair: tuple[str, str]) -> int:
        low, high = (values[name] for name in pair)
        if not isinstance(low, int) or not isinstance(high, int):
            raise Undecided("a pointer is no number")
        return low | high << 8

    @staticmethod
    def reaches(at: int, expected: int) -> None:
        if at != expected:
            raise Undecided(f"control comes to {at:#x}")

    @staticmethod
    def has(values: dict[str, Any], expected: dict[tuple[str, ...], tuple]) -> None:
        """Raises Undecided unless registers have these values."""
        for names, wanted in expected.items():
            for name, value in zip(names, wanted, strict=True):
                if not loops.is_same(values[name], value):
                    raise Undecided(f"{name} is not what the invariant says")

    def registers(self, known: dict[tuple[str, ...], tuple]) -> dict[str, Any]:
        """All registers: those of the caller and the stack pointer as after the entry, some known, 0, and the others
        with a value of their own."""
        kept = {"r14", "r15", "I", *self.target.stack_pointer}
        values = {n: self.values[n] if n in kept else Opaque(f"{n} here") for n in self.target.registers}
        values[ZERO] = 0
        return values | {name: one for names, some in known.items() for name, one in zip(names, some, strict=True)}

    def machine(self, domain: Any, values: dict[str, Any], memory: dict[int, Any], regions: list[Region]) -> Machine:
        state = State(values, memory)
        entry = loops.resumed(self.target, self.start, domain, state)
        entry.machine.regions = regions
        return entry.machine

    def keeps(self, machine: Machine, before: dict[str, Any], changed: set[str]) -> None:
        """Raises Undecided if a register that may not change has another value; flags may, but for I."""
        after = loops.snapshot(self.target, machine).values
        for name, value in before.items():
            is_flag = name != "I" and name in self.target.flags
            if name not in changed and not is_flag and not loops.is_same(after[name], value):
                raise Undecided(f"{name} is not kept")

    def searches(self, at: tuple[int, int]) -> None:
        """From Y above the highest byte of u that is not 0, one byte down if that one is 0, or the degree."""
        u = at[0]
        for above in range(1, self.room + 1):
            before = self.registers({AT_U: self.pointer(u), AT_V: self.pointer(at[1]), Y: self.pointer(u + above)})
            if above > 1:
                machine = self.machine(Numbers(), before, {u + above - 1: 0}, [])
                self.reaches(self.until(machine, self.search, (self.search,)), self.search)
                self.keeps(machine, before, {"r23", *Y})
                self.has(loops.snapshot(self.target, machine).values, {Y: self.pointer(u + above - 1)})
            for bit in range(8):
                byte = cases(list(range(1 << bit, 2 << bit)))
                machine = self.machine(EachCase(), before, {u + above - 1: byte}, [])
                is_one = above == 1 and bit == 0
                stop = self.until(machine, self.search, (self.search, self.head, self.result))
                self.reaches(stop, self.result if is_one else self.head)
                self.keeps(machine, before, SEARCHED)
                self.has(loops.snapshot(self.target, machine).values, {DEGREE_U: degree(8 * above - 8 + bit)})

    def controls(self, at: tuple[int, int]) -> None:
        """From the head to both additions, for all du and dv, in groups that take one path."""
        groups = defaultdict(list)
        for u, v in self.pairs():
            groups[u < v, abs(u - v) & 7].append((u, v))
        for (is_traded, bits), pairs in groups.items():
            self.control(at, is_traded, bits, pairs)

    def control(self, at: tuple[int, int], is_traded: bool, bits: int, pairs: list[tuple[int, int]]) -> None:
        m, room = self.m, self.room

        def each(pair: tuple[str, str], numbers: list[int]) -> dict:
            return {pair: tuple(cases([degree(number)[i] for number in numbers]) for i in (0, 1))}

        old_v = [v for _, v in pairs]
        before = {AT_U: self.pointer(at[0]), AT_V: self.pointer(at[1]), (BYTE_C,): (BYTES_OF_C,)}
        before |= each(DEGREE_U, [u for u, _ in pairs]) | each(DEGREE_V, old_v) | each(DEGREE_B, [m - v for v in old_v])
        u, v = at[::-1] if is_traded else at
        small, offsets = [min(pair) for pair in pairs], [abs(x - y) >> 3 for x, y in pairs]
        byte_c = cases([m - one >> 3 for one in old_v]) if is_traded else BYTES_OF_C
        after = {AT_U: self.pointer(u), AT_V: self.pointer(v), (BYTE_C,): (byte_c,), (ZERO,): (0,)}
        after |= each(DEGREE_V, small) | each(DEGREE_B, [m - one for one in small])
        values, start = self.registers(before), self.head
        for source, sum_, add, number in (
            (
                v + 2 * room,
                u + 2 * room,
                0,
                Token("the byte of C", 1) if not is_traded else cases([(m - one >> 3) + 1 for one in old_v]),
            ),
            (v, u, 1, cases([(one >> 3) + 1 for one in small])),
        ):
            machine = self.machine(EachCase(), values, {}, [])
            top = machine.stack_pointer
            self.reaches(
                self.until(machine, start, (self.add + ADDED, self.search, self.head, self.result)), self.add + ADDED
            )
            now = loops.snapshot(self.target, machine)
            sums = [sum_ + offset for offset in offsets]
            place = {X: self.pointer(source), Y: tuple(cases([self.pointer(one)[i] for one in sums]) for i in (0, 1))}
            self.has(now.values, after | place | {(COUNT,): (number,)})
            self.has_setup(bits, now.values)
            back = self.after[add] // 2
            if (now.memory.get(top), now.memory.get(top - 1)) != (
                back & 255,
                back >> 8,
            ) or machine.stack_pointer != top - 2:
                raise Undecided("the addition returns to another place")
            junk = {name: Opaque(f"{name} after an addition") for name in (*CHANGED, *self.target.flags) if name != "I"}
            values, start = now.values | junk | {n: values[n] for n in self.target.stack_pointer}, self.after[add]

    def has_setup(self, bits: int, values: dict[str, Any]) -> None:
        """The numbers that choose the code of the addition depend on the bits of the shift alone."""
        setup = tuple(values[name] for name in (*SETUP, *((FACTOR,) if bits > 1 else ())))
        if not all(isinstance(one, int) for one in setup) or self.setups.setdefault(bits, setup) != setup:
            raise Undecided("the addition is chosen by more than the bits of the shift")

    def addition(self, number: int, bits: int, setup: tuple, top: int | None) -> None:
        """y += x z^bits for x of number + 1 bytes; `top` is the highest bit of x, where the code asks for it."""
        forms = Forms(8 * (number + 1), 8 * (number + 2))
        x = [forms.left_bit(i) for i in range(8 * (number + 1))]
        x[-1] = x[-1] if top is None else top
        y = [forms.right_bit(i) for i in range(8 * (number + 2))]
        sizes = {"x": number + 1, "y": number + 2}
        regions = [Region(name, BASES[name], sizes[name], True, name == "y") for name in BASES]
        memory = {BASES["x"] + i: one for i, one in enumerate(input_bytes(x, sizes["x"]))}
        memory |= {BASES["y"] + i: one for i, one in enumerate(input_bytes(y, sizes["y"]))}
        known = {X: parts_of(Pointer("x", 0)), Y: parts_of(Pointer("y", 0)), (COUNT,): (number + 1,)}
        known |= {((*SETUP, FACTOR) if bits > 1 else SETUP): setup}
        before = self.registers(known)
        machine = self.machine(Pointed(forms, BASES), before, memory, regions)
        self.target.entry(machine, EXIT)
        machine.deepest = machine.stack
        self.reaches(self.until(machine, self.add + ADDED, ()), EXIT)
        self.keeps(machine, before, CHANGED)
        found = [loops.seen(machine, machine.memory[BASES["y"] + i]) for i in range(sizes["y"])]
        if not all(isinstance(one, int | Bits) for one in found):
            raise Undecided("an addition gives a byte that is no form")
        got = [bit for byte in found for bit in forms.bits(byte, 8)]
        for i, form in enumerate(x):
            y[i + bits] ^= form
        if got != y:
            raise Undecided("an addition gives another sum")
        end = Pointer("y", self.covered(number, bits, top))
        self.has(loops.snapshot(self.target, machine).values, {Y: parts_of(end)})

    @staticmethod
    def covered(number: int, bits: int, top: int | None) -> int:
        """Bytes of the sum that Y is above after an addition."""
        return number + 1 + (0 if bits == 0 else top if bits == 1 and top is not None else 1)

    def meets(self, u: int, v: int) -> None:
        """For deg u >= deg v: additions stay in u and b, and Y is above u afterwards."""
        offset, bits, number = u - v >> 3, u - v & 7, v >> 3
        above = offset + self.covered(number, bits, int(v & 7 == 7) if bits == 1 else None)
        widest = self.m - u >> 3
        if offset + max(number, widest) + 2 > self.room or not (u >> 3) < above <= self.room or bits not in self.setups:
            raise Undecided("an addition leaves its polynomial")
        if max(number, widest) > self.m // 8:
            raise Undecided("an addition of more bytes than were executed")

    def ended(self, at: tuple[int, int]) -> Done:
        """From the result, for any b below z^m."""
        forms = Forms(self.m)
        b = input_bytes([forms.left_bit(i) for i in range(self.m)], self.room)
        values = self.registers({AT_U: self.pointer(at[0]), AT_V: self.pointer(at[1])})
        memory = self.frame | {self.slots(at)[2] + i: value for i, value in enumerate(b)}
        machine = self.machine(Bilinear(forms), values, memory, self.regions)
        self.reaches(self.until(machine, self.result, ()), EXIT)
        entry = Entry(machine, self.start.places, self.start.before, self.start.call)
        done = returned(self.target, self.contract, entry)
        got = [bit for byte in done.output("r") for bit in forms.bits(byte, 8)]
        if got != [*[forms.left_bit(i) for i in range(self.m)], *[0] * (8 * self.size - self.m)]:
            raise Undecided("the result is not b")
        return done


def is_irreducible(f: tuple[int, ...]) -> bool:
    """Of a degree m that is a prime number: z^(2^m) = z modulo f lets factors of degree m and 1 alone, each once, and f
    is not 0 at 0 and 1."""
    m = f[0]
    is_prime = m > 1 and all(m % divisor for divisor in range(2, int(m**0.5) + 1))
    return is_prime and frobenius(2, f, m) == 2 and f[-1] == 0 and len(f) % 2 == 1


def prove(target: Target, contract: Contract, code: Code, meaning: Inverse) -> Done:
    """The executions that show the statement; raises Undecided, Stuck or Broken. r is written after a has been read."""
    if target.name != "avr":
        raise Undecided("no such code on this target")
    if not is_irreducible(contract.modulus):
        raise Undecided("f is not shown to be irreducible")
    return Proof(target, contract, code, meaning).run()

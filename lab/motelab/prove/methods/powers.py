"""Powers of an element by squarings and products: a chain of subroutines, cut before each call.

At a cut all memory that holds an element is known as a power of a, by its exponent; other memory is a known number, a
value of the caller, or unknown. One or two of these powers become x and y, any elements; the bytes of the others can be
moved and nothing else. The code until the next cut is executed, and what it leaves is x to a power of two, x y, or one
of the others. For a statement on all elements x and y holds for those two powers. Which ones they are is tried: with
others the execution fails. The exponents are numbers; the last one is that of the statement."""

import contextlib
import functools
import itertools
from typing import Any

from motelab.prove.domains.counting import Counting
from motelab.prove.domains.forms import Bits, Forms, ones
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Call, Done, Entry, entered, returned
from motelab.prove.kernel.machine import EXIT, Opaque, Stuck
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.binary import BINARY, squared
from motelab.prove.meanings.inverses import Inverse
from motelab.prove.methods import loops
from motelab.prove.methods.binary_fields import input_bytes
from motelab.prove.methods.loops import Arrived, State
from motelab.prove.targets import Target

METHOD = "forms over GF(2), chain of powers"
CALLS_MAX = 2000
CALLS = ("rcall", "call")
Element = tuple[Any, ...]  # its bytes, such that they can be compared


def comparable(value: Any) -> Any:
    return tuple(value) if isinstance(value, Bits) else value


class Proof:
    """The segments of one kernel."""

    def __init__(self, target: Target, contract: Contract, code: Code, meaning: Inverse, same: dict[str, str]):
        self.target, self.contract, self.code, self.meaning, self.same = target, contract, code, meaning, same
        self.sizes, self.f = meaning.sizes(target, contract), contract.modulus
        self.degree, self.size = self.f[0], self.sizes["a"]
        self.forms = Forms(self.degree, self.degree)
        self.domain = Counting(self.forms)
        self.left = input_bytes([self.forms.left_bit(i) for i in range(self.degree)], self.size)
        self.right = input_bytes([self.forms.right_bit(i) for i in range(self.degree)], self.size)
        self.results = self.squarings()
        product = list(BINARY["r = a b mod f"].expected(self.f, self.forms, 8 * self.size))
        self.product = tuple(map(comparable, input_bytes(product, self.size)))
        self.moved: dict[int, list[Opaque]] = {}  # the bytes of a power that can only be moved
        self.steps = 0

    def squarings(self) -> dict[Element, int]:
        """x to the power of 2^k, and k."""
        images = [squared(1 << i, self.f) for i in range(self.degree)]
        element, found = [self.forms.left_bit(i) for i in range(self.degree)], {}
        for k in range(self.degree):
            found[tuple(map(comparable, input_bytes(element, self.size)))] = k
            result = [0] * self.degree
            for form, image in zip(element, images, strict=True):
                for place in ones(image):
                    result[place] ^= form
            element = result
        return found

    def run(self) -> Done:
        call = Call(self.sizes, {"a": self.left}, same=self.same)
        entry = entered(self.target, self.contract, self.code, self.domain, call)
        state, at, powers = self.begun(entry)
        for _ in range(CALLS_MAX):
            now, exponents = self.segment(entry, state, at, powers)
            if now.machine.pc == EXIT:
                done = returned(self.target, self.contract, now)
                done.machine.steps = self.steps
                if exponents.get(now.places["r"]) != (1 << self.degree) - 2:
                    raise Undecided("the result is another power")
                return done
            state, at, powers = loops.snapshot(self.target, now.machine), now.machine.pc, exponents
        raise Undecided("the chain does not end")

    def begun(self, entry: Entry) -> tuple[State, int, dict[int, int]]:
        """The state after the call, and the exponent of each element by its address."""
        state = loops.snapshot(self.target, entry.machine)
        return state, self.code.symbols[self.contract.symbol], {entry.places["a"]: 1}

    def segment(self, entry: Entry, state: State, at: int, powers: dict[int, int]) -> tuple[Entry, dict[int, int]]:
        """The code until the next cut, and the exponents there."""
        reason = "no power of a is left"
        exponents = sorted(set(powers.values()), reverse=True)
        for x, y in (*((one, 0) for one in exponents), *itertools.permutations(exponents, 2)):
            now = loops.resumed(self.target, entry, self.domain, self.instance(state, powers, x, y))
            try:
                self.advance(now, at)
                return now, self.recognized(now, exponents, x, y)
            except (Stuck, Broken, Undecided) as error:
                reason = str(error)
        raise Undecided(reason)

    def instance(self, state: State, powers: dict[int, int], x: int, y: int) -> State:
        """The state with two powers as any elements; what depends on earlier ones is unknown."""

        def is_kept(value: Any) -> bool:
            return value is not loops.UNKNOWN and not isinstance(value, Bits)

        memory = {place: value for place, value in state.memory.items() if is_kept(value)}
        for start, exponent in powers.items():
            bytes_ = self.left if exponent == x else self.right if exponent == y else self.as_moved(exponent)
            memory |= {start + i: value for i, value in enumerate(bytes_)}
        values = {name: value if is_kept(value) else loops.UNKNOWN for name, value in state.values.items()}
        return State(values, memory)

    def as_moved(self, exponent: int) -> list[Any]:
        """The bytes of a power, which nobody may compute with."""
        if exponent not in self.moved:
            self.moved[exponent] = [Opaque(f"byte {i} of a power of a") for i in range(self.size)]
        return list(self.moved[exponent])

    def advance(self, now: Entry, at: int) -> None:
        """Executes until the next call of a subroutine that is not the first instruction, or to the end."""
        machine, is_first = now.machine, True

        def before(one: Any) -> None:
            nonlocal is_first
            if not is_first and one.text.split()[0] in CALLS and one.pc in self.main:
                raise Arrived
            is_first = False

        machine.before = before
        with contextlib.suppress(Arrived):
            machine.run(at)
        self.steps += machine.steps
        if machine.secret_addresses and not self.contract.allows_secret_addresses:
            raise Broken("addresses depend on inputs, and the comment says that they do not")

    @functools.cached_property
    def main(self) -> range:
        """The addresses of the routine itself: until its first return."""
        at = start = self.code.symbols[self.contract.symbol]
        while (one := self.code.instruction(at)).text != "ret":
            at += one.size
        return range(start, at)

    def recognized(self, now: Entry, exponents: list[int], x: int, y: int) -> dict[int, int]:
        """The exponent of each element in memory."""
        known: dict[Element, int] = {}
        for exponent in exponents:
            if exponent not in (x, y):
                known[tuple(self.as_moved(exponent))] = exponent
        known |= {element: x << k for element, k in self.results.items()}
        if y:
            known |= {tuple(map(comparable, self.right)): y, self.product: x + y}
        memory = {at: comparable(loops.seen(now.machine, value)) for at, value in now.machine.memory.items()}
        found, free = {}, 0
        for at in sorted(memory):
            run = tuple(memory.get(at + i) for i in range(self.size))
            if at >= free and (exponent := known.get(run)) is not None:
                found[at], free = exponent, at + self.size
        if not found:
            raise Undecided("no power of a is left")
        return {at: (exponent - 1) % ((1 << self.degree) - 1) + 1 for at, exponent in found.items()}


def prove(target: Target, contract: Contract, code: Code, meaning: Inverse) -> Done:
    """The executions that show the statement; raises Undecided, Stuck or Broken."""
    done = Proof(target, contract, code, meaning, {}).run()
    for output, other in contract.aliases:
        Proof(target, contract, code, meaning, {other: output}).run()
    return done

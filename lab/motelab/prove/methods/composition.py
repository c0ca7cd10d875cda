"""Proofs of kernels that call others, by the statements of these: polynomials over F_p in the inputs."""

from typing import Any

from motelab.prove.domains.residues import Element, Polynomial, Residues
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Call, Done, execute
from motelab.prove.kernel.machine import Stuck, Unknown
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.algebra import Algebra, Values, inverse_radix
from motelab.prove.meanings.common import element_bytes
from motelab.prove.methods.calls import Calls
from motelab.prove.methods.words import Words
from motelab.prove.targets import Target

METHOD = "composition"
BYTE, SHIFTS = 8, range(24, 256, 24)


class Attempt:
    """One execution: values of the switches, and parameters that are the same memory."""

    def __init__(
        self,
        target: Target,
        contract: Contract,
        meaning: Algebra,
        switches: dict[str, int],
        same: dict[str, str],
        domain: Residues | Words,
    ):
        self.target, self.contract, self.meaning = target, contract, meaning
        self.domain, self.switches, self.same, self.size = domain, switches, same, element_bytes(target, contract)
        self.elements: dict[str, list[Element]] = {}
        for name, count in meaning.inputs:
            bound = meaning.bound(contract, name)
            if name not in same:
                self.elements[name] = [self.named(f"{name}{i}", bound, self.size) for i in range(count)]
        for name, other in same.items():
            if name in dict(meaning.inputs):
                self.elements[name] = self.elements.get(other) or [
                    self.named(f"{other}{i}", meaning.bound(contract, name), self.size)
                    for i in range(dict(meaning.inputs)[name])
                ]
                self.elements.setdefault(other, self.elements[name])
        for name, bound in meaning.numbers:
            self.elements[name] = [self.named(name, bound, 4)]

    def named(self, name: str, bound: int, size: int) -> Element:
        return Element(Polynomial.name(self.contract.modulus, name), bound, size)

    def call(self) -> Call:
        """Arguments in memory and in registers."""
        pointers = {one.name for one in self.contract.parameters if one.is_pointer}
        inputs: dict[str, list[Any]] = {}
        for name, own in self.elements.items():
            if name in pointers:
                shared = next((inputs[n] for n in inputs if self.elements[n] is own), None)
                inputs[name] = shared or [part for one in own for part in self.domain.given(one)]
        numbers = {name: self.domain.number_in_register(self.elements[name][0]) for name, _ in self.meaning.numbers}
        numbers |= {name: [value] for name, value in self.switches.items()}
        numbers = {name: value if isinstance(value, list) else [value] for name, value in numbers.items()}
        return Call(self.meaning.sizes(self.target, self.contract), inputs, numbers, self.same)

    def values(self) -> Values:
        found = {name: [one.residue for one in own] for name, own in self.elements.items()}
        return found | {name: [value] for name, value in self.switches.items()}

    def outputs(self, done: Done) -> Values:
        """Residues of the outputs; Broken unless each is below its bound."""
        found: Values = {}
        for name, count in self.meaning.outputs:
            start = done.places[name]
            found[name] = []
            for i in range(count):
                addresses = range(start + self.size * i, start + self.size * (i + 1))
                if missing := [at for at in addresses if at not in done.machine.memory]:
                    raise Broken(f"byte {missing[0] - start} of {name} is not written")
                try:
                    values = [done.machine.forced(done.machine.memory[at]) for at in addresses]
                    element = self.domain.taken(values, self.meaning.bound(self.contract))
                except Unknown as error:
                    raise Undecided(f"{name}[{i}]: {error}") from None
                found[name].append(element.residue)
        return found

    def check(self, code: Code, shift: int = 0) -> tuple[Done, Calls]:
        """Executes and compares; raises Undecided, Stuck or Broken."""
        calls = Calls(self.target, self.contract.kernel, code)
        done = execute(self.target, self.contract, calls, self.domain, self.call().moved(shift), calls.before)
        given, found = self.values(), self.outputs(done)
        left = [one for one in self.meaning.relations(given, found, inverse_radix(self.contract)) if one.terms]
        if left:
            raise Undecided(f"{len(left)} relations do not hold")
        if self.meaning.exact and not self.meaning.exact(given, found):
            raise Undecided("the coordinates may have a common factor that is 0")
        return done, calls


def prove(target: Target, contract: Contract, code: Code, meaning: Algebra) -> Done:
    """The execution that shows the statement: where elements are only moved, and else in words."""
    try:
        return composed(target, contract, code, meaning, Residues)
    except Stuck as error:
        if "only moved here" not in str(error):
            raise
    return composed(target, contract, code, meaning, Words)


def composed(target: Target, contract: Contract, code: Code, meaning: Algebra, domain: type) -> Done:
    """The execution that shows the statement. A switch is known in each: the instructions must be the same in all, and
    where the comment says so the addresses of memory, too. Each way in which an output may be an input is executed.
    Where pointers have two halves, memory lies at several places, so that carries between them occur."""
    cases: list[dict[str, int]] = [{}]
    for name, every in meaning.switches:
        cases = [case | {name: value} for case in cases for value in every]
    overlaps: list[dict[str, str]] = [{}]
    for output, other in contract.aliases:
        overlaps += [same | {other: output} for same in overlaps]
    first: Done | None = None
    used: dict[str, None] = {}
    for same in overlaps:
        traces = []
        for switches in cases:
            done, calls = Attempt(target, contract, meaning, switches, same, domain(contract.modulus)).check(code)
            traces.append((calls.path, done.machine.events if not contract.allows_secret_addresses else None))
            used |= calls.used
            first = first or done
        if any(trace != traces[0] for trace in traces):
            raise Broken("the path, or an address, depends on an input")
    for shift in SHIFTS if target.part_width == BYTE else ():
        Attempt(target, contract, meaning, cases[0], {}, domain(contract.modulus)).check(code, shift)
    first.rests = tuple(used)
    return first

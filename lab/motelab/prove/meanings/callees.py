"""The effect of a call of a kernel on elements of a prime field, by the statement of its comment: arguments that it
reads, each below a bound, and elements that it writes, each with its residue and a bound."""

import dataclasses
import math
import operator
from collections.abc import Callable
from typing import Any

from motelab.prove.kernel.contract import Contract
from motelab.prove.meanings.common import element_bytes
from motelab.prove.meanings.montgomery import Montgomery, montgomery
from motelab.prove.meanings.prime import Prime, exact, prime
from motelab.prove.meanings.residues import Residues, residues
from motelab.prove.meanings.wide import OF_MODULUS, wide, widened
from motelab.prove.targets import Target


@dataclasses.dataclass(frozen=True)
class Slot:
    """An argument, or one of an array: its name, its parameter, its first byte and its bytes, 0 for a number in
    registers; it is below `bound`."""

    name: str
    parameter: str
    offset: int
    size: int
    bound: int


@dataclasses.dataclass(frozen=True)
class Effect:
    """reads: what must be known; writes: places, whose bound is of the result, or 0 if it is the product of the bounds
    of what is read. function: residues of the results, from those of what is read by its name. switches: numbers that
    must be known, by name, with their parameter and the factor of a bit there."""

    reads: tuple[Slot, ...]
    writes: tuple[Slot, ...]
    function: Callable[[dict[str, Any]], list[Any]]
    switches: tuple[tuple[str, str, int], ...] = ()


class Arithmetic:
    """Sums and products as prime.py writes them, for numbers and polynomials with operators."""

    times = staticmethod(operator.mul)

    @staticmethod
    def plus(a: Any, b: Any, factor: int = 1) -> Any:
        return a + b * factor


def of_prime(target: Target, contract: Contract, meaning: Prime | Montgomery) -> Effect:
    """Of a statement that prime.py or montgomery.py has."""
    p, sizes = contract.modulus, meaning.sizes(target, contract)
    limits = meaning.limits(target, contract)
    reads = tuple(Slot(name, name, 0, sizes[name], limits[name]) for name, _ in meaning.inputs)
    factor, bound = 1, p
    if isinstance(meaning, Montgomery):
        factor, bound = pow(meaning.radix, -1, p), meaning.factor * p
    elif meaning.is_exact:
        bound = 0
    output = meaning.output[0]

    def function(values: dict[str, Any]) -> list[Any]:
        return [meaning.polynomial(Arithmetic, values) * factor]

    return Effect(reads, (Slot(output, output, 0, sizes[output], bound),), function)


def of_residues(target: Target, contract: Contract, meaning: Residues) -> Effect:
    """Of a statement that residues.py has."""
    size, limits = element_bytes(target, contract), meaning.limits(target, contract)
    reads, switches = [], []
    for one in meaning.given:
        if one.element is not None:
            reads.append(Slot(one.name, one.parameter, one.element * size, size, limits[one.name]))
        elif one.bits == 1:
            switches.append((one.name, one.parameter, one.factor))
        else:
            reads.append(Slot(one.name, one.parameter, 0, 0, limits[one.name]))
    writes = [Slot("", one.parameter, one.element * size, size, one.bound(contract)) for one in meaning.results]

    def function(values: dict[str, Any]) -> list[Any]:
        return [one.polynomial(Arithmetic, values) for one in meaning.results]

    return Effect(tuple(reads), tuple(writes), function, tuple(switches))


def effect(target: Target, contract: Contract) -> Effect | None:
    """The effect of a call; None if the statement has none here."""
    if not isinstance(contract.modulus, int):
        return None
    if meaning := residues(contract):
        return of_residues(target, contract, meaning)
    if wide(contract):  # congruent modulo p R, so also modulo p
        return of_residues(target, widened(contract), OF_MODULUS)
    meaning = exact(contract) or montgomery(contract) or prime(contract)
    return of_prime(target, contract, meaning) if meaning else None


def bound_of(slot: Slot, read: dict[str, int]) -> int:
    """The bound of a result: its own, or of the product of all that was read, of which a square is read once."""
    if slot.bound:
        return slot.bound
    highest = [bound - 1 for bound in read.values()]
    return (math.prod(highest) if len(highest) > 1 else highest[0] ** 2) + 1

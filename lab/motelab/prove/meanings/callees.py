"""The effect of a call of a kernel on elements of a prime field, by the statement of its comment: arguments that it
reads, each below a bound, and elements that it writes, each with its residue and a bound."""

import dataclasses
import math
import operator
from collections.abc import Callable
from typing import Any

from motelab.prove.contract import Contract
from motelab.prove.meanings.common import element_bytes
from motelab.prove.meanings.montgomery import Montgomery, montgomery
from motelab.prove.meanings.prime import Prime, plain_sum, prime
from motelab.prove.targets import Target

W, T = 1 << 256, 1 << 255


@dataclasses.dataclass(frozen=True)
class Slot:
    """An argument, or one of an array: its parameter, its first byte and its bytes, 0 for a number in registers; it is
    below `bound`."""

    parameter: str
    offset: int
    size: int
    bound: int

    @property
    def name(self) -> str:
        return f"{self.parameter}{self.offset}"


@dataclasses.dataclass(frozen=True)
class Effect:
    """reads: what must be known; writes: places, whose bound is of the result, or 0 if it is the product of the bounds
    of what is read. function: residues of the results, from those of what is read by `name` and from numbers by
    parameter. `switches`: numbers that must be known, with their values."""

    reads: tuple[Slot, ...]
    writes: tuple[Slot, ...]
    function: Callable[[dict[str, Any]], list[Any]]
    switches: tuple[tuple[str, tuple[int, ...]], ...] = ()


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
    reads = tuple(Slot(name, 0, sizes[name], limits[name]) for name, _ in meaning.inputs)
    factor, bound = 1, p
    if isinstance(meaning, Montgomery):
        factor, bound = pow(meaning.radix, -1, p), meaning.factor * p
    elif meaning.is_exact:
        bound = 0
    output = meaning.output[0]

    def function(values: dict[str, Any]) -> list[Any]:
        return [meaning.polynomial(Arithmetic, {name: values[f"{name}0"] for name, _ in meaning.inputs}) * factor]

    return Effect(reads, (Slot(output, 0, sizes[output], bound),), function)


def weak(names: str, bounds: list[int], result: list[tuple[str, int, int]], function: Callable, **more: Any) -> Effect:
    """Of elements of 32 bytes. names: those that are read, as a or a1; result: parameter, row, bound."""
    reads = tuple(
        Slot(name.rstrip("1"), 32 * name.endswith("1"), 32, bound)
        for name, bound in zip(names.split(), bounds, strict=True)
    )
    return Effect(reads, tuple(Slot(n, 32 * row, 32, b) for n, row, b in result), function, **more)


def selected(v: dict[str, Any]) -> list[Any]:
    p, q = (v["p0"], v["p32"]), (v["q0"], v["q32"])
    if v["mask"]:
        p, q = q, p
    return [p[0] + p[1], p[0] - p[1], q[0] + q[1], q[0] - q[1]]


SELECTED = (
    "p and q are exchanged if the mask is 255, not if it is 0; then s = p[0] + p[1], p[1] = p[0] - p[1], "
    "p[0] = q[0] + q[1], q[1] = q[0] - q[1], all modulo p, below 2^256, for coordinates below 2^255; q[0] is kept."
)
# The first sentence of a comment -> effect. Numbers in registers are read as the slot of that name of 0 bytes.
WEAK = {
    "r = a b modulo p, below 2^255, for any a and b": weak("a b", [W, W], [("r", 0, T)], lambda v: [v["a0"] * v["b0"]]),
    "r = a^2 modulo p, below 2^255, for any a": weak("a", [W], [("r", 0, T)], lambda v: [v["a0"] * v["a0"]]),
    "r = a - r modulo p, below 2^256, for a, r < 2^255": weak(
        "a r", [T, T], [("r", 0, W)], lambda v: [v["a0"] - v["r0"]]
    ),
    "r[0] = r[0] + b, r[1] = r[0] - b, both modulo p and below 2^256, for r[0], b < 2^255": weak(
        "r b", [T, T], [("r", 0, W), ("r", 1, W)], lambda v: [v["r0"] + v["b0"], v["r0"] - v["b0"]]
    ),
    "r = a + c e modulo p, below 2^256, for a < 2^255, any e, c < 2^17 in three registers": Effect(
        (Slot("a", 0, 32, T), Slot("e", 0, 32, W), Slot("c", 0, 0, 1 << 17)),
        (Slot("r", 0, 32, W),),
        lambda v: [v["a0"] + v["c0"] * v["e0"]],
    ),
    SELECTED: weak(
        "p p1 q q1",
        [T] * 4,
        [("s", 0, W), ("p", 1, W), ("p", 0, W), ("q", 1, W)],
        selected,
        switches=(("mask", (0, 255)),),
    ),
}


def subtract_wide(target: Target, contract: Contract) -> Effect:
    size = 2 * element_bytes(target, contract)
    bound = contract.modulus << contract.radix_bits
    slots = (Slot("c", 0, size, bound), Slot("a", 0, size, bound))
    return Effect(slots, slots[:1], lambda v: [v["c0"] - v["a0"]])


def effect(target: Target, contract: Contract) -> Effect | None:
    """The effect of a call; None if the statement has none here."""
    if meaning := montgomery(contract) or plain_sum(contract) or prime(contract):
        return of_prime(target, contract, meaning)
    if contract.statement == "c = c - a mod p R for a, c < p R" and contract.radix_bits:
        return subtract_wide(target, contract)
    if contract.field != "fp255" or contract.modulus is None:
        return None
    return WEAK[SELECTED] if contract.text.startswith(SELECTED) else WEAK.get(contract.statement)


def bound_of(slot: Slot, read: dict[str, int]) -> int:
    """The bound of a result: its own, or of the product of all that was read, of which a square is read once."""
    if slot.bound:
        return slot.bound
    highest = [bound - 1 for bound in read.values()]
    return (math.prod(highest) if len(highest) > 1 else highest[0] ** 2) + 1

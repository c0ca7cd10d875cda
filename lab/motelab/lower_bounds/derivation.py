"""A lower bound as the sum of its parts, and our kernels beside them."""

import dataclasses
from typing import Any

from motelab.boards.selection import Selection
from motelab.common.errors import MotecurveError
from motelab.lower_bounds import operations, processors
from motelab.lower_bounds.binary import BinaryField
from motelab.lower_bounds.prime import PrimeField
from motelab.lower_bounds.processors import Processor
from motelab.lower_bounds.work import Work, total
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.subjects.operations import OPERATIONS

Row = dict[str, Any]
# Name of a part -> end of the slot whose kernel computes one of them, if it can be measured by itself.
KERNELS = {"product": "mul-reduce", "square": "sqr-reduce", "sum": "add"}


@dataclasses.dataclass(frozen=True)
class Part:
    """One kind of operation: how many are executed, and the least work of them all."""

    name: str
    count: int
    work: Work


def bound_of(request: Request, with_memory: bool = True) -> int:
    """The bound of a request in cycles; raises as `derivation` does."""
    parts, processor = derivation(request, with_memory)
    return total(part.work for part in parts).cycles(processor)


def derivation(request: Request, with_memory: bool = True) -> tuple[list[Part], Processor]:
    """The parts of a bound, on the processor of the request's board; without memory the least work if loads and stores
    cost nothing. MotecurveError if there is no bound."""
    chosen = bench.select(request)
    processor = processors.of(chosen.board)
    if processor is None:
        raise MotecurveError(f"no model of the instructions of {chosen.board.name}")
    processor = processor if with_memory else processor.without_memory()
    return parts_of(chosen, processor), processor


def parts_of(chosen: Selection, processor: Processor) -> list[Part]:
    """The parts of the bound of a selection's multiplication. An inversion counts as one product: no method takes
    less. Nothing else counts: conversions, recodings, selections, calls, hashes, numbers modulo the order."""
    counts, curve = operations.counts(chosen), chosen.curve
    field = PrimeField(curve.modulus, processor) if curve.is_prime else BinaryField(curve.bits, processor)
    works = {
        "product": (counts["M"], field.products(counts["M"], counts["shared"])),
        "square": (counts["S"], field.square() * counts["S"]),
        "sum": (counts["A"], field.sum() * counts["A"]),
        "inversion": (counts["I"], field.product() * counts["I"]),
        "product by a small number" if curve.is_prime else "product by a coefficient": (
            counts["C"],
            field.small_product() * counts["C"],
        ),
    }
    return [Part(name, count, work) for name, (count, work) in works.items() if count]


def explanation(request: Request) -> list[Row]:
    """The derivation as rows: of each `operation` how `many`, the `bound` of them all and of `each` in cycles; the
    `operations`, `products`, `loads`, `stores` and multiplier `reads` of one, on average; the `kernel` of ours, its
    cycles, loads and stores, and the cycles of as many `by_kernel`."""
    chosen, found = bench.select(request), []
    parts, processor = derivation(request)
    for part in parts:
        bound = part.work.cycles(processor)
        row = {"operation": part.name, "many": part.count, "bound": bound, "each": round(bound / part.count, 1)}
        row |= {name: round(number / part.count, 1) for name, number in dataclasses.asdict(part.work).items()}
        ours = kernel(chosen, part.name)
        found.append(row | ours | {"by_kernel": ours["our_cycles"] and ours["our_cycles"] * part.count})
    return found


def kernel(chosen: Selection, operation: str) -> Row:
    """Name, cycles, loads and stores of the kernel that our image has for an operation, measured; None each if none
    can be measured by itself."""
    slot = f"{'fp' if chosen.curve.is_prime else 'fb'}-{KERNELS.get(operation)}"
    if slot not in chosen.bound or slot not in OPERATIONS:
        return {"kernel": None, "our_cycles": None, "our_loads": None, "our_stores": None}
    member = chosen.bound[slot]
    name, backend = member.algorithm.name, member.algorithm.backend
    record = bench.measure([Request(chosen.board.name, slot, name, member.window, backend, chosen.curve.name)])[0]
    return {"kernel": member.spec} | {f"our_{name}": record[name] for name in ("cycles", "loads", "stores")}

"""Goals with their lower bounds, and the derivation of each bound."""

import dataclasses
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

from motelab import DATA
from motelab.boards.selection import Selection
from motelab.common.errors import MotecurveError
from motelab.compare import goals
from motelab.compare.matches import Match
from motelab.compare.published import PublishedRow
from motelab.lower_bounds import operations, processors
from motelab.lower_bounds.binary import BinaryField
from motelab.lower_bounds.prime import PrimeField
from motelab.lower_bounds.processors import Processor
from motelab.lower_bounds.work import Work, total
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.report import tables
from motelab.subjects import operations as catalogue

Row = dict[str, Any]
DESCRIPTION = ("subject", "operation", "algorithm")
METRIC = "cycles"
# Name in a derivation -> end of the slot whose kernel computes one of them, and is measured by itself.
KERNELS = {"product": "mul-reduce", "square": "sqr-reduce", "sum": "add"}


@dataclasses.dataclass(frozen=True)
class Part:
    """One kind of operation: how many are executed, and the least work of them all."""

    name: str
    count: int
    work: Work


def paired(table: str, subject: str = "") -> list[tuple[PublishedRow, Match]]:
    """The goals of a table for cycles, of subjects with these words."""
    words = subject.lower()
    found = tables.source_rows(goals.GOALS, table)
    return [(row, match) for row, match in found if row.metric == METRIC and words in row.subject.lower()]


def rows(found: Sequence[tuple[PublishedRow, Match]], measured: dict) -> list[Row]:
    """A row for each goal: DESCRIPTION, `goal`, `ours`, whether it is `reached`; `arithmetic`, the bound of arithmetic
    alone, and `bound`, with memory, in cycles; `gap`, ours by the bound; whether the goal is `below_bound`; our
    executed `instructions`, `loads` and `stores`; what was `tried`; the `reason` if there is no bound, and the
    `command` that measures ours."""
    every = zip(found, tables.compare(found, measured), strict=True)
    return [_row(match, compared, measured) for (_, match), compared in every]


def _row(match: Match, compared: tables.Row, measured: dict) -> Row:
    row: Row = {name: compared[name] for name in DESCRIPTION}
    row |= {"goal": compared["value"], "ours": compared["ours"], "reached": compared["reached"]}
    row |= dict.fromkeys(("arithmetic", "bound", "gap", "below_bound", "instructions", "loads", "stores"))
    try:
        parts = {with_memory: derivation(match, with_memory) for with_memory in (False, True)}
    except MotecurveError as error:
        return row | {"tried": tried(row), "reason": str(error), "command": compared["command"]}
    processor = processors.of(bench.select(match.request).board)
    row["arithmetic"] = cycles(parts[False], processor.without_memory())
    row["bound"] = cycles(parts[True], processor)
    row["below_bound"] = row["goal"] < row["bound"]
    if row["ours"]:
        row["gap"] = round(row["ours"] / row["bound"], 2)
        record = measured[match.request].record
        row |= {name: record[name] for name in ("instructions", "loads", "stores")}
    return row | {"tried": tried(row), "reason": compared["reason"], "command": compared["command"]}


def cycles(parts: Iterable[Part], processor: Processor) -> int:
    """Cycles of all parts."""
    return total(part.work for part in parts).cycles(processor)


def derivation(match: Match, with_memory: bool = True) -> list[Part]:
    """The parts of a goal's bound; without memory the least work if loads and stores cost nothing. MotecurveError if
    there is no bound of it."""
    if not isinstance(match.request, Request):
        raise MotecurveError(match.reason or "no measurement on a simulated board")
    chosen = bench.select(match.request)
    processor = processors.of(chosen.board)
    if processor is None:
        raise MotecurveError(f"no model of the instructions of {chosen.board.name}")
    return parts_of(chosen, processor if with_memory else processor.without_memory())


def parts_of(chosen: Selection, processor: Processor) -> list[Part]:
    """The parts of the bound of a selection's multiplication. An inversion counts as one product: no method takes
    less. Nothing else counts: conversions, recodings, selections, calls, hashes, numbers modulo the order."""
    counts = operations.counts(chosen)
    curve = chosen.curve
    field = PrimeField(curve.modulus, processor) if curve.is_prime else BinaryField(curve.bits, processor)
    works = {
        "product": (counts["M"], field.products(counts["M"], counts["shared"])),
        "square": (counts["S"], field.square() * counts["S"]),
        "sum": (counts["A"], field.sum() * counts["A"]),
        "inversion": (counts["I"], field.product() * counts["I"]),
        "product by a small number" if curve.is_prime else "product by a coefficient": (counts["C"], field.small_product() * counts["C"]),
    }
    return [Part(name, count, work) for name, (count, work) in works.items() if count]


def explanation(match: Match) -> list[Row]:
    """The derivation as rows: of each `operation` how `many`, its `bound` in cycles, the `operations`, `products`,
    `loads`, `stores` and multiplier `reads` behind it, means of one; and the `kernel` of ours, its cycles, loads and
    stores."""
    chosen = bench.select(match.request)
    processor = processors.of(chosen.board)
    found = []
    for part in derivation(match):
        each = {name: round(number / part.count, 1) for name, number in dataclasses.asdict(part.work).items()}
        row = {"operation": part.name, "many": part.count, "bound": part.work.cycles(processor)}
        ours = kernel(chosen, part.name)
        ours["by_kernel"] = ours["our_cycles"] and ours["our_cycles"] * part.count
        found.append(row | {"each": round(row["bound"] / part.count, 1)} | each | ours)
    return found


def kernel(chosen: Selection, operation: str) -> Row:
    """Name, cycles, loads and stores of the kernel that our image has for an operation, measured; empty if it has
    none of its own."""
    slot = f"{'fp' if chosen.curve.is_prime else 'fb'}-{KERNELS.get(operation)}"
    if slot not in chosen.bound or slot not in catalogue.OPERATIONS:
        return {"kernel": None, "our_cycles": None, "our_loads": None, "our_stores": None}
    member = chosen.bound[slot]
    request = Request(
        chosen.board.name, slot, member.algorithm.name, member.window, member.algorithm.backend, chosen.curve.name
    )
    record = bench.measure([request])[0]
    return {"kernel": member.spec} | {f"our_{name}": record[name] for name in ("cycles", "loads", "stores")}


def tried(row: Row) -> list[Row]:
    """The attempts on a goal: method and cycles of each."""
    of_goal = [one for one in attempts() if all(one[name] == row[name] for name in DESCRIPTION)]
    return [{"method": one["method"], "cycles": one["cycles"]} for one in of_goal]


def attempts() -> list[Row]:
    """All attempts, each with the DESCRIPTION of its goal."""
    return tomllib.loads((DATA / "bounds_tried.toml").read_text()).get("tried", [])

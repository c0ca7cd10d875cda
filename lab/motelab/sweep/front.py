"""What cycles cost in flash and RAM: an operation by the board's own choices in each profile, by its other algorithms,
and with each other member of each family that takes part; and those of them that no other equals or beats in every
figure."""

import functools
import itertools
from collections.abc import Iterable, Sequence

from motelab.boards.profiles import FAST, NAMES
from motelab.common import pareto
from motelab.common.errors import MotecurveError
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import Record, cost
from motelab.sweep import plan

SUBJECT = ("board", "operation", "curve", "field")


def candidates(
    board_names: Sequence[str],
    curve_names: Sequence[str],
    operation_names: Sequence[str],
    constant_time: bool | None = None,
    profile: str = "",
) -> list[Request]:
    """The requests to be compared: only those in constant time or only others; without a wish those in constant time,
    where the board has such a choice. Every choice is of the given profile, or of `fast`; without one the own choices
    of the others stand beside. Those that the board cannot meet are left out."""
    searched = profile or FAST
    beside = () if profile else tuple(name for name in NAMES if name != searched)
    of = plan.subjects(board_names, curve_names, operation_names)
    own: dict[tuple[str, str, str], list[Request]] = {}
    for request in plan.each(functools.partial(plan.own, profile=searched), of):
        own.setdefault((request.board, request.curve or curve_names[0], request.operation), []).append(request)
    found: list[Request] = []
    for (board, curve, operation), requests in own.items():
        one = plan.Subjects((board,), (curve,), (operation,))
        others = itertools.chain(
            *(plan.each(functools.partial(plan.own, profile=other), one) for other in beside),
            plan.each(functools.partial(plan.every_member, profile=searched), one),
            plan.each(functools.partial(plan.every_choice, profile=searched), one),
        )
        wanted = any(is_in_class(r, True) for r in requests) if constant_time is None else constant_time
        found += (request for request in (*requests, *others) if is_in_class(request, wanted))
    return list(dict.fromkeys(found))


def is_in_class(request: Request, constant_time: bool) -> bool:
    """Whether a request can be met, in constant time or not as wished."""
    try:
        return bench.select(request).is_constant_time == constant_time
    except MotecurveError:
        return False


def fronts(records: Iterable[Record]) -> list[Record]:
    """The verified records that no other of the same subject equals or beats in cost, flash and RAM with stack; subject
    by subject, the fastest first. Of records with equal figures the first."""
    subjects: dict[tuple, list[Record]] = {}
    for record in records:
        if record["verified"]:
            subjects.setdefault(tuple(record[name] for name in SUBJECT), []).append(record)
    return [record for group in subjects.values() for record in pareto.front(_distinct(group), figures)]


def figures(record: Record) -> tuple[float, ...]:
    """Cycles or instructions, bytes of flash, bytes of RAM with stack."""
    return cost(record), record["flash_bytes"], record["ram_static_bytes"] + record["stack_bytes"]


def _distinct(records: Iterable[Record]) -> list[Record]:
    found: dict[tuple[float, ...], Record] = {}
    for record in records:
        found.setdefault(figures(record), record)
    return list(found.values())


def differences(record: Record, own: Record) -> list[str]:
    """slot=member of each member that a record's image holds and the board's own choice does not."""
    return [f"{slot}={spec}" for slot, spec in record["choices"].items() if own["choices"].get(slot) != spec]

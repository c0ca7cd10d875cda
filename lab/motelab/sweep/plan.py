"""The rows of a sweep, in the order in which they are measured: the boards' own choices before other algorithms, boards
that count cycles before those that count instructions, operation by operation.

Members of the families of fields come last: every one, with all its windows, in the board's best backend, on the boards
that count cycles, since only there do differences of some instructions tell anything. COMPARED_FIELDS names the fields,
each by one of its curves: F_2^163, in which the papers compare; F_2^233; the primes of the curves that most people use.
Other fields would take more than a quarter of an hour of one processor."""

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from motelab.boards import board as boards
from motelab.boards import selection
from motelab.boards.board import Board
from motelab.boards.profiles import FAST
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.measure import bench, catalogue
from motelab.measure.bench import Request
from motelab.subjects import curves, known_answers, operations
from motelab.subjects.curves import Curve
from motelab.subjects.operations import Operation
from motelab.subjects.slots import SLOTS

MULTIPLICATIONS = ("scalar-mult", "scalar-mult-base", "scalar-mult-double", "scalar-mult-x")
# The first are those of the tables that compare boards and curves.
FIRST = ("scalar-mult", "scalar-mult-base", "ecdh", "ecdsa-sign", "ecdsa-verify", "eddsa-sign", "eddsa-verify")
COMPARED_FIELDS = ("sect163k1", "sect233k1", "secp256r1", "Curve25519")


@dataclasses.dataclass(frozen=True)
class Subjects:
    """Boards, curves and operations by name, each in the order of a sweep."""

    boards: tuple[str, ...]
    curves: tuple[str, ...]
    operations: tuple[str, ...]


def subjects(board_names: Sequence[str], curve_names: Sequence[str], operation_names: Sequence[str]) -> Subjects:
    """The subjects of those names; without names of boards, every simulated one whose file leaves it in, without names
    of operations, all.
    MotecurveError with similar names for an unknown one."""
    simulated = boards.simulated()
    for name in board_names:
        one_of("simulated board", name, simulated)
    swept = [name for name in simulated if boards.load(name).recorded.sweep]
    found = [boards.load(name) for name in dict.fromkeys(board_names or swept)]
    asked = [operations.find(name).name for name in operation_names or operations.OPERATIONS]
    return Subjects(
        tuple(board.name for board in sorted(found, key=lambda board: boards.WORTHS.index(board.cycle_worth))),
        tuple(dict.fromkeys(curves.find(name, curves.built()).name for name in curve_names)),
        tuple(sorted(dict.fromkeys(asked), key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))),
    )


def default(of: Subjects) -> list[Request]:
    """Each board's own choices for every operation, then every scalar multiplication with all its windows, in the
    board's best backend; then every member for every operation of COMPARED_FIELDS, on boards that count cycles."""
    on_curve = [name for name in of.operations if operations.find(name).on_curve]
    in_field = [name for name in of.operations if name not in on_curve]
    multiplications = [name for name in MULTIPLICATIONS if name in of.operations]
    of_cycles = [name for name in of.boards if boards.load(name).counts_cycles]
    of_instructions = [name for name in of.boards if name not in of_cycles]
    found = (
        request
        for make, names in ((own, on_curve), (own, in_field), (every_member, multiplications))
        for group in (of_cycles, of_instructions)
        for request in each(make, Subjects(tuple(group), of.curves, tuple(names)))
    )
    fields = tuple(name for name in COMPARED_FIELDS if name in of.curves)
    of_fields = each(members_beside_own, Subjects(tuple(of_cycles), fields, tuple(in_field)))
    return list(dict.fromkeys((*found, *of_fields)))


def full(of: Subjects) -> Iterator[Request]:
    """Every algorithm with all its windows and both backends, then, for the board's own algorithm, every other member
    of each family that takes part, one at a time."""
    return itertools.chain(each(every_version, of), each(every_choice, of))


def each(make: Callable[[Board, Operation, Curve], Iterable[Request]], of: Subjects) -> Iterator[Request]:
    """The requests that `make` gives for all boards, operations and curves; an operation of a field, once a field."""
    for operation in map(operations.find, of.operations):
        subjects = catalogue.subjects(operation, [curves.find(name) for name in of.curves], every_field=True)
        for device in map(boards.load, of.boards):
            for curve in subjects:
                yield from make(device, operation, curve)


def own(device: Board, operation: Operation, curve: Curve, profile: str = FAST) -> list[Request]:
    """The board's own choices; none if it has no member for the operation."""
    members = own_members(device, curve, profile)
    of_curve = operations.on(operation, curve)
    return expanded(device, operation, curve, "", profile) if selection.is_measured(of_curve, members) else []


def every_member(device: Board, operation: Operation, curve: Curve, profile: str = FAST) -> list[Request]:
    """Every algorithm and window, in assembly if that makes a difference."""
    found = expanded(device, operation, curve, "all", profile)
    if device.best_backend(profile) == "c":
        return [request for request in found if request.backend == "c"]
    faster = {dataclasses.replace(request, backend="c") for request in found if request.backend == "asm"}
    return [request for request in found if request not in faster]


def members_beside_own(device: Board, operation: Operation, curve: Curve) -> list[Request]:
    """Every algorithm and window of an operation that the board has."""
    return every_member(device, operation, curve) if own(device, operation, curve) else []


def every_version(device: Board, operation: Operation, curve: Curve) -> list[Request]:
    """Every algorithm, window and backend."""
    return expanded(device, operation, curve, "all")


def every_choice(device: Board, operation: Operation, curve: Curve, profile: str = FAST) -> Iterator[Request]:
    """The board's own algorithms, with each other member of the other families that take part."""
    for request in own(device, operation, curve, profile):
        try:
            chosen = bench.select(request)
        except MotecurveError:
            continue  # it is among every_version's, and its row says why it cannot be measured
        for slot in chosen.used_slots:
            if slot not in operation.slots:
                others = members(slot, device, curve, chosen.bound[slot])
                yield from (dataclasses.replace(request, choices=((slot, spec),)) for spec in others)


def members(slot: str, device: Board, curve: Curve, but: selection.Member) -> Iterator[str]:
    """The members that a slot can bind, but for one."""
    for algorithm in selection.usable(SLOTS[slot], device, curve, slot):
        for window in algorithm.windows or (None,):
            member = selection.Member(algorithm, window)
            try:
                selection.bind(slot, member.spec, device, curve)
            except MotecurveError:
                continue
            if member != but:
                yield member.spec


@functools.cache
def own_members(device: Board, curve: Curve, profile: str) -> dict[str, str]:
    """Slot -> the board's own member for a curve."""
    return selection.own_members(device, device.best_backend(profile), curve, profile)


def expanded(device: Board, operation: Operation, curve: Curve, algorithm: str, profile: str = FAST) -> list[Request]:
    """The catalogue's requests, those whose tables are too large included; none if the board has no member, or if
    there are no known answers to check it."""
    of_curve = operations.on(operation, curve)
    if not is_answered(curve.name if of_curve.on_curve else curve.field, of_curve.answers or of_curve.name):
        return []
    try:
        return catalogue.expand(
            device, (operation.name,), algorithm, curve=curve.name, profile=profile, with_room=False
        )
    except MotecurveError:
        return []


@functools.cache
def is_answered(subject: str, operation: str) -> bool:
    """Whether there are known answers of an operation on a curve or a field."""
    try:
        return bool(known_answers.load(subject, operation))
    except known_answers.NoneKnown:
        return False

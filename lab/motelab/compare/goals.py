"""The figures that the library must reach on a board: the limits of data/goals.toml, as rows of a table."""

import dataclasses
from typing import Any

from motelab import DATA
from motelab.boards import board
from motelab.boards.board import Board
from motelab.boards.selection import own_members, parse_spec
from motelab.common.errors import MotecurveError
from motelab.common.schema import Schema
from motelab.compare.matches import Match
from motelab.compare.published import PublishedRow
from motelab.measure import aarch64_counts, batch_rates, pairing_times
from motelab.measure.aarch64_counts import CountRequest
from motelab.measure.batch_rates import BatchRequest
from motelab.measure.bench import Request
from motelab.measure.pairing_times import PairingRequest
from motelab.measure.parallel_request import ParallelRequest
from motelab.subjects import curves, groups, operations

FILE = Schema("motelab.compare.schemas", "GoalsFile")
GOALS = "goals"  # source of these rows; their table is the board, PAIRINGS or RECORDS
TITLE = "Goals of this library: at most so many cycles or bytes, at least such a ratio or rate"
PAIRINGS = "pairings"  # their table, of all boards
RECORDS = "records"  # their table beyond the best that is known, of all simulated boards; read from the records
PARALLEL = "parallel"  # in place of a board: the parallel library on this computer
NO_BOARDS = (PARALLEL, aarch64_counts.BOARD)  # the second counts instructions, in the table of the host
CONSTANT_TIME = "constant time"
LIMITS = {"limits": "at most", "at_least": "at least"}
Goal = dict[str, Any]


def paired(table: str | None = None) -> list[tuple[PublishedRow, Match]]:
    """Every limit on one board, or on all simulated ones, with the request that measures it. Times of a host, those of
    the parallel library too, are measured only on request, since they are not kept. A goal in constant time counts
    nothing else; a goal on a board or a curve that does not exist yet says so. MotecurveError for a goal with a missing
    or an unknown word."""
    rows, known = [], {device.name: device for device in board.every()}
    for goal in each():
        name, place = board_of(goal), table_of(goal)
        device = known.get(name)
        if table != place and (table or name in NO_BOARDS or (device and device.is_host)):
            continue
        match = Match(reason=f"there is no board {name} yet")
        if name == aarch64_counts.BOARD:
            match = Match(
                CountRequest(goal["request"]["curve"], goal["request"]["operation"]),
                constant_time=goal["algorithm"] == CONSTANT_TIME,
            )
        if name == PARALLEL:
            match = Match(ParallelRequest(**{key: goal["request"][key] for key in set(goal["request"]) - {"board"}}))
        elif device and goal.get("table") == RECORDS and not is_known(goal["request"]["curve"]):
            match = Match(reason=f"there is no curve {goal['request']['curve']} yet")
        elif device:
            match = Match(requested(goal, device), constant_time=goal["algorithm"] == CONSTANT_TIME)
        described = (goal["subject"], goal["operation"], goal["algorithm"], goal["language"])
        for key, bound in LIMITS.items():
            for metric, limit in goal.get(key, {}).items():
                note = goal.get("others", {}).get(metric, "")
                row = PublishedRow(GOALS, place, device.device if device else "", None, *described, metric, limit, note)
                rows.append((row, dataclasses.replace(match, bound=bound, unreached=goal.get("unreached", ""))))
    return rows


def measured_on(board_name: str) -> list[Request]:
    """The measurements that the goals of a board need, and those of RECORDS on it."""
    beyond = (match.request for _, match in paired(RECORDS))
    of_board = [match.request for _, match in paired(board_name)]
    return [*of_board, *(request for request in beyond if request and request.board == board_name)]


def board_of(goal: Goal) -> str:
    """Name of the board that a goal is for."""
    return goal["request"].get("board", Request.board)


def table_of(goal: Goal) -> str:
    """The table of a goal: the one that it names, that of the pairings of all boards, or its board."""
    of_pairings = goal["request"].get("operation", "").startswith("pairing-")
    return goal.get("table", PAIRINGS if of_pairings else board_of(goal))


def is_known(curve: str) -> bool:
    """Whether there is a curve, or a group, of this name."""
    try:
        groups.find(curve)
    except MotecurveError:
        return False
    return True


def tables() -> list[str]:
    """Boards with goals, some of which may not exist yet, the pairings and the records of all boards."""
    return list(dict.fromkeys(map(table_of, each())))


def each() -> list[Goal]:
    """The goals, one for each of the curves, or of the lengths in bits, that `subject` may list."""
    found = []
    for goal in FILE.read(DATA / "goals.toml")["goal"]:
        several = isinstance(goal["subject"], list)
        for subject in goal["subject"] if several else [goal["subject"]]:
            is_length = isinstance(subject, int)
            listed = {"bits" if is_length else "curve": subject} if several else {}
            name = f"{subject:,} bits" if is_length else subject
            found.append(goal | {"subject": name, "request": goal["request"] | listed})
    return found


def requested(goal: Goal, device: Board) -> Request | BatchRequest | PairingRequest:
    """The measurement of a goal on its board. `own` names a slot whose member is taken; in a protocol it replaces the
    member for secrets. The operation `batch` is of many signatures or agreements at once, `pairing-times` of a pairing
    on this computer."""
    values = dict(goal["request"])
    if values["operation"] == batch_rates.OPERATION:
        return BatchRequest(**{name: value for name, value in values.items() if name not in ("board", "operation")})
    if values["operation"] == pairing_times.OPERATION:
        return PairingRequest(values["curve"], values.get("versus", ""))
    slot = values.pop("own", None)
    if slot:
        spec = own_members(device, "c", curves.find(values["curve"]), "fast")[slot]
        operation = operations.find(values["operation"])
        if operation.is_protocol:
            values["choices"] = [(operation.family, spec)]
        else:
            values["algorithm"], values["window"], _ = parse_spec(spec)
    return Request(**values | {"choices": tuple(map(tuple, values.get("choices", ())))})

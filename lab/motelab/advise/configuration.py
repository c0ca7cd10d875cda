"""The configuration that makes a choice: its members by slot, and the commands that measure and write it."""

import functools

from codegen.built import scalar_bits
from motelab.advise.choices import Choice
from motelab.boards import profiles, selection
from motelab.boards.board import Board
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.subjects import registry
from motelab.subjects.curves import Curve
from motelab.subjects.registry import Algorithm
from motelab.subjects.slots import SLOTS

Choices = tuple[tuple[str, str], ...]  # (slot, member spec)


def members_named(choice: Choice, board: Board, curve: Curve) -> Choices:
    """The members of a choice that a request on one of its curves must name, each with its backend: all that the board
    does not choose itself. Whether a member's condition on the field is met is not asked, since that takes a compiler.
    So a member may be named that the board chooses anyway, which changes nothing."""
    own = board.own_choices(board.best_backend(choice.profile), curve, choice.profile)
    return tuple(
        (slot, spec if ":" in spec else f"{spec}:c")
        for slot, spec in choice.members_on(curve).items()
        if spec != next((s for s in own.get(slot, ()) if may_exist(slot, s, board, curve)), None)
    )


def may_exist(slot: str, spec: str, board: Board, curve: Curve) -> bool:
    """Whether the registry has a member for the slot, its field and the form of its elements."""
    name, _, backend = selection.parse_spec(spec)
    field = f"order{scalar_bits(curve.field)}" if slot.startswith("order-") else curve.field
    return any(
        (algorithm.backend == "c" or (algorithm.target in board.compiler.targets and algorithm.field == field))
        and selection.suits(algorithm, curve)
        and selection.has_form(algorithm, slot, board, curve)
        for algorithm in _registered().get((SLOTS[slot], name, backend or "c"), ())
    )


@functools.cache
def _registered() -> dict[tuple[str, str, str], list[Algorithm]]:
    """(family, name, backend) -> the algorithms, one for each field if it is a kernel. Whether the registry is as its
    generator writes it is not asked, since that may take half a minute."""
    found: dict[tuple[str, str, str], list[Algorithm]] = {}
    for algorithm in registry.read():
        found.setdefault((algorithm.family, algorithm.name, algorithm.backend), []).append(algorithm)
    return found


def requests(choice: Choice, board: Board) -> list[Request]:
    """The requests that measure the calls of a choice."""
    blinding = "" if choice.blinding in ("none", board.blinding) else choice.blinding
    members, backend = (
        {c.name: members_named(choice, board, c) for c in choice.curves},
        board.best_backend(choice.profile),
    )
    return [
        Request(
            board.loaded_as, record["operation"], backend=backend, curve=record["curve"], profile=choice.profile,
            choices=tuple((slot, spec) for slot, spec in members[record["curve"]] if slot in record["choices"]),
            blinding=blinding,
        )
        for record in choice.images
    ]  # fmt: skip


def bench_commands(choice: Choice, board: Board) -> list[str]:
    """The commands that measure the calls."""
    return [board.environment + bench.command_for(request) for request in requests(choice, board)]


def firmware_command(choice: Choice, board: Board, words: str) -> str | None:
    """The command that writes the sources of a choice, for `words` of a drop; None if a drop cannot hold it."""
    if not can_be_written(choice, board):
        return None
    (curve,) = choice.curves
    asked = f"--board {board.loaded_as} --curve {curve.name} --ops {words}"
    members = "".join(f" --with {slot}={spec}" for slot, spec in members_named(choice, board, curve))
    return f"{board.environment}./motecurve firmware {asked} --prefer {choice.profile}{members} --out DIR"


def can_be_written(choice: Choice, board: Board) -> bool:
    """Whether `firmware` writes its sources: one curve, constant time, of a known profile, with the board's own
    blinding."""
    has_own_blinding = choice.blinding in ("none", board.blinding) and len(choice.curves) == 1
    return not choice.telling and choice.profile in profiles.NAMES and has_own_blinding

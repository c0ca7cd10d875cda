"""Committed records of pairings, of schemes with them, of GLS254 and of FourQ, on the simulated boards: a file of its
own for each board in data/records, so that they are measured again without the rest (`./motecurve records
--pairings`)."""

import functools
from pathlib import Path

from motelab.boards import board
from motelab.boards.board import Board
from motelab.compare import committed
from motelab.measure import bench, catalogue
from motelab.measure.bench import Progress, Request
from motelab.measure.records import Record, identity
from motelab.subjects import groups
from motelab.subjects.curves import Curve
from motelab.subjects.operations import OF_GROUPS, OF_IDENTITIES
from motelab.subjects.operations_of_groups import OF_OTHER_GROUPS

# tate-1536 is for hosts: on a Cortex-M4 one pairing takes more than ten seconds.
GROUPS = ("tate-256", "tate-256-short", "tate-512", "eta-271", "bls12-381", "GLS254", "FourQ")
# Those with schemes of identities: everywhere, and on boards with words of 32 bits that count cycles. Over tate-512
# smaller motes take minutes for one, and simulation longer.
WITH_IDENTITIES = "tate-256"
WITH_IDENTITIES_ON_LARGE_MOTES = ("tate-512", "bls12-381")
# Operations of BLS12-381 take more RAM than boards with small words have.
LARGE, LARGE_WORD_BITS = "bls12", 32
REWRITE = "./motecurve records --pairings --board {}"


def file(board_name: str) -> Path:
    """Where the records of a board are: one a line, in the order of `planned`."""
    return committed.FOLDER / f"{board_name}.pairings.jsonl"


def of(board_name: str) -> list[Record]:
    """The committed records of a board; none if they were never made."""
    return committed.read_lines(file(board_name))


def boards() -> list[str]:
    """Simulated boards that have committed records of pairings."""
    return [name for name in board.simulated() if file(name).exists()]


def fits(device: Board, family: str) -> bool:
    """Whether the plan has groups of a family on the board."""
    return family != LARGE or device.word_bits >= LARGE_WORD_BITS


def operations_of(group: Curve, device: Board) -> tuple[str, ...]:
    """The operations of a group that are recorded on a board."""
    family = group.family or ""
    names = OF_OTHER_GROUPS.get(family) or OF_GROUPS[family]
    is_large = device.counts_cycles and device.word_bits >= LARGE_WORD_BITS
    has_identities = group.name == WITH_IDENTITIES or (is_large and group.name in WITH_IDENTITIES_ON_LARGE_MOTES)
    return tuple(name for name in names if has_identities or name not in OF_IDENTITIES)


def planned(board_name: str) -> list[Request]:
    """The plan: the operations of GROUPS, with the board's own choices, in assembly where there are kernels; nothing
    for boards whose file says so."""
    device = board.load(board_name)
    return [
        request
        for group in map(groups.find, GROUPS if device.recorded.pairings else ())
        if fits(device, group.family or "")
        for operation in operations_of(group, device)
        for request in catalogue.expand(device, (operation,), curve=group.name)
    ]


def find(request: Request) -> Record | None:
    """The committed record that answers a request."""
    return _by_identity(request.board).get(identity(bench.described(bench.select(request))))


def write(board_name: str, fresh: bool, progress: Progress, jobs: int) -> bool:
    """Measures everything planned for a board and writes its file; returns whether anything in it is new. ImageFailed
    if an image fails or does not fit."""
    requests = planned(board_name)
    changed = committed.write_lines(
        file(board_name), committed.all_measured(board_name, requests, fresh, progress, jobs)
    )
    _by_identity.cache_clear()
    return changed


def stale(board_name: str, progress: Progress, jobs: int, one_in: int = committed.ONE_IN) -> str | None:
    """Measures a share of the records of a board afresh. Returns the complaint if one differs in any field from the
    committed one, a planned one is missing, or one is not planned."""
    requests = planned(board_name)
    absent = [request for request in requests if not find(request)]
    if absent:
        return _stale_line(board_name, f"{len(absent)} are missing, first {bench.command_for(absent[0])}")
    if len(requests) != len(of(board_name)):
        return _stale_line(board_name, f"of {len(of(board_name))} records {len(requests)} are planned")
    drawn = committed.share(requests, one_in)
    answers = committed.all_measured(board_name, drawn, True, progress, jobs)
    for request, answer in zip(drawn, answers, strict=True):
        if why := committed.difference(find(request), answer):
            return _stale_line(board_name, f"{bench.command_for(request)}: {why}")
    return None


def _stale_line(board_name: str, why: str) -> str:
    return f"{file(board_name).name} is stale ({why}); rewrite it with {REWRITE.format(board_name)}"


@functools.cache
def _by_identity(board_name: str) -> dict[str, Record]:
    return {identity(record): record for record in of(board_name)}

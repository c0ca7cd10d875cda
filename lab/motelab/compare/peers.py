"""Other people's implementations beside ours: their committed records, and the figures of data/peers-measured.csv for
code that is not on the bench."""

import dataclasses

from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.boards.implementations import manifest as manifests
from motelab.boards.implementations.manifest import Manifest
from motelab.boards.selection import own_members, parse_spec
from motelab.common.names import one_of
from motelab.compare import committed, committed_implementations, fronts, matches, published
from motelab.compare.matches import Match
from motelab.compare.published import PEERS, PublishedRow
from motelab.measure.bench import Request
from motelab.measure.records import Record
from motelab.subjects import groups
from motelab.subjects.slots import SLOTS

CLAIMED, NOT_CLAIMED = "constant time claimed", "not constant time"
# Ours have records of these on every board; of BESIDE_OTHERS where it counts cycles.
OPERATIONS = (*committed.ON_CURVES, *committed.IN_FIELDS, *committed.BESIDE_OTHERS)
ATTACKS = ("faults", "leakage")  # the other tables of peers (under_attack)
LANGUAGES = {"asm": "assembly", "c": "C alone"}


def counted() -> tuple[int, int]:
    """How many records of others one of ours beats, and how many have one of ours beside them."""
    rows = (row for name in names() for row in committed_implementations.of(name))
    found = [one for row in rows if row["operation"] in OPERATIONS and (one := fronts.front(row))]
    return sum(bool(one.beaten_by) for one in found), len(found)


def paired(table: str | None = None) -> list[tuple[PublishedRow, Match]]:
    """Every figure of another implementation with its match, or those of one; MotecurveError for an unknown one."""
    rows = [pair for name in names() for record in records(name) for pair in pairs_of(manifests.find(name), record)]
    tables = dict.fromkeys([*published.tables(PEERS), *(row.table for row, _ in rows)])
    if table is not None:
        one_of("library", table, [*tables, *ATTACKS])
    both = [*((row, matches.find(row)) for row in published.rows(PEERS)), *rows]
    return [(row, match) for row, match in both if table in (None, row.table)]


def names() -> list[str]:
    """The implementations with committed records whose manifest is in the project."""
    return [name for name in committed_implementations.names() if name in manifests.names()]


def records(name: str) -> list[Record]:
    """The committed records of an implementation beside which ours can stand."""
    return [record for record in committed_implementations.of(name) if record["operation"] in OPERATIONS]


def pairs_of(manifest: Manifest, record: Record) -> list[tuple[PublishedRow, Match]]:
    """Cycles, flash and RAM (with the stack) of a record of theirs, each with the request of ours beside it."""
    figures = {
        "cycles": record["cycles"],
        "rom_bytes": record["flash_bytes"],
        "ram_bytes": record["ram_static_bytes"] + record["stack_bytes"],
    }
    timing = f"{CLAIMED if record['constant_time'] else NOT_CLAIMED}, {LANGUAGES[record['backend']]}"
    command = f"theirs: {command_of(manifest.name, record)}"
    match = Match(ours_beside(record), note=difference(manifest, record), front=fronts.front(record))
    return [
        (
            PublishedRow(
                PEERS, manifest.title, record["device"], None, record["curve"] or record["field"], record["operation"],
                timing, "", metric, value, command,
            ),
            match,
        )
        for metric, value in figures.items()
    ]  # fmt: skip


def ours_beside(record: Record) -> Request:
    """The request of ours that does the same work: the algorithm that the manifest names, else the board's own choice.
    Where theirs takes the scalar as public, ours does."""
    device = boards.load(record["board"])
    curve = record["curve"] or curve_of_field(record["field"])
    request = Request(record["board"], record["operation"], backend=device.best_backend("fast"), curve=curve)
    if algorithm := manifests.find(record["implementation"]).operations[record["operation"]].algorithm:
        return dataclasses.replace(request, algorithm=algorithm)
    if record["constant_time"] or f"{record['operation']}-var" not in SLOTS:
        return request
    return public_scalar(request, device)


def public_scalar(request: Request, device: Board) -> Request:
    """The request with the board's own member for public values."""
    own = own_members(device, request.backend, groups.find(request.curve), request.profile)
    name, window, backend = parse_spec(own[f"{request.operation}-var"])
    return Request(
        request.board, request.operation, name, window, backend or request.backend, request.curve, request.profile
    )


def curve_of_field(field: str) -> str:
    """The first curve of the records over a field in its notation, such as F_2^163."""
    return next(name for name in committed.CURVES if groups.find(name).field_notation == field)


def difference(manifest: Manifest, record: Record) -> str:
    """Where the work of theirs differs from ours in a record, in a few words; empty if it does not."""
    work, operation = manifest.operations[record["operation"]], record["operation"]
    found = [work.remark] if work.remark else []
    if operation in ("ecdh", "ecdsa-verify") and not work.validates_keys and record["curve"] != "Curve25519":
        found.append("theirs does not validate the public key")
    if routines := committed_implementations.leaks(record):
        found.append(f"secrets show in {' and '.join(f'`{name}`' for name in routines)}")
    if work.fails_for:
        found.append(f"theirs fails for {' and '.join(work.fails_for)}")
    return "; ".join(found)


def command_of(name: str, record: Record) -> str:
    """The command that measures a record of theirs again."""
    curve = f" --curve {record['curve']}" if record["curve"] else ""
    return (
        f"./motecurve bench --implementation {name} --source {name} --board {record['board']} "
        f"--op {record['operation']}{curve}"
    )

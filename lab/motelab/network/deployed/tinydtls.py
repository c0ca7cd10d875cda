"""DTLS 1.2 by TinyDTLS: what it sends, octet by octet as the open bench has seen it, and the figures of its sides
there. A side of the bench gets what the other sends from a known answer, so each side is an image of its own."""

from motelab.boards.board import Board
from motelab.boards.implementations import manifest as manifests
from motelab.boards.implementations.datagram_security import TEXTS
from motelab.compare import committed_implementations
from motelab.measure.records import Record
from motelab.network.deployed import measured
from motelab.subjects import known_answers

NAME = "tinydtls"  # of its manifest
PROTOCOL = "dtls-1.2-rpk-tinydtls"
OPERATIONS = ("dtls-1.2-client", "dtls-1.2-server")
FILE = "dtls"  # of the measured columns
INITIATOR, RESPONDER = 0, 1
# Who sends each datagram: hellos and the cookie; five messages of the server; five of the client; the server's end;
# data. Every message goes in a datagram of its own.
SENDERS = (INITIATOR, RESPONDER, INITIATOR, *5 * (RESPONDER,), *5 * (INITIATOR,), RESPONDER, RESPONDER, INITIATOR,
           RESPONDER)  # fmt: skip


def lengths(text: int, octets: int) -> list[int]:
    """Of the datagrams behind one another, each with its length in two octets before it."""
    rest, found = text.to_bytes(octets), []
    while length := int.from_bytes(rest[:2]):
        found.append(length)
        rest = rest[2 + length :]
    return found


def datagrams() -> tuple[int, ...]:
    """Octets of each, with signatures of the average length."""
    case = known_answers.load(TEXTS.subject, OPERATIONS[INITIATOR]).random[0]
    each = [iter(lengths(case[name], TEXTS.octets[name])) for name in ("sent", "received")]
    return tuple(next(each[sender]) for sender in SENDERS)


def records(board: str) -> list[Record]:
    """The client's and the server's; none on a board that they do not fit."""
    found = {row["operation"]: row for row in committed_implementations.of(NAME) if row["board"] == board}
    return [found[name] for name in OPERATIONS if name in found]


def sides(board: str) -> tuple[float, float]:
    """Cycles of the initiator and of the responder."""
    client, server = records(board)
    return client["cycles"], server["cycles"]


def lacking(device: Board) -> str | None:
    """Why there are no figures on a board: RAM, by the smallest that it takes elsewhere."""
    if found := records(device.name):
        return None if len(found) == len(OPERATIONS) else f"no record of TinyDTLS's server on {device.name}"
    rows = committed_implementations.of(NAME)
    if not rows:
        return "no records of TinyDTLS"
    least = min(rows, key=lambda row: row["ram_static_bytes"] + row["stack_bytes"])
    static, stack = least["ram_static_bytes"], least["stack_bytes"]
    return (
        f"TinyDTLS takes {static:,} B of static RAM and {stack:,} B of stack ({least['board']}); {device.name} has "
        f"{device.ram_bytes:,} B of RAM"
    )


def measured_rows(boards: list[Board]) -> list[measured.Row]:
    """The rows of the columns that `compare --deployed` has of measured firmware."""
    found, commit = [], manifests.find(NAME).commit[:7]
    for device in boards:
        for side, operation in zip(measured.SIDES, OPERATIONS, strict=True):
            figures: dict[str, int] | str = lacking(device) or next(
                {"cycles": row["cycles"], "flash_bytes": row["flash_bytes"],
                 "static_bytes": row["ram_static_bytes"], "stack_bytes": row["stack_bytes"]}
                for row in records(device.name) if row["operation"] == operation
            )  # fmt: skip
            command = f"./motecurve bench --implementation {NAME} --source DIR --board {device.name} --op {operation}"
            found.append(measured.whole(PROTOCOL, device.name, side, f"TinyDTLS {commit}", figures, command))
    return found

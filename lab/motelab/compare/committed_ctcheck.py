"""Committed results of `ctcheck` with many secrets: data/ctcheck.jsonl, a board's protocol a line. Each names the image
by its digest, so that a result of an older image is told from one of today's."""

from collections.abc import Iterator, Sequence

from motelab import DATA
from motelab.boards import board as boards
from motelab.boards.image import Builder
from motelab.compare import committed
from motelab.compare.committed import read_lines, write_lines
from motelab.measure import bench, catalogue, ctcheck
from motelab.measure.bench import Request
from motelab.measure.records import Record

FILE = DATA / "ctcheck.jsonl"
SECRETS = 1000
# A protocol on a curve of each kind: Koblitz, binary, prime, Montgomery, Edwards.
SUBJECTS = (
    ("ecdh", "sect163k1"), ("ecdh", "sect163r2"), ("ecdh", "secp256r1"), ("ecdh", "Curve25519"),
    ("ecdsa-sign", "sect163k1"), ("ecdsa-sign", "secp256r1"), ("eddsa-sign", "Ed25519"),
)  # fmt: skip
KEPT = (
    "board", "curve", "operation", "algorithm", "backend", "equal_cycles", "equal_trace", "equal_addresses", "leaks",
)  # fmt: skip


def rows() -> list[ctcheck.Row]:
    """The committed results."""
    return read_lines(FILE)


def planned(names: Sequence[str] = ()) -> list[Request]:
    """The board's own choices for SUBJECTS on these boards, or on all that count cycles; the cheapest first, as far as
    the records say."""
    found = [
        request
        for name in names or [name for name in boards.simulated() if boards.load(name).counts_cycles]
        for operation, curve in SUBJECTS
        for request in catalogue.expand(boards.load(name), (operation,), curve=curve)[:1]
    ]
    return sorted(found, key=cost)


def cost(request: Request) -> int:
    """Cycles of one secret, by the records; 0 if there is none."""
    record = committed.find(request)
    return record["cycles"] if record else 0


def find(request: Request) -> ctcheck.Row | None:
    """The committed result of a request, of whatever image."""
    wanted = (request.board, request.curve, request.operation)
    return next((row for row in rows() if (row["board"], row["curve"], row["operation"]) == wanted), None)


def waiting(requests: Sequence[Request]) -> Iterator[Request]:
    """Those without a result, or with one of another image than today's sources make."""
    for request in requests:
        row = find(request)
        if row is None or row["elf_sha256"] != Builder(bench.select(request)).build().sha256:
            yield request


def older(requests: Sequence[Request]) -> list[Request]:
    """Those whose result is of another image than their record. Builds nothing."""
    pairs = [(request, find(request), committed.find(request)) for request in requests]
    return [request for request, row, record in pairs if row and record and is_older(row, record)]


def is_older(row: ctcheck.Row, record: Record) -> bool:
    """Whether a result is not of the image that was recorded."""
    return row["elf_sha256"] != record["elf_sha256"]


def add(request: Request, secrets: int = SECRETS) -> ctcheck.Row:
    """Checks a request with so many secrets, and writes its result into the file, in the order of boards and
    subjects."""
    checked = ctcheck.check(request, secrets)
    row = {name: checked[name] for name in KEPT}
    row |= {"secrets": len(checked["secrets"]), "elf_sha256": checked["elf_sha256"]}
    others = [kept for kept in rows() if not is_same(kept, row)]
    write_lines(FILE, sorted([*others, row], key=lambda r: (r["board"], r["operation"], r["curve"])))
    return row


def is_same(one: ctcheck.Row, other: ctcheck.Row) -> bool:
    """Whether two results answer the same request."""
    return all(one[name] == other[name] for name in ("board", "curve", "operation"))

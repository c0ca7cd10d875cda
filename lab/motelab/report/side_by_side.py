"""The same curve on every board: the cost of each operation there, from the committed records and from new
measurements."""

import dataclasses
from collections.abc import Iterable, Sequence

from motelab.boards import board
from motelab.compare import committed
from motelab.measure import identities
from motelab.measure.records import Record, identity, is_of_host

OPERATIONS = {
    "scalar-mult": "Multiple of a random point",
    "scalar-mult-base": "Multiple of the generator",
    "ecdh": "ECDH",
    "ecdsa-sign": "ECDSA, signature",
    "ecdsa-verify": "ECDSA, verification",
    "eddsa-sign": "EdDSA, signature",
    "eddsa-verify": "EdDSA, verification",
}


@dataclasses.dataclass(frozen=True)
class Row:
    """One board: its record, or the reason why it has none; `part` is its time divided by the longest time of the
    boards."""

    board: str
    record: Record | None
    reason: str = ""
    part: float | None = None
    is_recorded: bool = True

    @property
    def origin(self) -> str:
        """Whether its record was read, or measured now."""
        return "record" if self.is_recorded else "now"

    @property
    def worth(self) -> str:
        """The worth of the record's cycles: one of board.WORTHS."""
        return board.cycle_worth(self.record["cycle_model"]) if self.record else ""

    @property
    def clock(self) -> str:
        """Clock and wait states by which the time was computed, in words; empty if there is no time."""
        timed = self.record and self.record["microseconds"] is not None and self.record["clock_hz"]
        return board.clock_in_words(self.record["clock_hz"], self.record["flash_wait_states"]) if timed else ""

    @property
    def ram_bytes(self) -> int | None:
        """Static RAM and the deepest stack; None for a host."""
        known = self.record and self.record["stack_bytes"] is not None
        return self.record["ram_static_bytes"] + self.record["stack_bytes"] if known else None


@dataclasses.dataclass(frozen=True)
class Group:
    """One operation on one curve, on every board that has a record or a reason for it, the fastest first."""

    curve: str
    operation: str
    rows: Sequence[Row]

    @property
    def title(self) -> str:
        """The operation in words."""
        return "X25519" if (self.curve, self.operation) == ("Curve25519", "ecdh") else OPERATIONS[self.operation]


def groups(measured: Iterable[Record] = ()) -> list[Group]:
    """Every operation on every curve of the committed records. A record in `measured` replaces the committed one of
    the same measurement; records of hosts, which are never committed, are added."""
    fresh = {identity(record): record for record in measured}
    simulated = board.simulated()
    kept = [fresh.get(identity(record), record) for name in simulated for record in committed.of(name)]
    kept += [record for record in fresh.values() if is_of_host(record)]
    now = {key for key, record in fresh.items() if not is_of_host(record)}  # records of hosts are kept too
    reasons = [row for name in simulated for row in committed.left_out(name)]
    made = []
    for curve in committed.CURVES:
        for operation in OPERATIONS:
            rows = _rows([r for r in kept if (r["curve"], r["operation"]) == (curve, operation)], now)
            have = {row.board for row in rows}
            missing = {r["board"]: r["reason"] for r in reasons if (r["curve"], r["operation"]) == (curve, operation)}
            rows += [Row(name, None, reason) for name, reason in missing.items() if name not in have]
            if rows:
                made.append(Group(curve, operation, rows))
    return made


def _rows(records: list[Record], now: set[str]) -> list[Row]:
    """The best record of each board, in constant time if it has any such, by time; boards without times at the end,
    by instructions. `now` are the identities of new measurements."""
    best = identities.by(identities.best(records), "board")
    timed = sorted((r for r in best.values() if r["microseconds"] is not None), key=lambda r: r["microseconds"])
    counted = sorted((r for r in best.values() if r["microseconds"] is None), key=lambda r: r["instructions"])
    parts = [*(r["microseconds"] / timed[-1]["microseconds"] for r in timed), *(None for _ in counted)]
    pairs = zip((*timed, *counted), parts, strict=True)
    return [Row(r["board"], r, part=part, is_recorded=identity(r) not in now) for r, part in pairs]


def stale_boards(measured: Iterable[Record]) -> list[str]:
    """A line for each board with a committed record that differs from its new measurement."""
    lines: dict[str, str] = {}
    old = {identity(record): record for name in board.simulated() for record in committed.of(name)}
    for record in measured:
        kept = old.get(identity(record))
        if kept and kept != committed.with_mean_of(kept, record):
            why = f"{record['operation']} {record['algorithm']} on {record['curve'] or record['field']}"
            lines.setdefault(record["board"], committed.stale_line(record["board"], why))
    return list(lines.values())

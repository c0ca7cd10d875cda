"""What a sweep has to do: the rows of its plan, the answers that are known, and those that are missing."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable
from pathlib import Path
from statistics import fmean

from motelab import BUILD
from motelab.common.errors import MotecurveError
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import Record
from motelab.sweep import freshness, store
from motelab.sweep.journal import Journal
from motelab.sweep.store import Row

FOLDER = BUILD / "sweep"
GUESSED_SECONDS = 3.0  # processor time of a row on a board whose rows have no known time


def journal_file() -> Path:
    """The journal of all sweeps: each answer has the digest of its sources."""
    return FOLDER / "journal"


class Work:
    """Requests by the commands that repeat them, in the order of the plan, with the journal and the rows of a store
    that answer them. `recorded` finds records that were measured otherwise, which need not be measured again. Rows of
    the journal, or else of the store, that are of older sources, `stale`, answer nothing, but are stored until they are
    measured again."""

    def __init__(
        self,
        requests: Iterable[Request],
        journal: Journal,
        stored: Path = store.FOLDER,
        recorded: Callable[[Request], Record | None] = lambda request: None,
    ):
        self.requests = {bench.command_for(request): request for request in requests}
        self.journal = journal
        kept = stored_rows(stored, self.requests)
        self.stored = {command: row for command, row in kept.items() if freshness.is_fresh(row)}
        older = kept | {command: answer["row"] for command, answer in journal.answers.items()}
        self.stale = {command: row for command, row in older.items() if command in self.requests}
        self.recorded: dict[str, Row] = {}
        found = {command: recorded(request) for command, request in self.requests.items() if not self.row(command)}
        self.recorded = {c: store.fitting(self.requests[c], record) for c, record in found.items() if record}
        self.start()
        self.seconds_a_row = mean_seconds(journal, stored)
        self.left_seconds = sum(self.seconds_of(request) for request in self.missing())

    def start(self) -> None:
        """Measuring begins now."""
        self.began, self.done_seconds = time.monotonic(), 0.0

    def row(self, command: str) -> Row | None:
        """The row that answers a request, measured here or stored."""
        return self.measured(command) or self.stored.get(command) or self.recorded.get(command)

    def measured(self, command: str) -> Row | None:
        """The row of the journal, if it is of these sources."""
        answer = self.journal.answers.get(command)
        return answer["row"] if answer and freshness.is_fresh(answer["row"]) else None

    def missing(self) -> list[Request]:
        """The requests without an answer."""
        return [request for command, request in self.requests.items() if self.row(command) is None]

    def seconds_of(self, request: Request) -> float:
        """Processor seconds that a row takes: the mean of its board."""
        return self.seconds_a_row.get(request.board, GUESSED_SECONDS)

    def arrived(self, request: Request) -> None:
        """A request has been answered, or has failed."""
        self.done_seconds += self.seconds_of(request)
        self.left_seconds -= self.seconds_of(request)

    def seconds_left(self) -> float:
        """Seconds by the clock for the rest, at the pace of what is done."""
        return self.left_seconds * (time.monotonic() - self.began) / max(self.done_seconds, 1e-9)

    def state(self, jobs: int) -> list[Row]:
        """For each board, and for all: the rows of the plan; those of the store; those that are only measured; those
        that are missing, and the minutes that they take on so many processors."""
        of_board: dict[str, list[str]] = defaultdict(list)
        for command, request in self.requests.items():
            of_board[request.board].append(command)
        return [self._state(board, of_board[board], jobs) for board in of_board] + [
            self._state("all", list(self.requests), jobs)
        ]

    def _state(self, name: str, commands: list[str], jobs: int) -> Row:
        stored = sum(command in self.stored for command in commands)
        missing = [command for command in commands if self.row(command) is None]
        seconds = sum(self.seconds_of(self.requests[command]) for command in missing)
        counts = {"rows": len(commands), "stored": stored, "measured": len(commands) - stored - len(missing)}
        return {"board": name, **counts, "missing": len(missing), "minutes": round(seconds / 60 / jobs, 1)}


def stored_rows(folder: Path, wanted: Container[str]) -> dict[str, Row]:
    """The rows of a store by command: the wanted ones of boards whose files are intact."""
    try:
        boards = [board for board in store.contents(folder)["boards"] if store.is_intact(board, folder)]
    except MotecurveError:
        return {}
    found = (row for board in boards for row in store.rows(board, folder) if row["command"] in wanted)
    return {row["command"]: row for row in found}


def mean_seconds(journal: Journal, folder: Path) -> dict[str, float]:
    """Processor seconds that a row of each board takes: by the journal or, without entries there, by the store."""
    try:
        kept = {board: facts["seconds_a_row"] for board, facts in store.contents(folder)["boards"].items()}
    except MotecurveError:
        kept = {}
    measured: dict[str, list[float]] = defaultdict(list)
    for answer in (one for one in journal.answers.values() if not one.get("renewed")):
        measured[answer["row"]["board"]].append(answer["seconds"])
    known = {board: seconds for board, seconds in kept.items() if seconds}
    return known | {board: round(fmean(seconds), 1) for board, seconds in measured.items()}


def write(work: Work, folder: Path) -> None:
    """Writes the known rows as a store, board by board, then its contents.json; the rows are stored then. Builds the
    images of rows that were recorded otherwise. Stale rows stay where nothing newer is known."""
    known = {command: row for command in work.requests if (row := work.row(command))}
    for command in known.keys() & work.recorded.keys():
        known[command] = freshness.of_record(known[command], work.requests[command])
    rows = [row for command in work.requests if (row := known.get(command) or work.stale.get(command))]
    planned = Counter(request.board for request in work.requests.values())
    for board in planned:
        store.write(board, [row for row in rows if row["board"] == board], folder)
    store.write_contents(freshness.shared(known.values()), planned, work.seconds_a_row, folder)
    work.stored = known

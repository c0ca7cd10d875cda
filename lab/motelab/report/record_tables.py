"""Tables of records for people, as `./motecurve bench` prints them."""

import itertools
import sys
from collections.abc import Callable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.common.progress import Progress
from motelab.measure import bench
from motelab.measure.operation_counts import EXECUTED_SCALARS
from motelab.measure.records import Record, cost
from motelab.subjects import security
from motelab.sweep import front as choice_front

VERSUS_FIELDS = (
    "versus", "versus_microseconds", "versus_min", "versus_max", "ratio", "reach", "level",
    "yardstick", "yardstick_microseconds", "yardstick_ratio",
)  # fmt: skip
VERSUS_COUNT_FIELDS = ("versus", "versus_instructions", "ratio")  # of a simulated board
WIDTH = 112  # of tables that do not go to a terminal
# Columns for a simulated board. Columns for a host, which has only times, so more than one curve fits in a table.
# Columns beside another library: its time and P-256 by OpenSSL, each with its ratio to ours.
COLUMNS = ("algorithm", "cycles", "ms", "mJ", "flash B", "RAM B", "stack (bound)", "time", "verified")
# For a board whose simulator counts no cycles.
COUNT_ONLY_COLUMNS = ("algorithm", "instructions", "flash B", "RAM B", "stack (bound)", "time", "verified")
VERSUS_COUNT_COLUMNS = ("curve", "algorithm", "instructions", "time", "theirs", "ratio", "verified")
HOST_COLUMNS = ("curve", "algorithm", "us", "min", "max", "cycles", "time", "verified")
VERSUS_COLUMNS = ("curve", "algorithm", "us", "cycles", "time", "theirs", "ratio", "P-256", "P-256 ratio", "verified")
TEXT = ("curve", "algorithm", "time", "verified")


def tables(records: list[Record], device: Board) -> Iterator[Table]:
    """For people, one table a subject: the time and the bytes of each algorithm."""
    for subject, group in itertools.groupby(records, key=lambda record: subject_of(record, device)):
        rows = fastest_first(list(group))
        headings, cells = COLUMNS, board_cells
        if "versus_instructions" in rows[0]:
            headings, cells = VERSUS_COUNT_COLUMNS, versus_count_cells
        elif rows[0]["unit"] == "instructions":
            headings, cells = COUNT_ONLY_COLUMNS, count_only_cells
        elif device.is_host:
            headings, cells = (VERSUS_COLUMNS if "ratio" in rows[0] else HOST_COLUMNS), host_cells
        usual = None if device.is_host else device.file_word_bits or device.word_bits
        words = {r["word_bits"] for r in rows} - {usual}
        title = f"{subject}, {words.pop()}-bit words" if len(words) == 1 else subject
        table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for heading in headings:
            table.add_column(heading, justify="left" if heading in TEXT else "right", no_wrap=True)
        for record in rows:
            table.add_row(*cells(record, device), "[green]yes[/]" if record["verified"] else "[red]NO[/]")
        yield table


def fastest_first(rows: list[Record]) -> list[Record]:
    """The rows of each curve by time, those without time at the end; curves in the order in which they come."""
    curves = list(dict.fromkeys(record["curve"] for record in rows))
    untimed = float("inf")
    return sorted(rows, key=lambda r: (curves.index(r["curve"]), cost(r) if r["median"] is not None else untimed))


# Point operations of scalar multiplications: heading, field of a record, how its figure is written.
COUNT_COLUMNS = (
    ("doublings", "doublings", ",.1f"), ("additions", "additions", ",.1f"), ("halvings", "halvings", ",.1f"),
    ("Frobenius", "frobenius_maps", ",.1f"), ("RAM table B", "ram_table_bytes", ","),
    ("flash B", "flash_table_bytes", ","), ("density", "digit_density", ".4f"),
    ("theory", "digit_density_theory", ".4f"),
)  # fmt: skip


def count_tables(records: list[Record], device: Board) -> Iterator[Table]:
    """For people, one table a curve: counted operations on points, means over random scalars; bytes of tables; the
    share of nonzero digits."""
    counted = [record for record in records if record["additions"] is not None]
    for subject, group in itertools.groupby(counted, key=lambda record: (record["curve"], record["board"])):
        rows = {named(record, device).rpartition(",")[0]: record for record in group}  # backends execute the same
        title = f"point operations executed on {security.marked(subject[0])}, means of {EXECUTED_SCALARS} scalars"
        table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for heading in ("algorithm", *(heading for heading, _, _ in COUNT_COLUMNS)):
            table.add_column(heading, justify="left" if heading in TEXT else "right", no_wrap=True)
        for algorithm, record in rows.items():
            table.add_row(algorithm, *(number(record[name], form) for _, name, form in COUNT_COLUMNS))
        yield table


def named(record: Record, device: Board) -> str:
    """The algorithm with its window, the backend, and the blinding if it is not the board's own."""
    window = "" if record["window"] is None else f" w={record['window']}"
    is_own = record["blinding"] == device.blinding
    blinding = "" if is_own else f", blinding {record['blinding']}"
    return f"{record['algorithm']}{window}, {record['backend']}{blinding}"


def board_cells(r: Record, device: Board) -> tuple[str, ...]:
    """COLUMNS except the last."""
    milliseconds = None if r["microseconds"] is None else r["microseconds"] / 1000
    return (
        named(r, device), number(r["cycles"]), number(milliseconds, ",.2f"), number(r["energy_mj"], ",.3f"),
        *size_cells(r),
    )  # fmt: skip


def count_only_cells(r: Record, device: Board) -> tuple[str, ...]:
    """COUNT_ONLY_COLUMNS except the last."""
    return (named(r, device), number(r["instructions"]), *size_cells(r))


def versus_count_cells(r: Record, device: Board) -> tuple[str, ...]:
    """VERSUS_COUNT_COLUMNS except the last."""
    kind = "constant" if r["constant_time"] else "varies"
    theirs = (number(r["versus_instructions"]), number(r["ratio"], ".2f"))
    return (security.marked(r["curve"]), named(r, device), number(r["instructions"]), kind, *theirs)


def size_cells(r: Record) -> tuple[str, ...]:
    """Flash, RAM (static and stack), the stack's share and its bound, and `timing`."""
    ram = None if r["stack_bytes"] is None else r["ram_static_bytes"] + r["stack_bytes"]
    stack = f"{number(r['stack_bytes'], 'd')} ({number(r['stack_bound_bytes'], 'd')})"
    return number(r["flash_bytes"]), number(ram), stack, timing(r)


def timing(r: Record) -> str:
    """constant; if time varies, over how many inputs its figure is taken."""
    return "constant" if r["constant_time"] else (r["verified"] and bench.basis(r)) or "varies"


def host_cells(r: Record, device: Board) -> tuple[str, ...]:
    """HOST_COLUMNS, or VERSUS_COLUMNS, except the last."""
    form = ",.3f" if r["median"] is not None and r["median"] < 10 else ",.1f"
    name = r["curve"] or r["field"]
    subject = (name if name in security.of_groups() else security.marked(name), named(r, device))
    kind = "constant" if r["constant_time"] else "varies"
    if "ratio" not in r:
        times = (number(r[name], form) for name in ("median", "min", "max"))
        return (*subject, *times, number(r["cycles"]), kind)
    others = (
        cell
        for time, ratio in (("versus_microseconds", "ratio"), ("yardstick_microseconds", "yardstick_ratio"))
        for cell in (number(r[time], form), number(r[ratio], ".2f"))
    )
    return (*subject, number(r["median"], form), number(r["cycles"]), kind, *others)


def subject_of(record: Record, device: Board) -> str:
    """The common facts of a table of records."""
    if device.is_host:
        return f"{record['operation']} on {group_in_words(record)}{record['board']}"
    if "versus_instructions" in record:
        return f"{record['operation']} on {record['device']}, {record['profile']}"
    return f"{place_of(record)}, {record['profile']}"


def place_of(record: Record) -> str:
    """Operation, curve or field, and device with its clock."""
    clock = f"{record['device']} at {boards.clock_in_words(record['clock_hz'], record['flash_wait_states'])}"
    subject = security.marked(record["curve"] or record["field"])
    return f"{record['operation']} on {subject}, {clock}"


def group_in_words(record: Record) -> str:
    """A group with both numbers of its security, which are too long for a column, and a comma; nothing for a curve."""
    return f"{security.marked(record['curve'])}, " if record["curve"] in security.of_groups() else ""


def number(value: float | None, form: str = ",") -> str:
    return "-" if value is None else format(value, form)


def beside(record: Record, device: Board) -> Record:
    """The fields of another library in a record; None if it has none."""
    return {name: record.get(name) for name in (VERSUS_FIELDS if device.is_host else VERSUS_COUNT_FIELDS)}


def print_tables(records: Sequence[Record], of_boards: Sequence[Board], *kinds: Callable) -> None:
    """Prints the tables of one kind, board by board; a record and its board have the same index."""
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    for _, group in itertools.groupby(zip(of_boards, records, strict=True), key=lambda pair: pair[0].loaded_as):
        pairs = list(group)
        for kind in kinds:
            console.print(*kind([record for _, record in pairs], pairs[0][0]))
    sys.stdout.flush()


class Printer:
    """Prints the table of each subject as soon as its last row has come, in the order of the requests."""

    def __init__(self, requests: Sequence[bench.Request], progress: Progress):
        self.boards = [boards.load(request.board) for request in requests]
        self.records: list[Record | None] = [None] * len(requests)
        self.progress = progress
        self.printed = 0

    def __call__(self, index: int, record: Record) -> None:
        self.records[index] = record
        known = next((i for i, row in enumerate(self.records) if row is None), len(self.records))
        end = max((i for i in range(self.printed + 1, known + 1) if self.ends_at(i, known)), default=self.printed)
        if end > self.printed:
            with self.progress.paused():
                print_tables(self.records[self.printed : end], self.boards[self.printed : end], tables)
            self.printed = end

    def ends_at(self, i: int, known: int) -> bool:
        """Whether a table ends before row i, when the first `known` rows have come."""
        return i == len(self.records) or (i < known and self.subject(i) != self.subject(i - 1))

    def subject(self, i: int) -> tuple[str, str]:
        """The subject of the table of a row."""
        return self.boards[i].loaded_as, subject_of(self.records[i], self.boards[i])


def print_fronts(found: Sequence[Record], measured: Sequence[Record]) -> None:
    """Prints front_tables."""
    Console(width=None if sys.stdout.isatty() else WIDTH).print(*front_tables(found, measured))


OWN_CHOICE = "what differs from the board's own choice"
FRONT_COLUMNS = ("cycles or instructions", "flash B", "RAM, stack B", "profile", OWN_CHOICE)


def front_tables(found: Sequence[Record], measured: Sequence[Record]) -> Iterator[Table]:
    """For people, a table for each subject: figures, and what differs from the board's own choice in that profile, the
    first that was measured."""

    def subject(record: Record) -> tuple:
        return tuple(record[name] for name in choice_front.SUBJECT)

    own_of = {(*subject(record), record["profile"]): record for record in reversed(measured)}
    for key, group in itertools.groupby(found, key=subject):
        rows = list(group)
        title = place_of(rows[0])
        table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for heading in FRONT_COLUMNS:
            table.add_column(heading, justify="left" if heading in FRONT_COLUMNS[-2:] else "right")
        for record in rows:
            others = ", ".join(choice_front.differences(record, own_of[*key, record["profile"]]))
            texts = (record["profile"], others or "nothing: its own")
            table.add_row(*map(number, choice_front.figures(record)), *texts)
        yield table

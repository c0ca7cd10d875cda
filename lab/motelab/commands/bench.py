"""`./motecurve bench`: measures algorithms on a board and prints their records."""

import dataclasses
import itertools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich import box
from rich.console import Console
from rich.table import Table

from motelab.boards import board as boards
from motelab.boards import profiles, selection
from motelab.boards.board import Board
from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.device import bench as on_device
from motelab.library.other_libraries import OTHERS
from motelab.measure import batch_rates, bench, catalogue, drawn_cases, implementation_requests, run_facts
from motelab.measure.operation_counts import EXECUTED_SCALARS
from motelab.measure.records import Record, cost
from motelab.report.display import console, for_programs, format_option, plain_table
from motelab.subjects import security
from motelab.sweep import front as choice_front


def choice_pairs(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple:
    """(family, member) of each FAMILY=NAME[/WINDOW][:BACKEND]."""
    pairs = [tuple(value.partition("=")[::2]) for value in values]
    for value, (family, member) in zip(values, pairs, strict=True):
        if not family or not member:
            raise click.BadParameter(
                f"{value!r} is not FAMILY=NAME[/WINDOW][:BACKEND], such as fb-mul=ld-registers:asm"
            )
    return tuple(pairs)


def only_one(context: click.Context, parameter: click.Parameter, values: tuple) -> Any:
    """The value of an option that is given at most once; a second one is refused, so that none is dropped silently."""
    if len(values) > 1:
        raise click.BadParameter(f"given {len(values)} times, and only one is measured at a time; run it for each")
    return values[0] if values else None


def once(*names: str, default: Any = None, **settings: Any):
    """click.option, which may be given once."""
    defaults = {} if default is None else {"default": (default,), "show_default": bool(default)}
    return click.option(*names, multiple=True, callback=only_one, **defaults, **settings)


OPENSSL = "openssl"  # beside which batches stand, too
BAD_INPUT = 2  # exit status: the code that a user gave is wrong


class BoardType(click.ParamType):
    """A board by name, loaded here at the command line; everything below gets the object."""

    name = "text"

    def convert(self, value: str | Board, parameter: click.Parameter | None, context: click.Context | None) -> Board:
        return value if isinstance(value, Board) else boards.load(value)


class ProfileType(click.ParamType):
    """A profile by its name or another word for it; whether a board has it is not asked here."""

    name = "text"

    def convert(self, value: str, parameter: click.Parameter | None, context: click.Context | None) -> str:
        return profiles.OTHER_WORDS.get(value, value)


def repeatable(*names: str, help: str, **settings: Any):
    """click.option, which may be given several times: every combination is measured."""
    return click.option(*names, multiple=True, help=f"{help} May be repeated.", **settings)


# The selection of measurements: boards, curves (none for all of each board's), windows (none for all that exist).
SUBJECTS = (
    repeatable(
        "--board", "devices", type=BoardType(), default=("micaz",), show_default=True,
        help="Board; NAME:BITS for words of another size.",
    ),
    repeatable("--curve", "curves", help="Curve by name or alias, or all. Without it, all of the board's."),
    repeatable("--window", "windows", type=int, help="Window of the --algorithm. Without it, all that it has."),
)  # fmt: skip
ONE_SUBJECT = (
    once(
        "--board", "device", type=BoardType(), default="micaz", help="Board; NAME:BITS for words of another size."
    ),
    once("--curve", default="", help="Curve by name or alias, or all. Without it, all of the board's."),
    once("--window", type=int, help="Window of the --algorithm. Without it, all that it has."),
)  # fmt: skip


# Options that choose among members of ours: name of the parameter, option, value that chooses nothing.
OF_OUR_ALGORITHMS = (
    ("algorithm", "--algorithm", ""), ("windows", "--window", ()), ("window", "--window", None),
    ("backend", "--backend", None), ("profile", "--profile", profiles.FAST), ("choices", "--with", ()),
    ("blinding", "--blinding", None), ("constant_time", "--ct and --var", None), ("versus", "--versus", None),
)  # fmt: skip


def implementation_options(command):
    """--implementation and --source."""
    of_name = click.option(
        "--implementation", default="", metavar="NAME|FOLDER",
        help="Somebody else's code, by its manifest (docs/open-bench.md). Without boards, operations or curves: all of"
        " its own.",
    )  # fmt: skip
    return of_name(
        click.option(
            "--source", default="", metavar="DIR", help="The folder with that code, or the one to compare with."
        )(command)
    )


def selection_options(command, subjects=SUBJECTS):
    """The options that select the subject, for every measuring command."""
    options = (
        *subjects,
        once("--backend", type=click.Choice(["c", "asm"]), help="C only, or with assembly."),
        once(
            "--profile", type=ProfileType(), default=profiles.FAST,
            help="What code is chosen and compiled for: small, balanced or fast.",
        ),
        click.option(
            "--with", "choices", multiple=True, metavar="FAMILY=NAME[/WINDOW][:BACKEND]", callback=choice_pairs,
            help="Replaces the board's own member of a family; may be repeated.",
        ),
        click.option(
            "--blinding", type=click.Choice(selection.BLINDINGS), default=None,
            help="How multiplications by secrets are blinded. Without it, as the board says.",
        ),
        implementation_options,
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def of_implementation(
    implementation: str, source: str, devices: Sequence[Board], operations: Sequence[str], curves: Sequence[str]
) -> list[bench.Request]:
    """The measurements of an implementation that the options of the current command name. UsageError for an option
    that chooses among algorithms of ours; MotecurveError as implementation_requests.expand."""
    context = click.get_current_context()
    for parameter, option, neutral in OF_OUR_ALGORITHMS:
        if context.params.get(parameter, neutral) != neutral:
            raise click.UsageError(f"{option} is for this library's own algorithms; leave it out with --implementation")
    boards = [board.loaded_as for board in devices] if is_given(context, "devices", "device") else []
    return implementation_requests.expand(
        implementation, source, boards, operations, [curve for curve in curves if curve]
    )


def is_given(context: click.Context, *names: str) -> bool:
    """Whether one of these parameters, of those that the command has, is on the command line."""
    given = (context.get_parameter_source(name) for name in names if name in context.params)
    return any(source is not ParameterSource.DEFAULT for source in given)


def one_selection(command):
    """The same for a command that measures one thing: each option once."""
    return selection_options(command, ONE_SUBJECT)


def blinded(requests: list[bench.Request], blinding: str | None) -> list[bench.Request]:
    """The requests with the blinding of that option, if it was given."""
    return [dataclasses.replace(request, blinding=blinding) for request in requests] if blinding else requests


@click.command("bench")
@click.option("--op", "operations", multiple=True, help="Operation, such as fb-mul or scalar-mult; may be repeated.")
@once("--algorithm", default="", help="Name of an algorithm, or all. Without it, the board's own choices.")
@selection_options
@click.option("--ct", "constant_time", flag_value="ct", help="Only algorithms in constant time.")
@click.option("--var", "constant_time", flag_value="var", help="Only algorithms in variable time.")
@once("--versus", type=click.Choice(sorted(OTHERS)), help="Another library to compare host or rpi2 with.")
@click.option("--front", is_flag=True, help="Only what no other choice equals or beats in cycles, flash and RAM.")
@once("--cases", type=click.IntRange(2), help="Where time varies: the mean of so many random inputs, too.")
@click.option("--fresh", is_flag=True, help="Measures again, whatever the cache holds.")
@click.option("--device", "port", metavar="PORT", help="On the board itself, at this serial port, or on its emulator.")
@click.option("--flash", is_flag=True, help="With --device: writes each image to the board first.")
@click.option("--contribute", type=click.Path(path_type=Path), help="With --device: the file for its records.")
@format_option
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Runs at a time.")
def command(
    operations,
    algorithm,
    devices,
    curves,
    windows,
    backend,
    profile,
    choices,
    blinding,
    implementation,
    source,
    constant_time,
    versus,
    front,
    cases,
    fresh,
    port,
    flash,
    contribute,
    form,
    jobs,
):
    """Measures algorithms and prints one record each; every result is checked against its known answer.

    Every combination of repeated options is measured. A table for people is printed as soon as its last row is
    measured; stderr reports each row as it comes, with the time left.

    \b
    Examples:
      ./motecurve bench                                  the board's own choices, every operation
      ./motecurve bench --op fb-mul --algorithm all      every multiplication, C and assembly
      ./motecurve bench --op scalar-mult --algorithm wtnaf --window 4 --curve sect163k1 --format json
      ./motecurve bench --op ecdh --curve sect163k1 --curve P-256 --board micaz --board telosb
      ./motecurve bench --op ecdh --curve sect163r2 --blinding coordinates
      ./motecurve bench --op ecdh --curve secp256r1 --front      what each member costs in flash and RAM
      ./motecurve bench --board host --versus openssl    NIST's binary curves beside OpenSSL and P-256
      ./motecurve bench --board host --curve sect283k1 --op ecdh --versus openssl
      ./motecurve bench --board host --versus libsecp256k1         or libsodium, botan: whatever both have
      ./motecurve bench --board host --versus s2n-bignum --source s2n-bignum
      ./motecurve bench --board host --curve bls12-381 --op pairing-ate --op bls-sign --op bls-verify
      ./motecurve bench --board rpi2 --versus openssl    instructions, beside those of Debian's OpenSSL for armhf
      ./motecurve bench --implementation micro-ecc --source micro-ecc --board micaz
      ./motecurve bench --board uno --op ecdh --curve Curve25519 --device emulator
      ./motecurve bench --board uno --op ecdh --curve Curve25519 --device /dev/ttyACM0 --flash
    """
    refuse_for_device(port, contribute)
    for window in windows:
        catalogue.refuse_window_without_algorithm(window, algorithm)
    refuse_versus(devices, versus)
    wanted = None if constant_time is None else constant_time == "ct"
    if front:
        print_fronts(devices, operations, curves, wanted, fresh, form, jobs)
        return
    compares_usual = bool(versus) and not (operations or algorithm or choices or wanted is not None)
    if implementation:
        requests = of_implementation(implementation, source, devices, operations, curves)
    elif compares_usual:
        pairs = itertools.product(devices, curves or ("",))
        requests = [r for device, curve in pairs for r in catalogue.compared(device, curve, profile, versus)]
    else:
        requests = catalogue.combined(
            devices, operations, algorithm, windows, backend or "", curves, profile, choices, wanted
        )
    if versus:
        requests = [dataclasses.replace(request, versus=versus, source=source) for request in requests]
    requests = blinded(requests, blinding)
    if cases:
        requests = with_cases(requests, cases)
    if port:
        print_of_device(on_device.measured(requests, port, flash), contribute, form)
        return
    with Progress("measuring", len(requests)) as progress:
        printer = Printer(requests, progress) if form == "table" and not versus else None
        records = bench.measure(requests, fresh, progress, jobs, counts=bool(algorithm), arrived=printer)
    of_boards = [boards.load(request.board) for request in requests]
    if compares_usual and versus == OPENSSL and not curves and any(device.is_host for device in devices):
        records.append(batch_rates.bench_record(batch_rates.COMPARED))
        of_boards.append(next(device for device in devices if device.is_host))
    if versus:  # including those that failed
        records = [record | beside(record, device) for record, device in zip(records, of_boards, strict=True)]
    if not for_programs(records, form):
        print_tables(records, of_boards, *((count_tables,) if printer else (tables, count_tables)))
    for failed, reason in run_facts.failures().items():
        print(f"motecurve: {failed}: {reason}", file=sys.stderr)
    if not all(record["verified"] for record in records):
        sys.exit(BAD_INPUT if implementation else 1)


def refuse_for_device(port: str | None, contribute: Path | None) -> None:
    """UsageError for options that need a board on a serial port, and for those that the bench has on simulators alone.
    MotecurveError for records of the emulator that are to be given away."""
    context = click.get_current_context()
    if not port:
        if is_given(context, "flash", "contribute"):
            raise click.UsageError("--flash and --contribute go with --device: they concern a board on a serial port")
        return
    if is_given(context, "implementation", "versus", "front", "cases"):
        raise click.UsageError(
            "--device takes this library's known answers alone: leave out --implementation, --versus, --front, --cases"
        )
    if contribute:
        on_device.refuse_emulator(port)


def print_of_device(records: Sequence[Record], contribute: Path | None, form: str) -> None:
    """Prints records from a board itself, and writes them to a file to give away, if one is named."""
    if contribute:
        on_device.contribute(records, contribute)
    if not for_programs(records, form):
        show_of_device(records)


DEVICE_COLUMNS = ("subject", "algorithm", "cycles", "simulator", "%", "stack B", "simulator B")


def show_of_device(records: Sequence[Record]) -> None:
    """A table for people: the board's cycles beside the simulator's. Every result was right."""
    first = records[0]
    title = f"{first['device']} at {first['clock_hz'] / 1e6:g} MHz, {first['origin']}, {first['measured_on']}"
    table = plain_table(*DEVICE_COLUMNS)
    table.title = title
    for record in records:
        table.add_row(
            f"{record['operation']} {record['curve'] or record['field']}", record["algorithm"], f"{record['cycles']:,}",
            f"{record['simulated']:,}", f"{record['difference_percent']:+.4f}", f"{record['stack_bytes']:,}",
            f"{record['simulated_stack_bytes']:,}",
        )  # fmt: skip
    console().print(table)


def print_fronts(
    devices: Sequence[Board],
    operations: Sequence[str],
    curves: Sequence[str],
    constant_time: bool | None,
    fresh: bool,
    form: str,
    jobs: int,
) -> None:
    """Measures every choice of these operations and prints those on the front; those that do not build or do not fit
    are named on stderr. UsageError without an operation and a curve, and for options that choose among algorithms."""
    context = click.get_current_context()
    if not operations or not curves:
        raise click.UsageError("--front compares all choices of an operation: name it with --op, and a --curve")
    for parameter, option, neutral in OF_OUR_ALGORITHMS:
        if parameter not in ("constant_time", "profile") and context.params.get(parameter, neutral) != neutral:
            raise click.UsageError(f"--front tries every choice, so {option} is left out")
    profile = context.params["profile"] if is_given(context, "profile") else ""
    for device in devices if profile else ():
        one_of("profile", profile, device.compiler.profiles)
    names = [device.loaded_as for device in devices]
    requests = choice_front.candidates(names, curves, operations, constant_time, profile)
    with Progress("measuring", len(requests)) as progress:
        records = bench.measure(requests, fresh, progress, jobs)
    for failed, reason in run_facts.failures().items():
        print(f"motecurve: left out: {failed}: {reason}", file=sys.stderr)
    found = choice_front.fronts(records)
    if not for_programs(found, form):
        Console(width=None if sys.stdout.isatty() else WIDTH).print(*front_tables(found, records))


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


def with_cases(requests: Sequence[bench.Request], cases: int) -> list[bench.Request]:
    """The requests with that number of cases; BadParameter if none of them has a mean."""
    if not any(bench.has_mean(bench.select(request)) for request in requests):
        known = ", ".join(drawn_cases.RULES)
        raise click.BadParameter(
            f"nothing here varies on a simulated board; what may vary are {known}", param_hint="--cases"
        )
    return [dataclasses.replace(request, cases=cases) for request in requests]


def refuse_versus(devices: Sequence[Board], versus: str | None) -> None:
    """BadParameter if one of the boards cannot run the other library."""
    for device in devices if versus else ():
        if versus not in device.versus:
            can = " or ".join(other.name for other in boards.every() if versus in other.versus)
            lacks = f"does not run {versus}" if device.versus else "runs no other library"
            raise click.BadParameter(f"{device.loaded_as} {lacks}; --board {can} does", param_hint="--versus")


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

"""`./motecurve bench`: measures algorithms on a board and prints their records."""

import dataclasses
import itertools
import os
import sys
from collections.abc import Iterator
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from motecurve.boards import board as boards
from motecurve.boards import selection
from motecurve.boards.board import Board
from motecurve.common.progress import Progress
from motecurve.library import native_build
from motecurve.measure import batch_rates, bench, catalogue, run_facts
from motecurve.measure.operation_counts import EXECUTED_SCALARS
from motecurve.measure.records import Record
from motecurve.report.display import for_programs, format_option
from motecurve.subjects import security


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
    """The value of an option that is given once or not at all; of more than one the last is not taken silently."""
    if len(values) > 1:
        raise click.BadParameter(f"given {len(values)} times, and only one is measured at a time; run it for each")
    return values[0] if values else None


def once(*names: str, default: Any = None, **settings: Any):
    """click.option, which may be given once."""
    defaults = {} if default is None else {"default": (default,), "show_default": bool(default)}
    return click.option(*names, multiple=True, callback=only_one, **defaults, **settings)


class BoardType(click.ParamType):
    """A board by name, loaded where the command line ends; everything below gets the object."""

    name = "text"

    def convert(self, value: str | Board, parameter: click.Parameter | None, context: click.Context | None) -> Board:
        return value if isinstance(value, Board) else boards.load(value)


def selection_options(command):
    """The options by which every measuring command is told what to measure."""
    options = (
        once(
            "--board", "device", type=BoardType(), default="micaz",
            help="Board; NAME:BITS for words of another size.",
        ),
        once("--curve", default="", help="Curve by name or alias, or all. Without it, all of the board's."),
        once("--window", type=int, help="Window of the --algorithm. Without it, all that it has."),
        once("--backend", type=click.Choice(["c", "asm"]), help="C only, or with assembly."),
        once("--profile", default="fast", help="Compiler profile: fast or small."),
        click.option(
            "--with", "choices", multiple=True, metavar="FAMILY=NAME[/WINDOW][:BACKEND]", callback=choice_pairs,
            help="Replaces the board's own member of a family; may be repeated.",
        ),
        click.option(
            "--blinding", type=click.Choice(selection.BLINDINGS), default=None,
            help="What blinds multiplications by secrets. Without it, what the board says.",
        ),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def blinded(requests: list[bench.Request], blinding: str | None) -> list[bench.Request]:
    """The requests with the blinding of that option, if it was given."""
    return [dataclasses.replace(request, blinding=blinding) for request in requests] if blinding else requests


@click.command("bench")
@click.option("--op", "operations", multiple=True, help="Operation, such as fb-mul or scalar-mult; may be repeated.")
@once("--algorithm", default="", help="Name of an algorithm, or all. Without it, the board's own choices.")
@selection_options
@click.option("--ct", "constant_time", flag_value="ct", help="Only what is constant time.")
@click.option("--var", "constant_time", flag_value="var", help="Only what is not.")
@once("--versus", type=click.Choice(sorted(native_build.OTHERS)), help="Another library to compare host or rpi2 with.")
@click.option("--fresh", is_flag=True, help="Measures again what is in the cache.")
@format_option
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Runs at a time.")
def command(
    operations,
    algorithm,
    device,
    curve,
    window,
    backend,
    profile,
    choices,
    blinding,
    constant_time,
    versus,
    fresh,
    form,
    jobs,
):
    """Measures algorithms and prints one record each; every result is checked against its known answer.

    \b
    Examples:
      ./motecurve bench                                  the board's own choices, every operation
      ./motecurve bench --op fb-mul --algorithm all      every multiplication, C and assembly
      ./motecurve bench --op scalar-mult --algorithm wtnaf --window 4 --curve sect163k1 --format json
      ./motecurve bench --op ecdh --curve sect163r2 --blinding coordinates
      ./motecurve bench --board host --versus openssl    NIST's binary curves beside OpenSSL and P-256
      ./motecurve bench --board host --curve sect283k1 --op ecdh --versus openssl
      ./motecurve bench --board rpi2 --versus openssl    instructions, beside those of Debian's OpenSSL for armhf
    """
    catalogue.refuse_window_without_algorithm(window, algorithm)
    if versus and versus not in device.versus:
        can = " or ".join(other.name for other in boards.every() if versus in other.versus)
        raise click.BadParameter(f"{device.loaded_as} runs no other library; --board {can} does", param_hint="--versus")
    wanted = None if constant_time is None else constant_time == "ct"
    compares_usual = bool(versus) and not (operations or algorithm or choices or wanted is not None)
    if compares_usual:
        requests = catalogue.compared(device, curve, profile)
    else:
        requests = catalogue.expand(
            device, operations, algorithm, window, backend or "", curve, profile, choices, wanted
        )
    if versus:
        requests = [dataclasses.replace(request, versus=versus) for request in requests]
    requests = blinded(requests, blinding)
    with Progress("measuring", len(requests)) as progress:
        records = bench.measure(requests, fresh, progress, jobs, counts=bool(algorithm))
    if compares_usual and not curve and device.is_host:
        records.append(batch_rates.bench_record(batch_rates.COMPARED))
    if versus:  # of those that failed, too
        fields = VERSUS_FIELDS if device.is_host else VERSUS_COUNT_FIELDS
        records = [record | {name: record.get(name) for name in fields} for record in records]
    if not for_programs(records, form):
        Console(width=None if sys.stdout.isatty() else WIDTH).print(
            *tables(records, device), *count_tables(records, device)
        )
    for failed, reason in run_facts.failures().items():
        print(f"motecurve: {failed}: {reason}", file=sys.stderr)
    if not all(record["verified"] for record in records):
        sys.exit(1)


VERSUS_FIELDS = (
    "versus", "versus_microseconds", "ratio", "yardstick", "yardstick_microseconds", "yardstick_ratio",
)  # fmt: skip
VERSUS_COUNT_FIELDS = ("versus", "versus_instructions", "ratio")  # of a simulated board
WIDTH = 112  # of tables that go elsewhere than to a terminal
# Of a simulated board; and of a host, where there is no more than time, and more than one curve fits in a table; beside
# another library, theirs and P-256 by OpenSSL, each with its ratio to ours.
COLUMNS = ("algorithm", "cycles", "ms", "mJ", "flash B", "RAM B", "stack (bound)", "time", "verified")
# Of one whose simulator counts no cycles.
COUNT_ONLY_COLUMNS = ("algorithm", "instructions", "flash B", "RAM B", "stack (bound)", "time", "verified")
VERSUS_COUNT_COLUMNS = ("curve", "algorithm", "instructions", "time", "theirs", "ratio", "verified")
HOST_COLUMNS = ("curve", "algorithm", "us", "min", "max", "cycles", "time", "verified")
VERSUS_COLUMNS = ("curve", "algorithm", "us", "cycles", "time", "theirs", "ratio", "P-256", "P-256 ratio", "verified")
TEXT = ("curve", "algorithm", "time", "verified")


def tables(records: list[Record], device: Board) -> Iterator[Table]:
    """For people, one table a subject: what each algorithm costs and weighs."""
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
    """The rows of each curve by time, those without at the end; curves as they come."""
    curves = list(dict.fromkeys(record["curve"] for record in rows))
    untimed = float("inf")
    return sorted(rows, key=lambda r: (curves.index(r["curve"]), r["median"] if r["median"] is not None else untimed))


# Point operations of scalar multiplications: heading, field of a record, how its figure is written.
COUNT_COLUMNS = (
    ("doublings", "doublings", ",.1f"), ("additions", "additions", ",.1f"), ("halvings", "halvings", ",.1f"),
    ("Frobenius", "frobenius_maps", ",.1f"), ("RAM table B", "ram_table_bytes", ","),
    ("flash B", "flash_table_bytes", ","), ("density", "digit_density", ".4f"),
    ("theory", "digit_density_theory", ".4f"),
)  # fmt: skip


def count_tables(records: list[Record], device: Board) -> Iterator[Table]:
    """For people, one table a curve: operations on points that were counted, means over random scalars; bytes of
    tables; the share of digits that are not 0."""
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
    """The algorithm with its window, the backend, and the blinding where that is not the board's own."""
    window = "" if record["window"] is None else f" w={record['window']}"
    is_own = record["blinding"] == device.blinding
    blinding = "" if is_own else f", blinding {record['blinding']}"
    return f"{record['algorithm']}{window}, {record['backend']}{blinding}"


def board_cells(r: Record, device: Board) -> tuple[str, ...]:
    """COLUMNS but the last."""
    milliseconds = None if r["microseconds"] is None else r["microseconds"] / 1000
    return (
        named(r, device), number(r["cycles"]), number(milliseconds, ",.2f"), number(r["energy_mj"], ",.3f"),
        *size_cells(r),
    )  # fmt: skip


def count_only_cells(r: Record, device: Board) -> tuple[str, ...]:
    """COUNT_ONLY_COLUMNS but the last."""
    return (named(r, device), number(r["instructions"]), *size_cells(r))


def versus_count_cells(r: Record, device: Board) -> tuple[str, ...]:
    """VERSUS_COUNT_COLUMNS but the last."""
    kind = "constant" if r["constant_time"] else "varies"
    theirs = (number(r["versus_instructions"]), number(r["ratio"], ".2f"))
    return (security.marked(r["curve"]), named(r, device), number(r["instructions"]), kind, *theirs)


def size_cells(r: Record) -> tuple[str, ...]:
    """Flash, RAM (static and stack), of it the stack and its bound, and whether the time is constant."""
    ram = None if r["stack_bytes"] is None else r["ram_static_bytes"] + r["stack_bytes"]
    stack = f"{number(r['stack_bytes'], 'd')} ({number(r['stack_bound_bytes'], 'd')})"
    return number(r["flash_bytes"]), number(ram), stack, "constant" if r["constant_time"] else "varies"


def host_cells(r: Record, device: Board) -> tuple[str, ...]:
    """HOST_COLUMNS, or VERSUS_COLUMNS, but the last."""
    form = ",.3f" if r["median"] is not None and r["median"] < 10 else ",.1f"
    subject = (security.marked(r["curve"] or r["field"]), named(r, device))
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
    """What a table of records has in common."""
    if device.is_host:
        return f"{record['operation']} on {record['board']}"
    if "versus_instructions" in record:
        return f"{record['operation']} on {record['device']}, {record['profile']}"
    clock = f"{record['device']} at {record['clock_hz'] / 1e6:g} MHz"
    subject = security.marked(record["curve"] or record["field"])
    return f"{record['operation']} on {subject}, {clock}, {record['profile']}"


def number(value: float | None, form: str = ",") -> str:
    return "-" if value is None else format(value, form)

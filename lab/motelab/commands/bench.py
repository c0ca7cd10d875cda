"""`./motecurve bench`: measures algorithms on a board and prints their records."""

import dataclasses
import itertools
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from motelab.boards import board as boards
from motelab.boards import profiles, protection, selection
from motelab.boards.board import Board
from motelab.common.names import one_of
from motelab.common.options import is_given
from motelab.common.progress import Progress
from motelab.device import bench as on_device
from motelab.library.other_libraries import OTHERS
from motelab.measure import batch_rates, bench, catalogue, drawn_cases, implementation_requests, run_facts
from motelab.report import of_silicon, record_tables
from motelab.report.display import for_programs, format_option
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
    ("blinding", "--blinding", None), ("protect", "--protect", None),
    ("constant_time", "--ct and --var", None), ("versus", "--versus", None),
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


def one_selection(command):
    """The same for a command that measures one thing: each option once."""
    return selection_options(command, ONE_SUBJECT)


def blinded(requests: list[bench.Request], blinding: str | None) -> list[bench.Request]:
    """The requests with the blinding of that option, if it was given."""
    return [dataclasses.replace(request, blinding=blinding) for request in requests] if blinding else requests


def protect_option(command):
    """--protect, for commands that build images."""
    return once(
        "--protect", type=click.Choice(protection.PROFILES),
        help="Against a clock (timing), a probe (power), a glitch (faults), all, or none. Without it, as the board"
        " says.",
    )(command)  # fmt: skip


def protected(requests: list[bench.Request], profile: str | None, blinding: str | None) -> list[bench.Request]:
    """The requests with the choices of a profile of protection, if one was given. UsageError beside --blinding."""
    if profile is None:
        return requests
    if blinding:
        raise click.UsageError("--protect chooses the blinding, too: leave out --blinding")
    if warning := protection.warning(profile):
        print(f"motecurve: {warning}", file=sys.stderr)
    return [_protected(request, profile) for request in requests]


def _protected(request: bench.Request, profile: str) -> bench.Request:
    chosen = bench.select(request)
    found = protection.of(profile, request.operation, chosen.board, chosen.curve, chosen.profile, request.backend)
    bench_choices = (*found.choices, *request.choices)
    return dataclasses.replace(request, operation=found.operation, blinding=found.blinding, choices=bench_choices)


@click.command("bench")
@click.option("--op", "operations", multiple=True, help="Operation, such as fb-mul or scalar-mult; may be repeated.")
@once("--algorithm", default="", help="Name of an algorithm, or all. Without it, the board's own choices.")
@selection_options
@click.option("--ct", "constant_time", flag_value="ct", help="Only algorithms in constant time.")
@click.option("--var", "constant_time", flag_value="var", help="Only algorithms in variable time.")
@protect_option
@once("--versus", type=click.Choice(sorted(OTHERS)), help="Another library to compare host or rpi2 with.")
@click.option("--front", is_flag=True, help="Only what no other choice equals or beats in cycles, flash and RAM.")
@once("--cases", type=click.IntRange(2), help="Where time varies: the mean of so many random inputs, too.")
@click.option("--fresh", is_flag=True, help="Measures again, whatever the cache holds.")
@of_silicon.options
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
    protect,
    versus,
    front,
    cases,
    fresh,
    port,
    flash,
    contribute,
    contributor,
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
      ./motecurve bench --op ecdh --curve Curve25519 --board telosb --protect power
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
      ./motecurve bench --implementation micro-ecc --source micro-ecc --board uno --op ecdh --device /dev/ttyACM0
    """
    of_silicon.refuse(port, contribute, contributor)
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
    requests = protected(blinded(requests, blinding), protect, blinding)
    if cases:
        requests = with_cases(requests, cases)
    if port:
        of_silicon.print_records(on_device.measured(requests, port, flash), contribute, contributor, form)
        return
    with Progress("measuring", len(requests)) as progress:
        printer = record_tables.Printer(requests, progress) if form == "table" and not versus else None
        records = bench.measure(requests, fresh, progress, jobs, counts=bool(algorithm), arrived=printer)
    of_boards = [boards.load(request.board) for request in requests]
    if compares_usual and versus == OPENSSL and not curves and any(device.is_host for device in devices):
        records.append(batch_rates.bench_record(batch_rates.COMPARED))
        of_boards.append(next(device for device in devices if device.is_host))
    if versus:  # including those that failed
        records = [
            record | record_tables.beside(record, device) for record, device in zip(records, of_boards, strict=True)
        ]
    if not for_programs(records, form):
        counts = record_tables.count_tables
        record_tables.print_tables(records, of_boards, *((counts,) if printer else (record_tables.tables, counts)))
    for failed, reason in run_facts.failures().items():
        print(f"motecurve: {failed}: {reason}", file=sys.stderr)
    if not all(record["verified"] for record in records):
        sys.exit(BAD_INPUT if implementation else 1)


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
        record_tables.print_fronts(found, records)


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

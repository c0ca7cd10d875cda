"""`./motecurve check`: whether an algorithm gives its known answers, over fields and sizes of words."""

import click
from rich.text import Text

from motelab.commands.bench import BoardType, once
from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.measure import checks, recoded
from motelab.report import display
from motelab.report.display import format_option
from motelab.subjects import known_answers

STATES = {True: Text("yes", "green"), False: Text("NO", "bold red"), None: Text("left out", "yellow")}


@click.command("check")
@once("--algorithm", required=True, help="Name of an algorithm, as its file's header has it.")
@click.option(
    "--curve", "curves", multiple=True, help="A curve, or all; may be repeated. [default: those of the MICAz]"
)
@click.option(
    "--board",
    "devices",
    multiple=True,
    type=BoardType(),
    help=f"A board, or NAME:BITS; may be repeated.  [default: {', '.join(checks.BOARDS)}, and others with a kernel]",
)
@format_option
@click.pass_context
def command(context, algorithm: str, curves: tuple[str, ...], devices: tuple, form: str) -> None:
    """Checks an algorithm against known answers by PARI/GP, over fields and sizes of words.

    Images of the simulated MICAz compute it with words of 8, 16 and 32 bits, this computer with words of 64, and each
    board that has a kernel of it in assembly. The answers hold the ends of the ranges and random inputs. Only the
    parts that it needs are built. A recoding is held to the digits that its header promises, on this computer. Exits
    with 1 if a result is wrong. The tests try more: docs/tests.md.

    \\b
    Examples:
      ./motecurve check --algorithm lopez-dahab
      ./motecurve check --algorithm wtnaf --curve sect163k1 --board micaz --board telosb
    """
    rows, unanswered = [] if devices or curves else recoded.rows(algorithm), set()
    is_recoding_alone = rows and not checks.operations_of(algorithm)
    requests = [] if is_recoding_alone else checks.requests(algorithm, devices, curves)
    with Progress("checking", len(requests)) as progress:
        for done, request in enumerate(requests, start=1):
            try:
                rows.append(checks.check(request))
            except known_answers.NoneKnown as error:
                unanswered.add(str(error))
            progress(done, len(requests), f"{request.operation} {request.board} {request.curve}")
    for reason in sorted(unanswered):
        click.echo(f"motecurve: left out: {reason}", err=True)
    if not rows:
        raise MotecurveError(f"no known answers to check {algorithm} by")
    if not display.for_programs(rows, form):
        show(rows)
    context.exit(0 if all(row["verified"] is not False for row in rows) else 1)


def show(rows: list[checks.Row]) -> None:
    """The rows for people, and below them why some are wrong or left out."""
    table = display.plain_table("operation", "on", "board", "words", "version", "answers", "right")
    for row in rows:
        window = "" if row["window"] is None else f"w={row['window']}, "
        cells = (f"{row['word_bits']}", f"{window}{row['backend']}", str(row["known_answers"]))
        table.add_row(row["operation"], row["curve"] or row["field"], row["board"], *cells, STATES[row["verified"]])
    display.console().print(table)
    for reason in dict.fromkeys(row["reason"] for row in rows if row["reason"]):
        display.console().print(Text(reason, "yellow"), soft_wrap=True)

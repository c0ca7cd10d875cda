"""`./motecurve vectors`: runs files of public test vectors."""

from collections.abc import Iterator, Sequence

import click
from rich.text import Text

from motelab.common import plain
from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.report import display
from motelab.vectors import checks, files
from motelab.vectors.checks import ACCEPTED, REFUSED, UNDECIDED, Document, Malformed, Report

# A line, or a step of the bar, after so many cases.
STEP = 500
# Longer values are cut in the table; JSON has all of them.
SHOWN = 80
FILE_WIDTH = 34


@click.command("vectors")
@click.argument("names", nargs=-1, required=True, metavar="FILE...")
@display.format_option
@click.pass_context
def command(context: click.Context, names: tuple[str, ...], form: str) -> None:
    """Runs files of test vectors: Wycheproof's, NIST's and our own.

    These are Wycheproof's JSON (ECDSA, ECDH, XDH, EdDSA), NIST CAVP's response files (KeyPair, PKV, SigGen, SigVer,
    SigGenComponent, ECC CDH) and our known answers, compressed by gzip or not. The contents of a file say which it
    is. Cases of other curves, hashes and schemes are counted by reason.

    Exits with 1 if a case disagrees, and lists it; with 2 if a file is damaged.

    \b
    Examples:
      ./motecurve vectors tests/vectors/cavp/fips186-3_ecdsa/PKV.rsp
      ./motecurve vectors tests/vectors/wycheproof/*.json.gz --format json
    """
    documents, errors = [], []
    for name in names:
        try:
            documents.append(files.read(name))
        except MotecurveError as error:
            errors.append((name, str(error)))
    reports = run(documents, errors)
    rows = [*(report.record() for report in reports), *({"file": name, "error": error} for name, error in errors)]
    if not display.for_programs(rows, form):
        show(reports)
    for _, error in errors:
        click.echo(f"motecurve: {plain.text(error)}", err=True)
    context.exit(2 if errors else 1 if any(report.failed for report in reports) else 0)


def run(documents: Sequence[Document], errors: list[tuple[str, str]]) -> list[Report]:
    """Runs the cases of files, with progress if there are many. A file with a case that cannot be run is entered in
    `errors` instead."""
    total, done, reports = sum(len(document.checks) for document in documents), 0, []

    with Progress("vectors", total) as progress:
        for document in documents:

            def step(document: Document = document) -> None:
                nonlocal done
                done += 1
                if done % STEP == 0:
                    progress(done, total, document.file)

            try:
                reports.append(checks.run(document, step))
            except Malformed as error:
                errors.append((document.file, str(error)))
    return reports


def show(reports: Sequence[Report]) -> None:
    """The summary for people: a row for each file, then remarks on it."""
    table = display.plain_table()
    table.add_column("file", max_width=FILE_WIDTH, no_wrap=True, overflow="ellipsis")
    table.add_column("kind", overflow="fold")
    for header in ("cases", "passed", "failed", "accepted", "refused", "unsupported"):
        table.add_column(header, justify="right", no_wrap=True)
    for report in reports:
        style = "bold red" if report.failed else ""
        counts = (report.cases, report.passed, report.failed, report.decided[ACCEPTED], report.decided[REFUSED])
        cells = [str(count) for count in (*counts, report.unsupported.total())]
        name = plain.text(report.file.rsplit("/", 1)[-1])
        table.add_row(Text(name, style), Text(plain.text(report.kind)), *cells)
    if reports:
        display.console().print(table)
    for line in (line for report in reports for line in remarks(report)):
        click.echo(plain.text(line))
    cases, passed, failed = (sum(getattr(r, name) for r in reports) for name in ("cases", "passed", "failed"))
    click.echo(f"{cases} cases: {passed} passed, {failed} failed, {cases - passed - failed} unsupported")


def remarks(report: Report) -> Iterator[str]:
    """The lines on one file."""
    for reason, count in report.unsupported.items():
        yield f"{report.file}: {count} unsupported: {reason}"
    for (flags, result), count in report.open_cases.items():
        if result == UNDECIDED:
            yield f"{report.file}: {count} acceptable, undecided here: {', '.join(flags) or 'no flag'}"
    for note in report.notes:
        yield f"{report.file}: {note}"
    for failure in report.failures:
        comment = f" ({failure['comment']})" if failure["comment"] else ""
        expected, got = (cut(failure[name]) for name in ("expected", "got"))
        yield f"{failure['file']}: {failure['case']}{comment}: expected {expected}, got {got}"


def cut(value: str) -> str:
    return value if len(value) <= SHOWN else value[: SHOWN - 3] + "..."

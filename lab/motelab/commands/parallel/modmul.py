"""`./motecurve parallel modmul`: modular multiplications by every algorithm, engine and number of threads."""

import functools
import itertools
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from motelab.common import charts, names
from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.keys.targets import Target
from motelab.parallel import derived, modmul, plots, prediction, scenarios, store, table_2, topology
from motelab.parallel.modmul import Line, Request
from motelab.parallel.unfinished import Unfinished
from motelab.report import parallel_rows
from motelab.report.display import for_programs, format_option

Record = dict[str, Any]


class Numbers(click.ParamType):
    """Numbers apart by commas, each from `least` to `most`."""

    name = "numbers"

    def __init__(self, least: int, most: int, what: str):
        self.least, self.most, self.what = least, most, what

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        found = tuple(int(text) if text.isascii() and text.isdigit() else -1 for text in value.split(","))
        if not all(self.least <= number <= self.most for number in found):
            self.fail(f"{value!r}: give {self.what} from {self.least} to {self.most}, such as {self.least},{self.most}")
        return found


def several(*flags: str, least: int, most: int, what: str, help: str):
    """An option with numbers apart by commas, which may be repeated."""
    return click.option(
        *flags,
        multiple=True,
        type=Numbers(least, most, what),
        help=f"{help} Several apart by commas.",
        callback=lambda context, parameter, values: tuple(dict.fromkeys(one for many in values for one in many)),
    )


@click.command("modmul")
@several("--bits", "sizes", least=modmul.BITS_MIN, most=modmul.BITS_MAX, what="bits of a modulus",
         help="Sizes of the modulus. Without it, those of the paper: 128 to 4096.")  # fmt: skip
@several("--threads", least=1, most=4, what="threads", help="Numbers of threads. Without it, 1 to 4.")
@click.option("--engine", "engines", multiple=True, type=click.Choice([*modmul.ENGINES, "all"]),
              help="Who runs the parts; may be repeated. Without it, all.")  # fmt: skip
@click.option("--algorithm", "algorithms", multiple=True, help="An algorithm; may be repeated. Without it, all.")
@click.option("--scenario", type=click.Choice(scenarios.SCENARIOS), default="1", show_default=True,
              help="Order and processes, as in the paper's Chapter 3.")  # fmt: skip
@click.option("--runs", type=click.IntRange(1, 10_000_000), help="Runs of each test. Without it, the scenario's: 1000.")
@click.option("--operation", type=click.Choice(modmul.OPERATIONS), default="multiply", show_default=True)
@click.option("--split", type=click.IntRange(0), metavar="LIMBS", help="Where bipartite or message-passing splits.")
@click.option("--wait", "wait_milliseconds", type=click.IntRange(0, 600_000), default=0, metavar="MILLISECONDS",
              help="Wait after the initialisation of each test, so that the clock may fall.")  # fmt: skip
@click.option("--governor", metavar="NAME", help="Switch the processors' governor; all for each in turn. Needs root.")
@click.option("--siblings", is_flag=True, help="Threads on processors of one core, if it has several.")
@click.option("--predict", "predicted", multiple=True, type=click.IntRange(2, 1024), metavar="THREADS",
              help="Also rows that are only predicted, for so many threads; may be repeated.")  # fmt: skip
@click.option(
    "--all", "complete", is_flag=True, help="The complete grid: every scenario, and up to 16384 bits in the first."
)
@click.option("--plot", metavar="FILE", help="Draw the charts; a file whose name ends with .svg or .png.")
@click.option("--commit", is_flag=True, help="Keep the rows in the committed records.")
@click.option("--recorded", is_flag=True, help="Show the committed records instead of measuring.")
@click.option("--fresh", is_flag=True, help="Measure again, whatever an interrupted command has left.")
@format_option
@click.pass_context
def command(context, predicted, complete, plot, commit, recorded, fresh, form, **options):
    """Measures modular multiplications, each against the fastest sequential one of the same run.

    The sequential ones are ours, GMP's product with its division, and OpenSSL's Montgomery multiplication. Every result
    is checked against GMP's integers. The paper is arruda2014; its sizes and its 1000 runs are the default. A run is as
    many calls as take 10 microseconds. After an interruption the same command continues. Exits with 1 if a result is
    wrong.

    \b
    Examples:
      ./motecurve parallel modmul
      ./motecurve parallel modmul --bits 1024,2048,4096 --threads 1,2 --engine pool --plot speedup.svg
      ./motecurve parallel modmul --bits 16384 --algorithm bipartite --split 100
      ./motecurve parallel modmul --scenario decreasing --governor all
      ./motecurve parallel modmul --predict 8 --predict 16
      ./motecurve parallel modmul --all --commit
    """
    requests = requests_of(options, complete)
    form_of_plot = plot and charts.form_of(plot)
    target = plot and Target(plot)
    if recorded and (commit or options["governor"] or predicted):
        raise click.UsageError("--recorded measures nothing; leave out --commit, --governor and --predict")
    if recorded:
        found = [row for request in requests for row in recorded_rows(request)]
        if not found:
            raise MotecurveError("no committed record has these options; measure them with --commit")
    else:
        found = measured(requests, predicted, fresh)
    if commit:
        keep(found)
    for line in () if recorded else prediction.summary(found):
        click.echo(line, err=True)
    if not for_programs(found, form):
        parallel_rows.times(found, derived.crossovers(found))
    if target:
        target.write(plots.drawn(found, form_of_plot))
    context.exit(1 if told_of_wrong(found) else 0)


def keep(found: Sequence[Record]) -> None:
    """Commits the measured rows with right results; a line on stderr says how many."""
    rows = [row for row in found if row["verified"]]
    replaced = store.commit("modmul", rows, [word for word in sys.argv[3:] if word != "--commit"])
    click.echo(f"{len(rows)} rows are committed, {replaced} of them in place of older ones", err=True)


def told_of_wrong(found: Sequence[Record]) -> bool:
    """Whether a row has a wrong result; a line on stderr for each."""
    wrong = [row for row in found if row["verified"] is False]
    for row in wrong:
        what = f"{row['algorithm']}, threads {row['threads']}, {row['engine']}, {row['bits']} bits"
        click.echo(f"motecurve: {what}: a result is wrong", err=True)
    return bool(wrong)


def requests_of(options: dict[str, Any], complete: bool) -> list[Request]:
    """The request of the options, or for --all one for each scenario. UsageError if --all contradicts them."""
    engines = () if "all" in options["engines"] else options["engines"]
    request = Request(**options | {"engines": engines})
    if not complete:
        return [request]
    if options["sizes"] or options["runs"] or options["scenario"] != "1":
        raise click.UsageError(
            "--all has every size, scenario and number of runs; leave out --bits, --scenario, --runs"
        )
    sizes = {"1": (*scenarios.SIZES, *scenarios.LARGE_SIZES)}
    return [
        Request(**options | {"engines": engines, "scenario": name, "sizes": sizes.get(name, ())})
        for name in scenarios.SCENARIOS
    ]


def measured(requests: Sequence[Request], predicted: Sequence[int], fresh: bool) -> list[Record]:
    """The records of all requests, measured now; what an interrupted command has left is used."""
    system = topology.System()
    if requests[0].siblings:
        system.require_siblings()
    known = modmul.offers()
    planned = [(request, modmul.tests_of(request, known)) for request in requests]
    governors = system.wanted(requests[0].governor)
    kept = Unfinished((requests, str(system.processors)), is_fresh=fresh)
    if kept.lines:
        click.echo(f"continues: {len(kept.lines)} processes ended before; --fresh measures them again", err=True)
    missing = sorted({"openmp", "simd"} - {offer.engine for offer in known})
    for engine in missing:
        click.echo(f"without the engine {engine}: {modmul.WHY_MISSING[engine]}", err=True)
    with_bases = [(request, tests, modmul.with_bases(tests, request, known)) for request, tests in planned]
    total = len(governors) * sum(len(modmul.processes_of(request, every, system)) for request, _, every in with_bases)
    found: list[Record] = []
    with Progress("measuring", total) as progress:
        steps = itertools.count(1)
        for governor in governors:
            with system.governed(governor):
                for request, tests, every in with_bases:
                    tell = functools.partial(_step, progress, steps, total)
                    lines = modmul.measure(request, every, governor, system, kept, tell)
                    found += records_of(request, lines, tests, predicted, system)
    kept.finish()
    return found


def _step(progress: Progress, steps: Iterator[int], total: int, what: str) -> None:
    progress(next(steps), total, what)


def records_of(
    request: Request, lines: Sequence[Line], tests: Sequence[modmul.Test], predicted: Sequence[int],
    system: topology.System,
) -> list[Record]:  # fmt: skip
    """The records of the tests that were asked for, with predictions from parts measured now, and those of Table 2 for
    the numbers of threads in `predicted`, from products."""
    sizes = sorted({line.bits for line in lines})
    runs = min(max(request.all_runs), prediction.RUNS_MAX)
    several = [test for test in tests if test.threads > 1]
    known = prediction.measure(several, sizes, system, request.operation, runs, request.siblings)
    wanted = set(tests)
    found = [derived.record(line, request, lines, known) for line in lines if line.test in wanted]
    costs = [table_2.cost(name, threads, bits) for name in table_2.TABLE_2 for threads in predicted for bits in sizes]
    products = table_2.measure(costs, len(system.processors), runs)
    return found + [row for threads in predicted for row in derived.only_predicted(lines, request, threads, products)]


def recorded_rows(request: Request) -> list[Record]:
    """The committed records that a request asks for."""
    rows = store.rows("modmul")
    for algorithm in request.algorithms:
        names.one_of("algorithm in the committed records", algorithm, {row["algorithm"] for row in rows})
    chosen = {
        "bits": request.sizes,
        "threads": request.threads,
        "engine": request.engines,
        "algorithm": request.algorithms,
        "scenario": (request.scenario,),
        "operation": (request.operation,),
        "runs": () if request.runs is None else (request.runs, scenarios.RUNS_OVERSUBSCRIBED),
    }
    return [row for row in rows if all(not values or row[name] in values for name, values in chosen.items())]

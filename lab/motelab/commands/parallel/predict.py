"""`./motecurve parallel predict`: times put together from measured parts, beside measured ones."""

import sys
from collections.abc import Sequence
from typing import Any

import click

from motelab import BUILD
from motelab.commands.parallel.modmul import several
from motelab.common import names
from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.library import native_build
from motelab.parallel import derived, goals, modmul, point_curves, prediction, scenarios, store, topology
from motelab.parallel.paper import ours
from motelab.parallel.prediction import Prediction
from motelab.parallel.scenarios import Test
from motelab.parallel.unfinished import Unfinished
from motelab.report import parallel_rows
from motelab.report.display import for_programs, format_option

Record = dict[str, Any]
KIND = "predict"
UNFINISHED = BUILD / "parallel-predict.jsonl"


@click.command("predict")
@several("--bits", "sizes", least=modmul.BITS_MIN, most=modmul.BITS_MAX, what="bits of a modulus",
         help="Sizes of the modulus. Without it, those of the tables of arruda2014.")  # fmt: skip
@several("--threads", least=2, most=4, what="threads", help="Numbers of threads. Without it, 2 to 4.")
@click.option("--engine", "engines", multiple=True, type=click.Choice(derived.PARALLEL),
              help="Who runs the parts; may be repeated. Without it, both.")  # fmt: skip
@click.option("--algorithm", "algorithms", multiple=True, help="An algorithm; may be repeated. Without it, all.")
@click.option("--runs", type=click.IntRange(1, 1_000_000), default=prediction.RUNS_MAX, show_default=True,
              help="Runs of each test.")  # fmt: skip
@click.option("--commit", is_flag=True, help="Keep the rows in the committed records, for the tables of arruda2014.")
@click.option("--recorded", is_flag=True, help="Show the committed records instead of measuring.")
@click.option("--fresh", is_flag=True, help="Measure again, whatever an interrupted command has left.")
@format_option
@click.pass_context
def command(context, sizes, threads, engines, algorithms, runs, commit, recorded, fresh, form):
    """Predicts times of parallel modular multiplications on two processors, and compares them with measured ones.

    A time is put together from each thread's part of each phase, measured on two threads at once, and from the engine's
    hand-overs. Where each thread has a processor, the whole call is measured in the same run, and `prediction_error`
    is predicted / measured - 1. After an interruption the same command continues. Exits with 1 if a result is wrong.

    \b
    Examples:
      ./motecurve parallel predict --bits 1024,4096 --threads 2
      ./motecurve parallel predict --algorithm bipartite --threads 4 --engine pool
      ./motecurve parallel predict --commit
    """
    if recorded and commit:
        raise click.UsageError("--recorded measures nothing; leave out --commit")
    chosen = {"bits": sizes, "threads": threads, "engine": engines, "algorithm": algorithms}
    if recorded:
        found = [row for row in store.rows(KIND) if all(not some or row[name] in some for name, some in chosen.items())]
        if not found:
            raise MotecurveError("no committed record has these options; measure them with --commit")
    else:
        wanted = modmul.Request((), threads or modmul.THREADS[1:], engines or derived.PARALLEL, algorithms)
        found = measured(wanted, sizes or sizes_of_the_paper(), runs, fresh)
    right = [row for row in found if row["verified"]]
    if commit:
        replaced = store.commit(KIND, right, [word for word in sys.argv[3:] if word != "--commit"])
        click.echo(f"{len(right)} rows are committed, {replaced} of them in place of older ones", err=True)
    for line in prediction.summary(found):
        click.echo(line, err=True)
    if not for_programs(found, form):
        parallel_rows.predictions(found)
    for row in found:
        if not row["verified"]:
            what = f"{row['algorithm']}, threads {row['threads']}, {row['engine']}, {row['bits']} bits"
            click.echo(f"motecurve: {what}: a result is wrong", err=True)
    context.exit(0 if len(right) == len(found) else 1)


def sizes_of_the_paper() -> tuple[int, ...]:
    """Of its modular multiplications, and of its curves."""
    on_curves = (point_curves.find(name).bits for name in ours.CURVES.values())
    return tuple(sorted({*scenarios.SIZES, *on_curves}))


def measured(request: modmul.Request, sizes: Sequence[int], runs: int, fresh: bool) -> list[Record]:
    """The records of a request, size by size; what an interrupted command has left is used. MotecurveError with one
    processor."""
    goals.two_processors()
    system = topology.System()
    algorithm, threads, engine = ours.ALONE
    known = [offer for offer in modmul.offers() if offer.engine in (*derived.PARALLEL, engine)]
    for name in request.algorithms:
        names.one_of("algorithm", name, {offer.algorithm for offer in known})
    tests = [*modmul.tests_of(request, known), Test(threads, engine, algorithm)]
    kept = Unfinished((tests, sizes, runs, str(system.processors)), UNFINISHED, is_fresh=fresh)
    if kept.lines:
        click.echo(f"continues: {len(kept.lines)} processes ended before; --fresh measures them again", err=True)
    found = []
    with Progress("measuring", len(sizes)) as progress:
        for done, bits in enumerate(sizes, 1):
            predictions = prediction.measure(tests, (bits,), system, runs=runs, kept=kept)
            found += [record(one, runs, system) for one in predictions.values()]
            progress(done, len(sizes), f"{bits} bits")
    kept.finish()
    return found


def record(one: Prediction, runs: int, system: topology.System) -> Record:
    """Microseconds of a call as `parallel modmul` has them; `parts_microseconds` and `alone_microseconds` are the
    longest parts of all phases, measured in pairs and alone, without hand-overs."""
    algorithm, threads, engine, bits, split = one.key
    rounded = derived.rounded
    return {
        "algorithm": algorithm,
        "threads": threads,
        "engine": engine,
        "bits": bits,
        "predicted_microseconds": rounded(one.predicted),
        "microseconds": one.measured,
        "prediction_error": prediction.error(one.predicted, one.measured),
        "parts_microseconds": rounded(one.paired),
        "alone_microseconds": rounded(one.alone),
        "verified": one.verified,
        "operation": "multiply",
        "runs": runs,
        "split": split or None,
        "governor": system.governor(),
        "topology": topology.in_words(system.chosen(threads)),
        "processor": native_build.processor(),
    }

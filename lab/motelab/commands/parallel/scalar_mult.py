"""`./motecurve parallel scalar-mult`: multiplications of a point on several threads."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from motelab.common import names
from motelab.common.errors import MotecurveError
from motelab.parallel import binary, point_curves, scalar_mult, scalar_statistics, store, topology
from motelab.parallel.scalar_mult import Request, Subject
from motelab.report.display import console, for_programs, format_option, table_of
from motelab.subjects import curves as catalogue

Record = dict[str, Any]
Measure = Callable[[str, str, int, str, int], list[Record]]

LIST = "list"
# Methods over the library of curves: each measures (curve, method, threads, engine, runs).
OTHERS: dict[str, Measure] = dict.fromkeys(binary.METHODS, binary.measure)
SHOWN = (
    "method", "algorithm", "threads", "engine", "microseconds", "median", "speedup", "reference_speedup",
    "predicted_microseconds", "verified",
)  # fmt: skip
PAPER_ENGINES = ("openmp", "pool")


@click.command("scalar-mult")
@click.option(
    "--curve",
    "curves",
    multiple=True,
    help="A curve, or a JSON file with p, a, b, x, y, order; may be repeated. Without it, the method's or four.",
)
@click.option("--method", "methods", multiple=True, help="A method; may be repeated. `list` names all.")
@click.option("--input", type=click.Choice(scalar_mult.INPUTS), help="Points known before, or not.")
@click.option("--threads", multiple=True, type=click.IntRange(1, 8),
              help="Threads that work on points; may be repeated. Without it, 1 and 2.")  # fmt: skip
@click.option("--engine", type=click.Choice(scalar_mult.ENGINES), default="pool", show_default=True)
@click.option("--algorithm", "algorithms", multiple=True,
              help="Of multiplications modulo p; may be repeated. Without it, our fastest.")  # fmt: skip
@click.option("--field-threads", type=click.IntRange(1, 4), default=1, show_default=True,
              help="Threads of each multiplication modulo p, for each of --threads.")  # fmt: skip
@click.option("--squaring", type=click.Choice([one.lower() for one in scalar_mult.SQUARINGS]),
              help="As the paper: by the algorithm of multiplications, or by columns.")  # fmt: skip
@click.option("--window", type=click.IntRange(1, 8), help="Bits of a digit. Without it, the method's usual number.")
@click.option("--key", type=click.Choice(point_curves.KEYS),
              help="Random, or of the paper's Hamming weight with its table or a full one.")  # fmt: skip
@click.option("--runs", type=click.IntRange(1, 1_000_000), help="Runs of each. Without it, 50.")
@click.option("--statistics", is_flag=True, help="Times of the multiplications inside, and the estimate from them.")
@click.option("--commit", is_flag=True, help="Keep the rows in the committed records.")
@format_option
@click.pass_context
def command(context, curves, methods, statistics, commit, form, **options):
    """Measures multiplications of points, each against the fastest on one thread of the same run.

    Those on one thread are ours, the library's and OpenSSL's of the same input. Every result is checked against
    Python's integers. With --method table and --squaring it measures Chapter 4 of arruda2014: every algorithm of
    modular multiplication on 1 to 4 threads. Not constant time: scalars are public. Exits with 1 if a result is wrong.

    \b
    Examples:
      ./motecurve parallel scalar-mult --method list
      ./motecurve parallel scalar-mult --curve secp521r1 --method pipeline --window 1
      ./motecurve parallel scalar-mult --input fixed --key full
      ./motecurve parallel scalar-mult --method table --input fixed --squaring multp --commit
      ./motecurve parallel scalar-mult --curve sect571k1 --method tau-split-wide
    """
    if commit and any(name.endswith(point_curves.SUFFIX) for name in curves):
        raise MotecurveError("--commit keeps rows of named curves alone; leave it out for a file")
    rows = listed() if LIST in methods else measured(curves, methods, statistics, options)
    wrong = [row for row in rows if row.get("verified") is False]
    if commit and LIST not in methods:
        keep([row for row in rows if row not in wrong], "scalar-statistics" if statistics else "scalar-mult")
    if not for_programs(rows, form):
        show(rows)
    for row in wrong:
        click.echo(f"motecurve: {row['method']} on {row['curve']}: a result is wrong", err=True)
    context.exit(1 if wrong else 0)


def listed() -> list[Record]:
    """Every method, with its source."""
    ours = [
        {"method": one.name, "input": "fixed" if one.is_fixed else "random",
         "threads": f"{min(one.threads)} to {max(one.threads)}", "source": one.source, "summary": one.summary}
        for one in scalar_mult.methods().values()
    ]  # fmt: skip
    others = [
        {"method": name, "input": "random", "threads": f"1 to {most}", "source": "docs/parallel/scalar-mult.md",
         "summary": f"on {', '.join(curves[:3])} and others"}
        for name, (curves, most) in binary.METHODS.items()
    ]  # fmt: skip
    return ours + others


def measured(curves: Sequence[str], methods: Sequence[str], statistics: bool, options: Record) -> list[Record]:
    """The records of all curves and methods. Without methods a curve has those of its kind."""
    for name in methods:
        names.one_of("method", name, (*scalar_mult.methods(), *OTHERS))
    curves, found = tuple(map(known_curve, curves)), []
    by_method = methods_by_curve(curves) if curves and not methods else dict.fromkeys(methods, curves)
    for name, own_curves in by_method.items():
        if name in OTHERS:
            require_no_options(name, statistics, options)
            found += of_others(name, own_curves, options)
    own = tuple(name for name in methods if name not in OTHERS)
    if own or not methods:
        of_prime_fields = curves if own else [name for name in curves if point_curves.is_known(name)]
        for curve in of_prime_fields if curves else point_curves.NAMES:
            require_curve(own, curve)
            found += of_prime_curve(curve, own, statistics, options)
    return found


def known_curve(name: str) -> str:
    """The name by which the methods know a curve: its own, for an alias or an object identifier."""
    if point_curves.is_known(name):
        return name
    every = {curve for curves, _ in binary.METHODS.values() for curve in curves} | set(point_curves.EVERY)
    try:
        found = catalogue.find(name).name
    except MotecurveError:
        found = name
    return names.one_of("curve of a method", found, every)


def methods_by_curve(curves: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The curves of each method over the library that is taken for them if none is named: all that split one
    multiplication of a curve, else a batch. Curves of the methods over prime fields have those. A line on stderr says
    which are taken."""
    found: dict[str, tuple[str, ...]] = {}
    for curve in curves:
        if not point_curves.is_known(curve):
            having = methods_of(curve)
            chosen = [name for name in having if name != binary.BATCH] or having
            click.echo(f"{curve}: by {' and '.join(chosen)}; --method chooses", err=True)
            found |= {name: (*found.get(name, ()), curve) for name in chosen}
    return found


def methods_of(curve: str) -> list[str]:
    """The methods over the library of curves that have a curve."""
    return [name for name, (curves, _) in binary.METHODS.items() if curve in curves]


def require_curve(methods: Sequence[str], curve: str) -> None:
    """MotecurveError for a curve that methods over prime fields do not have, with the methods that have it."""
    if not point_curves.is_known(curve):
        which = f"{' and '.join(methods)} {'has' if len(methods) == 1 else 'have'} no curve {curve}"
        raise MotecurveError(f"{which}; it is a curve of --method {' or '.join(methods_of(curve))}")


def require_no_options(name: str, statistics: bool, options: Record) -> None:
    """MotecurveError for an option that a method over the library of curves would ignore."""
    given = [f"--{option}" for option in ("input", "squaring", "window", "key") if options[option]]
    given += ["--algorithm"] * bool(options["algorithms"]) + ["--statistics"] * statistics
    given += ["--field-threads"] * (options["field_threads"] != 1)
    if given and (given != ["--input"] or options["input"] != "random"):
        raise MotecurveError(f"{given[0]} is for methods over prime fields; {name} takes none: leave it out")


def of_others(name: str, curves: Sequence[str], options: Record) -> list[Record]:
    """The records of a method over the library of curves."""
    if not curves:
        known = ", ".join(binary.METHODS[name][0])
        raise MotecurveError(f"{name} needs a curve; give --curve with one of {known}")
    runs = options["runs"] or binary.RUNS
    return [
        row
        for curve in curves
        for threads in options["threads"] or (2,)
        for row in OTHERS[name](curve, name, threads, options["engine"], runs)
    ]


def of_prime_curve(curve: str, methods: tuple[str, ...], statistics: bool, options: Record) -> list[Record]:
    """The records, or the statistics, of methods over a prime field."""
    is_paper = methods == ("table",) and not options["algorithms"] and (options["squaring"] or statistics)
    squaring = "Comba" if options["squaring"] == "comba" else "Multp"
    known = scalar_mult.methods()
    fixed = {known[name].is_fixed for name in methods}
    usual_input = "fixed" if fixed == {True} else "random"
    request = Request(
        curve=curve,
        input=options["input"] or usual_input,
        methods=methods,
        threads=options["threads"] or (1, 2),
        engines=(options["engine"],),
        algorithms=options["algorithms"],
        field_threads=options["field_threads"],
        squaring=squaring,
        window=options["window"] or 0,
        key=options["key"] or (usual_key(curve) if is_paper else "random"),
        runs=options["runs"],
    )
    subjects: list[Subject] = scalar_mult.subjects_of(request)
    if is_paper:
        subjects = scalar_mult.paper_subjects(squaring, PAPER_ENGINES, len(topology.System().processors))
    if statistics:
        return list(scalar_statistics.measure(request, subjects))
    if request.key != "random" and request.input == "random":
        raise MotecurveError(f"--key {request.key} is for fixed points; give --input fixed, or leave it out")
    return scalar_mult.measure(request, subjects)


def usual_key(curve: str) -> str:
    """The paper's scalar, or one with a full table for a curve that the paper does not have."""
    return "paper" if curve in point_curves.NAMES else "full"


def keep(rows: Sequence[Record], kind: str) -> None:
    """Commits rows; a line on stderr says how many."""
    replaced = store.commit(kind, rows, [word for word in sys.argv[3:] if word != "--commit"])
    click.echo(f"{len(rows)} rows are committed, {replaced} of them in place of older ones", err=True)


def show(rows: Sequence[Record]) -> None:
    """Tables for people, one for each curve, and what they are compared with."""
    out = console()
    for curve in dict.fromkeys(row.get("curve") for row in rows):
        own = [row for row in rows if row.get("curve") == curve]
        if curve:
            out.print(curve, style="bold")
        whole = "speedup" not in own[0]
        hidden = {"curve", "summary"}
        out.print(
            table_of([{name: row[name] for name in (row if whole else SHOWN) if name not in hidden} for row in own])
        )
        if whole:
            continue
        for row in own[:1]:
            base, time = row["sequential_algorithm"], row["sequential_microseconds"]
            out.print(
                f"speedup: of {base}, {time} us; reference_speedup: of the same method on one thread", style="dim"
            )

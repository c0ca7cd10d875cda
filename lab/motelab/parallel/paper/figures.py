"""Figures of arruda2014, redrawn with ours beside: as SVG or PNG, the same bytes for the same rows.

Figures 9, 10, 12 and 13 are times of modular multiplications, 18 and 19 those of scalar multiplications; 8 and 11 show
in which order and in which processes tests are made."""

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from itertools import groupby

from motelab.common import charts
from motelab.parallel import scenarios
from motelab.parallel.paper import cells
from motelab.parallel.paper.beside import Paper
from motelab.parallel.paper.cells import Cell
from motelab.parallel.paper.ours import CURVES, NAMES, OPENMP, POOL, NotMeasured
from motelab.parallel.scenarios import Test

STYLE = {"svg.fonttype": "none", "svg.hashsalt": "arruda2014", "axes.spines.top": False, "axes.spines.right": False}
MARKERS = {1: "o", 2: "s", 3: "^", 4: "D"}  # by threads
COLUMN_INCHES, ROW_INCHES = 5.0, 5.2
Point = tuple[int, float]


@dataclasses.dataclass(frozen=True)
class Times:
    """A figure of times: the table that it shows."""

    table: str


@dataclasses.dataclass(frozen=True)
class Order:
    """A figure of an order of tests: the scenario of `./motecurve parallel modmul`."""

    scenario: str
    title: str


FIGURES: dict[str, Times | Order] = {
    "8": Order("2", "scenario 2"),
    "9": Times("7"),
    "10": Times("8"),
    "11": Order("decreasing", "scenario 1, decreasing sizes"),
    "12": Times("10"),
    "13": Times("13"),
    "18": Times("17"),
    "19": Times("19"),
}


def drawn(number: str, form: str, paper: Paper) -> bytes:
    """A figure of FIGURES by its number. A panel without records says which command makes them."""
    what = FIGURES[number]
    if isinstance(what, Order):
        draw = functools.partial(_orders, number=number, what=what, paper=paper)
    elif what.table in cells.SCALAR_EXPERIMENTS:
        draw = functools.partial(_bars, number=number, table=what.table, paper=paper)
    else:
        draw = functools.partial(_lines, number=number, table=what.table, paper=paper)
    return charts.drawn(draw, form, STYLE)


def algorithms(paper: Paper, table: str) -> list[str]:
    """The paper's names of a table's rows, from the top."""
    return list(dict.fromkeys(cell.algorithm for cell in paper.figures if cell.table == table))


def _threads(algorithm: str) -> int:
    return int(algorithm.partition(", ")[2].split()[0])


def our_time(paper: Paper, cell: Cell, engine: str) -> float | None:
    """Microseconds of ours; None if there is no record, it is not verified, or its threads shared processors."""
    try:
        figure = paper.ours.figure(cell, engine)
    except NotMeasured:
        return None
    return figure.value if figure.verified and not figure.oversubscribed else None


def our_lines(paper: Paper, table: str, engine: str) -> dict[str, list[Point]]:
    """The points (bits, microseconds) of each algorithm, by size."""
    found: dict[str, list[Point]] = {}
    for cell in (one for one in paper.figures if one.table == table):
        time = our_time(paper, cell, engine)
        if time is not None:
            found.setdefault(cell.algorithm, []).append((cells.bits(cell), time))
    return {name: sorted(points) for name, points in found.items()}


def _lines(pyplot, number: str, table: str, paper: Paper):
    """Times by size: as printed, by OpenMP here, and by the pool."""
    figure, panels = pyplot.subplots(1, 3, figsize=(3 * COLUMN_INCHES, ROW_INCHES), layout="constrained")
    names = algorithms(paper, table)
    printed: dict[str, list[Point]] = {name: [] for name in names}
    for cell, time in paper.figures.items():
        if cell.table == table:
            printed[cell.algorithm].append((cells.bits(cell), time))
    shown = [("as printed", printed)]
    shown += [(f"here, {engine}", our_lines(paper, table, engine)) for engine in (OPENMP, POOL)]
    colours = dict(zip(names, pyplot.get_cmap("tab20").colors, strict=False))
    for axes, (title, lines) in zip(panels, shown, strict=True):
        for name, points in lines.items():
            style = {"color": colours[name], "marker": MARKERS[_threads(name)], "markersize": 4, "linewidth": 1}
            axes.plot(*zip(*points, strict=True), label=name, **style)
        axes.set_title(title, fontsize=10)
        if lines:
            _size_axis(axes, [bits for bits, _ in printed[names[0]]])
        else:
            _missing(axes, paper, table)
    panels[0].set_ylabel("microseconds")
    handles = panels[0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", ncols=4, fontsize=8, frameon=False)
    figure.suptitle(f"Figure {number}: modular multiplications, {_experiment(table)}")
    return figure


def _experiment(table: str) -> str:
    """The conditions of a table of modular multiplications, in words."""
    found = cells.EXPERIMENTS[table]
    return f"scenario {found.scenario}, least of {found.runs:,} runs (printed: governor {found.governor})"


def _size_axis(axes, sizes: Sequence[int]) -> None:
    """Both scales logarithmic; each size with its number."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.yaxis.get_major_locator().set_params(subs=(1, 2, 5))
    axes.minorticks_off()
    axes.set_xticks(sizes, [str(size) for size in sizes], rotation=60, fontsize=8)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlabel("bits of the modulus")


def _missing(axes, paper: Paper, table: str) -> None:
    """Instead of ours, the command that measures it."""
    cell = next(one for one in paper.figures if one.table == table)
    try:
        paper.ours.figure(cell)
        words = "no record of this engine"
    except NotMeasured as missing:
        words = str(missing).replace("; ", ";\n").replace(" --", "\n--", 1)
    axes.axis("off")
    axes.text(0.5, 0.5, words, ha="center", va="center", fontsize=8, transform=axes.transAxes)


def _bars(pyplot, number: str, table: str, paper: Paper):
    """Times of scalar multiplications by curve: as printed, by OpenMP here, and by the pool; wrong ones hatched."""
    figure, panels = pyplot.subplots(1, 3, figsize=(3 * COLUMN_INCHES, ROW_INCHES), layout="constrained")
    names = algorithms(paper, table)
    own = {cell: time for cell, time in paper.figures.items() if cell.table == table}
    shown: list[tuple[str, Mapping[Cell, float | None]]] = [("as printed", own)]
    shown += [(f"here, {one}", {cell: our_time(paper, cell, one) for cell in own}) for one in (OPENMP, POOL)]
    colours = dict(zip(names, pyplot.get_cmap("tab20").colors, strict=False))
    for axes, (title, times) in zip(panels, shown, strict=True):
        for place, name in enumerate(names):
            _bars_of(axes, [times.get(Cell(table, curve, name)) for curve in CURVES], place, len(names), colours[name])
        for cell in (one for one in own if times is own and one in paper.faults):
            x = list(CURVES).index(cell.subject) + (names.index(cell.algorithm) + 0.5) / (len(names) + 2)
            axes.annotate("wrong", (x, own[cell]), rotation=90, ha="center", va="bottom", fontsize=7)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
        axes.set_xticks([place + 0.43 for place in range(len(CURVES))], ["P-256", "P-384", "P-521", "1536 bits"])
        axes.set_title(title, fontsize=10)
        if not any(times.values()):
            _missing(axes, paper, table)
    panels[0].set_ylabel("microseconds")
    handles = [pyplot.Rectangle((0, 0), 1, 1, facecolor=colours[name]) for name in names]
    figure.legend(handles, names, loc="outside lower center", ncols=4, fontsize=8, frameon=False)
    squaring = cells.SCALAR_EXPERIMENTS[table].squaring
    figure.suptitle(f"Figure {number}: multiples of a fixed point with a table, {squaring} squaring")
    return figure


def _bars_of(axes, times: Sequence[float | None], place: int, count: int, colour) -> None:
    """One algorithm's bars, one for each curve; none where there is no time."""
    width = 1 / (count + 2)
    known = [(curve + (place + 0.5) * width, time) for curve, time in enumerate(times) if time is not None]
    if known:
        axes.bar(*zip(*known, strict=True), width=width, color=colour)


def _orders(pyplot, number: str, what: Order, paper: Paper):
    """The order of tests, from 1: the paper's and ours; a colour for each process, or group of processes."""
    names = algorithms(paper, "4")
    figure, panels = pyplot.subplots(1, 2, figsize=(2.6 * COLUMN_INCHES, 4.2), layout="constrained")
    for axes, title, steps in zip(panels, ("as printed", "here"), orders(what.scenario, names), strict=True):
        for place, (process, name, bits) in enumerate(steps, 1):
            x, y = scenarios.SIZES.index(bits), names.index(name)
            box = pyplot.Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=f"C{process}", alpha=0.35, edgecolor="white")
            axes.add_patch(box)
            axes.text(x, y, str(place), ha="center", va="center", fontsize=8)
        axes.set_xlim(-0.5, len(scenarios.SIZES) - 0.5)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xticks(range(len(scenarios.SIZES)), [str(size) for size in scenarios.SIZES], fontsize=8)
        axes.set_yticks(range(len(names)), names, fontsize=8)
        axes.set_xlabel("bits of the modulus")
        axes.set_title(title, fontsize=10)
    colour = "one process" if what.scenario == "2" else "one number of threads, with a process for each test"
    figure.suptitle(f"Figure {number}: the order of the tests in {what.title}; a colour is {colour}")
    return figure


def orders(scenario: str, names: Sequence[str]) -> tuple[list[tuple[int, str, int]], ...]:
    """The paper's order and ours: (number of the process or of the group of processes, algorithm, bits) of each test.

    The paper's by its words (Section 3.1 and Experiment 2), ours by the program that measures."""
    sizes = scenarios.SIZES
    if scenario == "2":
        printed = [(0, name, bits) for bits in sizes for name in names]
    else:
        groups = [list(members) for _, members in groupby(names, key=_threads)]
        printed = [(i, name, bits) for i, group in enumerate(groups) for bits in sizes[::-1] for name in group]
    of_test = {_test(name): name for name in names}
    most = max(test.threads for test in of_test)
    processes = scenarios.processes(scenario, list(of_test), sizes, scenarios.RUNS, processors=most)
    ours = [
        (i if scenario == "2" else process.tests[0].threads - 1, of_test[test], bits)
        for i, process in enumerate(processes)
        for bits in process.sizes
        for test in process.tests
    ]
    return printed, ours


def _test(name: str) -> Test:
    """Our test of an algorithm of the paper."""
    threads = _threads(name)
    return Test(threads, "sequential" if threads == 1 else OPENMP, NAMES[name.partition(", ")[0]])

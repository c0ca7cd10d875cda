"""Charts of records of modular multiplications: time by size, speedup, efficiency, predicted and measured times."""

from collections.abc import Callable, Sequence
from typing import Any

from motelab.common import charts
from motelab.common.errors import MotecurveError

Record = dict[str, Any]
LINES_MAX = 60
SIZE_INCHES = (12.0, 10.0)
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "parallel", "axes.grid": True, "grid.linewidth": 0.4}
MARKERS = {1: "o", 2: "s", 3: "^", 4: "D"}
LINES = {"sequential": ":", "openmp": "--", "pool": "-", "simd": "-."}
DASHES = {2: (1, 0), 3: (6, 2), 4: (3, 1)}  # of predicted lines, by threads
CONDITIONS = ("operation", "scenario", "runs", "governor", "topology")


def drawn(records: Sequence[Record], form: str) -> bytes:
    """The four charts as SVG or PNG; the same records give the same bytes. Records of threads that share processors,
    and wrong ones, are left out. MotecurveError if nothing is left, or too many lines."""
    sound = [one for one in records if one["verified"] and not one["oversubscribed"]]
    if not sound:
        raise MotecurveError("there is nothing to draw: no row has a thread for each processor and a right result")
    foreseen = _foreseen(records)
    if (count := len(lines(sound, "microseconds"))) > LINES_MAX:
        raise MotecurveError(
            f"{count} lines are too many for a chart; choose with --scenario, --threads, --engine, --algorithm"
        )

    def draw(pyplot):
        figure, panels = pyplot.subplots(2, 2, figsize=SIZE_INCHES, layout="constrained")
        colours = _colours(records, pyplot.get_cmap("tab20").colors)
        parallel = [one for one in sound if one["engine"] != "sequential"]
        threaded = [one for one in parallel if one["threads"] > 1]
        _panel(panels[0][0], sound, "microseconds", "microseconds of a multiplication", colours)
        _panel(panels[0][1], parallel, "speedup", "speedup: the fastest sequential time, divided by this", colours)
        _panel(panels[1][0], threaded, "efficiency", "efficiency: speedup, divided by threads", colours)
        _predicted(panels[1][1], foreseen, colours)
        for panel in (panels[0][1], panels[1][0]):
            panel.axhline(1, color="black", linewidth=0.8)
        entries = [zip(*panel.get_legend_handles_labels(), strict=True) for row in panels for panel in row]
        handles = {label: line for of_panel in reversed(entries) for line, label in of_panel}
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=4, fontsize=8, frameon=False)
        figure.suptitle(_title(sound), fontsize=10)
        return figure

    return charts.drawn(draw, form, STYLE)


def _foreseen(records: Sequence[Record]) -> list[Record]:
    """Those with a predicted time, of the pool if there are any: charts of both engines are hard to read."""
    found = [one for one in records if one["predicted_microseconds"] is not None and one["engine"] != "sequential"]
    return [one for one in found if one["engine"] == "pool"] or found


def lines(records: Sequence[Record], name: str) -> dict[tuple, list[tuple[int, float]]]:
    """(bits, value) of each line, by size; a line for each algorithm, number of threads, engine and condition."""
    alike = [record for record in records if not record["oversubscribed"]]  # others have few runs
    differing = [one for one in CONDITIONS[:-1] if len({record[one] for record in alike}) > 1]
    found: dict[tuple, list[tuple[int, float]]] = {}
    for record in records:
        if record[name] is not None:
            key = (
                record["algorithm"],
                record["threads"],
                record["engine"],
                *(f"{one} {record[one]}" for one in differing),
            )
            found.setdefault(key, []).append((record["bits"], record[name]))
    return {key: sorted(points) for key, points in found.items()}


def label(key: tuple) -> str:
    """A line in words: "bipartite, 2 threads, pool"."""
    algorithm, threads, engine, *conditions = key
    return ", ".join((algorithm, f"{threads} thread{'s' * (threads > 1)}", engine, *conditions))


def _colours(records: Sequence[Record], palette: Sequence) -> dict[str, Any]:
    algorithms = sorted({record["algorithm"] for record in records})
    return {name: palette[place % len(palette)] for place, name in enumerate(algorithms)}


def _style(key: tuple, colours: dict[str, Any]) -> dict[str, Any]:
    algorithm, threads, engine, *_ = key
    marker = MARKERS.get(threads, "x")
    return {"color": colours[algorithm], "marker": marker, "linestyle": LINES[engine], "markersize": 4, "linewidth": 1}


def _panel(axes, records: Sequence[Record], name: str, title: str, colours: dict[str, Any]) -> None:
    for key, points in lines(records, name).items():
        axes.plot(*zip(*points, strict=True), label=label(key), **_style(key, colours))
    _sizes(axes, records)
    values = [record[name] for record in records if record[name] is not None]
    if values and max(values) > 20 * min(values):
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(_short)
    axes.set_title(title, fontsize=9)


def _predicted(axes, records: Sequence[Record], colours: dict[str, Any]) -> None:
    """Measured times as marks, predicted ones as lines; those of more threads than processors are lines alone."""
    crowded = {(one["algorithm"], one["threads"], one["engine"]) for one in records if one["oversubscribed"]}
    for key, points in lines(records, "predicted_microseconds").items():
        dashes = DASHES.get(key[1], (1, 1))
        name = f"{label(key)}, predicted" if key[:3] in crowded else None
        axes.plot(*zip(*points, strict=True), color=colours[key[0]], dashes=dashes, linewidth=1, label=name)
    measured = [one for one in records if not one["oversubscribed"]]
    for key, points in lines(measured, "microseconds").items():
        axes.plot(*zip(*points, strict=True), **(_style(key, colours) | {"linestyle": ""}))
    _sizes(axes, records)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(_short)
    engines = " and ".join(sorted({record["engine"] for record in records}))
    axes.set_title(f"microseconds with the engine {engines}: lines predicted, marks measured", fontsize=9)


def _sizes(axes, records: Sequence[Record]) -> None:
    """Sizes on a logarithmic scale, each with its number as far as they fit."""
    sizes = sorted({record["bits"] for record in records})
    axes.set_xlabel("bits of the modulus")
    if not sizes:
        return
    axes.set_xscale("log")
    axes.minorticks_off()
    axes.set_xticks(sizes, [str(size) for size in sizes], rotation=60, fontsize=8)


_short: Callable[[float, int], str] = lambda value, place: f"{value:g}"  # noqa: E731


def _title(records: Sequence[Record]) -> str:
    """The conditions that all records share."""
    parts = []
    for name in CONDITIONS:
        values = {record[name] for record in records}
        if len(values) == 1 and None not in values:
            parts.append(f"{name} {values.pop()}" if name != "topology" else f"{values.pop()}")
    return ", ".join(parts)

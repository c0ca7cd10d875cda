"""A chart of what a test found: where in a run samples tell the secret, how strongly, and in how many traces."""

from pathlib import PurePath
from typing import NamedTuple

import numpy as np

from motelab.boards import ibex_open
from motelab.boards.sizes import plain
from motelab.common import charts
from motelab.leakage import results, routines
from motelab.leakage.results import Answer, Row
from motelab.leakage.simulator import ADDRESS_MASK

COLUMNS_MAX = 800  # of the upper chart: each shows the largest of its samples
NAMED_MAX = 8  # routines above the upper chart, and rows of the lower ones
SIZE_INCHES = (11.0, 8.0)
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "leakage",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.size": 9,
}
BELOW, ABOVE = "0.6", "tab:red"  # colours of what does not exceed the threshold, and of what does
LEADER = {"arrowstyle": "-", "color": "0.4", "linewidth": 0.5, "shrinkA": 0, "shrinkB": 0}
THRESHOLD = {"color": "black", "linestyle": "--", "linewidth": 0.8}
INFINITE = "infinite"  # a difference without spread


class Peak(NamedTuple):
    """The strongest sample of a routine that leaks."""

    routine: str
    sample: int
    value: float


def drawn(answer: Answer, form: str) -> bytes:
    """The chart as SVG or PNG; the same answer gives the same bytes."""

    def draw(pyplot):
        figure = pyplot.figure(figsize=SIZE_INCHES, layout="constrained")
        shown = answer.rows[:NAMED_MAX]
        above, below = figure.subfigures(2, 1, height_ratios=(3, 0.6 + 0.28 * len(shown)))
        _run(above.subplots(), answer)
        strength, needed = below.subplots(1, 2, sharey=True, width_ratios=(3, 2))
        _strength(strength, answer, shown)
        _needed(needed, answer, shown)
        figure.suptitle(_title(answer), fontsize=10)
        return figure

    return charts.drawn(draw, form, STYLE)


def _title(answer: Answer) -> str:
    head, asked = answer.rows[0], answer.asked
    order = f" of order {asked.order}" if asked.order > 1 else ""
    return f"{results.title(head)}\ntest {asked.test}{order}, noise {asked.noise:g}"


def _statistic(answer: Answer) -> str:
    return "G" if answer.asked.test == "mutual-information" else "|t|"


def peaks(answer: Answer) -> list[Peak]:
    """The strongest sample of each routine that leaks, strongest first, NAMED_MAX at most."""
    names = routines.of(answer.campaign.image.path)
    over = np.flatnonzero(answer.values > answer.limit)
    over = over[np.argsort(-answer.values[over], kind="stable")]
    numbers = names.numbers(answer.campaign.kept[over] & ADDRESS_MASK)
    _, first = np.unique(numbers, return_index=True)
    return [
        Peak(names.names[numbers[i]], int(over[i]), float(answer.values[over[i]])) for i in np.sort(first)[:NAMED_MAX]
    ]


def columns(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The middles of at most COLUMNS_MAX pieces of equal length, in samples, and the largest value of each."""
    edges = np.linspace(0, len(values), min(len(values), COLUMNS_MAX) + 1).astype(np.int64)
    return (edges[:-1] + edges[1:] - 1) / 2, np.maximum.reduceat(values, edges[:-1])


def _run(axes, answer: Answer) -> None:
    """The largest statistic along the run, and the names of the routines that leak."""
    begin, end = answer.campaign.limits
    each = len(ibex_open.MODULES) if answer.campaign.has_modules else 1
    top = 1.08 * _largest(answer)
    middles, largest = columns(answer.values)
    largest = np.minimum(largest, top)
    is_over = largest > answer.limit
    x = (begin + middles) / each
    _bars(axes, x, np.zeros(len(x)), np.minimum(largest, answer.limit), BELOW)
    _bars(axes, x[is_over], np.full(is_over.sum(), answer.limit), largest[is_over], ABOVE)
    axes.axhline(answer.limit, **THRESHOLD)
    told = f" threshold\n {answer.limit:.2f}"
    axes.text(1, answer.limit, told, transform=axes.get_yaxis_transform(), va="center", fontsize=8)
    if answer.parts_at is not None:
        axes.axvline(answer.parts_at / each, color="black", linestyle=":", linewidth=1)
        axes.text(answer.parts_at / each, top, "traces part ", ha="right", va="top", fontsize=8)
    axes.set_ylim(0, top)
    axes.set_xlim(begin / each, end / each)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_xlabel("stay in a routine, by its number" if answer.campaign.calls else "instruction of the call")
    axes.set_ylabel(f"largest {_statistic(answer)} of the samples")
    _names(axes, [peak._replace(sample=(begin + peak.sample) // each) for peak in peaks(answer)], top)


def _largest(answer: Answer) -> float:
    """The largest statistic that is finite, or the threshold."""
    finite = answer.values[np.isfinite(answer.values)]
    return max(float(finite.max(initial=0)), answer.limit)


def _bars(axes, x: np.ndarray, low: np.ndarray, high: np.ndarray, colour: str) -> None:
    """Vertical lines, all in one path."""
    heights = np.column_stack([low, high, np.full(len(x), np.nan)])
    axes.plot(np.repeat(x, 3), heights.ravel(), color=colour, linewidth=0.9)


def _names(axes, found: list[Peak], top: float) -> None:
    """Names above the chart, a line each with a thin line down to the sample: names at the ends stand highest, so that
    no line crosses a name."""
    left, right = axes.get_xlim()
    middle = (left + right) / 2
    for place, peak in enumerate(sorted(found, key=lambda peak: abs(peak.sample - middle))):
        is_left = peak.sample < middle
        axes.annotate(
            plain(peak.routine),
            (peak.sample, min(peak.value, top)),
            (peak.sample, 1.03 + 0.075 * place),
            textcoords=("data", "axes fraction"),
            ha="left" if is_left else "right",
            fontsize=8,
            arrowprops=LEADER | {"relpos": (0 if is_left else 1, 0)},
        )


def _strength(axes, answer: Answer, shown: list[Row]) -> None:
    """A bar for each row: its largest statistic."""
    largest = _largest(answer)
    heights = [min(results.strength(row), largest) for row in shown]
    colours = [ABOVE if row["leaks"] else BELOW for row in shown]
    bars = axes.barh(range(len(shown)), heights, color=colours, height=0.6)
    paint = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    axes.bar_label(bars, [_told(row) for row in shown], fontsize=8, padding=4, bbox=paint)
    axes.axvline(answer.limit, **THRESHOLD)
    axes.set_yticks(range(len(shown)), _labels(shown), fontsize=8)
    axes.invert_yaxis()
    axes.set_xlim(0, 1.15 * largest)
    axes.set_xlabel(f"largest {_statistic(answer)}")


def _told(row: Row) -> str:
    if row["parted"]:
        return "traces part here"
    return INFINITE if row["t_max"] is None else f"{row['t_max']:,.1f}"


def _labels(shown: list[Row]) -> list[str]:
    """Module and routine; source line and address of its strongest instruction."""
    return [
        f"{row['module'] + ': ' if row['module'] else ''}{plain(row['routine'])}\n"
        f"{PurePath(row['source']).name + ', ' if row['source'] else ''}{row['instruction']}"
        for row in shown
    ]


def _needed(axes, answer: Answer, shown: list[Row]) -> None:
    """A bar for each row that leaks: in how many traces it does, by estimate."""
    needed = [traces_needed(answer, row) for row in shown]
    bars = axes.barh(range(len(shown)), [traces or 0 for traces in needed], color="0.4", height=0.6)
    axes.bar_label(bars, [_in_words(traces, answer.least) for traces in needed], fontsize=8, padding=3)
    axes.tick_params(left=False)
    axes.set_xlim(0, 1.3 * answer.asked.traces)
    axes.set_xlabel("traces to exceed the threshold, by estimate")


def _in_words(traces: int | None, least: int) -> str:
    if traces is None:
        return ""
    return f"at most {traces:,}" if traces == least else f"{traces:,}"


def traces_needed(answer: Answer, row: Row) -> int | None:
    """The estimate for a row, not below the fewest that the test takes; None if the row does not leak, or traces part
    there."""
    if not row["leaks"] or row["parted"]:
        return None
    return answer.traces_needed(results.strength(row))

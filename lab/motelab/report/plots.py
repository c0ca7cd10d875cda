"""Charts of the report, as SVG for a page: bars in the page's own colours, which follow its light or dark mode.

matplotlib draws with stand-in colours, which are then replaced by the page's CSS variables."""

import dataclasses
import io
import re
from collections.abc import Callable, Sequence

# Stand-in colour -> CSS variable of the page.
COLOURS = {
    "ink": "#010101",
    "faint": "#020202",
    "grid": "#030303",
    "c": "#040404",
    "asm": "#050505",
    "mark": "#060606",
    "on-c": "#070707",
    "on-asm": "#080808",
}

WIDTH_INCHES = 3.8
BAR_INCHES = 0.19
GAP_BARS = 0.8  # between groups
AXIS_INCHES = 0.5
LABEL_PART = 0.23  # share of the axis: room for a figure behind the longest bar
STYLE = {
    "svg.fonttype": "none",  # text stays text, in the page's font
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": COLOURS["grid"],
    "axes.labelcolor": COLOURS["faint"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": COLOURS["grid"],
    "grid.linewidth": 0.6,
    "text.color": COLOURS["ink"],
    "xtick.color": COLOURS["faint"],
    "ytick.color": COLOURS["ink"],
    "ytick.left": False,
    "xtick.bottom": False,
}


@dataclasses.dataclass(frozen=True)
class Bar:
    """One bar: its length, its colour (`c` or `asm`) and, if a paper gives one, the figure marked on it."""

    value: float
    colour: str = "c"
    mark: float | None = None


@dataclasses.dataclass(frozen=True)
class Group:
    """Bars that share a label, one above the other."""

    label: str
    bars: Sequence[Bar]


def bars(name: str, groups: Sequence[Group], unit: str, title: str) -> str:
    """A chart of horizontal bars as an SVG element; screen readers read `title`."""
    count = sum(len(group.bars) for group in groups)
    height = BAR_INCHES * (count + GAP_BARS * len(groups)) + AXIS_INCHES

    def draw(axes) -> None:
        _draw(axes, groups)
        axes.set_xlabel(unit)

    return as_svg(name, draw, (WIDTH_INCHES, height), STYLE, title)


def as_svg(name: str, draw: Callable, inches: tuple[float, float], style: dict, title: str) -> str:
    """The result of `draw` on axes, as an SVG element of the page; `name` makes its identifiers unique."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    with matplotlib.rc_context({**style, "svg.hashsalt": name}):
        figure, axes = pyplot.subplots(figsize=inches, layout="constrained")
        draw(axes)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
        pyplot.close(figure)
    return _for_page(stream.getvalue(), title)


def _draw(axes, groups: Sequence[Group]) -> None:
    """The groups from top to bottom."""
    from matplotlib.ticker import MaxNLocator

    longest = max(max(bar.value, bar.mark or 0) for group in groups for bar in group.bars)
    position = 0.0
    ticks = []
    for group in groups:
        ticks.append(position + (len(group.bars) - 1) / 2)
        for bar in group.bars:
            _draw_bar(axes, bar, position, longest)
            position += 1
        position += GAP_BARS
    axes.set_yticks(ticks, [group.label for group in groups])
    axes.set_xlim(0, longest * (1 + LABEL_PART))
    axes.set_ylim(position - GAP_BARS - 0.4, -0.8)
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_formatter(lambda value, _: short(value))


def _draw_bar(axes, bar: Bar, position: float, longest: float) -> None:
    """A bar with its figure, behind its end or, if it would hit the published mark, inside the bar; then the mark."""
    gap, room = 0.015 * longest, LABEL_PART * longest
    axes.barh(position, bar.value, height=0.82, color=COLOURS[bar.colour], linewidth=0)
    near = bar.mark is not None and bar.value - gap < bar.mark < bar.value + room
    inside = near and bar.value > 0.7 * room
    x = bar.value - gap if inside else (bar.mark if near else bar.value) + gap
    label = {"va": "center", "fontsize": 8}
    colour = COLOURS[f"on-{bar.colour}" if inside else "faint"]
    axes.text(x, position, f"{bar.value:,.0f}", ha="right" if inside else "left", color=colour, **label)
    if bar.mark is not None:
        axes.plot([bar.mark] * 2, [position - 0.45, position + 0.45], color=COLOURS["mark"], linewidth=1.6)
        if bar.mark >= bar.value and near == inside:
            axes.text(bar.mark + gap, position, f"{bar.mark:,.0f}", color=COLOURS["mark"], **label)


def short(value: float) -> str:
    """A number for an axis: 1.5 M, 20 k, 300."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _for_page(svg: str, title: str) -> str:
    """The SVG element alone, in the page's colours, without references to other documents."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r' xmlns(:xlink)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    for variable, colour in COLOURS.items():
        svg = svg.replace(colour, f"var(--{variable})")
    viewbox = re.search(r'viewBox="[^"]*"', svg).group()
    return re.sub(r"<svg[^>]*>", f'<svg {viewbox} role="img" aria-label="{title}">', svg, count=1)

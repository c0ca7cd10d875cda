"""Charts of the report: points in two dimensions, on logarithmic axes, each line of points with its name."""

import dataclasses
from collections.abc import Sequence

from motelab.report.plots import COLOURS, STYLE, as_svg, short

SIZE_INCHES = (8.6, 5.6)
NONE_PART = 0.3  # a point with x = 0 stands at this part of the smallest other x
LETTER = (5.3, 10.5)  # points of a letter of a label
GAP = 6  # points between a mark and its label


@dataclasses.dataclass(frozen=True)
class Line:
    """Points of one name, which a thin line connects: (x, y, text beside it); marks filled or hollow."""

    name: str
    points: Sequence[tuple[float, float, str]]
    filled: bool


def scatter(name: str, lines: Sequence[Line], units: tuple[str, str], title: str) -> str:
    """A chart of lines of points as an SVG element; an x of 0 has a place of its own. Screen readers read `title`."""

    def draw(axes) -> None:
        positive = [x for line in lines for x, _, _ in line.points if x] or [1.0]
        none = NONE_PART * min(positive)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(none / 1.6, max(positive) * 3)
        heights = [y for line in lines for _, y, _ in line.points]
        axes.set_ylim(min(heights) / 1.15, max(heights) * 1.2)
        for line in lines:
            _mark(axes, line, none)
        _ticks(axes, none, positive)
        axes.set_xlabel(units[0])
        axes.set_ylabel(units[1])
        axes.figure.draw_without_rendering()  # the axes get their place, and so do the marks
        _label(axes, lines, none)

    style = {**STYLE, "axes.grid.axis": "both", "axes.spines.left": True, "ytick.color": COLOURS["faint"]}
    return as_svg(name, draw, SIZE_INCHES, style, title)


def _mark(axes, line: Line, none: float) -> None:
    """Draws the marks of a line."""
    colour = COLOURS["asm" if line.filled else "mark"]
    xs, ys = [x or none for x, _, _ in line.points], [y for _, y, _ in line.points]
    fill = colour if line.filled else "none"
    axes.plot(xs, ys, color=colour, linewidth=0.6, alpha=0.5)
    axes.plot(xs, ys, "o" if line.filled else "D", color=colour, markersize=4.5, markerfacecolor=fill, linewidth=0)


def _in_points(axes, x: float, y: float) -> tuple[float, float]:
    """The place of a point of the data, in points from the corner of the page."""
    across, up = axes.transData.transform((x, y)) * 72 / axes.figure.dpi
    return float(across), float(up)


def _label(axes, lines: Sequence[Line], none: float) -> None:
    """Writes the labels; the label of each point goes to the first place around it where it hides neither marks nor
    labels."""
    points = [(x or none, y, text, line.filled) for line in lines for x, y, text in line.points]
    edge = _in_points(axes, axes.get_xlim()[0], points[0][1])[0]
    taken = [(-1000, -1000, edge, 1000), (72 * SIZE_INCHES[0], -1000, 2000, 1000)]  # objects beside the axes
    for x, y, _, _ in points:
        across, up = _in_points(axes, x, y)
        taken.append((across - 3, up - 3, across + 3, up + 3))
    for x, y, text, filled in sorted(points, key=lambda point: (-len(point[2]), point[1])):
        across, up = _in_points(axes, x, y)
        width, height = LETTER[0] * len(text), LETTER[1]
        places = list(_places(across, up, width, height))
        box = next((box for box in places if not any(_overlap(box, other) for other in taken)), places[0])
        taken.append(box)
        offset = (box[0] - across, (box[1] + box[3]) / 2 - up)
        far = abs(offset[1]) > 2 * height
        line = {"arrowprops": {"arrowstyle": "-", "color": COLOURS["faint"], "linewidth": 0.5}} if far else {}
        colour = COLOURS["asm" if filled else "mark"]
        style = {"textcoords": "offset points", "va": "center", "fontsize": 8, "color": colour}
        axes.annotate(text, (x, y), offset, **style, **line).set_in_layout(False)


def _places(x: float, y: float, width: float, height: float):
    """Boxes for a label around a mark, the best first: beside, then higher and lower and higher still."""
    for step in range(400):
        shift = (step // 4 + 1) // 2 * (height / 2) * (1 if step // 4 % 2 else -1)
        left = x + GAP if step % 4 < 2 else x - GAP - width
        left += (GAP if step % 2 else 0) * (1 if step % 4 < 2 else -1)
        yield left, y + shift - height / 2, left + width, y + shift + height / 2


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _ticks(axes, none: float, positive: Sequence[float]) -> None:
    """Powers of two across, with an extra one for zero; 1, 2, 3, 5, 7 and their tens up."""
    from matplotlib.ticker import FixedLocator, LogLocator, NullFormatter

    powers = [float(1 << i) for i in range(40) if min(positive) / 2 < 1 << i <= 2 * max(positive)]
    axes.xaxis.set_major_locator(FixedLocator([none, *powers]))
    axes.xaxis.set_major_formatter(lambda x, _: "none" if x == none else f"{x:,.0f}")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 3, 5, 7)))
    axes.yaxis.set_major_formatter(lambda y, _: short(y))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_locator(FixedLocator([]))
        axis.set_minor_formatter(NullFormatter())

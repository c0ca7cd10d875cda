"""Charts of the site: plotly's figures as JSON, and the same figures as a table for those who cannot hover."""

import dataclasses
import math
import re
from collections.abc import Sequence

from plotly import graph_objects

from motelab.common.plain import figure as in_words
from motelab.measure.call_tree import SEPARATOR
from motelab.report.site import palette, places
from motelab.report.site.places import Point

BAR_PIXELS, FRAME_PIXELS = 17, 96  # of a chart of bars: of each bar, and around all of them
LABEL_PART = 0.25  # share of the axis: room for a figure behind the longest bar
CATEGORY_PIXELS = 26  # of a chart of points by category
TALL_PIXELS = 460  # of a chart in two dimensions
CLEAR = "rgba(0,0,0,0)"
LANGUAGES = {"c": "C", "asm": "assembly"}  # by colour, from the top
HOVER = "%{customdata}<extra></extra>"  # a line for each figure, from Python


@dataclasses.dataclass(frozen=True)
class Chart:
    """A chart: its subject, plotly's JSON, the table of its figures, the command that gives them, a remark; of a panel
    for one board, that board."""

    title: str
    json: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str | float, ...]]
    command: str = ""
    note: str = ""
    board: str = ""


@dataclasses.dataclass(frozen=True)
class Bar:
    """A bar: its label, its length, its colour (`c` or `asm`) and, if a paper gives one, the figure marked on it."""

    label: str
    value: float
    colour: str = "c"
    mark: float | None = None


@dataclasses.dataclass(frozen=True)
class Axis:
    """Words beside an axis, whether it is logarithmic, the numbers that stand beside it and its ends, where they are
    not left to the browser."""

    title: str
    is_logarithmic: bool = False
    ticks: tuple[float, ...] = ()
    ends: tuple[float, float] | None = None

    def layout(self) -> dict:
        """The axis as plotly describes it."""
        shown = {"title": {"text": self.title, "font": {"size": 12}}, "automargin": True, "zeroline": False,
                 "gridcolor": palette.light("grid"), "linecolor": palette.light("grid"),
                 "tickfont": {"color": palette.light("faint")}}  # fmt: skip
        if self.ticks:
            shown |= {"tickmode": "array", "tickvals": self.ticks, "ticktext": [in_words(tick) for tick in self.ticks]}
        if self.ends:
            shown["range"] = [math.log10(end) for end in self.ends] if self.is_logarithmic else list(self.ends)
        return shown | ({"type": "log"} if self.is_logarithmic else {"exponentformat": "SI"})


Series = dict[str, Sequence[Point]]

KINDS = ("mul", "inv", "sqr")  # of routines of field arithmetic
KIND = re.compile(rf"_({'|'.join(KINDS)})(?=_|$)")


def bars(title: str, drawn: Sequence[Bar], unit: str, command: str, note: str = "") -> Chart:
    """Horizontal bars from the top, those of one label side by side, C before assembly, with marks of papers."""
    of_colour = {colour: [bar for bar in drawn if bar.colour == colour] for colour in LANGUAGES}
    traces = [barred(colour, members, unit) for colour, members in of_colour.items() if members]
    marked = [bar for bar in drawn if bar.mark is not None]
    if marked:
        traces.append(graph_objects.Scatter(
            mode="markers", name="published", x=[bar.mark for bar in marked], y=[bar.label for bar in marked],
            customdata=[f"<b>{bar.label}</b><br>published: {in_words(bar.mark)} {unit}" for bar in marked],
            marker={"symbol": "line-ns", "size": 15, "line": {"width": 3, "color": palette.light("mark")}},
            hovertemplate=HOVER,
        ))  # fmt: skip
    order = list(dict.fromkeys(bar.label for bar in drawn))
    height = FRAME_PIXELS + BAR_PIXELS * len(drawn) + 8 * len(order)
    longest = max(max(bar.value, bar.mark or 0) for bar in drawn)
    across = Axis(unit).layout() | {"range": [0, longest * (1 + LABEL_PART)]}
    figure = framed(traces, height, xaxis=across, yaxis=categories(order), barmode="group", bargap=0.3)
    rows = [(bar.label, LANGUAGES[bar.colour], bar.value, bar.mark or "") for bar in drawn]
    return Chart(title, as_json(figure), ("", "language", unit, "published"), rows, command, note)


def barred(colour: str, members: Sequence[Bar], unit: str) -> graph_objects.Bar:
    """Bars of one colour, each with its figure behind its end."""
    name = LANGUAGES[colour]
    return graph_objects.Bar(
        orientation="h", name=name, x=[bar.value for bar in members], y=[bar.label for bar in members],
        customdata=[f"<b>{bar.label}</b><br>{name}: {in_words(bar.value)} {unit}" for bar in members],
        text=[in_words(bar.value) for bar in members], textposition="outside", cliponaxis=False,
        textfont={"size": 10, "color": palette.light("faint")}, marker_color=palette.light(colour),
        hovertemplate=HOVER,
    )  # fmt: skip


def points(
    title: str,
    series: Series,
    axes: tuple[Axis, Axis],
    command: str = "",
    note: str = "",
    joined: bool = False,
    bands: Sequence[tuple[float, float, str]] = (),
    fitted: Series | None = None,
    of_boards: bool = False,
) -> Chart:
    """Points of each series, told apart by colour and symbol; hollow ones are of a second kind. `joined`: a line
    leads through them. `bands`: parts of the axis across, with a word on each. `fitted`: a dotted line for a
    series, by two points. `of_boards`: each series is a board, of which a page shows some."""
    looks = {name: palette.number_of(name, place) for place, name in enumerate(series)}
    traces = [scattered(looks[name], name, members, joined, ends_of(axes)) for name, members in series.items()]
    for trace in traces if of_boards else ():
        trace.meta = trace.name
    traces += [dotted(looks[name], name, fitted[name]) for name in series if fitted and name in fitted]
    order = list(dict.fromkeys(p.y for members in series.values() for p in members if isinstance(p.y, str)))
    is_labelled = any(point.label for members in series.values() for point in members)
    height = FRAME_PIXELS + 40 + (CATEGORY_PIXELS + 14 * is_labelled) * len(order) if order else TALL_PIXELS
    up = categories(order) if order else axes[1].layout()
    shapes = [band(*one) for one in bands]
    figure = framed(traces, height + 9 * len(series), xaxis=axes[0].layout(), yaxis=up, shapes=shapes)
    rows = [(name, point.x, point.y, *point.lines[:1]) for name, members in series.items() for point in members]
    return Chart(title, as_json(figure), ("", axes[0].title, axes[1].title, ""), rows, command, note)


def panel_of(board: str, chart: Chart) -> Chart:
    """The chart as the panel of a board, which a page shows if its reader has chosen that board."""
    return dataclasses.replace(chart, board=board)


def by_board(title: str, labels: Sequence[str], values: dict[str, dict[str, float]], unit: str, command: str) -> Chart:
    """Horizontal bars under each label, one for each board (board -> label -> value) in its own colour, with its
    figure. A page shows some of the boards (charts.js), and makes the chart as high as these need."""
    traces = [
        graph_objects.Bar(
            orientation="h", name=board, meta=board, x=list(of.values()), y=list(of), hovertemplate=HOVER,
            marker_color=palette.series(palette.number_of_board(board)), textposition="outside",
            text=[in_words(value) for value in of.values()], cliponaxis=False,
            textfont={"size": 10, "color": palette.light("faint")},
            customdata=[f"<b>{board}</b><br>{label}: {in_words(value)} {unit}" for label, value in of.items()],
        )
        for board, of in values.items()
    ]  # fmt: skip
    longest = max(value for of in values.values() for value in of.values())
    across = Axis(unit, ends=(0, longest * (1 + LABEL_PART))).layout()
    sizes = {"frame": FRAME_PIXELS, "rows": len(labels), "bar": BAR_PIXELS, "gap": 10}  # pixels, but for rows
    height = FRAME_PIXELS + len(labels) * (BAR_PIXELS * len(traces) + 10)
    figure = framed(traces, height, xaxis=across, yaxis=categories(list(labels)), barmode="group", bargap=0.2,
                    meta=sizes, showlegend=True)  # fmt: skip
    rows = [(board, label, value) for board, of in values.items() for label, value in of.items()]
    return Chart(title, as_json(figure), ("board", "", unit), rows, command)


def stacked(
    title: str, labels: Sequence[str], parts: dict[str, Sequence[float]], unit: str, command: str, note: str = ""
) -> Chart:
    """Horizontal bars from the top, each put together of parts that are told apart by colour."""
    traces = [
        graph_objects.Bar(
            orientation="h", name=name, x=values, y=labels, marker_color=palette.series(number), hovertemplate=HOVER,
            customdata=[f"<b>{label}</b><br>{name}: {in_words(values[i])} {unit}" for i, label in enumerate(labels)],
        )
        for number, (name, values) in enumerate(parts.items())
    ]  # fmt: skip
    height = FRAME_PIXELS + (BAR_PIXELS + 8) * len(labels)
    layout = {"xaxis": Axis(unit).layout(), "yaxis": categories(list(labels)), "barmode": "stack", "bargap": 0.3}
    rows = list(zip(labels, *parts.values(), strict=True))
    return Chart(title, as_json(framed(traces, height, **layout)), ("", *parts), rows, command, note)


def network(
    title: str,
    places: Sequence[tuple[float, float]],
    links: dict[str, Sequence[tuple[int, int]]],
    marked: tuple[str, Sequence[int]],
    command: str,
    note: str = "",
) -> Chart:
    """A map: nodes at their places, links of each kind as lines of a colour, some nodes marked with a word."""
    word, chosen = marked
    traces = [lines_between(number, kind, places, pairs) for number, (kind, pairs) in enumerate(links.items())]
    others = [node for node in range(len(places)) if node not in chosen]
    for name, nodes, symbol, size in ((word, chosen, "x", 13), ("other nodes", others, "circle", 6)):
        traces.append(graph_objects.Scatter(
            mode="markers", name=name, x=[places[node][0] for node in nodes], y=[places[node][1] for node in nodes],
            customdata=[f"<b>node {node}</b><br>{name}" for node in nodes], hovertemplate=HOVER,
            marker={"symbol": symbol, "size": size, "color": palette.light("ink")},
        ))  # fmt: skip
    bare = {"visible": False, "fixedrange": True}
    figure = framed(traces, TALL_PIXELS, xaxis=bare, yaxis=bare | {"scaleanchor": "x"})
    rows = [(kind, len(pairs)) for kind, pairs in links.items()]
    return Chart(title, as_json(figure), ("links", "number"), rows, command, note)


def lines_between(number: int, kind: str, places: Sequence[tuple[float, float]], pairs: Sequence[tuple[int, int]]):
    """The links of a kind, by its number, as one trace with gaps."""
    ends = [(places[one], places[other]) for one, other in pairs]
    return graph_objects.Scatter(
        mode="lines", name=f"{kind}: {len(pairs)}", hoverinfo="skip",
        x=[x for a, b in ends for x in (a[0], b[0], None)], y=[y for a, b in ends for y in (a[1], b[1], None)],
        line={"width": 1 + number, "color": palette.light("mark" if number else "c")},
    )  # fmt: skip


def ends_of(axes: tuple[Axis, Axis]) -> places.Ends | None:
    """The ends of both axes, as `places.sides` wants them; None where the browser chooses them."""
    across, up = axes
    return (across.ends, tuple(map(math.log10, up.ends))) if across.ends and up.ends else None


def scattered(
    number: int, name: str, members: Sequence[Point], joined: bool, ends: places.Ends | None
) -> graph_objects.Scatter:
    """The points of a series by its number."""
    colour = palette.series(number)
    fill = [palette.light("card") if point.is_hollow else colour for point in members]
    mode = "lines+markers" if joined else "markers"
    labelled = {"text": [point.label for point in members], "textposition": places.sides(members, ends),
                "textfont": {"size": 11, "color": palette.light("ink")}, "cliponaxis": False}  # fmt: skip
    labelled = labelled if any(point.label for point in members) else {}
    return graph_objects.Scatter(
        mode=f"{mode}+text" if labelled else mode, name=name, legendgroup=name, line={"width": 1, "color": colour},
        x=[point.x for point in members], y=[point.y for point in members],
        customdata=["<br>".join((f"<b>{name}</b>", *point.lines)) for point in members], hovertemplate=HOVER,
        marker={"symbol": palette.symbol(number), "size": 9, "color": fill, "line": {"width": 2, "color": colour}},
        **labelled,
    )  # fmt: skip


def dotted(number: int, name: str, ends: Sequence[Point]) -> graph_objects.Scatter:
    """A line in the colour of a series, which is shown and hidden with it."""
    return graph_objects.Scatter(
        mode="lines", x=[point.x for point in ends], y=[point.y for point in ends], legendgroup=name, showlegend=False,
        hoverinfo="skip", line={"width": 1, "dash": "dot", "color": palette.series(number)},
    )  # fmt: skip


def band(begin: float, end: float, word: str) -> dict:
    """A part of the axis across, with a word at its top."""
    return {
        "type": "rect", "yref": "paper", "x0": begin, "x1": end, "y0": 0, "y1": 1, "layer": "below",
        "fillcolor": palette.light("warn-edge"), "opacity": 0.13, "line": {"width": 0},
        "label": {"text": word, "textposition": "bottom left", "font": {"color": palette.light("ink")}},
    }  # fmt: skip


def icicle(
    title: str,
    tree: Sequence[dict],
    unit: str,
    command: str,
    note: str = "",
    path: str = "path of calls",
    counted: str = "calls",
) -> Chart:
    """A flame graph that hangs from its root: rows of a tree (measure/call_tree.py), as wide as their cost. `path` and
    `counted` are the words for a path, and for its `calls`."""
    total = tree[0]["cycles_total"]
    names = [row["path"].rpartition(SEPARATOR)[2] for row in tree]
    lines = [
        f"<b>{name}</b><br>{in_words(row['cycles_total'])} {unit}, {100 * row['cycles_total'] / total:.1f} %"
        f"<br>of its own: {in_words(row['cycles_self'])}<br>{in_words(row['calls'])} {counted}"
        for name, row in zip(names, tree, strict=True)
    ]
    depth = max(row["path"].count(SEPARATOR) for row in tree) + 1
    trace = graph_objects.Icicle(
        ids=[row["path"] for row in tree], parents=[row["path"].rpartition(SEPARATOR)[0] for row in tree],
        labels=names, values=[row["cycles_total"] for row in tree], branchvalues="total", customdata=lines,
        hovertemplate=HOVER, tiling={"orientation": "v"}, pathbar={"visible": False}, sort=False,
        marker={"colors": [colour_of(row["path"]) for row in tree],
                "line": {"width": 1, "color": palette.light("card")}},
    )  # fmt: skip
    figure = framed([trace], 40 + 44 * depth, margin={"l": 0, "r": 0, "t": 4, "b": 4},
                    uniformtext={"minsize": 9, "mode": "hide"})  # fmt: skip
    rows = [(row["path"], row["calls"], row["cycles_self"], row["cycles_total"]) for row in tree]
    return Chart(title, as_json(figure), (path, counted, f"{unit}, self", unit), rows, command, note)


def colour_of(path: str) -> str:
    """The colour of a routine: by its kind if it is of field arithmetic, else one of two for each step of a path."""
    found = KIND.search(path.rpartition(SEPARATOR)[2])
    if found:
        return palette.series(KINDS.index(found[1]))
    return palette.light("grid") if path.count(SEPARATOR) % 2 else palette.light("c")


def categories(order: list[str]) -> dict:
    """An axis of words, the first at the top."""
    return {"type": "category", "categoryarray": order, "autorange": "reversed", "automargin": True,
            "ticksuffix": " ", "gridcolor": palette.light("grid"), "linecolor": palette.light("grid")}  # fmt: skip


def framed(traces: Sequence, height_pixels: int, **layout) -> graph_objects.Figure:
    """A figure in the look of the site."""
    look = {
        "template": {}, "height": height_pixels, "autosize": True, "paper_bgcolor": CLEAR, "plot_bgcolor": CLEAR,
        "font": {"family": "system-ui, sans-serif", "size": 12, "color": palette.light("ink")},
        "margin": {"l": 8, "r": 24, "t": 8, "b": 8}, "showlegend": len(traces) > 1, "hovermode": "closest",
        "legend": {"orientation": "h", "yanchor": "bottom", "y": 1.01, "x": 0, "xanchor": "left"},
        "hoverlabel": {"align": "left", "bgcolor": palette.light("card"), "bordercolor": palette.light("edge"),
                       "font": {"color": palette.light("ink")}},
    }  # fmt: skip
    return graph_objects.Figure(list(traces), look | layout)


def as_json(figure: graph_objects.Figure) -> str:
    """The figure for a script element of a page, which no `</script>` may end."""
    return figure.to_json().replace("</", "<\\/")

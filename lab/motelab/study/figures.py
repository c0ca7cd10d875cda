"""The paper's figures, redrawn with ours beside: as SVG or PNG, the same bytes for the same rows.

Figure 1 is the network; Figures 2 to 4 are bars of one group of fields, white for four small parameters, grey for one
to three, black for none, as in the legend of the paper's Figure 2."""

import dataclasses
from collections.abc import Sequence

from motelab.common import charts
from motelab.common.errors import MotecurveError
from motelab.study import names, tables
from motelab.study.hypotheses import OPENSSL
from motelab.study.measuring import WNAF
from motelab.subjects import security

STYLE = {"svg.fonttype": "none", "svg.hashsalt": "study", "axes.spines.top": False, "axes.spines.right": False}
COLOURS = {0: "black", 1: "0.65", 2: "0.65", 3: "0.65", 4: "white"}  # by small parameters
LEGEND = ((4, "four small parameters"), (2, "one to three"), (0, "none"))


@dataclasses.dataclass(frozen=True)
class Bars:
    """A figure: the group of fields, the board and library of ours, and the column of the printed times."""

    title: str
    table: str
    group: tuple[int, ...]
    board: str
    implementation: str
    printed: str


BARS = {
    "2": Bars("fields F_2^163 to F_2^185", "I", (163, 176, 185), "rpi2", OPENSSL, "pi_microseconds"),
    "3": Bars("prime fields of 160 bits", "II", (160,), "rpi2", OPENSSL, "pi_microseconds"),
    "4": Bars("prime fields of 160 bits", "II", (160,), "msp430f5438a", WNAF, "msp430_microseconds"),
}
NAMES = ("1", *BARS)
# The network of Figure 1: boxes with their place, and the lines between them with their words.
BOXES = {
    "meters, sensors,\nindicators": (0.0, 0),
    "communication unit\n(MSP430, limited)": (1.0, 0),
    "data concentrator\n(Raspberry Pi 2,\nnot limited)": (2.0, 0),
    "data centre": (3.0, 0),
}
LINES = ("RS485, PLC, USB", "wireless, PLC", "wide area")


def drawn(number: str, form: str) -> bytes:
    """A figure of the paper by its number; MotecurveError if its rows are not measured."""
    return charts.drawn(_network if number == "1" else lambda pyplot: _bars(pyplot, number), form, STYLE)


def _network(pyplot):
    """Figure 1: from meters to the data centre, and where the two processors stand."""
    figure, axes = pyplot.subplots(figsize=(10, 1.4), layout="constrained")
    axes.axis("off")
    axes.set_xlim(-0.45, 3.45)
    axes.set_ylim(-0.6, 0.6)
    for text, (x, y) in BOXES.items():
        axes.text(x, y, text, ha="center", va="center", fontsize=9, bbox={"boxstyle": "round", "facecolor": "white"})
    for place, words in enumerate(LINES):
        axes.annotate("", (place + 0.68, 0), (place + 0.32, 0), arrowprops={"arrowstyle": "<->"})
        axes.text(place + 0.5, 0.14, words, ha="center", fontsize=7)
    return figure


def _bars(pyplot, number: str):
    """The paper's bars, and ours below them."""
    what = BARS[number]
    known = [one for one in names.load() if (one.table, one.group) == (what.table, what.group)]
    rows = {row["curve"]: row for row in tables.rows(what.board) if row["implementation"] == what.implementation}
    unit = "instructions" if what.implementation == OPENSSL else "cycles"
    ours = [rows[one.name][unit] for one in known]
    if None in ours:
        raise MotecurveError(f"figure {number} lacks rows; measure them with {tables.COMMAND.format(what.board)}")
    figure, axes = pyplot.subplots(1, 2, figsize=(10, 0.35 * len(known) + 1.3), layout="constrained")
    library = "OpenSSL" if what.implementation == OPENSSL else "own library"
    _side(axes[0], known, [getattr(one, what.printed) for one in known], f"as printed, {library}", "microseconds")
    _side(axes[1], known, ours, f"measured here, {what.board}, {what.implementation}", unit)
    figure.suptitle(f"Figure {number}: key generation, {what.title}")
    handles = [pyplot.Rectangle((0, 0), 1, 1, facecolor=COLOURS[count], edgecolor="black") for count, _ in LEGEND]
    figure.legend(handles, [words for _, words in LEGEND], loc="outside lower center", ncols=len(LEGEND), frameon=False)
    return figure


def _side(axes, known: Sequence[names.Name], costs: Sequence[float], title: str, unit: str) -> None:
    """One library's bars, from the first name down."""
    colours = [COLOURS[one.small_parameters] for one in known]
    axes.barh([security.marked(one.name) for one in known], costs, color=colours, edgecolor="black", height=0.75)
    axes.invert_yaxis()
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(unit)
    axes.ticklabel_format(axis="x", style="plain")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.xaxis.get_major_locator().set_params(nbins=4)

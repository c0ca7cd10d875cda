"""Charts as SVG or PNG, by matplotlib: the same bytes for the same figures."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from motelab.common.errors import MotecurveError

FORMATS = ("svg", "png")
DOTS_PER_INCH = 150


def form_of(name: str) -> str:
    """The form that a file's name says; MotecurveError unless it is one of FORMATS."""
    form = Path(name).suffix.removeprefix(".").lower()
    if form not in FORMATS:
        raise MotecurveError(f"{name} must end with {' or '.join(f'.{known}' for known in FORMATS)}")
    return form


def drawn(draw: Callable[[Any], Any], form: str, style: Any) -> bytes:
    """The figure that draw makes with matplotlib's pyplot, in a style of matplotlib. The style's svg.hashsalt makes the
    names within an SVG the same each time."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    with matplotlib.rc_context(style):
        figure = draw(pyplot)
        stream = io.BytesIO()
        figure.savefig(stream, format=form, dpi=DOTS_PER_INCH, metadata={"Date": None} if form == "svg" else None)
        pyplot.close(figure)
    return stream.getvalue()

"""The public functions, as the headers declare them."""

import functools
import re

from motelab import ROOT

HEADERS = tuple(
    path
    for path in sorted((ROOT / "include/motecurve").glob("*.h"))
    if path.name not in ("api.h", "curve_table.h", "single_curve.h")
)


@functools.cache
def declared() -> tuple[str, ...]:
    """Their names, in the order of the headers."""
    texts = (re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S) for path in HEADERS)
    return tuple(name for text in texts for name in re.findall(r"^MC_API\s+[\w *]*?\b(mc_\w+)\(", text, re.M))

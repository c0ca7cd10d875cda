"""Names that users type: the exact one, or one clear line with what is near."""

import difflib
from collections.abc import Iterable

from motecurve.errors import MotecurveError


def one_of(kind: str, name: str, known: Iterable[str]) -> str:
    """`name` if it is among `known`; otherwise MotecurveError with near matches, or with all of them."""
    known = sorted(set(known))
    if name in known:
        return name
    near = difflib.get_close_matches(name, known, n=4, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(known) or 'none'}"
    raise MotecurveError(f"no {kind} {name!r}; {hint}")

"""Names that users type: the exact one, or one clear line with similar names."""

import difflib
import re
from collections.abc import Iterable

from motelab.common.errors import MotecurveError

LISTED = 8


def near(name: str, known: Iterable[str], count: int = 4) -> list[str]:
    """Up to `count` of `known` that resemble `name`, whatever the capitals, the nearest first. If some contain the
    number of `name`, such as 256, only these."""
    by_lower = {other.lower(): other for other in sorted(known)}
    numbers = set(re.findall(r"\d\d+", name))
    same = [other for other in by_lower if numbers & set(re.findall(r"\d\d+", other))]
    return [by_lower[other] for other in difflib.get_close_matches(name.lower(), same or by_lower, n=count, cutoff=0.5)]


def hint(close: list[str], known: Iterable[str]) -> str:
    """A suggestion of what to type instead: one of `close` or, if that is empty, of `known`."""
    if close:
        return f"did you mean {' or '.join(close)}?"
    listed = sorted(set(known))
    more = f" and {len(listed) - LISTED} more" if len(listed) > LISTED + 1 else ""
    return f"there is {', '.join(listed[:LISTED] if more else listed) or 'none'}{more}"


def one_of(kind: str, name: str, known: Iterable[str]) -> str:
    """`name` if it is among `known`; otherwise MotecurveError with similar names, or with all names."""
    known = set(known)
    if name in known:
        return name
    raise MotecurveError(f"no {kind} {name!r}; {hint(near(name, known), known)}")

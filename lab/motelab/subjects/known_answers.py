"""Known answers: the inputs that a measurement runs on and the outputs that PARI/GP gives for them."""

import dataclasses
import functools
import json

from motelab import ROOT
from motelab.common.errors import MotecurveError

FOLDER = ROOT / "generated/known_answers"
OF_OTHERS = ROOT / "implementations/answers"  # of operations that only others have, by other libraries

Case = dict[str, int]


class NoneKnown(MotecurveError):
    """There are no known answers for the request."""


@dataclasses.dataclass(frozen=True)
class Cases:
    """Cases of one operation: values at the ends of the ranges, and random ones, which are timed."""

    edge: list[Case]
    random: list[Case]


@functools.cache
def _file(subject: str) -> dict:
    of_others = OF_OTHERS / f"{subject}.json"
    path = of_others if of_others.exists() else FOLDER / f"{subject}.json"
    if not path.exists():
        raise NoneKnown(f"no known answers for {subject}; add them with: python3 -m codegen.known_answers")
    return json.loads(path.read_text())["operations"]


def has(subject: str, operation: str) -> bool:
    """Whether there are cases of `operation` on a field or a curve."""
    return operation in _file(subject)


def load(subject: str, operation: str) -> Cases:
    """Cases of `operation` on a field (fb163) or a curve (sect163k1), as integers."""
    groups = _file(subject).get(operation)
    if groups is None:
        raise NoneKnown(f"no known answers for {operation} on {subject}")
    numbers = {
        group: [{name: int(value, 16) for name, value in case.items()} for case in cases]
        for group, cases in groups.items()
    }
    return Cases(**numbers)

"""The other side of a call: who else agrees on keys and verifies signatures on a curve (data/counterparts.toml)."""

import dataclasses
import functools
from collections.abc import Iterable

from motelab import DATA
from motelab.common.names import one_of
from motelab.common.schema import Schema

FILE = Schema("motelab.advise.schemas", "CounterpartsFile")
SIGNATURES = ("sign", "verify")  # parts of the names of operations with a signature


@dataclasses.dataclass(frozen=True)
class Counterpart:
    """A library, a standard or a kind of device; on the curves `signs_alone` it has signatures and no key agreement."""

    name: str
    title: str
    source: str
    curves: list[str]
    signs_alone: list[str] = dataclasses.field(default_factory=list)

    def answers(self, operation: str, curve: str) -> bool:
        """Whether it does the other part of an operation on the curve of that name."""
        is_signature = any(part in operation for part in SIGNATURES)
        return curve in self.curves or (is_signature and curve in self.signs_alone)


@functools.cache
def every() -> dict[str, Counterpart]:
    """Counterparts by name."""
    return {one["name"]: Counterpart(**one) for one in FILE.read(DATA / "counterparts.toml")["counterpart"]}


def find(name: str) -> Counterpart:
    """The counterpart of that name; MotecurveError if there is none."""
    return every()[one_of("peer", name.lower(), every())]


def of(calls: Iterable[tuple[str, str]]) -> list[str]:
    """The names of those that answer every call: an operation and the name of its curve."""
    asked = list(calls)
    return [name for name, one in every().items() if all(one.answers(*call) for call in asked)]

"""The questions of the study as data/study/hypotheses.toml states them, and the states of curves that they compare."""

import dataclasses
import functools
import hashlib
from typing import Any

from motelab import DATA
from motelab.common.schema import Schema

FILE = DATA / "study" / "hypotheses.toml"
WRITTEN = Schema("motelab.study.schemas", "HypothesesFile")
OURS, OPENSSL = "ours", "openssl"


@dataclasses.dataclass(frozen=True)
class State:
    """A curve in one of its forms, on a board: the words of hypotheses.toml. OpenSSL has its own formulas and
    reduction."""

    board: str
    implementation: str
    base: str
    form: str
    formulas: str = "own"
    reduction: str = "special"
    point: str = "full"

    @property
    def name(self) -> str:
        """The curve's name in records: secp160r1-small-a."""
        return f"{self.base}-{self.form}"


@dataclasses.dataclass(frozen=True)
class Pair:
    """Two states that differ in one thing."""

    hypothesis: str
    changed: str
    curve: State
    twin: State


@functools.cache
def load() -> dict[str, Any]:
    """The file's content."""
    return WRITTEN.read(FILE)


@functools.cache
def sha256() -> str:
    """The digest that results are kept with."""
    return hashlib.sha256(FILE.read_bytes()).hexdigest()


def method() -> dict[str, Any]:
    """How pairs are decided."""
    return load()["method"]


@functools.cache
def pairs() -> tuple[Pair, ...]:
    """Every planned pair."""
    plan = load()["plan"]
    found = []
    for hypothesis in load()["hypothesis"]:
        for implementation, bases in plan[hypothesis["of"]].items():
            for board in plan["boards"][implementation]:
                for words in bases:
                    base, *reduction = words.split()
                    common = {"board": board, "implementation": implementation, "base": base}
                    common |= {"reduction": reduction[0]} if reduction else {}
                    sides = (State(**{**common, **hypothesis[side]}) for side in ("curve", "twin"))
                    found.append(Pair(hypothesis["name"], hypothesis["changed"], *map(as_measured, sides)))
    return tuple(dict.fromkeys(found))


def as_measured(state: State) -> State:
    """The state that is measured for it: OpenSSL's formulas and reduction are its own."""
    return state if state.implementation == OURS else dataclasses.replace(state, formulas="own", reduction="special")


@functools.cache
def states() -> tuple[State, ...]:
    """Every state of the planned pairs, once."""
    return tuple(dict.fromkeys(state for pair in pairs() for state in (pair.curve, pair.twin)))

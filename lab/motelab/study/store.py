"""Measured rows and states, committed in data/study, one a line. A state is kept with the digest of the hypotheses that
asked for it; those of other hypotheses do not count."""

import dataclasses
import json
from typing import Any

from motelab import BUILD, DATA
from motelab.common import locks
from motelab.compare import committed
from motelab.study import hypotheses
from motelab.study.hypotheses import State

ROWS, STATES, TRADES = (DATA / "study" / f"{name}.jsonl" for name in ("rows", "states", "trades"))
ROW_KEY = ("board", "implementation", "name")
TRADE_KEY = ("board", "algorithm", "form")
STATE_KEY = tuple(field.name for field in dataclasses.fields(State))
Line = dict[str, Any]
KEYS = {ROWS: ROW_KEY, STATES: (*STATE_KEY, "hypotheses_sha256"), TRADES: TRADE_KEY}


def rows() -> list[Line]:
    """Key generations, by board, implementation and name of the curve."""
    return committed.read_lines(ROWS)


def trades() -> list[Line]:
    """Multiplications by several algorithms on several forms of one curve."""
    return committed.read_lines(TRADES)


def states() -> dict[State, Line]:
    """Measured states of today's hypotheses."""
    lines = (line for line in committed.read_lines(STATES) if line["hypotheses_sha256"] == hypotheses.sha256())
    return {State(**{name: line[name] for name in STATE_KEY}): line for line in lines}


def keep(path, new: list[Line]) -> None:
    """Adds lines to a file, replacing older ones of the same; sorted, in one step."""
    with locks.held(BUILD / "study.lock"):
        key = KEYS[path]
        kept = {json.dumps([line.get(name) for name in key]): line for line in committed.read_lines(path)}
        kept |= {json.dumps([line.get(name) for name in key]): line for line in new}
        committed.write_lines(path, [kept[name] for name in sorted(kept)])

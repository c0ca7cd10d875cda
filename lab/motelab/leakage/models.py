"""The models of a sample: units, noise, boards."""

from typing import NamedTuple

import numpy as np

from motelab.boards import board as boards
from motelab.common.errors import MotecurveError
from motelab.leakage import simulator


class Model(NamedTuple):
    """A sample counts `step`s of the unit. `noise` is the standard deviation that is added if none is given, in the
    unit; `kinds` are the types of a sample of an instruction, and of a stay in a routine. Boards of some `cores` alone
    have it (none named: all), since it is `for_what`."""

    unit: str
    step: float
    noise: float
    kinds: tuple[type, type]
    cores: tuple[str, ...] = ()
    for_what: str = ""

    def sample_type(self, of_calls: bool) -> type:
        return self.kinds[of_calls]


# ELMO's noise is about the mean coefficient of a bit of an addition's operands that changes, 0.29 mV.
MODELS = {
    "weight": Model("bit", 1.0, 1.0, (np.uint8, np.uint16)),
    "distance": Model("bit", 1.0, 1.0, (np.uint8, np.uint16)),
    "elmo": Model("mV", 0.01, 0.3, (np.uint16, np.uint32), ("cortex-m0", "cortex-m0plus"), "of a Cortex-M0 or M0+"),
    "toggles": Model("flip-flop", 1.0, 1.0, (np.uint16, np.uint32), ("ibex", "ibex-b"), "of a netlist"),
}


def has(board: boards.Board, name: str) -> bool:
    """Whether the board's processor has the model."""
    cores = MODELS[name].cores
    return board.simulator in simulator.CORES and (not cores or board.machine["mcu"] in cores)


def require(board: boards.Board, name: str) -> None:
    """MotecurveError for a board without traces, or without such a model."""
    simulator.core(board)
    if has(board, name):
        return
    known = ", ".join(b.name for b in map(boards.load, boards.names()) if has(b, name))
    raise MotecurveError(
        f"--model {name} is {MODELS[name].for_what}, which {board.name} is not; boards with this model: {known}"
    )

"""The paper's future work: domain parameters against multiplication algorithms, on one curve and one board."""

import dataclasses

from motelab.boards import board as boards
from motelab.boards import selection
from motelab.study import measuring, twins
from motelab.study.hypotheses import OURS, State
from motelab.study.store import Line
from motelab.subjects import operations

BASE, BOARD = "secp256r1", "cortex-m0plus"
# Members of scalar-mult, of different digits and formulas; those with a plus name the coordinates, too.
ALGORITHMS = (
    "binary", "wnaf/4", "multi-base", "regular-window/4", "regular-window-co-z/4", "ladder-co-z", "ladder-x-only",
    "wnaf/4+projective", "wnaf/4+modified",
)  # fmt: skip
FORMS = ("minus-3", "general", "small-a", "small-b")


@dataclasses.dataclass(frozen=True)
class Trade:
    """One algorithm on one form of the curve."""

    board: str
    algorithm: str
    form: str


def planned() -> list[Trade]:
    """Every cell of the table."""
    return [Trade(BOARD, algorithm, form) for algorithm in ALGORITHMS for form in FORMS]


def measured(one: Trade) -> Line:
    """The costs of a cell: those of the same scalars and points on every form."""
    state = State(one.board, OURS, BASE, one.form)
    spec, _, coordinates = one.algorithm.partition("+")
    name, window, _ = selection.parse_spec(spec)
    chosen = selection.select(
        operations.find("scalar-mult"),
        boards.load(one.board),
        twins.twin(state),
        algorithm=name,
        window=window,
        backend="asm",
        choices=(("coordinates", coordinates),) if coordinates else (),
    )
    costs = measuring.costs_of(chosen, twins.cases(state)[: measuring.ROW_SCALARS])
    values = costs.pop("costs")
    return dataclasses.asdict(one) | {"curve": state.name} | measuring.summary(chosen.board.unit, values) | costs

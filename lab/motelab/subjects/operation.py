"""What an operation is: its firmware, its inputs and outputs, the families that compute it."""

import dataclasses
from collections.abc import Callable

from motelab.subjects.curves import Curve
from motelab.subjects.layouts import Layout
from motelab.subjects.slots import SLOTS


@dataclasses.dataclass(frozen=True)
class Operation:
    """One operation: the firmware file that runs it ({algorithm} in its name is the member's), its inputs and
    outputs.

    `input` describes the timed data: `random_runs` random cases (`random_runs_var` if a member is not constant time);
    `edge_runs` limits the edge cases, which are only checked. `symbols` are possible names of the measured routine,
    and the first that the image has counts; {function} in it is the member's. `secret` is the input that must not
    show in the time of constant-time members. `settle` gives a case with another secret, on the curve, with the other
    inputs chosen such that its public course stays the same. `uses` are families that the operation calls besides its
    own. `nonce` says how signatures get theirs; `slot` names its slot if that is not its family's. A composed
    operation names the slots whose members make it when joined; the first of them may be requested by name. `answers`
    is the operation with the same known answers, to which `complete` adds an input that they imply; `of_subject` names
    their file, if it is not that of the curve or field. `step` names the routine that makes a step of an operation in
    steps; `choices` take precedence over the board's own."""

    name: str
    family: str
    firmware: str
    inputs: Layout
    outputs: Layout
    input: str
    on_curve: bool = False
    random_runs: int = 20
    random_runs_var: int = 20
    edge_runs: int | None = None
    symbols: tuple[str, ...] = ("mc_{field}_{function}",)
    secret: str | None = None
    composed_of: tuple[str, ...] = ()
    defines: tuple[tuple[str, str], ...] = ()
    uses: tuple[str, ...] = ()
    nonce: str | None = None
    settle: Callable[[dict[str, int], Curve], dict[str, int]] | None = None
    complete: Callable[[dict[str, int], Curve], dict[str, int]] | None = None
    slot: str = ""
    answers: str = ""
    step: str | None = None
    choices: tuple[tuple[str, str], ...] = ()
    of_subject: str = ""

    @property
    def is_protocol(self) -> bool:
        """Whether the measured routine is not a member of the family but calls one with secrets."""
        return not any("{function}" in symbol or "{algorithm}" in symbol for symbol in self.symbols)

    @property
    def takes_secrets(self) -> bool:
        """Whether it is a protocol whose member gets secrets: the only use of multiples of the generator."""
        return self.is_protocol and (self.secret is not None or self.family == "scalar-mult-base")

    @property
    def slots(self) -> tuple[str, ...]:
        """Slots of its family: one, or one for secrets and one for public values."""
        return (self.slot,) if self.slot else (self.family, *(s for s in SLOTS if s == f"{self.family}-var"))

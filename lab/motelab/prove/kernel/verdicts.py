"""What is said of a kernel."""

import dataclasses

PROVED, REFUTED, OPEN, NO_CONTRACT = "proved", "refuted", "not proved", "no contract"


@dataclasses.dataclass(frozen=True)
class Verdict:
    """A verdict with all that supports it. `reason`: where a proof stopped; `counterexample`: inputs in hexadecimal, by
    name, the lowest byte last; `confirmed`: whether running the code on them gave another result than the meaning.
    `rests`: kernels whose statements the proof uses."""

    kernel: str
    target: str
    verdict: str
    statement: str = ""
    method: str = ""
    solvers: tuple[str, ...] = ()
    seconds: float = 0.0
    instructions: int = 0
    reason: str = ""
    counterexample: dict[str, str] = dataclasses.field(default_factory=dict)
    confirmed: bool = False
    rests: tuple[str, ...] = ()

    @property
    def proved(self) -> bool:
        return self.verdict == PROVED


class Differs(Exception):
    """The output is another function than the statement says; inputs that show it, by name."""

    def __init__(self, place: str, inputs: dict[str, int]):
        super().__init__(f"{place} is another function of the inputs")
        self.inputs = inputs


class Undecided(Exception):
    """A method does not show the statement; the message says what is left."""

"""Requests for figures of the parallel library on this computer, as goals name them."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class ParallelRequest:
    """A figure by its name in motelab.parallel.goals, and the bits of the numbers or the curve that it is of."""

    figure: str
    bits: int | None = None
    curve: str | None = None

    @property
    def command(self) -> str:
        """The command that repeats it."""
        return "./motecurve tables --source goals --table parallel"

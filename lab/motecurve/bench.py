"""Measures algorithms on boards: the request, the record that answers it, the command that repeats it."""

import dataclasses
from collections.abc import Callable, Sequence

from motecurve.records import Record

Progress = Callable[[int, int, str], None]


@dataclasses.dataclass(frozen=True)
class Request:
    """What to measure. `choices` overrides the board's own members: (family, 'name' or 'name:backend')."""

    board: str = "micaz"
    operation: str = "fb-mul"
    algorithm: str = ""
    window: int | None = None
    backend: str = "c"
    curve: str = "sect163k1"
    profile: str = "fast"
    choices: tuple[tuple[str, str], ...] = ()


def command_for(request: Request) -> str:
    """The one command that repeats a measurement."""
    words = ["./motecurve bench", f"--board {request.board}", f"--op {request.operation}"]
    words += [f"--algorithm {request.algorithm}"] if request.algorithm else []
    words += [f"--window {request.window}"] if request.window is not None else []
    words += [f"--backend {request.backend}", f"--curve {request.curve}"]
    words += [f"--profile {request.profile}"] if request.profile != "fast" else []
    words += [f"--with {family}={member}" for family, member in request.choices]
    return " ".join(words)


def measure(requests: Sequence[Request], fresh: bool = False, progress: Progress | None = None, jobs: int = 2) -> list[Record]:
    """Measures `requests`, `jobs` at a time, and returns their records in the same order.

    A figure comes only from a run whose every output equals its known answer; an image that fails gives a
    record with `verified` false and no figures, and says why in build/run.json. `progress(done, total, what)`
    is called after each. `fresh` ignores cached results. Raises MotecurveError for a request that cannot be
    met (unknown names) and MissingTool for a missing compiler or simulator."""
    raise NotImplementedError

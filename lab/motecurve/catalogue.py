"""Which measurements a few words stand for: `all` algorithms, every window, both backends, every curve."""

from collections.abc import Iterator

from motecurve import bench, board, curves, operations
from motecurve.bench import Request
from motecurve.errors import MotecurveError
from motecurve.names import one_of
from motecurve.operations import SLOTS, Operation
from motecurve.registry import Algorithm
from motecurve.selection import BACKENDS, bind, usable

BEST_BACKEND = "asm"


def expand(
    board_name: str,
    operation_names: tuple[str, ...] = (),
    algorithm: str = "",
    window: int | None = None,
    backend: str = "",
    curve: str = "",
    profile: str = "fast",
    choices: tuple[tuple[str, str], ...] = (),
    constant_time: bool | None = None,
) -> list[Request]:
    """Requests in a fixed order. Without names of operations, all of them; without `algorithm`, the board's
    own choices for secrets and for public values; without backend, every one that an algorithm has, and the
    best for own choices; without curve, all of the board's. `constant_time` keeps one kind."""
    chosen = [operations.find(name) for name in operation_names] or list(operations.OPERATIONS.values())
    known = board.load(board_name).curves
    names = [curves.find(curve, known).name] if curve else known
    requests = []
    for operation in chosen:
        for name in names if operation.on_curve else names[:1]:
            for member, w, back in _members(operation, board_name, name, algorithm, window, backend):
                requests.append(Request(board_name, operation.name, member, w, back, name, profile, choices))
    if constant_time is not None:
        requests = [r for r in requests if bench.select(r).is_constant_time == constant_time]
    return list(dict.fromkeys(requests))


def _members(
    operation: Operation, board_name: str, curve_name: str, algorithm: str, window: int | None, backend: str
) -> Iterator[tuple[str, int | None, str]]:
    """Algorithm, window and backend of each measurement of one operation on one curve."""
    device = board.load(board_name)
    curve = curves.find(curve_name, device.curves)
    if not algorithm:
        own = device.own_choices(backend or BEST_BACKEND, curve_name)
        for slot in operation.slots[:1] if operation.is_protocol else operation.slots:
            member = bind(slot, own[slot], device, curve)
            best = backend or (_backends(member.algorithm, "asm") or ("c",))[0]
            yield member.algorithm.name, member.window, best
        return
    families = (operation.family, *(SLOTS[slot] for slot in operation.composed_of[:1]))
    known = [a for family in families for a in usable(family, device, curve)]
    if operation.is_protocol:
        known = [a for a in known if a.is_constant_time]
    if algorithm != "all":
        one_of(f"algorithm of {operation.name} on {curve_name}", algorithm, [a.name for a in known])
        known = [a for a in known if a.name == algorithm]
    seen = set()
    for a in known:
        for w in _windows(a, window):
            for back in _backends(a, backend):
                if (a.name, w, back) not in seen:
                    seen.add((a.name, w, back))
                    yield a.name, w, back
    if not seen and algorithm != "all":
        raise MotecurveError(f"{operation.name} {algorithm} has no backend {backend} on {board_name}")


def _windows(algorithm: Algorithm, window: int | None) -> tuple[int | None, ...]:
    """The window asked for, or all that the algorithm has."""
    if window is not None and algorithm.windows and window not in algorithm.windows:
        return ()
    return (window,) if window is not None else algorithm.windows or (None,)


def _backends(algorithm: Algorithm, backend: str) -> tuple[str, ...]:
    """Its own backend; both for one in C that calls other families."""
    has = BACKENDS if algorithm.backend == "c" and algorithm.uses else (algorithm.backend,)
    return tuple(b for b in has if backend in ("", b))

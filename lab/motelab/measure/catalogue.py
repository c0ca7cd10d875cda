"""The measurements that a few words stand for: `all` algorithms, every window, both backends, every curve."""

import itertools
import sys
from collections.abc import Iterator, Sequence

from motelab.boards.board import Board
from motelab.boards.image import too_large_table
from motelab.boards.selection import BACKENDS, find_member, own_members, usable
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.library import host
from motelab.library.other_libraries import OTHERS
from motelab.measure import bench, native
from motelab.measure.bench import Request
from motelab.measure.records import identity
from motelab.subjects import curves, groups, operations, registry
from motelab.subjects.curves import Curve
from motelab.subjects.operations import Operation
from motelab.subjects.registry import Algorithm
from motelab.subjects.slots import SLOTS

# Operations that are compared with other libraries.
COMPARED_OPERATIONS = ("ecdh", "ecdsa-keygen", "ecdsa-sign", "ecdsa-verify")

Version = tuple[str, int | None, str]  # algorithm, window, backend


def expand(
    device: Board,
    operation_names: tuple[str, ...] = (),
    algorithm: str = "",
    window: int | None = None,
    backend: str = "",
    curve: str = "",
    profile: str = "fast",
    choices: tuple[tuple[str, str], ...] = (),
    constant_time: bool | None = None,
    with_room: bool = True,
) -> list[Request]:
    """Requests in a fixed order. Without names of operations, all of them; without `algorithm`, the board's own
    choices for secrets and for public values; without backend, every one that an algorithm has, and the best for own
    choices; without curve, all of the board's. `constant_time` keeps one kind.
    Without `with_room`, `all` includes those whose tables are too large for the board."""
    refuse_window_without_algorithm(window, algorithm)
    chosen = [operations.find(name) for name in operation_names] or list(operations.OPERATIONS.values())
    found = _curves(curve, device, chosen)
    requests = []
    for operation in chosen:
        for over in subjects(operation, found, every_field=curve == "all"):
            as_done = operations.on(operation, over)
            if algorithm:
                members = _named(as_done, device, over, algorithm, window, backend)
            else:
                best = backend or device.best_backend(profile)
                members = _own(as_done, device, over, best, profile, dict(choices))
            requests += [Request(device.loaded_as, operation.name, *m, over.name, profile, choices) for m in members]
            if device.is_host and not (algorithm or choices):
                requests += _with_public_secret(operation, device, over, profile)
    if not requests and not any(subjects(operation, found) for operation in chosen):
        raise MotecurveError(
            f"{' and '.join(o.name for o in chosen)}: no operation of {', '.join(c.name for c in found)}"
        )
    if not requests and algorithm != "all":
        _explain(chosen, device, found, algorithm, window, backend)
    if device.is_host:
        requests = _measurable(requests, quiet=algorithm == "all")
    elif algorithm == "all" and with_room:
        requests = _with_room(requests)
    if constant_time is not None:
        requests = [r for r in requests if bench.select(r).is_constant_time == constant_time]
    return list(dict.fromkeys(requests))


def combined(
    devices: Sequence[Board],
    operation_names: tuple[str, ...] = (),
    algorithm: str = "",
    windows: Sequence[int] = (),
    backend: str = "",
    curve_names: Sequence[str] = (),
    profile: str = "fast",
    choices: tuple[tuple[str, str], ...] = (),
    constant_time: bool | None = None,
) -> list[Request]:
    """Requests of every combination of boards, curves and windows: board by board, curve by curve, with the windows
    of an algorithm side by side. Requests that curves share, such as an operation of their field, occur once."""
    found = [
        request
        for device, curve, window in itertools.product(devices, curve_names or ("",), windows or (None,))
        for request in expand(
            device, operation_names, algorithm, window, backend, curve, profile, choices, constant_time
        )
    ]
    if len(curve_names) < 2 and len(windows) < 2:
        return found
    places: dict[tuple[str, ...], int] = {}
    for request in found:
        places.setdefault((request.board, request.curve, request.operation), len(places))
    kept: dict[tuple[str, str], Request] = {}
    for request in sorted(found, key=lambda r: places[r.board, r.curve, r.operation]):
        kept.setdefault((request.board, identity(bench.described(bench.select(request)))), request)
    return list(kept.values())


def refuse_window_without_algorithm(window: int | None, algorithm: str) -> None:
    """MotecurveError for a window that no algorithm has and that would be ignored."""
    if window is not None and not algorithm:
        raise MotecurveError(f"--window {window} needs an algorithm: name one with --algorithm")


def compared(device: Board, curve: str = "", profile: str = "fast", versus: str = "") -> list[Request]:
    """The measurements beside another library if no operation is named: agreement and signatures; without a curve
    those of the board that are for comparison, or all of the board's. A library with a list of its own
    (OTHERS[...].compared) is measured in that, in constant time alone where there is a choice."""
    asked = curve and groups.find(curve).name
    known = OTHERS[versus].compared if versus else ()
    if known and device.is_host:
        subjects = [
            (operation, name) for operation, name in known if asked in ("", name) and host.holds(field_of(name))
        ]
        if not subjects:
            raise MotecurveError(f"{versus} is compared on {', '.join(dict.fromkeys(name for _, name in known))}")
        return [request for operation, name in subjects for request in usual(device, operation, name, profile)]
    names = [curve] if curve else device.compared or device.curves
    return [
        request
        for operation in COMPARED_OPERATIONS
        for name in names
        for request in expand(device, (operation,), curve=name, profile=profile)
    ]


def usual(device: Board, operation: str, curve: str, profile: str) -> list[Request]:
    """The board's own measurement of an operation on a curve, where there are several the one in constant time."""
    found = expand(device, (operation,), curve=curve, profile=profile)
    constant_time = [request for request in found if bench.select(request).is_constant_time]
    return constant_time or found


def field_of(curve: str) -> str:
    """The field of a curve."""
    return groups.find(curve).field


def _measurable(requests: list[Request], quiet: bool) -> list[Request]:
    """The requests for which the host library can be measured. The reasons why others cannot go to stderr or, if none
    can, into a MotecurveError."""
    chosen = [bench.select(request) for request in requests]
    reasons = [native.refusal(one) or native.unanswered(one) for one in chosen]
    if requests and all(reasons):
        raise MotecurveError(reasons[0])
    for reason in [] if quiet else dict.fromkeys(filter(None, reasons)):
        print(f"motecurve: left out: {reason}", file=sys.stderr)
    return [request for request, reason in zip(requests, reasons, strict=True) if not reason]


def _with_room(requests: list[Request]) -> list[Request]:
    """The requests whose tables fit into the RAM of the board. The others, which are refused when requested by name,
    go to stderr."""
    reasons = {request: too_large_table(bench.select(request)) for request in requests}
    for reason in dict.fromkeys(filter(None, reasons.values())):
        print(f"motecurve: left out: {reason}", file=sys.stderr)
    return [request for request in requests if not reasons[request]]


def _curves(asked: str, device: Board, chosen: Sequence[Operation]) -> list[Curve]:
    """The curve or group of that name, every curve of the library for `all`, or without a name the board's curves; if
    pairings alone are asked for, the groups that have them."""
    if not asked and (with_pairings := groups.having([operation.name for operation in chosen])):
        return with_pairings
    names = {"": device.curves, "all": curves.built()}.get(asked, [asked])
    return [groups.find(name) for name in names]


def subjects(operation: Operation, found: list[Curve], every_field: bool = False) -> list[Curve]:
    """The curves that have the operation. For an operation of the field, the first of them, or one for each field."""
    fitting = [curve for curve in found if operations.has(operation.name, curve)]
    if operation.on_curve:
        return fitting
    return list({curve.field: curve for curve in reversed(fitting)}.values())[::-1] if every_field else fitting[:1]


def _own(
    operation: Operation, device: Board, curve: Curve, backend: str, profile: str, choices: dict[str, str]
) -> Iterator[Version]:
    """The board's own members for an operation, or those of `choices`: for secrets and, if there is such a slot,
    public values. Only its choices tell a protocol which members to call."""
    own = own_members(device, backend, curve, profile) | choices
    for slot in operation.slots[:1] if operation.is_protocol else operation.slots:
        if slot not in own:
            continue  # no member is for that kind of curve
        member = find_member(SLOTS[slot], own[slot], device, curve)
        named = ("", None) if operation.is_protocol and slot in choices else (member.algorithm.name, member.window)
        yield *named, (_backends(member.algorithm, backend, device) or ("c",))[0]


def _with_public_secret(operation: Operation, device: Board, curve: Curve, profile: str) -> list[Request]:
    """An ECDH whose private key need not be kept secret: with the member for public values."""
    own = own_members(device, "c", curve, profile)
    if operation.name != "ecdh" or "scalar-mult-var" not in own:
        return []
    choices = (("scalar-mult", own["scalar-mult-var"]),)
    return [Request(device.loaded_as, operation.name, curve=curve.name, profile=profile, choices=choices)]


def _candidates(operation: Operation, device: Board, curve: Curve) -> list[Algorithm]:
    """Algorithms that compute the operation, alone or as the first part of a composition."""
    families = (operation.family, *(SLOTS[slot] for slot in operation.composed_of[:1]))
    known = [a for family in families for a in usable(family, device, curve, operation.slot)]
    return [a for a in known if a.is_constant_time or not operation.takes_secrets]


def _named(
    operation: Operation, device: Board, curve: Curve, algorithm: str, window: int | None, backend: str
) -> list[Version]:
    """Every version of the chosen algorithms, each once."""
    versions = [
        (a.name, w, back)
        for a in _candidates(operation, device, curve)
        if algorithm in ("all", a.name)
        for w in _windows(a, window)
        for back in _backends(a, backend, device)
        if not (operation.slot and back == "asm" and a.backend == "c")  # no kernels modulo group orders
    ]
    return list(dict.fromkeys(versions))


def _explain(
    chosen: list[Operation], device: Board, found: list[Curve], algorithm: str, window: int | None, backend: str
) -> None:
    """MotecurveError with the reason why nothing was found: the name, the window or the backend."""
    pairs = [(operation, curve) for operation in chosen for curve in found]
    candidates = [a for pair in pairs for a in _candidates(pair[0], device, pair[1])]
    if not candidates:
        raise MotecurveError(f"{' and '.join(o.name for o in chosen)}: {device.name} has no algorithm for it")
    if algorithm not in {a.name for a in candidates}:
        registry.require_registered()
    where = f"algorithm of {' or '.join(o.name for o in chosen)} on {' or '.join(c.name for c in found)}"
    one_of(where, algorithm, [a.name for a in candidates])
    windows = sorted({w for a in candidates if a.name == algorithm for w in a.windows})
    if window is not None and window not in windows:
        has = f"windows {', '.join(map(str, windows))}" if windows else "no windows"
        raise MotecurveError(f"{algorithm} has {has}, not {window}")
    raise MotecurveError(f"{algorithm} has no backend {backend} on {device.name}")


def _windows(algorithm: Algorithm, window: int | None) -> tuple[int | None, ...]:
    """All windows that the algorithm has, or only the requested one."""
    if window is None:
        return algorithm.windows or (None,)
    return (window,) if window in algorithm.windows else ()


def _backends(algorithm: Algorithm, backend: str, device: Board) -> tuple[str, ...]:
    """Its own backend. Both backends for an algorithm in C that calls other families, except on a host, which has one
    build."""
    has = BACKENDS if algorithm.backend == "c" and algorithm.uses and not device.is_host else (algorithm.backend,)
    return tuple(b for b in has if backend in ("", b))

"""Whether one algorithm gives its known answers wherever it can be computed alone: in images with words of 8, 16 and
32 bits, on the boards that have a kernel of it, and on this computer with words of 64 bits."""

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.boards.selection import Selection, usable
from motelab.common.errors import DoesNotFit, ImageFailed, MotecurveError
from motelab.common.names import one_of
from motelab.library import native_build
from motelab.measure import bench, catalogue, native
from motelab.measure.bench import Request
from motelab.subjects import curves, operations, registry
from motelab.subjects.operations import Operation

Row = dict[str, Any]
MOTE = "micaz"  # its images are checked with words of every size, and its curves serve all boards
BOARDS = (MOTE, f"{MOTE}:16", f"{MOTE}:32", "host")


def requests(algorithm: str, devices: Sequence[Board] = (), curve_names: Sequence[str] = ()) -> list[Request]:
    """Every operation, window and backend of the algorithm on boards and curves. Without boards, those of BOARDS, and
    on others the kernels in assembly; without curves, those of MOTE. MotecurveError for an algorithm that no
    operation computes alone, or that none of the curves has."""
    if algorithm not in (known := {a.name for a in registry.load()}):
        registry.require_registered()
        one_of("algorithm", algorithm, known)
    if not (chosen := operations_of(algorithm)):
        families = {a.family for a in registry.load() if a.name == algorithm}
        raise MotecurveError(
            f"{algorithm} belongs to {' and '.join(sorted(families))}, which no operation computes alone; its tests: "
            f".venv/bin/python -m pytest tests/src -k {algorithm}"
        )
    names = curve_names or boards.load(MOTE).curves
    found = [r for device in devices or map(boards.load, BOARDS) for r in on(device, chosen, algorithm, names)]
    for name in () if devices else boards.simulated():
        if name != MOTE:
            found += [r for r in on(boards.load(name), chosen, algorithm, names) if r.backend == "asm"]
    if not found:
        where = f"{' or '.join(o.name for o in chosen)} on {' or '.join(names)}"
        raise MotecurveError(f"{algorithm} computes no {where}; name another --curve, or --curve all")
    return found


def operations_of(algorithm: str) -> list[Operation]:
    """The operations that compute an algorithm of that name alone."""
    families = {a.family for a in registry.load() if a.name == algorithm}
    return [o for o in operations.OPERATIONS.values() if o.family in families and not o.is_protocol]


def on(device: Board, chosen: Sequence[Operation], algorithm: str, names: Sequence[str]) -> Iterator[Request]:
    """The requests of one board; operations of fields once a field."""
    among = curves.built() if "all" in names else names
    found = [curves.find(name, curves.built()) for name in among]
    for operation in chosen:
        for curve in catalogue.subjects(operation, found, every_field=True):
            for member in usable(operation.family, device, curve, operation.slot):
                if member.name == algorithm:
                    for window in member.windows or (None,):
                        yield Request(device.loaded_as, operation.name, algorithm, window, member.backend, curve.name)


def check(request: Request) -> Row:
    """The result: `verified` is None if the board cannot run it, for the `reason` given."""
    chosen = bench.select(request)
    edge, random = bench.cases_of(chosen)
    verified, reason = outcome(chosen)
    return {
        "board": request.board, "word_bits": chosen.word_bits, "operation": request.operation,
        "curve": chosen.curve.name if chosen.operation.on_curve else None, "field": chosen.curve.field_notation,
        "algorithm": request.algorithm, "window": request.window, "backend": request.backend,
        "known_answers": len(edge) + len(random), "verified": verified, "reason": reason,
    }  # fmt: skip


def outcome(chosen: Selection) -> tuple[bool | None, str | None]:
    """Whether all results equal the known answers, and why not."""
    try:
        if chosen.board.is_host:
            return on_host(chosen)
        bench.measure_one(chosen)
    except DoesNotFit as error:
        return None, str(error)
    except ImageFailed as error:
        return False, str(error)
    return True, None


def on_host(chosen: Selection) -> tuple[bool | None, str | None]:
    """The same on this computer, by a library of the field alone unless a library of all fields exists; ImageFailed
    for a wrong result."""
    path = native_build.library_with(chosen.curve.field, chosen.board.word_bits)
    if not native.is_known(chosen.operation.name):
        return None, f"the runner of the host has no {chosen.operation.name}"
    if not any(hasattr(ctypes.CDLL(str(path)), symbol) for symbol in chosen.symbols):
        return None, f"the host library has no {' or '.join(chosen.symbols)}"
    edge, random = bench.cases_of(chosen)
    run = native.execute(chosen, edge, random, path=path, blocks=1)
    native.check(chosen, run.sides[0], edge + random)
    return True, None

"""The measurements of an implementation that a few words stand for."""

from collections.abc import Sequence
from pathlib import Path

from motelab.boards.implementations import manifest as manifests
from motelab.boards.implementations import source as sources
from motelab.common.errors import MotecurveError
from motelab.measure.bench import Request
from motelab.subjects import groups


def expand(
    name: str, source: str, boards: Sequence[str] = (), operations: Sequence[str] = (), curves: Sequence[str] = ()
) -> list[Request]:
    """Requests of every combination that the manifest claims: without boards, operations or curves, of all of its own.
    MotecurveError for one that it does not claim at all, or if its code is not in the folder `source`."""
    manifest = manifests.find(name)
    wanted = [groups.find(curve).name for curve in curves]
    for operation in operations or manifest.operations:
        for board in boards:
            manifest.build_for(board)
            for curve in wanted if operations else ():
                manifest.work(operation, curve, board)
        if operation not in manifest.operations:
            manifest.work(operation, "", "")
    sources.find(manifest, Path(source) if source else None)
    found = [
        Request(board, operation, backend="", curve=curve, implementation=name, source=source)
        for board in boards or manifest.boards
        for operation in operations or manifest.operations
        for curve in wanted or manifest.operations[operation].curves
        if manifest.operations[operation].claims(board, curve)
    ]
    if not found:
        raise MotecurveError(f"{manifest.name} claims no operation on {', '.join(wanted)}")
    return found

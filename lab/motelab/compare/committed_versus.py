"""Committed counts of another library on a simulated board, a file in data/records for each: tables of papers that
measured that library show them beside ours."""

import functools
from collections.abc import Sequence
from pathlib import Path

from motelab.common.errors import ImageFailed
from motelab.compare import committed, matches
from motelab.measure import bench, versus_counted
from motelab.measure.bench import Progress, Request

Row = dict[str, str | int]
# Counted again to see whether a file is stale: a binary field, a prime field, a curve for which OpenSSL has code of
# its own.
SAMPLED = ("sect163k1", "secp160r1", "secp256r1")


def file(board_name: str, versus: str) -> Path:
    """Where the counts are: one operation on one curve a line."""
    return committed.FOLDER / f"{board_name}.versus-{versus}.jsonl"


def find(request: Request, versus: str) -> Row | None:
    """The committed count that answers a request."""
    return _by_subject(request.board, versus).get((request.curve, request.operation))


@functools.cache
def planned(board_name: str) -> dict[str, list[Request]]:
    """Library -> requests that are counted: everything that the rows of papers have beside ours."""
    found: dict[str, dict[tuple[str, str], Request]] = {}
    for source in matches.sources():
        for _, match in matches.paired(source):
            if match.versus and match.request.board == board_name:
                subject = (match.request.curve, match.request.operation)
                found.setdefault(match.versus, {}).setdefault(subject, match.request)
    return {versus: list(requests.values()) for versus, requests in found.items()}


def counted(request: Request, versus: str, fresh: bool = False) -> Row:
    """The count of one request. ImageFailed if the library cannot compute it or gives a wrong result; raises as
    versus_counted.require."""
    chosen = bench.select(request)
    _, cases = bench.cases_of(chosen)
    theirs = versus_counted.count(chosen, cases, versus, fresh)
    reason = theirs.reason or versus_counted.disagreement(chosen, cases, theirs.results)
    if reason:
        raise ImageFailed(f"{versus}: {request.operation} on {request.curve}: {reason}")
    return {
        "board": request.board, "curve": request.curve, "operation": request.operation, "versus": theirs.version,
        "runs": len(cases), "min": min(theirs.instructions), "median": theirs.typical,
        "max": max(theirs.instructions), "unit": "instructions",
    }  # fmt: skip


def write(board_name: str, versus: str, fresh: bool, progress: Progress) -> bool:
    """Counts everything planned and writes the file; returns whether anything in it is new. Raises as `counted`."""
    rows = _all(planned(board_name)[versus], versus, fresh, progress)
    changed = committed.write_lines(file(board_name, versus), rows)
    _by_subject.cache_clear()
    return changed


def stale(board_name: str, versus: str, progress: Progress, one_in: int = committed.ONE_IN) -> str | None:
    """Counts a sample and a share afresh; returns the complaint if the file differs, or misses a planned count.
    Counts of another version of the library are not compared. Raises as `counted`."""
    committed_file, requests = file(board_name, versus), planned(board_name)[versus]
    absent = [request for request in requests if not find(request, versus)]
    if absent:
        return committed.stale_line(board_name, f"{len(absent)} are missing, first {absent[0].curve}", committed_file)
    drawn = committed.share(requests, one_in)
    sample = [request for request in requests if request.curve in SAMPLED or request in drawn]
    for request, row in zip(sample, _all(sample, versus, True, progress), strict=True):
        old = find(request, versus)
        if old != row and old["versus"] == row["versus"]:
            why = f"{request.operation} on {request.curve} takes {row['median']:,} instructions, not {old['median']:,}"
            return committed.stale_line(board_name, why, committed_file)
    return None


def _all(requests: Sequence[Request], versus: str, fresh: bool, progress: Progress) -> list[Row]:
    rows = []
    for done, request in enumerate(requests, start=1):
        rows.append(counted(request, versus, fresh))
        progress(done, len(requests), f"{request.board}: {versus}, {request.operation} on {request.curve}")
    return rows


@functools.cache
def _by_subject(board_name: str, versus: str) -> dict[tuple[str, str], Row]:
    rows = committed.read_lines(file(board_name, versus))
    return {(row["curve"], row["operation"]): row for row in rows}

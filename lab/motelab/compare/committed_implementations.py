"""Committed records of other people's implementations, one file each in data/implementations. They carry the commit of
their source and the digest of its files, so that anybody who fetches that source can check them."""

from collections.abc import Sequence
from pathlib import Path

from motelab import DATA
from motelab.boards.implementations import manifest as manifests
from motelab.boards.implementations import source as sources
from motelab.boards.implementations.manifest import Manifest
from motelab.common.errors import DoesNotFit, ImageFailed, MotecurveError
from motelab.compare import committed
from motelab.compare.committed import difference, read_lines, write_lines
from motelab.measure import bench, implementation_requests
from motelab.measure.bench import Request
from motelab.measure.records import Record

FOLDER = DATA / "implementations"
CHECKED = DATA / "implementations-ctcheck.jsonl"  # of ./motecurve ctcheck --implementation, one claim a line
ALSO = ("GLS254", "Curve448")  # beside the curves of every board; of the first ours are among records of pairings


def file(name: str) -> Path:
    """Where the records of an implementation are: one a line, in the order of `implementation_requests.planned`."""
    return FOLDER / f"{name}.jsonl"


def of(name: str) -> list[Record]:
    """The committed records of an implementation; none if it was never measured."""
    return read_lines(file(name))


def names() -> list[str]:
    """The implementations that have committed records."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def require_commit(name: str, source: str) -> None:
    """MotecurveError unless `source` is at the commit of an implementation's manifest."""
    manifest = manifests.find(name)
    found = sources.find(manifest, Path(source) if source else None)
    if found.commit != manifest.commit:
        raise MotecurveError(
            f"{source} is {found.commit or 'no checked-out commit'}, and records of {name} are of {manifest.commit}; "
            f"fetch it with: {sources.fetching(manifest)}"
        )


def planned(name: str, source: str) -> list[Request]:
    """The measurements of an implementation that stand beside records of ours; MotecurveError as require_commit."""
    require_commit(name, source)
    requests = implementation_requests.expand(name, source)
    return [request for request in requests if request.curve in (*committed.CURVES, *ALSO)]


def measured(requests: Sequence[Request], progress: bench.Progress, jobs: int) -> list[Record]:
    """The records of these requests that fit their boards; ImageFailed for an image that fails otherwise."""
    selections = [bench.select(request) for request in requests]
    records: dict[int, Record] = {}
    for done, (i, answer) in enumerate(bench.answers(selections, True, jobs), start=1):
        progress(done, len(selections), f"{selections[i].board.name}: {bench.named(selections[i])}")
        if isinstance(answer, ImageFailed) and not isinstance(answer, DoesNotFit):
            raise ImageFailed(f"{bench.command_for(requests[i])}: {answer}")
        if not isinstance(answer, ImageFailed):
            records[i] = answer
    return [records[i] for i in sorted(records)]


def write(name: str, records: Sequence[Record]) -> bool:
    """Writes the file of an implementation; returns whether anything in it is new."""
    FOLDER.mkdir(exist_ok=True)
    return write_lines(file(name), records)


def stale(name: str, requests: Sequence[Request], progress: bench.Progress, jobs: int) -> str | None:
    """Measures these requests afresh. Returns the complaint if a record differs from the committed one, or has none."""
    kept = {key(record): record for record in of(name)}
    for record in measured(requests, progress, jobs):
        if key(record) not in kept:
            return f"{file(name).name} has no record of {record['operation']} on {record['curve']} on {record['board']}"
        if why := difference(kept[key(record)], record):
            return f"{file(name).name}: {record['operation']} on {record['curve']} on {record['board']}: {why}"
    return None


def checked() -> list[Record]:
    """The claims of constant time that were checked: implementation, board, operation, curve, the number of secrets,
    whether cycles and trace were equal, and the routines in which the secrets show."""
    return read_lines(CHECKED)


def leaks(record: Record) -> list[str] | None:
    """The routines in which `ctcheck` saw secrets in the image of a record; None if it was not checked."""
    return next((row["leaks"] for row in checked() if row["elf_sha256"] == record["elf_sha256"]), None)


def key(record: Record) -> tuple[str, str, str]:
    """What tells the records of one implementation apart."""
    return record["board"], record["operation"], record["curve"] or record["field"]


def complaints(name: str) -> list[str]:
    """The committed records of an implementation that contradict its manifest: of another commit, of a pair of curve
    and board that it does not claim, without a digest of the source, or not verified."""
    manifest = manifests.find(name)
    found = []
    for record in of(name):
        board, operation, _ = key(record)
        if record["implementation"] != name or record["implementation_commit"] != manifest.commit:
            found.append(f"{name}: a record is of {record['implementation']} {record['implementation_commit']}")
        if not record["implementation_sha256"] or not record["verified"]:
            found.append(f"{name}: {operation} on {board} is not verified, or of no known source")
        if record["curve"] and not is_claimed(manifest, record):
            found.append(f"{name}: the manifest claims no {operation} on {record['curve']} on {board}")
    return found


def is_claimed(manifest: Manifest, record: Record) -> bool:
    """Whether the manifest has the measurement of a record."""
    work = manifest.operations.get(record["operation"])
    return work is not None and record["board"] in manifest.boards and work.claims(record["board"], record["curve"])

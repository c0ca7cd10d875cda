"""Committed records: the costs on each simulated board for a chosen set of curves and operations, one file a board in
data/records. Commands that only show figures read them from there and measure nothing."""

import dataclasses
import functools
import json
from collections.abc import Sequence
from pathlib import Path

from motelab import DATA
from motelab.boards import board, profiles
from motelab.boards.board import Board
from motelab.boards.image import Builder
from motelab.boards.profiles import FOR_SIZE
from motelab.boards.selection import Selection, usable
from motelab.common.errors import DoesNotFit, ImageFailed, MotecurveError
from motelab.common.files import digest, write_atomically
from motelab.compare import goals, matches, published
from motelab.measure import bench, catalogue, contradictions, run_facts
from motelab.measure.bench import Request
from motelab.measure.records import MEANS, Record, completed, identity
from motelab.subjects import curves
from motelab.subjects.curves import Curve
from motelab.subjects.operations import fits
from motelab.subjects.slots import SLOTS

FOLDER = DATA / "records"
# The same curves on every board, unless its file names some of them; those that do not fit a board are left out.
CURVES = (
    "sect163k1", "sect163r2", "sect233k1", "sect283k1",
    "secp160r1", "secp192r1", "secp256r1", "Curve25519", "Ed25519",
)  # fmt: skip
ON_CURVES = ("scalar-mult", "scalar-mult-base", "ecdh", "ecdsa-sign", "ecdsa-verify", "eddsa-sign", "eddsa-verify")
# Also in the profiles for size, on boards with cycles and a fast simulator.
PROTOCOLS = ON_CURVES[2:]
# Beside other people's code, in every profile, on the curves of which it has records: pairs of keys, signatures whose
# nonce is drawn and signatures that are given the public key, as theirs are.
BESIDE_OTHERS = {
    "ecdsa-keygen": ("sect163k1", "secp160r1", "secp192r1", "secp256r1"),
    "eddsa-keygen": ("Ed25519",),
    "eddsa-sign-expanded": ("Ed25519",),
    "ecdsa-sign-digest-random": ("secp160r1", "secp192r1", "secp256r1"),
}
# The same in the profiles for size alone: squares, and verification with the hash of the message, as code that starts
# a program needs it.
BESIDE_OTHERS_FOR_SIZE = {
    "fb-sqr-reduce": ("sect163k1",),
    "ecdsa-verify-message": ("secp256r1",),
}
IN_FIELDS = ("fb-mul-reduce", "fb-sqr-reduce", "fb-inv", "fp-mul-reduce", "fp-sqr-reduce", "fp-inv")
# On each board the first records of these are measured again to see whether its file is stale: kernels of both kinds
# of field, and a multiplication of a point with everything below it. So is one record in ONE_IN, chosen by the
# commit.
ONE_IN = 36
# Random inputs over which the means of records are taken where time varies, in the profile fast. Those of the profiles
# for size are medians of few, since they would double the time of `./motecurve records`.
MEAN_CASES = 100
# Cycles of a mean that the check of a share takes again; a dearer one is checked with --all. Image and simulator are
# the same, so a mean can hardly differ where the few known answers take the same time.
CHECKED_COST = 1_000_000_000
SAMPLED = (("fb-mul-reduce", None), ("fp-mul-reduce", None), ("scalar-mult", "sect163k1"))
REWRITE = "./motecurve records --board {}"
LeftOut = dict[str, str]  # board, curve, operation, algorithm, reason


def records_file(board_name: str) -> Path:
    """Where the records of a board are: one a line, in the order of `planned`."""
    return FOLDER / f"{board_name}.jsonl"


def left_out_file(board_name: str) -> Path:
    """The file of measurements that do not fit the board, and why, one a line; there is no file if all fit."""
    return FOLDER / f"{board_name}.left-out.jsonl"


def of(board_name: str) -> list[Record]:
    """The committed records of a board; none if they were never made."""
    return read_lines(records_file(board_name))


def left_out(board_name: str) -> list[LeftOut]:
    """The planned measurements that do not fit the board."""
    return read_lines(left_out_file(board_name))


def is_of(row: LeftOut, request: Request) -> bool:
    """Whether it answers a request, which may leave the algorithm open."""
    same = all(row[name] == getattr(request, name) for name in ("board", "curve", "operation"))
    return same and request.algorithm in ("", row["algorithm"])


def find(request: Request) -> Record | None:
    """The committed record that answers a request."""
    return _by_identity(request.board).get(_identity(request))


def find_for(device: Board, request: Request) -> Record | None:
    """The committed record that answers a request for a board, or that of the core which the board follows."""
    if not device.follows:
        return find(request)
    record = find(dataclasses.replace(request, board=device.follows))
    return record and here(record, device)


def here(record: Record, board: Board) -> Record:
    """A record of the core that a board follows, with the board's own clock, time and energy."""
    facts = {"board": board.name, "device": board.device, "clock_hz": board.clock_hz}
    facts |= {"flash_wait_states": board.flash_wait_states, "cycle_model": board.cycle_model}
    times = {"microseconds": board.microseconds(record["cycles"]), "energy_mj": board.energy_mj(record["cycles"])}
    return {**record, **facts, **times}


def planned(board_name: str) -> tuple[list[Request], list[LeftOut]]:
    """The plan: the board's own choices on its curves, field operations once a field, those with faster members, the
    measurements that its goals need, and those of `for_size`; and requests that the board cannot meet, such as
    operations for which it names no members."""
    device = board.load(board_name)
    found: list[Request] = []
    unmet: list[LeftOut] = []
    fields: set[str] = set()
    for curve in curves_of(device):
        of_field = () if curve.field in fields else IN_FIELDS
        fields.add(curve.field)
        for operation in (*of_field, *ON_CURVES):
            if fits(operation, curve):
                try:
                    found += catalogue.expand(device, (operation,), curve=curve.name)
                except MotecurveError as error:
                    unmet.append(_left_out(board_name, curve.name, operation, "", error))
    found += [*faster(device), *points(device)]
    found += goals.measured_on(board_name)
    found += [*beside_published(board_name), *beside_papers(board_name)]
    found += for_size(device) if device.counts_cycles and device.has_fast_simulator else []
    by_identity: dict[str, Request] = {}
    for request in found:
        try:
            by_identity.setdefault(_identity(request), with_mean(request))
        except MotecurveError as error:
            unmet.append(_left_out(board_name, request.curve, request.operation, request.algorithm, error))
    return list(by_identity.values()), unmet


def faster(device: Board) -> list[Request]:
    """Multiplications by secrets and signatures with the members of `recorded.faster`, where a curve has them."""
    found = [
        request
        for slot, spec in device.recorded.faster.items()
        for curve in curves_of(device)
        for operation in ("scalar-mult", "ecdsa-sign")
        if fits(operation, curve)
        and spec in {f"{a.name}:{a.backend}" for a in usable(SLOTS[slot], device, curve, slot)}
        for request in catalogue.expand(device, (operation,), curve=curve.name, choices=((slot, spec),))
    ]
    chosen = [bench.select(request) for request in found]
    return [request for request, own in zip(found, chosen, strict=True) if own.is_constant_time]


def points(device: Board) -> list[Request]:
    """The operations of `recorded.points`, with the choices of each."""
    return [
        request
        for point in device.recorded.points
        for request in catalogue.expand(
            device,
            tuple(point["operations"]),
            curve=point["curve"],
            profile=point["profile"],
            choices=tuple(point["choices"].items()),
        )
    ]


def beside_published(board_name: str) -> list[Request]:
    """The requests beside figures of code that others published and that was not found."""
    names = {f"{row['source']}, as published" for row in published.peers_published()}
    rows = [row for row in published.rows(published.PEERS) if row.table in names]
    requests = [matches.find(row).request for row in rows]
    return [request for request in requests if isinstance(request, Request) and request.board == board_name]


def beside_papers(board_name: str) -> list[Request]:
    """The requests on a board beside papers whose other rows are of the mote: a run measures those, and reads these."""
    requests = [match.request for source in matches.sources() for match in matches.beside_the_mote(source)]
    return [request for request in requests if isinstance(request, Request) and request.board == board_name]


def with_mean(request: Request) -> Request:
    """The request, for the mean of MEAN_CASES if its time varies and the simulator is fast; MotecurveError if it
    cannot be met."""
    chosen = bench.select(request)
    is_mean = request.profile == profiles.FAST and chosen.board.has_fast_simulator and bench.has_mean(chosen)
    return dataclasses.replace(request, cases=MEAN_CASES) if is_mean else request


def curves_of(device: Board) -> list[Curve]:
    """The curves on which a board has records."""
    return [curves.find(name) for name in CURVES if name in (device.recorded.curves or CURVES)]


def for_size(device: Board) -> list[Request]:
    """Requests for PROTOCOLS and BESIDE_OTHERS_FOR_SIZE on the board's curves in the profiles for size, and for
    BESIDE_OTHERS in every profile, with the board's own choices."""
    named = BESIDE_OTHERS | BESIDE_OTHERS_FOR_SIZE
    return [
        request
        for profile in profiles.NAMES
        for curve in curves_of(device)
        for operation in (*PROTOCOLS, *named)
        if fits(operation, curve) and curve.name in named.get(operation, CURVES)
        if operation in BESIDE_OTHERS or profile in FOR_SIZE
        for request in catalogue.expand(device, (operation,), curve=curve.name, profile=profile)
    ]


def measured(
    board_name: str, fresh: bool, progress: bench.Progress, jobs: int, keep: bool = False
) -> tuple[list[Record], list[LeftOut]]:
    """Records of everything planned for a board, and the measurements that do not fit it, both in the order of the
    plan. With `keep` those that stand in the files stay as they are, and only the others are measured. An image that
    fails for another reason raises ImageFailed after all others are in the cache."""
    requests, unmet = planned(board_name)
    kept = [_kept(board_name, request) if keep else None for request in requests]
    asked = [bench.select(request) for request, answer in zip(requests, kept, strict=True) if answer is None]
    new = iter(_answers(asked, fresh, progress, jobs))
    answers = [answer or next(new) for answer in kept]
    wrong = [(r, a) for r, a in zip(requests, answers, strict=True) if is_failure(a)]
    if wrong:
        request, failure = wrong[0]
        raise ImageFailed(f"{len(wrong)} images of {board_name} failed, first {bench.command_for(request)}: {failure}")
    unmet += [
        _left_out(board_name, r.curve, r.operation, r.algorithm, a)
        for r, a in zip(requests, answers, strict=True)
        if isinstance(a, DoesNotFit)
    ]
    return [a for a in answers if not isinstance(a, ImageFailed)], unmet


def _kept(board_name: str, request: Request) -> Record | DoesNotFit | None:
    """The committed answer to a request."""
    rows = (DoesNotFit(row["reason"]) for row in left_out(board_name) if is_of(row, request))
    return find(request) or next(rows, None)


def all_measured(
    board_name: str, requests: Sequence[Request], fresh: bool, progress: bench.Progress, jobs: int
) -> list[Record]:
    """Records of requests that all fit the board, in their order; ImageFailed, after all others are in the cache, for
    an image that fails or does not fit."""
    answers = _answers([bench.select(request) for request in requests], fresh, progress, jobs)
    for request, answer in zip(requests, answers, strict=True):
        if isinstance(answer, ImageFailed):
            raise ImageFailed(f"an image of {board_name} failed, {bench.command_for(request)}: {answer}")
    return [answer for answer in answers if not isinstance(answer, ImageFailed)]


def is_failure(answer: Record | ImageFailed) -> bool:
    """Whether an image failed for a reason other than that it does not fit."""
    return isinstance(answer, ImageFailed) and not isinstance(answer, DoesNotFit)


def write(board_name: str, records: Sequence[Record], unmet: Sequence[LeftOut]) -> bool:
    """Writes the files of a board; returns whether anything in them is new."""
    changed = write_lines(records_file(board_name), records)
    changed |= write_lines(left_out_file(board_name), unmet)
    _by_identity.cache_clear()
    return changed


def share(requests: Sequence[Request], one_in: int) -> list[Request]:
    """About one in so many of the requests, at least one if there are any: those whose digest with the hash of what is
    measured (`run_facts.draw`) is least. So each change checks others, and the author of a changed figure cannot choose
    which. All for one_in = 1."""
    draw = run_facts.draw()
    drawn = sorted(map(repr, requests), key=lambda text: digest(draw, text))
    chosen = set(drawn[: -(-len(drawn) // one_in)])
    return [request for request in requests if repr(request) in chosen]


def recorded(board_name: str) -> list[Request]:
    """The planned measurements of a board that have a record."""
    return [request for request in planned(board_name)[0] if find(request)]


def sample(board_name: str) -> list[Request]:
    """A measurement of each operation in SAMPLED, of the curve beside it if the board has a record of it, with a kernel
    if the board has any."""
    known = _by_identity(board_name)
    requests = [(r, known[_identity(r)]) for r in planned(board_name)[0] if _identity(r) in known]
    found = []
    for operation, curve in SAMPLED:
        of_it = [pair for pair in requests if pair[0].operation == operation]
        of_it.sort(key=lambda pair: (pair[0].curve != curve, not pair[1]["kernel"]))
        found += [request for request, _ in of_it[:1]]
    return found


def missing(board_name: str) -> list[Request]:
    """The planned measurements of a board that are neither recorded nor left out."""
    return [request for request in planned(board_name)[0] if not _kept(board_name, request)]


def stale(board_name: str, progress: bench.Progress, jobs: int, one_in: int = ONE_IN) -> str | None:
    """Measures the sample of a board and a share of its records afresh. Returns the complaint if a record differs in
    any field from the committed one, a planned one is missing, or one contradicts itself."""
    if not of(board_name):
        return f"{board_name} has no committed records; make them with {REWRITE.format(board_name)}"
    absent = missing(board_name)
    if absent:
        return stale_line(board_name, f"{len(absent)} are missing, first {bench.command_for(absent[0])}")
    known = recorded(board_name)
    if len(known) != len(of(board_name)):
        return stale_line(board_name, f"of {len(of(board_name))} records {len(known)} are planned")
    for request in known:
        if why := contradictions.found(request, find(request)):
            return stale_line(board_name, f"{bench.command_for(request)}: {why}")
    if lacking := [request for request in known if request.cases and "mean" not in find(request)]:
        return stale_line(board_name, f"{len(lacking)} lack a mean, first {bench.command_for(lacking[0])}")
    drawn = dict.fromkeys([*sample(board_name), *share(known, one_in)])
    requests = [request if one_in == 1 else cheaper(request) for request in drawn]
    answers = _answers([bench.select(request) for request in requests], True, progress, jobs)
    for request, answer in zip(requests, answers, strict=True):
        why = str(answer) if isinstance(answer, ImageFailed) else difference_of(request, answer)
        if why:
            return stale_line(board_name, f"{bench.command_for(request)}: {why}")
    return None


def cheaper(request: Request) -> Request:
    """The request without a mean that takes more than CHECKED_COST."""
    kept = find(request)
    is_dear = kept and "mean" in kept and kept["cases"] * kept["mean"] > CHECKED_COST
    return dataclasses.replace(request, cases=0) if is_dear else request


def difference_of(request: Request, new: Record) -> str | None:
    """The fields in which the committed record of a request differs from a new one."""
    kept = find(request)
    return difference(kept, with_mean_of(kept, new) if kept else new)


def with_mean_of(kept: Record, new: Record) -> Record:
    """A new record; if it has no mean and the committed one has, with that mean and its cycles."""
    if "mean" not in kept or "mean" in new:
        return new
    return bench.with_mean(new, {name: kept[name] for name in MEANS}, board.load(new["board"]))


def image_difference(request: Request) -> str | None:
    """Builds the image of a recorded measurement without running it; returns the fields of the record that the image
    contradicts. ImageFailed if it does not build."""
    kept, made = find(request), bench.image_figures(Builder(bench.select(request)).build())
    fields = [name for name, value in made.items() if kept[name] != value]
    return f"{', '.join(fields)} differ" if fields else None


def stale_line(board_name: str, why: str, file: Path | None = None) -> str:
    """One line: a file of a board (of its records unless given) is stale, why, and the command that rewrites it."""
    name = (file or records_file(board_name)).name
    return f"{name} is stale ({why}); rewrite it with {REWRITE.format(board_name)}"


def difference(kept: Record, new: Record) -> str | None:
    """The fields in which two records differ; None if their bytes are the same."""
    if json.dumps(kept) == json.dumps(new):
        return None
    fields = [name for name in dict.fromkeys((*kept, *new)) if kept.get(name) != new.get(name)]
    return f"{', '.join(fields) or 'the order of fields'} differ"


def _answers(
    selections: Sequence[Selection], fresh: bool, progress: bench.Progress, jobs: int
) -> list[Record | ImageFailed]:
    """The record of each selection, or why it has none."""
    answers: list[Record | ImageFailed] = [{}] * len(selections)
    for done, (i, answer) in enumerate(bench.answers(selections, fresh, jobs), start=1):
        answers[i] = answer
        chosen = selections[i]
        progress(done, len(selections), f"{chosen.board.name}: {bench.named(chosen)} on {chosen.curve.name}")
    return answers


def _left_out(board_name: str, curve: str, operation: str, algorithm: str, reason: Exception) -> LeftOut:
    return {
        "board": board_name, "curve": curve, "operation": operation, "algorithm": algorithm, "reason": str(reason),
    }  # fmt: skip


def _identity(request: Request) -> str:
    """The selection of the record that answers the request; MotecurveError if a name is unknown or does not fit."""
    return identity(bench.described(bench.select(request)))


@functools.cache
def _by_identity(board_name: str) -> dict[str, Record]:
    return {identity(record): record for record in of(board_name)}


def read_lines(path: Path) -> list:
    """The objects of a file, one a line, older records completed; MotecurveError if one is damaged."""
    try:
        return [completed(json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []
    except ValueError as error:
        raise MotecurveError(
            f"{path.name} is damaged ({error}); write it anew with {REWRITE.format('BOARD')}"
        ) from error


def write_lines(path: Path, rows: Sequence[dict]) -> bool:
    """Writes one object a line, if that changes the file; without objects, removes the file."""
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    old = path.read_text() if path.exists() else ""
    if text == old:
        return False
    if text:
        write_atomically(path, text)
    else:
        path.unlink()
    return True

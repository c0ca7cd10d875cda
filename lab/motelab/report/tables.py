"""Published tables with our figures beside them: one row of output for every published row."""

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

from motelab.boards import board
from motelab.common.errors import MissingTool, MotecurveError
from motelab.common.names import one_of
from motelab.compare import (
    committed,
    committed_host,
    committed_pairings,
    committed_versus,
    gains,
    goals,
    matches,
    models,
    paper_claims,
    peers,
    published,
)
from motelab.compare.matches import Match
from motelab.compare.published import PEERS, PublishedRow
from motelab.measure import (
    aarch64_counts,
    batch_rates,
    bench,
    contradictions,
    formulas,
    native,
    pairing_times,
    run_facts,
)
from motelab.measure.aarch64_counts import CountRequest
from motelab.measure.batch_rates import BatchRequest
from motelab.measure.bench import Progress, Request
from motelab.measure.formulas import Formula
from motelab.measure.pairing_times import PairingRequest
from motelab.measure.parallel_request import ParallelRequest
from motelab.measure.profile import RoutineRequest, routine_record
from motelab.measure.records import Record, is_of_host
from motelab.parallel import goals as parallel_goals
from motelab.parallel import store
from motelab.parallel.modmul import Request as ModmulRequest
from motelab.parallel.paper import cells
from motelab.parallel.paper.beside import Paper
from motelab.parallel.paper.ours import requests as modmul_requests
from motelab.parallel.recorder import recording
from motelab.report import columns
from motelab.subjects import groups

Row = dict[str, Any]
Paired = Sequence[tuple[PublishedRow, Match]]

FIELDS = (*published.FIELDS, "ours", "ratio", "verified", "origin", "reason", "command")
NOW, RECORDED = "measured now", "recorded"  # values of `origin`; None without ours
FRONT_FIELDS = ("beaten", "beaten_by_command", "short_of", "point")
VERSUS_FIELDS = ("versus", "versus_instructions", "versus_ratio")
DESCRIPTION = ("subject", "operation", "algorithm", "part")  # of fields that a row has
OTHERWISE = (
    BatchRequest | RoutineRequest | PairingRequest | ParallelRequest | CountRequest
)  # requests that the bench does not measure
UNRECORDED = "not measured for this page; the command measures it"
LIVE = Request.board  # the simulated board that is measured whenever figures are shown
OF_SCALARS = ("scalar-mult", "scalar-statistics")  # kinds of records of motelab.parallel.store
WORDS_OF_ELEMENT = 21  # n of the papers: F_2^163 in words of 8 bits


@dataclasses.dataclass(frozen=True)
class Measured:
    """The answer to a request: a verified record, and whether it was read instead of measured now; or why there is
    none."""

    record: Record | None
    reason: str | None = None
    is_recorded: bool = False


def sources() -> list[str]:
    """Sources that can stand beside ours: papers, peers, goals."""
    return [*matches.sources(), goals.GOALS]


def title(source: str) -> str:
    """Authors, title and year of a paper, or a description of another source's rows."""
    return goals.TITLE if source == goals.GOALS else matches.paper(source)


def source_rows(source: str, table: str | None = None) -> list[tuple[PublishedRow, Match]]:
    """Rows of a source, each with its match; MotecurveError for an unknown source or table. Goals without `table` are
    those of simulated boards."""
    one_of("source", source, sources())
    if source == PEERS:
        return peers.paired(table)
    if source != goals.GOALS:
        return matches.paired(source, table)
    return goals.paired(table and one_of("table of goals", table, goals.tables()))


def claimed(source: str) -> list[tuple[PublishedRow, Match]]:
    """The rows of a paper that its claims are about, each with its match."""
    claims = paper_claims.of(source)
    return [
        pair for pair in matches.paired(source) if any(paper_claims.is_about(claim, vars(pair[0])) for claim in claims)
    ]


def requests(paired: Paired) -> list[Request | OTHERWISE]:
    """The measurements that these rows, and the gains printed beside them, need; each request once."""
    matches_of_gains = (
        matches.find(other) for row, _ in paired for gain in gains.at(row) for other in (gain.of, gain.over)
    )
    every = (*(match for _, match in paired), *matches_of_gains)
    return list(dict.fromkeys(match.request for match in every if match.request))


def measure(
    wanted: Sequence[Request | OTHERWISE], fresh: bool = False, progress: Progress | None = None
) -> dict[Request | OTHERWISE, Measured]:
    """Measures each request. One that cannot be met, or whose image fails, carries the reason; MissingTool if there
    is no compiler or simulator."""
    others = {request: measured_otherwise(request) for request in wanted if isinstance(request, OTHERWISE)}
    return measure_operations([r for r in wanted if r not in others], fresh, progress) | others


def kept(paired: Paired) -> list[Request | OTHERWISE]:
    """Requests that are answered from the committed records: those of goals, and beside other libraries, on boards
    that are not measured live, and those of goals.RECORDS on every board unless a row that is measured live has the
    same; on this computer those whose ratios are committed. Of papers, those of matches.beside_the_mote."""
    papers = dict.fromkeys(row.source for row, _ in paired if row.source in matches.sources())
    of_papers = [match.request for source in papers for match in matches.beside_the_mote(source)]
    answered = [(row, match) for row, match in paired if row.source in (goals.GOALS, PEERS)]
    measured = {match.request for row, match in answered if row.table != goals.RECORDS}
    live = {request for request in measured if isinstance(request, Request) and request.board == LIVE}
    return [*(request for request in requests(answered) if is_kept(request, live)), *dict.fromkeys(of_papers)]


def is_kept(request: Request | OTHERWISE, live: set[Request]) -> bool:
    """Whether a request is answered from what is committed, if those of `live` are measured."""
    if isinstance(request, committed_host.Compared) and not is_simulated(request):
        return committed_host.find(request) is not None
    return isinstance(request, Request) and request not in live


def is_simulated(request: Request | OTHERWISE) -> bool:
    """Whether it is one of the bench for a simulated board."""
    return isinstance(request, Request) and request.board not in board.hosts()


def read(wanted: Sequence[Request]) -> dict[Request, Measured]:
    """Answers from the committed records, without a measurement."""
    return {request: read_one(request) for request in wanted}


def recorded(paired: Paired) -> dict[Request | OTHERWISE, Measured]:
    """Answers to all requests of these rows without a measurement: from the committed records, or a reason."""
    known = requests(paired)
    simulated = [r for r in known if type(r) is Request and r.board not in board.hosts()]
    others = {request: Measured(None, UNRECORDED) for request in known if request not in simulated}
    return {request: read_one(request, UNRECORDED) for request in simulated} | others


def read_one(request: Request, missing: str = "") -> Measured:
    """The committed record of a request, or how to get one (unless `missing` says it), or why the board cannot have
    it."""
    if not is_simulated(request):
        return Measured(committed_host.find(request), is_recorded=True)
    try:
        record = of_pairing(request) or committed.find(request)
    except MotecurveError as error:
        return Measured(None, str(error))
    if record is None:
        left_out = [row for row in committed.left_out(request.board) if committed.is_of(row, request)]
        how = committed_pairings.REWRITE if is_pairing(request) else committed.REWRITE
        missing = missing or f"no committed record; make it with {how.format(request.board)}"
        return Measured(None, left_out[0]["reason"] if left_out else missing)
    contradiction = contradictions.found(request, record)
    reason = f"its committed record contradicts itself: {contradiction}" if contradiction else language_differs(record)
    return Measured(None if reason else record, reason, is_recorded=reason is None)


def is_pairing(request: Request) -> bool:
    """Whether its operation is one of groups with pairings."""
    return request.curve in groups.load()


def of_pairing(request: Request) -> Record | None:
    """The committed record of a pairing; None for other requests."""
    return committed_pairings.find(request) if is_pairing(request) else None


def measured_otherwise(request: OTHERWISE) -> Measured:
    """The record of many signatures at once, of one routine, of a pairing on this computer, or of the parallel library,
    or why there is none."""
    try:
        if isinstance(request, ParallelRequest):
            return Measured(parallel_goals.record(request))
        if isinstance(request, CountRequest):
            return Measured(aarch64_counts.measure(request))
        if isinstance(request, PairingRequest):
            return Measured(pairing_times.measure(request))
        if isinstance(request, RoutineRequest):
            return Measured(routine_record(request))
        return Measured(batch_rates.requested(request))
    except MissingTool:
        raise
    except MotecurveError as error:
        return Measured(None, str(error))


def measure_operations(
    wanted: Sequence[Request], fresh: bool = False, progress: Progress | None = None
) -> dict[Request, Measured]:
    """The same for requests of the bench."""
    unmet: dict[Request, str] = {}
    for request in wanted:
        try:
            chosen = bench.select(request)
            if chosen.board.is_host and (reason := native.refusal(chosen)):
                unmet[request] = reason
        except MissingTool:
            raise
        except MotecurveError as error:
            unmet[request] = str(error)
    met = [request for request in wanted if request not in unmet]
    records = dict(zip(met, bench.measure(met, fresh=fresh, progress=progress), strict=True))
    failures = run_facts.failures()
    answers = {request: Measured(None, reason) for request, reason in unmet.items()}
    for request, record in records.items():
        reason = language_differs(record)
        if not record["verified"]:
            reason = failures.get(bench.command_for(request), "the measurement failed")
        answers[request] = Measured(None if reason else record, reason)
    return answers


def language_differs(record: Record) -> str | None:
    """Why a record of an image is not of the requested language: C has no kernel in it, assembly has one."""
    if is_of_host(record):
        return None
    if record["verified"] and record["backend"] == "c" and record["kernel"]:
        return f"no C: the image holds {record['kernel']}"
    if record["verified"] and record["backend"] == "asm" and not record["kernel"]:
        return "no assembly: the image holds none"
    return None


def compare(paired: Paired, measured: dict[Request, Measured], paper: Paper | None = None) -> list[Row]:
    """The rows of output: the published fields, `ours ratio verified origin reason command` and, for goals, `bound` (at
    most, at least) and `reached`. Rows beside the nearest of ours have `nearest`. Rows of peers have FRONT_FIELDS. Rows
    of papers with columns have their ratios too. Rows beside counts of another library have VERSUS_FIELDS, with the
    ratio of its instructions to ours. Rows beside which a gain is printed have `gains`. Rows beside records of
    `./motecurve parallel` have the fields of beside.FIELDS; they are those of `paper`, or else the committed ones."""
    rows = [
        _in_parallel(row, paper) if match.parallel else _compared(row, match, measured) | _with_gains(row, measured)
        for row, match in paired
    ]
    return columns.with_ratios(rows) if rows and matches.has_columns(rows[0]["source"]) else rows


def _compared(row: PublishedRow, match: Match, measured: dict[Request, Measured]) -> Row:
    compared: Row = {name: None for name in FIELDS} | dataclasses.asdict(row)
    if row.source == PEERS:
        compared |= beside_front(match)
    if match.formula:
        return compared | counted(row, match.formula) | {"note": "; ".join(filter(None, (row.note, match.note)))}
    if match.request is None:
        of_goal = {"bound": match.bound, "reached": None} if row.source == goals.GOALS else {}
        return compared | {"reason": match.reason} | of_goal
    answer = measured[match.request]
    has_command = isinstance(match.request, OTHERWISE)
    request = match.request
    if answer.record and not has_command:
        request = bench.repeated(request, answer.record)
    compared["command"] = request.command if has_command else bench.command_for(request)
    nearest = f"nearest of ours: {match.nearest}" if match.nearest else ""
    compared["note"] = "; ".join(filter(None, (row.note, match.note, nearest)))
    compared |= {"nearest": True} if nearest else {}
    compared["verified"] = answer.record is not None
    compared["origin"] = (RECORDED if answer.is_recorded else NOW) if answer.record else None
    compared["reason"] = answer.reason
    metric = match.ours or row.metric
    if answer.record and figure(answer.record, metric, row.clock_mhz) is None:
        compared |= {"verified": False, "origin": None, "reason": f"no {metric}"}
    elif answer.record:
        compared["ours"] = figure(answer.record, metric, row.clock_mhz)
        if metric == row.metric:
            compared["ratio"] = round(compared["ours"] / published_value(row, match), 3)
        if matches.has_columns(row.source):
            compared["our_cycles"] = answer.record["cycles"]
        if match.versus:
            compared |= beside_ours(match, compared["ours"])
        compared["note"] = "; ".join(filter(None, (compared["note"], beside_what(answer.record, metric))))
        if isinstance(match.request, ParallelRequest | PairingRequest):
            compared |= {name: answer.record[name] for name in ("note", "topology") if name in answer.record}
        if match.constant_time and not answer.record["constant_time"]:
            compared |= {"verified": False, "reason": "not constant time"}
    if row.source == goals.GOALS:
        compared |= {"bound": match.bound, "reached": bool(compared["verified"]) and is_reached(compared, match)}
        if not compared["reached"]:
            compared["note"] = "; ".join(filter(None, (compared["note"], match.unreached)))
    return compared


def beside_what(record: Record, metric: str) -> str:
    """The runs behind a committed ratio of times, or the two counts behind one of instructions; nothing of others."""
    if spread := record.get("spread", {}).get(metric):
        return f"between {spread[0]} and {spread[1]} in the runs of {record['date']}"
    if record.get("versus_instructions") and record["board"] == aarch64_counts.BOARD:
        return f"{record['instructions']:,} instructions, {record['versus']}: {record['versus_instructions']:,}"
    return ""


@functools.cache
def printed_in_parallel(source: str) -> Paper:
    """The figures of a paper about parallel multiplication, and our committed records."""
    return measured_in_parallel(source, store.rows("modmul"))


def measured_in_parallel(source: str, modmul: Sequence[Record]) -> Paper:
    """The same with new records of modular multiplications."""
    of_scalars = map(store.rows, OF_SCALARS)
    return Paper(printed_for_parallel(source), modmul, *of_scalars, recording.machines(), store.rows("predict"))


def printed_for_parallel(source: str) -> list[Row]:
    """The rows of a paper that stand beside records of `./motecurve parallel`."""
    return [dataclasses.asdict(row) for row in published.rows(source) if matches.find(row).parallel]


def requests_in_parallel(paired: Paired) -> dict[ModmulRequest, str]:
    """The measurements of modular multiplications that these rows need, each with its command."""
    return modmul_requests(cells.of(dataclasses.asdict(row)) for row, match in paired if match.parallel)


def _in_parallel(row: PublishedRow, paper: Paper | None) -> Row:
    """A row beside records of `./motecurve parallel`."""
    compared: Row = {name: None for name in FIELDS} | dataclasses.asdict(row)
    compared |= (paper or printed_in_parallel(row.source)).beside(compared)
    is_recorded = compared.pop("is_recorded")
    return compared | {"origin": (RECORDED if is_recorded else NOW) if compared["command"] else None}


def _with_gains(row: PublishedRow, measured: dict[Request, Measured]) -> Row:
    """`gains` of a row beside which the paper prints some. Each has its words, its unit, the printed value, the value
    computed from the printed figures, and ours, which is None if one of the two is not measured."""
    printed = gains.at(row)
    if not printed:
        return {}
    return {
        "gains": [
            {
                "gain": gain.in_words,
                "unit": gain.unit,
                "printed": gain.printed,
                "computed": gain.value(gain.of.value, gain.over.value),
                "ours": _our_gain(gain, measured),
            }
            for gain in printed
        ]
    }


def _our_gain(gain: gains.Gain, measured: dict[Request, Measured]) -> float | None:
    """A gain between our figures of its two rows."""
    records = [measured[matches.find(row).request].record for row in (gain.of, gain.over)]
    return None if None in records else gain.value(*(record["cycles"] for record in records))


def beside_ours(match: Match, ours: float) -> Row:
    """The committed count of another library for the same operation; None if it was not counted."""
    row = committed_versus.find(match.request, match.versus)
    if row is None:
        return dict.fromkeys(VERSUS_FIELDS)
    return dict(zip(VERSUS_FIELDS, (row["versus"], row["median"], round(row["median"] / ours, 3)), strict=True))


def beside_front(match: Match) -> Row:
    """Whether a record of ours beats theirs in cycles, flash and RAM together, by which command, or the figures that
    our nearest does not reach; and its profile. All None without a record of theirs or a call of ours."""
    front = match.front
    if front is None:
        return dict.fromkeys(FRONT_FIELDS)
    values = (front.beaten_by is not None, front.beaten_by, " ".join(front.short_of), front.point)
    return dict(zip(FRONT_FIELDS, values, strict=True))


def is_reached(row: Row, match: Match) -> bool:
    """Whether our figure is on the right side of the goal's."""
    return row["ours"] >= row["value"] if match.bound == "at least" else row["ours"] <= row["value"]


def counted(row: PublishedRow, formula: Formula) -> Row:
    """The counterpart of a printed cost: the executed operations. The ratio is the ratio of their numbers, with each
    kind counted alike."""
    cost = formulas.cost(formula)
    ours: Row = {"command": f"./motecurve tables --source {row.source} --table {row.table}"}
    if cost.operations:
        ours |= {"ours": cost.operations}
        ours |= {"ratio": round(formulas.operations(cost.operations) / formulas.operations(row.value), 3)}
    known = cost.operations is not None
    return ours | {"verified": known, "origin": NOW if known else None, "reason": cost.reason}


def published_value(row: PublishedRow, match: Match) -> float:
    """The published number; for a formula its value for F_2^163 in words of 8 bits."""
    if not isinstance(row.value, str):
        return row.value
    return getattr(models.MODELS[match.model](WORDS_OF_ELEMENT), row.metric)


def figure(record: Record, metric: str, clock_mhz: float | None = None) -> float:
    """Our figure in the unit of a published metric; times of boards at the row's clock, or else the board's."""
    if metric == "seconds":
        return round(record["cycles"] / (clock_mhz * 1e6 if clock_mhz else record["clock_hz"]), 8)
    if metric == "microseconds" and clock_mhz and record["board"] not in board.hosts() and record["cycles"]:
        return round(record["cycles"] / clock_mhz, 1)
    if metric == "rom_bytes":
        return record["flash_bytes"]
    if metric == "ram_bytes":
        return record["ram_static_bytes"] + record["stack_bytes"]
    return record[metric]


def all_verified(rows: Sequence[Row]) -> bool:
    """Whether every paired row comes from a verified run."""
    return all(row["verified"] for row in rows if row["command"])


def all_reached(rows: Sequence[Row]) -> bool:
    """Whether no row is a missed goal; a goal on a board that does not exist yet is not missed."""
    return all(row.get("reached") is not False for row in rows)


def description(rows: Sequence[Row]) -> tuple[list[str], list[str]]:
    """The common subject of all rows of a table, in words, and the fields that tell them apart."""
    names = [name for name in DESCRIPTION if name in rows[0]]
    common = [name for name in names if len({row[name] for row in rows}) == 1]
    return [rows[0][name] for name in common if rows[0][name]], [name for name in names if name not in common]

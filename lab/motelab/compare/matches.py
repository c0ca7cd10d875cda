"""Which measurement of ours stands beside a published row: the rules of data/matches/<source>.toml."""

import dataclasses
import functools
from typing import Any

from motelab import DATA
from motelab.boards import board
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.common.schema import Schema
from motelab.compare import published
from motelab.compare.models import MODELS
from motelab.compare.published import PublishedRow
from motelab.measure import formulas
from motelab.measure.aarch64_counts import CountRequest
from motelab.measure.batch_rates import BatchRequest
from motelab.measure.bench import Request
from motelab.measure.formulas import Formula
from motelab.measure.pairing_times import PairingRequest
from motelab.measure.parallel_request import ParallelRequest
from motelab.measure.profile import RoutineRequest

FOLDER = DATA / "matches"
FILE = Schema("motelab.compare.schemas", "MatchesFile")
MATCHED = ("table", "subject", "operation", "algorithm", "language", "metric")
TEXTS = ("note", "nearest", "ours", "versus")
OF_ALGORITHM = "of the algorithm"  # choices: those that each part of the row's algorithm names
BACKEND_OF_LANGUAGE = {"C": "c", "assembly": "asm"}


@dataclasses.dataclass(frozen=True)
class Front:
    """How a record of other people's code stands to ours: the command of the record that beats it in cycles, flash and
    RAM together, or the figures in which the nearest is above it. `point` is the profile of that record of ours."""

    beaten_by: str | None
    short_of: tuple[str, ...] = ()
    point: str = ""


@dataclasses.dataclass(frozen=True)
class Match:
    """The counterpart of one row: a request, a formula whose operations are counted, or the reason why there is none.
    `nearest` marks ours of the nearest kind, and says in what it is near. With `constant_time`, a record without
    constant time does not count. `bound` says whether a goal is reached by at most or at least its figure, `unreached`
    why not, as long as it is missed. `ours` is the field of our record, if it is not the row's metric; `versus` the
    library whose count on the same board stands beside it. A `parallel` row stands beside records of
    `./motecurve parallel` (motelab/parallel/paper). `front` says how the record of others behind the row stands to
    ours."""

    request: Request | BatchRequest | PairingRequest | ParallelRequest | CountRequest | None = None
    formula: Formula | None = None
    reason: str | None = None
    model: str | None = None
    note: str = ""
    nearest: str = ""
    constant_time: bool = False
    bound: str = "at most"
    ours: str = ""
    versus: str = ""
    parallel: bool = False
    unreached: str = ""
    front: Front | None = None


def sources() -> list[str]:
    """Papers whose rows are paired, and peers."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@functools.cache
def _rules(source: str) -> dict[str, Any]:
    """The rules of a paper."""
    return FILE.read(FOLDER / f"{one_of('source', source, sources())}.toml")


def paper(source: str) -> str:
    """Authors, title and year; for peers, a description."""
    return _rules(source)["paper"]


def tables(source: str) -> list[str] | None:
    """The tables of a paper that its rules cover; None for all."""
    return _rules(source).get("tables")


def curves_of(source: str) -> dict[str, str]:
    """The curve of the library that each name of a paper means, if its rules name any."""
    return dict(_rules(source).get("curves", {}))


def paired(source: str, table: str | None = None) -> list[tuple[PublishedRow, Match]]:
    """Rows of a paper, of one table or of all that its rules cover, each with its match; MotecurveError for an
    unknown table."""
    names = tables(source) or published.tables(source)
    if table is not None:
        one_of(f"table of {source}", table, names)
    return [(row, find(row)) for row in published.rows(source, table) if row.table in names]


def beside_the_mote(source: str) -> list[Match]:
    """The matches of a paper on other boards than the mote (Request.board), if it has some on the mote, and none on
    this computer."""
    of_bench = [match for _, match in paired(source) if isinstance(match.request, Request)]
    names = {match.request.board for match in of_bench}
    if Request.board not in names or names & set(board.hosts()):
        return []
    return [match for match in of_bench if match.request.board != Request.board]


def has_columns(source: str) -> bool:
    """Whether the languages of a paper's rows are columns, whose ratios are computed."""
    return source in sources() and _rules(source).get("columns", False)


def _matches(rule: dict[str, Any], row: PublishedRow) -> bool:
    """Whether the row agrees with every key of the rule; a list allows several values."""
    wanted = {key: rule[key] for key in MATCHED if key in rule}
    return all(getattr(row, key) in (v if isinstance(v, list) else [v]) for key, v in wanted.items())


def find(row: PublishedRow) -> Match:
    """The only match of a row; MotecurveError if no rule or several cover it."""
    rules = _rules(row.source)
    found = [rule for rule in rules["match"] if _matches(rule, row)]
    if len(found) != 1:
        what = f"table {row.table}, {row.subject}, {row.operation}, {row.algorithm}, {row.language}, {row.metric}"
        raise MotecurveError(f"matches/{row.source}.toml takes a row {len(found)} times instead of once: {what}")
    (rule,) = found
    if "reason" in rule:
        return Match(reason=rule["reason"])
    if "parallel" in rule:
        return Match(parallel=rule["parallel"])
    if "formula" in rule:
        return Match(formula=formulas.named(row.operation, row.algorithm, **rule["formula"]), note=rule.get("note", ""))
    model = one_of("model", rule["model"], MODELS) if "model" in rule else None
    request = _request(rule["request"], row, rules)
    return Match(request, model=model, **{name: rule[name] for name in TEXTS if name in rule})


def _request(values: dict[str, Any], row: PublishedRow, rules: dict[str, Any]) -> Request:
    """The request of a rule; if the rule names none, with the backend of the row's language and the curve of its
    subject."""
    values = {"backend": BACKEND_OF_LANGUAGE.get(row.language), **values}
    if "curves" in rules:
        values = {"curve": rules["curves"][row.subject], **values}
    choices = values.get("choices", {})
    if choices == OF_ALGORITHM:
        parts = (rules["choices"][part] for part in row.algorithm.split(", "))
        choices = {slot: member for part in parts for slot, member in part.items()}
    elif isinstance(choices, str):
        choices = rules["choices"][choices]
    kind = RoutineRequest if "routine" in values else Request
    return kind(**{**values, "choices": tuple(choices.items())})

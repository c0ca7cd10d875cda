"""Claims of papers about their own tables (data/claims.toml), tested on printed figures and on ours alike."""

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import Any

from motelab import DATA
from motelab.common.errors import MotecurveError
from motelab.common.schema import Schema

Row = dict[str, Any]  # of `./motecurve tables`
FILE = Schema("motelab.compare.schemas", "ClaimsFile")
SAVED, FASTER = "% saved", "% faster"
VALUES: dict[str, Callable[[float, float], float]] = {
    SAVED: lambda of, over: 100 * (1 - of / over),
    FASTER: lambda of, over: 100 * (over / of - 1),
}
TELLING = ("table", "subject", "operation", "algorithm", "language")  # fields that tell two rows apart in words
SPEEDUPS = ("our_speedup", "pool_speedup")
HOLDS, FAILS, PARTLY, UNTESTED = "holds", "does not hold", "holds in part", "not tested"


@dataclasses.dataclass(frozen=True)
class Claim:
    """A claim in the words of its authors, and what decides it: the difference of each pair of rows lies in `between`;
    or, in each subject of a table, some row of several threads is faster than all of one (`wins`), or none is."""

    source: str
    name: str
    place: str
    quote: str
    unit: str = SAVED
    between: tuple[float, float] = (0, 100)
    common: dict[str, str] = dataclasses.field(default_factory=dict)
    pairs: tuple[dict[str, dict[str, str]], ...] = ()
    table: str = ""
    subjects: tuple[str, ...] = ()
    wins: bool = True
    note: str = ""

    @property
    def test(self) -> str:
        """What decides it, in words."""
        if not self.pairs:
            return f"Table {self.table}: {'some' if self.wins else 'no'} row of several threads beats one thread"
        low, high = self.between
        most = "" if high >= UNBOUNDED else f" to {high:g}"
        return f"{'at least ' if not most else ''}{low:g}{most} {self.unit}"


UNBOUNDED = 100_000


@dataclasses.dataclass(frozen=True)
class Finding:
    """One comparison: its words, and whether it agrees with the claim; None where a figure lacks."""

    text: str
    agrees: bool | None


@functools.cache
def load() -> tuple[Claim, ...]:
    """Every claim, in the order of the file."""
    return tuple(_claim(rule) for rule in FILE.read(DATA / "claims.toml")["claim"])


def _claim(rule: dict[str, Any]) -> Claim:
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in rule.items()}
    if "at_least" in values:
        values["between"] = (values.pop("at_least"), UNBOUNDED)
    return Claim(**values)


def of(source: str) -> list[Claim]:
    """The claims of a paper."""
    return [claim for claim in load() if claim.source == source]


def is_about(claim: Claim, row: Row) -> bool:
    """Whether the claim's test reads a row, which has the fields of a published one."""
    if not claim.pairs:
        return row["table"] == claim.table
    wanted = [claim.common | side for pair in claim.pairs for side in pair.values()]
    return any(all(row[name] == value for name, value in one.items()) for one in wanted)


def verdict(found: Sequence[Finding]) -> str:
    """One of the four verdicts of several comparisons."""
    known = [one.agrees for one in found if one.agrees is not None]
    if not known:
        return UNTESTED
    return HOLDS if all(known) else PARTLY if any(known) else FAILS


def tested(claim: Claim, rows: Sequence[Row]) -> Row:
    """A row of output: the claim, its test, the verdicts on the printed figures and on ours, with the evidence."""
    printed, ours = (_findings(claim, rows, is_ours) for is_ours in (False, True))
    return {
        "kind": "claim",
        "source": claim.source,
        "claim": claim.name,
        "place": claim.place,
        "quote": claim.quote,
        "test": claim.test,
        "on_printed": verdict(printed),
        "on_ours": verdict(ours),
        "printed": "; ".join(one.text for one in printed),
        "ours": "; ".join(one.text for one in ours),
        "note": claim.note,
    }


def _findings(claim: Claim, rows: Sequence[Row], is_ours: bool) -> list[Finding]:
    if not claim.pairs:
        return [_of_threads(claim, rows, subject, is_ours) for subject in claim.subjects]
    pairs = [tuple(only(claim, rows, claim.common | pair[side]) for side in ("of", "over")) for pair in claim.pairs]
    return [_of_pair(claim, words, pair, is_ours) for words, pair in zip(in_words(pairs), pairs, strict=True)]


def _of_pair(claim: Claim, words: str, pair: tuple[Row, ...], is_ours: bool) -> Finding:
    figures = [row["ours" if is_ours else "value"] for row in pair]
    if None in figures:
        return Finding(f"{words}no figure", None)
    value = round(VALUES[claim.unit](*figures), 1)
    low, high = claim.between
    return Finding(f"{words}{value:g} {claim.unit}", low <= value <= high)


def _of_threads(claim: Claim, rows: Sequence[Row], subject: str, is_ours: bool) -> Finding:
    """The best speedup of a column; printed over several threads, ours over as many as this computer has."""
    fields = SPEEDUPS if is_ours else ("published_speedup",)
    column = [row for row in rows if (row["table"], row["subject"]) == (claim.table, subject)]
    known = [(row[name], row["algorithm"]) for row in column for name in fields if row.get(name)]
    if not known:
        return Finding(f"{subject}: no figure", None)
    best, algorithm = max(known)
    return Finding(f"{subject}: {best:.2f} ({algorithm})", (best > 1) == claim.wins)


def only(claim: Claim, rows: Sequence[Row], wanted: dict[str, str]) -> Row:
    """The only row that agrees with `wanted`; MotecurveError if there is none, or several."""
    found = [row for row in rows if all(row[name] == value for name, value in wanted.items())]
    if len(found) != 1:
        raise MotecurveError(f"claims.toml, {claim.name}: {len(found)} rows instead of one: {wanted}")
    return found[0]


def in_words(pairs: Sequence[tuple[Row, ...]]) -> list[str]:
    """What tells each of several pairs from the others, followed by a colon: fields of the first rows, or if these
    agree, of the second ones; nothing for one pair."""
    for side in range(2):
        rows = [pair[side] for pair in pairs]
        names = [name for name in TELLING if len({row[name] for row in rows}) > 1]
        if names:
            return [" ".join(filter(None, (row[name] for name in names))) + ": " for row in rows]
    return ["" for _ in pairs]

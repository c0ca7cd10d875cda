"""Schemas of what stands beside our figures: goals, published figures and their matches, gains, errata."""

from typing import Literal, Self

import pydantic

from motelab.common.schema_types import (
    AnyText,
    Cycles,
    Flag,
    Hertz,
    Names,
    Positive,
    Table,
    Text,
    TextOrTexts,
    Texts,
    either,
    said,
    wrong,
)

Backend = Literal["c", "asm"]
METRICS = (
    "cycles",
    "rom_bytes",
    "ram_bytes",
    "stack_bytes",
    "microseconds",
    "reach",
    "instructions",
    "handover_ratio",
    "blst_multiple",
)
AT_LEAST = ("ratio", "standard_per_second", "speedup")
Figure = said(float, "a number above 0", gt=0)


class Request(Table):
    """A measurement in the words of the bench."""

    board: Text = None
    operation: Text = None
    algorithm: AnyText = None
    window: Positive = None
    backend: Backend = None
    curve: Text = None
    profile: Text = None
    versus: Text = None


class GoalRequest(Request):
    own: Text = None
    choices: list[list[Text]] = None
    signatures: Positive = None
    agreements: Positive = None
    signers: Positive = None
    figure: Text = None
    bits: Positive = None


class MatchRequest(Request):
    routine: Text = None
    choices: either(str, dict[str, str], words="the name of a table of choices, or members by slot") = None


def exactly_one(table: Table, keys: tuple[str, ...], at_least_one: bool = False) -> None:
    """An error of the schema unless the table has one of the keys; with `at_least_one`, some of them."""
    count = len(table.model_fields_set & set(keys))
    if count == 0 or (count > 1 and not at_least_one):
        which = "one or more" if at_least_one else "exactly one"
        raise wrong(f"a table with {which} of {', '.join(keys)}")


class Goal(Table):
    """A limit for one measurement, or for one on each of several subjects."""

    subject: either(str, list[str], list[int], words="a text, or a list of curves or of lengths in bits")
    operation: Text
    algorithm: Text
    language: Text
    request: GoalRequest
    limits: dict[Literal[METRICS], Figure] = None
    at_least: dict[Literal[AT_LEAST], Figure] = None
    others: dict[Literal[(*METRICS, *AT_LEAST)], Text] = None
    table: Text = None
    unreached: Text = None

    @pydantic.model_validator(mode="after")
    def limited(self) -> Self:
        exactly_one(self, ("limits", "at_least"), at_least_one=True)
        return self


class GoalsFile(Table):
    goal: list[Goal]


class Formula(Table):
    curve: Text
    function: Text = None


class Rule(Table):
    """The rows that it takes, and their counterpart."""

    table: TextOrTexts = None
    subject: TextOrTexts = None
    operation: TextOrTexts = None
    algorithm: TextOrTexts = None
    language: TextOrTexts = None
    metric: TextOrTexts = None
    request: MatchRequest = None
    formula: Formula = None
    reason: Text = None
    parallel: Literal[True] = None
    model: Text = None
    note: Text = None
    nearest: Text = None
    ours: Text = None
    versus: Text = None

    @pydantic.model_validator(mode="after")
    def of_one_kind(self) -> Self:
        exactly_one(self, ("request", "formula", "reason", "parallel"))
        return self


class MatchesFile(Table):
    paper: Text
    tables: Names = None
    columns: Flag = None
    curves: dict[Text, Text] = None
    choices: dict[Text, dict[Text, Text]] = None
    match: list[Rule]


class Published(Table):
    """A published figure of somebody else's code: cycles, or a time and its clock."""

    implementation: Text
    board: Text
    operation: Text
    curve: Text
    published_source: Text
    published_cycles: Cycles = None
    published_milliseconds: said(float, "milliseconds, above 0", gt=0) = None
    clock_hz: Hertz = None
    waits: Flag = None
    held_out: Flag = None
    explanation: Text = None

    @pydantic.model_validator(mode="after")
    def has_cycles(self) -> Self:
        if self.published_cycles is None and (self.published_milliseconds is None or self.clock_hz is None):
            raise wrong("a table with published_cycles, or with published_milliseconds and clock_hz")
        return self


class Outside(Table):
    """A figure of code that is not on the bench."""

    implementation: Text
    board: Text
    operation: Text
    routine: Text = None
    published_cycles: Cycles
    published_source: Text
    held_out: Flag = None


class CalibrationFile(Table):
    row: list[Published]
    outside: list[Outside] = None


class Erratum(Table):
    paper: Text
    place: Text
    printed: Text
    right: Text
    why: Text
    verify: Text
    tables: Texts = None
    curves: Names = None


class ErrataFile(Table):
    erratum: list[Erratum]


class Selector(Table):
    """The values of a published row that tell it from the others."""

    table: Text = None
    subject: Text = None
    operation: Text = None
    algorithm: Text = None
    language: Text = None
    metric: Text = None


class Gain(Table):
    of: Selector = None
    over: Selector = None
    printed: said(float, "a number, in the unit of its group")


class Gains(Table):
    """Figures of one table of a paper, and what their rows have in common."""

    source: Text
    table: Text
    unit: Literal["% saved", "times"]
    common: Selector = None
    of: Selector = None
    over: Selector = None
    gains: list[Gain]


class GainsFile(Table):
    group: list[Gains]


class ClaimPair(Table):
    """Two rows whose difference a claim is about."""

    of: Selector
    over: Selector


class PaperClaim(Table):
    """A claim of a paper, and the figures that decide it."""

    source: Text
    name: Text
    place: Text
    quote: Text
    unit: Literal["% saved", "% faster"] = None
    at_least: said(float, "a number, in the unit of the claim") = None
    between: list[said(float, "a number, in the unit of the claim")] = None
    common: Selector = None
    pairs: list[ClaimPair] = None
    table: Text = None
    subjects: Texts = None
    wins: Flag = None
    note: Text = None

    @pydantic.model_validator(mode="after")
    def of_one_kind(self) -> Self:
        exactly_one(self, ("pairs", "subjects"))
        if self.pairs:
            exactly_one(self, ("at_least", "between"))
        return self


class ClaimsFile(Table):
    claim: list[PaperClaim]


FILES = {
    "lab/motelab/data/claims.toml": ClaimsFile,
    "lab/motelab/data/goals.toml": GoalsFile,
    "lab/motelab/data/matches/*.toml": MatchesFile,
    "lab/motelab/data/calibration.toml": CalibrationFile,
    "lab/motelab/data/errata.toml": ErrataFile,
    "lab/motelab/data/gains.toml": GainsFile,
}

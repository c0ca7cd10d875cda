"""Schemas of data/study/hypotheses.toml and fair-claims.toml."""

from typing import Literal

from motelab.common.schema_types import Above0, Bits, Names, Percent, Positive, Table, Text, said

Interval = said(list[float], "two numbers, the smaller first, such as [5, 15]", min_length=2, max_length=2)


class Method(Table):
    """How pairs are decided."""

    scalars: Positive
    seed: Positive
    test: Literal["sign-flip"]
    correction: Literal["holm"]
    alpha: said(float, "a probability, above 0 and below 1", gt=0, lt=1)
    threshold_percent: Percent
    noise_floor: Text
    interval: said(list[int], "two numbers of order statistics, such as [3, 10]", min_length=2, max_length=2)


class State(Table):
    """A curve's form, and what its arithmetic uses of it."""

    form: Literal["minus-3", "zero", "general", "small-a", "small-b", "full-a", "full-b"]
    formulas: Literal["own", "general"] = None
    reduction: Literal["special", "special-c", "montgomery"] = None
    point: Literal["full", "small"] = None


class Hypothesis(Table):
    name: Text
    changed: Text
    curve: State
    twin: State
    of: Text


class Claim(Table):
    name: Text
    quote: Text
    test: Text
    fields_bits: said(list[Bits], "two sizes in bits, such as [113, 155]", min_length=2, max_length=2) = None
    saving_percent: Interval = None
    curves: Names = None
    within_percent: Above0 = None


class HypothesesFile(Table):
    method: Method
    hypothesis: list[Hypothesis]
    plan: dict[Text, dict[Literal["ours", "openssl"], Names]]
    claim: list[Claim]


class FairClaim(Table):
    """A claim of the paper in its own measure."""

    name: Text
    of: Literal["the paper", "earlier works"]
    place: Text
    quote: Text
    test: Text
    table: Literal["I", "II"] = None
    fields_bits: said(list[Bits], "two sizes in bits, such as [113, 155]", min_length=2, max_length=2) = None
    at_least_percent: said(float, "percent") = None
    curves: Names = None
    within_percent: Above0 = None


class FairClaimsFile(Table):
    claim: list[FairClaim]


FILES = {
    "lab/motelab/data/study/hypotheses.toml": HypothesesFile,
    "lab/motelab/data/study/fair-claims.toml": FairClaimsFile,
}

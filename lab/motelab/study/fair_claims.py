"""The claims of fujdiak2017 as its authors count: one-sided, by their delta, on its platforms and elsewhere apart,
claims of earlier works apart (data/study/fair-claims.toml). claims.py has the two-sided tests that were fixed
beforehand."""

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import Any

from motelab import DATA
from motelab.common.schema import Schema
from motelab.compare.paper_claims import HOLDS, PARTLY, Finding, verdict
from motelab.study import claims, names
from motelab.study.claims import LEVELS, Costs
from motelab.study.hypotheses import OPENSSL
from motelab.study.measuring import WNAF
from motelab.study.names import GROUPS, SOURCE, Name

Row = dict[str, Any]
FILE = Schema("motelab.study.schemas", "FairClaimsFile")
AS_PRINTED = "as printed"
OWN, EARLIER = "the paper", "earlier works"
# Boards that stand for the paper's devices, with OpenSSL on the one and the algorithms of its own library on the other.
PLATFORMS = (("rpi2", OPENSSL), ("msp430f5438a", WNAF))
PRINTED, ITS_PLATFORMS, ELSEWHERE = "as printed", "its platforms", "elsewhere"
LARGEST = "largest-in-a-group"
PLACES = (PRINTED, ITS_PLATFORMS, ELSEWHERE)


@dataclasses.dataclass(frozen=True)
class Claim:
    """A claim, whose it is, and what decides it."""

    name: str
    of: str
    place: str
    quote: str
    test: str
    table: str = ""
    fields_bits: tuple[int, int] = (0, 10_000)
    at_least_percent: float = 0
    curves: tuple[str, ...] = ()
    within_percent: float = 0


@functools.cache
def load() -> tuple[Claim, ...]:
    """Every claim, in the order of the file."""
    rules = FILE.read(DATA / "study/fair-claims.toml")["claim"]
    return tuple(Claim(**{key: tuple(v) if isinstance(v, list) else v for key, v in rule.items()}) for rule in rules)


def delta(slower: float, faster: float) -> float:
    """The paper's delta: percent of the faster."""
    return 100 * (slower / faster - 1)


def place_of(side: Costs) -> str:
    """One of PLACES."""
    if side.implementation == AS_PRINTED:
        return PRINTED
    return ITS_PLATFORMS if (side.board, side.implementation) in PLATFORMS else ELSEWHERE


def groups(claim: Claim, side: Costs) -> list[tuple[tuple[int, ...], list[tuple[float, Name]]]]:
    """The groups of a claim's table with the costs of their names, the cheapest first."""
    low, high = claim.fields_bits
    found = []
    for group in GROUPS:
        known = [one for one in names.load() if one.group == group and claim.table in ("", one.table)]
        costs = side.of(known)
        if low <= group[0] <= high and len(costs) > 1:
            found.append((group, costs))
    return found


def reaches(percent: float, claim: Claim) -> bool:
    """Whether a difference in whole percents is as large as the claim says, or larger."""
    return round(percent) >= claim.at_least_percent


def best(pairs: Sequence[tuple[float, str]], claim: Claim) -> list[Finding]:
    """The largest difference alone decides."""
    if not pairs:
        return []
    percent, text = max(pairs)
    return [Finding(text, reaches(percent, claim))]


def by_small(costs: Sequence[tuple[float, Name]], more_is_faster: bool) -> tuple[float, str] | None:
    """The largest delta of two names of a group of which the faster has more small parameters, or fewer."""
    found = [
        (delta(slower, faster), f"{slow.name} takes {delta(slower, faster):+.1f} % against {fast.name}")
        for faster, fast in costs
        for slower, slow in costs
        if (fast.small_parameters > slow.small_parameters if more_is_faster
            else fast.small_parameters < slow.small_parameters)
    ]  # fmt: skip
    return max(found) if found else None


def more_small_is_faster(claim: Claim, side: Costs) -> list[Finding]:
    pairs = [by_small(costs, more_is_faster=True) for _, costs in groups(claim, side)]
    return best([pair for pair in pairs if pair], claim)


def fewer_small_is_faster(claim: Claim, side: Costs) -> list[Finding]:
    """In each group with both kinds; every one decides."""
    pairs = [by_small(costs, more_is_faster=False) for _, costs in groups(claim, side)]
    return [Finding(text, reaches(percent, claim)) for percent, text in filter(None, pairs)]


def small_is_not_faster(claim: Claim, side: Costs) -> list[Finding]:
    """In each size of field: the fastest with small parameters against the fastest without."""
    found = []
    for bits, known in claims.by_field(claim.table, {}).items():
        small, other = (side.of(part) for part in claims.split(known))
        if small and other:
            percent = delta(small[0][0], other[0][0])
            text = f"{bits} bits: {small[0][1].name} takes {percent:+.1f} % against {other[0][1].name}"
            found.append(Finding(text, reaches(percent, claim)))
    return found


def as_fast(claim: Claim, side: Costs) -> list[Finding]:
    first, second = claim.curves
    if not {first, second} <= side.costs.keys():
        return []
    percent = delta(side.costs[first], side.costs[second])
    return [Finding(f"{first} takes {percent:+.1f} % against {second}", percent <= claim.within_percent)]


def largest_in_a_group(claim: Claim, side: Costs) -> list[Finding]:
    """Between the fastest and the slowest of a group of one size of field."""
    pairs = []
    for table in ("I", "II"):
        for known in claims.by_field(table, {}).values():
            costs = side.of(known)
            if len(costs) > 1:
                percent = delta(costs[-1][0], costs[0][0])
                pairs.append((percent, f"{costs[-1][1].name} takes {percent:+.1f} % against {costs[0][1].name}"))
    return best(pairs, claim)


def prime_beats_binary(claim: Claim, side: Costs) -> list[Finding]:
    """The fastest curves over both kinds of field at each level of security."""
    found = []
    for level, prime_bits, binary_bits in LEVELS:
        primes = side.of(claims.by_field("II", {}).get(prime_bits, []))
        binaries = side.of(claims.by_field("I", {}).get(binary_bits, []))
        if primes and binaries:
            percent = delta(binaries[0][0], primes[0][0])
            text = f"{level} bits: {binaries[0][1].name} takes {percent:+.1f} % against {primes[0][1].name}"
            found.append(Finding(text, reaches(percent, claim)))
    return found


def octets(lengths: dict[str, int]) -> int:
    """Bytes of all parameters of these lengths in bits."""
    return sum(-(-bits // 8) for bits in lengths.values())


def bytes_of_parameters(_: Claim, side: Costs) -> list[Finding]:
    """In each size of field: the fewest bytes of parameters with small ones among them, against the fewest without.
    Images hold every parameter at full length and say nothing about it, so no board tests it: lengths as printed and
    as published do."""
    if side.board not in LENGTHS:
        return []
    found = []
    for table in ("I", "II"):
        for bits, known in claims.by_field(table, {}).items():
            sizes = [LENGTHS[side.board](part) for part in claims.split(known)]
            if all(sizes):
                small, other = map(min, sizes)
                found.append(Finding(f"{bits} bits: {small} B against {other} B", small < other))
    return found


def printed_octets(known: Sequence[Name]) -> list[int]:
    return [octets(names.printed_lengths()[one.name]) for one in known]


def published_octets(known: Sequence[Name]) -> list[int]:
    return [octets(one.lengths) for one in known]


# Sides of lengths, not of costs: Tables A-I and A-II as printed, and the parameters of the standards.
TABLES_A, STANDARDS = "Tables A-I and A-II", "the standards' parameters"
LENGTHS: dict[str, Callable[[Sequence[Name]], list[int]]] = {TABLES_A: printed_octets, STANDARDS: published_octets}
OF_LENGTHS = (Costs(TABLES_A, AS_PRINTED, {}), Costs(STANDARDS, "lengths", {}))
TESTS: dict[str, Callable[[Claim, Costs], list[Finding]]] = {
    "more-small-is-faster": more_small_is_faster,
    "fewer-small-is-faster": fewer_small_is_faster,
    "small-is-not-faster": small_is_not_faster,
    "as-fast": as_fast,
    LARGEST: largest_in_a_group,
    "prime-beats-binary": prime_beats_binary,
    "bytes-of-parameters": bytes_of_parameters,
}


def rows(board: str | None = None) -> list[Row]:
    """Each claim on each side that tests it: where it is, the verdict, and the figures."""
    made = []
    for claim in load():
        for side in (*claims.sides(), *OF_LENGTHS):
            found = TESTS[claim.test](claim, side)
            if found and board in (None, side.board):
                made.append(
                    {"kind": "fair claim", "claim": claim.name, "of": claim.of, "place": claim.place}
                    | {"quote": claim.quote, "board": side.board, "implementation": side.implementation}
                    | {"where": ITS_PLATFORMS if side.board == STANDARDS else place_of(side)}
                    | {"verdict": verdict(found), "evidence": "; ".join(one.text for one in found)}
                )
    return made


def counts(of: str) -> dict[str, tuple[int, int]]:
    """By place: how many tests of claims hold, and of how many; of the paper's own claims or those of earlier works."""
    found = {place: (0, 0) for place in PLACES}
    for row in rows():
        if row["of"] == of:
            holding, every = found[row["where"]]
            found[row["where"]] = holding + (row["verdict"] == HOLDS), every + 1
    return found


def summaries() -> list[Row]:
    """One row a claim, in the form of paper_claims: on the printed figures, on its platforms here, and elsewhere."""
    every = rows()
    made = []
    for claim in load():
        at = {place: [row for row in every if (row["claim"], row["where"]) == (claim.name, place)] for place in PLACES}
        of = "" if claim.of == OWN else f"a claim of {EARLIER}; "
        made.append(
            {"kind": "claim", "source": SOURCE, "claim": claim.name, "place": claim.place, "quote": claim.quote}
            | {"test": claim.test}
            | {"on_printed": together(claim, at[PRINTED]), "on_ours": together(claim, at[ITS_PLATFORMS])}
            | {"printed": evidence(at[PRINTED]), "ours": evidence(at[ITS_PLATFORMS])}
            | {"note": of + elsewhere(at[ELSEWHERE])}
        )
    return made


def together(claim: Claim, sides: Sequence[Row]) -> str:
    """The verdict over several sides: it holds in part if it holds on some, or in part on one. A largest difference
    needs one side."""
    if not sides:
        return verdict([])
    found = {row["verdict"] for row in sides}
    if claim.test == LARGEST and HOLDS in found:
        return HOLDS
    return found.pop() if len(found) == 1 else PARTLY


def evidence(sides: Sequence[Row]) -> str:
    return "; ".join(f"{row['board']}: {row['verdict']}: {row['evidence']}" for row in sides)


def elsewhere(sides: Sequence[Row]) -> str:
    if not sides:
        return "elsewhere: not tested"
    holding = sum(row["verdict"] == HOLDS for row in sides)
    return f"elsewhere: holds on {holding} of {len(sides)} boards and libraries"

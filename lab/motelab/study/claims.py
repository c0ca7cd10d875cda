"""The paper's claims, tested as hypotheses.toml says: on its own printed times, and on ours, board by board."""

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from motelab.study import hypotheses, names, store
from motelab.study.names import Name

Row = dict[str, Any]
Claim = dict[str, Any]
PRINTED = (("Raspberry Pi 2", "as printed", "pi_microseconds"), ("MSP430", "as printed", "msp430_microseconds"))
# Sizes of prime and of binary fields at one level of security, and that level in bits.
LEVELS = ((80, 160, 163), (112, 224, 233), (128, 256, 283))


@dataclasses.dataclass(frozen=True)
class Costs:
    """The costs of names on a board, and their flash, and RAM with stack, where they are known."""

    board: str
    implementation: str
    costs: dict[str, float]
    flash_bytes: dict[str, int] = dataclasses.field(default_factory=dict)
    ram_bytes: dict[str, int] = dataclasses.field(default_factory=dict)

    def of(self, found: Iterable[Name]) -> list[tuple[float, Name]]:
        """Cost and name of those that are known, the cheapest first."""
        return sorted(
            ((self.costs[one.name], one) for one in found if one.name in self.costs), key=lambda pair: pair[0]
        )


@dataclasses.dataclass(frozen=True)
class Finding:
    """One comparison of a test: its words, and whether it agrees with the claim."""

    text: str
    agrees: bool


def sides() -> list[Costs]:
    """The printed times, then every board and implementation on which each name was measured or does not fit."""
    found = [
        Costs(board, words, {one.name: time for one in names.load() if (time := getattr(one, column)) is not None})
        for board, words, column in PRINTED
    ]
    by_side: dict[tuple[str, str], list[store.Line]] = {}
    for line in store.rows():
        by_side.setdefault((line["board"], line["implementation"]), []).append(line)
    everyone = len(names.load())
    return found + [_costs(*place, lines) for place, lines in by_side.items() if len(lines) == everyone]


def _costs(board: str, implementation: str, lines: list[store.Line]) -> Costs:
    lines = [line for line in lines if "median" in line]
    sized = [line for line in lines if "flash_bytes" in line]
    return Costs(
        board,
        implementation,
        {line["name"]: line["median"] for line in lines},
        {line["name"]: line["flash_bytes"] for line in sized},
        {line["name"]: line["ram_static_bytes"] + line["stack_bytes"] for line in sized},
    )


def rows(board: str | None = None) -> list[Row]:
    """Each claim on each board by each implementation, where anything tests it: whether it holds, and the figures."""
    made, known = [], sides()
    for claim in hypotheses.load()["claim"]:
        for side in known:
            found = TESTS[claim["name"]](claim, side)
            if found and board in (None, side.board):
                evidence = "; ".join(one.text for one in found)
                holds = all(one.agrees for one in found)
                made.append(
                    {"kind": "claim", "claim": claim["name"], "quote": claim["quote"], "board": side.board}
                    | {"implementation": side.implementation, "holds": holds, "evidence": evidence}
                )
    return made


def by_field(table: str, claim: Claim) -> dict[int, list[Name]]:
    """The names of a table by the bits of their field, within the claim's range."""
    low, high = claim.get("fields_bits", (0, 10_000))
    found: dict[int, list[Name]] = {}
    for one in names.load():
        if one.table == table and low <= one.curve.bits <= high:
            found.setdefault(one.curve.bits, []).append(one)
    return found


def saving(slower: float, faster: float) -> float:
    """Percent of the slower."""
    return 100 * (slower - faster) / slower


def split(found: list[Name]) -> tuple[list[Name], list[Name]]:
    """Names with small parameters, and the others."""
    small = [one for one in found if one.small_parameters]
    return small, [one for one in found if not one.small_parameters]


def in_interval(value: float, claim: Claim) -> bool:
    low, high = claim["saving_percent"]
    return low <= value <= high


def savings_by_small(claim: Claim, side: Costs) -> list[Finding]:
    """The fastest with small parameters against the slowest other, in each field that has both; the largest saving
    decides."""
    found = []
    for bits, known in by_field("I", claim).items():
        small, other = (side.of(part) for part in split(known))
        if small and other:
            percent = saving(other[-1][0], small[0][0])
            found.append((percent, f"F_2^{bits}: {small[0][1].name} saves {percent:.1f} % of {other[-1][1].name}"))
    largest = max((percent for percent, _ in found), default=0.0)
    return [Finding(text, in_interval(largest, claim)) for _, text in found]


def savings_by_large(claim: Claim, side: Costs) -> list[Finding]:
    """The fastest without small parameters against the slowest with them, in every size of field."""
    found = []
    for bits, known in by_field("II", claim).items():
        small, other = (side.of(part) for part in split(known))
        if small and other:
            percent = saving(small[-1][0], other[0][0])
            text = f"{bits} bits: {other[0][1].name} saves {percent:.1f} % of {small[-1][1].name}"
            found.append(Finding(text, in_interval(percent, claim)))
    return found


def as_fast(claim: Claim, side: Costs) -> list[Finding]:
    """Whether the first curve takes at most a few percent longer than the second."""
    first, second = claim["curves"]
    if not {first, second} <= side.costs.keys():
        return []
    more = 100 * (side.costs[first] / side.costs[second] - 1)
    return [Finding(f"{first} takes {more:+.1f} % against {second}", more <= claim["within_percent"])]


def memory(claim: Claim, side: Costs) -> list[Finding]:
    """The smallest image with small parameters against the smallest other one, in flash and in RAM with stack."""
    found = []
    for table, notation in (("I", "F_2^{}"), ("II", "F_p of {} bits")):
        for bits, known in by_field(table, claim).items():
            small, other = ([one.name for one in part if one.name in side.flash_bytes] for part in split(known))
            if small and other:
                flash, ram = (
                    min(map(sizes.__getitem__, small)) - min(map(sizes.__getitem__, other))
                    for sizes in (side.flash_bytes, side.ram_bytes)
                )
                text = f"{notation.format(bits)}: {flash:+,} B of flash, {ram:+,} B of RAM"
                found.append(Finding(text, flash < 0 and ram < 0))
    return found


def prime_against_binary(claim: Claim, side: Costs) -> list[Finding]:
    """The fastest curves over both kinds of field at each level of security."""
    found = []
    for level, prime_bits, binary_bits in LEVELS:
        primes = side.of(by_field("II", {}).get(prime_bits, []))
        binaries = side.of(by_field("I", {}).get(binary_bits, []))
        if primes and binaries:
            percent = saving(binaries[0][0], primes[0][0])
            text = f"{level} bits: {primes[0][1].name} saves {percent:.1f} % of {binaries[0][1].name}"
            found.append(Finding(text, in_interval(percent, claim)))
    return found


def largest_difference(claim: Claim, side: Costs) -> list[Finding]:
    """The largest saving between two curves over fields of one size."""
    found = []
    for table, notation in (("I", "F_2^{}"), ("II", "{} bits")):
        for bits, known in by_field(table, claim).items():
            ordered = side.of(known)
            if len(ordered) > 1:
                percent = saving(ordered[-1][0], ordered[0][0])
                text = f"{notation.format(bits)}: {ordered[0][1].name} saves {percent:.1f} % of {ordered[-1][1].name}"
                found.append((percent, text))
    if not found:
        return []
    percent, text = max(found)
    return [Finding(text, in_interval(percent, claim))]


TESTS: dict[str, Callable[[Claim, Costs], list[Finding]]] = {
    "binary-small-fields": savings_by_small,
    "binary-large-fields": savings_by_small,
    "prime-not-small": savings_by_large,
    "ipsec3-sect131r2": as_fast,
    "secp128r1-wtls8": as_fast,
    "small-saves-memory": memory,
    "prime-beats-binary": prime_against_binary,
    "up-to-50-percent": largest_difference,
}

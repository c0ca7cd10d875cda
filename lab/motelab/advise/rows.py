"""Advice for programs: a row for each choice."""

from typing import Any

from motelab.advise import configuration
from motelab.advise.choices import Choice, stack_bytes
from motelab.advise.demands import Demand, Wishes, life_years, short_supply
from motelab.advise.ranking import Advice
from motelab.boards.board import Board
from motelab.subjects import security

Row = dict[str, Any]
NIST = "FIPS 186 / SP 800-186"  # of Curve.standards


def rows(advice: Advice, board: Board, wishes: Wishes, words: str | None) -> list[Row]:
    """The ranked choices, then those that fall out. `words` are those of a drop, if it has all the calls."""
    ranked = [
        _row(choice, board, wishes, words, [], rank, choice in advice.front)
        for rank, choice in enumerate(advice.ranked, start=1)
    ]
    return ranked + [_row(choice, board, wishes, words, lacking) for choice, lacking in advice.excluded]


def _row(
    choice: Choice, board: Board, wishes: Wishes, words: str | None, lacking: list[Demand], rank: int | None = None,
    pareto: bool = False,
) -> Row:  # fmt: skip
    records = choice.records
    first = lacking[0] if lacking else None
    missed_by = first.missed_by(choice) if first else None
    return {
        "rank": rank,
        "board": board.name,
        "curve": choice.name,
        "operation": ",".join(record["operation"] for record in records),
        "algorithm": ",".join(record["algorithm"] for record in records),
        "cycles": choice.count if board.counts_cycles else None,
        "milliseconds": choice.milliseconds,
        "energy_mj": choice.energy_mj,
        "flash_bytes": choice.flash_bytes,
        "ram_bytes": choice.ram_bytes,
        "security_bits": choice.security.bits,
        "constant_time": choice.is_constant_time,
        "pareto": pareto,
        "excluded": bool(lacking),
        "reason": first.reason(choice) if first else None,
        "missed": [demand.name for demand in lacking],
        "missed_by": missed_by if missed_by is None else round(missed_by, 6),
        "level": choice.security.level,
        "flaws": list(dict.fromkeys(flaw for curve in choice.curves for flaw in security.flaws(curve))),
        "peers": choice.peers,
        "remarks": remarks(choice, board, wishes),
        "window": records[0]["window"] if len(records) == 1 else None,
        "profile": choice.profile,
        "backend": choice.backend,
        "blinding": choice.blinding,
        "instructions": None if board.counts_cycles else choice.count,
        "flash_is_upper_bound": choice.is_sum,
        "together_flash_bytes": None,  # known once they are built
        "confirmed": None,
        "ram_static_bytes": choice.ram_static_bytes,
        "stack_bytes": max(record["stack_bytes"] for record in records),
        "stack_bound_bytes": max(map(stack_bytes, records)),
        "life_years": life_years(choice, wishes),
        "choices": choice.members,
        "calls": [_call(record) for record in records],
        "figures_of": board.follows or board.name,
        "cycle_worth": board.cycle_worth,
        "measured_by": configuration.bench_commands(choice, board),
        "written_by": configuration.firmware_command(choice, board, words) if words else None,
    }


def remarks(choice: Choice, board: Board, wishes: Wishes) -> list[str]:
    """Facts that are no demands, a sentence each."""
    is_deprecated = NIST in choice.standards and not choice.is_prime
    deprecated = "NIST SP 800-186 deprecates curves over binary fields." if is_deprecated else None
    return list(filter(None, [deprecated, short_supply(wishes, board)]))


def _call(record: dict[str, Any]) -> Row:
    """The figures of one call, as its record has them."""
    names = (
        "operation", "algorithm", "window", "cycles", "instructions", "microseconds", "energy_mj", "flash_bytes",
        "ram_static_bytes", "stack_bytes", "stack_bound_bytes", "constant_time",
    )  # fmt: skip
    return {name: record[name] for name in names}

"""Records as the pages of the site name them."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from motelab.boards import board
from motelab.common.plain import figure
from motelab.compare import committed
from motelab.measure.identities import member as label
from motelab.measure.identities import overlaid
from motelab.measure.records import Record
from motelab.report.overview import Overview
from motelab.report.site import palette
from motelab.subjects import security

SHOWN_AT_ONCE = 4  # boards, on charts that hold one beside the other


def choices_of_boards(names: Iterable[str]) -> list[dict[str, Any]]:
    """The boards among which the reader of a page chooses, in the order of the palette, those that are shown at first
    marked: at most SHOWN_AT_ONCE."""
    order = sorted(set(names), key=lambda name: (palette.number_of_board(name), name))
    return [
        {"name": name, "is_shown": place < SHOWN_AT_ONCE, "colours": palette.SERIES[number % len(palette.SERIES)]}
        for place, name in enumerate(order)
        for number in [palette.number_of_board(name)]
    ]


def language(record: Record) -> str:
    return "assembly" if record["backend"] == "asm" else "C"


def ram_bytes(record: Record) -> int | None:
    """Static RAM and the deepest stack; None for a host."""
    known = record["stack_bytes"] is not None
    return record["ram_static_bytes"] + record["stack_bytes"] if known else None


def milliseconds(record: Record) -> str:
    """The time of a record with three digits, or all before the point."""
    value = record["microseconds"] / 1000
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def lines(record: Record) -> tuple[str, ...]:
    """The figures of a record, as a chart shows them beside a pointer."""
    found = [f"{label(record)}, {language(record)}, {'constant time' if record['constant_time'] else 'time varies'}"]
    if record["curve"]:
        found.insert(0, f"{security.marked(record['curve'])}, {security.of(record['curve']).bits} bits of security")
    if record["microseconds"] is not None:
        cycles = "" if record["cycles"] is None else f", {figure(record['cycles'])} cycles"
        found.append(f"{milliseconds(record)} ms{cycles}")
    elif record["instructions"]:
        found.append(f"{figure(record['instructions'])} instructions")
    if record["energy_mj"] is not None:
        found.append(f"{record['energy_mj']:.3g} mJ")
    if record["flash_bytes"] is not None:
        found.append(f"{figure(record['flash_bytes'])} B of flash, {figure(ram_bytes(record))} B of RAM")
    return tuple(found)


def recorded(overview: Overview) -> list[Record]:
    """The records of every simulated board that need no measuring: the committed ones and those of the sweep."""
    return overlaid(chain.from_iterable(map(committed.of, board.simulated())), overview.swept)


def of_boards(overview: Overview) -> list[Record]:
    """The same, and those of this run, which take their place."""
    return overlaid(recorded(overview), overview.records.values())

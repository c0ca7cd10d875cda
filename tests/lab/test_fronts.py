"""Records of other people's code that one of ours beats in cycles, flash and RAM together."""

import functools

import pytest

from motelab.boards import profiles
from motelab.compare import committed, committed_implementations, fronts, peers
from motelab.compare.matches import Front
from motelab.measure.records import Record, identity
from motelab.report import tables

BEATEN_AT_LEAST = 141  # of 145; fewer would be a record of ours that has grown


def record(cycles: int | None, flash: int, stack: int, **others) -> Record:
    figures = {"cycles": cycles, "flash_bytes": flash, "ram_static_bytes": 8, "stack_bytes": stack}
    place = {"board": "micaz", "operation": "ecdh", "curve": "secp256r1", "field": None, "profile": "fast"}
    return {"verified": True, "instructions": 1} | figures | place | others


@pytest.fixture
def beside(monkeypatch):
    """The front beside given records of ours. A command is the flash of its record."""

    def front(ours: list[Record], theirs: Record) -> Front | None:
        monkeypatch.setattr(committed, "of", lambda board: ours)
        monkeypatch.setattr(fronts, "_is_repeatable", lambda one: True)
        monkeypatch.setattr(fronts, "_command", lambda one: str(one["flash_bytes"]))
        fronts._ours.cache_clear()
        found = fronts.front(theirs)
        fronts._ours.cache_clear()
        return found

    return front


def test_all_three_figures_count(beside):
    theirs = record(100, 100, 100)
    assert beside([record(100, 100, 100)], theirs) == Front("100", point="fast")
    assert beside([record(101, 1, 1)], theirs) == Front(None, ("cycles",), "fast")
    assert beside([record(1, 101, 1)], theirs) == Front(None, ("flash_bytes",), "fast")
    assert beside([record(1, 1, 101)], theirs) == Front(None, ("ram_bytes",), "fast")
    # One for each figure is none for all: the nearest counts.
    assert beside([record(150, 1, 1), record(1, 120, 130)], theirs) == Front(None, ("flash_bytes", "ram_bytes"), "fast")


def test_the_smallest_of_several(beside):
    ours = [record(10, 90, 10), record(20, 80, 10, profile="balanced"), record(20, 85, 10, profile="small")]
    assert beside(ours, record(100, 100, 100)) == Front("80", point="balanced")


def test_records_of_other_work_do_not_count(beside):
    others = [record(1, 1, 1, operation="ecdsa-sign"), record(1, 1, 1, curve="secp192r1")]
    assert beside([*others, record(1, 1, 1, verified=False)], record(100, 100, 100)) is None


def test_without_cycles_instructions_count(beside):
    ours, theirs = record(None, 1, 1, instructions=5, profile="small"), record(None, 1, 1, instructions=4)
    assert beside([ours], theirs) == Front(None, ("cycles",), "small")


@functools.cache
def repeatable(board: str) -> list[Record]:
    """The committed records that a planned command repeats."""
    planned = {identity(committed.find(request)) for request in committed.recorded(board)}
    return [record for record in committed.of(board) if record["verified"] and identity(record) in planned]


def test_records_of_today():
    """Counted anew, without the module's order."""
    found = beaten = 0
    for name in peers.names():
        for theirs in committed_implementations.of(name):
            if theirs["operation"] not in peers.OPERATIONS:
                continue
            ours = [one for one in repeatable(theirs["board"]) if fronts.place(one) == fronts.place(theirs)]
            found += bool(ours)
            less = [all(a <= b for a, b in zip(*map(fronts.figures, (one, theirs)), strict=True)) for one in ours]
            front = fronts.front(theirs)
            assert (front is not None) == bool(ours) and bool(front and front.beaten_by) == any(less)
            beaten += any(less)
    assert found >= 145 and beaten >= BEATEN_AT_LEAST and peers.counted() == (beaten, found)


def test_rows_of_the_table_name_it():
    paired = [(row, match) for row, match in peers.paired() if match.front]
    rows = tables.compare(paired, tables.recorded(paired))
    named = [row for row in rows if row["beaten"]]
    assert named and all(row["beaten_by_command"].startswith("./motecurve bench --board ") for row in named)
    for row in rows:
        is_fast = "--profile" not in (row["beaten_by_command"] or "--profile")
        assert not row["beaten"] or row["point"] == "fast" if is_fast else row["point"] in profiles.NAMES
        assert row["beaten"] == bool(row["beaten_by_command"]) != bool(row["short_of"])
        assert set(row["short_of"].split()) <= set(fronts.FIGURES)

"""Repeated options of `bench` and similar commands: every combination, each measurement once; each table as soon as
it is complete."""

import itertools
import re

import pytest

from motelab.boards import board
from motelab.common.progress import Progress
from motelab.measure import bench, catalogue
from motelab.measure.bench import Request
from motelab.report.record_tables import Printer


def combined(boards: tuple[str, ...] = ("micaz",), **options) -> list[Request]:
    return catalogue.combined([board.load(name) for name in boards], **options)


def test_every_combination_of_boards_curves_and_windows():
    found = combined(
        ("micaz", "telosb"),
        operation_names=("scalar-mult", "fb-mul-reduce"),
        algorithm="all",
        windows=(3, 4),
        backend="c",
        curve_names=("sect233k1", "sect163r2"),
    )
    wnaf = [(r.board, r.curve, r.window) for r in found if r.algorithm == "wnaf"]
    curves = ("sect233k1", "sect163r2")
    assert wnaf == [(name, curve, window) for name in ("micaz", "telosb") for curve in curves for window in (3, 4)]
    of_subjects = [(r.board, r.curve, r.operation) for r in found]
    assert len(set(of_subjects)) == 1 + sum(a != b for a, b in itertools.pairwise(of_subjects))


def test_what_curves_share_is_measured_once():
    names = ("fb-mul-reduce", "ecdh")
    found = combined(operation_names=names, curve_names=("sect163k1", "sect163r2", "sect233k1", "K-163"))
    pairs = [(r.operation, r.curve) for r in found]
    assert sorted(set(pairs)) == sorted(pairs)
    assert [curve for name, curve in pairs if name == "ecdh"] == ["sect163k1", "sect163r2", "sect233k1"]
    assert [curve for name, curve in pairs if name == "fb-mul-reduce"] == ["sect163k1", "sect233k1"]
    assert combined(operation_names=names) == catalogue.expand(board.load("micaz"), names)


class Paused:
    """A progress display that is asked only for room."""

    paused = Progress.paused
    bar = None


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_a_table_is_printed_when_its_last_row_comes(order, capsys):
    requests = [Request(board=b, operation=o, algorithm=a) for b, o, a in (
        ("micaz", "fb-mul", "lopez-dahab"), ("micaz", "fb-mul", "ld-registers"), ("micaz", "fb-inv", "itoh-tsujii"),
        ("telosb", "fb-inv", "itoh-tsujii"),
    )]  # fmt: skip
    printer = Printer(requests, Paused())
    printed = []
    for index in order:
        printer(index, bench.described(bench.select(requests[index])))
        printed.append(re.findall(r"^(fb-\w+) on F_2\^163, (\w+)", capsys.readouterr().out, re.M))
    titles = [("fb-mul", "ATmega128"), ("fb-inv", "ATmega128"), ("fb-inv", "MSP430F1611")]
    assert list(itertools.chain(*printed)) == titles
    # Each table appears as soon as its rows and those before it are there. A new subject shows by its first row.
    expected = {(0, 1, 2, 3): [0, 0, 1, 2], (3, 2, 1, 0): [0, 0, 0, 3], (2, 0, 3, 1): [0, 0, 0, 3]}
    assert [len(titles) for titles in printed] == expected[order]


def test_time_left(monkeypatch):
    with Progress("measuring", 4) as progress:
        assert progress.left(1, 4) == ""  # every cell is short
        progress.began -= 90
        assert progress.left(1, 4) == ", 4 min 30 s left" and progress.left(3, 4) == ", 30 s left"
        assert progress.left(4, 4) == ""


def test_a_row_is_told_with_its_figure():
    record = bench.described(bench.select(Request(operation="fb-mul", algorithm="lopez-dahab")))
    assert bench.figure(record) == ", c, micaz: failed"
    done = record | {"verified": True, "median": 12345, "unit": "cycles", "window": 4}
    assert bench.figure(done) == " w=4, c, micaz: 12,345 cycles"

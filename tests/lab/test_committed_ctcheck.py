"""Committed results of ctcheck with a thousand secrets: what they hold, what is missing, what is of an older image."""

import pytest

from motelab.compare import committed, committed_ctcheck
from motelab.measure import bench, ctcheck
from motelab.measure.bench import Request

AGREEMENT = Request("micaz", "ecdh", curve="sect163k1", backend="asm")


@pytest.fixture
def file(tmp_path, monkeypatch):
    """An empty file in place of the committed one."""
    monkeypatch.setattr(committed_ctcheck, "FILE", tmp_path / "ctcheck.jsonl")
    return committed_ctcheck.FILE


def test_no_committed_result_shows_a_secret():
    planned = {(request.board, request.curve, request.operation) for request in committed_ctcheck.planned()}
    assert committed_ctcheck.rows()
    for row in committed_ctcheck.rows():
        assert (row["board"], row["curve"], row["operation"]) in planned
        assert row["secrets"] >= committed_ctcheck.SECRETS and not ctcheck.leaked(row)


def test_a_result_is_written_once_and_waits_no_more(file):
    assert list(committed_ctcheck.waiting([AGREEMENT])) == [AGREEMENT]
    row = committed_ctcheck.add(AGREEMENT, 8)
    assert row["secrets"] == 8 and not ctcheck.leaked(row) and committed_ctcheck.rows() == [row]
    assert list(committed_ctcheck.waiting([AGREEMENT])) == []
    committed_ctcheck.add(AGREEMENT, 8)
    assert len(committed_ctcheck.rows()) == 1
    file.write_text(file.read_text().replace(row["elf_sha256"], "0" * 64))
    assert list(committed_ctcheck.waiting([AGREEMENT])) == [AGREEMENT]


def test_results_of_other_images_than_the_records_are_told(file, monkeypatch):
    row = committed_ctcheck.add(AGREEMENT, 8)
    monkeypatch.setattr(committed, "find", lambda _: {"elf_sha256": row["elf_sha256"]})
    assert committed_ctcheck.older([AGREEMENT]) == []
    monkeypatch.setattr(committed, "find", lambda _: {"elf_sha256": "0" * 64})
    assert committed_ctcheck.older([AGREEMENT]) == [AGREEMENT]


def test_the_plan_has_each_kind_of_curve_on_each_board_with_cycles():
    requests = committed_ctcheck.planned()
    boards = {request.board for request in requests}
    assert boards >= {"micaz", "telosb", "msp430f5438a", "cortex-m0plus", "cortex-m4"}
    assert len(requests) == len(boards) * len(committed_ctcheck.SUBJECTS)
    assert all(bench.select(request).is_constant_time for request in requests)

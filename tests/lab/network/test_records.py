"""`./motecurve records --network --check`: a committed figure that is not measured again is found."""

import pytest

from motelab.compare import committed
from motelab.network.simulation import records


def silent(*_) -> None:
    """Progress that nobody sees."""


def test_committed_records_are_as_measured():
    assert records.stale("micaz", silent, 1) is None


@pytest.fixture
def altered(monkeypatch, tmp_path):
    """A copy of the file in which one figure is wrong."""
    rows = committed.read_lines(records.file("micaz"))
    rows[-1]["cycles"] += 1
    path = tmp_path / "micaz.network.jsonl"
    committed.write_lines(path, rows)
    monkeypatch.setattr(records, "file", lambda _: path)
    return rows, path


def test_a_wrong_figure_is_found(lab, altered):
    status, _, told = lab("records --board micaz --network --check")
    assert status == 1
    assert "micaz.network.jsonl is stale (aes-ccm-decrypt: cycles differ); rewrite it with ./motecurve records" in told


def test_a_missing_record_is_found(altered):
    rows, path = altered
    committed.write_lines(path, rows[:-1])
    assert f"it has {len(rows) - 1} records, not {len(rows)}" in records.stale("micaz", silent, 1)


def test_options_that_say_nothing(lab):
    status, _, told = lab("records --network --check --share 3")
    assert status == 2 and "--network has few records" in told
    status, _, told = lab("records --network --board cortex-m4")
    assert status == 2 and "no radio" in told

"""Published cycles beside ours of the same code."""

import json

import pytest

from motelab.boards.implementations import manifest
from motelab.common.errors import MotecurveError
from motelab.compare import calibration, committed_implementations

FIELDS = {
    "implementation", "commit", "board", "operation", "published_cycles", "published_source", "ours_cycles",
    "difference_percent", "explanation",
}  # fmt: skip


def test_every_row_has_a_record_of_the_named_commit_and_an_explanation():
    rows = calibration.committed_rows()
    assert len(rows) >= 11 and {row["board"] for row in rows} >= {"micaz", "cortex-m0plus", "cortex-m4"}
    for row in rows:
        assert set(row) >= FIELDS and row["commit"] == manifest.find(row["implementation"]).commit
        assert abs(row["difference_percent"]) < 20
    assert not calibration.complaints(rows)


def test_cortex_m0plus_agrees_with_silicon():
    (row,) = [row for row in calibration.committed_rows() if row["implementation"] == "x25519-cm0"]
    assert row["published_cycles"] == 3_229_950 and abs(row["difference_percent"]) < 0.01


def test_times_become_cycles_at_their_clock():
    figures = {(f.implementation, f.board, f.curve): f.cycles for f in calibration.published()}
    assert figures["micro-ecc", "micaz", "secp160r1"] == 7_520_000  # 470 ms at 16 MHz


def test_a_difference_without_an_explanation_is_a_complaint(monkeypatch, lab):
    figures = calibration.published()
    (record,) = committed_implementations.of("x25519-cm0")
    slow = calibration.row_of(figures[0], record | {"cycles": record["cycles"] + 2_000})
    assert calibration.complaints([slow]) == ["x25519-cm0 on cortex-m0plus differs by 0.06 % without an explanation"]
    monkeypatch.setattr(calibration, "committed_rows", lambda: [slow])
    status, output, error = lab("calibrate --format json")
    assert status == 1 and "without an explanation" in error and json.loads(output) == [slow]


def test_without_the_sources_the_commands_that_fetch_them(lab, tmp_path):
    status, output, error = lab(f"calibrate --source-root {tmp_path}")
    assert (status, output) == (2, b"") and error.count("\n") == 1
    assert "git clone https://github.com/pornin/x25519-cm0 x25519-cm0 && git -C x25519-cm0 checkout 75a53f2" in error


def test_a_damaged_row(monkeypatch, tmp_path):
    file = tmp_path / "calibration.toml"
    monkeypatch.setattr(calibration, "FILE", file)
    file.write_text("[[row]]\ncolour = 'red'\n")
    with pytest.raises(MotecurveError, match=r"calibration\.toml: row\[0\] has an unknown key colour"):
        calibration.published()
    file.write_text(
        "[[row]]\nimplementation = 'x25519-cm0'\nboard = 'micaz'\noperation = 'ecdh'\ncurve = 'Curve25519'\n"
        "published_source = 'none'\n"
    )
    with pytest.raises(MotecurveError, match="published_cycles, or with published_milliseconds and clock_hz"):
        _ = calibration.published()[0].cycles

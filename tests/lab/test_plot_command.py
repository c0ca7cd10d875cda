"""`plot`: a chart of records, SVG or PNG."""

import re

import pytest

from motelab.compare import committed
from motelab.report import record_plot


def test_svg_of_committed_records(lab, tmp_path):
    assert lab("plot --op ecdh --board micaz --board telosb -o ecdh.svg") == (0, b"", "")
    text = (tmp_path / "ecdh.svg").read_text()
    for word in ("ecdh", "micaz", "telosb", "cycles", "bits of the field"):
        assert re.search(rf">{word}<", text), word
    assert "cortex-m4" not in text
    lab("plot --op ecdh --board micaz --board telosb -o again.svg")
    assert (tmp_path / "again.svg").read_text() == text


def test_png_of_a_file(lab, tmp_path):
    name = committed.records_file("micaz")
    line = f"plot {name} --x flash_bytes --y stack_bytes --by algorithm --curve secp256r1 -o chart.PNG"
    assert lab(line) == (0, b"", "")
    assert (tmp_path / "chart.PNG").read_bytes().startswith(b"\x89PNG\r\n")


def test_points_are_those_of_the_records():
    records = [r for r in committed.of("micaz") if r["operation"] == "ecdh"]
    found = record_plot.lines(records, "field_bits", "cycles", "board")
    bits = {"sect163k1": 163, "secp160r1": 160, "Curve25519": 255}
    points = {r["curve"]: (bits[r["curve"]], r["cycles"]) for r in records if r["curve"] in bits}
    assert list(found) == ["micaz"] and set(points.values()) <= set(found["micaz"]) and len(points) == len(bits)
    assert found["micaz"] == sorted(found["micaz"]) and len(found["micaz"]) == len(records)
    unverified = [r | {"verified": False} for r in records[1:]]
    assert len(record_plot.lines([records[0], *unverified], "window", "cycles", "curve")) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--op ecdh -o chart.pdf", "chart.pdf must end with .svg or .png"),
        ("--op ecdh", "Missing option '-o'"),
        ("--x height -o chart.svg", "'height' is not one of 'field_bits'"),
        ("--op ecdhe -o chart.svg", "no operation in these records 'ecdhe'; did you mean ecdh or ecdsa?"),
        ("--board pxa270 --op ecdh -o chart.svg", "has both field_bits and cycles; they have field_bits, instructions"),
        ("message -o message.svg", "message holds no records"),
    ],
)
def test_bad_input_is_one_line(lab, tmp_path, line, message):
    status, out, error = lab(f"plot {line}")
    assert (status, out) == (2, b"") and message in error and "Traceback" not in error
    assert not list(tmp_path.glob("*.svg"))

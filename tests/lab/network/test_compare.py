"""The schemes side by side: committed rows are as measured now, the page has them, and bad input is told."""

import pytest
from click.testing import CliRunner

from motelab.commands.network.compare import command
from motelab.compare import committed
from motelab.network import rivals
from tests.conftest import part
from tools import network_costs

CHEAP = ("global", "leap", "ecqv")


@pytest.fixture
def altered(monkeypatch):
    """Committed rows in which one figure is wrong."""
    rows = [dict(row) for row in rivals.of_file()]
    rows[0]["cycles"] += 1
    monkeypatch.setattr(rivals, "of_file", lambda: rows)
    return rows


def test_every_scheme_has_its_rows():
    assert [row["command"] for row in rivals.of_file()] == list(map(rivals.command_for, rivals.planned()))


def test_rows_are_as_measured():
    cheap = [request for request in rivals.planned() if request.scheme in CHEAP and not request.curve]
    assert not rivals.stale(part(cheap, 3))


@pytest.mark.slow
def test_dear_rows_are_as_measured():
    assert not rivals.stale(part([request for request in rivals.planned() if request.scheme not in CHEAP], 4))


def test_a_wrong_figure_is_found(altered):
    (line,) = rivals.stale(rivals.planned()[:1])
    assert "rivals.jsonl is stale (./motecurve network emulate --motes 2 --scheme global --board micaz)" in line


def test_page_is_that_of_the_committed_rows():
    for page in network_costs.PAGES:
        assert network_costs.written(page.read_text()) == page.read_text()
    text = network_costs.PAGE.read_text()
    wrong = text.replace("`global` | 128", "`global` | 127", 1)
    assert wrong != text and network_costs.written(wrong) == text


def test_battery():
    """Two AA cells hold 28,080 J; a mote that makes no handshake sleeps them away."""
    row = next(row for row in rivals.of_file() if (row["board"], row["scheme"]) == ("micaz", "edhoc"))
    assert rivals.handshakes_of_battery(row) == int(28_080_000 / rivals.handshake_mj(row))
    assert rivals.battery_years(row, 0) == pytest.approx(28_080 / (3 * 15e-6 * 86_400) / 365.25)
    assert rivals.battery_years(row, 10) < rivals.battery_years(row, 1)


def test_firmware_that_does_not_fit_is_named(monkeypatch):
    def too_small(_):
        raise rivals.DoesNotFit("the firmware of ecqv takes 5,000 B of RAM; micaz has 4,096")

    monkeypatch.setattr(rivals.emulation, "emulate", too_small)
    row = rivals.measured(rivals.planned()[4])
    assert "5,000 B" in row["does_not_fit"] and "cycles" not in row and not rivals.fits(row)


def test_formats_and_bad_input(lab):
    status, output, _ = lab("network compare --board telosb --format csv")
    assert status == 0 and output.count(b"\n") == 1 + sum(row["board"] == "telosb" for row in rivals.of_file())
    status, output, told = lab("network compare --board uno")
    assert status == 2 and not output and "uno" in told and "Traceback" not in told


def test_check_says_what_is_stale(altered, monkeypatch):
    monkeypatch.setattr(rivals, "planned", lambda: [rivals.emulation.Request(2, "global")])
    run = CliRunner().invoke(command, ["--check"])
    assert run.exit_code == 1 and "rewrite it with ./motecurve network compare --write" in run.stderr


def test_write_writes_what_was_measured(monkeypatch, tmp_path):
    monkeypatch.setattr(rivals, "FILE", tmp_path / "rivals.jsonl")
    monkeypatch.setattr(rivals, "planned", lambda: [rivals.emulation.Request(2, "global")])
    assert rivals.write(lambda *_: None) and not rivals.write(lambda *_: None)
    assert committed.read_lines(rivals.FILE)[0]["scheme"] == "global"
    rivals.of_file.cache_clear()

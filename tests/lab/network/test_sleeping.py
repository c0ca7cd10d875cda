"""The committed rows of networks whose radios sleep are as computed now, and docs/network/choose.md has them."""

import pytest

from motelab.network import sleeping
from motelab.network.simulation import run
from tests.conftest import share
from tools import network_costs

ONE_IN = 16


def test_every_network_has_its_row():
    assert list(sleeping.of_file()) == list(map(run.command_for, sleeping.planned()))


@pytest.mark.parametrize("request_", share(sleeping.planned(), ONE_IN), ids=run.command_for)
def test_rows_are_as_computed(request_):
    assert not sleeping.stale([request_])


def test_a_wrong_figure_is_found(monkeypatch):
    rows = {command: dict(row) for command, row in sleeping.of_file().items()}
    first = sleeping.planned()[0]
    rows[run.command_for(first)]["energy_day_mj"] += 1e-6
    monkeypatch.setattr(sleeping, "of_file", lambda: rows)
    (line,) = sleeping.stale([first])
    assert "sleeping.jsonl is stale (./motecurve network simulate --nodes 100 --topology grid --scheme global" in line


@pytest.mark.parametrize(
    "figure", ["| `lpl` | `global` | 28.", "| `micaz`, `cc2420` | `lpl` | 2.", "| `beacon` | minute | 0."]
)
def test_a_wrong_digit_in_the_page_is_found(figure):
    text = network_costs.PAGE.read_text()
    assert text.count(figure) == 1
    wrong = text.replace(figure, figure.replace(".", "9."))
    assert network_costs.written(wrong) == text

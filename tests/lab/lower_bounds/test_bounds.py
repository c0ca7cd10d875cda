"""Lower bounds of goals: counts beside the calls in an image, every bound beside our figure, the command."""

import json
import re

import pytest

from motelab import cli
from motelab.boards import selection
from motelab.common.errors import MotecurveError
from motelab.compare import goals
from motelab.library import host
from motelab.lower_bounds import operations, processors
from motelab.lower_bounds.derivation import derivation
from motelab.lower_bounds.prime import PrimeField
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.profile import profile
from motelab.report import bounds, tables
from motelab.subjects import curves
from tools import bounds_page

pytestmark = pytest.mark.drawn_together  # the first test builds the images of all

PAIRED = bounds.paired(goals.RECORDS)
GOALS = {f"{row.subject}, {row.operation}, {row.algorithm}": (row, match) for row, match in PAIRED}
CHOICES = (("ladder-step", "composed"), ("fp-mul-reduce", "karatsuba-special"))  # a call for each operation
LADDER = Request("micaz", "ecdh", backend="asm", curve="Curve25519", choices=CHOICES)


def chosen(request: Request) -> selection.Selection:
    """The selection of a request; FieldNotBuilt, which skips a test, if its field is not among the chosen ones."""
    if (curve := curves.load().get(request.curve)) is not None:
        host.require(curve.field)
    return bench.select(request)


def test_counts_are_the_calls_of_the_image():
    """A ladder calls a kernel for each operation: 4 or 5 products, 4 squares, 8 sums a bit, one product by 121665."""
    counts = operations.counts(chosen(LADDER))
    calls = {row["routine"]: row["calls"] for row in profile(LADDER)}
    assert counts == {
        "M": calls["mc_fp255_mul_reduce_karatsuba_special_avr"],
        "S": calls["mc_fp255_sqr_reduce_karatsuba_special_avr"],
        "A": calls["mc_fp255_add_modular_avr"] + calls["mc_fp255_sub_modular_avr"],
        "C": calls["mc_fp255_mul_small_word_avr"],
        "I": calls["mc_fp255_inv_safegcd"],
        "shared": 0,
    }  # fmt: skip
    assert counts["S"] == 4 * 255 and counts["A"] == 8 * 255 and counts["C"] == 255


def test_products_with_a_common_factor_are_counted():
    """Of lambda coordinates, 1 + 2 + 1 of the products of each of 41 sums take the table of another one; so does one
    of each pair of products by an inverse. An inversion by Itoh and Tsujii makes 9 products of its own."""
    request = Request("micaz", "scalar-mult", backend="asm", curve="sect163k1")
    counts = operations.counts(chosen(request))
    calls = {row["routine"]: row["calls"] for row in profile(request)}
    assert calls["mc_fb163_inv_itoh_tsujii"] == 1
    assert counts["M"] - counts["shared"] + 9 == calls["mc_fb163_mul_each_ld_registers_avr"]
    assert counts["A"] == calls["mc_fb163_add_unrolled_avr"]


@pytest.mark.parametrize("name", GOALS)
def test_no_figure_of_ours_is_below_its_bound(name):
    row, match = GOALS[name]
    if match.request is None:
        pytest.skip(match.reason)
    chosen(match.request)
    found = bounds.rows([(row, match)], tables.read([match.request]))[0]
    if found["bound"] is None:
        assert "are not counted" in found["reason"]
        return
    assert 0 < found["arithmetic"] < found["bound"]
    if found["ours"] is not None:
        assert found["bound"] <= found["ours"] and found["gap"] >= 1


def test_a_bound_is_the_sum_of_its_parts():
    chosen(LADDER)
    found, processor = derivation(LADDER)
    parts = {part.name: part for part in found}
    field = PrimeField(2**255 - 19, processor)
    assert parts["product"].work == field.product() * 1276 and parts["inversion"].work == field.product()
    paired = [GOALS["Curve25519 on micaz, X25519, constant time"]]
    (row,) = bounds.rows(paired, tables.read(tables.requests(paired)))
    assert row["bound"] == sum(part.work.cycles(processor) for part in parts.values())
    assert row["arithmetic"] < row["bound"] and not row["below_bound"]


def test_a_goal_may_lie_below_its_bound(monkeypatch, capsys):
    monkeypatch.setattr(goals, "each", lambda each=goals.each: [lowered(goal) for goal in each()])
    chosen(LADDER)
    assert run("bounds", "--subject", "Curve25519 on micaz", "--format", "json") == 0
    row = json.loads(capsys.readouterr().out)[0]
    assert row["below_bound"] and row["goal"] == 1000 and not row["reached"]


def lowered(goal: goals.Goal) -> goals.Goal:
    return goal | {"limits": {"cycles": 1000}} if goal.get("table") == goals.RECORDS else goal


def test_goals_without_a_bound_say_why(capsys):
    assert run("bounds", "--subject", "GLS254", "--format", "json") == 0
    row = json.loads(capsys.readouterr().out)[0]
    assert row["bound"] is None and row["reason"] == "the operations of ecdh on GLS254 are not counted"
    with pytest.raises(MotecurveError, match="no goal for cycles of 'nothing'"):
        run("bounds", "--subject", "nothing")
    assert processors.of(bench.select(Request("ibex", "fp-mul", curve="secp256r1")).board) is None


def test_the_command_explains_a_bound(capsys):
    chosen(LADDER)
    assert run("bounds", "--subject", "Curve25519 on micaz", "--explain", "--format", "json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["goal_operation"] for row in rows} == {"X25519", "ECDH, small"}
    parts = {row["operation"]: row for row in rows if row["goal_operation"] == "X25519"}
    assert parts["product"]["bound"] <= parts["product"]["by_kernel"] and parts["product"]["many"] == 1276
    assert run("bounds", "--subject", "Curve25519 on micaz", "--explain", "--format", "table") == 0
    assert "our karatsuba-special:asm" in capsys.readouterr().out


def test_attempts_belong_to_goals(monkeypatch, tmp_path):
    (tmp_path / "bounds_tried.toml").write_text(
        '[[tried]]\nsubject = "a"\noperation = "b"\nalgorithm = "c"\nmethod = "d"\ncycles = 5\n'
    )
    known = {tuple(getattr(row, name) for name in bounds.DESCRIPTION) for row, _ in GOALS.values()}
    assert all(tuple(one[name] for name in bounds.DESCRIPTION) in known for one in bounds.attempts())
    monkeypatch.setattr(bounds, "DATA", tmp_path)
    assert bounds.tried({"subject": "a", "operation": "b", "algorithm": "c"}) == [{"method": "d", "cycles": 5}]
    assert bounds.tried({"subject": "a", "operation": "b", "algorithm": "e"}) == []


def test_the_page_has_the_bounds_of_goals_that_are_not_reached():
    for _, match in PAIRED:
        if match.request and match.request.curve in curves.load():
            chosen(match.request)
    text = bounds_page.PAGE.read_text()
    assert bounds_page.written(text) == text, "run tools/bounds_page.py"
    (row,) = re.findall(r"^\| secp256r1 on cortex-m4: .*", text, re.M)
    wrong = text.replace(row, re.sub(r"\d \|$", "x |", row))
    assert wrong != text and bounds_page.written(wrong) == text


def run(*words: str) -> int:
    """The exit status of a command."""
    return cli.lab.main(words, standalone_mode=False) or 0

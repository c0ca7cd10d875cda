"""One identity of a record is the only key of charts and tables: records that differ in any part of it share no point,
and one identity has one value."""

import json
import re

import pytest

from motelab.common.errors import MotecurveError
from motelab.measure import identities
from motelab.measure.bench import Request
from motelab.measure.records import IDENTITY, cost, identity
from motelab.report import side_by_side
from motelab.report.overview import Overview
from motelab.report.site import comparisons, curves, fields, fits, index, multiplications
from tests.lab.report.conftest import made_up

BASE = made_up(Request(operation="fb-mul", algorithm="comb"), 1000) | {"choices": {"fb-mul": "comb"}, "input": "random"}
OTHERS = {
    "board": "telosb", "profile": "small", "curve": "sect233k1", "field": "F_2^233", "operation": "fb-sqr",
    "input": "zeros", "implementation": "other", "algorithm": "karatsuba", "window": 4, "backend": "asm",
    "choices": {"fb-mul": "comb", "fb-reduce": "words"}, "blinding": "coordinates",
}  # fmt: skip


def differing(part: str, base: dict = BASE) -> dict:
    """A record that differs in one part of its identity, and in its cycles."""
    return base | {part: OTHERS[part], "median": 2000, "cycles": 2000}


def values(charts) -> list[float]:
    """The lengths of all bars, and places across of all points, of charts."""
    data = [trace for chart in charts for trace in json.loads(chart.json)["data"] if trace.get("name") != "published"]
    return [x for trace in data for x in trace["x"]]


def test_every_part_is_tried():
    assert set(OTHERS) == set(IDENTITY)


@pytest.mark.parametrize("part", IDENTITY)
def test_records_that_differ_share_no_point(part):
    """In the table of identities, in labels of one chart, and in the charts of fields."""
    both = [BASE, differing(part)]
    assert len(identities.one_each(both)) == 2 == len(identities.overlaid(both))
    assert [len(group) for group in identities.groups(both, ())] == [1, 1]
    labels = identities.labels(both)
    assert len({(labels[identity(r)], r["backend"]) for r in both}) == 2
    bars = values([comparisons.comparison("", "cycles", both, cost, "")])
    assert sorted(bars) == [1000, 2000]


@pytest.mark.parametrize("part", ["board", "field", "operation", "input", "implementation", "blinding"])
def test_a_chart_of_a_field_holds_one_field(part):
    """No two fields, boards, operations or inputs meet in a chart of members."""
    one = BASE | {"algorithm": "lopez-dahab", "choices": {}}
    both = [BASE, one, differing(part), differing(part, one)]
    charts = [chart for place in fields.places(both, {}) for chart in place.charts]
    assert sorted(tuple(sorted(set(values([chart])))) for chart in charts) == [(1000,), (2000,)]


@pytest.mark.parametrize("field", ["F_2^163", "F_2^233"])
def test_the_field_stands_in_the_title(field):
    both = [BASE | {"field": field}, BASE | {"field": field, "algorithm": "lopez-dahab"}]
    ((chart,),) = [place.charts for place in fields.places(both, {})]
    assert chart.title == f"Multiplication in {field}, micaz" and field in chart.command


def test_one_identity_has_one_value():
    for changed in ({"median": 1001}, {"flash_bytes": 1}, {"stack_bytes": 1}):
        with pytest.raises(MotecurveError, match=r"two records of one measurement, micaz.*fb-mul.*: .* 1000 and|bytes"):
            identities.one_each([BASE, BASE | changed])
    assert identities.one_each([BASE, dict(BASE)]) == [BASE]
    mean = BASE | {"mean": 1000.5}
    assert identities.one_each([BASE, mean]) == [mean] == identities.one_each([mean, BASE])
    assert identities.overlaid([BASE], [BASE | {"median": 7}])[0]["median"] == 7  # of this run


def test_a_page_refuses_two_values_of_one_measurement():
    one = Request(operation="fb-mul", algorithm="comb")
    shown = Overview({one: BASE, Request(operation="fb-mul"): BASE | {"median": 9}}, {}, {}, None, [])
    with pytest.raises(MotecurveError, match="two records of one measurement"):
        index.page(shown)


def test_a_lookup_by_parts_refuses_to_choose():
    with pytest.raises(MotecurveError, match="board and operation name two measurements"):
        identities.by([BASE, BASE | {"field": "F_2^233"}], "board", "operation")
    assert identities.by([BASE], "board", "operation") == {("micaz", "fb-mul"): BASE}


def on_curve(curve: str, cycles: int, **others) -> dict:
    request = Request("micaz", "scalar-mult", "ladder", curve=curve)
    return made_up(request, cycles) | {"curve": curve, "algorithm": "ladder"} | others


def test_the_best_differ_in_nothing_but_members():
    """The cheapest in constant time; blinded ones, other people's and those for size do not stand for the board."""
    usual = on_curve("sect163k1", 500)
    others = [on_curve("sect163k1", 400, algorithm="wtnaf", constant_time=False),
              on_curve("sect163k1", 100, blinding="coordinates"), on_curve("sect163k1", 90, implementation="other"),
              on_curve("sect163k1", 80, profile="small"), on_curve("sect163k1", 600, algorithm="wnaf")]  # fmt: skip
    assert identities.best([*others, usual, on_curve("sect233k1", 9)]) == [usual, on_curve("sect233k1", 9)]
    assert side_by_side._rows([*others, usual], set())[0].record == usual


def test_laws_keep_families_apart():
    """Sizes of sect163r2, a random curve, and of Koblitz curves make no law together; nor do kinds of inputs."""
    names = {"sect163k1": 163, "sect233k1": 233, "sect283k1": 283}
    koblitz = [on_curve(name, m**2, field=f"F_2^{m}", median=m**2) for name, m in names.items()]
    random = on_curve("sect163r2", 1, field="F_2^163", median=1)
    (law,) = fits.fits([random, *koblitz])
    assert law.kind == "Koblitz curves" and law.exponent == pytest.approx(2) and law.is_law
    assert fits.fits([random, *koblitz[1:]]) == []
    assert fits.fits([koblitz[0] | {"blinding": "coordinates"}, *koblitz[1:]]) == []


def test_a_fit_that_misses_is_no_law():
    names = {"sect163k1": 163, "sect233k1": 233, "sect283k1": 283}
    crooked = [on_curve(name, m, field=f"F_2^{m}", median=m * (3 if m == 233 else 1)) for name, m in names.items()]
    (fit,) = fits.fits(crooked)
    assert fit.deviation_percent > fits.MOST_DEVIATION_PERCENT and not fit.is_law


def test_multiplications_by_curve_and_board():
    members = [on_curve(c, 1000 + i, algorithm=f"a{i}") for c in ("sect163k1", "sect233k1") for i in range(6)]
    places = multiplications.places(members, {})
    assert [(one.board, one.curve) for one in places] == [("micaz", "sect233k1"), ("micaz", "sect163k1")]
    assert all(len(set(values(one.charts[:1]))) == 6 for one in places)


def test_panels_of_security_name_their_board():
    """One point for each curve of a board, with its name."""
    shown = curves.against_security("scalar-mult", [on_curve("sect233k1", 9000), on_curve("sect283k1", 90_000)])
    assert [chart.board for chart in shown] == ["micaz"]
    trace = json.loads(shown[0].json)["data"][0]
    assert trace["text"] == ["sect233k1", "sect283k1"] and re.fullmatch("markers.text", trace["mode"])

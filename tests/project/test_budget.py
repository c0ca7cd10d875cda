"""The choice of the tests that a commit runs, by what they cost."""

import pytest

from tests import budget
from tests.budget import Cost

DRAWS = [i / 1000 for i in range(1000)]
# Four cheap functions, and of dear ones one with many parameters, one with a few, one alone.
TESTS = {
    **{f"cheap{i}": [f"cheap{i}"] for i in range(4)},
    "many": [f"many[{i}]" for i in range(60)],
    "few": ["few[0]", "few[1]", "few[2]"],
    "one": ["one"],
}
COSTS = {"many": 30.0, "few": 9.0, "one": 5.0, **{f"cheap{i}": 0.5 for i in range(4)}}


def cost_of(run: set[str]) -> float:
    return sum(COSTS[name] / len(TESTS[name]) for test in run for name in [budget.unit(test)])


@pytest.mark.parametrize(("costs", "of", "level"), [([4, 1, 7], 9, 4), ([4, 1, 7], 7, 3), ([9, 9], 4, 2), ([5], 5, 5)])
def test_level(costs, of, level):
    """Filled like vessels that are joined: 1 + 4 + 4 = 9, 1 + 3 + 3 = 7."""
    assert budget.level(costs, of) == (level if sum(costs) > of else float("inf"))


def test_all_run_within_the_budget():
    assert budget.chosen(TESTS, COSTS, sum(COSTS.values()), 0.3) == {test for of in TESTS.values() for test in of}


@pytest.mark.parametrize("most", [1.0, 2.5, 4.0])
def test_each_function_gets_its_level(most):
    """On average over the draws; the cheap ones run always, and no draw goes far above."""
    of = 2 + 3 * most
    spent, of_function = [], dict.fromkeys(TESTS, 0.0)
    for draw in DRAWS:
        run = budget.chosen(TESTS, COSTS, of, draw)
        assert run >= {f"cheap{i}" for i in range(4)}
        spent.append(cost_of(run))
        for test in run:
            name = budget.unit(test)
            of_function[name] += COSTS[name] / len(TESTS[name]) / len(DRAWS)
    assert sum(spent) / len(spent) == pytest.approx(of, rel=0.01)
    assert all(of_function[name] == pytest.approx(min(most, COSTS[name]), rel=0.02) for name in TESTS)
    assert max(spent) <= of + max(COSTS[name] / len(TESTS[name]) for name in TESTS)


def test_every_test_has_its_turn():
    runs = [budget.chosen(TESTS, COSTS, 4.0, draw) for draw in DRAWS]
    assert set().union(*runs) == {test for of in TESTS.values() for test in of}


class Item:
    """A test of pytest, as far as `resting` reads it."""

    def __init__(self, nodeid, *marks):
        self.nodeid, self.marks = nodeid, marks

    def get_closest_marker(self, name):
        return name in self.marks


def test_slow_tests_have_a_budget_of_their_own(monkeypatch):
    monkeypatch.setattr(budget, "listed", lambda: {"a.py::fast": Cost(4, 100.0), "a.py::slow": Cost(4, 100.0)})
    monkeypatch.setattr(budget, "BUDGET_S", {"fast": 100, "slow": 400})
    items = [Item(f"a.py::fast[{i}]") for i in range(4)] + [Item(f"a.py::slow[{i}]", "slow") for i in range(4)]
    for draw in ("0", "7fff", "ffff", ""):
        rest = budget.resting(items, draw)
        assert len(rest) == 3 and all("fast" in node for node in rest)


def test_a_file_is_drawn_together(monkeypatch):
    monkeypatch.setattr(budget, "listed", lambda: {"a.py::x": Cost(3, 10.0), "a.py::y": Cost(1, 10.0)})
    monkeypatch.setattr(budget, "BUDGET_S", {"fast": 10, "slow": 10})
    items = [Item(node, "drawn_together") for node in ("a.py::x[0]", "a.py::x[1]", "a.py::x[2]", "a.py::y")]
    sizes = [len(budget.resting(items, f"{draw:02x}")) for draw in range(256)]
    assert set(sizes) == {0, 4} and sizes.count(0) == 64  # 10 of 40 seconds


def test_a_run_renews_its_own_functions():
    known = {"a": Cost(10, 1.0), "b": Cost(2, 3.0), "c": Cost(1, 2.0)}
    measured = {"a[1]": 4.0, "a[2]": 2.0, "b[0]": 5.0, "c": 0.5, "d": 0.9, "e[0]": 1.5}
    assert budget.merged(known, measured) == {"a": Cost(10, 1.0), "b": Cost(2, 5.0), "e": Cost(1, 1.5)}


def test_listed_functions_exist():
    assert not [name for name in budget.listed() if not budget.exists(name)]

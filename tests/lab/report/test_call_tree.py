"""The tree of calls: paths from a trace, and cycles that add up to the profile's."""

import array
import json

import pytest

from motelab.measure import call_tree
from motelab.measure.bench import Request
from motelab.measure.profile import profile

# main calls f twice, f calls g once, main calls g: routines at 0, 100, 200; bytes of two instructions each.
MAIN, F, G = 0, 100, 200
TRACE = [MAIN, MAIN + 2, F, G, G + 2, F + 2, MAIN + 4, F, G, F + 2, MAIN + 4, G, MAIN + 6]


def test_paths_of_a_trace():
    visits = call_tree.visits(array.array("I", TRACE), [MAIN, F, G])
    assert visits == [(0, 2), (1, 1), (2, 2), (1, 1), (0, 1), (1, 1), (2, 1), (1, 1), (0, 1), (2, 1), (0, 1)]
    assert call_tree.paths(visits) == {(0,): (1, 5), (0, 1): (2, 4), (0, 1, 2): (2, 3), (0, 2): (1, 1)}


def test_a_routine_that_ends_in_another_returns_for_both():
    """f jumps to g, and g returns to main."""
    assert call_tree.paths([(0, 1), (1, 1), (2, 1), (0, 1)]) == {(0,): (1, 2), (0, 1): (1, 1), (0, 1, 2): (1, 1)}


def test_cycles_are_divided_without_a_remainder():
    found = {(0,): (1, 5), (0, 1): (2, 4), (0, 1, 2): (2, 3), (0, 2): (1, 4)}
    made = call_tree.shared(found, ["main", "f", "g"], {"main": 11, "f": 9, "g": 100})
    assert made[("main", "f", "g")][1] + made[("main", "g")][1] == 100
    assert made[("main", "f", "g")] == [2, 42] and made[("main",)] == [1, 11]


def test_order_and_totals():
    rows = call_tree.ordered({("a", "b"): [1, 5], ("a",): [1, 1], ("a", "c"): [2, 9], ("a", "b", "d"): [1, 3]})
    assert [(row["path"], row["cycles_total"]) for row in rows] == [
        ("a", 18), ("a > c", 9), ("a > b", 8), ("a > b > d", 3)]  # fmt: skip


@pytest.mark.parametrize("board", ["micaz", pytest.param("cortex-m0plus", marks=pytest.mark.slow)])
def test_it_agrees_with_the_profile(board):
    """Cycles and calls of each routine, over all of its paths, are those that the simulator counts."""
    request = Request(board, "fb-inv", backend="asm" if board == "micaz" else "c", curve="sect163r2")
    tree, flat = call_tree.call_tree(request), profile(request)
    calls, cycles = {}, {}
    for row in tree:
        name = row["path"].rpartition(call_tree.SEPARATOR)[2]
        calls[name] = calls.get(name, 0) + row["calls"]
        cycles[name] = cycles.get(name, 0) + row["cycles_self"]
    assert cycles == {row["routine"]: row["cycles_self"] for row in flat if row["cycles_self"]}
    assert calls == {row["routine"]: row["calls"] for row in flat if row["cycles_self"]}
    assert tree[0]["cycles_total"] == sum(row["cycles_self"] for row in flat)


def test_the_command_prints_it(lab):
    line = "profile --op fb-inv --curve sect163r2 --backend asm --tree --format"
    status, out, _ = lab(f"{line} json")
    tree = call_tree.call_tree(Request("micaz", "fb-inv", backend="asm", curve="sect163r2"))
    assert status == 0 and json.loads(out) == tree
    _, out, _ = lab(f"{line} table")
    deepest = max(tree, key=lambda row: row["path"].count(call_tree.SEPARATOR))["path"].split(call_tree.SEPARATOR)
    assert f"{'  ' * (len(deepest) - 1)}{deepest[-1]} " in out.decode()

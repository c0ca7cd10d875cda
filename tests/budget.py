"""Which tests a commit runs, so that `make test` and `make test-slow` keep to their budgets of processor seconds.

tests/costs.csv has the functions that cost a second or more, with the mean of a test. While all chosen tests together
cost no more than the budget, all of them run: so do those of one file or folder. Else dear functions take turns. Each
gets at most so many seconds, the same for all, that the sum is the budget: a function of 3 seconds and one of 30 both
run, the second on a tenth of its parameters, or in one commit of ten. What is cheap always runs.

A commit's sources (`run_facts.draw`) choose. The sampling is systematic: tests lie on a line, each as long as its
chance, by cost, and those on which a mark falls are run, one mark every 1.0 from a random start. So every test has its
chance in each commit, and the sum of costs hardly varies."""

import collections
import csv
import dataclasses
import io
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from motelab import ROOT

COSTS = Path(__file__).with_name("costs.csv")
LISTED_FROM_S = 1.0  # processor seconds of a function, over all its tests
# Processor seconds of tests alone; docs/tests.md has the time by the clock, with the builds of libraries.
BUDGET_S = {"fast": 380, "slow": 1300}


@dataclasses.dataclass(frozen=True)
class Cost:
    tests: int
    processor_s: float  # the mean of a test


def unit(node: str, together: bool = False) -> str:
    """The function of a test; its file, if the tests of a file are drawn together because of what they share."""
    return node.partition("::")[0] if together else node.partition("[")[0]


def listed() -> dict[str, Cost]:
    with COSTS.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    return {row["function"]: Cost(int(row["tests"]), float(row["processor_seconds_each"])) for row in rows}


def level(costs: Iterable[float], budget: float) -> float:
    """The largest seconds L for which the sum of min(cost, L) is within the budget; infinity if all of it is."""
    left, above = budget, sorted(costs)
    for i, cost in enumerate(above):
        if cost * (len(above) - i) > left:
            return left / (len(above) - i)
        left -= cost
    return float("inf")


def chosen(tests: dict[str, list[str]], costs: dict[str, float], budget: float, draw: float) -> set[str]:
    """The tests to run. `tests` are those of each unit, `costs` the processor seconds of all of a unit; `draw`, at
    least 0 and below 1, is the start of the marks."""
    most = level(costs.values(), budget)
    run = {test for name, of_unit in tests.items() if costs.get(name, 0) <= most for test in of_unit}
    place = draw
    for cost, name in sorted((cost, name) for name, cost in costs.items() if cost > most):
        for test in tests[name]:
            before, place = place, place + most / cost
            if int(place) > int(before):
                run.add(test)
    return run


def resting(items: list[pytest.Item], draw: str) -> set[str]:
    """The node identifiers of the tests that have no turn. `draw` is a hexadecimal number."""
    start = int(draw or "0", 16) / 16 ** len(draw or "0")
    known, rest = listed(), set()
    for name, budget in BUDGET_S.items():
        tests, costs = collections.defaultdict(list), collections.Counter()
        for item in items:
            if bool(item.get_closest_marker("slow")) == (name == "slow"):
                place = unit(item.nodeid, bool(item.get_closest_marker("drawn_together")))
                cost = known.get(unit(item.nodeid))
                tests[place].append(item.nodeid)
                costs[place] += cost.processor_s if cost else 0
        together = {place: of_unit for place, of_unit in tests.items() if "::" not in place}
        # A file that is drawn together is one test on the line.
        on_line = {place: [place] if place in together else of_unit for place, of_unit in tests.items()}
        run = chosen(on_line, costs, budget, start)
        run.update(node for place in together if place in run for node in together[place])
        rest.update(node for of_unit in tests.values() for node in of_unit if node not in run)
    return rest


def exists(function: str) -> bool:
    """Whether a listed function is still in its file."""
    path, _, name = function.partition("::")
    file = ROOT / path
    return file.exists() and f"def {name.rpartition('::')[2]}(" in file.read_text()


def merged(known: dict[str, Cost], measured: dict[str, float]) -> dict[str, Cost]:
    """The list, with the functions renewed of which a run has measured half of the tests or more; `measured` by node
    identifier. A smaller part would count the builds that the first test makes for all. Those below LISTED_FROM_S are
    left out. The number of tests is the largest seen."""
    found = collections.defaultdict(list)
    for node, seconds in measured.items():
        found[unit(node)].append(seconds)
    most = {name: max(len(of), known[name].tests if name in known else 0) for name, of in found.items()}
    fresh = {name: Cost(most[name], sum(of) / len(of)) for name, of in found.items() if 2 * len(of) >= most[name]}
    return {name: cost for name, cost in (known | fresh).items() if cost.tests * cost.processor_s >= LISTED_FROM_S}


def main(paths: list[str]) -> None:
    """Renews tests/costs.csv by build/processor-seconds*.csv, which runs of the tests leave."""
    costs = listed() if COSTS.exists() else {}
    for path in paths:
        with open(path, newline="") as stream:
            rows = [row for row in csv.DictReader(stream) if "::" in row["name"]]
        costs = merged(costs, {row["name"]: float(row["processor_seconds"]) for row in rows})
    text = io.StringIO()
    rows = ((name, cost.tests, f"{cost.processor_s:.3f}") for name, cost in sorted(costs.items()) if exists(name))
    csv.writer(text, lineterminator="\n").writerows([("function", "tests", "processor_seconds_each"), *rows])
    COSTS.write_text(text.getvalue())


if __name__ == "__main__":
    main(sys.argv[1:] or sys.exit("usage: python -m tests.budget build/processor-seconds.csv ..."))

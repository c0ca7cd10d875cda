"""Predicted times: the costs are those of docs/parallel and of the paper's Table 2; the arithmetic by hand."""

import pytest

from motelab.parallel import prediction
from motelab.parallel.prediction import Cost, Measured
from tests.parallel.test_page import costs

N = 192  # limbs: a multiple of 2, 3, 4 and 16
PAGE = [row for row in costs() if prediction.cost(row[0], int(row[1]), 64 * N, N // int(row[1])) is not None]


def squares(cost: Cost) -> float:
    """Products of limbs, in squares of N limbs."""
    return sum(count * a * b for (a, b), count in cost.products.items()) / N / N


@pytest.mark.parametrize("row", PAGE, ids=lambda row: f"{row[0]}-{row[1]}")
def test_costs_are_those_of_the_page(row):
    name, threads, barriers, total = row
    split = N // (4 * int(threads)) if name == "message-passing" else N // 2
    found = prediction.cost(name, int(threads), 64 * N, split)
    assert found.barriers == int(barriers)
    assert squares(found) == pytest.approx(total, rel=0.02)  # Barrett's products have a limb more


def test_every_parallel_algorithm_of_the_page_has_a_prediction():
    assert {row[:2] for row in costs() if row[1] != "1"} <= {row[:2] for row in PAGE}


@pytest.mark.parametrize("algorithm", ["montgomery", "barrett", "bipartite"])
@pytest.mark.parametrize("threads", [2, 4])
def test_table_2_agrees_where_algorithms_are_the_same(algorithm, threads):
    ours = prediction.cost(algorithm, threads, 64 * N, N // 2)
    theirs = prediction.cost_of_table_2(algorithm, threads, 64 * N)
    assert squares(theirs) == pytest.approx(squares(ours)) and theirs.barriers == ours.barriers


@pytest.mark.parametrize(
    ("algorithm", "threads", "shape", "products", "barriers"),
    [
        ("montgomery", 8, (96, 48), 3, 6),
        ("bipartite", 16, (48, 48), 2.5, 6),
        ("bipartite", 2, (192, 96), 2.5, 2),
        ("multipartite-v1", 4, (96, 96), 2.5 + 9 / 16, 3),
        ("multipartite-v2", 4, (96, 96), 1.5 + 9 / 16 + 2, 2),
        ("multipartite-v2", 6, (96, 64), 1.5 + 9 / 24 + 3, 2),
    ],
)
def test_table_2(algorithm, threads, shape, products, barriers):
    assert prediction.cost_of_table_2(algorithm, threads, 64 * N) == Cost({shape: products}, barriers)


def test_table_2_has_no_other_algorithms():
    assert prediction.cost_of_table_2("tripartite", 3, 1024) is None
    assert prediction.cost_of_table_2("montgomery", 1, 1024) is None


def test_lengths_that_do_not_divide():
    """521 bits are 9 limbs: halves of 5, thirds of 3, quarters of 3."""
    assert prediction.cost("montgomery", 4, 521).products == {(5, 5): 3}
    assert prediction.cost("bipartite", 2, 521, 5).products == {(9, 5): 2, (5, 5): 1}
    assert prediction.cost("bipartite", 2, 521, 1).products == {(9, 8): 2, (8, 8): 1}  # the longer side counts
    assert prediction.cost("multipartite-v1", 4, 521).products == {(3, 3): 8, (5, 5): 1}


def test_arithmetic():
    measured = Measured({(8, 4): 0.5, (4, 4): 0.25}, {("pool", 2): 0.75, ("pool", 6): 2.0})
    cost = prediction.cost("bipartite", 2, 512, 4)
    assert prediction.predicted(cost, "pool", 2, measured) == 2 * 0.5 + 0.25 + 0.75
    assert prediction.predicted(cost, "openmp", 2, measured) is None  # its hand-over is not known
    assert prediction.predicted(prediction.cost("montgomery", 4, 512), "pool", 4, measured) == 3 * 0.25 + 3 * 2.0
    assert prediction.predicted(prediction.cost("montgomery", 1, 512), "sequential", 1, measured) is None
    assert prediction.predicted(None, "pool", 2, measured) is None


def test_measured_products_and_hand_overs(monkeypatch):
    """The programs measure what the costs ask for."""
    monkeypatch.setenv("OMP_WAIT_POLICY", "passive")
    cost = Cost({(200, 200): 1, (4, 3): 1}, 2)
    found = prediction.measure([cost, None], processors=2, runs=1)
    assert found.products.keys() == {(200, 200), (4, 3)} and found.handovers.keys() == {("pool", 2), ("openmp", 2)}
    assert min(*found.products.values(), *found.handovers.values()) > 0
    assert prediction.measure([cost], processors=1, runs=1).handovers == {}

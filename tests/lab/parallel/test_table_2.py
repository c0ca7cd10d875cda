"""Times predicted by the paper's Table 2: its costs; the arithmetic by hand."""

import pytest

from motelab.parallel import table_2
from motelab.parallel.table_2 import Cost, Measured

N = 192  # limbs: a multiple of 2, 3, 4 and 16


@pytest.mark.parametrize(
    ("algorithm", "threads", "shape", "products", "barriers"),
    [
        ("montgomery", 8, (96, 48), 3, 6),
        ("barrett", 2, (192, 96), 3, 6),
        ("bipartite", 16, (48, 48), 2.5, 6),
        ("bipartite", 2, (192, 96), 2.5, 2),
        ("multipartite-v1", 4, (96, 96), 2.5 + 9 / 16, 3),
        ("multipartite-v2", 4, (96, 96), 1.5 + 9 / 16 + 2, 2),
        ("multipartite-v2", 6, (96, 64), 1.5 + 9 / 24 + 3, 2),
    ],
)
def test_costs(algorithm, threads, shape, products, barriers):
    assert table_2.cost(algorithm, threads, 64 * N) == Cost({shape: products}, barriers)


def test_it_has_no_other_algorithms():
    assert table_2.cost("tripartite", 3, 1024) is None
    assert table_2.cost("montgomery", 1, 1024) is None


def test_lengths_that_do_not_divide():
    """521 bits are 9 limbs: halves of 5, quarters of 3."""
    assert table_2.cost("montgomery", 8, 521).products == {(5, 3): 3}


def test_arithmetic():
    measured = Measured({(4, 4): 0.25}, {("pool", 2): 0.75, ("pool", 6): 2.0})
    cost = table_2.cost("montgomery", 4, 512)
    assert table_2.predicted(cost, "pool", 4, measured) == 3 * 0.25 + 3 * 2.0
    assert table_2.predicted(cost, "openmp", 4, measured) is None  # its hand-over is not known
    assert table_2.predicted(table_2.cost("montgomery", 8, 512), "pool", 8, measured) is None  # nor is this product
    assert table_2.predicted(None, "pool", 2, measured) is None


def test_measured_products_and_hand_overs(monkeypatch):
    """The programs measure what the costs ask for."""
    monkeypatch.setenv("OMP_WAIT_POLICY", "passive")
    cost = Cost({(200, 200): 1, (4, 3): 1}, 2)
    found = table_2.measure([cost, None], processors=2, runs=1)
    assert found.products.keys() == {(200, 200), (4, 3)} and found.handovers.keys() == {("pool", 2), ("openmp", 2)}
    assert min(*found.products.values(), *found.handovers.values()) > 0
    assert table_2.measure([cost], processors=1, runs=1).handovers == {}
    assert table_2.measure([], processors=2) == Measured({}, {})

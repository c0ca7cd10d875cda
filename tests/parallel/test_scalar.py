"""Scalar multiplication over prime fields by several threads: every method, number of threads and engine against GMP's
integers; costs of the formulas; algorithms of multiplication inside; wrong input; data races."""

import pytest

from motelab.library import parallel_build
from motelab.parallel import point_curves
from tests.parallel.test_parallel import SUPPRESSIONS, run

ENGINES = ("sequential", "openmp", "pool")


@pytest.fixture(scope="session")
def folder():
    return parallel_build.build(tests=True)


def numbers(name: str) -> list[str]:
    curve = point_curves.find(name)
    return [f"{number:x}" for number in (curve.p, curve.a, curve.b, curve.x, curve.y)]


@pytest.mark.parametrize("engine", ENGINES)
def test_tiny_curves(folder, engine):
    """Sums meet equal and opposite points, infinity and points of order 2 everywhere."""
    run(folder, "test_scalar", "tiny", "--engine", engine)


@pytest.mark.parametrize("name", ["secp256r1", "secp521r1"])
def test_a_curve(folder, name):
    run(folder, "test_scalar", "curve", *numbers(name), "--rounds", 1, "--engine", "sequential")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["secp384r1", point_curves.SUPERSINGULAR])
def test_other_curves(folder, name):
    run(folder, "test_scalar", "curve", *numbers(name), "--rounds", 1, "--engine", "sequential")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["openmp", "pool"])
def test_threads(folder, engine):
    run(folder, "test_scalar", "curve", *numbers("secp256r1"), "--rounds", 0, "--engine", engine)


def test_costs_of_formulas(folder):
    run(folder, "test_scalar", "counts")


def test_algorithms_inside(folder):
    run(folder, "test_scalar", "algorithms")


def test_wrong_input(folder):
    run(folder, "test_scalar", "inputs")


@pytest.mark.slow
def test_memory():
    """Under the address and undefined-behaviour sanitizers; no memory is lost."""
    folder = parallel_build.build("address,undefined", tests=True)
    for words in (("tiny", "--engine", "sequential"), ("counts",), ("algorithms",), ("inputs",)):
        run(folder, "test_scalar", *words, UBSAN_OPTIONS="halt_on_error=1")


@pytest.mark.slow
def test_races():
    """ThreadSanitizer finds none in the ring of doubled points, the lanes, the segments and the tables."""
    folder = parallel_build.build("thread", tests=True)
    run(folder, "test_scalar", "tiny", "--engine", "pool", TSAN_OPTIONS=SUPPRESSIONS)
    run(folder, "test_scalar", "curve", *numbers("secp256r1"), "--rounds", 0, "--engine", "pool",
        TSAN_OPTIONS=SUPPRESSIONS)  # fmt: skip


@pytest.mark.parametrize("kind", point_curves.KEYS)
def test_weights_of_the_paper(kind):
    """arruda2014, Table 15: 718 bits of which 646 meet empty entries of the table, and 71 additions of two points."""
    for name in point_curves.NAMES:
        curve = point_curves.find(name)
        key = point_curves.key_of(curve, kind)
        assert (curve.y**2 - curve.x**3 - curve.a * curve.x - curve.b) % curve.p == 0
        assert key.scalar.bit_length() <= key.bits and key.filled <= key.bits
        if kind == "random":
            assert 0 < key.scalar < curve.order
        else:
            assert key.scalar.bit_count() == point_curves.WEIGHTS[name]
    assert curve.multiply(curve.order) is None
    if kind == "paper":
        assert (key.scalar >> 256).bit_count() == 646 and key.effective.bit_count() == 72

"""Scalar multiplication on several threads over the library of curves: every method, number of threads and kind of
point against PARI/GP; batches against single calls; data races; wrong input."""

import functools
import random
import subprocess
from pathlib import Path

import pytest

from codegen import tau
from motelab.library import parallel_build
from tests.oracles import pari_curves as pari
from tests.oracles.pari_curves import Point

pytestmark = pytest.mark.drawn_together  # a build of their own, which costs more than they

FIELDS = "fb163;fb571;fp256r1;fp255"
SANITIZED_FIELDS = "fb163;fp255"
FOR_RESULTS = ("-DCMAKE_C_FLAGS_RELEASE=-O1",)
BATCH_CURVES = ("sect163k1", "sect571k1", "secp256r1", "Curve25519")
KOBLITZ = ("sect163k1", "sect571k1")  # cofactors 2 and 4
COFACTOR_2 = ("sect163r1", "sect163r2", "sect571r1")
SPLITS = [
    *((curve, "tau-split", threads) for curve in KOBLITZ for threads in (1, 2, 3, 4)),
    *((curve, "tau-split-wide", threads) for curve in KOBLITZ for threads in (1, 2, 3, 4)),
    *((curve, "halve-double", threads) for curve in COFACTOR_2 for threads in (1, 2)),
]


@pytest.fixture(scope="session")
def folder() -> Path:
    return parallel_build.build(tests=True, fields=FIELDS, options=FOR_RESULTS)


def products(folder: Path, curve: str, method: str, threads: int, engine: str, pairs) -> tuple[list[Point], int]:
    """What test_binary makes of scalars and points, and how many products it made again; skips the test where the
    processor lacks the method's instructions."""
    lines = "".join("{:x} {:x} {:x}\n".format(k, *(point or (0, 0))) for k, point in pairs)
    command = [str(folder / "test_binary"), curve, method, str(threads), engine]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[:3000]
    *points, repeats = done.stdout.splitlines()
    if repeats == "none":
        assert method == "tau-split-wide"
        pytest.skip("this processor has no four products side by side")
    found = [tuple(int(word, 16) for word in line.split()) for line in points]
    return [point if any(point) else None for point in found], int(repeats)


@functools.cache
def cases(curve: str) -> tuple[tuple[tuple[int, Point], ...], tuple[Point, ...]]:
    """Scalars with points, and their products by PARI/GP."""
    n, degree = pari.order(curve), pari.RECORDS[curve]["field"]["m"]
    draw = random.Random(curve)
    edges = [0, 1, 2, 3, n - 1, n, n + 1, 2**degree - 1]
    edges += [1 << j for j in (degree // 2, degree - 1)]
    edges += [pow(2, -j, n) for j in (1, degree // 4, 3 * degree // 8, degree // 2, degree - 1)]  # digits of one half
    edges += [eigenvalue_power(curve, s) for s in (degree // 4, degree // 2, 3 * degree // 4) if curve in pari.KOBLITZ]
    point = pari.multiples(curve, [draw.randrange(1, n)])[0]
    others = [None, pari.order_two(curve), *pari.outside_subgroup(curve), pari.negative(curve, point)]
    pairs = [(k, point) for k in edges]
    pairs += [(k, other) for other in others for k in (0, 1, 2, n, draw.getrandbits(degree))]
    expressions = [f"multiply({pari.text(p)}, {k})" for k, p in pairs]
    return tuple(pairs), tuple(pari.evaluate(curve, expressions))


def eigenvalue_power(curve: str, s: int) -> int:
    """The number modulo n that does to points of prime order what tau^s does: such scalars leave ranges of digits
    empty."""
    n, degree, mu = pari.order(curve), pari.RECORDS[curve]["field"]["m"], pari.KOBLITZ[curve]
    c0, c1 = tau.modulus_subgroup(degree, mu)  # zero, if tau is this number
    return pow(-c0 * pow(c1, -1, n), s, n)


@pytest.mark.parametrize(("curve", "method", "threads"), SPLITS)
def test_edges(folder, curve, method, threads):
    pairs, expected = cases(curve)
    found, _ = products(folder, curve, method, threads, "sequential", pairs)
    assert found == list(expected)


@functools.cache
def random_cases(curve: str) -> tuple[tuple[tuple[int, Point], ...], tuple[Point, ...]]:
    n, degree = pari.order(curve), pari.RECORDS[curve]["field"]["m"]
    draw = random.Random(f"random {curve}")
    factors = [(draw.getrandbits(degree), draw.randrange(1, n)) for _ in range(20)]
    points = pari.multiples(curve, [factor for _, factor in factors])
    expected = pari.multiples(curve, [k * factor % n for k, factor in factors])
    return tuple((k, point) for (k, _), point in zip(factors, points, strict=True)), tuple(expected)


@pytest.mark.parametrize(("curve", "method", "threads"), SPLITS)
def test_random_points(folder, curve, method, threads):
    """With the pool, and nothing is made again."""
    pairs, expected = random_cases(curve)
    found, repeats = products(folder, curve, method, threads, "pool", pairs)
    assert found == list(expected)
    assert repeats == 0


def test_openmp(folder):
    pairs, expected = random_cases("sect163k1")
    assert products(folder, "sect163k1", "tau-split", 2, "openmp", pairs)[0] == list(expected)


def run(folder: Path, *arguments: str) -> None:
    done = subprocess.run([str(folder / arguments[0]), *arguments[1:]], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[:3000]


def test_wrong_input(folder):
    run(folder, "test_binary", "--bad")


def test_batches(folder):
    run(folder, "test_batch", *BATCH_CURVES)


@pytest.mark.slow
def test_races():
    """ThreadSanitizer finds none in the splits, in batches, and in the library of curves called at once."""
    folder = parallel_build.build("thread", tests=True, fields=SANITIZED_FIELDS, options=FOR_RESULTS)
    for curve, method in (("sect163k1", "tau-split"), ("sect163k1", "tau-split-wide"), ("sect163r2", "halve-double")):
        pairs, expected = random_cases(curve)
        assert products(folder, curve, method, 2, "pool", pairs)[0] == list(expected)
    run(folder, "test_batch", "sect163k1", "sect163r2", "Curve25519")


@pytest.mark.slow
def test_memory():
    """Under the address and undefined-behaviour sanitizers."""
    folder = parallel_build.build("address,undefined", tests=True, fields=SANITIZED_FIELDS, options=FOR_RESULTS)
    for curve, method in (("sect163k1", "tau-split"), ("sect163k1", "tau-split-wide"), ("sect163r2", "halve-double")):
        pairs, expected = cases(curve)
        assert products(folder, curve, method, 2, "sequential", pairs)[0] == list(expected)
    run(folder, "test_binary", "--bad")
    run(folder, "test_batch", "sect163k1", "Curve25519")

"""The library of parallel modular multiplication: every algorithm, engine and number of threads against GMP's integers,
what its pool of threads outlives, its data races, wrong input, its names and its installation."""

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from motelab import ROOT
from motelab.common.errors import MissingTool
from motelab.library import parallel_build
from motelab.measure import arm_package, parallel_armhf

# Bits: one limb and less; odd numbers of limbs and of bits; 16,384 as the longest.
SMALL = (2, 3, 63, 64, 65, 128, 192, 255, 320, 521)
LARGE = (1536, 2049, 4160, 8191, 16384)
LANES = (2, 51, 52, 64, 103, 104, 521, 1024, 1536)
# Bits: one digit of 52 bits less and more in each number of vectors; more rows than a sum holds without carries.
DIGITS = (51, 52, 103, 104, *(416 * vectors + more for vectors in range(1, 22) for more in (-1, 0)), 150_000)
# Bits: one, four and five vectors of residues; the longest of a number of vectors and one more, and what is too long.
RESIDUES = (2, 63, 64, 65, 201, 202, 521, 821, 822, 1024, 1029, 1030, 1040, 1237)
FACTORS = (1, 11, 12, 13, 26, 39, 40, 80, 1024, 1025)  # limbs: below and from what lanes multiply; whole digits and not
IN_LANES = ("montgomery-lanes", "barrett-lanes", "bipartite-lanes", "bipartite-ifma")  # on two threads
WORDS = tuple(64 * limbs for limbs in (*range(1, 14), 16, 17, 24, 25))  # numbers with a kernel of their own, or without
ENGINE_TESTS = ("order", "messages", "many", "crowd", "fork", "signal", "sleep", "nested")
SUPPRESSIONS = f"suppressions={Path(__file__).with_name('libgomp.supp')}"
SYMBOL = re.compile(r"^[0-9a-f]+ [A-Z] (\S+)$", re.M)


def run(
    folder: Path, name: str, *arguments: object, runner: Sequence[str] = (), **environment: str
) -> subprocess.CompletedProcess:
    """A test program, with its failures as the message of the assertion."""
    command = [*runner, str(folder / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=os.environ | environment)
    assert done.returncode == 0, done.stderr[:3000]
    return done


@pytest.fixture(scope="session")
def folder() -> Path:
    return parallel_build.build(tests=True)


def test_products(folder):
    run(folder, "test_modmul", *SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("bits", LARGE)
def test_long_products(folder, bits):
    run(folder, "test_modmul", "--rounds", 1, bits)


def test_a_long_product(folder):
    run(folder, "test_modmul", "--rounds", 1, 1031)


def test_digits_of_52_bits(folder):
    run(folder, "test_modmul", "--rounds", 1, "--engine", "sequential", "--algorithm", "montgomery-ifma", *DIGITS)


def test_products_in_lanes(folder):
    run(folder, "test_product", *FACTORS)


@pytest.mark.parametrize("algorithm", [*IN_LANES, "multipartite-v1-lanes", "multipartite-v2-lanes"])
def test_multiplications_in_lanes(folder, algorithm):
    run(folder, "test_modmul", "--rounds", 1, "--engine", "sequential", "--algorithm", algorithm, 831, 1664, 3330)


def test_rows_of_words(folder):
    run(folder, "test_modmul", "--rounds", 8, "--engine", "sequential", "--algorithm", "montgomery-words", *WORDS)


def test_partial_reductions(folder):
    run(folder, "test_partial", 1, 2, 3, 8)


def test_lanes(folder):
    run(folder, "test_lanes", *LANES)


@pytest.mark.slow
def test_long_lanes(folder):
    run(folder, "test_lanes", 4099, 16384)


def test_residues(folder):
    run(folder, "test_residues", *RESIDUES)


@pytest.mark.slow
def test_long_residues(folder):
    run(folder, "test_residues", 2048, 4096, 16384)


@pytest.mark.parametrize("name", ENGINE_TESTS)
def test_engine(folder, name):
    run(folder, "test_engine", name)


def test_wrong_input(folder):
    run(folder, "test_inputs")


@pytest.mark.slow
def test_fewer_openmp_threads_than_asked_for(folder):
    run(folder, "test_modmul", "--engine", "openmp", "--rounds", 1, 192, OMP_THREAD_LIMIT="2")


@pytest.mark.slow
def test_limbs_of_32_bits():
    """On the processor of the board imx6: odd numbers of limbs and of bits, in all of which the halves differ."""
    try:
        folder = parallel_armhf.build(tests=True)
    except arm_package.NotFetched as reason:
        pytest.skip(str(reason))
    runner = parallel_armhf.RUNNER
    run(folder, "test_modmul", "--engine", "sequential", "--rounds", 1, 31, 32, 96, 160, 521, 1031, runner=runner)
    run(folder, "test_partial", 1, 2, 5, runner=runner)
    run(folder, "test_inputs", runner=runner)
    run(folder, "test_scalar", "counts", runner=runner)
    run(folder, "test_scalar", "tiny", "--engine", "sequential", runner=runner)


@pytest.mark.slow
def test_memory():
    """Under the address and undefined-behaviour sanitizers; no memory is lost."""
    folder = parallel_build.build("address,undefined", tests=True)
    run(folder, "test_modmul", "--engine", "sequential", "--rounds", 1, *SMALL, 1031, UBSAN_OPTIONS="halt_on_error=1")
    run(folder, "test_lanes", *LANES)
    run(folder, "test_residues", *RESIDUES)
    run(folder, "test_inputs")


@pytest.mark.slow
def test_races():
    """ThreadSanitizer finds none in the pool, in its calls and in the algorithms that it runs."""
    folder = parallel_build.build("thread", tests=True)
    tests = set(ENGINE_TESTS) - {"fork", "many"}  # it refuses new threads in a forked child
    for name in sorted(tests):  # order and messages are tried with OpenMP, too
        run(folder, "test_engine", name, TSAN_OPTIONS=SUPPRESSIONS)
    run(folder, "test_modmul", "--engine", "pool", "--rounds", 1, 192, 320, 521)
    for algorithm in IN_LANES:  # long enough for lanes
        run(folder, "test_modmul", "--engine", "pool", "--rounds", 1, "--algorithm", algorithm, 1664)


@pytest.mark.slow
def test_races_with_openmp():
    folder = parallel_build.build("thread", tests=True)
    run(folder, "test_modmul", "--engine", "openmp", "--rounds", 1, 320, TSAN_OPTIONS=SUPPRESSIONS)


def test_without_gmp():
    """A line that names the package."""
    elsewhere = ("-DCMAKE_FIND_ROOT_PATH=/nowhere", "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY")
    with pytest.raises(MissingTool, match="libgmp-dev"):
        parallel_build.build(kind="without-gmp", options=elsewhere)


def test_names(folder):
    """Every symbol begins with mc_parallel_; the core library names neither GMP nor threads."""
    command = ["nm", "--extern-only", "--defined-only", str(folder / "libmotecurve_parallel.a")]
    symbols = SYMBOL.findall(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert len(symbols) > 30
    assert [name for name in symbols if not name.startswith("mc_parallel_")] == []
    for path in (*ROOT.glob("src/**/*.[ch]"), *ROOT.glob("include/motecurve/*.h")):
        assert not re.search(r"#include <(gmp|pthread|omp)\.h>", path.read_text()), path

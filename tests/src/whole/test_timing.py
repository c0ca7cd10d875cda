"""The time of ECDH, with the widest kernels that this processor has, does not reveal the private key. Times of one
key among random ones are compared by Welch's t-test, cropped at many heights (Reparaz, Balasch and Verbauwhede 2017,
dudect). A disturbance affects single runs, a leak all of them: the smallest t of several runs decides."""

import statistics
import subprocess

import pytest

from motelab import ROOT
from motelab.library import host
from motelab.subjects import curves
from tests.src.native.x86_64 import processor

SOURCE = ROOT / "tests/src/whole/fixed_against_random.c"
COUNT, CROPS = 20_000, 20
MOST_RUNS, RUNS_WITH_A_LEAK = 5, 3
# Below the first there is no evidence of a leak, above the second no doubt.
NO_EVIDENCE, NO_DOUBT = 5, 10
LEAK = 150  # rounds of an empty loop for each of four bits on average: some hundred of a hundred thousand cycles
Times = tuple[list[int], list[int]]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    library = host.build(64)
    path = tmp_path_factory.mktemp("timing") / "fixed_against_random"
    flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", f"-I{ROOT / 'include'}"]
    links = [f"-L{library}", "-lmotecurve", f"-Wl,-rpath,{library}"]
    subprocess.run(["cc", *flags, SOURCE, "-o", path, *links], check=True)
    return path


def times(program, curve: str, leak: int = 0) -> Times:
    """Times with the fixed key, and with random ones."""
    host.require(curves.find(curve).field)
    run = subprocess.run([program, curve, str(COUNT), str(leak)], check=True, capture_output=True, text=True)
    level, *lines = run.stdout.splitlines()
    if processor.has("lm"):
        assert level == processor.level("adx" if processor.has_adx() else "x86_64")
    measured: Times = ([], [])
    for line in lines:
        is_random, nanoseconds = map(int, line.split())
        measured[is_random].append(nanoseconds)
    return measured


def welch(fixed: list[int], random: list[int]) -> float:
    """Welch's t: the difference of the means in standard errors."""
    error = sum(statistics.variance(times) / len(times) for times in (fixed, random)) ** 0.5
    return abs(statistics.fmean(fixed) - statistics.fmean(random)) / max(error, 1e-9)


def worst(measured: Times) -> float:
    """The greatest t of the times below each of many heights; most heights are low, where other programs disturb
    least."""
    merged = sorted(measured[0] + measured[1])
    heights = {merged[int(len(merged) * (1 - 0.5 ** (10 * (i + 1) / CROPS))) - 1] for i in range(CROPS)} | {merged[-1]}
    cropped = [tuple([t for t in times if t <= height] for times in measured) for height in heights]
    return max(welch(*both) for both in cropped if min(map(len, both)) > COUNT // 20)


def test_statistics():
    """With numbers whose t is known."""
    fixed = [0, 2, 0, 2, 0, 2, 0, 2]
    assert statistics.variance(fixed) == pytest.approx(8 / 7)
    assert welch(fixed, [t + 1 for t in fixed]) == pytest.approx(1 / (2 * 8 / 7 / 8) ** 0.5)


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("curve", ["sect283k1", "sect283r1"])
def test_time_tells_nothing_of_the_key(program, curve):
    found = []
    while len(found) < MOST_RUNS and min(found, default=NO_EVIDENCE) >= NO_EVIDENCE:
        found.append(worst(times(program, curve)))
    assert min(found) < NO_EVIDENCE, found


@pytest.mark.slow
def test_a_planted_leak_is_found(program):
    """A leak of less than a hundredth of the time."""
    found = [worst(times(program, "sect283k1", leak=LEAK)) for _ in range(RUNS_WITH_A_LEAK)]
    assert min(found) > NO_DOUBT, found

"""A stand-in for the programs that measure: times that follow from size, algorithm and engine."""

import itertools
import math

import pytest

from motelab.commands.parallel import predict
from motelab.parallel import modmul, programs, topology, unfinished
from tests.lab.parallel.test_topology import tree

COLUMNS = ("algorithm", "engine", "threads", "squares", "splits")
COLUMNS_OF_PARTS = (
    "algorithm", "threads", "engine", "bits", "split", "runs", "what", "phase", "thread", "minimum", "median",
    "verified",
)  # fmt: skip
OFFERS = (
    ("gmp", "sequential", "1", "0", "0"),
    ("montgomery", "sequential", "1", "0", "0"),
    ("rns", "sequential", "1", "0", "0"),
    ("comba-square", "sequential", "1", "1", "0"),
    ("openssl", "sequential", "1", "0", "0"),
    ("bipartite", "openmp", "2 4", "0", "1"),
    ("bipartite", "pool", "2 4", "0", "1"),
    ("tripartite", "pool", "3", "0", "0"),
    ("lanes-ifma", "simd", "1", "0", "0"),
)
FACTORS = {
    "gmp": 3.0,
    "montgomery": 2.0,
    "rns": 9.0,
    "comba-square": 1.5,
    "openssl": 2.5,
    "lanes-ifma": 0.25,
    "comba-words": 0.5,
}
HANDOVERS = {"openmp": 100.0, "pool": 50.0, "sequential": 0.0, "simd": 0.0}


def time_of(algorithm: str, threads: int, engine: str, bits: int) -> float:
    """Microseconds: (bits / 64)^2 times a factor, or 2 / threads of it and a hand-over."""
    return (bits / 64) ** 2 * FACTORS.get(algorithm, 2 / threads) + HANDOVERS[engine]


class Programs:
    """In place of programs.run; `calls` are the calls of modmul_times. With `ends_after`, Ctrl-C comes after so many.
    `wrong` names an algorithm whose results are wrong."""

    def __init__(self):
        self.calls: list[list[str]] = []
        self.environments: list[dict[str, str]] = []
        self.ends_after = math.inf
        self.wrong = ""
        self.offers = list(OFFERS)
        self.processors = (0, 1)
        self.moves: list[set[int]] = []  # where the process was sent, and back

    def run(self, name: str, *arguments: object, environment=None, prefix=()) -> list[dict[str, str]]:
        words = [str(argument) for argument in arguments]
        return getattr(self, name)(words, environment)

    def product_times(self, words, environment):
        shapes = [word.split("x") for word in words if "x" in word]
        return [{"a_limbs": a, "b_limbs": b, "minimum": str(int(a) * int(b))} for a, b in shapes]

    def handover(self, words, environment):
        phases = int(words[words.index("--phases") + 1])
        engines = ("pool", "openmp")
        return [{"engine": one, "minimum_nanoseconds": str(HANDOVERS[one] * 500 * phases)} for one in engines]

    def phase_times(self, words, environment):
        option = dict(itertools.pairwise(words))
        tests = [word.split(":") for word in words if ":" in word]
        return [one for bits in option["--bits"].split(",") for test in tests for one in self.parts(test, int(bits))]

    def parts(self, test: list[str], bits: int) -> list[dict[str, str]]:
        """Of a phase that takes every thread 50, and one of the caller that takes 10: with two threads 111 by the pool,
        161 by OpenMP."""
        algorithm, threads, engine, *split = test
        numbers, handover = range(int(threads)), HANDOVERS[engine]
        found = [("whole", "", 0, time_of(algorithm, int(threads), engine, bits))] if len(numbers) < 3 else []
        if len(numbers) > 1:
            found += [(what, "0", thread, time) for what, time in (("paired", 50), ("alone", 40)) for thread in numbers]
            found += [(what, "1", thread, 0 if thread else 10) for what in ("paired", "alone") for thread in numbers]
            late = {"0": 1, "1": handover, "00": 2, "11": handover + 2, "01": handover, "10": handover}
            found += [("late", path, 0, 10 * len(path) + more) for path, more in late.items()]
            found += [("serial", "", 0, 1), ("work", "", 0, 10)]
        usual = "4" if algorithm == "bipartite" else "0"
        known = (algorithm, threads, engine, str(bits), (split or [usual])[0], "200")
        right = "0" if algorithm == self.wrong else "1"
        lines = ((*known, what, phase, str(thread), str(time), str(time), right) for what, phase, thread, time in found)
        return [dict(zip(COLUMNS_OF_PARTS, values, strict=True)) for values in lines]

    def modmul_times(self, words, environment):
        if words == ["--list"]:
            return [
                dict(zip(("algorithm", "engine", "threads", "squares", "splits"), o, strict=True)) for o in self.offers
            ]
        if len(self.calls) >= self.ends_after:
            raise KeyboardInterrupt
        self.calls.append(words)
        self.environments.append(environment)
        option = dict(itertools.pairwise(words))
        tests = [word.split(":") for word in words if ":" in word]
        return [self.line(test, int(bits), option["--runs"]) for bits in option["--bits"].split(",") for test in tests]

    def line(self, test: list[str], bits: int, runs: str) -> dict[str, str]:
        algorithm, threads, engine, *split = test
        time = time_of(algorithm, int(threads), engine, bits)
        usual = "4" if algorithm == "bipartite" else "0"
        return {
            "algorithm": algorithm, "threads": threads, "engine": engine, "bits": str(bits),
            "split": (split or [usual])[0], "batch": "8" if engine == "simd" else "1", "runs": runs, "calls": "1",
            "minimum": str(time), "median": str(time * 1.5), "spread": str(time / 2),
            "verified": "0" if algorithm == self.wrong else "1",
        }  # fmt: skip


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Programs:
    """Two cores, with governors, in a folder `cpu`; programs that take no time."""
    stand_in = Programs()
    monkeypatch.setattr(programs, "run", stand_in.run)
    monkeypatch.setattr(topology, "SYSTEM", tree(tmp_path / "cpu", ["0", "1"]))
    monkeypatch.setattr(topology.os, "sched_getaffinity", lambda process: set(stand_in.processors))
    monkeypatch.setattr(topology.os, "sched_setaffinity", lambda process, numbers: stand_in.moves.append(numbers))
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    monkeypatch.setattr(unfinished, "FILE", tmp_path / "unfinished.json")
    monkeypatch.setattr(predict, "UNFINISHED", tmp_path / "unfinished-predictions.json")
    modmul.offers.cache_clear()
    yield stand_in
    modmul.offers.cache_clear()

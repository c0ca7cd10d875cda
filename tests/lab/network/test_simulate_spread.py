"""Simulations on Dask clusters: the same rows from one worker and from two; a worker that dies costs its task alone."""

import logging
import os
import signal
from pathlib import Path

import distributed
import pytest

from motelab.common.errors import MotecurveError
from motelab.network.simulation import run, spread
from motelab.network.simulation.run import Request

pytestmark = pytest.mark.slow
REQUESTS = [Request(nodes=20, scheme=scheme, seed=seed) for scheme in ("global", "ecqv") for seed in range(5)]
FATAL = REQUESTS[3]


def noted(task, sources):
    """The answer of `simulated`, after a note in the folder NOTED that it was asked; the process dies when FATAL is
    asked for the first time."""
    note = Path(os.environ["NOTED"]) / f"{task[0].scheme}-{task[0].seed}"
    asked_before = note.exists()
    with note.open("a") as stream:
        stream.write("x")
    if task[0] == FATAL and not asked_before:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"row": run.simulate(task[0])}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_lost_worker_costs_its_task(workers, tmp_path, monkeypatch):
    alone = [run.simulate(request) for request in REQUESTS]
    monkeypatch.setenv("NOTED", str(tmp_path))
    monkeypatch.setattr(spread, "simulated", noted)
    settings = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with distributed.LocalCluster(n_workers=workers, **settings) as cluster:
        assert spread.simulate(REQUESTS, cluster.scheduler_address) == alone
    times = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert times[f"{FATAL.scheme}-{FATAL.seed}"] == 2 and sum(times.values()) <= len(REQUESTS) + 3


def test_processes_of_this_computer(tmp_path):
    """The journal serves a run with another number of processes."""
    alone = [run.simulate(request) for request in REQUESTS[:4]]
    assert spread.simulate(REQUESTS[:4], jobs=2, output=tmp_path / "rows") == alone
    assert spread.simulate(REQUESTS[:4], jobs=1, output=tmp_path / "rows", arrived=pytest.fail) == alone


def test_worker_with_other_sources():
    with pytest.raises(MotecurveError, match="has other sources; give it the same checkout"):
        spread.simulated((REQUESTS[0], "of another checkout"), "")


def test_no_scheduler(lab):
    status, _, error = lab("network simulate --nodes 9 --scheduler tcp://127.0.0.1:9")
    assert status == 2 and "no Dask scheduler answers at tcp://127.0.0.1:9" in error

"""Sweeps on Dask clusters: the same answers from one worker and from two; a worker that dies costs its task alone."""

import logging

import distributed
import pytest

from motelab.common.errors import MotecurveError
from motelab.measure import bench
from motelab.sweep import run
from motelab.sweep.journal import Journal
from motelab.sweep.work import Work, write
from tests.lab.sweep.conftest import made_up, noted

pytestmark = pytest.mark.slow


@pytest.fixture(params=[1, 2], ids=lambda count: f"{count} workers")
def scheduler(request, tmp_path, monkeypatch):
    """A cluster of its own, as `dask scheduler` and `dask worker` make one; yields its address."""
    monkeypatch.setenv("NOTED", str(tmp_path / "noted"))
    monkeypatch.setenv("FATAL", "micaz-11")
    (tmp_path / "noted").mkdir()
    settings = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with distributed.LocalCluster(n_workers=request.param, **settings) as cluster:
        yield cluster.scheduler_address


def test_a_lost_worker_costs_its_task(scheduler, tmp_path, requests, monkeypatch):
    monkeypatch.setattr(run, "IN_FLIGHT", 7)  # so that most tasks are submitted as others end
    with run.cluster(scheduler, 1) as client, Journal(tmp_path / "journal") as journal:
        answers = lambda asked: run.answers_of(client, noted, asked)  # noqa: E731
        assert run.sweep(requests, journal, answers, lambda request, answer: None) == {}
    assert set(journal.answers) == {bench.command_for(request) for request in requests}
    assert all(journal.answers[bench.command_for(request)] == made_up(request) for request in requests)
    times = {path.name: path.stat().st_size for path in (tmp_path / "noted").iterdir()}
    assert times["micaz-11"] == 2 and sum(times.values()) <= len(requests) + 3  # with answers that were on their way


def test_worker_with_other_sources(requests):
    with pytest.raises(MotecurveError, match="has other sources; give it the same checkout"):
        run.measured(requests[0], "of another checkout")


def test_errors_of_a_cluster():
    assert "lost" in run.failure(distributed.KilledWorker("task", "worker", 3))["failure"]
    for error, message in (
        (MotecurveError("avr-gcc is not installed"), "^avr-gcc is not installed$"),
        (
            RuntimeError("Error during deserialization\nof the graph"),
            r"failed \(Error during deserialization\); its sch",
        ),
    ):
        with pytest.raises(MotecurveError, match=message):
            run.failure(error)


def test_no_scheduler():
    with (
        pytest.raises(MotecurveError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"),
        run.cluster("tcp://127.0.0.1:9", 1),
    ):
        pass


def test_stores_are_equal(tmp_path, requests, monkeypatch):
    """Whatever the number of workers, the bytes of the store."""
    monkeypatch.setenv("NOTED", str(tmp_path))
    monkeypatch.delenv("FATAL", raising=False)
    for jobs in (1, 2):
        with run.cluster(None, jobs) as client, Journal(tmp_path / f"{jobs}.journal") as journal:
            run.sweep(requests, journal, lambda asked, c=client: run.answers_of(c, noted, asked), lambda *_: None)
        write(Work(requests, journal, tmp_path / "nowhere"), tmp_path / f"store{jobs}")
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / f"store{jobs}").iterdir()} for jobs in (1, 2))
    assert one == two

"""A sweep that is killed at any moment loses nothing: the journal, and the store at the end."""

import itertools
import os
import random
import signal

import pytest

from motelab.common.errors import MotecurveError
from motelab.sweep import run, work
from motelab.sweep.journal import Journal
from tests.lab.sweep.conftest import made_up

KILLS = 20


def answered(requests):
    return ((request, made_up(request)) for request in requests)


def swept(requests, file, nowhere) -> None:
    """Answers what the journal lacks."""
    journal = Journal(file)
    todo = work.Work(requests, journal, nowhere)
    with journal:
        run.sweep(todo.missing(), journal, answered, lambda request, answer: None)


def stored(requests, file, folder) -> dict[str, bytes]:
    """The bytes of the store of a journal, by name of the file."""
    work.write(work.Work(requests, Journal(file), folder / "nowhere"), folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def killed_after(seconds, requests, file, nowhere) -> bool:
    """Sweeps in a process that dies at once, without any farewell, after so many seconds of processor time; returns
    whether it did."""
    child = os.fork()
    if child == 0:
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            swept(requests, file, nowhere)
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1] == signal.SIGPROF


def test_killed_at_random_moments(tmp_path, requests):
    swept(requests, tmp_path / "whole", tmp_path)
    file, seed = tmp_path / "killed", random.randrange(2**32)
    moments, killed, known = random.Random(seed), 0, 0
    while killed < KILLS or known < len(requests):
        if known == len(requests):
            file.unlink()  # begins again, until it has been killed often enough
            known = 0
        killed += killed_after(moments.uniform(0.001, 0.03), requests, file, tmp_path)
        found = len(Journal(file).answers)
        assert found >= known, f"seed {seed}: of {known} answers {found} are left"
        known = found
    one, other = (stored(requests, tmp_path / name, tmp_path / f"{name}-store") for name in ("whole", "killed"))
    assert one == other and len(one) == 3


@pytest.mark.parametrize("lost", [1, 2, 40, 500])
def test_torn_line(tmp_path, requests, lost):
    """The last line, without its last bytes, is measured again; nothing else is."""
    file = tmp_path / "journal"
    swept(requests, file, tmp_path)
    whole = Journal(file).answers
    file.write_bytes(file.read_bytes()[:-lost])
    torn = Journal(file)
    last = next(reversed(whole))
    if lost == 1:  # the end of the line alone
        assert torn.answers == whole and torn.damaged == 0
    else:
        assert torn.answers == {command: whole[command] for command in whole if command != last} and torn.damaged == 1
    swept(requests, file, tmp_path)
    again = Journal(file)
    assert again.answers == whole and again.damaged == torn.damaged


def test_corrupt_lines(tmp_path, requests):
    """A bit that flips anywhere costs the lines that hold it."""
    file, draw = tmp_path / "journal", random.Random(7)
    swept(requests, file, tmp_path)
    whole, data = Journal(file).answers, file.read_bytes()
    for place in draw.sample(range(len(data)), 60):
        flipped = bytearray(data)
        flipped[place] ^= 1 << draw.randrange(8)
        file.write_bytes(flipped)
        found = Journal(file)
        assert found.damaged in (1, 2) and found.answers.items() <= whole.items()
        assert len(whole) - 2 <= len(found.answers) < len(whole)
    swept(requests, file, tmp_path)
    assert Journal(file).answers == whole


def test_two_at_once(tmp_path, requests):
    with (
        Journal(tmp_path / "journal"),
        pytest.raises(MotecurveError, match="another sweep"),
        Journal(tmp_path / "journal"),
    ):
        pass


def test_failures_are_not_kept(tmp_path, requests):
    """A row that failed is asked again by the next run."""
    wrong = requests[5]

    def answers(asked):
        return ((r, {"failure": "no"} if r == wrong else made_up(r)) for r in asked)

    with Journal(tmp_path / "journal") as journal:
        failures = run.sweep(requests, journal, answers, lambda request, answer: None)
    assert list(failures.values()) == ["no"]
    assert work.Work(requests, Journal(tmp_path / "journal"), tmp_path).missing() == [wrong]


def test_stops_after_its_minutes(tmp_path, requests, monkeypatch):
    """By a clock on which each look takes a second."""
    clock = itertools.count()
    monkeypatch.setattr(run.time, "monotonic", lambda: next(clock))
    with Journal(tmp_path / "journal") as journal:
        run.sweep(requests, journal, answered, lambda request, answer: None, minutes=10 / 60)
    assert len(journal.answers) == 11

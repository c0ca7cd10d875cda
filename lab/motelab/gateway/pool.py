"""Threads that answer requests. Their queue is bounded: who gives them more waits, and so reads no more."""

import dataclasses
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

AT_ONCE = 256  # requests of one call: more share hardly more
JOBS_FOR_A_THREAD = 8  # that may wait

Answerer = Callable[[list[bytes]], list[bytes]]


@dataclasses.dataclass(frozen=True)
class Job:
    """Request lines, and where their answers go, in the same order."""

    lines: Sequence[bytes]
    answers: "Future[list[bytes]]"


class Pool:
    """`threads` threads that call `answer` with up to `at_once` requests, of several jobs where many wait. Every job
    that `submit` took has its answers, or the exception of `answer`, before `close` returns."""

    def __init__(self, answer: Answerer, threads: int, at_once: int = AT_ONCE) -> None:
        self._answer, self._at_once = answer, at_once
        self._jobs: queue.Queue[Job | None] = queue.Queue(threads * JOBS_FOR_A_THREAD)
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def submit(self, lines: Sequence[bytes]) -> "Future[list[bytes]]":
        """The answers to come; waits while the queue is full."""
        job = Job(lines, Future())
        self._jobs.put(job)
        return job.answers

    def close(self) -> None:
        """Ends the threads when all jobs are done."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, is_last = self._more(first)
            self._run(jobs)
            if is_last:
                return

    def _more(self, first: Job) -> tuple[list[Job], bool]:
        """The first job and those that wait and fit beside it; whether this thread then ends."""
        jobs, count = [first], len(first.lines)
        while count < self._at_once:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return jobs, True
            jobs.append(job)
            count += len(job.lines)
        return jobs, False

    def _run(self, jobs: list[Job]) -> None:
        try:
            found = self._answer([line for job in jobs for line in job.lines])
        except Exception as error:  # of the library, such as of its random source: who waits must learn of it
            for job in jobs:
                job.answers.set_exception(error)
            return
        for job in jobs:
            own, found = found[: len(job.lines)], found[len(job.lines) :]
            job.answers.set_result(own)

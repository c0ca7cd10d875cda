"""From a plan to answers in the journal: on the cores of this computer, or on the workers of a Dask cluster.

An answer is `row`, a row of the store, and `seconds`, processor time that it took; or `failure`, the reason why there
is neither a figure nor a lack of memory. Failures are not kept. `renewed` is true for an older row whose image and run
are the same: nothing was measured."""

import itertools
import logging
import platform
import re
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

import distributed

from motelab.common.errors import DoesNotFit, ImageFailed, MissingTool, MotecurveError
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.sweep import freshness, store
from motelab.sweep.journal import Answer, Journal
from motelab.sweep.store import Row

Measure = Callable[..., Answer]  # of a request, the digest of all sources and, if there are older rows, its own or None
Answers = Iterator[tuple[Request, Answer]]
NUMBER = re.compile(r"([\d,]+)(?: B\b|$)")
IN_FLIGHT = 1000  # tasks that a cluster has at a time


def sweep(
    requests: Iterable[Request],
    journal: Journal,
    answers: Callable[[Iterable[Request]], Answers],
    arrived: Callable[[Request, Answer], None],
    minutes: float | None = None,
) -> dict[str, str]:
    """Keeps the answer of each request in the open journal as it comes, then calls `arrived(request, answer)`. Stops
    after so many minutes. Returns the failures, command -> reason."""
    began, failures = time.monotonic(), {}
    for request, answer in answers(requests):
        command = bench.command_for(request)
        if "failure" in answer:
            failures[command] = answer["failure"]
        else:
            journal.append(command, answer)
        arrived(request, answer)
        if minutes is not None and time.monotonic() - began > 60 * minutes:
            break
    return failures


@contextmanager
def cluster(address: str | None, jobs: int) -> Iterator[distributed.Client]:
    """A client of the Dask scheduler at an address; without one, of as many processes on this computer.
    MotecurveError if nothing answers there."""
    try:
        if address:
            client = distributed.Client(address, timeout="10s")
        else:
            of_this_computer = {"n_workers": jobs, "threads_per_worker": 1, "memory_limit": 0}
            client = distributed.Client(**of_this_computer, dashboard_address=":0", silence_logs=logging.CRITICAL)
    except (OSError, ValueError, RuntimeError) as error:
        where = f"no Dask scheduler answers at {address}; start one with: dask scheduler"
        raise MotecurveError(where if address else f"the workers on this computer did not start: {error}") from error
    with client:
        yield client


def answers_of(
    client: distributed.Client,
    measure: Measure,
    requests: Iterable[Request],
    older: Mapping[str, Row] | None = None,
) -> Answers:
    """The answers of a cluster as they come. A task whose worker is lost runs on another; one that loses several is a
    failure. `older` has rows of older sources by command."""
    waiting, numbers, sources = iter(requests), itertools.count(), freshness.fingerprint()
    asked: dict[str, Request] = {}

    def submitted(count: int) -> list[distributed.Future]:
        futures = []
        for request in itertools.islice(waiting, count):
            rows = [] if older is None else [older.get(bench.command_for(request))]
            futures.append(client.submit(measure, request, sources, *rows, pure=False, priority=-next(numbers)))
            asked[futures[-1].key] = request
        return futures

    done = distributed.as_completed(submitted(IN_FLIGHT), with_results=True, raise_errors=False)
    for future, answer in done:
        done.update(submitted(1))
        yield asked.pop(future.key), answer if future.status == "finished" else failure(future.exception())


def failure(error: BaseException) -> Answer:
    """The answer to a task that its workers did not survive; MotecurveError for everything else."""
    if isinstance(error, distributed.KilledWorker):
        return {"failure": "its worker was lost each time that it was measured"}
    if isinstance(error, MotecurveError):
        raise error
    first = (str(error).splitlines() or [type(error).__name__])[0]
    raise MotecurveError(f"the cluster failed ({first}); its scheduler and its workers need this checkout") from error


def measured(request: Request, sources: str, older: Row | None = None) -> Answer:
    """The answer to a request, on a worker; its row of older sources spares the measurement if the image is the same.
    MotecurveError for a worker with other sources, or without the tools."""
    if freshness.fingerprint() != sources:
        raise MotecurveError(f"the worker on {platform.node()} has other sources; give it the same checkout")
    began = processor_seconds()
    try:
        if older and (row := freshness.renewed(older, request)):
            return {"row": row, "seconds": round(processor_seconds() - began, 2), "renewed": True}
        chosen = bench.select(request)
        row = freshness.with_sources(store.fitting(request, bench.measure_one(chosen)), request)
    except ImageFailed as error:
        if not isinstance(error, DoesNotFit):
            return {"failure": str(error)}
        row = store.unfit(request, bench.described(chosen), str(error), lacking_bytes(str(error)))
        row = freshness.with_sources(row, request)
    except MissingTool as error:
        raise MotecurveError(str(error)) from None  # which a worker can send
    except MotecurveError as error:
        return {"failure": str(error)}
    return {"row": row, "seconds": round(processor_seconds() - began, 2)}


def lacking_bytes(reason: str) -> int | None:
    """The bytes that a message of DoesNotFit asks for beyond those that the board has; None if it names none."""
    needs, _, has = reason.rpartition("; ")
    needed, had = (sum(int(number.replace(",", "")) for number in NUMBER.findall(part)) for part in (needs, has))
    return needed - had if needed > had > 0 else None


def processor_seconds() -> float:
    """Processor time of this process and of the programs that it has run."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)

"""Many simulated networks: one after the other here, or on the workers of a Dask cluster, in whatever order; their rows
come in the order of the requests. A journal beside the output keeps each row as it comes, so that a run that was killed
goes on where it was. A row depends on its request alone, not on workers or their number."""

import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

from motelab.common.errors import MotecurveError
from motelab.network.simulation import run
from motelab.network.simulation.run import Request, Row
from motelab.sweep.journal import Answer, Journal

Arrived = Callable[[Request, Row], None]


def journal_file(output: Path) -> Path:
    """The journal of an output file."""
    return output.with_name(f".{output.name}.journal")


def simulate(
    requests: Sequence[Request],
    scheduler: str | None = None,
    jobs: int = 1,
    output: Path | None = None,
    arrived: Arrived = lambda request, row: None,
) -> list[Row]:
    """The rows of the requests. MotecurveError for one that cannot be met, before any other is simulated, and for a
    cluster that fails."""
    for request in dict.fromkeys(requests):
        run.check(request)
    journal = Journal(journal_file(output)) if output else None
    known = journal.answers if journal else {}
    rows = {r: answer["row"] for r in requests if (answer := known.get(key(r)))}
    waiting = [request for request in dict.fromkeys(requests) if request not in rows]
    with journal or nullcontext():
        for request, answer in answers(waiting, scheduler, jobs):
            if "failure" in answer:
                raise MotecurveError(f"{run.command_for(request)}: {answer['failure']}")
            if journal:
                journal.append(key(request), answer)
            rows[request] = answer["row"]
            arrived(request, answer["row"])
    return [rows[request] for request in requests]


def key(request: Request) -> str:
    """Of an answer in the journal: the command, and the sources that it is of."""
    return f"{run.command_for(request)} # {run.sources()[:32]}"


def answers(requests: Sequence[Request], scheduler: str | None, jobs: int) -> Iterator[tuple[Request, Answer]]:
    """The answers as they come. A single process needs no cluster."""
    if not requests:
        return
    if not scheduler and (jobs == 1 or len(requests) == 1):
        for request in requests:
            yield request, {"row": run.simulate(request)}
        return
    from motelab.sweep import run as cluster  # Dask takes half a second to load

    with cluster.cluster(scheduler, min(jobs, len(requests))) as client:
        own = run.sources()
        tasks = [(request, own) for request in requests]
        for (request, _), answer in cluster.answers_of(client, simulated, tasks):
            yield request, answer


def simulated(task: tuple[Request, str], sources: str) -> Answer:
    """The answer to a request, on a worker; MotecurveError for a worker with other sources."""
    request, own = task
    if run.sources() != own:
        raise MotecurveError(f"the worker on {platform.node()} has other sources; give it the same checkout")
    return {"row": run.simulate(request)}

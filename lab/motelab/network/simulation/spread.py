"""Many simulated networks: one after the other here, or on the workers of a Dask cluster, in whatever order; their rows
come in the order of the requests. A journal beside the output keeps each row as it comes, so that a run that was killed
goes on where it was, and a finished one is not computed again. A row depends on its request alone, not on workers or
their number."""

import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

from motelab.common.errors import MotecurveError
from motelab.common.files import digest, write_atomically
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
    again: bool = False,
    told: Callable[[str], None] = lambda line: None,
) -> list[Row]:
    """The rows of the requests. Those that the journal beside `output` has of the same sources are not simulated
    unless `again` says so; `told` hears how many. MotecurveError for one that cannot be met, before any other is
    simulated, and for a cluster that fails."""
    for request in dict.fromkeys(requests):
        run.check(request)
    if output and again:
        journal_file(output).unlink(missing_ok=True)
    journal = Journal(journal_file(output)) if output else None
    known = journal.answers if journal else {}
    rows = {r: answer["row"] for r in requests if (answer := known.get(key(r)))}
    if rows:
        told(f"{len(rows):,} of {len(dict.fromkeys(requests)):,} networks are known from an earlier run")
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


def keep_current(output: Path) -> None:
    """Rewrites the journal without the rows of other sources, which nobody can use."""
    path, sources = journal_file(output), f"# {run.sources()[:32]}"
    lines = path.read_bytes().split(b"\n") if path.exists() else []
    write_atomically(path, b"".join(line + b"\n" for line in lines if sources.encode() in line))


def key(request: Request) -> str:
    """Of an answer in the journal: the command, the content of its file of links, and the sources that it is of."""
    links = Path(request.topology)
    said = f" # {digest(links.read_bytes())[:32]}" if links.is_file() else ""
    return f"{run.command_for(request)}{said} # {run.sources()[:32]}"


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

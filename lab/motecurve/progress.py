"""The progress bar, on stderr; silent where stderr is no terminal."""

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from motecurve.bench import Progress as Callback


@contextlib.contextmanager
def bar(title: str = "measuring") -> Iterator[Callback]:
    """A bar for the time of a `with` block; yields what bench.measure wants as `progress`. Gone at the end."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:<9}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
               TextColumn("{task.fields[what]}"))  # fmt: skip
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=None, what="")

        def advance(done: int, total: int, what: str) -> None:
            progress.update(task, completed=done, total=total, what=what)

        yield advance

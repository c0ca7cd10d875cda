"""Progress on stderr, with the time left: a bar on a terminal, a plain line a step elsewhere; stdout stays clean."""

import contextlib
import sys
import time
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from motelab.common import plain

TOLD_AFTER_S = 5  # shorter work is over before anyone has read the time left


class Progress:
    """Called with (done, total, what) after each step; use it in a with statement."""

    def __init__(self, title: str, total: int):
        self.bar = None
        self.began = time.monotonic()
        if sys.stderr.isatty():
            times = (TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
            what = TextColumn("{task.fields[what]}", markup=False)
            columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), *times, what)
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task(title, total=total, what="")

    def __enter__(self) -> "Progress":
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *exception) -> None:
        if self.bar:
            self.bar.stop()

    def __call__(self, done: int, total: int, what: str) -> None:
        if self.bar:
            self.bar.update(self.task, completed=done, total=total, what=plain.text(what))
        else:
            print(f"{done}/{total} {plain.text(what)}{self.left(done, total)}", file=sys.stderr)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Takes the bar away while something else is printed."""
        if self.bar:
            self.bar.stop()
        yield
        if self.bar:
            self.bar.start()

    def left(self, done: int, total: int) -> str:
        """The time for the remaining steps, if each takes as long as those done; empty if all is short."""
        passed = time.monotonic() - self.began
        if done == total or passed < TOLD_AFTER_S:
            return ""
        seconds = round(passed / done * (total - done))
        return f", {seconds // 60} min {seconds % 60:02} s left" if seconds >= 60 else f", {seconds} s left"

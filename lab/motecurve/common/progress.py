"""Progress on stderr: a bar on a terminal, a plain line a step elsewhere, so that stdout stays clean."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from motecurve.common import plain


class Progress:
    """Called with (done, total, what) after each step; use it in a with statement."""

    def __init__(self, title: str, total: int):
        self.bar = None
        if sys.stderr.isatty():
            columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
            what = TextColumn("{task.fields[what]}", markup=False)
            self.bar = Bar(*columns, what, console=Console(stderr=True), transient=True)
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
            print(f"{done}/{total} {plain.text(what)}", file=sys.stderr)

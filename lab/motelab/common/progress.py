"""Progress on stderr, with the time left: a bar on a terminal, a plain line a step elsewhere; stdout stays clean."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from motelab.common import plain

HEARTBEAT_S = 15
TOLD_AFTER_S = 5  # shorter work is over before anyone has read the time left


@contextlib.contextmanager
def heartbeat(line: Callable[[int], str]) -> Iterator[None]:
    """While something runs that tells nothing itself: every HEARTBEAT_S seconds a line on stderr, of the seconds."""
    ended, began = threading.Event(), time.monotonic()

    def beat() -> None:
        while not ended.wait(HEARTBEAT_S):
            print(plain.text(line(round(time.monotonic() - began))), file=sys.stderr)

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


class Progress:
    """Called with (done, total, what) after each step; use it in a with statement. `seconds_left` tells the time left
    if steps differ in length; without it they are taken to be equal."""

    def __init__(self, title: str, total: int, seconds_left: Callable[[], float] | None = None):
        self.bar = None
        self.began = time.monotonic()
        self.seconds_left = seconds_left
        if sys.stderr.isatty():
            left = TextColumn("{task.fields[left]}") if seconds_left else TimeRemainingColumn()
            times = (TimeElapsedColumn(), TextColumn("left"), left)
            what = TextColumn("{task.fields[what]}", markup=False)
            columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), *times, what)
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task(title, total=total, what="", left="")

    def __enter__(self) -> "Progress":
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *exception) -> None:
        if self.bar:
            self.bar.stop()

    def __call__(self, done: int, total: int, what: str) -> None:
        if self.bar:
            left = self.left(done, total).strip(", ").removesuffix(" left")
            self.bar.update(self.task, completed=done, total=total, what=plain.text(what), left=left)
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
        """The time for the remaining steps in words; empty if all is short."""
        passed = time.monotonic() - self.began
        if done == total or passed < TOLD_AFTER_S:
            return ""
        seconds = round(self.seconds_left() if self.seconds_left else passed / done * (total - done))
        return f", {seconds // 60} min {seconds % 60:02} s left" if seconds >= 60 else f", {seconds} s left"

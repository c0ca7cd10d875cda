"""Locks among processes and threads, for work that only one of them may do at a time."""

import contextlib
import fcntl
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def held_if_possible(path: Path) -> Iterator[None]:
    """The same for work that can be done twice: without the lock where the file cannot be made."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            stack.enter_context(held(path))
        yield


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Holds the lock that is the file `path`, which is created if it does not exist."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield

"""Values that tests compute once and keep in build/cache/tests: kernels as the generators write them, for the tests
that run them. Processes wait for one another, so that only one computes a value."""

import functools
import pickle
import sys
from collections.abc import Callable
from typing import TypeVar

from motelab import BUILD, ROOT
from motelab.common import locks
from motelab.common.files import digest

FOLDER = BUILD / "cache/tests"
READ = (".py", ".json")  # of codegen/ and curves/
Made = TypeVar("Made")


@functools.cache
def generators_digest() -> str:
    """Hash of everything that the generators read, and of the version of Python."""
    sources = sorted(p for folder in ("codegen", "curves") for p in (ROOT / folder).rglob("*") if p.suffix in READ)
    return digest(sys.version, *(part for path in sources for part in (str(path.relative_to(ROOT)), path.read_bytes())))


def kept(name: str, make: Callable[[], Made]) -> Made:
    """The result of `make`, which must depend on generators alone; it is computed anew if one of them, or their
    input, changes."""
    path = FOLDER / f"{name}.pickle"
    with locks.held(path.with_suffix(".lock")):
        if path.exists():
            key, _, data = path.read_bytes().partition(b"\n")
            if key.decode() == digest(generators_digest(), data):
                return pickle.loads(data)
        made = make()
        data = pickle.dumps(made)
        path.write_bytes(digest(generators_digest(), data).encode() + b"\n" + data)
        return made

"""The registry of algorithms, read from generated/registry.json, which must agree with the generators."""

import contextlib
import dataclasses
import functools
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.common import locks
from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically

REGISTRY_FILE = ROOT / "generated/registry.json"
FRESH_STAMP = BUILD / "generated.fresh"
OWNERS_STAMP = ROOT / "build/generated.fresh"  # of the checkout's owner, if that is another user
STALE_ALLOWED = "MC_STALE_ALLOWED"
SOURCES = (".c", ".h", ".S", ".py", ".json", ".cmake")
HEADER_LINE = re.compile(r"^(name|family): (\S+)$", re.M)
FORMULA = re.compile(r"[\d\s()*/+nWwl-]+")


@dataclasses.dataclass(frozen=True)
class Algorithm:
    """One member of a family, as its file's header declares it (docs/internals.md explains the fields).

    `functions` are its names without `mc_<field>_`, one per window, in the order of `windows`."""

    name: str
    family: str
    summary: str
    source: str
    domain: str
    constant_time: str
    file: str
    backend: str
    target: str
    field: str
    windows: tuple[int, ...]
    uses: tuple[str, ...]
    requires: str
    curves: str
    form: str
    ram_table_bytes: str
    flash_table_bytes: str
    word_bits: str
    recoding: str
    density: str
    widths: str
    digits: str
    doublings: str
    additions: str
    halvings: str
    frobenius_maps: str
    triplings: str
    quintuplings: str
    functions: tuple[str, ...]

    @property
    def is_constant_time(self) -> bool:
        return self.constant_time != "no"

    def ram_bytes(self, window: int | None, element_words: int, word_bytes: int, scalar_bits: int) -> int:
        """RAM of its tables by the formula of its header, in n words of an element, W bytes of a word, window w, l bits
        of scalars."""
        return self._bytes(self.ram_table_bytes, n=element_words, W=word_bytes, w=window, l=scalar_bits)

    def flash_bytes(self, window: int | None, element_words: int, word_bytes: int, scalar_bits: int) -> int:
        """The same of its tables in flash."""
        return self._bytes(self.flash_table_bytes, n=element_words, W=word_bytes, w=window, l=scalar_bits)

    def _bytes(self, formula: str, **names: int | None) -> int:
        """A formula of bytes in a header; MotecurveError if it is no formula."""
        if not FORMULA.fullmatch(formula):
            raise MotecurveError(f"{self.file}: {formula!r} is no formula in n, W, w and l")
        return eval(formula, {"__builtins__": {}}, names)

    def function(self, window: int | None) -> str:
        """Its function for `window`, which must be one of `windows` (or None if it has none)."""
        return self.functions[self.windows.index(window) if self.windows else 0]


def require_fresh() -> None:
    """MotecurveError, one line, if a generated file differs from its generator's text. Writes nothing but
    FRESH_STAMP, which records the sources for which that was checked, as the generators take half a minute. Reports a
    new algorithm at once, and sources that it has refused before in this process. STALE_ALLOWED in the environment
    skips the check, for tools that change generated files on purpose."""
    if os.environ.get(STALE_ALLOWED):
        return
    with locks.held_if_possible(FRESH_STAMP.with_suffix(".lock")):
        seen = _sources_seen()
        if any(stamp.exists() and stamp.read_text() == seen for stamp in (FRESH_STAMP, OWNERS_STAMP)):
            return
        require_registered()
        if refused := _refused(seen):
            raise MotecurveError(refused)
        _note(seen)


def note_fresh() -> None:
    """Records that the generated files were just found to be those of their generators."""
    with locks.held_if_possible(FRESH_STAMP.with_suffix(".lock")):
        _note(_sources_seen())


def _note(seen: str) -> None:
    with contextlib.suppress(OSError):  # the next command checks again
        write_atomically(FRESH_STAMP, seen)


@functools.cache
def _refused(_seen: str) -> str | None:
    """What is wrong with the generated files of these sources, a line; None if nothing is."""
    run = subprocess.run([sys.executable, "-m", "codegen", "--check"], cwd=ROOT, capture_output=True, text=True)
    told = run.stderr.strip().splitlines()
    stale = [line.removeprefix("stale: ").partition(" (")[0] for line in told if line.startswith("stale: ")]
    if stale:
        more = f" and {len(stale) - 1} more are" if len(stale) > 1 else " is"
        return f"{stale[0]}{more} stale, not as the generators write it; run: make generate"
    return (told or ["python3 -m codegen failed"])[-1] if run.returncode != 0 else None


def require_registered() -> None:
    """MotecurveError if a file of src/ has the header of an algorithm, but the registry does not have the file."""
    known = {algorithm.file for algorithm in read(REGISTRY_FILE)}
    for path in sorted((ROOT / "src").rglob("*.c")):
        name = str(path.relative_to(ROOT))
        header = {} if name in known else dict(HEADER_LINE.findall(path.read_text().partition("---*/")[0]))
        if {"name", "family"} <= header.keys():
            what = f"{header['family']} {header['name']} of {name}"
            raise MotecurveError(f"{what} is not in the registry yet; run: make generate")


def _sources_seen() -> str:
    """Digest of names, sizes and times of every file that generators read and write."""
    folders = (ROOT / folder for folder in ("src", "generated", "include", "codegen", "curves"))
    paths = sorted(p for folder in folders for p in folder.rglob("*") if p.suffix in SOURCES)
    seen = ((str(p.relative_to(ROOT)), p.stat()) for p in paths)
    return hashlib.sha256(repr([(name, s.st_size, s.st_mtime_ns) for name, s in seen]).encode()).hexdigest()


def read(path: Path = REGISTRY_FILE) -> list[Algorithm]:
    """The algorithms of a registry file, in its order."""
    entries = json.loads(path.read_text())["algorithms"]
    return [
        Algorithm(**{key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()})
        for entry in entries
    ]


@functools.cache
def load() -> tuple[Algorithm, ...]:
    """All algorithms of the library, sorted by family, name and backend."""
    require_fresh()
    return tuple(read())

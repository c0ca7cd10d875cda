"""The registry of algorithms, read from data/registry.json and refreshed when a source is newer."""

import dataclasses
import functools
import json
import re
import subprocess
import sys
from pathlib import Path

from motecurve import ROOT
from motecurve.errors import MotecurveError

REGISTRY_FILE = ROOT / "lab/motecurve/data/registry.json"
SOURCES = (".c", ".S", ".py")
FORMULA = re.compile(r"[\d\s()*/+nWwl-]+")


@dataclasses.dataclass(frozen=True)
class Algorithm:
    """One member of a family, as its file's header declares it (docs/internals.md says what the fields mean).

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
        """A formula of bytes of a header; MotecurveError if it is none."""
        if not FORMULA.fullmatch(formula):
            raise MotecurveError(f"{self.file}: {formula!r} is no formula in n, W, w and l")
        return eval(formula, {"__builtins__": {}}, names)

    def function(self, window: int | None) -> str:
        """Its function for `window`, which must be one of `windows` (or None if it has none)."""
        return self.functions[self.windows.index(window) if self.windows else 0]


def refresh() -> None:
    """Runs the generators if a source or a generator is newer than the registry."""
    sources = (path for folder in ("src", "codegen") for path in (ROOT / folder).rglob("*") if path.suffix in SOURCES)
    newest = max(path.stat().st_mtime for path in sources)
    if REGISTRY_FILE.exists() and REGISTRY_FILE.stat().st_mtime >= newest:
        return
    run = subprocess.run([sys.executable, "-m", "codegen"], cwd=ROOT, capture_output=True, text=True)
    if run.returncode != 0:
        raise MotecurveError((run.stderr.strip().splitlines() or ["python3 -m codegen failed"])[-1])
    REGISTRY_FILE.touch()


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
    refresh()
    return tuple(read())

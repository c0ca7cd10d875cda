"""Files that people write, TOML and JSON: one reader, which tells in a line each fault of a file: the key, the value
found, and a right one. The schema of a file stands in `schemas.py` beside its reader, as a class of schema_types.py."""

import contextlib
import dataclasses
import functools
import importlib
import json
import tomllib
from pathlib import Path
from typing import Any

from motelab import BUILD, ROOT
from motelab.common.errors import FaultyFile, MotecurveError
from motelab.common.files import digest, write_atomically

CHECKED = BUILD / "checked"  # an empty file for each content that a schema has accepted: it is not checked again
OWNERS = ROOT / "build/checked"  # the same of the checkout's owner, if that is another user
SHOWN = 8  # faults of a file that are printed


@dataclasses.dataclass(frozen=True)
class Schema:
    """The class `name` in a module of schemas. The module is imported only where a content must be checked, since
    the library behind it takes a quarter of a second to load."""

    module: str
    name: str

    def read(self, path: Path) -> dict[str, Any]:
        """The content of a TOML or JSON file; MotecurveError with its faults if the schema does not accept it."""
        values = parsed(path, text_of(path))
        self.check(values, shown(path))
        return values

    def check(self, values: dict[str, Any], where: str) -> None:
        """FaultyFile, which names `where` the values stand, if the schema does not accept them."""
        stamp = digest(self.module, self.name, sources(self.module), repr(values))
        if any((folder / stamp).exists() for folder in (CHECKED, OWNERS)):
            return
        if found := self.faults(values):
            more = [f"{where}: and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
            raise FaultyFile([*(f"{where}: {fault}" for fault in found[:SHOWN]), *more])
        keep(CHECKED / stamp)

    def faults(self, values: Any) -> list[str]:
        """What is wrong with the values, a line each."""
        types = importlib.import_module("motelab.common.schema_types")
        return types.faults(getattr(importlib.import_module(self.module), self.name), values)


def committed(below: str = "motelab") -> list[tuple[Schema, Path]]:
    """The project's files that people write, with their schemas: FILES of every module `schemas` in a package."""
    folder = ROOT / "lab" / below.replace(".", "/")
    found = []
    for path in sorted(folder.rglob("schemas.py")):
        module = ".".join(path.relative_to(ROOT / "lab").with_suffix("").parts)
        files = importlib.import_module(module).FILES
        found += [(Schema(module, kind.__name__), p) for name, kind in files.items() for p in sorted(ROOT.glob(name))]
    return found


def faults_of(schema: Schema, path: Path) -> list[str]:
    """Every fault of a file, a line each that names it."""
    try:
        return [f"{shown(path)}: {fault}" for fault in schema.faults(parsed(path, text_of(path)))]
    except MotecurveError as error:
        return [str(error)]


def text_of(path: Path) -> str:
    """The text of a file; MotecurveError if it is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MotecurveError(
            f"{shown(path)} is not UTF-8: byte {error.start} is {error.object[error.start]:#04x}"
        ) from None


def parsed(path: Path, content: str) -> dict[str, Any]:
    """The values in a text, in the notation that the file's name says; MotecurveError for another notation."""
    try:
        values = json.loads(content) if path.suffix == ".json" else tomllib.loads(content)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
        notation = path.suffix.removeprefix(".").upper()
        raise MotecurveError(f"{shown(path)} is no {notation}: {error}") from error
    if not isinstance(values, dict):
        raise MotecurveError(f"{shown(path)}: it must be an object with keys")
    return values


def shown(path: Path) -> str:
    """The file's name within the project, or as it is."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


@functools.cache
def sources(module: str) -> str:
    """Digest of the sources that decide what a schema of the module accepts."""
    names = (module, "motelab.common.schema_types")
    return digest(*(Path(ROOT, "lab", *name.split(".")).with_suffix(".py").read_bytes() for name in names))


def keep(stamp: Path) -> None:
    """Notes an accepted content. A place that cannot be written costs time alone: the next command checks again."""
    with contextlib.suppress(OSError):
        write_atomically(stamp, "")

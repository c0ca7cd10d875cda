"""The sources of an image: which files define a symbol, from the list that `python3 -m codegen` writes."""

import functools
import json
from collections.abc import Iterator

from codegen.built import scalar_bits
from codegen.sources import SOURCES_FILE, Source, serves
from motelab import ROOT
from motelab.subjects import registry
from motelab.subjects.curves import Curve


@functools.cache
def _definitions() -> dict[str, list[str]]:
    registry.require_fresh()
    return json.loads(SOURCES_FILE.read_text())


@functools.cache
def _algorithms() -> dict[str, registry.Algorithm]:
    return {a.file: a for a in registry.load() if a.family != "coordinates"}


def defining(symbol: str, curve: Curve) -> Iterator[Source]:
    """Files that may define `symbol` in an image of the curve. The object tells whether one does, as that depends on
    its configuration."""
    order = f"order{scalar_bits(curve.field)}"
    field = order if symbol.startswith(f"mc_{order}_") else curve.field
    name = symbol.removeprefix(f"mc_{field}_")
    for file in dict.fromkeys((*_definitions().get(symbol, ()), *_definitions().get(name, ()))):
        if serves(ROOT / file, field):
            algorithm = _algorithms().get(file)
            windows = dict(zip(algorithm.functions, algorithm.windows, strict=False)) if algorithm else {}
            yield Source(ROOT / file, field, windows.get(name))


@functools.cache
def _defined() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, files in _definitions().items():
        for file in files:
            found.setdefault(file, []).append(name)
    return found


def defined_by(file: str, field: str) -> list[str]:
    """The symbols that a file, by its path from the root, may define when it is compiled for a field."""
    return [name if name.startswith("mc_") else f"mc_{field}_{name}" for name in _defined().get(file, ())]

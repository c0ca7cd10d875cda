"""Zarr's format 2, without compression: a folder of JSON and of raw parts (zarr-specs.readthedocs.io, version 2)."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from motelab.leakage.export.traces import Traces

GROUP, ATTRIBUTES, ARRAY = ".zgroup", ".zattrs", ".zarray"
FORMAT = 2
PART_BYTES = 1 << 24  # of whole traces; at least one


def is_array(path: Path) -> bool:
    """Whether a folder is a group of this format."""
    return (path / GROUP).exists()


def write(path: Path, traces: Traces) -> None:
    """A group with the arrays `traces` and `data`, the input of each trace as bytes."""
    path.mkdir()
    write_json(path / GROUP, {"zarr_format": FORMAT})
    write_json(path / ATTRIBUTES, traces.facts)
    write_array(path / "traces", traces.samples)
    write_array(path / "data", padded(traces.data))


def padded(data: list[bytes]) -> np.ndarray:
    """A row for each, with zeros behind the shorter ones."""
    length = max(map(len, data), default=0)
    return np.array([list(one.ljust(length, b"\0")) for one in data], np.uint8).reshape(len(data), length)


def write_json(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=1) + "\n")


def write_array(folder: Path, rows: np.ndarray) -> None:
    """Parts of whole rows; the last one is filled up with zeros, as the format wants it."""
    kind = rows.dtype.newbyteorder("<")
    count = max(1, min(len(rows), PART_BYTES // max(1, rows.shape[1] * kind.itemsize)))
    folder.mkdir()
    described = {"zarr_format": FORMAT, "shape": list(rows.shape), "chunks": [count, max(1, rows.shape[1])]}
    described |= {"dtype": kind.str, "compressor": None, "fill_value": 0, "order": "C", "filters": None}
    write_json(folder / ARRAY, described)
    for number, first in enumerate(range(0, len(rows), count)):
        part = np.zeros((count, rows.shape[1]), kind)
        part[: len(rows) - first] = rows[first : first + count]
        (folder / f"{number}.0").write_bytes(part.tobytes())

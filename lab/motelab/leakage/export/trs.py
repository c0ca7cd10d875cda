"""Riscure's .trs."""

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from motelab.leakage.export.traces import Traces

# Tags of the header: number of traces, samples of each, their coding, bytes of data, the title's length, the end.
TRACES, SAMPLES, CODING, DATA_BYTES, TITLE_SPACE, END = 0x41, 0x42, 0x43, 0x44, 0x45, 0x5F
LARGEST = np.iinfo(np.int32).max  # of its longest samples


def write(path: Path, traces: Traces) -> None:
    """A file with the input of each trace as its data."""
    with path.open("wb") as stream:
        stream.writelines(pieces(traces.samples, traces.data))


def pieces(samples: np.ndarray, data: list[bytes]) -> Iterator[bytes]:
    """The header, then each trace with its data. A sample has two bytes, or four if it has more than one here."""
    kind = np.dtype("<i2" if samples.dtype.itemsize == 1 else "<i4")
    length = max(map(len, data), default=0)
    fields = [
        (TRACES, struct.pack("<i", len(samples))),
        (SAMPLES, struct.pack("<i", samples.shape[1])),
        (CODING, bytes([kind.itemsize])),
        (DATA_BYTES, struct.pack("<h", length)),
        (TITLE_SPACE, b"\0"),
    ]
    yield b"".join(bytes([tag, len(value)]) + value for tag, value in fields) + bytes([END, 0])
    for one, row in zip(data, samples, strict=True):
        fitting = row if row.dtype.itemsize < kind.itemsize else np.minimum(row, LARGEST)
        yield one.ljust(length, b"\0") + fitting.astype(kind).tobytes()

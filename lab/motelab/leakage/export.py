"""Traces as files that others read: NumPy's .npy, and Riscure's .trs."""

import struct
from pathlib import Path

import numpy as np

from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically
from motelab.leakage.campaign import Campaign
from motelab.leakage.results import Question

KINDS = (".npy", ".trs")
# Tags of a .trs header: number of traces, samples of each, their coding, bytes of data, the title's length, the end.
TRACES, SAMPLES, CODING, DATA_BYTES, TITLE_SPACE, END = 0x41, 0x42, 0x43, 0x44, 0x45, 0x5F


def require_name(name: str) -> None:
    """MotecurveError for a file whose kind is not known."""
    if Path(name).suffix not in KINDS:
        raise MotecurveError(f"--output {name}: its name must end in {' or '.join(KINDS)}")


def write(name: str, campaign: Campaign, asked: Question) -> None:
    """Writes the traces without noise. A .trs file has the inputs of each trace as its data."""
    traces = campaign.matrix(asked.traces)
    path = Path(name)
    if path.suffix == ".trs":
        data = [job.data for job in campaign.asked.jobs(0, asked.traces, False)]
        write_atomically(path, trs(np.asarray(traces), data))
        return
    part = path.with_name(f".{path.name}.part.npy")
    np.save(part, traces)
    part.replace(path)


def trs(traces: np.ndarray, data: list[bytes]) -> bytes:
    """The bytes of a .trs file with these traces, of one or two bytes a sample, and the data of each."""
    size = traces.dtype.itemsize
    length = max(map(len, data), default=0)
    # Samples are signed in this format, so that a byte takes two.
    samples = traces.astype("<i2" if size == 1 else "<i4")
    coding = 2 if size == 1 else 4
    fields = [
        (TRACES, struct.pack("<i", len(traces))),
        (SAMPLES, struct.pack("<i", traces.shape[1])),
        (CODING, bytes([coding])),
        (DATA_BYTES, struct.pack("<h", length)),
        (TITLE_SPACE, b"\0"),
    ]
    head = b"".join(bytes([tag, len(value)]) + value for tag, value in fields) + bytes([END, 0])
    body = (one.ljust(length, b"\0") + row.tobytes() for one, row in zip(data, samples, strict=True))
    return head + b"".join(body)

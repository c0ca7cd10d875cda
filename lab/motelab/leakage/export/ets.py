"""eShard's .ets, an HDF5 file, as `estraces` reads it. It needs h5py, of lab/traces-requirements.lock."""

from pathlib import Path

from motelab.leakage.export import zarr
from motelab.leakage.export.traces import Traces

TRACES, METADATA, DATA = "traces", "metadata", "data"  # names of the format; `data` is ours
ROWS = 16  # at a time


def write(path: Path, traces: Traces) -> None:
    """The samples, the input of each trace as `data`, and what they are as headers."""
    import h5py

    with h5py.File(path, "w") as file:
        samples = file.create_dataset(TRACES, traces.samples.shape, traces.samples.dtype)
        for first in range(0, len(traces.samples), ROWS):
            samples[first : first + ROWS] = traces.samples[first : first + ROWS]
        metadata = file.create_group(METADATA)
        metadata.create_dataset(DATA, data=zarr.padded(traces.data))
        metadata.attrs.update(traces.facts)

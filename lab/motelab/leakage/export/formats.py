"""The kinds of files that --output writes, by the end of their names."""

import importlib.util
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from motelab.common.errors import MotecurveError
from motelab.leakage.campaign import Campaign
from motelab.leakage.export import ets, trs, zarr
from motelab.leakage.export.traces import Traces
from motelab.leakage.models import MODELS
from motelab.leakage.results import Question

REQUIREMENTS = "lab/traces-requirements.lock"


class Kind(NamedTuple):
    """`write` makes the file or folder; a sample takes `wider` times the bytes that it has here; `module` is what it
    needs beyond the lab."""

    write: Callable[[Path, Traces], None]
    wider: int = 1
    module: str = ""


def write_npy(path: Path, traces: Traces) -> None:
    """NumPy's file has the samples alone."""
    with path.open("wb") as stream:
        np.save(stream, traces.samples)


KINDS = {
    ".npy": Kind(write_npy),
    ".trs": Kind(trs.write, wider=2),
    ".zarr": Kind(zarr.write),
    ".ets": Kind(ets.write, module="h5py"),
}


def require_name(name: str) -> None:
    """MotecurveError for a file whose kind is not known or cannot be written here."""
    path = Path(name)
    if path.suffix not in KINDS:
        *others, last = KINDS
        raise MotecurveError(f"--output {name}: its name must end in {', '.join(others)} or {last}")
    module = KINDS[path.suffix].module
    if module and importlib.util.find_spec(module) is None:
        raise MotecurveError(f"{path.suffix} needs {module}: .venv/bin/pip install -r {REQUIREMENTS}")
    if not path.absolute().parent.is_dir():
        raise MotecurveError(f"--output {name}: there is no folder {path.parent}")
    if path.exists() and path.is_dir() != zarr.is_array(path):
        raise MotecurveError(f"--output {name}: there is a folder of that name that holds no traces")


def require_room(name: str, campaign: Campaign, traces: int) -> None:
    """MotecurveError, before traces are made, if the disk of the file has no room for it."""
    samples = traces * len(campaign.kept) * np.dtype(campaign.sample_type).itemsize
    path = Path(name).absolute()
    needed = samples * KINDS[path.suffix].wider
    if path.parent.stat().st_dev == campaign.folder.stat().st_dev:
        needed += campaign.missing_bytes(traces)
    campaign.require_room(needed, f"{name} and its traces", path.parent)


def write(name: str, campaign: Campaign, asked: Question) -> None:
    """Writes the traces without noise, in one step."""
    require_room(name, campaign, asked.traces)
    samples = campaign.matrix(asked.traces)
    data = [job.data for job in campaign.asked.jobs(0, asked.traces, False)]
    path = Path(name)
    part = path.with_name(f".{path.name}.part")
    try:
        remove(part)
        KINDS[path.suffix].write(part, Traces(samples, data, facts(campaign)))
        if path.is_dir() or part.is_dir():
            remove(path)
        part.replace(path)
    except OSError as error:
        raise MotecurveError(f"cannot write {name}: {error.strerror or error}") from None


def remove(path: Path) -> None:
    """A file or a folder, if there is one."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def facts(campaign: Campaign) -> dict[str, Any]:
    """What the samples are: a step of a sample in the unit of the model."""
    chosen, model = campaign.asked.chosen, MODELS[campaign.model]
    return {
        "model": campaign.model, "unit": model.unit, "step": model.step, "board": chosen.board.name,
        "operation": chosen.operation.name, "curve": chosen.curve.name, "blinding": chosen.blinding,
        "elf_sha256": campaign.image.sha256, "first_sample": campaign.limits[0],
    }  # fmt: skip

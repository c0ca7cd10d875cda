"""Writes the files of a drop to the requested folder, all of them or none."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from motelab.common.errors import MotecurveError

# Files that users fill in: existing ones stay.
FILLED_IN = "motecurve_random.c"
# Files of earlier drops, which a build of all files in a folder would take beside those that took their place.
FORMER = ("motecurve_config.h", "motecurve_internal.h", "motecurve_fits.c")


def write(folder: Path, files: Mapping[str, str], force: bool = False) -> None:
    """Writes files, by their paths in the folder. MotecurveError if it holds something already and not `force`. With
    `force`, files of the same names are replaced, each in one step, except the random source, and those that earlier
    drops had beside them are removed; other files stay."""
    folder = folder.absolute()
    if folder.exists() and not folder.is_dir():
        raise MotecurveError(f"{folder} is no folder")
    is_empty = not folder.exists() or not any(folder.iterdir())
    if not is_empty and not force:
        raise MotecurveError(f"{folder} is not empty; name another folder, or add --force to replace the drop in it")
    folder.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        for name, text in files.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).write_text(text)
        if is_empty:
            work.chmod(0o755)
            if folder.exists():
                folder.rmdir()
            os.replace(work, folder)
            return
        for name in files:
            if Path(name).name == FILLED_IN and (folder / name).exists():
                continue
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            os.replace(work / name, folder / name)
        for place in {(folder / name).parent for name in files if Path(name).name == "motecurve.c"}:
            for name in FORMER:
                (place / name).unlink(missing_ok=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)

"""Builds of one field's curve/ and scalar/ with other definitions than the host library, which gives all the rest."""

import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from motelab import INCLUDE_FLAGS, ROOT
from motelab.common import locks
from motelab.common.errors import MotecurveError
from motelab.subjects import registry, templates

COMPILER = "cc"
INCLUDES = (*INCLUDE_FLAGS, f"-I{ROOT / 'simulators'}")


def shared_object(folder: Path, name: str, build: Callable[[Path, Path], None]) -> Path:
    """The shared object `name` of the folder. If it is not there, `build` makes it, from a folder for objects and the
    path to link it to; processes wait for one another."""
    path = folder / f"{name}.so"
    with locks.held(folder / "build.lock"):
        if not path.exists():
            with tempfile.TemporaryDirectory(dir=folder) as objects:
                linked = Path(objects) / path.name
                build(Path(objects), linked)
                os.replace(linked, path)
    return path


def compiled(
    field: str, flags: Sequence[str], objects: Path, header: Sequence[str] = (), multiplications: bool = True
) -> list[Path]:
    """Objects of curve/, compiled together, so that the linker wraps no call between its files, and unless
    `multiplications` is false of scalar/; `header` is for these, not for the constants of curves."""
    command = ["-c", f"-DMC_FIELD={field}", *INCLUDES, *flags]
    together = "".join(f'#include "{file.relative_to(ROOT / "src")}"\n' for file in templates.files("curve", field))
    jobs: list[tuple[list[str | Path], str]] = [([*command, *header, "-x", "c", "-"], together)]
    jobs += [([*command, ROOT / f"generated/curve/{data}/{field}.c"], "") for data in ("data", "generator")]
    if multiplications:
        jobs += [([*command, *header, *window, file], "") for file, window in _scalar_files(field)]
    outputs = [objects / f"{number}.o" for number in range(len(jobs))]
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        list(pool.map(lambda job, output: run([COMPILER, *job[0], "-o", output], job[1]), jobs, outputs))
    return outputs


def run(command: Sequence[str | Path], text: str = "") -> str:
    """Output of a step of a build; MotecurveError with its first error."""
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line or "undefined" in line]
        raise MotecurveError(f"a field did not build: {(errors or ['no message'])[0]}")
    return done.stdout


def _scalar_files(field: str) -> list[tuple[Path, tuple[str, ...]]]:
    """Files of scalar/, each with the definition of its window, once per window."""
    windows = {algorithm.file: algorithm.windows for algorithm in registry.load()}
    return [
        (path, () if window is None else (f"-DMC_WINDOW={window}",))
        for path in templates.files("scalar", field)
        for window in windows.get(str(path.relative_to(ROOT))) or (None,)
    ]

"""The programs of parallel/programs: each prints lines of CSV, one for each measurement."""

import csv
import os
import subprocess
from collections.abc import Sequence

from motelab.common.errors import ImageFailed
from motelab.library import parallel_build

Line = dict[str, str]
SECONDS_MAX = 3600
WAIT_POLICY = "OMP_WAIT_POLICY"


def run(
    name: str,
    *arguments: object,
    environment: dict[str, str] | None = None,
    prefix: Sequence[str] = (),
    fields: str = "",
) -> list[Line]:
    """Builds the programs if need be and runs one in a process of its own; the lines that it prints, by column.

    environment is added to the process's; prefix comes before the command, such as ("taskset", "-c", "0"); programs
    over the library of curves are built with these fields of it. Raises ImageFailed if the program ends with an error,
    with the first line that it says; MissingTool and host.HostBuildFailed if it cannot be built."""
    folder = parallel_build.build(programs=True, fields=fields)
    command = [*prefix, str(folder / name), *map(str, arguments)]
    surroundings = os.environ | (environment or {})
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX, env=surroundings)
    if done.returncode:
        said = (done.stderr.strip() or f"it ended with status {done.returncode}").splitlines()[0]
        raise ImageFailed(said if said.startswith(f"{name}:") else f"{name}: {said}")
    return list(csv.DictReader(done.stdout.splitlines()))


def spinning() -> dict[str, str]:
    """The environment in which threads of OpenMP spin between calls, as those of the pool do; they sleep if the user's
    environment says so."""
    return {WAIT_POLICY: os.environ.get(WAIT_POLICY, "active")}

"""The emulator of Cortex-M by which faults strike, `simulators/cortex_m` on libunicorn: the instructions of
qemu_system.py without cycles. An instruction of an IT block whose condition fails is not counted."""

import functools
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from motelab import BUILD, ROOT
from motelab.boards import mote_simulator
from motelab.boards.execution import Execution

SOURCES = (ROOT / "simulators" / "cortex_m", mote_simulator.SHARED_SOURCES)
PROGRAM = BUILD / "tools" / "mc-cortex-m"
LIBRARIES = ("-lunicorn", "-lelf")
PACKAGE = "libunicorn-dev"


@functools.cache
def version() -> str:
    """Name and version of what runs the instructions, such as "unicorn 2.0.1"."""
    query = ["dpkg-query", "-W", "-f=${Version}", PACKAGE]
    answer = subprocess.run(query, capture_output=True, text=True).stdout if shutil.which(query[0]) else ""
    found = re.match(r"\d+(\.\d+)*", answer)
    return f"unicorn {found.group() if found else 'of unknown version'}"


@functools.cache
def fingerprint() -> str:
    """Hash over everything that determines a result of the emulator besides the image."""
    return mote_simulator.fingerprint(version(), SOURCES, LIBRARIES)


@functools.cache
def simulator() -> Path:
    """The program, compiled first if need be; raises as mote_simulator.built does."""
    return mote_simulator.built(PROGRAM, version(), fingerprint(), SOURCES, LIBRARIES, f"{PACKAGE} libelf-dev")


def execute(elf: Path, **options: Any) -> Execution:
    """Runs an image to its end, as mote_simulator.execute; cycles are the number of instructions."""
    return mote_simulator.execute(simulator(), elf, **_known(options))


def inject(elf: Path, faults: Sequence[str], **options: Any) -> Iterator[dict]:
    """What becomes of faults, as mote_simulator.inject; `max_cycles` are instructions."""
    return mote_simulator.inject(simulator(), elf, faults, **_known(options))


def visits(elf: Path, parts: Sequence[tuple[int, int]], **options: Any) -> tuple[range, ...]:
    """When a run is in some parts of the code, as mote_simulator.visits."""
    return mote_simulator.visits(simulator(), elf, parts, **_known(options))


def _known(options: dict[str, Any]) -> dict[str, Any]:
    """Without the options of a board that are of cycles and of the size of its RAM, which is large enough here."""
    return {name: value for name, value in options.items() if name not in ("ram_bytes", "timing")}

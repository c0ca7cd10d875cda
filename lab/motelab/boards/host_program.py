"""Programs for the computer that the lab runs on, which the lab compiles itself: simulators, and a plugin of one."""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from motelab.common.errors import MissingTool, MotecurveError

SOURCES = ("*.[ch]", "*.cpp", "*.f", "*.lock", "*.sv", "*.vlt")  # files that determine a program


def fingerprint(facts: Sequence[Any], folders: Iterable[Path]) -> str:
    """Hash over facts that JSON can hold, such as versions and flags, and over the sources in folders."""
    digest = hashlib.sha256(json.dumps(facts).encode())
    for path in sources(folders):
        digest.update(f"{path.name}\0{path.read_text()}\0".encode())
    return digest.hexdigest()[:16]


def sources(folders: Iterable[Path]) -> list[Path]:
    """The sources in folders, headers and the list of packages that are fetched among them, sorted."""
    return sorted(path for folder in folders for pattern in SOURCES for path in folder.glob(pattern))


def c_files(folders: Iterable[Path]) -> list[Path]:
    """The C files of folders, in the order in which they are compiled."""
    return sorted(path for folder in folders for path in folder.glob("*.c"))


def compiled(program: Path, arguments: Sequence[str | Path], libraries: Sequence[str] = ()) -> str | None:
    """Compiles a program with gcc and puts it in its place in one step. Returns the compiler's messages if it does not
    compile. MissingTool without gcc."""
    if not shutil.which("gcc"):
        raise MissingTool("gcc", "gcc")
    program.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=program.parent, prefix=f".{program.name}.")
    os.close(handle)
    done = subprocess.run(["gcc", *arguments, "-o", temporary, *libraries], capture_output=True, text=True)
    if done.returncode:
        os.unlink(temporary)
        return done.stderr
    os.chmod(temporary, 0o755)
    os.replace(temporary, program)
    return None


def first_error(messages: str) -> str:
    """The first error of a compiler's messages."""
    return next((line for line in messages.splitlines() if "error" in line), "no message")


def run_logged(command: Sequence[str | Path], where: Path, log: Path, what: str) -> None:
    """Runs one command of a longer build of `what` in the folder `where`, with its output in the file `log`.
    MotecurveError, with the first error, if it fails."""
    with log.open("w") as stream:
        environment = os.environ | {"LC_ALL": "C", "MAKEFLAGS": ""}
        done = subprocess.run(command, cwd=where, stdout=stream, stderr=subprocess.STDOUT, env=environment)
    if done.returncode:
        lines = log.read_text(errors="replace").splitlines()
        error = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "no message")
        raise MotecurveError(f"the build of {what} failed ({command[0]}): {error}; all of it: {log}")

"""A copy of the tree in which a test does what a stranger does: types the commands of CONTRIBUTING.md."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from motelab import ROOT

COPIED = (
    "src",
    "generated",
    "include",
    "codegen",
    "curves",
    "lab",
    "bindings",
    "cmake",
    "boards",
    "simulators",
    "tools",
)
FILES = ("CMakeLists.txt", "Makefile", "motecurve", "pyproject.toml")


def linked(source: str, target: str) -> None:
    """A hard link, or a copy on another file system. Files of the tree are replaced, never written in place."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def made(folder: Path, *more: str) -> Path:
    """A copy of what the commands read, and of further folders, with a build folder of its own."""
    ignored = shutil.ignore_patterns("__pycache__", "build", "target")
    for name in (*COPIED, *more):
        shutil.copytree(ROOT / name, folder / name, copy_function=linked, ignore=ignored)
    for name in FILES:
        shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    return folder


def section(title: str) -> list[str]:
    """The commands of a section of CONTRIBUTING.md."""
    text = re.search(rf"## {title}\n.*?```sh\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.S)[1]
    return [line.partition("#")[0].strip() for line in text.splitlines()]


def typed(tree: Path, line: str, **more: str) -> subprocess.CompletedProcess:
    """A command in the copy."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(("MC_", "PYTHONPATH"))}
    own = {"MC_STALE_ALLOWED": "1", "PYTHONPATH": ":".join(f"{tree}/{f}" for f in ("", "lab", "bindings/python"))}
    return subprocess.run(["bash", "-c", line], cwd=tree, env=given | own | more, capture_output=True, text=True)


def left(tree: Path) -> list[str]:
    code = "from tools import check; print(*check.check_left(), sep=chr(10), end=str())"
    return typed(tree, f".venv/bin/python -c '{code}'").stdout.splitlines()


def registered(tree: Path) -> subprocess.CompletedProcess:
    """What `make generate` does with headers: it refuses one, or writes the calls and the files of the registry."""
    code = (
        "from codegen import interface, output, registry, sources\n"
        "for one in (interface, registry, sources):\n"
        "    for path, text in one.outputs().items():\n"
        "        output.write_if_changed(path, output.fitted(path, text))\n"
    )
    return typed(tree, f".venv/bin/python -c '{code}'")

"""Types a page as a newcomer does, exactly as it stands there, and reports how long that took.

A block of `sh` is typed as it is, in a shell that stops at the first command that fails. A block that begins with
`sudo apt-get install` is not typed: its packages are compared with those that tools/setup.sh installs. A block with
`title="NAME"` behind its language is that file. If a block of `sh` ends by starting Python, all blocks of `python`
are typed there. A block of `text` is output that must have been printed before."""

import dataclasses
import os
import re
import subprocess
import time
from pathlib import Path

from motelab import BUILD, ROOT
from tests.processor_time import seconds

BLOCK = re.compile(r'^```(\w+)(?: title="(\S+)")?\n(.*?)^```$', re.M | re.S)
INSTALL = "sudo apt-get install -y "
MINUTES = {"three": 3, "five": 5, "ten": 10}
SETTINGS = ("CARGO", "MC_", "PYENV", "PYTHON", "RUST", "VIRTUAL_ENV")  # of this run, which a newcomer has not made
CLOCK_MAX_S = 1200  # of one block, after which it is ended


@dataclasses.dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    file: str | None
    text: str


@dataclasses.dataclass(frozen=True)
class Typed:
    """The output of a page's commands, and the time that they took."""

    said: str
    clock_s: float
    processor_s: float

    @property
    def minutes(self) -> float:
        """Time on an otherwise idle machine: other load lengthens the clock's time, but not the processor's."""
        return min(self.clock_s, self.processor_s) / 60


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in their order."""
    return [Block(*found) for found in BLOCK.findall(page.read_text())]


def limit_minutes(page: Path) -> int:
    """The time that a page promises: its first `in ... minutes`."""
    return MINUTES[re.findall(rf"\bin ({'|'.join(MINUTES)}) minutes\b", page.read_text())[0]]


def uninstalled(page: Path) -> set[str]:
    """Packages that a page installs and tools/setup.sh does not."""
    setup = set(re.findall(r"[\w.+-]+", (ROOT / "tools/setup.sh").read_text()))
    lines = [joined(block.text) for block in blocks(page) if block.text.startswith(INSTALL)]
    return {package for line in lines for package in line.removeprefix(INSTALL).split()} - setup


def joined(text: str) -> str:
    """Commands, each in one line."""
    return re.sub(r" \\\n *", " ", text)


def checkout(folder: Path) -> Path:
    """The folder, which then resembles the repository's, without its builds except the lab's own tools."""
    (folder / "build").mkdir()
    (folder / "build/tools").symlink_to(BUILD / "tools")
    for path in ROOT.iterdir():
        if path.name not in ("build", ".venv"):
            (folder / path.name).symlink_to(path)
    return folder


def newcomer(folder: Path) -> dict[str, str]:
    """The environment of a user with Debian's programs, a new home folder, and no settings."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    (folder / "home").mkdir(exist_ok=True)
    return own | {"HOME": str(folder / "home"), "PATH": "/usr/bin:/bin", "MC_STALE_ALLOWED": "1"}


def typed(page: Path, folder: Path) -> Typed:
    """Types a page in a folder that resembles the repository's; AssertionError with the output of the first command
    that fails, or with a block of `text` that was not printed."""
    environment, said = newcomer(folder), ""
    began, before = time.monotonic(), seconds()
    program = "".join(block.text for block in blocks(page) if block.language == "python")
    for block in blocks(page):
        if block.file:
            (folder / block.file).write_text(block.text)
        elif block.language == "text":
            assert block.text.strip() in said, f"{page.name}: not printed: {block.text}\n{said}"
        elif block.language == "sh" and not block.text.startswith(INSTALL):
            stdin = program if block.text.endswith("/bin/python\n") else ""
            run = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", block.text], cwd=folder, input=stdin, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, timeout=CLOCK_MAX_S, env=environment,
            )  # fmt: skip
            assert run.returncode == 0, f"{page.name}: {block.text}\n{run.stdout}"
            said += run.stdout
    return Typed(said, time.monotonic() - began, seconds() - before)

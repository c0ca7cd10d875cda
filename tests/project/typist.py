"""Types commands of the lab one after the other, each in a process of its own that need not load the lab again.

Run as a program it reads a JSON list of [command, folder] from stdin, and writes a line of JSON for each: its exit
status, the end of stderr, and its processor seconds. A command with words of the shell goes through bash."""

import json
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from motelab import cli, python_path

SHELL = re.compile(r"[|&<>;*$]")
CLOCK_MAX_S = 300
SHOWN = 2000  # characters of stderr


@dataclass(frozen=True)
class Result:
    """What came of a command."""

    command: str
    status: int
    stderr: str
    processor_s: float


def typed(commands: list[tuple[str, Path]]) -> list[Result]:
    """The results of commands, each typed in its folder."""
    asked = json.dumps([(command, str(folder)) for command, folder in commands])
    program = [sys.executable, "-m", "tests.project.typist"]
    environment = os.environ | {"PYTHONPATH": python_path()}
    done = subprocess.run(program, input=asked, stdout=subprocess.PIPE, text=True, env=environment, check=True)
    return [Result(*json.loads(line)) for line in done.stdout.splitlines()]


def outcome(command: str, folder: str) -> tuple[int, str, float]:
    """Exit status, stderr and processor seconds of one command."""
    before = seconds()
    with tempfile.TemporaryFile() as stderr:
        child = os.fork()
        if not child:
            become(command, folder, stderr.fileno())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        stderr.seek(0)
        return status, stderr.read().decode(errors="replace")[-SHOWN:], round(seconds() - before, 2)


def become(command: str, folder: str, stderr: int) -> None:
    """Makes this process the command; never returns."""
    os.setsid()
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(0, signal.SIGKILL))
    signal.alarm(CLOCK_MAX_S)
    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number, target in ((0, nothing), (1, nothing), (2, stderr)):
        os.dup2(target, number)
    if not command.startswith("./motecurve ") or SHELL.search(unquoted(command)):
        os.execvp("bash", ["bash", "-eo", "pipefail", "-c", command])
    status = 1
    try:
        sys.argv = ["motecurve", *shlex.split(command)[1:]]
        cli.main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
    finally:
        sys.stderr.flush()
        os._exit(status)


def unquoted(command: str) -> str:
    """A command without what stands in quotes."""
    return re.sub(r"'[^']*'|\"[^\"]*\"", "", command)


def seconds() -> float:
    """Processor seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    for command, folder in json.load(sys.stdin):
        print(json.dumps((command, *outcome(command, folder))), flush=True)


if __name__ == "__main__":
    main()

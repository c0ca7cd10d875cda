"""Runs the command line in a folder of its own, for the tests of its commands."""

import io
import os
import shlex
import sys

import pytest

from motelab import cli
from motelab.boards import board

MESSAGE = b"node 17: 21.5 degrees\n"


@pytest.fixture(autouse=True)
def own_boards(monkeypatch):
    """The target riscv adds a folder of boards to the environment; it goes with the test."""
    monkeypatch.setenv(board.MORE_BOARDS, os.environ.get(board.MORE_BOARDS, ""))


@pytest.fixture
def lab(tmp_path, monkeypatch, capfdbinary):
    """Runs a command line in a folder of its own; returns status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "message").write_bytes(MESSAGE)
    (tmp_path / "passphrase").write_text("correct horse\nsecond line\n")

    def run(line: str, stdin: bytes = b"") -> tuple[int, bytes, str]:
        monkeypatch.setattr(sys, "argv", ["motecurve", *shlex.split(line)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            cli.main()
        sys.stdout.flush()
        output, error = capfdbinary.readouterr()
        return ended.value.code, output, error.decode()

    return run

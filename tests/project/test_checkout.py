"""Documented commands of Python work on a fresh clone, where nobody has set PYTHONPATH."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from motelab import ROOT
from tests.project import documented

CHECKOUT = ROOT / "lab/checkout.pth"  # tools/setup.sh copies it into .venv


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """A folder that resembles the repository's, with an environment as tools/setup.sh makes it."""
    folder = documented.checkout(tmp_path_factory.mktemp("clone"))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / ".venv"], check=True)
    (packages,) = (folder / ".venv").glob("lib/python3*/site-packages")
    (packages / CHECKOUT.name).write_bytes(CHECKOUT.read_bytes())
    (packages / "installed.pth").write_text(sysconfig.get_path("purelib"))
    return folder


def typed(folder: Path, *words: str) -> subprocess.CompletedProcess:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return subprocess.run([".venv/bin/python", *words], cwd=folder, env=own, capture_output=True, text=True)


@pytest.mark.parametrize(
    "words",
    [
        "-m pytest --collect-only -q tests/lab/test_algorithms.py",
        "tools/mutate.py --list --sample 1",
        "tools/pairing_costs.py --help",
        "tools/figures.py --help",
        "tools/check.py --help",
        "-m dask --version",
    ],
)
def test_commands_find_the_lab(checkout, words):
    done = typed(checkout, *words.split())
    assert done.returncode == 0, done.stdout + done.stderr


def test_set_up_copies_the_paths():
    assert "cp lab/checkout.pth .venv/lib/python3*/site-packages/" in (ROOT / "tools/setup.sh").read_text()


def test_pytest_finds_the_lab_without_them(tmp_path):
    """By pyproject.toml, for those who bring an environment of their own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [sys.executable, "-I", "-m", "pytest", "--collect-only", "-q", "tests/lab/test_algorithms.py"]
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr

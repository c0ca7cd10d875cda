"""BLS12-381's arithmetic is constant time in scalars, points and elements: valgrind follows undefined bytes to jumps
and addresses (bls12_secrets.c)."""

import subprocess
from pathlib import Path

import pytest

from motelab.library import host
from tests.src.pairing.library import build


@pytest.fixture(scope="module")
def program(word_bits) -> Path:
    folder = build("bls12-381", word_bits).parent
    host.run_quietly(["cmake", "--build", str(folder), "--parallel", "2", "--target", "bls12_secrets"])
    return next(path for path in folder.rglob("bls12_secrets") if path.is_file())


def reports(program: Path, *arguments: str) -> str:
    command = ["valgrind", "-q", "--error-exitcode=99", program, *arguments]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode in (0, 99), run.stderr
    assert bool(run.stderr) == (run.returncode == 99)
    return run.stderr


def test_no_jump_and_no_address_depends_on_a_secret(program):
    assert reports(program) == ""


def test_a_planted_leak_is_seen(program):
    assert "Conditional jump" in reports(program, "leak")

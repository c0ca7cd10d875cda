"""examples/pairings/ibe.c, built and run."""

import subprocess

import pytest

from motelab.library import host
from tests.src.pairing.library import build


@pytest.mark.word_sizes(64)
def test_example(word_bits):
    folder = build("bls12-381", word_bits).parent
    host.run_quietly(["cmake", "--build", str(folder), "--parallel", "2", "--target", "example_ibe"])
    program = next(path for path in folder.rglob("example_ibe") if path.is_file())
    run = subprocess.run([program], capture_output=True, text=True)
    expected = "the mote has its command, and the base station the signed answer\n"
    assert (run.returncode, run.stdout, run.stderr) == (0, expected, "")

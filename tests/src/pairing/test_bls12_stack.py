"""On hosts, every call of BLS12-381 on secrets burns more of the stack than it used (bls12_stack.c)."""

import subprocess

from motelab.library import host
from tests.src.pairing.library import build

ROOM = 1.25  # for other compilers and levels of optimisation


def test_calls_burn_more_stack_than_they_use(word_bits):
    folder = build("bls12-381", word_bits).parent
    host.run_quietly(["cmake", "--build", str(folder), "--parallel", "2", "--target", "bls12_stack"])
    program = next(path for path in folder.rglob("bls12_stack") if path.is_file())
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    assert len(lines) == 19
    for line in lines:
        name, used, burned = line.split()
        assert 0 < int(used) * ROOM < int(burned), f"{name} uses {used} bytes of stack and burns {burned}"

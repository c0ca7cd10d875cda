"""What the tests share: the library at each word size, the curves, the folder of public vectors."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motecurve import ROOT, host

VECTORS = Path(__file__).parent / "vectors"


# The smallest and the largest words; those between are of the slow tests.
SIZES = [bits if bits in (8, 64) else pytest.param(bits, marks=pytest.mark.slow) for bits in host.WORD_SIZES]


@pytest.fixture(scope="session", params=SIZES, ids=lambda bits: f"w{bits}")
def word_bits(request) -> int:
    """Every test that asks for it, or for the library, runs at 8, 16, 32 and 64 bits a word."""
    return request.param


@pytest.fixture(scope="session")
def library(word_bits) -> host.Library:
    return host.Library(word_bits)


@pytest.fixture(scope="session")
def interface(word_bits) -> host.PublicInterface:
    return host.PublicInterface(word_bits)


@dataclasses.dataclass(frozen=True)
class Limited:
    """What came of a command line: exit status, stderr, and the most memory that it had resident."""

    status: int
    error: str
    peak_bytes: int


# Runs the lab under a limit of its address space, and tells in the last line of stderr what it took.
LIMITED = """
import atexit, os, re, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv[:] = ["motecurve", *sys.argv[2:]]
def peak():  # of this program alone: ru_maxrss counts what forked it, too
    with open("/proc/self/status") as stream:
        os.write(2, b"%d" % (int(re.search(r"^VmHWM:\\s+(\\d+) kB", stream.read(), re.M)[1]) << 10))
atexit.register(peak)
from motecurve import cli
cli.main()
"""


def limited(address_bytes: int, *words: str, **settings) -> Limited:
    """Runs a command of the lab with so much address space."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'lab'}"}
    command = [sys.executable, "-c", LIMITED, str(address_bytes), *words]
    run = subprocess.run(command, env=environment, stderr=subprocess.PIPE, **{"stdout": subprocess.DEVNULL} | settings)
    error, end, peak = run.stderr.decode().rpartition("\n")
    return Limited(run.returncode, error + end, int(peak))


def skip_fields_not_built(item):
    """Over a library of chosen fields (MC_FIELDS), tests of the others are left out."""
    try:
        return (yield)
    except host.FieldNotBuilt as left_out:
        pytest.skip(str(left_out))


pytest_runtest_setup = pytest.hookimpl(wrapper=True)(skip_fields_not_built)
pytest_runtest_call = pytest.hookimpl(wrapper=True)(skip_fields_not_built)

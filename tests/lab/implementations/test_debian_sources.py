"""Other people's code from Debian's source packages, measured again: the records are those of the named versions."""

import subprocess
import tomllib

import pytest

from motelab import BUILD, ROOT
from motelab.boards.implementations import manifest
from motelab.compare import committed_implementations
from motelab.measure import bench

NAMES = [name for name in manifest.names() if manifest.find(name).debian]
MEASURED = ("cortex-m4", "ecdh", "Curve25519")  # quick, and all have it


@pytest.fixture(scope="module")
def sources():
    """The folder of the packages; skips without a network, or if Debian has replaced a version."""
    run = subprocess.run([ROOT / "tools/debian_sources.sh"], capture_output=True, text=True)
    if run.returncode:
        pytest.skip(f"Debian's source packages cannot be fetched: {run.stderr.strip().splitlines()[-1:]}")
    return BUILD / "sources"


def test_there_are_three():
    assert NAMES == ["bearssl", "libsodium", "mbedtls"]
    for name in NAMES:
        values = tomllib.loads((manifest.FOLDER / name / manifest.FILE).read_text())
        assert values["debian"] == name


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_measured_again(sources, name):
    requests = committed_implementations.planned(name, str(sources / name))
    (request,) = [r for r in requests if (r.board, r.operation, r.curve) == MEASURED]
    record = bench.measure_one(bench.select(request), fresh=True)
    (kept,) = [r for r in committed_implementations.of(name) if committed_implementations.key(r) == MEASURED]
    assert record == kept

"""100,000 nodes with eight neighbours each: minutes, and few gigabytes."""

import json
import os
import resource
import subprocess
import sys

import pytest

from motelab import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]
NODES = 100_000
SECONDS, KIB = 600, 4 << 20  # of a processor, half of which suffices on an idle one; of memory


@pytest.mark.parametrize("scheme", ["ecqv", "edhoc"])
def test_large(scheme):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [sys.executable, "-m", "motelab", "network", "simulate", "--nodes", str(NODES), "--scheme", scheme]
    done = subprocess.run([*command, "--format", "json"], cwd=ROOT, env=os.environ, capture_output=True, check=True)
    (row,) = json.loads(done.stdout)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert used.ru_utime - before < SECONDS and used.ru_maxrss < KIB
    side = 317  # the square's; its last row has 100,000 - 315 * 317 nodes
    last = NODES % side
    across = (NODES // side) * (side - 1) + last - 1
    down = NODES - side
    diagonal = 2 * (NODES // side - 1) * (side - 1) + 2 * (last - 1) + 1
    assert row["links"] == across + down + diagonal
    assert row["links_keyed"] > 0.97 * row["links"] and row["messages"] > 4 * row["links_keyed"]

"""Calls in steps: the same results, on hosts by the program tests/c/test_stepwise.c; on a mote also their costs."""

import subprocess

import pytest

from motelab import ROOT
from motelab.library import host
from motelab.measure import bench
from motelab.measure.bench import Request

FIELDS = "fb163;fb233;fp256r1"
SLOWER_MOST = 1.05  # more than the call at once
LONGEST_MS = 10


def compiled(folder, source, *flags) -> str:
    """The program of one source with the library that has steps."""
    library = host.build(64, tests=False, fields=FIELDS, stepwise=True) / "libmotecurve.a"
    program = folder / source.stem
    command = ["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", *flags, f"-I{ROOT / 'include'}", source, library]
    subprocess.run([*command, "-o", program], check=True)
    return str(program)


def test_tasks_on_hosts(tmp_path):
    program = compiled(tmp_path, ROOT / "tests/c/test_stepwise.c")
    done = subprocess.run([program], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "in steps: 0 failures\n")


def test_example(tmp_path):
    program = compiled(tmp_path, ROOT / "examples/stepwise.c")
    done = subprocess.run([program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "signed in " in done.stdout


@pytest.mark.parametrize("operation", ["ecdsa-sign", "ecdsa-verify"])
@pytest.mark.parametrize(
    "curve",
    [
        "sect163k1",
        *(
            pytest.param(name, marks=(pytest.mark.slow, pytest.mark.turns(3)))
            for name in ("sect163r2", "secp160r1", "secp256r1")
        ),
    ],
)
def test_costs_on_a_mote(curve, operation):
    """The bench checks every result against its known answer."""
    names = (operation, f"{operation}-stepwise")
    whole, steps = bench.measure([Request(operation=name, curve=curve, backend="asm") for name in names])
    assert whole["verified"] and steps["verified"]
    assert whole["cycles"] < steps["cycles"] <= SLOWER_MOST * whole["cycles"]
    assert whole["cycles"] / (LONGEST_MS / 1000 * steps["clock_hz"]) <= steps["steps"]
    assert steps["longest_step_ms"] <= LONGEST_MS
    # The call's own stack, and the part that the switch saves on it.
    assert whole["stack_bytes"] - 32 <= steps["task_stack_bytes"] <= whole["stack_bytes"] + 32
    assert steps["stack_bytes"] <= 100
    assert whole["steps"] is None

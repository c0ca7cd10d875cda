"""Skipped tests: each names its reason, and over a library of chosen fields the tests of other fields are skipped."""

import os
import subprocess
import sys

import pytest

from motelab import ROOT, python_path
from motelab.measure.bench import Request
from tests import conftest

TESTS = """
import pytest


@pytest.mark.skip
def test_without_a_reason():
    pass


def test_without_a_word():
    pytest.skip()


@pytest.mark.skip(reason="needs a moon")
def test_with_a_reason():
    pass


def is_pointless(params):
    return params.get("count", 0) > 1


@pytest.mark.parametrize("count", [1, 2])
def test_of_a_count(count):
    pass


@pytest.mark.parametrize("curve", ["secp256r1", "sect163k1", "nothing"])
def test_of_a_curve(curve):
    pass
"""


def run(folder, fields: str) -> str:
    """pytest's output on TESTS with our conftest.py."""
    (folder / "test_made.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", ROOT / "pyproject.toml"]
    environment = os.environ | {"PYTHONPATH": python_path(), "MC_FIELDS": fields}
    done = subprocess.run(
        [*command, "--rootdir", folder, folder / "test_made.py"], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_a_skip_without_a_reason_fails(tmp_path):
    told = run(tmp_path, "")
    assert "1 failed, 4 passed, 1 skipped, 1 deselected, 1 error" in told
    assert told.count("is skipped without a reason") >= 2 and "1 needs a moon" in told


def test_tests_of_fields_that_are_left_out_are_skipped(tmp_path):
    told = run(tmp_path, "fb7;fp256r1")
    assert "1 failed, 3 passed, 2 skipped, 1 deselected, 1 error" in told
    assert "1 MC_FIELDS leaves fb163 out" in told


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ("secp256r1", {"fp256r1"}),
        ("fb163", {"fb163"}),
        ("c2tnb191v1", {"fb191"}),
        ("word", set()),
        (3, set()),
        (("sect163k1", ["Curve25519", 5]), {"fb163", "fp255"}),
        (Request(curve="sect233k1"), {"fb233"}),
    ],
)
def test_fields_of_parameters(value, fields):
    assert conftest.fields_in(value) == fields

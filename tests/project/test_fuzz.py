"""Every fuzz target of tests/fuzz/ for some seconds over its corpus, against OpenSSL and under the sanitizers."""

import fcntl

import pytest

from motelab import ROOT
from tests.conftest import ALL
from tools import fuzz

SECONDS = 15 if ALL else 5  # `make fuzz` gives each a minute


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> None:
    with (ROOT / "build/fuzz.lock").open("w") as lock:  # processes of tests build side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        fuzz.build()


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("target", fuzz.targets())
def test_no_finding(built, target):
    is_clean, report = fuzz.run(target, SECONDS)
    assert is_clean, report
    assert fuzz.executions(report) > len(list((fuzz.CORPUS / target).iterdir()))

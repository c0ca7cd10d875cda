"""The C programs of tests/c at every word size, as they are and under the address and undefined-behaviour
sanitizers."""

import subprocess

import pytest

from motecurve import host


def run_programs(word_bits: int, sanitize: bool) -> None:
    folder = host.build(word_bits, sanitize=sanitize)
    run = subprocess.run(
        ["ctest", "--test-dir", folder, "--output-on-failure", "--timeout", "900"], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout
    assert "No tests were found" not in run.stdout


def test_programs(word_bits):
    run_programs(word_bits, sanitize=False)


@pytest.mark.slow
@pytest.mark.parametrize("bits", host.WORD_SIZES)
def test_programs_sanitized(bits):
    run_programs(bits, sanitize=True)

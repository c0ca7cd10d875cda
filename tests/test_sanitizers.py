"""The C programs of tests/c at every word size, as they are and under the address and undefined-behaviour
sanitizers."""

import subprocess

import pytest

from motecurve import host


def run_programs(word_bits: int, sanitize: bool) -> None:
    folder = host.build(word_bits, sanitize=sanitize)
    run = subprocess.run(["ctest", "--test-dir", folder, "--output-on-failure"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert "No tests were found" not in run.stdout


def test_programs(word_bits):
    run_programs(word_bits, sanitize=False)


@pytest.mark.parametrize("bits", [8, 64])
def test_programs_sanitized(bits):
    run_programs(bits, sanitize=True)


@pytest.mark.slow
@pytest.mark.parametrize("bits", [16, 32])
def test_programs_sanitized_at_other_word_sizes(bits):
    run_programs(bits, sanitize=True)

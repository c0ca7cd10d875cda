"""The C programs of tests/c at every word size and, with the smallest and the largest words, under the address and
undefined-behaviour sanitizers."""

import subprocess
from pathlib import Path

import pytest

from motecurve.library import host

# Under the sanitizers: the tiny fields, and of each kind one of every sort (dense polynomial, Montgomery's form,
# special shape, Edwards curves, many words). Words of 8 bits are promoted to int in every expression; every field has
# many of them, so fewer fields do.
SANITIZED = {
    8: "fb7;fp7;fp7e;fb163;fp160r1;fp256bp",
    64: "fb7;fp7;fp7e;fb163;fb233;fb239n;fb571;fp160r1;fp256r1;fp256bp;fp255;fp521",
}

EXAMPLES_FIELD = "fb233"  # of the curve of examples/


def run_programs(folder: Path, *but: str) -> None:
    """All of a build's, but those of these names; MC_FIELDS may leave out the examples' curve."""
    left_out = [*but, *(["^example_"] if host.CHOSEN_FIELDS else [])]
    command = ["ctest", "--test-dir", folder, "--output-on-failure", "--timeout", "900"]
    command += ["--exclude-regex", "|".join(left_out)] if left_out else []
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert "No tests were found" not in run.stdout


def test_programs(word_bits):
    """All of them; that of poisoned secrets, long with small words, is run by its own test, under valgrind."""
    run_programs(host.build(word_bits), *(() if word_bits == 64 else ("poisoned_secrets",)))


@pytest.mark.slow
@pytest.mark.parametrize("bits", SANITIZED)
def test_programs_sanitized(bits):
    examples = () if EXAMPLES_FIELD in SANITIZED[bits].split(";") else ("^example_",)
    run_programs(host.build(bits, sanitize=True, fields=SANITIZED[bits]), *examples)

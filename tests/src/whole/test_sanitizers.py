"""The C programs of tests/c at every word size and, with the smallest and the largest words, under the address and
undefined-behaviour sanitizers."""

import subprocess
from pathlib import Path

import pytest

from motelab.library import host
from tests.conftest import ALL, part

# Under the sanitizers: the tiny fields, and of each kind one field of every sort (dense polynomial, Montgomery's
# form, special shape, Edwards curves, many words). At 64 bits a commit has a field of each kind and a third of the
# others. Words of 8 bits are promoted to int in every expression, and every field has many of them, so fewer fields
# suffice there. `make test-all` has every sort at both sizes.
TINY = ("fb7", "fp7", "fp7e")
OTHERS = part(("fb239n", "fp256bp", "fb571", "fb233", "fp255", "fp521", "fp160r1"), 3)
EVERY_SORT = {*TINY, "fb163", "fp256r1", *OTHERS}
AT_8_BITS = (*TINY, "fb163", "fp160r1", "fp256bp")
SANITIZED = {
    bits: ";".join(sorted(fields)) for bits, fields in ((8, EVERY_SORT if ALL else AT_8_BITS), (64, EVERY_SORT))
}

EXAMPLES_FIELD = "fb233"  # the field of the curve in examples/


def run_programs(folder: Path, *but: str) -> None:
    """All programs of a build except those with these names; MC_FIELDS may leave out the examples' curve."""
    left_out = [*but, *([] if host.holds(EXAMPLES_FIELD) else ["^example_"])]
    command = ["ctest", "--test-dir", folder, "--output-on-failure", "--timeout", "900"]
    command += ["--exclude-regex", "|".join(left_out)] if left_out else []
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert "No tests were found" not in run.stdout


def test_programs(word_bits):
    """All except the program for poisoned secrets: it takes long with small words, and its own test runs it, under
    valgrind."""
    run_programs(host.build(word_bits), *(() if word_bits == 64 else ("poisoned_secrets",)))


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("bits", SANITIZED)
def test_programs_sanitized(bits):
    examples = () if EXAMPLES_FIELD in SANITIZED[bits].split(";") else ("^example_",)
    run_programs(host.build(bits, sanitize=True, fields=SANITIZED[bits]), *examples)

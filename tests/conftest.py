"""What the tests share: the library at each word size, the curves, the folder of public vectors."""

from pathlib import Path

import pytest

from motecurve import host

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


def skip_fields_not_built(item):
    """Over a library of chosen fields (MC_FIELDS), tests of the others are left out."""
    try:
        return (yield)
    except host.FieldNotBuilt as left_out:
        pytest.skip(str(left_out))


pytest_runtest_setup = pytest.hookimpl(wrapper=True)(skip_fields_not_built)
pytest_runtest_call = pytest.hookimpl(wrapper=True)(skip_fields_not_built)

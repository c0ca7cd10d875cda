"""The groups of identity-based schemes: each on 64-bit words, one of each type at every word size."""

import pytest

from tests.src.ibe.ibe_library import EVERYWHERE, GROUPS, Ibe, opened


@pytest.fixture(params=GROUPS)
def name(request) -> str:
    return request.param


@pytest.fixture
def ibe(name, word_bits) -> Ibe:
    if word_bits != 64 and name not in EVERYWHERE:
        pytest.skip("shares the templates of tate-256")
    return opened(name, word_bits)


@pytest.fixture(params=EVERYWHERE)
def each_type(request, word_bits) -> Ibe:
    """A group of each type."""
    return opened(request.param, word_bits)

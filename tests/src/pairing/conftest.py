"""The library with BLS12-381 at each word size."""

import pytest

from tests.src.pairing.library import Library


@pytest.fixture(scope="session")
def bls(word_bits) -> Library:
    return Library("bls12-381", word_bits)

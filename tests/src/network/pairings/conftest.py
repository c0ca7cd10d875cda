"""The groups that the network's schemes are tested with: the motes' own, and one of type 3."""

import pytest


@pytest.fixture(params=("tate-256", "bls12-381"))
def group(request) -> str:
    return request.param

"""What every simulated board does: protocols are right there, and what takes secrets leaks none. On each board a third
of them, which the commit chooses."""

import pytest

from motecurve.boards import board
from motecurve.measure import bench, ctcheck
from motecurve.measure.bench import Request
from tests.conftest import share

PROTOCOLS = (
    ("scalar-mult", "sect163k1"),
    ("ecdsa-sign", "sect163k1"),
    ("ecdh", "sect233k1"),
    ("ecdh", "secp256r1"),
    ("ecdsa-sign", "secp256r1"),
    ("ecdsa-verify", "secp160r1"),
    ("ecdh", "Curve25519"),
    ("eddsa-sign", "Ed25519"),
    ("ecdsa-sign-stepwise", "sect163k1"),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "operation", "curve"),
    [chosen for name in board.simulated() for chosen in share([(name, *protocol) for protocol in PROTOCOLS], 3)],
)
def test_protocols(name, operation, curve):
    """Executed addresses are the same for every secret; those of data, too, where there is a cache."""
    request = Request(board=name, operation=operation, curve=curve, backend="asm")
    (record,) = bench.measure([request])
    assert record["verified"] and record["instructions"] > 100_000
    if operation == "ecdsa-verify":
        return
    row = ctcheck.check(request)
    assert row["leaks"] == [] and not ctcheck.leaked(row) and row["equal_trace"]
    assert row["equal_addresses"] or not board.load(name).has_data_cache

"""The simulated boards: protocols give right results there, and those with secrets leak none. A commit tests a third of
them on each board, and chooses which."""

import pytest

from motelab.boards import board
from motelab.measure import bench, ctcheck
from motelab.measure.bench import Request
from tests.conftest import fast_boards_in_turn, share

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

NO_ROOM = {("uno", "ecdsa-sign-stepwise")}  # the variables of a signature in steps are more than the image's 1,536 B


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("name", "operation", "curve"),
    [
        chosen
        for name in fast_boards_in_turn()
        for chosen in share([(name, *protocol) for protocol in PROTOCOLS if (name, protocol[0]) not in NO_ROOM], 3)
    ],
)
def test_protocols(name, operation, curve):
    """Executed addresses are the same for every secret; with a cache, addresses of data are too."""
    request = Request(board=name, operation=operation, curve=curve, backend="asm")
    (record,) = bench.measure([request])
    assert record["verified"] and record["instructions"] > 100_000
    if operation == "ecdsa-verify":
        return
    row = ctcheck.check(request)
    assert row["leaks"] == [] and not ctcheck.leaked(row) and row["equal_trace"]
    assert row["equal_addresses"] or not board.load(name).has_data_cache

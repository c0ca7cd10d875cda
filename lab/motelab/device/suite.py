"""The calls by which a board's own silicon and its simulator are compared: each has another mix of instructions."""

from motelab.boards import board as boards
from motelab.boards import profiles
from motelab.common.errors import MotecurveError
from motelab.measure import bench
from motelab.measure.bench import Request

# Operation, curve, profile: fields first, which are short and of one kind (multiplications; loads and exclusive ors;
# branches), then whole calls.
CALLS = (
    ("fp-mul-reduce", "secp256r1", profiles.FAST),
    ("fp-mul-reduce", "Curve25519", profiles.BALANCED),
    ("fp-inv", "secp256r1", profiles.BALANCED),
    ("fb-mul-reduce", "sect163k1", profiles.FAST),
    ("fb-inv", "sect163k1", profiles.FAST),
    ("ecdh", "Curve25519", profiles.BALANCED),
    ("ecdh", "secp256r1", profiles.BALANCED),
    ("ecdsa-sign", "secp256r1", profiles.BALANCED),
    ("ecdsa-verify", "secp256r1", profiles.BALANCED),
)


def requests(board_name: str) -> list[Request]:
    """The calls that a board has."""
    board, found = boards.load(board_name), []
    for operation, curve, profile in CALLS:
        request = Request(board_name, operation, backend=board.best_backend(profile), curve=curve, profile=profile)
        try:
            bench.select(request)
        except MotecurveError:
            continue
        found.append(request)
    return found

"""A side of a handshake of DTLS 1.2 on the bench: an operation that only other people's code has. Its octets are blocks
of 32. Known answers: implementations/answers/dtls-1.2.json, by motelab.network.deployed.dtls_answers."""

from motelab.boards.implementations.call import Call
from motelab.subjects.curves import Curve
from motelab.subjects.layouts import DIGEST, Layout
from motelab.subjects.operations import Operation

BLOCK = 32
SUBJECT = "dtls-1.2"  # the file of its answers
# Octets of each text. A key is d, x, y. `drawn` are the secret of cookies (12 octets), the random octets, the private
# key of the exchange, the nonce; those two in words of the processor, which is little-endian.
OCTETS = {"key": 96, "other": 64, "drawn": 128, "text": 32, "received": 704, "heard": 32, "sent": 704}


def layout(*names: str) -> Layout:
    """These texts, one after the other."""
    return tuple((f"{name}{block}", DIGEST) for name in names for block in range(OCTETS[name] // BLOCK))


def in_blocks(case: dict[str, int], _: Curve) -> dict[str, int]:
    """A case with its texts as blocks, too."""
    found = dict(case)
    for name in OCTETS.keys() & case.keys():
        octets = case[name].to_bytes(OCTETS[name])
        for block in range(OCTETS[name] // BLOCK):
            found[f"{name}{block}"] = int.from_bytes(octets[BLOCK * block : BLOCK * (block + 1)])
    return found


def side(which: str) -> tuple[Call, Operation]:
    """The call of an adapter, and the operation."""
    arguments = tuple(layout(name) for name in ("key", "other", "drawn", "text", "received"))
    operation = Operation(
        f"dtls-1.2-{which}", "scalar-mult", "implementation.c", (), (), "random keys, and a datagram each way",
        on_curve=True, complete=in_blocks, of_subject=SUBJECT,
    )  # fmt: skip
    return Call(f"dtls_{which}", arguments, layout("heard", "sent")), operation


OPERATIONS = {f"dtls-1.2-{which}": side(which) for which in ("client", "server")}

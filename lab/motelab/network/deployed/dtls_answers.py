"""Known answers of the sides of DTLS 1.2 on the open bench: whole handshakes with both sides' datagrams, and some with
an octet changed on the way or another key than expected, which must be refused."""

import hashlib
import itertools
import json
from collections.abc import Iterator
from typing import Any

from motelab.boards.implementations.datagram_security import OPERATIONS, TEXTS
from motelab.network.deployed import protocols
from motelab.network.deployed.dtls import SIGNATURE_BYTES
from motelab.network.deployed.dtls_handshake import RECORD, Side, handshake, point
from motelab.subjects.known_answers import OF_OTHERS

FILE = OF_OTHERS / f"{TEXTS.subject}.json"
ADDRESS = bytes([1]) * 16  # the neighbour's, as adapters have it
SECRET_BYTES = 12
ALGORITHM_BYTES = 4  # before a signature in DER
REFUSED = 7  # any number that names no fault of a public key (answers.KEY_ERRORS)
BAD_KEY = 1  # one that does: it counts where a manifest claims that keys are validated
RANDOM = 2
SIDES = ("client", "server")
# Of each side the datagrams in which an octet changes: the other's signature, its data.
CHANGED = {"client": (3, 8), "server": (4, 7)}
Case = dict[str, str]


def drawn(*parts: Any) -> bytes:
    """32 octets of a name."""
    return hashlib.sha256(" ".join(map(str, ("DTLS", *parts))).encode()).digest()


def number(*parts: Any) -> int:
    """Of a name: below the order."""
    return 1 + int.from_bytes(drawn(*parts)) % (RECORD.order - 1)


def sides(name: str, attempt: int) -> dict[str, Side]:
    """Both sides of a case; attempts differ in their nonces."""
    return {
        side: Side(number(name, side, "key"), drawn(name, side, "random"), number(name, side, "ephemeral"),
                   number(name, side, "nonce", attempt), drawn(name, side, "cookie")[:SECRET_BYTES])
        for side in SIDES
    }  # fmt: skip


def coap_texts() -> tuple[bytes, bytes]:
    """The data: as many octets as those of the rows (protocols.ASKS, protocols.TELLS)."""
    return bytes(range(protocols.ASKS)), bytes(range(protocols.TELLS))


def whole(name: str, of_server: int, of_client: int) -> tuple[dict[str, Side], list[tuple[str, bytes]]]:
    """The first handshake of that name whose signatures have so many octets."""
    lengths = (13 + 12 + 4 + 65 + ALGORITHM_BYTES + of_server, 13 + 12 + ALGORITHM_BYTES + of_client)
    for attempt in itertools.count():
        found = sides(name, attempt)
        datagrams = handshake(found["client"], found["server"], ADDRESS, *coap_texts())
        if (len(datagrams[5][1]), len(datagrams[10][1])) == lengths:
            return found, datagrams
    raise AssertionError


def padded(octets: bytes, name: str) -> str:
    return octets.ljust(TEXTS.octets[name], b"\0").hex()


def with_lengths(datagrams: list[bytes]) -> bytes:
    return b"".join(len(one).to_bytes(2) + one for one in datagrams)


def case(side: str, found: dict[str, Side], datagrams: list[tuple[str, bytes]]) -> Case:
    """A side's inputs and outputs."""
    own, other = found[side], found[SIDES[side == SIDES[0]]]
    texts = dict(zip(SIDES, coap_texts(), strict=True))
    told, heard = texts[side], texts[SIDES[side == SIDES[0]]]
    words = own.ephemeral.to_bytes(32, "little") + own.nonce.to_bytes(32, "little")
    return {
        "key": (own.key.to_bytes(32) + point(own.public())[1:]).hex(),
        "other": point(other.public())[1:].hex(),
        "drawn": padded(own.cookie_secret + own.random + words, "drawn"),
        "text": padded(bytes([len(told)]) + told, "text"),
        "received": padded(with_lengths([octets for name, octets in datagrams if name != side]), "received"),
        "heard": padded(bytes([len(heard)]) + heard, "heard"),
        "sent": padded(with_lengths([octets for name, octets in datagrams if name == side]), "sent"),
    }


def refused(of: Case, status: int = REFUSED, **changes: str) -> Case:
    """The same with other inputs, and no output."""
    return of | changes | {"status": f"{status:x}", "heard": "0", "sent": "0"}


def beside_the_curve(side: str) -> Case:
    """What a side that does not validate public keys does with a point beside the curve. Formulas of affine points do
    without the constant that tells curves apart, so there is an answer."""
    found = sides("beside", 0)
    other = found[SIDES[side == SIDES[0]]]
    x, y = other.exchanged()
    other.sends = (x, y ^ 1)
    return case(side, found, handshake(found["client"], found["server"], ADDRESS, *coap_texts()))


def changed(side: str, datagrams: list[tuple[str, bytes]]) -> Iterator[str]:
    """What the side receives, with another last octet of one of its datagrams."""
    received = [octets for name, octets in datagrams if name != side]
    for place in CHANGED[side]:
        wrong = received[place][:-1] + bytes([received[place][-1] ^ 1])
        yield padded(with_lengths([*received[:place], wrong, *received[place + 1 :]]), "received")


def text() -> str:
    """The file. Random cases have signatures of the average length; of the edge case one is shorter, one longer."""
    operations: dict[str, Any] = {name: {"edge": [], "random": []} for name in OPERATIONS}
    for name in ("edge", *range(RANDOM)):
        off = int(name == "edge")
        found, datagrams = whole(str(name), SIGNATURE_BYTES - off, SIGNATURE_BYTES + off)
        for side in SIDES:
            kind = "edge" if off else "random"
            operations[f"dtls-1.2-{side}"][kind].append(case(side, found, datagrams))
    found, datagrams = whole("edge", SIGNATURE_BYTES - 1, SIGNATURE_BYTES + 1)
    for side in SIDES:
        right = case(side, found, datagrams)
        wrong = [refused(right, received=octets) for octets in changed(side, datagrams)]
        wrong.append(refused(right, other=right["key"][64:]))
        wrong.append(refused(beside_the_curve(side), BAD_KEY))
        operations[f"dtls-1.2-{side}"]["edge"] += wrong
    source = "motelab.network.deployed.dtls_handshake (integers and hashlib of Python, AES-CCM of cryptography)"
    return json.dumps({"source": source, "operations": operations}, indent=1) + "\n"

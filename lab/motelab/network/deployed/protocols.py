"""Protocols as their datagrams: octets of each, and what its sender computes before it goes. Each ends with a message
of application data each way: 8 octets, and an answer without any. Operations are those of simulation/costs.py; beyond
the signatures and agreements they are counted in blocks, of SHA-256 and of AES.

What a scheme of ours takes stands beside them, by the same count."""

import dataclasses
from collections.abc import Callable, Sequence

from motelab.network.deployed import coap, dtls, frames, tinydtls
from motelab.network.parameters import parameters
from motelab.network.simulation.schemes import CONFIRMATION, EDHOC, HKDF, HMAC, SCHEMES, Operations, Scheme, plus

HASH_BLOCK, HASH_PADDING, AES_BLOCK = 64, 9, 16
READING = bytes(8)
TOKEN, CONNECTION, PATH = b"\0", b"\0", (coap.URI_PATH, b"r")
METHOD_3 = (37, 45, 19)  # EDHOC's messages with static keys, suite 2 or 0, identifiers of an octet (RFC 9528)
KEM_KEY, KEM_CIPHERTEXT = 800, 768  # of ML-KEM-512 (FIPS 203)
CURVE = "secp256r1"


@dataclasses.dataclass(frozen=True)
class Protocol:
    """`datagrams`: octets of each; the initiator sends the first, third and so on. `computations[n]` are its sender's
    before datagram n; the last one's, the reader's. `frames_of`: the frames of a datagram. `checked` says by what the
    octets are confirmed. Where a side sends several datagrams in a row, `senders` has the side of each. `by_others`:
    others' code on the open bench, whose records stand in place of computations."""

    name: str
    curve: str | None
    forward_secret: bool
    datagrams: tuple[int, ...]
    computations: tuple[Operations, ...]
    frames_of: Callable[[int], Sequence[int]]
    checked: str
    is_ours: bool = False
    hybrid: bool = False
    senders: tuple[int, ...] = ()
    by_others: bool = False


def hashes(octets: int) -> Operations:
    """SHA-256 of so many octets."""
    return {"hash-block": -(-(octets + HASH_PADDING) // HASH_BLOCK)}


def seals(octets: int, data: int) -> Operations:
    """AES-CCM over a text and its additional data: once for the tag, once to encrypt."""
    blocks = -(-octets // AES_BLOCK)
    return {"aes-key": 1, "aes-block": 2 + 2 * blocks + -(-(data + 2) // AES_BLOCK)}


def times(count: int, part: Operations) -> Operations:
    return {name: count * value for name, value in part.items()}


# CoAP, EDHOC, OSCORE

REQUEST, RESPONSE = coap.plaintext(coap.POST, (PATH,), READING), coap.plaintext(coap.CHANGED)
AAD_BYTES = 24  # of a request by an octet
PROTECTS = plus(seals(len(REQUEST), AAD_BYTES), seals(len(RESPONSE), AAD_BYTES))  # one opened, one sealed
# Beyond EDHOC and the session of our engine: one more exporter, and two more of the three derivations (RFC 8613, 3.2).
CONTEXT = {"hash-block": 3 * HKDF}


def edhoc_over_coap() -> Protocol:
    """RFC 9528, A.2, with the combined request of RFC 9668: its message 3 goes with the first protected request."""
    one, two, three = map(bytes, METHOD_3)
    asked, text = coap.first_message(one)
    sealed, answered = bytes(len(REQUEST) + coap.TAG_BYTES), bytes(len(RESPONSE) + coap.TAG_BYTES)
    combined = (coap.request_option(CONNECTION, 0), (coap.EDHOC_OPTION, b""))
    datagrams = (
        coap.message(coap.CONFIRMABLE, coap.POST, 0, TOKEN, asked, text),
        coap.message(coap.ACKNOWLEDGEMENT, coap.CHANGED, 0, TOKEN, ((coap.CONTENT_FORMAT, bytes([coap.EDHOC])),), two),
        coap.message(coap.CONFIRMABLE, coap.POST, 1, TOKEN, combined, three + sealed),
        coap.message(coap.ACKNOWLEDGEMENT, coap.CHANGED, 1, TOKEN, (coap.RESPONSE_OPTION,), answered),
    )
    begins, answers, ends, reads = EDHOC.computations
    return Protocol(
        "edhoc-coap-oscore", CURVE, True, tuple(map(len, datagrams)),
        (begins, answers, plus(ends, CONTEXT, PROTECTS), plus(reads, CONTEXT, PROTECTS), {}), frames.of_6lowpan,
        "aiocoap 0.4.17 with lakers 0.6.2: a handshake, octet by octet",
    )  # fmt: skip


# DTLS

ASKS = len(coap.message(coap.CONFIRMABLE, coap.POST, 0, TOKEN, (PATH,), READING))
TELLS = len(coap.message(coap.ACKNOWLEDGEMENT, coap.CHANGED, 0, TOKEN))
EPHEMERAL = {"ecdsa-keygen": 1}
SIGNS, VERIFIES, AGREES = {"ecdsa-sign": 1}, {"ecdsa-verify": 1}, {"ecdh": 1}
SIGNED_12 = 32 + 32 + 4 + dtls.POINT_BYTES  # of ServerKeyExchange, with both random numbers
SIGNED_13 = 64 + 33 + 1 + 32
# Of 1.2: the master secret of 48 octets, keys of 40, and Finished of 12, each side's: two codes for each 32 octets.
SCHEDULE_12 = {"hash-block": HMAC * 2 * (2 + 2 + 1 + 1)}
# Of 1.3: three extractions; secrets of both sides, twice, with two to go on; their keys, IVs and keys of numbers; keys
# of Finished, and its two codes.
SCHEDULE_13 = {"hash-block": HMAC * (3 + (4 + 2) + 4 * 3 + 2 + 2)}
NUMBER = {"aes-key": 1, "aes-block": 1}  # a record's, encrypted in 1.3


def dtls_13() -> Protocol:
    """Both sides sign; no cookie, no connection id. The first data go with the client's last flight."""
    flights = dtls.flights_13()
    both = plus(SCHEDULE_13, hashes(dtls.transcript(flights)), hashes(SIGNED_13), hashes(SIGNED_13), NUMBER, NUMBER,
                seals(flights[1], 5), seals(flights[2], 5), AGREES)  # fmt: skip
    data = plus(seals(ASKS, 5), seals(TELLS, 5), NUMBER, NUMBER)
    return Protocol(
        "dtls-1.3-rpk", CURVE, True,
        (*flights[:2], flights[2] + dtls.protected_13(ASKS), dtls.protected_13(TELLS)),
        (EPHEMERAL, plus(EPHEMERAL, SIGNS, both), plus(SIGNS, VERIFIES, both, data), plus(VERIFIES, data), {}),
        frames.of_6lowpan,
        "draft-ietf-iotops-security-protocol-comparison, less two octets; GnuTLS 3.7.9 in TLS 1.3",
    )  # fmt: skip


def dtls_12() -> Protocol:
    """ECDHE-ECDSA, both sides sign; with the cookie of 16 octets that RFC 6347 wants of servers."""
    flights = dtls.flights_12(cookie_bytes=16)
    both = plus(SCHEDULE_12, hashes(dtls.transcript(flights[2:])), hashes(SIGNED_12), AGREES,
                seals(24, 13), seals(24, 13))  # fmt: skip
    data = plus(seals(ASKS, 13), seals(TELLS, 13))
    return Protocol(
        "dtls-1.2-rpk", CURVE, True,
        (*flights, dtls.protected_12(ASKS), dtls.protected_12(TELLS)),
        (
            {}, hashes(64), {}, plus(EPHEMERAL, SIGNS), plus(VERIFIES, EPHEMERAL, SIGNS, both), plus(VERIFIES, both),
            data, data, {},
        ),
        frames.of_6lowpan,
        "GnuTLS 3.7.9: a handshake, message by message",
    )  # fmt: skip


def dtls_12_tinydtls() -> Protocol:
    """The same handshake by TinyDTLS, as it was measured."""
    return Protocol(
        tinydtls.PROTOCOL, CURVE, True, tinydtls.datagrams(), (), frames.of_6lowpan,
        "TinyDTLS on the open bench, octet by octet", senders=tinydtls.SENDERS, by_others=True,
    )  # fmt: skip


# Ours, and the hybrid on our engine


def around_message_1(scheme: Scheme) -> int:
    """Octets of the engine before it."""
    return parameters()["prefix_bytes"] + parameters()["nonce_bytes"] * scheme.has_initiator_nonce


def ours(name: str) -> Protocol:
    """A scheme of ours, with the responder's HELLO, and a frame of traffic each way."""
    scheme = SCHEMES[name]
    first, *others = scheme.messages
    confirms = plus(CONFIRMATION, {"aes-block": 2})
    steps = (scheme.computations[0], *scheme.computations[1:-1], plus(scheme.computations[-1], confirms, confirms))
    return Protocol(
        name, scheme.curve, scheme.name in ("ecdsa-ecdh", "edhoc"), (around_message_1(scheme) + first, *others), steps,
        frames.of_engine, "./motecurve network emulate", is_ours=True,
    )  # fmt: skip


def on_x25519(part: Operations) -> Operations:
    """The same with X25519: no square roots, and a pair of keys is a multiplication."""
    kept = {name: count for name, count in part.items() if name not in ("square-root", "ecdsa-keygen")}
    return plus(kept, {"ecdh": part.get("ecdsa-keygen", 0)})


def of_x25519(is_hybrid: bool) -> Protocol:
    """Our `edhoc` with suite 0. The hybrid's messages 1 and 2 bring a key and a ciphertext of ML-KEM-512 behind the
    ephemeral keys, and its secret enters the same derivations: our own composition, of no standard yet."""
    begins, answers, ends, reads = map(on_x25519, EDHOC.computations)
    kem = (KEM_KEY, KEM_CIPHERTEXT) if is_hybrid else (0, 0)
    first, second, third = EDHOC.messages
    datagrams = (around_message_1(EDHOC) + first + kem[0], second + kem[1], third)
    confirms = plus(CONFIRMATION, {"aes-block": 2})
    if is_hybrid:
        more = hashes(sum(kem))
        begins = plus(begins, {"ml-kem-512-keygen": 1}, more)
        answers = plus(answers, {"ml-kem-512-encaps": 1}, more, {"hash-block": HKDF})
        ends = plus(ends, {"ml-kem-512-decaps": 1}, more, {"hash-block": HKDF})
    name = "edhoc-x25519-ml-kem-512" if is_hybrid else "edhoc-x25519"
    return Protocol(
        name, "Curve25519", True, datagrams, (begins, answers, ends, plus(reads, confirms, confirms)),
        frames.of_engine, "sizes of FIPS 203; our messages", is_ours=True, hybrid=is_hybrid,
    )  # fmt: skip


def all_of_them() -> list[Protocol]:
    """Ours first."""
    own = [ours("ecqv"), ours("edhoc"), of_x25519(False), of_x25519(True)]
    return [*own, edhoc_over_coap(), dtls_13(), dtls_12(), dtls_12_tinydtls()]

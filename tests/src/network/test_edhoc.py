"""EDHOC: the traces of RFC 9529, its invalid messages, all methods and suites, attackers."""

import ctypes
import dataclasses
import hashlib
import hmac
import itertools
import random
import re

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, x25519

from motelab import ROOT
from motelab.library.host import Status
from tests.src.network.edhoc import INITIATOR, RESPONDER, TRACES, Credential, Failed, Node, Session, octets, of_trace

RAW = (serialization.Encoding.Raw, serialization.PublicFormat.Raw)


@pytest.mark.parametrize("name", ("signatures", "static keys"))
def test_traces(library, name):
    """Every message of RFC 9529, the keys that it exports, and those after an update."""
    trace = TRACES[name]
    initiator, responder = (
        Session(library, *side) for side in zip((INITIATOR, RESPONDER), of_trace(trace), strict=True)
    )
    x, y, *messages = octets(trace, "x", "y", "message_1", "message_2", "message_3", "message_4")
    sides = itertools.cycle((initiator, responder))
    writer = next(sides)
    for number, message in enumerate(messages, start=1):
        reader = next(sides)
        assert writer.write(number, (x, y, b"", b"")[number - 1]) == message, f"message {number}"
        reader.read(number, message)
        writer = reader
    for side in (initiator, responder):
        assert (side.export(0, 16), side.export(1, 8)) == octets(trace, "master_secret", "master_salt")
        side.update(*octets(trace, "update_context"))
        assert (side.export(0, 16), side.export(1, 8)) == octets(trace, "updated_secret", "updated_salt")


def test_negotiation(library):
    """The second trace begins with a suite that the responder has not; this library has not suite 6 either, so the
    message is that of the trace."""
    trace = TRACES["static keys"]
    initiator, responder = of_trace(trace)
    first, answer = octets(trace, "first_message_1", "error")
    session = Session(library, RESPONDER, responder)
    assert failure(session, 1, first) == Status.ERROR_UNSUPPORTED
    assert session.error(Status.ERROR_UNSUPPORTED) == answer
    assert Session(library, INITIATOR, initiator).read_error(answer) == (2, 1)


def failure(session: Session, number: int, message: bytes) -> Status:
    """The status of a message that is refused; the session ends, and says so from then on."""
    with pytest.raises(Failed) as found:
        session.read(number, message)
    with pytest.raises(Failed) as afterwards:
        session.read(number, message)
    assert afterwards.value.status == Status.ERROR_ABANDONED
    assert not any(session.memory.raw)
    return found.value.status


REFUSED = {
    "Surplus array encoding of message": Status.ERROR_ENCODING,
    "Surplus bstr encoding of connection identifier": Status.ERROR_ENCODING,
    "Surplus array encoding of ciphersuite": Status.ERROR_ENCODING,
    "Text string encoding of ephemeral key": Status.ERROR_ENCODING,
    "Error in length of ephemeral key": Status.ERROR_UNSUPPORTED,
    "Error in elliptic curve encoding": Status.ERROR_ENCODING,
    "Unnecessary long encoding": Status.ERROR_NOT_MINIMAL,
    "Indefinite-length array encoding": Status.ERROR_ENCODING,
}
REFUSED_LATER = {
    "Error in elliptic curve representation": Status.ERROR_COORDINATE_RANGE,
    "Error in elliptic curve point": Status.ERROR_NOT_ON_CURVE,
    "Curve point of low order": Status.ERROR_SHARED_INFINITY,
}


@pytest.mark.parametrize("what", (*REFUSED, *REFUSED_LATER))
def test_invalid_message_1(library, what):
    """RFC 9529, 4; the points show when they are used, for message 2."""
    responder = dataclasses.replace(of_trace(TRACES["static keys"])[1], suites=bytes([2, 0]))
    session = Session(library, RESPONDER, responder)
    message = bytes.fromhex(TRACES["invalid"][what]["octets"])
    if what in REFUSED:
        assert failure(session, 1, message) == REFUSED[what]
        return
    session.read(1, message)
    with pytest.raises(Failed) as found:
        session.write(2, bytes(range(1, 33)))
    assert found.value.status == REFUSED_LATER[what]


@pytest.mark.parametrize(
    ("what", "status"),
    (
        ("Wrong number of CBOR sequence elements", Status.ERROR_TRAILING),
        ("Surplus map encoding of ID_CRED field", Status.ERROR_ENCODING),
        ("Surplus bstr encoding of ID_CRED field", Status.ERROR_ENCODING),
        ("Error in length of MAC", Status.ERROR_MAC),
    ),
)
def test_invalid_message_2(library, what, status):
    """The plaintexts are encrypted as the responder of the trace would."""
    trace, invalid = TRACES["static keys"], TRACES["invalid"][what]
    session = Session(library, INITIATOR, of_trace(trace)[0])
    session.write(1, *octets(trace, "x"))
    message = bytes.fromhex(invalid["octets"])
    if invalid["what"] == "PLAINTEXT_2":
        message = encrypted_2(trace, message)
    assert failure(session, 2, message) == status


def encrypted_2(trace: dict, plaintext: bytes) -> bytes:
    """message_2 with another plaintext, by `cryptography` and hashlib: TH_2, PRK_2e and KEYSTREAM_2 of RFC 9528."""
    g_x, y, g_y, message_1 = octets(trace, "g_x", "y", "g_y", "message_1")
    hashed = hashlib.sha256(message_1).digest()
    transcript = hashlib.sha256(b"\x58\x20" + g_y + b"\x58\x20" + hashed).digest()
    private = ec.derive_private_key(int.from_bytes(y, "big"), ec.SECP256R1())
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b"\2" + g_x)
    prk = hmac.digest(transcript, private.exchange(ec.ECDH(), public), "sha256")
    info = b"\0\x58\x20" + transcript + bytes([len(plaintext)]) + b"\1"
    stream = hmac.digest(prk, info, "sha256")
    body = g_y + bytes(a ^ b for a, b in zip(plaintext, stream, strict=False))
    return bytes([0x58, len(body)]) + body


def key_pair(draw: random.Random, suite: int, is_static: bool) -> tuple[bytes, bytes]:
    """Private and public key for a suite's use, by `cryptography`."""
    private = draw.randbytes(32)
    if suite < 2:
        kind = x25519.X25519PrivateKey if is_static else ed25519.Ed25519PrivateKey
        return private, kind.from_private_bytes(private).public_key().public_bytes(*RAW)
    key = ec.derive_private_key(int.from_bytes(private, "big") % (1 << 255), ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(32, "big")
    form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return private, key.public_key().public_bytes(*form)


def pair(method: int, suite: int, seed: int = 1) -> tuple[Node, Node]:
    """Two nodes with keys for this method and suite, with identifiers of all forms."""
    draw = random.Random(f"{method} {suite} {seed}")
    made = []
    for side, is_static in ((0, method >> 1), (1, method & 1)):
        private, public = key_pair(draw, suite, bool(is_static))
        kid = draw.choice(((b"\x2b", b"\x18", b"initiator"), (b"\x00", b"\xff", b"responder"))[side])
        id_cred = b"\xa1\x04" + bytes([0x40 + len(kid)]) + kid
        made.append((Credential.of(id_cred, b"\x58\x30" + bytes([side]) + draw.randbytes(47), public), private))
    known = {credential.octets[0]: credential for credential, _ in made}
    identifiers = (draw.choice((b"", b"\x37", b"\xff", b"12345678")), draw.choice((b"\x00", b"\x18", b"ab")))
    return tuple(
        Node(own, private, known, method, bytes([suite]), identifier=identifier)
        for (own, private), identifier in zip(made, identifiers, strict=True)
    )


def run(library: ctypes.CDLL, initiator: Node, responder: Node, alter=lambda number, message: message):
    """Both sessions after four messages; `alter` may change each on the way."""
    sides = Session(library, INITIATOR, initiator), Session(library, RESPONDER, responder)
    for number in range(1, 5):
        writer, reader = sides[(number - 1) % 2], sides[number % 2]
        reader.read(number, alter(number, writer.write(number, bytes([number]) * 31 + b"\1")))
    return sides


@pytest.mark.parametrize("suite", range(4))
@pytest.mark.parametrize("method", range(4))
def test_both_sides_agree(library, method, suite):
    for seed in range(3):
        initiator, responder = run(library, *pair(method, suite, seed))
        keys = {
            (side.export(7, 40, b"context"), side.export(0x8000, 40, b"context")) for side in (initiator, responder)
        }
        assert len(keys) == 1 and len(set(*keys)) == 2


@pytest.mark.parametrize("method", range(4))
def test_lengths_of_the_page(library, method):
    """docs/network/edhoc.md, with identifiers of one octet, which are integers."""
    page, counted = (ROOT / "docs/network/edhoc.md").read_text(), {}
    nodes = [dataclasses.replace(node, identifier=b"\x0e") for node in pair(method, 2)]
    for node, kid in zip(nodes, (0x2B, 0x32), strict=True):
        node.own = Credential.of(bytes((0xA1, 0x04, 0x41, kid)), *node.own.octets[1:])
    for node in nodes:
        node.known = {other.own.octets[0]: other.own for other in nodes}
    run(library, *nodes, lambda number, message: counted.setdefault(number, message))
    assert re.search(rf"\| {method} \|.*\| {', '.join(str(len(counted[i])) for i in (1, 2, 3))} \|", page)


@pytest.mark.parametrize("number", range(1, 5))
@pytest.mark.parametrize("method", range(4))
def test_every_changed_octet_shows(library, method, number):
    """A changed message is refused by its reader, or, of the first two, by the reader of a later one."""
    nodes = pair(method, 2)
    length = 0
    position = 0
    while position <= length:

        def alter(at, message, position=position):
            nonlocal length
            if at != number:
                return message
            length = len(message) - 1
            return message[:position] + bytes([message[position] ^ 1]) + message[position + 1 :]

        with pytest.raises(Failed):
            run(library, *nodes, alter)
        position += 1 if length < 60 else 7


@pytest.mark.parametrize("number", range(1, 5))
def test_every_length(library, number):
    """Shorter and longer messages are refused, and a buffer that is too small loses nothing."""
    nodes = pair(3, 2)
    whole = {}
    run(library, *nodes, lambda at, message: whole.setdefault(at, message))

    def cut(count):
        return lambda at, message: message[:count] if at == number else message

    for count in range(len(whole[number])):
        with pytest.raises(Failed):
            run(library, *nodes, cut(count))
    with pytest.raises(Failed):
        run(library, *nodes, lambda at, message: message + b"\xff" if at == number else message)
    sides = Session(library, INITIATOR, nodes[0]), Session(library, RESPONDER, nodes[1])
    for at in range(1, number + 1):
        writer, reader = sides[(at - 1) % 2], sides[at % 2]
        if at == number:
            with pytest.raises(Failed) as found:
                writer.write(at, bytes([at]) * 31 + b"\1", size=len(whole[at]) - 1)
            assert found.value.status == Status.ERROR_LENGTH
        message = writer.write(at, bytes([at]) * 31 + b"\1", size=len(whole[at]))
        assert message == whole[at]
        reader.read(at, message)


def test_wrong_credential(library):
    """The peer's identifier with another key, and another credential with the right key."""
    for method in range(4):
        initiator, responder = pair(method, 2)
        (id_cred, cred, public_key), other = responder.own.octets, pair(method, 2, seed=9)[1].own.octets
        for false in ((id_cred, cred, other[2]), (id_cred, other[1], public_key)):
            deceived = dataclasses.replace(initiator, known={id_cred: Credential.of(*false)})
            with pytest.raises(Failed) as found:
                run(library, deceived, responder)
            assert found.value.status in (Status.ERROR_MAC, Status.ERROR_SIGNATURE)


def test_unknown_credential(library):
    initiator, responder = pair(3, 2)
    session = Session(library, INITIATOR, dataclasses.replace(initiator, known={}))
    other = Session(library, RESPONDER, responder)
    other.read(1, session.write(1, bytes(range(1, 33))))
    assert failure(session, 2, other.write(2, bytes(range(2, 34)))) == Status.ERROR_CERTIFICATE
    assert session.error(Status.ERROR_CERTIFICATE) == b"\x03\xf5"
    assert session.read_error(b"\x03\xf5") == (3, 0)


def test_identity_of_another_node(library):
    """A node that others know says that it is another one: it has not that one's private key."""
    for method in range(4):
        initiator, responder = pair(method, 2)
        third = pair(method, 2, seed=9)[0]
        impostor = dataclasses.replace(third, own=initiator.own, known=initiator.known)
        with pytest.raises(Failed) as found:
            run(library, impostor, responder)
        assert found.value.status in (Status.ERROR_MAC, Status.ERROR_SIGNATURE)


def test_downgrade(library):
    """An attacker removes the better suite from message 1: the transcripts differ, and so message 2 cannot be read."""
    initiator, responder = pair(3, 2)
    weak = dataclasses.replace(initiator, suites=bytes([6, 2]), selected=1)
    with pytest.raises(Failed):
        run(library, weak, responder, lambda at, m: b"\x03\x02" + m[4:] if at == 1 else m)
    # A responder that has the better one refuses the worse.
    session = Session(library, RESPONDER, dataclasses.replace(responder, suites=bytes([3, 2])))
    strong = Session(library, INITIATOR, dataclasses.replace(initiator, suites=bytes([3, 2]), selected=1))
    assert failure(session, 1, strong.write(1, bytes(range(1, 33)))) == Status.ERROR_UNSUPPORTED


def test_message_3_replayed(library):
    """In a new session with the same nodes, and a second time in its own."""
    nodes, recorded = pair(3, 2), {}
    run(library, *nodes, lambda at, message: recorded.setdefault(at, message))
    session = Session(library, RESPONDER, nodes[1])
    session.read(1, recorded[1])
    session.write(2, bytes([9]) * 31 + b"\1")
    assert failure(session, 3, recorded[3]) == Status.ERROR_MAC
    again = Session(library, RESPONDER, nodes[1])
    again.read(1, recorded[1])
    again.write(2, bytes([2]) * 31 + b"\1")
    again.read(3, recorded[3])
    assert failure(again, 3, recorded[3]) == Status.ERROR_ABANDONED


def test_reflected_messages(library):
    """An initiator that gets its own first message back."""
    session = Session(library, INITIATOR, pair(3, 2)[0])
    assert failure(session, 2, session.write(1, bytes(range(1, 33)))) in (Status.ERROR_ENCODING, Status.ERROR_TRAILING)


@pytest.mark.parametrize(("ead", "status"), (("00", None), ("0141aa", None), ("2041aa", Status.ERROR_UNSUPPORTED)))
def test_external_data(library, ead, status):
    """Padding and unknown items pass, a critical one is refused; and they are part of the transcript."""
    nodes = pair(3, 2)
    session = Session(library, RESPONDER, nodes[1])
    message = Session(library, INITIATOR, nodes[0]).write(1, bytes(range(1, 33))) + bytes.fromhex(ead)
    if status:
        assert failure(session, 1, message) == status
    else:
        session.read(1, message)
    with pytest.raises(Failed):
        run(library, *nodes, lambda at, m: m + bytes.fromhex(ead) if at == 1 else m)


def test_order_of_calls(library):
    session = Session(library, INITIATOR, pair(3, 2)[0])
    with pytest.raises(Failed) as found:
        session.export(0, 16)
    assert found.value.status == Status.ERROR_ABANDONED
    for number in (3, 4):
        with pytest.raises(Failed) as found:
            session.write(number)
        assert found.value.status == Status.ERROR_ABANDONED


def test_contexts_that_are_too_long(library):
    """Lengths in the key schedule have 16 bits."""
    session, _ = run(library, *pair(3, 2))
    for call in (session.update, lambda context: session.export(0, 16, context)):
        call(bytes(0xFFFF))
        with pytest.raises(Failed) as found:
            call(bytes(0x10000))
        assert found.value.status == Status.ERROR_LENGTH


def test_random_octets(library):
    """Nothing that is no message is taken for one."""
    draw = random.Random(9528)
    for _ in range(300):
        for number, role in ((1, RESPONDER), (2, INITIATOR)):
            session = Session(library, role, pair(3, 2)[1 - role])
            if number == 2:
                session.write(1, bytes(range(1, 33)))
            with pytest.raises(Failed):
                session.read(number, draw.randbytes(draw.randrange(80)))

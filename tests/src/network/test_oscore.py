"""OSCORE: the vectors of RFC 8613, a handshake of aiocoap with lakers, numbers and windows, and every changed octet."""

import ctypes
import dataclasses
import json
import random
from pathlib import Path

import cbor2
import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from motelab.library.host import Status
from motelab.network.deployed import coap as other
from motelab.network.deployed import oscore_firmware
from tests.src.network.edhoc import INITIATOR, RESPONDER, TRACES, Session, of_trace
from tests.src.network.oscore import (
    CHANGED,
    EDHOC,
    OSCORE,
    OTHER_CONTEXT,
    POST,
    REPLAY,
    SIZE,
    UNPROTECTED,
    URI_HOST,
    URI_PATH,
    Coap,
    Context,
    Failed,
    Message,
    mirrored,
)
from tests.src.network.test_edhoc import pair

VECTORS = json.loads(Path(__file__).with_name("rfc8613.json").read_text())
CONTEXTS, MESSAGES = VECTORS["contexts"], VECTORS["messages"]
REAL = json.loads((Path(__file__).parents[2] / "lab/network/deployed_handshakes.json").read_text())["edhoc-coap-oscore"]
LIVE = oscore_firmware.exchanges()
HOST = ((URI_HOST, b"localhost"),)
GREATEST = 2**40 - 1
OUTER, INNER = Message(POST, number=7, token=b"t"), Message(POST, ((URI_PATH, b"r"),), bytes(8))


@pytest.fixture(scope="module")
def coap(library) -> Coap:
    return Coap(library)


@pytest.fixture
def contexts(library) -> tuple[Context, Context]:
    """Client and server of C.1."""
    return Context(library, CONTEXTS["C.1"]), Context(library, mirrored(CONTEXTS["C.1"]))


def failure(function, *arguments) -> int:
    with pytest.raises(Failed) as found:
        function(*arguments)
    return found.value.status


def whole(inner: Message, outer: Message) -> Message:
    """The inner message under the other's head, as it is received."""
    return Message(inner.code, inner.options, inner.payload, outer.kind, outer.number, outer.token)


def parts(coap: Coap, vector: dict) -> tuple[Message, bytes]:
    """The outer head of a vector's message, with the options that stand outside, and its plaintext."""
    plain = coap.read(bytes.fromhex(vector["plain"]))
    outside = tuple(option for option in plain.options if option[0] == URI_HOST)
    inside = tuple(option for option in plain.options if option[0] != URI_HOST)
    return Message(POST, outside, b"", plain.kind, plain.number, plain.token), coap.inner(plain.with_options(inside))


@pytest.mark.parametrize("name", CONTEXTS)
def test_contexts_of_the_rfc(library, name):
    """Both sides' keys, in the order of the structure's members."""
    for inputs in (CONTEXTS[name], mirrored(CONTEXTS[name])):
        keys = [CONTEXTS[name][key] for key in ("sender_key", "recipient_key")]
        keys = keys if inputs is CONTEXTS[name] else keys[::-1]
        raw = Context(library, inputs).memory.raw.hex()
        assert "".join((*keys, CONTEXTS[name]["common_iv"])) in raw


@pytest.mark.parametrize("name", ("C.4", "C.5", "C.6"))
def test_requests_of_the_rfc(library, coap, name):
    vector = MESSAGES[name]
    client = Context(library, CONTEXTS[vector["context"]])
    client.keep(vector["number"])
    outer, inner = parts(coap, vector)
    assert client.request(outer, inner)[0].hex() == vector["protected"]
    server = Context(library, mirrored(CONTEXTS[vector["context"]]))
    opened = server.open_request(bytes.fromhex(vector["protected"]))[0]
    assert opened == whole(coap.read(inner, is_inner=True), outer)


@pytest.mark.parametrize("name", ("C.7", "C.8"))
def test_responses_of_the_rfc(library, coap, contexts, name):
    """C.8 has a number of the server's own, which ours reads and does not write."""
    client, server = contexts
    client.keep(20)
    _, asked = client.request(*parts(coap, MESSAGES["C.4"]))
    outer, inner = parts(coap, MESSAGES[name])
    if name == "C.7":
        _, request = server.open_request(bytes.fromhex(MESSAGES["C.4"]["protected"]))
        assert server.response(outer, request, inner).hex() == MESSAGES[name]["protected"]
    opened = client.open_response(bytes.fromhex(MESSAGES[name]["protected"]), asked)
    assert opened == whole(coap.read(inner, is_inner=True), outer)


@pytest.mark.parametrize("number", (0, 255, 256, GREATEST - 1))
@pytest.mark.parametrize("id_bytes", (0, 1, 6, 7))
@pytest.mark.parametrize("context_bytes", (None, 0, 16))
def test_keys_and_requests_are_those_of_python(library, coap, number, id_bytes, context_bytes):
    """With identifiers and numbers up to the longest."""
    secret, salt, own, peer = bytes(range(40)), b"salt", bytes(range(1, 1 + id_bytes)), b"\xff"
    id_context = None if context_bytes is None else bytes(range(9, 9 + context_bytes))
    named = {"secret": secret, "salt": salt, "sender_id": own, "recipient_id": peer}
    named |= {} if id_context is None else {"id_context": id_context}
    client = Context(library, {name: value.hex() for name, value in named.items()})

    def derived(who: bytes, what: str, count: int) -> bytes:
        return HKDF(SHA256(), count, salt, cbor2.dumps([who, id_context, 10, what, count])).derive(secret)

    keys = (derived(own, "Key", 16), derived(peer, "Key", 16), derived(b"", "IV", 13))
    assert b"".join(keys) in client.memory.raw
    client.keep(number)
    datagram, _ = client.request(OUTER, coap.inner(INNER))
    made = coap.read(datagram)
    assert made.payload == other.sealed(keys[0], keys[2], own, number, coap.inner(INNER))
    option = other.request_option(own, number)[1]
    if id_context is not None:
        start = len(option) - id_bytes
        option = bytes([option[0] | 0x10]) + option[1:start] + bytes([context_bytes]) + id_context + own
    assert made.options == ((OSCORE, option),)
    server = Context(library, mirrored({name: value.hex() for name, value in named.items()}))
    assert server.open_request(datagram)[0] == whole(INNER, OUTER)


def test_the_first_datagrams_of_aiocoap(coap):
    """EDHOC's messages 1 and 2 in CoAP."""
    for text in REAL["datagrams"][:2]:
        datagram = bytes.fromhex(text[1])
        assert coap.written(coap.read(datagram)) == datagram


def test_the_combined_request_of_aiocoap_and_its_answer(library, coap):
    known = REAL["context"]
    client, server = Context(library, known), Context(library, mirrored(known))
    third, fourth = (bytes.fromhex(text) for _, text in REAL["datagrams"][2:])
    seen = coap.read(third)
    message_3, inner = seen.payload[:19], Message(POST, ((URI_PATH, b"r"),), bytes(range(8)))
    made, asked = client.request(seen.with_options(()), coap.inner(inner), message_3)
    assert made == third
    alone = seen.with_options(((OSCORE, seen.options[0][1]),))
    alone = Message(POST, alone.options, seen.payload[19:], seen.kind, seen.number, seen.token)
    opened, request = server.open_request(coap.written(alone))
    assert opened == whole(inner, seen)
    answer = coap.read(fourth)
    assert server.response(answer.with_options(()), request, coap.inner(Message(CHANGED))) == fourth
    assert client.open_response(fourth, asked).inner == (CHANGED, (), b"")


def node_of(side: str):
    """The node of RFC 9529 with suite 2 alone, and an identifier of an octet."""
    found = of_trace(TRACES["static keys"])[side == "responder"]
    identifier = b"\x27" if side == "responder" else b"\x0e"
    return dataclasses.replace(found, suites=b"\2", selected=0, identifier=identifier)


def test_our_client_and_a_server_of_aiocoap(library, coap):
    """Each datagram of a committed exchange, from the ephemeral key on."""
    known = LIVE["initiator"]
    one, two, three, four = (bytes.fromhex(text) for _, text in known["datagrams"])
    session = Session(library, INITIATOR, node_of("initiator"))
    first, third = coap.read(one), coap.read(three)
    first = dataclasses.replace(first, payload=b"\xf5" + session.write(1, bytes.fromhex(known["ephemeral"])))
    assert coap.written(first) == one
    session.read(2, coap.read(two).payload)
    message_3 = session.write(3)
    client = Context(library, session=session.memory)
    inner = coap.inner(Message(POST, ((URI_PATH, b"r"),), bytes.fromhex(known["reading"])))
    made, asked = client.request(third.with_options(()), inner, message_3)
    assert made == three
    assert client.open_response(four, asked).inner == (CHANGED, (), b"")


def test_a_client_of_aiocoap_and_our_server(library, coap):
    known = LIVE["responder"]
    one, two, three, four = (bytes.fromhex(text) for _, text in known["datagrams"])
    session = Session(library, RESPONDER, node_of("responder"))
    session.read(1, coap.read(one).payload[1:])
    message_2 = session.write(2, bytes.fromhex(known["ephemeral"]))
    assert coap.written(dataclasses.replace(coap.read(two), payload=message_2)) == two
    server = Context(library)
    asked, request = server.open_combined(three, session.memory)
    assert asked.inner == (POST, ((URI_PATH, b"r"),), bytes.fromhex(known["reading"]))
    assert server.response(coap.read(four).with_options(()), request, coap.inner(Message(CHANGED))) == four


def exchanged(library, alter=lambda datagram: datagram):
    """Both contexts of an EDHOC session whose third message goes with a request; the responder's session, too."""
    coap = Coap(library)
    first, second = (Session(library, role, node) for role, node in zip((INITIATOR, RESPONDER), sides(), strict=True))
    second.read(1, first.write(1, bytes(range(1, 33))))
    first.read(2, second.write(2, bytes(range(2, 34))))
    message_3 = first.write(3)
    client, server = Context(library, session=first.memory), Context(library)
    datagram, asked = client.request(OUTER, coap.inner(INNER), message_3)
    opened = server.open_combined(alter(datagram), second.memory)
    return client, server, asked, opened, second


def sides():
    """Both have method 3 and suite 2, and identifiers that differ."""
    first, second = pair(3, 2)
    first.identifier, second.identifier = b"\x0e", b"\x27"
    return first, second


def test_edhoc_and_a_request_in_one_datagram(library, coap):
    client, server, asked, (opened, request), session = exchanged(library)
    assert opened == whole(INNER, OUTER)
    answer = server.response(OUTER, request, coap.inner(Message(CHANGED, (), b"warm")))
    assert client.open_response(answer, asked).inner == (CHANGED, (), b"warm")
    secret, salt = session.export(0, 16), session.export(1, 8)  # RFC 9528, A.1
    own = {"secret": secret.hex(), "salt": salt.hex(), "sender_id": "0e", "recipient_id": "27"}
    by_hand = Context(library, own)
    datagram, _ = client.request(OUTER, coap.inner(INNER))
    assert failure(by_hand.open_request, datagram[:10]) != 0
    assert by_hand.open_request(datagram)[0] == whole(INNER, OUTER)


def test_every_octet_of_a_combined_request_counts(library):
    """But those of kind, code, number and token, which OSCORE leaves open."""
    seen = []
    exchanged(library, lambda datagram: seen.append(datagram) or datagram)
    for place in (0, *range(5, len(seen[0]))):

        def alter(datagram, place=place):
            changed = bytearray(datagram)
            changed[place] ^= 0x80
            return bytes(changed)

        assert failure(exchanged, library, alter) != 0, place


def longer(payload: bytes) -> bytes:
    """Message 3, a string, with an octet of what follows it."""
    return bytes([payload[0] + 1]) + payload[1:]


def test_combined_requests_that_are_none(library, coap):
    """Without EDHOC's option, for another session, and with a wrong request alone."""
    for alter, status, lives in (
        (lambda m: m.with_options(m.options[:1]), UNPROTECTED, True),
        (lambda m: m.with_options(m.options[1:]), UNPROTECTED, True),
        (lambda m: m.with_options(((OSCORE, b"\x09\0\x28"), m.options[1])), OTHER_CONTEXT, True),
        (lambda m: Message(POST, m.options, m.payload[:-20], token=m.token), Status.ERROR_ENCODING, False),
        (lambda m: Message(POST, m.options, m.payload[:-1] + b"\0", token=m.token), Status.ERROR_MAC, False),
        (lambda m: Message(POST, m.options, m.payload[1:], token=m.token), Status.ERROR_ENCODING, True),
        (lambda m: Message(POST, m.options, longer(m.payload), token=m.token), Status.ERROR_MAC, False),
    ):
        first, second = (
            Session(library, role, node) for role, node in zip((INITIATOR, RESPONDER), sides(), strict=True)
        )
        second.read(1, first.write(1, bytes(range(1, 33))))
        first.read(2, second.write(2, bytes(range(2, 34))))
        message_3 = first.write(3)
        datagram, _ = Context(library, session=first.memory).request(OUTER, coap.inner(INNER), message_3)
        server = Context(library)
        made = coap.written(alter(coap.read(datagram)))
        assert failure(server.open_combined, made, second.memory) == status
        assert not any(server.memory.raw.rstrip(b"\xaa"))
        assert any(second.memory.raw) == lives
        if lives:
            assert server.open_combined(datagram, second.memory)[0] == whole(INNER, OUTER)


def test_replay(contexts, coap):
    """Each number once; up to 31 below the greatest; and a request that was changed takes no number."""
    client, server = contexts
    made = {}
    for number in range(40):
        made[number], _ = client.request(OUTER, coap.inner(INNER))
    for number, status in (
        *((5, 0), (5, REPLAY), (4, 0), (4, REPLAY), (36, 0), (5, REPLAY), (3, REPLAY), (6, 0), (6, REPLAY)),
        *((37, 0), (36, REPLAY), (7, 0), (8, 0), (8, REPLAY), (39, 0), (38, 0), (7, REPLAY), (38, REPLAY)),
    ):
        if status:
            assert failure(server.open_request, made[number]) == status, number
        else:
            assert failure(server.open_request, made[number][:-1] + b"\0") in (Status.ERROR_MAC,), number
            assert server.open_request(made[number])[0] == whole(INNER, OUTER)


def test_a_window_far_ahead(library, coap, contexts):
    client, server = contexts
    for number, accepted in ((0, True), (2**32, True), (2**32 - 31, True), (2**32 - 32, False), (GREATEST - 1, True)):
        client.keep(number)
        datagram, _ = client.request(OUTER, coap.inner(INNER))
        if accepted:
            server.open_request(datagram)
        assert failure(server.open_request, datagram) == REPLAY
    assert failure(client.request, OUTER, coap.inner(INNER)) == Status.ERROR_ABANDONED


def test_numbers_outlive_a_restart(library, coap):
    """The store has every number before it is used; what it cannot take is not sent."""
    kept, fails, sent = [bytes(5)], [], []
    write = lambda octets: fails[-1] if fails else (kept.append(octets), 0)[1]  # noqa: E731

    def start(is_new: bool) -> Context:
        context = Context(library, CONTEXTS["C.1"])
        context.keep(int.from_bytes(kept[-1]), is_new, write)
        return context

    for starts, count in enumerate((70, 1, 0, 64, 65)):
        context = start(is_new=not starts)
        for _ in range(count):
            sent.append(coap.read(context.request(OUTER, coap.inner(INNER))[0]).options[0][1][1:])
            assert int.from_bytes(sent[-1]) < int.from_bytes(kept[-1])
    assert len(set(sent)) == len(sent) and len(kept) == 1 + 2 + 1 + 1 + 2
    last = start(is_new=False)
    last.keep(GREATEST - 2, True, write)
    last.request(OUTER, coap.inner(INNER))
    assert int.from_bytes(kept.pop()) == GREATEST
    fails.append(Status.ERROR_READER)
    context = start(is_new=False)
    assert failure(context.request, OUTER, coap.inner(INNER)) == Status.ERROR_READER
    fails.clear()
    again = coap.read(context.request(OUTER, coap.inner(INNER))[0]).options[0][1][1:]
    assert again not in sent


def test_a_lost_window_takes_no_request(library, coap, contexts):
    client, server = contexts
    server.keep(0, is_new=False)
    datagram, _ = client.request(OUTER, coap.inner(INNER))
    assert failure(server.open_request, datagram) == Status.ERROR_ABANDONED
    asked, request = server.request(OUTER, coap.inner(INNER))
    answer = client.response(OUTER, client.open_request(asked)[1], coap.inner(Message(CHANGED)))
    assert server.open_response(answer, request).code == CHANGED


def test_one_answer_to_a_request(coap, contexts):
    client, server = contexts
    datagram, asked = client.request(OUTER, coap.inner(INNER))
    other, other_asked = client.request(OUTER, coap.inner(INNER))
    _, request = server.open_request(datagram)
    answer = server.response(OUTER, request, coap.inner(Message(CHANGED)))
    assert failure(server.response, OUTER, request, coap.inner(Message(CHANGED))) == Status.ERROR_ABANDONED
    assert failure(client.open_response, answer, other_asked) == Status.ERROR_MAC
    assert client.open_response(answer, asked).code == CHANGED
    assert failure(client.open_response, answer, asked) == Status.ERROR_ABANDONED
    assert failure(server.open_request, answer) == Status.ERROR_ENCODING
    assert failure(client.open_response, other, other_asked) == Status.ERROR_ENCODING


@pytest.mark.parametrize("name", ("secret", "salt", "sender_id", "id_context"))
def test_another_context_opens_nothing(library, coap, name):
    inputs = CONTEXTS["C.3"] | {"sender_id": "11", "recipient_id": "22"}
    datagram, _ = Context(library, inputs).request(OUTER, coap.inner(INNER))
    changed = f"{int(inputs[name][:2], 16) ^ 1:02x}{inputs[name][2:]}"
    status = failure(Context(library, mirrored(inputs | {name: changed})).open_request, datagram)
    assert status == (OTHER_CONTEXT if name in ("sender_id", "id_context") else Status.ERROR_MAC)


def test_identifiers(library):
    for sender, recipient, status in (
        *(("", "", OTHER_CONTEXT), ("0102", "0102", OTHER_CONTEXT), ("01", "0100", None), ("00", "", None)),
        *(("01" * 7, "02" * 7, None), ("01" * 8, "02", Status.ERROR_LENGTH), ("01", "02" * 8, Status.ERROR_LENGTH)),
    ):
        inputs = CONTEXTS["C.1"] | {"sender_id": sender, "recipient_id": recipient}
        if status is None:
            Context(library, inputs)
        else:
            assert failure(Context, library, inputs) == status
    assert failure(Context, library, CONTEXTS["C.3"] | {"id_context": "00" * 17}) == Status.ERROR_LENGTH


@pytest.mark.parametrize(
    ("value", "status"),
    (
        *(("0900", Status.ERROR_MAC), ("090014", OTHER_CONTEXT), ("", Status.ERROR_ENCODING)),
        *(("00", Status.ERROR_ENCODING), ("08", Status.ERROR_ENCODING), ("0100", Status.ERROR_ENCODING)),
        *(("0e000000000000", Status.ERROR_ENCODING), ("0f00000000000000", Status.ERROR_ENCODING)),
        *(("2900", Status.ERROR_ENCODING), ("4900", Status.ERROR_ENCODING), ("8900", Status.ERROR_ENCODING)),
        *(("0a0001", Status.ERROR_NOT_MINIMAL), ("0a0100", Status.ERROR_MAC), ("0d0100000000", Status.ERROR_MAC)),
        *(("0d01000000", Status.ERROR_ENCODING), ("1900", Status.ERROR_ENCODING), ("190001", Status.ERROR_ENCODING)),
        *(("190000", OTHER_CONTEXT), ("19000401020304", OTHER_CONTEXT), ("190011" + "00" * 17, Status.ERROR_LENGTH)),
        *(("0900" + "00" * 8, Status.ERROR_LENGTH), ("010001", Status.ERROR_ENCODING)),
    ),
)
def test_options(coap, contexts, value, status):
    made = coap.written(Message(POST, ((OSCORE, bytes.fromhex(value)),), bytes(20)))
    assert failure(contexts[1].open_request, made) == status


def test_option_twice_or_not_at_all(coap, contexts):
    for options in ((), ((OSCORE, b"\x09\0"),) * 2, ((EDHOC, b""),)):
        made = coap.written(Message(POST, options, bytes(20)))
        assert failure(contexts[1].open_request, made) == UNPROTECTED


@pytest.mark.parametrize("count", range(9))
def test_texts_that_are_too_short(coap, contexts, count):
    made = coap.written(Message(POST, ((OSCORE, b"\x09\0"),), bytes(count)))
    assert failure(contexts[1].open_request, made) == Status.ERROR_ENCODING


def test_every_size_of_a_buffer(library, coap, contexts):
    """No number is lost where there is no room."""
    whole_one, _ = contexts[0].request(OUTER, coap.inner(INNER))
    for size in range(len(whole_one)):
        assert failure(contexts[0].request, OUTER, coap.inner(INNER), None, size) == Status.ERROR_LENGTH
    made, _ = contexts[0].request(OUTER, coap.inner(INNER), size=len(whole_one))
    assert coap.read(made).options[0][1] == b"\x09\1"
    assert failure(contexts[0].request, OUTER, b"") == Status.ERROR_ENCODING
    after = OUTER.with_options(((URI_PATH, b"r"),))
    assert failure(contexts[0].request, after, coap.inner(INNER)) == Status.ERROR_ENCODING


def test_a_plaintext_in_the_datagram_is_refused(library, coap, contexts):
    writer, out = coap.begun(OUTER)
    before, count = out.raw, ctypes.c_size_t(99)
    request, inside = ctypes.create_string_buffer(32), ctypes.c_void_p(ctypes.addressof(out) + SIZE - 1)
    start = (ctypes.byref(count), ctypes.byref(writer), request, contexts[0].memory)
    for more in ((None, ctypes.c_size_t(0), inside), (inside, ctypes.c_size_t(4), b"\2")):
        status = library.mc_oscore_protect_combined(*start, *more, ctypes.c_size_t(1))
        assert status == Status.ERROR_OVERLAP and out.raw == before and count.value == 99


def test_random_datagrams(coap, contexts):
    """What was cut, made longer or changed is refused, and nothing of it comes through; the true one opens still."""
    client, server = contexts
    draw = random.Random(3)
    for _ in range(300):
        inner = Message(draw.choice((1, 2, 3)), ((URI_PATH, draw.randbytes(draw.randrange(4))),), draw.randbytes(9))
        datagram, asked = client.request(OUTER.with_options(HOST), coap.inner(inner))
        changed = bytearray(datagram)
        place = draw.randrange(4 + 1 + 10, len(datagram))
        changed[place] ^= 1 << draw.randrange(8)
        for wrong in (bytes(changed), datagram[: draw.randrange(len(datagram))], datagram + draw.randbytes(1)):
            assert failure(server.open_request, wrong) != 0
        opened, request = server.open_request(datagram)
        assert opened == whole(inner, OUTER)
        answer = server.response(OUTER, request, coap.inner(Message(CHANGED, (), draw.randbytes(5))))
        for wrong in (answer[:-1], answer + b"\0", answer[:-1] + bytes([answer[-1] ^ 1])):
            assert failure(client.open_response, wrong, asked) in (Status.ERROR_MAC, Status.ERROR_ENCODING)
        assert client.open_response(answer, asked).code == CHANGED

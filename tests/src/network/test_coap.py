"""CoAP's messages: forms by another writer, every length and distance of options, and octets of no message."""

import random

import pytest

from motelab.library.host import Status
from motelab.network.deployed import coap as other
from tests.src.network.oscore import Coap, Failed, Message

LENGTH, ENCODING, UNSUPPORTED = Status.ERROR_LENGTH, Status.ERROR_ENCODING, Status.ERROR_UNSUPPORTED


@pytest.fixture(scope="module")
def coap(library) -> Coap:
    return Coap(library)


def drawn(draw: random.Random) -> Message:
    """With options whose distances and lengths pass 13 and, where the other writer can, 269."""
    options, number = [], 0
    for _ in range(draw.randrange(5)):
        number += draw.choice((0, 1, 12, 13, 14, 200, 268))
        options.append((number, draw.randbytes(draw.choice((0, 1, 12, 13, 14, 268)))))
    payload = draw.randbytes(draw.choice((0, 1, 40)))
    token = draw.randbytes(draw.randrange(9))
    return Message(draw.choice((1, 2, 0x44, 0x84, 0xA0)), tuple(options), payload, draw.randrange(4), 0x1234, token)


def test_messages_are_those_of_another_writer(coap):
    draw = random.Random(1)
    for _ in range(60):
        m = drawn(draw)
        octets = coap.written(m, size=2000)
        assert octets == other.message(m.kind, m.code, m.number, m.token, m.options, m.payload)
        assert coap.read(octets) == m
        inner = coap.written(m, size=2000, is_inner=True)
        assert inner == other.plaintext(m.code, m.options, m.payload)
        assert coap.read(inner, is_inner=True).inner == m.inner


@pytest.mark.parametrize("value", (0, 12, 13, 14, 268, 269, 270, 525, 65535))
def test_distances_and_lengths(coap, value):
    """The form of RFC 7252, 3.1: a nibble, or 13 and an octet, or 14 and two."""
    nibble, more = (value, b"") if value < 13 else (13, bytes([value - 13])) if value < 269 else (14, b"")
    more = more if nibble < 14 else (value - 269).to_bytes(2)
    for option, octets in (
        ((value, b""), bytes([nibble << 4]) + more),
        ((0, bytes(value)), bytes([nibble]) + more + bytes(value)),
    ):
        m = Message(1, (option,))
        assert coap.written(m, size=70_000) == b"\x40\1\0\0" + octets
        assert coap.read(b"\x40\1\0\0" + octets) == m


def test_every_length_of_a_buffer(coap):
    m = Message(2, ((3, b"host"), (11, b"a" * 13)), b"payload", token=b"ab")
    whole = coap.written(m)
    for size in range(len(whole)):
        with pytest.raises(Failed) as found:
            coap.written(m, size=size)
        assert found.value.status == LENGTH
    assert coap.written(m, size=len(whole)) == whole


@pytest.mark.parametrize(
    "message",
    (
        *(Message(code) for code in (0x20, 0xC0, 0xE1)),
        *(Message(1, kind=4), Message(1, token=bytes(9)), Message(0, token=b"a")),
        *(Message(1, ((11, b""), (3, b""))), Message(1, ((1, bytes(65_536)),))),
    ),
)
def test_messages_that_there_are_not(coap, message):
    with pytest.raises(Failed) as found:
        coap.written(message, size=70_000)
    assert found.value.status == ENCODING


@pytest.mark.parametrize(
    ("octets", "status"),
    (
        *(("", LENGTH), ("400100", LENGTH), ("00010000", UNSUPPORTED), ("80010000", UNSUPPORTED), ("c001", LENGTH)),
        *(("49010000" + "00" * 9, ENCODING), ("4101 0000", LENGTH), ("48010000" + "00" * 7, LENGTH)),
        *(("40200000", ENCODING), ("40c00000", ENCODING), ("40e00000", ENCODING), ("40000000", None)),
        *(("4000000000", ENCODING), ("4100000000", ENCODING), ("40000000ff01", ENCODING)),
        *(("40010000ff", ENCODING), ("40010000ff00", None), ("40010000f0", ENCODING), ("400100000f", ENCODING)),
        *(("40010000d0", LENGTH), ("40010000e000", LENGTH), ("400100000d", LENGTH), ("400100000e00", LENGTH)),
        *(
            ("4001000001", LENGTH),
            ("40010000 03 6162", LENGTH),
            ("40010000 e0fef2", None),
            ("40010000 e0fef3", ENCODING),
        ),
        *(("40010000 e0ffff", ENCODING), ("40010000 e0fef2 10", ENCODING), ("40010000 e0fef2 00", None)),
        *(("40010000 0effff", LENGTH), ("40010000 0efef2", LENGTH)),
    ),
)
def test_octets_of_no_message(coap, octets, status):
    octets = bytes.fromhex(octets)
    if status is None:
        coap.read(octets)
        return
    with pytest.raises(Failed) as found:
        coap.read(octets)
    assert found.value.status == status


def test_changed_octets_are_another_message_or_none(coap):
    """What is read is written again as it was: there is one form of each message."""
    draw, read = random.Random(2), 0
    for _ in range(400):
        m = drawn(draw)
        octets = bytearray(coap.written(m, size=2000))
        for _ in range(draw.randrange(1, 4)):
            octets[draw.randrange(len(octets))] = draw.randrange(256)
        cut = bytes(octets[: draw.choice((len(octets), draw.randrange(len(octets) + 1)))])
        try:
            found = coap.read(cut)
        except Failed:
            continue
        read += 1
        assert coap.written(found, size=2000) == cut
    assert read > 50

"""Frames and datagrams, octet by octet as docs/network/wire-format.md says: every length at its ends, every bit that
has no meaning, every number at its border."""

import ctypes

import pytest

from motelab.network import parameters

HEADER, LONGEST = 9, 125
DATA_FRAME, ASKS_FOR_ANSWER, BROADCAST = 0x8841, 0x0020, 0xFFFF
HELLO, EXCHANGE, BUSY, TRAFFIC = range(4)
FRAGMENT, FRAGMENTS = 111, 15
TAG, DATA = 8, 103
VERSION = 0x10


class Frame(ctypes.Structure):
    """mc_frame."""

    _fields_ = (
        ("payload", ctypes.c_void_p),
        *((name, ctypes.c_uint16) for name in ("pan", "destination", "source")),
        *((name, ctypes.c_uint8) for name in ("bytes", "sequence")),
    )


class Datagram(ctypes.Structure):
    """mc_datagram."""

    _fields_ = (
        ("octets", ctypes.c_void_p),
        ("counter", ctypes.c_uint32),
        ("tag", ctypes.c_uint16),
        *((name, ctypes.c_uint8) for name in ("bytes", "type", "scheme", "is_keyless", "number", "fragment", "others")),
    )

    @property
    def content(self) -> bytes:
        return ctypes.string_at(self.octets, self.bytes)


class Wire:
    """Reads and writes; what is refused reads as None."""

    def __init__(self, library: ctypes.CDLL):
        self.library = library
        for name in ("frame_read", "datagram_read", "datagram_write"):
            getattr(library, f"mc_{name}").restype = ctypes.c_uint8

    def frame(self, octets: bytes) -> tuple | None:
        frame, held = Frame(), ctypes.create_string_buffer(octets, len(octets))
        if not self.library.mc_frame_read(ctypes.byref(frame), held, ctypes.c_size_t(len(octets))):
            return None
        payload = ctypes.string_at(frame.payload, frame.bytes)
        return frame.pan, frame.destination, frame.source, frame.sequence, payload

    def datagram(self, octets: bytes) -> Datagram | None:
        datagram = Datagram(*[0x5A] * 9)
        datagram.held = ctypes.create_string_buffer(octets, len(octets))
        count = ctypes.c_uint8(len(octets))
        return datagram if self.library.mc_datagram_read(ctypes.byref(datagram), datagram.held, count) else None

    def write(self, **members: int) -> bytes:
        header = ctypes.create_string_buffer(b"\xaa" * 8, 8)
        count = self.library.mc_datagram_write(header, ctypes.byref(Datagram(**members)))
        assert header.raw[count:] == b"\xaa" * (8 - count)
        return header.raw[:count]


@pytest.fixture(scope="module")
def wire(engine) -> Wire:
    return Wire(engine)


def frame(payload: bytes, control: int = DATA_FRAME) -> bytes:
    return control.to_bytes(2, "little") + bytes([7, 0x22, 0x11, 0x44, 0x33, 0x66, 0x55]) + payload


def test_lengths_of_frames(wire):
    for count in (*range(HEADER + 2), LONGEST - 1, LONGEST, LONGEST + 1, 127, 255, 256 + HEADER + 1):
        octets = (frame(b"") + bytes(range(256)) * 2)[:count]
        expected = (0x1122, 0x3344, 0x5566, 7, octets[HEADER:]) if HEADER < count <= LONGEST else None
        assert wire.frame(octets) == expected


@pytest.mark.parametrize("bit", range(16))
def test_frame_control(wire, bit):
    """One kind of frame alone, whether or not it asks for an acknowledgement."""
    is_answer = 1 << bit == ASKS_FOR_ANSWER
    assert (wire.frame(frame(b"\0", DATA_FRAME ^ 1 << bit)) is not None) == is_answer


@pytest.mark.parametrize("destination", (0, 0x3344, 0xFFFE, BROADCAST))
def test_frames_as_they_are_written(wire, destination):
    header = ctypes.create_string_buffer(b"\xaa" * 10, 10)
    wire.library.mc_frame_write(header, ctypes.byref(Frame(None, 0x1122, destination, 0x5566, 0, 7)))
    control = DATA_FRAME | (0 if destination == BROADCAST else ASKS_FOR_ANSWER)
    expected = bytearray(frame(b"\xaa", control))
    expected[5:7] = destination.to_bytes(2, "little")
    assert header.raw == expected


NONCE = bytes(range(0xA0, 0xA8))


def test_hello(wire):
    for flags in range(256):
        octets = bytes([VERSION | HELLO, flags]) + NONCE
        found = wire.datagram(octets)
        if flags & 0x70:
            assert found is None, "bits without a meaning"
            continue
        assert (found.scheme, found.is_keyless, found.content) == (flags & 15, flags >> 7, NONCE)
        assert (found.type, found.counter, found.tag, found.number, found.fragment, found.others) == (HELLO, *[0] * 5)
        assert wire.write(type=HELLO, scheme=flags & 15, is_keyless=flags >> 7) == octets[:2]
    for count in (*range(10), 11, 12, 116):
        assert wire.datagram((bytes([VERSION | HELLO, 3]) + NONCE + bytes(200))[:count]) is None


@pytest.mark.parametrize("first", range(256))
def test_versions_and_types(wire, first):
    """Of each type a length that it has."""
    for octets in (bytes(10), b"\0\x13" + bytes(14), b"\0\x13\0\0"):
        whole = bytes([first]) + octets[1:]
        is_one = first >> 4 == 1 and {
            HELLO: len(octets) == 10,
            EXCHANGE: len(octets) == 16,
            BUSY: len(octets) == 4,
        }.get(first & 15, first & 15 == TRAFFIC and len(octets) == 16)
        assert (wire.datagram(whole) is not None) == is_one


@pytest.mark.parametrize("kind", (EXCHANGE, BUSY))
@pytest.mark.parametrize("number", range(16))
def test_numbers_of_messages(wire, kind, number):
    octets = bytes([VERSION | kind, 0x90 | number, 0x12, 0x34]) + (b"\x00ab" if kind == EXCHANGE else b"")
    found = wire.datagram(octets)
    assert (found is None) == (number == 0)
    if found:
        assert (found.scheme, found.number, found.tag) == (9, number, 0x1234)
        assert kind == BUSY or (found.content, found.fragment, found.others) == (b"ab", 0, 0)
        assert wire.write(type=kind, scheme=9, number=number, tag=0x1234) == octets[: 4 + (kind == EXCHANGE)]


def test_lengths_of_busy(wire):
    for count in (0, 1, 2, 3, 4, 5, 116):
        assert (wire.datagram((b"\x12\x91\1\2" + bytes(200))[:count]) is not None) == (count == 4)


@pytest.mark.parametrize("numbers", range(256))
def test_fragments(wire, numbers):
    """All but the last are full, none is behind the last, there are at most fifteen; alone a message has none."""
    fragment, others = numbers >> 4, numbers & 15
    for count in (0, 1, FRAGMENT - 1, FRAGMENT, FRAGMENT + 1):
        octets = bytes([VERSION | EXCHANGE, 0x31, 0, 1, numbers]) + bytes(count)
        is_right = (
            count == FRAGMENT
            if fragment < others
            else fragment == others and others < FRAGMENTS and count <= FRAGMENT and (count > 0 or others == 0)
        )
        found = wire.datagram(octets)
        assert (found is not None) == is_right, count
        assert not found or (found.fragment, found.others, found.bytes) == (fragment, others, count)
    assert wire.write(type=EXCHANGE, scheme=3, number=1, tag=1, fragment=fragment, others=others)[4] == numbers


def test_header_of_a_fragment_without_its_numbers(wire):
    assert wire.datagram(b"\x11\x31\0\1") is None


def test_lengths_of_traffic(wire):
    for count in (*range(16), 5 + TAG + DATA - 1, 5 + TAG + DATA, 5 + TAG + DATA + 1, 255):
        octets = (b"\x13\x81\x02\x03\x04" + bytes(range(256)))[:count]
        found = wire.datagram(octets)
        assert (found is not None) == (5 + TAG <= count <= 5 + TAG + DATA)
        if found:
            assert (found.counter, found.content) == (0x81020304, octets[5:])
    assert wire.write(type=TRAFFIC, counter=0x81020304) == b"\x13\x81\x02\x03\x04"


def test_numbers_are_those_of_the_engine():
    said = parameters.parameters()
    names = ("mac_header_bytes", "frame_bytes", "fragment_bytes", "fragments_max", "tag_bytes", "data_bytes_max")
    assert [said[name] for name in names] == [HEADER, LONGEST, FRAGMENT, FRAGMENTS, TAG, DATA]

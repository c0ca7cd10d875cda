"""CBOR: heads at the ends of their ranges, by the examples of RFC 8949 and by its rules; buffers at every length; what
is refused."""

import ctypes
import struct

import pytest

from motelab.library.host import Status

UNSIGNED, NEGATIVE, OCTETS, TEXT, ARRAY, MAP = range(0, 0xC0, 0x20)
# RFC 8949, appendix A, as far as numbers have 31 bits.
EXAMPLES = {0: "00", 1: "01", 10: "0a", 23: "17", 24: "1818", 25: "1819", 100: "1864", 1000: "1903e8"}
EXAMPLES |= {1000000: "1a000f4240", -1: "20", -10: "29", -100: "3863", -1000: "3903e7"}
BORDERS = (0, 23, 24, 0xFF, 0x100, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
DEPTH = 8


def head(major: int, argument: int) -> bytes:
    """The shortest head: RFC 8949, 3 and 4.2.1."""
    if argument < 24:
        return bytes([major | argument])
    at = sum(argument >= 1 << bits for bits in (8, 16, 32))
    return bytes([major | (24 + at)]) + argument.to_bytes(1 << at, "big")


class Reader(ctypes.Structure):
    """mc_cbor_reader, over octets of its own."""

    _fields_ = (("at", ctypes.c_void_p), ("end", ctypes.c_void_p), ("code", ctypes.c_int))

    @classmethod
    def of(cls, octets: bytes) -> "Reader":
        held = ctypes.create_string_buffer(octets, len(octets))
        made = cls(ctypes.addressof(held), ctypes.addressof(held) + len(octets), 0)
        made.held = held
        return made

    @property
    def status(self) -> Status:
        return Status(self.code)

    @property
    def left(self) -> int:
        return self.end - self.at


class Writer(ctypes.Structure):
    """mc_cbor_writer."""

    _fields_ = (("out", ctypes.c_void_p), ("size", ctypes.c_size_t), ("used", ctypes.c_size_t))


class Cbor:
    """The functions, each on a reader."""

    def __init__(self, library: ctypes.CDLL):
        self.library = library
        library.mc_cbor_head.restype = library.mc_cbor_head_bytes.restype = ctypes.c_uint8

    def call(self, name: str, result, reader: Reader, *arguments):
        function = self.library[f"mc_cbor_{name}"]
        function.restype = result
        return function(ctypes.byref(reader), *arguments)

    def get(self, octets: bytes, major: int) -> tuple[int, Reader]:
        reader = Reader.of(octets)
        return self.call("get", ctypes.c_uint32, reader, ctypes.c_uint8(major)), reader

    def get_int(self, octets: bytes) -> tuple[int, Reader]:
        reader = Reader.of(octets)
        return self.call("get_int", ctypes.c_int32, reader), reader

    def get_octets(self, octets: bytes) -> tuple[bytes, Reader]:
        reader, found = Reader.of(octets), ctypes.c_void_p()
        count = self.call("get_octets", ctypes.c_size_t, reader, ctypes.byref(found))
        return ctypes.string_at(found, count) if count else b"", reader

    def skip(self, octets: bytes) -> Reader:
        reader = Reader.of(octets)
        self.call("skip", None, reader)
        return reader


@pytest.fixture(scope="module")
def cbor(engine) -> Cbor:
    return Cbor(engine)


@pytest.mark.parametrize("number", EXAMPLES)
def test_examples(cbor, number):
    octets = bytes.fromhex(EXAMPLES[number])
    assert cbor.get_int(octets + b"\xff") == (number, Anything(left=1))
    assert octets == (head(UNSIGNED, number) if number >= 0 else head(NEGATIVE, -1 - number))


class Anything:
    """A reader without an error, so many octets before its end."""

    def __init__(self, left: int):
        self.left = left

    def __eq__(self, other: Reader) -> bool:
        return other.status == Status.OK and other.left == self.left

    __hash__ = None


@pytest.mark.parametrize("argument", BORDERS)
@pytest.mark.parametrize("major", (UNSIGNED, NEGATIVE, OCTETS, TEXT, ARRAY, MAP))
def test_heads(cbor, major, argument):
    """They are written, and read; a shorter part of one, or one of another type, is refused."""
    expected, out = head(major, argument), ctypes.create_string_buffer(b"\xaa" * 6, 6)
    count = cbor.library.mc_cbor_head(out, ctypes.c_uint8(major), ctypes.c_uint32(argument))
    assert out.raw == expected + b"\xaa" * (6 - len(expected)) and count == len(expected)
    assert cbor.library.mc_cbor_head_bytes(ctypes.c_uint32(argument)) == len(expected)
    assert cbor.get(expected + b"\0", major) == (argument, Anything(left=1))
    for octets in (*(expected[:n] for n in range(len(expected))), bytes([expected[0] ^ 0x20]) + expected[1:]):
        found, reader = cbor.get(octets, major)
        assert (found, reader.status, reader.left) == (0, Status.ERROR_ENCODING, 0)


@pytest.mark.parametrize("argument", BORDERS)
def test_integers_have_31_bits(cbor, argument):
    for major, number in ((UNSIGNED, argument), (NEGATIVE, -1 - argument)):
        found, reader = cbor.get_int(head(major, argument))
        is_one = argument < 1 << 31
        assert (found, reader.status) == ((number, Status.OK) if is_one else (0, Status.ERROR_ENCODING))


@pytest.mark.parametrize("low", range(24, 32))
def test_heads_that_are_not_the_shortest(cbor, low):
    """And those of 64 bits, of lengths that CBOR reserves, of indefinite length."""
    for argument in (0, 23, 24, 0xFF, 0x100, 0xFFFF, 0x10000):
        size = 1 << (low - 24)
        if low > 26 or argument >= 1 << 8 * size:
            octets = bytes([low]) + argument.to_bytes(8)
            assert low <= 26 or cbor.get(octets, UNSIGNED)[1].status == Status.ERROR_ENCODING
            continue
        octets = bytes([low]) + argument.to_bytes(size)
        expected = Status.OK if octets == head(UNSIGNED, argument) else Status.ERROR_NOT_MINIMAL
        assert cbor.get(octets, UNSIGNED)[1].status == expected


@pytest.mark.parametrize("count", (0, 1, 23, 24, 255, 256))
def test_strings_end_where_the_octets_do(cbor, count):
    content = bytes(i & 0xFF for i in range(count))
    octets = head(OCTETS, count) + content
    assert cbor.get_octets(octets + b"\1") == (content, Anything(left=1))
    assert cbor.get_octets(octets) == (content, Anything(left=0))
    for last in range(max(0, len(octets) - 3), len(octets)):
        found, reader = cbor.get_octets(octets[:last])
        assert (found, reader.status) == (b"", Status.ERROR_ENCODING)
    assert cbor.get_octets(head(OCTETS, 0xFFFFFFFF) + content)[1].status == Status.ERROR_ENCODING
    assert cbor.get_octets(head(TEXT, count) + content)[1].status == Status.ERROR_ENCODING


@pytest.mark.parametrize("put", ("put", "put_head", "put_octets"))
def test_buffers_of_every_length(cbor, put):
    """A part that does not fit is not written, nor is anything behind the buffer; the length needed is counted."""
    content = bytes(range(1, 9))
    arguments = {"put": (content, ctypes.c_size_t(8)), "put_head": (ctypes.c_uint8(ARRAY), ctypes.c_uint32(300))}
    parts = {"put": [content], "put_head": [head(ARRAY, 300)], "put_octets": [head(OCTETS, 8), content]}[put]
    for size in range(24):
        out = ctypes.create_string_buffer(b"\xaa" * 32, 32)
        writer, expected, used = Writer(ctypes.addressof(out), size, 0), b"", 0
        for _ in range(2):
            cbor.library[f"mc_cbor_{put}"](ctypes.byref(writer), *arguments.get(put, arguments["put"]))
            for part in parts:
                expected = expected.ljust(used, b"\xaa") + (part if used + len(part) <= size else b"")
                used += len(part)
        assert writer.used == used and out.raw == expected.ljust(32, b"\xaa")


PASSED = ("00", "1903e8", "3863", "43010203", "6161", "80", "a0", "83010203", "a201024103f4", "8261618101", "f4", "f5")
PASSED += ("a161618241018140", "9818" + "00" * 24, "b818" + "0000" * 24)


@pytest.mark.parametrize("item", PASSED)
def test_items_that_are_passed_over(cbor, item):
    """To the octet behind; cut short at any place they are refused."""
    octets = bytes.fromhex(item)
    assert cbor.skip(octets + b"\x01\x02") == Anything(left=2)
    for count in range(len(octets)):
        assert cbor.skip(octets[:count]).status == Status.ERROR_ENCODING


@pytest.mark.parametrize("item", ("f6", "f7", "f90000", "fb0000000000000000", "c000", "ff", "f3", "9f00ff", "5f4100ff"))
def test_items_that_are_refused(cbor, item):
    """Null, undefined, numbers with a point, tags, indefinite lengths; within others, too."""
    for octets in (item, "81" + item, "a1" + item + "00", "a100" + item):
        reader = cbor.skip(bytes.fromhex(octets))
        assert (reader.status, reader.left) == (Status.ERROR_ENCODING, 0)


@pytest.mark.parametrize("around", (b"\x81", b"\xa1\x00", b"\x82\x00"), ids=bytes.hex)
def test_depth(cbor, around):
    """Eight items within each other, and no ninth: memory for it there is none."""
    assert cbor.skip(around * (DEPTH - 1) + b"\x00") == Anything(left=0)
    for depth in (DEPTH, DEPTH + 1, 40, 100_000):
        assert cbor.skip(around * depth + b"\x00").status == Status.ERROR_ENCODING
    assert cbor.skip(around * (DEPTH - 1) + b"\x80").status == Status.ERROR_ENCODING


@pytest.mark.parametrize("major", (ARRAY, MAP))
def test_counts_that_no_message_has(cbor, major):
    """Twice 2^31 pairs are no 0 items."""
    for argument in (2, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF):
        assert cbor.skip(head(major, argument) + b"\x00").status == Status.ERROR_ENCODING


def test_the_first_error_stays(cbor):
    reader = Reader.of(b"\x18\x17\x00\x00")
    assert cbor.call("get", ctypes.c_uint32, reader, ctypes.c_uint8(UNSIGNED)) == 0
    assert (reader.status, reader.left) == (Status.ERROR_NOT_MINIMAL, 0)
    assert cbor.call("get_int", ctypes.c_int32, reader) == 0 and reader.status == Status.ERROR_NOT_MINIMAL
    cbor.call("finish", None, reader)
    assert reader.status == Status.ERROR_NOT_MINIMAL


def test_what_follows_the_end(cbor):
    for octets, status in ((b"", Status.OK), (b"\0", Status.ERROR_TRAILING)):
        reader = Reader.of(octets)
        cbor.call("finish", None, reader)
        assert reader.status == status
        assert cbor.call("next", ctypes.c_uint8, Reader.of(octets)) == (0 if octets else 0xFF)
    assert cbor.call("next", ctypes.c_uint8, Reader.of(struct.pack("B", 0xFB))) == 0xE0

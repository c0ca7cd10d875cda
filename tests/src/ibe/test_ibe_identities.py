"""Identities with and without dates: one encoding each, and what is none."""

import ctypes

import pytest

from tests.src.ibe.ibe_library import BAD, Identity, Result, opened
from tests.src.ibe.ibe_reference import identity

LAST = (1 << 64) - 1


@pytest.fixture
def c(word_bits):
    return opened("bls12-381", word_bits).c


def encode(c, name: bytes, validity: tuple[int, int] | None = None, has_validity: int | None = None):
    fields = Identity(name, len(name), *(validity or (0, 0)), bool(validity) if has_validity is None else has_validity)
    out = ctypes.create_string_buffer(bytes([BAD]) * 300, 300)
    status = Result(c.mc_ibe_identity_encode(out, ctypes.byref(fields)))
    return status, out.raw


def decode(c, encoded: bytes):
    fields = Identity(b"x", 1, 1, 1, 1)
    status = Result(c.mc_ibe_identity_decode(ctypes.byref(fields), encoded, ctypes.c_size_t(len(encoded))))
    return status, fields


@pytest.mark.parametrize("name", [b"a", b"mote-17", b"\xff" * 255])
@pytest.mark.parametrize("validity", [None, (0, 0), (5, 1 << 40), (LAST, LAST)])
def test_encodings(c, name, validity):
    expected = identity(name, validity)
    status, out = encode(c, name, validity)
    assert status == Result.OK and out[: len(expected)] == expected and out[len(expected)] == BAD
    status, fields = decode(c, expected)
    assert status == Result.OK and fields.name_bytes == len(name) and fields.name[: len(name)] == name
    assert (fields.not_before, fields.not_after) == (validity or (0, 0))
    assert fields.has_validity == bool(validity)


@pytest.mark.parametrize(
    "name, validity, has_validity",
    [(b"", None, 0), (b"n" * 256, None, 0), (b"n", (2, 1), 1), (b"n", (1, 2), 0), (b"n", (1, 2), 2)],
)
def test_no_identities(c, name, validity, has_validity):
    status, out = encode(c, name, validity, has_validity)
    size = 0 if len(name) not in range(1, 256) else 2 + len(name) + 16 * bool(has_validity)
    assert status == Result.IBE_ERROR_IDENTITY and out[:size] == bytes(size) and out[size] == BAD


def test_malformed_encodings(c):
    dated = identity(b"name", (1, 2))
    bad = [
        b"",
        b"\1",
        b"\1\0",
        b"\0\4name",
        b"\3\4name",
        b"\1\4nam",
        b"\1\4names",
        b"\2\4name",
        dated[:-1],
        dated + b"\0",
    ]
    for encoded in (*bad, identity(b"name", (2, 1))):
        status, fields = decode(c, encoded)
        assert status == Result.IBE_ERROR_IDENTITY, encoded
        assert bytes(fields) == bytes(ctypes.sizeof(fields))
        assert c.mc_ibe_identity_check(encoded, ctypes.c_size_t(len(encoded)), ctypes.c_uint64(1)) == status


def test_times(c):
    def at(now: int, encoded: bytes = identity(b"name", (1000, 2000))) -> Result:
        return Result(c.mc_ibe_identity_check(encoded, ctypes.c_size_t(len(encoded)), ctypes.c_uint64(now)))

    assert [at(now) for now in (1000, 1500, 2000)] == [Result.OK] * 3
    assert [at(now) for now in (0, 999)] == [Result.IBE_ERROR_NOT_YET_VALID] * 2
    assert [at(now) for now in (2001, LAST)] == [Result.IBE_ERROR_EXPIRED] * 2
    assert at(LAST, identity(b"name")) == Result.OK


def test_sizes(c):
    c.mc_ibe_identity_bytes.restype = ctypes.c_size_t
    sizes = [c.mc_ibe_identity_bytes(ctypes.c_size_t(n), v) for n, v in ((0, 0), (1, 0), (255, 1), (256, 1))]
    assert sizes == [0, 3, 273, 0]


def test_texts(c):
    """Every status has a text of its own; others have that of mc_status_text."""
    c.mc_ibe_status_text.restype = c.mc_status_text.restype = ctypes.c_char_p
    texts = {result: c.mc_ibe_status_text(result) for result in Result}
    assert len(set(texts.values())) == len(Result)
    for result, text in texts.items():
        is_other = not result.name.startswith("IBE_")
        assert (text == c.mc_status_text(result)) == is_other, result
    assert c.mc_ibe_status_text(60) == c.mc_status_text(60) and c.mc_ibe_status_text(47) == c.mc_status_text(47)

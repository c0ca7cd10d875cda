"""SHA-256, SHA-1 and HMAC-SHA-256 of the library against Python's hashlib and hmac (OpenSSL)."""

import ctypes
import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motecurve import host

# Around the block of 64 bytes and the 8 bytes of the length, where framing goes wrong.
LENGTHS = [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 127, 128, 1000]
CONTEXT_BYTES = 256  # more than any context or key


@pytest.fixture(scope="module")
def library():
    return ctypes.CDLL(str(host.build(64) / "libmotecurve.so"))


def digest(library, name: str, pieces: list[bytes]) -> bytes:
    context, out = ctypes.create_string_buffer(CONTEXT_BYTES), ctypes.create_string_buffer(32)
    library[f"mc_{name}_begin"](context)
    for piece in pieces:
        library[f"mc_{name}_feed"](context, piece, ctypes.c_size_t(len(piece)))
    library[f"mc_{name}_finish"](out, context)
    return out.raw[: hashlib.new(name).digest_size]


@pytest.mark.parametrize("name", ["sha256", "sha1"])
@pytest.mark.parametrize("length", LENGTHS)
def test_digest(library, name, length):
    message = bytes(i * 7 % 251 for i in range(length))
    assert digest(library, name, [message]) == hashlib.new(name, message).digest()


@pytest.mark.parametrize("name", ["sha256", "sha1"])
@given(pieces=st.lists(st.binary(max_size=150), max_size=5))
def test_digest_of_pieces(library, name, pieces):
    assert digest(library, name, pieces) == hashlib.new(name, b"".join(pieces)).digest()


@given(secret=st.binary(max_size=64), message=st.binary(max_size=200))
def test_hmac(library, secret, message):
    key, context, tag = (ctypes.create_string_buffer(CONTEXT_BYTES) for _ in range(3))
    library.mc_hmac_sha256_set_key(key, secret, ctypes.c_size_t(len(secret)))
    for _ in range(2):  # a key serves more than one message
        library.mc_hmac_sha256_begin(context, key)
        library.mc_sha256_feed(context, message, ctypes.c_size_t(len(message)))
        library.mc_hmac_sha256_finish(tag, context, key)
        assert tag.raw[:32] == hmac.digest(secret, message, "sha256")


@pytest.mark.parametrize("key_bytes", [0, 1, 32, 64])
def test_hmac_zero_key(library, key_bytes):
    """The stored states of a key of zeros are those that hashing its pads gives."""
    stored, hashed = (ctypes.create_string_buffer(CONTEXT_BYTES) for _ in range(2))
    library.mc_hmac_sha256_set_zero_key(stored)
    library.mc_hmac_sha256_set_key(hashed, bytes(key_bytes), ctypes.c_size_t(key_bytes))
    assert stored.raw == hashed.raw


@pytest.mark.parametrize("name", ["sha256", "sha1"])
def test_finish_wipes_the_context(library, name):
    context, out = ctypes.create_string_buffer(CONTEXT_BYTES), ctypes.create_string_buffer(32)
    library[f"mc_{name}_begin"](context)
    library[f"mc_{name}_feed"](context, b"secret", ctypes.c_size_t(6))
    assert b"secret" in context.raw
    library[f"mc_{name}_finish"](out, context)
    assert not any(context.raw)

"""AES-CCM, by bits and by table: SP 800-38C, and the `cryptography` package."""

import ctypes
import random

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from motelab.library.host import Status

BAD = 0xAA
KEY = bytes(range(0x40, 0x50))
# SP 800-38C, C.1 to C.4: bytes of nonce, of data, of message, of tag; the ciphertext. Nonces count from 10, data from
# 00, messages from 20.
SP_800_38C = {
    (7, 8, 4, 4): "7162015b4dac255d",
    (8, 16, 16, 6): "d2a1f0e051ea5f62081a7792073d593d1fc64fbfaccd",
    (12, 20, 24, 8): "e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5484392fbc1b09951",
}


class Ccm:
    """The functions of aes_ccm.h."""

    def __init__(self, library: ctypes.CDLL):
        self._library = library

    def encrypt(self, key: bytes, nonce: bytes, message: bytes, data: bytes, tag_bytes: int) -> tuple[Status, bytes]:
        sizes = (len(key), len(nonce), len(message), len(data), tag_bytes)
        return self._call("encrypt", len(message) + tag_bytes, (key, nonce, message, data), sizes)

    def decrypt(self, key: bytes, nonce: bytes, sealed: bytes, data: bytes, tag_bytes: int) -> tuple[Status, bytes]:
        sizes = (len(key), len(nonce), len(sealed), len(data), tag_bytes)
        return self._call("decrypt", max(len(sealed) - tag_bytes, 0), (key, nonce, sealed, data), sizes)

    def _call(self, name: str, out_bytes: int, inputs: tuple, sizes: tuple[int, ...]) -> tuple[Status, bytes]:
        out = ctypes.create_string_buffer(bytes([BAD]) * (out_bytes + 1), out_bytes + 1)
        function = self._library[f"mc_aes_ccm_{name}"]
        status = Status(function(out, *inputs, *map(ctypes.c_size_t, sizes)))
        assert out.raw[-1] == BAD
        return status, out.raw[:-1]

    def in_place(self, name: str, key: bytes, nonce: bytes, message: bytes, at: int, tag_bytes: int) -> bytes:
        """The result where the output begins `at` bytes before its input."""
        more = tag_bytes if name == "encrypt" else -tag_bytes
        buffer = ctypes.create_string_buffer(bytes(at) + message + bytes(max(more, 0)))
        source = ctypes.c_void_p(ctypes.addressof(buffer) + at)
        sizes = map(ctypes.c_size_t, (len(key), len(nonce), len(message), 0, tag_bytes))
        assert self._library[f"mc_aes_ccm_{name}"](buffer, key, nonce, source, None, *sizes) == 0
        return buffer.raw[: len(message) + more]


@pytest.fixture
def ccm(cipher_library) -> Ccm:
    return Ccm(cipher_library)


@pytest.mark.parametrize("sizes", SP_800_38C)
def test_sp_800_38c(ccm, sizes):
    nonce_bytes, data_bytes, message_bytes, tag_bytes = sizes
    nonce, data = bytes(range(0x10, 0x10 + nonce_bytes)), bytes(range(data_bytes))
    message, sealed = bytes(range(0x20, 0x20 + message_bytes)), bytes.fromhex(SP_800_38C[sizes])
    assert ccm.encrypt(KEY, nonce, message, data, tag_bytes) == (Status.OK, sealed)
    assert ccm.decrypt(KEY, nonce, sealed, data, tag_bytes) == (Status.OK, message)


def test_long_data(ccm):
    """SP 800-38C, C.4 has 65,536 bytes of data, one form of length more than there is here."""
    nonce, message, data = bytes(range(0x10, 0x1D)), bytes(range(0x20, 0x40)), bytes(range(256)) * 255
    assert ccm.encrypt(KEY, nonce, message, data, 14) == (Status.ERROR_MESSAGE_LENGTH, bytes(len(message) + 14))
    assert ccm.encrypt(KEY, nonce, message, data[:-1], 14) == (
        Status.OK,
        AESCCM(KEY, 14).encrypt(nonce, message, data[:-1]),
    )


@pytest.mark.parametrize("tag_bytes", range(4, 17, 2))
def test_another_implementation(ccm, tag_bytes):
    """All lengths of nonces and keys; messages and data around the ends of blocks."""
    draw = random.Random(tag_bytes)
    for nonce_bytes in range(7, 14):
        for message_bytes in (0, 1, 15, 16, 17, 32, 33, 100):
            key, nonce = draw.randbytes(draw.choice((16, 24, 32))), draw.randbytes(nonce_bytes)
            message, data = draw.randbytes(message_bytes), draw.randbytes(draw.choice((0, 1, 13, 14, 15, 29, 30, 31)))
            sealed = AESCCM(key, tag_bytes).encrypt(nonce, message, data)
            assert ccm.encrypt(key, nonce, message, data, tag_bytes) == (Status.OK, sealed)
            assert ccm.decrypt(key, nonce, sealed, data, tag_bytes) == (Status.OK, message)


def test_number_of_blocks_carries(ccm):
    """The 256th block and the longest message of a nonce of 13 bytes; one byte more has no number."""
    nonce, message = bytes(13), bytes(i % 251 for i in range(65536))
    for length in (16 * 256, 65535):
        sealed = AESCCM(KEY, 8).encrypt(nonce, message[:length], None)
        assert ccm.encrypt(KEY, nonce, message[:length], b"", 8) == (Status.OK, sealed)
    assert ccm.encrypt(KEY, nonce, message, b"", 8) == (Status.ERROR_MESSAGE_LENGTH, bytes(65536 + 8))
    sealed = AESCCM(KEY, 8).encrypt(nonce[1:], message, None)
    assert ccm.decrypt(KEY, nonce[1:], sealed, b"", 8) == (Status.OK, message)


@pytest.mark.parametrize("at", (0, 1, 15, 16, 17))
def test_overlap(ccm, at):
    nonce, message = bytes(13), bytes(range(50))
    sealed = AESCCM(KEY, 8).encrypt(nonce, message, None)
    assert ccm.in_place("encrypt", KEY, nonce, message, at, 8) == sealed
    assert ccm.in_place("decrypt", KEY, nonce, sealed, at, 8) == message


def test_changes_show(ccm):
    """Every bit of the ciphertext; nonce, data, key, and the length of the tag."""
    nonce, message, data = bytes(range(13)), b"a reading of 21 degrees", b"header"
    sealed = ccm.encrypt(KEY, nonce, message, data, 8)[1]
    refused = (Status.ERROR_MAC, bytes(len(message)))
    for bit in range(8 * len(sealed)):
        changed = bytearray(sealed)
        changed[bit // 8] ^= 1 << bit % 8
        assert ccm.decrypt(KEY, nonce, bytes(changed), data, 8) == refused
    assert ccm.decrypt(KEY, nonce[::-1], sealed, data, 8) == refused
    assert ccm.decrypt(KEY, nonce, sealed, data + b"\0", 8) == refused
    assert ccm.decrypt(KEY[::-1], nonce, sealed, data, 8) == refused
    assert ccm.decrypt(KEY, nonce, sealed, data, 6)[0] == Status.ERROR_MAC
    assert ccm.decrypt(KEY, nonce, sealed[:7], data, 8) == (Status.ERROR_LENGTH, b"")


def test_lengths_that_there_are_not(ccm):
    message = bytes(20)
    for key_bytes, nonce_bytes, tag_bytes in (
        (15, 13, 8),
        (16, 6, 8),
        (16, 14, 8),
        (16, 13, 2),
        (16, 13, 7),
        (16, 13, 18),
    ):
        zeros = (Status.ERROR_LENGTH, bytes(20 + tag_bytes))
        assert ccm.encrypt(bytes(key_bytes), bytes(nonce_bytes), message, b"", tag_bytes) == zeros
        refused = ccm.decrypt(bytes(key_bytes), bytes(nonce_bytes), message, b"", tag_bytes)
        assert refused == (Status.ERROR_LENGTH, bytes(20 - tag_bytes))

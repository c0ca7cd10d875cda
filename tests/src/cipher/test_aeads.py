"""ChaCha20-Poly1305 and AES-GCM: RFC 8439, the cases of GCM's authors, the `cryptography` package, and all
that must be refused."""

import ctypes
import random

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

from motelab.library.host import Status

BAD, TAG_BYTES = 0xAA, 16
AEADS = {"chacha20_poly1305": (ChaCha20Poly1305, (32,)), "aes_gcm": (AESGCM, (16, 24, 32))}
LENGTHS = (0, 1, 15, 16, 17, 63, 64, 65, 130)


class Aead:
    """The functions of one header."""

    def __init__(self, library: ctypes.CDLL, name: str):
        self.library, self.name = library, name
        self.other, self.key_sizes = AEADS[name]

    def call(self, what: str, key: bytes, nonce: bytes, given: bytes, data: bytes) -> tuple[Status, bytes]:
        size = len(given) + TAG_BYTES if what == "encrypt" else max(0, len(given) - TAG_BYTES)
        out = ctypes.create_string_buffer(bytes([BAD]) * (size + 1), size + 1)
        sizes = map(ctypes.c_size_t, (len(key), len(nonce), len(given), len(data)))
        status = Status(self.library[f"mc_{self.name}_{what}"](out, key, nonce, given, data, *sizes))
        assert out.raw[-1] == BAD
        return status, out.raw[:-1]

    def in_place(self, what: str, key: bytes, nonce: bytes, given: bytes, at: int) -> bytes:
        """The result where the output begins `at` bytes before its input."""
        more = TAG_BYTES if what == "encrypt" else -TAG_BYTES
        buffer = ctypes.create_string_buffer(bytes(at) + given + bytes(max(more, 0)))
        source = ctypes.c_void_p(ctypes.addressof(buffer) + at)
        sizes = map(ctypes.c_size_t, (len(key), len(nonce), len(given), 0))
        assert self.library[f"mc_{self.name}_{what}"](buffer, key, nonce, source, None, *sizes) == 0
        return buffer.raw[: len(given) + more]


@pytest.fixture(params=AEADS)
def aead(request, cipher_library) -> Aead:
    return Aead(cipher_library, request.param)


def test_rfc_8439(cipher_library):
    """Section 2.8.2."""
    message = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    message += b"sunscreen would be it."
    key, nonce = bytes(range(0x80, 0xA0)), bytes.fromhex("070000004041424344454647")
    status, sealed = Aead(cipher_library, "chacha20_poly1305").call(
        "encrypt", key, nonce, message, bytes.fromhex("50515253c0c1c2c3c4c5c6c7")
    )
    assert (status, sealed[:16].hex(), sealed[-16:].hex()) == (
        Status.OK,
        "d31a8d34648e60db7b86afbc53ef7ec2",
        "1ae10b594f09e26a7e902ecbd0600691",
    )


GCM_KEY = bytes.fromhex("feffe9928665731c6d6a8f9467308308")
GCM_NONCE = bytes.fromhex("cafebabefacedbaddecaf888")
GCM_TEXT = bytes.fromhex(
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
    "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
)
GCM_DATA = bytes.fromhex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
# Key, nonce, message and data of a case: the first bytes of its ciphertext, and its tag.
GCM_CASES = {
    1: (bytes(16), bytes(12), b"", b"", "", "58e2fccefa7e3061367f1d57a4e7455a"),
    2: (bytes(16), bytes(12), bytes(16), b"", "0388dace60b6a392", "ab6e47d42cec13bdf53a67b21257bddf"),
    3: (GCM_KEY, GCM_NONCE, GCM_TEXT, b"", "42831ec2217774244b7221b784d0d49c", "4d5c2af327cd64a62cf35abd2ba6fab4"),
    4: (GCM_KEY, GCM_NONCE, GCM_TEXT[:60], GCM_DATA, "42831ec2217774244b7221b7", "5bc94fbc3221a5db94fae95ae7121a47"),
    7: (bytes(24), bytes(12), b"", b"", "", "cd33b28ac773f74ba00ed1f312572435"),
    8: (bytes(24), bytes(12), bytes(16), b"", "98e7247c07f0fe41", "2ff58d80033927ab8ef4d4587514f0fb"),
    13: (bytes(32), bytes(12), b"", b"", "", "530f8afbc74536b9a963b4f1c4cb738b"),
    14: (bytes(32), bytes(12), bytes(16), b"", "cea7403d4d606b6e", "d0d1c8a799996bf0265b98b5d48ab919"),
    15: (GCM_KEY * 2, GCM_NONCE, GCM_TEXT, b"", "522dc1f099567d07", "b094dac5d93471bdec1a502270e3cc6c"),
    16: (GCM_KEY * 2, GCM_NONCE, GCM_TEXT[:60], GCM_DATA, "522dc1f099567d07", "76fc6ece0f4e1768cddf8853bb2d551b"),
}


@pytest.mark.parametrize("number", GCM_CASES)
def test_cases_of_mcgrew_and_viega(cipher_library, number):
    """The Galois/Counter Mode of Operation (2005), appendix B: those with nonces of 12 bytes."""
    key, nonce, text, data, first, tag = GCM_CASES[number]
    status, sealed = Aead(cipher_library, "aes_gcm").call("encrypt", key, nonce, text, data)
    assert (status, sealed[len(text) :].hex()) == (Status.OK, tag) and sealed.hex().startswith(first)
    assert sealed == AESGCM(key).encrypt(nonce, text, data)
    assert Aead(cipher_library, "aes_gcm").call("decrypt", key, nonce, sealed, data) == (Status.OK, text)


def test_another_implementation(aead):
    draw = random.Random(aead.name)
    for message_bytes in LENGTHS:
        for data_bytes in LENGTHS:
            key, nonce = draw.randbytes(draw.choice(aead.key_sizes)), draw.randbytes(12)
            message, data = draw.randbytes(message_bytes), draw.randbytes(data_bytes)
            sealed = aead.other(key).encrypt(nonce, message, data)
            assert aead.call("encrypt", key, nonce, message, data) == (Status.OK, sealed)
            assert aead.call("decrypt", key, nonce, sealed, data) == (Status.OK, message)


def test_changes_show(aead):
    """Every bit of the ciphertext; nonce, data, key; a ciphertext that was cut."""
    key, nonce, message, data = bytes(range(32)), bytes(range(12)), b"a reading of 21 degrees", b"header"
    sealed = aead.call("encrypt", key, nonce, message, data)[1]
    refused = (Status.ERROR_MAC, bytes(len(message)))
    for bit in range(8 * len(sealed)):
        changed = bytearray(sealed)
        changed[bit // 8] ^= 1 << bit % 8
        assert aead.call("decrypt", key, nonce, bytes(changed), data) == refused
    assert aead.call("decrypt", key, nonce[::-1], sealed, data) == refused
    assert aead.call("decrypt", key, nonce, sealed, data + b"\0") == refused
    assert aead.call("decrypt", key[::-1], nonce, sealed, data) == refused
    assert aead.call("decrypt", key, nonce, sealed[:-1], data) == (Status.ERROR_MAC, bytes(len(message) - 1))
    assert aead.call("decrypt", key, nonce, sealed[:15], data) == (Status.ERROR_LENGTH, b"")


def test_lengths(aead):
    for key, nonce in ((bytes(31), bytes(12)), (bytes(32), bytes(11)), (b"", bytes(12))):
        assert aead.call("encrypt", key, nonce, b"ab", b"") == (Status.ERROR_LENGTH, bytes(18))
        assert aead.call("decrypt", key, nonce, bytes(18), b"") == (Status.ERROR_LENGTH, bytes(2))


@pytest.mark.parametrize("at", (0, 1, 15, 16, 17, 64))
def test_overlap(aead, at):
    key, nonce, message = bytes(range(32)), bytes(12), bytes(range(150))
    sealed = aead.other(key).encrypt(nonce, message, None)
    assert aead.in_place("encrypt", key, nonce, message, at) == sealed
    assert aead.in_place("decrypt", key, nonce, sealed, at) == message

"""The library's hash functions, HMAC and key derivation against Python's hashlib, hmac and `cryptography` (OpenSSL)."""

import ctypes
import hashlib
import hmac

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF
from hypothesis import given
from hypothesis import strategies as st

from motelab.library import host
from motelab.library.host import Status

CONTEXT_BYTES = 1024  # more than any context or key
MESSAGE = bytes(i * 7 % 251 for i in range(1000))
NAMES = {"SHA-1": "sha1", "SHA-224": "sha224", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512"}
DIRECT = ["sha1", "sha256", "sha512"]
FUNCTIONS = {
    "sha1": hashes.SHA1, "sha224": hashes.SHA224, "sha256": hashes.SHA256, "sha384": hashes.SHA384,
    "sha512": hashes.SHA512,
}  # fmt: skip


class Library:
    """The functions on bytes of include/motecurve/hash.h, hmac.h and kdf.h."""

    def __init__(self):
        self.c = ctypes.CDLL(str(host.build(64) / host.CATALOGUE))
        self.c.mc_hash_find.restype = ctypes.c_void_p
        for size in ("digest", "block"):
            self.c[f"mc_hash_{size}_bytes"].restype = ctypes.c_size_t
        self.c.mc_octets_equal.restype = ctypes.c_uint8

    def hash(self, name: str) -> ctypes.c_void_p:
        """The description of a hash function, found by its standard name."""
        return ctypes.c_void_p(self.c.mc_hash_find({v: k for k, v in NAMES.items()}[name].encode()))

    def feed(self, function: str, context, pieces: list[bytes]) -> None:
        for piece in pieces:
            self.c[function](context, piece, ctypes.c_size_t(len(piece)))

    def digest(self, name: str, pieces: list[bytes]) -> bytes:
        """Through the description."""
        context, out = buffers(2)
        self.c.mc_hash_begin(context, self.hash(name))
        self.feed("mc_hash_feed", context, pieces)
        self.c.mc_hash_finish(out, context)
        return out.raw[: hashlib.new(name).digest_size]

    def digest_directly(self, name: str, pieces: list[bytes]) -> bytes:
        context, out = buffers(2)
        self.c[f"mc_{name}_begin"](context)
        self.feed(f"mc_{name}_feed", context, pieces)
        self.c[f"mc_{name}_finish"](out, context)
        return out.raw[: hashlib.new(name).digest_size]

    def shake256(self, pieces: list[bytes], counts: list[int]) -> bytes:
        """Output squeezed in parts of so many bytes."""
        context, out = buffers(2)
        self.c.mc_shake256_begin(context)
        self.feed("mc_shake256_feed", context, pieces)
        squeezed = b""
        for count in counts:
            self.c.mc_shake256_squeeze(out, ctypes.c_size_t(count), context)
            squeezed += out.raw[:count]
        self.c.mc_shake256_finish(context)
        assert not any(context.raw)
        return squeezed

    def hmac(self, name: str, key: bytes, pieces: list[bytes]) -> bytes:
        context, tag = buffers(2)
        self.c.mc_hmac_begin(context, self.hash(name), key, ctypes.c_size_t(len(key)))
        self.feed("mc_hmac_feed", context, pieces)
        self.c.mc_hmac_finish(tag, context)
        assert not any(context.raw)
        return tag.raw[: hashlib.new(name).digest_size]

    def derive(self, function: str, name: str, count: int, *inputs: bytes | None) -> tuple[Status, bytes]:
        """`count` bytes of mc_kdf_x963 or mc_hkdf of inputs, null for None."""
        out = ctypes.create_string_buffer(b"\xaa" * (count + 1), count + 1)
        arguments = [item for text in inputs for item in (text, ctypes.c_size_t(len(text or b"")))]
        status = Status(self.c[function](out, ctypes.c_size_t(count), self.hash(name), *arguments))
        assert out.raw[count] == 0xAA
        return status, out.raw[:count]


def buffers(count: int) -> list[ctypes.Array]:
    return [ctypes.create_string_buffer(CONTEXT_BYTES) for _ in range(count)]


@pytest.fixture(scope="module")
def library():
    return Library()


each_hash = pytest.mark.parametrize("name", NAMES.values())


@each_hash
def test_digests_of_every_length(library, name):
    """Framing goes wrong around a block and the bytes of the length."""
    for length in range(301):
        assert library.digest(name, [MESSAGE[:length]]) == hashlib.new(name, MESSAGE[:length]).digest(), length


@pytest.mark.parametrize("name", DIRECT)
def test_digests_directly(library, name):
    for length in [*range(301), 1000]:
        expected = hashlib.new(name, MESSAGE[:length]).digest()
        assert library.digest_directly(name, [MESSAGE[:length]]) == expected, length


@pytest.mark.parametrize("name", DIRECT)
@pytest.mark.parametrize("hashed", [2**29 - 128, 2**29, 2**32 - 128, 2**32, 2**35, 2**60])
def test_lengths_beyond_32_bits(library, name, hashed):
    """Messages that begin with that many bytes, which the test makes a context believe it has read. The output must
    be the state after the blocks of the message's rest and of a padding computed here."""
    block, word = hashlib.new(name).block_size, hashlib.new(name).block_size // 16
    for size in (0, 1, block - 1, block, 2 * block + 5):
        context, out, framed = buffers(3)
        for begun in (context, framed):
            library.c[f"mc_{name}_begin"](begun)
        ctypes.c_uint64.from_buffer(context, 8 * word).value = hashed  # after eight words of state
        library.feed(f"mc_{name}_feed", context, [MESSAGE[:size]])
        library.c[f"mc_{name}_finish"](out, context)
        padding = b"\x80" + bytes(-(size + 1 + 2 * word) % block) + (8 * (hashed + size)).to_bytes(2 * word, "big")
        library.feed(f"mc_{name}_feed", framed, [MESSAGE[:size] + padding])
        state = b"".join(framed.raw[i : i + word][::-1] for i in range(0, 8 * word, word))
        count = hashlib.new(name).digest_size
        assert out.raw[:count] == state[:count], size


@each_hash
@given(pieces=st.lists(st.binary(max_size=300), max_size=5))
def test_digest_of_pieces(library, name, pieces):
    assert library.digest(name, pieces) == hashlib.new(name, b"".join(pieces)).digest()


def test_shake256_of_every_length(library):
    for length in range(301):
        message = MESSAGE[:length]
        assert library.shake256([message], [length]) == hashlib.shake_256(message).digest(length), length


@given(pieces=st.lists(st.binary(max_size=300), max_size=4), counts=st.lists(st.integers(0, 300), max_size=4))
def test_shake256_of_pieces(library, pieces, counts):
    assert library.shake256(pieces, counts) == hashlib.shake_256(b"".join(pieces)).digest(sum(counts))


def test_descriptions(library):
    for printed, name in NAMES.items():
        description = ctypes.c_void_p(library.c.mc_hash_find(printed.encode()))
        assert description.value == ctypes.addressof(ctypes.c_char.in_dll(library.c, f"mc_{name}"))
        assert library.c.mc_hash_digest_bytes(description) == hashlib.new(name).digest_size
        assert library.c.mc_hash_block_bytes(description) == hashlib.new(name).block_size
    for unknown in ("", "SHA-2", "sha256", "SHA-256 "):
        assert library.c.mc_hash_find(unknown.encode()) is None


@each_hash
def test_hmac_with_keys_of_every_length(library, name):
    for length in range(301):
        assert library.hmac(name, MESSAGE[:length], [b"Hi There"]) == hmac.digest(MESSAGE[:length], b"Hi There", name)


@each_hash
@given(key=st.binary(max_size=200), pieces=st.lists(st.binary(max_size=200), max_size=3))
def test_hmac_of_pieces(library, name, key, pieces):
    assert library.hmac(name, key, pieces) == hmac.digest(key, b"".join(pieces), name)


@given(secret=st.binary(max_size=64), message=st.binary(max_size=200))
def test_hmac_with_a_key_made_ready(library, secret, message):
    key, context, tag = buffers(3)
    library.c.mc_hmac_sha256_set_key(key, secret, ctypes.c_size_t(len(secret)))
    for _ in range(2):  # a key serves more than one message
        library.c.mc_hmac_sha256_begin(context, key)
        library.c.mc_sha256_feed(context, message, ctypes.c_size_t(len(message)))
        library.c.mc_hmac_sha256_finish(tag, context, key)
        assert tag.raw[:32] == hmac.digest(secret, message, "sha256")


@pytest.mark.parametrize("key_bytes", [0, 1, 32, 64])
def test_hmac_zero_key(library, key_bytes):
    """The stored states for a key of zeros equal those from hashing its pads."""
    stored, hashed = buffers(2)
    library.c.mc_hmac_sha256_set_zero_key(stored)
    library.c.mc_hmac_sha256_set_key(hashed, bytes(key_bytes), ctypes.c_size_t(key_bytes))
    assert stored.raw == hashed.raw


# RFC 4231, 4.2 and 4.7: hash, key, text, tag.
RFC_4231 = [
    ("sha256", b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        "sha512", b"\x0b" * 20, b"Hi There",
        "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
        "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
    ),
    (
        "sha256", b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "key", "text", "tag"), RFC_4231)
def test_hmac_of_the_rfc(library, name, key, text, tag):
    assert library.hmac(name, key, [text]).hex() == tag


def test_hkdf_of_the_rfc(library):
    """RFC 5869, A.1."""
    inputs = bytes(range(13)), b"\x0b" * 22, bytes(range(0xF0, 0xFA))
    okm = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    assert library.derive("mc_hkdf", "sha256", 42, *inputs) == (Status.OK, bytes.fromhex(okm))


# Around one digest and two, and from an empty one on.
COUNTS = [0, 1, 16, 19, 20, 21, 32, 33, 63, 64, 65, 200]


@each_hash
@pytest.mark.parametrize("info", [b"", b"context", MESSAGE[:200]])
def test_x963_kdf(library, name, info):
    for count in COUNTS:
        status, key = library.derive("mc_kdf_x963", name, count, MESSAGE[:21], info or None)
        expected = X963KDF(FUNCTIONS[name](), count, info).derive(MESSAGE[:21]) if count else b""
        assert (status, key) == (Status.OK, expected)


@each_hash
@pytest.mark.parametrize("salt", [b"", b"salt", MESSAGE[:150]])
@pytest.mark.parametrize("info", [b"", b"context", MESSAGE[:200]])
def test_hkdf(library, name, salt, info):
    for count in COUNTS:
        status, key = library.derive("mc_hkdf", name, count, salt or None, MESSAGE[:21], info or None)
        expected = HKDF(FUNCTIONS[name](), count, salt, info).derive(MESSAGE[:21]) if count else b""
        assert (status, key) == (Status.OK, expected)


@each_hash
def test_hkdf_of_the_greatest_length(library, name):
    most = 255 * hashlib.new(name).digest_size
    status, key = library.derive("mc_hkdf", name, most, b"salt", b"secret", b"info")
    assert (status, key) == (Status.OK, HKDF(FUNCTIONS[name](), most, b"salt", b"info").derive(b"secret"))
    too_long = library.derive("mc_hkdf", name, most + 1, b"salt", b"secret", b"info")
    assert too_long == (Status.ERROR_LENGTH, bytes(most + 1))


@pytest.mark.parametrize("name", NAMES.values())
def test_finish_wipes_the_context(library, name):
    context, out = buffers(2)
    library.c.mc_hash_begin(context, library.hash(name))
    library.c.mc_hash_feed(context, b"secret", ctypes.c_size_t(6))
    assert b"secret" in context.raw
    library.c.mc_hash_finish(out, context)
    assert not any(context.raw)


def test_octets_equal(library):
    for length in (0, 1, 20, 33):
        text = MESSAGE[:length]
        assert library.c.mc_octets_equal(text, bytes(text), ctypes.c_size_t(length)) == 1
        for bit in range(8 * length):
            other = (int.from_bytes(text, "big") ^ 1 << bit).to_bytes(length, "big")
            assert library.c.mc_octets_equal(text, other, ctypes.c_size_t(length)) == 0

"""AES and its counter mode, by bits and by table: FIPS 197, SP 800-38A, and the `cryptography` package."""

import ctypes
import random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from motelab.library.host import Status

BLOCK_BYTES = 16
# FIPS 197, C.1 to C.3: the block 00112233..., keys 000102... .
FIPS_197 = {
    16: "69c4e0d86a7b0430d8cdb78070b4c55a",
    24: "dda97ca4864cdfe06eaf70a0ec0d7191",
    32: "8ea2b7ca516745bfeafc49904b496089",
}
# SP 800-38A, F.5: the keys, the ciphertexts of one message.
SP_800_38A = {
    "2b7e151628aed2a6abf7158809cf4f3c": "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
    "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee",
    "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b": "1abc932417521ca24f2b0459fe7e6e0b"
    "090339ec0aa6faefd5ccc2c6f4ce8e941e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050",
    "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4": "601ec313775789a5b7a7f504bbf3d228"
    "f443e3ca4d62b59aca84e990cacaf5c52b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6",
}
MESSAGE = bytes.fromhex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
)
COUNTER = bytes(range(0xF0, 0x100))


class Aes:
    """The functions of aes.h."""

    def __init__(self, library: ctypes.CDLL):
        self._library = library

    def encrypt(self, block: bytes, key: bytes) -> tuple[Status, bytes]:
        out = ctypes.create_string_buffer(b"\xaa" * BLOCK_BYTES, BLOCK_BYTES)
        return Status(self._library.mc_aes_encrypt(out, block, key, ctypes.c_size_t(len(key)))), out.raw

    def ctr(self, message: bytes, key: bytes, counter: bytes) -> tuple[Status, bytes, bytes]:
        """Status, result, and the counter afterwards."""
        buffer = ctypes.create_string_buffer(message, len(message) + 1)
        state = ctypes.create_string_buffer(counter, BLOCK_BYTES)
        sizes = (ctypes.c_size_t(len(message)), ctypes.c_size_t(len(key)))
        status = Status(self._library.mc_aes_ctr(buffer, state, buffer, key, *sizes))
        assert buffer.raw[len(message) :] == b"\0"
        return status, buffer.raw[: len(message)], state.raw


@pytest.fixture
def aes(cipher_library) -> Aes:
    return Aes(cipher_library)


@pytest.mark.parametrize("size", FIPS_197)
def test_fips_197(aes, size):
    block = bytes.fromhex("00112233445566778899aabbccddeeff")
    assert aes.encrypt(block, bytes(range(size))) == (Status.OK, bytes.fromhex(FIPS_197[size]))


@pytest.mark.parametrize("key", SP_800_38A)
def test_sp_800_38a(aes, key):
    expected = bytes.fromhex(SP_800_38A[key])
    after = (int.from_bytes(COUNTER, "big") + 4).to_bytes(BLOCK_BYTES, "big")
    assert aes.ctr(MESSAGE, bytes.fromhex(key), COUNTER) == (Status.OK, expected, after)


def test_every_octet_through_the_s_box(aes):
    """The first round with the key 0 takes the bytes unchanged: each wrong entry of 256 shows."""
    cipher = Cipher(algorithms.AES(bytes(16)), modes.ECB()).encryptor()
    for octet in range(256):
        block = bytes((octet + i) % 256 for i in range(BLOCK_BYTES))
        assert aes.encrypt(block, bytes(16)) == (Status.OK, cipher.update(block))


@pytest.mark.parametrize("size", FIPS_197)
def test_another_implementation(aes, size):
    """Lengths around the ends of one block and of four; counters that carry, and run over."""
    draw = random.Random(size)
    for length in (0, 1, 15, 16, 17, 63, 64, 65, 128, 200):
        key, message = draw.randbytes(size), draw.randbytes(length)
        blocks = -(-length // BLOCK_BYTES)
        for start in (0, (1 << 128) - 2, 0xFFFF, draw.getrandbits(128)):
            counter = start.to_bytes(BLOCK_BYTES, "big")
            expected = Cipher(algorithms.AES(key), modes.CTR(counter)).encryptor().update(message)
            after = ((start + blocks) % (1 << 128)).to_bytes(BLOCK_BYTES, "big")
            assert aes.ctr(message, key, counter) == (Status.OK, expected, after)


def test_pieces(aes):
    key, counter, found = bytes(range(24)), COUNTER, b""
    for piece in (MESSAGE[:16], MESSAGE[16:48], MESSAGE[48:]):
        _, output, counter = aes.ctr(piece, key, counter)
        found += output
    assert found == aes.ctr(MESSAGE, key, COUNTER)[1]


@pytest.mark.parametrize("size", (0, 8, 15, 17, 20, 31, 33, 64))
def test_keys_of_other_lengths(aes, size):
    key = bytes(size)
    assert aes.encrypt(MESSAGE[:BLOCK_BYTES], key) == (Status.ERROR_LENGTH, bytes(BLOCK_BYTES))
    assert aes.ctr(MESSAGE, key, COUNTER) == (Status.ERROR_LENGTH, bytes(len(MESSAGE)), COUNTER)

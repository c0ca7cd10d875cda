"""ECIES: both ways against a model in Python on curves of every kind, with every option; 3GPP's examples; errors."""

import dataclasses
import itertools
import os
import random

import pytest

from motelab.library.host import Status
from tests.encryption_interface import CIPHERS, HASHES, KDFS, Encryption, Options
from tests.oracles.ecies_model import MONTGOMERY, encrypt, exchange
from tests.src.encoding.test_encoding import require

pytestmark = pytest.mark.word_sizes(8, 64)

# Koblitz and random binary curves, primes with and without shape, cofactors 1, 2, 4 and 12 and larger ones, Montgomery.
CURVES = (
    *("sect163k1", "sect163r2", "sect283r1", "c2tnb191v3", "c2pnb176w1", "secp256r1", "secp256k1", "secp521r1"),
    *("brainpoolP256r1", "secp112r2", *MONTGOMERY),
)
MESSAGE = b"node 17: 21.5 degrees, 40 percent, battery 2.91 V"
DIGEST_BYTES = {"sha1": 20, "sha224": 28, "sha256": 32, "sha384": 48, "sha512": 64}
DEFAULTS = Options()


def every_option(curve: str) -> list[Options]:
    """Each pair of cipher and KDF with each hash, the other options at random."""
    draw = random.Random(curve)
    return [
        Options(
            hash=hash_name,
            kdf=kdf,
            cipher=cipher,
            has_cofactor=draw.random() < 0.5,
            is_compressed=curve not in MONTGOMERY and draw.random() < 0.5,
            tag_bytes=draw.choice((8, DIGEST_BYTES[hash_name] // 2, DIGEST_BYTES[hash_name])),
            binds_ephemeral=draw.random() < 0.5,
            derives_counter=draw.random() < 0.5,
            shared_info1=draw.randbytes(draw.choice((0, 9))),
            shared_info2=draw.randbytes(draw.choice((0, 9))),
        )
        for cipher, kdf, hash_name in itertools.product(CIPHERS, KDFS, HASHES)
    ]


@pytest.fixture(scope="session")
def ecies(word_bits) -> Encryption:
    return Encryption(word_bits)


@pytest.fixture(params=CURVES)
def curve(request, ecies) -> str:
    return require(ecies, request.param)


@pytest.fixture
def own(ecies) -> str:
    """A curve for tests that do not depend on the curve."""
    return require(ecies, "sect163k1")


def test_both_ways(ecies, curve):
    parts = exchange(curve)
    for i, options in enumerate([DEFAULTS, *every_option(curve)]):
        message = (MESSAGE * 3)[: i * 3]
        expected = encrypt(parts, message, options)
        assert len(expected) == len(message) + ecies.overhead_bytes(options, curve)
        arguments = (parts.public_key, message, parts.ephemeral_key, options, curve)
        assert ecies.ecies_encrypt(*arguments) == (Status.OK, expected), options
        assert ecies.ecies_decrypt(parts.private_key, expected, options, curve) == (Status.OK, message), options


def test_in_place(ecies, own):
    parts = exchange(own)
    for cipher, is_compressed in itertools.product(CIPHERS, (False, True)):
        options = Options(cipher=cipher, is_compressed=is_compressed)
        expected = encrypt(parts, MESSAGE, options)
        arguments = (parts.public_key, MESSAGE, parts.ephemeral_key, options, own)
        assert ecies.ecies_encrypt_in_place(*arguments) == (Status.OK, expected)
        assert ecies.ecies_decrypt(parts.private_key, expected, options, own, in_place=True) == (Status.OK, MESSAGE)


@pytest.mark.parametrize("length", (0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 5000))
def test_lengths(ecies, own, length):
    parts, message = exchange(own), random.Random(length).randbytes(length)
    for cipher, kdf in itertools.product(CIPHERS, KDFS):
        options = Options(cipher=cipher, kdf=kdf)
        expected = encrypt(parts, message, options)
        arguments = (parts.public_key, message, parts.ephemeral_key, options, own)
        assert ecies.ecies_encrypt(*arguments) == (Status.OK, expected)
        assert ecies.ecies_decrypt(parts.private_key, expected, options, own) == (Status.OK, message)


# 3GPP TS 33.501, C.4.3.1, C.4.3.2, C.4.4.1: curve, form, home network's private key, ephemeral private key, message,
# scheme output.
SUCI = (
    ("Curve25519", False, "c53c22208b61860b06c62e5406a7b330c2b577aa5558981510d128247d38bd1d",
     "c80949f13ebe61af4ebdbd293ea4f942696b9e815d7e8f0096bbf6ed7de62256", "00012080f6",
     "b2e92f836055a255837debf850b528997ce0201cb82adfe4be1f587d07d8457dcb02352410cddd9e730ef3fa87"),
    ("Curve25519", False, "c53c22208b61860b06c62e5406a7b330c2b577aa5558981510d128247d38bd1d",
     "be9eff3e9f22a4b42a3d236e7a6c500b3f2e7e0c7449988ba800d664bf4fcd97", "766572796c6f6e67757365726e616d6531",
     "977d8b2fdaa7b64aa700d04227d5b440630ea4ec50f9082273a26bb678c92222"
     "8e358a1582adb15322c10e515141d2039a12e1d7783a97f1ac"),
    ("secp256r1", True, "f1ab1074477ebcc7f554ea1c5fc368b1616730155e0041ac447d6301975fecda",
     "99798858a1dc6a2c68637149a4b1dbfd1fdff5addd62a2142f06699ed7602529", "00012080f6",
     "039aab8376597021e855679a9778ea0b67396e68c66df32c0f41e9acca2da9b9d146a33fc2716ac7dae96aa30a4d"),
)  # fmt: skip


@pytest.mark.parametrize("case", SUCI)
def test_3gpp_examples(ecies, case):
    curve, is_compressed, *octets = case
    d, k, message, expected = map(bytes.fromhex, octets)
    options = Options(is_compressed=is_compressed, tag_bytes=8, derives_counter=True)
    _, public_key = ecies.public_key(d, require(ecies, curve))
    assert ecies.ecies_encrypt(public_key, message, k, options, curve) == (Status.OK, expected)
    assert ecies.ecies_decrypt(d, expected, options, curve) == (Status.OK, message)


def test_drawn_ephemeral_keys(ecies, curve):
    """Two ciphertexts of one message have nothing in common, and both decrypt."""
    parts = exchange(curve)
    found = [ecies.ecies_encrypt(parts.public_key, MESSAGE, os.urandom, DEFAULTS, curve) for _ in range(2)]
    assert [status for status, _ in found] == [Status.OK] * 2
    size = ecies.ephemeral_bytes(DEFAULTS, curve)
    assert found[0][1][:size] != found[1][1][:size] and found[0][1][size:] != found[1][1][size:]
    for _, ciphertext in found:
        assert ecies.ecies_decrypt(parts.private_key, ciphertext, DEFAULTS, curve) == (Status.OK, MESSAGE)


# ---- Errors


def zeros(ecies, curve: str, options: Options = DEFAULTS) -> bytes:
    return bytes(ecies.overhead_bytes(options, curve) + len(MESSAGE))


@pytest.mark.parametrize("in_place", (False, True))
def test_encryption_errors(ecies, own, in_place):
    """Bad sources and bad keys; no part of the message remains."""
    parts, call = exchange(own), ecies.ecies_encrypt_in_place if in_place else ecies.ecies_encrypt
    size = len(parts.private_key)
    cases = {
        Status.ERROR_RANDOM: (parts.public_key, lambda count: None),
        Status.ERROR_LENGTH: (parts.public_key[:-1], os.urandom),
        Status.ERROR_ENCODING: (b"\2" + parts.public_key[1:], os.urandom),
        Status.ERROR_NOT_ON_CURVE: (parts.public_key[:-1] + bytes([parts.public_key[-1] ^ 1]), os.urandom),
        Status.ERROR_SCALAR_ZERO: (parts.public_key, bytes(size)),
        Status.ERROR_SCALAR_RANGE: (parts.public_key, b"\xff" * size),
    }
    for status, (public_key, source) in cases.items():
        assert call(public_key, MESSAGE, source, DEFAULTS, own) == (status, zeros(ecies, own))
    repeating = call(parts.public_key, MESSAGE, bytes, DEFAULTS, own)
    assert repeating == (Status.ERROR_RANDOM, zeros(ecies, own))
    assert call(parts.public_key, MESSAGE, b"\1" * (size - 1), DEFAULTS, own) == (
        Status.ERROR_LENGTH, zeros(ecies, own),
    )  # fmt: skip


@pytest.mark.word_sizes(64)
@pytest.mark.parametrize("in_place", (False, True))
def test_every_octet_counts(ecies, own, in_place):
    """A changed byte is a wrong tag, or an invalid R. No byte of a message is output."""
    parts = exchange(own)
    ciphertext, size = encrypt(parts, MESSAGE, DEFAULTS), len(parts.r)
    for place in range(len(ciphertext)):
        changed = bytearray(ciphertext)
        changed[place] ^= 1 << place % 8
        status, output = ecies.ecies_decrypt(parts.private_key, bytes(changed), DEFAULTS, own, in_place)
        assert output == bytes(len(MESSAGE))
        known = {Status.ERROR_ENCODING, Status.ERROR_COORDINATE_RANGE, Status.ERROR_NOT_ON_CURVE}
        assert status == Status.ERROR_MAC if place >= size else status in known, place


@pytest.mark.word_sizes(64)
@pytest.mark.parametrize("hash_name", HASHES)
def test_every_octet_of_a_long_tag_counts(ecies, own, hash_name):
    """Whole digests as tags: the bytes beyond the sixteenth count too, which the defaults leave out."""
    parts, options = exchange(own), Options(hash=hash_name, tag_bytes=DIGEST_BYTES[hash_name])
    ciphertext = encrypt(parts, MESSAGE, options)
    for place in range(1, options.tag_bytes + 1):
        changed = bytearray(ciphertext)
        changed[-place] ^= 1 << place % 8
        status, output = ecies.ecies_decrypt(parts.private_key, bytes(changed), options, own)
        assert (status, output) == (Status.ERROR_MAC, bytes(len(MESSAGE))), place


def test_minus_r(ecies, own):
    """-R has the same shared secret. It is refused if R is part of the KDF's input, as by default."""
    parts = exchange(own)
    x, y = (int.from_bytes(parts.r[i : i + 21], "big") for i in (1, 22))
    minus = parts.r[:22] + (x ^ y).to_bytes(21, "big")
    for options, expected in ((DEFAULTS, Status.ERROR_MAC), (Options(binds_ephemeral=False), Status.OK)):
        ciphertext = minus + encrypt(parts, MESSAGE, options)[43:]
        assert ecies.ecies_decrypt(parts.private_key, ciphertext, options, own)[0] == expected


def test_truncated(ecies, own):
    parts, overhead = exchange(own), ecies.overhead_bytes(DEFAULTS, own)
    ciphertext = encrypt(parts, MESSAGE, DEFAULTS)
    for count in range(len(ciphertext)):
        expected = Status.ERROR_LENGTH if count < overhead else Status.ERROR_MAC
        found = ecies.ecies_decrypt(parts.private_key, ciphertext[:count], DEFAULTS, own)
        assert found == (expected, bytes(max(0, count - overhead))), count
    longer = ecies.ecies_decrypt(parts.private_key, ciphertext + b"\0", DEFAULTS, own)
    assert longer == (Status.ERROR_MAC, bytes(len(MESSAGE) + 1))


def test_other_keys_and_options(ecies, own):
    parts = exchange(own)
    ciphertext, nothing = encrypt(parts, MESSAGE, DEFAULTS), bytes(len(MESSAGE))
    other = parts.private_key[:-1] + bytes([parts.private_key[-1] ^ 1])
    assert ecies.ecies_decrypt(other, ciphertext, DEFAULTS, own) == (Status.ERROR_MAC, nothing)
    for change in (
        *({"hash": "sha224"}, {"kdf": "hkdf"}, {"cipher": "aes256_ctr"}, {"cipher": "xor"}, {"has_cofactor": True}),
        *({"binds_ephemeral": False}, {"derives_counter": True}, {"shared_info1": b"a"}, {"shared_info2": b"a"}),
    ):
        options = dataclasses.replace(DEFAULTS, **change)
        assert ecies.ecies_decrypt(parts.private_key, ciphertext, options, own) == (Status.ERROR_MAC, nothing), change
    bad = {bytes(21): Status.ERROR_SCALAR_ZERO, b"\xff" * 21: Status.ERROR_SCALAR_RANGE, b"\1": Status.ERROR_LENGTH}
    for key, status in bad.items():
        assert ecies.ecies_decrypt(key, ciphertext, DEFAULTS, own) == (status, nothing)


def test_compressed_errors(ecies, own):
    parts, options = exchange(own), Options(is_compressed=True)
    ciphertext, nothing = encrypt(parts, MESSAGE, options), bytes(len(MESSAGE))
    plain = ecies.ecies_decrypt(parts.private_key, b"\4" + ciphertext[1:], options, own)
    assert plain == (Status.ERROR_LENGTH, nothing)
    assert ecies.ecies_decrypt(parts.private_key, b"\1" + ciphertext[1:], options, own)[0] == Status.ERROR_ENCODING
    flipped = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
    assert ecies.ecies_decrypt(parts.private_key, flipped, options, own) == (Status.ERROR_MAC, nothing)


def test_longest_xor_with_hkdf(ecies, own):
    """Of 255 digests of a KDF, 254 are for the message and one is for HMAC."""
    parts, options = exchange(own), Options(cipher="xor", kdf="hkdf")
    for extra, expected in ((0, Status.OK), (1, Status.ERROR_MESSAGE_LENGTH)):
        message = bytes(254 * 32 + extra)
        arguments = (parts.public_key, message, parts.ephemeral_key, options, own)
        status, ciphertext = ecies.ecies_encrypt(*arguments)
        assert status == expected and any(ciphertext) == (status == Status.OK)
        known = parts.r + ciphertext[len(parts.r) :]
        assert ecies.ecies_decrypt(parts.private_key, known, options, own) == (expected, message)


def test_unsupported(ecies, own):
    parts, untouched, zeroed = exchange(own), b"\xaa" * len(MESSAGE), bytes(len(MESSAGE))
    for options in (Options(tag_bytes=7), Options(tag_bytes=33), Options(tag_bytes=0)):
        assert ecies.overhead_bytes(options, own) == ecies.ephemeral_bytes(options, own) == 0
        assert ecies.ecies_encrypt(parts.public_key, MESSAGE, os.urandom, options, own) == (
            Status.ERROR_UNSUPPORTED, zeroed,
        )  # fmt: skip
        assert ecies.ecies_decrypt(parts.private_key, MESSAGE, options, own) == (Status.ERROR_UNSUPPORTED, untouched)
    assert ecies.overhead_bytes(DEFAULTS, "none") == 0
    assert ecies.ecies_decrypt(parts.private_key, MESSAGE, DEFAULTS, "none")[0] == Status.ERROR_UNSUPPORTED


@pytest.mark.parametrize(("name", "options"), (("Curve25519", Options(is_compressed=True)), ("Ed25519", DEFAULTS)))
def test_curves_without(ecies, name, options):
    require(ecies, name)
    assert ecies.overhead_bytes(options, name) == 0
    found = ecies.ecies_encrypt(bytes(32), MESSAGE, os.urandom, options, name)
    assert found == (Status.ERROR_UNSUPPORTED, bytes(len(MESSAGE)))


@pytest.mark.parametrize("name", MONTGOMERY)
def test_small_order(ecies, name):
    """R of small order gives no secret."""
    parts = exchange(require(ecies, name))
    ciphertext = bytes(len(parts.r)) + encrypt(parts, MESSAGE, DEFAULTS)[len(parts.r) :]
    found = ecies.ecies_decrypt(parts.private_key, ciphertext, DEFAULTS, name)
    assert found == (Status.ERROR_SHARED_INFINITY, bytes(len(MESSAGE)))
    found = ecies.ecies_encrypt(bytes(len(parts.r)), MESSAGE, os.urandom, DEFAULTS, name)
    assert found == (Status.ERROR_SHARED_INFINITY, zeros(ecies, name))

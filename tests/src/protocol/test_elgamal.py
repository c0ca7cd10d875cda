"""EC-ElGamal: embedding by its definition, sums and multiples of points by PARI/GP, the hashed form by the model of
ECIES; errors."""

import itertools
import os
import random

import pytest

from codegen.fields import bits
from motelab.library.host import Status
from tests.encryption_interface import Encryption
from tests.oracles import pari_curves as pari
from tests.oracles.ecies_model import MONTGOMERY, exchange, kdf_x963
from tests.src.encoding.test_encoding import require, y_bit

pytestmark = pytest.mark.word_sizes(8, 64)

# Cofactors 2, 2, 1, 1, 4, 12, 76, 6.
CURVES = (
    *("sect163k1", "sect163r2", "secp256r1", "secp521r1", "secp112r2", "ipsec3", "c2tnb359v1", "wtls1"),
    *("sect233k1", "brainpoolP256r1"),
)
COUNTER_BYTES = {"ipsec3": 2, "c2tnb359v1": 2}
MESSAGE = b"21.5"


def is_pointless(params: dict) -> bool:
    """Take minutes with small words: a point is found after thousands of tries."""
    return params.get("curve") == "c2tnb359v1" and params.get("word_bits", 64) < 32


@pytest.fixture(scope="session")
def elgamal(word_bits) -> Encryption:
    return Encryption(word_bits)


@pytest.fixture(params=CURVES)
def curve(request, elgamal, word_bits) -> str:
    return require(elgamal, request.param)


def field_bytes(curve: str) -> int:
    return (bits(pari.FIELD_OF[curve]) + 7) // 8


def capacity(curve: str) -> int:
    return field_bytes(curve) - 1 - COUNTER_BYTES.get(curve, 1)


def decode(octets: bytes) -> tuple[int, int]:
    half = len(octets) // 2
    return int.from_bytes(octets[1 : 1 + half], "big"), int.from_bytes(octets[1 + half :], "big")


def encode(curve: str, point: tuple[int, int]) -> bytes:
    return b"\x04" + b"".join(c.to_bytes(field_bytes(curve), "big") for c in point)


def source(*numbers: int):
    """Two blocks that differ, then the numbers, as often as the library asks."""
    calls = iter((1, 2, *numbers))
    return lambda count: next(calls).to_bytes(count, "big")


def least_counter(curve: str, start: int, count: int) -> int:
    """The first number from `start` on that is x of a point of the subgroup."""
    generator, n = pari.text(pari.generator(curve)), pari.order(curve)
    found = pari.evaluate(
        curve,
        [
            f"if(#(v = ellordinate(curve, element({x}))), multiply([element({x}), v[1]], {n}), {generator})"
            for x in range(start, start + count)
        ],
    )
    return found.index(None)


def check_embedding(elgamal: Encryption, curve: str, message: bytes) -> bytes:
    status, point = elgamal.elgamal_embed(message, curve)
    assert status == Status.OK
    x, y = decode(point)
    counter_bits = 8 * COUNTER_BYTES.get(curve, 1)
    start = int.from_bytes(b"\1" + message, "big") << counter_bits
    assert x >> counter_bits == start >> counter_bits and y_bit(curve, (x, y)) == 0
    assert elgamal.elgamal_extract(point, curve) == (Status.OK, message)
    return point


def test_embedding(elgamal, curve):
    """Messages of every length, the shortest and the longest; one has the least counter."""
    most = capacity(curve)
    assert elgamal.elgamal_capacity(curve) == (Status.OK, most)
    draw = random.Random(curve)
    for length in sorted({0, 1, 2, most // 2, most - 1, most}):
        for message in (bytes(length), b"\1" * length, b"\xff" * length, draw.randbytes(length)):
            check_embedding(elgamal, curve, message)
    point = check_embedding(elgamal, curve, MESSAGE)
    start = int.from_bytes(b"\1" + MESSAGE, "big") << 8 * COUNTER_BYTES.get(curve, 1)
    tries = decode(point)[0] - start
    assert least_counter(curve, start, tries + 1) == tries


def test_points(elgamal, curve):
    """k G and M + k Q agree with PARI/GP; so does decryption."""
    parts, draw, n = exchange(curve), random.Random(curve), pari.order(curve)
    k, d, g = draw.randrange(1, n), int.from_bytes(parts.private_key, "big"), pari.text(pari.generator(curve))
    status, m = elgamal.elgamal_embed(MESSAGE, curve)
    assert status == Status.OK
    masked = f"add({pari.text(decode(m))}, multiply({g}, {d * k % n}))"
    expected = b"".join(encode(curve, p) for p in pari.evaluate(curve, [f"multiply({g}, {k})", masked]))
    assert elgamal.elgamal_encrypt_point(parts.public_key, m, source(k), curve) == (Status.OK, expected)
    assert elgamal.elgamal_encrypt(parts.public_key, MESSAGE, source(k), curve) == (Status.OK, expected)
    assert elgamal.elgamal_decrypt_point(parts.private_key, expected, curve) == (Status.OK, m)
    assert elgamal.elgamal_decrypt(parts.private_key, expected, curve) == (Status.OK, MESSAGE)


def test_every_point_of_a_tiny_curve(elgamal):
    """Every message and key, equal and opposite points among them; nonces that give infinity are replaced."""
    curve = require(elgamal, "tiny7k0")
    n, g = pari.order(curve), pari.text(pari.generator(curve))
    multiples = [encode(curve, p) for p in pari.evaluate(curve, [f"multiply({g}, {i})" for i in range(1, n)])]
    for d, k, m in itertools.product((1, 2, n - 1), (1, n // 2, n - 2), range(1, n)):
        public, point = multiples[d - 1], multiples[m - 1]
        is_infinity = (m + d * k) % n == 0
        used = k + is_infinity
        draws = source(k, 1, 2, used) if is_infinity else source(k)  # the source is checked each time
        status, found = elgamal.elgamal_encrypt_point(public, point, draws, curve)
        assert (status, found) == (Status.OK, multiples[used - 1] + multiples[(m + d * used) % n - 1])
        assert elgamal.elgamal_decrypt_point(bytes([d]), found, curve) == (Status.OK, point)
    infinity = elgamal.elgamal_decrypt_point(b"\2", multiples[0] + multiples[1], curve)
    assert infinity == (Status.ERROR_INFINITY, bytes(3))


@pytest.mark.parametrize("name", ("sect163k1", "secp256r1", *MONTGOMERY))
def test_hashed(elgamal, name):
    parts = exchange(require(elgamal, name))
    for length, hash_name in itertools.product((0, 1, 32, 33, 200), ("sha1", "sha256", "sha512")):
        message = os.urandom(length)
        calls = iter((b"\1" * 16, b"\2" * 16, parts.ephemeral_key))
        arguments = (parts.public_key, message, hash_name, lambda count: next(calls), name)  # noqa: B023
        stream = kdf_x963(parts.secret, b"", length, hash_name)
        expected = parts.r + bytes(a ^ b for a, b in zip(message, stream, strict=True))
        assert elgamal.elgamal_hashed_encrypt(*arguments) == (Status.OK, expected)
        assert elgamal.elgamal_hashed_decrypt(parts.private_key, expected, hash_name, name) == (Status.OK, message)
    changed = expected[:-1] + bytes([expected[-1] ^ 1])  # as documented: nothing detects it
    found = elgamal.elgamal_hashed_decrypt(parts.private_key, changed, hash_name, name)
    assert found == (Status.OK, message[:-1] + bytes([message[-1] ^ 1]))


# ---- Errors


@pytest.fixture
def own(elgamal) -> str:
    return require(elgamal, "sect163k1")


def bad_points(curve: str, point: bytes) -> dict[bytes, Status]:
    return {
        b"": Status.ERROR_LENGTH,
        point[:-1]: Status.ERROR_LENGTH,
        b"\0": Status.ERROR_INFINITY,
        b"\2" + point[1:]: Status.ERROR_ENCODING,
        point[:-1] + bytes([point[-1] ^ 1]): Status.ERROR_NOT_ON_CURVE,
        encode(curve, pari.order_two(curve)): Status.ERROR_SUBGROUP,
    }


def test_bad_points(elgamal, own):
    parts = exchange(own)
    for point, status in bad_points(own, parts.r).items():
        nothing = (status, bytes(2 * len(parts.r)))
        assert elgamal.elgamal_encrypt_point(point, parts.r, os.urandom, own) == nothing
        assert elgamal.elgamal_encrypt_point(parts.r, point, os.urandom, own) == nothing
        assert elgamal.elgamal_encrypt(point, MESSAGE, os.urandom, own) == nothing
        assert elgamal.elgamal_extract(point, own) == (status, b"")
        hashed = elgamal.elgamal_hashed_encrypt(point, MESSAGE, "sha256", os.urandom, own)
        assert hashed == (status, bytes(len(parts.r) + len(MESSAGE)))
        if len(point) == len(parts.r):
            for ciphertext in (point + parts.r, parts.r + point):
                assert elgamal.elgamal_decrypt_point(parts.private_key, ciphertext, own) == (status, bytes(len(point)))
                assert elgamal.elgamal_decrypt(parts.private_key, ciphertext, own) == (status, b"")
            hashed = elgamal.elgamal_hashed_decrypt(parts.private_key, point + MESSAGE, "sha256", own)
            assert hashed == (status, bytes(len(MESSAGE)))


def test_bad_keys_lengths_and_sources(elgamal, own):
    parts = exchange(own)
    _, ciphertext = elgamal.elgamal_encrypt(parts.public_key, MESSAGE, os.urandom, own)
    bad = {bytes(21): Status.ERROR_SCALAR_ZERO, b"\xff" * 21: Status.ERROR_SCALAR_RANGE, b"\1": Status.ERROR_LENGTH}
    for key, status in bad.items():
        assert elgamal.elgamal_decrypt_point(key, ciphertext, own) == (status, bytes(43))
        assert elgamal.elgamal_decrypt(key, ciphertext, own) == (status, b"")
    for other in (ciphertext[:-1], ciphertext + b"\0", ciphertext[:43], b""):
        assert elgamal.elgamal_decrypt(parts.private_key, other, own) == (Status.ERROR_LENGTH, b"")
    short = elgamal.elgamal_hashed_decrypt(parts.private_key, parts.r[:-1], "sha256", own)
    assert short == (Status.ERROR_LENGTH, b"")
    for failing in (lambda count: None, bytes):
        nothing = (Status.ERROR_RANDOM, bytes(86))
        assert elgamal.elgamal_encrypt(parts.public_key, MESSAGE, failing, own) == nothing
        hashed = elgamal.elgamal_hashed_encrypt(parts.public_key, MESSAGE, "sha256", failing, own)
        assert hashed == (Status.ERROR_RANDOM, bytes(43 + len(MESSAGE)))


def test_messages_that_do_not_fit(elgamal, own):
    parts, longer = exchange(own), bytes(capacity(own) + 1)
    assert elgamal.elgamal_embed(longer, own) == (Status.ERROR_MESSAGE_LENGTH, bytes(43))
    found = elgamal.elgamal_encrypt(parts.public_key, longer, os.urandom, own)
    assert found == (Status.ERROR_MESSAGE_LENGTH, bytes(86))


def test_points_without_a_message(elgamal, own):
    """The generator's x begins with 2."""
    generator = encode(own, pari.generator(own))
    assert elgamal.elgamal_extract(generator, own) == (Status.ERROR_ENCODING, b"")


@pytest.mark.parametrize("name", ("none", "tiny7k0", "Curve25519", "Ed25519"))
def test_curves_without(elgamal, name):
    if name != "none":
        require(elgamal, name)
    assert elgamal.elgamal_capacity(name)[0] == Status.ERROR_UNSUPPORTED
    assert elgamal.elgamal_embed(b"", name)[0] == Status.ERROR_UNSUPPORTED
    assert elgamal.elgamal_encrypt(bytes(3), b"", os.urandom, name)[0] == Status.ERROR_UNSUPPORTED
    assert elgamal.elgamal_decrypt(b"\1", bytes(6), name)[0] == Status.ERROR_UNSUPPORTED

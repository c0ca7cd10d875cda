"""Batches of EdDSA: every result is that of single verification, whatever stands beside it. Signatures come from
OpenSSL and from the definition in Python's integers, which also makes those that no honest signer makes: parts of small
order, errors that cancel, encodings that no point has."""

import functools
import hashlib
import os
import random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from motelab.library import host
from motelab.library.host import Status
from tests.oracles.eddsa import BYTES, X_BIT, definition
from tests.public_interface import BatchInterface, EdDSA, SignedMessage

pytestmark = pytest.mark.word_sizes(8, 64)

OPENSSL = {"Ed25519": Ed25519PrivateKey, "Ed448": Ed448PrivateKey}
AT_ONCE = 64
FEW = 5  # with word sizes that hosts do not use


def is_pointless(params: dict) -> bool:
    """With small words few signatures are enough."""
    return params.get("word_bits", 64) != 64 and params.get("count", 0) > FEW


class Interface(BatchInterface, EdDSA):
    """Batches beside single verification."""

    _verify = BatchInterface._verify

    def singly(self, one: SignedMessage, curve: str) -> Status:
        """The status of single verification."""
        name = "mc_eddsa_verify_digest" if one.is_digest else "mc_eddsa_verify_context"
        return EdDSA._verify(self, name, one.signature, one.public_key, one.message, one.context, curve)


@pytest.fixture(scope="module")
def batch(word_bits) -> Interface:
    return Interface(word_bits)


@pytest.fixture(params=OPENSSL)
def curve(request, word_bits) -> str:
    host.require("fp255" if request.param == "Ed25519" else "fp448")
    return request.param


@functools.cache
def made(curve: str, count: int, signers: int) -> tuple[SignedMessage, ...]:
    """Signatures by OpenSSL, of so many signers in turn; the same for every test."""
    source, found = random.Random(curve), []
    keys = [OPENSSL[curve].from_private_bytes(source.randbytes(BYTES[curve])) for _ in range(signers)]
    for i in range(count):
        key, message = keys[i % signers], source.randbytes(7 * i % 150)
        found.append(SignedMessage(key.sign(message), key.public_key().public_bytes_raw(), message))
    return tuple(found)


def spoiled(one: SignedMessage, other: SignedMessage, curve: str) -> list[SignedMessage]:
    """The faults of a signature that single verification tells apart, and more."""
    d = definition(curve)
    r, s, message = one.signature[: d.size], one.signature[d.size :], one.message + b"?"
    too_large = (int.from_bytes(s, "little") + d.n).to_bytes(d.size, "little")
    prime = d.p.to_bytes(d.size, "little")  # y = p, which is 0 modulo p
    minus_zero = b"\1" + bytes(d.size - 2) + bytes([X_BIT])  # x = 0 with the bit of another
    pointless = bytes([next(y for y in range(2, 99) if not is_point(d, y))]) + bytes(d.size - 1)
    signatures = [other.signature, r + too_large, prime + s, minus_zero + s, pointless + s, r, b"", r + s + b"\0"]
    signatures += [bytes([r[0] ^ 1]) + r[1:] + s, r + bytes([s[0] ^ 1]) + s[1:], bytes(2 * d.size)]
    small = [d.encode(point) for point in d.small_points()]
    keys = [other.public_key, prime, minus_zero, pointless, d.encode((0, 1)), b"", one.public_key + b"\0", *small]
    rest = [SignedMessage(signature, one.public_key, one.message) for signature in signatures]
    rest += [SignedMessage(one.signature, key, one.message) for key in keys]
    rest += [SignedMessage(d.encode((0, 1)) + bytes(d.size), key, message) for key in small]
    others = [{"message": message}, {"context": b"c"}, {"context": bytes(256)}, {"is_digest": True}]
    return rest + [
        SignedMessage(one.signature, one.public_key, **({"message": one.message} | other)) for other in others
    ]


def is_point(d, y: int) -> bool:
    """Whether y is that of a point of the curve."""
    x2 = (1 - y * y) * pow(d.a - d.d * y * y, -1, d.p) % d.p
    return pow(x2, (d.p - 1) // 2, d.p) in (0, 1)


@pytest.mark.parametrize("count", [0, 1, 2, 3, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1])
@pytest.mark.parametrize("signers", [1, 3, AT_ONCE])
def test_valid_signatures(batch, curve, count, signers):
    signed = list(made(curve, count, min(signers, max(count, 1))))
    assert batch.verify_eddsa_batch(signed, os.urandom, curve) == (Status.OK, [Status.OK] * count)


def test_forms_stand_side_by_side(batch, curve):
    """Messages, contexts and digests in one batch."""
    private, signed = bytes(range(BYTES[curve])), []
    public = batch.public_key(private, curve)[1]
    for context in (b"", b"c", bytes(255)):
        digest = hashlib.sha512(context).digest() if curve == "Ed25519" else hashlib.shake_256(context).digest(64)
        signed.append(SignedMessage(batch.eddsa_sign(private, b"m", curve, context)[1], public, b"m", context))
        signed.append(
            SignedMessage(batch.eddsa_sign_digest(private, digest, curve, context)[1], public, digest, context, True)
        )
    assert batch.verify_eddsa_batch(signed, os.urandom, curve) == (Status.OK, [Status.OK] * 6)
    swapped = [SignedMessage(one.signature, public, one.message, one.context, not one.is_digest) for one in signed]
    status, results = batch.verify_eddsa_batch(swapped, os.urandom, curve)
    assert status == Status.ERROR_SIGNATURE
    assert results == [batch.singly(one, curve) for one in swapped] and Status.OK not in results


def test_every_fault_has_the_status_of_single_verification(batch, curve, word_bits):
    """Among good ones, and all together."""
    good = list(made(curve, 8, 3))
    bad = spoiled(good[0], good[1], curve)
    expected = [batch.singly(one, curve) for one in bad]
    assert Status.OK not in expected and len(set(expected)) >= 7
    for step in (1, 2):
        mixed = [one for pair in zip(bad, good * len(bad), strict=False) for one in pair[:step]]
        statuses = [status for one in expected for status in (one, Status.OK)[:step]]
        assert batch.verify_eddsa_batch(mixed, os.urandom, curve) == (Status.ERROR_SIGNATURE, statuses)


@pytest.mark.word_sizes(64)
@pytest.mark.parametrize("count", [2, AT_ONCE + 1])
def test_a_forged_signature_at_every_place(batch, count):
    host.require("fp255")
    signed, wrong = list(made("Ed25519", count, 7)), Status.ERROR_SIGNATURE
    for place in range(count):
        one = signed[place]
        forged = SignedMessage(one.signature, one.public_key, one.message + b"?")
        mixed = [*signed[:place], forged, *signed[place + 1 :]]
        expected = [wrong if i == place else Status.OK for i in range(count)]
        assert batch.verify_eddsa_batch(mixed, os.urandom, "Ed25519") == (wrong, expected)


@pytest.mark.word_sizes(64)
def test_many_forged_signatures(batch):
    """Of any number, at any places, all are named: also where the search by halves is given up."""
    host.require("fp255")
    signed, source = list(made("Ed25519", AT_ONCE, AT_ONCE)), random.Random(64)
    for bad in (2, 3, 5, 9, 20, 40, 63, 64):
        places = set(source.sample(range(AT_ONCE), bad))
        mixed = [
            SignedMessage(one.signature, one.public_key, one.message + b"?") if i in places else one
            for i, one in enumerate(signed)
        ]
        expected = [Status.ERROR_SIGNATURE if i in places else Status.OK for i in range(AT_ONCE)]
        assert batch.verify_eddsa_batch(mixed, os.urandom, "Ed25519") == (Status.ERROR_SIGNATURE, expected)


def test_duplicates(batch, curve, word_bits):
    """One signature many times, good and bad."""
    good = made(curve, 1, 1)[0]
    bad = SignedMessage(good.signature, good.public_key, good.message + b"?")
    count = 20 if word_bits == 64 else FEW
    assert batch.verify_eddsa_batch([good] * count, os.urandom, curve)[0] == Status.OK
    expected = [Status.OK, Status.ERROR_SIGNATURE] * count
    assert batch.verify_eddsa_batch([good, bad] * count, os.urandom, curve)[1] == expected


def test_parts_of_small_order_are_judged_as_singly(batch, curve):
    """R or the key plus a point of small order: without the cofactor a batch would take such signatures now and then,
    and single verification never. Both take them always; with a wrong S neither does."""
    d, signed = definition(curve), []
    for small in [*d.small_points(), (0, 1)]:
        for nonce in (5, 6):
            public = d.encode(d.multiple(8 * 4321))
            r = d.encode(d.group.add(d.multiple(nonce), small))
            signed.append(SignedMessage(d.sign(8 * 4321, nonce, public, b"", r), public, b""))
            mixed = d.encode(d.group.add(d.multiple(8 * 4321), small))
            signed.append(SignedMessage(d.sign(8 * 4321, nonce, mixed, b""), mixed, b""))
            signed.append(SignedMessage(d.sign(8 * 4321 + 1, nonce, mixed, b"", r), mixed, b""))
    expected = [batch.singly(one, curve) for one in signed]
    assert expected == [Status.OK, Status.OK, Status.ERROR_SIGNATURE] * (len(signed) // 3)
    for _ in range(4):
        assert batch.verify_eddsa_batch(signed, os.urandom, curve)[1] == expected
    small = d.encode(d.small_points()[0])  # R itself of small order: S = k a
    public = d.encode(d.multiple(99))
    signed = [SignedMessage(d.sign(99, 0, public, b"%d" % i, small), public, b"%d" % i) for i in range(3)]
    assert batch.verify_eddsa_batch(signed, os.urandom, curve) == (Status.OK, [Status.OK] * 3)
    assert {batch.singly(one, curve) for one in signed} == {Status.OK}


def test_errors_that_cancel_are_caught(batch, curve):
    """S + 1 and S - 1: their errors G and -G cancel if both are multiplied by one number. With known numbers the
    forgery passes, which shows that it is one; with unknown ones it does not."""
    d, signed = definition(curve), list(made(curve, 5, 5))
    for place, change in ((1, 1), (3, -1)):
        one = signed[place]
        s = (int.from_bytes(one.signature[d.size :], "little") + change) % d.n
        signature = one.signature[: d.size] + s.to_bytes(d.size, "little")
        signed[place] = SignedMessage(signature, one.public_key, one.message)
    blocks = iter([b"a" * 16, b"b" * 16])
    known = batch.verify_eddsa_batch(signed, lambda count: next(blocks, b"c" * count), curve)
    assert known == (Status.OK, [Status.OK] * 5)
    for _ in range(5):
        status, results = batch.verify_eddsa_batch(signed, os.urandom, curve)
        assert status == Status.ERROR_SIGNATURE
        assert [i for i, result in enumerate(results) if result != Status.OK] == [1, 3]


def test_sources_that_fail(batch, curve):
    signed = list(made(curve, 3, 3))
    everything = (Status.ERROR_RANDOM, [Status.ERROR_RANDOM] * 3)
    for good_calls in range(3):
        left = iter(range(good_calls))
        source = lambda count, left=left: os.urandom(count) if next(left, None) is not None else None  # noqa: E731
        assert batch.verify_eddsa_batch(signed, source, curve) == everything
    assert batch.verify_eddsa_batch(signed, lambda count: b"x" * count, curve) == everything


@pytest.mark.parametrize("count", [0, 1, 3])
def test_memory(batch, curve, count):
    signed = list(made(curve, count, 1))
    for offset in range(0, 9, 2):
        assert batch.verify_eddsa_batch(signed, os.urandom, curve, misaligned_by=offset)[0] == Status.OK
    failed = (Status.ERROR_LENGTH, [Status.ERROR_LENGTH] * count)
    assert batch.verify_eddsa_batch(signed, os.urandom, curve, short_by=1) == failed
    assert batch.eddsa_memory_bytes(AT_ONCE, curve) == batch.eddsa_memory_bytes(10**9, curve)


@pytest.mark.parametrize("name", ["Curve25519", "secp256r1", "no-curve"])
def test_curves_without_eddsa(batch, name):
    assert batch.eddsa_memory_bytes(1, name)[0] == Status.ERROR_UNSUPPORTED
    assert batch.verify_eddsa_batch([], os.urandom, name)[0] == Status.ERROR_UNSUPPORTED

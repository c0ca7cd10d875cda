"""Many signatures, on all cores and from many threads."""

import hashlib
import threading
import time

import pytest

import motecurve
from motecurve import MotecurveError, Signed, batch, ecdh, ecdsa, eddsa, judge_many, verify_many

CURVES = ("secp256r1", "sect233k1", "Ed25519")


def signed(name: str, count: int) -> list[Signed]:
    key = motecurve.curve(name).generate_key()
    sign = ecdsa.sign if key.curve.is_weierstrass else eddsa.sign
    return [Signed(key.public_key, sign(key, b"%d" % i), b"%d" % i) for i in range(count)]


@pytest.mark.parametrize("threads", [None, 1, 3])
def test_each_result_is_that_of_its_signature(threads):
    rows = [row for three in zip(*(signed(name, 70) for name in CURVES), strict=True) for row in three]
    for index in (0, 7, 100, 209):
        rows[index] = rows[index]._replace(message=b"?")
    rows[50] = rows[50]._replace(signature=rows[50].signature[:-1])
    rows[51] = rows[51]._replace(signature=b"")
    rows[52] = rows[52]._replace(signature=bytearray(rows[52].signature))
    found = verify_many(rows, threads=threads)
    assert [index for index, is_valid in enumerate(found) if not is_valid] == [0, 7, 50, 51, 100, 209]
    assert verify_many([]) == [] and verify_many([tuple(rows[1])]) == [True]


def test_digests_and_hashes():
    key, edwards = motecurve.curve("secp256r1").generate_key(), motecurve.curve("Ed25519").generate_key()
    digest = hashlib.sha512(b"letter").digest()
    rows = [
        Signed(key.public_key, ecdsa.sign_digest(key, digest), digest),
        Signed(edwards.public_key, eddsa.sign_digest(edwards, digest), digest),
    ]
    assert verify_many(rows, prehashed=True) == [True, True] and verify_many(rows) == [False, False]
    other = Signed(key.public_key, ecdsa.sign(key, b"letter", hash="SHA-384"), b"letter")
    assert verify_many([other], hash="SHA-384") == [True] and verify_many([other]) == [False]


@pytest.mark.parametrize("name", CURVES[:2])
def test_signatures_in_der(name):
    """As verify takes them with der=True; EdDSA has one form, and stands beside them."""
    key = motecurve.curve(name).generate_key()
    rows = [Signed(key.public_key, ecdsa.sign(key, b"%d" % i, der=True), b"%d" % i) for i in range(5)]
    assert verify_many([*rows, *signed("Ed25519", 2)], der=True) == [True] * 7
    assert not any(verify_many(rows)) and not any(verify_many(signed(name, 2), der=True))
    assert verify_many(signed(name, 2)[:0], der=True) == []
    with pytest.raises(motecurve.MotecurveError, match="extended signatures have no form in DER"):
        verify_many(rows, der=True, extended=True)


@pytest.mark.parametrize("is_der", (False, True))
def test_the_reason_of_each(is_der):
    """That of a verification by itself, for every kind of damage, among good signatures."""
    rows = []
    for name in CURVES:
        key = motecurve.curve(name).generate_key()
        sign = (lambda key, m: ecdsa.sign(key, m, der=is_der)) if key.curve.is_weierstrass else eddsa.sign
        half, good = key.curve.scalar_bytes, sign(key, b"m")
        damaged = [good, good[:-1], good + b"\0", b"", bytes(len(good)), b"\xff" * len(good), sign(key, b"other")]
        damaged += [bytes(half) + good[half:], good[:half] + b"\xff" * half]
        if is_der and key.curve.is_weierstrass:
            damaged += [good[:1] + b"\x81" + good[1:], b"\2" + good[1:]]
        rows += [Signed(key.public_key, one, b"m") for one in (*damaged, good)]
    kinds = set()
    for row, verdict in zip(rows, judge_many(rows, der=is_der, threads=1), strict=True):
        try:
            if row.public_key.curve.is_weierstrass:
                ecdsa.verify(*row, der=is_der)
            else:
                eddsa.verify(*row)
        except motecurve.MotecurveError as error:
            assert type(verdict) is type(error) and str(verdict) == str(error)
            kinds.add(type(error).__name__)
        else:
            assert verdict is None
    assert {"SignatureError", "LengthError", "ScalarRangeError"} <= kinds and len(kinds) > (5 if is_der else 3)
    assert [verdict is None for verdict in judge_many(rows, der=is_der)] == verify_many(rows, der=is_der)


@pytest.mark.parametrize("name", CURVES[:2])
def test_extended_signatures(name):
    key = motecurve.curve(name).generate_key()
    rows = [Signed(key.public_key, batch.sign_extended(key, b"%d" % i), b"%d" % i) for i in range(65)]
    assert batch.extension_bytes(key.curve) == 1
    for row in rows:
        plain = row.signature[:-1]
        ecdsa.verify(key.public_key, plain, row.message)
        assert batch.extend(key.public_key, plain, row.message) == row.signature
    assert verify_many(rows, extended=True) == [True] * 65 and not any(verify_many(rows))
    rows[64] = rows[64]._replace(message=b"?")
    assert verify_many(rows, extended=True, threads=1) == [True] * 64 + [False]


def test_keys_without_signatures():
    key = motecurve.curve("X25519").generate_key().public_key
    with pytest.raises(motecurve.UnsupportedError, match="no signatures on Curve25519"):
        verify_many([Signed(key, b"", b"")])


def test_calls_release_the_interpreter():
    """While one thread verifies in a single call, another keeps counting."""
    rows = signed("secp256r1", 1024)
    counted, end = [], threading.Event()

    def count():
        while not end.is_set():
            counted.append(time.perf_counter())
            time.sleep(0.0005)

    counter = threading.Thread(target=count)
    counter.start()
    start = time.perf_counter()
    assert all(verify_many(rows, threads=1))
    stop = time.perf_counter()
    end.set()
    counter.join()
    within = [at for at in counted if start + 0.3 * (stop - start) < at < start + 0.9 * (stop - start)]
    assert len(within) > 1


def test_threads_share_keys():
    key, failed = motecurve.curve("sect233k1").generate_key(), []

    def work(number: int) -> None:
        message = b"%d" % number
        for _ in range(20):
            try:
                ecdsa.verify(key.public_key, ecdsa.sign(key, message, nonce="hedged"), message)
            except motecurve.MotecurveError as error:
                failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


@pytest.mark.parametrize("name", ("Curve25519", "Curve448", "secp256r1"))
def test_agreements(name):
    curve = motecurve.curve(name)
    for count in (0, 1, 2, 17):
        own, theirs = ([curve.generate_key() for _ in range(count)] for _ in "ab")
        found = ecdh.agree_many((key, peer.public_key) for key, peer in zip(own, theirs, strict=True))
        assert found == [ecdh.agree(peer, key.public_key) for key, peer in zip(own, theirs, strict=True)]
    other = motecurve.curve("Curve25519").generate_key()
    mixed = ecdh.agree_many([(own[0], theirs[0].public_key), (other, other.public_key)])
    assert mixed == [found[0], ecdh.agree(other, other.public_key)]
    with pytest.raises(MotecurveError):
        ecdh.agree_many([(own[0], motecurve.curve("secp224r1").generate_key().public_key)])

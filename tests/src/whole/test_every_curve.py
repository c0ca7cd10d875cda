"""Every curve of Weierstrass form in the public library, and a sample in the catalogue at several word sizes: random
multiples against PARI/GP, signatures that verify, and the shared secrets that OpenSSL finds."""

import functools
import random
import re
import subprocess

import pytest

from codegen.fields import bits
from motelab.library import host
from motelab.library.host import Status
from tests.conftest import WORD_SIZES
from tests.oracles import pari_curves as pari
from tests.public_interface import PublicInterface

CURVES = [name for name in pari.RECORDS if name not in pari.TINY]
DIGEST = bytes(range(32))
CASES = 3


def members(curve: str) -> list[str]:
    """The multiplications that hosts bind for secrets and for public values, and those for Koblitz curves."""
    for_secrets = "scalar_mult_ladder" if pari.is_binary(curve) else "scalar_mult_regular_window5"
    koblitz = ["scalar_mult_regular_wtnaf5", "scalar_mult_wtnaf5_var"] if curve in pari.KOBLITZ else []
    return [for_secrets, "scalar_mult_wnaf4_var", *koblitz]


@functools.cache
def multiples(curve: str) -> list[tuple[int, pari.Point, pari.Point]]:
    """Random scalars, points of the group of prime order, and their products."""
    source, n = random.Random(curve), pari.order(curve)
    base = pari.text(pari.generator(curve))
    factors = [(source.randrange(n), source.randrange(1, n)) for _ in range(CASES)]
    points = pari.evaluate(curve, [f"multiply({base}, {f % n})" for k, t in factors for f in (t, t * k)])
    return [(k, *points[2 * i : 2 * i + 2]) for i, (k, _) in enumerate(factors)]


def word_sizes(curve: str) -> list[int]:
    """The word sizes of this commit at which the library holds the curve's field (tests/conftest.py)."""
    return [word_bits for word_bits in WORD_SIZES if host.holds(pari.FIELD_OF[curve], word_bits)]


@functools.cache
def whole() -> PublicInterface:
    """The public library with every curve, which test_lean_library.py builds too."""
    return PublicInterface(64, host.build(64, tests=False, fields="") / "libmotecurve.so")


def interfaces(curve: str) -> list[PublicInterface]:
    """All libraries that have the curve."""
    return [whole(), *map(PublicInterface, word_sizes(curve))]


def test_every_curve_is_met():
    """All but c2onb239v5, whose published generator has another order."""
    assert len(CURVES) == 78


@pytest.mark.slow
@pytest.mark.parametrize("curve", [curve for curve in CURVES if word_sizes(curve)])
def test_random_multiples(curve):
    for word_bits in word_sizes(curve):
        library = host.Library(word_bits, pari.FIELD_OF[curve])
        for (k, point, expected), name in ((case, name) for case in multiples(curve) for name in members(curve)):
            assert library.scalar_mult(name, k, point, curve) == (Status.OK, expected), (word_bits, name, hex(k))


def encode(curve: str, point: pari.Point) -> bytes:
    size = (bits(pari.FIELD_OF[curve]) + 7) // 8
    return b"\x04" + b"".join(c.to_bytes(size, "big") for c in point)


def private_key(curve: str, d: int) -> bytes:
    return d.to_bytes((pari.order(curve).bit_length() + 7) // 8, "big")


@pytest.mark.slow
@pytest.mark.parametrize("curve", CURVES)
def test_signatures_verify(curve):
    """The signature of RFC 6979 is the same at every word size, and each size accepts it."""
    name, d = pari.RECORDS[curve]["name"], multiples(curve)[0][0]
    signed = {interface.sign(private_key(curve, d), DIGEST, name) for interface in interfaces(curve)}
    assert len(signed) == 1
    ((status, signature),) = signed
    assert status == Status.OK
    for interface in interfaces(curve):
        status, public_key = interface.public_key(private_key(curve, d), name)
        assert status == Status.OK
        assert interface.verify(signature, public_key, DIGEST, name) == Status.OK
        assert interface.verify(signature, public_key, DIGEST[::-1], name) == Status.ERROR_SIGNATURE


@functools.cache
def known_to_openssl() -> frozenset[str]:
    run = subprocess.run(["openssl", "ecparam", "-list_curves"], capture_output=True, text=True, check=True)
    return frozenset(re.findall(r"^\s*([\w.-]+)\s*:", run.stdout, re.M))


def openssl_curves() -> list[str]:
    """Curves that OpenSSL knows and that have an object identifier, by which keys name them; on SM2 OpenSSL does not
    agree on secrets."""
    records = [(curve, pari.RECORDS[curve]) for curve in CURVES if curve != "SM2"]
    return [c for c, r in records if r["oids"] and known_to_openssl() & {r["name"], *r["aliases"]}]


def tagged(tag: int, *contents: bytes) -> bytes:
    """A value in DER."""
    value = b"".join(contents)
    count = len(value).to_bytes(2, "big").lstrip(b"\0")
    length = count if len(value) < 128 else bytes([128 + len(count)]) + count
    return bytes([tag]) + length + value


def identifier(oid: str) -> bytes:
    """The DER of an object identifier."""
    first, second, *rest = map(int, oid.split("."))
    octets = bytes([40 * first + second])
    for number in rest:
        digits = [number & 127]
        while number := number >> 7:
            digits.insert(0, number & 127 | 128)
        octets += bytes(digits)
    return tagged(6, octets)


def openssl_secret(curve: str, folder, d: int, public_key: bytes, peer_key: bytes) -> bytes:
    """The shared secret of the key pair and the peer's key by OpenSSL."""
    named = identifier(pari.RECORDS[curve]["oids"][0])
    bit_string = tagged(3, b"\0", public_key)
    own = tagged(48, b"\x02\x01\x01", tagged(4, private_key(curve, d)), tagged(160, named), tagged(161, bit_string))
    peer = tagged(48, tagged(48, identifier("1.2.840.10045.2.1"), named), tagged(3, b"\0", peer_key))
    (folder / "own").write_bytes(own)
    (folder / "peer").write_bytes(peer)
    keys = ["-inkey", "own", "-keyform", "DER", "-peerkey", "peer", "-peerform", "DER"]
    run = subprocess.run(["openssl", "pkeyutl", "-derive", *keys], cwd=folder, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


@pytest.mark.slow
@pytest.mark.parametrize("curve", CURVES)
def test_agreement_with_openssl(curve, tmp_path):
    if curve not in openssl_curves():
        pytest.skip("OpenSSL does not know it, or it has no object identifier")
    name, (d, peer, _) = pari.RECORDS[curve]["name"], multiples(curve)[1]
    expected = None
    for interface in interfaces(curve):
        _, public_key = interface.public_key(private_key(curve, d), name)
        expected = expected or openssl_secret(curve, tmp_path, d, public_key, encode(curve, peer))
        assert interface.ecdh(private_key(curve, d), encode(curve, peer), name) == (Status.OK, expected), (
            interface.word_bits
        )


def test_openssl_knows_most_curves():
    assert len(openssl_curves()) == 71

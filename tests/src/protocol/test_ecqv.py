"""ECQV implicit certificates: a published vector, curves of every sort against PARI/GP and Python, every bad input."""

import functools
import hashlib
import random
import subprocess

import pytest

from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari
from tests.public_interface import UNKNOWN, PointForm, SchnorrInterface

pytestmark = pytest.mark.word_sizes(8, 64)

CURVES = (
    *("secp256r1", "secp256k1", "brainpoolP256r1", "secp160r1", "secp112r2", "secp224k1", "sect163k1", "sect163r2"),
    *("secp521r1", "c2tnb359v1", "c2pnb176w1"),
)
OTHERS = [name for name in pari.RECORDS if name not in (*CURVES, *pari.TINY)]
HASHES = ("sha1", "sha224", "sha256", "sha384", "sha512")
INFO = b"node 17, until 2031"
# Test vectors of implicit certificates for vehicles (CAMP), on secp256r1 with SHA-256.
VECTOR = {
    "info": "54686973206973206120746573742100",
    "request key": "1384c31d6982d52bca3bed8a7e60f52fecdab44e5c0ea166815a8159e09ffb42",
    "request": "04f45a99137b1bb2c150d6d8cf7292ca07da68c003daa766a9af7f67f5ee916828"
    "f6a25216f44cb64a96c229ae00b479857b3b81c1319fb2adf0e8db2681769729",
    "authority key": "97d1368e8c07a54f66c9dce284ba76caf4178206614f809a4eb43cb3106aa60e",
    "authority": "043bb8ffd19b25ee1bb939cd4935fbfa8fbaadba64843338a95595a70ed7479b70"
    "eb60ddc790e3cb05e85225f636d8a7c20df3a8135c4b2ae5396367b4e86077f8",
    "nonce": "e2f9cbcec3f28f7dfbef044732c41119816c62909fb720b091fb8f380f1b70dc",
    "certificate": "54686973206973206120746573742100024a1890e30a584208dad3838d0c5cecb1ed6b01d48893c684c59908f5b38e3d82",
    "contribution": "1fa86893a1aabe8a79f63360f4b6d5617380b4d84b8c260dd8d3d64163c874fd",
    "private key": "c8599eca52b58d691b2bb609cdb53ddd9f49c0d635ab652ec79c546914590274",
}


@pytest.fixture(scope="session")
def ecqv(word_bits) -> SchnorrInterface:
    return SchnorrInterface(word_bits)


def source(*candidates: bytes):
    """A source of these bytes; each request comes after the two blocks that show that the source works."""
    blocks = [bytes([i]) * 16 for i in (1, 2)]
    draws = iter([block for candidate in candidates for block in (*blocks, candidate)])
    return lambda count: next(draws)[:count]


def hash_below_order(curve: str, octets: bytes, hash_name: str) -> int:
    """SEC 4, 2.3: the leftmost floor(log2 n) bits."""
    digest = hashlib.new(hash_name, octets).digest()
    return int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - (pari.order(curve).bit_length() - 1))


def check_curve(ecqv: SchnorrInterface, curve: str) -> None:
    """Issuance, reception and extraction agree with PARI/GP's points and Python's numbers."""
    host.require(pari.FIELD_OF[curve])
    (k, d, nonce), hash_name, (request, authority, given) = drawn(curve)
    request, authority = pari.encode(curve, request), pari.encode(curve, authority)
    private_key, nonce_octets = pari.encode_scalar(curve, d), pari.encode_scalar(curve, nonce)
    status, certificate, contribution = ecqv.ecqv_issue(
        private_key, request, INFO, source(nonce_octets), curve, hash_name
    )
    compressed = ecqv.point_encode(pari.encode(curve, given), PointForm.COMPRESSED, curve)[1]
    assert (status, certificate) == (Status.OK, INFO + compressed)
    e, n = hash_below_order(curve, certificate, hash_name), pari.order(curve)
    assert contribution == pari.encode_scalar(curve, (e * nonce + d) % n)
    expected = pari.encode_scalar(curve, (e * (k + nonce) + d) % n)
    public_key = ecqv.public_key(expected, curve)[1]
    received = ecqv.ecqv_receive(certificate, contribution, pari.encode_scalar(curve, k), authority, curve, hash_name)
    assert received == (Status.OK, expected, public_key)
    assert ecqv.ecqv_public_key(certificate, authority, curve, hash_name) == (Status.OK, public_key)


@functools.cache
def drawn(curve: str) -> tuple[list[int], str, list[pari.Point]]:
    """Private keys of the request and the authority, the nonce; a hash; the request, the authority's key, and the
    certificate's point."""
    draw = random.Random(curve)
    k, d, nonce = numbers = [draw.randrange(1, pari.order(curve)) for _ in range(3)]
    return numbers, draw.choice(HASHES), pari.multiples(curve, [k, d, k + nonce])


@pytest.mark.parametrize("curve", CURVES)
def test_curves_of_every_sort(ecqv, curve):
    check_curve(ecqv, curve)


@pytest.mark.slow
@pytest.mark.parametrize("word_bits", [64], indirect=True)
@pytest.mark.parametrize("curve", OTHERS)
def test_all_other_curves(ecqv, curve):
    check_curve(ecqv, curve)


def test_published_vector(ecqv):
    v = {name: bytes.fromhex(value) for name, value in VECTOR.items()}
    issued = ecqv.ecqv_issue(v["authority key"], v["request"], v["info"], source(v["nonce"]), "secp256r1")
    assert issued == (Status.OK, v["certificate"], v["contribution"])
    received = ecqv.ecqv_receive(v["certificate"], v["contribution"], v["request key"], v["authority"], "secp256r1")
    (point,) = pari.multiples("secp256r1", [int.from_bytes(v["private key"], "big")])
    public_key = pari.encode("secp256r1", point)
    assert received == (Status.OK, v["private key"], public_key)
    assert ecqv.ecqv_public_key(v["certificate"], v["authority"], "secp256r1") == (Status.OK, public_key)


@pytest.mark.parametrize("curve", ["tiny7k1", "tiny7r1", "tiny7p3", "tiny7p3h4"])
def test_every_request_on_a_tiny_curve(ecqv, curve):
    """P = infinity and r = 0 are common there, and passed over. If the key is infinity, the subject notices."""
    n = pari.order(curve)
    draw, private_key = random.Random(1), pari.encode_scalar(curve, 3)
    authority = ecqv.public_key(private_key, curve)[1]
    found = []
    for k in range(1, n):
        request_key = pari.encode_scalar(curve, k)
        request = ecqv.public_key(request_key, curve)[1]
        status, certificate, r = ecqv.ecqv_issue(private_key, request, INFO, draw.randbytes, curve)
        assert status == Status.OK and any(r)
        status, d, public_key = ecqv.ecqv_receive(certificate, r, request_key, authority, curve)
        extracted = ecqv.ecqv_public_key(certificate, authority, curve)
        assert extracted == (status, public_key)
        assert status == Status.ERROR_INFINITY or ecqv.public_key(d, curve) == extracted
        found.append(status)
    assert set(found) <= {Status.OK, Status.ERROR_INFINITY} and found.count(Status.OK) > n * 3 // 4


@pytest.mark.parametrize("curve", ["tiny7k1", "tiny7p3"])
def test_a_key_that_is_infinity(ecqv, curve):
    """Of all authorities one has a key that cancels e P: no public key comes out of the certificate."""
    draw, own = random.Random(2), pari.encode_scalar(curve, 5)
    request = ecqv.public_key(own, curve)[1]
    certificate, r = ecqv.ecqv_issue(own, request, INFO, draw.randbytes, curve)[1:]
    authorities = [ecqv.public_key(pari.encode_scalar(curve, d), curve)[1] for d in range(1, pari.order(curve))]
    found = [ecqv.ecqv_public_key(certificate, authority, curve) for authority in authorities]
    assert [key for status, key in found if status != Status.OK] == [bytes(len(request))]
    (at,) = (i for i, (status, _) in enumerate(found) if status == Status.ERROR_INFINITY)
    assert ecqv.ecqv_receive(certificate, r, own, authorities[at], curve)[0] == Status.ERROR_INFINITY


def test_nonces_of_no_use_are_passed_over(ecqv):
    """One nonce makes P infinity; an authority that gets no other gives up."""
    curve, n, d = "sect163k1", pari.order("sect163k1"), 77
    k, good = n - 5, 9
    request = pari.encode(curve, pari.negative(curve, pari.multiples(curve, [5])[0]))
    assert ecqv.public_key(pari.encode_scalar(curve, k), curve) == (Status.OK, request)
    private_key = pari.encode_scalar(curve, d)
    draws = source(pari.encode_scalar(curve, 5), pari.encode_scalar(curve, good))
    status, certificate, r = ecqv.ecqv_issue(private_key, request, INFO, draws, curve)
    assert (status, certificate[: len(INFO)]) == (Status.OK, INFO)
    e = hash_below_order(curve, certificate, "sha256")
    assert r == pari.encode_scalar(curve, (e * good + d) % n)
    draws = source(*[pari.encode_scalar(curve, 5)] * 64)
    expected = (Status.ERROR_RANDOM, bytes(len(INFO) + 22), bytes(21))
    assert ecqv.ecqv_issue(private_key, request, INFO, draws, curve) == expected


@pytest.fixture(params=["sect163k1", "secp256r1"])
def curve(request) -> str:
    return request.param


@pytest.fixture
def issued(ecqv, curve) -> dict[str, bytes]:
    """A certificate with everything that belongs to it."""
    keys = {name: pari.encode_scalar(curve, d) for name, d in (("request key", 1234), ("authority key", 5678))}
    request, authority = (ecqv.public_key(key, curve)[1] for key in keys.values())
    made = ecqv.ecqv_issue(keys["authority key"], request, INFO, random.Random(1).randbytes, curve)
    names = ("certificate", "contribution")
    return keys | {"request": request, "authority": authority} | dict(zip(names, made[1:], strict=True))


def bad_points(curve: str) -> dict[bytes, Status]:
    good = pari.encode(curve, pari.generator(curve))
    bad = {
        b"": Status.ERROR_LENGTH,
        good[:-1]: Status.ERROR_LENGTH,
        good + b"\0": Status.ERROR_LENGTH,
        b"\0": Status.ERROR_INFINITY,
        good[:1] + bytes(len(good) - 1): Status.ERROR_INFINITY,
        good[:1] + b"\xff" * (len(good) - 1): Status.ERROR_COORDINATE_RANGE,
        good[:-1] + bytes([good[-1] ^ 1]): Status.ERROR_NOT_ON_CURVE,
        b"\x02" + good[1:]: Status.ERROR_ENCODING,
    }
    if pari.outside_subgroup(curve):
        bad[pari.encode(curve, pari.outside_subgroup(curve)[1])] = Status.ERROR_SUBGROUP
    return bad


def bad_numbers(curve: str) -> dict[bytes, Status]:
    one = pari.encode_scalar(curve, 1)
    return {
        b"": Status.ERROR_LENGTH,
        one[1:]: Status.ERROR_LENGTH,
        b"\0" + one: Status.ERROR_LENGTH,
        bytes(len(one)): Status.ERROR_SCALAR_ZERO,
        pari.encode_scalar(curve, pari.order(curve)): Status.ERROR_SCALAR_RANGE,
        b"\xff" * len(one): Status.ERROR_SCALAR_RANGE,
    }


def test_bad_input_of_issuance(ecqv, curve, issued):
    size = ecqv.size(curve, "scalar")
    nothing = (bytes(len(issued["certificate"])), bytes(size))
    for request, expected in bad_points(curve).items():
        result = ecqv.ecqv_issue(issued["authority key"], request, INFO, random.Random(1).randbytes, curve)
        assert result == (expected, *nothing)
    for key, expected in bad_numbers(curve).items():
        result = ecqv.ecqv_issue(key, issued["request"], INFO, random.Random(1).randbytes, curve)
        assert result == (expected, *nothing)
    for draw in (lambda _count: None, bytes, lambda count: b"\x11" * count):
        result = ecqv.ecqv_issue(issued["authority key"], issued["request"], INFO, draw, curve)
        assert result == (Status.ERROR_RANDOM, *nothing)


def test_without_information(ecqv, curve, issued):
    """The certificate is then the point alone."""
    made = ecqv.ecqv_issue(issued["authority key"], issued["request"], b"", random.Random(1).randbytes, curve)
    assert made[0] == Status.OK and len(made[1]) == 1 + ecqv.size(curve, "field")
    assert ecqv.ecqv_receive(*made[1:], issued["request key"], issued["authority"], curve)[0] == Status.OK


def receive(ecqv, curve, issued, **changed):
    made = issued | {name.replace("_", " "): value for name, value in changed.items()}
    inputs = (made["certificate"], made["contribution"], made["request key"], made["authority"])
    return ecqv.ecqv_receive(*inputs, curve)


def test_bad_input_of_reception(ecqv, curve, issued):
    nothing = (bytes(ecqv.size(curve, "scalar")), bytes(ecqv.size(curve, "public_key")))
    assert receive(ecqv, curve, issued)[0] == Status.OK
    for key, expected in bad_points(curve).items():
        assert receive(ecqv, curve, issued, authority=key) == (expected, *nothing)
        assert ecqv.ecqv_public_key(issued["certificate"], key, curve) == (expected, nothing[1])
    for number, expected in bad_numbers(curve).items():
        assert receive(ecqv, curve, issued, contribution=number) == (expected, *nothing)
        assert receive(ecqv, curve, issued, request_key=number) == (expected, *nothing)
    for certificate, expected in bad_certificates(ecqv, curve, issued).items():
        assert receive(ecqv, curve, issued, certificate=certificate) == (expected, *nothing)
        if expected != Status.ERROR_CERTIFICATE:
            assert ecqv.ecqv_public_key(certificate, issued["authority"], curve) == (expected, nothing[1])
    for name in ("contribution", "request_key"):
        other = {name: pari.encode_scalar(curve, 99)}
        assert receive(ecqv, curve, issued, **other) == (Status.ERROR_CERTIFICATE, *nothing)
    other = pari.encode(curve, pari.generator(curve))
    assert receive(ecqv, curve, issued, authority=other) == (Status.ERROR_CERTIFICATE, *nothing)


def test_the_opposite_of_a_certificates_key(ecqv, curve, issued):
    """A contribution that turns d into n - d: its public key differs from the certificate's only in y."""
    n = pari.order(curve)
    e, (k, r) = (
        hash_below_order(curve, issued["certificate"], "sha256"),
        (int.from_bytes(issued[name], "big") for name in ("request key", "contribution")),
    )
    opposite = pari.encode_scalar(curve, (-(e * k + r) - e * k) % n)
    nothing = (bytes(ecqv.size(curve, "scalar")), bytes(ecqv.size(curve, "public_key")))
    assert receive(ecqv, curve, issued, contribution=opposite) == (Status.ERROR_CERTIFICATE, *nothing)


def bad_certificates(ecqv, curve: str, issued) -> dict[bytes, Status]:
    """Invalid points; changed information."""
    certificate, size = issued["certificate"], ecqv.size(curve, "field")
    info, point = certificate[: -1 - size], certificate[-1 - size :]
    bad = {
        b"": Status.ERROR_LENGTH,
        point[1:]: Status.ERROR_LENGTH,
        info + b"\x04" + point[1:]: Status.ERROR_ENCODING,
        info + b"\x00" + point[1:]: Status.ERROR_ENCODING,
        info + point[:1] + b"\xff" * size: Status.ERROR_COORDINATE_RANGE,
        bytes([info[0] ^ 1]) + certificate[1:]: Status.ERROR_CERTIFICATE,
        info + bytes([point[0] ^ 1]) + point[1:]: Status.ERROR_CERTIFICATE,
    }
    if pari.is_binary(curve):
        outside = ecqv.point_encode(pari.encode(curve, pari.outside_subgroup(curve)[1]), PointForm.COMPRESSED, curve)
        bad[info + outside[1]] = Status.ERROR_SUBGROUP
        bad[info + b"\x03" + bytes(size)] = Status.ERROR_Y_BIT
    x = next(x for x in range(2, 99) if ecqv.point_decode(b"\x02" + x.to_bytes(size, "big"), curve)[0] != Status.OK)
    return bad | {info + b"\x02" + x.to_bytes(size, "big"): Status.ERROR_NOT_ON_CURVE}


@pytest.mark.parametrize(("name", "hash_name"), [("none", "sha256"), ("sect163k1", UNKNOWN)])
def test_what_there_is_not(ecqv, name, hash_name):
    one, point = pari.encode_scalar("sect163k1", 1), pari.encode("sect163k1", pari.generator("sect163k1"))
    issued = ecqv.ecqv_issue(one, point, INFO, random.Random(1).randbytes, name, hash_name)
    received = ecqv.ecqv_receive(INFO + bytes(22), one, one, point, name, hash_name)
    extracted = ecqv.ecqv_public_key(INFO + bytes(22), point, name, hash_name)
    for status, *outputs in (issued, received, extracted):
        assert status == Status.ERROR_UNSUPPORTED
        assert {octet for o in outputs for octet in o} == {0xAA if name == "none" else 0}


def test_example_issues_and_signs():
    run = subprocess.run([host.build(64) / "tests/example_ecqv"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "the signature is valid" in run.stdout

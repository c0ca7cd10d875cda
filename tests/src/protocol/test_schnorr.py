"""EC-Schnorr: vectors of ISO/IEC 14888-3, curves of every sort against PARI/GP and Python, nonces, every bad input."""

import functools
import hashlib
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.rfc6979 import nonce
from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari
from tests.public_interface import UNKNOWN, Form, SchnorrInterface

pytestmark = pytest.mark.word_sizes(8, 64)

# Prime curves with a = -3, 0 and general, cofactor 1 and 4, orders above and below the prime; Koblitz and random
# curves; large cofactors.
CURVES = (
    *("secp256r1", "secp256k1", "brainpoolP256r1", "secp160r1", "secp112r2", "secp224k1", "sect163k1", "sect163r2"),
    *("secp521r1", "c2tnb359v1", "c2pnb176w1"),
)
OTHERS = [name for name in pari.RECORDS if name not in (*CURVES, *pari.TINY)]
HASHES = ("sha1", "sha224", "sha256", "sha384", "sha512")
MESSAGE = b"node 17: 21.5 degrees"
# ISO/IEC 14888-3 for secp256r1, the self-tests of libecc for secp521r1, all for the message "abc": curve, form, hash,
# private key, nonce, signature.
VECTORS = """
secp256r1 0 sha256
5202a3d8acaf6909d12c9a774cd886f9fba61137ffd3e8e76aed363fb47ac492
de7e0e5e663f24183414b7c72f24546b81e9e5f410bebf26f3ca5fa82f5192c8
5a79a0aa9b241e381a594b220554d096a5f09fa628ad9a33c3ce4393ade1def7
5c0eb78b67a513c3e53b2619f96855e291d5141c7cd0915e1d04b347457c9601

secp256r1 1 sha256
5202a3d8acaf6909d12c9a774cd886f9fba61137ffd3e8e76aed363fb47ac492
de7e0e5e663f24183414b7c72f24546b81e9e5f410bebf26f3ca5fa82f5192c8
d7fb8135d8ea45e8fb3c9059f146e2630ef4bd51c4006a92edb4c8b0849963fb
b46d1525379e02e232d97928265b7254ea2ed97813454388c1a08f62dccd70b3

secp521r1 0 sha512
01821f88bde6751c0629fb753bb1c7ec07be6482884a774e183e1dcf95494f817e715bfe1de31724c2932467b13990024c25c55413bce124
01adb3fdcf675e253cfeac561f216767a4baa790ac681c74f3dd83335c9b3741c888777733f7c7ea15d45fa07fba60394b3e16cdce1b02ef
e73ae57250299b1926bc798a846bd3bb29159d0dcb5087bbd172bd4a4b423fb8f18bc2301ca31b94ef1aa08771810b37a5d54f0cdef1b1ee
00babf9378ea91235749e10552922affb332516f59d9e17861feb5433740f3b8188c952ed6b3ea1a3748fba577ba69e2126b2cc94e4c59e7
a53583f73a86edc439b0 bc59bab0bd77a65007d4 b07b6cca35cfb204 86e2fadd5b79ab155cf6
"""


def vectors() -> list[tuple]:
    """The vectors; the ends of long numbers stand in a line of their own."""
    read = []
    for block in VECTORS.strip().split("\n\n"):
        (curve, form, hash_name), *parts = [line.split() for line in block.split("\n")]
        ends = parts.pop() if len(parts) == 5 else [""] * 4
        read.append((curve, Form(int(form)), hash_name, *(a[0] + b for a, b in zip(parts, ends, strict=True))))
    return read


@pytest.fixture(scope="session")
def schnorr(word_bits) -> SchnorrInterface:
    return SchnorrInterface(word_bits)


def source(curve: str, *scalars: int):
    """A source of these scalars; each request comes after the two blocks that show that the source works."""
    blocks = [bytes([i]) * 16 for i in (1, 2)]
    draws = iter([block for k in scalars for block in (*blocks, pari.encode_scalar(curve, k))])
    return lambda count: next(draws)[:count]


def sign(curve: str, d: int, k: int, point: pari.Point, message: bytes, form: Form, hash_name: str) -> bytes:
    """The signature with the nonce k, by the wording of the standard; the point is that multiple of the generator."""
    coordinates = point if form == Form.SDSA else point[:1]
    octets = b"".join(pari.encode_element(curve, x) for x in coordinates)
    r = hashlib.new(hash_name, octets + message).digest()
    return r + pari.encode_scalar(curve, (k + int.from_bytes(r, "big") * d) % pari.order(curve))


def extra(message: bytes, form: Form, hash_name: str) -> bytes:
    """The additional data of the nonce's generator."""
    return (b"EC-SDSA" + bytes([form]) + hashlib.new(hash_name, message).digest()).ljust(72, b"\0")


def own_nonce(curve: str, d: int, message: bytes, form: Form, hash_name: str) -> int:
    digest = hashlib.new(hash_name, message).digest()
    return nonce(pari.order(curve), d, digest, extra=extra(message, form, hash_name))


@functools.cache
def cases(curve: str) -> tuple[list[tuple], pari.Point]:
    """Private key, nonce, its point, form and hash, such that all hashes occur; then the public key."""
    n, draw = pari.order(curve), random.Random(curve)
    d = draw.randrange(1, n)
    chosen = [(draw.choice(list(Form)), draw.choice(HASHES)) for _ in range(2)]
    nonces = [draw.randrange(1, n), own_nonce(curve, d, MESSAGE, *chosen[1])]
    *found, public_key = pari.multiples(curve, [*nonces, d])
    return [(d, k, p, *c) for k, p, c in zip(nonces, found, chosen, strict=True)], public_key


def check_curve(schnorr: SchnorrInterface, curve: str) -> None:
    """A signature with a given nonce and one with its own agree with Python's numbers and are valid; in the other
    form, or for another message, they are not."""
    host.require(pari.FIELD_OF[curve])
    (given_nonce, own), public_key = cases(curve)
    public_key = pari.encode(curve, public_key)
    for d, k, point, form, hash_name in (given_nonce, own):
        expected = sign(curve, d, k, point, MESSAGE, form, hash_name)
        private_key = pari.encode_scalar(curve, d)
        if k == given_nonce[1]:
            signed = schnorr.schnorr_sign_random(private_key, MESSAGE, source(curve, k), curve, form, hash_name)
        else:
            signed = schnorr.schnorr_sign(private_key, MESSAGE, curve, form, hash_name)
        assert signed == (Status.OK, expected)
        assert schnorr.schnorr_verify(expected, public_key, MESSAGE, curve, form, hash_name) == Status.OK
        for message, other in ((MESSAGE, Form(1 - form)), (MESSAGE[1:], form)):
            found = schnorr.schnorr_verify(expected, public_key, message, curve, other, hash_name)
            assert found == Status.ERROR_SIGNATURE


@pytest.mark.parametrize("curve", CURVES)
def test_curves_of_every_sort(schnorr, curve):
    check_curve(schnorr, curve)


@pytest.mark.slow
@pytest.mark.parametrize("word_bits", [64], indirect=True)
@pytest.mark.parametrize("curve", OTHERS)
def test_all_other_curves(schnorr, curve):
    check_curve(schnorr, curve)


@pytest.mark.parametrize("vector", vectors(), ids=lambda v: f"{v[0]}-{v[1].name}")
def test_published_vectors(schnorr, vector):
    curve, form, hash_name, d, k, r, s = vector
    host.require(pari.FIELD_OF[curve])
    draw, private_key = source(curve, int(k, 16)), bytes.fromhex(d)
    signature = bytes.fromhex(r + s)
    assert schnorr.schnorr_sign_random(private_key, b"abc", draw, curve, form, hash_name) == (Status.OK, signature)
    public_key = schnorr.public_key(private_key, curve)[1]
    assert schnorr.schnorr_verify(signature, public_key, b"abc", curve, form, hash_name) == Status.OK


@settings(max_examples=12, deadline=None)
@given(d=st.integers(1, 2**162), message=st.binary(max_size=200), form=st.sampled_from(Form), bit=st.integers(0, 423))
def test_any_message(schnorr, d, message, form, bit):
    """Every bit of a signature counts."""
    private_key = pari.encode_scalar("sect163k1", d)
    public_key = schnorr.public_key(private_key, "sect163k1")[1]
    status, signature = schnorr.schnorr_sign(private_key, message, "sect163k1", form)
    assert (status, schnorr.schnorr_verify(signature, public_key, message, "sect163k1", form)) == (Status.OK,) * 2
    changed = bytearray(signature)
    changed[bit // 8] ^= 1 << bit % 8
    assert schnorr.schnorr_verify(bytes(changed), public_key, message, "sect163k1", form) != Status.OK


@pytest.mark.parametrize("curve", ["tiny7k1", "tiny7r1", "tiny7p3", "tiny7p3h4"])
def test_every_key_of_a_tiny_curve(schnorr, curve):
    """Nonces that give r or s = 0 are common there, and passed over."""
    for d in range(1, pari.order(curve)):
        private_key = pari.encode_scalar(curve, d)
        public_key = schnorr.public_key(private_key, curve)[1]
        status, signature = schnorr.schnorr_sign(private_key, MESSAGE, curve)
        assert status == Status.OK
        assert int.from_bytes(signature[:32], "big") % pari.order(curve) and signature[32]
        assert schnorr.schnorr_verify(signature, public_key, MESSAGE, curve) == Status.OK


def test_nonces_do_not_meet(schnorr):
    """For one key and message, each form and hash, and ECDSA, has another nonce. s - r d is the nonce."""
    curve, d = "sect163k1", 0x1234567
    n, private_key = pari.order(curve), pari.encode_scalar(curve, d)
    found = []
    for form, hash_name in itertools.product(Form, HASHES):
        signature = schnorr.schnorr_sign(private_key, MESSAGE, curve, form, hash_name)[1]
        r, s = (int.from_bytes(part, "big") for part in (signature[:-21], signature[-21:]))
        found.append((s - r * d) % n)
        assert found[-1] == own_nonce(curve, d, MESSAGE, form, hash_name)
        digest = hashlib.new(hash_name, MESSAGE).digest()
        signature = schnorr.sign(private_key, digest, curve)[1]
        r, s = (int.from_bytes(part, "big") for part in (signature[:21], signature[21:]))
        e = int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - 163)
        found.append((e + r * d) * pow(s, -1, n) % n)
    distinct = {min(k, n - k) for k in found}
    assert len(distinct) == len(HASHES) * 3  # ECDSA's is the same for both forms


@pytest.mark.parametrize("curve", ["sect163k1", "secp256r1"])
def test_bad_keys(schnorr, curve):
    good, n = pari.encode_scalar(curve, 1), pari.order(curve)
    nothing = bytes(32 + len(good))
    bad = {
        b"": Status.ERROR_LENGTH,
        good[1:]: Status.ERROR_LENGTH,
        b"\0" + good: Status.ERROR_LENGTH,
        bytes(len(good)): Status.ERROR_SCALAR_ZERO,
        pari.encode_scalar(curve, n): Status.ERROR_SCALAR_RANGE,
        b"\xff" * len(good): Status.ERROR_SCALAR_RANGE,
    }
    for key, expected in bad.items():
        assert schnorr.schnorr_sign(key, MESSAGE, curve) == (expected, nothing)
        assert schnorr.schnorr_sign_random(key, MESSAGE, source(curve, 1), curve) == (expected, nothing)
    public_key, signature = pari.encode(curve, pari.generator(curve)), schnorr.schnorr_sign(good, MESSAGE, curve)[1]
    bad = {
        b"": Status.ERROR_LENGTH,
        public_key[:-1]: Status.ERROR_LENGTH,
        b"\0": Status.ERROR_INFINITY,
        b"\x04" + bytes(len(public_key) - 1): Status.ERROR_INFINITY,
        public_key[:-1] + bytes([public_key[-1] ^ 1]): Status.ERROR_NOT_ON_CURVE,
        b"\x02" + public_key[1:]: Status.ERROR_ENCODING,
        b"\x04" + b"\xff" * (len(public_key) - 1): Status.ERROR_COORDINATE_RANGE,
    }
    if curve == "sect163k1":
        bad[pari.encode(curve, pari.outside_subgroup(curve)[1])] = Status.ERROR_SUBGROUP
    for key, expected in bad.items():
        assert schnorr.schnorr_verify(signature, key, MESSAGE, curve) == expected
    assert schnorr.schnorr_verify(signature, public_key, MESSAGE, curve) == Status.OK


@pytest.mark.parametrize("curve", ["sect163k1", "secp256r1"])
def test_bad_signatures(schnorr, curve):
    """r = 0 modulo the order is refused, although every value that is hashed to it might be found."""
    n, private_key = pari.order(curve), pari.encode_scalar(curve, 1)
    public_key, signature = (
        pari.encode(curve, pari.generator(curve)),
        schnorr.schnorr_sign(private_key, MESSAGE, curve)[1],
    )
    r, s = signature[:32], signature[32:]
    bad = {
        b"": Status.ERROR_LENGTH,
        signature[:-1]: Status.ERROR_LENGTH,
        signature + b"\0": Status.ERROR_LENGTH,
        bytes(32) + s: Status.ERROR_SCALAR_ZERO,
        n.to_bytes(32, "big") + s: Status.ERROR_SCALAR_ZERO,
        r + bytes(len(s)): Status.ERROR_SCALAR_ZERO,
        r + pari.encode_scalar(curve, n): Status.ERROR_SCALAR_RANGE,
        r + b"\xff" * len(s): Status.ERROR_SCALAR_RANGE,
        s.rjust(32, b"\0") + s: Status.ERROR_SIGNATURE,
        s.rjust(32, b"\0") + pari.encode_scalar(curve, int.from_bytes(s, "big")): Status.ERROR_SIGNATURE,
        (5).to_bytes(32, "big") + pari.encode_scalar(curve, 5): Status.ERROR_SIGNATURE,  # R = 5 G - 5 G
    }
    for changed, expected in bad.items():
        assert schnorr.schnorr_verify(changed, public_key, MESSAGE, curve) == expected
    assert schnorr.schnorr_verify(signature, public_key, MESSAGE, curve, hash_name="sha512") == Status.ERROR_LENGTH


@pytest.mark.parametrize("octet", [0x00, 0x11, 0xFF, None])
def test_bad_sources(schnorr, octet):
    """A source that repeats itself, and one that fails."""
    private_key = pari.encode_scalar("sect163k1", 1)
    draw = (lambda _count: None) if octet is None else (lambda count: bytes([octet]) * count)
    signed = schnorr.schnorr_sign_random(private_key, MESSAGE, draw, "sect163k1")
    assert signed == (Status.ERROR_RANDOM, bytes(53))


@pytest.mark.parametrize(
    ("curve", "form", "hash_name"),
    [("none", 0, "sha256"), ("sect163k1", 2, "sha256"), ("sect163k1", 255, "sha256"), ("sect163k1", 0, UNKNOWN)],
)
def test_what_there_is_not(schnorr, curve, form, hash_name):
    private_key = pari.encode_scalar("sect163k1", 1)
    r_bytes, s_bytes = 32, schnorr.size(curve, "scalar")
    left = b"\xaa" * (r_bytes + s_bytes) if curve == "none" else bytes(r_bytes + s_bytes)
    if hash_name == UNKNOWN:  # a null hash has digests without bytes
        left = bytes(s_bytes) + b"\xaa" * r_bytes
    what = (curve, form, hash_name)
    assert schnorr.schnorr_sign(private_key, MESSAGE, *what) == (Status.ERROR_UNSUPPORTED, left)
    draw = source("sect163k1", 1)
    assert schnorr.schnorr_sign_random(private_key, MESSAGE, draw, *what) == (Status.ERROR_UNSUPPORTED, left)
    assert schnorr.schnorr_verify(bytes(53), bytes(43), MESSAGE, *what) == Status.ERROR_UNSUPPORTED


def test_other_forms_of_curves(schnorr):
    host.require("fp255")
    for curve in ("Curve25519", "Ed25519"):
        assert schnorr.schnorr_sign(bytes(32), MESSAGE, curve) == (Status.ERROR_UNSUPPORTED, bytes(64))


@pytest.mark.parametrize("curve", ("secp256r1", "sect163k1"))
def test_checked(schnorr, curve):
    """The signature equals the one without the check; there is none with the key of another pair or an invalid key."""
    host.require(pari.RECORDS[curve]["field"])
    size = schnorr.size(curve, "scalar")
    key, other = (d.to_bytes(size, "big") for d in (77, 78))
    public, wrong = (schnorr.public_key(k, curve)[1] for k in (key, other))
    plain, nothing = schnorr.schnorr_sign(key, MESSAGE, curve), bytes(32 + size)
    assert schnorr.schnorr_sign_checked(key, public, MESSAGE, curve) == plain
    assert schnorr.schnorr_sign_checked(key, wrong, MESSAGE, curve) == (Status.ERROR_FAULT, nothing)
    assert schnorr.schnorr_sign_checked(key, public[:-1], MESSAGE, curve) == (Status.ERROR_LENGTH, nothing)
    assert schnorr.schnorr_sign_checked(bytes(size), public, MESSAGE, curve) == (Status.ERROR_SCALAR_ZERO, nothing)
    unknown = schnorr.schnorr_sign_checked(key, public, MESSAGE, curve, UNKNOWN)
    assert unknown[0] == Status.ERROR_UNSUPPORTED


VALID = (0x5AC3963C).to_bytes(4, "little") + (0x5AC3963C ^ 0xFFFFFFFF).to_bytes(4, "little")  # of verdict.h


@pytest.mark.parametrize("curve", ("secp256r1", "sect163k1"))
def test_verdict(schnorr, curve):
    """Two words of a valid signature, and zeros of any other."""
    host.require(pari.RECORDS[curve]["field"])
    size = schnorr.size(curve, "scalar")
    key = (77).to_bytes(size, "big")
    public, signature = schnorr.public_key(key, curve)[1], schnorr.schnorr_sign(key, MESSAGE, curve)[1]
    assert schnorr.schnorr_verify_verdict(signature, public, MESSAGE, curve) == (Status.OK, VALID)
    refused = {
        (signature, public, MESSAGE + b"!"): Status.ERROR_SIGNATURE,
        (signature[:-1], public, MESSAGE): Status.ERROR_LENGTH,
        (bytes(len(signature)), public, MESSAGE): Status.ERROR_SCALAR_ZERO,
        (signature, public[:-1] + bytes([public[-1] ^ 1]), MESSAGE): Status.ERROR_NOT_ON_CURVE,
    }
    for arguments, status in refused.items():
        assert schnorr.schnorr_verify_verdict(*arguments, curve) == (status, bytes(8))
    unknown = schnorr.schnorr_verify_verdict(signature, public, MESSAGE, curve, UNKNOWN)
    assert unknown == (Status.ERROR_UNSUPPORTED, bytes(8))

"""BLS signatures: published vectors, every suite of the draft, aggregates, proofs of possession, and the inputs that
verifiers must refuse. Keys are generated as the draft says, by Python's hmac."""

import ctypes
import hashlib
import hmac
import json

import pytest

from motelab.library.host import Status
from tests.conftest import VECTORS
from tests.src.pairing.bls12_reference import E1, E2, G1, G2, R
from tests.src.pairing.test_bls12_groups import Points, of_order, outside

PUBLISHED = json.loads((VECTORS / "pairing/bls12381.json").read_text())
SUITES = ["G2_NUL", "G2_AUG", "G2_POP", "G1_NUL", "G1_AUG", "G1_POP"]
POP = [SUITES.index("G2_POP"), SUITES.index("G1_POP")]
KEYS = [(0x123456789ABCDEF * (i + 1)).to_bytes(32, "big") for i in range(3)]
MESSAGES = [b"a message", b"another message", b""]


class Message(ctypes.Structure):
    _fields_ = (("octets", ctypes.c_char_p), ("bytes", ctypes.c_size_t))


class Scheme:
    """The functions of one suite."""

    def __init__(self, bls, suite: int):
        self.bls, self.suite = bls, suite
        self.key_group, self.signature_group = ("g1", "g2") if suite < 3 else ("g2", "g1")
        self.key_bytes, self.signature_bytes = (48, 96) if suite < 3 else (96, 48)

    def sign(self, private_key: bytes, message: bytes) -> bytes:
        found = self.bls.public("bls_sign", self.signature_bytes, private_key, message, len(message), self.suite)
        assert found[0] == Status.OK
        return found[1]

    def public_key(self, private_key: bytes) -> bytes:
        status, octets = self.bls.public("bls_public_key", self.key_bytes, private_key, self.suite)
        assert status == Status.OK
        return octets

    def verify(self, signature: bytes, public_key: bytes, message: bytes) -> Status:
        lengths = len(signature), len(public_key), len(message)
        return self.bls.public("bls_verify", 0, signature, public_key, message, *lengths, self.suite)[0]

    def aggregate(self, signatures: list[bytes]) -> tuple[Status, bytes]:
        joined = b"".join(signatures)
        return self.bls.public("bls_aggregate", self.signature_bytes, joined, len(signatures), self.suite)

    def verify_all(self, signature: bytes, keys: list[bytes], messages: list[bytes]) -> Status:
        array = (Message * max(len(messages), 1))(*((m, len(m)) for m in messages))
        inputs = signature, b"".join(keys), array, len(signature), len(keys), self.suite
        return self.bls.public("bls_aggregate_verify", 0, *inputs)[0]

    def verify_fast(self, signature: bytes, keys: list[bytes], message: bytes) -> Status:
        inputs = signature, b"".join(keys), message, len(signature), len(keys), len(message), self.suite
        return self.bls.public("bls_fast_aggregate_verify", 0, *inputs)[0]

    def prove(self, private_key: bytes) -> tuple[Status, bytes]:
        return self.bls.public("bls_prove_possession", self.signature_bytes, private_key, self.suite)

    def verify_proof(self, proof: bytes, public_key: bytes) -> Status:
        inputs = proof, public_key, len(proof), len(public_key), self.suite
        return self.bls.public("bls_verify_possession", 0, *inputs)[0]


@pytest.fixture(params=range(6), ids=SUITES)
def scheme(bls, request) -> Scheme:
    return Scheme(bls, request.param)


@pytest.mark.parametrize("vector", PUBLISHED["signatures"]["vectors"], ids=lambda v: v["message"][:2])
def test_published_signatures(bls, vector):
    scheme = Scheme(bls, SUITES.index("G2_POP"))
    key, public, message, signature = (bytes.fromhex(vector[name]) for name in vector)
    assert scheme.public_key(key) == public
    assert scheme.sign(key, message) == signature
    assert scheme.verify(signature, public, message) == Status.OK


def test_published_pairing(bls):
    one, two = Points(bls, "g1").encode(G1), Points(bls, "g2").encode(G2)
    expected = bytes.fromhex(PUBLISHED["pairing_of_generators"]["gt"])
    assert bls.public("bls12_381_pairing", 576, one, two, 1) == (Status.OK, expected)
    assert bls.public("bls12_381_pairing", 576, b"", b"", 0) == (Status.OK, bytes(47) + b"\1" + bytes(528))


def test_products_of_many_pairs(bls):
    """More pairs than one Miller loop takes: e(G1, G2) ... e(G1, G2) e(-6 G1, G2) = 1; not with -5 G1."""
    points = Points(bls, "g1")
    two = Points(bls, "g2").encode(G2)
    for k, expected in ((-6, b"\1"), (-5, b"\0")):
        ones = points.encode(G1) * 6 + points.encode(E1.multiply(k, G1))
        assert bls.public("bls12_381_pairing_is_one", 1, ones, two * 7, 7) == (Status.OK, expected)


def test_pairings_refuse_points_outside_the_groups(bls):
    one, two = Points(bls, "g1"), Points(bls, "g2")
    small = two.encode(E2.add(G2, of_order("g2", 13)))
    for p, q in ((one.encode(outside("g1")), two.encode(G2)), (one.encode(G1), small)):
        assert bls.public("bls12_381_pairing", 576, p, q, 1) == (Status.ERROR_SUBGROUP, bytes(576))
        assert bls.public("bls12_381_pairing_is_one", 1, p, q, 1) == (Status.ERROR_SUBGROUP, b"\0")


def generated(secret: bytes, info: bytes) -> bytes:
    """KeyGen of the draft, 2.3."""
    salt = b"BLS-SIG-KEYGEN-SALT-"
    while True:
        salt = hashlib.sha256(salt).digest()
        key = hmac.digest(salt, secret + b"\0", "sha256")
        first = hmac.digest(key, info + b"\0\x30\1", "sha256")
        second = hmac.digest(key, first + info + b"\0\x30\2", "sha256")
        if k := int.from_bytes((first + second)[:48]) % R:
            return k.to_bytes(32, "big")


@pytest.mark.parametrize("secret, info", [(bytes(range(32)), b""), (b"s" * 77, b"some information")])
def test_keys(bls, secret, info):
    found = bls.public("bls_generate_key", 32, secret, info, len(secret), len(info))
    assert found == (Status.OK, generated(secret, info))


def test_short_secrets_are_refused(bls):
    assert bls.public("bls_generate_key", 32, bytes(31), b"", 31, 0) == (Status.ERROR_LENGTH, bytes(32))


def test_signatures_by_their_definition(scheme):
    """A signature is the private key times the hashed message, the public key that times the generator."""
    bls, k = scheme.bls, int.from_bytes(KEYS[0])
    points = Points(bls, scheme.key_group)
    public = scheme.public_key(KEYS[0])
    assert public == points.encode(points.curve.multiply(k, points.generator))
    tag = f"BLS_SIG_BLS12381{SUITES[scheme.suite][:2]}_XMD:SHA-256_SSWU_RO_{SUITES[scheme.suite][3:]}_".encode()
    message = (public if "AUG" in SUITES[scheme.suite] else b"") + b"m"
    group = 2 if scheme.suite < 3 else 1
    inputs = message, tag, len(message), len(tag), group
    _, hashed = bls.public("bls12_381_hash", scheme.signature_bytes, *inputs)
    found = bls.public("bls12_381_multiply", scheme.signature_bytes, KEYS[0], hashed, len(hashed), group)
    assert found == (Status.OK, scheme.sign(KEYS[0], b"m"))


def test_signatures_verify(scheme):
    signature, public = scheme.sign(KEYS[0], b"m"), scheme.public_key(KEYS[0])
    assert scheme.verify(signature, public, b"m") == Status.OK
    assert scheme.verify(signature, public, b"n") == Status.ERROR_SIGNATURE
    assert scheme.verify(signature, scheme.public_key(KEYS[1]), b"m") == Status.ERROR_SIGNATURE
    other = Scheme(scheme.bls, (scheme.suite + 1) % 3 + scheme.suite // 3 * 3)
    assert other.verify(signature, public, b"m") == Status.ERROR_SIGNATURE


def test_verification_refuses_points_outside_the_groups(scheme):
    """A right signature or key plus a point of small order would verify if no one looked at the order."""
    signature, public = scheme.sign(KEYS[0], b"m"), scheme.public_key(KEYS[0])
    small = {"g1": 3, "g2": 13}
    for group, octets, place in ((scheme.signature_group, signature, 0), (scheme.key_group, public, 1)):
        points = Points(scheme.bls, group)
        _, whole = scheme.bls.public("bls12_381_decompress", 2 * len(octets), octets, len(octets), int(group[1]))
        c = [int.from_bytes(whole[i : i + 48]) for i in range(0, len(whole), 48)]
        point = (c[0], c[1]) if group == "g1" else ((c[1], c[0]), (c[3], c[2]))
        changed = points.encode(points.curve.add(point, of_order(group, small[group])))
        inputs = [signature, public]
        inputs[place] = changed
        assert scheme.verify(*inputs, b"m") == Status.ERROR_SUBGROUP


def test_malformed_signatures_and_keys(scheme):
    signature, public = scheme.sign(KEYS[0], b"m"), scheme.public_key(KEYS[0])
    infinity = {size: bytes([0xC0]) + bytes(size - 1) for size in (48, 96)}
    assert scheme.verify(signature[:-1], public, b"m") == Status.ERROR_LENGTH
    assert scheme.verify(signature, public + b"\0", b"m") == Status.ERROR_LENGTH
    assert scheme.verify(signature, infinity[scheme.key_bytes], b"m") == Status.ERROR_INFINITY
    assert scheme.verify(infinity[scheme.signature_bytes], public, b"m") == Status.ERROR_SIGNATURE
    assert scheme.verify(bytes([signature[0] & 0x7F]) + signature[1:], public, b"m") == Status.ERROR_ENCODING
    both = infinity[scheme.signature_bytes], infinity[scheme.key_bytes]
    assert scheme.verify(*both, b"m") == Status.ERROR_INFINITY
    for key, status in ((public, Status.OK), (infinity[scheme.key_bytes], Status.ERROR_INFINITY)):
        found = scheme.bls.public("bls_public_key_validate", 0, key, len(key), scheme.suite)
        assert found[0] == status


@pytest.mark.parametrize(
    "key, status",
    [
        (bytes(32), Status.ERROR_SCALAR_ZERO),
        (R.to_bytes(32, "big"), Status.ERROR_SCALAR_RANGE),
        (b"\xff" * 32, Status.ERROR_SCALAR_RANGE),
    ],
)
def test_bad_private_keys(scheme, key, status):
    bls, zeros = scheme.bls, bytes(scheme.signature_bytes)
    assert bls.public("bls_sign", scheme.signature_bytes, key, b"m", 1, scheme.suite) == (status, zeros)
    found = bls.public("bls_public_key", scheme.key_bytes, key, scheme.suite)
    assert found == (status, bytes(scheme.key_bytes))
    if scheme.suite in POP:
        assert scheme.prove(key) == (status, zeros)


def test_unknown_suites(bls):
    assert bls.public("bls_sign", 0, bytes(96), KEYS[0], b"m", 1, 6)[0] == Status.ERROR_UNSUPPORTED
    assert bls.public("bls_verify", 0, bytes(96), bytes(48), b"m", 96, 48, 1, 6)[0] == Status.ERROR_UNSUPPORTED


def test_aggregates(scheme):
    """Of one signature more than a Miller loop takes pairs."""
    keys = [(i + 7).to_bytes(32, "big") for i in range(4)]
    messages = [bytes([i]) * i for i in range(4)]
    publics = [scheme.public_key(key) for key in keys]
    status, signature = scheme.aggregate([scheme.sign(k, m) for k, m in zip(keys, messages, strict=True)])
    assert status == Status.OK
    assert scheme.verify_all(signature, publics, messages) == Status.OK
    assert scheme.verify_all(signature, publics[:3], messages[:3]) == Status.ERROR_SIGNATURE
    assert scheme.verify_all(signature, publics, [*messages[1:], messages[0]]) == Status.ERROR_SIGNATURE
    assert scheme.verify_all(signature, [], []) == Status.ERROR_LENGTH
    assert scheme.aggregate([]) == (Status.ERROR_LENGTH, bytes(scheme.signature_bytes))


def test_a_bad_signature_spoils_the_aggregate(scheme):
    good = scheme.sign(KEYS[0], b"m")
    bad = Points(scheme.bls, scheme.signature_group).encode(outside(scheme.signature_group))
    assert scheme.aggregate([good, bad]) == (Status.ERROR_SUBGROUP, bytes(scheme.signature_bytes))


def test_equal_messages(scheme):
    """Two signers of one message: the suites without augmentation or proofs refuse their aggregate."""
    publics = [scheme.public_key(key) for key in KEYS[:2]]
    _, signature = scheme.aggregate([scheme.sign(key, b"m") for key in KEYS[:2]])
    expected = Status.ERROR_SIGNATURE if "NUL" in SUITES[scheme.suite] else Status.OK
    assert scheme.verify_all(signature, publics, [b"m", b"m"]) == expected


@pytest.mark.parametrize("suite", [s for s in range(6) if "NUL" not in SUITES[s]], ids=lambda suite: SUITES[suite])
def test_some_messages_are_equal(bls, suite):
    """Two of three signers have one message, whose keys are added up: each place counts."""
    scheme, messages = Scheme(bls, suite), [b"m", b"own", b"m"]
    publics = [scheme.public_key(key) for key in KEYS]
    _, signature = scheme.aggregate([scheme.sign(key, m) for key, m in zip(KEYS, messages, strict=True)])
    assert scheme.verify_all(signature, publics, messages) == Status.OK
    for others in ([b"own", b"m", b"m"], [b"m", b"m", b"own"], [b"m", b"own", b"own"], [b"m", b"own", b"n"]):
        assert scheme.verify_all(signature, publics, others) == Status.ERROR_SIGNATURE
    assert scheme.verify_all(signature, [*publics[:2], publics[0]], messages) == Status.ERROR_SIGNATURE


def test_one_message_of_many_signers(scheme):
    publics = [scheme.public_key(key) for key in KEYS]
    _, signature = scheme.aggregate([scheme.sign(key, b"m") for key in KEYS])
    if scheme.suite not in POP:
        assert scheme.verify_fast(signature, publics, b"m") == Status.ERROR_UNSUPPORTED
        return
    assert scheme.verify_fast(signature, publics, b"m") == Status.OK
    assert scheme.verify_fast(signature, publics, b"n") == Status.ERROR_SIGNATURE
    assert scheme.verify_fast(signature, publics[:2], b"m") == Status.ERROR_SIGNATURE
    assert scheme.verify_fast(signature, [], b"m") == Status.ERROR_LENGTH


@pytest.mark.parametrize("suite", POP, ids=lambda suite: SUITES[suite])
def test_keys_that_add_up_to_infinity(bls, suite):
    """Keys x and r - x of one message: each is valid, with its proof, but their sum is none, and infinity would be its
    signature of any message (draft, 3.3.4; aggregates of equal messages likewise). A third key makes a key of them."""
    scheme = Scheme(bls, suite)
    opposite = (R - int.from_bytes(KEYS[0])).to_bytes(32, "big")
    keys = [scheme.public_key(key) for key in (KEYS[0], opposite, KEYS[1])]
    for private, public in ((KEYS[0], keys[0]), (opposite, keys[1])):
        assert scheme.verify_proof(scheme.prove(private)[1], public) == Status.OK
    infinity = bytes([0xC0]) + bytes(scheme.signature_bytes - 1)
    own = scheme.sign(KEYS[1], b"own")
    assert scheme.aggregate([scheme.sign(k, b"m") for k in (KEYS[0], opposite)]) == (Status.OK, infinity)
    for signature in (infinity, scheme.sign(KEYS[0], b"m")):
        assert scheme.verify_fast(signature, keys[:2], b"m") == Status.ERROR_INFINITY
        assert scheme.verify_all(signature, keys[:2], [b"m", b"m"]) == Status.ERROR_INFINITY
    assert scheme.verify_all(own, [keys[0], keys[2], keys[1]], [b"m", b"own", b"m"]) == Status.ERROR_INFINITY
    assert scheme.verify_fast(own, keys, b"own") == Status.OK
    assert scheme.verify_all(own, keys, [b"own"] * 3) == Status.OK


def test_proofs_of_possession(scheme):
    public = scheme.public_key(KEYS[0])
    if scheme.suite not in POP:
        assert scheme.prove(KEYS[0]) == (Status.ERROR_UNSUPPORTED, bytes(scheme.signature_bytes))
        assert scheme.verify_proof(bytes(scheme.signature_bytes), public) == Status.ERROR_UNSUPPORTED
        return
    status, proof = scheme.prove(KEYS[0])
    assert status == Status.OK
    assert scheme.verify_proof(proof, public) == Status.OK
    assert scheme.verify_proof(proof, scheme.public_key(KEYS[1])) == Status.ERROR_SIGNATURE
    assert scheme.verify_proof(scheme.sign(KEYS[0], public), public) == Status.ERROR_SIGNATURE

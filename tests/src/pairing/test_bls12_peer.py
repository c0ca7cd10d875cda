"""BLS12-381 against arkworks, a library of Rust, by its Python package py_arkworks_bls12381: points as bytes, sums and
multiples, hashing to both groups, pairing values, and BLS signatures, each made by one side and judged by the other.
The peer has points and pairings; the schemes of the signature draft are written here over it."""

import itertools
import random

import py_arkworks_bls12381 as arkworks
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motelab.library.host import Status
from tests.conftest import ALL
from tests.src.pairing.bls12_reference import R
from tests.src.pairing.test_bls12_groups import Points, damaged, of_order, outside
from tests.src.pairing.test_bls_signatures import SUITES, Scheme

pytestmark = pytest.mark.word_sizes(64)
SOURCE = random.Random(381)
POINT = {1: arkworks.G1Point, 2: arkworks.G2Point}
BYTES = {1: 48, 2: 96}
SCALARS = [1, 2, 3, R - 1, R - 2, 2**128, *(SOURCE.randrange(1, R) for _ in range(8))]
LENGTHS = [0, 1, 31, 32, 33, 55, 56, 63, 64, 65, 119, 1000]  # around the blocks of SHA-256
many = settings(
    max_examples=400 if ALL else 60,
    deadline=None,
    derandomize=not ALL,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def peer_point(octets: bytes, group: int):
    """The peer's point of a compressed encoding, or None if it refuses it. The peer takes every string with the flag of
    infinity for that point; only the one that it writes itself counts here."""
    try:
        point = POINT[group].from_compressed_bytes(octets)
    except ValueError:
        return None
    return point if point.to_compressed_bytes() == octets else None


def of_peer(k: int, group: int):
    return POINT[group]() * arkworks.Scalar(k)


def whole(point, group: int) -> bytes:
    """x, y of the peer's point in our order: in G2 the coefficient of u comes first."""
    octets = point.to_xy_bytes_be()
    if group == 1:
        return octets
    c = [octets[i : i + 48] for i in range(0, 192, 48)]
    return c[1] + c[0] + c[3] + c[2]


def gt_bytes(value) -> bytes:
    """The peer's value in our order: it prints the same coefficients, each with its least byte first."""
    octets = bytes.fromhex(str(value))
    return b"".join(octets[i : i + 48][::-1] for i in range(0, 576, 48))


@pytest.mark.parametrize("group", POINT)
@pytest.mark.parametrize("k", SCALARS)
def test_points_and_multiples(bls, k, group):
    size, peer = BYTES[group], of_peer(k, group)
    short, long = peer.to_compressed_bytes(), whole(peer, group)
    generator = POINT[group]().to_compressed_bytes()
    found = bls.public("bls12_381_multiply", size, k.to_bytes(32, "big"), generator, size, group)
    assert found == (Status.OK, short)
    assert bls.public("bls12_381_decompress", 2 * size, short, size, group) == (Status.OK, long)
    twice = bls.public("bls12_381_add", size, short, long, size, 2 * size, group)
    assert twice == (Status.OK, (peer + peer).to_compressed_bytes())
    opposite = (-peer).to_compressed_bytes()
    none = POINT[group].identity().to_compressed_bytes()
    assert bls.public("bls12_381_add", size, short, opposite, size, size, group) == (Status.OK, none)


@pytest.mark.parametrize("group", POINT)
def test_the_peer_refuses_the_damaged_points_that_we_refuse(bls, group):
    points = Points(bls, f"g{group}")
    judged = [(what, octets) for what, octets, _ in damaged(points) if len(octets) == BYTES[group]]
    small = {1: (3, 11, 10177), 2: (13, 23, 2713)}[group]
    judged += [(f"order {n}", points.encode(of_order(f"g{group}", n))) for n in small]
    judged += [(f"outside {seed}", points.encode(outside(f"g{group}", seed))) for seed in range(1, 4)]
    for what, octets in judged:
        assert bls.public("bls12_381_validate", 0, octets, len(octets), group)[0] != Status.OK, what
        assert peer_point(octets, group) is None, what


@pytest.mark.parametrize("group", POINT)
@many
@given(data=st.data())
def test_both_read_the_same_encodings(bls, group, data):
    """Of points with a few bits or bytes changed, and of random bytes."""
    octets = bytearray(of_peer(data.draw(st.integers(1, R - 1)), group).to_compressed_bytes())
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.sampled_from([0, 1, 47, len(octets) - 1]) | st.integers(0, len(octets) - 1))
        octets[place] = data.draw(st.sampled_from([0, 0xFF, octets[place] ^ 0x20, octets[place] ^ 0x80])
                                  | st.integers(0, 255))  # fmt: skip
    octets = bytes(octets)
    status = bls.public("bls12_381_validate", 0, octets, len(octets), group)[0]
    theirs = peer_point(octets, group)
    is_infinity = theirs is not None and theirs == POINT[group].identity()
    assert (status == Status.ERROR_INFINITY) == is_infinity
    assert (status == Status.OK) == (theirs is not None and not is_infinity)


@pytest.mark.parametrize("group", POINT)
@pytest.mark.parametrize("length", LENGTHS)
def test_hashes(bls, group, length):
    """Tags of every length that RFC 9380 has two ways for: up to 255 bytes, and longer ones, which are hashed first."""
    message = SOURCE.randbytes(length)
    for tag in (b"t", SOURCE.randbytes(43), SOURCE.randbytes(255), SOURCE.randbytes(256)):
        found = bls.public("bls12_381_hash", BYTES[group], message, tag, len(message), len(tag), group)
        assert found == (Status.OK, POINT[group].hash_to_curve(message, tag).to_compressed_bytes())


@pytest.mark.parametrize("k, m", [(1, 1), (1, R - 1), (R - 1, R - 1), (2, 3), *itertools.pairwise(SCALARS[6:])])
def test_pairing_values(bls, k, m):
    one, two = of_peer(k, 1), of_peer(m, 2)
    octets = one.to_compressed_bytes(), two.to_compressed_bytes()
    expected = gt_bytes(arkworks.GT.pairing(one, two))
    assert bls.public("bls12_381_pairing", 576, *octets, 1) == (Status.OK, expected)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 9])
def test_products_of_pairings(bls, count):
    """Of random pairs, one of them with infinity on a side; and of pairs that cancel."""
    ones, twos = ([of_peer(SOURCE.randrange(1, R), group) for _ in range(count)] for group in POINT)
    ones[count // 2] = arkworks.G1Point.identity()
    octets = [b"".join(p.to_compressed_bytes() for p in points) for points in (ones, twos)]
    expected = gt_bytes(arkworks.GT.multi_pairing(ones, twos))
    assert bls.public("bls12_381_pairing", 576, *octets, count) == (Status.OK, expected)
    assert bls.public("bls12_381_pairing_is_one", 1, *octets, count) == (Status.OK, b"\0")
    ones += [-p for p in ones]
    octets = [b"".join(p.to_compressed_bytes() for p in points) for points in (ones, twos + twos)]
    assert arkworks.GT.pairing_check(ones, twos + twos)
    assert bls.public("bls12_381_pairing_is_one", 1, *octets, 2 * count) == (Status.OK, b"\1")


class PeerScheme:
    """One suite of draft-irtf-cfrg-bls-signature-05 over the peer's points."""

    def __init__(self, suite: int):
        self.name = SUITES[suite]
        self.key_group, self.signature_group = (1, 2) if suite < 3 else (2, 1)
        self.base = POINT[self.key_group]()
        groups = f"BLS12381{self.name[:2]}_XMD:SHA-256_SSWU_RO_"
        self.tag = f"BLS_SIG_{groups}{self.name[3:]}_".encode()
        self.proof_tag = f"BLS_POP_{groups}POP_".encode()

    def public_key(self, k: int):
        return self.base * arkworks.Scalar(k)

    def hashed(self, public, message: bytes, tag: bytes | None = None):
        prefix = public.to_compressed_bytes() if "AUG" in self.name else b""
        return POINT[self.signature_group].hash_to_curve(prefix + message, tag or self.tag)

    def sign(self, k: int, message: bytes) -> bytes:
        return (self.hashed(self.public_key(k), message) * arkworks.Scalar(k)).to_compressed_bytes()

    def prove(self, k: int) -> bytes:
        public = self.public_key(k)
        point = self.hashed(public, public.to_compressed_bytes(), self.proof_tag)
        return (point * arkworks.Scalar(k)).to_compressed_bytes()

    def is_valid(self, signature: bytes, hashed: list, keys: list) -> bool:
        """Whether e(base, signature) is the product of e(key, hashed)."""
        left = [self.base, *(-key for key in keys)]
        right = [POINT[self.signature_group].from_compressed_bytes(signature), *hashed]
        return arkworks.GT.pairing_check(*((left, right) if self.key_group == 1 else (right, left)))


@pytest.fixture(params=range(6), ids=SUITES)
def both(bls, request) -> tuple[Scheme, PeerScheme]:
    return Scheme(bls, request.param), PeerScheme(request.param)


def signers(count: int) -> list[tuple[int, bytes]]:
    """Private keys and messages of many lengths; the least and the largest key among them."""
    keys = [1, R - 1, *(SOURCE.randrange(2, R - 1) for _ in range(count - 2))]
    return [(k, SOURCE.randbytes(SOURCE.choice(LENGTHS[2:])) + bytes([i])) for i, k in enumerate(keys)]


def test_signatures(both):
    ours, theirs = both
    for k, message in signers(6):
        key, public = k.to_bytes(32, "big"), theirs.public_key(k)
        signature = theirs.sign(k, message)
        assert ours.public_key(key) == public.to_compressed_bytes()
        assert ours.sign(key, message) == signature
        assert ours.verify(signature, public.to_compressed_bytes(), message) == Status.OK
        assert theirs.is_valid(ours.sign(key, message), [theirs.hashed(public, message)], [public])
        assert ours.verify(signature, public.to_compressed_bytes(), message + b"\0") == Status.ERROR_SIGNATURE


def test_aggregates(both):
    """Signatures of the peer that we add up, and ours that the peer adds up."""
    ours, theirs = both
    made = signers(5)
    keys, messages = [theirs.public_key(k) for k, _ in made], [m for _, m in made]
    status, signature = ours.aggregate([theirs.sign(k, m) for k, m in made])
    total = sum_of(POINT[theirs.signature_group].from_compressed_bytes(ours.sign(k.to_bytes(32, "big"), m))
                   for k, m in made)  # fmt: skip
    assert (status, signature) == (Status.OK, total.to_compressed_bytes())
    octets = [key.to_compressed_bytes() for key in keys]
    assert ours.verify_all(signature, octets, messages) == Status.OK
    hashed = [theirs.hashed(key, m) for key, m in zip(keys, messages, strict=True)]
    assert theirs.is_valid(signature, hashed, keys)
    assert ours.verify_all(signature, octets[::-1], messages) == Status.ERROR_SIGNATURE
    assert not theirs.is_valid(signature, hashed, keys[::-1])


def test_proofs_of_possession_and_one_message_of_all(bls):
    for suite in (SUITES.index("G2_POP"), SUITES.index("G1_POP")):
        ours, theirs = Scheme(bls, suite), PeerScheme(suite)
        made = [k for k, _ in signers(4)]
        publics = [theirs.public_key(k).to_compressed_bytes() for k in made]
        for k, public in zip(made, publics, strict=True):
            proof = theirs.prove(k)
            assert ours.prove(k.to_bytes(32, "big")) == (Status.OK, proof)
            assert ours.verify_proof(proof, public) == Status.OK
        signature = sum_of(POINT[theirs.signature_group].from_compressed_bytes(theirs.sign(k, b"m")) for k in made)
        assert ours.verify_fast(signature.to_compressed_bytes(), publics, b"m") == Status.OK
        assert ours.verify_fast(signature.to_compressed_bytes(), publics[1:], b"m") == Status.ERROR_SIGNATURE


def sum_of(points):
    first, *others = points
    for point in others:
        first = first + point
    return first


@pytest.mark.slow
@pytest.mark.parametrize("group", POINT)
def test_many_hashes_and_multiples(bls, group):
    """Two thousand of each."""
    size = BYTES[group]
    for _ in range(2000):
        message, k = SOURCE.randbytes(SOURCE.randrange(200)), SOURCE.randrange(1, R)
        hashed = POINT[group].hash_to_curve(message, b"a tag")
        found = bls.public("bls12_381_hash", size, message, b"a tag", len(message), 5, group)
        assert found == (Status.OK, hashed.to_compressed_bytes())
        multiple = (hashed * arkworks.Scalar(k)).to_compressed_bytes()
        assert bls.public("bls12_381_multiply", size, k.to_bytes(32, "big"), found[1], size, group) == (
            Status.OK,
            multiple,
        )


@pytest.mark.slow
def test_many_pairings(bls):
    """Five hundred random pairs."""
    for _ in range(500):
        one, two = (of_peer(SOURCE.randrange(1, R), group) for group in POINT)
        found = bls.public("bls12_381_pairing", 576, one.to_compressed_bytes(), two.to_compressed_bytes(), 1)
        assert found == (Status.OK, gt_bytes(arkworks.GT.pairing(one, two)))

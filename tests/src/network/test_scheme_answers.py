"""What the schemes on curves send and agree on, computed a second time as docs/network/wire-format.md says it: by
hashlib, hmac and `cryptography`; EDHOC's with the library's own sessions, which RFC 9529 has tested."""

import hashlib
import hmac

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from motelab.network import certificates
from tests.src.network.edhoc import INITIATOR, RESPONDER, Credential, Node, Session
from tests.src.network.exchange import PAN, draw, run
from tests.src.network.test_certificate_schemes import Case

P256 = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
NONCES = (b"initiate", b"responds")
I_ID, R_ID = 3, 258


def point(octets: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(P256, octets)


def private(octets: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(octets), P256)


def compressed(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.CompressedPoint)


def hkdf(count: int, secret: bytes, salt: bytes) -> bytes:
    """HKDF-SHA-256 without information, one block."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), b"\1", "sha256")[:count]


def transcript(scheme: int, of_initiator: bytes, of_responder: bytes) -> bytes:
    head = certificates.said(scheme, I_ID, PAN)
    return hashlib.sha256(head + R_ID.to_bytes(2) + b"".join(NONCES) + of_initiator + of_responder).digest()


def test_ecqv(library):
    """Both private keys are in the stores, so the shared coordinate needs no certificate: d_I times d_R G."""
    case = Case("ecqv", "secp256r1")
    first, second, third = run(*(sides := case.sides(library, nonces=NONCES)))
    stores = [case.stores()[node] for node in (I_ID, R_ID)]
    assert [first, second[:33]] == [store[121:154] for store in stores] and len(stores[0]) == 154
    keys = [private(store[89:121]) for store in stores]
    shared = keys[0].exchange(ec.ECDH(), keys[1].public_key())
    made = hkdf(32, shared, transcript(5, first, second[:33]))
    secret, mac_key = made[:16], made[16:]
    ids = (I_ID.to_bytes(2), R_ID.to_bytes(2))
    tags = (
        hmac.digest(mac_key, b"KC_2_U" + ids[0] + ids[1] + NONCES[0] + NONCES[1], "sha256")[:8],
        hmac.digest(mac_key, b"KC_2_V" + ids[1] + ids[0] + NONCES[1] + NONCES[0], "sha256")[:8],
    )
    assert (third, second[33:]) == tags
    assert [side.secret for side in sides] == [secret] * 2
    assert not any(shared in side.state.raw for side in sides)


def test_ecqv_certificates():
    """d G = e P + Q_CA (SEC 4, 3.6) by numbers: d is the store's, e the hash cut to 255 bits."""
    store = Case("ecqv", "secp256r1").stores()[I_ID]
    e = int.from_bytes(hashlib.sha256(store[:8] + store[121:]).digest()) >> 1
    own, authority = int.from_bytes(store[89:121]), point(store[24:89])
    # By x-coordinates, which is what `cryptography` computes: x(e P) = x(d G - Q_CA), where Q_CA = a G of the seed.
    a = certificates.key(certificates.own_curve("secp256r1"), draw("network"), "authority").to_int()
    assert compressed(ec.derive_private_key(a, P256).public_key()) == compressed(authority)
    difference = ec.derive_private_key((own - a) % ORDER, P256).public_key().public_numbers().x
    assert ec.derive_private_key(e, P256).exchange(ec.ECDH(), point(store[121:])) == difference.to_bytes(32)


def test_ecdsa_ecdh(library):
    case = Case("ecdsa_ecdh", "secp256r1")
    drawn = {}
    sides = case.sides(library, nonces=NONCES)
    first, second, third = run(*sides)
    for side in sides:
        for number in range(1, side.drawn + 1):
            octets = hkdf(32, draw(side.seed)(str(number), 32), bytes(8))  # `fresh` is zeros here
            drawn[compressed(private(octets).public_key())] = octets
    both = transcript(6, first, second[:33])
    shared = private(drawn[first]).exchange(ec.ECDH(), point(second[:33]))
    assert [side.secret for side in sides] == [hkdf(16, shared, both)] * 2
    assert not any(octets in side.state.raw for side in sides for octets in (shared, *drawn.values()))
    for role, proof, node in ((0, third, I_ID), (1, second[33:], R_ID)):
        assert proof[:97] == case.stores()[node][121:218]
        numbers = [int.from_bytes(proof[at : at + 32]) for at in (97, 129)]
        digest = hashlib.sha256(bytes([role]) + both + proof[:33]).digest()
        point(proof[:33]).verify(utils.encode_dss_signature(*numbers), digest, ec.ECDSA(Prehashed(SHA256())))


def credential(store: bytes, node: int, curve: int) -> Credential:
    """{8: {1: {1: 2, 2: id, -1: 1, -2: x, -3: y_bit}}, 10: nonce}, or {8: {1: {1: 1, 2: id, -1: curve, -2: x}}, 10:
    nonce}."""
    at = store.index(node.to_bytes(2), 46)
    form, x = store[at + 2], store[at + 3 : at + 35]
    name = b"\x42" + node.to_bytes(2)
    if form:
        text = bytes.fromhex("a208a101a5010202") + name + bytes.fromhex("2001215820") + x
        text += b"\x22" + {2: b"\xf4", 3: b"\xf5"}[form]
        public = point(bytes([form]) + x).public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    else:
        text = bytes.fromhex("a208a101a4010102") + name + b"\x20" + bytes([curve]) + b"\x21\x58\x20" + x
        public = x
    return Credential.of(b"\xa1\x04" + name, text + b"\x0a\x48" + NONCES[1], public)


@pytest.mark.parametrize("own", (I_ID, R_ID))
@pytest.mark.parametrize(("method", "suite", "curve"), ((3, 2, 1), (0, 2, 1), (3, 0, 4), (0, 0, 6)))
def test_edhoc(library, method, suite, curve, own):
    """One side is the scheme, the other a session with credentials that are made here."""
    case = Case("edhoc", method=method, suites=(suite,))
    stores = case.stores()
    known = {made.octets[0]: made for made in (credential(stores[3], node, curve) for node in (I_ID, R_ID))}
    other = R_ID if own == I_ID else I_ID
    of_other = known[b"\xa1\x04\x42" + other.to_bytes(2)]
    node = Node(of_other, stores[other][14:46], known, method, bytes([suite]), identifier=b"")
    side = case.side(library, own, other)
    session = Session(library, RESPONDER if own == I_ID else INITIATOR, node)
    for number in (1, 2, 3):
        is_own = (number % 2 == 1) == (own == I_ID)
        message = side.write(number) if is_own else session.write(number, bytes([number]) * 31 + b"\1")
        (session if is_own else side).read(number, message)
    context = I_ID.to_bytes(2) + R_ID.to_bytes(2) + NONCES[1]
    assert side.secret == session.export(0x8000, 16, context)


LENGTHS = {
    "ecqv-sect163k1": (22, 30, 8),
    "ecqv-secp256r1": (33, 41, 8),
    "ecdsa_ecdh-sect163k1": (22, 128, 106),
    "ecdsa_ecdh-secp256r1": (33, 194, 161),
    "edhoc-3-2": (37, 47, 21),
    "edhoc-0-2": (37, 104, 79),
    "edhoc-3-0": (37, 47, 21),
}


@pytest.mark.parametrize(
    "case",
    (
        *(Case(scheme, curve) for scheme in ("ecqv", "ecdsa_ecdh") for curve in ("sect163k1", "secp256r1")),
        Case("edhoc"),
        Case("edhoc", method=0),
        Case("edhoc", suites=(0,)),
    ),
    ids=str,
)
def test_lengths_of_messages(library, case):
    messages = run(*case.sides(library))
    assert tuple(map(len, messages)) == LENGTHS[str(case)]


def test_every_node_finds_every_other(library):
    """The provision of edhoc is searched by halves."""
    ids = (1, 2, 0x102, 0x201, 0x7FFF, 0x8000, 0xFFFD)
    case = Case("edhoc", suites=(0,))
    stores = case.stores(ids=ids)
    for own in ids:
        for peer in ids:
            if own < peer:
                sides = case.side(library, own, peer, stores[own]), case.side(library, peer, own, stores[peer])
                run(*sides)
                assert sides[0].secret == sides[1].secret != bytes(16)
    assert set(stores) == set(ids)

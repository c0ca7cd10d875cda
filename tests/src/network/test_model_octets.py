"""The symbolic models of schemes (motelab/network/model), with octets for their atoms and hashes for their labels, give
the messages and secrets of the C code: so a model that leaves out a part of a code, or swaps two, fails here."""

import hashlib
import hmac

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.ciphers.aead import AESCCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from motelab.network import certificates
from motelab.network.model.attacker import AUTHORITY
from motelab.network.model.exchange import INITIATOR, RESPONDER, Exchange
from motelab.network.model.schemes import SCHEMES, ecqv, global_key, leap, on_curve
from motelab.network.model.search import A, B
from motelab.network.model.terms import Term, drawn, public
from tests.src.network.exchange import PAN, Side, draw, run
from tests.src.network.test_certificate_schemes import Case
from tests.src.network.test_scheme_answers import NONCES, compressed, credential, hkdf, point, private
from tests.src.network.test_schemes_page import sides as sides_of_shared_keys

IDS = {A: 3, B: 258}
MAC_BYTES = 8


class Octets:
    """What terms stand for, in a scheme of that number. `known`: octets of atoms and points, keys of `secret` terms;
    `hashes` by label, of the arguments' octets."""

    def __init__(self, number: int):
        self.number = number
        self.known: dict[Term, bytes] = {node: own.to_bytes(2) for node, own in IDS.items()}
        self.keys: dict[Term, ec.EllipticCurvePrivateKey] = {}

    def of(self, term: Term) -> bytes:
        if term in self.known:
            return self.known[term]
        if term.head == "public":
            name = term.args[0]
            return bytes([int(name)]) if name.isdigit() else name.encode()
        if term.head == "exp":
            return self.of_point(term)
        if term.head == "hash":
            return getattr(self, term.args[0].replace("-", "_").lower())(*map(self.of, term.args[1:]))
        raise AssertionError(f"no octets of {term}")

    def of_point(self, term: Term) -> bytes:
        """A public key, or the x-coordinate that two keys share."""
        if len(term.args) == 1:
            return compressed(self.keys[term.args[0]].public_key())
        one, other = (self.keys[factor] for factor in term.args)
        return one.exchange(ec.ECDH(), other.public_key())

    def head(self, node: bytes) -> bytes:
        return certificates.said(self.number, int.from_bytes(node), PAN)

    def sha_256(self, initiator: bytes, *others: bytes) -> bytes:
        """The transcript. For a nonce that a scheme does not take the engine has zeros, these exchanges do not."""
        responder, nonce, *rest = others
        nonce = NONCES[0] if nonce == b"\0" else nonce
        return hashlib.sha256(self.head(initiator) + responder + nonce + b"".join(rest)).digest()


class Shared(Octets):
    def hmac(self, key: bytes, message: bytes, *others: bytes) -> bytes:
        text = b"motecurve pair" + bytes([self.number]) + message + b"".join(others)
        return hmac.digest(key, text, "sha256")[: 8 if message != b"\0" else 16]

    def prf(self, key: bytes, kind: bytes, node: bytes) -> bytes:
        text = b"leap" + {b"node": b"\1", b"pair": b"\2"}[kind] + node
        return hmac.digest(key, text, "sha256")[:16]


class Static(Octets):
    def hkdf(self, secret: bytes, salt: bytes, name: bytes) -> bytes:
        return hkdf(32, secret, salt)[slice(16) if name == b"secret" else slice(16, 32)]

    def hmac(self, key: bytes, *said: bytes) -> bytes:
        return hmac.digest(key, b"".join(said), "sha256")[:MAC_BYTES]


class Signing(Octets):
    def hkdf(self, secret: bytes, salt: bytes) -> bytes:
        return hkdf(16, secret, salt)

    def check(self, term: Term, signature: bytes) -> None:
        """A signature: of the authority over what a certificate says, of a node over its role, T and its key."""
        first, *rest = map(self.of, term.args[1:])
        is_authority = term.args[0] is AUTHORITY
        digest = hashlib.sha256((self.head(first) if is_authority else first) + b"".join(rest)).digest()
        numbers = [int.from_bytes(signature[at : at + 32]) for at in (0, 32)]
        key = self.known[AUTHORITY] if is_authority else compressed(self.keys[term.args[0]].public_key())
        point(key).verify(utils.encode_dss_signature(*numbers), digest, ec.ECDSA(Prehashed(SHA256())))


def string(octets: bytes) -> bytes:
    """In CBOR."""
    return bytes([0x40 + len(octets)] if len(octets) < 24 else [0x58, len(octets)]) + octets


def kdf(prk: bytes, label: int, context: bytes, count: int) -> bytes:
    """EDHOC_KDF (RFC 9528, 4.1.2)."""
    head = bytes([label]) if label < 24 else b"\x19" + label.to_bytes(2)
    info = head + string(context) + (bytes([count]) if count < 24 else bytes([0x18, count]))
    return HKDFExpand(SHA256(), count, info).derive(prk)


class Edhoc(Octets):
    """Method 3, suite 2: on P-256, with tags of 8 octets. `known_creds`: CRED without a nonce, by the x-coordinate."""

    def __init__(self, number: int):
        super().__init__(number)
        self.known_creds: dict[bytes, bytes] = {}

    def of_point(self, term: Term) -> bytes:
        return super().of_point(term)[-32:]

    def message_1(self, x: bytes) -> bytes:
        return hashlib.sha256(self.framed(1, x)).digest()

    def framed(self, number: int, *fields: bytes) -> bytes:
        """Message 1; PLAINTEXT_2 and 3, of an id and a MAC. Connection identifiers are empty."""
        if number == 1:
            return b"\3\2" + string(fields[0]) + b"\x40"
        return b"\x40" * (number == 2) + b"".join(map(string, fields))

    def th_2(self, y: bytes, message: bytes) -> bytes:
        return hashlib.sha256(string(y) + string(message)).digest()

    def th_3(self, before: bytes, node: bytes, mac: bytes, cred: bytes) -> bytes:
        return hashlib.sha256(string(before) + self.framed(2, node, mac) + cred).digest()

    def th_4(self, before: bytes, node: bytes, mac: bytes, cred: bytes) -> bytes:
        return hashlib.sha256(string(before) + self.framed(3, node, mac) + cred).digest()

    def cred(self, key: bytes, nonce: bytes) -> bytes:
        return self.known_creds[key] + b"\x0a" + string(nonce)

    def extract(self, salt: bytes, secret: bytes) -> bytes:
        return hmac.digest(salt, secret, "sha256")

    prk_2e = prk_3e2m = prk_4e3m = extract

    def salt_3e2m(self, prk: bytes, transcript: bytes) -> bytes:
        return kdf(prk, 1, transcript, 32)

    def salt_4e3m(self, prk: bytes, transcript: bytes) -> bytes:
        return kdf(prk, 5, transcript, 32)

    def mac_2(self, prk: bytes, node: bytes, transcript: bytes, cred: bytes) -> bytes:
        return kdf(prk, 2, b"\x40\xa1\x04" + string(node) + string(transcript) + cred, MAC_BYTES)

    def mac_3(self, prk: bytes, node: bytes, transcript: bytes, cred: bytes) -> bytes:
        return kdf(prk, 6, b"\xa1\x04" + string(node) + string(transcript) + cred, MAC_BYTES)

    def prk_out(self, prk: bytes, transcript: bytes) -> bytes:
        return kdf(prk, 7, transcript, 32)

    def prk_exporter(self, prk: bytes) -> bytes:
        return kdf(prk, 10, b"", 32)

    def exporter(self, prk: bytes, label: bytes, *context: bytes) -> bytes:
        return kdf(prk, int(label, 16), b"".join(context), 16)

    def message(self, number: int, fields: tuple[Term, ...]) -> bytes:
        """The C code's message, of the model's fields."""
        if number == 1:
            return self.framed(1, self.of(fields[0]))
        if number == 2:
            y, node, (stream, mac) = self.of(fields[0]), self.of(fields[1]), fields[2].args
            plaintext = self.framed(2, node, self.of(mac))
            pad = kdf(self.of(stream.args[1]), 0, self.of(stream.args[2]), len(plaintext))
            return string(y + bytes(one ^ other for one, other in zip(plaintext, pad, strict=True)))
        key, node, mac = fields[0].args
        prk, transcript = map(self.of, key.args[1:])
        data = b"\x83\x68Encrypt0\x40" + string(transcript)
        ccm = AESCCM(kdf(prk, 3, transcript, 16), tag_length=MAC_BYTES)
        return string(ccm.encrypt(kdf(prk, 4, transcript, 13), self.framed(3, self.of(node), self.of(mac)), data))


def compare(octets: Octets, scheme: str, messages: list[bytes], secrets: list[bytes]) -> None:
    """Each field of each message, as both sides see it, and the secret. `nonce_i` is the engine's, before message 1."""
    model = SCHEMES[scheme]
    for role, own, peer, secret in zip((INITIATOR, RESPONDER), (A, B), (B, A), secrets, strict=True):
        x = whole(scheme, role, own, peer)
        for number, message in enumerate(messages, 1):
            for field in model.messages[number - 1].fields(x):
                if field.head == "signed":
                    octets.check(field, message[:64])
                    message = message[64:]
                else:
                    made = octets.of(field)
                    assert message.startswith(made), (scheme, role, number, field)
                    message = message[len(made) :]
            assert not message
        assert octets.of(model.secret(x)) == secret


def whole(scheme: str, role: str, own: Term, peer: Term) -> Exchange:
    """A side that knows all values: those that it holds, and those that it has read of the other."""
    model = SCHEMES[scheme]
    nonces = {"nonce_r": public("responds")}
    if model.has_initiator_nonce:
        nonces["nonce_i"] = public("initiate")
    other = INITIATOR if role == RESPONDER else RESPONDER
    read = model.holds(Exchange(peer, own, other, "1"))
    x = Exchange(own, peer, role, "1")
    return x.with_values({**nonces, **read, **model.holds(x)})


@pytest.mark.parametrize(("scheme", "number"), [("global", 1), ("leap", 2)])
def test_shared_keys(library, scheme, number):
    sides = sides_of_shared_keys(library, scheme, "")
    octets = Shared(number)
    octets.known |= {global_key.KEY: bytes(range(16)), leap.MASTER: bytes(range(16))}
    messages = run(*sides)
    model = "leap-early" if scheme == "leap" else scheme
    compare(octets, model, messages, [side.secret for side in sides])


def test_ecqv(library):
    case = Case("ecqv", "secp256r1")
    messages = run(*(sides := case.sides(library, nonces=NONCES)))
    octets = Static(5)
    for node, own in IDS.items():
        store = case.stores()[own]
        octets.known[ecqv.certificate_point(node)] = store[121:154]
        octets.keys[ecqv.private_key(node)] = private(store[89:121])
    compare(octets, "ecqv", messages, [side.secret for side in sides])


def test_ecdsa_ecdh(library):
    case = Case("ecdsa_ecdh", "secp256r1")
    messages = run(*(sides := case.sides(library, nonces=NONCES)))
    octets = Signing(6)
    for (node, own), side, ephemeral in zip(IDS.items(), sides, messages, strict=False):
        store = case.stores()[own]
        octets.known[AUTHORITY] = store[24:89]
        octets.keys[on_curve.own_scalar(node)] = private(store[89:121])
        octets.keys[drawn("scalar", node, "1")] = drawn_key(side, ephemeral[:33])
    compare(octets, "ecdsa-ecdh", messages, [side.secret for side in sides])


def drawn_key(side: Side, public_key: bytes) -> ec.EllipticCurvePrivateKey:
    """What a side drew, of which one is its ephemeral key; `fresh` is zeros here."""
    draws = [hkdf(32, draw(side.seed)(str(number), 32), bytes(8)) for number in range(1, side.drawn + 1)]
    return next(key for key in map(private, draws) if compressed(key.public_key()).endswith(public_key))


def test_edhoc(library):
    case = Case("edhoc", method=3, suites=(2,))
    messages = run(*(sides := case.sides(library, nonces=NONCES)))
    octets, model = Edhoc(7), SCHEMES["edhoc"]
    for (node, own), side, ephemeral in zip(IDS.items(), sides, (messages[0][4:36], messages[1][2:34]), strict=True):
        key = octets.keys[on_curve.own_scalar(node)] = private(case.stores()[own][14:46])
        octets.keys[drawn("scalar", node, "1")] = drawn_key(side, ephemeral)
        made = credential(case.stores()[own], own, 1).octets[1]
        octets.known_creds[compressed(key.public_key())[1:]] = made[:-10]
    for role, own, peer, side in ((INITIATOR, A, B, sides[0]), (RESPONDER, B, A, sides[1])):
        x = whole("edhoc", role, own, peer)
        for number, message in enumerate(messages, 1):
            assert octets.message(number, model.messages[number - 1].fields(x)) == message, (role, number)
        assert octets.of(model.secret(x)) == side.secret

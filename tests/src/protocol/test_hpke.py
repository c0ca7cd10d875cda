"""HPKE: the vectors of RFC 9180, the whole of base mode by the `cryptography` package, and everything that must be
refused."""

import hmac
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from motelab import ROOT
from motelab.library import bindings, host
from motelab.library.host import Status

pytestmark = pytest.mark.word_sizes(8, 64)

CURVES = {16: "secp256r1", 17: "secp384r1", 18: "secp521r1", 32: "Curve25519", 33: "Curve448"}
HASHES = {1: "sha256", 2: "sha384", 3: "sha512"}
AEADS = {1: "hpke_aes128_gcm", 2: "hpke_aes256_gcm", 3: "hpke_chacha20_poly1305", 0xFFFF: None}
VECTORS = json.loads((ROOT / "tests/vectors/hpke/rfc9180.json").read_text())["vectors"]
MODES = ("base", "psk", "auth", "auth_psk")
BAD = 0xAA
KEY = bytes(range(1, 33))


class Hpke:
    """The functions of hpke.h on byte strings. Outputs hold 0xAA bytes before a call."""

    def __init__(self, word_bits: int):
        self._library = bindings.opened(host.build(word_bits) / host.CATALOGUE)
        self.ffi, self.c = self._library.ffi, self._library.c
        self.kept: list = []
        self._word_bits = word_bits

    def curve(self, name: str):
        host.require_curve(name, self._word_bits)
        return self.c.mc_curve_find(name.encode())

    def out(self, size: int):
        buffer = self.ffi.new("uint8_t[]", max(size, 1))
        self.ffi.memmove(buffer, bytes([BAD]) * size, size)
        return buffer

    def octets(self, buffer, size: int) -> bytes:
        return bytes(self.ffi.buffer(buffer, size))

    def source(self, key: bytes):
        """Two blocks that differ, as the library asks for, then the key."""
        calls = []

        def fill(_context, out, count):
            calls.append(count)
            self.ffi.memmove(out, key if len(calls) > 2 else bytes([len(calls)]) * count, count)
            return 0

        self.kept.append(self.ffi.callback("mc_random", fill))
        return self.kept[-1]

    def options(self, mode: int = 0, kdf: int = 1, aead: int = 3, psk: bytes = b"", psk_id: bytes = b""):
        parts = [self.ffi.new("uint8_t[]", part or b"\0") for part in (psk, psk_id)]
        named = AEADS.get(aead)
        own = self._library.object(f"mc_{named}") if named else self.ffi.NULL
        values = [self._library.object(f"mc_{HASHES[kdf]}"), own, mode, *parts, len(psk), len(psk_id)]
        options = self.ffi.new("mc_hpke_options *", values)
        self.kept += [*parts, options]
        return options

    def derive(self, material: bytes, curve: str) -> tuple[Status, bytes, bytes]:
        own = self.curve(curve)
        sizes = (self.c.mc_curve_scalar_bytes(own), self.c.mc_curve_public_key_bytes(own))
        private, public = map(self.out, sizes)
        status = self.c.mc_hpke_derive_key_pair(private, public, material, len(material), own)
        return Status(status), self.octets(private, sizes[0]), self.octets(public, sizes[1])

    def sender(self, peer: bytes, own: bytes, info: bytes, options, ephemeral: bytes, curve: str):
        sender, size = self.ffi.new("mc_hpke_sender *"), self.c.mc_curve_public_key_bytes(self.curve(curve))
        enc, sizes = self.out(size), (len(peer), len(own), len(info))
        rest = (*sizes, options, self.source(ephemeral), self.ffi.NULL, self.curve(curve))
        status = Status(self.c.mc_hpke_sender_begin(sender, enc, peer, own, info, *rest))
        return status, sender, self.octets(enc, size)

    def receiver(self, private: bytes, enc: bytes, peer: bytes, info: bytes, options, curve: str):
        receiver = self.ffi.new("mc_hpke_receiver *")
        given = (private, enc, peer, info)
        status = self.c.mc_hpke_receiver_begin(receiver, *given, *map(len, given), options, self.curve(curve))
        return Status(status), receiver

    def seal(self, sender, message: bytes, data: bytes = b"") -> tuple[Status, bytes]:
        out = self.out(len(message) + 16)
        status = Status(self.c.mc_hpke_seal(out, sender, message, data, len(message), len(data)))
        return status, self.octets(out, len(message) + 16)

    def open(self, receiver, sealed: bytes, data: bytes = b"") -> tuple[Status, bytes]:
        size = max(0, len(sealed) - 16)
        out = self.out(size)
        status = Status(self.c.mc_hpke_open(out, receiver, sealed, data, len(sealed), len(data)))
        return status, self.octets(out, size)

    def export(self, of, use: bytes, size: int) -> tuple[Status, bytes]:
        out = self.out(size)
        context = self.ffi.addressof(of, "context")
        return Status(self.c.mc_hpke_export(out, size, context, use, len(use))), self.octets(out, size)


@pytest.fixture(scope="session")
def hpke(word_bits) -> Hpke:
    return Hpke(word_bits)


def octets(vector: dict, name: str) -> bytes:
    return bytes.fromhex(vector.get(name, ""))


def title(vector: dict) -> str:
    return "-".join((CURVES[vector["kem_id"]], str(AEADS[vector["aead_id"]]), MODES[vector["mode"]]))


@pytest.fixture(params=VECTORS, ids=title)
def vector(request) -> dict:
    return request.param


def both(hpke: Hpke, vector: dict):
    """Sender and receiver of a vector."""
    curve, psk = CURVES[vector["kem_id"]], (octets(vector, "psk"), octets(vector, "psk_id"))
    options = hpke.options(vector["mode"], vector["kdf_id"], vector["aead_id"], *psk)
    info, peer, own = octets(vector, "info"), octets(vector, "pkRm"), octets(vector, "skSm")
    status, sender, enc = hpke.sender(peer, own, info, options, octets(vector, "skEm"), curve)
    assert (status, enc) == (Status.OK, octets(vector, "enc"))
    status, receiver = hpke.receiver(octets(vector, "skRm"), enc, octets(vector, "pkSm"), info, options, curve)
    assert status == Status.OK
    return sender, receiver


def test_rfc_9180(hpke, vector):
    """Keys, messages 0, 1, 2, 4, 255 and 256, exports."""
    for who in "ERS":
        if vector.get(f"ikm{who}m" if who != "E" else "ikmE") or vector.get(f"ikm{who}"):
            material = octets(vector, f"ikm{who}")
            found = hpke.derive(material, CURVES[vector["kem_id"]])
            assert found == (Status.OK, octets(vector, f"sk{who}m"), octets(vector, f"pk{who}m"))
    sender, receiver = both(hpke, vector)
    by_number = {one["sequence"]: one for one in vector["encryptions"]}
    for number in range(max(by_number, default=-1) + 1):
        one = by_number.get(number, vector["encryptions"][0])
        status, sealed = hpke.seal(sender, octets(one, "pt"), octets(one, "aad"))
        assert status == Status.OK
        if number in by_number:
            assert sealed == octets(one, "ct"), number
        assert hpke.open(receiver, sealed, octets(one, "aad")) == (Status.OK, octets(one, "pt"))
    for one in vector["exports"]:
        expected = (Status.OK, octets(one, "value"))
        assert hpke.export(sender, octets(one, "exporter_context"), one["L"]) == expected
        assert hpke.export(receiver, octets(one, "exporter_context"), one["L"]) == expected


def labelled(secret: bytes, label: bytes, ikm: bytes, suite: bytes) -> bytes:
    return hmac.digest(secret, b"HPKE-v1" + suite + label + ikm, "sha256")


def expanded(key: bytes, label: bytes, info: bytes, count: int, suite: bytes) -> bytes:
    """Of a digest at most."""
    info = count.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(key, info + b"\1", "sha256")[:count]


def test_base_mode_by_other_means(hpke):
    """X25519 and ChaCha20-Poly1305 by `cryptography`, HKDF by hmac."""
    ephemeral, private, info = bytes(range(32)), bytes(range(7, 39)), b"what for"
    own, peer = X25519PrivateKey.from_private_bytes(ephemeral), X25519PrivateKey.from_private_bytes(private)
    keys = own.public_key().public_bytes_raw() + peer.public_key().public_bytes_raw()
    kem, suite = b"KEM\0\x20", b"HPKE\0\x20\0\1\0\3"
    prk = labelled(b"", b"eae_prk", own.exchange(peer.public_key()), kem)
    secret = expanded(prk, b"shared_secret", keys, 32, kem)
    bound = b"\0" + labelled(b"", b"psk_id_hash", b"", suite) + labelled(b"", b"info_hash", info, suite)
    secret = labelled(secret, b"secret", b"", suite)
    key, nonce = expanded(secret, b"key", bound, 32, suite), expanded(secret, b"base_nonce", bound, 12, suite)
    status, sender, enc = hpke.sender(keys[32:], b"", info, hpke.options(), ephemeral, "Curve25519")
    assert (status, enc) == (Status.OK, keys[:32])
    sealed = ChaCha20Poly1305(key).encrypt(nonce, b"21 degrees", b"header")
    assert hpke.seal(sender, b"21 degrees", b"header") == (Status.OK, sealed)


@pytest.fixture
def first() -> dict:
    return next(one for one in VECTORS if one["aead_id"] == 3 and one["kem_id"] == 32 and one["mode"] == 0)


def test_repeated_lost_and_changed_messages(hpke, first):
    """Each is refused, its output zeroed, and the receiver still opens the one that it waits for."""
    sender, receiver = both(hpke, first)
    sealed = [hpke.seal(sender, message, b"data")[1] for message in (b"first", b"second", b"third")]
    assert hpke.open(receiver, sealed[1], b"data") == (Status.ERROR_MAC, bytes(6))
    assert hpke.open(receiver, sealed[0], b"data") == (Status.OK, b"first")
    assert hpke.open(receiver, sealed[0], b"data") == (Status.ERROR_MAC, bytes(5))
    for bit in range(8 * len(sealed[1])):
        changed = bytearray(sealed[1])
        changed[bit // 8] ^= 1 << bit % 8
        assert hpke.open(receiver, bytes(changed), b"data") == (Status.ERROR_MAC, bytes(6))
    assert hpke.open(receiver, sealed[1], b"other") == (Status.ERROR_MAC, bytes(6))
    assert hpke.open(receiver, sealed[1][:-1], b"data") == (Status.ERROR_MAC, bytes(5))
    assert hpke.open(receiver, sealed[1][:15], b"data") == (Status.ERROR_LENGTH, b"")
    assert hpke.open(receiver, sealed[1], b"data") == (Status.OK, b"second")


def test_numbers_end(hpke, first):
    sender, receiver = both(hpke, first)
    sender.context.sequence = receiver.context.sequence = 2**64 - 2
    status, sealed = hpke.seal(sender, b"last")
    assert status == Status.OK
    assert hpke.open(receiver, sealed) == (Status.OK, b"last")
    for _ in range(2):
        assert hpke.seal(sender, b"more") == (Status.ERROR_MESSAGE_LENGTH, bytes(20))
        assert hpke.open(receiver, sealed) == (Status.ERROR_MESSAGE_LENGTH, bytes(4))
    assert sender.context.sequence == 2**64 - 1


def test_export_only_and_ended_contexts(hpke, first):
    sender, receiver = both(hpke, next(one for one in VECTORS if one["aead_id"] == 0xFFFF))
    assert hpke.seal(sender, b"message") == (Status.ERROR_UNSUPPORTED, bytes(23))
    assert hpke.open(receiver, bytes(20)) == (Status.ERROR_UNSUPPORTED, bytes(4))
    sender, receiver = both(hpke, first)
    assert hpke.export(sender, b"", 255 * 32)[0] == Status.OK
    assert hpke.export(sender, b"", 255 * 32 + 1) == (Status.ERROR_LENGTH, bytes(255 * 32 + 1))
    for one in (sender, receiver):
        hpke.c.mc_hpke_end(hpke.ffi.addressof(one, "context"))
        assert not any(bytes(hpke.ffi.buffer(one)))
        assert hpke.export(one, b"use", 40) == (Status.ERROR_UNSUPPORTED, bytes(40))
    assert hpke.seal(sender, b"message") == (Status.ERROR_UNSUPPORTED, bytes(23))


def test_modes_and_keys_must_agree(hpke, first):
    """A key or a PSK that the mode does not have, or has not, and a PSK of less than 32 bytes."""
    peer, key = octets(first, "pkRm"), octets(first, "skRm")
    right = {"psk": KEY, "psk_id": b"name"}
    wrong = [(0, key, {}), (2, b"", {}), (1, b"", {}), (0, b"", right), (1, b"", right | {"psk": KEY[:-1]})]
    wrong += [(1, b"", right | {"psk_id": b""}), (1, key, right), (3, b"", right), (3, key, {}), (2, key[:-1], {})]
    for mode, own, psk in wrong:
        status, sender, enc = hpke.sender(peer, own, b"", hpke.options(mode, **psk), KEY, "Curve25519")
        assert (status, enc) == (Status.ERROR_LENGTH, bytes(32))
        assert not any(bytes(hpke.ffi.buffer(sender)))
        status, receiver = hpke.receiver(key, peer, own, b"", hpke.options(mode, **psk), "Curve25519")
        assert status == Status.ERROR_LENGTH
        assert not any(bytes(hpke.ffi.buffer(receiver)))
    for options in (hpke.options(4), hpke.ffi.NULL):
        assert hpke.sender(peer, b"", b"", options, KEY, "Curve25519")[0] == Status.ERROR_UNSUPPORTED
    assert hpke.sender(peer, b"", b"", hpke.options(), KEY, "Ed25519")[0] == Status.ERROR_UNSUPPORTED


def test_authentication(hpke):
    """A sender with another key than the receiver expects."""
    vector = next(one for one in VECTORS if one["mode"] == 2 and one["kem_id"] == 16 and one["aead_id"] == 3)
    curve, options = "secp256r1", hpke.options(2)
    other = hpke.derive(bytes(32), curve)
    _, sender, enc = hpke.sender(octets(vector, "pkRm"), other[1], b"", options, KEY, curve)
    _, receiver = hpke.receiver(octets(vector, "skRm"), enc, octets(vector, "pkSm"), b"", options, curve)
    assert hpke.open(receiver, hpke.seal(sender, b"message")[1]) == (Status.ERROR_MAC, bytes(7))


def test_invalid_keys(hpke, first):
    p256 = next(one for one in VECTORS if one["kem_id"] == 16)
    key, options = octets(p256, "pkRm"), hpke.options()
    faults = {key[:-1] + bytes([key[-1] ^ 1]): Status.ERROR_NOT_ON_CURVE, key[:-1]: Status.ERROR_LENGTH}
    faults |= {b"\0" + key[1:]: Status.ERROR_ENCODING}
    for wrong, status in faults.items():
        found, sender, enc = hpke.sender(wrong, b"", b"", options, KEY, "secp256r1")
        assert (found, enc, any(bytes(hpke.ffi.buffer(sender)))) == (status, bytes(65), False)
        found, receiver = hpke.receiver(octets(p256, "skRm"), wrong, b"", b"", options, "secp256r1")
        assert (found, any(bytes(hpke.ffi.buffer(receiver)))) == (status, False)
    found, _, enc = hpke.sender(bytes(32), b"", b"", options, KEY, "Curve25519")
    assert (found, enc) == (Status.ERROR_SHARED_INFINITY, bytes(32))
    assert hpke.derive(bytes(31), "Curve25519") == (Status.ERROR_LENGTH, bytes(32), bytes(32))

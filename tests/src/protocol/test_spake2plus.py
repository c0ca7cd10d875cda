"""SPAKE2+: the vectors of RFC 9383, every step of them against PARI/GP and hashlib, and all that must be refused."""

import hashlib
import hmac
import json

import pytest

from codegen.fields import FIELDS
from motelab import ROOT
from motelab.library import bindings, host
from motelab.library.host import Status
from tests.oracles import pari_curves as pari

pytestmark = pytest.mark.word_sizes(8, 64)

CURVES = {"P256": "secp256r1", "P384": "secp384r1", "P521": "secp521r1"}
SEEDS = {"secp256r1": "1.2.840.10045.3.1.7", "secp384r1": "1.3.132.0.34", "secp521r1": "1.3.132.0.35"}
SIZES = {"secp256r1": "fp256r1", "secp384r1": "fp384r1", "secp521r1": "fp521"}  # fields
VECTORS = json.loads((ROOT / "tests/vectors/spake2plus/rfc9383.json").read_text())["vectors"]
BAD = 0xAA


class Spake2plus:
    """The functions of spake2plus.h on byte strings. Outputs hold 0xAA bytes before a call."""

    def __init__(self, word_bits: int):
        self._library = bindings.opened(host.build(word_bits) / host.CATALOGUE)
        self.ffi, self.c = self._library.ffi, self._library.c
        self.kept: list = []
        self._word_bits = word_bits

    def curve(self, name: str):
        host.require_curve(name, self._word_bits)
        return self.c.mc_curve_find(name.encode())

    def hash(self, name: str):
        return self._library.object(f"mc_{name}")

    def source(self, scalar: bytes):
        """Two blocks that differ, as the library asks for, then the scalar."""
        calls = []

        def fill(_context, out, count):
            calls.append(count)
            self.ffi.memmove(out, scalar if len(calls) > 2 else bytes([len(calls)]) * count, count)
            return 0

        self.kept.append(self.ffi.callback("mc_random", fill))
        return self.kept[-1]

    def names(self, context: bytes = b"", prover: bytes = b"", verifier: bytes = b""):
        parts = [self.ffi.new("uint8_t[]", part or b"\0") for part in (context, prover, verifier)]
        names = self.ffi.new("mc_spake2plus_names *", [*parts, len(context), len(prover), len(verifier)])
        self.kept += [*parts, names]
        return names

    def out(self, size: int):
        buffer = self.ffi.new("uint8_t[]", size)
        self.ffi.memmove(buffer, bytes([BAD]) * size, size)
        return buffer

    def octets(self, buffer) -> bytes:
        return bytes(self.ffi.buffer(buffer))

    def scalars(self, seed: bytes, curve: str) -> tuple[Status, bytes, bytes]:
        size = self.c.mc_curve_scalar_bytes(self.curve(curve))
        w0, w1 = self.out(size), self.out(size)
        status = Status(self.c.mc_spake2plus_scalars(w0, w1, seed, len(seed), self.curve(curve)))
        return status, self.octets(w0), self.octets(w1)

    def record(self, seed: bytes, curve: str) -> tuple[Status, bytes, bytes]:
        own = self.curve(curve)
        w0, record = self.out(self.c.mc_curve_scalar_bytes(own)), self.out(self.c.mc_curve_public_key_bytes(own))
        status = Status(self.c.mc_spake2plus_record(w0, record, seed, len(seed), own))
        return status, self.octets(w0), self.octets(record)

    def begin(self, w0: bytes, w1: bytes, x: bytes, curve: str):
        state = self.ffi.new("mc_spake2plus_prover *")
        share = self.out(self.c.mc_curve_public_key_bytes(self.curve(curve)))
        arguments = (state, share, w0, w1, len(w0), len(w1), self.source(x), self.ffi.NULL, self.curve(curve))
        status = Status(self.c.mc_spake2plus_prover_begin(*arguments))
        return status, state, self.octets(share)

    def respond(self, share: bytes, w0: bytes, record: bytes, y: bytes, names, hash_name: str, curve: str):
        own, digest = self.curve(curve), hashlib.new(hash_name).digest_size
        state, answer = self.ffi.new("mc_spake2plus_verifier *"), self.out(self.c.mc_curve_public_key_bytes(own))
        confirmation, sizes = self.out(digest), (len(share), len(w0), len(record))
        arguments = (state, answer, confirmation, share, w0, record, *sizes, names, self.hash(hash_name))
        status = self.c.mc_spake2plus_verifier_respond(*arguments, self.source(y), self.ffi.NULL, own)
        return Status(status), state, self.octets(answer), self.octets(confirmation)

    def prove(self, state, share: bytes, confirmation: bytes, names, hash_name: str, curve: str):
        digest = hashlib.new(hash_name).digest_size
        key, own, sizes = self.out(digest), self.out(digest), (len(share), len(confirmation))
        arguments = (key, own, state, share, confirmation, *sizes, names, self.hash(hash_name), self.curve(curve))
        status = Status(self.c.mc_spake2plus_prover_finish(*arguments))
        return status, self.octets(key), self.octets(own)

    def verify(self, state, confirmation: bytes, hash_name: str) -> tuple[Status, bytes]:
        key = self.out(hashlib.new(hash_name).digest_size)
        arguments = (key, state, confirmation, len(confirmation), self.hash(hash_name))
        return Status(self.c.mc_spake2plus_verifier_finish(*arguments)), self.octets(key)


@pytest.fixture(scope="session")
def spake(word_bits) -> Spake2plus:
    return Spake2plus(word_bits)


def suite(vector: dict) -> tuple[str, str]:
    _, curve, hash_name, *_ = vector["context"].split("-")
    return CURVES[curve], hash_name.lower()


def octets(vector: dict, name: str) -> bytes:
    return bytes.fromhex(vector[name])


@pytest.fixture(params=VECTORS, ids=lambda vector: "-".join(suite(vector)))
def vector(request) -> dict:
    return request.param


@pytest.fixture
def first() -> dict:
    return VECTORS[0]


def exchange(spake: Spake2plus, vector: dict):
    """The states and messages of the vector's exchange, up to the verifier's answer."""
    curve, hash_name = suite(vector)
    names = spake.names(*(vector[name].encode() for name in ("context", "prover", "verifier")))
    w0, w1, x, y, record = (octets(vector, name) for name in ("w0", "w1", "x", "y", "L"))
    status, prover, share = spake.begin(w0, w1, x, curve)
    assert (status, share) == (Status.OK, octets(vector, "shareP"))
    status, verifier, answer, confirmation = spake.respond(share, w0, record, y, names, hash_name, curve)
    assert status == Status.OK
    return names, prover, verifier, answer, confirmation


def test_rfc_9383(spake, vector):
    curve, hash_name = suite(vector)
    names, prover, verifier, answer, confirmation = exchange(spake, vector)
    assert (answer, confirmation) == (octets(vector, "shareV"), octets(vector, "confirmV"))
    proved = spake.prove(prover, answer, confirmation, names, hash_name, curve)
    assert proved == (Status.OK, octets(vector, "K_shared"), octets(vector, "confirmP"))
    assert spake.verify(verifier, octets(vector, "confirmP"), hash_name) == (Status.OK, octets(vector, "K_shared"))


def hkdf(hash_name: str, secret: bytes, info: bytes, count: int) -> bytes:
    """RFC 5869 without a salt."""
    key = hmac.digest(bytes(hashlib.new(hash_name).digest_size), secret, hash_name)
    block = out = b""
    for i in range(1, 4):
        block = hmac.digest(key, block + info + bytes([i]), hash_name)
        out += block
    return out[:count]


def mask(curve: str, letter: str) -> bytes:
    """M or N of RFC 9383, appendix B: the first hash that is a compressed point."""
    p, b = FIELDS[SIZES[curve]], int(pari.RECORDS[curve]["b"], 16)
    size, blocks = 1 + (p.bit_length() + 7) // 8, []
    block = f"{SEEDS[curve]} point generation seed ({letter})".encode()
    for _ in range(2000):
        block = hashlib.sha256(block).digest()
        blocks.append(block)
    for i in range(1900):
        encoded = b"".join(blocks[i : i + 3])[:size]
        x = int.from_bytes(encoded[1:], "big")
        y = pow(x**3 - 3 * x + b, (p + 1) // 4, p)
        if x < p and (y * y - x**3 + 3 * x - b) % p == 0:
            y = y if y % 2 == encoded[0] % 2 else p - y
            return b"\4" + encoded[1:] + y.to_bytes(size - 1, "big")
    raise AssertionError("no point")


def test_the_vectors_by_other_means(vector):
    """Transcript and keys by hashlib; M and N from their seeds; points by PARI/GP."""
    curve, hash_name = suite(vector)
    parts = [vector[name].encode() for name in ("context", "prover", "verifier")]
    parts += [mask(curve, "M"), mask(curve, "N")]
    parts += [octets(vector, name) for name in ("shareP", "shareV", "Z", "V", "w0")]
    transcript = b"".join(len(part).to_bytes(8, "little") + part for part in parts)
    assert transcript == octets(vector, "TT")
    main = hashlib.new(hash_name, transcript).digest()
    keys = hkdf(hash_name, main, b"ConfirmationKeys", 2 * len(main))
    assert hkdf(hash_name, main, b"SharedKey", len(main)) == octets(vector, "K_shared")
    assert hmac.digest(keys[: len(main)], octets(vector, "shareV"), hash_name) == octets(vector, "confirmP")
    assert hmac.digest(keys[len(main) :], octets(vector, "shareP"), hash_name) == octets(vector, "confirmV")
    w1, n = int(vector["w1"], 16), pari.order(curve)
    (point,) = pari.multiples(curve, [w1 % n])
    assert octets(vector, "L") == pari.encode(curve, point)


def test_seed(spake):
    """The halves modulo the order, of 80 bytes and of more; too few, too odd, and zero."""
    curve, n = "secp256r1", pari.order("secp256r1")
    seed = hashlib.pbkdf2_hmac("sha256", b"20202021", b"SPAKE2P Key Salt", 1000, 80)
    for given in (seed, seed + seed, bytes(8) + seed[:72]):
        half = len(given) // 2
        w0, w1 = (int.from_bytes(part, "big") % n for part in (given[:half], given[half:]))
        assert spake.scalars(given, curve) == (Status.OK, w0.to_bytes(32, "big"), w1.to_bytes(32, "big"))
        (point,) = pari.multiples(curve, [w1])
        assert spake.record(given, curve) == (Status.OK, w0.to_bytes(32, "big"), pari.encode(curve, point))
    for given in (b"", seed[:78], seed[:79], seed + b"\0"):
        assert spake.scalars(given, curve) == (Status.ERROR_LENGTH, bytes(32), bytes(32))
        assert spake.record(given, curve) == (Status.ERROR_LENGTH, bytes(32), bytes(65))
    for given in (n.to_bytes(40, "big") + seed[40:], seed[:40] + bytes(40)):
        assert spake.scalars(given, curve) == (Status.ERROR_SCALAR_ZERO, bytes(32), bytes(32))
        assert spake.record(given, curve) == (Status.ERROR_SCALAR_ZERO, bytes(32), bytes(65))


def test_wrong_confirmation(spake, first):
    """Neither side gives a key, and no state serves again: neither after an error nor after its end."""
    curve, hash_name = suite(first)
    right = octets(first, "confirmP")
    for wrong in (right[:-1] + bytes([right[-1] ^ 1]), right[:-1], b"", bytes(32), right + b"\0"):
        names, prover, verifier, answer, confirmation = exchange(spake, first)
        assert spake.verify(verifier, wrong, hash_name) == (Status.ERROR_MAC, bytes(32))
        assert spake.verify(verifier, right, hash_name) == (Status.ERROR_MAC, bytes(32))
        assert spake.verify(verifier, bytes(32), hash_name) == (Status.ERROR_MAC, bytes(32))
        assert not any(spake.octets(spake.ffi.cast("uint8_t(*)[65]", verifier)[0]))
        changed = wrong if wrong != right[:-1] else confirmation[:-1]
        assert spake.prove(prover, answer, changed, names, hash_name, curve) == (
            Status.ERROR_MAC, bytes(32), bytes(32),
        )  # fmt: skip
        again = spake.prove(prover, answer, confirmation, names, hash_name, curve)
        assert again == (Status.ERROR_SCALAR_ZERO, bytes(32), bytes(32))
        assert not any(bytes(spake.ffi.buffer(prover)))
    names, prover, verifier, answer, confirmation = exchange(spake, first)
    assert spake.verify(verifier, right, hash_name)[0] == Status.OK
    assert spake.verify(verifier, right, hash_name) == (Status.ERROR_MAC, bytes(32))


def test_other_names_and_passwords(spake, first):
    curve, hash_name = suite(first)
    for other in (spake.names(b"other", b"client", b"server"), spake.names()):
        _, prover, _, answer, confirmation = exchange(spake, first)
        assert spake.prove(prover, answer, confirmation, other, hash_name, curve)[0] == Status.ERROR_MAC
    names, _, _, answer, confirmation = exchange(spake, first)
    w0, w1 = octets(first, "w0"), octets(first, "w1")
    for changed in ((w1, w1), (w0, w0)):
        _, prover, _ = spake.begin(*changed, octets(first, "x"), curve)
        assert spake.prove(prover, answer, confirmation, names, hash_name, curve)[0] == Status.ERROR_MAC


def test_invalid_points(spake, first):
    """Off the curve, infinity, too short, and the share that is the mask itself and leaves infinity."""
    curve, hash_name = suite(first)
    share, w0, record, y = (octets(first, name) for name in ("shareP", "w0", "L", "y"))
    names = spake.names()
    m = mask(curve, "M")
    coordinates = tuple(int.from_bytes(part, "big") for part in (m[1:33], m[33:]))
    (point,) = pari.evaluate(curve, [f"multiply({pari.text(coordinates)}, {int(first['w0'], 16)})"])
    of_mask = pari.encode(curve, point)
    off = share[:-1] + bytes([share[-1] ^ 1])
    faults = {off: Status.ERROR_NOT_ON_CURVE, b"\0": Status.ERROR_INFINITY, share[:-1]: Status.ERROR_LENGTH}
    faults |= {b"\4" + b"\xff" * 64: Status.ERROR_COORDINATE_RANGE, b"\5" + share[1:]: Status.ERROR_ENCODING}
    refused = (bytes(65), bytes(32))
    for point, status in (faults | {of_mask: Status.ERROR_SHARED_INFINITY}).items():
        found, _, *outputs = spake.respond(point, w0, record, y, names, hash_name, curve)
        assert (found, *outputs) == (status, *refused)
    for point, status in faults.items():
        found, _, *outputs = spake.respond(share, w0, point, y, names, hash_name, curve)
        assert (found, *outputs) == (status, *refused)
        own, prover, _, _, confirmation = exchange(spake, first)
        proved = spake.prove(prover, point, confirmation, own, hash_name, curve)
        assert proved == (status, bytes(32), bytes(32))
        assert not any(bytes(spake.ffi.buffer(prover)))


def test_unsupported(spake, first):
    w0 = octets(first, "w0")
    assert spake.scalars(bytes(80), "secp256r1")[0] == Status.ERROR_SCALAR_ZERO
    null, names = spake.ffi.NULL, spake.names()
    for curve in (null, spake.c.mc_curve_find(b"Curve25519"), spake.c.mc_curve_find(b"Ed25519")):
        arguments = (spake.ffi.new("mc_spake2plus_prover *"), spake.out(145), w0, w0, 32, 32, spake.source(w0), null)
        assert Status(spake.c.mc_spake2plus_prover_begin(*arguments, curve)) == Status.ERROR_UNSUPPORTED
    status, state, share = spake.begin(w0, w0, w0, "secp256r1")
    assert status == Status.OK
    assert spake.respond(share, w0, share, w0, names, "sha1", "secp256r1")[0] == Status.ERROR_UNSUPPORTED
    assert spake.prove(state, share, bytes(20), names, "sha1", "secp256r1")[0] == Status.ERROR_UNSUPPORTED

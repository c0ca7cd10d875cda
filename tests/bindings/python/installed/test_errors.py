"""Each status of the C library has its own exception, and the calls of this package raise it."""

import gc
import hashlib
import re

import pytest
from known import ROOT

import motecurve
from motecurve import (
    MotecurveError,
    PrivateKey,
    PublicKey,
    ecdh,
    ecdsa,
    ecies,
    ecmqv,
    ecqv,
    eddsa,
    hpke,
    schnorr,
    spake2plus,
)
from motecurve.keyfiles import public_info
from motecurve.parameters import Parameters

MESSAGE = b"node 17: 21.5 degrees"
STATUSES = re.findall(
    r"^    MC_(\w+)(?: = 0)?,? *(?:/\* (.*) \*/)?$", (ROOT / "include/motecurve/status.h").read_text(), re.M
)
IDENTITY_BASED = re.findall(
    r"^#define MC_IBE_ERROR_(\w+) +\(\(mc_status\)(\d+)\)", (ROOT / "include/motecurve/pairing/ibe.h").read_text(), re.M
)
OF_IDENTITIES = {kind for kind in MotecurveError.__subclasses__() if kind.status >= int(IDENTITY_BASED[0][1])}


def test_an_exception_for_each_status_of_identity_based_cryptography():
    """Each with the library's text, and in the order of the header."""
    kinds = sorted(OF_IDENTITIES, key=lambda kind: kind.status)
    assert [kind.status for kind in kinds] == [int(number) for _, number in IDENTITY_BASED]
    names = {"KIND": "ObjectKind", "KEY": "KeyMismatch", "INDEX": "ShareIndex"}
    for kind, (name, _) in zip(kinds, IDENTITY_BASED, strict=True):
        words = names.get(name) or "".join(word.capitalize() for word in name.split("_"))
        assert kind.__name__ == f"{words}Error" and getattr(motecurve, kind.__name__) is kind
        raised = curve.library.error(kind.status)
        assert type(raised) is kind and "no status" not in str(raised)


def test_an_exception_for_each_status():
    kinds = {kind.status: kind for kind in set(MotecurveError.__subclasses__()) - OF_IDENTITIES}
    assert len(kinds) + len(OF_IDENTITIES) == len(MotecurveError.__subclasses__()) and issubclass(
        MotecurveError, ValueError
    )
    for number, (name, comment) in enumerate(STATUSES):
        if name == "OK":
            continue
        words = "".join(word.capitalize() for word in name.removeprefix("ERROR_").split("_"))
        kind = kinds.pop(number)
        assert kind.__name__ in (f"{words}Error", "PointAtInfinityError") and getattr(motecurve, kind.__name__) is kind
        raised = curve.library.error(number)
        assert type(raised) is kind and str(raised) == comment
        if name not in ("BUSY", "ERROR_RANDOM", "ERROR_READER"):  # which speak of "the caller's"
            first = comment.split(" (")[0].rstrip(";").partition(";")[0]
            assert first[0].upper() + first[1:] in (kind.__doc__ or "")
    assert not kinds and len(STATUSES) > 25


curve = motecurve.curve("secp256r1")
binary = motecurve.curve("sect233k1")
x25519, ed25519 = motecurve.curve("X25519"), motecurve.curve("Ed25519")
key = curve.generate_key()
SIGNATURE = ecdsa.sign(key, MESSAGE)
DER = ecdsa.sign(key, MESSAGE, der=True)
CIPHERTEXT = ecies.encrypt(key.public_key, MESSAGE)
HALF = curve.scalar_bytes


def mixed() -> PrivateKey:
    """A private key with the public key of another."""
    found = curve.generate_key()
    found.public_key = curve.generate_key().public_key
    return found


def high_s() -> bytes:
    low = ecdsa.normalise(curve, SIGNATURE)
    return low[:HALF] + (curve.order - int.from_bytes(low[HALF:], "big")).to_bytes(HALF, "big")


def explicit() -> Parameters:
    """Those of no curve."""
    return Parameters(23, b"\1", b"\2", b"\0", 29, 1)


def order_two() -> bytes:
    """The point (0, 1) of sect233k1, of order 2."""
    return b"\4" + bytes(30) + bytes(29) + b"\1"


def shared_infinity():
    """u of order 4 on Curve25519, which makes the secret zero."""
    library, zero = x25519.library, x25519.library.buffer(32)
    library.call("ecdh", [zero], [x25519.generate_key().memory, bytes([1]) + bytes(31)], x25519.pointer)


def long_length(der: bytes) -> bytes:
    return der[:1] + b"\x81" + der[1:]


def wrong_certificate():
    authority, request = curve.generate_key(), curve.generate_key()
    issued = ecqv.issue(authority, request.public_key, b"node 17")
    ecqv.receive(*issued, curve.generate_key(), authority.public_key)


def long_message():
    options = ecies.Options(kdf="hkdf", cipher="xor")
    ecies.encrypt(key.public_key, bytes(255 * 32), options=options)


def changed_message():
    sender = hpke.Sender(key.public_key)
    hpke.Receiver(key, sender.enc).open(sender.seal(MESSAGE)[::-1])


def exchange(seed: bytes) -> tuple[spake2plus.Prover, spake2plus.Verifier]:
    prover = spake2plus.Prover(curve, *spake2plus.scalars(curve, seed))
    return prover, spake2plus.Verifier(curve, prover.share, *spake2plus.record(curve, bytes(range(80))))


def wrong_password():
    prover, verifier = exchange(bytes(range(1, 81)))
    prover.finish(verifier.share, verifier.confirmation)


def ended_exchange():
    prover, verifier = exchange(bytes(range(80)))
    for _ in range(2):
        prover.finish(verifier.share, verifier.confirmation)


def closed_sender():
    with hpke.Sender(key.public_key) as sender:
        pass
    sender.seal(MESSAGE)


def wrong_y_bit():
    public = bytearray(key.public_key.to_bytes("hybrid"))
    public[0] ^= 1
    curve.public_key(public)


RAISES = [
    ("LengthError", lambda: curve.public_key(key.public_key.to_bytes()[:-1])),
    ("LengthError", lambda: ecdsa.verify(key.public_key, SIGNATURE[:-1], MESSAGE)),
    ("LengthError", lambda: ecies.decrypt(key, CIPHERTEXT[:60])),
    ("EncodingError", lambda: curve.public_key(b"\5" + key.public_key.to_bytes()[1:])),
    ("PemError", lambda: PublicKey.from_pem("no key")),
    ("KeyKindError", lambda: PublicKey.from_der(key.to_der())),
    ("CurveNotNamedError", lambda: PublicKey.from_der(public_info(explicit(), True, key.public_key.to_bytes()))),
    ("EncryptedError", lambda: PrivateKey.from_der(key.to_der(password=b"p"))),
    ("KeyPairError", lambda: PrivateKey.from_der(mixed().to_der())),
    ("CoordinateRangeError", lambda: curve.public_key(b"\4" + b"\xff" * 64)),
    ("PointAtInfinityError", lambda: curve.public_key(b"\0")),
    ("NotOnCurveError", lambda: PublicKey.from_coordinates(curve, 1, 1)),
    ("SubgroupError", lambda: binary.public_key(order_two())),
    ("SubgroupError", lambda: x25519.public_key(bytes(32))),
    ("ScalarZeroError", lambda: curve.private_key(0)),
    ("ScalarZeroError", lambda: ecdsa.verify(key.public_key, bytes(64), MESSAGE)),
    ("ScalarRangeError", lambda: curve.private_key(curve.order)),
    ("ScalarRangeError", lambda: curve.private_key(-1)),
    ("ScalarRangeError", lambda: curve.private_key(1 << 256)),
    ("SharedInfinityError", shared_infinity),
    ("DigestLengthError", lambda: ecdsa.sign_digest(key, b"")),
    ("DigestLengthError", lambda: eddsa.sign_digest(ed25519.generate_key(), hashlib.sha256().digest())),
    ("SignatureError", lambda: ecdsa.verify(key.public_key, SIGNATURE, MESSAGE + b"?")),
    ("UnsupportedError", lambda: ecdsa.sign(x25519.generate_key(), MESSAGE)),
    ("UnsupportedError", lambda: eddsa.sign(key, MESSAGE)),
    ("UnsupportedError", lambda: ecdh.agree(*(ed25519.generate_key() for _ in "a"), ed25519.generate_key().public_key)),
    ("UnsupportedError", lambda: ecies.encrypt(key.public_key, MESSAGE, options=ecies.Options(tag_bytes=7))),
    ("TrailingError", lambda: ecdsa.verify(key.public_key, DER + b"\0", MESSAGE, der=True)),
    ("TrailingError", lambda: PublicKey.from_der(key.public_key.to_der() + b"\0")),
    ("NotMinimalError", lambda: ecdsa.verify(key.public_key, long_length(DER), MESSAGE, der=True)),
    ("NotMinimalError", lambda: PublicKey.from_der(long_length(key.public_key.to_der()))),
    ("YBitError", wrong_y_bit),
    ("FaultError", lambda: ecdsa.sign(mixed(), MESSAGE, checked=True)),
    ("FaultError", lambda: schnorr.sign(mixed(), MESSAGE, checked=True)),
    ("ContextLengthError", lambda: eddsa.sign(ed25519.generate_key(), MESSAGE, context=bytes(256))),
    ("CertificateError", wrong_certificate),
    ("MacError", lambda: ecies.decrypt(key, CIPHERTEXT[:-1] + bytes([CIPHERTEXT[-1] ^ 1]))),
    ("MacError", changed_message),
    ("MacError", wrong_password),
    ("MotecurveError", ended_exchange),
    ("MotecurveError", closed_sender),
    ("UnsupportedError", lambda: hpke.Sender(ed25519.generate_key().public_key)),
    ("UnsupportedError", lambda: hpke.Sender(key.public_key, options=hpke.Options(hash="SHA-1"))),
    ("UnsupportedError", lambda: hpke.Sender(key.public_key, options=hpke.Options(aead="export-only")).seal(MESSAGE)),
    ("LengthError", lambda: hpke.Sender(key.public_key, options=hpke.Options(psk=bytes(31), psk_id=b"31"))),
    ("LengthError", lambda: hpke.Sender(key.public_key, options=hpke.Options(psk=bytes(32)))),
    ("LengthError", lambda: hpke.Sender(key.public_key).export(255 * 32 + 1, b"")),
    ("LengthError", lambda: hpke.derive_key(curve, bytes(31))),
    ("LengthError", lambda: spake2plus.scalars(curve, bytes(79))),
    ("ScalarZeroError", lambda: spake2plus.record(curve, bytes(80))),
    ("UnsupportedError", lambda: spake2plus.scalars(x25519, bytes(80))),
    ("MessageLengthError", long_message),
    ("HighSError", lambda: ecdsa.verify(key.public_key, high_s(), MESSAGE, strict=True)),
    # Arguments that contradict each other.
    ("MotecurveError", lambda: ecdsa.sign(key, MESSAGE, nonce="random", checked=True)),
    ("MotecurveError", lambda: schnorr.sign(key, MESSAGE, nonce="random", checked=True)),
    ("MotecurveError", lambda: eddsa.sign(ed25519.generate_key(), MESSAGE, context=b"c", checked=True)),
    ("UnsupportedError", lambda: ecies.encrypt(key.public_key, MESSAGE, options=ecies.Options(tag_bytes=264))),
    ("UnsupportedError", lambda: motecurve.curve("secp256r1\0")),
    ("UnsupportedError", lambda: ecqv.public_key(bytes(40), key.public_key, hash="SHA-256\0")),
    ("MotecurveError", lambda: motecurve.verify_many([], threads=0)),
    ("MotecurveError", lambda: ecdsa.sign(key, MESSAGE, nonce="best")),
    ("MotecurveError", lambda: ecdsa.sign(key, MESSAGE, hash="MD5")),
    ("MotecurveError", lambda: schnorr.sign(key, MESSAGE, form="short")),
    ("MotecurveError", lambda: ecdh.agree(key, binary.generate_key().public_key)),
    ("MotecurveError", lambda: ecmqv.agree(key, key, binary.generate_key().public_key, key.public_key)),
]


@pytest.mark.parametrize(("name", "call"), RAISES, ids=[f"{name}-{i}" for i, (name, _) in enumerate(RAISES)])
def test_it_is_raised(name, call):
    with pytest.raises(MotecurveError) as raised:
        call()
    assert type(raised.value).__name__ == name and "\n" not in str(raised.value)


def test_every_status_that_a_call_can_give_is_tried():
    never = {"BusyError", "StackError", "ReenteredError", "AbandonedError", "ReaderError", "OverlapError"}
    tried = {name for name, _ in RAISES} | {"RandomError"}
    others = set(MotecurveError.__subclasses__()) - OF_IDENTITIES  # which test_identities.py raises
    assert {kind.__name__ for kind in others} - tried == never


@pytest.mark.parametrize("gives", ["failure", "repetition"])
def test_a_random_source_that_fails(monkeypatch, gives):
    library = curve.library

    def fill(_context, out, count):
        library.ffi.memmove(out, bytes(count), count)
        return 1 if gives == "failure" else 0

    monkeypatch.setattr(library, "random", library.ffi.callback("int(void *, uint8_t *, size_t)", fill))
    for call in (
        curve.generate_key,
        lambda: ecdsa.sign(key, MESSAGE, nonce="random"),
        lambda: schnorr.sign(key, MESSAGE, nonce="random"),
        lambda: ecies.encrypt(key.public_key, MESSAGE),
        lambda: ecqv.issue(key, key.public_key, b"node 17"),
        lambda: hpke.Sender(key.public_key),
        lambda: spake2plus.Prover(curve, *spake2plus.scalars(curve, bytes(range(80)))),
    ):
        with pytest.raises(motecurve.RandomError):
            call()


def test_signatures_of_every_nonce():
    for nonce in ("deterministic", "hedged", "random"):
        for checked in (False, nonce != "random"):
            made = [ecdsa.sign(key, MESSAGE, nonce=nonce, checked=checked, low_s=True) for _ in "ab"]
            assert (made[0] == made[1]) == (nonce == "deterministic")
            ecdsa.verify(key.public_key, made[0], MESSAGE, strict=True)
    ecdsa.verify(key.public_key, high_s(), MESSAGE)


@pytest.mark.parametrize("kind", (bytes, bytearray, memoryview))
def test_exceptions_in_a_circle(kind):
    """The garbage collector clears what a call was given, in any order."""
    for _ in range(20):
        try:
            PublicKey(curve, kind(bytes(65)))
        except MotecurveError as error:
            error.itself = error  # type: ignore[attr-defined]
        gc.collect()

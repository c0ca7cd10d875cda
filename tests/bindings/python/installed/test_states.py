"""HPKE by the vectors of RFC 9180, SPAKE2+ against RFC 9383's numbers of one side, and the states of both: each serves
once, is wiped, and is not copied."""

import copy
import json
import pickle
import threading

import pytest
from known import VECTORS

import motecurve
from motecurve import MotecurveError, hpke, spake2plus

CURVES = {16: "secp256r1", 17: "secp384r1", 18: "secp521r1", 32: "Curve25519", 33: "Curve448"}
AEADS = {1: "aes128-gcm", 2: "aes256-gcm", 3: "chacha20-poly1305", 0xFFFF: "export-only"}
HASHES = {1: "SHA-256", 2: "SHA-384", 3: "SHA-512"}
RFC_9180 = json.loads((VECTORS / "hpke/rfc9180.json").read_text())["vectors"]
RFC_9383 = json.loads((VECTORS / "spake2plus/rfc9383.json").read_text())["vectors"]
SEED, NAMES = bytes(range(80)), spake2plus.Names(b"pairing 1.0", b"phone", b"lamp")


def octets(vector: dict, name: str) -> bytes:
    return bytes.fromhex(vector.get(name, ""))


def vector_title(vector: dict) -> str:
    return f"{CURVES[vector['kem_id']]}-{AEADS[vector['aead_id']]}-{vector['mode']}"


def named(curve: str) -> motecurve.Curve:
    """The curve; skips the test if the package was built without it."""
    if curve not in {one.name for one in motecurve.curves()}:
        pytest.skip(f"the package was built without {curve}")
    return motecurve.curve(curve)


@pytest.mark.parametrize("vector", RFC_9180, ids=vector_title)
def test_rfc_9180(vector):
    """The receiver's side: keys, the first messages in their order, exports."""
    curve = named(CURVES[vector["kem_id"]])
    key = hpke.derive_key(curve, octets(vector, "ikmR")) if vector.get("ikmR") else None
    key = key or curve.private_key(octets(vector, "skRm"))
    assert key.to_bytes() == octets(vector, "skRm")
    options = hpke.Options(
        *(HASHES[vector["kdf_id"]], AEADS[vector["aead_id"]], octets(vector, "psk"), octets(vector, "psk_id"))
    )
    peer = curve.public_key(octets(vector, "pkSm")) if vector.get("pkSm") else None
    with hpke.Receiver(key, octets(vector, "enc"), peer, info=octets(vector, "info"), options=options) as receiver:
        for one in vector["encryptions"][:3]:
            assert receiver.open(octets(one, "ct"), octets(one, "aad")) == octets(one, "pt")
        for one in vector["exports"]:
            assert receiver.export(one["L"], octets(one, "exporter_context")) == octets(one, "value")


@pytest.mark.parametrize("has_key", [False, True])
@pytest.mark.parametrize("has_psk", [False, True])
@pytest.mark.parametrize("name", ["secp256r1", "Curve25519"])
def test_every_mode(name, has_key, has_psk):
    key, own = (motecurve.curve(name).generate_key() for _ in range(2))
    options = hpke.Options(psk=bytes(32), psk_id=b"name") if has_psk else hpke.DEFAULTS
    sender = hpke.Sender(key.public_key, own if has_key else None, info=b"i", options=options)
    receiver = hpke.Receiver(key, sender.enc, own.public_key if has_key else None, info=b"i", options=options)
    assert receiver.open(sender.seal(b"21.5", b"node"), b"node") == b"21.5"
    assert len(options.psk) == 0 or "psk=" not in repr(options)
    other = hpke.Receiver(key, sender.enc, key.public_key, info=b"i", options=options)
    with pytest.raises(motecurve.MacError):
        other.open(sender.seal(b"21.5"))


def test_threads_share_a_sender():
    """Every message has its own number: one receiver opens them all."""
    key = motecurve.curve("Curve25519").generate_key()
    sender, sealed = hpke.Sender(key.public_key), []
    threads = [
        threading.Thread(target=lambda: sealed.extend(sender.seal(b"21.5") for _ in range(20))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(sealed)) == 80
    again = hpke.Receiver(key, sender.enc)
    for _ in range(80):
        sealed.remove(next(one for one in sealed if opens(again, one)))


def opens(receiver: hpke.Receiver, ciphertext: bytes) -> bool:
    """The receiver waits where it was if it does not."""
    try:
        return receiver.open(ciphertext) == b"21.5"
    except motecurve.MacError:
        return False


@pytest.mark.parametrize("number", range(len(RFC_9383)))
def test_rfc_9383(number):
    """Records of the RFC's w1, and both sides with its numbers."""
    vector = RFC_9383[number]
    bits = vector["context"].split("-")[1].removeprefix("P")
    curve = named(f"secp{bits}r1")
    w0, w1, point = (octets(vector, name) for name in ("w0", "w1", "L"))
    seed = bytes(8) + w0 + bytes(8) + w1
    assert spake2plus.record(curve, seed) == (spake2plus.scalars(curve, seed).w0, point)
    hash_name = "SHA-512" if "-SHA512-HKDF" in vector["context"] else "SHA-256"
    prover = spake2plus.Prover(curve, w0, w1)
    verifier = spake2plus.Verifier(curve, prover.share, w0, point, names=NAMES, hash=hash_name)
    finished = prover.finish(verifier.share, verifier.confirmation, names=NAMES, hash=hash_name)
    assert verifier.finish(finished.confirmation) == finished.key and len(finished.key) in (32, 64)


def states() -> list:
    key, curve = motecurve.curve("Curve25519").generate_key(), motecurve.curve("secp256r1")
    sender, prover = hpke.Sender(key.public_key), spake2plus.Prover(curve, *spake2plus.scalars(curve, SEED))
    verifier = spake2plus.Verifier(curve, prover.share, *spake2plus.record(curve, SEED))
    return [sender, hpke.Receiver(key, sender.enc), prover, verifier]


@pytest.mark.parametrize("index", range(4), ids=["sender", "receiver", "prover", "verifier"])
def test_states_are_wiped_and_not_copied(index):
    state = states()[index]
    memory = state._library.ffi.buffer(state._state)
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="not pickled or copied"):
            attempt(state)
    assert any(bytes(memory))
    with state:
        pass
    assert not any(bytes(memory))
    state.close()


def test_an_exchange_ends_with_its_first_answer():
    """Neither a wrong confirmation nor the right one leaves anything to try."""
    for wrong in (False, True):
        _, _, prover, verifier = states()
        memories = [one._library.ffi.buffer(one._state) for one in (prover, verifier)]
        confirmation = verifier.confirmation
        if wrong:
            with pytest.raises(motecurve.MacError):
                prover.finish(verifier.share, bytes(32))
            with pytest.raises(motecurve.MacError):
                verifier.finish(bytes(32))
        else:
            verifier.finish(prover.finish(verifier.share, confirmation).confirmation)
        assert not any(map(any, map(bytes, memories)))
        for call in (lambda: prover.finish(verifier.share, confirmation), lambda: verifier.finish(bytes(32))):  # noqa: B023
            with pytest.raises(MotecurveError, match="has ended"):
                call()

"""Secrets show nowhere, and are wiped."""

import copy
import gc
import pickle

import pytest

import motecurve
from motecurve import Signed, ecdh, ecdsa
from motecurve.library import own

MESSAGE = b"node 17: 21.5 degrees"


def pairs():
    key = motecurve.curve("secp256r1").generate_key()
    return key, ecdh.agree(key, motecurve.curve("secp256r1").generate_key().public_key)


def forms(secret: bytes) -> list[str]:
    return [secret.hex(), repr(secret)[2:-1], str(int.from_bytes(secret, "big")), secret.hex().upper()]


def test_no_text_shows_a_secret():
    for secret in pairs():
        octets = secret.to_bytes() if isinstance(secret, motecurve.PrivateKey) else bytes(secret)
        for text in (repr(secret), str(secret), f"{secret}", f"{[secret]!r}", repr(vars(type(secret)))):
            assert not any(form in text for form in forms(octets))


def test_no_error_shows_a_secret():
    key, _ = pairs()
    bad = b"\xff" * 32
    with pytest.raises(motecurve.ScalarRangeError) as raised:
        key.curve.private_key(bad)
    assert not any(form in str(raised.value) for form in forms(bad))


def test_secrets_are_not_copied():
    for secret in pairs():
        for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="not pickled or copied"):
                attempt(secret)


@pytest.mark.parametrize("name", ("secp256r1", "sect233k1", "Curve25519", "Ed25519"))
def test_public_keys_are_copied(name):
    """Whatever protocol; what comes back is validated, and as good as before."""
    key = motecurve.curve(name).generate_key()
    for made in (copy.copy, copy.deepcopy, *(pickled(number) for number in range(2, pickle.HIGHEST_PROTOCOL + 1))):
        assert made(key.public_key) == key.public_key and made(key.curve) == key.curve
        assert made([Signed(key.public_key, b"s", b"m")])[0].public_key == key.public_key
    good = pickle.dumps(key.public_key)
    changed = good.replace(key.public_key.to_bytes(), bytes(len(key.public_key.to_bytes())))
    assert changed != good
    with pytest.raises(motecurve.MotecurveError):
        pickle.loads(changed)


def pickled(protocol: int):
    return lambda thing: pickle.loads(pickle.dumps(thing, protocol))


def test_what_else_is_copied():
    error = motecurve.SignatureError("not valid")
    options = motecurve.ecies.Options(), motecurve.hpke.Options(), motecurve.spake2plus.Names()
    for thing in (motecurve.ibe.group(), own(), *options, motecurve.ibe.Identity("node 17"), error):
        for made in (copy.copy, copy.deepcopy, pickled(4)):
            assert vars_of(made(thing)) == vars_of(thing)
    with pytest.raises(TypeError, match="a private key is not pickled or copied, so that none leaks by accident"):
        pickle.dumps(motecurve.curve("secp256r1").generate_key())


def vars_of(thing) -> object:
    return thing.name if isinstance(thing, motecurve.ibe.Group) else str(thing)


def memory_of(secret) -> memoryview:
    return memoryview(own().ffi.buffer(secret.memory))


def test_closed_secrets_are_wiped_and_of_no_use():
    for secret in pairs():
        memory = memory_of(secret)
        assert any(memory)
        with secret:
            pass
        assert not any(memory)
        secret.close()
        for attempt in (lambda: secret.memory, lambda: secret == secret):  # noqa: B023 - called here
            with pytest.raises(motecurve.MotecurveError, match="was closed, and is wiped"):
                attempt()
        assert "closed" in repr(secret) or isinstance(secret, motecurve.PrivateKey)
    key, _ = pairs()
    key.close()
    for attempt in (key.to_bytes, key.to_pem, lambda: ecdsa.sign(key, MESSAGE)):
        with pytest.raises(motecurve.MotecurveError, match="was closed, and is wiped"):
            attempt()


def test_deleted_secrets_are_wiped():
    key, secret = pairs()
    memories = [memory_of(key), memory_of(secret)]
    del key, secret
    gc.collect()
    assert not any(map(any, memories))


def test_a_shared_secret_becomes_keys():
    _, secret = pairs()
    assert len(secret) == 32 and len(secret.hkdf(100)) == 100
    assert len({secret.hkdf(32), secret.hkdf(32, info=b"a"), secret.hkdf(32, salt=b"a"), secret.kdf_x963(32)}) == 4
    with pytest.raises(motecurve.LengthError):
        secret.hkdf(255 * 32 + 1)

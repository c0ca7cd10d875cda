"""Every protocol against answers that other code computed."""

import hashlib

import pytest
from known import CURVES, answers, octets, point, rfc, wycheproof

import motecurve
from motecurve import MotecurveError, PrivateKey, PublicKey, ecdh, ecdsa, ecies, ecmqv, ecqv, eddsa, elgamal, schnorr


def is_valid(verify, *arguments, **options) -> bool:
    try:
        verify(*arguments, **options)
    except MotecurveError:
        return False
    return True


@pytest.mark.parametrize("name", CURVES)
def test_ecdh(name):
    curve = motecurve.curve(name)
    for row in answers(name, "ecdh"):
        own = PrivateKey(curve, row["d"])
        assert bytes(ecdh.agree(own, point(curve, row, "p"))) == octets(row["secret"], curve.field_bytes)


def test_ecdh_with_the_cofactor():
    """The same without the cofactor, by multiplying the private key by the cofactor."""
    curve = motecurve.curve("sect233k1")
    own, peer = curve.generate_key(), curve.generate_key().public_key
    times = curve.private_key(own.to_int() * curve.facts.cofactor % curve.order)
    assert ecdh.agree(own, peer, cofactor=True) == ecdh.agree(times, peer) != ecdh.agree(own, peer)


@pytest.mark.parametrize("name", CURVES)
def test_schnorr(name):
    curve = motecurve.curve(name)
    rows = answers(name, "schnorr-sign")
    for row in rows:
        own, message = PrivateKey(curve, row["d"]), octets(row["message"], 32)
        signature = octets(row["r"], 32) + octets(row["s"], curve.scalar_bytes)
        assert schnorr.sign(own, message) == schnorr.sign(own, message, checked=True) == signature
        schnorr.verify(own.public_key, signature, message)
        assert not is_valid(schnorr.verify, own.public_key, signature, message, form="optimised")
    assert len(rows) > 5


@pytest.mark.parametrize("name", CURVES)
def test_ecqv(name):
    curve = motecurve.curve(name)
    rows = answers(name, "ecqv-receive")
    for row in rows:
        request, authority = PrivateKey(curve, row["k"]), point(curve, row, "p")
        certificate = octets(row["info"], 32) + bytes([row["mark"]]) + octets(row["cx"], curve.field_bytes)
        own = ecqv.receive(certificate, octets(row["r"], curve.scalar_bytes), request, authority)
        assert own.to_int() == row["d"]
        assert own.public_key == point(curve, row, "q") == ecqv.public_key(certificate, authority)
    assert len(rows) > 5


@pytest.mark.parametrize("name", CURVES)
def test_ecmqv(name):
    curve = motecurve.curve(name)
    rows = answers(name, "ecmqv")
    for row in rows:
        own, ephemeral = PrivateKey(curve, row["d"]), PrivateKey(curve, row["t"])
        secret = ecmqv.agree(own, ephemeral, point(curve, row, "p"), point(curve, row, "q"))
        assert bytes(secret) == octets(row["secret"], curve.field_bytes)
    assert len(rows) > 5


@pytest.mark.parametrize("name", CURVES)
def test_ecies(name):
    curve = motecurve.curve(name)
    rows = answers(name, "ecies-encrypt")
    for row in rows:
        message, ephemeral = octets(row["message"], 32), PrivateKey(curve, row["k"])
        ciphertext = point(curve, row, "r").to_bytes() + octets(row["body"], 32) + octets(row["tag"], 16)
        assert ecies.encrypt_given(point(curve, row, "p"), message, ephemeral) == ciphertext
    for row in answers(name, "ecies-decrypt"):
        ciphertext = point(curve, row, "r").to_bytes() + octets(row["body"], 32) + octets(row["tag"], 16)
        assert ecies.decrypt(PrivateKey(curve, row["d"]), ciphertext) == octets(row["message"], 32)
    assert len(rows) > 5


@pytest.mark.parametrize("name", CURVES)
def test_elgamal(name):
    curve = motecurve.curve(name)
    rows = answers(name, "elgamal-decrypt")
    for row in rows:
        ciphertext = point(curve, row, "r").to_bytes() + point(curve, row, "c").to_bytes()
        assert elgamal.decrypt_point(PrivateKey(curve, row["d"]), ciphertext) == point(curve, row, "m")
    key, peer = curve.generate_key(), curve.generate_key().public_key
    assert elgamal.decrypt_point(key, elgamal.encrypt_point(key.public_key, peer)) == peer
    full = bytes(range(elgamal.capacity(curve)))
    for message in (b"", b"node 17", full):
        assert elgamal.extract(elgamal.embed(curve, message)) == message
        assert elgamal.decrypt(key, elgamal.encrypt(key.public_key, message)) == message
    with pytest.raises(motecurve.MessageLengthError):
        elgamal.encrypt(key.public_key, full + b"?")


@pytest.mark.parametrize("name", [*CURVES, "Curve25519"])
def test_elgamal_hashed(name):
    """The key derivation from the shared secret hides the text."""
    key, message = motecurve.curve(name).generate_key(), b"node 17: 21.5 degrees" * 5
    for hash in ("SHA-256", "SHA-512"):
        ciphertext = elgamal.hashed_encrypt(key.public_key, message, hash=hash)
        assert elgamal.hashed_decrypt(key, ciphertext, hash=hash) == message
        ephemeral, hidden = ciphertext[: key.curve.public_key_bytes], ciphertext[key.curve.public_key_bytes :]
        pad = ecdh.agree(key, key.curve.public_key(ephemeral)).kdf_x963(len(message), hash=hash)
        assert bytes(a ^ b for a, b in zip(hidden, pad, strict=True)) == message


@pytest.mark.parametrize("name", ["P-256", "K-233", "B-233"])
def test_rfc6979(name):
    curve, vectors = motecurve.curve(name), rfc("rfc6979")["curves"][name]
    own = PrivateKey(curve, bytes.fromhex(vectors["private_key"]))
    for case in vectors["signatures"]:
        message, half = case["message"].encode(), curve.scalar_bytes
        signature = octets(int(case["r"], 16), half) + octets(int(case["s"], 16), half)
        assert ecdsa.sign(own, message, hash=case["hash"]) == signature
        ecdsa.verify(own.public_key, signature, message, hash=case["hash"])
        digest = hashlib.new(case["hash"].replace("-", ""), message).digest()
        ecdsa.verify_digest(own.public_key, signature, digest)
        if case["hash"] == "SHA-256":
            assert ecdsa.sign_digest(own, digest) == ecdsa.sign_digest(own, digest, checked=True) == signature
    assert len(vectors["signatures"]) == 10


def test_rfc7748():
    vectors, curve = rfc("rfc7748")["functions"]["Curve25519"], motecurve.curve("X25519")
    for case in vectors["cases"]:
        own, peer = PrivateKey(curve, bytes.fromhex(case["scalar"])), PublicKey(curve, bytes.fromhex(case["u"]))
        assert bytes(ecdh.agree(own, peer)).hex() == case["result"]


def test_rfc8032():
    instances, curve = rfc("rfc8032")["instances"], motecurve.curve("Ed25519")
    for name in ("Ed25519", "Ed25519ctx", "Ed25519ph"):
        for case in instances[name]:
            own, message, context, signature = (
                bytes.fromhex(case[key]) for key in ("private_key", "message", "context", "signature")
            )
            key = PrivateKey(curve, own)
            assert key.public_key.to_bytes().hex() == case["public_key"]
            if name == "Ed25519ph":
                digest = hashlib.sha512(message).digest()
                assert eddsa.sign_digest(key, digest, context=context) == signature
                eddsa.verify_digest(key.public_key, signature, digest, context=context)
            else:
                assert eddsa.sign(key, message, context=context) == signature
                assert context or eddsa.sign(key, message, checked=True) == signature
                with eddsa.ExpandedKey(key) as expanded:
                    assert expanded.sign(message, context=context) == signature
                eddsa.verify(key.public_key, signature, message, context=context)
                assert not is_valid(eddsa.verify, key.public_key, signature, message, context=context + b"?")


@pytest.mark.parametrize("der", [True, False])
def test_wycheproof_ecdsa(der):
    curve, count = motecurve.curve("secp256r1"), 0
    for group, case in wycheproof(f"ecdsa_secp256r1_sha256{'' if der else '_p1363'}"):
        key = PublicKey(curve, bytes.fromhex(group["publicKey"]["uncompressed"]))
        assert PublicKey.from_pem(group["publicKeyPem"]) == key
        found = is_valid(ecdsa.verify, key, bytes.fromhex(case["sig"]), bytes.fromhex(case["msg"]), der=der)
        assert found == (case["result"] == "valid"), case
        count += 1
    assert count > 200


def test_wycheproof_eddsa():
    count = 0
    for group, case in wycheproof("ed25519"):
        key = PublicKey.from_pem(group["publicKeyPem"])
        found = is_valid(eddsa.verify, key, bytes.fromhex(case["sig"]), bytes.fromhex(case["msg"]))
        assert found == (case["result"] == "valid"), case
        count += 1
    assert count > 100


def test_wycheproof_key_files():
    """Keys in PEM with every kind of damage: valid keys agree on the right secret, and invalid input gives none."""
    agreed, refused = 0, 0
    for _, case in wycheproof("ecdh_secp256r1_pem"):
        own = PrivateKey.from_pem(case["private"])
        try:
            secret = ecdh.agree(own, PublicKey.from_pem(case["public"]))
        except MotecurveError:
            assert case["result"] != "valid" or "UnnamedCurve" in case["flags"], case
            refused += 1
            continue
        assert case["result"] != "invalid" and bytes(secret).hex() == case["shared"], case
        agreed += 1
    assert agreed > 300 and refused > 50


def test_messages_that_are_read():
    """Signatures are those of the message in memory; what the reader raises is raised."""
    key, message, context = motecurve.curve("Ed25519").generate_key(), bytes(range(200)), b"node 17"
    offsets: list[int] = []

    def read(offset: int, count: int) -> bytes:
        offsets.append(offset)
        return message[offset : offset + count]

    signature = eddsa.sign_read(key, read, len(message), context=context)
    assert signature == eddsa.sign(key, message, context=context) and offsets.count(0) == 2
    eddsa.verify_read(key.public_key, signature, read, len(message), context=context)
    assert not is_valid(eddsa.verify_read, key.public_key, signature, read, len(message))
    with pytest.raises(motecurve.ReaderError):
        eddsa.sign_read(key, read, len(message) + 1)
    with pytest.raises(KeyError, match="gone"):
        eddsa.verify_read(key.public_key, signature, lambda *_: {}["gone"], len(message))


@pytest.mark.parametrize("name", ("SHA-1", "SHA-256", "SHA-512"))
def test_nonces_of_digests(name):
    key, message = motecurve.curve("secp256r1").generate_key(), b"node 17"
    digest = hashlib.new(name.replace("-", ""), message).digest()
    assert ecdsa.sign_digest(key, digest, nonce_hash=name) == ecdsa.sign(key, message, hash=name)
    for others in ({"nonce": "hedged"}, {"checked": True}):
        assert is_valid(ecdsa.sign_digest, key, digest, nonce_hash=name, **others) == (name == "SHA-256")

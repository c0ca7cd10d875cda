"""Keys in every form, in and out; the package `cryptography` is the other side."""

import subprocess

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, x25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

import motecurve
from motecurve import PrivateKey, PublicKey, der, ecdh, ecdsa, ecies, eddsa, encrypted, keyfiles

CURVES = ("secp256r1", "sect233k1", "sect233r1", "Curve25519", "Ed25519")


@pytest.mark.parametrize("name", CURVES)
def test_every_form_of_a_key(name):
    curve = motecurve.curve(name)
    key = curve.generate_key()
    assert PrivateKey(curve, key.to_bytes()) == key != curve.generate_key()
    assert curve.private_key(bytearray(key.to_bytes())) == curve.private_key(memoryview(key.to_bytes())) == key
    for form in ("PKCS8", "SEC1") if curve.is_weierstrass else ("PKCS8",):
        assert PrivateKey.from_der(key.to_der(form)) == PrivateKey.from_pem(key.to_pem(form)) == key
    public = key.public_key
    assert PublicKey.from_der(public.to_der()) == PublicKey.from_pem(public.to_pem().encode()) == public
    assert public == curve.public_key(public.to_bytes()) and hash(public) == hash(curve.public_key(bytes(public)))
    backwards = memoryview(public.to_bytes()[::-1])[::-1]
    assert curve.public_key(backwards) == public


@pytest.mark.parametrize("name", CURVES[:3])
def test_numbers_and_points(name):
    curve = motecurve.curve(name)
    key = curve.private_key(curve.order - 1)
    assert key.to_int() == curve.order - 1
    public = key.public_key
    assert PublicKey.from_coordinates(curve, public.x, public.y) == public
    for form, size in (("compressed", 1 + curve.field_bytes), ("hybrid", curve.public_key_bytes)):
        encoded = public.to_bytes(form)
        assert len(encoded) == size and curve.public_key(encoded) == public


@pytest.mark.parametrize("name", CURVES[3:])
def test_keys_that_are_bytes_are_no_numbers(name):
    key = motecurve.curve(name).generate_key()
    for attempt in (
        lambda: key.curve.private_key(5),
        key.to_int,
        lambda: key.public_key.x,
        lambda: key.public_key.y,
        lambda: PublicKey.from_coordinates(key.curve, 1, 2),
        lambda: key.to_der("SEC1"),
        lambda: key.public_key.to_bytes("compressed"),
    ):
        with pytest.raises(motecurve.UnsupportedError):
            attempt()


OTHERS = {
    "secp256r1": lambda: ec.generate_private_key(ec.SECP256R1()),
    "Curve25519": x25519.X25519PrivateKey.generate,
    "Ed25519": ed25519.Ed25519PrivateKey.generate,
}


@pytest.mark.parametrize("name", OTHERS)
def test_keys_of_cryptography(name):
    """Files equal those of OpenSSL behind that package, byte by byte."""
    other = OTHERS[name]()
    key = PrivateKey.from_cryptography(other)
    assert key.curve.name == name and PublicKey.from_cryptography(other.public_key()) == key.public_key
    assert key.to_pem().encode() == other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = other.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    assert key.public_key.to_pem().encode() == public
    if key.curve.is_weierstrass:
        sec1 = other.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        assert key.to_pem("SEC1").encode() == sec1
    assert PrivateKey.from_cryptography(key.to_cryptography()) == key
    assert PublicKey.from_cryptography(key.public_key.to_cryptography()) == key.public_key


def test_signatures_and_secrets_of_cryptography():
    other, message = OTHERS["secp256r1"](), b"node 17: 21.5 degrees"
    ecdsa.verify(other.public_key(), other.sign(message, ec.ECDSA(hashes.SHA384())), message, hash="SHA-384", der=True)
    other.public_key().verify(ecdsa.sign(other, message, der=True), message, ec.ECDSA(hashes.SHA256()))
    own = motecurve.curve("secp256r1").generate_key()
    assert bytes(ecdh.agree(own, other.public_key())) == other.exchange(ec.ECDH(), own.public_key.to_cryptography())
    assert ecies.decrypt(other, ecies.encrypt(other.public_key(), message)) == message

    other = OTHERS["Curve25519"]()
    own = motecurve.curve("X25519").generate_key()
    assert bytes(ecdh.agree(own, other.public_key())) == other.exchange(own.public_key.to_cryptography())

    other = OTHERS["Ed25519"]()
    other.public_key().verify(eddsa.sign(other, message), message)
    eddsa.verify(other.public_key(), other.sign(message), message)


def test_what_is_no_key_is_a_type_error():
    own = motecurve.curve("secp256r1").generate_key()
    for attempt in (
        lambda: ecdh.agree(own, b"key"),
        lambda: ecdh.agree(own.public_key, own.public_key),
        lambda: own.curve.public_key("text"),
        lambda: own.curve.private_key("text"),
        lambda: ecdsa.sign(own, "text"),
    ):
        with pytest.raises(TypeError):
            attempt()


def test_damaged_files():
    key = motecurve.curve("secp256r1").generate_key()
    for text in (key.to_pem(), key.to_pem("SEC1")):
        for damaged, reason in (
            (text + text, "2 keys in PEM, not one: "),
            (text.replace("BEGIN", "BEGINS"), "the text has no key in PEM"),
            (text[:-9], "a line BEGIN without the line END"),
            ("", "the text has no key in PEM"),
            (text.replace("END", "END "), "a line BEGIN without the line END"),
            (text.replace("-----\n", "-----\n=", 1), "its lines are not base64"),
            (text.encode("utf-16"), "the text is in UTF-16; PEM is ASCII"),
        ):
            with pytest.raises(motecurve.PemError, match=reason):
                PrivateKey.from_pem(damaged)
        with pytest.raises(motecurve.LengthError, match="no key; those have at most"):
            PrivateKey.from_pem(text * 10_000)
        with pytest.raises(motecurve.KeyKindError, match="the key is a private key; a public key is needed"):
            PublicKey.from_pem(text)
    parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
    assert PrivateKey.from_pem(parameters + key.to_pem("SEC1")) == key
    foreign = motecurve.curve("secp256r1").generate_key().public_key.to_bytes()
    with pytest.raises(motecurve.KeyPairError, match="not that of its private key"):
        PrivateKey.from_der(key.to_der().replace(key.public_key.to_bytes(), foreign))


PASSWORD = b"correct horse"


@pytest.mark.parametrize("name", OTHERS)
def test_encrypted_keys_of_cryptography(name, monkeypatch):
    monkeypatch.setattr(encrypted, "ITERATIONS", 1000)
    key = motecurve.curve(name).generate_key()
    theirs = load_pem_private_key(key.to_pem(password=PASSWORD).encode(), PASSWORD)
    assert PrivateKey.from_cryptography(theirs) == key
    text = theirs.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(PASSWORD))
    assert PrivateKey.from_pem(text, password=PASSWORD) == key


@pytest.mark.parametrize("prf", ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512"])
@pytest.mark.parametrize("cipher", ["aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "des3"])
def test_encrypted_keys_of_openssl(cipher, prf):
    key = motecurve.curve("sect233k1").generate_key()
    form = ("-v2", cipher, "-v2prf", f"hmacWith{prf}", "-iter", "50")
    command = ["openssl", "pkcs8", "-topk8", *form, "-passout", f"pass:{PASSWORD.decode()}"]
    text = subprocess.run(command, input=key.to_pem().encode(), capture_output=True, check=True).stdout
    if cipher == "des3":
        message = r"the cipher of the key is of a kind that is not supported, 1\.2\.840\.113549\.3\.7;"
        with pytest.raises(motecurve.UnsupportedError, match=message):
            PrivateKey.from_pem(text, password=PASSWORD)
    else:
        assert PrivateKey.from_pem(text, password=PASSWORD) == key


def test_passwords(monkeypatch):
    monkeypatch.setattr(encrypted, "ITERATIONS", 1)
    key = motecurve.curve("sect233k1").generate_key()
    text, data = key.to_pem(password=PASSWORD), key.to_der(password=PASSWORD)
    assert PrivateKey.from_pem(text, password=PASSWORD) == PrivateKey.from_der(data, password=PASSWORD) == key
    assert key.to_bytes() not in data and text != key.to_pem(password=PASSWORD)
    with pytest.raises(motecurve.EncryptedError, match="the key is encrypted, and its password is needed"):
        PrivateKey.from_pem(text)
    with pytest.raises(motecurve.MotecurveError, match="the key is not encrypted, and a password was given"):
        PrivateKey.from_pem(key.to_pem(), password=PASSWORD)
    with pytest.raises(motecurve.MotecurveError, match='of the form "PKCS8"'):
        key.to_pem("SEC1", password=PASSWORD)
    for empty in (b"", bytearray()):
        with pytest.raises(motecurve.MotecurveError, match="the password is empty; it would protect nothing"):
            key.to_pem(password=empty)
    for number in range(50):
        with pytest.raises(motecurve.MacError, match="the password is not that of the key"):
            PrivateKey.from_der(data, password=b"%d" % number)
    monkeypatch.setattr(encrypted, "ITERATIONS_MAX", 0)
    with pytest.raises(motecurve.UnsupportedError, match="the key takes 1 iterations, at most 0"):
        PrivateKey.from_der(data, password=PASSWORD)


def test_every_changed_byte_of_an_encrypted_file(monkeypatch):
    """The result is a MotecurveError, and never minutes of work."""
    monkeypatch.setattr(encrypted, "ITERATIONS", 1)
    monkeypatch.setattr(encrypted, "ITERATIONS_MAX", 300)
    key = motecurve.curve("secp256r1").generate_key()
    data = key.to_der(password=PASSWORD)
    for index in range(len(data)):
        for changed in (data[:index], data[:index] + data[index + 1 :], data + data[: index + 1]):
            with pytest.raises(motecurve.MotecurveError):
                PrivateKey.from_der(changed, password=PASSWORD)
        for bit in range(8):
            changed = bytearray(data)
            changed[index] ^= 1 << bit
            with pytest.raises(motecurve.MotecurveError):
                PrivateKey.from_der(changed, password=PASSWORD)


def test_a_wrong_password_that_leaves_what_looks_right(monkeypatch):
    """One damage in 65,536 leaves the end and the beginning of a key intact."""
    monkeypatch.setattr(encrypted, "ITERATIONS", 1)
    with pytest.raises(motecurve.MacError):
        PrivateKey.from_der(encrypted.encrypt(b"\x30\x03abc", PASSWORD), password=PASSWORD)


def members(data: bytes) -> list[tuple[int, bytes]]:
    """Tags and contents of the values in DER bytes."""
    found, at = [], 0
    while at < len(data):
        count, start = data[at + 1], at + 2
        if count > 0x80:
            start += count - 0x80
            count = int.from_bytes(data[at + 2 : start], "big")
        found.append((data[at], data[start : start + count]))
        at = start + count
    return found


def damaged(data: bytes) -> list[bytes]:
    """The same DER with one change that leaves it well-formed: a member longer, shorter or gone, or one more in a
    sequence."""
    found = []
    own = members(data)
    for index, (tag, contents) in enumerate(own):
        variants = [contents + b"\0", contents[:-1], b"\0" + contents]
        if tag & der.CONSTRUCTED:
            variants = [*damaged(contents), contents + b"\5\0", b"\5\0" + contents]
        for variant in (None, *variants):
            middle = [] if variant is None else [(tag, variant)]
            found.append(b"".join(der.value(*member) for member in (*own[:index], *middle, *own[index + 1 :])))
    return found


@pytest.mark.parametrize("name", ["sect233k1", "Ed25519"])
@pytest.mark.parametrize("form", ["PKCS8", "SEC1", "public", "encrypted"])
def test_sound_encodings_of_other_things(form, name, monkeypatch):
    """Three changes leave a key: omitting the optional public key, omitting the NULL beside the name of a hash, and a
    zero before the number of SEC 1."""
    monkeypatch.setattr(encrypted, "ITERATIONS", 1)
    monkeypatch.setattr(encrypted, "ITERATIONS_MAX", 1000)
    key = motecurve.curve(name).generate_key()
    if form == "SEC1" and not key.curve.is_weierstrass:
        return
    password = PASSWORD if form == "encrypted" else None
    private = "SEC1" if form == "SEC1" else "PKCS8"
    data = key.public_key.to_der() if form == "public" else key.to_der(private, password=password)
    kept = 0
    for other in damaged(data):
        if other == data:  # shortens a NULL
            continue
        try:
            found = PublicKey.from_der(other) if form == "public" else PrivateKey.from_der(other, password=password)
        except motecurve.MotecurveError:
            continue
        assert found == key, other.hex()
        kept += 1
    assert kept == {"SEC1": 2, "encrypted": 1}.get(form, 0)


# Public keys that begin with 6, 7 and 0xce. In SEC 1 the first two would begin a point in hybrid form.
@pytest.mark.parametrize("secret", [229, 185, 1])
def test_a_curve_under_the_name_of_another_kind_of_key(secret):
    """An Ed25519 key in the form of SEC 1."""
    key = PrivateKey(motecurve.curve("Ed25519"), secret.to_bytes(32, "little"))
    for is_sec1 in (False, True):
        data = keyfiles.public_info(key.curve.oid, is_sec1, key.public_key.to_bytes())
        if is_sec1:
            with pytest.raises(motecurve.EncodingError, match="names Ed25519 where"):
                PublicKey.from_der(data)
        else:
            assert PublicKey.from_der(data) == key.public_key


@pytest.mark.parametrize("secret", range(1, 5))  # y is even and odd
@pytest.mark.parametrize("name", CURVES[:3])
def test_no_file_has_a_point_in_hybrid_form(name, secret):
    """RFC 5480, 2.2."""
    key = motecurve.curve(name).private_key(secret)
    hybrid, private = key.public_key.to_bytes("hybrid"), key.to_bytes()
    for read, data in (
        (PublicKey.from_der, keyfiles.public_info(key.curve.oid, True, hybrid)),
        (PrivateKey.from_der, keyfiles.sec1(private, hybrid, key.curve.oid)),
        (PrivateKey.from_der, keyfiles.pkcs8(key.curve.oid, True, private, hybrid)),
    ):
        with pytest.raises(motecurve.EncodingError, match="hybrid form"):
            read(data)


@pytest.mark.parametrize("form", ["PKCS8", "SEC1", "public"])
def test_every_changed_or_missing_byte_of_a_file(form):
    """The result is a MotecurveError: no value has two forms, and a changed private key has another public key."""
    key = motecurve.curve("sect233k1").generate_key()
    data = key.public_key.to_der() if form == "public" else key.to_der(form)
    read = PublicKey.from_der if form == "public" else PrivateKey.from_der
    for index in range(len(data)):
        for shorter in (data[:index], data[:index] + data[index + 1 :], data + data[: index + 1]):
            with pytest.raises(motecurve.MotecurveError):
                read(shorter)
        for bit in range(8):
            changed = bytearray(data)
            changed[index] ^= 1 << bit
            with pytest.raises(motecurve.MotecurveError):
                read(changed)


def test_facts_of_curves():
    curve = motecurve.curve("1.3.132.0.26")
    assert curve.name == "sect233k1" and curve == motecurve.curve("K-233") and repr(curve) == "<Curve sect233k1>"
    assert (curve.field_bytes, curve.scalar_bytes, curve.public_key_bytes, curve.signature_bytes) == (30, 29, 61, 58)
    assert (curve.facts.field, curve.facts.cofactor, curve.form) == ("F_2^233", 4, "weierstrass")
    assert (curve.security_bits, curve.is_legacy, curve.is_weak) == (111, True, False)
    assert not motecurve.curve("P-256").is_legacy
    names = [each.name for each in motecurve.curves()]
    assert set(names) == {"sect233k1", "sect233r1", "secp256r1", "Curve25519", "Ed25519"}
    with pytest.raises(motecurve.UnsupportedError, match="no curve of this build is named 'P-257'"):
        motecurve.curve("P-257")

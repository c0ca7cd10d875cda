"""Key files that other programs wrote: scalars of any length, what else a PEM has, marks before it, and files of other
kinds, each with its reason."""

import re
import subprocess

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import motecurve
from motecurve import PrivateKey, PublicKey, der, keyfiles, pem

P256, K233 = motecurve.curve("secp256r1"), motecurve.curve("sect233k1")


def openssl(*words: str, stdin: bytes = b"") -> bytes:
    return subprocess.run(["openssl", *words], input=stdin, capture_output=True, check=True).stdout


def in_both_forms(curve: motecurve.Curve, scalar: bytes, point: bytes | None) -> list[bytes]:
    """SEC 1 and PKCS #8 of these bytes, with the public key or without."""
    members = [der.value(der.INTEGER, b"\1"), der.value(der.OCTET_STRING, scalar)]
    public = [] if point is None else [der.value(0xA1, der.value(der.BIT_STRING, b"\0" + point))]
    named = der.value(0xA0, der.object_identifier(curve.oid))
    algorithm = der.value(der.SEQUENCE, der.object_identifier(keyfiles.EC_PUBLIC_KEY), der.object_identifier(curve.oid))
    inner = der.value(der.OCTET_STRING, der.value(der.SEQUENCE, *members, *public))
    return [
        der.value(der.SEQUENCE, *members, named, *public),
        der.value(der.SEQUENCE, der.value(der.INTEGER, b"\0"), algorithm, inner),
    ]


@pytest.mark.parametrize(
    ("curve", "number", "count"),
    [
        *((P256, 1, count) for count in (1, 31, 32, 33, 64)),
        (P256, P256.order - 1, 33),  # as Mbed TLS wrote it
        (P256, 1 << 240, 31),
        (K233, 5, 30),  # OpenSSL up to 1.0.2: as many bytes as the field
        (K233, K233.order - 1, 30),
    ],
)
def test_scalars_of_other_lengths(curve, number, count):
    """OpenSSL reads the same key."""
    key = curve.private_key(number)
    for point in (None, bytes(key.public_key)):
        for data in in_both_forms(curve, number.to_bytes(count, "big"), point):
            assert PrivateKey.from_der(data) == key
            theirs = openssl("pkey", "-inform", "DER", "-outform", "DER", stdin=data)
            assert PrivateKey.from_der(theirs) == key
    ours = PrivateKey.from_der(in_both_forms(curve, number.to_bytes(count, "big"), None)[0])
    assert ours.to_der() == curve.private_key(number).to_der()  # in the one length of a standard


@pytest.mark.parametrize("curve", (P256, K233), ids=("secp256r1", "sect233k1"))
def test_scalars_out_of_range(curve):
    for scalar, kind in (
        (b"", motecurve.ScalarZeroError),
        (b"\0", motecurve.ScalarZeroError),
        (bytes(70), motecurve.ScalarZeroError),
        (curve.order.to_bytes(curve.scalar_bytes, "big"), motecurve.ScalarRangeError),
        (b"\0" + curve.order.to_bytes(curve.scalar_bytes, "big"), motecurve.ScalarRangeError),
        (b"\1" + bytes(curve.scalar_bytes), motecurve.ScalarRangeError),
        (b"\xff" * 1000, motecurve.ScalarRangeError),
    ):
        for data in in_both_forms(curve, scalar, None):
            with pytest.raises(kind):
                PrivateKey.from_der(data)
    with pytest.raises(motecurve.LengthError):  # of RFC 8410: 32 bytes, which are no number
        PrivateKey.from_der(keyfiles.pkcs8(motecurve.curve("X25519").oid, False, bytes(33), b""))


CERTIFICATE = ("req", "-x509", "-key", "/dev/stdin", "-subj", "/CN=node 17", "-days", "1")


def test_what_else_is_in_a_text():
    """Certificates, parameters and the other half of the pair are left alone; two of the kind are refused."""
    key, other = P256.generate_key(), P256.generate_key()
    private, public = key.to_pem(), key.public_key.to_pem()
    certificate = openssl(*CERTIFICATE, stdin=private.encode()).decode()
    parameters = pem.write("EC PARAMETERS", der.object_identifier(P256.oid))
    for text in (
        private + certificate,
        certificate + certificate + private,
        parameters + key.to_pem("SEC1") + certificate,
        "Bag Attributes: über node 17\n" + private + public,
        "\ufeff" + private,
        private.replace("\n", "\r\n"),
    ):
        for given in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
            assert PrivateKey.from_pem(given) == key
    for text in (public + certificate, private + public, "\ufeff" + public):
        assert PublicKey.from_pem(text) == key.public_key
    for text in (private + other.to_pem(), private + key.to_pem("SEC1") + certificate):
        with pytest.raises(motecurve.PemError, match=r"2 keys in PEM, not one: PRIVATE KEY, (EC )?PRIVATE KEY"):
            PrivateKey.from_pem(text)


def test_certificates():
    key = P256.generate_key()
    text = openssl(*CERTIFICATE, "-addext", "keyUsage=digitalSignature", stdin=key.to_pem().encode())
    data = openssl("x509", "-outform", "DER", stdin=text)
    for given in (text, text.decode(), data, bytearray(data), key.to_pem().encode() + text):
        assert PublicKey.from_certificate(given) == key.public_key
    for attempt in (lambda: PublicKey.from_pem(text), lambda: PublicKey.from_der(data)):
        with pytest.raises(motecurve.KeyKindError, match="the key is a certificate; a public key is needed"):
            attempt()
    with pytest.raises(motecurve.KeyKindError, match="the key is a certificate; a private key is needed"):
        PrivateKey.from_pem(text)
    with pytest.raises(motecurve.KeyKindError, match="the key is a public key; a certificate is needed"):
        PublicKey.from_certificate(key.public_key.to_der())
    with pytest.raises(motecurve.PemError, match="2 keys in PEM, not one: CERTIFICATE, CERTIFICATE"):
        PublicKey.from_certificate(text + text)
    for end in range(0, len(data), 11):
        with pytest.raises(motecurve.MotecurveError):
            PublicKey.from_certificate(data[:end])


def test_files_of_other_kinds():
    own = P256.generate_key()
    rsa = openssl("genrsa", "-traditional", "1024")
    eight = openssl("pkcs8", "-topk8", "-nocrypt", stdin=rsa)
    public = openssl("rsa", "-pubout", stdin=rsa)
    old = openssl("ec", "-aes128", "-passout", "pass:p", stdin=own.to_pem().encode())
    explicit = openssl("ec", "-param_enc", "explicit", stdin=own.to_pem().encode())
    spki = openssl("ec", "-pubout", "-param_enc", "explicit", stdin=own.to_pem().encode())
    ssh = pem.write("OPENSSH PRIVATE KEY", b"openssh-key-v1").encode()
    is_rsa = (motecurve.KeyKindError, r"^the key is an RSA key; a key on an elliptic curve is needed$")
    is_old = (motecurve.UnsupportedError, "the key is encrypted in the old way of OpenSSL, with MD5; write it anew")
    has_parameters = (motecurve.CurveNotNamedError, "has all parameters of its curve; only curves by their names")
    for kind, text, (error, reason) in (
        (PrivateKey, rsa, is_rsa),
        (PrivateKey, eight, is_rsa),
        (PublicKey, public, is_rsa),
        (PublicKey, openssl("rsa", "-RSAPublicKey_out", stdin=rsa), is_rsa),
        (PrivateKey, old, is_old),
        (PrivateKey, old.replace(b"Proc-Type: 4,ENCRYPTED\n", b""), is_old),
        (PrivateKey, explicit, has_parameters),
        (PrivateKey, openssl("pkcs8", "-topk8", "-nocrypt", stdin=explicit), has_parameters),
        (PublicKey, spki, has_parameters),
        (PrivateKey, ssh, (motecurve.KeyKindError, "in OpenSSH's own form")),
        (PublicKey, ssh, (motecurve.KeyKindError, "in OpenSSH's own form")),
    ):
        with pytest.raises(error, match=reason):
            kind.from_pem(text)
        if b"DEK-Info" not in text and error is not motecurve.KeyKindError:
            with pytest.raises(error, match=reason):
                kind.from_der(pem.blocks(text)[-1].octets())
    for data in (pem.blocks(rsa)[0].octets(), pem.blocks(eight)[0].octets()):
        with pytest.raises(motecurve.KeyKindError, match=r"an RSA( or DSA)? key; a key on an elliptic curve is needed"):
            PrivateKey.from_der(data)
    with pytest.raises(motecurve.KeyKindError, match="the key is PEM, where DER is needed"):
        PrivateKey.from_der(own.to_pem().encode())


@pytest.mark.parametrize("name", ("secp256r1", "sect233k1", "sect233r1"))
def test_explicit_parameters_are_read_as_they_were_written(name):
    """Those that OpenSSL writes, of a prime field, a trinomial and another group; every changed byte is an error or
    other parameters."""
    text = openssl("ecparam", "-name", {"secp256r1": "prime256v1"}.get(name, name), "-param_enc", "explicit")
    data = pem.blocks(text)[0].octets()
    found = motecurve.parameters.read(der.Reader(data).sequence())
    assert (found.order, found.cofactor) == (motecurve.curve(name).order, motecurve.curve(name).facts.cofactor)
    assert PublicKey(motecurve.curve(name), found.generator) == motecurve.curve(name).private_key(1).public_key
    again = motecurve.parameters.read(der.Reader(found.to_der()).sequence())
    assert again == found and (found.to_der() == data or b"\x03" in data)  # OpenSSL adds the seed of some
    for place in range(len(data)):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        try:
            other = motecurve.parameters.read(der.Reader(changed).sequence())
        except motecurve.MotecurveError as error:
            assert not re.search(r"\n", str(error))
        else:
            assert isinstance(other, motecurve.parameters.Parameters)


def test_points_in_both_forms_of_a_file():
    """A file may have its point compressed."""
    key = P256.generate_key()
    theirs = key.public_key.to_cryptography()
    compressed = theirs.public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
    assert PublicKey.from_der(keyfiles.public_info(P256.oid, True, compressed)) == key.public_key
    for data in in_both_forms(P256, key.to_bytes(), compressed):
        assert PrivateKey.from_der(data) == key

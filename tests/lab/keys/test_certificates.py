"""Certificates as public keys: those that OpenSSL makes, in PEM and DER, with every command that takes a public key."""

import codecs
import json
import subprocess

import pytest

from motelab.common.errors import MotecurveError
from motelab.keys import files
from motelab.subjects import curves
from tests.conftest import require_curve
from tests.lab.conftest import MESSAGE

# Names, OpenSSL's and ours.
NAMES = {
    "prime256v1": "secp256r1",
    "sect163k1": "sect163k1",
    "brainpoolP256r1": "brainpoolP256r1",
    "ED25519": "Ed25519",
}


def openssl(*words: str) -> bytes:
    run = subprocess.run(["openssl", *words], capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


def certify(name: str, *options: str) -> None:
    """own.pem, and certificate.pem and certificate.der for it, valid for a day."""
    require_curve(curves.find(NAMES[name]).name)
    kind = ["-algorithm", name] if name == "ED25519" else ["-algorithm", "EC", "-pkeyopt", f"ec_paramgen_curve:{name}"]
    openssl("genpkey", *kind, "-out", "own.pem")
    openssl(
        "req", "-x509", "-key", "own.pem", "-subj", "/CN=node 17", "-days", "1", "-out", "certificate.pem", *options
    )
    openssl("x509", "-in", "certificate.pem", "-outform", "DER", "-out", "certificate.der")


@pytest.mark.parametrize("name", NAMES)
def test_the_key_of_a_certificate(lab, name):
    certify(name, "-addext", "keyUsage=digitalSignature")
    expected = lab("key public own.pem")[1]
    for form in ("pem", "der"):
        assert lab(f"key public certificate.{form}") == (0, expected, "")
        (shown,) = json.loads(lab(f"key show certificate.{form} --format json")[1])
        assert (shown["kind"], shown["curve"], shown["format"]) == ("public", NAMES[name], form.upper())
        assert shown["container"] == "X.509 certificate, not verified"
    assert lab("sign own.pem message -o signature")[0] == 0
    assert lab("verify certificate.pem signature message")[0] == 0
    assert lab("verify certificate.der signature -", MESSAGE + b"!")[0] == 1


def test_agreement_and_encryption(lab):
    certify("prime256v1")
    lab("key generate --curve P-256 -o peer.pem")
    lab("key public own.pem -o own-public.pem")
    assert lab("ecdh peer.pem certificate.pem")[1] == lab("ecdh peer.pem own-public.pem")[1] != b""
    assert lab("encrypt certificate.der message -o sealed")[0] == 0
    assert lab("decrypt own.pem sealed") == (0, MESSAGE, "")


def test_text_before_it_and_extensions(lab):
    """As `openssl x509 -text` prints it; with extensions."""
    certify("prime256v1", "-addext", "subjectAltName=DNS:node17.example")
    with open("both.pem", "wb") as file:
        file.write(openssl("x509", "-in", "certificate.pem", "-text"))
    assert lab("key public both.pem") == lab("key public own.pem")


def test_a_key_and_its_certificate_in_one_file(lab):
    """As servers keep them, in either order, also with the chain: the key is taken, and shown is what else is there."""
    certify("prime256v1")
    own, certificate = (open(name, "rb").read() for name in ("own.pem", "certificate.pem"))  # noqa: SIM115
    for text, others in (
        (own + certificate, "CERTIFICATE"),
        (certificate + own, "CERTIFICATE"),
        (own + 2 * certificate, "CERTIFICATE, CERTIFICATE"),
        (codecs.BOM_UTF8 + own, None),
        (own, None),
    ):
        with open("both.pem", "wb") as file:
            file.write(text)
        assert lab("key convert both.pem") == (0, own, "")
        (shown,) = json.loads(lab("key show both.pem --format json")[1])
        assert (shown["kind"], shown["container"], shown["beside_it"]) == ("private", "PKCS #8", others)
    assert lab("sign both.pem message -o signature")[0] == 0
    assert lab("verify both.pem signature message")[0] == 0
    lab("key generate --curve P-256 -o other.pem")
    with open("other.pem", "rb") as file, open("both.pem", "wb") as target:
        target.write(own + file.read() + certificate)
    told = "the key both.pem: 2 keys in PEM, not one: PRIVATE KEY, PRIVATE KEY; leave the one that is meant"
    assert lab("sign both.pem message") == (2, b"", f"motecurve: {told}\n")


def test_what_is_refused(lab):
    certify("prime256v1")
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "rsa.pem", "-subj", "/CN=a", "-out", "r.pem")
    with open("certificate.pem", "rb") as file:
        one = file.read()
    with open("chain.pem", "wb") as file:
        file.write(2 * one)
    for line, message in {
        "sign certificate.pem message": "the key certificate.pem is a public key; a private key is needed",
        "key public r.pem": "the key r.pem is an RSA key; a key on an elliptic curve is needed",
        "key public chain.pem": "the key chain.pem: 2 keys in PEM, not one: CERTIFICATE, "
        "CERTIFICATE; leave the one that is meant",
    }.items():
        assert lab(line) == (2, b"", f"motecurve: {message}\n")


def test_a_damaged_certificate_is_refused_in_one_line(lab):
    """Cut short, or with a bit of its key changed: never the same key, usually a MotecurveError."""
    certify("prime256v1")
    with open("certificate.der", "rb") as file:
        whole = file.read()
    key = files.read(whole, None, "the key").key
    for end in range(0, len(whole), 7):
        with pytest.raises(MotecurveError):
            files.read(whole[:end], None, "the key")
    with pytest.raises(MotecurveError, match="DER has 1 bytes after its end"):
        files.read(whole + b"\0", None, "the key")
    start = whole.index(key.to_bytes())
    refused = 0
    for place in range(start - 26, start + len(key.to_bytes())):  # SubjectPublicKeyInfo
        try:
            assert (
                files.read(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :], None, "the key").key != key
            )
        except MotecurveError:
            refused += 1
    assert refused > 60

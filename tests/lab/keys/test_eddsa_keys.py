"""Keys on Ed25519 and Ed448 in files, and the commands `sign` and `verify` with them, together with OpenSSL in both
directions."""

import subprocess

import pytest

from motecurve import eddsa
from motelab.common.errors import MotecurveError
from motelab.keys import files
from motelab.keys.files import Layout
from tests.conftest import require_curve
from tests.lab.conftest import MESSAGE
from tests.lab.keys.test_key_commands import openssl

# RFC 8410, 10.1, 10.3: a public key, its private key, and the private key with an attribute and the public key.
PUBLIC = b"""-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
"""
PRIVATE = b"""-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
"""
WITH_PUBLIC = b"""-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----
"""
CURVES = ("Ed25519", "Ed448")


@pytest.fixture(autouse=True)
def both() -> None:
    """A library of chosen fields may have left one out."""
    for curve in CURVES:
        require_curve(curve)


def test_rfc_8410():
    key = files.read(PRIVATE, None, "key").key
    assert files.read(WITH_PUBLIC, None, "key").key == key
    assert files.read(PUBLIC, None, "key").key == key.public_key
    assert (files.write(key, Layout()), files.write(key.public_key, Layout())) == (PRIVATE, PUBLIC)
    other = WITH_PUBLIC.replace(b"Z9w7lshQ", b"Z9w7lshR")
    with pytest.raises(MotecurveError):
        files.read(other, None, "key")


@pytest.mark.parametrize("name", CURVES)
def test_files_are_those_of_openssl(lab, name):
    """A key of either side, its public key and its encrypted form, read by the other; the same bytes unless something
    is random."""
    openssl("genpkey", "-algorithm", name, "-out", "theirs.pem")
    assert lab("key convert theirs.pem -o same.pem") == (0, b"", "")
    assert lab("key public theirs.pem -o public.pem") == (0, b"", "")
    with open("theirs.pem", "rb") as theirs, open("same.pem", "rb") as same, open("public.pem", "rb") as public:
        assert theirs.read() == same.read()
        assert public.read() == openssl("pkey", "-in", "theirs.pem", "-pubout")
    assert lab(f"key generate --curve {name} --passphrase-file passphrase -o locked.pem") == (0, b"", "")
    opened = openssl("pkey", "-in", "locked.pem", "-passin", "pass:correct horse")
    assert lab("key convert locked.pem --passphrase-file passphrase")[1] == opened
    status, text, _ = lab("key show public.pem --format table")
    assert status == 0 and name.encode() in text


@pytest.mark.parametrize("name", CURVES)
def test_signatures_of_files(lab, name):
    """EdDSA is deterministic: both sides make the same signature."""
    assert lab(f"key generate --curve {name} -o own.pem") == (0, b"", "")
    assert lab("key public own.pem -o public.pem") == (0, b"", "")
    assert lab("sign own.pem message -o ours") == (0, b"", "")
    openssl("pkeyutl", "-sign", "-inkey", "own.pem", "-rawin", "-in", "message", "-out", "theirs")
    with open("ours", "rb") as ours, open("theirs", "rb") as theirs:
        assert ours.read() == theirs.read()
    openssl("pkeyutl", "-verify", "-pubin", "-inkey", "public.pem", "-rawin", "-in", "message", "-sigfile", "ours")
    assert lab("verify public.pem theirs message") == (0, b"the signature is valid\n", "")
    line = "motecurve: the signature is not valid for this key, file and context\n"
    assert lab("verify public.pem theirs -", MESSAGE + b"!") == (1, b"", line)
    assert lab("verify public.pem theirs message --context x") == (1, b"", line)
    assert lab("verify public.pem theirs message --prehash") == (1, b"", line)


@pytest.mark.parametrize("name", CURVES)
def test_contexts_and_digests(lab, name):
    assert lab(f"key generate --curve {name} -o own.pem") == (0, b"", "")
    for options in ("--context 'node 17'", "--prehash", "--prehash --context x"):
        status, signature, _ = lab(f"sign own.pem message {options}")
        with open("signature", "wb") as file:
            file.write(signature)
        assert status == 0 and lab(f"verify own.pem signature message {options}")[0] == 0
    with open("own.pem", "rb") as file:
        key = files.read(file.read(), None, "key").key
    expected = eddsa.sign(key, MESSAGE, context=b"node 17")
    assert lab("sign own.pem message --context 'node 17'")[1] == expected


@pytest.mark.parametrize(
    ("line", "message"),
    (
        ("sign own.pem message --hash sha512", "signatures of Ed25519 have their own hash; leave out --hash"),
        ("sign own.pem message --format der", "signatures of Ed25519 have no form in DER; leave out --format"),
        ("sign own.pem message --context " + 256 * "x", "the context has 256 bytes; it must have at most 255"),
        ("sign public.pem message", "the key public.pem is a public key; a private key is needed"),
        ("verify public.pem message message", "signature on Ed25519: an encoding is shorter or longer"),
        ("verify public.pem high message", "signature on Ed25519: a private key, scalar or half of a signature lies"),
        ("ecdh own.pem public.pem", "keys on Ed25519 are for signatures, not for agreements; take one on Curve25519"),
        ("key convert own.pem --sec1", "keys on Ed25519 have no form in SEC 1"),
        ("key show small.pem", "the key small.pem on Ed25519: the point is outside the subgroup of prime order"),
        ("key show high.pem", "the key high.pem on Ed25519: a coordinate is not a reduced field element"),
    ),
)
def test_bad_input(lab, line, message):
    assert lab("key generate --curve Ed25519 -o own.pem")[0] == lab("key public own.pem -o public.pem")[0] == 0
    spki = bytes.fromhex("302a300506032b6570032100")
    contents = {
        "high": bytes(32) + 32 * b"\xff",
        "small.pem": spki + bytes(32),
        "high.pem": spki + 31 * b"\xff" + b"\x7f",
    }
    for name, octets in contents.items():
        with open(name, "wb") as file:
            file.write(octets)
    status, output, error = lab(line)
    assert (status, output, error.count("\n")) == (2, b"", 1)
    assert error.startswith("motecurve: ") and message in error


def test_openssl_refuses_what_we_refuse_to_read(tmp_path):
    """A private key that is one byte short."""
    damaged = tmp_path / "short.der"
    damaged.write_bytes(bytes.fromhex("302d020100300506032b657004210 41f".replace(" ", "")) + bytes(31))
    run = subprocess.run(["openssl", "pkey", "-inform", "DER", "-in", damaged, "-noout"], capture_output=True)
    assert run.returncode != 0
    with pytest.raises(MotecurveError, match="is shorter or longer than its curve demands"):
        files.read(damaged.read_bytes(), None, "the key")

"""Key files, ECDH and signatures together with OpenSSL, in both directions; each fault in a key file is reported in
one line."""

import dataclasses
import functools
import itertools
import re
import subprocess

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given, settings
from hypothesis import strategies as st
from pyasn1.type import univ

from motecurve import encrypted
from motecurve import pem as pem_of
from motecurve.keyfiles import EC_PUBLIC_KEY
from motecurve.keys import POINT_FORMS, PrivateKey, PublicKey
from motelab.common.errors import MotecurveError
from motelab.keys import files, model
from motelab.keys.files import Layout
from motelab.keys.parameters import generator, written
from motelab.library.host import FieldNotBuilt
from motelab.subjects import curves
from tests.conftest import require_curve
from tests.oracles.key_structures import (
    AlgorithmIdentifier,
    PrivateKeyInfo,
    SpecifiedECDomain,
    SubjectPublicKeyInfo,
    bits,
    decoded,
    encoded,
    filled,
)

# By field and a: -3, general, order longer than the field; binary: Koblitz, random, cofactor 65390; RFC 8410.
SAMPLE = (
    *("secp256r1", "secp521r1", "secp160r1", "brainpoolP256r1", "sect163k1", "sect283r1", "c2pnb176w1", "X25519"),
)
MESSAGE = b"node 17: 21.5 degrees\n"
# OpenSSL's generators of these curves have composite order; under the name of the second OpenSSL has secp160r2.
FOREIGN_GENERATOR = ("Oakley-EC2N-3", "Oakley-EC2N-4")
FOREIGN_CURVE = "wap-wsg-idm-ecid-wtls7"


def openssl(*words: str, stdin: bytes = b"", ok: bool = True) -> bytes:
    run = subprocess.run(["openssl", *words], input=stdin, capture_output=True)
    assert (run.returncode == 0) == ok, run.stderr.decode()
    return run.stdout


@functools.cache
def openssl_names() -> list[str]:
    """Every curve that OpenSSL lists, and those of RFC 8410."""
    return [*re.findall(r"^\s*([\w.-]+)\s*:", openssl("ecparam", "-list_curves").decode(), re.M), "X25519", "X448"]


def openssl_name(name: str) -> str:
    """A name that OpenSSL lists, for a curve that has several."""
    known = curves.find(name).names
    return next(other for other in openssl_names() if other in known or other == name)


@functools.cache
def openssl_key(name: str) -> bytes:
    """A new private key by OpenSSL."""
    curve = (
        ["-algorithm", name] if name.startswith("X") else ["-algorithm", "EC", "-pkeyopt", f"ec_paramgen_curve:{name}"]
    )
    return openssl("genpkey", *curve)


def pem(label: str, data: bytes) -> bytes:
    return pem_of.write(label, data).encode()


def read(data: bytes, passphrase: bytes | None = None) -> PrivateKey | PublicKey:
    return files.read(data, passphrase, "the key").key


def public_of(key: PrivateKey, layout: Layout = Layout()) -> bytes:  # noqa: B008
    return files.write(key.public_key, layout)


@pytest.fixture(params=SAMPLE)
def theirs(request) -> bytes:
    """A key of OpenSSL on a curve of each kind."""
    require_curve(curves.find(request.param).name)
    return openssl_key(request.param if request.param == "X25519" else openssl_name(request.param))


# ---- Both directions


def check_files(theirs: bytes) -> None:
    """We read the files that OpenSSL writes, and write the same bytes."""
    key, public = read(theirs), openssl("pkey", "-pubout", stdin=theirs)
    assert files.write(key, Layout()) == theirs and public_of(key) == public and read(public) == key.public_key
    der = openssl("pkcs8", "-topk8", "-nocrypt", "-outform", "DER", stdin=theirs)
    assert files.write(key, Layout(is_pem=False)) == der and read(der) == key
    assert openssl("pkey", "-check", "-noout", stdin=files.write(key, Layout())) is not None
    if not key.curve.is_weierstrass:
        return
    sec1 = openssl("ec", stdin=theirs)
    assert files.write(key, Layout(is_sec1=True)) == sec1 and read(sec1) == key
    for form in POINT_FORMS:
        other = openssl("ec", "-pubout", "-conv_form", form, stdin=theirs)
        assert public_of(key, Layout(form=form)) == other and read(other) == key.public_key


def check_explicit(theirs: bytes) -> None:
    key, layout = read(theirs), Layout(is_explicit=True)
    for command in (["pkey", "-ec_param_enc", "explicit"], ["ec", "-param_enc", "explicit"]):
        assert read(openssl(*command, stdin=theirs)) == key
    assert (
        read(openssl("ec", "-pubout", "-param_enc", "explicit", "-conv_form", "compressed", stdin=theirs))
        == key.public_key
    )
    text = ["pkey", "-noout", "-text"]
    for form in POINT_FORMS:
        ours = files.write(key, Layout(is_explicit=True, form=form))
        assert read(ours) == key and openssl("pkey", "-check", "-noout", stdin=ours) is not None
        numbers = [openssl(*text, stdin=octets).split(b"pub:")[0] for octets in (ours, theirs)]
        assert numbers[0] == numbers[1]
    assert read(public_of(key, layout)) == key.public_key


def check_agreement(theirs: bytes, folder) -> None:
    key = read(theirs)
    own = model.generate(curves.find(key.curve.name))
    (folder / "theirs").write_bytes(theirs)
    (folder / "own").write_bytes(public_of(own))
    secret = openssl("pkeyutl", "-derive", "-inkey", str(folder / "theirs"), "-peerkey", str(folder / "own"))
    assert (
        model.agree(own, key.public_key) == model.agree(key, own.public_key)
        and bytes(model.agree(own, key.public_key)) == secret
    )


def check_signatures(theirs: bytes, folder, hashes=("sha256",)) -> None:
    key, names = read(theirs), {name: str(folder / name) for name in ("key", "public", "signature", "message")}
    (folder / "key").write_bytes(theirs)
    (folder / "public").write_bytes(public_of(key))
    (folder / "message").write_bytes(MESSAGE)
    for name in hashes:
        digest = ["dgst", f"-{name}"]
        signature = model.sign(key, MESSAGE, name)
        (folder / "signature").write_bytes(signature)
        verify = [*digest, "-verify", names["public"], "-signature", names["signature"], names["message"]]
        assert openssl(*verify) == b"Verified OK\n"
        made = openssl(*digest, "-sign", names["key"], names["message"])
        assert model.verify(key.public_key, made, MESSAGE, name) and not model.verify(
            key.public_key, made, b"other", name
        )
        assert not model.verify(model.generate(curves.find(key.curve.name)).public_key, made, MESSAGE, name)
        raw = model.sign(key, MESSAGE, name, der=False)
        assert model.verify(key.public_key, raw, MESSAGE, name, der=False)
        assert len(raw) == 2 * key.curve.scalar_bytes


def test_files(theirs):
    check_files(theirs)


def test_agreement(theirs, tmp_path):
    check_agreement(theirs, tmp_path)


def test_explicit_parameters(theirs):
    if read(theirs).curve.is_weierstrass:
        check_explicit(theirs)


def test_signatures(theirs, tmp_path):
    if read(theirs).curve.is_weierstrass:
        check_signatures(theirs, tmp_path, model.HASHES if b"MHcCAQ" in theirs else ("sha1", "sha256", "sha512"))


@pytest.mark.parametrize("name", model.NONCE_HASHES)
def test_signatures_are_those_of_cryptography(name):
    key = model.generate(curves.find("P-256"))
    theirs = ec.derive_private_key(int.from_bytes(key.to_bytes(), "big"), ec.SECP256R1())
    algorithm = ec.ECDSA(getattr(hashes, name.upper())(), deterministic_signing=True)
    assert model.sign(key, MESSAGE, name) == theirs.sign(MESSAGE, algorithm)


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("name", openssl_names())
def test_every_curve_of_openssl(name, tmp_path):
    """Everything on every curve that OpenSSL lists. If a curve has several identifiers, OpenSSL takes the key under
    the one that we write. Its keys on SM2 are for other algorithms."""
    theirs = openssl_key(name)
    if name in (*FOREIGN_GENERATOR, FOREIGN_CURVE):
        with pytest.raises(MotecurveError, match=r"not exactly those of a curve known here|no point of the curve"):
            read(theirs)
        return
    key = read(theirs)
    assert key.curve.name == curves.find(name).name
    ours = files.write(key, Layout())
    assert (ours == theirs) == (name in (openssl_name(key.curve.name), "X25519", "X448"))
    if name == "SM2":
        return
    check_files(ours)
    check_agreement(ours, tmp_path)
    if key.curve.is_weierstrass:
        check_explicit(theirs)
        check_signatures(ours, tmp_path)


def test_openssl_lists_most_curves():
    known = {curves.find(name).name for name in openssl_names() if name not in (*FOREIGN_GENERATOR, FOREIGN_CURVE)}
    assert len(openssl_names()) == 84 and len(known) >= 74


@pytest.mark.parametrize("name", ("ipsec3", "ipsec4", "sect113r2", "Curve448"))
def test_written_and_read_again(name):
    """In every layout. ipsec3 and ipsec4 have no object identifier, so all their parameters are written."""
    key = model.generate(curves.find(require_curve(name)))
    for form, is_pem, is_explicit in itertools.product(POINT_FORMS, (True, False), (True, False)):
        layout = Layout(is_pem=is_pem, is_explicit=is_explicit, form=form)
        assert read(files.write(key, layout)) == key and read(public_of(key, layout)) == key.public_key
        if key.curve.is_weierstrass:
            assert read(files.write(key, dataclasses.replace(layout, is_sec1=True))) == key


@pytest.mark.parametrize("name", ("c2onb191v4", "c2onb191v5", "c2onb239v4"))
def test_keys_in_normal_basis(name):
    """Named curves whose points are in normal basis are written; explicit parameters of such curves are refused."""
    key = model.generate(curves.find(require_curve(name)))
    for layout in (Layout(), Layout(is_sec1=True)):
        assert read(files.write(key, layout)) == key
    with pytest.raises(MotecurveError, match="in normal basis, which is not supported"):
        files.write(key, Layout(is_explicit=True))


# ---- Encryption


@pytest.mark.parametrize(
    "options",
    (
        (),
        ("-iter", "1"),
        ("-iter", "100000"),
        ("-v2", "aes-128-cbc"),
        ("-v2", "aes-192-cbc"),
        ("-v2prf", "hmacWithSHA1"),
        ("-v2prf", "hmacWithSHA224"),
        ("-v2prf", "hmacWithSHA384"),
        ("-v2prf", "hmacWithSHA512"),
    ),
)
def test_encrypted_by_openssl(options):
    theirs = openssl_key("prime256v1")
    locked = openssl("pkcs8", "-topk8", "-passout", "pass:correct horse", *options, stdin=theirs)
    assert locked.startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----")
    assert read(locked, b"correct horse") == read(theirs)
    with pytest.raises(MotecurveError, match="wrong passphrase for the key"):
        read(locked, b"correct horsE")
    with pytest.raises(MotecurveError, match="is encrypted: name the file of its passphrase with --passphrase-file"):
        read(locked)


@pytest.mark.parametrize("name", ("prime256v1", "sect163k1", "X25519", "X448"))
def test_encrypted_by_us(name):
    require_curve(curves.find(name).name)
    theirs = openssl_key(name)
    key = read(theirs)
    for is_pem, form in ((True, "PEM"), (False, "DER")):
        locked = files.write(key, Layout(is_pem=is_pem, passphrase=b"correct horse"))
        assert read(locked, b"correct horse") == key
        assert openssl("pkey", "-inform", form, "-passin", "pass:correct horse", stdin=locked) == theirs
    assert locked != files.write(key, Layout(is_pem=False, passphrase=b"correct horse"))


def test_passphrases_that_leave_sound_padding(monkeypatch):
    """One in 256 wrong passphrases gives the byte 1 at the end."""
    key = read(openssl_key("prime256v1"))
    monkeypatch.setattr(encrypted, "ITERATIONS", 1)
    locked = files.write(key, Layout(passphrase=b"correct horse"))
    for number in range(2000):
        with pytest.raises(MotecurveError, match=r"^wrong passphrase for the key$"):
            read(locked, b"%d" % number)


@pytest.mark.parametrize(
    ("command", "message"),
    (
        (("pkcs8", "-topk8", "-scrypt"), "the key derivation of the key is of a kind that is not supported"),
        (("pkcs8", "-topk8", "-v2", "des3"), "the cipher of the key is of a kind that is not supported"),
        (("pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES"), "the encryption of the key is of a kind that is not supported"),
        (("ec", "-aes128"), "is encrypted in the old way of OpenSSL"),
    ),
)
def test_other_encryptions_are_named(command, message):
    locked = openssl(*command, "-passout", "pass:p", stdin=openssl_key("prime256v1"))
    with pytest.raises(MotecurveError, match=message):
        read(locked, b"p")


@pytest.mark.parametrize("iterations", (0, -1, 20_000_001))
def test_iterations_without_end(iterations, monkeypatch):
    key = read(openssl_key("prime256v1"))
    monkeypatch.setattr(encrypted, "ITERATIONS", iterations)
    monkeypatch.setattr(encrypted.hashlib, "pbkdf2_hmac", lambda *_: bytes(32))
    with pytest.raises(MotecurveError, match=f"takes {iterations} iterations, at most 20000000 are taken here"):
        read(files.write(key, Layout(passphrase=b"p")), b"p")


# ---- Refusals


def oid(text: str) -> univ.Any:
    return univ.Any(encoded(univ.ObjectIdentifier(text)))


def spki(algorithm, octets: bytes) -> bytes:
    return encoded(filled(SubjectPublicKeyInfo(), algorithm=algorithm, subjectPublicKey=bits(octets)))


def changed_parameters(curve: curves.Curve, peer: bytes):
    """Each parameter replaced; base: the public key itself, which makes the private key 1 (CVE-2020-0601)."""
    for path, value in (
        (("base",), peer),
        (("base",), generator(curve)[:-1]),
        (("order",), curve.order - 2),
        (("cofactor",), curve.cofactor + 1),
        (("curve", "a"), univ.OctetString(b"\5")),
        (("curve", "b"), univ.OctetString(b"\7")),
        (("fieldID", "parameters"), univ.Any(encoded(univ.Integer((1 << 255) - 19)))),
        (("fieldID", "fieldType"), "1.2.840.10045.1.3"),
    ):
        parameters = decoded(written(curve, explicit=True).to_der(), SpecifiedECDomain(), "the parameters")
        place = parameters
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = value
        yield path, encoded(parameters)


@pytest.mark.parametrize("name", ("secp256r1", "sect163k1"))
def test_explicit_parameters_of_no_known_curve(name):
    curve = curves.find(require_curve(name))
    peer = model.generate(curve).public_key.to_bytes()
    for path, parameters in changed_parameters(curve, peer):
        algorithm = filled(AlgorithmIdentifier(), algorithm=EC_PUBLIC_KEY, parameters=univ.Any(parameters))
        with pytest.raises(MotecurveError) as refused:
            read(spki(algorithm, peer))
        assert "\n" not in str(refused.value) and len(path)


def flipped(data: bytes, position: int) -> bytes:
    return data[:position] + bytes([data[position] ^ 1]) + data[position + 1 :]


def two_curves(key: PrivateKey) -> bytes:
    """PKCS #8 that names secp256k1, around a key of SEC 1 that names secp256r1."""
    algorithm = filled(AlgorithmIdentifier(), algorithm=EC_PUBLIC_KEY, parameters=oid("1.3.132.0.10"))
    inner = files.write(key, Layout(is_pem=False, is_sec1=True))
    return encoded(filled(PrivateKeyInfo(), version=0, privateKeyAlgorithm=algorithm, privateKey=inner))


@functools.cache
def bad_keys() -> dict[str, tuple[bytes, str]]:
    """Bytes, and part of the message."""
    theirs = openssl_key("prime256v1")
    private = openssl("pkcs8", "-topk8", "-nocrypt", "-outform", "DER", stdin=theirs)
    public = openssl("pkey", "-pubout", "-outform", "DER", stdin=theirs)
    sec1 = openssl("ec", "-outform", "DER", stdin=theirs)
    text, key = openssl("pkey", "-pubout", stdin=theirs), read(theirs)
    scalar, point = key.to_bytes(), key.public_key.to_bytes()
    p256 = oid("1.2.840.10045.3.1.7")
    named = filled(AlgorithmIdentifier(), algorithm=EC_PUBLIC_KEY, parameters=p256)
    start = private.index(scalar)
    return {
        "empty": (b"", "is no key, in PEM or in DER"),
        "text": (b"hello\n", "is no key, in PEM or in DER"),
        "a key as a certificate": (pem("CERTIFICATE", public), "is a public key; a certificate is needed"),
        "a request's PEM": (
            pem("CERTIFICATE REQUEST", public),
            "is none but CERTIFICATE REQUEST; a public key",
        ),
        "another label": (pem("PUBLIC KEY", private), "is a private key; a public key is needed"),
        "no END": (text[: text.index(b"-----END")], "a line BEGIN without the line END"),
        "no base64": (text.replace(b"\nM", b"\n!"), "its lines are not base64"),
        "two keys": (text + text, "2 keys in PEM, not one: PUBLIC KEY, PUBLIC KEY"),
        "trailing octets": (public + b"\0\0", "has 2 bytes after its end"),
        "trailing octets in PEM": (pem("PUBLIC KEY", public + b"\0"), "has 1 bytes after its end"),
        "truncated": (public[:-1], "DER ends within a value"),
        "off the curve": (flipped(public, len(public) - 1), "no point of the curve has these coordinates"),
        "short point": (spki(named, point[:-1]), "shorter or longer than its curve demands"),
        "wrong first octet": (spki(named, b"\5" + point[1:]), "starts with, or contains, a byte"),
        "infinity": (spki(named, b"\0"), "the point at infinity"),
        "x too large": (
            spki(named, b"\4" + b"\xff" * 32 + point[33:]),
            "not a reduced field element",
        ),
        "no curve": (spki(filled(AlgorithmIdentifier(), algorithm=EC_PUBLIC_KEY), b"\4"), "does not say which"),
        "RSA": (
            spki(filled(AlgorithmIdentifier(), algorithm="1.2.840.113549.1.1.1"), b"\4"),
            "is an RSA key; a key on an elliptic curve is needed",
        ),
        "unknown curve": (
            spki(filled(AlgorithmIdentifier(), algorithm=EC_PUBLIC_KEY, parameters=oid("1.3.132.0.99")), b"\4"),
            "is on a curve that is not known here, 1.3.132.0.99",
        ),
        "zero": (private[:start] + bytes(32) + private[start + 32 :], "is zero"),
        "too large": (private[:start] + b"\xff" * 32 + private[start + 32 :], "lies outside its range"),
        "another private key": (flipped(private, start + 31), "a public key that is not that of its private key"),
        "two curves": (two_curves(key), "names two curves, 1.3.132.0.10 and 1.2.840.10045.3.1.7"),
        "version": (sec1.replace(b"\x02\x01\x01", b"\x02\x01\x02", 1), "of an unknown version of SEC 1"),
        "not DER": (b"\x30\x81" + public[1:], "has more bytes than it needs"),
    }


def bad_key_names() -> list[str]:
    """None if MC_FIELDS leaves out the curve of these keys."""
    try:
        return [*bad_keys()]
    except FieldNotBuilt:
        return []


@pytest.mark.parametrize("name", bad_key_names())
def test_bad_keys(name):
    octets, message = bad_keys()[name]
    with pytest.raises(MotecurveError, match=re.escape(message)) as refused:
        read(octets)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("kind", ("private", "public", "sec1", "compressed", "X25519"))
def test_changed_octets_of_key_files(kind):
    """A change of any byte is refused, or it makes another key whose only encoding is these bytes."""
    key = model.generate(curves.find("Curve25519" if kind == "X25519" else require_curve("secp256r1")))
    layouts = [Layout(is_pem=False, is_sec1=kind == "sec1", form=form) for form in POINT_FORMS]
    whole = key.public_key if kind in ("public", "compressed") else key
    octets = files.write(whole, layouts[0 if kind == "compressed" else 1])
    for position, value in ((i, v) for i in range(len(octets)) for v in (0, 1, 0x7F, 0x80, 0xFF, octets[i] ^ 1)):
        changed = octets[:position] + bytes([value]) + octets[position + 1 :]
        try:
            found = read(changed)
        except MotecurveError as refused:
            assert "\n" not in str(refused)
        else:
            assert changed in [files.write(found, layout) for layout in layouts], (position, value)


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=80)
    | st.lists(st.sampled_from([b"0", b"\2\1\1", b"\4\0", b"\3\1\0", b"\x80", b"\6\1*"])).map(b"".join)
)
def test_octets_of_any_kind(octets):
    for data in (
        octets,
        pem("PRIVATE KEY", octets),
        b"-----BEGIN " + octets,
        b"\x30" + bytes([len(octets)]) + octets,
    ):
        with pytest.raises(MotecurveError):
            read(data, b"p")

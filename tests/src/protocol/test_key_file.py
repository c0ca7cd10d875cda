"""Key files in C (motecurve/key_file.h): files that OpenSSL makes on every curve that both know, also damaged byte by
byte. The Python package's reader, another program, is the oracle."""

import base64
import ctypes
import functools
import subprocess

import pytest

from motecurve import pem
from motelab.common.errors import MotecurveError
from motelab.keys import files, model
from motelab.library import host
from motelab.library.host import Status
from motelab.subjects import curves
from tests.conftest import require_curve, share
from tests.lab.keys.test_keys import FOREIGN_CURVE, FOREIGN_GENERATOR, openssl, openssl_key, openssl_name, openssl_names
from tests.lab.keys.test_keys import pem as pem_of

pytestmark = pytest.mark.word_sizes(64)  # bytes are read one by one at every size

ROOM = 160  # MC_MAX_PUBLIC_KEY_BYTES and MC_MAX_SCALAR_BYTES are less
FILLER = b"\xaa"
SAMPLE = ("sect163k1", "secp256r1", "X25519", "Ed25519")
READERS = {"PUBLIC KEY": "public_key", "PRIVATE KEY": "private_key", "EC PRIVATE KEY": "private_key"}
READERS |= {"CERTIFICATE": "certificate_public_key"}
EC_KEY, P256 = "06072a8648ce3d0201", "06082a8648ce3d030107"


@functools.cache
def library() -> ctypes.CDLL:
    found = ctypes.CDLL(str(host.build(64) / host.CATALOGUE))
    found.mc_curve_find.restype = ctypes.c_void_p
    found.mc_curve_name.restype = ctypes.c_char_p
    return found


def read(kind: str, data: bytes) -> tuple[Status, str | None, bytes]:
    """Status, curve and key of mc_<kind>_from_der, or _from_pem; checks everything that the call may write."""
    size = 72 if kind == "private_key" else 145
    key, found = ctypes.create_string_buffer(FILLER * ROOM, ROOM), ctypes.c_void_p(1)
    given = (ctypes.c_char * len(data)).from_buffer_copy(data)  # of the exact size, for valgrind and sanitizers
    form = "pem" if pem.is_pem(data) else "der"
    status = Status(library()[f"mc_{kind}_from_{form}"](key, ctypes.byref(found), given, ctypes.c_size_t(len(data))))
    assert key.raw[size:] == FILLER * (ROOM - size), "written behind the key"
    if status != Status.OK:
        assert found.value is None and key.raw[:size] == bytes(size), f"{status.name} leaves a key"
        return status, None, b""
    name = library().mc_curve_name(found).decode()
    bytes_of = library().mc_curve_scalar_bytes if kind == "private_key" else library().mc_curve_public_key_bytes
    count = bytes_of(found)
    assert key.raw[count:size] == bytes(size - count), "zeros follow a shorter key"
    return status, name, key.raw[:count]


def by_lab(data: bytes) -> tuple[str, bytes] | None:
    """Curve and key by the lab's reader; None if it refuses them, or the build does not have the curve."""
    try:
        key = files.read(data, None, "the key").key
    except (MotecurveError, host.FieldNotBuilt):
        return None
    return key.curve.name, key.to_bytes()


def body(data: bytes) -> bytes:
    """The DER in a PEM."""
    return pem.blocks(data)[-1].octets()


def label_of(data: bytes) -> str:
    return pem.blocks(data)[-1].label


def is_of_rfc8410(theirs: bytes) -> bool:
    """Whether a private key is one of X25519, X448, Ed25519 or Ed448."""
    return bytes.fromhex(EC_KEY) not in body(theirs)


def made_by_openssl(theirs: bytes) -> list[bytes]:
    """A private key in PKCS #8, in all forms with its public key."""
    found = [theirs, openssl("pkey", "-pubout", stdin=theirs)]
    if is_of_rfc8410(theirs):
        return found
    found += [openssl("ec", stdin=theirs), openssl("ec", "-no_public", stdin=theirs)]
    found.append(openssl("ec", "-pubout", "-conv_form", "compressed", stdin=theirs))
    return [key for key in found if label_of(key) in READERS]  # the older form of SM2's has a label of its own


def refuses(data: bytes, status: Status, kind: str | None = None) -> None:
    assert read(kind or READERS[label_of(data)], data)[0] == status


def known(name: str) -> bool:
    """Whether this build has OpenSSL's curve of that name, with the same parameters."""
    if name in FOREIGN_GENERATOR:
        return False
    try:
        return library().mc_curve_find(curves.find(name).name.encode()) is not None
    except MotecurveError:
        return False


@pytest.mark.parametrize("name", share([*openssl_names(), "ED25519", "ED448"], 4))
def test_every_curve_of_openssl(name):
    theirs = openssl("genpkey", "-algorithm", name) if name.startswith("ED") else openssl_key(name)
    if name == FOREIGN_CURVE:  # OpenSSL has other parameters under the identifier
        refuses(theirs, Status.ERROR_NOT_ON_CURVE)
        return
    if not known(name):
        refuses(theirs, Status.ERROR_UNSUPPORTED) if name not in FOREIGN_GENERATOR else None
        return
    expected = by_lab(theirs)
    for data in made_by_openssl(theirs):
        for form in (data, body(data), data.replace(b"\n", b"\r\n"), b"text before\n" + data + b"text after\n"):
            assert read(READERS[label_of(data)], form) == (Status.OK, *(by_lab(data) or ()))
    assert expected is not None


@pytest.fixture(scope="module", params=SAMPLE)
def theirs(request) -> bytes:
    require_curve(curves.find(request.param).name)
    if request.param == "Ed25519":
        return openssl("genpkey", "-algorithm", "ED25519")
    return openssl_key(request.param if request.param == "X25519" else openssl_name(request.param))


def agree_on(data: bytes, kind: str, changed: bytes) -> bool:
    """Compares the verdicts of the lab and of C on a damaged file; True if both accept it."""
    status, *found = read(kind, changed)
    expected = by_lab(changed)
    if expected is not None and base64_ends_loosely(changed):
        assert status == Status.ERROR_PEM
        return False
    if expected is not None and not same_label(changed, kind):
        return False
    assert (status == Status.OK) == (expected is not None), (status, changed.hex(), changed)
    assert expected is None or tuple(found) == expected
    return status == Status.OK


def same_label(changed: bytes, kind: str) -> bool:
    if pem.is_pem(changed):
        return READERS.get(label_of(changed)) == kind
    return True


def base64_ends_loosely(changed: bytes) -> bool:
    """Whether the last character of base64 has bits that belong to no byte; Python ignores them."""
    if not pem.is_pem(changed):
        return False
    lines = [line.strip() for line in changed.split(b"\n") if line.strip() and not line.startswith(b"-----")]
    text = b"".join(b"".join(lines).split())
    return base64.b64encode(base64.b64decode(text)) != text


def test_every_byte_changed_and_every_length(theirs):
    """Each byte with one bit changed, with another bit, and with all; each beginning of the file."""
    for data in made_by_openssl(theirs):
        kind = READERS[label_of(data)]
        for form in (body(data), data):
            for at in range(len(form)):
                assert read(kind, form[:at])[0] != Status.OK or form[at:].strip() == b""
                for change in (0x01, 0x20, 0x80, 0xFF):
                    agree_on(data, kind, form[:at] + bytes([form[at] ^ change]) + form[at + 1 :])
            assert read(kind, form + b"\0")[0] == (Status.ERROR_TRAILING if form == body(data) else Status.OK)


def test_certificates(theirs, tmp_path):
    """Each byte of a certificate changed: it is refused, or the key is as valid as before."""
    key = files.read(theirs, None, "the key").key
    if key.curve.form == "montgomery":
        pytest.skip("a key that signs nothing has no certificate of its own")
    (tmp_path / "own.pem").write_bytes(theirs)
    own = str(tmp_path / "own.pem")
    certificate = openssl("req", "-x509", "-key", own, "-subj", "/CN=node 17", "-days", "1")
    expected = (Status.OK, key.curve.name, key.public_key.to_bytes())
    for form in (certificate, body(certificate)):
        assert read("certificate_public_key", form) == expected
    der = body(certificate)
    place = der.index(key.public_key.to_bytes())
    for at in range(len(der)):
        assert read("certificate_public_key", der[:at])[0] != Status.OK
        changed = der[:at] + bytes([der[at] ^ 0x21]) + der[at + 1 :]
        status, _, found = read("certificate_public_key", changed)
        if place <= at < place + len(key.public_key.to_bytes()):
            assert status != Status.OK or found == changed[place : place + len(key.public_key.to_bytes())]
        elif status == Status.OK:
            assert found == key.public_key.to_bytes()
    for form in (theirs + certificate, certificate + theirs, b"\xef\xbb\xbf" + certificate):
        assert read("certificate_public_key", form) == expected
    assert read("private_key", certificate + theirs) == (Status.OK, key.curve.name, key.to_bytes())
    refuses(certificate * 2, Status.ERROR_PEM)
    refuses(certificate, Status.ERROR_KEY_KIND, "public_key")
    refuses(pem_of("PUBLIC KEY", der), Status.ERROR_KEY_KIND, "public_key")


def value(tag: int, *contents: bytes) -> bytes:
    joined = b"".join(contents)
    count = len(joined)
    length = bytes([count]) if count < 128 else bytes([0x81, count]) if count < 256 else b"\x82" + count.to_bytes(2)
    return bytes([tag]) + length + joined


P256_KEY = bytes(range(1, 33))
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@functools.cache
def p256_point(key: bytes = P256_KEY) -> bytes:
    require_curve("secp256r1")
    return model.private_key(curves.find("secp256r1"), key).public_key.to_bytes()


def algorithm(*names: str) -> bytes:
    return value(0x30, *map(bytes.fromhex, names))


def bits(octets: bytes, unused: int = 0) -> bytes:
    return value(0x03, bytes([unused]), octets)


def sec1(*more: bytes, version: int = 1, key: bytes = P256_KEY) -> bytes:
    return value(0x30, value(0x02, bytes([version])), value(0x04, key), *more)


def pkcs8(inner: bytes, *more: bytes, version: int = 0, names: tuple[str, ...] = (EC_KEY, P256)) -> bytes:
    return value(0x30, value(0x02, bytes([version])), algorithm(*names), value(0x04, inner), *more)


NAMED = value(0xA0, bytes.fromhex(P256))
OTHER_NAME = value(0xA0, bytes.fromhex("06052b81040001"))  # sect163k1
X25519 = "06032b656e"


def private_files() -> dict[str, tuple[bytes, Status]]:
    """Files, and the expected verdict on them."""
    point, other = p256_point(), p256_point(bytes(31) + b"\5")
    hybrid = model.public_key(curves.find("secp256r1"), point).to_bytes("hybrid")
    beside = value(0xA1, bits(point))
    attributes = value(0xA0, value(0x30, bytes.fromhex("06032a0304"), value(0x31, value(0x02, b"\1"))))
    explicit = value(0xA0, value(0x30, value(0x02, b"\1")))
    x_key = value(0x04, bytes(range(32)))
    good = {
        "SEC 1": sec1(NAMED, beside),
        "SEC 1 without a point": sec1(NAMED),
        "PKCS #8": pkcs8(sec1(beside)),
        "PKCS #8 with both names": pkcs8(sec1(NAMED, beside)),
        "PKCS #8 with attributes": pkcs8(sec1(), attributes),
        "version 1": pkcs8(sec1(beside), value(0x81, b"\0", point), version=1),
        "version 1 with attributes": pkcs8(sec1(), attributes, value(0x81, b"\0", point), version=1),
    }
    bad = {
        "no name": (sec1(beside), Status.ERROR_CURVE_NOT_NAMED),
        "explicit in SEC 1": (sec1(explicit, beside), Status.ERROR_CURVE_NOT_NAMED),
        "explicit": (pkcs8(sec1(), names=(EC_KEY, "3003020101")), Status.ERROR_CURVE_NOT_NAMED),
        "implicit": (pkcs8(sec1(), names=(EC_KEY, "0500")), Status.ERROR_CURVE_NOT_NAMED),
        "without parameters": (pkcs8(sec1(), names=(EC_KEY,)), Status.ERROR_CURVE_NOT_NAMED),
        "parameters twice": (pkcs8(sec1(), names=(EC_KEY, P256, P256)), Status.ERROR_TRAILING),
        "a curve for an algorithm": (pkcs8(sec1(), names=(P256,)), Status.ERROR_ENCODING),
        "an algorithm for a curve": (pkcs8(sec1(), names=(EC_KEY, X25519)), Status.ERROR_ENCODING),
        "RSA": (pkcs8(sec1(), names=("06092a864886f70d010101", "0500")), Status.ERROR_UNSUPPORTED),
        "an unknown curve": (pkcs8(sec1(), names=(EC_KEY, "06032a0304")), Status.ERROR_UNSUPPORTED),
        "a long name": (pkcs8(sec1(), names=(EC_KEY, "0614" + "84" * 19 + "01")), Status.ERROR_UNSUPPORTED),
        "an empty name": (pkcs8(sec1(), names=(EC_KEY, "0600")), Status.ERROR_ENCODING),
        "a name without an end": (pkcs8(sec1(), names=(EC_KEY, "06022a86")), Status.ERROR_ENCODING),
        "a name with a zero": (pkcs8(sec1(), names=(EC_KEY, "06032a8003")), Status.ERROR_NOT_MINIMAL),
        "two names": (pkcs8(sec1(OTHER_NAME, beside)), Status.ERROR_ENCODING),
        "parameters of X25519": (pkcs8(x_key, names=(X25519, "0500")), Status.ERROR_TRAILING),
        "another point": (sec1(NAMED, value(0xA1, bits(other))), Status.ERROR_KEY_PAIR),
        "another outer point": (pkcs8(sec1(beside), value(0x81, b"\0", other), version=1), Status.ERROR_KEY_PAIR),
        "a hybrid point": (sec1(NAMED, value(0xA1, bits(hybrid))), Status.ERROR_ENCODING),
        "infinity": (sec1(NAMED, value(0xA1, bits(b"\0"))), Status.ERROR_INFINITY),
        "unused bits": (sec1(NAMED, value(0xA1, bits(point, 1))), Status.ERROR_ENCODING),
        "no bits at all": (sec1(NAMED, value(0xA1, value(0x03))), Status.ERROR_ENCODING),
        "a long point": (sec1(NAMED, value(0xA1, bits(point * 3))), Status.ERROR_LENGTH),
        "version 0 of SEC 1": (sec1(NAMED, version=0), Status.ERROR_ENCODING),
        "version 2 of SEC 1": (sec1(NAMED, version=2), Status.ERROR_ENCODING),
        "version 1 without a point": (pkcs8(sec1(beside), version=1), Status.ERROR_ENCODING),
        "version 0 with a point": (pkcs8(sec1(), value(0x81, b"\0", point)), Status.ERROR_ENCODING),
        "zero": (sec1(NAMED, key=bytes(32)), Status.ERROR_SCALAR_ZERO),
        "all ones": (sec1(NAMED, key=b"\xff" * 32), Status.ERROR_SCALAR_RANGE),
        "too long": (sec1(NAMED, key=b"\1" + P256_KEY), Status.ERROR_SCALAR_RANGE),
        "far too long": (sec1(NAMED, key=b"\1" + bytes(68) + P256_KEY), Status.ERROR_SCALAR_RANGE),
        "n with zeros": (sec1(NAMED, key=bytes(5) + P256_ORDER.to_bytes(32)), Status.ERROR_SCALAR_RANGE),
        "zeros alone": (sec1(NAMED, key=bytes(100)), Status.ERROR_SCALAR_ZERO),
        "no number": (sec1(NAMED, key=b""), Status.ERROR_SCALAR_ZERO),
        "a short key of X25519": (pkcs8(value(0x04, bytes(range(31))), names=(X25519,)), Status.ERROR_LENGTH),
        "a long key of X25519": (pkcs8(value(0x04, bytes(33)), names=(X25519,)), Status.ERROR_LENGTH),
        "empty": (b"", Status.ERROR_LENGTH),
        "an indefinite length": (b"\x30\x80", Status.ERROR_ENCODING),
        "a long length": (b"\x30\x81" + sec1(NAMED)[1:], Status.ERROR_NOT_MINIMAL),
        "4 GiB": (b"\x30\x84\xff\xff\xff\xff", Status.ERROR_LENGTH),
        "a byte after it": (sec1(NAMED) + b"\0", Status.ERROR_TRAILING),
        "a member after it": (sec1(NAMED, beside, value(0x05)), Status.ERROR_TRAILING),
        "encrypted": (value(0x30, algorithm("06092a864886f70d01050d"), value(0x04, b"?")), Status.ERROR_ENCRYPTED),
        "public": (value(0x30, algorithm(EC_KEY, P256), bits(point)), Status.ERROR_KEY_KIND),
    }
    return {name: (data, Status.OK) for name, data in good.items()} | bad


def test_private_files():
    for name, (data, status) in private_files().items():
        key = P256_KEY if status == Status.OK else b""
        found = "secp256r1" if status == Status.OK else None
        assert read("private_key", data) == (status, found, key), name
        if name not in ("a hybrid point", "public"):  # the lab reads the former, though RFC 5480, 2.2, forbids it
            assert (by_lab(data) is not None) == (status == Status.OK), name


@pytest.mark.parametrize("name", ["secp256r1", "sect163k1", "sect233k1", "sect409k1"])
def test_numbers_of_any_length(name):
    """Of every length from the number's own, and longer than the library has room for: a byte more by Mbed TLS where
    the first bit is set, a byte less or more by OpenSSL up to 1.0.2 on Koblitz curves, none but the number's by
    others. OpenSSL reads them all."""
    curve = curves.find(require_curve(name))
    size = (curve.order.bit_length() + 7) // 8
    named = value(0xA0, body(openssl("ecparam", "-name", openssl_name(name), "-outform", "PEM")))
    for number in (1, 0x1234, curve.order // 3, curve.order - 1):
        own = (number.bit_length() + 7) // 8
        key = (Status.OK, curve.name, number.to_bytes(size))
        for length in sorted({own, size - 1, size, size + 1, 72, 73, 100, 200} - set(range(own))):
            data = sec1(named, key=number.to_bytes(length))
            assert read("private_key", data) == key, (number, length)
            names = EC_KEY, body(openssl("ecparam", "-name", openssl_name(name), "-outform", "PEM")).hex()
            assert read("private_key", pkcs8(sec1(key=number.to_bytes(length)), names=names)) == key
        theirs = openssl("ec", "-inform", "DER", "-no_public", stdin=sec1(named, key=number.to_bytes(own)))
        assert read("private_key", theirs) == key


def test_pem():
    """Text that is no PEM, or another kind of PEM."""
    data = sec1(NAMED)
    text = pem_of("EC PRIVATE KEY", data)
    lines = text.split(b"\n")
    parameters, certificate = pem_of("EC PARAMETERS", bytes.fromhex(P256)), pem_of("CERTIFICATE", b"no matter")
    cases = {
        text: Status.OK,
        parameters + text: Status.OK,
        text + parameters: Status.OK,
        text[:-1]: Status.OK,
        text.replace(b"-----\n", b"----- \t\r\n"): Status.OK,
        b"\n".join([lines[0], b"".join(lines[1:-2]), *lines[-2:]]): Status.OK,
        b"\n".join([lines[0], *(b" " + line for line in lines[1:-2]), *lines[-2:]]): Status.OK,
        b"\xef\xbb\xbf" + text: Status.OK,
        b"\xef\xbb\xbf" + parameters + text: Status.OK,
        b"\xef\xbb" + text: Status.ERROR_PEM,
        text + certificate: Status.OK,
        certificate + parameters + text + certificate: Status.OK,
        pem_of("PUBLIC KEY", data) + text: Status.OK,
        certificate: Status.ERROR_KEY_KIND,
        certificate + parameters: Status.ERROR_KEY_KIND,
        text + certificate[:-10]: Status.ERROR_PEM,
        text + pem_of("PRIVATE KEY", pkcs8(data)): Status.ERROR_PEM,
        text + text: Status.ERROR_PEM,
        parameters: Status.ERROR_PEM,
        b"-----BEGIN ": Status.ERROR_PEM,
        text[:-10]: Status.ERROR_PEM,
        text.replace(b"END EC", b"END ED"): Status.ERROR_PEM,
        text.replace(b"-----BEGIN", b"x-----BEGIN"): Status.ERROR_PEM,
        text.replace(b"\n", b"\n-----BEGIN ", 2): Status.ERROR_PEM,
        text.replace(lines[1], b"!" + lines[1][1:]): Status.ERROR_PEM,
        text.replace(lines[1], lines[1][1:]): Status.ERROR_PEM,
        text.replace(lines[1], b"=" + lines[1]): Status.ERROR_PEM,
        b"\n".join([lines[0], *lines[-2:]]): Status.ERROR_PEM,
        pem_of("PRIVATE KEY", data): Status.ERROR_ENCODING,
        pem_of("EC PRIVATE KEY", pkcs8(data)): Status.ERROR_ENCODING,
        pem_of("RSA PRIVATE KEY", data): Status.ERROR_KEY_KIND,
        pem_of("PUBLIC KEY", data): Status.ERROR_KEY_KIND,
        pem_of("ENCRYPTED PRIVATE KEY", data): Status.ERROR_ENCRYPTED,
        text.replace(b"\n", b"\nProc-Type: 4,ENCRYPTED\n\n", 1): Status.ERROR_ENCRYPTED,
    }
    for case, status in cases.items():
        assert read("private_key", case)[0] == status, case
    assert read("public_key", pem_of("PRIVATE KEY", pkcs8(data)))[0] == Status.ERROR_KEY_KIND
    assert read("public_key", pkcs8(data))[0] == Status.ERROR_KEY_KIND


def test_every_group_of_base64():
    """Every value in every place of a group, and every byte outside the alphabet."""
    require_curve("X25519")
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    head, tail = b"-----BEGIN PRIVATE KEY-----\n", b"\n-----END PRIVATE KEY-----\n"
    text = base64.b64encode(bytes.fromhex("302e020100300506032b656e04220420") + bytes(range(32)))
    for at in range(24, 28):
        for octet in range(256):
            changed = text[:at] + bytes([octet]) + text[at + 1 :]
            status, _, key = read("private_key", head + changed + tail)
            assert (status == Status.OK) == (octet in alphabet), octet
            assert status != Status.OK or key == base64.b64decode(changed)[16:]


def write(kind: str, key: bytes, curve: str) -> tuple[Status, bytes]:
    """Status and bytes of mc_<kind>_to_der."""
    pointer = ctypes.c_void_p(library().mc_curve_find(curve.encode()))
    own = library().mc_curve_public_key_bytes(pointer)
    size = own + 32 if kind == "public_key" else own + library().mc_curve_scalar_bytes(pointer) + 64
    der, count = ctypes.create_string_buffer(FILLER * (size + 8), size + 8), ctypes.c_size_t()
    arguments = (der, ctypes.byref(count), key, ctypes.c_size_t(len(key)), pointer)
    status = Status(library()[f"mc_{kind}_to_der"](*arguments))
    assert der.raw[size:] == FILLER * 8 and der.raw[count.value : size] == bytes(size - count.value)
    assert (count.value == 0) == (status != Status.OK)
    return status, der.raw[: count.value]


@pytest.mark.parametrize("name", share([c.name for c in curves.load().values() if c.oids], 4))
def test_written_as_the_lab_writes_them(name):
    curve = curves.find(name)
    if library().mc_curve_find(name.encode()) is None:
        pytest.skip(f"MC_FIELDS leaves {name} out")
    key = model.generate(curve)
    layout = files.Layout(is_pem=False)
    assert write("private_key", key.to_bytes(), name) == (Status.OK, files.write(key, layout))
    assert write("public_key", key.public_key.to_bytes(), name) == (Status.OK, files.write(key.public_key, layout))
    assert read("private_key", write("private_key", key.to_bytes(), name)[1]) == (Status.OK, name, key.to_bytes())
    assert write("private_key", key.to_bytes()[:-1], name)[0] == Status.ERROR_LENGTH
    assert write("public_key", key.public_key.to_bytes()[:-1], name)[0] == Status.ERROR_LENGTH


def test_curves_without_a_name_are_not_written():
    if library().mc_curve_find(b"tiny7k1") is None:
        pytest.skip("MC_FIELDS leaves fb7 out")
    assert write("public_key", bytes(3), "tiny7k1")[0] == Status.ERROR_UNSUPPORTED


def test_the_example(tmp_path):
    """Prints the curve and the public key of a file."""
    program = host.build(64) / "tests/example_read_key"
    for theirs in (
        openssl_key("prime256v1"),
        openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:512"),
    ):
        (tmp_path / "key.pem").write_bytes(theirs)
        run = subprocess.run([program, tmp_path / "key.pem"], capture_output=True, text=True)
        if expected := by_lab(theirs):
            public = files.read(theirs, None, "the key").public.to_bytes()
            assert (run.returncode, run.stdout.split()) == (0, [expected[0], public.hex()])
        else:
            assert run.returncode == 2 and "not part of this build" in run.stderr and run.stderr.count("\n") == 1

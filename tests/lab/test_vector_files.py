"""`./motecurve vectors`: every file of tests/vectors at 100 %, files of every schema made here with OpenSSL's
arithmetic (`cryptography`), wrong expectations, other curves and hashes, damaged files."""

import base64
import gzip
import hashlib
import json
import re
import sys

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, x448, x25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from motelab import ROOT, cli
from motelab.commands import vectors as command
from motelab.library import host
from motelab.subjects import curves
from motelab.vectors import checks, decisions, digests, files
from tests.conftest import VECTORS, require_curve

FILES = sorted(
    path for folder in ("cavp", "gec2", "kat", "rfc", "wycheproof") for path in (VECTORS / folder).rglob("*.*")
)
FILES = [path for path in FILES if path.suffix in (".rsp", ".txt", ".json", ".gz") and path.name != "Readme.txt"]
# Shows a reader that skips cases.
CASES = {"cavp": 4080, "gec2": 16, "kat": 1650, "rfc": 229, "wycheproof": 14180}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file(path):
    """Every case agrees, and every class that a file leaves open is decided."""
    report = checks.run(files.read(str(path)))
    if not host.chosen_fields(64):
        assert not report.unsupported and report.passed == report.cases
    assert (report.failures, report.notes, report.decided[checks.UNDECIDED]) == ([], [], 0)


def test_every_case_is_read():
    counts = dict.fromkeys(CASES, 0)
    for path in FILES:
        counts[path.relative_to(VECTORS).parts[0]] += len(files.read(str(path)).checks)
    assert counts == CASES


def test_table_of_decisions():
    assert decisions.table() in (ROOT / "docs/vectors.md").read_text()
    assert len({(d.algorithm, d.flag) for d in decisions.DECISIONS}) == len(decisions.DECISIONS)


# ---- Files made here


def b64(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def der(key) -> str:
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo).hex()


def pem(key) -> str:
    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()


def pkcs8(key, encoding) -> bytes:
    return key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def point(key) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def raw(key) -> bytes:
    return key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


OWN = ec.derive_private_key(0x1234567890ABCDEF << 150, ec.SECP256R1())
PEER = ec.derive_private_key(0xFEDCBA987654321 << 140, ec.SECP256R1())
SECRET = OWN.exchange(ec.ECDH(), PEER.public_key()).hex()
D = OWN.private_numbers().private_value
ORDER = curves.find("P-256").order


def jwk(key: ec.EllipticCurvePrivateKey, is_private: bool = False) -> dict:
    octets = point(key.public_key())
    public = {"kty": "EC", "crv": "P-256", "x": b64(octets[1:33]), "y": b64(octets[33:]), "kid": "none"}
    private = {"d": b64(key.private_numbers().private_value.to_bytes(32, "big"))}
    return public | (private if is_private else {})


def case(result: str = "valid", flags: tuple[str, ...] = (), **members) -> dict:
    return {"tcId": 1, "comment": "made here", "flags": list(flags), "result": result, **members}


def wycheproof(*tests: dict, **group) -> dict:
    numbered = [test | {"tcId": number} for number, test in enumerate(tests, 1)]
    return {"algorithm": "?", "numberOfTests": len(tests), "testGroups": [{**group, "tests": numbered}]}


def ecdh_group(encoding: str, old: bool) -> tuple[dict, dict]:
    """Members of a group, and of a valid test."""
    types = {"asn": "EcdhTest", "ecpoint": "EcdhEcpointTest", "pem": "EcdhPemTest", "webcrypto": "EcdhWebcryptoTest"}
    keys = {
        "asn": (der(PEER.public_key()), f"{D:066x}"),
        "ecpoint": (point(PEER.public_key()).hex(), f"{D:x}".zfill(64)),
        "pem": (pem(PEER.public_key()), pkcs8(OWN, serialization.Encoding.PEM).decode()),
        "webcrypto": (jwk(PEER), jwk(OWN, True)),
    }
    public, private = keys[encoding]
    group = {"type": types[encoding], "curve": "P-256" if encoding == "webcrypto" else "secp256r1"}
    return group | ({} if old else {"encoding": encoding}), {"public": public, "private": private, "shared": SECRET}


def signature_group(kind: str, old: bool) -> tuple[dict, dict]:
    """The same for signatures."""
    name = "key" if old else "publicKey"
    public = {"type": "EcPublicKey", "curve": "secp256r1", "uncompressed": point(OWN.public_key()).hex()}
    group = {"type": kind, name: public, f"{name}Der": der(OWN.public_key()), f"{name}Pem": pem(OWN.public_key())}
    signature = OWN.sign(b"letter", ec.ECDSA(hashes.SHA256()))
    if "P1363" in kind:
        group["jwk" if old else "publicKeyJwk"] = jwk(OWN)
        signature = b"".join(part.to_bytes(32, "big") for part in decode_dss_signature(signature))
    return group | {"sha": "SHA-256"}, {"msg": b"letter".hex(), "sig": signature.hex()}


def eddsa_group(curve: str, old: bool) -> tuple[dict, dict]:
    """The same for Ed25519 or Ed448."""
    key = {"edwards25519": ed25519.Ed25519PrivateKey, "edwards448": ed448.Ed448PrivateKey}[curve].generate()
    name, octets = ("key" if old else "publicKey"), raw(key.public_key())
    group = {"type": "EddsaVerify", name: {"type": "EDDSAPublicKey", "curve": curve, "pk": octets.hex()}}
    group |= {f"{name}Der": der(key.public_key()), f"{name}Pem": pem(key.public_key())}
    group["jwk" if old else "publicKeyJwk"] = {"kty": "OKP", "crv": curve.replace("edwards", "Ed"), "x": b64(octets)}
    return group, {"msg": b"letter".hex(), "sig": key.sign(b"letter").hex()}


def xdh_group(kind: str, modern) -> tuple[dict, dict]:
    """The same for X25519 or X448."""
    module, key_class, name = modern
    own, peer = (key_class.from_private_bytes(bytes(range(i, i + module))) for i in (1, 70))
    crv = name.replace("curve", "X")
    keys = {
        "XdhComp": (raw(peer.public_key()).hex(), own.private_bytes_raw().hex()),
        "XdhAsnComp": (der(peer.public_key()), pkcs8(own, serialization.Encoding.DER).hex()),
        "XdhPemComp": (pem(peer.public_key()), pkcs8(own, serialization.Encoding.PEM).decode()),
        "XdhJwkComp": (
            {"kty": "OKP", "crv": crv, "x": b64(raw(peer.public_key()))},
            {"kty": "OKP", "crv": crv, "d": b64(own.private_bytes_raw()), "x": b64(raw(own.public_key()))},
        ),
    }
    public, private = keys[kind]
    return {"type": kind, "curve": name}, {
        "public": public, "private": private, "shared": own.exchange(peer.public_key()).hex(),
    }  # fmt: skip


ECDH_ENCODINGS = ("asn", "ecpoint", "pem", "webcrypto")
XDH_KINDS = ("XdhComp", "XdhAsnComp", "XdhPemComp", "XdhJwkComp")
AGES = {"new": False, "old": True}
MODERN = {"curve25519": (32, x25519.X25519PrivateKey, "curve25519"), "curve448": (56, x448.X448PrivateKey, "curve448")}
SCHEMAS = {
    **{f"ecdh {kind} {age}": (ecdh_group, kind, old) for kind in ECDH_ENCODINGS for age, old in AGES.items()},
    **{
        f"{kind} {age}": (signature_group, kind, old)
        for kind in ("EcdsaVerify", "EcdsaP1363Verify")
        for age, old in AGES.items()
    },
    **{f"{c} {age}": (eddsa_group, c, old) for c in ("edwards25519", "edwards448") for age, old in AGES.items()},
    **{f"{kind} {name}": (xdh_group, kind, modern) for kind in XDH_KINDS for name, modern in MODERN.items()},
}


@pytest.fixture(autouse=True)
def built() -> None:
    """A library of chosen fields may have left some out."""
    for name in ("secp256r1", "Curve25519", "Curve448", "sect163k1"):
        require_curve(name)


def report(content: dict | str | bytes, name: str = "made") -> checks.Report:
    data = json.dumps(content) if isinstance(content, dict) else content
    return checks.run(files.parse(data.encode() if isinstance(data, str) else data, name))


def outcomes(content: dict) -> list[bool]:
    """Whether each case passes."""
    found = report(content)
    assert not found.unsupported
    failed = {failure["case"] for failure in found.failures}
    return [f"tcId {number}" not in failed for number in range(1, found.cases + 1)]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_schema(schema):
    """A valid case passes; a wrong value, a wrong result, and a damaged input marked valid do not."""
    make, *arguments = SCHEMAS[schema]
    group, test = make(*arguments)
    answer = "shared" if "shared" in test else "msg"
    wrong = {answer: f"{int(test[answer][:2], 16) ^ 1:02x}" + test[answer][2:]}
    damaged = dict(test)
    for member in ("public", "sig"):
        if member in test:
            value = test[member]
            damaged[member] = value | {"crv": "P-999"} if isinstance(value, dict) else value[:-24]
    tests = [case(**test), case("invalid", **test), case(**test | wrong), case(**damaged), case("invalid", **damaged)]
    assert outcomes(wycheproof(*tests, **group)) == [True, False, False, False, True]
    open_cases = wycheproof(
        case("acceptable", ("Strange",), **test), case("acceptable", ("Strange",), **damaged), **group
    )
    found = report(open_cases)
    assert (found.failed, found.decided[checks.UNDECIDED]) == (0, 2)
    wrong_value = wycheproof(case("acceptable", ("Strange",), **test | wrong), **group)
    assert report(wrong_value).failed == (answer == "shared")


def test_acceptable_cases_are_as_decided():
    group, test = ecdh_group("ecpoint", False)
    octets = point(PEER.public_key())
    compressed = test | {"public": (bytes([2 + octets[-1] % 2]) + octets[1:33]).hex()}
    tests = [
        case("acceptable", ("CompressedPoint",), **compressed),
        case("acceptable", ("CompressedPoint", "UnusedParam"), **compressed),
        case("acceptable", ("InvalidAsn",), **test | {"public": ""}),
        case("acceptable", ("CompressedPoint",), **compressed | {"public": "05" + compressed["public"][2:]}),
    ]
    assert outcomes(wycheproof(*tests, **group)) == [True, False, True, False]


def test_bitcoin_takes_the_lower_s_alone():
    group, test = signature_group("EcdsaBitcoinVerify", False)
    r, s = decode_dss_signature(bytes.fromhex(test["sig"]))
    low, high = ({"sig": encoded(r, value).hex()} for value in sorted((s, ORDER - s)))
    tests = [case(**test | low), case("invalid", **test | high), case(**test | high)]
    assert outcomes(wycheproof(*tests, **group)) == [True, True, False]


def encoded(r: int, s: int) -> bytes:
    parts = [value.to_bytes(value.bit_length() // 8 + 1, "big") for value in (r, s)]
    body = b"".join(bytes([2, len(part)]) + part for part in parts)
    return bytes([0x30, len(body)]) + body


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("kty", {}), ("crv", None),
        ("crv", "secp256k1"), ("kty", "OKP"), ("x", "AAAA"), ("x", "not base64url!"), ("x", None), ("y", "A"),
        ("x", jwk(PEER)["x"] + "="), ("y", jwk(PEER)["x"]),
    ],
)  # fmt: skip
def test_strange_jwk_is_refused(member, value):
    group, test = ecdh_group("webcrypto", False)
    damaged = case("invalid", **test | {"public": jwk(PEER) | {member: value}})
    assert outcomes(wycheproof(damaged, **group)) == [True]
    assert outcomes(wycheproof(damaged | {"result": "valid"}, **group)) == [False]


def test_encodings_of_the_key_must_be_of_one_key():
    group, test = signature_group("EcdsaVerify", False)
    assert outcomes(wycheproof(case(**test), **group | {"publicKeyDer": der(PEER.public_key())})) == [False]


def test_parameters_of_curves():
    curve = curves.find("P-256")
    a, b = (f"{value:x}" for _, value in curve.coefficients)
    x, y = (f"{value:x}" for value in curve.generator)
    test = case(name="secp256r1", oid="1.2.840.10045.3.1.7", p=f"{curve.modulus:x}", n=f"00{curve.order:x}", a=a, b=b,
                gx=x, gy=y, h=1)  # fmt: skip
    tests = [test, test | {"b": a}, test | {"h": 2}, test | {"oid": "1.2.3"}, test | {"b": a, "result": "invalid"}]
    assert outcomes(wycheproof(*tests, type="EcCurveTest")) == [True, False, False, False, True]
    assert report(wycheproof(test | {"name": "secp999"}, type="EcCurveTest")).unsupported == {"curve secp999": 1}


def test_unsupported_cases_are_counted_by_reason():
    group, test = ecdh_group("ecpoint", False)
    signatures, signed = signature_group("EcdsaVerify", False)
    content = wycheproof(case(**test), case(**test), **group | {"curve": "secp999r1"})
    content["testGroups"] += wycheproof(case(**signed), **signatures | {"sha": "SHA-9"})["testGroups"]
    content["testGroups"] += wycheproof(case(key="00", iv="00"), type="AeadTest")["testGroups"]
    content["testGroups"] += wycheproof(case(**test), **group)["testGroups"]
    found = report(content)
    assert found.unsupported == {"curve secp999r1": 2, "hash SHA-9": 1, "group of type AeadTest": 1}
    assert (found.cases, found.passed, found.failed) == (5, 1, 0)
    assert found.notes == ["numberOfTests is 2, but there are 5"]


# ---- NIST CAVP


def cavp(path: str) -> str:
    return (VECTORS / "cavp" / path).read_text()


def section(text: str, header: str) -> str:
    """A section with its header."""
    return header + re.split(r"\n\[[PKB]-", text.partition(header)[2])[0]


K163 = section(cavp("fips186-3_ecdsa/SigGen.txt"), "[K-163,SHA-256]")


def hashed(text: str) -> str:
    """The same with digests as messages."""
    lines = []
    for line in text.splitlines():
        key, _, value = line.partition(" = ")
        lines.append(f"Msg = {hashlib.sha256(bytes.fromhex(value)).hexdigest()}" if key == "Msg" else line)
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        K163, K163.replace("\n", "\r\n"), K163.replace("[K-163,SHA-256]", "[sect163k1, SHA256]"), "\ufeff" + K163,
        hashed(K163), "# SigGenComponent\n" + hashed(K163), hashed(K163).replace(",SHA-256", ""),
        K163.replace("= ", "=").replace("[K-163,SHA-256]", "[B.4.2 A]\n[K-163,SHA-256]\n[mod = L=1024]\n\nN = 15\n"),
    ],
)  # fmt: skip
def test_signatures_in_every_layout(text):
    found = report(text)
    assert (found.cases, found.passed, found.kind) == (15, 15, "CAVP SigGen")


@pytest.mark.parametrize("key", ["d", "Qx", "k", "R", "S", "Msg"])
@pytest.mark.parametrize("of", [K163, hashed(K163)])
def test_a_changed_value_of_a_signature_is_found(key, of):
    """In only the second of fifteen cases."""
    parts = of.split(f"\n{key} = ")
    parts[2] = f"{int(parts[2][0], 16) ^ 1:x}" + parts[2][1:]
    found = report(f"\n{key} = ".join(parts))
    assert [failure["case"].split(",")[1] for failure in found.failures] == ["SHA-256] case 2"]


@pytest.mark.parametrize(
    ("path", "header", "old", "new"),
    [
        ("fips186-3_ecdsa/PKV.rsp", "[K-163]", "Result = P (0 )", "Result = F (2 - Point not on curve)"),
        ("fips186-3_ecdsa/PKV.rsp", "[K-163]", "Result = F (2 - Point not on curve)", "Result = P (0 )"),
        ("fips186-3_ecdsa/PKV.rsp", "[K-163]", "not on curve", "out of range"),
        ("fips186-3_ecdsa/SigVer.rsp", "[P-256,SHA-256]", "Result = P (0 )", "Result = F (1 - Message changed)"),
        ("fips186-3_ecdsa/SigVer.rsp", "[P-256,SHA-256]", "Result = F", "Result = P"),
        ("fips186-3_ecdsa/KeyPair.rsp", "[K-163]", "Qy = 0", "Qy = 1"),
        ("sp800-56a_ecccdh/KAS_ECC_CDH_PrimitiveTest.txt", "[K-163]", "ZIUT = 0", "ZIUT = 1"),
        ("sp800-56a_ecccdh/KAS_ECC_CDH_PrimitiveTest.txt", "[K-163]", "QIUTx = 0", "QIUTx = 1"),
    ],
)
def test_a_wrong_expectation_is_found(path, header, old, new):
    text = section(cavp(path), header)
    assert old in text and report(text).failed == 0
    assert report(text.replace(old, new, 1)).failed == 1


def kas(result: str, **changed) -> str:
    """One case of a KAS validity test."""
    x, y = (f"{v:x}" for v in (PEER.public_key().public_numbers().x, PEER.public_key().public_numbers().y))
    own_x, own_y = (f"{v:x}" for v in (OWN.public_key().public_numbers().x, OWN.public_key().public_numbers().y))
    digest = hashes.Hash(hashes.SHA256())
    digest.update(bytes.fromhex(SECRET))
    values = {"COUNT": "0", "QsCAVSx": x, "QsCAVSy": y, "dsIUT": f"{D:x}", "QsIUTx": own_x, "QsIUTy": own_y}
    values |= {"Z": SECRET, "CAVSHashZZ": digest.finalize().hex()} | changed | {"Result": result}
    lines = "\n".join(f"{key} = {value}" for key, value in values.items())
    return f"[EC]\n[Curve selected:  P-256]\n[SHA(s) supported (Used in KDF): SHA256\n\n[EC - SHA256]\n\n\n{lines}\n"


@pytest.mark.parametrize("key", ["QsCAVSy", "dsIUT", "QsIUTx", "Z", "CAVSHashZZ"])
def test_validity_of_key_agreement(key):
    assert report(kas("P (0 - Correct)")).passed == 1
    assert report(kas("F (1 - something)")).failed == 1
    assert report(kas("F (1 - something)", **{key: "12"})).passed == 1
    assert report(kas("P (0 - Correct)", **{key: "12"})).failed == 1
    assert report(kas("F (9 - DKM changed)")).unsupported == {"key derivation and confirmation": 1}
    assert report(kas("P (0)", QeCAVSx="12")).unsupported == {"key agreement with two key pairs a side": 1}


def test_unknown_curves_hashes_and_values_of_cavp():
    text = K163.replace("[K-163,SHA-256]", "[K-999,SHA-256]") + K163.replace("SHA-256", "SHA-9")
    found = report(f"{text}\n[P-256]\n\ncolour = ff\n\nd = 1\nQx = 0\nQy = 0\n\n[X25519]\n\nd = 1\nQx = 0\nQy = 0\n")
    assert found.unsupported == {"curve K-999": 15, "hash SHA-9": 15, "values colour": 1, "curve X25519": 1}
    assert (found.cases, found.failed) == (33, 1)


@pytest.mark.parametrize(
    "name", ["SHA-512/224", "SHA512/224", "SHA-512(224)", "sha512_224", "SHA-512-224", "SHA-512_224", "SHA-512224"]
)
def test_names_of_hashes(name):
    """Digest of "abc": the example of FIPS 180-4."""
    assert digests.function(name)(b"abc").hex() == "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"
    assert digests.size("SHA3-384") == 48 and digests.size("SHAKE128") == 32


# ---- Known answers


@pytest.mark.parametrize(
    ("path", "kind", "member"),
    [
        *(("gec2/gec2.json", "scalar_mult", m) for m in "kxy"),
        *(("gec2/gec2.json", "ecdh", m) for m in ("dA", "dB", "Zx", "key")),
        *(("gec2/gec2.json", "ecmqv", m) for m in ("Zx", "key")),
        *(("gec2/gec2.json", "ecies", m) for m in ("message", "recipient", "ephemeral", "ciphertext")),
        *(("gec2/gec2.json", "ecdsa", m) for m in ("message", "d", "k", "r", "s")),
        *(("rfc/rfc6979.json", "signatures", m) for m in "rs"),
    ],
)
def test_a_changed_answer_is_found(path, kind, member):
    curve = "sect163k1" if "gec2" in path else "P-256"
    answers = json.loads((VECTORS / path).read_text())["curves"][curve]
    cases = len(report({"curves": {curve: answers}}).failures)
    value = answers[kind][0][member]
    answers[kind][0][member] = value[:-1] + f"{int(value[-1], 16) ^ 1:x}"
    failures = report({"curves": {curve: answers}}).failures
    assert cases == 0 and [failure["case"] for failure in failures] == [f"{curve} {kind} 1"]


def test_a_changed_answer_of_rfc7748_is_found():
    content = json.loads((VECTORS / "rfc/rfc7748.json").read_text())
    content["functions"]["Curve25519"]["iterated"]["1"] = "00" * 32
    content["functions"]["Curve9"] = {}
    found = report(content)
    assert [failure["case"] for failure in found.failures] == ["Curve25519 iterated 1"]
    assert found.unsupported == {"curve Curve9": 1}


# ---- Damaged files and the command


DAMAGED = {
    b"": "is empty",
    b" \n": "is empty",
    b"\x00\xff\xfe": "is not text",
    b"\x1f\x8b\x08\x00": "is damaged gzip",
    b'{"testGroups": [': "is not JSON, line 1",
    b"{}": "neither testGroups",
    b'{"testGroups": []}': "has no tests",
    b'{"testGroups": [7]}': "group 1 is no object",
    b'{"testGroups": [{"tests": {}}]}': "no member tests that is a list",
    b'{"testGroups": [{"tests": [{"tcId": 3}]}]}': "tcId 3 has no member result",
    b'{"testGroups": [{"tests": [{"tcId": 3, "result": "good"}]}]}': "result is 'good'",
    b'{"curves": {}}': "has no cases",
    b'{"curves": {"secp256r1": 5}}': "has no list of scalar_mult",
    b'{"curves": {"secp256r1": {"ecdh": [{"dA": "0x1"}]}}}': "secp256r1 ecdh 1 has a missing or malformed value",
    b'{"functions": {}}': "has no cases",
    b'{"functions": {"Curve25519": {"cases": [{"scalar": "00"}]}}}': "has a missing or malformed value",
    b"Example test files for FIPS 186-3 ECDSA": ":1: 'Example test files",
    b"# a comment\n": "has no case with its answer",
    b"[P-256]\n\nN = 10\n": "has no case with its answer",
    b"[P-256]\n\nd = 1\nQx = 2\n": ":3: a case with d, Qx alone",
    b"d = 1\nQx = 2\nQy = 3\n": ":1: no section such as",
    b"[P-256]\nd = 1\nQx = zz\nQy = 3\n": ":2: Qx is not hexadecimal",
    b"[P-256]\nQx = 1\nQy = 3\nResult = maybe\n": "the result is 'maybe'",
}


@pytest.fixture
def lab(monkeypatch, capfd, tmp_path):
    """Runs the command line; returns status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["motecurve", "vectors", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return ended.value.code, *capfd.readouterr()

    return run


@pytest.mark.parametrize("content", DAMAGED)
def test_damaged_file(lab, tmp_path, content):
    (tmp_path / "damaged").write_bytes(content)
    status, output, error = lab("damaged", "--format", "json")
    (line,) = error.splitlines()
    assert status == 2 and line.startswith("motecurve: damaged") and DAMAGED[content] in line
    assert json.loads(output) == [{"file": "damaged", "error": line.removeprefix("motecurve: ")}]


@pytest.mark.parametrize("end", [0.2, 0.5, 0.99])
def test_truncated_file(lab, tmp_path, end):
    content = json.dumps(wycheproof(*[case(**ecdh_group("asn", False)[1])] * 3, **ecdh_group("asn", False)[0]))
    (tmp_path / "truncated").write_text(content[: int(len(content) * end)])
    assert lab("truncated")[0] == 2
    packed = gzip.compress(content.encode())
    (tmp_path / "truncated").write_bytes(packed[: int(len(packed) * end)])
    assert lab("truncated")[0] == 2


@pytest.mark.parametrize(
    ("member", "value"),
    [("publicKeyDer", "0"), ("publicKeyDer", 5), ("publicKeyPem", []), ("publicKey", {"curve": "P-256"})],
)
def test_keys_that_are_none(lab, tmp_path, member, value):
    group, test = signature_group("EcdsaVerify", False)
    group |= {member: value}
    if member == "publicKey":
        group = {name: part for name, part in group.items() if name in ("publicKey", "sha", "type")}
    (tmp_path / "odd").write_text(json.dumps(wycheproof(case(**test), **group)))
    status, _, error = lab("odd")
    assert status == 2 and error.startswith("motecurve: odd: group 1") and error.count("\n") == 1


@pytest.mark.parametrize("member", ["public", "private", "shared"])
def test_octets_that_are_none(lab, tmp_path, member):
    group, test = ecdh_group("ecpoint", False)
    (tmp_path / "odd").write_text(json.dumps(wycheproof(case(**test | {member: "123"}), **group)))
    status, _, error = lab("odd")
    assert status == 2 and error == f"motecurve: odd: group 1, tcId 1: {member} is not a string of hexadecimal bytes\n"


def test_several_files(lab, tmp_path):
    """The status is 0 for agreement, 1 with a list for disagreement, and 2 for a damaged or missing file; other files
    are still run."""
    group, test = ecdh_group("ecpoint", False)
    (tmp_path / "good.json").write_text(json.dumps(wycheproof(case(**test), **group)))
    (tmp_path / "wrong.json").write_text(json.dumps(wycheproof(case(**test), case("invalid", **test), **group)))
    (tmp_path / "name.json").write_text(K163)
    status, output, error = lab("good.json", "name.json", "--format", "table")
    assert (status, error) == (0, "") and "16 cases: 16 passed, 0 failed, 0 unsupported" in output
    status, output, error = lab("wrong.json", "good.json", "--format", "table")
    assert (status, error) == (1, "")
    assert f"wrong.json: tcId 2 (made here): expected refused, got accepted {SECRET}\n" in output
    assert max(len(line) for line in output.splitlines()[:6]) <= 100
    status, output, error = lab("wrong.json", "none.json", ".", "good.json", "--format", "json")
    wrong, good, missing, folder = json.loads(output)
    assert status == 2 and (good["passed"], good["failed"], wrong["passed"], wrong["failed"]) == (1, 0, 1, 1)
    assert wrong["failures"][0] == {
        "file": "wrong.json", "case": "tcId 2", "comment": "made here", "expected": "refused",
        "got": f"accepted {SECRET}",
    }  # fmt: skip
    assert "No such file" in missing["error"] and "Is a directory" in folder["error"] and error.count("\n") == 2


def test_progress_of_long_files(lab, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "STEP", 5)
    (tmp_path / "long.rsp").write_text(K163)
    assert lab("long.rsp")[2].splitlines() == ["5/15 long.rsp", "10/15 long.rsp", "15/15 long.rsp"]

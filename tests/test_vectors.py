"""Public vectors on the host at every word size: NIST CAVP, known answers, and OpenSSL as the other party."""

import json
import shutil
import subprocess

import pytest

from motecurve import vectors
from motecurve.errors import MotecurveError
from motecurve.host import Status
from tests.conftest import VECTORS

CURVES = {"K-163": "sect163k1", "B-163": "sect163r2"}
BYTES = 21  # of an element, and of a private key, of both curves
CAVP = VECTORS / "cavp"
# Result in the file -> our status.
PKV_RESULTS = {"P": Status.OK, "F (1": Status.ERROR_COORDINATE_RANGE, "F (2": Status.ERROR_NOT_ON_CURVE}


def octets(value: int) -> bytes:
    return value.to_bytes(BYTES, "big")


def point(x: int, y: int) -> bytes:
    return b"\x04" + octets(x) + octets(y)


def cavp_cases(file: str, key: str, count: int) -> list:
    """The file's cases for both curves; a reader that lost some would show in the count."""
    cases = [case for case in vectors.read(CAVP / file, key) if case.curve in CURVES]
    assert len(cases) == count * len(CURVES)
    return cases


def test_key_pair(interface):
    for case in cavp_cases("fips186-3_ecdsa/KeyPair.rsp", "d", 10):
        expected = point(case.integer("Qx"), case.integer("Qy"))
        assert interface.public_key(octets(case.integer("d")), case.curve) == (Status.OK, expected)


def test_public_key_validation(interface):
    for case in cavp_cases("fips186-3_ecdsa/PKV.rsp", "Result", 12):
        expected = next(s for prefix, s in PKV_RESULTS.items() if case.values["Result"].startswith(prefix))
        key = point(case.integer("Qx"), case.integer("Qy"))
        assert interface.public_key_validate(key, case.curve) == expected


def test_cofactor_diffie_hellman(interface):
    for case in cavp_cases("sp800-56a_ecccdh/KAS_ECC_CDH_PrimitiveTest.txt", "ZIUT", 25):
        private_key, expected = octets(case.integer("dIUT")), octets(case.integer("ZIUT"))
        peer = point(case.integer("QCAVSx"), case.integer("QCAVSy"))
        own = point(case.integer("QIUTx"), case.integer("QIUTy"))
        assert interface.public_key(private_key, case.curve) == (Status.OK, own)
        assert interface.ecdh(private_key, peer, case.curve, cofactor=True) == (Status.OK, expected)
        assert interface.ecdh(private_key, peer, case.curve)[1] != expected


@pytest.fixture(scope="module")
def known_answers() -> dict:
    return json.loads((VECTORS / "kat/scalar_mult_ecdh.json").read_text())["curves"]


@pytest.mark.parametrize("curve", CURVES.values())
def test_known_answers(interface, known_answers, curve):
    answers = known_answers[curve]
    for case in answers["scalar_mult"]:
        expected = point(int(case["x"], 16), int(case["y"], 16))
        assert interface.public_key(octets(int(case["k"], 16)), curve) == (Status.OK, expected)
    for case in answers["ecdh"]:
        secret = octets(int(case["Zx"], 16))
        for own, peer in (("A", "B"), ("B", "A")):
            private_key = octets(int(case[f"d{own}"], 16))
            peer_key = point(*(int(v, 16) for v in case[f"Q{peer}"]))
            assert interface.ecdh(private_key, peer_key, curve) == (Status.OK, secret)


class OpenSsl:
    """A key pair of the openssl program on one curve, and what it derives with a peer's point."""

    def __init__(self, folder, curve: str):
        self.folder, self.key = folder, folder / "key.pem"
        self.run("ecparam", "-name", curve, "-genkey", "-noout", "-out", self.key)
        self.public_info = self.run("pkey", "-in", self.key, "-pubout", "-outform", "DER")
        self.public_key = self.public_info[-(1 + 2 * BYTES) :]

    def run(self, *arguments) -> bytes:
        return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True).stdout

    def derive(self, peer_key: bytes, cofactor: bool) -> bytes:
        peer = self.folder / "peer.der"
        peer.write_bytes(self.public_info[: -len(peer_key)] + peer_key)
        mode = ("-pkeyopt", f"ecdh_cofactor_mode:{int(cofactor)}")
        return self.run("pkeyutl", "-derive", "-inkey", self.key, "-peerkey", peer, "-peerform", "DER", *mode)


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
@pytest.mark.parametrize("cofactor", [False, True], ids=["plain", "cofactor"])
@pytest.mark.parametrize("curve", CURVES.values())
def test_openssl_agrees(interface, tmp_path, curve, cofactor):
    peer = OpenSsl(tmp_path, curve)
    assert interface.public_key_validate(peer.public_key, curve) == Status.OK
    for private_key in (octets(1), octets(2**162 - 1), octets(0x1234567890ABCDEF << 90)):
        status, public_key = interface.public_key(private_key, curve)
        assert status == Status.OK
        expected = peer.derive(public_key, cofactor)
        assert interface.ecdh(private_key, peer.public_key, curve, cofactor) == (Status.OK, expected)


def test_damaged_vector_file(tmp_path):
    damaged = tmp_path / "damaged.rsp"
    damaged.write_text("[K-163]\n\nQx = 12\nQy 34\n")
    with pytest.raises(MotecurveError, match=r"damaged\.rsp:4: 'Qy 34' is no comment"):
        vectors.read(damaged, "Qx")

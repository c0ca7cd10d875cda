"""Public vectors on the host at every word size: NIST CAVP, known answers, and OpenSSL as the other party."""

import json
import shutil
import subprocess

import pytest

from motelab.common.errors import MotecurveError
from motelab.library import host
from motelab.library.host import Status
from motelab.subjects import curves
from motelab.vectors import cavp
from tests.conftest import VECTORS

CAVP = VECTORS / "cavp"
CAVP_CURVES = [
    *("P-192", "P-224", "P-256", "P-384", "P-521"),
    *("K-163", "K-233", "K-283", "K-409", "K-571"),
    *("B-163", "B-233", "B-283", "B-409", "B-571"),
]
# Result in the file -> our status.
PKV_RESULTS = {"P": Status.OK, "F (1": Status.ERROR_COORDINATE_RANGE, "F (2": Status.ERROR_NOT_ON_CURVE}
# The standard's generator of these curves has composite order, and the answers are its multiples.
OTHER_GENERATOR = ("ipsec3", "ipsec4")


class Encoding:
    """Byte strings of one curve's numbers."""

    def __init__(self, interface, curve: str):
        self.field_bytes, self.scalar_bytes = interface.size(curve, "field"), interface.size(curve, "scalar")

    def element(self, value: int) -> bytes:
        return value.to_bytes(self.field_bytes, "big")

    def scalar(self, value: int) -> bytes:
        return value.to_bytes(self.scalar_bytes, "big")

    def point(self, x: int, y: int) -> bytes:
        return b"\x04" + self.element(x) + self.element(y)


@pytest.fixture(params=CAVP_CURVES)
def curve(request) -> str:
    return request.param


def cavp_cases(file: str, key: str, curve: str, count: int) -> list:
    """The file's cases for a curve; the count shows if a reader skips some."""
    cases = [case for case in cavp.read(CAVP / file, key) if case.curve == curve]
    assert len(cases) == count
    return cases


def test_key_pair(interface, curve):
    encoding = Encoding(interface, curve)
    for case in cavp_cases("fips186-3_ecdsa/KeyPair.rsp", "d", curve, 10):
        expected = encoding.point(case.integer("Qx"), case.integer("Qy"))
        assert interface.public_key(encoding.scalar(case.integer("d")), curve) == (Status.OK, expected)


def test_public_key_validation(interface, curve):
    size = Encoding(interface, curve).field_bytes
    for case in cavp_cases("fips186-3_ecdsa/PKV.rsp", "Result", curve, 12):
        expected = next(s for prefix, s in PKV_RESULTS.items() if case.values["Result"].startswith(prefix))
        x, y = case.integer("Qx"), case.integer("Qy")
        if max(x, y) >> 8 * size:  # out of range by more than the bytes can hold
            assert expected == Status.ERROR_COORDINATE_RANGE
            continue
        key = Encoding(interface, curve).point(x, y)
        assert interface.public_key_validate(key, curve) == expected


def test_cofactor_diffie_hellman(interface, word_bits, curve):
    encoding = Encoding(interface, curve)
    cases = cavp_cases("sp800-56a_ecccdh/KAS_ECC_CDH_PrimitiveTest.txt", "ZIUT", curve, 25)
    for case in cases[:: 1 if word_bits == 64 else 5]:  # with small words a case takes a second
        private_key, expected = encoding.scalar(case.integer("dIUT")), encoding.element(case.integer("ZIUT"))
        peer = encoding.point(case.integer("QCAVSx"), case.integer("QCAVSy"))
        own = encoding.point(case.integer("QIUTx"), case.integer("QIUTy"))
        assert interface.public_key(private_key, curve) == (Status.OK, own)
        assert interface.ecdh(private_key, peer, curve, cofactor=True) == (Status.OK, expected)
        has_cofactor = not curve.startswith("P")
        assert (interface.ecdh(private_key, peer, curve)[1] != expected) == has_cofactor


KNOWN_ANSWERS = json.loads((VECTORS / "kat/scalar_mult_ecdh.json").read_text())["curves"]


def test_known_answers_are_for_75_curves():
    assert len(KNOWN_ANSWERS) == 75


@pytest.mark.parametrize("name", [name for name in KNOWN_ANSWERS if name not in OTHER_GENERATOR])
def test_known_answers(interface, name):
    answers, encoding = KNOWN_ANSWERS[name], Encoding(interface, name)
    for case in answers["scalar_mult"]:
        expected = encoding.point(int(case["x"], 16), int(case["y"], 16))
        assert interface.public_key(encoding.scalar(int(case["k"], 16)), name) == (Status.OK, expected)
    for case in answers["ecdh"]:
        secret = encoding.element(int(case["Zx"], 16))
        for own, peer in (("A", "B"), ("B", "A")):
            private_key = encoding.scalar(int(case[f"d{own}"], 16))
            peer_key = encoding.point(*(int(v, 16) for v in case[f"Q{peer}"]))
            assert interface.ecdh(private_key, peer_key, name) == (Status.OK, secret)


@pytest.mark.parametrize("name", OTHER_GENERATOR)
def test_known_answers_from_a_generator_of_composite_order(word_bits, name):
    """Multiples of a point outside the subgroup of prime order; ECDH refuses it as a peer's key."""
    library = host.Library(word_bits, curves.find(name).field)
    record, answers = curves.find(name).record, KNOWN_ANSWERS[name]
    generator = int(record["G"]["x"], 16), int(record["G"]["y"], 16)
    for case in answers["scalar_mult"]:
        expected = int(case["x"], 16), int(case["y"], 16)
        for algorithm in ("scalar_mult_ladder", "scalar_mult_wnaf4_var"):
            product = library.scalar_mult(algorithm, int(case["k"], 16), generator, name)
            assert product == (Status.OK, expected)
    assert not library.is_in_subgroup(generator, name)


class OpenSsl:
    """A key pair of the openssl program on one curve, and the secret that it derives with a peer's point."""

    def __init__(self, folder, curve: str, point_bytes: int):
        self.folder, self.key = folder, folder / "key.pem"
        self.run("ecparam", "-name", curve, "-genkey", "-noout", "-out", self.key)
        self.public_info = self.run("pkey", "-in", self.key, "-pubout", "-outform", "DER")
        self.public_key = self.public_info[-point_bytes:]

    def run(self, *arguments) -> bytes:
        return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True).stdout

    def derive(self, peer_key: bytes, cofactor: bool) -> bytes:
        peer = self.folder / "peer.der"
        peer.write_bytes(self.public_info[: -len(peer_key)] + peer_key)
        mode = ("-pkeyopt", f"ecdh_cofactor_mode:{int(cofactor)}")
        return self.run("pkeyutl", "-derive", "-inkey", self.key, "-peerkey", peer, "-peerform", "DER", *mode)


@pytest.mark.word_sizes(64)
@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
@pytest.mark.parametrize("cofactor", [False, True], ids=["plain", "cofactor"])
@pytest.mark.parametrize("name", ["sect163k1", "sect163r2", "sect233k1", "secp160r1", "secp256r1", "brainpoolP384r1"])
def test_openssl_agrees(interface, tmp_path, name, cofactor):
    encoding = Encoding(interface, name)
    peer = OpenSsl(tmp_path, name, 1 + 2 * encoding.field_bytes)
    assert interface.public_key_validate(peer.public_key, name) == Status.OK
    for private_key in (1, 2**158 - 1, 0x1234567890ABCDEF << 90):
        status, public_key = interface.public_key(encoding.scalar(private_key), name)
        assert status == Status.OK
        expected = peer.derive(public_key, cofactor)
        assert interface.ecdh(encoding.scalar(private_key), peer.public_key, name, cofactor) == (Status.OK, expected)


def test_damaged_vector_file(tmp_path):
    damaged = tmp_path / "damaged.rsp"
    damaged.write_text("[K-163]\n\nQx = 12\nQy 34\n")
    with pytest.raises(MotecurveError, match=r"damaged\.rsp:4: 'Qy 34' is no comment"):
        cavp.read(damaged, "Qx")

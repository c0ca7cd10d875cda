"""Keys on curves of a signature scheme that is not here: no ECDSA by them unless it is asked for."""

import subprocess

import pytest

from motelab.keys.signatures import OTHER_SCHEMES
from tests.conftest import require_curve
from tests.lab.keys.test_keys import openssl_key

REFUSAL = "motecurve: keys on SM2 are for SM2 (GB/T 32918.2), which is not here; --ecdsa takes ECDSA instead\n"


@pytest.fixture
def sm2(lab, tmp_path):
    require_curve("SM2")
    (tmp_path / "own.pem").write_bytes(openssl_key("SM2"))
    return lab


def test_sm2_signs_by_ecdsa_only_on_demand(sm2, tmp_path):
    assert sm2("sign own.pem message -o signature") == (2, b"", REFUSAL)
    assert not (tmp_path / "signature").exists()
    assert sm2("sign own.pem message --ecdsa -o signature") == (0, b"", "")
    assert sm2("verify own.pem signature message") == (2, b"", REFUSAL)
    assert sm2("verify own.pem signature message --ecdsa") == (0, b"the signature is valid\n", "")
    assert sm2("curves show SM2")[1].count(b"GB/T 32918") == 1


def test_openssl_refuses_ecdsa_by_sm2(sm2):
    run = subprocess.run(["openssl", "dgst", "-sha256", "-sign", "own.pem", "message"], capture_output=True)
    assert run.returncode == 1 and b"invalid digest" in run.stderr


def test_other_keys_need_no_word(lab, tmp_path):
    require_curve("Ed25519")
    (tmp_path / "own.pem").write_bytes(subprocess.check_output(["openssl", "genpkey", "-algorithm", "ED25519"]))
    expected = "motecurve: signatures of Ed25519 are those of EdDSA; leave out --ecdsa\n"
    assert lab("sign own.pem message --ecdsa -o signature") == (2, b"", expected)
    assert set(OTHER_SCHEMES) == {"SM2"}

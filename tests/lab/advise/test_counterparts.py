"""Who does the other side of a call: the lists against the libraries themselves, and `advise --peer`, `--pairs`."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from motelab.advise import counterparts
from motelab.subjects import curves

MBEDTLS = Path("/usr/include/mbedtls/ecp.h")
ELSEWHERE = {"SM2"}  # OpenSSL's signatures on it are of another kind
NOT_OF_ECPARAM = {"Curve25519", "Curve448", "Ed25519", "Ed448"}


def test_openssl_has_the_curves_that_it_lists():
    listed = subprocess.run(["openssl", "ecparam", "-list_curves"], capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r"^\s*([\w-]+)\s*:", listed, re.M))
    known = {curve.name for curve in curves.load().values() if names & set(curve.names)}
    assert set(counterparts.find("openssl").curves) == known - ELSEWHERE | NOT_OF_ECPARAM and len(known) > 70


def test_mbedtls_has_the_groups_of_its_header():
    """Version 2.28; 3.6 has the same."""
    words = re.findall(r"^\s+MBEDTLS_ECP_DP_(\w+),", MBEDTLS.read_text(), re.M)
    groups = {re.sub("^bp", "brainpoolp", word.lower()) for word in words}
    assert {name.lower() for name in counterparts.find("mbedtls").curves} == groups and len(groups) == 13


def test_a_curve_for_signatures_alone():
    cose = counterparts.find("COSE")
    assert cose.answers("ecdsa-verify", "secp256k1") and not cose.answers("ecdh", "secp256k1")
    assert counterparts.of([("ecdh", "Curve25519"), ("eddsa-sign", "Ed25519")]) == [
        "openssl",
        "browser",
        "tls13",
        "cose",
    ]


def test_a_peer_is_a_demand(lab):
    rows = json.loads(lab("advise --board micaz --op sign --peer browser --peer hsm --allow-weak")[1])
    ranked = {row["curve"] for row in rows if not row["excluded"]}
    assert ranked == {"secp256r1", "Ed25519"} and all("browser" in row["peers"] for row in rows if not row["excluded"])
    other = next(row for row in rows if row["curve"] == "sect283k1")
    assert other["missed"][:1] == ["peer"] and "sect283k1 is none of the curves of browsers" in other["reason"]
    assert other["remarks"] == ["NIST SP 800-186 deprecates curves over binary fields."] and other["peers"] == [
        "openssl"
    ]
    status, _, told = lab("advise --board micaz --op sign --peer opensl")
    assert status == 2 and told == "motecurve: no peer 'opensl'; did you mean openssl?\n"


def test_a_peer_that_no_curve_meets_names_what_was_not_measured(lab):
    status, _, told = lab("advise --board micaz --op ecdh --peer tf-psa-crypto --standard brainpool")
    assert status == 1 and "without records: brainpoolP256r1" in told and "brainpoolP224r1" not in told


def test_a_pair_of_curves(lab):
    """Where no curve has both calls alone; of its two curves the weaker one counts, and every demand holds for both."""
    assert "+" not in lab("advise --board micaz --op ecdh,sign")[1].decode()
    rows = json.loads(lab("advise --board micaz --op ecdh,sign --pairs")[1])
    pair = next(row for row in rows if row["curve"] == "Curve25519+Ed25519" and not row["excluded"])
    assert pair["security_bits"] == 126 and pair["written_by"] is None and pair["flash_is_upper_bound"]
    assert [" ".join(re.findall(r"--(?:op|curve) \S+", command)) for command in pair["measured_by"]] == [
        "--op ecdh --curve Curve25519", "--op eddsa-sign --curve Ed25519",
    ]  # fmt: skip
    alone = "advise --board micaz --op ecdh,sign --pairs --curve Curve25519"
    assert all(row["excluded"] for row in json.loads(lab(alone)[1]))
    # Signatures alone need no pair.
    assert "+" not in lab("advise --board micaz --op sign,verify --pairs")[1].decode()
    status, _, told = lab(f"{alone} --curve Ed25519 --build DIR")
    assert status == 2 and told.endswith("and Curve25519+Ed25519 are two: leave out --pairs\n")


@pytest.mark.parametrize(
    ("board", "battery", "words"),
    [
        ("uno", "CR2032", "ATmega328P needs 3.78 V at 16 MHz, no waits; the battery gives 3 V."),
        ("micaz", "2xAA", "needs 2.7 V at 7.3728 MHz, no waits; the battery falls to 1.6 V before it is empty."),
        ("cortex-m0plus", "2xAA", "needs 1.62 V at 24 MHz, no waits; the battery falls to 1.6 V before it is empty."),
        ("nrf52840", "CR2032", ""), ("uno", "2000mAh@5V", ""),
    ],
)  # fmt: skip
def test_a_battery_and_a_clock(lab, board, battery, words):
    _, output, told = lab(f"advise --board {board} --op ecdh --per-day 1 --battery {battery}")
    first = json.loads(output)[0]
    assert words in told and bool(told) == bool(words)
    assert [remark for remark in first["remarks"] if "battery" in remark] == told.removeprefix(
        "motecurve: "
    ).splitlines()

"""--protect: one word for blinding, checked forms and members (motelab/boards/protection.py)."""

import pytest

from motelab.boards import board, protection
from motelab.common.errors import MotecurveError
from motelab.export import calls
from motelab.subjects import curves

TELOSB = board.load("telosb")


def choices(profile: str, operation: str, curve: str) -> protection.Protection:
    return protection.of(profile, operation, TELOSB, curves.find(curve))


@pytest.mark.parametrize(
    ("profile", "operation", "curve", "found", "blinding"),
    [
        ("timing", "ecdsa-sign", "secp256r1", "ecdsa-sign", "none"),
        ("power", "ecdsa-sign", "secp256r1", "ecdsa-sign", "both"),
        ("power", "ecdh", "Curve25519", "ecdh", "both"),
        ("power", "ecdsa-verify", "secp256r1", "ecdsa-verify", "none"),
        ("faults", "ecdsa-verify", "secp256r1", "ecdsa-verify-verdict", "none"),
        ("faults", "eddsa-sign", "Ed25519", "eddsa-sign-checked", "none"),
        ("faults", "eddsa-verify", "Ed25519", "eddsa-verify-verdict", "none"),
        ("all", "schnorr-sign", "secp256r1", "schnorr-sign-checked", "both"),
        ("faults", "schnorr-verify", "secp256r1", "schnorr-verify-verdict", "none"),
        ("all", "ecdh", "Curve25519", "ecdh-checked", "both"),
        ("none", "ecdsa-verify", "secp256r1", "ecdsa-verify", "none"),
    ],
)
def test_choices(profile, operation, curve, found, blinding):
    chosen = choices(profile, operation, curve)
    assert (chosen.operation, chosen.blinding, chosen.choices) == (found, blinding, ())


def test_none_is_in_variable_time():
    (choice,) = choices("none", "ecdh", "secp256r1").choices
    assert choice == ("scalar-mult", TELOSB.own_choices("c", curves.find("secp256r1"), "fast")["scalar-mult-var"][0])
    assert "private key" in protection.warning("none") and not protection.warning("power")


@pytest.mark.parametrize(
    ("profile", "operation", "curve", "message"),
    [
        ("faults", "ecmqv", "secp256r1", "ecmqv has no form against faults"),
        ("all", "ecdsa-keygen", "secp256r1", "use --protect power"),
        ("none", "ecdh", "Curve25519", "no code in variable time"),
        ("none", "ecdsa-sign", "secp256r1", "use --protect timing"),
        ("armour", "ecdh", "secp256r1", "no protection 'armour'"),
    ],
)
def test_what_cannot_be_had(profile, operation, curve, message):
    with pytest.raises(MotecurveError, match=message):
        choices(profile, operation, curve)


def test_calls_of_firmware():
    """A drop has the functions of the protected calls."""
    curve = curves.find("secp256r1")
    plain = calls.of(("sign", "verify"), curve)
    assert calls.protected(plain, "timing", TELOSB, curve) == plain
    functions = [call.functions for call in calls.protected(plain, "all", TELOSB, curve)]
    assert functions == [("mc_ecdsa_sign_digest_checked",), ("mc_ecdsa_verify_digest_verdict",)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bench --op ecdsa-keygen --curve P-256 --protect all", "use --protect power"),
        ("bench --op ecdh --curve P-256 --protect power --blinding both", "leave out --blinding"),
        ("advise --board telosb --op sign --protect all", "--board telosb --op ecdsa-sign-checked --protect all"),
        ("advise --board telosb --op sign --protect all --build x", "./motecurve firmware --protect all"),
        ("firmware --curve P-256 --board telosb --ops sign --protect none --out x", "is in constant time"),
    ],
)
def test_commands_refuse(lab, line, message):
    status, out, err = lab(line)
    assert (status, out) == (2, b"") and message in err, err

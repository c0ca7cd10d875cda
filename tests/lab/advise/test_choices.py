"""Choices of several calls: which records go together, and limits on each call."""

import pytest

from motelab.advise import demands
from motelab.advise.choices import Choice, candidates
from motelab.advise.demands import Wishes
from motelab.boards import board
from motelab.compare import committed

MICAZ = board.load("micaz")
CALLS = [("ecdsa-sign",), ("ecdsa-verify",)]
OF_SECP256R1 = [r for r in committed.of("micaz") if r["curve"] == "secp256r1" and r["profile"] == "fast"]
SIGN, VERIFY, ECDH = (
    next(r for r in OF_SECP256R1 if r["operation"] == name) for name in ("ecdsa-sign", "ecdsa-verify", "ecdh")
)
SHARED = "order-inv"  # both calls use it


def test_records_of_one_build_go_together():
    (choice,) = candidates([SIGN, VERIFY], CALLS)
    assert choice.records == (SIGN, VERIFY) and SHARED in SIGN["choices"] and SHARED in VERIFY["choices"]


@pytest.mark.parametrize(
    "other",
    [
        VERIFY | {"profile": "small"},
        VERIFY | {"choices": VERIFY["choices"] | {SHARED: "fermat"}},
        VERIFY | {"verified": False},
        VERIFY | {"curve": "secp192r1"},
    ],
)
def test_records_that_do_not_go_together(other):
    assert candidates([SIGN, other], CALLS) == []


def test_blinding_is_of_calls_with_secrets():
    """Verification has none; ECDH beside a blinded signature is blinded, too."""
    blinded = SIGN | {"blinding": "coordinates"}
    assert len(candidates([blinded, VERIFY], CALLS)) == 1
    assert candidates([blinded, ECDH], [("ecdsa-sign",), ("ecdh",)]) == []
    assert candidates([blinded, VERIFY], CALLS)[0].blinding == "coordinates"


def test_limits_are_on_each_call():
    """Time and energy of the slowest call count, not their sum; the reason names it."""
    choice = Choice((SIGN, VERIFY))
    milliseconds, energy_mj = VERIFY["microseconds"] / 1000, VERIFY["energy_mj"]
    assert SIGN["cycles"] < VERIFY["cycles"]
    for wishes in (Wishes(time_ms=milliseconds * 1.001), Wishes(energy_mj=energy_mj * 1.001)):
        assert demands.missed(demands.of(wishes, MICAZ), choice) == []
    for wishes in (Wishes(time_ms=milliseconds * 0.999), Wishes(energy_mj=energy_mj * 0.999)):
        (demand,) = demands.missed(demands.of(wishes, MICAZ), choice)
        assert demand.reason(choice).startswith("ecdsa-verify takes ")


def test_profile():
    for profile, missed in (("fast", []), ("small", ["profile"])):
        wanted = demands.of(Wishes(profile=profile), MICAZ)
        assert [demand.name for demand in demands.missed(wanted, Choice((SIGN,)))] == missed


def test_a_record_counts_once_and_the_last_counts():
    """As when the sweep has it, too."""
    (choice,) = candidates([SIGN, SIGN | {"stack_bytes": 1}], [("ecdsa-sign",)])
    assert choice.records[0]["stack_bytes"] == 1

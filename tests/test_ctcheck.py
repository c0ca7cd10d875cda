"""The constant-time check: planted leaks are found, what ships passes, and it is the image that bench measures."""

import dataclasses
import itertools
import json

import pytest

from motecurve import ROOT, bench, ctcheck
from motecurve.bench import Request
from motecurve.errors import MotecurveError
from motecurve.image import Builder

SCHNORR = ("schnorr-sign", "ecqv-issue", "ecqv-receive", "ecmqv")
LADDER = Request(operation="scalar-mult", algorithm="ladder", backend="asm")


def planted(name: str, curve: str = "sect163k1"):
    """A selection whose image holds a routine of tests/leaks instead of the multiplication."""
    chosen = bench.select(dataclasses.replace(LADDER, algorithm="", curve=curve))
    source = str(ROOT / "tests/leaks" / f"{name}.c")
    operation = dataclasses.replace(chosen.operation, firmware=source, symbols=("planted",))
    return dataclasses.replace(chosen, operation=operation)


@pytest.mark.parametrize("curve", ["sect163k1", "secp160r1", "secp256r1"])
@pytest.mark.parametrize("name", ["branch", "loop"])
def test_planted_leak_is_found(name, curve):
    row = ctcheck.check_selection(planted(name, curve))
    assert ctcheck.leaked(row)
    assert not row["equal_trace"] and not row["equal_cycles"]
    assert {leak["routine"] for leak in row["leaks"]} == {"planted"}
    assert all(int(leak["address"], 16) for leak in row["leaks"])


def test_no_leak_where_there_is_none():
    row = ctcheck.check_selection(planted("none"))
    assert not ctcheck.leaked(row) and row["leaks"] == []
    assert row["equal_addresses"]


@pytest.mark.parametrize(
    "request_", [LADDER, Request(operation="fb-inv", algorithm="itoh-tsujii", backend="c")], ids=["ladder", "inversion"]
)
def test_what_ships_is_constant_time(request_):
    row = ctcheck.check(request_)
    assert row["equal_cycles"] and row["equal_trace"] and row["leaks"] == []
    assert row["elf_sha256"] == Builder(bench.select(request_)).build().sha256
    assert [secret["name"] for secret in row["secrets"]][-2:] == ["random", "random"]
    json.dumps(row)


def test_addresses_are_a_leak_on_a_board_with_a_cache():
    chosen = bench.select(LADDER)
    cached = dataclasses.replace(chosen, board=dataclasses.replace(chosen.board, has_data_cache=True))
    assert ctcheck.leaked(ctcheck.check_selection(cached))


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (Request(operation="fb-mul", algorithm="lopez-dahab"), "no secret input"),
        (Request(operation="fb-inv", algorithm="euclid"), "not constant time"),
    ],
)
def test_what_cannot_be_checked(request_, message):
    with pytest.raises(MotecurveError, match=message):
        ctcheck.check(request_)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["c", "asm"])
@pytest.mark.parametrize("curve", ["sect163k1", "sect163r2"])
@pytest.mark.parametrize(
    "operation",
    ["scalar-mult", "scalar-mult-base", "ecdh", "ecdsa-keygen", "ecdsa-sign", "ecdsa-sign-hedged", *SCHNORR],
)
def test_every_operation_on_secrets(operation, curve, backend):
    row = ctcheck.check(Request(operation=operation, curve=curve, backend=backend))
    assert row["leaks"] == [] and not ctcheck.leaked(row)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["c", "asm"])
@pytest.mark.parametrize(
    ("operation", "curve"),
    [*itertools.product(["scalar-mult", "ecdh"], ["secp160r1", "secp256r1"]), ("ecdh", "Curve25519")],
)
def test_prime_curves(operation, curve, backend):
    request = Request(operation=operation, curve=curve, backend=backend)
    row = ctcheck.check(request)
    assert row["leaks"] == [] and not ctcheck.leaked(row)
    assert row["curve"] == curve and row["elf_sha256"] == Builder(bench.select(request)).build().sha256

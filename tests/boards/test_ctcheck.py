"""The constant-time check: it finds planted leaks, the shipped code passes, and it examines the image that bench
measures."""

import dataclasses
import itertools
import json
import re
from types import SimpleNamespace

import pytest

from motelab import ROOT
from motelab.boards import board
from motelab.boards.image import Builder
from motelab.commands import ctcheck as command
from motelab.common.errors import MotecurveError
from motelab.measure import bench, ctcheck, operand_times, secret_values
from motelab.measure.bench import Request

ECDSA = ("ecdsa-keygen", "ecdsa-sign", "ecdsa-sign-hedged", "ecdsa-sign-random")
SCHNORR = ("schnorr-sign", "ecqv-issue", "ecqv-receive", "ecmqv")
FEW = 20  # secrets of slow tests
LADDER = Request(operation="scalar-mult", algorithm="ladder", backend="asm")


def planted(name: str, curve: str = "sect163k1", board_name: str = LADDER.board):
    """A selection whose image holds a routine of tests/boards/leaks instead of the multiplication."""
    chosen = bench.select(dataclasses.replace(LADDER, algorithm="", curve=curve, board=board_name))
    source = str(ROOT / "tests/boards/leaks" / f"{name}.c")
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


@pytest.mark.parametrize("name", ["micaz", "cortex-m4"])
def test_a_branch_for_one_secret_in_256_is_found(name):
    row = ctcheck.check_selection(planted("rare", board_name=name))
    assert not row["equal_trace"] and {(leak["kind"], leak["routine"]) for leak in row["leaks"]} == {
        ("branch", "planted")
    }
    few = ctcheck.check_selection(planted("rare", board_name=name), secret_values.MIN_COUNT)
    assert len(few["secrets"]) == secret_values.MIN_COUNT < len(row["secrets"]) == secret_values.MAX_COUNT


@pytest.mark.parametrize("name", ["cortex-m4", "rpi2"])
def test_a_division_by_a_secret_is_found(name, monkeypatch):
    """No trace shows it; an allowed one is no leak."""
    row = ctcheck.check_selection(planted("division", board_name=name), secret_values.MIN_COUNT)
    assert ctcheck.leaked(row) and row["equal_trace"] and row["equal_cycles"]
    assert [(leak["kind"], leak["routine"]) for leak in row["leaks"]] == [("division", "planted")]
    entry = operand_times.Exception_("division", "plant.*", "of a test", board=name)
    monkeypatch.setattr(operand_times, "allowed", lambda: (entry,))
    assert not ctcheck.leaked(ctcheck.check_selection(planted("division", board_name=name), secret_values.MIN_COUNT))
    monkeypatch.setattr(operand_times, "allowed", lambda: (dataclasses.replace(entry, board="imx6"),))
    assert ctcheck.leaked(ctcheck.check_selection(planted("division", board_name=name), secret_values.MIN_COUNT))


@pytest.mark.parametrize(
    ("mnemonic", "kind"),
    [
        *((word, "division") for word in ("udiv", "sdiv", "udivne", "vdiv.f32", "vsqrt.f64", "divu", "remw")),
        *((word, "long multiplication") for word in ("umull", "smulls", "umlaleq", "smull.w", "umaal")),
        *((word, "multiplication") for word in ("mul", "muls", "mlane", "mulseq", "smulbb", "smlawt", "mulhsu", "mia")),
        *((word, None) for word in ("add", "vmul.i32", "muleax", "divide", "ldmia", "smlal_", "b.n", "udf")),
    ],
)
def test_mnemonics(mnemonic, kind):
    patterns = {name: re.compile(f"({text}){operand_times.CONDITION}") for name, text in operand_times.KINDS.items()}
    assert [name for name, pattern in patterns.items() if pattern.fullmatch(mnemonic)] == ([kind] if kind else [])


def test_on_xscale_multiplications_take_their_time_by_operands():
    image = Builder(bench.select(Request("pxa270", "fp-mul-reduce", curve="secp256r1"))).build()
    found = operand_times.places(image.path, board.load("pxa270"))
    assert "long multiplication" in {place.kind for place in found}
    assert operand_times.not_allowed(image.path, board.load("pxa270")) == []
    assert operand_times.places(image.path, board.load("rpi2")) == []


@pytest.mark.parametrize("limit", [109, 2**112 - 537, 2**163 - 1, 2**521 - 1])
def test_secrets(limit):
    for count in (secret_values.MIN_COUNT, 100):
        found = secret_values.chosen(limit, count, "n-1")
        assert len(found) == count and all(0 < secret.value < limit for secret in found)
        assert [secret.name for secret in found][:3] == ["1", "n-1", "sparse"]
        assert [secret.name for secret in found][-2:] == ["random", "random"]
        fixed = [secret.value for secret in found if secret.name != "random"]
        assert len(set(fixed)) == len(fixed)
    assert [s.name for s in secret_values.chosen(2**163, 64, "")].count("random") == 32
    whole = secret_values.chosen(2**163, secret_values.MAX_COUNT, "n-1")
    assert [secret.name for secret in whole].count("random") >= secret_values.MAX_COUNT // 2
    assert [secret.name for secret in whole][-2:] == ["random", "random"]


@pytest.mark.parametrize(("count", "one_in"), [(7, None), (8, 2), (32, 7), (400, 87), (1177, 256), (4714, 1024)])
def test_the_rarest_branch_that_random_secrets_show(count, one_in):
    """By another formula: all secrets or none take it with the probability 1 - p."""

    def missed(n: int) -> float:
        return (1 - 1 / n) ** count + n**-count

    assert secret_values.rarest(count) == one_in
    if one_in is None:
        assert missed(2) > 0.01
    else:
        assert missed(one_in) <= 0.0101 and missed(one_in + 1) > 0.01
    if one_in:
        chosen = secret_values.chosen(2**163, secret_values.needed(one_in), "")
        assert secret_values.rarest([secret.name for secret in chosen].count("random")) == one_in


def test_the_rarest_branch_is_printed():
    """A branch for one secret in 1,024 passed without a word."""
    long = ctcheck.check_selection(planted("rarer"), 64)
    assert (long["random_secrets"], long["seen_one_in"], long["seen_percent"]) == (32, 7, 99)
    many = ctcheck.check_selection(planted("rarer"), secret_values.needed(1024))
    assert ctcheck.leaked(many) and many["seen_one_in"] == 1024
    assert command.limits([long]) == [
        "64 secrets, 32 of them random, show a branch that one secret in 7 or more takes, with 99 %; "
        "--secrets 1615 shows one in 256"
    ]
    assert command.limits([many]) == [
        "5152 secrets, 4714 of them random, show a branch that one secret in 1024 or more takes, with 99 %"
    ]
    several = command.limits([long, many, long | {"operation": "ecdh"}])
    assert [line.partition(":")[0] for line in several] == ["scalar-mult, ecdh", "scalar-mult"]
    assert "too few to show a branch for certain" in command.limit(9, 2, [])


@pytest.mark.parametrize(("cost", "count"), [(10, 876), (800_000, 64), (2_500_000, 64), (2_500_001, 15), (9**9, 8)])
def test_short_runs_take_64_secrets_at_least(monkeypatch, cost, count):
    run = SimpleNamespace(runs=[SimpleNamespace(cost=cost)])
    simulator = SimpleNamespace(execute=lambda *_, **__: run)
    monkeypatch.setattr(bench, "simulator_of", lambda board: simulator)
    monkeypatch.setattr(bench, "inputs", lambda chosen, cases: b"")
    image = SimpleNamespace(path=None, symbol="")
    assert ctcheck.affordable(image, bench.select(LADDER), {}) == count


@pytest.mark.parametrize("width", [2, 4, 5, 8])
def test_digits_take_every_value_at_every_place(width):
    values = [
        s.value for s in secret_values.chosen(2**163, secret_values.MAX_COUNT, "") if f"of {width} bits" in s.name
    ]
    for place in range(162 // width):
        seen = {value >> width * place & ((1 << width) - 1) for value in values}
        assert len(seen) == 1 << width, place


def test_no_leak_where_there_is_none():
    row = ctcheck.check_selection(planted("none"))
    assert not ctcheck.leaked(row) and row["leaks"] == []
    assert row["equal_addresses"]


@pytest.mark.parametrize(
    "request_",
    [
        LADDER,
        Request(operation="fb-inv", algorithm="itoh-tsujii", backend="c"),
        Request(board="cortex-m0plus", curve="secp256r1", operation="ecdh", backend="c", profile="small"),
    ],
    ids=["ladder", "inversion", "optimised-as-a-whole"],
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
@pytest.mark.turns(2)
@pytest.mark.parametrize("board_name", ["cortex-m4", "cortex-m0plus"])
@pytest.mark.parametrize("operation", ["spake2plus-prove", "spake2plus-verify", "hpke-seal", "hpke-open"])
def test_protocols_with_states_on_secrets(operation, board_name):
    row = ctcheck.check(Request(board=board_name, operation=operation, curve="secp256r1", backend="asm"), FEW)
    assert row["leaks"] == [] and not ctcheck.leaked(row)


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize("backend", ["c", "asm"])
@pytest.mark.parametrize("curve", ["sect163k1", "sect163r2"])
@pytest.mark.parametrize(
    "operation",
    ["scalar-mult", "scalar-mult-base", "ecdh", *ECDSA, *SCHNORR],
)
def test_every_operation_on_secrets(operation, curve, backend):
    row = ctcheck.check(Request(operation=operation, curve=curve, backend=backend), FEW)
    assert row["leaks"] == [] and not ctcheck.leaked(row)


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize("backend", ["c", "asm"])
@pytest.mark.parametrize(
    ("operation", "curve"),
    [*itertools.product(["scalar-mult", "ecdh"], ["secp160r1", "secp256r1"]), ("ecdh", "Curve25519")],
)
def test_prime_curves(operation, curve, backend):
    request = Request(operation=operation, curve=curve, backend=backend)
    row = ctcheck.check(request, FEW)
    assert row["leaks"] == [] and not ctcheck.leaked(row)
    assert row["curve"] == curve and row["elf_sha256"] == Builder(bench.select(request)).build().sha256

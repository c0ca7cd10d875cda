"""The three profiles, small, balanced and fast: every board has them, every command knows them and the other words for
them, and `balanced` is what those get who ask for nothing."""

import json

import pytest

from motelab.advise import demands, ranking
from motelab.advise.choices import candidates
from motelab.advise.demands import Wishes
from motelab.boards import board as boards
from motelab.boards import profiles
from motelab.boards.image import Builder, configuration
from motelab.commands import firmware
from motelab.compare import committed
from motelab.export.drop import Drop
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.subjects import curves
from motelab.sweep import front

SIMULATED = boards.simulated()
KERNELS = ("secp160r1", "secp192r1", "secp256r1")  # the curves of most peers; every kind of mote has their kernels
WORDS = {"small": "small", "balanced": "balanced", "fast": "fast", "size": "small", "speed": "fast"}


def chosen(board: str, profile: str, backend: str = "", curve: str = "secp256r1", operation: str = "ecdh"):
    best = backend or boards.load(board).best_backend(profile)
    return bench.select(Request(board, operation, backend=best, curve=curve, profile=profile))


@pytest.mark.parametrize("name", SIMULATED)
def test_every_board_has_the_three(name):
    macros = [configuration(chosen(name, profile)).get("MC_PREFER_SIZE") for profile in profiles.NAMES]
    assert profiles.NAMES == ("small", "balanced", "fast") and macros == ["2", "1", None]
    small, balanced, fast = (Builder(chosen(name, profile)).flags for profile in profiles.NAMES)
    assert small == balanced != fast


@pytest.mark.parametrize("name", ["micaz", "uno", "telosb", "msp430f5438a", "cortex-m0plus", "cortex-m4", "rpi2"])
def test_balanced_multiplies_by_a_kernel_and_is_small_in_all_else(name):
    for curve in KERNELS:
        small, balanced = chosen(name, "small", curve=curve), chosen(name, "balanced", curve=curve)
        assert (small.backend, balanced.backend) == ("c", "asm")
        assert balanced.choices["fp-mul-reduce"].endswith(":asm")
        in_c = chosen(name, "balanced", "c", curve)
        assert in_c.backend == "c" and in_c.choices["fp-mul-reduce"] == small.choices["fp-mul-reduce"]
        assert Builder(balanced).board.compiler.profiles["balanced"] == small.board.compiler.profiles["small"]


@pytest.mark.parametrize("name", SIMULATED)
@pytest.mark.parametrize("curve", committed.CURVES)
def test_balanced_calls_keep_their_secrets(name, curve):
    operation = "eddsa-sign" if curve == "Ed25519" else "ecdh"
    assert chosen(name, "balanced", curve=curve, operation=operation).is_constant_time


def test_words_of_another_size_have_them():
    assert chosen("micaz:32", "balanced").backend == chosen("micaz:32", "small").backend == "c"


@pytest.mark.parametrize(("word", "profile"), WORDS.items())
def test_words(word, profile):
    assert profiles.named(word) == profile
    drop = Drop(boards.load("cortex-m0plus"), curves.find("secp256r1"), ("ecdh",), word)
    assert {selection.profile for selection in drop.selections} == {profile}


def test_commands_take_both_words(lab):
    line = "bench --op fp-add --board cortex-m0plus --curve secp256r1 --columns profile --format csv --profile {}"
    for word in ("size", "balanced", "speed"):
        status, output, _ = lab(line.format(word))
        assert status == 0 and set(output.decode().split()[1:]) == {WORDS[word]}


@pytest.mark.parametrize(
    "line",
    [
        "bench --op fp-add --curve secp256r1 --profile balanzed",
        "stack --op fp-add --curve secp256r1 --profile balanzed",
        "profile --op fp-add --curve secp256r1 --profile balanzed",
        "firmware --board micaz --curve secp256r1 --ops ecdh --out mote --prefer balanzed",
        "advise --board micaz --op ecdh --profile balanzed",
        "bench --op fp-add --curve secp256r1 --front --profile balanzed",
    ],
)
def test_a_wrong_name_is_one_line(lab, line):
    status, output, error = lab(line)
    assert status == 2 and not output
    assert error.count("\n") == 1 and "'balanzed'; did you mean balanced?" in error


def test_a_host_has_one_build(lab):
    status, _, error = lab("bench --op fp-add --curve secp256r1 --board host --profile balanced")
    assert status == 2 and error.count("\n") == 1 and "no profile 'balanced'; there is fast" in error


def test_balanced_is_what_a_drop_is_made_for():
    usual = next(option for option in firmware.command.params if option.name == "prefer")
    assert usual.default == Drop(boards.load("micaz"), curves.find("secp256r1"), ("ecdh",)).prefer == "balanced"


def test_balanced_is_advised_unless_an_order_is_asked_for():
    micaz, kept = boards.load("micaz"), [r for r in committed.of("micaz") if r["operation"] == "ecdh"]
    record = next(r for r in kept if r["curve"] == "secp256r1" and r["profile"] == "fast")
    costs = {"fast": 10, "balanced": 30, "small": 90}
    records = [record | {"profile": name, "median": cost, "cycles": cost} for name, cost in costs.items()]
    choices, anything = candidates(records, [("ecdh",)]), demands.of(Wishes(), micaz)
    assert [c.profile for c in ranking.advice(choices, anything).ranked] == ["balanced", "fast", "small"]
    assert [c.profile for c in ranking.advice(choices, anything, "time").ranked] == ["fast", "balanced", "small"]
    wanted = demands.of(Wishes(profile="small"), micaz)
    assert [c.profile for c in ranking.advice(choices, wanted).ranked] == ["small"]


@pytest.mark.parametrize("name", ["micaz", "telosb", "cortex-m0plus", "cortex-m4", "msp430f5438a", "uno"])
def test_records_of_all_three_are_planned(name):
    planned = {(r.profile, r.operation, r.curve) for r in committed.planned(name)[0]}
    for profile in profiles.NAMES:
        for operation in ("ecdh", "ecdsa-sign", "ecdsa-verify", "ecdsa-keygen"):
            assert {(profile, operation, curve) for curve in KERNELS} <= planned
        for operation in ("eddsa-sign", "eddsa-verify", "eddsa-keygen"):
            assert (profile, operation, "Ed25519") in planned
        assert (profile, "ecdh", "Curve25519") in planned


def test_the_front_has_all_three():
    asked = (["cortex-m0plus"], ["secp256r1"], ["ecdh"])
    every = front.candidates(*asked)
    assert {request.profile for request in every} == set(profiles.NAMES) and every[0].profile == "fast"
    assert sum(request.profile != "fast" for request in every) == 2
    balanced = front.candidates(*asked, profile="balanced")
    assert {request.profile for request in balanced} == {"balanced"} and len(balanced) > 15
    assert any(dict(request.choices).get("fp-sqr-reduce", "").endswith(":asm") for request in balanced)


def test_its_table_names_the_profile(lab):
    line = "bench --board cortex-m0plus --op fp-mul-reduce --curve secp256r1 --front --format "
    status, output, _ = lab(line + "json")
    found = json.loads(output)
    assert status == 0 and front.fronts(found) == found
    assert len({record["profile"] for record in found}) > 1
    status, output, _ = lab(line + "table")
    assert status == 0 and all(record["profile"] in output.decode() for record in found)

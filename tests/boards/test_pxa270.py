"""The board pxa270: images verified, records that count instructions alone, constant time with a data cache."""

import dataclasses
import json
import re
import subprocess

import pytest
from click.testing import CliRunner

from motelab import ROOT
from motelab.boards import board
from motelab.boards.image import Builder
from motelab.commands.bench import command as bench_command
from motelab.commands.profile import command as profile_command
from motelab.common.errors import MissingTool, MotecurveError
from motelab.measure import bench, catalogue, ctcheck
from motelab.measure.bench import Request

BOARD = "pxa270"
WITHOUT_CYCLES = ("cycles", "microseconds", "energy_mj", "kernel")


def measured(**request) -> bench.Record:
    (record,) = bench.measure([Request(board=BOARD, **request)], fresh=True)
    assert record["verified"], record
    return record


@pytest.mark.parametrize(
    ("curve", "algorithm"),
    [("sect163k1", "regular-wtnaf"), ("secp256r1", "regular-window-co-z")],
    ids=["binary", "prime"],
)
def test_record_counts_instructions(curve, algorithm):
    record = measured(operation="scalar-mult", curve=curve)
    assert [record[name] for name in WITHOUT_CYCLES] == [None] * len(WITHOUT_CYCLES)
    assert record["algorithm"] == algorithm and record["constant_time"]
    assert record["unit"] == "instructions" and record["simulator"].startswith("qemu-arm ")
    assert 100_000 < record["min"] <= record["median"] <= record["max"] < 1.01 * record["min"]
    assert record["median"] == record["instructions"]
    assert record["cycle_model"] == "instructions (qemu-arm -cpu pxa270)"
    assert 1_000 < record["flash_bytes"] < 50_000 and 100 < record["stack_bytes"] < 10_000
    assert record["loads"] > 0 and record["stores"] > 0
    again = measured(operation="scalar-mult", curve=curve)
    assert again == record


@pytest.mark.parametrize("operation", ["point-add", "order-inv"])
def test_operations_of_other_kinds(operation):
    assert measured(operation=operation, curve="sect163k1")["stack_bytes"] < 4_000


def test_operations_in_steps():
    record = measured(operation="ecdsa-verify-stepwise", curve="sect163k1")
    assert record["steps"] > 50 and record["longest_step_cycles"] is None
    assert 1_000 < record["task_stack_bytes"] < 4_000 and record["stack_bytes"] < 1_000


def test_tables_are_not_constant_time_beside_a_cache():
    """A comb reads rows at places that the operand chooses: the same instructions, other addresses."""
    record = measured(operation="fb-mul", algorithm="lopez-dahab")
    assert record["min"] == record["max"] and not record["constant_time"]
    assert measured(operation="fb-mul", algorithm="integer-products")["constant_time"]
    chosen = bench.select(Request(board=BOARD, operation="ecdh", choices=(("fb-mul", "lopez-dahab"),)))
    assert not chosen.is_constant_time
    assert bench.select(Request(board="micaz", operation="ecdh", choices=(("fb-mul", "lopez-dahab"),))).is_constant_time


def planted(name: str):
    """A selection whose image holds a routine of tests/boards/leaks instead of the multiplication."""
    chosen = bench.select(Request(board=BOARD, operation="scalar-mult"))
    source = str(ROOT / "tests/boards/leaks" / f"{name}.c")
    return dataclasses.replace(
        chosen, operation=dataclasses.replace(chosen.operation, firmware=source, symbols=("planted",))
    )


# The compiler turns the branch into conditional loads and stores: the same instructions, other accesses.
@pytest.mark.parametrize(("name", "kind"), [("branch", "address"), ("loop", "branch"), ("index", "address")])
def test_planted_leak_is_found(name, kind):
    row = ctcheck.check_selection(planted(name))
    assert ctcheck.leaked(row)
    assert {(leak["kind"], leak["routine"]) for leak in row["leaks"]} == {(kind, "planted")}
    assert all(int(leak["address"], 16) for leak in row["leaks"])
    assert row["equal_trace"] == (kind == "address")


def test_no_leak_where_there_is_none():
    row = ctcheck.check_selection(planted("none"))
    assert not ctcheck.leaked(row) and row["leaks"] == [] and row["equal_addresses"]


def test_an_index_is_no_leak_without_a_cache():
    chosen = planted("index")
    mote = bench.select(Request(board="micaz", operation="scalar-mult"))
    row = ctcheck.check_selection(dataclasses.replace(mote, operation=chosen.operation))
    assert not ctcheck.leaked(row) and not row["equal_addresses"]


def test_what_ships_is_constant_time():
    row = ctcheck.check(Request(board=BOARD, operation="fb-inv"))
    assert row["equal_cycles"] and row["equal_trace"] and row["equal_addresses"] and row["leaks"] == []
    with pytest.raises(MotecurveError, match="not constant time with lopez-dahab, which reads tables"):
        ctcheck.check(Request(board=BOARD, operation="ecdh", choices=(("fb-mul", "lopez-dahab"),)))


def wireless_mmx_instructions(operation="fb-mul-reduce", **request) -> set[str]:
    """Mnemonics of Wireless MMX in an image."""
    image = Builder(bench.select(Request(board=BOARD, operation=operation, **request))).build()
    command = ["arm-linux-gnueabi-objdump", "-d", "-m", "iwmmxt", image.path]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^\s+\w+:\t\w+ \t(w[a-z]+\d?|tmcrr?|tmrrc?|textrm\w+)\b", listing, re.M))


def test_images_have_the_instructions_that_they_name():
    assert {"wxor", "wldrd", "walignr1", "tmcrr"} <= wireless_mmx_instructions(algorithm="comb-byte-shifts-wmmx")
    assert {"wxor", "wldrd", "walignr2", "tmrrc"} <= wireless_mmx_instructions(
        algorithm="comb-byte-shifts-wmmx", backend="asm"
    )
    assert not wireless_mmx_instructions(algorithm="comb-byte-shifts")
    assert not wireless_mmx_instructions(algorithm="ld-registers", backend="asm")


def test_columns():
    """As the times in the slides show: Wireless MMX needs fewer instructions than assembly, and assembly fewer than
    C."""
    counts = [
        measured(operation="fb-mul-reduce", algorithm=algorithm, backend=backend)["instructions"]
        for algorithm, backend in (("comb-byte-shifts-wmmx", "asm"), ("ld-registers", "asm"), ("comb-byte-shifts", "c"))
    ]
    assert counts == sorted(counts)


@pytest.mark.parametrize("curve", ["secp192r1", "secp256r1"])
def test_columns_of_prime_fields(curve):
    """The same order; the board's own choice is assembly that claims to be constant time (test_protocols)."""
    request = {"operation": "fp-mul-reduce", "curve": curve}
    names = ("operand-scanning-wmmx-special", "operand-scanning-special")
    counts = [measured(algorithm=name, backend="asm", **request)["instructions"] for name in names]
    counts.append(measured(**request)["instructions"])
    assert counts == sorted(counts) and counts[1] < counts[2] / 2
    assert {"tmcrr", "tmrrc", "textrmuw"} <= wireless_mmx_instructions(algorithm=names[0], backend="asm", **request)
    assert not wireless_mmx_instructions(backend="asm", **request)
    (own,) = catalogue.expand(board.load(BOARD), ("fp-mul-reduce",), curve=curve)
    chosen = bench.select(own)
    assert chosen.choices == {"fp-mul-reduce": f"{names[1]}:asm"} and chosen.is_constant_time


def test_commands_for_people():
    options = ["--board", BOARD, "--op", "fb-mul", "--algorithm", "lopez-dahab", "--curve", "sect163k1"]
    shown = CliRunner().invoke(bench_command, [*options, "--format", "table"])
    assert shown.exit_code == 0 and "instructions" in shown.stdout and "cycles" not in shown.stdout
    rows = json.loads(CliRunner().invoke(profile_command, [*options, "--format", "json"]).stdout)
    assert sum(row["cycles_self"] for row in rows) == measured(operation="fb-mul", algorithm="lopez-dahab")["median"]
    shown = CliRunner().invoke(profile_command, [*options, "--format", "table"])
    assert shown.exit_code == 0 and "instructions, self" in shown.stdout


def test_a_missing_compiler_is_named_with_its_package(monkeypatch):
    device = board.load(BOARD)
    without = dataclasses.replace(device, compiler=dataclasses.replace(device.compiler, command="no-such-gcc"))
    monkeypatch.setattr(board, "load", lambda _: without)
    with pytest.raises(MissingTool, match="gcc-arm-linux-gnueabi"):
        bench.measure([Request(board=BOARD)])

"""The boards under ARM Linux, rpi2 and imx6: their common and their own parts, images verified, constant time with a
data cache."""

import dataclasses
import json
import subprocess

import pytest
from click.testing import CliRunner

from motelab import ROOT
from motelab.boards import board
from motelab.boards.image import Builder
from motelab.commands.profile import command as profile_command
from motelab.common.errors import MotecurveError
from motelab.measure import bench, ctcheck
from motelab.measure.bench import Request

CORES = {"rpi2": "cortex-a7", "imx6": "cortex-a9"}
BOARDS = list(CORES)


def measured(**request) -> bench.Record:
    (record,) = bench.measure([Request(**request)], fresh=True)
    assert record["verified"], record
    return record


@pytest.mark.parametrize("name", BOARDS)
def test_record_counts_instructions_of_the_core(name):
    record = measured(board=name, operation="fb-mul-reduce")
    assert record["cycle_model"] == f"instructions (qemu-arm -cpu {CORES[name]})" and record["cycles"] is None
    assert record["unit"] == "instructions" and record["constant_time"] and record["min"] == record["max"]
    assert f"-mcpu={CORES[name]} " in record["flags"] and "-marm" in record["flags"]
    # Shifts and inserted bit fields of ARMv7-A save instructions that an ARMv5TE needs.
    assert record["median"] < 0.9 * measured(board="pxa270", operation="fb-mul-reduce")["median"]


@pytest.mark.parametrize("name", BOARDS)
def test_kernels_of_prime_fields_are_bound(name):
    record = measured(board=name, operation="fp-mul-reduce", curve="secp256r1", backend="asm")
    assert record["kernel"] == "mul_reduce_operand_scanning_special_armv7" and record["constant_time"]
    assert record["median"] < measured(board=name, operation="fp-mul-reduce", curve="secp256r1")["median"] / 1.5
    with pytest.raises(MotecurveError, match="no algorithm of fp-mul-reduce"):
        bench.select(
            Request(board=name, operation="fp-mul-reduce", algorithm="operand-scanning-wmmx-special", curve="secp256r1")
        )


def test_images_are_of_the_core():
    image = Builder(bench.select(Request(board="rpi2", operation="fb-inv"))).build()
    command = ["arm-linux-gnueabi-readelf", "-A", image.path]
    assert 'Tag_CPU_name: "7-A"' in subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(("leak", "kind"), [("loop", "branch"), ("index", "address")])
def test_planted_leak_is_found(leak, kind):
    chosen = bench.select(Request(board="rpi2", operation="scalar-mult"))
    firmware = str(ROOT / "tests/boards/leaks" / f"{leak}.c")
    operation = dataclasses.replace(chosen.operation, firmware=firmware, symbols=("planted",))
    row = ctcheck.check_selection(dataclasses.replace(chosen, operation=operation))
    assert ctcheck.leaked(row) and {(one["kind"], one["routine"]) for one in row["leaks"]} == {(kind, "planted")}


@pytest.mark.parametrize("name", BOARDS)
def test_what_ships_is_constant_time(name):
    row = ctcheck.check(Request(board=name, operation="fb-inv"))
    assert row["equal_cycles"] and row["equal_trace"] and row["equal_addresses"] and row["leaks"] == []


def test_profile():
    options = ["--board", "rpi2", "--op", "fb-inv", "--backend", "c", "--curve", "sect163k1", "--format", "json"]
    rows = json.loads(CliRunner().invoke(profile_command, options).stdout)
    assert sum(row["cycles_self"] for row in rows) == measured(board="rpi2", operation="fb-inv")["median"]


def test_own_values_go_before_those_of_the_platform(tmp_path, monkeypatch):
    (tmp_path / "two").mkdir()
    (tmp_path / "two/board.toml").write_text(
        (ROOT / "boards/rpi2/board.toml").read_text().replace('name = "rpi2"', 'name = "two"\ncurves = ["secp192r1"]')
        + '[choices.c.koblitz]\nscalar-mult = "ladder"\n'
    )
    monkeypatch.setenv(board.MORE_BOARDS, str(tmp_path))
    mine, model = board.load("two"), board.load("rpi2")
    assert mine.curves == ["secp192r1"] and mine.compiler.flags == model.compiler.flags
    assert model.compiler.flags[0] == "-mcpu=cortex-a7" and "-marm" in model.compiler.flags
    mine_koblitz, koblitz = mine.choices["c"]["koblitz"], model.choices["c"]["koblitz"]
    assert mine_koblitz == koblitz | {"scalar-mult": "ladder"} and mine.choices["asm"] == model.choices["asm"]
    assert mine.platform_folder == model.platform_folder == ROOT / "boards/linux_arm"


def test_folders_of_boards_with_a_mistake(tmp_path, monkeypatch):
    monkeypatch.setenv(board.MORE_BOARDS, str(tmp_path / "none"))
    with pytest.raises(MotecurveError, match=r"MOTECURVE_BOARDS names .*none, which is no folder"):
        board.names()
    (tmp_path / "rpi2").mkdir()
    (tmp_path / "rpi2/board.toml").write_text("")
    monkeypatch.setenv(board.MORE_BOARDS, str(tmp_path))
    with pytest.raises(MotecurveError, match="two boards have the name rpi2"):
        board.names()

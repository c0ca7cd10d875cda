"""The board esp32c3: records with cycles, its image, constant time, the bound of its stack."""

import subprocess

import pytest

from motelab.boards import board
from motelab.boards.image import Builder
from motelab.common.errors import MotecurveError
from motelab.faults import target
from motelab.measure import bench, ctcheck
from motelab.measure.bench import Request

BOARD = "esp32c3"


@pytest.mark.parametrize(("operation", "curve"), [("fp-mul-reduce", "Curve25519"), ("fb-mul-reduce", "sect233k1")])
def test_a_record_has_cycles_and_a_time(operation, curve):
    (record,) = bench.measure([Request(board=BOARD, operation=operation, curve=curve, backend="asm")], fresh=True)
    assert record["verified"] and record["constant_time"] and record["min"] == record["max"] == record["cycles"]
    assert record["unit"] == "cycles" and record["instructions"] < record["cycles"] < 2 * record["instructions"]
    assert record["microseconds"] == pytest.approx(record["cycles"] / 160, abs=1e-3) and record["energy_mj"] is None
    assert record["simulator"].startswith("qemu-riscv32 ") and board.cycle_worth(record["cycle_model"]) == "estimate"
    assert record["kernel"].endswith("_riscv") and record["stack_bytes"] <= record["stack_bound_bytes"]


def test_its_image_has_the_instructions_of_the_chip():
    image = Builder(bench.select(Request(board=BOARD, operation="fp-mul-reduce", curve="Curve25519"))).build()
    command = ["riscv64-unknown-elf-readelf", "-A", image.path]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "rv32i" in said and "_m2p0" in said and "_c2p0" in said and "_f2p" not in said and "_zb" not in said


def test_constant_time():
    row = ctcheck.check(Request(board=BOARD, operation="fp-inv", curve="Curve25519"))
    assert row["equal_cycles"] and row["equal_trace"]


def test_no_faults_strike_it():
    with pytest.raises(MotecurveError, match="esp32c3 has no injector of faults: its simulator, qemu_riscv"):
        target.require_injector(bench.select(Request(board=BOARD, operation="ecdh", curve="Curve25519")))

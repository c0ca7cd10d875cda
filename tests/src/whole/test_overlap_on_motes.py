"""Outputs over inputs in a mote's image: overlap/mote.c. For hosts: test_overlap.py."""

import dataclasses

import pytest

from motelab import ROOT
from motelab.boards.image import Builder
from motelab.measure import bench
from motelab.measure.bench import Request

CALLS = 10
BENCH_COMMANDS = bytes([1, 0])  # run, exit


@pytest.mark.parametrize(
    ("operation", "curve"),
    [
        ("ecdsa-sign", "sect163k1"),
        pytest.param("ecdh", "sect163k1", marks=pytest.mark.slow),
        ("ecdh", "Curve25519"),
        pytest.param("ecdsa-sign", "secp160r1", marks=pytest.mark.slow),
        pytest.param("eddsa-sign", "Ed25519", marks=pytest.mark.slow),
    ],
)
def test_outputs_over_inputs(operation, curve):
    chosen = bench.select(Request(operation=operation, curve=curve, backend="asm"))
    name = "MC_OVERLAP_" + operation.partition("-")[0].upper()
    compiler = dataclasses.replace(chosen.board.compiler, flags=[*chosen.board.compiler.flags, f"-D{name}"])
    own = dataclasses.replace(
        chosen,
        operation=dataclasses.replace(chosen.operation, firmware=str(ROOT / "tests/src/whole/overlap/mote.c")),
        board=dataclasses.replace(chosen.board, compiler=compiler),
    )
    image = Builder(own).build()
    simulator = bench.simulator_of(own.board)
    done = simulator.execute(image.path, measure=image.symbol, data=BENCH_COMMANDS, **own.board.machine)
    assert done.output == bytes([0, CALLS])

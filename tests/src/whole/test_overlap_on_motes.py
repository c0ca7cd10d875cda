"""Outputs over inputs in a mote's image: overlap/mote.c. On hosts: test_overlap.py."""

import dataclasses

import pytest

from motecurve import ROOT
from motecurve.boards.image import Builder
from motecurve.measure import bench
from motecurve.measure.bench import Request

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

"""Secrets do not stay behind: after a call, what the routine left on its stack holds none of them."""

import dataclasses

import pytest

from codegen.rfc6979 import nonce
from motecurve import ROOT, bench
from motecurve.bench import Request
from motecurve.image import Builder
from motecurve.selection import Selection

PART_BYTES = 4  # four octets of a secret would be found again by chance once in a million runs
ECDSA = "ecdsa-sign"


def secrets_of(operation: str, case: dict[str, int], order: int) -> dict[str, int]:
    """What must not be found after one case, as numbers of the field's size."""
    secrets = {"private key": case["d"]}
    if operation == "ecdh":
        secrets["shared secret"] = case["secret"]
    if operation == ECDSA:
        k = nonce(order, case["d"], case["digest"].to_bytes(32, "big"))
        secrets |= {"nonce": k, "1/k": pow(k, -1, order), "d r": case["d"] * case["r"] % order}
    return secrets


def parts(value: int, size: int) -> set[bytes]:
    """Every run of PART_BYTES octets of a number, in either byte order."""
    octets = [value.to_bytes(size, order) for order in ("little", "big")]
    return {o[i : i + PART_BYTES] for o in octets for i in range(size - PART_BYTES + 1)} - {bytes(PART_BYTES)}


def left_behind(chosen: Selection) -> set[str]:
    """Names of the secrets of which a part is on the stack after one verified run."""
    image = Builder(chosen).build()
    case = bench.cases_of(chosen)[1][0]
    data = bench.inputs(chosen, [case])
    simulator = bench.simulator_of(chosen.board)
    execution = simulator.execute(image.path, measure=image.symbol, data=data, stack_dump=True, **chosen.board.machine)
    assert execution.output == bench.outputs(chosen, [case])
    (run,) = execution.runs
    size = (chosen.curve.degree + 7) // 8
    secrets = secrets_of(chosen.operation.name, case, chosen.curve.order)
    return {name for name, value in secrets.items() if any(part in run.stack_dump for part in parts(value, size))}


@pytest.mark.parametrize("backend", ["c", "asm"])
@pytest.mark.parametrize("curve", ["sect163k1", "sect163r2"])
@pytest.mark.parametrize("operation", ["ecdsa-keygen", ECDSA, "ecdh"])
def test_nothing_stays_on_the_stack(operation, curve, backend):
    assert left_behind(bench.select(Request(operation=operation, curve=curve, backend=backend))) == set()


def test_what_is_not_wiped_is_found():
    chosen = bench.select(Request(operation=ECDSA, backend="asm"))
    operation = dataclasses.replace(chosen.operation, firmware=str(ROOT / "tests/leaks/forget.c"))
    compiler = chosen.board.compiler
    forgetful = dataclasses.replace(compiler, flags=[*compiler.flags, "-Dmc_wipe=mc_forget"])
    board = dataclasses.replace(chosen.board, compiler=forgetful)
    assert "private key" in left_behind(dataclasses.replace(chosen, operation=operation, board=board))

"""Traces of Ibex: samples by hand, toggles of the netlist beside them, a planted leak by its toggles."""

from pathlib import Path

import numpy as np
import pytest

from motelab.boards.ibex_open import MODULES
from motelab.common.errors import ImageFailed
from motelab.leakage import simulator
from motelab.leakage.simulator import Job
from tests.lab.leakage.test_traces import IBEX, Planted, accused, address_of, assembled, jobs, samples_of, words

X, Y = 0b1011_0001, 0b0000_0111
ones = int.bit_count


@pytest.fixture(scope="module")
def planted(tmp_path_factory) -> Planted:
    return assembled(tmp_path_factory.mktemp("planted"), IBEX)


def test_weights_of_stores_loads_products_and_quotients(planted, tmp_path):
    """By hand; the stack pointer is left out."""
    a, b, product = ones(X), ones(Y), ones(X * Y)
    expected = [a + b + product, product + a, product, b, a, b, b, b, b, ones(X // 5), 0, 0, 0, 1, 0]
    assert samples_of(planted, tmp_path, "weight", "forms", bytes([X, Y])) == expected


def test_changes_of_cells_and_operands(planted, tmp_path):
    a, b, product = ones(X), ones(Y), X * Y
    expected = [
        *(a + b + ones(product), ones(product ^ X) + ones(X ^ Y), ones(product)),
        *(ones((product ^ Y) & 0xFF), ones((product & ~0xFF | Y) ^ X), b, ones(product ^ Y), b, b),
        *(ones(X // 5), 0, 0, 0, 1, 0),
    ]
    assert samples_of(planted, tmp_path, "distance", "forms", bytes([X, Y])) == expected


def toggles(planted: Planted, folder: Path, made: list[Job], *options: str) -> np.ndarray:
    out = folder / "toggles"
    out.unlink(missing_ok=True)
    line = [*words(planted, folder, "toggles"), "--index", str(folder / f"index{len(options)}"), *options]
    simulator.run(planted.elf, line, [], made[:1])
    simulator.run(planted.elf, line, ["--samples", str(out)], made)
    return np.fromfile(out, "<u2").reshape(len(made), -1)


def test_toggles_of_the_register_file_are_the_changes_of_registers(planted, tmp_path):
    """Two ways to the same numbers: what the core reports as completed, and the flip-flops of the netlist. Of a call
    the return address toggles, too."""
    made = [Job(0, bytes([X, Y]))]
    found = toggles(planted, tmp_path, made, "--modules").reshape(-1, len(MODULES))
    a, b = ones(X), ones(Y)
    call = ones(address_of(planted.elf, "leak"))
    assert found[:, MODULES.index("registers")].tolist() == [2, a, 0, 2, call, a, a, b, b, 0, ones(X ^ Y), b, 2, 0]
    assert (found.sum(axis=0) > 0).sum() >= 6
    assert found.sum(axis=1).tolist() == toggles(planted, tmp_path, made)[0].tolist()


def test_toggles_name_the_planted_leak_alone(planted, tmp_path):
    assert accused(tmp_path, planted, "toggles", jobs(600)) == {address_of(planted.elf, "leak")}
    assert accused(tmp_path, planted, "toggles", jobs(600, is_fixed=False)) == set()


def test_another_configuration_is_told(planted, tmp_path):
    machine = ["--core", IBEX, "--mcu", "ibex", "--frequency", "1", "--measure", "planted", "--index", str(tmp_path)]
    with pytest.raises(ImageFailed, match="this is the simulator of ibex-b, not of ibex"):
        simulator.run(planted.elf, machine, [], [])

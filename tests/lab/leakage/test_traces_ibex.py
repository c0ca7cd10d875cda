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


def toggles(planted: Planted, folder: Path, measure: str, *options: str) -> np.ndarray:
    """The samples of one run."""
    out, made = folder / f"{measure}{len(options)}", [Job(0, bytes([X, Y]))]
    line = [*words(planted, folder, "toggles", measure), "--index", f"{out}.index", *options]
    simulator.run(planted.elf, line, [], made)
    simulator.run(planted.elf, line, ["--samples", str(out)], made)
    return np.fromfile(out, "<u2")


def test_toggles_of_the_register_file_are_the_changes_of_registers(planted, tmp_path):
    """Two ways to the same numbers: what the core reports as completed, and the flip-flops of the netlist. Of a call
    the return address toggles, too."""
    found = toggles(planted, tmp_path, "planted", "--modules").reshape(-1, len(MODULES))
    a, b = ones(X), ones(Y)
    call = ones(address_of(planted.elf, "leak"))
    assert found[:, MODULES.index("registers")].tolist() == [2, a, 0, 2, call, a, a, b, b, 0, ones(X ^ Y), b, 2, 0]
    assert found.sum(axis=1).tolist() == toggles(planted, tmp_path, "planted").tolist()


def test_modules_toggle_when_they_work(planted, tmp_path):
    """The multiplier's state and the divider, which begins while the instruction before completes; the unit of loads
    with loads and stores, and the instruction before them."""
    found = toggles(planted, tmp_path, "forms", "--modules").reshape(-1, len(MODULES))
    execute = found[:, MODULES.index("execute")]
    assert set(np.flatnonzero(execute)) <= {0, 1, 8, 9}
    assert execute.argmax() == 9
    assert set(np.flatnonzero(found[:, MODULES.index("memory")])) <= {1, 2, 3, 4, 5, 6, 7, 8}
    assert ((found.sum(axis=0) > 0) == [module != "rest" for module in MODULES]).all()


def test_toggles_name_the_planted_leak_alone(planted, tmp_path):
    assert accused(tmp_path, planted, "toggles", jobs(600)) == {address_of(planted.elf, "leak")}


def test_toggles_accuse_nothing_if_both_classes_are_random(planted, tmp_path):
    assert accused(tmp_path, planted, "toggles", jobs(600, is_fixed=False)) == set()


def test_another_configuration_is_told(planted, tmp_path):
    machine = ["--core", IBEX, "--mcu", "ibex", "--frequency", "1", "--measure", "planted", "--index", str(tmp_path)]
    with pytest.raises(ImageFailed, match="this is the simulator of ibex-b, not of ibex"):
        simulator.run(planted.elf, machine, [], [])

"""ELMO's model: samples of elmo_thumb.S against the formula, with operands that are worked out here; the formula
against what ELMO itself printed for the same program."""

import functools
import itertools
import struct

import numpy as np
import pytest

from motelab import ROOT
from motelab.leakage import elmo, simulator
from motelab.leakage.simulator import Job
from tests.lab.leakage.test_traces import HERE, Planted, assembled, words

STEPS_PER_VOLT = 1e5
A, B, PLACE, STACK, FORMS = 0x8BADF00D, 0x1234ABCD, 0x20000100, 0x20001000, 0x80
Handled = tuple[str, int, int]  # group, and two operands
NONE: Handled = ("none", 0, 0)  # an instruction that was not profiled


def word(value: int) -> int:
    return value & 0xFFFFFFFF


def handled(group: str, *pairs: tuple[int, int]) -> list[Handled]:
    """Instructions of one group, each with its operands."""
    return [(group, word(first), word(second)) for first, second in pairs]


arithmetic, shift, store, load, multiply = (functools.partial(handled, group) for group in elmo.GROUPS)


def of_memory() -> list[Handled]:
    """Up to ADD of the stack pointer. A store sees the 32 bits from an even address on."""
    cell = 0xF00D0DCD
    found = [*load((0, A), (0, B), (0, PLACE)), NONE, NONE, *arithmetic((PLACE + 8, 8))]
    found += store((A, B), (0xABCD1234, A), (0xF00DABCD, A))
    found += load((0, cell), (0, 0xF00D), (0, 0x0D)) + arithmetic((0, 4))
    found += store((B, cell), (cell, 0xF00D), (0xF00DF00D, 0x0D))
    found += load((0, 0xF00DF00D), (0xF00DF00D, 0xF00D), (0xF00D, 0x0D))
    return [*found, NONE, NONE, NONE, NONE, *arithmetic((STACK, 8)), *store((A, B)), *load((4, B)), NONE]


def of_arithmetic() -> tuple[list[Handled], int]:
    """Up to MOVS of 5, and r7. Before it r7 is what LDRSH loaded."""
    total, less = A + B, A - B
    found = arithmetic((A, B), (total, 5), (total, 200), (0xFFFFF00D, total + 200))
    found += arithmetic((A, B), (less, 3), (less, 77), (less - 77, 0x5A), (A, B), (A, 0x5A))
    found += arithmetic((0, A), (A, B), (A, B), (0x5A, total), (total + 200, B))
    counter = FORMS + 2 * (len(of_memory()) + len(found)) + 4
    both = B + counter & A
    found += arithmetic((B, counter), (B + counter, A), (both, B), (both ^ B, A), (total, 5))
    return found, (both ^ B) | A


def of_products(r7: int) -> tuple[list[Handled], int, int, int]:
    """From the first shift to the first one by a number; r1, r3, and what lies in the second cell."""
    left = word(r7 << 5)
    turned = word(left >> 10 | left >> 5 << 27)
    found = shift((r7, 5), (left, 5), (left >> 5, 5)) + multiply((turned, A))
    r7 = word(turned * A)
    r1 = word(B * r7)
    found += multiply((B, r7)) + store((0xF00D0DCD, r1)) + multiply((r7, r1)) + load((0xF00D0DCD, r1))
    found += shift((r1, 5)) + load((r1 << 5, r1)) + store((r1, r1)) + shift((r1, 5))
    r7, r3 = word(r7 * r1), r1 >> 5
    found += store((0xF00DF00D, r7)) + multiply((r3, r7)) + shift((r7, 5)) + multiply((r3 * r7, r1))
    r3 = word(r3 * r7 * r1)
    found += arithmetic((r3, A)) + multiply((r3 ^ A, A))
    return [*found, NONE], r1, word((r3 ^ A) * A), r7


def of_others(r1: int, r3: int, kept: int) -> list[Handled]:
    """Between instructions that were not profiled; these write r4, which no other one reads."""
    r5 = word(0x0D * A)
    turned = word((r5 ^ r3) >> 5 | (r5 ^ r3) << 27)
    found = [*multiply((0x0D, A)), NONE, *arithmetic((r5, r3)), NONE, *shift((r5 ^ r3, 5)), NONE, NONE, NONE]
    found += [*arithmetic((turned, r1)), NONE, *store((r1, turned & r1)), NONE, NONE, *load((turned & r1, kept))]
    found += [NONE] * 5 + arithmetic((kept, A)) + [NONE] * 4 + arithmetic((kept ^ A, r3))
    product = word((kept ^ A) * r3)
    found += [NONE, *multiply((kept ^ A, r3)), NONE, NONE, *arithmetic((product, r3))]
    return [*found, NONE, *arithmetic((product | r3, r3)), NONE]


@functools.cache
def operands() -> list[Handled]:
    """Of each instruction of `forms`."""
    found, r7 = of_arithmetic()
    products, *registers = of_products(r7)
    return of_memory() + found + products + of_others(*registers)


def voltage(before: Handled, now: Handled, after: Handled) -> float:
    """The formula, term by term, by the data file."""
    known = elmo.coefficients()
    group, *values = now
    if now == NONE:
        return known["constant", "", ""]["arithmetic"]
    total = known["constant", "", ""][group]
    sides = [(side, other) for side, other in (("previous", before[0]), ("next", after[0])) if other in elmo.NEIGHBOURS]
    total += sum(known[side, "", other][group] for side, other in sides)
    for number, value, old in zip("12", values, before[1:], strict=True):
        change = value ^ old
        for bit in range(32):
            total += known["weight", number, f"{bit}"][group] * (value >> bit & 1)
            total += known["change", number, f"{bit}"][group] * (change >> bit & 1)
        for side, other in sides:
            total += known[f"weight-{side}", number, other][group] * value.bit_count()
            total += known[f"change-{side}", number, other][group] * change.bit_count()
        for low, high in itertools.combinations(range(32), 2):
            total += known["pair", number, f"{low}-{high}"][group] * (value >> low & value >> high & 1)
    return total


@functools.cache
def voltages() -> list[float]:
    steps = [NONE, *operands(), NONE]
    return [voltage(*three) for three in zip(steps, steps[1:], steps[2:], strict=False)]


def planted(folder) -> Planted:
    return assembled(folder, "cortex-m0plus", "elmo_thumb.S")


def samples(planted: Planted, folder, calls: bool = False) -> np.ndarray:
    out = folder / "samples"
    out.unlink(missing_ok=True)
    line = [*words(planted, folder, "elmo", "forms"), "--coefficients", str(elmo.file()), *(["--calls"] * calls)]
    simulator.run(planted.elf, line, [], [Job(0, b"")])
    simulator.run(planted.elf, line, ["--samples", str(out)], [Job(0, b"")])
    return np.fromfile(out, "<u4" if calls else "<u2")


def test_samples_are_those_of_the_formula(tmp_path):
    """Every group, before and behind every other one, and instructions that were not profiled."""
    found = samples(planted(tmp_path), tmp_path)
    assert len(found) == len(operands())
    assert np.abs(found - np.array(voltages()) * STEPS_PER_VOLT).max() < 0.501


def test_a_stay_in_a_routine_has_the_sum(tmp_path):
    made = planted(tmp_path)
    assert samples(made, tmp_path).sum() == samples(made, tmp_path, calls=True).sum() > 1 << 16


def test_elmo_itself_says_the_same():
    """Volts that ELMO printed for the routine (commit 7c4e293, coeffs.txt, CYCLEACCURATE 0, without
    MEMORY_EXTENSION). The data file has ten digits."""
    printed = [float(line) for line in (HERE / "elmo_voltages.txt").read_text().splitlines() if line[0] != "#"]
    assert voltages() == pytest.approx(printed, abs=1e-8)


def test_all_neighbours_occur():
    """The program is a test of each coefficient of neighbours."""
    groups = [group for group, _, _ in operands()]
    assert set(elmo.GROUPS) < set(groups)
    assert len(set(itertools.pairwise(groups))) >= 20


def test_the_programs_file_has_each_coefficient_in_its_place():
    """Doubles: for each group its own terms, then those of operand 1 and of operand 2."""
    values = struct.unpack(f"={len(elmo.packed()) // 8}d", elmo.packed())
    of_operand = 32 + 32 + 4 * 4 + 496
    width = 9 + 2 * of_operand
    assert len(values) == 5 * width
    known = elmo.coefficients()
    assert values[3 * width] == known["constant", "", ""]["load"]
    assert values[width + 9 + of_operand + 64 + 16] == known["pair", "2", "0-1"]["shift"] != 0
    assert values[4 * width + 9 + 31] == known["weight", "1", "31"]["multiply"]


def test_the_licence_of_the_figures_stands_in_their_file():
    head = "".join(line for line in elmo.FIGURES.open() if line.startswith("#"))
    assert "Copyright (c) 2016, The University of Bristol" in head
    assert "Redistributions of source code must retain the above copyright" in head
    assert (ROOT / "debian/copyright").read_text().count("elmo-coefficients.csv") == 1

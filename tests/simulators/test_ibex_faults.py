"""Faults on Ibex in each state of its pipeline, counted by hand; and that a run without one is that of figures."""

import pytest
from elftools.elf.elffile import ELFFile

from motelab.boards import ibex, ibex_open
from tests.simulators.ibex import build

NAME = "ibex-b"  # whose simulator test_ibex.py builds, too
CRASHED = 7
A0, A1, A3, S1 = 10, 11, 13, 9
# Routine of pipeline.S -> fault -> what it gives, of which a byte comes out; None: a crash.
EFFECTS = {
    "loads": {
        "0 skip 1 0": 0xD9 - 0x78,
        f"1 register {A0} 0": 0xD9 + 1,  # of the load that it waits for
        f"1 zero {A0} 0": 0xD9 - 0x78,
        "1 opcode 0 7": 0xD9 - 1,  # the sum goes to the next register
        "2 memory {cell} 5": 0xD9 + 0x20,
        "3 memory {cell} 5": 0xD9,  # is loaded
        f"3 register {A1} 3": 0xD9 + 8,  # of a load that it does not wait for
        f"3 zero {A1} 0": 0xD9 - 0x56,
        "5 skip 2 0": 0xD9 - 3 + 0x56,
        f"6 register {A1} 6": 0xD9,  # which it overwrites
        "6 skip 1 0": 0xD9 - 3 + 0x34,
        f"7 register {A1} 6": 0xD9 + 64,
        f"9 register {A3} 12": 0xD9 - 1,
        "9 skip 1 0": 0xD9 - 7,
        "11 skip 1 0": 15,  # runs into the next routine
    },
    "forwards": {
        "0 skip 2 0": 1,
        f"1 register {A0} 5": (101 ^ 32) * 14 // 100 + 1,
        f"1 zero {A0} 0": 1,
        "2 skip 1 0": 202 // 100 + 1,
        "2 opcode 0 12": 1,  # the upper half of the product
        "3 skip 1 0": 1415,
        f"3 register {S1} 6": 1414 // (100 ^ 64) + 1,
        "4 skip 1 0": 14,
        f"4 register {A0} 4": (14 ^ 16) + 1,
    },
    "jumps": {
        "0 skip 1 0": 1 + 14,
        "0 skip 2 0": 14,
        "0 opcode 0 12": 1 + 14,  # is not taken
        "1 skip 1 0": 14,
        "1 opcode 0 12": 14 - 2,  # is taken
        "3 skip 1 0": 2 + 4,
        "4 skip 1 0": 2 + 4,
        "5 skip 1 0": 2 + 8 + 15,  # runs into the next routine
    },
    "lengths": {
        "0 skip 1 0": 2 + 4 + 8,
        "0 opcode 0 0": 2 + 4 + 8,  # two of two bytes: a shift of 0, and a hint
        "1 skip 1 0": 1 + 4 + 8,
        "1 skip 2 0": 1 + 8,
        "1 opcode 0 1": None,  # one of four bytes, which there is not
        "1 opcode 0 2": 1 + 3 + 4 + 8,
        "2 skip 1 0": 1 + 2 + 8,
        "2 opcode 0 6": 1 + 2 + 20 + 8,
        "3 opcode 0 7": 1 + 2 + 4,
        "3 opcode 0 12": 7 << 8,
    },
}


@pytest.fixture(scope="module")
def elf(tmp_path_factory):
    return build.image(NAME, build.FOLDER / "pipeline.S", tmp_path_factory.mktemp("pipeline"))


@pytest.mark.parametrize("routine", EFFECTS)
def test_faults_do_what_they_say(elf, routine):
    with elf.open("rb") as stream:
        (cells,) = ELFFile(stream).get_section_by_name(".symtab").get_symbol_by_name("cells")
    expected = {line.format(cell=cells["st_value"] + 1): given for line, given in EFFECTS[routine].items()}
    lines = sorted(expected, key=lambda line: int(line.split()[0]))
    reports = list(ibex_open.inject(elf, [f"{line}\n" for line in lines], measure=routine, mcu=NAME))
    place = 2 * list(EFFECTS).index(routine)
    found = {
        line: int(report["output"][place : place + 2], 16) if report["status"] == 0 else None
        for line, report in zip(lines, reports, strict=True)
    }
    assert found == {line: None if given is None else given % 256 for line, given in expected.items()}
    assert all(report["status"] in (0, CRASHED) for report in reports)


def test_runs_without_a_fault_are_those_of_the_simulator_of_figures(elf):
    """As many instructions and cycles, and the same output; a fault in a register that nobody reads changes nothing."""
    for routine in EFFECTS:
        (run,) = ibex.execute(elf, measure=routine, mcu=NAME).runs
        assert ibex_open.visits(elf, [(0, 1 << 18)], measure=routine, mcu=NAME) == (range(run.instructions),)
    known = ibex.execute(elf, measure=None, mcu=NAME)
    assert known.output == bytes([0xD9, 15, 14, 15])
    (report,) = ibex_open.inject(elf, ["3 register 31 0\n"], measure="loads", mcu=NAME)
    assert (report["output"], report["cycles"]) == (known.output.hex(), known.cycles_total)

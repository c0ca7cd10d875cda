"""The injectors: a fault at a known instruction has its known effect, and the next fault strikes a whole machine."""

import functools
import subprocess
import types

import pytest

from motelab import ROOT
from motelab.boards import ibex_open, msp430, simavr
from motelab.common.errors import ImageFailed
from motelab.faults.target import plain
from motelab.library.host import Status
from tests.simulators.ibex import build as build_ibex
from tests.simulators.msp430 import build

# Fault -> the byte that the routine gives then, of tests/simulators/*/struck.S, without a fault 3.
EFFECTS = {
    "0 skip 1 0": 0x42,  # keeps what the caller left
    "0 skip 2 0": 2,
    "1 skip 1 0": 2,  # a store of two words: the cell stays 0
    "1 skip 2 0": 1,
    "2 skip 1 0": 2,  # the 1 is there still
    "3 skip 1 0": 0x12,
    "4 skip 1 0": 2,
    "4 register {sum} 3": 11,
    "4 zero {cell} 0": 2,
    "3 memory {address} 7": 0x83,
    "0 opcode 0 {bit}": 2,  # loads 0 for 1
}
CRASHED, WRONG_PLACE = 7, 2  # of simulators/mote/failure.h
IBEX = "ibex-b"  # whose simulator test_ibex.py builds, too


@functools.cache
def on_avr(folder):
    elf, source = folder / "struck.elf", ROOT / "tests/simulators/avr/struck.S"
    subprocess.run(["avr-gcc", "-mmcu=atmega128", f"-Wa,-I{source.parent}", source, "-o", elf], check=True)
    return elf, simavr, {"sum": 24, "cell": 25, "address": 0x100, "bit": 0}


@functools.cache
def on_msp430(folder):
    elf = build.image("telosb", build.FOLDER / "struck.S", folder)
    return elf, msp430, {"sum": 12, "cell": 13, "address": 0x1100, "bit": 4}  # of `mov.b #0, r12` from #1


@functools.cache
def on_ibex(folder):
    elf = build_ibex.image(IBEX, build_ibex.FOLDER / "struck.S", folder)
    named = {name: functools.partial(getattr(ibex_open, name), mcu=IBEX) for name in ("execute", "inject", "visits")}
    return elf, types.SimpleNamespace(**named), {"sum": 10, "cell": 11, "address": 0x20000000, "bit": 2}


@pytest.fixture(scope="module", params=[on_avr, on_msp430, on_ibex], ids=lambda made: made.__name__)
def machine(request, tmp_path_factory):
    return request.param(tmp_path_factory.mktemp("struck"))


def test_known_effects(machine):
    elf, simulator, places = machine
    faults = sorted((line.format(**places) for line in EFFECTS), key=lambda line: int(line.split()[0]))
    found = list(simulator.inject(elf, [f"{line}\n" for line in faults], measure="struck"))
    told = {line: report["output"] for line, report in zip(faults, found, strict=True)}
    assert told == {line.format(**places): f"{byte:02x}" for line, byte in EFFECTS.items()}
    assert [report["status"] for report in found] == [0] * len(faults)
    assert len({report["pc"] for report in found}) == 5
    (run,) = simulator.execute(elf, measure="struck").runs
    assert run.instructions == 6


def test_what_follows_a_skipped_return(machine):
    """The code behind runs. It is none of the bench's, so its write to the port is a crash."""
    elf, simulator, _ = machine
    (report,) = simulator.inject(elf, ["5 skip 1 0\n"], measure="struck")
    assert report["status"] == CRASHED and "struck writes to the port of the bench" in report["text"]


@pytest.mark.parametrize("line", ["2 register 99 0", "2 memory 5 0", "2 opcode 0 16"])
def test_places_that_are_not_there(machine, line):
    elf, simulator, _ = machine
    (report,) = simulator.inject(elf, [f"{line}\n"], measure="struck")
    assert (report["status"], report["text"]) == (WRONG_PLACE, f"no such place for a fault: {line[2:]}")


def test_lists_that_are_refused(machine):
    elf, simulator, _ = machine
    for lines, why in ((["3 skip 1 0\n", "2 skip 1 0\n"], "line 2"), (["1 burn 1 0\n"], "line 1: no fault")):
        with pytest.raises(ImageFailed, match=why):
            list(simulator.inject(elf, lines, measure="struck"))
    with pytest.raises(ImageFailed, match="ended before the fault after 6 instructions"):
        list(simulator.inject(elf, ["6 skip 1 0\n"], measure="struck"))


def test_an_endless_run_ends_at_the_limit(machine):
    elf, simulator, _ = machine
    limit = simulator.execute(elf, measure="struck").cycles_total - 3
    (report,) = simulator.inject(elf, ["0 zero 5 0\n"], measure="struck", max_cycles=limit)
    assert "cycle limit" in report["text"]


def test_visits(machine):
    elf, simulator, _ = machine
    assert simulator.visits(elf, [(0, 1 << 16)], measure="struck") == (range(6),)
    assert simulator.visits(elf, [], measure="struck") == ()


def test_addresses_of_data():
    assert plain(0x800100) == plain(0x100) == 0x100
    assert Status.OK == 0  # what a verdict of MC_OK is taken for

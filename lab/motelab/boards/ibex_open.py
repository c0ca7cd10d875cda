"""Ibex with its netlist open, `simulators/ibex_open`: the RTL of ibex.py, translated so that faults can change it and
its flip-flops are seen. A program of its own: the one that counts cycles stays as it is, and runs what no fault
strikes."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from motelab import ROOT
from motelab.boards import host_program, ibex, mote_simulator
from motelab.boards.ibex import execute

__all__ = ["AROUND", "LIBRARIES", "MODULES", "execute", "fingerprint", "inject", "simulator", "visits"]

FOLDER = ROOT / "simulators" / "ibex_open"
LIBRARIES = ("-lelf", "-lstdc++", "-lm", "-lpthread", "-latomic")  # of programs with its core
TOP, CORE = "ibex_mote", "core.u_ibex_core."
# The parts of the core, in the order of their numbers in netlist.h; and how the names of their flip-flops begin. What
# leaves the fetch stage has a name of the core. The last is all the rest.
MODULES = ("prefetch", "fetch", "decode", "execute", "memory", "write-back", "registers", "csr", "rest")
BEGINNINGS = {
    "prefetch": (f"{CORE}if_stage_i.gen_prefetch_buffer.",),
    "fetch": (f"{CORE}if_stage_i.", f"{CORE}instr_", f"{CORE}pc_id"),
    "decode": (f"{CORE}id_stage_i.",),
    "execute": (f"{CORE}ex_block_i.",),
    "memory": (f"{CORE}load_store_unit_i.",),
    "write-back": (f"{CORE}wb_stage_i.",),
    "registers": ("core.gen_regfile_ff.",),
    "csr": (f"{CORE}cs_registers_i.",),
    "rest": ("core.",),
}
# What reports completed instructions, and is no part of the core.
REPORTING = (f"{CORE}rvfi", f"{CORE}captured", f"{CORE}gen_rvfi", f"{CORE}g_rvfi")


def fingerprint() -> str:
    """Hash over everything that determines a result besides the image, here and without a fault."""
    return host_program.fingerprint([ibex.fingerprint(), AROUND.fingerprint()], ())


def simulator(mcu: str) -> Path:
    """The program of one configuration, built first if need be; as ibex.simulator."""
    return ibex.simulator(mcu, AROUND)


def inject(
    elf: Path, faults: Sequence[str], *, mcu: str = "ibex", frequency_hz: int = 50_000_000, **options: Any
) -> Iterator[dict]:
    """What becomes of faults, as mote_simulator.inject."""
    return mote_simulator.inject(simulator(mcu), elf, faults, mcu=mcu, frequency_hz=frequency_hz, **options)


def visits(
    elf: Path, parts: Sequence[tuple[int, int]], *, mcu: str = "ibex", frequency_hz: int = 50_000_000, **options: Any
) -> tuple[range, ...]:
    """When a run is in some parts of the code, as mote_simulator.visits."""
    return mote_simulator.visits(simulator(mcu), elf, parts, mcu=mcu, frequency_hz=frequency_hz, **options)


def _opened(mcu: str, rtl: Path, work: Path) -> list[str]:
    """The arguments of the translation that open the netlist: what netlist.cpp changes, and the flip-flops, which it
    reads."""
    described, changed = work / "netlist.xml", str(FOLDER / "netlist.vlt")
    command = ["verilator", "--xml-only", "--xml-output", described, "--top-module", TOP, "--flatten", changed]
    command += [*(word for word in ibex.TRANSLATION if word.startswith("-D")), *ibex.translation(mcu)]
    host_program.run_logged(command, work, work / "netlist.log", f"the netlist of {mcu}")
    names = flip_flops(described)
    listed = "".join(f"FLIP_FLOP({MODULES.index(module_of(name))}, {in_c(name)})\n" for name in names)
    (work / "flip_flops.inc").write_text(listed)
    last = sorted({name.rpartition(".")[2] for name in names})
    shown = "".join(f'public_flat_rd -module "ibex_*" -var "{name}"\n' for name in last)
    (work / "flip_flops.vlt").write_text(f"`verilator_config\n{shown}")
    return ["--flatten", changed, str(work / "flip_flops.vlt")]


def flip_flops(netlist: Path) -> list[str]:
    """The names of all flip-flops of the core in a netlist that Verilator has written as XML: what is assigned at the
    edge of a clock. Names within generated blocks lack the first part there; here all do."""
    found: set[str] = set()
    for assignment in ElementTree.parse(netlist).iter("assigndly"):
        found.update(_assigned(assignment[-1]))
    names = sorted(name.removeprefix(f"{TOP}.") for name in found)
    return [name for name in names if name.startswith("core.") and not name.startswith(REPORTING)]


def _assigned(target: ElementTree.Element) -> list[str]:
    """The variables of the left side of an assignment. Of a part the first child is the whole."""
    if target.tag == "varref":
        return [target.get("name")]
    parts = target if target.tag == "concat" else target[:1]
    return [name for part in parts for name in _assigned(part)]


def module_of(name: str) -> str:
    """The part of the core that has a flip-flop."""
    return next(module for module in MODULES if name.startswith(BEGINNINGS[module]))


def in_c(name: str) -> str:
    """A variable's name in what Verilator writes."""
    return f"{TOP}.{name}".replace(".", "__DOT__").replace("[", "__BRA__").replace("]", "__KET__")


AROUND = ibex.Around(
    "mc-ibex-faults",
    (FOLDER, *ibex.SOURCES),
    ("calls.c", "mc_ibex.c"),
    FOLDER / "netlist.cpp",
    (str(BEGINNINGS), *REPORTING),
    _opened,
)

"""QEMU's system emulator of Cortex-M, with cycles by the plugin's table: the simulator of boards of the platform
`cortex_m`."""

import array
from pathlib import Path

from motelab.boards import qemu
from motelab.boards.execution import Execution, Trace

EMULATOR = "qemu-system-arm"
SOURCES = qemu.SOURCES
QUIET = ("-display", "none", "-monitor", "none", "-serial", "none")
SEMIHOSTING = ("-semihosting-config", "enable=on,target=native")
# Processor -> a machine of QEMU that runs its instructions, with flash at 0 and RAM at 0x20000000; and core of the
# cycle table. No machine has a Cortex-M0+, but one has a Cortex-M0, whose instructions are the same.
MACHINES = {
    "cortex-m0plus": (("-M", "microbit", "-global", "nrf51-soc.sram-size=32768"), "m0plus"),
    "cortex-m4": (("-M", "netduinoplus2"), "m4"),
}


def version() -> str:
    """Name and version, such as "qemu-system-arm 7.2.22"; MissingTool if it is not installed."""
    return qemu.version(EMULATOR)


def fingerprint() -> str:
    """Hash over everything that determines a result besides the image."""
    return qemu.fingerprint(EMULATOR)


def execute(elf: Path, *, mcu: str, timing: dict[str, int] | None = None, **options) -> Execution:
    """As qemu.py's, with cycles. `timing` has those of board.TIMING that differ from a chip without wait states and
    with a multiplication of one cycle; ImageFailed if the core has no such multiplier."""
    return qemu.execute(elf, launch=_launch(mcu, timing or {}), **options)


def full_trace(elf: Path, *, mcu: str, timing: dict[str, int] | None = None, **options) -> Trace:
    """As qemu.py's."""
    return qemu.full_trace(elf, launch=_launch(mcu, timing or {}), **options)


def trace(elf: Path, **options) -> array.array:
    """The program counters of one run: `full_trace` without the addresses."""
    return full_trace(elf, **options).counters


def _launch(mcu: str, timing: dict[str, int]) -> qemu.Launch:
    machine, core = MACHINES[mcu]
    arguments = (f"core={core}", *(f"{name}={value}" for name, value in timing.items()))
    return qemu.Launch(EMULATOR, (*machine, *QUIET, *SEMIHOSTING), ("-kernel",), arguments, has_files=True)

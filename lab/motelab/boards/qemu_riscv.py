"""QEMU's user-mode emulator of RV32, as the simulator module that boards name: qemu.py does the work. Of the cores in
CORES the plugin counts cycles, of others instructions."""

import array
import functools
from pathlib import Path

from motelab.boards import qemu
from motelab.boards.execution import Execution, Trace
from motelab.boards.qemu import SOURCES

__all__ = ["SOURCES", "execute", "fingerprint", "full_trace", "trace", "version"]

EMULATOR = "qemu-riscv32"
# Processor -> what QEMU calls one with its instructions; it is the core of the cycle table, too.
CORES = {"esp32c3": "rv32"}
version = functools.partial(qemu.version, EMULATOR)
fingerprint = functools.partial(qemu.fingerprint, EMULATOR)


def execute(elf: Path, *, mcu: str, **options) -> Execution:
    """As qemu.py's, with cycles on the cores whose time is known."""
    return qemu.execute(elf, mcu=mcu, launch=_launch(mcu), **options)


def full_trace(elf: Path, *, mcu: str, **options) -> Trace:
    """As qemu.py's."""
    return qemu.full_trace(elf, mcu=mcu, launch=_launch(mcu), **options)


def trace(elf: Path, **options) -> array.array:
    """The program counters of one run: `full_trace` without the addresses."""
    return full_trace(elf, **options).counters


def _launch(mcu: str) -> qemu.Launch:
    arguments = (f"core={mcu}",) if mcu in CORES else ()
    return qemu.Launch(EMULATOR, ("-cpu", CORES.get(mcu, mcu)), plugin_arguments=arguments)

"""QEMU's user-mode emulator of RV32, as the simulator module that boards name: qemu.py does the work."""

import functools

from motelab.boards import qemu
from motelab.boards.qemu import SOURCES, execute, full_trace, trace

__all__ = ["SOURCES", "execute", "fingerprint", "full_trace", "trace", "version"]

EMULATOR = "qemu-riscv32"
version = functools.partial(qemu.version, EMULATOR)
fingerprint = functools.partial(qemu.fingerprint, EMULATOR)

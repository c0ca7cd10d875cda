"""QEMU's user-mode emulator of RV32, the simulator module of boards that have it: qemu.py, by another name."""

import functools

from motecurve.boards import qemu
from motecurve.boards.qemu import execute, full_trace, trace

__all__ = ["execute", "fingerprint", "full_trace", "trace", "version"]

EMULATOR = "qemu-riscv32"
version = functools.partial(qemu.version, EMULATOR)
fingerprint = functools.partial(qemu.fingerprint, EMULATOR)

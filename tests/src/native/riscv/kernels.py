"""Kernels for RV32 under QEMU's user-mode emulator."""

import re

from motelab import ROOT
from tests.src.native.arm.kernels import Machine, Target

COMPARES = {"sltu", "sltiu", "snez"}
SCRATCH = ("t0", "t1", "t2")
FOLDER = ROOT / "tests/src/native/riscv"


def riscv_linux() -> Target:
    return Target(
        emulator="qemu-riscv32",
        command="riscv64-unknown-elf-gcc",
        flags=("-mabi=ilp32", "-mcmodel=medlow", "-std=gnu11", "-ffreestanding", "-fbuiltin", "-Wa,--no-warn"),
        link_flags=("-march=rv32imc", "-nostdlib", "-static", "-Wl,--no-warn-rwx-segments", "-lgcc"),
        platform=ROOT / "examples/boards/rv32",
        shim=FOLDER / "kernel_shim.S",
        carries=FOLDER / "kernel_carries.S",
        shim_bytes=128,
    )


SYSTEM_CALLS = ("-DBENCH_SYSTEM_READ=63", "-DBENCH_SYSTEM_WRITE=64")
RV32 = Machine("rv32", ("-march=rv32imc", *SYSTEM_CALLS), target=riscv_linux)
RV32_ZBC = Machine("rv32,zba=true,zbc=true", ("-march=rv32imc_zba_zbc", *SYSTEM_CALLS), target=riscv_linux)


def counting(text: str) -> tuple[str, list[str]]:
    """The text that counts how often each comparison gives 0 and 1, with kernel_carries.S; for each comparison its
    place in the function and its text."""
    lines, sites, place = [], [], 0
    for line in text.splitlines():
        lines.append(line)
        if found := re.match(r"    (\w+) +([^#]+)", line):
            mnemonic, operands = found.groups()
            if mnemonic in COMPARES:
                target = operands.split(",")[0]
                address, one = [register for register in SCRATCH if register != target][:2]
                lines += ["    addi sp, sp, -16", f"    sw {address}, 0(sp)", f"    sw {one}, 4(sp)"]
                lines += [
                    f"    la {address}, carry_counts + {2 * len(sites)}",
                    f"    add {address}, {address}, {target}",
                ]
                lines += [f"    li {one}, 1", f"    sb {one}, 0({address})"]
                lines += [f"    lw {address}, 0(sp)", f"    lw {one}, 4(sp)", "    addi sp, sp, 16"]
                sites.append(f"{place} {mnemonic} {operands.strip()}")
            place += 1
    return "\n".join([*lines, ""]), sites


def unset_carries(symbol: str) -> list[str]:
    """The comparisons of a kernel that no operands have been found to set both ways: places and texts."""
    lines = (FOLDER / "unset_carries.txt").read_text().splitlines()
    return [line.split(" ", 1)[1] for line in lines if line.startswith(f"{symbol} ")]

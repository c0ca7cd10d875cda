"""The cycles of the ESP32-C3, form by form. The expected cycles are copied from the measurements that
docs/boards/esp32c3.md names, and from its assumptions, not from the table."""

import shutil
import subprocess
from pathlib import Path

import pytest

from motelab.boards import host_program, qemu, qemu_riscv
from motelab.common.errors import ImageFailed
from motelab.compare import committed

COMPILER = "riscv64-unknown-elf-gcc"
FRAME = 3 + 3  # JR to the form, and RET
# Each form runs after this: a0 points at memory, a1 is 4, a2 is 0.
SET_UP = "la a0, memory\n li a1, 4\n li a2, 0\n"
# Measured on the chip. A taken branch takes 3, J 2, a load 2 if the next instruction needs what it loads.
MEASURED = {
    "nop": 1, "c.nop": 1, "addi t0, a1, 1": 1, "add t0, a1, a1": 1, "xor t0, a1, a2": 1,
    "sb a1, 0(a0)": 1, "sw a1, 0(a0)": 1, "c.sw a1, 0(a0)": 1,
    "lw t0, 0(a0)\n add t1, t0, a1": 2 + 1, "lbu t0, 0(a0)\n add t1, a1, t0": 2 + 1,
    "lw t0, 0(a0)\n nop\n add t1, t0, a1": 1 + 1 + 1,
    "beq a1, a2, 1f\n 1:": 1, "bne a1, a2, 1f\n nop\n 1:": 3, "c.beqz a1, 1f\n nop\n 1:": 1 + 1,
    "mul t0, a1, a1": 1, "div t0, a1, a1": 34, "c.bnez a1, 1f\n nop\n 1:": 3,
    "j 1f\n nop\n 1:": 2, "c.j 1f\n nop\n 1:": 2,
}  # fmt: skip
# What follows from these for other forms of the kinds, and what is assumed.
OTHERS = {
    "lui t0, 5": 1, "auipc t0, 5": 1, "slli t0, a1, 3": 1, "c.slli a1, 3": 1, "sltu t0, a2, a1": 1, "srai t0, a1, 2": 1,
    "c.addi16sp sp, 16\n c.addi16sp sp, -16": 2, "c.addi4spn a3, sp, 8": 1, "c.li t0, 3": 1, "c.lui t0, 3": 1,
    "c.andi a1, 3": 1, "c.sub a1, a2": 1, "c.mv t0, a1": 1, "c.add t0, a1": 1, "fence": 1, "c.srli a1, 1": 1,
    "mulh t0, a1, a1": 2, "mulhu t0, a1, a1": 2, "mulhsu t0, a1, a1": 2,
    "remu t0, a1, a1": 34,
    # a load, and each kind of instruction that reads what it loaded
    "lw t0, 0(a0)\n lw t1, 4(a0)": 2, "lw t0, 0(a0)\n sw t0, 4(a0)": 2 + 1, "lw t0, 0(a0)\n mulhu t1, t0, a1": 2 + 2,
    "lw t0, 0(a0)\n beq t0, a1, 1f\n 1:": 2 + 1, "lh t0, 0(a0)\n slli t1, t0, 1": 2 + 1,
    "c.lw a3, 0(a0)\n c.add a1, a3": 2 + 1, "c.lw a3, 0(a0)\n c.add a3, a1": 2 + 1, "c.lw a3, 0(a0)\n c.mv t0, a3": 3,
    "c.lw a3, 0(a0)\n c.mv a3, a1": 1 + 1, "c.lw a3, 0(a0)\n c.xor a3, a1": 3, "c.lw a3, 0(a0)\n c.and a1, a3": 3,
    "c.lw a3, 0(a0)\n c.andi a3, 1": 3, "c.lw a3, 0(a0)\n c.addi a3, 1": 3, "c.lw a3, 0(a0)\n c.slli a3, 1": 3,
    "c.lw a3, 0(a0)\n c.li a3, 1": 1 + 1, "c.lw a3, 0(a0)\n c.sw a3, 4(a0)": 3, "c.lw a3, 0(a0)\n c.sw a1, 4(a0)": 2,
    "c.lw a3, 0(a0)\n c.beqz a3, 1f\n 1:": 3, "c.lw a3, 0(a0)\n lui a3, 1": 2, "c.lw a3, 0(a0)\n addi a3, a1, 13": 2,
    "c.swsp a1, 4(sp)\n c.lwsp t0, 4(sp)\n c.add t0, a1": 1 + 2 + 1, "c.lw a3, 0(a0)\n c.swsp a3, 4(sp)": 3,
    "lw zero, 0(a0)\n sub t0, zero, a1": 1 + 1,
    # calls: JAL 2, JALR 3; a return address that was just loaded
    "mv t2, ra\n jal leaf\n mv ra, t2": 1 + 2 + 3 + 1,
    "mv t2, ra\n la t0, leaf\n jalr t0\n mv ra, t2": 1 + 2 + 3 + 3 + 1,
    "mv t2, ra\n jal framed\n mv ra, t2": 1 + 2 + (1 + 1 + 2 + 3) + 1,
}  # fmt: skip
# Loops that were measured for 1, 2, 3, 4 and 1000 iterations: cycles of an iteration, and of the last.
LOOPS = {
    "1: addi t0, t0, 1\n nop\n bne t0, t1, 1b": (5, 3),
    "1: addi t0, t0, 1\n bne t0, t1, 2f\n j 3f\n 2: j 1b\n 3:": (6, 4),
    "1: addi t0, t0, 1\n beq t0, t1, 2f\n j 1b\n 2:": (4, 4),
    "1: j 2f\n nop\n 2: addi t0, t0, 1\n bne t0, t1, 1b": (6, 4),
    "1: lw t3, 0(a0)\n add t0, t0, t3\n nop\n bne t0, t1, 1b": (7, 5),
    "1: xor t3, t3, zero\n sw t3, 4(a0)\n nop\n nop\n addi t0, t0, 1\n nop\n bne t0, t1, 1b": (9, 7),
}
PLANTED = [
    (".taken = 2", ".taken = 1"), (".load_use = 1", ".load_use = 2"), ("[RISCV_JUMP] = 2", "[RISCV_JUMP] = 3"),
    ("loaded & instruction->reads", "loaded & ~instruction->reads"), ("case 6: /* C.SWSP */", "case 9:"),
    ("narrow | ((word >> 10 & 3) == 3 ? other : 0)", "narrow"),
    ("set_of(second) | (is_second_half ? set_of(first) : 0)", "set_of(second)"),
    ("set_of(SP), set_of(first)", "set_of(SP), 0"), ("1u << number & ~1u", "1u << number"),
    ("function < 4 ? RISCV_MULTIPLY_HIGH", "function < 3 ? RISCV_MULTIPLY_HIGH"),
]  # fmt: skip


def assemble(forms, folder: Path) -> Path:
    """A program that calls `measured` once for each form."""
    calls = "".join(f"{SET_UP} la t2, form{i}\n jal measured\n" for i in range(len(forms)))
    bodies = "".join(f"form{i}:\n {form}\n ret\n" for i, form in enumerate(forms))
    (folder / "program.S").write_text(
        ".text\n .global _start\n _start:\n addi sp, sp, -32\n"
        f"{calls} li a7, 93\n li a0, 0\n ecall\n"
        f"measured: jr t2\n leaf: ret\n framed: sw ra, -4(sp)\n nop\n lw ra, -4(sp)\n ret\n .balign 4\n{bodies}"
        ".data\n .balign 4\n memory: .word 1, 1, 1, 1\n .type measured, @function\n"
    )
    elf = folder / "program.elf"
    command = [COMPILER, "-march=rv32imc", "-mabi=ilp32", "-nostdlib", "-static", folder / "program.S", "-o", elf]
    subprocess.run(command, check=True)
    return elf


def cycles_of(forms, folder: Path) -> list[int]:
    """Cycles of each form."""
    runs = qemu_riscv.execute(assemble(forms, folder), measure="measured", mcu="esp32c3").runs
    return [run.cycles - FRAME for run in runs]


def differing(known: dict[str, int], folder: Path) -> dict[str, int]:
    """Forms whose cycles differ from the known ones."""
    found = zip(known, cycles_of(known, folder), strict=True)
    return {form: cycles for form, cycles in found if cycles != known[form]}


def test_cycles_as_measured(tmp_path):
    assert differing(MEASURED, tmp_path) == {}


def test_other_forms(tmp_path):
    assert differing(OTHERS, tmp_path) == {}


@pytest.mark.parametrize("count", [1, 2, 3, 4, 1000])
def test_loops_as_measured(count, tmp_path):
    set_up = f"li t0, 0\n li t1, {count}\n"
    before = sum(cycles_of([set_up], tmp_path))
    known = {set_up + loop: before + (count - 1) * each + last for loop, (each, last) in LOOPS.items()}
    assert differing(known, tmp_path) == {}


@pytest.mark.parametrize("old, new", PLANTED, ids=[old for old, _ in PLANTED])
def test_a_wrong_rule_is_found(old, new, tmp_path, monkeypatch):
    """A plugin with an error planted in its table or its decoder gives other cycles, or fails."""
    folder = shutil.copytree(qemu.SOURCES[0], tmp_path / "qemu")
    changed = [path for path in folder.glob("riscv*.c") if old in path.read_text()]
    assert len(changed) == 1
    changed[0].write_text(changed[0].read_text().replace(old, new, 1))
    program = tmp_path / "planted.so"
    assert host_program.compiled(program, [*qemu.COMPILER_FLAGS, *host_program.c_files([folder])]) is None
    monkeypatch.setattr(qemu, "plugin", lambda emulator: program)
    try:
        found = differing(MEASURED | OTHERS, tmp_path)
    except ImageFailed:
        return
    assert found != {}


@pytest.mark.parametrize("form", [".insn r 0x33, 1, 0x30, t0, a1, a2", ".2byte 0x6108"])
def test_an_instruction_without_known_time_is_refused(form, tmp_path):
    """Of bit manipulation; C.FLW."""
    with pytest.raises(ImageFailed, match=r"how long the instruction at 0x[0-9a-f]+ takes is not known"):
        cycles_of([form], tmp_path)


def test_a_block_that_goes_on_after_a_page(tmp_path):
    """QEMU ends a block there; the instruction that follows still waits for what was loaded."""
    load = "lw t0, 0(a0)\n {} t1, t0, a1"
    forms = [f"j 1f\n .balign 4096\n .zero 4092\n 1: {load.format(name)}" for name in ("add", "mulhu")]
    assert cycles_of(forms, tmp_path) == [2 + 2 + 1, 2 + 2 + 2]


def test_an_unknown_core_is_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(qemu_riscv.CORES, "esp32c9", "rv32")
    with pytest.raises(ImageFailed, match="no cycles are known of the core esp32c9"):
        qemu_riscv.execute(assemble(["nop"], tmp_path), measure="measured", mcu="esp32c9")


def test_it_executes_what_ibex_executes():
    """Two simulators without common code count the same instructions of the same members, but for those by which the
    linker reaches data: their number depends on where it lies."""

    def key(record: dict) -> tuple:
        names = ("operation", "curve", "field", "profile", "algorithm", "window", "backend", "runs")
        return (*(record[name] for name in names), *sorted(record["choices"].items()))

    other = {key(record): record for record in committed.of("ibex")}
    pairs = [(record, other[key(record)]) for record in committed.of("esp32c3") if key(record) in other]
    far = [
        (one["operation"], one["curve"], one["instructions"], ibex["instructions"])
        for one, ibex in pairs
        if abs(one["instructions"] - ibex["instructions"]) > 2e-3 * ibex["instructions"]
    ]
    assert len(pairs) > 20 and far == []

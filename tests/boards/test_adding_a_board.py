"""docs/adding-a-board.md works: its files make a board, on which its commands run. The plugin classifies that board's
instructions rightly."""

import ctypes
import json
import os
import re
import shlex
import subprocess
import sys

import pytest

from motelab import ROOT, python_path

PAGE = (ROOT / "docs/adding-a-board.md").read_text()
TOOLS = "riscv64-unknown-elf-"
CALL, XOR, MARK = 1, 4, 8  # simulators/qemu/opcode.h
# Instructions of RV32IMAC, and the kind that the plugin must recognize in each.
INSTRUCTIONS = {
    "jal ra, .": CALL,
    "jal t0, .": 0,
    "jal zero, .": 0,
    "jalr ra, 0(a0)": CALL,
    "jalr zero, 0(ra)": 0,
    "c.jalr a0": CALL,
    "c.jr a0": 0,
    "c.jal .": CALL,
    "c.j .": 0,
    "c.ebreak": 0,
    "xor a0, a1, a2": XOR,
    "xor a0, a1, a1": 0,
    "or a0, a1, a2": 0,
    "c.xor a0, a1": XOR,
    "c.xor a1, a1": 0,
    "c.or a0, a1": 0,
    "c.sub a0, a1": 0,
    "sw sp, -4(sp)": MARK,
    "sw ra, -4(sp)": 0,
}


def blocks() -> dict[str, str]:
    """The page's texts by file; the commands are under `sh`."""
    found = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", PAGE, re.M | re.S)
    names = {"toml": "board.toml"}
    return {name or names.get(language, language): text for language, name, text in found}


def test_the_page(tmp_path):
    files = blocks()
    commands = files.pop("sh")
    assert set(files) == {"board.toml", "io.h", "start.S", "memory.c", "string.h"}
    assert files == {path.name: path.read_text() for path in (ROOT / "examples/boards/rv32").iterdir()}
    folder = tmp_path / "my-boards/rv32"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    records = []
    for line in commands.splitlines():
        setting, program, *arguments = shlex.split(line)
        name, _, value = setting.partition("=")
        assert program == "./motecurve"
        environment = os.environ | {name: str(tmp_path / value), "PYTHONPATH": python_path()}
        command = [sys.executable, "-m", "motelab", *arguments, "--jobs", "1"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
        assert done.returncode == 0, done.stderr
        records += json.loads(done.stdout)
    assert {record["operation"] for record in records} == {"fp-mul-reduce", "scalar-mult"}
    for record in records:
        assert record["verified"] and record["board"] == "rv32" and record["instructions"] > 0
        assert "-march=rv32imac" in record["flags"] and record["cycle_model"] == "instructions (qemu-riscv32)"
        assert record["simulator"].startswith("qemu-riscv32 ") and record["xors"] < record["instructions"]
    assert {record["algorithm"] for record in records if record["constant_time"]} >= {"regular-wtnaf"}


@pytest.fixture(scope="module")
def riscv(tmp_path_factory) -> ctypes.CDLL:
    path = tmp_path_factory.mktemp("riscv") / "riscv.so"
    subprocess.run(["gcc", "-shared", "-fPIC", ROOT / "simulators/qemu/riscv.c", "-o", path], check=True)
    return ctypes.CDLL(str(path))


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_instructions_of_riscv(riscv, tmp_path, instruction):
    """Against the bytes that an assembler makes of them; each instruction is the first of its program."""
    source, binary = tmp_path / "one.s", tmp_path / "one.bin"
    is_short = instruction.startswith("c.")
    source.write_text(f"    .option {'rvc' if is_short else 'norvc'}\n    {instruction}\n    .half 0x0001\n")
    subprocess.run([f"{TOOLS}as", "-march=rv32imac", source, "-o", tmp_path / "one.o"], check=True)
    subprocess.run([f"{TOOLS}objcopy", "-O", "binary", tmp_path / "one.o", binary], check=True)
    octets = binary.read_bytes()
    word = int.from_bytes(octets[:4], "little")
    assert riscv.riscv_bytes(ctypes.c_uint32(word)) == len(octets) - 2 == (2 if is_short else 4)
    assert riscv.riscv_flags(ctypes.c_uint32(word)) == INSTRUCTIONS[instruction]

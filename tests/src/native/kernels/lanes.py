"""Straight-line kernels on thousands of operands, and which of these notice that an instruction ignores its carry:
lanes.c runs the steps that a target's `straight_line.py` reads from the committed file."""

import array
import ctypes
import dataclasses
import functools
import random
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

LANES = 64
OPERATIONS = (
    *("COPY", "LOAD", "STORE", "MOVE_POINTER", "AND", "CLEAR", "XOR", "XOR_FLAG", "COMPLEMENT", "ADD", "ADD_CARRY"),
    *("SUB", "SUB_BORROW", "ADD_NOT", "ADD_NOT_CARRY", "SHIFT_RIGHT", "ROTATE_RIGHT", "SHIFT_RIGHT_SIGNED"),
    *("INCREMENT", "MULTIPLY", "MULTIPLY_TWO", "CLEAR_CARRY", "AND_FLAG"),
)
CODES = {name: code for code, name in enumerate(OPERATIONS)}
SOURCE = Path(__file__).with_name("lanes.c")
REGISTERS, MEMORY_CELLS = 32, 512
TEMPORARY = REGISTERS  # a cell for values that are in no register
MEMORY = REGISTERS + 8
CONSTANTS = MEMORY + MEMORY_CELLS
MAX_CELLS = 1024


@functools.cache
def _library() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lanes.so"
        subprocess.run(["cc", "-std=gnu11", "-O3", "-Wall", "-shared", "-fPIC", SOURCE, "-o", path], check=True)
        return ctypes.CDLL(path)


@dataclasses.dataclass(frozen=True)
class Instruction:
    """An instruction that takes the carry: its place among the steps, and its line."""

    step: int
    text: str
    number: int  # place among all instructions of the kernel


@dataclasses.dataclass
class Code:
    """The steps of a kernel, written by a target's reader. bytes_per_cell: 1 or 2."""

    bytes_per_cell: int
    steps: array.array = dataclasses.field(default_factory=lambda: array.array("H"))
    constants: dict[int, int] = dataclasses.field(default_factory=dict)
    taking: list[Instruction] = dataclasses.field(default_factory=list)
    instructions: int = 0

    @property
    def count(self) -> int:
        return len(self.steps) // 6

    def constant(self, value: int) -> int:
        """The cell that has the value."""
        return self.constants.setdefault(value, CONSTANTS + len(self.constants))

    def instruction(self, text: str, *parts: tuple) -> None:
        """Adds an instruction's steps: operation, target, source, offset, and the twin if it takes the carry."""
        if any(len(part) > 4 for part in parts):
            self.taking.append(Instruction(self.count, text, self.instructions))
        self.instructions += 1
        for i, (operation, target, source, *rest) in enumerate(parts):
            offset, twin = (*rest, 0, operation)[0] if rest else 0, rest[1] if len(rest) > 1 else operation
            words = (CODES[operation], CODES[twin], target, source, offset & 0xFFFF, 0 if i else len(parts))
            self.steps.extend(words)


class Layout(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("word_bits", "cells", "memory", "memory_cells")]


class Fault(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("step", "is_left_out", "killer")]


@dataclasses.dataclass(frozen=True)
class Place:
    """The place of an argument: its first cell, and its bytes."""

    cell: int
    size: int


@dataclasses.dataclass
class Report:
    """results: the result of each input; killers: (instruction, fault) -> the number of the first input that noticed,
    or -1; seen: the values of the carry for each instruction that takes it."""

    results: list[int]
    killers: dict[tuple[Instruction, str], int]
    seen: dict[Instruction, set[int]]


FAULTS = ("carry not taken", "left out")
Faults = Iterable[tuple[Instruction, str]] | None


def run(
    code: Code,
    registers: dict[int, int],
    places: Sequence[Place],
    result: Place,
    inputs: Sequence[Sequence[int]],
    faults: Faults = None,
) -> Report:
    """Runs the code on each tuple of inputs, which lie at `places`, with those registers and everything else random.
    faults: the faults to look for, or all."""
    size, noise = code.bytes_per_cell, random.Random(1)
    wanted = (
        [(i, fault) for i in code.taking for fault in FAULTS]
        if faults is None
        else sorted(faults, key=lambda item: item[0].step)
    )
    planted = (Fault * len(wanted))(*(Fault(i.step, FAULTS.index(fault), -1) for i, fault in wanted))
    cells = CONSTANTS + len(code.constants)
    template = array.array("H", (noise.getrandbits(8 * size) for _ in range(MAX_CELLS * LANES)))
    for cell, value in (registers | {cell: value for value, cell in code.constants.items()}).items():
        template[cell * LANES : (cell + 1) * LANES] = array.array("H", [value]) * LANES
    layout = Layout(8 * size, cells, MEMORY, MEMORY_CELLS)
    outputs = range(result.cell, result.cell + result.size // size)
    seen, found = (ctypes.c_uint8 * code.count)(), []
    out = array.array("H", bytes(2 * LANES * len(outputs)))
    places_out = array.array("H", outputs)
    for first in range(0, len(inputs), LANES):
        batch = inputs[first : first + LANES]
        for k, place in enumerate(places):
            joined = b"".join(values[k].to_bytes(place.size, "little") for values in batch)
            words = array.array("B" if size == 1 else "H", joined)
            count = place.size // size
            for i in range(count):
                start = (place.cell + i) * LANES
                template[start : start + len(batch)] = array.array("H", words[i::count])
        _library().run_lanes(
            ctypes.byref(layout), _pointer(code.steps), code.count, _pointer(template), len(batch), first,
            _pointer(places_out), len(outputs), _pointer(out), seen, planted, len(planted),
        )  # fmt: skip
        parts = [out[lane::LANES][: len(outputs)] for lane in range(len(batch))]
        found += [int.from_bytes(bytes(p.tolist()) if size == 1 else p.tobytes(), "little") for p in parts]
    killers = {item: fault.killer for item, fault in zip(wanted, planted, strict=True)}
    return Report(found, killers, {i: _values(code, seen, i) for i in code.taking})


def _values(code: Code, seen: ctypes.Array, instruction: Instruction) -> set[int]:
    """The values of the carry that the instruction's steps took."""
    length = code.steps[6 * instruction.step + 5]
    bits = functools.reduce(int.__or__, seen[instruction.step : instruction.step + length])
    return {value for value in (0, 1) if bits >> value & 1}


def _pointer(values: array.array) -> ctypes.c_void_p:
    return ctypes.c_void_p(values.buffer_info()[0])

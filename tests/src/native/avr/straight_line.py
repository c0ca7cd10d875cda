"""Reads the committed file of a straight-line kernel for AVR as steps of kernels/lanes.py.

SUBI and SBCI count as instructions that take no carry: they compute addresses. Their carries depend on the place of
the stack, which the tests in the simulator move."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from codegen.avr.kernel import Kernel
from motelab import INCLUDE_FLAGS
from tests.src.native.avr.kernels import WORD_BYTES, family_of, input_limits
from tests.src.native.kernels import lanes
from tests.src.native.kernels.carries import Subject
from tests.src.native.kernels.lanes import MEMORY, Code, Faults, Place, Report
from tests.src.native.kernels.operands import operands

ADDRESSES = (0x20, 0x80, 0xC0)  # of result and arguments
STACK_POINTER = 0x1F0
SPL = 33  # the cells of the stack pointer, and of the status register
SREG = 35
POINTERS = {"X": 26, "Y": 28, "Z": 30}
NAMES = {f"{name}{half}": number + i for name, number in POINTERS.items() for i, half in enumerate("LH")}
PORTS = {0x3D: SPL, 0x3E: SPL + 1, 0x3F: SREG}
PLAIN = {"add": "ADD", "sub": "SUB", "and": "AND", "eor": "XOR", "mov": "COPY"}
CARRYING = {"adc": ("ADD_CARRY", "ADD"), "sbc": ("SUB_BORROW", "SUB")}
NO_OPERATION = {"cli"}


def texts_of(path: Path) -> list[str]:
    """The instructions, labels and directives of a file."""
    command = ["cpp", "-P", "-w", "-x", "assembler-with-cpp", *INCLUDE_FLAGS, path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = (re.sub(r"\s+", " ", line.split(";")[0]).strip() for line in text.splitlines())
    return [line for line in lines if line]


def lines_of(path: Path) -> list[str]:
    """The instructions of a file."""
    return [line for line in texts_of(path) if not line.startswith(".") and not line.endswith(":")]


def register(name: str) -> int:
    return NAMES[name] if name in NAMES else int(name.removeprefix("r"))


def _value(text: str) -> int:
    part = re.fullmatch(r"(lo8|hi8)\((-?\w+)\)", text)
    if part:
        return int(part[2], 0) >> 8 * (part[1] == "hi8") & 255
    return int(text, 0) & 255


def _address(operand: str) -> tuple[int, int, int]:
    """For Z, Z+, -Z, Z+5: the pointer, and the numbers added to it before and after."""
    match = re.fullmatch(r"(-?)([XYZ])(\+?)(\d*)", operand)
    pointer = POINTERS[match[2]]
    if match[4]:
        return pointer, int(match[4]), 0
    return pointer, -1 if match[1] else 0, 1 if match[3] else -1 if match[1] else 0


def _memory(name: str, register: int, operand: str) -> list[tuple]:
    pointer, before, after = _address(operand)
    access = ("LOAD", register, pointer, before) if name == "LOAD" else ("STORE", pointer, register, before)
    return [access, ("MOVE_POINTER", pointer, 0, after)] if after else [access]


def steps(code: Code, name: str, operands: list[str]) -> list[tuple]:
    """The effect of an instruction. ValueError for one that no straight-line kernel of a prime field has used so
    far."""
    if name in ("ld", "ldd"):
        return _memory("LOAD", register(operands[0]), operands[1])
    if name in ("st", "std"):
        return _memory("STORE", register(operands[1]), operands[0])
    if name == "in":
        return [("COPY", register(operands[0]), PORTS[_value(operands[1])])]
    if name == "out":
        return [("COPY", PORTS[_value(operands[0])], register(operands[1]))]
    d = register(operands[0])
    if name in PLAIN:
        return [(PLAIN[name], d, register(operands[1]))]
    if name in CARRYING:
        operation, twin = CARRYING[name]
        return [(operation, d, register(operands[1]), 0, twin)]
    if name == "movw":
        s = register(operands[1])
        return [("COPY", d, s), ("COPY", d + 1, s + 1)]
    if name == "mul":
        return [("MULTIPLY", 0, d, register(operands[1]))]
    return _of_one_register(code, name, d, operands)


def _of_one_register(code: Code, name: str, d: int, operands: list[str]) -> list[tuple]:
    if name in ("ldi", "subi", "sbci"):
        constant = code.constant(_value(operands[1]))
        return [({"ldi": "COPY", "subi": "SUB", "sbci": "SUB_BORROW"}[name], d, constant)]
    if name in ("adiw", "sbiw"):
        amount = int(operands[1], 0)
        return [("MOVE_POINTER", d, 0, amount if name == "adiw" else -amount)]
    if name == "push":
        return [("STORE", SPL, d, 0), ("MOVE_POINTER", SPL, 0, -1)]
    if name == "pop":
        return [("LOAD", d, SPL, 1), ("MOVE_POINTER", SPL, 0, 1)]
    found = {
        "clr": ("XOR", d, d),
        "lsl": ("ADD", d, d),
        "rol": ("ADD_CARRY", d, d, 0, "ADD"),
        "lsr": ("SHIFT_RIGHT", d, 0),
        "ror": ("ROTATE_RIGHT", d, 0, 0, "SHIFT_RIGHT"),
        "asr": ("SHIFT_RIGHT_SIGNED", d, 0),
        "com": ("COMPLEMENT", d, 0),
        "inc": ("INCREMENT", d, 0),
    }.get(name)
    if found is None:
        raise ValueError(f"no steps for {name} {', '.join(operands)}")
    return [found]


def code_of(path: Path) -> Code:
    """The steps of a file."""
    code = Code(bytes_per_cell=1)
    for line in lines_of(path):
        name, _, rest = line.partition(" ")
        if name != "ret" and name not in NO_OPERATION:
            code.instruction(line, *steps(code, name, re.split(r",\s*", rest)))
    return code


def places_of(kernel: Kernel) -> tuple[list[Place], Place]:
    """The places of the arguments and the result of a kernel."""
    family, n = family_of(kernel), kernel.field.byte_count
    places = [Place(MEMORY + at, size * n) for size, at in zip(family.inputs, ADDRESSES[1:], strict=False)]
    if kernel.header["family"] == "fp-mul-small":
        places[1] = Place(18, WORD_BYTES)  # in registers
    return places, Place(MEMORY + ADDRESSES[0], family.output * n)


def run(code: Code, kernel: Kernel, inputs: Sequence[Sequence[int]], faults: Faults = None) -> Report:
    """The code of the kernel on the inputs."""
    places, result = places_of(kernel)
    registers = {SPL: STACK_POINTER & 255, SPL + 1: STACK_POINTER >> 8, SREG: 0, 1: 0}
    for register, address in zip((24, 22, 20), ADDRESSES, strict=True):
        registers |= {register: address & 255, register + 1: address >> 8}
    if kernel.header["family"] == "fp-mul-small":
        registers = {r: value for r, value in registers.items() if not 18 <= r < 22}
    return lanes.run(code, registers, places, result, inputs, faults)


def subject(kernel: Kernel) -> Subject:
    """A kernel of a prime field, for the test that operands notice its carries."""
    code, field, family = code_of(kernel.path), kernel.field, kernel.header["family"]
    radix = 1 << 8 * field.byte_count if field.is_montgomery else 1
    limit = input_limits(kernel)[0]
    return Subject(
        symbol=kernel.symbol,
        run=lambda inputs, faults=None: run(code, kernel, inputs, faults),
        operands=lambda seed: operands(family, field.prime, 8, limit, radix, seed=seed),
        expected=lambda values: family_of(kernel).compute(field, *values),
    )

"""Reads the committed file of a straight-line kernel for MSP430 as steps of kernels/lanes.py. Kernels that it calls are
run in the place of the call, without faults: they are tested themselves."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import WORD_BYTES
from motelab import INCLUDE_FLAGS
from tests.src.native.kernels import lanes
from tests.src.native.kernels.carries import Subject
from tests.src.native.kernels.lanes import MEMORY, TEMPORARY, Code, Faults, Place, Report
from tests.src.native.kernels.operands import operands

MULTIPLIER = 0x3A0  # the cells of its registers, besides the operands and the stack
STACK_POINTER = 0x390
ADDRESSES = (0x20, 0x60, 0xA0)  # of r, a, b
SP = 1
OTHER = TEMPORARY + 1  # operands that an instruction reads; TEMPORARY stands for the one that it changes
RESULTS = {8: ("MULTIPLY", 10, (0,)), 0x22: ("MULTIPLY_TWO", 0x24, (0x10,))}  # by the operand's last address
PLAIN = {"mov": "COPY", "add": "ADD", "sub": "ADD_NOT", "and": "AND_FLAG", "bic": "CLEAR", "xor": "XOR_FLAG"}
CARRYING = {"addc": ("ADD_CARRY", "ADD"), "subc": ("ADD_NOT_CARRY", "ADD_NOT")}
AS_TWO = {
    "clr": "mov #0, {}",
    "adc": "addc #0, {}",
    "sbc": "subc #0, {}",
    "inv": "xor #-1, {}",
    "rla": "add {0}, {0}",
    "rlc": "addc {0}, {0}",
}


def lines_of(path: Path, routine: str = "") -> list[str]:
    """The instructions of a file's function up to its return, or of a local routine behind it; if the file has two
    forms, the form for the processor without the X instructions."""
    command = ["cpp", "-P", "-w", "-x", "assembler-with-cpp", *INCLUDE_FLAGS]
    command += [f"-DMC_MSP430_MULTIPLIER={MULTIPLIER}", path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [re.sub(r"\s+", " ", line.split(";")[0]).strip() for line in text.splitlines()]
    start = lines.index(f".L{routine}:") if routine else 0
    lines = lines[start : lines.index("ret", start) + 1]
    return [line for line in lines if line and not line.startswith(".") and not line.endswith(":")]


def _number(text: str) -> int:
    """A constant, or a sum of two."""
    return sum(int(part, 0) for part in text.replace(" ", "").split("+"))


def cell_of(address: int) -> int:
    return MEMORY + address // WORD_BYTES


def _place(operand: str) -> tuple[int, int] | int:
    """The cell of an operand that has one; for an operand in memory the pointer and the offset."""
    if operand.startswith("&"):
        return cell_of(_number(operand[1:]))
    if operand.startswith("@"):
        return int(operand[2:].rstrip("+")), 0
    if "(" in operand:
        offset, register = operand[:-1].split("(r")
        return int(register), _number(offset)
    return int(operand.removeprefix("r"))


def _source(code: Code, operand: str) -> tuple[list[tuple], int, list[tuple]]:
    """Steps before, the cell that then has the operand, steps after."""
    if operand.startswith("#"):
        return [], code.constant(_number(operand[1:]) & 0xFFFF), []
    place = _place(operand)
    if isinstance(place, int):
        return [], place, []
    after = [("MOVE_POINTER", place[0], 0, WORD_BYTES)] if operand.endswith("+") else []
    return [("LOAD", OTHER, *place), *after], OTHER, []


def _multiplied(operand: str) -> list[tuple]:
    """The steps of the multiplier when the operand is written."""
    if not operand.startswith("&"):
        return []
    found = RESULTS.get(_number(operand[1:]) - MULTIPLIER)
    if found is None:
        return []
    name, result, (factor,) = found
    second = {8: 8, 0x22: 0x20}[_number(operand[1:]) - MULTIPLIER]
    cells = [cell_of(MULTIPLIER + offset) for offset in (result, factor, second)]
    return [(name, *cells)]


def _changed(operand: str, operation: str, source: int, more: tuple) -> list[tuple]:
    """operand = operand `operation` the source's cell."""
    place = _place(operand)
    if isinstance(place, int):
        return [(operation, place, source, *more), *_multiplied(operand)]
    steps = [] if operation == "COPY" else [("LOAD", TEMPORARY, *place)]
    return [*steps, (operation, TEMPORARY, source, *more), ("STORE", place[0], TEMPORARY, place[1])]


def _many(name: str, operands: list[str]) -> list[tuple]:
    """PUSHM.W #n, rX pushes rX, ..., r(X - n + 1); POPM.W #n, rX pops r(X - n + 1), ..., rX."""
    count, last = _number(operands[0][1:]), _place(operands[1])
    steps = []
    for register in range(last, last - count, -1) if name == "pushm.w" else range(last - count + 1, last + 1):
        steps += _stacked(name.removesuffix("m.w"), register)
    return steps


def _stacked(name: str, register: int) -> list[tuple]:
    if name == "push":
        return [("MOVE_POINTER", SP, 0, -WORD_BYTES), ("STORE", SP, register, 0)]
    return [("LOAD", register, SP, 0), ("MOVE_POINTER", SP, 0, WORD_BYTES)]


def _steps(code: Code, name: str, operands: list[str]) -> list[tuple]:
    """The effect of an instruction. ValueError for one that no straight-line kernel has used so far."""
    if name in AS_TWO:
        name, _, rest = AS_TWO[name].format(*operands).partition(" ")
        operands = rest.split(", ")
    if name in ("push", "pop"):
        return _stacked(name, _place(operands[0]))
    if name in ("pushm.w", "popm.w"):
        return _many(name, operands)
    if name == "clrc":
        return [("CLEAR_CARRY", TEMPORARY, TEMPORARY)]
    if name == "rra":
        return _changed(operands[0], "SHIFT_RIGHT_SIGNED", TEMPORARY, ())
    if name == "bit":
        before, cell, after = _source(code, operands[0])
        return [*before, ("COPY", TEMPORARY, _place(operands[1])), ("AND_FLAG", TEMPORARY, cell), *after]
    if name == "rrc":
        return _changed(operands[0], "ROTATE_RIGHT", TEMPORARY, (0, "SHIFT_RIGHT_SIGNED"))
    if name not in PLAIN and name not in CARRYING:
        raise ValueError(f"no steps for {name} {', '.join(operands)}")
    operation, *twin = CARRYING.get(name, (PLAIN.get(name),))
    before, cell, after = _source(code, operands[0])
    return [*before, *_changed(operands[1], operation, cell, (0, *twin) if twin else ()), *after]


def code_of(path: Path, routine: str = "") -> Code:
    """The steps of a file, or of a local routine in it."""
    code = Code(bytes_per_cell=WORD_BYTES)
    for line in lines_of(path, routine):
        name, _, rest = line.partition(" ")
        if name == "call" and rest.startswith("#.L"):
            _add_called(code, lines_of(path, rest.removeprefix("#.L")))
        elif name == "call":
            _add_called(code, lines_of(path.parent / rest.replace("#mc_", "").replace("_msp430", ".S")))
        elif name != "ret":
            code.instruction(line, *_steps(code, name, re.split(r",\s*", rest) if rest else []))
    return code


def _add_called(code: Code, lines: list[str]) -> None:
    """The steps of a called function, which calls no other, below a return address."""
    code.instruction("call", ("MOVE_POINTER", SP, 0, -WORD_BYTES))
    for line in lines:
        name, _, rest = line.partition(" ")
        if name != "ret":
            steps = _steps(code, name, re.split(r",\s*", rest) if rest else [])
            code.instruction(line, *(step[:4] for step in steps))
    code.instruction("ret", ("MOVE_POINTER", SP, 0, WORD_BYTES))


def run(code: Code, kernel: Kernel, inputs: Sequence[Sequence[int]], faults: Faults = None) -> Report:
    """The code of the kernel on the inputs."""
    size = size_of(kernel)
    places = [Place(cell_of(address), size) for address in ADDRESSES[1:]][: len(inputs[0])]
    registers = {register: address for register, address in zip((12, 13, 14), ADDRESSES, strict=True)} | {
        SP: STACK_POINTER
    }
    if kernel.header["family"] == "fp-mul-small":
        places[1] = Place(14, 4)  # in registers
        del registers[14]
    return lanes.run(code, registers, places, Place(cell_of(ADDRESSES[0]), size), inputs, faults)


def size_of(kernel: Kernel) -> int:
    """Bytes of an operand and of the result."""
    return WORD_BYTES * kernel.field.words * (2 if is_in_extension(kernel) else 1)


def is_in_extension(kernel: Kernel) -> bool:
    """Whether the elements are of F_p(u)."""
    return kernel.header["family"].startswith("fp2-")


OPERATIONS = {  # of a and b modulo p, by the family of the kernel
    "fp-mul-reduce": lambda a, b, p: a * b % p,
    "fp-sqr-reduce": lambda a, b, p: a * a % p,
    "fp-mul-small": lambda a, b, p: a * b % p,
    "fp-add": lambda a, b, p: (a + b) % p,
    "fp-sub": lambda a, b, p: (a - b) % p,
}
SMALL_LIMIT = 1 << 17  # of the number of fp-mul-small


def result(kernel: Kernel, a: int, b: int) -> int:
    """The function that a kernel of a prime field computes."""
    p, is_montgomery = kernel.field.prime, kernel.header.get("form") == "montgomery"
    if is_in_extension(kernel):
        return _product_in_extension(kernel, a, b)
    found = OPERATIONS[kernel.header["family"]](a, b, p)
    return found * pow(radix_of(kernel), -1, p) % p if is_montgomery else found


def _product_in_extension(kernel: Kernel, a: int, b: int) -> int:
    """a b / R in F_p(u), u^2 = -1, of elements as one number each; the square has a = b."""
    p, radix = kernel.field.prime, radix_of(kernel)
    (a1, a0), (b1, b0), over = divmod(a, radix), divmod(b, radix), pow(radix, -1, p)
    return (a0 * b0 - a1 * b1) * over % p | (a0 * b1 + a1 * b0) * over % p << radix.bit_length() - 1


def pairs_of_coefficients(prime: int, radix: int, count: int, seed: int) -> Iterator[tuple[int, ...]]:
    """So many elements of F_p(u), whose coefficients are structured operands of sums and differences."""
    made = [operands(family, prime, 16, prime, seed=seed) for family in ("fp-add", "fp-sub")[:count]]
    for numbers in zip(*made, strict=True):
        yield tuple(low + high * radix for low, high in numbers)


def radix_of(kernel: Kernel) -> int:
    """R of Montgomery's form."""
    return 1 << 8 * WORD_BYTES * kernel.field.words


def subject(kernel: Kernel) -> Subject:
    """A kernel of a prime field, for the test that operands notice its carries."""
    code, field, family = code_of(kernel.path), kernel.field, kernel.header["family"]
    limit = 1 << field.bits if kernel.header["domain"].endswith(f"2^{field.bits}") else field.prime
    radix = radix_of(kernel)
    if is_in_extension(kernel):
        count = 2 if "*b" in kernel.parameters else 1
        return Subject(
            symbol=kernel.symbol,
            run=lambda inputs, faults=None: run(code, kernel, inputs, faults),
            operands=lambda seed: pairs_of_coefficients(field.prime, radix, count, seed),
            expected=lambda values: result(kernel, values[0], values[-1]),
        )
    factor = radix if kernel.header.get("form") == "montgomery" else 1
    return Subject(
        symbol=kernel.symbol,
        run=lambda inputs, faults=None: run(code, kernel, inputs, faults),
        operands=lambda seed: operands(family, field.prime, 16, limit, factor, SMALL_LIMIT, seed),
        expected=lambda values: result(kernel, values[0], values[-1]),
    )

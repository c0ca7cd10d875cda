"""Calls AVR kernels in the simulator, through `kernel_caller.c`, and computes the expected results."""

import dataclasses
import random
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.kernels import Field
from motelab import ROOT
from motelab.boards import simavr
from motelab.boards.execution import Run
from tests.src.native.kernels import committed

ARENA_BYTES = 392
GUARD_BYTES = 1280
GUARD_VALUE = 0xA5
RESULTS = 2  # of a kernel that makes several
COUNT_REGISTERS = {"fb-mul-each": "r18", "fb-sqr-times": "r20"}  # that tell it how many
WORD_BYTES = 4
CALLEE_SAVED_COUNT = 18  # r2-r17, r28, r29
RETURN_ADDRESS_BYTES = 2
# Offsets of the arguments in the arena: separate, with bytes between that must not change; room for elements of 72
# bytes and products of twice that.
OUTPUT, INPUT_A, INPUT_B = 8, 160, 312
APART = (OUTPUT, INPUT_A, INPUT_B)


def carryless_product(a: int, b: int) -> int:
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        b >>= 1
    return product


def reduced(field: BinaryField, c: int) -> int:
    modulus = sum(1 << e for e in field.exponents)
    while c.bit_length() > field.degree:
        c ^= modulus << (c.bit_length() - 1 - field.degree)
    return c


def inverse(field: BinaryField, a: int) -> int:
    """1/a by the extended Euclidean algorithm for polynomials; 0 for 0."""
    u, v = a, sum(1 << e for e in field.exponents)
    b, c = 1, 0
    while u > 1:
        shift = u.bit_length() - v.bit_length()
        if shift < 0:
            u, v, b, c = v, u, c, b
        else:
            u, b = u ^ v << shift, b ^ c << shift
    return reduced(field, b) if u else 0


def square_root(field: BinaryField, a: int) -> int:
    """a^(2^(m - 1))."""
    for _ in range(field.degree - 1):
        a = reduced(field, carryless_product(a, a))
    return a


def half_trace(field: BinaryField, a: int) -> int:
    """The sum of the a^(4^i) for i <= (m - 1)/2."""
    total = power = a
    for _ in range((field.degree - 1) // 2):
        for _ in range(2):
            power = reduced(field, carryless_product(power, power))
        total ^= power
    return total


def polynomial_limits(field: BinaryField, inputs: tuple[int, ...]) -> list[int]:
    """Elements have a degree below the modulus's, unreduced products at most twice that."""
    return [1 << (field.degree if size == 1 else 2 * field.degree - 1) for size in inputs]


@dataclasses.dataclass(frozen=True)
class Family:
    """The functions that the kernels of a family compute on integers, and the sizes of output and inputs, in
    elements; 0 is an integer of WORD_BYTES. limits: the upper bound of each input."""

    compute: Callable[..., int]
    output: int
    inputs: tuple[int, ...]
    may_alias: bool
    limits: Callable[[Field, tuple[int, ...]], list[int]] = polynomial_limits
    reduced_elements: bool = False

    def valid(self, field: Field, values: Iterable[int]) -> tuple[int, ...]:
        """The values without the bits that their elements must not have."""
        if not self.reduced_elements:
            return tuple(values)
        element = (1 << field.degree) - 1
        masks = [sum(element << 8 * field.byte_count * i for i in range(size)) for size in self.inputs]
        return tuple(value & mask for value, mask in zip(values, masks, strict=True))


def elements_limits(field: BinaryField, inputs: tuple[int, ...]) -> list[int]:
    """Of elements that lie side by side."""
    return [1 << (8 * field.byte_count * (size - 1) + field.degree) for size in inputs]


def products_of_each(field: BinaryField, a: int, b: int) -> int:
    """RESULTS elements of a, each times b."""
    bits = 8 * field.byte_count
    elements = [a >> bits * i & ((1 << bits) - 1) for i in range(RESULTS)]
    return sum(reduced(field, carryless_product(x, b)) << bits * i for i, x in enumerate(elements))


def squared(field: BinaryField, a: int) -> int:
    """a^(2^RESULTS)."""
    for _ in range(RESULTS):
        a = reduced(field, carryless_product(a, a))
    return a


FAMILIES = {
    "fb-add": Family(lambda _, a, b: a ^ b, 1, (1, 1), may_alias=True),
    "fb-mul-each": Family(
        products_of_each, RESULTS, (RESULTS, 1), may_alias=True, limits=elements_limits, reduced_elements=True
    ),
    "fb-sqr-times": Family(squared, 1, (1,), may_alias=True),
    "fb-mul": Family(lambda _, a, b: carryless_product(a, b), 2, (1, 1), may_alias=False),
    "fb-mul-reduce": Family(lambda field, a, b: reduced(field, carryless_product(a, b)), 1, (1, 1), may_alias=True),
    "fb-sqr": Family(lambda _, a: carryless_product(a, a), 2, (1,), may_alias=False),
    "fb-sqr-reduce": Family(lambda field, a: reduced(field, carryless_product(a, a)), 1, (1,), may_alias=True),
    "fb-inv": Family(inverse, 1, (1,), may_alias=True),
    "fb-sqrt": Family(square_root, 1, (1,), may_alias=True),
    "fb-half-trace": Family(half_trace, 1, (1,), may_alias=True),
    "fb-reduce": Family(reduced, 1, (2,), may_alias=True),
}


DESTROYING = ("fb-reduce", "fp-reduce")  # families whose input is destroyed


def family_of(kernel: Kernel) -> Family:
    return FAMILIES[kernel.header["family"]]


def input_limits(kernel: Kernel) -> list[int]:
    """The upper bound of each input."""
    family = family_of(kernel)
    return family.limits(kernel.field, family.inputs)


def input_bits(kernel: Kernel) -> list[int]:
    return [(limit - 1).bit_length() for limit in input_limits(kernel)]


def random_inputs(kernel: Kernel, count: int, seed: int) -> list[tuple[int, ...]]:
    noise = random.Random(seed)
    drawn = [tuple(noise.randrange(limit) for limit in input_limits(kernel)) for _ in range(count)]
    return [family_of(kernel).valid(kernel.field, values) for values in drawn]


def edge_inputs(kernel: Kernel) -> list[tuple[int, ...]]:
    """All zero, all greatest, and each of these and 1 beside the other."""
    greatest = [limit - 1 for limit in input_limits(kernel)]
    if len(greatest) == 1:
        return [(0,), (1,), tuple(greatest)]
    edges = [(0, 0), tuple(greatest), (0, greatest[1]), (greatest[0], 0), (1, greatest[1]), (greatest[0], 1)]
    return [family_of(kernel).valid(kernel.field, values) for values in edges]


@dataclasses.dataclass(frozen=True)
class Call:
    """Arguments as offsets in the arena, the caller's registers, the arena before the call; and how much lower than
    the caller's the stack begins, at most 255."""

    offsets: tuple[int, int, int]
    registers: bytes
    arena: bytes
    lower_stack_by: int = 0


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The state after a call."""

    arena: bytes
    registers: bytes
    zero_register: int
    stack_pointer_change: int
    intact_guard_bytes: int


@dataclasses.dataclass(frozen=True)
class Caller:
    """An image that calls one kernel."""

    kernel: Kernel
    elf: Path

    def execute(self, calls: list[Call]) -> tuple[list[Outcome], tuple[Run, ...]]:
        data = len(calls).to_bytes(2, "little")
        for call in calls:
            offsets = b"".join(offset.to_bytes(2, "little") for offset in call.offsets)
            data += bytes((call.lower_stack_by,)) + offsets + call.registers + call.arena
        execution = simavr.execute(self.elf, measure=self.kernel.symbol, data=data)
        size = ARENA_BYTES + CALLEE_SAVED_COUNT + 5
        assert len(execution.output) == size * len(calls)
        starts = range(0, len(execution.output), size)
        return [parse_outcome(execution.output[start : start + size]) for start in starts], execution.runs

    def call(
        self, inputs: Iterable[int], offsets: tuple[int, int, int], noise: random.Random, lower_stack_by: int = 0
    ) -> Call:
        """A call on the inputs, with random registers and a random rest of the arena."""
        arena = bytearray(noise.randbytes(ARENA_BYTES))
        for value, elements, offset in zip(inputs, family_of(self.kernel).inputs, offsets[1:], strict=False):
            size = elements * self.kernel.field.byte_count or WORD_BYTES
            arena[offset : offset + size] = value.to_bytes(size, "little")
        return Call(offsets, noise.randbytes(CALLEE_SAVED_COUNT), bytes(arena), lower_stack_by)

    def run(self, inputs: list[tuple[int, ...]]) -> list[tuple[Call, Outcome, Run]]:
        """Calls the kernel on each tuple of inputs, with separate arguments."""
        noise = random.Random(1)
        calls = [self.call(values, APART, noise) for values in inputs]
        outcomes, runs = self.execute(calls)
        return list(zip(calls, outcomes, runs, strict=True))

    def check_results(self, inputs: list[tuple[int, ...]], offsets: tuple[int, int, int] = APART) -> None:
        """Calls the kernel on each tuple of inputs; checks that the output is right and nothing else in the arena
        changed, wherever the stack is."""
        noise = random.Random(1)
        calls = [self.call(values, offsets, noise, noise.randrange(256)) for values in inputs]
        outcomes, _ = self.execute(calls)
        for values, call, outcome in zip(inputs, calls, outcomes, strict=True):
            expected = self._expected_arena(values, call, outcome)
            assert outcome.arena == expected, f"{self.kernel.symbol} on {[hex(value) for value in values]}"

    def _expected_arena(self, values: tuple[int, ...], call: Call, outcome: Outcome) -> bytes:
        """The arena before the call with the result in its place; input that a reduction destroys is taken from
        afterwards."""
        family, n = family_of(self.kernel), self.kernel.field.byte_count
        expected = bytearray(call.arena)
        if self.kernel.header["family"] in DESTROYING:
            destroyed = slice(call.offsets[1], call.offsets[1] + 2 * n)
            expected[destroyed] = outcome.arena[destroyed]
        result = family.compute(self.kernel.field, *values).to_bytes(family.output * n, "little")
        expected[call.offsets[0] : call.offsets[0] + len(result)] = result
        return bytes(expected)


def parse_outcome(output: bytes) -> Outcome:
    arena, rest = output[:ARENA_BYTES], output[ARENA_BYTES:]
    registers, rest = rest[:CALLEE_SAVED_COUNT], rest[CALLEE_SAVED_COUNT:]
    change, intact = (int.from_bytes(rest[start : start + 2], "little") for start in (1, 3))
    return Outcome(arena, registers, rest[0], change, intact)


def _assembled(path: Path, folder: Path) -> Path:
    """The object file of a kernel that another one calls; its file may have a macro KERNEL of its own."""
    obj = folder / f"{path.stem}.o"
    subprocess.run(["avr-gcc", "-mmcu=atmega128", f"-I{ROOT / 'generated'}", "-c", path, "-o", obj], check=True)
    return obj


def link_caller(kernel: Kernel, folder: Path, entry: Path | None = None, source: Path | None = None) -> Caller:
    """Links the caller, in `folder`, with the kernel and the kernels that it calls. entry: code of `kernel_entry`,
    which turns the pointers that the caller passes into other arguments and jumps to ENTERED; source: the kernel's
    file, if it is not the committed one."""
    elf = folder / f"{kernel.symbol}.elf"
    sources = [ROOT / "tests/src/native/avr/kernel_caller.c", ROOT / "tests/src/native/avr/kernel_caller.S"]
    sources += [source or committed.source(kernel, folder)]
    sources += [_assembled(committed.source(part, folder), folder) for part in kernel.calls]
    defines = {"KERNEL": kernel.symbol, "ARENA_BYTES": ARENA_BYTES}
    if kernel.header.get("family") in COUNT_REGISTERS:
        entry = ROOT / "tests/src/native/avr/count_entry.S"
        defines |= {"COUNT_REGISTER": COUNT_REGISTERS[kernel.header["family"]], "RESULTS": RESULTS}
    if entry:
        sources.append(entry)
        defines |= {"KERNEL": "kernel_entry", "ENTERED": kernel.symbol}
    defines |= {"GUARD_BYTES": GUARD_BYTES, "GUARD_VALUE": GUARD_VALUE}
    command = ["avr-gcc", "-mmcu=atmega128", "-std=gnu11", "-Os", "-Wall", "-Werror", "-Wl,--gc-sections"]
    command += [f"-D{name}={value}" for name, value in defines.items()]
    command += [f"-I{ROOT / folder}" for folder in ("boards/avr", "boards/firmware", "src", "generated")]
    subprocess.run([*command, *sources, "-o", elf], check=True)
    return Caller(kernel, elf)

"""The assembly kernels for AVR, each in the simulator through `avr/kernel_caller.c`: results, aliasing, the calling
convention, stack, constant time, and the figures that their headers state."""

import dataclasses
import random
import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from codegen import avr
from codegen.avr.field import BinaryField, UnsupportedField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import CYCLES
from codegen.fields import FIELDS
from motecurve import ROOT, simavr
from motecurve.execution import Run

FIELD = BinaryField("fb163", FIELDS["fb163"])
MODULUS = sum(1 << e for e in FIELD.exponents)
ONES = (1 << FIELD.degree) - 1
N = FIELD.byte_count

ARENA_BYTES = 192
GUARD_BYTES = 640
GUARD_VALUE = 0xA5
CALLEE_SAVED_COUNT = 18  # r2-r17, r28, r29
RETURN_ADDRESS_BYTES = 2
# Where the arguments lie: apart, with bytes between that must not change.
OUTPUT, INPUT_A, INPUT_B = 8, 72, 128

# Products in F_2^163 by PARI/GP 2.15:
# t = ffgen((z^163 + z^7 + z^6 + z^3 + 1) * Mod(1, 2), 't)
PARI_PRODUCTS = (
    (
        0x1ABBA83C382EE3D9FA9027CCDF3F284BEED815FA5,
        0x7699FB5CFCB7416BD5E172E06C7B1EF2891E30AE6,
        0x5C73451F5026D261142061133FFEE89772131E8AD,
    ),
    (
        0x1254919765D55EE713750237882863B6AE8625DA3,
        0x489E6235B8ADDF3221EF105F3C60C50098DAB47F5,
        0x23BC594DE44108AB92CB6EAB24291DFC04B2D85C8,
    ),
    (
        0xF8FE71C5D54710DC8B00D27812FA6B3067BC93D3,
        0x3A372C27F55AAB7095C5F014F878F3E2835D57739,
        0x5714964DD4B521FD6393A69277A83A642A3018A08,
    ),
    (
        0x294FE90FE29C0D1C62A06718BA3C11121CAEBDF1C,
        0x7A31F89D3089D7BF815591C90E10D4F1E4A97963D,
        0x5BF496EEB23E5FFB30955954285C6A61CA6DE067F,
    ),
    (
        0x5D34DFB2EC172CF9BC850BA732D34521D97915759,
        0x1325B7E04DD3BAF51FA5926D1F2E25D804890498,
        0x54667E34B2C8F8ABAE2FF8CBC56E24478AED48E82,
    ),
    (
        0x25E81428E1D6949413386CFBF666F9E4AE3162ECF,
        0x212F321E00CC44ED1C49D652B80C82870C1152DF6,
        0x412810F72BAD05C4BF4D0F627050884D1E345502F,
    ),
)


def carryless_product(a: int, b: int) -> int:
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        b >>= 1
    return product


def reduced(c: int) -> int:
    while c.bit_length() > FIELD.degree:
        c ^= MODULUS << (c.bit_length() - 1 - FIELD.degree)
    return c


@dataclasses.dataclass(frozen=True)
class Family:
    """What the kernels of a family compute: bytes of the output and of each input, and the result as integers."""

    output_bytes: int
    input_bytes: tuple[int, ...]
    compute: Callable[..., int]
    may_alias: bool
    destroys_input: bool = False


FAMILIES = {
    "fb-mul": Family(2 * N, (N, N), carryless_product, may_alias=False),
    "fb-mul-reduce": Family(N, (N, N), lambda a, b: reduced(carryless_product(a, b)), may_alias=True),
    "fb-sqr": Family(2 * N, (N,), lambda a: carryless_product(a, a), may_alias=False),
    "fb-sqr-reduce": Family(N, (N,), lambda a: reduced(carryless_product(a, a)), may_alias=True),
    "fb-reduce": Family(N, (2 * N,), reduced, may_alias=True, destroys_input=True),
}
KERNELS = {kernel.function: kernel for kernel in avr.kernels(FIELD)}
FUSED_OR_NOT = list(KERNELS)


@dataclasses.dataclass(frozen=True)
class Call:
    """Arguments as offsets in the arena, the caller's registers, the arena before the call."""

    offsets: tuple[int, int, int]
    registers: bytes
    arena: bytes


@dataclasses.dataclass(frozen=True)
class Outcome:
    arena: bytes
    registers: bytes
    zero_register: int
    stack_pointer_change: int
    intact_guard_bytes: int


def family_of(kernel: Kernel) -> Family:
    return FAMILIES[kernel.header["family"]]


def make_call(kernel: Kernel, inputs: Iterable[int], offsets: tuple[int, int, int], noise: random.Random) -> Call:
    """A call on the inputs, everything else random."""
    arena = bytearray(noise.randbytes(ARENA_BYTES))
    for value, size, offset in zip(inputs, family_of(kernel).input_bytes, offsets[1:], strict=False):
        arena[offset : offset + size] = value.to_bytes(size, "little")
    return Call(offsets, noise.randbytes(CALLEE_SAVED_COUNT), bytes(arena))


def execute(elf: Path, kernel: Kernel, calls: list[Call]) -> tuple[list[Outcome], tuple[Run, ...]]:
    data = len(calls).to_bytes(2, "little")
    data += b"".join(bytes(call.offsets) + call.registers + call.arena for call in calls)
    execution = simavr.execute(elf, measure=kernel.symbol, data=data)
    size = ARENA_BYTES + CALLEE_SAVED_COUNT + 5
    assert len(execution.output) == size * len(calls)
    outcomes = []
    for start in range(0, len(execution.output), size):
        arena = execution.output[start : start + ARENA_BYTES]
        rest = execution.output[start + ARENA_BYTES : start + size]
        registers, words = rest[:CALLEE_SAVED_COUNT], rest[CALLEE_SAVED_COUNT:]
        outcomes.append(
            Outcome(
                arena,
                registers,
                words[0],
                int.from_bytes(words[1:3], "little"),
                int.from_bytes(words[3:5], "little"),
            )
        )
    return outcomes, execution.runs


def check_results(elf: Path, kernel: Kernel, inputs: list[tuple[int, ...]], offsets=(OUTPUT, INPUT_A, INPUT_B)):
    """Calls the kernel on each tuple of inputs; the output is right and nothing else in the arena changed."""
    family = family_of(kernel)
    noise = random.Random(1)
    calls = [make_call(kernel, values, offsets, noise) for values in inputs]
    outcomes, runs = execute(elf, kernel, calls)
    for values, call, outcome in zip(inputs, calls, outcomes, strict=True):
        expected = bytearray(call.arena)
        if family.destroys_input:
            destroyed = slice(offsets[1], offsets[1] + family.input_bytes[0])
            expected[destroyed] = outcome.arena[destroyed]
        result = family.compute(*values).to_bytes(family.output_bytes, "little")
        expected[offsets[0] : offsets[0] + family.output_bytes] = result
        assert outcome.arena == bytes(expected), f"{kernel.symbol} on {[hex(value) for value in values]}"
    return outcomes, runs


def random_inputs(kernel: Kernel, count: int, seed: int) -> list[tuple[int, ...]]:
    """Random elements; for a reduction, random polynomials of degree at most 2m - 2."""
    noise = random.Random(seed)
    family = family_of(kernel)
    bits = [FIELD.degree if size == N else 2 * FIELD.degree - 1 for size in family.input_bytes]
    return [tuple(noise.getrandbits(b) for b in bits) for _ in range(count)]


def edge_inputs(kernel: Kernel) -> list[tuple[int, ...]]:
    """All zero, all ones, and one of each."""
    family = family_of(kernel)
    ones = [ONES if size == N else (1 << (2 * FIELD.degree - 1)) - 1 for size in family.input_bytes]
    both = [tuple(0 for _ in ones), tuple(ones)]
    return both + ([(0, ones[1]), (ones[0], 0), (1, ones[1]), (ones[0], 1)] if len(ones) == 2 else [(1,)])


@pytest.fixture(scope="module")
def build(tmp_path_factory) -> Callable[[Kernel], Path]:
    """Links the caller with one kernel."""
    folder = tmp_path_factory.mktemp("kernels")

    def link(kernel: Kernel) -> Path:
        elf = folder / f"{kernel.function}.elf"
        if not elf.exists():
            defines = {"KERNEL": kernel.symbol, "ARENA_BYTES": ARENA_BYTES}
            defines |= {"GUARD_BYTES": GUARD_BYTES, "GUARD_VALUE": GUARD_VALUE}
            sources = [ROOT / "tests/avr/kernel_caller.c", ROOT / "tests/avr/kernel_caller.S", source_of(kernel)]
            command = ["avr-gcc", "-mmcu=atmega128", "-std=gnu11", "-Os", "-Wall", "-Werror", "-Wl,--gc-sections"]
            command += [f"-D{name}={value}" for name, value in defines.items()]
            subprocess.run([*command, f"-I{ROOT / 'boards/micaz'}", *sources, "-o", elf], check=True)
        return elf

    return link


def source_of(kernel: Kernel) -> Path:
    return avr.FOLDER / f"{FIELD.name}_{kernel.function}.S"


@pytest.mark.parametrize("function", KERNELS)
def test_random_and_edge_inputs(build, function):
    kernel = KERNELS[function]
    check_results(build(kernel), kernel, edge_inputs(kernel) + random_inputs(kernel, 200, seed=2))


@pytest.mark.parametrize("function", KERNELS)
def test_pari_products(build, function):
    """An oracle that shares no code with this file."""
    kernel = KERNELS[function]
    if kernel.header["family"] == "fb-mul-reduce":
        for a, b, product in PARI_PRODUCTS:
            assert family_of(kernel).compute(a, b) == product
        check_results(build(kernel), kernel, [(a, b) for a, b, _ in PARI_PRODUCTS])


@pytest.mark.parametrize("function", KERNELS)
def test_basis_vectors(build, function):
    """Every basis vector of one operand; each with a few of the other, so that every bit of each meets its place."""
    kernel = KERNELS[function]
    noise = random.Random(3)
    if len(family_of(kernel).input_bytes) == 1:
        bits = FIELD.degree if family_of(kernel).input_bytes[0] == N else 2 * FIELD.degree - 1
        inputs = [(1 << i,) for i in range(bits)]
    else:
        pairs = {
            (i, (i * step + start) % FIELD.degree) for i in range(FIELD.degree) for step, start in ((1, 0), (3, 1))
        }
        pairs |= {(noise.randrange(FIELD.degree), noise.randrange(FIELD.degree)) for _ in range(600)}
        pairs |= {(FIELD.degree - 1, j) for j in range(FIELD.degree)} | {
            (i, FIELD.degree - 1) for i in range(FIELD.degree)
        }
        inputs = [(1 << i, 1 << j) for i, j in sorted(pairs)]
    check_results(build(kernel), kernel, inputs)


@pytest.mark.parametrize("function", [f for f, kernel in KERNELS.items() if family_of(kernel).may_alias])
def test_aliasing(build, function):
    """The output over each input, and both inputs in one place."""
    kernel = KERNELS[function]
    inputs = edge_inputs(kernel)[1:2] + random_inputs(kernel, 20, seed=4)
    if len(family_of(kernel).input_bytes) == 1:
        check_results_in_place(build(kernel), kernel, inputs)
        return
    for offsets in ((INPUT_A, INPUT_A, INPUT_B), (INPUT_B, INPUT_A, INPUT_B)):
        check_results(build(kernel), kernel, inputs, offsets)
    squares = [(a, a) for a, _ in inputs]
    for output in (OUTPUT, INPUT_A):
        check_results(build(kernel), kernel, squares, (output, INPUT_A, INPUT_A))


def check_results_in_place(elf: Path, kernel: Kernel, inputs: list[tuple[int, ...]]) -> None:
    """One input, destroyed or not, under the output."""
    check_results(elf, kernel, inputs, (INPUT_A, INPUT_A, INPUT_B))


@pytest.mark.parametrize("function", KERNELS)
def test_calling_convention(build, function):
    """Registers of the caller kept, r1 = 0, stack pointer back, nothing written below the stack stated."""
    kernel = KERNELS[function]
    noise = random.Random(5)
    offsets = (OUTPUT, INPUT_A, INPUT_B)
    calls = [make_call(kernel, values, offsets, noise) for values in random_inputs(kernel, 20, seed=6)]
    outcomes, runs = execute(build(kernel), kernel, calls)
    for call, outcome, run in zip(calls, outcomes, runs, strict=True):
        assert outcome.registers == call.registers
        assert outcome.zero_register == 0
        assert outcome.stack_pointer_change == 0
        assert run.stack_bytes == kernel.stack_bytes + RETURN_ADDRESS_BYTES
        assert outcome.intact_guard_bytes >= GUARD_BYTES - run.stack_bytes


@pytest.mark.parametrize("function", KERNELS)
def test_same_trace_for_every_input(build, function):
    """The same instructions in the same number of cycles, and the same addresses where the header says so."""
    kernel = KERNELS[function]
    noise = random.Random(7)
    offsets = (OUTPUT, INPUT_A, INPUT_B)
    inputs = edge_inputs(kernel) + random_inputs(kernel, 50, seed=8)
    _, runs = execute(build(kernel), kernel, [make_call(kernel, values, offsets, noise) for values in inputs])
    assert {run.cycles for run in runs} == {kernel.asm.cycles}
    assert len({run.trace_hash for run in runs}) == 1
    same_addresses = len({run.address_hash for run in runs}) == 1
    assert same_addresses == (kernel.header["constant_time"] == "same-trace-and-addresses")


@pytest.mark.parametrize("function", KERNELS)
def test_object_code(build, function):
    """The kernel is one section that the linker can drop, of the size stated, of instructions without condition."""
    kernel = KERNELS[function]
    listing = subprocess.run(["avr-objdump", "-d", build(kernel)], capture_output=True, text=True, check=True).stdout
    code = re.search(rf"<{kernel.symbol}>:\n(.*?)(\n\n|$)", listing, re.S).group(1)
    mnemonics = {line.split("\t")[2] for line in code.splitlines()}
    # The disassembler's names: lsl, rol and clr are add, adc and eor of a register with itself.
    assert mnemonics <= set(CYCLES)
    assert not any(mnemonic.startswith(("br", "sb", "cp")) for mnemonic in mnemonics - {"sbc", "sbci", "sbiw"})
    sizes = subprocess.run(["avr-nm", "-S", build(kernel)], capture_output=True, text=True, check=True).stdout
    size = next(line.split()[1] for line in sizes.splitlines() if line.endswith(f" {kernel.symbol}"))
    assert int(size, 16) == kernel.asm.code_bytes


def test_registered():
    """What is generated is what is committed, and meta.h names it."""
    for path, text in avr.outputs().items():
        assert path.read_text() == text, f"{path.name} is stale: run python3 -m codegen"
    meta = (avr.FOLDER / "meta.h").read_text()
    assert all(f"#define {kernel.flag} 1\n" in meta for kernel in KERNELS.values())


@pytest.mark.parametrize(
    ("exponents", "message"),
    [((233, 74, 0), "registers for the accumulator"), ((163, 150, 0), "too close to reduce")],
)
def test_fields_beyond_the_generator(exponents, message):
    with pytest.raises(UnsupportedField, match=message):
        avr.kernels(BinaryField("fb", exponents))

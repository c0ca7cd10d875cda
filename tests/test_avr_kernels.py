"""The assembly kernels for AVR in the simulator: results, aliasing, the calling convention, stack, constant time, and
the figures that their headers state."""

import functools
import random
import re
import subprocess
from collections.abc import Callable

import pytest

from codegen import avr
from codegen.avr.field import BinaryField, UnsupportedField
from codegen.avr.kernel import Kernel
from codegen.fields import FIELDS
from tests.avr.kernels import (
    GUARD_BYTES,
    INPUT_A,
    INPUT_B,
    OUTPUT,
    RETURN_ADDRESS_BYTES,
    Caller,
    edge_inputs,
    family_of,
    input_bits,
    link_caller,
    random_inputs,
)

# Products in F_2^163 by PARI/GP 2.15, an oracle that shares no code with these tests: a, b, a b in the field
# ffgen((z^163 + z^7 + z^6 + z^3 + 1) * Mod(1, 2)).
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

EUCLID_MEAN_CYCLES = 46_800  # over random elements of F_2^163

KERNELS = {kernel.function: kernel for kernel in avr.kernels(BinaryField("fb163", FIELDS["fb163"]))}
# Fields of SEC 2 that the library does not build: the generator must not know one field only.
OTHER_FIELDS = (BinaryField("fb113", (113, 9, 0)), BinaryField("fb131", (131, 8, 3, 2, 0)))
OTHER_KERNELS = {kernel.symbol: kernel for field in OTHER_FIELDS for kernel in avr.kernels(field)}

# Conditional instructions that code of one trace may use: the ends of loops, and the T flag as a public argument.
PUBLIC_BRANCHES = {"brne", "brtc"}
CONDITIONAL = ("br", "cp", "sbrc", "sbrs", "sbic", "sbis")

each_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
each_constant_time_kernel = pytest.mark.parametrize(
    "kernel", [k for k in KERNELS.values() if k.constant_time], ids=lambda k: k.function
)


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Callable[[Kernel], Caller]:
    folder = tmp_path_factory.mktemp("kernels")

    @functools.cache
    def link(symbol: str) -> Caller:
        kernel = next(k for k in (*KERNELS.values(), *OTHER_KERNELS.values()) if k.symbol == symbol)
        return link_caller(kernel, folder)

    return lambda kernel: link(kernel.symbol)


def basis_inputs(kernel: Kernel) -> list[tuple[int, ...]]:
    """Every basis vector of a single input; for two, every one of each beside the same, a distant and the top one
    of the other, and random pairs."""
    bits = input_bits(kernel)
    if len(bits) == 1:
        return [(1 << i,) for i in range(bits[0])]
    noise = random.Random(2)
    degree = bits[0]
    pairs = {(noise.randrange(degree), noise.randrange(degree)) for _ in range(500)}
    for i in range(degree):
        pairs |= {(i, i), (i, (3 * i + 1) % degree), (i, degree - 1), (degree - 1, i)}
    return [(1 << i, 1 << j) for i, j in sorted(pairs)]


@each_kernel
def test_results(caller, kernel):
    caller(kernel).check_results(edge_inputs(kernel) + random_inputs(kernel, 200, seed=3) + basis_inputs(kernel))


@pytest.mark.parametrize("kernel", OTHER_KERNELS.values(), ids=OTHER_KERNELS)
def test_results_in_other_fields(caller, kernel):
    caller(kernel).check_results(edge_inputs(kernel) + random_inputs(kernel, 50, seed=4))


def test_pari_products(caller):
    kernel = KERNELS["mul_reduce_ld_registers"]
    assert [family_of(kernel).compute(kernel.field, a, b) for a, b, _ in PARI_PRODUCTS] == [
        c for *_, c in PARI_PRODUCTS
    ]
    caller(kernel).check_results([(a, b) for a, b, _ in PARI_PRODUCTS])


@pytest.mark.parametrize("kernel", [k for k in KERNELS.values() if family_of(k).may_alias], ids=lambda k: k.function)
def test_aliasing(caller, kernel):
    """The output over each input, and both inputs in one place."""
    inputs = edge_inputs(kernel) + random_inputs(kernel, 20, seed=5)
    caller(kernel).check_results(inputs, (INPUT_A, INPUT_A, INPUT_B))
    if len(family_of(kernel).inputs) == 2:
        caller(kernel).check_results(inputs, (INPUT_B, INPUT_A, INPUT_B))
        squares = [(a, a) for a, _ in inputs]
        for output in (OUTPUT, INPUT_A):
            caller(kernel).check_results(squares, (output, INPUT_A, INPUT_A))


@each_kernel
def test_calling_convention(caller, kernel):
    """Registers of the caller kept, r1 = 0, stack pointer back, nothing written below the stack that is stated."""
    for call, outcome, run in caller(kernel).run(random_inputs(kernel, 20, seed=6)):
        assert outcome.registers == call.registers
        assert outcome.zero_register == 0
        assert outcome.stack_pointer_change == 0
        assert run.stack_bytes == kernel.stack_bytes + RETURN_ADDRESS_BYTES
        assert outcome.intact_guard_bytes >= GUARD_BYTES - run.stack_bytes


@each_constant_time_kernel
def test_same_trace_for_every_input(caller, kernel):
    """The same instructions in the number of cycles stated, and the same addresses where the header says so."""
    runs = [run for _, _, run in caller(kernel).run(edge_inputs(kernel) + random_inputs(kernel, 50, seed=7))]
    assert {run.cycles for run in runs} == {kernel.asm.cycles}
    assert len({run.trace_hash for run in runs}) == 1
    same_addresses = len({run.address_hash for run in runs}) == 1
    assert same_addresses == (kernel.header["constant_time"] == "same-trace-and-addresses")


def test_cycles_of_inversion_by_euclid(caller):
    """Their mean over random inputs; the trace depends on the input, as the header says."""
    kernel = KERNELS["inv_euclid_var"]
    runs = [run for _, _, run in caller(kernel).run(random_inputs(kernel, 400, seed=8))]
    assert sum(run.cycles for run in runs) / len(runs) == pytest.approx(EUCLID_MEAN_CYCLES, rel=0.01)
    assert len({run.trace_hash for run in runs}) == len(runs)
    assert kernel.header["constant_time"] == "no"


@each_kernel
def test_object_code(tmp_path, kernel):
    """One section that the linker can drop, of the size stated; no conditional instruction may depend on secrets."""
    obj = tmp_path / "kernel.o"
    subprocess.run(["avr-gcc", "-mmcu=atmega128", "-c", avr.source_path(kernel), "-o", obj], check=True)
    section = f"--section=.text.{kernel.symbol}"
    listing = subprocess.run(["avr-objdump", "-d", section, obj], capture_output=True, text=True, check=True).stdout
    mnemonics = re.findall(r"^ +[0-9a-f]+:\t[0-9a-f ]+\t(\w+)", listing, re.M)
    two_words = mnemonics.count("call") + mnemonics.count("jmp")
    assert 2 * (len(mnemonics) + two_words) == kernel.asm.code_bytes
    assert set(mnemonics) <= set(kernel.asm.timing)
    if kernel.constant_time:
        assert {mnemonic for mnemonic in mnemonics if mnemonic.startswith(CONDITIONAL)} <= PUBLIC_BRANCHES


def test_committed_files_are_fresh():
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
        avr.mul_reduce_ld_registers(BinaryField("fb", exponents))

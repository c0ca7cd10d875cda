"""The generated kernels for ARM with UMAAL, as A32 and as Thumb-2: results against independent arithmetic, with
operands that make every carry; aliasing, calling convention, stack, the stated numbers of instructions, one trace for
every input; their cycles on a Cortex-M4."""

import dataclasses
import random
import re
import struct

import pytest

from codegen import armv7
from codegen.armv7 import cortex_m4
from codegen.armv7.loops import LoopKernel
from codegen.armv7.sha256 import sha256_compress
from codegen.fields import POLYNOMIALS, PRIMES
from codegen.kernels import native_folder
from codegen.thumb.binary import SQUARES
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.subjects.curves import find
from tests.src.native.arm.doublings import check_doublings
from tests.src.native.arm.kernels import (
    IS_A,
    Machine,
    addition_cases,
    binary_cases,
    check,
    check_in_thumb,
    differences_cases,
    doubling_cases,
    jacobian_doubling_cases,
    prime_cases,
    repeated_cases,
)
from tests.src.native.arm.structured import check_structured
from tests.src.native.kernels.sha256 import compressed, schedule

SQUARES_FILE = native_folder("thumb") / "squares.S"
OF_POINTS = {
    "doubling": doubling_cases,
    "addition": addition_cases,
    "jacobian-addition": addition_cases,
    "jacobian-doubling": jacobian_doubling_cases,
    "differences-step": differences_cases,
}
MACHINES = {
    "a32": Machine("cortex-a7", ("-mcpu=cortex-a7",)),
    "thumb2": Machine("cortex-a7", ("-mcpu=cortex-a7",), ("#ifdef __thumb__", "#if 1")),
}
QUICK = {("a32", "fb163"), ("a32", "fp160r1"), ("a32", "fp255"), ("a32", "fp256r1"), ("a32", "fp448")}
QUICK |= {("thumb2", "fb163"), ("thumb2", "fp255"), ("thumb2", "fp381")}
CASES = [
    pytest.param(
        machine,
        field,
        kernel.function,
        marks=[] if (machine, field) in QUICK else [pytest.mark.slow, pytest.mark.turns(2)],
    )
    for machine in MACHINES
    for field in armv7.NATIVE_FIELDS
    for kernel in armv7.kernels(field)
    if kernel.header["family"] not in ("ladder-step", "fb-sqr-times")  # test_armv7_ladder_step.py, test_loop
]


def is_of_points(function):
    return function.startswith(tuple(family.replace("-", "_") for family in OF_POINTS))


def called(kernel):
    """The files of the kernels that it calls."""
    symbols = re.findall(r"bl? +mc_(\w+)_armv7", kernel.text())
    return tuple(native_folder("armv7") / f"{symbol}.S" for symbol in sorted({*symbols} - {kernel.stem}))


@pytest.mark.parametrize(("machine", "field", "function"), CASES)
def test_kernel(machine, field, function, tmp_path):
    kernel = next(kernel for kernel in armv7.kernels(field) if kernel.function == function)
    run = check if machine == "a32" else check_in_thumb
    of_primes = OF_POINTS.get(kernel.header["family"], prime_cases)
    cases = of_primes(kernel, PRIMES[field]) if field in PRIMES else binary_cases(kernel, POLYNOMIALS[field])
    sources = (SQUARES_FILE,) if SQUARES in kernel.text() else called(kernel)
    run(kernel, tmp_path, *cases, dataclasses.replace(MACHINES[machine], sources=sources))


@pytest.mark.parametrize("count", [0, 1, 2, 9])
@pytest.mark.parametrize("field", ["fb127", "fb163", "fb233"])
@pytest.mark.parametrize("machine", MACHINES)
def test_loop(machine, field, count, tmp_path):
    (kernel,) = (kernel for kernel in armv7.kernels(field) if isinstance(kernel, LoopKernel))
    made = repeated_cases(kernel, POLYNOMIALS[field], count)
    if machine == "a32":
        check(kernel, tmp_path, *made, MACHINES[machine], instructions=kernel.instructions(count))
    else:
        check_in_thumb(kernel, tmp_path, *made, MACHINES[machine], instructions=kernel.instructions(count))


@pytest.mark.parametrize(
    ("machine", "seed", "count"),
    [("a32", 1, 20_000), pytest.param("thumb2", 2, 60_000, marks=(pytest.mark.slow, pytest.mark.turns(3)))],
)
@pytest.mark.parametrize(
    ("field", "function"),
    sorted({case.values[1:] for case in CASES if case.values[1] in PRIMES and not is_of_points(case.values[2])}),
)
def test_structured_operands(machine, field, function, seed, count, tmp_path):
    kernel = next(kernel for kernel in armv7.kernels(field) if kernel.function == function)
    check_structured(kernel, tmp_path, PRIMES[field], count, MACHINES[machine], seed)


@pytest.mark.parametrize("machine", MACHINES)
def test_doublings_by_routines(machine, tmp_path):
    """The local routines of sums have every carry."""
    kernel = next(kernel for kernel in armv7.kernels("fp256r1") if kernel.function == "doubling_routines")
    check_doublings(kernel, tmp_path, 8_000, dataclasses.replace(MACHINES[machine], sources=called(kernel)))


def after_hashing(context: bytes) -> bytes:
    """A context after the kernel: state, length, and in the block the last words of the schedule."""
    state, length, block = list(struct.unpack("<8I", context[:32])), context[32:40], context[40:]
    standard = struct.pack(">16I", *struct.unpack("<16I", block))
    return struct.pack("<8I", *compressed(state, standard)) + length + struct.pack("<16I", *schedule(standard)[-16:])


@pytest.mark.parametrize("machine", MACHINES)
def test_sha256(machine, tmp_path):
    """All variables at the ends and anywhere; tests/src/native/test_msp430_kernels.py tests the model."""
    source, words = random.Random(256), 26
    contexts = [bytes(4 * words), b"\xff" * 4 * words, *(source.randbytes(4 * words) for _ in range(30))]
    cases = [
        (IS_A, int.from_bytes(context, "little"), b"", int.from_bytes(after_hashing(context), "little"))
        for context in contexts
    ]
    run = check if machine == "a32" else check_in_thumb
    run(sha256_compress(), tmp_path, cases, words, words, MACHINES[machine])


@pytest.mark.parametrize(("curve", "family"), [("Curve25519", "fp-sqr-reduce"), ("secp160r1", "fp-add")])
def test_cycles_on_a_cortex_m4(curve, family):
    """The board chooses these kernels, though it has others of the same names, and they take the stated cycles."""
    (record,) = bench.measure([Request(board="cortex-m4", operation=family, curve=curve, backend="asm")], fresh=True)
    kernel = next(k for k in armv7.kernels(find(curve).field) if k.header["family"] == family)
    assert record["kernel"] == kernel.symbol.removeprefix(f"mc_{kernel.field.name}_") and record["verified"]
    # The board also counts stalls of the fetch and between neighbours (docs/cortex-m-cycles.md).
    stated = cortex_m4.cycles(kernel.asm)
    assert stated <= record["cycles"] <= 1.04 * stated and record["instructions"] == kernel.asm.instructions

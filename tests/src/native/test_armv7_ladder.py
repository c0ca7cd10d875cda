"""The ladder on Curve25519 of routines for ARM with UMAAL: whole ladders against the steps of RFC 7748, first steps on
operands at which carries run through words, results at the borders of the last reduction; the calling convention, one
trace; the table of powers that the inversion reads."""

import dataclasses
import random
import subprocess
from collections.abc import Iterator

import pytest

from codegen.armv7.ladder import BITS, QUOTIENT, X2, Z2, T, ladder_routines
from codegen.kernel_fields import PrimeField
from motelab import ROOT
from motelab.boards import qemu
from tests.src.native.arm.kernels import compile_program, text_of
from tests.src.native.arm.ladder_steps import WORDS, P, Step, long_steps, steps
from tests.src.native.arm.structured import counting
from tests.src.native.test_armv7_kernels import MACHINES

KERNEL = ladder_routines(PrimeField.of("fp255"))
TWIN = f"{KERNEL.symbol}_counting"
RESULT_BYTES = 4 * WORDS
# The primes that divide the orders of the curve (RFC 7748, Section 4.1) and of its twist.
CURVE = 2**252 + 27742317777372353535851937790883648493
TWIST = (2 * P + 2 - 8 * CURVE) // 4
OF_ORDER_8 = 325606250916557431795983626356110631294008115727848805560023387167927233504


def ladder(step: Step, k: int) -> int:
    """X2/Z2 after a step for each bit of k."""
    before = 0
    for i in reversed(range(BITS)):
        bit = k >> i & 1
        step = dataclasses.replace(step, swap=bit ^ before)
        step = Step(*step.result(), x=step.x, a24=step.a24)
        before = bit
    x, z = (step.x3, step.z3) if before else (step.x2, step.z2)
    return x * pow(z, -1, P) % P if z % P else 0


def times(k: int, x: int) -> int:
    """The x-coordinate of k times a point."""
    return ladder(Step(1, 0, x, 1, x=x), k)


def with_result(x: int) -> Step | None:
    """A first point that 255 doublings take to x, if there is one of large prime order."""
    for order in (CURVE, TWIST):
        if times(order, x) == 0:
            return Step(times(pow(2, -BITS, order), x), 1, 4, 1)
    return None


def results(seed: int) -> Iterator[Step]:
    """Points with results to which 19 is added with a carry through every word, and with small ones, that the last
    product may give increased by p."""
    source, made = random.Random(seed), []
    while len(made) < 6:
        made += filter(None, [with_result((source.getrandbits(30) + 1 << 224) - 1 - source.randrange(19))])
    while len(made) < 30:
        made += filter(None, [with_result(source.getrandbits(source.choice((5, 60, 200, 224))) + 2)])
    yield from made


def cases() -> list[tuple[Step, int]]:
    """Operands of a first step, and scalars that exchange as the step says; infinity and points of small order."""
    source = random.Random(1)
    first = [*steps(1, 30), *long_steps(1, 20)]
    found = [(step, source.getrandbits(BITS - 1) | step.swap << BITS - 1) for step in first]
    found += [
        (Step(1, 0, x, 1, x=x), k) for x in (0, 1, P - 1, P, P + 1, 2**255 - 1, OF_ORDER_8) for k in (0, 8, 2**254 + 8)
    ]
    ends = [0, 1, 2**BITS - 1, 2**254, sum(2**i for i in range(0, BITS, 2))]
    found += [
        (Step(1, 0, x, 1, x=x), k)
        for x in (9, source.getrandbits(255))
        for k in [*ends, *map(source.getrandbits, [BITS] * 9)]
    ]
    return found + [(step, 0) for step in results(2)]


def request(step: Step, k: int) -> bytes:
    data = step.data()  # which ends with swap and a24
    return data[:-8] + k.to_bytes(4 * WORDS, "little") + data[-4:]


def program(machine, folder):
    """The kernel with the copy that counts, and the instructions that take carries."""
    texts = {"kernel.S": text_of(KERNEL, folder, machine)}
    texts["counting.S"], sites = counting(texts["kernel.S"].replace(KERNEL.symbol, TWIN))
    target = machine.target()
    callers = [ROOT / "tests/src/native/arm/ladder_caller.c", target.shim, target.carries]
    defines = [f"-DWORDS={WORDS}", f"-DCARRIES={len(sites)}", f"-DCOUNTING={TWIN}"]
    return compile_program(KERNEL, folder, texts, callers, defines, machine), sites


def check_results(output: bytes, made: list[tuple[Step, int]]) -> None:
    size = 2 * RESULT_BYTES + 1
    for (step, k), start in zip(made, range(0, size * len(made), size), strict=True):
        found, twin = output[start : start + RESULT_BYTES], output[start + RESULT_BYTES : start + 2 * RESULT_BYTES]
        assert found == twin and output[start + size - 1] == 1, (step, k)
        assert int.from_bytes(found, "little") == ladder(step, k), (step, k)


@pytest.mark.parametrize("machine", ["thumb2", pytest.param("a32", marks=pytest.mark.slow)])
def test_ladders(machine, tmp_path):
    """Results; every carry has been 0 and 1."""
    machine, made = MACHINES[machine], cases()
    elf, sites = program(machine, tmp_path)
    data = b"".join(b"\1" + request(*case)[1:] for case in made) + b"\0"
    done = subprocess.run(
        [machine.target().emulator, "-cpu", machine.mcu, elf], input=data, capture_output=True, env={}
    )
    assert done.returncode == 0, done.stderr
    counts = done.stdout[(2 * RESULT_BYTES + 1) * len(made) :]
    check_results(done.stdout[: -len(counts)], made)
    one_way = [site for i, site in enumerate(sites) if 0 in counts[2 * i : 2 * i + 2]]
    assert len(counts) == 2 * len(sites) and not one_way, f"carries always, or never, set: {one_way}"


@pytest.mark.parametrize("machine", MACHINES)
def test_trace(machine, tmp_path):
    """Secrets change neither the instructions nor the addresses, and the stated number of instructions is executed."""
    machine, made = MACHINES[machine], cases()[::150]
    elf, _ = program(machine, tmp_path)
    data = b"".join(b"\1" + request(*case)[1:] for case in made) + b"\0"
    launch = qemu.Launch("qemu-arm", ("-cpu", machine.mcu), plugin_arguments=("code=mixed",))
    execution = qemu.execute(elf, measure=KERNEL.symbol, data=data, mcu=machine.mcu, launch=launch)
    assert {run.instructions for run in execution.runs} == {KERNEL.asm.instructions}
    assert len(execution.runs) == len(made) and len({run.trace_hash for run in execution.runs}) == 1


def test_quotient():
    """The powers of the list multiply to Z2^(p - 2) X2, and read only what others wrote, or the point."""
    exponents = {Z2: 1}
    for squarings, r, a, b in QUOTIENT[:-1]:
        exponents[r] = (exponents[a] << squarings) + exponents[b]
    assert QUOTIENT[-1] == (0, X2, T, X2) and exponents[T] == P - 2

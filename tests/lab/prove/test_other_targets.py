"""MSP430, Thumb and RISC-V: kernels proved, run by our semantics beside the simulators, and planted faults."""

import random

import pytest

from motelab.prove import proof, targets
from motelab.prove.faults import faulty
from motelab.prove.kernel import certificates, contract, objects, simulation
from motelab.prove.kernel.execution import execute
from motelab.prove.kernel.refutation import Numbers
from motelab.prove.kernel.verdicts import OPEN, PROVED, REFUTED
from motelab.prove.targets import Undecoded
from motelab.prove.targets.ir import CONCRETE

FEW = {
    "msp430": ("fb163_sqr_reduce_byte_table", "fb163_mul_reduce_ld_registers"),
    "msp430x": ("fb163_sqr_reduce_byte_table",),
    "thumb": ("fb163_sqr_reduce_interleaved", "fb127_sqr_reduce_byte_table"),
    "armv7": ("fb127_mul_reduce_integer_products", "fb163_sqr_reduce_interleaved"),
    "riscv": ("fb163_sqr_reduce_spread",),
    "riscvb": ("fb163_mul_reduce_karatsuba_clmul", "fb163_sqr_reduce_clmul"),
}
FAULTS = 30
BROKEN = (
    "no semantics", "not written", "nobody wrote", "neither", "is not kept", "the stack is deeper", "of the caller",
    "does not end", "is overwritten", "depends on an input", "no code at", "no address of a word", "is unknown",
    "addresses depend on inputs", "may leave its word", "independent forms",
)  # fmt: skip


@pytest.mark.parametrize(("name", "kernel"), [(name, kernel) for name, kernels in FEW.items() for kernel in kernels])
def test_kernel_is_proved(name, kernel):
    found = proof.prove(targets.named(name), kernel)
    assert (found.verdict, found.reason) == (PROVED, "")


@pytest.mark.parametrize("name", FEW)
def test_certificates_are_of_these_bytes(name):
    found = certificates.read(name)
    assert len(found) > 8
    for kernel, one in found.items():
        assert (one["code_sha256"], one["contract_sha256"]) == certificates.identity(targets.named(name), kernel), (
            kernel
        )


class OfSomeCaller(Numbers):
    """A kernel may read a register that nobody wrote, and forget what it read."""

    def anything(self, name: str, width: int) -> int:
        return random.Random(name).randrange(1 << width)

    def apply(self, name: str, width: int, operands: list, count: int) -> tuple[int, ...]:
        return CONCRETE[name](width, *operands)


def beside_simulator(name: str, kernel: str) -> None:
    """The kernel on drawn inputs: our semantics, the simulator and the statement give one result."""
    target = targets.named(name)
    promised = contract.read(name, kernel)
    meaning = next(one for table, _ in proof.TABLES if (one := table(promised)))
    code, source = objects.linked(target, kernel), random.Random(kernel)
    inputs = meaning.draw(target, promised, source)
    call = meaning.call(target, promised, inputs)
    done = execute(target, promised, code, OfSomeCaller(), call)
    ours = b"".join(bytes(done.output(name)) for name in meaning.output_names)
    if all(one.is_pointer for one in promised.parameters):  # the simulation passes no integers
        theirs = simulation.run(target, promised, code, call)
        assert theirs is not None
        assert ours == b"".join(theirs[name] for name in meaning.output_names)
    assert meaning.holds(promised, inputs, int.from_bytes(ours, "little"))


@pytest.mark.parametrize("name", FEW)
def test_kernel_runs_as_on_the_simulator(name):
    beside_simulator(name, FEW[name][0])


@pytest.mark.slow
@pytest.mark.parametrize("name", FEW)
def test_every_kernel_runs_as_on_the_simulator(name):
    """Those with a meaning: every instruction that they use, with all that follows from it."""
    ran = 0
    for kernel in objects.names(name):
        try:
            promised = contract.read(name, kernel)
            meaning = next((one for table, _ in proof.TABLES if (one := table(promised))), None)
            known = meaning is not None and meaning.is_called and bool(meaning.limits(targets.named(name), promised))
            if known:
                beside_simulator(name, kernel)
                ran += 1
        except contract.NoContract:
            continue
    assert ran > 8


def planted(name: str, kernel: str, source: random.Random, number: int) -> str:
    """The verdict on a fault, which is right: see the test."""
    found = proof.prove(targets.named(name), kernel, faulty(targets.named(name), kernel, source, number))
    assert found.verdict != REFUTED or found.confirmed, found
    if found.verdict == OPEN:
        assert any(word in found.reason for word in BROKEN), found.reason
    return found.verdict


@pytest.mark.parametrize("name", FEW)
def test_planted_fault_is_not_proved(name):
    assert planted(name, FEW[name][-1], random.Random(2), 1) in (REFUTED, OPEN)


@pytest.mark.slow
@pytest.mark.parametrize("name", FEW)
def test_no_planted_fault_is_proved_unless_it_changes_nothing(name):
    """Thirty: each is refuted and the simulator confirms it, or it changes no result, or another promise is broken,
    which the reason tells: of memory, of a register, of an instruction, or of a path."""
    source = random.Random(name)
    verdicts = [planted(name, FEW[name][number % len(FEW[name])], source, number) for number in range(FAULTS)]
    assert verdicts.count(REFUTED) > FAULTS // 3


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("msp430", "0400"),  # of CPUX
        ("thumb", "00de"),  # undefined
        ("armv7", "b0fbf0f1"),  # udiv
        ("riscv", "33c3e702"),  # div
    ],
)
def test_instruction_without_semantics_is_told(name, code):
    with pytest.raises(Undecoded, match=r"opcode|operation"):
        targets.named(name).decode(bytes.fromhex(code), 0x1000)

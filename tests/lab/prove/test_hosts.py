"""x86-64, AArch64 and the ARM state: kernels proved, run on this computer and on QEMU, lies, and planted faults."""

import dataclasses
import random

import pytest

from motelab.common.errors import MissingTool
from motelab.prove import proof, targets
from motelab.prove.domains.residue_classes import ResidueClasses
from motelab.prove.kernel import certificates, contract, objects, refutation, simulation
from motelab.prove.kernel.execution import Call, execute
from motelab.prove.kernel.verdicts import NO_CONTRACT, OPEN, PROVED, REFUTED, Undecided
from motelab.prove.meanings.any_modulus import any_modulus, of_large_words
from motelab.prove.methods import residue_classes
from motelab.prove.targets import Undecoded
from tests.lab.prove.faults import faulty

FEW = {
    "x86_64": ("montgomery_mul_fp224r1_adx", "modular_mul_fp255_x86_64", "montgomery_mul_2_adx", "modular_sub_4"),
    "aarch64": ("montgomery_mul_fp256r1", "modular_add_fp256r1"),
    "arm": ("fp192r1_mul_operand_scanning", "fp192r1_sub_modular"),
}
CERTIFIED = {"x86_64": 50, "aarch64": 4, "arm": 15}
EVERY = [(name, kernel) for name, kernels in FEW.items() for kernel in kernels]
FAULTS = 12


@pytest.mark.parametrize(("name", "kernel"), EVERY)
def test_kernel_is_proved(name, kernel):
    found = proof.prove(targets.named(name), kernel)
    assert (found.verdict, found.reason) == (PROVED, "")


@pytest.mark.parametrize("name", FEW)
def test_certificates_are_of_these_bytes(name):
    found = certificates.read(name)
    assert len(found) >= CERTIFIED[name]
    for kernel, one in found.items():
        assert (one["code_sha256"], one["contract_sha256"]) == certificates.identity(targets.named(name), kernel)


def beside_processor(name: str, kernel: str) -> None:
    """The kernel on drawn inputs: our semantics, the processor or QEMU, and the statement give one result."""
    target = targets.named(name)
    promised = contract.read(name, kernel)
    meaning = next(one for table, _ in proof.TABLES if (one := table(promised)))
    code, source = objects.linked(target, kernel), random.Random(kernel)
    inputs = meaning.draw(target, promised, source)
    call = meaning.call(target, promised, inputs)
    done = execute(target, promised, code, refutation.Numbers(), call)
    ours = b"".join(bytes(done.output(name)) for name in meaning.output_names)
    assert meaning.holds(promised, inputs, int.from_bytes(ours, "little"))
    try:
        theirs = simulation.run(target, promised, code, call)
    except MissingTool as error:
        pytest.skip(str(error))
    assert theirs is not None
    assert ours == b"".join(theirs[name] for name in meaning.output_names)


@pytest.mark.parametrize(("name", "kernel"), EVERY)
def test_kernel_runs_as_on_the_processor(name, kernel):
    beside_processor(name, kernel)


@pytest.mark.slow
@pytest.mark.parametrize("name", FEW)
def test_every_kernel_runs_as_on_the_processor(name):
    for kernel in sorted(certificates.read(name)):
        beside_processor(name, kernel)


@pytest.mark.parametrize(
    "kernel", ["montgomery_mul_fp224r1_adx", "montgomery_mul_fp256k1_x86_64", "montgomery_mul_3_adx"]
)
def test_polynomials_are_the_numbers_of_a_run(kernel):
    """Of each word of the output: the value of its polynomial, where every variable has its value by its definition."""
    target, promised = targets.named("x86_64"), contract.read("x86_64", kernel)
    meaning, source = of_large_words(promised), random.Random(kernel)
    code, sizes = objects.linked(target, kernel), meaning.sizes(target, promised)
    domain, values, given = ResidueClasses(), {}, {}
    inputs = meaning.draw(target, promised, source)
    call = meaning.call(target, promised, inputs)
    made = {name: residue_classes.in_words(domain, name, sizes[name], 8, 256 ** sizes[name] - 1) for name in inputs}
    for name, (_, p) in made.items():
        values |= {v: inputs[name] // weight % 2**64 for (v,), weight in p.items()}
    if call.numbers:
        given["minus_inverse"] = domain.input("minus_inverse", 2**64 - 1)
        ((inverse,),) = given["minus_inverse"].p
        lowest = next(iter(made["modulus"][1]))[0]
        domain.inverses(lowest, inverse, 2**64)
        values[inverse] = call.numbers["minus_inverse"]
        values[len(domain.variables.all) - 1] = (values[inverse] * values[lowest] + 1) // 2**64
    done = execute(target, promised, code, domain, Call(sizes, {n: one[0] for n, one in made.items()}, given))
    for v, one in enumerate(domain.variables.all):
        if v not in values:
            value = domain.variables.value(one.definition, values)
            values[v] = value // one.base if one.base else value
            assert 0 <= values[v] <= one.high
    for v in domain.exact:
        one = domain.variables.all[v]
        assert domain.variables.value(one.definition, values) == one.base * values[v]
    found = domain.variables.value(residue_classes.in_numbers(domain, done.output("r"), 8), values)
    ours = execute(target, promised, code, refutation.Numbers(), call).output("r")
    assert found == int.from_bytes(bytes(ours), "little")


def lying(monkeypatch, name: str, kernel: str, **lie) -> str:
    """The verdict on a kernel whose comment lies."""
    false = dataclasses.replace(contract.read(name, kernel), **lie)
    monkeypatch.setattr(contract, "read", lambda *_: false)
    return proof.prove(targets.named(name), kernel).verdict


@pytest.mark.parametrize(
    ("kernel", "lie"),
    [
        ("montgomery_mul_fp224r1_adx", {"domain": "any a, b of its words"}),
        ("montgomery_mul_fp224r1_adx", {"modulus": 2**224 - 2**96 + 3}),
        ("montgomery_mul_fp224r1_adx", {"radix_bits": 192}),
        ("montgomery_mul_fp224r1_adx", {"stack_bytes": 8}),
        pytest.param("montgomery_mul_fp224r1_adx", {"statement": "r = a b mod p"}, marks=pytest.mark.slow),
        ("modular_mul_fp255_x86_64", {"modulus": 2**255 - 21}),
        ("modular_sub_4", {"statement": "r = a + b mod m"}),
    ],
)
def test_contract_that_lies_is_not_proved(kernel, lie, monkeypatch):
    assert lying(monkeypatch, "x86_64", kernel, **lie) in (OPEN, REFUTED)


@pytest.mark.parametrize(
    ("old", "new"), [("odd number", "number"), ("2^128", "2^192"), ("-1 / m", "1 / m"), ("2 words", "some words")]
)
def test_modulus_without_its_conditions_has_no_meaning(old, new, monkeypatch):
    text = contract.read("x86_64", "montgomery_mul_2_adx").text
    assert old in text
    assert lying(monkeypatch, "x86_64", "montgomery_mul_2_adx", text=text.replace(old, new)) == NO_CONTRACT


def test_any_modulus_needs_the_inverse(monkeypatch):
    """Without the relation of the inverse to the modulus nothing is shown."""
    target, promised = targets.named("x86_64"), contract.read("x86_64", "montgomery_mul_2_adx")
    monkeypatch.setattr(ResidueClasses, "inverses", lambda *_: None)
    with pytest.raises(Undecided):
        residue_classes.prove(target, promised, objects.linked(target, promised.kernel), any_modulus(promised))


def planted(name: str, kernel: str, source: random.Random, number: int) -> str:
    """The verdict on a fault: one that is proved changes no result."""
    target, promised = targets.named(name), contract.read(name, kernel)
    code = faulty(target, kernel, source, number)
    found = proof.prove(target, kernel, code)
    if found.verdict == PROVED:
        meaning = next(one for table, _ in proof.TABLES if (one := table(promised)))
        assert refutation.drawn(target, promised, code, meaning) is None
    return found.verdict


@pytest.mark.parametrize(("name", "kernel"), [(name, kernels[-1]) for name, kernels in FEW.items()])
def test_planted_fault_is_not_proved(name, kernel):
    assert planted(name, kernel, random.Random(7), 1) in (REFUTED, OPEN)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kernel"), EVERY)
def test_no_planted_fault_is_proved_unless_it_changes_nothing(name, kernel):
    source = random.Random(kernel)
    verdicts = [planted(name, kernel, source, number) for number in range(FAULTS // len(FEW[name]))]
    assert set(verdicts) - {PROVED}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("x86_64", "62f2f548b4c2"),  # of AVX-512
        ("x86_64", "48f7f1"),  # div
        ("aarch64", "2008c19a"),  # udiv
        ("arm", "9301a010"),  # a condition
    ],
)
def test_instruction_without_semantics_is_told(name, code):
    with pytest.raises(Undecoded):
        targets.named(name).decode(bytes.fromhex(code), 0x1000)


def test_the_lower_half_of_a_square_is_never_among_the_two_highest_words():
    domain = ResidueClasses()
    a, b = domain.input("a", 255), domain.input("b", 255)
    assert domain.apply("mul", 8, [a, a], 2)[0].high == 253 >= max(x * x % 256 for x in range(256))
    assert domain.apply("mul", 8, [a, b], 2)[0].high == 255


def test_words_of_one_residue_class_are_one():
    """t + (t p') p0 for p' p0 = -1 modulo 256 is 0, and the lower half of (t p') p0 is -t: at every t."""
    domain, p0 = ResidueClasses(), 0x3B
    inverse = -pow(p0, -1, 256) % 256
    t = domain.input("t", 255)
    q, _ = domain.apply("mul", 8, [t, inverse], 2)
    low, high = domain.apply("mul", 8, [q, p0], 2)
    total, carry = domain.apply("add", 8, [t, low, 0], 2)
    assert total == 0
    for value in range(256):
        values = {0: value}
        for v, one in enumerate(domain.variables.all):
            if one.definition is not None:
                number = domain.variables.value(one.definition, values)
                values[v] = number // one.base if one.base else number
        expected = value * inverse % 256 * p0
        found = [domain.variables.value(domain.parts(one)[0], values) for one in (low, high, carry)]
        assert found == [expected % 256, expected // 256, (value + expected % 256) // 256]

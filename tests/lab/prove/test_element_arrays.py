"""Proofs of kernels on arrays of elements of a binary field: GLS254 and the eta pairing."""

import dataclasses
import random

import pytest

from motelab.prove import proof, targets
from motelab.prove.domains.forms import ones
from motelab.prove.kernel import contract, refutation
from motelab.prove.kernel.verdicts import OPEN, PROVED, REFUTED
from motelab.prove.meanings.elements import ELEMENTS, Elements, Field, elements
from motelab.prove.methods.element_arrays import Question
from tests.lab.prove.faults import faulty

AVR = targets.named("avr")
QUADRATIC = "in F_2^127(u), u^2 = u + 1"
FEW = ("fb127_gls_turn", "fb127_gls_sqr", "fb271_eta_quotient_1_3", "fb271_eta_remainders")


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    """Inputs that refute are drawn for a short time."""
    monkeypatch.setattr(refutation, "SECONDS_MAX", 0.1)


@pytest.mark.parametrize("kernel", [*FEW, pytest.param("fb127_gls_mul", marks=pytest.mark.slow)])
def test_kernel_is_proved(kernel):
    found = proof.prove(AVR, kernel)
    assert (found.verdict, found.reason) == (PROVED, "")


@pytest.mark.parametrize(
    ("kernel", "lie"),
    [
        ("fb127_gls_add_a", {"statement": "r += (a + 1) c for a = u, u^2 = u + 1"}),
        ("fb127_gls_sqr", {"modulus": (127, 64, 0)}),
        ("fb127_gls_sqr", {"text": ""}),  # does not say that addresses depend on a
        ("fb127_gls_sqr_sum", {"stack_bytes": 5}),
        ("fb271_eta_quotient_1_1", {"statement": "r = ((r + b) / w^1) / (w^3 + 1)"}),
        ("fb271_eta_evaluate_square", {"aliases": (("r", "a"),)}),
    ],
)
def test_contract_that_lies_is_not_proved(kernel, lie, monkeypatch):
    false = dataclasses.replace(contract.read("avr", kernel), **lie)
    monkeypatch.setattr(contract, "read", lambda *_: false)
    assert proof.prove(AVR, kernel).verdict in (OPEN, REFUTED)


@pytest.mark.parametrize("kernel", ["fb127_gls_turn", "fb271_eta_quotient_1_3"])
def test_planted_fault_is_not_proved(kernel):
    source = random.Random(kernel)
    for number in range(6):
        found = proof.prove(AVR, kernel, faulty(AVR, kernel, source, number))
        assert found.verdict in (OPEN, REFUTED), number
        assert found.verdict == OPEN or found.confirmed


@pytest.mark.parametrize(
    "meaning", [pytest.param(e, marks=pytest.mark.slow) if e.right else e for e in ELEMENTS.values()]
)
def test_statement_is_the_sum_of_its_terms(meaning: Elements):
    """The forms that a proof compares with have the value of the function, on drawn inputs: it is linear as claimed."""
    source = random.Random(1)
    (kernel,) = [k for k, own in KERNELS.items() if own is meaning]
    promised = contract.read("avr", kernel)
    for unknown, known in [(name, 1) for name in meaning.switches] or [("", 0)]:
        question = Question(AVR, promised, meaning, unknown, known)
        bits = {bit: source.getrandbits(1) for bit in question.form}
        rows = {name: [0] * count for name, count in meaning.inputs} | {name: [known] for name in meaning.switches}
        for name, row, place in bits if not unknown else [bit for bit in bits if bit[0] != unknown]:
            rows[name][row] |= bits[name, row, place] << place
        if unknown:
            rows[unknown] = [bits[unknown, 0, 0]]
        result = meaning.function(Field(promised.modulus), rows)
        found = [0] * len(result)
        for monomial, changes in question.terms():
            if value(question, monomial, bits):
                found = [x ^ y for x, y in zip(found, changes, strict=True)]
        assert found == result


KERNELS = {
    name: found
    for name in contract.kernels.names("avr")
    if name.startswith(("fb127_gls_", "fb271_eta_")) and "_gls_row" not in name
    and (found := elements(contract.read("avr", name)))
}  # fmt: skip


def value(question: Question, monomial: int, bits: dict) -> int:
    (place,) = ones(monomial)
    sides = [*question.left, *question.right]
    if place < question.forms.linear:
        return bits[sides[place - 1]]
    i, j = divmod(place - question.forms.linear, question.forms.stride)
    return bits[question.left[i]] & bits[question.right[j]]


def test_a_branch_on_a_switch_is_seen():
    """The first instruction that reads the mask becomes a branch on its lowest bit, which skips nothing that counts."""
    code = proof.objects.linked(AVR, "fb127_gls_turn")
    start = code.symbols["mc_fb127_gls_turn_avr"]
    at = next(a for a in range(start, start + 200, 2) if code.instruction(a).text.startswith("and"))
    word = int.from_bytes(code.bytes_at(at)[:2], "little")
    register = (word & 15) | (word >> 5 & 16)
    skip = 0xFC00 | register << 4  # sbrc: skips the next instruction if bit 0 is 0
    code.patched({at: skip & 255, at + 1: skip >> 8})
    found = proof.prove(AVR, "fb127_gls_turn", code)
    assert found.verdict != PROVED


def test_drawn_inputs_are_of_the_domain():
    promised = contract.read("avr", "fb127_gls_turn")
    meaning = elements(promised)
    for source in (None, random.Random(1), random.Random(2)):
        values = meaning.draw(AVR, promised, source)
        assert all(values["q"] >> 128 * i + 127 & 1 == 0 for i in range(4))
        assert {values["zeta"], values["negative"]} <= {0, 255}
        assert not refutation.differs(AVR, promised, proof.objects.linked(AVR, "fb127_gls_turn"), meaning, values)

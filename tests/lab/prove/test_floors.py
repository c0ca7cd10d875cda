"""Floors of whole numbers and cases: the domain on numbers, regions, kernels with faults, and lies."""

import dataclasses
import itertools
import random

import pytest

from motelab.prove import proof, targets
from motelab.prove.domains.floors import Floors
from motelab.prove.domains.integers import Word
from motelab.prove.domains.polynomials import plus
from motelab.prove.domains.regions import Region
from motelab.prove.kernel import contract, objects, refutation
from motelab.prove.kernel.execution import Broken
from motelab.prove.kernel.machine import Stuck, Unknown
from motelab.prove.kernel.verdicts import PROVED, Undecided
from motelab.prove.meanings.residues import residues
from motelab.prove.methods import floors
from motelab.prove.targets.ir import CONCRETE
from tests.lab.prove.faults import faulty
from tests.lab.prove.test_domains import OPERANDS, RESULTS, WIDTH, operand

KERNELS = [
    ("avr", "fp160bp_add_modular"), ("msp430", "fp224r1_sub_modular"), ("msp430x", "fp192r1_add_modular"),
    ("thumb", "fp192r1_add_modular"), ("armv7", "fp381_add_modular_umaal"), ("riscv", "fp192r1_sub_modular"),
    ("riscv", "fp224r1_add_modular"), ("riscv", "fp256t_add_modular"), ("avr", "fp255_sub_weak_bare"),
    ("avr", "fp255_add_multiple_weak_bare"), ("avr", "fp255_add_sub_weak_bare"), ("avr", "fp255_reduce_weak_bare"),
]  # fmt: skip


class Values:
    """Values of the variables of a domain at drawn inputs: each floor and each OR or XOR follows from its meaning."""

    def __init__(self, domain: Floors, source: random.Random):
        self.variables, self.values = domain.variables, {}
        for v, one in enumerate(self.variables.all):
            own = frozenset({(v,): 1}.items())
            if one.base:
                self.values[v] = self.of(one.definition) // one.base
            elif own in domain.masked:
                _, x, y = domain.masked[own]
                self.values[v] = self.of(x) ^ self.of(y)
            else:
                self.values[v] = source.choice([0, 1, one.high, source.randint(0, one.high)])
            assert 0 <= self.values[v] <= one.high, one

    def of(self, value) -> int:
        p = value.p if isinstance(value, Word) else value
        return value if isinstance(value, int) else self.variables.value(p, self.values)


@pytest.mark.parametrize("name", [n for n in OPERANDS if hasattr(Floors, f"_{n}") and n not in ("or", "zero")])
def test_operations_on_numbers(name):
    source, known = random.Random(name), 0
    for _ in range(60):
        domain = Floors()
        bits = [domain.input(f"b{i}", 1) for i in range(3)]

        def word(n: int, domain=domain, bits=bits):
            plain, other = domain.input("w", 255), domain.input("v", 255)
            total, carry = domain.apply("add", WIDTH, [plain, other, 0], 2)
            _, borrow = domain.apply("sub", WIDTH, [total, plain, carry], 2)
            if n == 1:
                return source.choice([*bits, carry, borrow])
            mask = domain.apply("sub", WIDTH, [0, 0, source.choice(bits)], 2)[0]
            return source.choice([plain, mask, total, domain.apply("and", WIDTH, [plain, mask], 1)[0]])

        operands = [operand(source, kind, word) for kind in OPERANDS[name]]
        if not any(isinstance(one, Word) for one in operands):
            continue
        try:
            found = domain.apply(name, WIDTH, operands, RESULTS.get(name, 1))
        except Unknown:
            continue
        known += 1
        for _ in range(20):
            at = Values(domain, source)
            expected = CONCRETE[name](WIDTH, *(at.of(one) for one in operands))
            assert tuple(at.of(one) for one in found) == expected[: len(found)]
            assert all(isinstance(one, int) or one.low <= at.of(one) <= one.high for one in found)
    assert known >= 5


def test_floor_is_the_floor():
    """Of any polynomial by any base, also of floors of floors and of bits."""
    source = random.Random(1)
    for _ in range(400):
        domain = Floors()
        pool = [(domain.variables.new("x", source.choice([1, 1, 3, 255])),) for _ in range(4)]
        for _ in range(4):
            terms = [*source.sample(pool, source.randint(1, 3)), ()]
            p = {m: source.choice([1, -1, 2, 5, -128, 128, 256, 255, source.randint(-300, 300)]) for m in terms}
            base = source.choice([2, 3, 16, 256, 256, 1000])
            p = {m: c for m, c in p.items() if c}
            q = domain.floor(p, base, *domain.variables.interval(p))
            for _ in range(5):
                at = Values(domain, source)
                assert at.of(q) == at.of(p) // base
            pool += [m for m in q if m]


def test_floor_has_one_form():
    """The carry out of two chains in another order, and out of wider words, is one polynomial."""
    domain = Floors()
    a, b, c = ([domain.input(f"{n}{i}", 255) for i in range(4)] for n in "abc")

    def total(width: int, *numbers: list) -> tuple:
        words = [[domain.apply("join", 8, n[i : i + width], 1)[0] for i in range(0, 4, width)] for n in numbers]
        result, carries = words[0], []
        for number in words[1:]:
            carry, previous, result = 0, result, []
            for x, y in zip(previous, number, strict=True):
                low, carry = domain.apply("add", 8 * width, [x, y, carry], 2)
                result.append(low)
            carries.append(carry)
        return plus(carries[0].p, carries[1].p), domain.apply("join", 8 * width, result, 1)[0].p

    assert total(1, a, b, c) == total(1, c, a, b) == total(2, b, c, a) == total(4, a, b, c)


def test_regions():
    """A region that is said to be empty has no point; a bound that is said to hold holds at all points."""
    source, empty, bounded = random.Random(3), 0, 0
    for _ in range(300):
        variables = Floors().variables
        names = [(variables.new("x", 3),) for _ in range(3)]
        forms = [{m: source.randint(-4, 4) for m in [*names, ()]} for _ in range(3)]
        forms = [{m: c for m, c in form.items() if c} for form in forms]
        points = [dict(enumerate(point)) for point in itertools.product(range(4), repeat=3)]
        points = [p for p in points if all(variables.value(form, p) >= 0 for form in forms)]
        region = Region(variables, forms)
        if region.is_empty():
            empty += 1
            assert not points
        goal, bound = {m: source.randint(-3, 3) or 1 for m in names}, source.randint(-5, 10)
        if region.at_most(goal, bound):
            bounded += 1
            assert all(variables.value(goal, p) <= bound for p in points)
        if region.at_least(goal, -bound):
            assert all(variables.value(goal, p) >= -bound for p in points)
    assert min(empty, bounded) > 20


@pytest.mark.parametrize(("target", "kernel"), KERNELS)
def test_sums_are_proved(target, kernel):
    found = proof.prove(targets.named(target), kernel)
    assert (found.verdict, found.method, found.reason) == (PROVED, floors.METHOD, "")


def is_proved(target, promised, code, meaning=None) -> bool:
    try:
        floors.prove(target, promised, code, meaning or residues(promised))
    except (Stuck, Broken, Undecided, contract.NoContract):
        return False
    return True


@pytest.mark.parametrize(("name", "kernel"), [*KERNELS[:6:3], KERNELS[-3]])
def test_planted_faults_are_not_proved(name, kernel):
    """Or change no result of any input drawn."""
    target, source = targets.named(name), random.Random(kernel)
    promised, proved = contract.read(name, kernel), 0
    for number in range(5):
        code = faulty(target, kernel, source, number)
        if is_proved(target, promised, code):
            proved += 1
            assert refutation.drawn(target, promised, code, residues(promised)) is None, number
    assert proved < 4


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kernel"), KERNELS[1::2])
def test_many_planted_faults_are_not_proved(name, kernel):
    target, source = targets.named(name), random.Random(f"many {kernel}")
    promised = contract.read(name, kernel)
    for number in range(16):
        code = faulty(target, kernel, source, number)
        if is_proved(target, promised, code):
            assert refutation.drawn(target, promised, code, residues(promised)) is None, number


def wider(meaning, place: int, bits: int):
    """The meaning with a wider input."""
    given = list(meaning.given)
    given[place] = dataclasses.replace(given[place], bits=bits)
    return dataclasses.replace(meaning, given=tuple(given))


@pytest.mark.parametrize(("name", "kernel"), [one for one in KERNELS if "modular" in one[1]])
def test_lies_are_not_proved(name, kernel):
    """Another modulus, the other operation, another domain."""
    target, promised = targets.named(name), contract.read(name, kernel)
    code, other = objects.linked(target, kernel), {"+": "-", "-": "+"}
    for lie in (
        {"modulus": promised.modulus - 2},
        {"statement": promised.statement.translate(str.maketrans(other)), "text": ""},
        {"domain": "any a, b"},
        {"stack_bytes": -4},
    ):
        assert not is_proved(target, dataclasses.replace(promised, **lie), code), lie
    assert not is_proved(target, promised, code, wider(residues(promised), 0, promised.modulus.bit_length()))


@pytest.mark.parametrize(
    ("kernel", "place", "bits"),
    [("sub", 1, 256), ("add_multiple", 1, 24), ("add_sub", 0, 256), ("reduce", 0, 256)],
)
def test_lies_of_weak_kernels_are_not_proved(kernel, place, bits):
    """Another modulus, a wider input, a frame that is too small."""
    kernel = f"fp255_{kernel}_weak_bare"
    target, promised = targets.named("avr"), contract.read("avr", kernel)
    code, meaning = objects.linked(target, kernel), residues(promised)
    assert is_proved(target, promised, code)
    assert not is_proved(target, promised, code, wider(meaning, place, bits))
    assert not is_proved(target, dataclasses.replace(promised, modulus=promised.modulus - 2), code)
    if promised.frame_bytes:
        smaller = promised.text.replace(f"below {promised.frame_bytes} ", f"below {promised.frame_bytes - 1} ")
        assert not is_proved(target, dataclasses.replace(promised, text=smaller), code, meaning)

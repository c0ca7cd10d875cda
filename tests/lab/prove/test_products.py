"""Exact products by divisions: operations and decisions hold on numbers; kernels are proved, faults and lies not."""

import dataclasses
import random

import pytest

from motelab.prove import proof, targets
from motelab.prove.domains.digits import Digits
from motelab.prove.domains.integers import Word
from motelab.prove.kernel import contract, objects, refutation
from motelab.prove.kernel.execution import Broken
from motelab.prove.kernel.machine import Stuck, Unknown
from motelab.prove.kernel.verdicts import PROVED, Undecided
from motelab.prove.meanings.prime import exact
from motelab.prove.methods import products
from motelab.prove.targets.ir import CONCRETE
from tests.lab.prove import faults
from tests.lab.prove.test_domains import OPERANDS, RESULTS, WIDTH, operand

FEW = (("riscv", "fp160r1_sqr_product_scanning"), ("thumb", "fp160r1_sqr_karatsuba"), ("avr", "fp160r1_sqr_karatsuba"))


class Drawn:
    """Values of the variables: inputs are drawn, the others follow from their definitions."""

    def __init__(self, domain: Digits, source: random.Random):
        self.variables = domain.variables
        self.values: dict[int, int] = {}
        for number, one in enumerate(self.variables.all):
            if (quotient := self.variables.quotient_of.get(number)) is not None:
                dividend = self.variables.all[quotient]
                self.values[number] = self.variables.value(dividend.definition, self.values) % dividend.base
            elif number in domain.wraps:
                self.values[number] = self.variables.value(domain.wraps[number], self.values)
            elif one.definition is not None:
                total = self.variables.value(one.definition, self.values)
                self.values[number] = one.sign * (total // one.base) if one.base else total
            else:
                self.values[number] = source.choice([0, one.high, source.randint(0, one.high)])
            assert 0 <= self.values[number] <= one.high

    def of(self, value) -> int:
        return value if isinstance(value, int) else self.variables.value(value.p, self.values)


@pytest.mark.parametrize("name", [one for one in OPERANDS if hasattr(Digits, f"_{one}")])
def test_operations(name):
    source, known = random.Random(name), 0
    for _ in range(60):
        domain = Digits()
        bits = [domain.input(f"b{i}", 1) for i in range(3)]

        def word(n: int, domain=domain, bits=bits):
            if n == 1:
                return source.choice(bits)
            plain = domain.input("w", 255)
            mask = domain.apply("sub", WIDTH, [0, 0, source.choice(bits)], 2)[0]
            small = domain.apply("add", WIDTH, [mask, source.choice(bits), 0], 2)[0]
            return source.choice([plain, mask, small, domain.apply("and", WIDTH, [plain, mask], 1)[0]])

        operands = [operand(source, kind, word) for kind in OPERANDS[name]]
        if not any(isinstance(one, Word) for one in operands):
            continue
        try:
            found = domain.apply(name, WIDTH, operands, RESULTS.get(name, 1))
        except Unknown:
            continue
        known += 1
        for _ in range(20):
            drawn = Drawn(domain, source)
            expected = CONCRETE[name](WIDTH, *(drawn.of(one) for one in operands))
            assert tuple(drawn.of(one) for one in found) == expected[: len(found)]
            for one in found:
                assert isinstance(one, int) or one.low <= drawn.of(one) <= one.high
    assert known >= 5


def chain(domain: Digits, name: str, a: list, b: list, carry=0) -> tuple[list, object]:
    """A sum or difference of numbers, the lowest word first, and its carry."""
    words = []
    for x, y in zip(a, b, strict=True):
        word, carry = domain.apply(name, WIDTH, [x, y, carry], 2)
        words.append(word)
    return words, carry


def distance(domain: Digits, a: list, b: list) -> list:
    """|a - b|: the difference, whose words are turned over, and 1 added, if it borrows."""
    words, borrow = chain(domain, "sub", a, b)
    mask = domain.apply("sub", WIDTH, [0, 0, borrow], 2)[0]
    turned = [domain.apply("xor", WIDTH, [word, mask], 1)[0] for word in words]
    return chain(domain, "add", turned, [0] * len(a), borrow)[0]


def test_lost_carries_of_a_distance_are_decided():
    """The carry out of |a - b| is always 0, and its number is that of the statement, at drawn inputs and by proof."""
    source, domain = random.Random(1), Digits()
    a, b = ([domain.input(f"{name}{i}", 255) for i in range(3)] for name in "ab")
    found = distance(domain, a, b)
    domain.variables.settle_unused()
    assert not domain.variables.unused()
    assert list(domain.variables.settled.values()) == [{}]
    for _ in range(200):
        drawn = Drawn(domain, source)
        x, y, z = (sum(drawn.of(word) << WIDTH * i for i, word in enumerate(words)) for words in (a, b, found))
        assert z == abs(x - y)


def test_decisions_hold_on_numbers():
    """What bounds decide of the carries of drawn sums, differences, products and masks is true at drawn inputs."""
    source, count = random.Random(3), 0
    for _ in range(60):
        domain = Digits()
        numbers = [[domain.input(f"w{i}{j}", 255) for j in range(2)] for i in range(3)]
        for _ in range(4):
            a, b = source.sample(numbers, 2)
            kind = source.choice(["add", "sub", "distance", "mul"])
            if kind == "distance":
                words = distance(domain, a, b)
            elif kind == "mul":
                low, high = domain.apply("mul", WIDTH, [a[0], b[0]], 2)
                words = [low, domain.apply("add", WIDTH, [high, source.choice([0, 1]), 0], 2)[0]]
            else:
                words = chain(domain, kind, a, b)[0]
            numbers.append(words)
        domain.variables.settle_unused()
        count += len(domain.variables.settled)
        for _ in range(30):
            drawn = Drawn(domain, source)
            for quotient, p in domain.variables.settled.items():
                assert drawn.values[quotient] == domain.variables.value(p, drawn.values)
    assert count > 50


def test_small_number_is_not_negative_only_if_it_is_never():
    """c - t, where t is 1 only if the carry c is: shown; where t is free: not."""
    domain = Digits()
    a, b = domain.input("a", 255), domain.input("b", 1)
    carry = domain.apply("add", WIDTH, [a, 200, 0], 2)[1]
    late = domain.apply("add", WIDTH, [a, 100, 0], 2)[1]  # 1 only if `carry` is
    one = {next(iter(carry.p)): 1}
    assert domain.never_negative(one | {next(iter(late.p)): -1}) is True
    assert domain.never_negative(one | {next(iter(b.p)): -1}) is False


@pytest.mark.parametrize(("target", "kernel"), FEW)
def test_kernel_is_proved(target, kernel):
    found = proof.prove(targets.named(target), kernel)
    assert (found.verdict, found.reason) == (PROVED, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "kernel"),
    [
        ("avr", "fp160bp_mul_karatsuba"), ("avr", "fp256t_mul_halves"), ("avr", "fp255_mul_karatsuba"),
        ("thumb", "fp256r1_mul_karatsuba"), ("thumb", "fp381_mul_karatsuba"), ("thumb", "fp512t_sqr_karatsuba"),
        ("riscv", "fp381_mul_product_scanning"),
    ],
)  # fmt: skip
def test_larger_kernel_is_proved(target, kernel):
    assert proof.prove(targets.named(target), kernel).verdict == PROVED


@pytest.mark.parametrize("lie", [{"stack_bytes": 1}, {"modulus": (1 << 128) - 159}])
def test_contract_that_lies_is_not_proved(lie):
    promised = contract.read("thumb", "fp160r1_sqr_karatsuba")
    code = objects.linked(targets.named("thumb"), "fp160r1_sqr_karatsuba")
    assert is_proved(targets.named("thumb"), promised, code)
    assert not is_proved(targets.named("thumb"), dataclasses.replace(promised, **lie), code)


def test_another_function_is_not_proved():
    target, promised = targets.named("thumb"), contract.read("thumb", "fp160r1_sqr_karatsuba")
    false = dataclasses.replace(exact(promised), polynomial=lambda v, n: v.plus(v.times(n["a"], n["a"]), n["a"]))
    with pytest.raises(Undecided, match="terms are left"):
        products.prove(target, promised, objects.linked(target, promised.kernel), false)


def is_proved(target: targets.Target, promised: contract.Contract, code: objects.Code) -> bool:
    try:
        products.prove(target, promised, code, exact(promised))
    except (Undecided, Stuck, Broken):
        return False
    return True


@pytest.mark.parametrize(
    ("target", "kernel", "count"),
    [
        *((target, kernel, 6) for target, kernel in FEW),
        pytest.param("thumb", "fp192r1_mul_karatsuba", 60, marks=pytest.mark.slow),
        pytest.param("riscv", "fp192r1_sqr_product_scanning", 60, marks=pytest.mark.slow),
        pytest.param("avr", "fp160r1_mul_karatsuba", 16, marks=pytest.mark.slow),
    ],
)
def test_fault_is_not_proved_unless_it_changes_nothing(target, kernel, count):
    named, promised = targets.named(target), contract.read(target, kernel)
    source, meaning = random.Random(kernel), exact(promised)
    proved = 0
    for number in range(count):
        code = faults.faulty(named, kernel, source, number)
        if is_proved(named, promised, code):
            proved += 1
            limits = meaning.limits(named, promised)
            for turn in range(20):
                inputs = {n: limit - 1 - turn if turn < 4 else source.randrange(limit) for n, limit in limits.items()}
                assert not refutation.differs(named, promised, code, meaning, inputs)
    assert proved <= count // 4

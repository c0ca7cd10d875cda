"""Montgomery arithmetic proved by quotients of numbers: the domain and the bounds on numbers, kernels, planted faults,
and lies."""

import dataclasses
import random

import pytest

from motelab.prove import proof, targets
from motelab.prove.domains.bounds import Bounds, Sample
from motelab.prove.domains.polynomials import Variables, number, plus
from motelab.prove.domains.quotients import Floors, Word
from motelab.prove.kernel import contract, objects, refutation
from motelab.prove.kernel.execution import Broken
from motelab.prove.kernel.machine import Stuck, Unknown
from motelab.prove.kernel.verdicts import PROVED, Undecided
from motelab.prove.meanings.montgomery import montgomery
from motelab.prove.methods import montgomery as method
from motelab.prove.targets.ir import CONCRETE
from tests.lab.prove.faults import faulty
from tests.lab.prove.test_domains import OPERANDS, RESULTS, WIDTH, operand

FEW = (
    ("avr", "fp256r1_reduce_montgomery_special"),
    ("armv7", "fp256r1_mul_reduce_montgomery_special"),
    ("armv7", "fp256r1_sqr_reduce_montgomery_special"),
)
MORE = (
    ("avr", "fp160bp_reduce_montgomery"),
    ("avr", "fp160bp_sqr_reduce_karatsuba_montgomery"),
    ("msp430x", "fp256t_sqr_reduce_operand_scanning_mpy32_montgomery"),
    ("riscv", "fp256bp_mul_reduce_product_scanning_montgomery"),
)
NOT_SHOWN = (Undecided, Stuck, Broken, contract.NoContract)


def proved(name: str, kernel: str, code: objects.Code | None = None, **lie) -> bool:
    """Whether the method proves a kernel, or its faulty code, or a contract that lies."""
    target = targets.named(name)
    promised = dataclasses.replace(contract.read(name, kernel), **lie)
    try:
        method.prove(target, promised, code or objects.linked(target, kernel), montgomery(promised))
    except NOT_SHOWN:
        return False
    return True


@pytest.mark.parametrize(("name", "kernel"), [*FEW, *(pytest.param(*one, marks=pytest.mark.slow) for one in MORE)])
def test_kernel_is_proved(name, kernel):
    found = proof.prove(targets.named(name), kernel)
    assert (found.verdict, found.method, found.reason) == (PROVED, method.METHOD, "")


@pytest.mark.parametrize(
    "lie",
    [
        {"modulus": 2**256 - 2**224 + 2**192 + 2**96 + 1},
        {"modulus": 2**256 - 2**224 - 2**192 + 2**96 - 1},
        {"statement": "r = a^2 / 2^224 mod p"},
        {"statement": "r = a^2 / 2^255 mod p"},
        {"stack_bytes": 8},
    ],
)
def test_contract_that_lies_is_not_proved(lie):
    assert not proved("armv7", "fp256r1_sqr_reduce_montgomery_special", **lie)


def test_domain_that_is_too_wide_is_not_proved(monkeypatch):
    """A reduction of numbers below 2 p R is not below p."""
    name, kernel = FEW[0]
    wide = dataclasses.replace(montgomery(contract.read(name, kernel)), bound=lambda p, radix: 2 * p * radix)
    target = targets.named(name)
    with pytest.raises(Undecided):
        method.prove(target, contract.read(name, kernel), objects.linked(target, kernel), wide)


def test_r_that_the_comment_does_not_name_has_no_meaning():
    promised = dataclasses.replace(contract.read("avr", "fp256r1_reduce_montgomery_special"), radix_bits=None)
    assert montgomery(promised) is None


def plant(name: str, kernel: str, numbers: range) -> int:
    """Faults; one that is proved changes no result. How many were not proved."""
    target, source, found = targets.named(name), random.Random(kernel), 0
    promised = contract.read(name, kernel)
    for number_ in range(numbers.stop):
        code = faulty(target, kernel, source, number_)
        if number_ not in numbers:
            continue
        if proved(name, kernel, code):
            assert refutation.drawn(target, promised, code, montgomery(promised)) is None
        else:
            found += 1
    return found


def test_planted_fault_is_not_proved():
    assert plant("armv7", "fp256r1_sqr_reduce_montgomery_special", range(4)) >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kernel"), FEW)
def test_planted_faults_are_not_proved(name, kernel):
    assert plant(name, kernel, range(16)) >= 12


@pytest.mark.parametrize("name", [one for one in OPERANDS if hasattr(Floors, f"_{one}")])
def test_words_as_quotients(name):
    """Each result is the number that the operation gives, at drawn inputs, and within its bounds."""
    source, known = random.Random(name), 0
    for _ in range(60):
        domain = Floors()
        inputs = [domain.input(f"w{i}", 255) for i in range(3)] + [domain.input(f"b{i}", 1) for i in range(3)]

        def word(n: int, domain=domain, inputs=inputs):
            if n == 1:
                return source.choice(inputs[3:])
            first, second = source.sample(inputs[:3], 2)
            total, carry = domain.apply("add", WIDTH, [first, second, source.choice(inputs[3:])], 2)
            mask = domain.apply("sub", WIDTH, [0, 0, carry], 2)[0]
            product = domain.apply("mul", WIDTH, [source.randrange(256), total], 2)[source.randrange(2)]
            return source.choice([first, total, mask, product, domain.apply("and", WIDTH, [first, mask], 1)[0]])

        operands = [operand(source, kind, word) for kind in OPERANDS[name]]
        if not any(isinstance(one, Word) for one in operands):
            continue
        try:
            found = domain.apply(name, WIDTH, operands, RESULTS.get(name, 1))
        except Unknown:
            continue
        known += 1
        for _ in range(20):
            values = {next(iter(one.p))[0]: source.choice([0, one.high, source.randint(0, one.high)]) for one in inputs}
            sample = Sample(domain.variables, values, domain.pairs)
            at = [one if isinstance(one, int) else sample.of_polynomial(one.p) for one in operands]
            expected = CONCRETE[name](WIDTH, *at)
            for one, value in zip(found, expected, strict=False):
                assert value == (one if isinstance(one, int) else sample.of_polynomial(one.p))
                assert isinstance(one, int) or one.low <= value <= one.high
    assert known >= 5


def test_bounds_hold_for_numbers():
    """What is shown to be negative is negative, at all values of small inputs; sums of quotients are shown often."""
    source, shown = random.Random(1), 0
    for _ in range(200):
        variables = Variables()
        x, y = variables.new("x", 7), variables.new("y", 7)
        total = {(x,): source.randint(-3, 5), (y,): source.randint(1, 5), (): 32}
        v = variables.new("v", 31, total, 4)
        w = variables.new("w", 31, {(v,): 1, (x,): source.randint(0, 2)}, 2)
        p = {(w,): source.randint(-3, 3), (v,): source.randint(-3, 3), (x,): source.randint(-2, 2), (): -1}
        bounds = Bounds(variables, [plus(number(9), {(x,): 1, (y,): 1}, -1)])
        fact = plus({(w,): 1}, number(source.randint(0, 8)), -1)
        bounds.facts = [fact]
        found = bounds.negative(p)
        shown += found
        for a in range(8):
            for b in range(8):
                sample = Sample(variables, {x: a, y: b}, {})
                if found and a + b <= 9 and sample.of_polynomial(fact) >= 0:
                    assert sample.of_polynomial(p) < 0
    assert shown > 20

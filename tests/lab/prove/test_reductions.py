"""Reductions modulo special primes: the domain of totals and questions on numbers, kernels, lies, planted faults."""

import dataclasses
import itertools
import random

import pytest

from motelab.prove import proof, targets
from motelab.prove.domains.cases import Open, Questions
from motelab.prove.domains.estimates import Estimates
from motelab.prove.domains.integers import Word
from motelab.prove.domains.polynomials import plus
from motelab.prove.domains.simplex import Simplex
from motelab.prove.domains.totals import Totals
from motelab.prove.domains.witnesses import Witnesses
from motelab.prove.kernel import contract, objects
from motelab.prove.kernel.machine import Unknown
from motelab.prove.kernel.refutation import differs
from motelab.prove.kernel.verdicts import PROVED, Undecided
from motelab.prove.meanings.reduced import reduced
from motelab.prove.methods import cuts, reductions
from motelab.prove.targets.ir import CONCRETE
from tests.lab.prove.faults import faulty

FEW = (
    ("armv7", "fp192r1_mul_reduce_operand_scanning_special"), ("avr", "fp255_reduce_special"),
    ("thumb", "fp160r1_reduce_special"), ("msp430", "fp160r1_sqr_reduce_operand_scanning_special"),
    ("armv7", "fp160r1_mul_small_word"),
)  # fmt: skip
WIDTH = 4
OPERATIONS = ("add", "sub", "mul", "and", "or", "xor", "not", "shr", "shl", "sar", "ror", "less", "zero", "mask")


class Program:
    """Random operations on words of four bits, by the domain; the values of all words at given inputs."""

    def __init__(self, seed: int, length: int):
        self.source, self.domain = random.Random(seed), Totals()
        self.inputs = [self.domain.input(f"x{i}", 15) for i in range(3)]
        self.words, self.bits = [*self.inputs, 0, 1, 15], [0, 1]
        self.steps: list[tuple] = []
        for _ in range(length):
            self.step()

    def operands(self, name: str) -> list:
        """Places of words, after them of a bit, or the number of places of a shift."""
        source = self.source
        if name in ("shr", "shl", "sar"):
            return [("w", source.randrange(len(self.words))), ("n", source.randrange(1, WIDTH))]
        kinds = {"add": "wwb", "sub": "wwb", "ror": "wb", "mask": "b", "not": "w", "zero": "w"}.get(name, "ww")
        return [(k, source.randrange(len(self.words if k == "w" else self.bits))) for k in kinds]

    def value(self, kind: str, place: int):
        return place if kind == "n" else (self.words if kind == "w" else self.bits)[place]

    def step(self) -> None:
        name = self.source.choice(OPERATIONS)
        operands = self.operands(name)
        values = [self.value(*one) for one in operands]
        if name == "mask":
            name, operands, values = "sub", [("n", 0), ("n", 0), operands[0]], [0, 0, *values]
        if all(isinstance(one, int) for one in values):
            found = CONCRETE[name](WIDTH, *values)
        else:
            try:
                found = self.domain.apply(name, WIDTH, values, 2)
            except Unknown:
                return
        self.steps.append((name, operands))
        self.keep(name, found, self.words, self.bits)

    @staticmethod
    def keep(name: str, found: tuple, words: list, bits: list) -> None:
        if name in ("less", "zero"):
            bits.append(found[0])
            return
        words.append(found[0])
        if name in ("add", "sub", "ror"):
            bits.append(found[1])

    def run(self, inputs: tuple[int, ...]) -> list[int]:
        words, bits = [*inputs, 0, 1, 15], [0, 1]
        for name, operands in self.steps:
            values = [place if k == "n" else (words if k == "w" else bits)[place] for k, place in operands]
            self.keep(name, CONCRETE[name](WIDTH, *values), words, bits)
        return words + bits

    def at(self, inputs: tuple[int, ...]) -> tuple[Witnesses, dict[int, int]]:
        """What gives the value of a form at inputs."""
        names = [next(iter(one.p))[0] for one in self.inputs]
        return Witnesses(self.domain.variables, [], 7), dict(zip(names, inputs, strict=True))


@pytest.mark.parametrize("seed", range(60))
def test_words_are_the_numbers_of_the_operations(seed):
    program = Program(seed, 25)
    estimates = Estimates(program.domain.variables)
    for _ in range(6):
        inputs = tuple(program.source.choice((0, 15, program.source.randrange(16))) for _ in range(3))
        seen, values = program.at(inputs)
        for got, expected in zip((*program.words, *program.bits), program.run(inputs), strict=True):
            if isinstance(got, int):
                assert got == expected
                continue
            assert seen.at(got.p, values) == expected
            assert got.low <= expected <= got.high
            low, high = estimates.bounds(got.p)
            assert low <= expected <= high


@pytest.mark.parametrize("seed", range(25))
def test_answers_hold_at_all_inputs(seed):
    """`below` and `vanishes` say yes only where every input agrees; one of them mostly does where all agree."""
    program = Program(1000 + seed, 12)
    results = {inputs: program.run(inputs) for inputs in itertools.product(range(16), repeat=3)}
    questions = Questions(program.domain.variables, [], 7)
    for place, one in enumerate((*program.words, *program.bits)):
        if not isinstance(one, Word) or place < len(program.inputs):
            continue
        most = max(values[place] for values in results.values())
        try:
            assert not questions.below(one.p, most)
            assert not questions.vanishes(one.p, 3) or all(values[place] % 3 == 0 for values in results.values())
        except Open:
            continue


@pytest.mark.parametrize("seed", range(60))
def test_inequalities_without_a_solution_have_no_whole_one(seed):
    source = random.Random(seed)
    highs = [source.randrange(1, 6) for _ in range(3)]
    rows = []
    for _ in range(4):
        low = source.randrange(-8, 8)
        rows.append(({v: source.choice((-3, -2, -1, 1, 2, 3)) for v in range(3)}, low, low + source.randrange(4)))
    system = Simplex(highs)
    solvable = True
    for count, row in enumerate(rows, start=1):
        system.add(*row)
        solvable = solvable and system.is_solvable()
        if solvable:
            values = [system.value(v) for v in range(3)]
            assert all(0 <= value <= high for value, high in zip(values, highs, strict=True))
            assert all(low <= sum(c * values[v] for v, c in terms.items()) <= high for terms, low, high in rows[:count])
        else:
            whole = itertools.product(*(range(high + 1) for high in highs))
            fits = [all(a <= sum(c * x[v] for v, c in t.items()) <= b for t, a, b in rows[:count]) for x in whole]
            assert not any(fits)


@pytest.mark.parametrize(("name", "kernel"), FEW)
def test_kernel_is_proved(name, kernel):
    found = proof.prove(targets.named(name), kernel)
    assert (found.verdict, found.reason, found.method) == (PROVED, "", "totals and cases")


@pytest.mark.parametrize(
    ("name", "kernel", "lie"),
    [
        ("msp430", "fp255_sqr_reduce_operand_scanning_special", {"domain": "any a of its words"}),
        ("armv7", "fp192r1_mul_reduce_operand_scanning_special", {"modulus": 2**192 - 2**64 - 3}),
        ("armv7", "fp192r1_mul_reduce_operand_scanning_special", {"statement": "r = a b / R mod p", "radix_bits": 192}),
        ("avr", "fp160r1_reduce_special", {"modulus": 2**160 - 2**31 + 1}),
    ],
)
def test_contract_that_lies_is_not_proved(name, kernel, lie, monkeypatch):
    false = dataclasses.replace(contract.read(name, kernel), **lie)
    monkeypatch.setattr(contract, "read", lambda *_: false)
    assert proof.prove(targets.named(name), kernel).verdict != PROVED


def near(source: random.Random, limit: int) -> int:
    """Inputs at which carries run."""
    patterns = [source.choice((0, 255)) << 8 * i for i in range(-(-limit.bit_length() // 8))]
    return source.choice((source.randrange(limit), limit - 1 - source.randrange(1 << 40), sum(patterns))) % limit


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kernel"), FEW)
def test_no_planted_fault_is_proved_unless_it_changes_nothing(name, kernel):
    target, source = targets.named(name), random.Random(kernel)
    promised = contract.read(name, kernel)
    meaning = reduced(promised)
    for number in range(8):
        code = faulty(target, kernel, source, number)
        if proof.prove(target, kernel, code).verdict != PROVED:
            continue
        for _ in range(100):
            inputs = {one: near(source, limit) for one, limit in meaning.limits(target, promised).items()}
            assert not differs(target, promised, code, meaning, inputs), (number, inputs)


@pytest.mark.parametrize("more", [0, 1])
def test_words_that_are_not_the_number_are_refused(more):
    """The cut of a b; not that of a b + 1, which is looked for, nor with it, which is said to be there."""
    target, kernel = targets.named("armv7"), FEW[0][1]
    promised = contract.read(target.name, kernel)
    meaning = reduced(promised)
    bounds = meaning.limits(target, promised)
    run = cuts.Run(target, promised, objects.linked(target, kernel), meaning.sizes(target, promised), {})
    cut = cuts.find(run, bounds, lambda n: n["a"] * n["b"], 12)
    assert cuts.find(run, bounds, lambda n: n["a"] * n["b"] + 1, 12) is None

    def product(v, n):
        return v.plus(v.times(n["a"], n["b"]), {(): 1}, more)

    domain = Totals()
    inputs = reductions.inputs_of(domain, run, bounds)
    number = plus(reductions.polynomial(domain, meaning, inputs), {(): 1}, more)
    limits = reductions.limits_of(domain, inputs, bounds)
    if more:
        with pytest.raises(Undecided):
            cuts.confirm_by_cases(run, domain, inputs, cut, number, limits)
        with pytest.raises(Undecided):
            cuts.confirm(run, bounds, cut, product)
    else:
        assert cuts.confirm_by_cases(run, domain, inputs, cut, number, limits).is_complete
        assert cuts.confirm(run, bounds, cut, product).is_complete


def test_a_small_word_is_passed_in_registers():
    """An integer of 32 bits is in r18 to r21 of AVR; the kernel on drawn inputs gives the product."""
    target, kernel = targets.named("avr"), "fp160r1_mul_small_word"
    promised, source = contract.read(target.name, kernel), random.Random(kernel)
    meaning, code = reduced(promised), objects.linked(target, kernel)
    for _ in range(5):
        inputs = {one: source.randrange(limit) for one, limit in meaning.limits(target, promised).items()}
        assert not differs(target, promised, code, meaning, inputs)
    assert differs(target, dataclasses.replace(promised, modulus=promised.modulus + 2), code, meaning, inputs)

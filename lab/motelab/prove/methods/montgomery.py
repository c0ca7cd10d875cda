"""Proofs of kernels with Montgomery's reduction, by polynomials whose carries are quotients of numbers."""

import itertools
import math
import random

from motelab.prove.contract import Contract
from motelab.prove.domains.bounds import Bounds, Sample
from motelab.prove.domains.polynomials import Polynomial, Variables, number, plus, scaled
from motelab.prove.domains.quotients import Floors
from motelab.prove.execution import Call, Done, execute, overlaps
from motelab.prove.meanings.montgomery import Montgomery
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.verdicts import Undecided

METHOD = "quotients of numbers"
SMALL = 1 << 10  # coefficients of a quotient that is guessed as a polynomial over others
SAMPLES = 24
SPLITS_MAX, VALUES_MAX = 2, 4  # quotients by which a case is split, and their values
BITS_MAX = 6  # that are told apart by cases
FACTOR_BITS = {"thumb": 16}  # of the factors of products, where they are not words


def prove(target: Target, contract: Contract, code: Code, meaning: Montgomery) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    done = attempt(target, contract, code, meaning, {})
    if contract.aliases and overlaps(done, contract.aliases) is not None:
        for output, other in contract.aliases:
            attempt(target, contract, code, meaning, {other: output})
    return done


def attempt(target: Target, contract: Contract, code: Code, meaning: Montgomery, same: dict[str, str]) -> Done:
    size = meaning.sizes(target, contract)
    domain = Floors()
    inputs, numbers = {}, {}
    for name, _ in meaning.inputs:
        highest = meaning.limits(target, contract)[name] - 1
        inputs[name], numbers[name] = words(domain, target, name, size[name], highest)
    value = meaning.polynomial(domain.variables, numbers)
    domain.bounds = Bounds(domain.variables, limits(target, contract, meaning, numbers, value))
    domain.bounds.words = domain.words
    domain.bounds.samples = samples(domain, numbers, meaning.limits(target, contract))
    done = execute(target, contract, code, domain, Call(size, inputs, same=same))
    output = number_of(domain, done.output(meaning.output_name))
    left = plus(scaled(output, meaning.radix), value, -1)
    compare(domain.bounds, left, output, contract.modulus, meaning.factor * contract.modulus)
    return done


def words(domain: Floors, target: Target, name: str, size: int, highest: int) -> tuple[list, Polynomial]:
    """An input: its bytes in memory, and its number."""
    part = FACTOR_BITS.get(target.name, target.word_bits) // 8
    word = target.word_bits // 8
    bytes_, total = [], {}
    for start in range(0, size, word):
        p: Polynomial = {}
        for i in range(0, word, part):
            top = min(256**part - 1, highest >> 8 * (start + i))
            p = plus(p, domain.input(f"{name}{start + i}", top).p, 256**i)
        bytes_ += domain.pieces(domain.word(p), 8, word) if word > 1 else [domain.word(p)]
        total = plus(total, p, 256**start)
    return bytes_, total


def limits(
    target: Target, contract: Contract, meaning: Montgomery, numbers: dict[str, Polynomial], value: Polynomial
) -> list[Polynomial]:
    """Polynomials that are not negative: what the inputs, and their product, leave of their bounds."""
    highest = {name: bound - 1 for name, bound in meaning.limits(target, contract).items()}
    found = [plus(number(highest[name]), numbers[name], -1) for name in numbers]
    top = meaning.polynomial(Times, highest)
    return [plus(number(top), value, -1), *found]


def samples(domain: Floors, numbers: dict[str, Polynomial], limits: dict[str, int]) -> list[Sample]:
    """Some inputs of the domain: drawn ones, and the greatest and least."""
    source, found = random.Random(0), []
    for turn in range(SAMPLES):
        values = {}
        for name, p in numbers.items():
            drawn = (limits[name] - 1, 0)[turn] if turn < 2 else source.randrange(limits[name])
            for (v,), weight in p.items():
                values[v] = drawn // weight % (domain.variables.all[v].high + 1)
        found.append(Sample(domain.variables, values, domain.pairs))
    return found


class Times:
    """Products of numbers. Where a <= x and b <= y, a b <= x y."""

    @staticmethod
    def times(a: int, b: int) -> int:
        return a * b


def number_of(domain: Floors, values: list) -> Polynomial:
    """The number that bytes stand for."""
    total: Polynomial = {}
    at = 0
    while at < len(values):
        one = values[at]
        count = 1
        if hasattr(one, "whole"):
            count = next((n for n in (2, 4) if domain.rejoined(8, values[at : at + n])), 1)
        value = domain.rejoined(8, values[at : at + count]) if count > 1 else domain.plain(one)
        total = plus(total, domain.parts(value)[0], 256**at)
        at += count
    return total


def compare(bounds: Bounds, left: Polynomial, output: Polynomial, p: int, limit: int) -> None:
    """Raises Undecided unless `left` is 0 modulo p and the output below its limit, in each case of the bits that
    select in it."""
    variables = bounds.variables
    chosen = sorted(variables.selectors & {v for m in bounds.expanded(output, 0, variables.selectors) for v in m})
    if len(chosen) > BITS_MAX:
        raise Undecided(f"{len(chosen)} bits select in the result")
    for values in itertools.product((0, 1), repeat=len(chosen)):
        decide(bounds.case(dict(zip(chosen, values, strict=True))), left, output, p, limit, SPLITS_MAX)


def decide(case: Bounds, left: Polynomial, output: Polynomial, p: int, limit: int, splits: int) -> None:
    """The same in one case, which is split by the values of a quotient that has few, if that is needed."""
    try:
        vanish(case, left, p)
        if not case.negative(plus(output, number(limit), -1)):
            raise Undecided("the result is right modulo p; that it is below its bound is not shown")
    except Undecided:
        if case.contradicts():
            return
        flags = case.quotients(case.expanded(left, p) or case.known(output))
        few = [v for v in flags if case.variables.all[v].high < VALUES_MAX and v not in case.fixed]
        if not few or not splits:
            raise
        for value in range(case.variables.all[few[0]].high + 1):
            decide(case.where(few[0], value), left, output, p, limit, splits - 1)


def vanish(case: Bounds, p: Polynomial, modulus: int) -> None:
    """Raises Undecided unless a polynomial is 0 modulo a number."""
    rest = case.expanded(p, modulus)
    while rest:
        flags = case.quotients(rest)
        if not any([case.settle(v) for v in flags]) and not any(
            solved(case, rest, v, modulus) for v in reversed(flags)
        ):
            raise Undecided(f"{len(rest)} terms are left{described(case.variables, flags)}")
        rest = case.expanded(rest, modulus)


def solved(case: Bounds, rest: Polynomial, v: int, modulus: int) -> bool:
    """Whether a quotient is a polynomial over earlier ones. The rest suggests it, as it must be 0: the terms that have a
    small multiple of the quotient's coefficient; samples suggest the constant; its number must show it."""
    c = rest.get((v,), 0)
    if math.gcd(c, modulus) != 1:
        return False
    inverse = pow(-c, -1, modulus)
    factors = {m: (k * inverse + SMALL) % modulus - SMALL for m, k in rest.items() if m and max(m) < v}
    value = {m: k for m, k in factors.items() if abs(k) <= SMALL}
    constants = {one.at(v) - one.of_polynomial(value) for one in case.samples}
    return len(constants) == 1 and case.is_value(v, plus(value, number(constants.pop())))


def described(variables: Variables, flags: list[int]) -> str:
    names = " ".join(f"{variables.all[v].name}{v}" for v in flags[:4])
    return f", with {len(flags)} flags: {names}" if flags else ""

"""Proofs of kernels with Montgomery's reduction, by polynomials whose carries are quotients of numbers."""

import itertools
import math

from motelab.prove.contract import Contract
from motelab.prove.domains.bounds import Bounds
from motelab.prove.domains.floors import Floors
from motelab.prove.domains.polynomials import Polynomial, Variables, number, plus, scaled
from motelab.prove.execution import Call, Done, execute, overlaps
from motelab.prove.meanings.montgomery import Montgomery
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.verdicts import Undecided

METHOD = "quotients of numbers"
SMALL = 1 << 10  # coefficients of a quotient that is guessed as a polynomial over others
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
        inputs[name], numbers[name] = words(domain, target, name, size[name])
    value = meaning.polynomial(domain.variables, numbers)
    domain.bounds = Bounds(domain.variables, limits(target, contract, meaning, numbers, value))
    done = execute(target, contract, code, domain, Call(size, inputs, same=same))
    output = number_of(domain, done.output(meaning.output_name))
    left = plus(scaled(output, meaning.radix), value, -1)
    compare(domain.bounds, left, output, contract.modulus, meaning.factor * contract.modulus)
    return done


def words(domain: Floors, target: Target, name: str, size: int) -> tuple[list, Polynomial]:
    """An input: its bytes in memory, and its number."""
    part = FACTOR_BITS.get(target.name, target.word_bits) // 8
    word = target.word_bits // 8
    bytes_, total = [], {}
    for start in range(0, size, word):
        p: Polynomial = {}
        for i in range(0, word, part):
            p = plus(p, domain.input(f"{name}{start + i}", 256**part - 1).p, 256**i)
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
        case = bounds.case(dict(zip(chosen, values, strict=True)))
        try:
            vanish(case, left, p)
            if not case.negative(plus(output, number(limit), -1)):
                raise Undecided("the result is right modulo p; that it is below p is not shown")
        except Undecided:
            if not case.contradicts():
                raise


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
    """Whether a quotient is the polynomial over others that makes the rest 0, which its number must show."""
    c = rest.get((v,), 0)
    if any(v in m and m != (v,) for m in rest) or math.gcd(c, modulus) != 1:
        return False
    inverse = pow(-c, -1, modulus)
    value = {m: (k * inverse + SMALL) % modulus - SMALL for m, k in rest.items() if m != (v,)}
    return all(abs(k) <= SMALL for k in value.values()) and case.is_value(v, value)


def described(variables: Variables, flags: list[int]) -> str:
    names = " ".join(f"{variables.all[v].name}{v}" for v in flags[:4])
    return f", with {len(flags)} flags: {names}" if flags else ""

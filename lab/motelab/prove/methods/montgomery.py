"""Proofs of kernels with Montgomery's reduction, by polynomials whose carries are quotients of numbers."""

import itertools
import math
import random

from motelab.prove.domains.bounds import Bounds, Sample
from motelab.prove.domains.polynomials import Polynomial, Variables, number, plus, scaled
from motelab.prove.domains.quotients import Floors
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Done, with_overlaps
from motelab.prove.kernel.machine import Stuck, Unknown
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.montgomery import Montgomery
from motelab.prove.meanings.prime import Numbers, itself
from motelab.prove.methods import cuts
from motelab.prove.targets import Target

METHOD = "quotients of numbers"
SMALL = 1 << 10  # coefficients of a quotient that is guessed as a polynomial over others
SAMPLES = 24
SPLITS_MAX, VALUES_MAX = 2, 4  # quotients by which a case is split, and their values
BITS_MAX = 6  # that are told apart by cases
FACTOR_BITS = {"thumb": 16}  # of the factors of products, where they are not words


def prove(target: Target, contract: Contract, code: Code, meaning: Montgomery) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    return with_overlaps(contract, lambda same: attempt(target, contract, code, meaning, same))


def attempt(target: Target, contract: Contract, code: Code, meaning: Montgomery, same: dict[str, str]) -> Done:
    """One execution, with unknown words in the places of a product's words if these are shown to be there."""
    bounds = meaning.limits(target, contract)
    run = cuts.Run(target, contract, code, meaning.sizes(target, contract), same)
    if (cut := confirmed(run, meaning, bounds)) is not None:
        try:
            return executed(run, meaning, bounds, cut)
        except Undecided:
            pass
    return executed(run, meaning, bounds, None)


def confirmed(run: cuts.Run, meaning: Montgomery, bounds: dict[str, int]) -> cuts.Cut | None:
    """The moments at which the words of the product are there; None if they are not shown to be."""
    if meaning.polynomial is itself:
        return None
    count = -(-most(meaning, bounds).bit_length() // (8 * run.step))
    for together in (True, False):
        try:
            cut = cuts.find(run, bounds, lambda n: meaning.polynomial(Numbers, n), count, together)
            if cut:
                confirm = cuts.confirm_together if together else cuts.confirm
                return confirm(run, bounds, cut, meaning.polynomial)
        except (Undecided, Stuck, Broken, Unknown):
            continue
    return None


def most(meaning: Montgomery, bounds: dict[str, int]) -> int:
    """The greatest product. Where a <= x and b <= y, a b <= x y."""
    return meaning.polynomial(Numbers, {name: bound - 1 for name, bound in bounds.items()})


def executed(run: cuts.Run, meaning: Montgomery, bounds: dict[str, int], cut: cuts.Cut | None) -> Done:
    domain = Floors()
    inputs, numbers, watch = {}, {}, None
    for name, bound in bounds.items():
        inputs[name], numbers[name] = words(domain, run.target, name, run.sizes[name], bound - 1)
    if cut:
        domain.is_open = True
        digits, value = words(domain, run.target, "x", cut.count * run.step, most(meaning, bounds))
        _, watch = cuts.replacing(run, domain, cut, digits)
    else:
        value = meaning.polynomial(domain.variables, numbers)
    limits = [plus(number(bounds[name] - 1), numbers[name], -1) for name in numbers]
    domain.bounds = Bounds(domain.variables, [plus(number(most(meaning, bounds)), value, -1), *limits])
    domain.bounds.words = domain.words
    domain.bounds.samples = samples(domain, meaning, numbers, bounds, value if cut else {})
    done = run.execute(domain, inputs, watch)
    output = number_of(domain, done.output(meaning.output_name))
    left = plus(scaled(output, meaning.radix), value, -1)
    modulus = run.contract.modulus
    compare(domain.bounds, left, output, modulus, meaning.factor * modulus)
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


def samples(
    domain: Floors,
    meaning: Montgomery,
    numbers: dict[str, Polynomial],
    bounds: dict[str, int],
    value: Polynomial,
) -> list[Sample]:
    """Some inputs of the domain: drawn ones, and the greatest and least; with the words of their product."""
    source, found = random.Random(0), []
    for turn in range(SAMPLES):
        drawn = {n: (bound - 1, 0)[turn] if turn < 2 else source.randrange(bound) for n, bound in bounds.items()}
        values = {}
        for p, total in [*((numbers[n], drawn[n]) for n in numbers), (value, meaning.polynomial(Numbers, drawn))]:
            for (v,), weight in p.items():
                values[v] = total // weight % (1 << domain.variables.all[v].high.bit_length())
        found.append(Sample(domain.variables, values, domain.pairs))
    return found


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
    """Whether a quotient is a polynomial over earlier ones. The rest, which must be 0, suggests it: the terms that have
    a small multiple of the quotient's coefficient; samples suggest the constant; its number must show it."""
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

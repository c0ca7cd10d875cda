"""Proofs of sums of prime fields and of what is linear like them, by floors of whole numbers and cases of their flags.

The execution gives the output as a polynomial over the inputs and over floors (domains/floors.py). A floor v of d by b
that is left is an integer with 0 <= d - b v <= b - 1. It is taken at each of its few values, with these inequalities
as the region in which it has that value; a value whose region is empty does not occur. In each case that is left the
output must be congruent to the value of the statement, term by term, and bounded in the region."""

import dataclasses
import itertools
import math
from collections.abc import Iterator
from typing import Any

from motelab.prove.domains.floors import Floors
from motelab.prove.domains.polynomials import Polynomial, Variables, number, plus, scaled
from motelab.prove.domains.regions import Region, meanings
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Done, execute, with_overlaps
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.common import element_bytes
from motelab.prove.meanings.prime import Numbers
from motelab.prove.meanings.residues import Residues
from motelab.prove.methods import cuts
from motelab.prove.methods.prime_fields import number_of
from motelab.prove.targets import Target

METHOD = "floors and cases"
VALUES_MAX = 8  # of a floor that is taken by cases
CASES_MAX = 64
MANY = 6000  # rows of a region that is asked few questions


def prove(target: Target, contract: Contract, code: Code, meaning: Residues) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    return with_overlaps(contract, lambda same: attempt(target, contract, code, meaning, same))


def attempt(target: Target, contract: Contract, code: Code, meaning: Residues, same: dict[str, str]) -> Done:
    """By cases of the masks, after an execution with unknown ones, which shows that they decide no path."""
    if meaning.is_product:
        return reduced(cuts.Run(target, contract, code, meaning.sizes(target, contract), same), meaning)
    masks = [one.name for one in meaning.given if one.factor > 1]
    if masks:
        executed(target, contract, code, meaning, same, {})
    for values in itertools.product((0, 1), repeat=len(masks)):
        done, numbers = executed(target, contract, code, meaning, same, dict(zip(masks, values, strict=True)))
        compare(done, numbers, contract, meaning, element_bytes(target, contract))
    return done


def executed(
    target: Target, contract: Contract, code: Code, meaning: Residues, same: dict[str, str], known: dict[str, int]
) -> tuple[Done, dict[str, Polynomial]]:
    """An execution, and the numbers that are its inputs, of which some may be known."""
    domain, size = Floors(), element_bytes(target, contract)
    limits, numbers, digits = meaning.limits(target, contract), {}, {}
    for one in meaning.given:
        highest = [min(255, (limits[one.name] - 1) >> 8 * i) for i in range(one.bytes(size))]
        parts = [known.get(one.name, domain.input(f"{one.name}[{i}]", high)) for i, high in enumerate(highest)]
        numbers[one.name] = number_of(domain, parts)
        domain.limit(numbers[one.name], limits[one.name])
        digits[one.name] = [domain.word(scaled(domain.parts(part)[0], one.factor)) for part in parts]
    call = dataclasses.replace(meaning.placed(target, contract, digits), same=same)
    return execute(target, contract, code, domain, call), numbers


class Behind(Floors):
    """The domain behind a cut: of what comes from the inputs and not from the words of the cut nothing is known."""

    def __init__(self) -> None:
        super().__init__()
        self.masks: list[Polynomial] = []

    def mask(self, width: int, value: Any) -> Polynomial | None:
        bit = super().mask(width, value)
        if bit is not None:
            self.masks.append(bit)
        return bit

    def apply(self, name: str, width: int, operands: list, count: int) -> tuple[Any, ...]:
        if any(isinstance(one, Hidden) for one in operands):
            return (Hidden(),) * count
        return super().apply(name, width, operands, count)


class Hidden:
    """A word of which nothing is known, nor will be."""


def reduced(run: cuts.Run, meaning: Residues) -> Done:
    """A product whose words are shown to lie somewhere (cuts.py); behind that they are unknown digits of a number as
    large as the greatest product, and the result is congruent to this number."""
    limits, size = meaning.limits(run.target, run.contract), element_bytes(run.target, run.contract)
    (result,) = meaning.results
    cut = cuts.find(run, limits, lambda n: result.polynomial(Numbers, n), 2 * size // run.step)
    if not cut:
        raise Undecided("the words of the product are nowhere")
    cut = cuts.confirm(run, limits, cut, result.polynomial)
    domain = Behind()
    digits, watch = cuts.replacing(run, domain, cut)
    total = number_of(domain, digits)
    domain.limit(total, result.polynomial(Numbers, {name: limit - 1 for name, limit in limits.items()}) + 1)
    done = run.execute(domain, {one.name: [Hidden() for _ in range(size)] for one in meaning.given}, watch)
    if any(isinstance(byte, Hidden) for byte in done.output(result.parameter)):
        raise Undecided("the result depends on more than the product")
    show_by_masks(domain, done.output(result.parameter), total, run.contract.modulus, result.bound(run.contract))
    return done


def show_by_masks(domain: Behind, output: list, total: Polynomial, modulus: int, bound: int) -> None:
    """Raises Undecided unless the output is congruent to a number in all cases of the bits that were masks, and below a
    bound by its bytes. Those from the third on, never negative, say that the lower ones are small where all are."""
    variables, number_out = domain.variables, number_of(domain, output)
    bits, known = list({frozenset(p.items()): p for p in domain.masks}.values()), []
    for flag in flags(variables, number_out, {}):
        if (occurring := extent(domain.region, flag, {})) and len(occurring) == 1:
            known.append(plus({(flag,): 1}, number(occurring[0]), -1))
    for values in itertools.product((0, 1), repeat=len(bits)):
        zeros = [*known, *(plus(bit, number(value), -1) for bit, value in zip(bits, values, strict=True))]
        parts, images = [number_out, plus(number_out, total, -1)], {}
        for zero in zeros:
            last = max((m[0] for m, c in zero.items() if len(m) == 1 and abs(c) == 1), default=None)
            if last is not None:
                images[last] = plus(scaled(zero, -zero[last,]), {(last,): 1})
        left = replaced(variables, parts[1], images)
        left = {m: (c + modulus // 2) % modulus - modulus // 2 for m, c in left.items() if c % modulus}
        common = math.gcd(*left.values()) or 1
        left = {m: c // common for m, c in left.items()}
        tail = number_of(domain, [0, 0, *output[2:]])
        said = [tail, *(form for p in (*parts, *zeros) for form in meanings(variables, p)), *meanings(variables, left)]
        forms = [replaced(variables, form, images) for form in [*domain.region.forms, *said]]
        region = Region(variables, list({frozenset(form.items()): form for form in forms}.values()), MANY)
        if region.is_empty():
            continue
        if left and not (region.at_most(left, 0) and region.at_least(left, 0)):
            raise Undecided(f"{len(left)} terms are left where the masks are {values}")
    if sum(256**i * domain.parts(byte)[2] for i, byte in enumerate(output)) >= bound:
        raise Undecided("a bound of the result is not shown")


def replaced(variables: Variables, p: Polynomial, images: dict[int, Polynomial]) -> Polynomial:
    """p with polynomials of earlier variables in the places of some."""
    for variable in sorted(images, reverse=True):
        p = variables.substituted(p, variable, images[variable])
    return p


def compare(done: Done, numbers: dict[str, Polynomial], contract: Contract, meaning: Residues, size: int) -> None:
    """Raises Undecided unless each result is what the statement says."""
    domain = done.machine.domain
    for one in meaning.results:
        output = number_of(domain, done.output(one.parameter)[one.element * size : (one.element + 1) * size])
        left = plus(output, one.polynomial(domain.variables, numbers), -1)
        modulus, bound = 0 if one.is_exact else contract.modulus, one.bound(contract)
        show(domain.region, output, left, modulus, bound if bound < 256**size else None)


def show(region: Region, output: Polynomial, left: Polynomial, modulus: int, bound: int | None) -> None:
    """Raises Undecided unless `left` is 0 modulo a number, or equal to 0 for the modulus 0, and 0 <= output < bound,
    everywhere in a region; no bound is shown if it is None."""
    count, open_cases = 0, [(region, output, left, {})]
    while open_cases:
        inside, output, left, values = open_cases.pop()
        if (count := count + 1) > CASES_MAX:
            raise Undecided(f"more than {CASES_MAX} cases")
        left = {m: c % modulus for m, c in left.items() if c % modulus} if modulus else left
        if not left and (bound is None or (inside.at_most(output, bound - 1) and inside.at_least(output, 0))):
            continue
        for split in flags(region.variables, plus(left, output), values):
            if (occurring := extent(inside, split, values)) is not None:
                break
        else:
            raise Undecided(f"{len(left)} terms are left" if left else "a bound of the result is not shown")
        for value in occurring:
            known = values | {split: value}
            case = inside.and_also(*meaning_of(region.variables, split, known))
            if not case.is_empty():
                parts = [at(region.variables, p, known) for p in (output, left)]
                open_cases.append((case, *parts, known))


def extent(region: Region, flag: int, values: dict[int, int]) -> range | None:
    """The few values that a floor may have in a region; None if there are more."""
    one = region.variables.all[flag]
    if one.high < VALUES_MAX:
        return range(one.high + 1)
    p = at(region.variables, one.definition, values)
    known = region.and_also(*meanings(region.variables, p))
    least, above = 0, one.high + 1
    while above - least > 1:
        middle = (least + above) // 2
        least, above = (middle, above) if known.at_least(p, one.base * middle) else (least, middle)
    found = range(least, min(least + VALUES_MAX, one.high + 1))
    return next((range(least, k + 1) for k in found if known.at_most(p, one.base * (k + 1) - 1)), None)


def at(variables: Variables, p: Polynomial, values: dict[int, int]) -> Polynomial:
    """p at known values of some variables."""
    for variable in {v for m in p for v in m} & set(values):
        p = variables.substituted(p, variable, number(values[variable]))
    return p


def meaning_of(variables: Variables, flag: int, values: dict[int, int]) -> list[Polynomial]:
    """What it says that a floor has a value: two forms that are at least 0."""
    one = variables.all[flag]
    rest = plus(at(variables, one.definition, values), number(one.base * values[flag]), -1)
    return [rest, plus(number(one.base - 1), rest, -1)]


def flags(variables: Variables, p: Polynomial, values: dict[int, int]) -> Iterator[int]:
    """The floors in p, and those on which these depend, the earliest first."""
    seen, open_ones = set(), [p]
    while open_ones:
        for v in {v for m in open_ones.pop() for v in m} - seen - set(values):
            seen.add(v)
            if variables.all[v].base:
                open_ones.append(variables.all[v].definition)
    return (v for v in sorted(seen) if variables.all[v].base)


__all__ = ["METHOD", "prove", "show"]

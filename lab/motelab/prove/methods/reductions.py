"""Proofs of reductions modulo special primes: words are totals of the digits of a number, and linear arithmetic with
cases shows that what was left out is 0, and that the result is below p."""

from motelab.prove.domains.cases import Open, Questions
from motelab.prove.domains.polynomials import Polynomial, plus
from motelab.prove.domains.problems import Inequality
from motelab.prove.domains.totals import Totals
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Done, with_overlaps
from motelab.prove.kernel.machine import Stuck
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.prime import Numbers, Prime
from motelab.prove.methods import cuts
from motelab.prove.targets import Target

METHOD = "totals and cases"


def prove(target: Target, contract: Contract, code: Code, meaning: Prime) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    return with_overlaps(contract, lambda same: attempt(target, contract, code, meaning, same))


def attempt(target: Target, contract: Contract, code: Code, meaning: Prime, same: dict[str, str]) -> Done:
    """A product is cut off where it is found; of two ways to show its words the second is tried where the first, or the
    reduction behind it, does not succeed."""
    bounds = meaning.limits(target, contract)
    run = cuts.Run(target, contract, code, meaning.sizes(target, contract), same)
    cut = found_cut(run, meaning, bounds)
    if cut is None:
        return executed(run, meaning, bounds, None)
    try:
        return executed(run, meaning, bounds, cuts.confirm(run, bounds, cut, meaning.polynomial))
    except (Undecided, Stuck):
        return executed(run, meaning, bounds, confirmed_by_cases(run, meaning, bounds, cut))


def found_cut(run: cuts.Run, meaning: Prime, bounds: dict[str, int]) -> cuts.Cut | None:
    """The places of a product; None where the number of the statement is none, or is never there."""
    domain = Totals()
    if all(len(monomial) < 2 for monomial in polynomial(domain, meaning, inputs_of(domain, run, bounds))):
        return None
    most = greatest(meaning, bounds)
    return cuts.find(run, bounds, lambda n: meaning.polynomial(Numbers, n), -(-most.bit_length() // (8 * run.step)))


def greatest(meaning: Prime, bounds: dict[str, int]) -> int:
    return meaning.polynomial(Numbers, {name: bound - 1 for name, bound in bounds.items()})


def confirmed_by_cases(run: cuts.Run, meaning: Prime, bounds: dict[str, int], cut: cuts.Cut) -> cuts.Cut:
    domain = Totals()
    inputs = inputs_of(domain, run, bounds)
    number, limits = polynomial(domain, meaning, inputs), limits_of(domain, inputs, bounds)
    return cuts.confirm_by_cases(run, domain, inputs, cut, number, limits)


def executed(run: cuts.Run, meaning: Prime, bounds: dict[str, int], cut: cuts.Cut | None) -> Done:
    """The execution with unknown words in the places of the cut, whose result is shown."""
    domain = Totals()
    inputs = inputs_of(domain, run, bounds)
    expected, limits = polynomial(domain, meaning, inputs), limits_of(domain, inputs, bounds)
    watch = None
    if cut:
        digits, watch = cuts.replacing(run, domain, cut)
        expected = number_of(domain, digits)
        limits = [(expected, 0, greatest(meaning, bounds))]
    done = run.execute(domain, inputs, watch)
    output = number_of(domain, done.output(meaning.output[0]))
    decide(Questions(domain.variables, limits, run.contract.modulus), output, expected, run.contract.modulus)
    return done


def inputs_of(domain: Totals, run: cuts.Run, bounds: dict[str, int]) -> dict[str, list]:
    """The bytes of the inputs, the upper ones at most what the bounds leave."""
    return {
        name: [
            domain.input(f"{name}{i}", min(255, bound - 1 >> 8 * i)) if bound > 256**i else 0
            for i in range(run.sizes[name])
        ]
        for name, bound in bounds.items()
    }


def limits_of(domain: Totals, inputs: dict[str, list], bounds: dict[str, int]) -> list[Inequality]:
    return [(number_of(domain, inputs[name]), 0, bound - 1) for name, bound in bounds.items()]


def polynomial(domain: Totals, meaning: Prime, inputs: dict[str, list]) -> Polynomial:
    """The number of the statement, before it is reduced."""
    return meaning.polynomial(domain.variables, {name: number_of(domain, values) for name, values in inputs.items()})


def number_of(domain: Totals, values: list) -> Polynomial:
    """The number that bytes stand for."""
    total: Polynomial = {}
    for place, value in enumerate(values):
        total = plus(total, domain.parts(value)[0], 256**place)
    return total


def decide(questions: Questions, output: Polynomial, expected: Polynomial, modulus: int) -> None:
    """Raises Undecided unless the output is the expected number modulo p, and below p."""
    try:
        if not questions.vanishes(plus(output, expected, -1), modulus):
            raise Undecided("carries that are left may be another multiple of p")
        if not questions.below(output, modulus):
            raise Undecided("the result is right modulo p; that it is below p is not shown")
    except Open as error:
        raise Undecided(str(error)) from None

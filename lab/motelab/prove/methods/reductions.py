"""Proofs of reductions modulo special primes: words are totals of the digits of a number, and linear arithmetic with
cases shows that what was left out is 0, and that the result is below p."""

from motelab.prove.contract import Contract
from motelab.prove.domains.cases import Open, Questions
from motelab.prove.domains.polynomials import Polynomial, plus
from motelab.prove.domains.problems import Inequality
from motelab.prove.domains.totals import Totals
from motelab.prove.execution import Done, overlaps
from motelab.prove.meanings.prime import Numbers, Prime
from motelab.prove.methods import cuts
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.verdicts import Undecided

METHOD = "totals and cases"


def prove(target: Target, contract: Contract, code: Code, meaning: Prime) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    done = attempt(target, contract, code, meaning, {})
    if contract.aliases and overlaps(done, contract.aliases) is not None:
        for output, other in contract.aliases:
            attempt(target, contract, code, meaning, {other: output})
    return done


def attempt(target: Target, contract: Contract, code: Code, meaning: Prime, same: dict[str, str]) -> Done:
    bounds = meaning.limits(target, contract)
    run = cuts.Run(target, contract, code, meaning.sizes(target, contract), same)
    domain = Totals()
    inputs = inputs_of(domain, run, bounds)
    expected, limits = polynomial(domain, meaning, inputs), limits_of(domain, inputs, bounds)
    watch = None
    if any(len(m) > 1 for m in expected):
        most = meaning.polynomial(Numbers, {name: bound - 1 for name, bound in bounds.items()})
        cut = cuts.find(run, bounds, lambda n: meaning.polynomial(Numbers, n), -(-most.bit_length() // (8 * run.step)))
        if cut:
            first = Totals()
            other = inputs_of(first, run, bounds)
            cut = cuts.confirm(
                run, first, other, cut, polynomial(first, meaning, other), limits_of(first, other, bounds)
            )
            digits, watch = cuts.replacing(run, domain, cut)
            expected = number_of(domain, digits)
            limits = [(expected, 0, most)]
    done = run.execute(domain, inputs, watch)
    output = number_of(domain, done.output(meaning.output[0]))
    decide(Questions(domain.variables, limits, contract.modulus), output, expected, contract.modulus)
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

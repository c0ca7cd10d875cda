"""Proofs of reductions modulo special primes: words are totals of the digits of a number, and linear arithmetic with
cases shows that what was left out is 0, and that the result is below p."""

from motelab.prove.contract import Contract
from motelab.prove.domains.cases import Open, Questions
from motelab.prove.domains.polynomials import Polynomial, plus
from motelab.prove.domains.totals import Totals
from motelab.prove.execution import Call, Done, execute, overlaps
from motelab.prove.meanings.prime import Prime
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
    size = meaning.sizes(target, contract)
    domain = Totals()
    inputs = {name: [domain.input(f"{name}{i}", 255) for i in range(size[name])] for name, _ in meaning.inputs}
    done = execute(target, contract, code, domain, Call(size, inputs, same=same))
    numbers = {name: number_of(domain, values) for name, values in inputs.items()}
    limits = [(numbers[name], 0, bound - 1) for name, bound in meaning.limits(target, contract).items()]
    output = number_of(domain, done.output(meaning.output[0]))
    decide(Questions(domain.variables, limits), output, meaning.polynomial(domain.variables, numbers), contract.modulus)
    return done


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

"""Proofs of exact products, by divisions with their rests and quotients."""

from motelab.prove.contract import Contract
from motelab.prove.domains.digits import Digits
from motelab.prove.domains.polynomials import Polynomial, plus
from motelab.prove.execution import Call, Done, execute, overlaps
from motelab.prove.meanings.prime import Prime
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.verdicts import Undecided

METHOD = "divisions"


def prove(target: Target, contract: Contract, code: Code, meaning: Prime) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    done = attempt(target, contract, code, meaning, {})
    if contract.aliases and overlaps(done, contract.aliases) is not None:
        for output, other in contract.aliases:
            attempt(target, contract, code, meaning, {other: output})
    return done


def attempt(target: Target, contract: Contract, code: Code, meaning: Prime, same: dict[str, str]) -> Done:
    size = meaning.sizes(target, contract)
    domain = Digits()
    inputs = {}
    for name, bound in meaning.limits(target, contract).items():
        inputs[name] = domain.input_bytes(name, bound, size[name], target.word_bits // 8)
    done = execute(target, contract, code, domain, Call(size, inputs, same=same))
    numbers = {name: number_of(domain, values) for name, values in inputs.items()}
    output = number_of(domain, done.output(meaning.output[0]))
    variables = domain.variables
    difference = plus(output, meaning.polynomial(variables, numbers), -1)
    left = variables.rest_modulo(difference, 256 ** size[meaning.output[0]])
    if left:
        raise Undecided(f"{len(left)} terms are left")
    return done


def number_of(domain: Digits, values: list) -> Polynomial:
    """The number that bytes stand for."""
    total: Polynomial = {}
    for place, value in enumerate(values):
        total = plus(total, domain.parts(value)[0], 256**place)
    return total

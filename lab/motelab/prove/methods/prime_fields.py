"""Proofs of kernels of prime fields, by polynomials over the integers."""

from motelab.prove.domains.integers import Integers
from motelab.prove.domains.polynomials import CASES_MAX, Polynomial, Variables, cases, plus, scaled
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call, Done, execute, with_overlaps
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.prime import Prime
from motelab.prove.targets import Target

METHOD = "integer polynomials"


def prove(target: Target, contract: Contract, code: Code, meaning: Prime) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    return with_overlaps(contract, lambda same: attempt(target, contract, code, meaning, same))


def attempt(target: Target, contract: Contract, code: Code, meaning: Prime, same: dict[str, str]) -> Done:
    size = meaning.sizes(target, contract)
    domain = Integers()
    inputs = {}
    for name, bound in meaning.limits(target, contract).items():
        highs = [min(255, bound - 1 >> 8 * place) for place in range(size[name])]
        inputs[name] = [domain.input(f"{name}{place}", high) if high else 0 for place, high in enumerate(highs)]
        digits = [next(iter(byte.p))[0] for byte in inputs[name] if byte != 0]
        domain.variables.limit(digits, bound, 256)
    done = execute(target, contract, code, domain, Call(size, inputs, same=same))
    numbers = {name: number_of(domain, values) for name, values in inputs.items()}
    output = number_of(domain, done.output(meaning.output[0]))
    radix = 1 << contract.radix_bits if meaning.is_montgomery else 1
    left = plus(scaled(output, radix), meaning.polynomial(domain.variables, numbers), -1)
    vanish(domain.variables, left, contract.modulus)
    if not below(domain.variables, output, contract.modulus):
        raise Undecided("the result is right modulo p; that it is below p is not shown")
    return done


def number_of(domain: Integers, values: list) -> Polynomial:
    """The number that bytes stand for."""
    total: Polynomial = {}
    for place, value in enumerate(values):
        total = plus(total, domain.parts(value)[0], 256**place)
    return total


def vanish(variables: Variables, p: Polynomial, modulus: int) -> None:
    """Raises Undecided unless a polynomial is 0 modulo a number, for all values of the variables that can occur."""
    while True:
        p = {m: c for m, c in variables.without_cuts(variables.simplified(p)).items() if c % modulus}
        if not p:
            return
        flags = sorted({v for m in p for v in m if variables.all[v].definition is not None})
        if not any([variables.settle(v) is not None for v in flags]) and not variables.exclude(p):
            names = " ".join(f"{variables.all[v].name}{v}" for v in flags[:4])
            raise Undecided(f"{len(p)} terms are left" + (f", with {len(flags)} flags: {names}" if names else ""))


def below(variables: Variables, p: Polynomial, bound: int) -> bool:
    """Whether a number is below a bound, by cases of the bits that select in it."""
    p = variables.simplified(p)
    bits = variables.masks(p, -1)
    return any(
        all(variables.upper(p, values, bound) for values in cases(bits[len(bits) - count :]))
        for count in range(min(len(bits), CASES_MAX) + 1)
    )

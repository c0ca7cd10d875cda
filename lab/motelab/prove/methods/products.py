"""Proofs of exact products, by divisions with their rests and quotients."""

from motelab.prove.domains.digits import Digits
from motelab.prove.domains.polynomials import plus
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call, Done, execute, with_overlaps
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.prime import Numbers, Prime
from motelab.prove.targets import Target

METHOD = "divisions"


def prove(target: Target, contract: Contract, code: Code, meaning: Prime) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    return with_overlaps(contract, lambda same: attempt(target, contract, code, meaning, same))


def attempt(target: Target, contract: Contract, code: Code, meaning: Prime, same: dict[str, str]) -> Done:
    size, limits = meaning.sizes(target, contract), meaning.limits(target, contract)
    domain = Digits()
    inputs = {n: domain.input_bytes(n, bound, size[n], target.word_bits // 8) for n, bound in limits.items()}
    done = execute(target, contract, code, domain, Call(size, inputs, same=same))
    name, modulus = meaning.output_name, 256 ** size[meaning.output_name]
    if meaning.polynomial(Numbers, {n: bound - 1 for n, bound in limits.items()}) >= modulus:
        raise Undecided(f"{name} is too small for the result")
    # Both are below the modulus: that they are the same modulo it is enough.
    numbers = {n: domain.number_of(values) for n, values in inputs.items()}
    expected = meaning.polynomial(domain.variables, numbers)
    left = domain.variables.rest_modulo(plus(domain.number_of(done.output(name)), expected, -1), modulus)
    if left:
        raise Undecided(f"{len(left)} terms are left")
    return done

"""Proofs of sums of prime fields and of what is linear like them, by floors of whole numbers and cases of their flags.

The execution gives the output as a polynomial over the inputs and over floors (domains/floors.py). A floor v of d by b
that is left is an integer with 0 <= d - b v <= b - 1. It is taken at each of its few values, with these inequalities
as the region in which it has that value; a value whose region is empty does not occur. In each case that is left the
output must be congruent to the value of the statement, term by term, and bounded in the region."""

from collections.abc import Iterator

from motelab.prove.contract import Contract
from motelab.prove.domains.floors import Floors
from motelab.prove.domains.polynomials import Polynomial, Variables, number, plus
from motelab.prove.domains.regions import Region
from motelab.prove.execution import Call, Done, execute, overlaps
from motelab.prove.meanings.prime import Prime
from motelab.prove.methods.prime_fields import number_of
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.verdicts import Undecided

METHOD = "floors and cases"
VALUES_MAX = 8  # of a floor that is taken by cases
CASES_MAX = 64


def prove(target: Target, contract: Contract, code: Code, meaning: Prime) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    done = attempt(target, contract, code, meaning, {})
    if contract.aliases and overlaps(done, contract.aliases) is not None:
        for output, other in contract.aliases:
            attempt(target, contract, code, meaning, {other: output})
    return done


def attempt(target: Target, contract: Contract, code: Code, meaning: Prime, same: dict[str, str]) -> Done:
    size = meaning.sizes(target, contract)
    domain = Floors()
    inputs = {name: [domain.input(f"{name}{i}", 255) for i in range(size[name])] for name, _ in meaning.inputs}
    numbers = {name: number_of(domain, values) for name, values in inputs.items()}
    for name, bound in meaning.limits(target, contract).items():
        domain.limit(numbers[name], bound)
    done = execute(target, contract, code, domain, Call(size, inputs, same=same))
    output = number_of(domain, done.output(meaning.output[0]))
    expected = meaning.polynomial(domain.variables, numbers)
    show(domain.region, output, plus(output, expected, -1), contract.modulus, contract.modulus)
    return done


def show(region: Region, output: Polynomial, left: Polynomial, modulus: int, bound: int) -> None:
    """Raises Undecided unless `left` is 0 modulo a number and 0 <= output < bound, everywhere in a region."""
    count, open_cases = 0, [(region, output, left, {})]
    while open_cases:
        inside, output, left, values = open_cases.pop()
        if (count := count + 1) > CASES_MAX:
            raise Undecided(f"more than {CASES_MAX} cases")
        left = {m: c % modulus for m, c in left.items() if c % modulus}
        if not left and inside.at_most(output, bound - 1) and inside.at_least(output, 0):
            continue
        split = next(flags(region.variables, plus(left, output), values), None)
        if split is None:
            raise Undecided(f"{len(left)} terms are left" if left else "a bound of the result is not shown")
        for value in range(region.variables.all[split].high + 1):
            known = values | {split: value}
            case = inside.and_also(*meaning_of(region.variables, split, known))
            if not case.is_empty():
                parts = [at(region.variables, p, known) for p in (output, left)]
                open_cases.append((case, *parts, known))


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
    """The floors of few values in p, and those on which these depend, the earliest first."""
    seen, open_ones = set(), [p]
    while open_ones:
        for v in {v for m in open_ones.pop() for v in m} - seen - set(values):
            seen.add(v)
            if variables.all[v].base:
                open_ones.append(variables.all[v].definition)
    return (v for v in sorted(seen) if variables.all[v].base and variables.all[v].high < VALUES_MAX)


__all__ = ["METHOD", "prove", "show"]

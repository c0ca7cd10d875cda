"""Proofs of sums, and of products with a reduction, modulo a prime or any number: by polynomials in which words of one
residue class are one (domains/residue_classes.py), and by cases of the flags that are left (domains/moduli.py)."""

from collections.abc import Callable

from motelab.prove.domains.moduli import Cases, Known, Unknown
from motelab.prove.domains.polynomials import Polynomial, number, plus, scaled
from motelab.prove.domains.residue_classes import ResidueClasses
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call, Done, execute, with_overlaps
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.any_modulus import AnyModulus
from motelab.prove.meanings.prime import Numbers, Prime
from motelab.prove.targets import Target

METHOD = "residue classes of words"
DEPTH_MAX = 6  # bits that are told apart by cases


def prove(target: Target, contract: Contract, code: Code, meaning: Prime | AnyModulus) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    attempt: Callable = any_modulus if isinstance(meaning, AnyModulus) else prime
    return with_overlaps(contract, lambda same: attempt(target, contract, code, meaning, same))


def prime(target: Target, contract: Contract, code: Code, meaning: Prime, same: dict[str, str]) -> Done:
    """One execution modulo a prime."""
    if meaning.is_exact:
        raise Undecided("a product that is not reduced")
    domain, size, word = ResidueClasses(), meaning.sizes(target, contract), target.word_bits // 8
    highest = {n: limit - 1 for n, limit in meaning.limits(target, contract).items()}
    made = {name: in_words(domain, name, size[name], word, most) for name, most in highest.items()}
    numbers = {name: one[1] for name, one in made.items()}
    value = meaning.polynomial(domain.variables, numbers)
    limits = [plus(number(highest[n]), numbers[n], -1) for n in numbers]
    if all(c > 0 for c in value.values()):  # it is highest where the inputs are
        limits.insert(0, plus(number(meaning.polynomial(Numbers, highest)), value, -1))
    case = Cases(domain, limits, Known(contract.modulus))
    done = execute(target, contract, code, domain, Call(size, {n: one[0] for n, one in made.items()}, same=same))
    output = in_numbers(domain, done.output(meaning.output_name), word)
    radix = 1 << contract.radix_bits if meaning.is_montgomery else 1
    show(case, plus(scaled(output, radix), value, -1), output)
    return done


def any_modulus(target: Target, contract: Contract, code: Code, meaning: AnyModulus, same: dict[str, str]) -> Done:
    """One execution modulo a number that the caller gives."""
    domain, size, word = ResidueClasses(), meaning.sizes(target, contract), target.word_bits // 8
    names = ["modulus", *(name for name, _ in meaning.inputs)]
    most = 256 ** size["modulus"] - 1
    made = {name: in_words(domain, name, size[name], word, most) for name in names}
    numbers, m = {name: one[1] for name, one in made.items()}, made["modulus"][1]
    modulus = Unknown(tuple(v for (v,) in m), 256**word)
    given = {}
    if meaning.is_montgomery:
        given["minus_inverse"] = domain.input("minus_inverse", 256**word - 1)
        ((inverse,),) = given["minus_inverse"].p
        domain.inverses(modulus.words[0], inverse, 256**word)
    value = meaning.polynomial(domain.variables, numbers)
    below = [plus(plus(m, number(1), -1), numbers[name], -1) for name, _ in meaning.inputs]
    # a b <= a (R - 1), since b is below m, and so below R.
    products = [plus(scaled(numbers["a"], most), value, -1)] if meaning.is_montgomery else []
    case = Cases(domain, [*products, *below], modulus)
    call = Call(size, {n: one[0] for n, one in made.items()}, given, same)
    done = execute(target, contract, code, domain, call)
    output = in_numbers(domain, done.output(meaning.output_name), word)
    show(case, plus(scaled(output, meaning.radix), value, -1), output)
    return done


def in_words(domain: ResidueClasses, name: str, size: int, word: int, most: int) -> tuple[list, Polynomial]:
    """An input: its bytes in memory, and its number, which is at most `most`; so is the part from any word on."""
    values, total = [], {}
    for place in range(0, size, word):
        one = domain.input(f"{name}{place // word}", min(most >> 8 * place, 256**word - 1))
        values += domain.apply("split", 8, [one], word)
        total = plus(total, one.p, 256**place)
    return values, total


def in_numbers(domain: ResidueClasses, values: list, word: int) -> Polynomial:
    """The number that bytes stand for."""
    words = [domain.apply("join", 8, values[at : at + word], 1)[0] for at in range(0, len(values), word)]
    total: Polynomial = {}
    for place, one in enumerate(words):
        total = plus(total, domain.parts(one)[0], 256 ** (word * place))
    return total


def show(case: Cases, left: Polynomial, output: Polynomial, depth: int = 0) -> None:
    """Raises Undecided unless `left` is 0 modulo the modulus and the output is below it, where one of the bits that are
    left is told apart by cases, or the case does not occur."""
    output = case.known(output)
    rest = settled(case, left)
    if not rest and case.negative(case.modulus.excess(output)):
        return
    bit = next(case.open_bits(rest, output), None)
    if depth == DEPTH_MAX or bit is None:
        if case.contradicts():
            return
        raise Undecided(f"{len(rest)} terms are left" if rest else "that the result is below p is not shown")
    for value in (0, 1):
        show(case.case({bit: value}), left, output, depth + 1)


def settled(case: Cases, left: Polynomial) -> Polynomial:
    """What is left modulo the modulus after each quotient that bounds decide."""
    rest = case.modulus.rest(case, left)
    while rest and any([case.settle(v) for v in case.quotients(rest)]):
        rest = case.modulus.rest(case, left)
    return rest

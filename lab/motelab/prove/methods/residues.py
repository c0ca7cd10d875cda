"""Proofs of products with a reduction, by polynomials in which words of one residue class are one (domains/residues.py),
and by cases of the flags that are left."""

from collections.abc import Iterator

from motelab.prove.contract import Contract
from motelab.prove.domains.bounds import Bounds
from motelab.prove.domains.polynomials import Polynomial, number, plus, scaled
from motelab.prove.domains.residues import Residues
from motelab.prove.execution import Call, Done, execute, overlaps
from motelab.prove.meanings.prime import Prime
from motelab.prove.methods.prime_fields import number_of
from motelab.prove.objects import Code
from motelab.prove.targets import Target
from motelab.prove.verdicts import Undecided

METHOD = "residue classes of words"
DEPTH_MAX = 6  # bits that are told apart by cases


def prove(target: Target, contract: Contract, code: Code, meaning: Prime) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    done = attempt(target, contract, code, meaning, {})
    if contract.aliases and overlaps(done, contract.aliases) is not None:
        for output, other in contract.aliases:
            attempt(target, contract, code, meaning, {other: output})
    return done


def attempt(target: Target, contract: Contract, code: Code, meaning: Prime, same: dict[str, str]) -> Done:
    domain, size = Residues(), meaning.sizes(target, contract)
    word = target.word_bits // 8
    inputs, numbers = {}, {}
    p, highest = contract.modulus, {n: limit - 1 for n, limit in meaning.limits(target, contract).items()}
    for name, most in highest.items():
        inputs[name], numbers[name] = in_words(domain, name, size[name], word, most)
    value = meaning.polynomial(domain.variables, numbers)
    # A product is at most the product of the maxima.
    limits = [plus(number(meaning.polynomial(Times, highest)), value, -1)]
    limits += [plus(number(highest[n]), numbers[n], -1) for n in numbers]
    bounds = Bounds(domain.variables, limits)
    done = execute(target, contract, code, domain, Call(size, inputs, same=same))
    output = in_numbers(domain, done.output(meaning.output_name), word)
    radix = 1 << contract.radix_bits if meaning.is_montgomery else 1
    show(bounds, plus(scaled(output, radix), value, -1), output, p, 0)
    return done


class Times:
    """Products of numbers. Where a <= x and b <= y, a b <= x y."""

    @staticmethod
    def times(a: int, b: int) -> int:
        return a * b


def in_words(domain: Residues, name: str, size: int, word: int, most: int) -> tuple[list, Polynomial]:
    """An input: its bytes in memory, and its number, which is at most `most`; so is the part from any word on."""
    values, total = [], {}
    for place in range(0, size, word):
        one = domain.input(f"{name}{place // word}", min(most >> 8 * place, 256**word - 1))
        values += domain.apply("split", 8, [one], word)
        total = plus(total, one.p, 256**place)
    return values, total


def in_numbers(domain: Residues, values: list, word: int) -> Polynomial:
    """The number that bytes stand for."""
    words = [domain.apply("join", 8, values[at : at + word], 1)[0] for at in range(0, len(values), word)]
    total: Polynomial = {}
    for place, one in enumerate(words):
        total = plus(total, domain.parts(one)[0], 256 ** (word * place))
    return total


def show(case: Bounds, left: Polynomial, output: Polynomial, p: int, depth: int) -> None:
    """Raises Undecided unless `left` is 0 modulo p and 0 <= output < p, where one of the bits that are left is told
    apart by cases, or the case does not occur."""
    output = known(case, output)
    rest = settled(case, case.expanded(left, p), p)
    if not rest and case.negative(plus(output, number(p), -1)):
        return
    if depth and case.contradicts():
        return
    bits = list(open_bits(case, rest, output))
    if depth == DEPTH_MAX or not bits:
        raise Undecided(f"{len(rest)} terms are left" if rest else "that the result is below p is not shown")
    for value in (0, 1):
        show(case.case({bits[0]: value}), left, output, p, depth + 1)


def known(case: Bounds, p: Polynomial) -> Polynomial:
    """p with what this case knows of its variables."""
    while found := {v for m in p for v in m} & set(case.fixed):
        p = case.variables.substituted(p, max(found), case.fixed[max(found)])
    return p


def settled(case: Bounds, rest: Polynomial, p: int) -> Polynomial:
    """What is left modulo p after each quotient that bounds decide."""
    while rest and any([case.settle(v) for v in case.quotients(rest)]):
        rest = case.expanded(rest, p)
    return rest


def open_bits(case: Bounds, rest: Polynomial, output: Polynomial) -> Iterator[int]:
    """The bits that are left, and those that multiply words in the output, the earliest first; then its other bits, the
    latest first."""
    every = case.variables.all
    words = case.expanded(output)
    for found in (rest, {m: c for m, c in words.items() if len(m) > 1}):
        yield from (v for v in sorted({v for m in found for v in m}) if every[v].high == 1 and v not in case.fixed)
    for v in sorted({v for m in words for v in m}, reverse=True):
        if every[v].high == 1 and v not in case.fixed:
            yield v

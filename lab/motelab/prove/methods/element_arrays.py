"""Proofs of kernels on arrays of elements of a binary field, by forms over GF(2)."""

from collections.abc import Iterator
from typing import Any

from motelab.prove.domains.bilinear import constant
from motelab.prove.domains.counting import Counting
from motelab.prove.domains.forms import Bits, Forms
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Call, Done, execute
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Differs
from motelab.prove.meanings.elements import Elements, Field, places
from motelab.prove.methods.binary_fields import late
from motelab.prove.targets import Target

METHOD = "forms over GF(2)"
Bit = tuple[str, int, int]  # of an input: its parameter, element, place


class Question:
    """A meaning, and the forms that stand for the bits of its inputs.

    Of two switches one is known and the other, `unknown`, is a bit: the function is then linear in the elements, and
    the switch is the only bit of the right group."""

    def __init__(self, target: Target, contract: Contract, meaning: Elements, unknown: str = "", known: int = 0):
        self.target, self.contract, self.meaning, self.unknown = target, contract, meaning, unknown
        self.field, self.m = Field(contract.modulus), contract.modulus[0]
        self.known = {name: known for name in meaning.switches if name != unknown}
        self.left = self.bits_of([name for name, _ in meaning.inputs if name not in meaning.right])
        self.right = [(unknown, 0, 0)] if unknown else self.bits_of(list(meaning.right))
        self.forms = Forms(len(self.left), len(self.right))
        self.form = {bit: self.forms.left_bit(i) for i, bit in enumerate(self.left)}
        self.form |= {bit: self.forms.right_bit(i) for i, bit in enumerate(self.right)}

    def bits_of(self, names: list[str]) -> list[Bit]:
        counts = dict(self.meaning.inputs)
        return [(name, row, i) for name in names for row in range(counts[name]) for i in range(self.m)]

    def call(self, same: dict[str, str]) -> Call:
        """The inputs in memory, and the switches in registers."""
        inputs: dict[str, list[Any]] = {}
        for name, count in self.meaning.inputs:
            bits = [self.form.get((name, row, i), 0) for row in range(count) for i in range(places(self.contract))]
            inputs[name] = [constant(Bits(bits[i : i + 8])) for i in range(0, len(bits), 8)]
        word = self.target.word_bits
        numbers: dict[str, Any] = {name: [((1 << word) - 1) * value] for name, value in self.known.items()}
        if self.unknown:
            numbers[self.unknown] = [Bits([self.form[self.unknown, 0, 0]] * word)]
        return Call(self.meaning.sizes(self.target, self.contract), inputs, numbers, same)

    def at(self, *bits: Bit) -> list[int]:
        """The function where these bits are 1, and the other unknown ones are 0."""
        rows = {name: [0] * count for name, count in self.meaning.inputs}
        rows |= {name: [self.known.get(name, 0)] for name in self.meaning.switches}
        for name, row, i in bits:
            rows[name][row] |= 1 << i
        return self.meaning.function(self.field, rows)

    def terms(self) -> Iterator[tuple[int, list[int]]]:
        """Monomials, and the elements of the output to which they belong. Linear in the left bits, the function is the
        sum of its values at one of them each; linear in the right ones, too, up to a constant, it is the sum of those
        where no right bit is set, and of the changes that one right bit makes."""
        for i, bit in enumerate(self.left):
            alone = [0] * self.meaning.output[1] if self.meaning.right else self.at(bit)
            yield self.form[bit], alone
            for j, other in enumerate(self.right):
                change = [x ^ y for x, y in zip(self.at(bit, other), alone, strict=True)]
                if any(change):
                    yield self.forms.product_bit(i, j), change

    def expected(self) -> list[int]:
        """The polynomial of each bit of the output."""
        size = places(self.contract)
        found = [0] * (size * self.meaning.output[1])
        for monomial, rows in self.terms():
            for row, value in enumerate(rows):
                while value:
                    low = value & -value
                    found[size * row + low.bit_length() - 1] ^= monomial
                    value ^= low
        return found


def prove(target: Target, contract: Contract, code: Code, meaning: Elements) -> Done:
    """The execution that shows the statement; raises Differs, Stuck or Broken.

    Each switch is unknown in some executions, for both values of the others: so neither the path nor an address
    depends on any of them, and the cases are all cases."""
    cases = [(name, known) for name in meaning.switches for known in (0, 1)] or [("", 0)]
    for unknown, known in cases:
        question = Question(target, contract, meaning, unknown, known)
        expected = question.expected()
        done = execute(target, contract, code, Counting(question.forms), question.call({}))
        compare(done, question, expected)
        for same in late(done, contract):
            other = execute(target, contract, code, Counting(question.forms), question.call(same))
            compare(other, question, expected)
    return done


def compare(done: Done, question: Question, expected: list[int]) -> None:
    """Differs at the first bit of the output that is another polynomial."""
    domain, name = question.forms, question.meaning.output_name
    found = [bit for byte in done.output(name) for bit in domain.bits(byte, 8)]
    for place, (got, wanted) in enumerate(zip(found, expected, strict=False)):
        if not domain.is_known(got):
            raise Broken(f"bit {place} of {name}: a product of bits that is no form")
        if got != wanted:
            raise Differs(f"bit {place} of {name}", witness(question, got ^ wanted))


def witness(question: Question, form: int) -> dict[str, int]:
    """Inputs at which a polynomial that is not 0 is 1: those of a monomial of least degree."""
    forms, size = question.forms, places(question.contract)
    ones = (1 << question.target.word_bits) - 1
    values = dict.fromkeys([name for name, _ in question.meaning.inputs], 0)
    values |= {name: ones * value for name, value in question.known.items()} | (
        {question.unknown: 0} if question.unknown else {}
    )
    lowest = form & (1 << forms.linear) - 1 or form
    place = (lowest & -lowest).bit_length() - 1
    if place >= forms.linear:
        i, j = divmod(place - forms.linear, forms.stride)
        bits = [question.left[i], question.right[j]]
    else:
        bits = [[*question.left, *question.right][place - 1]] if place else []
    for name, row, i in bits:
        values[name] = ones if name == question.unknown else values[name] | 1 << size * row + i
    return values

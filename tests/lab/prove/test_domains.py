"""Each domain agrees with the meaning of operations on numbers: its results, at drawn inputs, are those numbers."""

import random
from types import SimpleNamespace

import pytest

from motelab.prove.domains.bilinear import Bilinear
from motelab.prove.domains.counting import Counting, Half, Sums
from motelab.prove.domains.forms import Bits, Forms, Table
from motelab.prove.domains.integers import Integers, Word
from motelab.prove.kernel.machine import Unknown
from motelab.prove.targets.ir import CONCRETE

WIDTH = 8
# Operation -> its operands: w a word, b a bit, k a constant word, i a place.
OPERANDS = {
    "add": "wwb", "sub": "wwb", "mul": "ww", "and": "ww", "or": "ww", "xor": "ww", "not": "w", "rol": "wb", "ror": "wb",
    "shl": "wi", "shr": "wi", "sar": "wi", "rotate": "wi", "bit": "wi", "setbit": "wib", "zero": "w", "choose": "bww",
    "join": "ww", "less": "ww", "overflow_add": "www", "half_add": "www", "half_sub": "www", "clmul": "ww",
}  # fmt: skip
RESULTS = {"add": 2, "sub": 2, "mul": 2, "clmul": 2, "rol": 2, "ror": 2}


def value_of_form(form: int, inputs: int, forms: Forms) -> int:
    """A polynomial over GF(2) at known bits."""
    total = form & 1
    for place in range(1, form.bit_length()):
        if form >> place & 1:
            if place < forms.linear:
                total ^= inputs >> place - 1 & 1
            elif place >= forms.opaque_start:
                x, y = next(factors for factors, one in forms.opaque.items() if one == 1 << place)
                total ^= value_of_form(x, inputs, forms) & value_of_form(y, inputs, forms)
            else:
                i, j = divmod(place - forms.linear, forms.stride)
                total ^= inputs >> i & inputs >> forms.left + j & 1
    return total


def at(value, inputs: int, forms: Forms) -> int:
    if isinstance(value, int):
        return value
    if isinstance(value, Table):
        return value.words[sum(value_of_form(f, inputs, forms) << j for j, f in enumerate(value.forms))]
    return sum(value_of_form(form, inputs, forms) << place for place, form in enumerate(value))


@pytest.mark.parametrize("name", OPERANDS)
def test_forms_over_gf2(name):
    source, forms, known = random.Random(name), Forms(10, 10), 0
    domain = Bilinear(forms)
    for turn in range(60):
        linear = [forms.left_bit(i) for i in range(10)] + [forms.right_bit(i) for i in range(10)]
        few = linear[:4] if turn % 2 else linear

        def form(few=few) -> int:
            return source.choice([0, 1, source.choice(few), source.choice(few) ^ source.choice(few) ^ 1])

        operands = [operand(source, kind, lambda n: Bits(form() for _ in range(n))) for kind in OPERANDS[name]]
        if all(isinstance(one, int) for one in operands):
            continue
        try:
            found = domain.apply(name, WIDTH, operands, RESULTS.get(name, 1))
        except Unknown:
            continue
        known += 1
        for _ in range(20):
            inputs = source.getrandbits(20)
            expected = CONCRETE[name](WIDTH, *(at(one, inputs, forms) for one in operands))
            assert tuple(at(one, inputs, forms) for one in found) == expected[: len(found)]
    assert known >= 5


def operand(source: random.Random, kind: str, symbolic):
    """A random operand of a kind."""
    if kind == "i":
        return source.randrange(WIDTH)
    bits = 1 if kind == "b" else WIDTH
    return source.choice([source.getrandbits(bits), symbolic(bits), symbolic(bits)])


class Drawn:
    """Values of the variables of Integers: inputs are drawn, the others follow from their definitions."""

    def __init__(self, domain: Integers, source: random.Random):
        self.variables = domain.variables
        self.values: dict[int, int] = {}
        for number, one in enumerate(self.variables.all):
            if one.definition is None:
                self.values[number] = source.choice([0, one.high, source.randint(0, one.high)])
            else:
                total = self.variables.value(one.definition, self.values)
                self.values[number] = one.sign * (total // one.base) if one.base else total

    def of(self, value) -> int:
        return value if isinstance(value, int) else self.variables.value(value.p, self.values)


@pytest.mark.parametrize("name", [one for one in OPERANDS if hasattr(Integers, f"_{one}")])
def test_integer_polynomials(name):
    source, known = random.Random(name), 0
    for _ in range(60):
        domain = Integers()
        bits = [domain.input(f"b{i}", 1) for i in range(3)]

        def word(n: int, domain=domain, bits=bits):
            if n == 1:
                return source.choice(bits)
            plain = domain.input("w", 255)
            mask = domain.apply("sub", WIDTH, [0, 0, source.choice(bits)], 2)[0]
            return source.choice([plain, mask, domain.apply("and", WIDTH, [plain, mask], 1)[0]])

        operands = [operand(source, kind, word) for kind in OPERANDS[name]]
        if not any(isinstance(one, Word) for one in operands):
            continue
        try:
            found = domain.apply(name, WIDTH, operands, RESULTS.get(name, 1))
        except Unknown:
            continue
        known += 1
        for _ in range(20):
            drawn = Drawn(domain, source)
            expected = CONCRETE[name](WIDTH, *(drawn.of(one) for one in operands))
            assert tuple(drawn.of(one) for one in found) == expected[: len(found)]
            for one in found:
                assert isinstance(one, int) or one.low <= drawn.of(one) <= one.high
    assert known >= 5


def test_sums_as_addresses_and_bytes():
    """A word that is a sum of places, half of a longer one, selects an entry, and is one."""
    forms = Forms(2, 2)
    index = Half(Sums((forms.left_bit(0), forms.left_bit(1)), (1, 1)), Sums((), ()), 0)
    entries = [3, 6, 12, Sums((1, 0, 0, 1, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0))]
    machine = SimpleNamespace(
        address=lambda access, parts: parts[0], peek=lambda space, address: entries[address], forced=lambda byte: byte
    )
    read = Counting(forms).load(machine, SimpleNamespace(part_width=2, space="", size=1), [index])
    assert [at(read, inputs, forms) for inputs in range(4)] == [3, 6, 12, 3 ^ 6 ^ 12]

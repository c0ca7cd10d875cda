"""Kernels of binary fields with CLMUL and CLMULH, which give the two words of a product of words: multiplication by
Karatsuba's method, reduced. They read no tables."""

from collections.abc import Iterable

from codegen.kernel_fields import BinaryField
from codegen.riscv.kernel import CarrylessKernel
from codegen.riscv.listing import WORD_BITS, WORD_BYTES
from codegen.riscv.program import Program
from codegen.values import Value

SCHOOLBOOK = 3  # words up to which Karatsuba's method costs more


class Polynomial:
    """Words, least significant first, with the number of bits that each can have."""

    def __init__(self, words: list[Value], bits: list[int]) -> None:
        self.words, self.bits = words, bits

    def __len__(self) -> int:
        return len(self.words)

    def part(self, start: int, stop: int) -> "Polynomial":
        return Polynomial(self.words[start:stop], self.bits[start:stop])


def element_bits(field: BinaryField) -> list[int]:
    """Bits of the words of an element."""
    return [WORD_BITS] * (field.words - 1) + [field.top_bits]


def loaded(p: Program, field: BinaryField, base: Value) -> Polynomial:
    """An element."""
    words = [p.load(base, WORD_BYTES * i) for i in range(field.words)]
    return Polynomial(words, element_bits(field))


class Sum:
    """A polynomial to which words are added; a word that is not there is 0."""

    def __init__(self, p: Program) -> None:
        self.p = p
        self.words: dict[int, Value] = {}
        self.bits: dict[int, int] = {}
        self.doubled: dict[int, Value] = {}  # values whose double is still to be added

    def add(self, place: int, value: Value, bits: int = WORD_BITS) -> None:
        if bits == 1 and place in self.doubled:
            value = self.p.shifted_sum(self.doubled.pop(place), value)
        self.words[place] = self.p.eors(self.words[place], value) if place in self.words else value
        self.bits[place] = max(self.bits.get(place, 0), bits)

    def add_double(self, place: int, value: Value, bits: int) -> None:
        """Adds the lower word of the double, of that many bits: SH1ADD does it where a single bit follows."""
        self.settle(place)
        self.doubled[place] = value
        self.bits[place] = max(self.bits.get(place, 0), bits)

    def settle(self, place: int) -> None:
        """The word is what has been added to it."""
        if place in self.doubled:
            self.add(place, self.p.lsl(self.doubled.pop(place), 1))

    def add_all(self, place: int, other: "Sum") -> None:
        for i, word in other.words.items():
            self.add(place + i, word, other.bits[i])

    def add_product(self, place: int, a: Value, b: Value, bits: int) -> None:
        """Adds the product of two words, of that many bits."""
        self.add(place, self.p.binary("clmul", a, b), min(bits, WORD_BITS))
        if bits > WORD_BITS:
            self.add(place + 1, self.p.binary("clmulh", a, b), bits - WORD_BITS)


def sum_of(p: Program, a: Polynomial, b: Polynomial) -> Polynomial:
    """a + b; a has at least as many words."""
    total = Sum(p)
    for part in (a, b):
        for i, word in enumerate(part.words):
            total.add(i, word, part.bits[i])
    return Polynomial(*([found[i] for i in range(len(a))] for found in (total.words, total.bits)))


def multiply(p: Program, a: Polynomial, b: Polynomial) -> Sum:
    """a b, of polynomials as long."""
    n, total = len(a), Sum(p)
    if n <= SCHOOLBOOK:
        for i in range(2 * n - 1):
            for k in range(max(0, i - n + 1), min(n, i + 1)):
                total.add_product(i, a.words[k], b.words[i - k], a.bits[k] + b.bits[i - k] - 1)
        return total
    half = -(-n // 2)
    low = multiply(p, a.part(0, half), b.part(0, half))
    high = multiply(p, a.part(half, n), b.part(half, n))
    # In the middle the lower product's upper half and the upper one's lower half meet twice.
    middle = Sum(p)
    for i in range(half):
        for word, part in ((half + i, low), (i, high)):
            if word in part.words:
                middle.add(i, part.words[word], part.bits[word])
    sums = [sum_of(p, x.part(0, half), x.part(half, n)) for x in (a, b)]
    across = multiply(p, *sums)
    for i in range(2 * half):
        for part in (across, low if i < half else high):
            if i in part.words:
                total.add(half + i, part.words[i], part.bits[i])
        if i % half in middle.words:
            total.add(half + i, middle.words[i % half], middle.bits[i % half])
    for i in range(half):
        for place, word, part in ((i, i, low), (3 * half + i, half + i, high)):
            if word in part.words and (place < 2 * half or place >= 3 * half):
                total.add(place, part.words[word], part.bits[word])
    return total


def reduce(p: Program, field: BinaryField, total: Sum) -> list[Value]:
    """The residue: word after word from the top, then the bits of the top word from z^m on."""
    for j in reversed(range(field.words, field.product_words)):
        fold_word(p, field, total, j)
    for i in range(field.words):
        total.settle(i)
    if field.top_bits < WORD_BITS:
        top = total.words[field.words - 1]
        above = p.lsr(top, field.top_bits)
        kept = p.lsl(above, field.top_bits)
        total.words[field.words - 1] = p.eors(top, kept)
        _fold(p, field, total, above, WORD_BITS - field.top_bits, 0)
    for i in range(field.words):
        total.settle(i)
    return [total.words[i] for i in range(field.words)]


def fold_word(p: Program, field: BinaryField, total: Sum, j: int) -> None:
    """Word j of the sum, if it is there, goes below."""
    total.settle(j)
    if j in total.words:
        _fold(p, field, total, total.words.pop(j), total.bits[j], WORD_BITS * j - field.degree)


def _fold(p: Program, field: BinaryField, total: Sum, value: Value, bits: int, place: int) -> None:
    """Adds the word, of that many bits, times z^place (f - z^m)."""
    add_multiple(p, total, value, bits, [place + exponent for exponent in field.exponents[1:]])


def add_multiple(p: Program, total: Sum, value: Value, bits: int, places: Iterable[int]) -> None:
    """Adds the word, of that many bits, times the sum of the z^place: a shift or a product for each word of the
    factor."""
    factors: dict[int, int] = {}
    for place in places:
        word, shift = divmod(place, WORD_BITS)
        factors[word] = factors.get(word, 0) | 1 << shift
    for word, factor in sorted(factors.items()):
        shift = factor.bit_length() - 1
        if factor.bit_count() > 1:
            total.add_product(word, value, p.constant(factor), bits + shift)
            continue
        if shift == 1:
            total.add_double(word, value, min(WORD_BITS, bits + 1))
        else:
            total.add(word, p.lsl(value, shift), min(WORD_BITS, bits + shift))
        if bits + shift > WORD_BITS:
            total.add(word + 1, p.lsr(value, WORD_BITS - shift), bits + shift - WORD_BITS)


def stored(p: Program, result: list[Value]) -> None:
    p.block("Store r.")
    for i, word in enumerate(result):
        p.store(word, p.arguments[0], WORD_BYTES * i)


def mul_reduce_karatsuba_clmul(field: BinaryField) -> CarrylessKernel:
    """r = a b mod f."""
    p = Program(3)
    total = multiply(p, *(loaded(p, field, base) for base in p.arguments[1:]))
    p.block("Reduction.")
    stored(p, reduce(p, field, total))
    return CarrylessKernel(
        field=field,
        function="mul_reduce_karatsuba_clmul",
        header={
            "name": "karatsuba-clmul",
            "family": "fb-mul-reduce",
            "summary": f"Karatsuba's method down to {SCHOOLBOOK} words, whose products are those of CLMUL, reduced",
            "source": "Karatsuba and Ofman 1963; reduction: hankerson2004 2.3.5, with products for shifts",
            "domain": "any a, b",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *r, const uint32_t *a, const uint32_t *b",
        operation=("r = a b mod f; r may be a or b.",),
        program=p,
    )


GENERATORS = (mul_reduce_karatsuba_clmul,)

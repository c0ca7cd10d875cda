"""Polynomials over GF(2) as integers of bits, words of them, and tables of few independent ones (bilinear.py)."""

import dataclasses
from collections.abc import Callable, Sequence

from motelab.prove.kernel.machine import Unknown

RANK_MAX = 8  # independent forms of a table


class Bits(list):
    """The polynomials of a word's bits, the lowest first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """A word of `width` bits by the values of independent forms: `words[x]` if the j-th form is bit j of x."""

    forms: tuple[int, ...]
    words: tuple[int, ...]
    width: int


Value = int | Bits | Table


def ones(number: int) -> list[int]:
    """The places of the bits that are 1."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found


class Forms:
    """The polynomials over `left` bits of one input and `right` bits of another."""

    def __init__(self, left: int, right: int = 0):
        self.left, self.right = left, right
        self.left_start, self.right_start = 1, 1 + left
        self.linear = 1 + left + right  # places below are those of linear forms
        self.stride = right
        self.left_mask = (1 << left) - 1 << 1
        self.right_mask = (1 << right) - 1 << 1 + left
        self.opaque_start = self.linear + left * right  # places from here are those of other products
        self.opaque: dict[tuple[int, int], int] = {}
        self.unknowns = 0

    def left_bit(self, i: int) -> int:
        return 1 << 1 + i

    def right_bit(self, j: int) -> int:
        return 1 << self.right_start + j

    def product_bit(self, i: int, j: int) -> int:
        """The monomial a_i b_j."""
        return 1 << self.linear + i * self.stride + j

    def times(self, x: int, y: int) -> int:
        """The product of two polynomials; if it is not bilinear, a variable of its own, which masks may take out."""
        if not x or not y:
            return 0
        if x == 1 or y == 1:
            return x if y == 1 else y
        if x == y:
            return x
        if x >> self.linear or y >> self.linear:
            return self.other_product(x, y)
        result = (y if x & 1 else 0) ^ (x & ~1 if y & 1 else 0)
        x, y = x & ~1, y & ~1
        if (x & self.left_mask and y & self.left_mask) or (x & self.right_mask and y & self.right_mask):
            return result ^ self.other_product(x, y)
        if x & self.right_mask:
            x, y = y, x
        rights = y >> self.right_start
        for i in ones(x >> self.left_start):
            result ^= rights << self.linear + i * self.stride
        return result

    def other_product(self, x: int, y: int) -> int:
        """The variable that stands for a product which is no form."""
        key = min(x, y), max(x, y)
        if key not in self.opaque:
            self.opaque[key] = self.unknown()
        return self.opaque[key]

    def unknown(self) -> int:
        """A new variable of which nothing is known."""
        self.unknowns += 1
        return 1 << self.opaque_start + self.unknowns

    def is_known(self, form: int) -> bool:
        """Whether a polynomial has no such variable."""
        return not form >> self.opaque_start

    def bits(self, value: Value, width: int) -> Bits:
        """A word as polynomials."""
        if isinstance(value, Bits):
            return value
        if isinstance(value, int):
            return Bits(value >> place & 1 for place in range(width))
        result = [0] * width
        for subset, word in enumerate(monomials(value.words)):
            if word:
                product = 1
                for j in ones(subset):
                    product = self.times(product, value.forms[j])
                for place in ones(word & (1 << width) - 1):
                    result[place] ^= product
        return Bits(result)

    def tables(self, values: Sequence[tuple[Value, int]]) -> tuple[list[int], list[list[int]]]:
        """Independent forms that the words depend on, and each word by their values."""
        basis: list[int] = []
        coordinates = Coordinates(basis)
        read: list[Callable[[int], int]] = []
        for value, width in values:
            if isinstance(value, int):
                read.append(lambda x, value=value: value)
            elif isinstance(value, Table):
                masks = [coordinates.of(form, self.linear) for form in value.forms]
                read.append(lambda x, t=value, masks=masks: t.words[chosen(masks, x)])
            else:
                masks = [coordinates.of(form, self.linear) for form in value[:width]]
                read.append(lambda x, masks=masks: chosen(masks, x))
        return basis, [[one(x) for x in range(1 << len(basis))] for one in read]


def monomials(words: Sequence[int]) -> list[int]:
    """A function of bits as a polynomial: for each product of bits the coefficients of the words' bits."""
    found = list(words)
    step = 1
    while step < len(found):
        for x in range(len(found)):
            if x & step:
                found[x] ^= found[x ^ step]
        step *= 2
    return found


def chosen(masks: Sequence[tuple[int, int]], x: int) -> int:
    """The number whose bits are parities of x under masks, plus constants."""
    return sum(((mask & x).bit_count() & 1 ^ constant) << place for place, (mask, constant) in enumerate(masks))


class Coordinates:
    """Linear forms as sums of a basis, which grows."""

    def __init__(self, basis: list[int]):
        self.basis = basis
        self.echelon: list[tuple[int, int]] = []  # a reduced form, and the basis forms whose sum it is

    def of(self, form: int, linear: int) -> tuple[int, int]:
        """The basis forms of which a form is the sum, as a mask, and the constant."""
        if form >> linear:
            raise Unknown("an address or a sum of products of bits")
        rest, mask = form & ~1, 0
        for reduced, of_basis in self.echelon:
            if rest ^ reduced < rest:
                rest, mask = rest ^ reduced, mask ^ of_basis
        if rest:
            if len(self.basis) == RANK_MAX:
                raise Unknown(f"a function of more than {RANK_MAX} independent forms")
            own = 1 << len(self.basis)
            self.basis.append(form & ~1)
            self.echelon.append((rest, mask ^ own))
            self.echelon.sort(reverse=True)
            mask = own
        return mask, form & 1

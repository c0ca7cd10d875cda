"""Words of hash functions: rows of bits, which are polynomials over GF(2), and sums as floors.py has them.

A bit is a set of monomials, and a monomial a set of variables that are bits; so equal functions of these variables are
equal sets. Where a row is an addend, each of its bits is a variable of the sum (`Terms.poly`). Where bits of a sum are
wanted, they are new variables, the digits of the sum (`Terms.bits`). A sum may have a name: digits that stand for it
wherever it is computed (`Terms.name`)."""

from collections.abc import Iterable, Iterator
from typing import Any

from motelab.prove.domains.floors import Floors, Value
from motelab.prove.domains.integers import Word
from motelab.prove.domains.polynomials import Polynomial, number, plus

Bit = frozenset  # of monomials, each a frozenset of variables
ZERO: Bit = frozenset()
ONE: Bit = frozenset([frozenset()])
ON_BITS = ("and", "or", "xor", "not", "rol", "ror", "shl", "shr", "sar", "rotate", "bit", "setbit", "zero", "choose")


class Row:
    """A word as its bits, the lowest first."""

    __slots__ = ("own",)

    def __init__(self, bits: Iterable[Bit]):
        self.own = tuple(bits)

    def __iter__(self) -> Iterator[Bit]:
        return iter(self.own)

    def __len__(self) -> int:
        return len(self.own)

    def __getitem__(self, place: int | slice) -> Any:
        return self.own[place]


def product(a: Bit, b: Bit) -> Bit:
    total: set = set()
    for x in a:
        for y in b:
            total ^= {x | y}
    return frozenset(total)


class Terms(Floors):
    """The domain, for Machine."""

    def __init__(self) -> None:
        super().__init__()
        self.atoms: dict[Bit, int] = {}  # variables that stand for bits
        self.meanings: dict[int, Bit] = {}  # and the bits
        self.digits: dict[frozenset, Row] = {}  # of sums, by their polynomials
        self.names: dict[frozenset, Row] = {}

    def variable(self) -> Bit:
        """A bit of which nothing is known."""
        return frozenset([frozenset([self.variables.new("bit", 1)])])

    def row(self, width: int) -> Row:
        return Row(self.variable() for _ in range(width))

    def name(self, value: Value, width: int) -> Row:
        """New digits for a sum, which stand for it from now on."""
        p = self.parts(value)[0]
        key = frozenset(p.items())
        if key not in self.names:
            self.names[key] = self.row(width)
        return self.names[key]

    def poly(self, bit: Bit) -> Polynomial:
        """A bit as a polynomial over the integers: itself if it is a variable; 1 - x if it is not x."""
        if frozenset() in bit:
            return plus(number(1), self.poly(bit ^ ONE), -1)
        if not bit:
            return {}
        if len(bit) == 1 and len(one := next(iter(bit))) == 1:
            return {(next(iter(one)),): 1}
        if bit not in self.atoms:
            self.atoms[bit] = self.variables.new("function", 1)
            self.meanings[self.atoms[bit]] = bit
        return {(self.atoms[bit],): 1}

    def parts(self, value: Any) -> tuple[Polynomial, int, int]:
        if not isinstance(value, Row):
            return super().parts(value)
        p: Polynomial = {}
        for place, bit in enumerate(value):
            p = plus(p, self.poly(bit), 1 << place)
        self.digits.setdefault(frozenset(p.items()), value)
        return p, 0, (1 << len(value)) - 1

    def bits(self, value: Any, width: int) -> Row:
        """The digits of a word of `width` bits."""
        if isinstance(value, int):
            return Row(ONE if value >> i & 1 else ZERO for i in range(width))
        if isinstance(value, Word):
            value = self.digits_of(value)
        return Row([*value, *[ZERO] * width][:width])

    def digits_of(self, word: Word) -> Row:
        key = frozenset(word.p.items())
        if key not in self.digits:
            own = {c: m[0] for m, c in word.p.items() if len(m) == 1 and self.variables.all[m[0]].high == 1}
            places = [c.bit_length() - 1 for c in own if c > 0 and not c & c - 1]
            if len(places) == len(word.p):  # a sum of bits at different places is these bits
                found = [ZERO] * (max(places) + 1)
                for place in places:
                    v = own[1 << place]
                    found[place] = self.meanings.get(v, frozenset([frozenset([v])]))
                self.digits[key] = Row(found)
            else:
                self.digits[key] = self.row(word.high.bit_length())
        return self.digits[key]

    def apply(self, name: str, width: int, operands: list[Any], count: int) -> tuple[Any, ...]:
        if name in ON_BITS:
            return tuple(self.plain(one) for one in getattr(self, f"row_{name}")(width, *operands))
        if name in ("add", "sub"):
            a, b, c = operands
            if name == "add" and self.is_same(a, b):  # twice a word is the word one place higher
                return tuple(self.plain(one) for one in self.row_rol(width, a, c))
            return tuple(self.named_or(one) for one in getattr(self, f"_{name}")(width, a, b, c))
        if all(isinstance(one, Row | int) for one in operands):
            if name == "join":
                return (self.plain(Row(bit for one in operands for bit in self.bits(one, width))),)
            if name == "split":
                row = operands[0]
                return tuple(self.plain(Row(row[width * i : width * (i + 1)])) for i in range(count))
        if name == "split":
            return tuple(map(self.named_or, self._split(width, operands[0])[:count]))
        if name == "extend":
            return (operands[0],)
        words = [self.word(*self.parts(one)) if isinstance(one, Row) else one for one in operands]
        return tuple(map(self.named_or, super().apply(name, width, words, count)))

    def named_or(self, value: Any) -> Any:
        """The name of a sum that has one; or the sum."""
        return self.names.get(frozenset(value.p.items()), value) if isinstance(value, Word) else value

    @staticmethod
    def plain(row: Row) -> Any:
        """A row of constants as an integer."""
        if all(bit in (ZERO, ONE) for bit in row):
            return sum((bit == ONE) << place for place, bit in enumerate(row))
        return row

    def is_same(self, a: Any, b: Any) -> bool:
        return not isinstance(a, int) and type(a) is type(b) and (a.own == b.own if isinstance(a, Row) else a.p == b.p)

    def row_xor(self, width: int, a: Any, b: Any) -> tuple[Row]:
        return (Row(x ^ y for x, y in zip(self.bits(a, width), self.bits(b, width), strict=True)),)

    def row_and(self, width: int, a: Any, b: Any) -> tuple[Row]:
        return (Row(product(x, y) for x, y in zip(self.bits(a, width), self.bits(b, width), strict=True)),)

    def row_or(self, width: int, a: Any, b: Any) -> tuple[Row]:
        pairs = zip(self.bits(a, width), self.bits(b, width), strict=True)
        return (Row(x ^ y ^ product(x, y) for x, y in pairs),)

    def row_not(self, width: int, a: Any) -> tuple[Row]:
        return (Row(x ^ ONE for x in self.bits(a, width)),)

    def row_rol(self, width: int, a: Any, c: Any) -> tuple[Row, Row]:
        row = self.bits(a, width)
        return Row([*self.bits(c, 1), *row[:-1]]), Row(row[-1:])

    def row_ror(self, width: int, a: Any, c: Any) -> tuple[Row, Row]:
        row = self.bits(a, width)
        return Row([*row[1:], *self.bits(c, 1)]), Row(row[:1])

    def row_shl(self, width: int, a: Any, n: int) -> tuple[Row]:
        return (Row([*[ZERO] * n, *self.bits(a, width)][:width]),)

    def row_shr(self, width: int, a: Any, n: int) -> tuple[Row]:
        return (Row([*self.bits(a, width)[n:], *[ZERO] * min(n, width)]),)

    def row_sar(self, width: int, a: Any, n: int) -> tuple[Row]:
        row = self.bits(a, width)
        return (Row([*row[n:], *[row[-1]] * min(n, width)]),)

    def row_rotate(self, width: int, a: Any, n: int) -> tuple[Row]:
        row = self.bits(a, width)
        return (Row([*row[n % width :], *row[: n % width]]),)

    def row_bit(self, width: int, a: Any, i: int) -> tuple[Row]:
        return (Row(self.bits(a, width)[i : i + 1]),)

    def row_setbit(self, width: int, a: Any, i: int, b: Any) -> tuple[Row]:
        row = self.bits(a, width)
        return (Row([*row[:i], *self.bits(b, 1), *row[i + 1 :]]),)

    def row_zero(self, width: int, a: Any) -> tuple[Row]:
        """1 if all bits are 0: the product of their complements."""
        total = ONE
        for bit in self.bits(a, width):
            total = product(total, bit ^ ONE)
        return (Row([total]),)

    def row_choose(self, width: int, c: Any, a: Any, b: Any) -> tuple[Row]:
        (bit,) = self.bits(c, 1)
        pairs = zip(self.bits(a, width), self.bits(b, width), strict=True)
        return (Row(y ^ product(bit, x ^ y) for x, y in pairs),)


__all__ = ["ONE", "ZERO", "Row", "Terms", "product"]

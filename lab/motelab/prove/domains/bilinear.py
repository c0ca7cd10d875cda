"""Bits as polynomials over GF(2), linear in each of two inputs: an integer has one bit for each of 1, a_i, b_j, a_i
b_j.

A word is a constant (an integer), `Bits`, a polynomial for each bit, or a `Table`, any function of few independent
linear forms: that becomes an address. A load at such an address is exact: the rows that the address can reach are
read, all of them, and must be affine in the forms; then each bit of the result is a sum of products of a form and a
difference of rows. Values are equal as functions if and only if their polynomials are equal, since squares of bits
are bits."""

from typing import Any

from motelab.prove.domains.forms import Bits, Forms, Table, Value, ones
from motelab.prove.kernel.machine import Machine, Unknown
from motelab.prove.targets.ir import CONCRETE, Access


class Bilinear:
    """The domain, for Machine."""

    def __init__(self, forms: Forms):
        self.forms = forms
        self.lookups: dict[tuple[int, ...], tuple[list[Any], tuple[list[int], list[list[int]]]]] = {}

    def apply(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...]:
        """The results of an operation; by polynomials where there is a rule, else by a table."""
        rule = getattr(self, f"_{name}", None)
        found = rule(width, *operands, *([count] if name == "split" else [])) if rule else None
        if found is None:
            found = self.tabulated(name, width, operands, count)
        return tuple(constant(one) for one in found)

    def tabulated(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...]:
        """Any operation, on words of few independent forms."""
        basis, columns = self.forms.tables([(one, width_of(one, width)) for one in operands])
        rows = [CONCRETE[name](width, *row) for row in zip(*columns, strict=True)]
        widths = result_widths(name, width, operands, count)
        return tuple(
            Table(tuple(basis), tuple(row[index] for row in rows), widths[min(index, len(widths) - 1)])
            for index in range(min(count, len(rows[0])))
        )

    def both(self, width: int, a: Value, b: Value) -> tuple[Bits, Bits] | None:
        """Two words as polynomials; None if a table of both is as good."""
        tables = [one for one in (a, b) if isinstance(one, Table)]
        others = [one for one in (a, b) if isinstance(one, Bits)]
        if tables and not others and len({one.forms for one in tables}) == 1:
            return None
        return self.forms.bits(a, width), self.forms.bits(b, width)

    def _xor(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        pair = self.both(width, a, b)
        return pair and (Bits(x ^ y for x, y in zip(*pair, strict=True)),)

    def _and(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        pair = self.both(width, a, b)
        return pair and (Bits(self.forms.times(x, y) for x, y in zip(*pair, strict=True)),)

    def _or(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        pair = self.both(width, a, b)
        return pair and (Bits(x ^ y ^ self.forms.times(x, y) for x, y in zip(*pair, strict=True)),)

    def _not(self, width: int, a: Value) -> tuple[Value] | None:
        return None if isinstance(a, Table) else (Bits(x ^ 1 for x in a),)

    def _add(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value] | None:
        """Sums without carries between bits, and doubles."""
        if isinstance(a, Table) or isinstance(b, Table):
            return None
        if isinstance(c, Table) and isinstance(a, int) and isinstance(b, int):
            return None
        x, y, (carry,) = self.forms.bits(a, width), self.forms.bits(b, width), self.forms.bits(c, 1)
        if x == y:
            return Bits([carry, *x[:-1]]), Bits([x[-1]])
        if any(p and q for p, q in zip(x, y, strict=True)) or (carry and (x[0] or y[0])):
            return None
        result = [p ^ q for p, q in zip(x, y, strict=True)]
        result[0] ^= carry
        return Bits(result), 0

    def _sub(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value] | None:
        """By 0; other differences are tables."""
        return (a, 0) if isinstance(b, int) and isinstance(c, int) and b == c == 0 else None

    def _mul(self, width: int, a: Value, b: Value) -> tuple[Value, Value] | None:
        """By a constant, if the shifted copies do not meet."""
        if isinstance(a, int):
            a, b = b, a
        if isinstance(a, Table) or not isinstance(b, int):
            return None
        total = [0] * (2 * width)
        for shift in ones(b):
            for place, form in enumerate(a, start=shift):
                if form and total[place]:
                    return None
                total[place] ^= form
        return Bits(total[:width]), Bits(total[width:])

    def _clmul(self, width: int, a: Value, b: Value) -> tuple[Value, Value]:
        x, y, total = self.forms.bits(a, width), self.forms.bits(b, width), [0] * (2 * width)
        if x == y:  # products of different bits occur twice
            total[::2] = x
            return Bits(total[:width]), Bits(total[width:])
        for i, p in enumerate(x):
            for j, q in enumerate(y):
                total[i + j] ^= self.forms.times(p, q)
        return Bits(total[:width]), Bits(total[width:])

    def _rol(self, width: int, a: Value, c: Value) -> tuple[Value, Value]:
        x, (carry,) = self.forms.bits(a, width), self.forms.bits(c, 1)
        return Bits([carry, *x[:-1]]), Bits([x[-1]])

    def _ror(self, width: int, a: Value, c: Value) -> tuple[Value, Value]:
        x, (carry,) = self.forms.bits(a, width), self.forms.bits(c, 1)
        return Bits([*x[1:], carry]), Bits([x[0]])

    def _shl(self, width: int, a: Value, n: int) -> tuple[Value] | None:
        return None if isinstance(a, Table) else (Bits([*[0] * min(n, width), *a][:width]),)

    def _shr(self, width: int, a: Value, n: int) -> tuple[Value] | None:
        return None if isinstance(a, Table) else (Bits([*a[n:], *[0] * min(n, width)]),)

    def _sar(self, width: int, a: Value, n: int) -> tuple[Value] | None:
        return None if isinstance(a, Table) else (Bits([*a[n:], *[a[-1]] * min(n, width)]),)

    def _rotate(self, width: int, a: Value, n: int) -> tuple[Value] | None:
        return None if isinstance(a, Table) else (Bits([*a[n % width :], *a[: n % width]]),)

    def _bit(self, width: int, a: Value, i: int) -> tuple[Value] | None:
        return None if isinstance(a, Table) else (Bits([a[i]]),)

    def _setbit(self, width: int, a: Value, i: int, b: Value) -> tuple[Value]:
        word = Bits(self.forms.bits(a, width))
        (word[i],) = self.forms.bits(b, 1)
        return (word,)

    def _choose(self, width: int, c: Value, a: Value, b: Value) -> tuple[Value]:
        (bit,), x, y = self.forms.bits(c, 1), self.forms.bits(a, width), self.forms.bits(b, width)
        return (Bits(q ^ self.forms.times(bit, p ^ q) for p, q in zip(x, y, strict=True)),)

    def _join(self, width: int, *parts: Value) -> tuple[Value] | None:
        if any(isinstance(part, Table) for part in parts):
            return None
        return (Bits(form for part in parts for form in self.forms.bits(part, width)),)

    def _split(self, width: int, a: Value, count: int) -> tuple[Value, ...] | None:
        if isinstance(a, Table):
            return None
        return tuple(Bits(a[width * i : width * (i + 1)]) for i in range(count))

    def _extend(self, width: int, a: Value, n: int) -> tuple[Value]:
        return (Bits([*self.forms.bits(a, width), *[0] * (n - width)]),)

    def _sign_extend(self, width: int, a: Value, n: int) -> tuple[Value]:
        word = self.forms.bits(a, width)
        return (Bits([*word, *[word[-1]] * (n - width)]),)

    def plain(self, value: Value) -> Value:
        """A word by its bits; domains with other words override it."""
        return value

    def load(self, machine: Machine, access: Access, parts: list[Value]) -> Value:
        """The word at an address that is a function of few forms."""
        width = access.part_width
        basis, columns = self.forms.tables([(self.plain(part), width) for part in parts])
        rows = []
        for x in range(1 << len(basis)):
            address = machine.address(access, [column[x] for column in columns])
            read = [machine.forced(machine.peek(access.space, address + i)) for i in range(access.size)]
            rows.append([self.plain(byte) for byte in read])
        if all(isinstance(byte, int) for row in rows for byte in row):
            words = tuple(sum(byte << 8 * i for i, byte in enumerate(row)) for row in rows)
            return constant(Table(tuple(basis), words, 8 * access.size))
        return Bits(form for i in range(access.size) for form in self.looked_up(basis, [row[i] for row in rows]))

    def looked_up(self, basis: list[int], rows: list[Any]) -> list[int]:
        """A byte of a table of polynomials, by the forms of its index."""
        key = tuple(map(id, rows))
        if key not in self.lookups:
            self.lookups[key] = rows, self.linear_in_index(basis, rows)  # the rows stay alive, so that ids stay theirs
        zero, differences = self.lookups[key][1]
        result = list(zero)
        for form, difference in zip(basis, differences, strict=True):
            result = [p ^ self.forms.times(form, q) if q else p for p, q in zip(result, difference, strict=True)]
        return result

    def linear_in_index(self, basis: list[int], rows: list[Any]) -> tuple[list[int], list[list[int]]]:
        """The row of index 0, and its differences to those of powers of two; all others must be their sums."""
        zero, *_ = words = [self.forms.bits(known(row), 8) for row in rows]
        differences = [[p ^ q for p, q in zip(words[1 << j], zero, strict=True)] for j in range(len(basis))]
        expected = [zero]
        for difference in differences:
            expected += [[p ^ q for p, q in zip(word, difference, strict=True)] for word in expected]
        if words != expected:
            raise Unknown("the table is not linear in the index")
        return zero, differences


def known(value: Any) -> Value:
    if isinstance(value, int | Bits | Table):
        return value
    raise Unknown("a table of which a row is the caller's")


def constant(value: Value) -> Value:
    """An integer instead of a word that has only one value."""
    if isinstance(value, Table):
        return value.words[0] if len(set(value.words)) == 1 else value
    if isinstance(value, Bits) and all(form < 2 for form in value):
        return sum(form << place for place, form in enumerate(value))
    return value


def width_of(value: Value, width: int) -> int:
    return value.width if isinstance(value, Table) else len(value) if isinstance(value, Bits) else width


def result_widths(name: str, width: int, operands: list[Value], count: int) -> list[int]:
    """Bits of each result of an operation, the last standing for all further ones."""
    if name in ("bit", "zero", "less", "less_signed", "overflow_add", "overflow_sub", "half_add", "half_sub"):
        return [1]
    if name in ("add", "sub", "rol", "ror"):
        return [width, 1]
    if name in ("join", "pack"):
        return [width * len(operands)]
    return [operands[1]] if name in ("extend", "sign_extend") else [width]

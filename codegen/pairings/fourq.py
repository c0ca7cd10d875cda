"""Constants of FourQ, generated/fourq/data/<field>.h, from curves/fourq.json (src/fourq/fourq.h)."""

from fractions import Fraction
from pathlib import Path

from codegen.curves import per_word_size
from codegen.fields import load_groups
from codegen.output import GENERATED, banner
from codegen.pairings.constants import Constants

HALVING_WORD_BITS = (32,)  # of targets with kernels that give a b / 2 (FOURQ_HALVES of src/fourq/fourq.h)
PART_BITS = 64
SCALAR_BITS = 256
HALF_PLACES = 32  # multiply_base.c: places that share doublings
Element = tuple[int, int]
Point = tuple[Element, Element]


def records() -> list[dict]:
    return [record for record in load_groups().values() if record["family"] == "fourq"]


def integer(text: str) -> int:
    return int(text, 16)


class FourQ:
    """The curve of a record, with affine points; the oracle of tests is another one."""

    def __init__(self, record: dict) -> None:
        self.p, self.r = integer(record["field"]["p"]), integer(record["r"])
        self.d = self.pair(record["d"])
        self.generator: Point = (self.pair(record["G"]["x"]), self.pair(record["G"]["y"]))
        self.eigenvalues = [integer(record["eigenvalues"][name]) for name in ("phi", "psi")]

    @staticmethod
    def pair(texts: list[str]) -> Element:
        return integer(texts[0]), integer(texts[1])

    def times(self, a: Element, b: Element) -> Element:
        return (a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p

    def plus(self, a: Element, b: Element, sign: int = 1) -> Element:
        return (a[0] + sign * b[0]) % self.p, (a[1] + sign * b[1]) % self.p

    def inverse(self, a: Element) -> Element:
        norm = pow(a[0] ** 2 + a[1] ** 2, -1, self.p)
        return a[0] * norm % self.p, -a[1] * norm % self.p

    def add(self, first: Point, second: Point) -> Point:
        """The sum by the complete law of twisted Edwards curves with a = -1."""
        (x1, y1), (x2, y2) = first, second
        product = self.times(self.d, self.times(self.times(x1, x2), self.times(y1, y2)))
        x = self.plus(self.times(x1, y2), self.times(y1, x2))
        y = self.plus(self.times(y1, y2), self.times(x1, x2))
        one = (1, 0)
        return (
            self.times(x, self.inverse(self.plus(one, product))),
            self.times(y, self.inverse(self.plus(one, product, -1))),
        )

    def multiple(self, k: int, point: Point) -> Point:
        total: Point = ((0, 0), (1, 0))
        for bit in f"{k % self.r:b}":
            total = self.add(total, total)
            if bit == "1":
                total = self.add(total, point)
        return total

    def table(self, point: Point) -> list[tuple[Element, Element, Element]]:
        """y - x, x + y and 2 d x y of the sums that multiply.c has in a table."""
        phi, psi = self.eigenvalues
        entries = []
        for index in range(8):
            k = 1 + (index & 1) * phi + (index >> 1 & 1) * psi + (index >> 2) * phi * psi
            x, y = self.multiple(k, point)
            t = self.times(self.times(x, y), self.d)
            entries.append((self.plus(y, x, -1), self.plus(x, y), self.plus(t, t)))
        return entries


def determinant(rows: list[list[int]]) -> int:
    if len(rows) == 1:
        return rows[0][0]
    minors = ([row[:i] + row[i + 1 :] for row in rows[1:]] for i in range(len(rows)))
    return sum((-1) ** i * rows[0][i] * determinant(minor) for i, minor in enumerate(minors))


def fractions(basis: list[list[int]], order: int) -> list[int]:
    """2^256 times the coordinates of (1, 0, 0, 0) in the basis, rounded."""
    cofactors = [(-1) ** i * determinant([row[1:] for j, row in enumerate(basis) if j != i]) for i in range(len(basis))]
    found = [round(Fraction(cofactor << SCALAR_BITS, order)) for cofactor in cofactors]
    if min(found) < 0:
        raise ValueError("src/fourq/split.c takes positive fractions")
    return found


def lattice(record: dict) -> dict[str, list]:
    """The numbers of split.c; ValueError if the basis is not one of the lattice of zero, of index r."""
    basis = [[integer(number) for number in row] for row in record["basis"]]
    r, phi, psi = integer(record["r"]), *(integer(record["eigenvalues"][name]) for name in ("phi", "psi"))
    if any((a + b * phi + c * psi + d * phi * psi) % r for a, b, c, d in basis) or determinant(basis) != r:
        raise ValueError("curves/fourq.json: the rows of the basis do not span the lattice of zero")
    columns = list(zip(*basis, strict=True))
    offset = [sum(k * number for k, number in zip(record["offset"], column, strict=True)) for column in columns]
    return {
        "FRACTIONS": fractions(basis, r),
        "MINUS_BASIS": [[-number for number in row] for row in basis],
        "OFFSET": offset,
        "TO_ODD": basis[-1],
    }


def header(record: dict) -> str:
    """generated/fourq/data/<field>.h."""
    curve, numbers = FourQ(record), lattice(record)
    fraction_bits = max(number.bit_length() for number in numbers["FRACTIONS"])
    shifted = curve.multiple(1 << HALF_PLACES, curve.generator)
    tables = [curve.table(point) for point in (curve.generator, shifted)]
    maps = record["maps"]

    def in_form(w: int, factor: int) -> str:
        """Elements times a factor, and the other numbers."""
        c = Constants(record["field"]["name"], w)

        def pair(value: Element) -> str:
            return c.pair((value[0] * factor % curve.p, value[1] * factor % curve.p))

        def pairs(values: list[list[str]]) -> str:
            return "{" + ", ".join(pair(curve.pair(value)) for value in values) + "}"

        def parts(values: list[int]) -> str:
            return "{" + ", ".join(c.number(value % (1 << PART_BITS), PART_BITS) for value in values) + "}"

        def entry(values: tuple[Element, Element, Element]) -> str:
            difference, total, product = map(pair, values)
            return f"{{{{{difference}, {total}}}, {product}}}"

        values = {
            "ORDER": c.order(curve.r),
            "D": pair(curve.d),
            "TAU": pair(curve.pair(maps["tau"])),
            "TAU_DUAL": pair(curve.pair(maps["tau_dual"])),
            "PHI": pairs(maps["phi"]),
            "PSI": pairs(maps["psi"]),
            "FRACTIONS": "{" + ", ".join(c.number(value, fraction_bits) for value in numbers["FRACTIONS"]) + "}",
            "MINUS_BASIS": "{" + ", ".join(map(parts, numbers["MINUS_BASIS"])) + "}",
            "OFFSET": parts(numbers["OFFSET"]),
            "TO_ODD": parts(numbers["TO_ODD"]),
            "MULTIPLES_OF_G": "{" + ", ".join("{" + ", ".join(map(entry, table)) + "}" for table in tables) + "}",
        }
        return "".join(f"#define FOURQ_{name} {value}\n" for name, value in values.items())

    def of_word_size(w: int) -> str:
        if w not in HALVING_WORD_BITS:
            return in_form(w, 1)
        return f"#if FOURQ_HALVES\n{in_form(w, 2)}#else\n{in_form(w, 1)}#endif\n"

    text = banner("curves/fourq.json and codegen/pairings/fourq.py")
    return text + f"#define FOURQ_FRACTION_BITS {fraction_bits}\n" + per_word_size(of_word_size)


def outputs() -> dict[Path, str]:
    return {GENERATED / f"fourq/data/{record['field']['name']}.h": header(record) for record in records()}

"""A doubling of a point of secp256r1 or another Weierstrass curve over its field, in Montgomery form, as one kernel,
with a product and a square that are local routines. Sums of more than two elements are reduced once."""

from codegen.kernel_fields import PrimeField
from codegen.thumb import montgomery_residues as residues
from codegen.thumb.listing import WORD_BYTES
from codegen.thumb.montgomery_residues import WORDS
from codegen.thumb.numbers import Memory, Number, add, loaded, store, subtract
from codegen.thumb.program import Program
from codegen.thumb.routines import Composed, Place, Routines

ELEMENT_BYTES = WORD_BYTES * WORDS
A, B, T = range(3)  # elements of the frame
X, Y2, Z = range(3)  # elements of the sum
SUM, AZ4, POWER = (3 * ELEMENT_BYTES + WORD_BYTES * i for i in range(3))  # places of the arguments
FRAME_BYTES = POWER + WORD_BYTES


class Doubling:
    """Writes the doubling. Elements are below p."""

    def __init__(self) -> None:
        self.code = Routines(FRAME_BYTES)
        for name, write, arguments in (("product", residues.multiply, 3), ("square", residues.square, 2)):
            p = self.code.routine(arguments)
            store(p, write(p, *(Memory(p, base, 0, WORDS) for base in p.arguments[1:])), p.arguments[0])
            self.code.define(name, p)

    def _keep_arguments(self) -> None:
        p = self.code.part(3)
        for argument, place in zip(p.arguments, (SUM, AZ4, POWER), strict=True):
            p.store_table(argument, place)
        self.code.append(p)

    def _call(self, name: str, *elements: Place) -> None:
        self.code.call(name, ELEMENT_BYTES, *elements)

    def _triple_and_az4(self) -> None:
        """A = 3 T + a Z^4."""
        p = self.code.part()
        t = loaded(_element(p, T))
        total, above = add(p, t, t), p.carry()
        for term in (t, _element(p, (AZ4, 0))):
            total, above = add(p, total, term), p.adcs(above, p.constant(0))
        store(p, residues.residue_of_sum(p, total, above), p.table_address(ELEMENT_BYTES * A))
        self.code.append(p)

    def _x3(self) -> None:
        """X3 = T - 2 B, and B - X3 in the place of B."""
        p = self.code.part()
        b = _element(p, B)
        total = subtract(p, _element(p, T), b)
        borrows = p.borrow_mask()
        total = subtract(p, total, b)
        borrows = p.negative(p.sbcs(borrows, p.constant(0)))
        x3 = residues.residue_of_difference(p, total, borrows)
        store(p, x3, p.load_table(SUM))
        difference = subtract(p, b, x3)
        store(p, residues.add_prime(p, difference, p.borrow_mask()), b.base)
        self.code.append(p)

    def _y3(self) -> None:
        """2 Y3 = 2 T - (2 Y)^4."""
        p = self.code.part()
        t = loaded(_element(p, T))
        total, above = add(p, t, t), p.carry()
        total, above = subtract(p, total, _element(p, (POWER, 0))), p.sbcs(above, p.constant(0))
        result = residues.residue_of_sum(p, total, above)
        store(p, result, p.adds_small(p.load_table(SUM), ELEMENT_BYTES * Y2))
        self.code.append(p)

    def write(self) -> None:
        """hankerson2004 Algorithm 3.23, without its division by two."""
        asm, x, y2, z, power = self.code.main, (SUM, X), (SUM, Y2), (SUM, Z), (POWER, 0)
        self._keep_arguments()
        asm.block("Z3 = (2 Y) Z")
        self._call("product", z, z, y2)
        asm.block("(2 Y)^4, B = X (2 Y)^2")
        self._call("square", T, y2)
        self._call("product", B, x, T)
        self._call("square", power, T)
        asm.block("A = 3 X^2 + a Z^4")
        self._call("square", T, x)
        self._triple_and_az4()
        asm.block("X3 = A^2 - 2 B")
        self._call("square", T, A)
        self._x3()
        asm.block("2 Y3 = 2 A (B - X3) - (2 Y)^4")
        self._call("product", T, B, A)
        self._y3()


def _element(p: Program, element: Place) -> Number:
    """One of the frame, or one at an address in the frame."""
    if isinstance(element, int):
        return Memory(p, p.table_address(ELEMENT_BYTES * element), 0, WORDS)
    argument, index = element
    return Memory(p, p.load_table(argument), WORDS * index, WORDS)


def doubling_routines(field: PrimeField) -> Composed:
    """The double of X, 2 Y, Z."""
    residues.check(field)
    doubling = Doubling()
    doubling.write()
    return Composed(
        field=field,
        function="doubling_routines",
        header={
            "name": "routines",
            "family": "doubling",
            "summary": "a doubling in one routine, whose products and squares are local",
            "source": "hankerson2004 Algorithm 3.23, without its division by two; the arithmetic is ours",
            "domain": "any points of curves with a other than 0, infinity included",
            "curves": "prime",
            "form": "montgomery",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *sum, const uint32_t *az4, uint32_t *power",
        operation=(
            "sum: X, 2 Y, Z, which the double replaces; az4 = a Z^4, power = (2 Y)^4 of the point given;",
            "all are below p, and are numbers times R = 2^256 modulo p.",
        ),
        whole=doubling.code.finished(),
    )


GENERATORS = (doubling_routines,)

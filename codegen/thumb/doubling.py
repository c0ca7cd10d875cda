"""A doubling of a point of a Weierstrass curve as one kernel, with a product and a square that are local routines.
Sums of more than two elements are reduced once."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.thumb.listing import WORD_BYTES
from codegen.thumb.numbers import Memory, Number, add, loaded, subtract
from codegen.thumb.prime_product import multiply, square
from codegen.thumb.prime_reduction import add_masked_prime, check_shape, fold_over, is_pseudo_mersenne, reduce
from codegen.thumb.program import Program, Value
from codegen.thumb.routines import Composed, Place, Routines

A, B, T = range(3)  # elements of the frame
X, Y2, Z = range(3)  # elements of the sum


class Doubling:
    """Writes the doubling. Elements are below p."""

    def __init__(self, field: PrimeField) -> None:
        self.field, self.words = field, field.words
        self.element_bytes = WORD_BYTES * field.words
        self.sum, self.az4, self.power = (3 * self.element_bytes + WORD_BYTES * i for i in range(3))
        self.code = Routines(self.power + WORD_BYTES)
        for name, write, arguments in (("product", multiply, 3), ("square", square, 2)):
            p = self.code.routine(arguments)
            product = write(p, *(Memory(p, base, 0, self.words) for base in p.arguments[1:]))
            p.block("Reduction.")
            _store(p, reduce(p, field, product), p.arguments[0])
            self.code.define(name, p)

    def _element(self, p: Program, element: Place) -> Number:
        """One of the frame, or one at an address in the frame."""
        if isinstance(element, int):
            return Memory(p, p.table_address(self.element_bytes * element), 0, self.words)
        argument, index = element
        return Memory(p, p.load_table(argument), self.words * index, self.words)

    def _keep_arguments(self) -> None:
        p = self.code.part(3)
        for argument, place in zip(p.arguments, (self.sum, self.az4, self.power), strict=True):
            p.store_table(argument, place)
        self.code.append(p)

    def _call(self, name: str, *elements: Place) -> None:
        self.code.call(name, self.element_bytes, *elements)

    def _combined(self, p: Program, first: Number, *terms: tuple[Number, int]) -> list[Value]:
        """first plus or minus further elements, at most three."""
        total, over, zero = loaded(first), None, None
        for term, sign in terms:
            total = add(p, total, term) if sign > 0 else subtract(p, total, term)
            if over is None:
                over = p.carry() if sign > 0 else p.borrow_mask()
            else:
                zero = p.constant(0)
                over = p.adcs(over, zero) if sign > 0 else p.sbcs(over, zero)
        return fold_over(p, self.field, total, over)

    def _triple_and_az4(self) -> None:
        p = self.code.part()
        t = loaded(self._element(p, T))
        result = self._combined(p, t, (t, 1), (t, 1), (self._element(p, (self.az4, 0)), 1))
        _store(p, result, p.table_address(self.element_bytes * A))
        self.code.append(p)

    def _x3(self) -> None:
        """X3 = T - 2 B, and B - X3 in the place of B."""
        p = self.code.part()
        b = self._element(p, B)
        x3 = self._combined(p, self._element(p, T), (b, -1), (b, -1))
        difference = subtract(p, b, x3)
        mask = p.borrow_mask()
        _store(p, x3, p.load_table(self.sum))
        _store(p, add_masked_prime(p, self.field, difference, mask, is_sum=True), b.base)
        self.code.append(p)

    def _y3(self) -> None:
        p = self.code.part()
        t = loaded(self._element(p, T))
        result = self._combined(p, t, (t, 1), (self._element(p, (self.power, 0)), -1))
        _store(p, result, p.adds_small(p.load_table(self.sum), self.element_bytes * Y2))
        self.code.append(p)

    def write(self) -> None:
        """hankerson2004 Algorithm 3.23, without its division by two."""
        asm, x, y2, z, power = self.code.main, (self.sum, X), (self.sum, Y2), (self.sum, Z), (self.power, 0)
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


def _store(p: Program, words: list[Value], base: Value) -> None:
    for word in words:
        p.store_next(word, base)


def doubling_routines(field: PrimeField) -> Composed:
    """The double of X, 2 Y, Z."""
    check_shape(field)
    if is_pseudo_mersenne(field):
        raise UnsupportedField(f"{field.name}: no curve with a point's double by this formula")
    doubling = Doubling(field)
    doubling.write()
    return Composed(
        field=field,
        function="doubling_routines",
        header={
            "name": "routines",
            "family": "doubling",
            "summary": "a doubling in one routine, whose products and squares are local",
            "source": "hankerson2004 Algorithm 3.23, without its division by two",
            "domain": "any points of curves with a other than 0, infinity included",
            "curves": "prime",
            "form": "plain",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *sum, const uint32_t *az4, uint32_t *power",
        operation=("sum: X, 2 Y, Z, which become those of the double; az4 = a Z^4, power = (2 Y)^4 of before.",),
        whole=doubling.code.finished(),
    )


GENERATORS = (doubling_routines,)

"""A doubling of a point of a Weierstrass curve in one straight line: registers are saved once, a word goes to memory
only where the registers do not suffice, and sums with a product are reduced with it."""

from collections.abc import Iterator

from codegen.kernel_fields import PrimeField
from codegen.riscv import generalised_mersenne as arithmetic
from codegen.riscv import sums
from codegen.riscv.kernel import Kernel
from codegen.riscv.listing import WORD_BYTES
from codegen.riscv.program import Program
from codegen.values import Value

Element = list[Value]


class Arithmetic:
    """Operations of the field."""

    def __init__(self, p: Program, field: PrimeField) -> None:
        self.p, self.field = p, field

    def product(self, a: Element, b: Element) -> Iterator[Value]:
        return sums.multiply(self.p, a, b, self.field.prime - 1)

    def squared(self, a: Element) -> Iterator[Value]:
        return sums.Square(self.p, a, self.field.prime - 1).words()

    def multiply(self, a: Element, b: Element) -> Element:
        return arithmetic.reduce(self.p, self.field, self.product(a, b))

    def square(self, a: Element) -> Element:
        return arithmetic.reduce(self.p, self.field, self.squared(a))

    def combined(self, product: Iterator[Value], times: int, *terms: tuple[Element, int]) -> Element:
        """A multiple of a product plus or minus elements."""
        folded = arithmetic.fold(self.p, self.field, product)
        return arithmetic.combine(self.p, self.field, folded, times, list(terms))

    def subtract(self, a: Element, b: Element) -> Element:
        return arithmetic.subtract_modular(self.p, self.field, a, b)

    def load(self, base: Value, place: int) -> Element:
        """The element at a place of those in a row, which a store may have changed: it is read once."""
        n = self.field.words
        return [self.p.load(base, WORD_BYTES * (n * place + i)) for i in range(n)]

    def store(self, words: Element, base: Value, place: int) -> None:
        for i, word in enumerate(words):
            self.p.store(word, base, WORD_BYTES * (self.field.words * place + i))


def doubling_straight(field: PrimeField) -> Kernel:
    """The double of X, 2 Y, Z."""
    arithmetic.check_generalised_mersenne(field)
    p = Program(3)
    of_field = Arithmetic(p, field)
    once = [p.immediate("addi", argument, 0) for argument in p.arguments]
    x, y2, z = (of_field.load(once[0], place) for place in range(3))
    p.block("Z3 = (2 Y) Z")
    of_field.store(of_field.multiply(z, y2), once[0], 2)
    p.block("(2 Y)^4, B = X (2 Y)^2")
    power = of_field.square(y2)
    b = of_field.multiply(x, power)
    power = of_field.square(power)
    of_field.store(power, once[2], 0)
    p.block("A = 3 X^2 + a Z^4")
    a = of_field.combined(of_field.squared(x), 3, (of_field.load(once[1], 0), 1))
    p.block("X3 = A^2 - 2 B")
    x3 = of_field.combined(of_field.squared(a), 1, (b, -1), (b, -1))
    of_field.store(x3, once[0], 0)
    p.block("2 Y3 = 2 A (B - X3) - (2 Y)^4")
    of_field.store(of_field.combined(of_field.product(of_field.subtract(b, x3), a), 2, (power, -1)), once[0], 1)
    return Kernel(
        field=field,
        function="doubling_straight",
        header={
            "name": "straight",
            "family": "doubling",
            "summary": "a doubling in one straight line",
            "source": "hankerson2004 Algorithm 3.23, without its division by two",
            "domain": "any points of curves with a other than 0, infinity included",
            "curves": "prime",
            "form": "plain",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *sum, const uint32_t *az4, uint32_t *power",
        operation=(
            "sum: X, 2 Y, Z, which the double replaces; az4 = a Z^4, power = (2 Y)^4 of the point given;",
            "all are below p.",
        ),
        program=p,
    )


GENERATORS = (doubling_straight,)

"""A doubling of a point of secp256r1 or another Weierstrass curve over its field, in Montgomery form, as one kernel:
without a call, sums reduced with the products that they belong to."""

from codegen.arm.listing import WORD_BYTES
from codegen.arm.prime_field import PrimeField as SpecialField
from codegen.armv7 import generalised_mersenne
from codegen.armv7.kernel import Kernel
from codegen.armv7.montgomery_residues import MontgomeryResidues, add_prime, check, weak
from codegen.armv7.program import Program, Value, shifted
from codegen.armv7.weak_residues import WORDS, Place
from codegen.kernel_fields import PrimeField

ELEMENT_BYTES = WORD_BYTES * WORDS
ELEMENTS = 4  # of the frame: the lower words of a product; A, B and (2 Y)^2, then B - X3
SUM, AZ4, POWER = range(ELEMENTS * WORDS, ELEMENTS * WORDS + 3)  # words of the frame: the arguments
FRAME_BYTES = WORD_BYTES * (POWER + 1)


class Doubling:
    """The steps of a doubling; `field` is the view of it that signed sums need."""

    def __init__(self, program: Program, field: PrimeField) -> None:
        self.program, self.field = program, SpecialField.of(field.name)
        room, self.a, self.b, self.c = (Place(ELEMENT_BYTES * i) for i in range(ELEMENTS))
        self.residues = MontgomeryResidues(program, room)
        self.x, self.y2, self.z = (Place(ELEMENT_BYTES * i, SUM) for i in range(3))

    def write(self) -> None:
        program, residues = self.program, self.residues
        sum_, az4, power = program.arguments
        for word, argument in ((SUM, sum_), (AZ4, az4), (POWER, power)):
            program.store(argument, "sp", WORD_BYTES * word)
        program.block("Z3 = (2 Y) Z")
        residues.product(self.z, self.z, Place(self.y2.offset, sum_))
        program.block("B = X (2 Y)^2, (2 Y)^4")
        residues.square(self.c, self.y2)
        residues.product(self.b, self.x, self.c)
        residues.square(Place(0, POWER), self.c)
        program.block("A = 3 X^2 + a Z^4")
        residues.store(self.tangent(), self.a)
        program.block("X3 = A^2 - 2 B, B - X3")
        x3 = self.abscissa()
        residues.store(x3, self.x)
        residues.store(self.difference_to(x3), self.c)
        program.block("2 Y3 = 2 A (B - X3) - (2 Y)^4")
        residues.store(self.ordinate(), self.y2)

    def tangent(self) -> list[Value]:
        """3 X^2 + a Z^4, 8 words: the sum is below 7 p, so it has at most 7 above them; if folding that carries, the
        rest is below 7 2^224."""
        program = self.program
        words, over = self.residues.sum_of_square(self.x)
        three, carry = program.new("mov", "#3"), program.zero()
        base = Place(0, AZ4).base(program)
        total = []
        for start in range(0, WORDS, 2):
            terms = [program.load(base, WORD_BYTES * i) for i in (start, start + 1)]
            for word, term in zip(words[start:], terms, strict=False):
                program("umaal", term, carry, word, three)
            total += terms
        program("add", over, over, shifted(over, "lsl #1"))
        program("add", over, over, carry)
        return weak(program, total, generalised_mersenne.fold(program, self.field, total, over))

    def subtract(self, words: list[Value], over: Value, place: Place) -> None:
        """Subtracts an element from a number with a signed word above."""
        program, base = self.program, place.base(self.program)
        for start in range(0, WORDS, 2):
            terms = [program.load(base, place.offset + WORD_BYTES * i) for i in (start, start + 1)]
            for i, term in enumerate(terms, start):
                program("sbcs" if i else "subs", words[i], words[i], term)
        program("sbc", over, over, "#0")

    def abscissa(self) -> list[Value]:
        """A^2 - 2 B, with the part above between -2 and 1."""
        words, over = self.residues.sum_of_square(self.a)
        for _ in range(2):
            self.subtract(words, over, self.b)
        return generalised_mersenne.finish(self.program, self.field, words, over)

    def difference_to(self, x3: list[Value]) -> list[Value]:
        """B - X3."""
        program = self.program
        for start in range(0, WORDS, 2):
            for i, term in enumerate(self.residues.load(self.b, (start, start + 1)), start):
                program("sbcs" if i else "subs", x3[i], term, x3[i])
        mask = Value()
        program("sbc", mask, term, term)
        return add_prime(program, x3, mask)

    def ordinate(self) -> list[Value]:
        """2 A (B - X3) - (2 Y)^4, with the part above between -1 and 3."""
        program = self.program
        words, over = self.residues.sum_of_product(self.a, self.c)
        for i, word in enumerate(words):
            program("adcs" if i else "adds", word, word, word)
        program("adc", over, over, over)
        self.subtract(words, over, Place(0, POWER))
        return generalised_mersenne.finish(program, self.field, words, over)


def doubling_umaal(field: PrimeField) -> Kernel:
    """The double of X, 2 Y, Z."""
    check(field)
    program = Program(3, FRAME_BYTES, keeps_result=True)
    Doubling(program, field).write()
    asm, stack_bytes = program.listing()
    return Kernel(
        field=field,
        function="doubling_umaal",
        header={
            "name": "umaal",
            "family": "doubling",
            "summary": "a doubling in one straight line",
            "source": "hankerson2004 Algorithm 3.23, without its division by two; the arithmetic is ours",
            "domain": "any points of curves with a other than 0, infinity included",
            "constant_time": "same-trace-and-addresses",
            "curves": "prime",
            "form": "montgomery",
        },
        parameters="uint32_t *sum, const uint32_t *az4, uint32_t *power",
        operation=(
            "sum: X, 2 Y, Z, which the double replaces; az4 = a Z^4, power = (2 Y)^4 of the point given;",
            "all are below p, and are numbers times R = 2^256 modulo p.",
        ),
        asm=asm,
        stack_bytes=stack_bytes,
    )


GENERATORS = (doubling_umaal,)

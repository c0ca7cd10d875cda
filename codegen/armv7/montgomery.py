"""Montgomery's reduction by blocks of four words, for primes without a special shape: kernels of a field and of its
extension F_p(i), i^2 = -1.

A product is made by blocks: four words of one factor, in registers, by all words of the other; one word of the sum
leaves for the frame with each row. A reduction is a block, too: its four words are the quotients, which make the next
four words of the sum 0, and the other factor is the prime. Blocks of products and of reductions take turns, so that the
sum above the words that are 0 never has more than n + 4 words.

Bounds. Let X be the sum above those words. A turn makes (X + A b + C d + Q p) / 2^128 of it, with A, C and Q below
2^128. Factors are below 2 p, so the new X is below X / 2^128 + 5 p. With three spare bits, 8 p < R = 2^(32 n), X stays
below R, and before the division below 2^128 R: no block carries out of its words. The last X is below
(a b + c d) / R + p. As the products of factors below 2 p add up to less than 8 p^2 < p R, that is below 2 p."""

import dataclasses
from collections.abc import Iterator

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.program import Program, Value
from codegen.kernel_fields import PrimeField, UnsupportedField

BLOCK = 4  # words
SPARE_BITS = 3
HELD = 8  # words of a residue that stay in registers while it is compared with the prime
PRIME, COMPLEMENT, TWICE = "table_prime", "table_complement", "table_twice"  # of p, 2^(32 n) - p, 2 p


def check(field: PrimeField) -> None:
    """UnsupportedField unless the kernels here serve the field."""
    if field.shape or field.words % BLOCK or field.words <= HELD:
        raise UnsupportedField(
            f"{field.name}: elements of {field.words} words, not of a multiple of {BLOCK} above {HELD}"
        )
    if field.spare_bits < SPARE_BITS:
        raise UnsupportedField(f"{field.name}: {field.spare_bits} spare bits; the sums need {SPARE_BITS}")


def words_of(value: int, count: int) -> list[int]:
    return [value >> WORD_BITS * i & 0xFFFFFFFF for i in range(count)]


def tables(field: PrimeField, text: str) -> list[str]:
    """Lines of those tables that the text names."""
    values = {PRIME: field.prime, COMPLEMENT: (1 << WORD_BITS * field.words) - field.prime, TWICE: 2 * field.prime}
    found = []
    for label, value in values.items():
        if label in text:
            words = [f"    .word  {word:#010x}" for word in words_of(value, field.words)]
            found += [f"    .type {label}, %object", f"{label}:", *words, f"    .size {label}, . - {label}"]
    return ["    .balign 4", *found] if found else []


@dataclasses.dataclass(frozen=True)
class Place:
    """Words of memory: from a word of the frame on, or of an element whose address waits in word `pointer` of the
    frame."""

    first: int
    pointer: int | None = None


class Montgomery:
    """Writes blocks into a program. `sums`: the places of the sum's words in the frame."""

    def __init__(self, program: Program, field: PrimeField) -> None:
        check(field)
        self.program, self.field, self.n = program, field, field.words
        self.sums: list[int] = []
        self.valid = 0  # words of the sum that hold something
        self.tables: list[Value] = []  # addresses

    def start(self, sums: list[int]) -> None:
        """A new sum, 0, in these words of the frame."""
        self.sums, self.valid = sums, 0

    def address(self, label: str) -> Value:
        found = self.program.new("movw", f"#:lower16:{label}")
        self.tables.append(found)
        return self.program("movt", found, f"#:upper16:{label}")

    def constant(self, value: int) -> Value:
        found = self.program.new("movw", f"#{value & 0xFFFF:#x}")
        return self.program("movt", found, f"#{value >> 16:#x}")

    def base(self, place: Place) -> Value | str:
        return "sp" if place.pointer is None else self.program.load("sp", WORD_BYTES * place.pointer)

    def load(self, base: Value | str, first: int, count: int) -> list[Value]:
        return [self.program.load(base, WORD_BYTES * (first + i)) for i in range(count)]

    def sum_words(self, first: int, count: int) -> list[Value]:
        return [self.program.load("sp", WORD_BYTES * self.sums[i]) for i in range(first, first + count)]

    def put(self, value: Value, i: int) -> None:
        self.program.store(value, "sp", WORD_BYTES * self.sums[i])

    def row(self, total: list[Value], part: list[Value], factor: Value, carry: Value) -> None:
        for word, other in zip(total, part, strict=True):
            self.program("umaal", word, carry, other, factor)
        total.append(carry)

    def rows(self, p: int, part: list[Value], total: list[Value], base: Value | str, first: int, start: int) -> None:
        """Rows `start` to n - 1 of a block at word p of the sum. Words of the sum that `total` does not hold yet are
        carried into the row that is lowest at them."""
        program = self.program
        for j in range(start, self.n, 2):
            factors = self.load(base, first + j, 2)
            carries = [
                program.load("sp", WORD_BYTES * self.sums[p + i]) if i >= BLOCK and p + i < self.valid else None
                for i in (j, j + 1)
            ]
            for i, (factor, carry) in enumerate(zip(factors, carries, strict=True), start=j):
                if total:
                    self.row(total, part, factor, carry or program.zero())
                else:
                    self.first_row(total, part, factor)
                self.put(total.pop(0), p + i)

    def first_row(self, total: list[Value], part: list[Value], factor: Value) -> None:
        low, high = Value(), Value()
        self.program("umull", low, high, part[0], factor)
        total += [low, high]
        for word in part[1:]:
            total.append(self.program.zero())
            self.program("umaal", *total[-2:], word, factor)

    def finish_block(self, p: int, total: list[Value], keeps: bool = False) -> list[Value]:
        """Adds the words that were above the block's rows, if any; stores the upper words unless they are kept."""
        top = p + self.n
        if self.valid > top:
            for i, other in enumerate(self.sum_words(top, BLOCK)):
                self.program("adcs" if i else "adds", total[i], total[i], other)
        if not keeps:
            for i, word in enumerate(total):
                self.put(word, top + i)
        self.valid = top + BLOCK
        return total

    def product(self, p: int, a: Place, b: Place) -> None:
        """Adds words p to p + 3 of a, times b."""
        self.program.block(f"Words {p} to {p + BLOCK - 1} of a factor by the other one.")
        part = self.load(self.base(a), a.first + p, BLOCK)
        base = self.base(b)
        total = self.sum_words(p, BLOCK) if self.valid else []
        self.rows(p, part, total, base, b.first, 0)
        self.finish_block(p, total)

    def reduction(self, p: int, keeps: bool = False) -> list[Value]:
        """Adds the multiple of the prime that makes words p to p + 3 zero."""
        program = self.program
        program.block(f"Words {p} to {p + BLOCK - 1} of the sum become 0.")
        address = self.address(PRIME)
        inverse = self.constant(-pow(self.field.prime, -1, 1 << WORD_BITS) % (1 << WORD_BITS))
        part, total, quotients = self.load(address, 0, BLOCK), self.sum_words(p, BLOCK), []
        for i in range(BLOCK):
            quotients.append(program.new("mul", total[0], inverse))
            if i == BLOCK - 1:  # a load directly behind it would wait; earlier there is no register
                address = self.address(PRIME)
            self.row(total, part, quotients[-1], program.zero())
            total.pop(0)
        self.rows(p, quotients, total, address, 0, BLOCK)
        return self.finish_block(p, total, keeps)

    def sum_of_products(self, *factors: tuple[Place, Place], keeps: bool = False) -> list[Value]:
        """The sum of up to two products, over R, below 2 p: in the upper words of `sums`, the last four perhaps in
        registers alone."""
        for p in range(0, self.n, BLOCK):
            for a, b in factors:
                self.product(p, a, b)
            total = self.reduction(p, keeps and p + BLOCK == self.n)
        return total

    def residue(self, places: list[int], held: list[Value], store: Place) -> None:
        """Stores x mod p for x below 2 p. The lower words of x are in these words of the frame, the upper ones are
        held. x + 2^(32 n) - p carries if x is not below p; then that is the residue."""
        program, n = self.program, self.n
        program.block("p is subtracted if the result is not negative.")
        words: list[Value | None] = [*[None] * (n - len(held)), *held]
        table, bit = self.address(COMPLEMENT), program.zero()
        for i, word, other in self.terms(words, places, table):
            program("adcs" if i else "adds", other, word, other)
            words[i] = word if i >= n - HELD else None
        program("adc", bit, bit, "#0")
        self.add_multiple(words, places, table, bit, store)

    def add_multiple(
        self,
        words: list[Value | None],
        places: list[int],
        table: Value,
        bit: Value,
        store: Place,
        result: Value | None = None,
    ) -> None:
        """Stores the words plus bit times those at `table`. Words that are None are in the frame."""
        program = self.program
        result = result or program.load("sp", program.frame_bytes)
        carry = program.zero()
        for i, word, other in self.terms(words, places, table):
            program("umaal", word, carry, other, bit)
            program.store(word, result, WORD_BYTES * (store.first + i))

    def terms(self, words: list[Value | None], places: list[int], table: Value) -> Iterator[tuple[int, Value, Value]]:
        """Number, word and word of the table, for each word; loads from the table by pairs once words are held, which
        leave their registers one by one."""
        for i in range(0, len(words), 2):
            if words[i] is None:
                for j in (i, i + 1):
                    word = self.program.load("sp", WORD_BYTES * places[j])
                    yield j, word, self.program.load(table, WORD_BYTES * j)
            else:
                yield from zip((i, i + 1), words[i : i + 2], self.load(table, i, 2), strict=True)

"""Products and squares of integers by rows, in registers of the core.

In a row a_0 b, a_1 b, ... the products at even places do not overlap, nor do those at odd places. The carry runs
through one set without a break, then through the other, since UMULL leaves the flags unchanged. A product
then takes three instructions and a load; a sum by columns of three words takes four."""

import dataclasses

from codegen.arm.listing import WORD_BYTES, Listing, at, listed
from codegen.arm.prime_field import PrimeField

WINDOW = (*(f"r{i}" for i in range(4, 12)), "lr")
LOW, HIGH = "r3", "r12"


def chains(first: int, n: int) -> tuple[list[int], list[int]]:
    """Places from `first` to n - 1 in the order in which their products are added: every second one, ending at the
    last place, then the others. Products of neighbours in this order do not overlap."""
    return tuple(list(reversed(range(start, first - 1, -2))) for start in (n - 1, n - 2))


@dataclasses.dataclass(frozen=True)
class Rows:
    """Sums of rows. Register `a` holds the address of the words that are multiplied, `c` the address of the result,
    and `factor` the word that multiplies a row. The words of the sum that can still change are in a ring of
    registers; the remaining registers hold the first words of a."""

    asm: Listing
    field: PrimeField
    a: str
    c: str
    factor: str

    def register(self, word: int) -> str:
        """The register of a word of the sum."""
        return WINDOW[word % (self.field.words + 1)]

    @property
    def held(self) -> tuple[str, ...]:
        return WINDOW[self.field.words + 1 :]

    def hold(self) -> None:
        """Loads the words of a that stay in registers."""
        for j, register in enumerate(self.held):
            self.asm("ldr", register, at(self.a, WORD_BYTES * j))

    def word(self, j: int) -> str:
        """The register of a[j], which is loaded if no register holds it."""
        if j < len(self.held):
            return self.held[j]
        self.asm("ldr", LOW, at(self.a, WORD_BYTES * j))
        return LOW

    def add(self, i: int, first: int) -> None:
        """Adds factor (a[first], ..., a[n-1]) to the sum from word i + first on; word i + n is new."""
        n = self.field.words
        top = self.register(i + n)
        for chain in chains(first, n):
            for j in chain:
                self._multiply(i, j, first, "adds" if j == chain[0] else "adcs")
            if chain and chain[-1] == n - 2:
                self.asm("adc", top, top, "#0")

    def _multiply(self, i: int, j: int, first: int, add: str) -> None:
        """Adds the product with a[j]. In row 0 it sets the words that nothing was added to before."""
        asm, n = self.asm, self.field.words
        low, high = self.register(i + j), self.register(i + j + 1)
        word = self.word(j)
        if i == 0 and (n - 1 - j) % 2 == 0:
            asm("umull", low, high, self.factor, word)
        elif i == 0 and j == first:
            asm("umull", low, HIGH, self.factor, word)
            asm("adds", high, high, HIGH)
        else:
            asm("umull", LOW, HIGH, self.factor, word)
            asm(add, low, low, LOW)
            if j == n - 1:
                asm("adc", high, HIGH, "#0")
            else:
                asm("adcs", high, high, HIGH)

    def store(self, word: int) -> None:
        self.asm("str", self.register(word), at(self.c, WORD_BYTES * word))

    def store_upper(self) -> None:
        """Stores the words left in registers after the last row."""
        n = self.field.words
        self.asm.block("The upper words.")
        self.store(n)
        self.asm("add", LOW, self.c, f"#{WORD_BYTES * (n + 1)}")
        self.asm("stm", LOW, listed(WINDOW[: n - 1]))


def multiply(asm: Listing, field: PrimeField, a: str, b: str, c: str, factor: str) -> None:
    """c[2n] = a b, the addresses in registers; c must not overlap a or b."""
    rows, n = Rows(asm, field, a, c, factor), field.words
    rows.hold()
    for i in range(n):
        asm.block(f"Row {i}: a b[{i}].")
        asm("ldr", factor, at(b, WORD_BYTES * i))
        rows.add(i, 0)
        rows.store(i)
    rows.store_upper()


def square(asm: Listing, field: PrimeField, a: str, c: str, factor: str) -> None:
    """c[2n] = a^2: the products of different words are doubled while the squares are added. c must not overlap a. At
    the end `c` holds the address of the words that it stored last."""
    rows, n = Rows(asm, field, a, c, factor), field.words
    rows.hold()
    for i in range(n - 1):
        asm.block(f"Row {i}: a[{i}] by the words above it.")
        asm("ldr", factor, at(a, WORD_BYTES * i))
        rows.add(i, i + 1)
        rows.store(2 * i + 1)
        rows.store(2 * i + 2)
    asm("mov", LOW, "#0")
    asm("str", LOW, at(c, WORD_BYTES * (2 * n - 1)))
    lower = n + n % 2  # two words for each square
    _double_and_add_squares(asm, a, c, factor, range(lower // 2), is_upper=False)
    _double_and_add_squares(asm, a, c, factor, range(lower // 2, n), is_upper=True)


def _double_and_add_squares(asm: Listing, a: str, c: str, factor: str, places: range, is_upper: bool) -> None:
    """Adds the squares of these words of a to the words of c at their places. The carries from the lower part to the
    upper are in the last register of the window and in `factor`. The products have no word 0, which comes from a[0]^2
    alone."""
    doubling, words = WINDOW[-1], WINDOW[: 2 * len(places)]
    asm.block(f"The {'upper' if is_upper else 'lower'} part: doubled, and the squares.")
    asm("ldm", c, listed(words))
    if is_upper:
        asm("lsrs", doubling, doubling, "#1", note="the carry")
    for i, word in enumerate(words if is_upper else words[1:]):
        asm("adcs" if i or is_upper else "adds", word, word, word)
    if is_upper:
        asm("lsrs", factor, factor, "#1", note="the carry")
    else:
        _keep_carry(asm, doubling)
    for i, place in enumerate(places):
        asm("ldr", factor, at(a, WORD_BYTES * place))
        asm("umull", LOW if place else words[0], HIGH, factor, factor)
        if place:
            asm("adcs", words[2 * i], words[2 * i], LOW)
        asm("adcs" if place else "adds", words[2 * i + 1], words[2 * i + 1], HIGH)
    if is_upper:
        asm("stm", c, listed(words))
    else:
        _keep_carry(asm, factor)
        asm("stm", f"{c}!", listed(words))


def _keep_carry(asm: Listing, register: str) -> None:
    asm("mov", register, "#0")
    asm("adc", register, register, "#0")

"""The least work of operations in a binary field on a processor without carry-less products: combs (López and Dahab
2000) with a window of any width, alone or below Karatsuba's method of any depth, with every operand read from memory
and every result written to it.

Addresses beyond the choice of a row, and of a reduction all but what enters the lower half, cost nothing here."""

from motelab.lower_bounds.processors import Processor
from motelab.lower_bounds.work import Work, least

WINDOWS = range(1, 9)
SELECT_OPERATIONS = 2  # that take a digit out of a word and make it an address


class BinaryField:
    """The least work in the field of 2^degree elements on a processor."""

    def __init__(self, degree: int, processor: Processor):
        self.degree, self.processor = degree, processor
        self.words = -(-degree // processor.word_bits)
        self.reduction = Work(operations=self.words)

    def product(self) -> Work:
        """A product, reduced: each word of the upper half enters the lower one."""
        return self.products(1, 0)

    def products(self, count: int, shared: int) -> Work:
        """So many products, of which `shared` take the table of another one."""
        in_memory = Work(loads=self.words, stores=self.words) * count + Work(loads=self.words) * (count - shared)
        return self._unreduced(self.degree, count, count - shared) + self.reduction * count + in_memory

    def _unreduced(self, bits: int, products: int, tables: int) -> Work:
        """Products of polynomials of so many bits: combs, or three times as many of half the size. Halves h words long
        of a product are added with h operations, those of a table's factor too; its three parts with 5 h."""
        ways = [self._comb(window, bits, products, tables) for window in WINDOWS]
        words = -(-bits // self.processor.word_bits)
        if words > 1:
            lower = (words - words // 2) * self.processor.word_bits
            parts = self._unreduced(lower, products, tables) * 2 + self._unreduced(bits - lower, products, tables)
            ways.append(parts + Work(operations=words // 2 * (6 * products + tables)))
        return least(ways, self.processor)

    def _comb(self, window: int, bits: int, products: int, tables: int) -> Work:
        """Combs: one row of the table is loaded and added for each digit. The table has 2^w - 2 rows beside 0 and the
        factor itself, each made by an operation a word and stored. Between the passes over the digits of a word
        the sum moves by w bits, with an operation a word for w = 1 and two else; a part that no register holds is
        loaded and stored. For w = 1 the factor is masked and added; it is loaded if it fits into no registers."""
        words = -(-bits // self.processor.word_bits)
        digits, passes = -(-bits // window), -(-self.processor.word_bits // window)
        rows, spilled = (1 << window) - 2, max(0, 2 * words - self.processor.registers)
        moved = Work(operations=2 * words * min(window, 2), loads=spilled, stores=spilled) * (passes - 1)
        is_loaded = window > 1 or words > self.processor.registers
        added = Work(operations=words if window > 1 else 2 * words, loads=words if is_loaded else 0)
        chosen = Work(operations=SELECT_OPERATIONS)
        made = Work(operations=rows * words, stores=rows * words)
        return (added * digits + chosen * digits + moved) * products + made * tables

    def square(self) -> Work:
        """A square, reduced: for each of the 2 n words one look-up of spread bits and one operation. Squares in a row
        stay in registers where an element fits into them."""
        in_memory = Work() if self.words <= self.processor.registers else Work(loads=self.words, stores=self.words)
        return Work(operations=2 * self.words, loads=2 * self.words) + self.reduction + in_memory

    def small_product(self) -> Work:
        """A product by a coefficient of the curve is one by an element."""
        return self.product()

    def sum(self) -> Work:
        """A sum."""
        return Work(operations=self.words, loads=2 * self.words, stores=self.words)

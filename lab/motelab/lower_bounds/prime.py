"""The least work of operations in a prime field: schoolbook products and squares, or Karatsuba's of any depth above
them, with every operand read from memory and every result written to it.

Carries beyond those that `Processor.sums` counts, addresses, and reads of a word for a second time cost nothing here,
and of a reduction only what enters the lower half."""

import functools

from motelab.lower_bounds.processors import Processor
from motelab.lower_bounds.work import Work, least


class PrimeField:
    """The least work in the field of a prime on a processor."""

    def __init__(self, prime: int, processor: Processor):
        self.processor = processor
        self.limbs = -(-prime.bit_length() // processor.product_bits)
        self.words = -(-prime.bit_length() // processor.word_bits)
        self.reduction = Work(operations=self.words)

    def product(self) -> Work:
        """A product, reduced: each word of the upper half enters the lower one."""
        in_memory = Work(loads=2 * self.words, stores=self.words)
        return _product(self.limbs, self.processor) + self.reduction + in_memory

    def square(self) -> Work:
        """A square, reduced; squares in a row stay in registers where an element fits into them."""
        in_memory = Work() if self.words <= self.processor.registers else Work(loads=self.words, stores=self.words)
        return _square(self.limbs, self.processor) + self.reduction + in_memory

    def small_product(self) -> Work:
        """A product by a number of one limb."""
        return Work(operations=self.words, products=self.limbs, loads=self.words, stores=self.words)

    def sum(self) -> Work:
        """A sum or a difference, not reduced."""
        return Work(operations=self.words, loads=2 * self.words, stores=self.words)

    def products(self, count: int, shared: int) -> Work:
        """So many products; those with a factor in common gain nothing."""
        return self.product() * count


@functools.cache
def _product(limbs: int, processor: Processor) -> Work:
    """k by k limbs: k^2 products, or three of half as many limbs."""
    return least((_schoolbook(limbs, limbs**2, processor), *_karatsuba(limbs, processor, _product, 11)), processor)


@functools.cache
def _square(limbs: int, processor: Processor) -> Work:
    """k (k + 1) / 2 products, the mixed ones of a doubled operand; or three squares of half as many limbs."""
    doubling = Work(operations=_words(limbs, processor))
    schoolbook = _schoolbook(limbs, limbs * (limbs + 1) // 2, processor) + (doubling if limbs > 1 else Work())
    return least((schoolbook, *_karatsuba(limbs, processor, _square, 8)), processor)


def _schoolbook(limbs: int, products: int, processor: Processor) -> Work:
    """Products that are added up to twice as many limbs, which are read at the end if a multiplier holds the sums."""
    sums = max(0, processor.sums * products - processor.saved * limbs)
    return Work(sums, products, reads=2 * _words(limbs, processor) if processor.read else 0)


def _karatsuba(limbs: int, processor: Processor, part, additions: int) -> tuple[Work, ...]:
    """Low, high and mixed part, with h words in a half. (a_1 + a_0) takes h additions and, for the carry, h masks and h
    more additions: 6 h for both operands of a product, 3 h for that of a square. The three parts are put together
    with 5 h: two of their quarters are added once and used twice. That makes 11 h and 8 h. (Of |a_1 - a_0| and its
    sign it would be 13 h for a product.)"""
    if limbs == 1:
        return ()
    upper = limbs // 2
    lower = limbs - upper
    halves = part(lower, processor) * 2 + part(upper, processor)
    return (halves + Work(operations=additions * _words(upper, processor)),)


def _words(limbs: int, processor: Processor) -> int:
    """Words of so many limbs, half a word as a whole one."""
    return -(-limbs * processor.product_bits // processor.word_bits)

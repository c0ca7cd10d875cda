"""The costs of algorithms according to the papers: loads, stores and XORs as functions of n, the words of an element.

Each function adds up the steps of the algorithm as its paper counts them; the printed formulas and tables follow
(tests/lab/test_tables.py). The counts of our code stand beside them in the tables."""

import dataclasses
from collections.abc import Callable

DIGIT_BITS = 4  # width of the window of every multiplication here


@dataclasses.dataclass(frozen=True)
class Counts:
    """Memory accesses and XORs; None if a paper gives no number."""

    loads: int
    stores: int
    xors: int | None


def _product_table(n: int) -> Counts:
    """The products of b by all polynomials of 4 bits: b is read once, 16 entries are written."""
    return Counts(n, 2**DIGIT_BITS * n, 11 * n)


def lopez_dahab(n: int) -> Counts:
    """aranha2008 Algorithm 3: two passes of n rows of n + 1 words; a shift of 2n - 1 words between them.

    The paper's stores count the shift a second time, which stands for the zeroing of c."""
    table = _product_table(n)
    row = n + 1
    shift = 2 * n - 1
    return Counts(
        loads=table.loads + shift + 2 * (n + n * 2 * row),
        stores=table.stores + 2 * shift + 2 * n * row,
        xors=table.xors + 2 * n * row,
    )


def ld_registers(n: int) -> Counts:
    """aranha2008 Algorithm 4: as `lopez_dahab` with a row in registers, stored a word at a time.

    The paper does not count the reads of a, once in each pass."""
    table = _product_table(n)
    first = Counts(loads=n + (n - 1) * n, stores=n, xors=(n - 1) * n)
    shift = Counts(loads=n - 1, stores=2 * n - 1, xors=0)
    second = Counts(loads=n * (n + 1), stores=n, xors=n * n)
    last = Counts(loads=n, stores=n, xors=n)
    parts = (table, first, shift, second, last)
    return Counts(sum(p.loads for p in parts), sum(p.stores for p in parts), sum(p.xors for p in parts))


def karatsuba(multiplication: Callable[[int], Counts]) -> Callable[[int], Counts]:
    """aranha2008 Algorithm 2: three products of half the words, and 11n loads, 7n stores, 4n XORs around them."""

    def counts(n: int) -> Counts:
        half = multiplication(-(-n // 2))
        return Counts(11 * n + 3 * half.loads, 7 * n + 3 * half.stores, 4 * n + 3 * half.xors)

    return counts


def reduction_by_words(n: int) -> Counts:
    """aranha2008 section 4.3 on its Algorithm 5: 4 loads and 3 stores for each of n words, and for the last bits."""
    return Counts(4 * (n + 1), 3 * (n + 1), None)


def reduction_in_registers(n: int) -> Counts:
    """aranha2008 section 4.3 on its Algorithm 6: n - 1 upper words and n + 1 words below are read once; the
    latter are written once."""
    return Counts((n - 1) + (n + 1), n + 1, None)


def comb_loops(n: int) -> Counts:
    """tinyecck2008 Algorithm 2, its two loops only: each row of n + 1 words loads two and stores one a word;
    each digit of a is loaded and stored."""
    row = n + 1
    return Counts(2 * (n + 2 * n * row), 2 * (n + n * row), 2 * n * row)


def comb_loops_merged(n: int) -> Counts:
    """tinyecck2008 Algorithm 4, its two loops only: two rows at a time, n words of three loads and one store,
    one more word at each end. The paper keeps the XORs of Algorithm 2."""
    pairs = 2 * (n + 1) // 2
    return Counts(pairs * (3 * n + 2), pairs * (n + 2), comb_loops(n).xors)


def reduction_loop(n: int) -> Counts:
    """tinyecck2008 Algorithm 3, its loop only; the paper counts n - 1 turns of it."""
    return Counts(4 * (n - 1), 4 * (n - 1), 7 * (n - 1))


def reduction_loop_merged(n: int) -> Counts:
    """tinyecck2008 Algorithm 5, its loop only: four turns in one, with 10 loads and stores instead of 16."""
    turns = (n - 1) // 4
    return Counts(10 * turns, 10 * turns, 4 * 7 * turns)


MODELS: dict[str, Callable[[int], Counts]] = {
    "lopez-dahab": lopez_dahab,
    "ld-registers": ld_registers,
    "karatsuba-lopez-dahab": karatsuba(lopez_dahab),
    "karatsuba-ld-registers": karatsuba(ld_registers),
    "reduction-by-words": reduction_by_words,
    "reduction-in-registers": reduction_in_registers,
    "comb-loops": comb_loops,
    "comb-loops-merged": comb_loops_merged,
    "reduction-loop": reduction_loop,
    "reduction-loop-merged": reduction_loop_merged,
}

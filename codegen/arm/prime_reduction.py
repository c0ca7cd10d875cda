"""Reduction modulo a prime by its shape, sum and difference: the residue in registers.

Each word of the residue is a sum of words of the product (Solinas, Generalized Mersenne Numbers, 1999). They are
added in chains, and a chain has at most one word for each place."""

from codegen.arm.listing import WORD_BITS, WORD_BYTES, Listing, at, listed
from codegen.arm.prime_field import PrimeField
from codegen.kernel_fields import UnsupportedField

RESIDUE = tuple(f"r{i}" for i in range(4, 12))
OVER = "lr"  # the signed part above the residue
TEMPORARY = ("r2", "r3", "r12")
MASK, *MASKED = TEMPORARY
DEAD = "r1"  # the address last loaded
ONES = (1 << WORD_BITS) - 1


def reduce(asm: Listing, field: PrimeField, c: str) -> None:
    """The residue, below p, of the 2n words at the address in register c, r1 or sp."""
    words = RESIDUE[: field.words]
    asm.block("The lower words, and what folds onto them.")
    asm("ldm", c, listed(words))
    asm("mov", OVER, "#0")
    upper = [[(j, m) for j, m in enumerate(row) if j >= field.words] for row in field.rows]
    loaded = Loaded(asm, c)
    for sign, start, go_on in ((1, "add", "adc"), (-1, "sub", "sbc")):
        entries = [[j for j, m in row for _ in range(sign * m)] for row in upper]
        for level in range(max(map(len, entries))):
            chain = [row[level] if level < len(row) else None for row in entries]
            _add_chain(asm, words, chain, (start, go_on), loaded)
    asm("adc", OVER, _fold(asm, field, field.words), "#0")
    _fold(asm, field, _places_of_second_fold(field, upper))  # nothing is above now: generalised_mersenne.h
    asm("mov", OVER, "#0")
    subtract_once(asm, field)


class Loaded:
    """Words of the product in registers, most recently used last."""

    def __init__(self, asm: Listing, c: str) -> None:
        self.asm, self.c, self.words = asm, c, dict.fromkeys(TEMPORARY)

    def __call__(self, j: int) -> str:
        """The register of word j, which is loaded if no register holds it."""
        register = next((r for r, word in self.words.items() if word == j), None)
        if register is None:
            register = next(iter(self.words))
            self.asm("ldr", register, at(self.c, WORD_BYTES * j))
        del self.words[register]
        self.words[register] = j
        return register


def _add_chain(asm: Listing, words: tuple, chain: list, mnemonics: tuple[str, str], loaded: Loaded) -> None:
    """Adds or subtracts a word of the product at each place."""
    start, go_on = mnemonics
    first = next(place for place, j in enumerate(chain) if j is not None)
    asm.block(f"{'+' if start == 'add' else '-'} " + ", ".join("0" if j is None else f"c[{j}]" for j in chain) + ".")
    for place in range(first, len(chain)):
        mnemonic = (start if place == first else go_on) + "s"
        asm(mnemonic, words[place], words[place], "#0" if chain[place] is None else loaded(chain[place]))
    asm(go_on, OVER, OVER, "#0")


def _places_of_second_fold(field: PrimeField, upper: list[list[tuple[int, int]]]) -> int:
    """The number of words that it can change. A borrow may run through all. If nothing is subtracted, the carry out
    of the first fold leaves less than (2^bits - p) times the greatest value that was above. With 2^bits - p added,
    that carries no further than its own words."""
    if -1 in field.coefficients:
        return field.words
    most = max(sum(m for _, m in row) for row in upper)
    return -(-((most + 1) * field.complement).bit_length() // WORD_BITS)


def _fold(asm: Listing, field: PrimeField, places: int) -> str:
    """Folds the part above: adds it times 2^bits mod p, which changes the words at so many places. The part above is
    then the carry plus the returned operand. The sign of the words below a place is the sign of the last
    coefficient."""
    asm.block("The part above folds.")
    minus, above, below = TEMPORARY
    sign = {1: "#0", -1: None}
    if -1 in field.coefficients:
        asm("asr", above, OVER, "#31")
        asm("rsb", minus, OVER, "#0")
        asm("asr", below, minus, "#31")
        sign = {1: above, -1: below}
    carried = "#0"
    for i, (word, coefficient) in enumerate(zip(RESIDUE[:places], field.coefficients, strict=False)):
        value = carried
        if coefficient:
            value = OVER if coefficient > 0 else minus
            if carried != "#0":
                asm("add", DEAD, value, carried)
                value = DEAD
            carried = sign[coefficient]
        asm("adcs" if i else "adds", word, word, value)
    if carried == "#0" and places == field.words:
        asm("mov", OVER, "#0")
        carried = OVER
    return carried


def subtract_once(asm: Listing, field: PrimeField) -> None:
    """Subtracts p from a number below 2 p unless it is below p. OVER is the number's bit 2^bits.

    The product of two elements never leaves p itself, since 0 is the only such product that is a multiple of p. A
    carry lost among the lower words, where the words of p are all ones, therefore shows only in sums and in
    reductions of other numbers."""
    asm.block("Subtract p if the residue plus 2^bits - p carries.")
    for i, (word, digit) in enumerate(zip(RESIDUE, _digits(field), strict=False)):
        if digit >> (WORD_BITS - 1):
            asm("sbcs" if i else "subs", MASK, word, f"#{(ONES ^ digit) + (i == 0)}")
        else:
            asm("adcs" if i else "adds", MASK, word, f"#{digit}")
    asm("adc", OVER, OVER, "#0")
    asm("rsb", MASK, OVER, "#0")
    add_masked(asm, field, ("add", "adc"))


def add_masked(asm: Listing, field: PrimeField, mnemonics: tuple[str, str]) -> None:
    """Adds or subtracts 2^bits - p if MASK is all ones."""
    digits = _digits(field)
    masked = {0: "#0", ONES: MASK}
    for digit in sorted(set(digits) - set(masked)):
        if len(masked) == 2 + len(MASKED):
            raise UnsupportedField(f"{field.name}: 2^{field.bits} - p has too many different words")
        masked[digit] = MASKED[len(masked) - 2]
        if digit >> (WORD_BITS - 1):
            asm("bic", masked[digit], MASK, f"#{ONES ^ digit}")
        else:
            asm("and", masked[digit], MASK, f"#{digit}")
    start, go_on = mnemonics
    for i, (word, digit) in enumerate(zip(RESIDUE, digits, strict=False)):
        asm((go_on if i else start) + "s", word, word, masked[digit])


def _digits(field: PrimeField) -> list[int]:
    """The words of 2^bits - p."""
    return [field.complement >> (WORD_BITS * i) & ONES for i in range(field.words)]

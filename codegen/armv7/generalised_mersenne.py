"""Arithmetic modulo a prime that is 2^bits minus a few powers of 2^32, with the upper words of a product in
registers.

Each word of the residue is a sum of words of the product (Solinas, Generalized Mersenne Numbers, 1999). They are
added in chains, and a chain has at most one word for each place. The residue is made in one or two parts; the carry
of a part is a signed word. Words that must be added twice are summed first and then doubled."""

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.arm.prime_field import PrimeField
from codegen.armv7.program import Program, Value, shifted
from codegen.kernel_fields import UnsupportedField

PLACES_MAX = 6  # the most words of a residue if it and the upper words of the product are in registers all at once
ONES = (1 << WORD_BITS) - 1

Levels = list[list[int | None]]


def reduce(program: Program, field: PrimeField, upper: list[Value | None]) -> list[Value]:
    """The residue of a product. Its lower words are in the frame; so are the upper ones that are None here."""
    n = field.words
    loaded = [program.load("sp", WORD_BYTES * (n + i)) if word is None else word for i, word in enumerate(upper)]
    if n <= PLACES_MAX:
        words, over = _part(program, field, range(n), loaded, None)
        return finish(program, field, words, over)
    half = n // 2
    lower, over = _part(program, field, range(half), loaded, None)
    for i, word in enumerate(lower):
        program.store(word, "sp", WORD_BYTES * i)
    words, over = _part(program, field, range(half, n), loaded, over)
    return finish(program, field, program.load_words(range(half)) + words, over)


def _part(
    program: Program, field: PrimeField, places: range, upper: list[Value], below: Value | None
) -> tuple[list[Value], Value]:
    """Words of the residue and the part above them, given the carry of the words below."""
    program.block(f"Words {places[0]} to {places[-1]} of the residue.")
    n = field.words
    rows = [field.rows[place][n:] for place in places]
    pairs = [[j for j, m in enumerate(row) for _ in range(max(m, 0) // 2)] for row in rows]
    singles = [[j for j, m in enumerate(row) if m > 0 and m % 2] for row in rows]
    negative = [[j for j, m in enumerate(row) for _ in range(-m)] for row in rows]
    is_doubled = any(pairs[:-1])
    if is_doubled:
        words, over = _doubled(program, field, pairs, upper)
    else:
        words, over = program.load_words(places), program.zero()
    _add_chains(program, words, over, singles, upper, ("add", "adc"))
    if below is not None:
        sign = program.new("asr", below, f"#{WORD_BITS - 1}")
        for i, word in enumerate(words):
            program("adcs" if i else "adds", word, word, sign if i else below)
        program("adc", over, over, sign)
    if pairs[-1] and not is_doubled:
        two = program.new("mov", "#2")
        for j in pairs[-1]:
            program("umlal", words[-1], over, upper[j], two)
    _add_chains(program, words, over, negative, upper, ("sub", "sbc"))
    if is_doubled:
        for i, other in enumerate(program.load_words(places)):
            program("adcs" if i else "adds", words[i], words[i], other)
        program("adc", over, over, "#0")
    return words, over


def _levels(entries: list[list[int]]) -> Levels:
    return [[row[level] if level < len(row) else None for row in entries] for level in range(max(map(len, entries)))]


def _doubled(
    program: Program, field: PrimeField, pairs: list[list[int]], upper: list[Value]
) -> tuple[list[Value], Value]:
    """Twice the sum of two words at each place, and the part above. The top word of a product of two elements is at
    most the top word of (p - 1)^2. If it stands alone at the last place, and that bound is not all ones, the sum
    carries nothing out of it."""
    first, second = _levels(pairs)
    words: list[Value] = []
    for i, j in zip(first, second, strict=True):
        other = "#0" if j is None else upper[j]
        words.append(program.new("adcs" if words else "adds", upper[i], other))
    over = program.zero()
    highest = (field.prime - 1) ** 2 >> WORD_BITS * (2 * field.words - 1)
    if first[-1] != field.words - 1 or second[-1] is not None or highest == ONES:
        program("adc", over, over, "#0")
    for i, word in enumerate(words):
        program("adcs" if i else "adds", word, word, word)
    program("adc", over, over, over)
    return words, over


def _add_chains(
    program: Program,
    words: list[Value],
    over: Value,
    entries: list[list[int]],
    upper: list[Value],
    mnemonics: tuple[str, str],
) -> None:
    """Adds or subtracts the upper words at each place."""
    start, go_on = mnemonics
    for chain in _levels(entries):
        first = next(place for place, j in enumerate(chain) if j is not None)
        for place in range(first, len(chain)):
            other = "#0" if chain[place] is None else upper[chain[place]]
            program((start if place == first else go_on) + "s", words[place], words[place], other)
        program(go_on, over, over, "#0")


def _has_signs(field: PrimeField) -> bool:
    """Whether reductions subtract words too."""
    return -1 in field.coefficients


def fold(program: Program, field: PrimeField, words: list[Value], over: Value) -> Value:
    """Adds the part above, a small word, times 2^bits mod p; returns the new part above. If reductions subtract
    words, that is signed, and the sign of the words below a place is the sign of the last coefficient."""
    coefficients = field.coefficients
    signs, minus = {1: "#0"}, None
    if _has_signs(field):
        minus = program.new("rsb", over, "#0")
        signs = {1: program.new("asr", over, f"#{WORD_BITS - 1}"), -1: program.new("asr", minus, f"#{WORD_BITS - 1}")}
    carried: Value | str = "#0"
    for i, (word, coefficient) in enumerate(zip(words, coefficients, strict=True)):
        value = carried
        if coefficient:
            value = over if coefficient > 0 else minus
            value = value if carried == "#0" else program.new("add", value, carried)
            carried = signs[coefficient]
        program("adcs" if i else "adds", word, word, value)
    if carried == "#0":
        carried = program.zero()
    return program.new("adc", carried, "#0")


def finish(program: Program, field: PrimeField, words: list[Value], over: Value) -> list[Value]:
    """The residue of words and a small signed word above them.

    After that word is folded, the number is between -p and 2 p, and the part above is -1, 0 or 1. The number is p or
    more if adding 2^bits - p to it carries; that test does not count if it is negative. The number is never p itself,
    since 0 is the only multiple of p among products of two elements. A carry lost among the lower words of the
    comparison, where the words of p are all ones, therefore shows only in sums."""
    program.block("The part above folds; then p is added or subtracted.")
    over = fold(program, field, words, over)
    if not _has_signs(field):
        return _less_p(program, field, words, over)
    _compare(program, field, words)
    carry = program.zero()
    program("adc", carry, carry, "#0")
    program("bic", carry, carry, shifted(over, f"lsr #{WORD_BITS - 1}"))
    program("add", over, over, carry)
    fold(program, field, words, over)
    return words


def _digits(field: PrimeField) -> list[int]:
    """The words of 2^bits - p."""
    return [field.complement >> (WORD_BITS * i) & ONES for i in range(field.words)]


def _compare(program: Program, field: PrimeField, words: list[Value]) -> None:
    """The carry: whether the words are p or more."""
    for i, (word, digit) in enumerate(zip(words, _digits(field), strict=True)):
        if digit >> (WORD_BITS - 1):
            program.new("sbcs" if i else "subs", word, f"#{(ONES ^ digit) + (i == 0)}")
        else:
            program.new("adcs" if i else "adds", word, f"#{digit}")


def _less_p(program: Program, field: PrimeField, words: list[Value], over: Value) -> list[Value]:
    """The residue of a number below 2 p, with the word `over` above."""
    _compare(program, field, words)
    program("adc", over, over, "#0")
    mask = program("rsb", over, over, "#0")
    return _change(program, field, words, mask, ("adds", "adcs"))


def _change(
    program: Program, field: PrimeField, words: list[Value], mask: Value, mnemonics: tuple[str, str]
) -> list[Value]:
    """Adds or subtracts 2^bits - p if the mask is all ones."""
    for i, (word, digit) in enumerate(zip(words, _digits(field), strict=True)):
        ones = digit.bit_count()
        if digit == (1 << ones) - 1:
            part = shifted(mask, f"lsr #{WORD_BITS - ones}") if 0 < ones < WORD_BITS else mask if ones else "#0"
        elif digit == ONES ^ (ONES >> ones):
            part = shifted(mask, f"lsl #{WORD_BITS - ones}")
        else:
            raise UnsupportedField(f"{field.name}: a word of 2^{field.bits} - p has ones in its middle")
        program(mnemonics[i > 0], word, word, part)
    return words


def add(program: Program, field: PrimeField) -> list[Value]:
    """a + b mod p."""
    words = program.combined(field.words, "adds", "adcs")
    over = program.zero()
    program("adc", over, over, "#0")
    return _less_p(program, field, words, over)


def subtract(program: Program, field: PrimeField) -> list[Value]:
    """a - b mod p."""
    words = program.combined(field.words, "subs", "sbcs")
    mask = program.new("sbc", words[0], words[0])
    return _change(program, field, words, mask, ("subs", "sbcs"))

"""Facts about a prime for the arithmetic of its field: its shape, found from the number itself, and the constants of
reduction, inversion and square roots."""

import dataclasses
from collections.abc import Callable

from codegen.addition_chains import Chain, chain_for
from codegen.fields import PRIMES

WORD_SIZES = (8, 16, 32, 64)
# 2^k - p of a pseudo-Mersenne prime has no more bits.
MAX_PSEUDO_MERSENNE_BITS = 33
# By word size: fields whose primes are -1 modulo powers of the word, so that Montgomery's quotients need no products.
FRIENDLY = {8: ("fp256r1",), 16: ("fp256r1",)}
# By word size: such fields whose elements are in Montgomery form in builds that define FRIENDLY_MACRO, as one of two
# kinds of processors gains by it.
FRIENDLY_BY_CHOICE = {32: ("fp256r1",)}
FRIENDLY_MACRO = "MC_FRIENDLY_MONTGOMERY"
# Fields of plain elements on 64-bit words, where the upper half of a product is folded: 2^(64 n) is a small number, by
# which the kernels of the first multiply, or 2.
FOLDED = ("fp255", "fp127")
# The largest coefficient of a generalised Mersenne prime.
MAX_COEFFICIENT = 2


@dataclasses.dataclass(frozen=True)
class PseudoMersenne:
    """p = 2^bits - c."""

    bits: int
    c: int

    def spare(self, word_bits: int) -> int:
        """Bits of an element's words beyond the prime's bits."""
        return -self.bits % word_bits

    def fold(self, word_bits: int) -> int:
        """2^(FP_WORDS MC_WORD_BITS) mod p, if c is small enough: c 2^spare."""
        return self.c << self.spare(word_bits)

    def fits(self, word_bits: int) -> bool:
        """Whether a number fits in FP_WORDS words after two folds and a carry: (fold + 1)^2 must fit there."""
        return (self.fold(word_bits) + 1) ** 2 <= 1 << (self.bits + self.spare(word_bits))


@dataclasses.dataclass(frozen=True)
class GeneralisedMersenne:
    """2^spare p = x^n - (coefficients[n-1] x^(n-1) + ... + coefficients[0]) with x = 2^block_bits."""

    block_bits: int
    coefficients: tuple[int, ...]
    spare: int

    def digit_bits(self, word_bits: int) -> int:
        """Bits of the digits for folding numbers: a word, or the largest part of a word that divides a block."""
        return max(d for d in WORD_SIZES if d <= word_bits and self.block_bits % d == 0)

    def quotient_rows(self) -> list[tuple[list[int], list[int]]]:
        """Column i of c + q p, for Montgomery's reduction of a product c if the prime is -1 modulo x: multiples of
        the blocks of c and of q. Block i of q equals column i of the n lower columns and cancels it; its multiple
        there is left out."""
        n = len(self.coefficients)
        multiples = [-c for c in self.coefficients[1:]] + [1]  # terms of p from x^1 to x^n
        rows = []
        for i in range(2 * n):
            quotients = [multiples[i - j - 1] if 0 < i - j <= n else 0 for j in range(n)]
            rows.append(([int(i == j) for j in range(2 * n)], quotients))
        return rows

    def rows(self) -> list[list[int]]:
        """Row b: the multiples of a product's 2 n blocks that are added to block b of its residue (Solinas 1999)."""
        n = len(self.coefficients)
        columns = [[int(i == b) for b in range(n)] for i in range(n)]
        for _ in range(n):
            *lower, top = columns[-1]
            columns.append([low + top * c for low, c in zip([0, *lower], self.coefficients, strict=True)])
        return [[column[b] for column in columns] for b in range(n)]


Shape = PseudoMersenne | GeneralisedMersenne


def _signed_digits(value: int, count: int, bits: int) -> tuple[int, ...] | None:
    """`value` in `count` digits in base 2^bits with no digit above MAX_COEFFICIENT, or None."""
    digits = []
    for _ in range(count):
        digit = (value + MAX_COEFFICIENT) % (1 << bits) - MAX_COEFFICIENT
        if digit > MAX_COEFFICIENT:
            return None
        digits.append(digit)
        value = (value - digit) >> bits
    return None if value else tuple(digits)


def shape(p: int) -> Shape | None:
    """The prime's shape: the fewest blocks if it is a generalised Mersenne number."""
    bits = p.bit_length()
    if ((1 << bits) - p).bit_length() <= MAX_PSEUDO_MERSENNE_BITS:
        return PseudoMersenne(bits, (1 << bits) - p)
    for spare in (0, 1):
        for count in range(2, bits // 16 + 1):
            block_bits, rest = divmod(bits + spare, count)
            if rest or block_bits % 8:
                continue
            coefficients = _signed_digits((1 << (bits + spare)) - (p << spare), count, block_bits)
            if coefficients:
                return GeneralisedMersenne(block_bits, coefficients, spare)
    return None


def has_special_reduction(p: int, word_bits: int) -> bool:
    """Whether reduce_special exists in a build of that word size."""
    found = shape(p)
    return isinstance(found, GeneralisedMersenne) or (found is not None and found.fits(word_bits))


def is_montgomery(field: str, word_bits: int, by_choice: bool = False) -> bool:
    """Whether elements are in Montgomery form in a build of that word size: on 64-bit words, as their kernels need, but
    for FOLDED; if the prime has no shape; and if kernels gain by it (docs/arithmetic/prime-fields.md has the figures).
    `by_choice`: in a build that defines FRIENDLY_MACRO."""
    if word_bits == 64:
        return field not in FOLDED
    friendly = FRIENDLY.get(word_bits, ()) + (FRIENDLY_BY_CHOICE.get(word_bits, ()) if by_choice else ())
    return field in friendly or not has_special_reduction(PRIMES[field], word_bits)


def per_form(field: str, word_bits: int, text_of: Callable[[bool], str]) -> str:
    """The text of one word size, which is given whether the build chooses Montgomery form; under a condition if the
    field leaves that open."""
    if field not in FRIENDLY_BY_CHOICE.get(word_bits, ()):
        return text_of(False)
    return f"#ifdef {FRIENDLY_MACRO}\n{text_of(True)}#else\n{text_of(False)}#endif\n"


def _words(value: int, count: int, word_bits: int) -> str:
    digits = word_bits // 4
    mask = (1 << word_bits) - 1
    return "{" + ", ".join(f"0x{value >> (i * word_bits) & mask:0{digits}x}" for i in range(count)) + "}"


def _pseudo_mersenne_lines(found: PseudoMersenne, word_bits: int) -> list[str]:
    fold = found.fold(word_bits)
    words = -(-fold.bit_length() // word_bits)
    lines = ["#define FP_PSEUDO_MERSENNE", f"#define FP_FOLD_WORDS {words}"]
    lines += [f"#define FP_FOLD {_words(fold, words, word_bits)}"]
    if found.spare(word_bits):
        lines += [f"#define FP_PSEUDO_MERSENNE_C {found.c}"]
    return lines


def _sum(terms: list[tuple[int, str]]) -> str:
    """A sum of multiples as C writes it."""
    text = ""
    for factor, term in terms:
        if factor:
            sign = "-" if factor < 0 else "+"
            text += f" {sign} " if text else sign.strip("+")
            text += (f"{abs(factor)} * " if abs(factor) > 1 else "") + term
    return text or "0"


def _generalised_mersenne_lines(found: GeneralisedMersenne) -> list[str]:
    rows = found.rows()
    sums = [_sum([(factor, f"T({i})") for i, factor in enumerate(row)]) for row in rows]
    folds = [_sum([(factor, "top")]) for factor in found.coefficients]
    lines = [
        "#define FP_GENERALISED_MERSENNE",
        f"#define FP_BLOCK_BITS {found.block_bits}",
        f"#define FP_BLOCKS {len(rows)}",
        "#define FP_ROWS(ROW) \\\n    " + " \\\n    ".join(f"ROW({b}, {text})" for b, text in enumerate(sums)),
        "#define FP_FOLD_ROWS(ROW) " + " ".join(f"ROW({b}, {text})" for b, text in enumerate(folds)),
    ]
    if found.spare or found.coefficients[0] != 1:
        return lines
    return [*lines, *_quotient_lines(found)]


def _quotient_lines(found: GeneralisedMersenne) -> list[str]:
    """FP_QUOTIENT_ROWS makes the quotient's blocks, FP_REST_ROWS those of the residue."""
    texts = []
    for own, quotients in found.quotient_rows():
        terms = [(c, f"T({i})") for i, c in enumerate(own)] + [(c, f"Q({i})") for i, c in enumerate(quotients)]
        texts.append(_sum(terms))
    n = len(found.coefficients)
    return [
        f"#define {name}(ROW) \\\n    " + " \\\n    ".join(f"ROW({b}, {text})" for b, text in enumerate(part))
        for name, part in (("FP_QUOTIENT_ROWS", texts[:n]), ("FP_REST_ROWS", texts[n:]))
    ]


def _word_size_lines(field: str, word_bits: int) -> list[str]:
    """Lines of generated/field/<field>.h for one word size."""
    p = PRIMES[field]
    form = per_form(field, word_bits, lambda by: f"#define FP_MONTGOMERY {int(is_montgomery(field, word_bits, by))}\n")
    lines = form.splitlines()
    if not has_special_reduction(p, word_bits):
        return lines
    found = shape(p)
    if isinstance(found, PseudoMersenne):
        return lines + _pseudo_mersenne_lines(found, word_bits)
    return [*lines, f"#define FP_DIGIT_BITS {found.digit_bits(word_bits)}"]


def reciprocal_bits(p: int) -> int:
    """s such that floor(2^s / p) is a number of 25 bits, for quotients of numbers that are a little longer than p."""
    return p.bit_length() + 24


def _shape_text(found: Shape | None) -> list[str]:
    """The shape as a comment."""
    if isinstance(found, PseudoMersenne):
        return [f"/* p = 2^{found.bits} - {found.c} */"]
    if isinstance(found, GeneralisedMersenne):
        lowest, *others = found.coefficients
        powers = [(-c, f"2^{found.block_bits * i}") for i, c in enumerate(others, 1)][::-1]
        first = f"2^{found.block_bits * len(found.coefficients)}"
        text = _sum([(1, first), *powers, (-1 if lowest > 0 else 1, str(abs(lowest)))])
        return [f"/* {'2 ' if found.spare else ''}p = {text.replace(' * ', ' ')} */"]
    return []


def header_lines(field: str) -> list[str]:
    """Lines of generated/field/<field>.h: form of the elements and shape of the prime."""
    p = PRIMES[field]
    lines = [f"#define FP_BITS {p.bit_length()}"]
    lines += [f"#define FP_RECIPROCAL {(1 << reciprocal_bits(p)) // p}UL /* 2^(FP_BITS + 24) / p, rounded down */"]
    found = shape(p)
    lines += _shape_text(found)
    if isinstance(found, GeneralisedMersenne):
        lines += _generalised_mersenne_lines(found)
    for i, word_bits in enumerate(WORD_SIZES):
        lines += [f"#{'elif' if i else 'if'} MC_WORD_BITS == {word_bits}", *_word_size_lines(field, word_bits)]
    return [*lines, "#endif"]


def two_adic(p: int) -> tuple[int, int]:
    """s and odd q with p - 1 = 2^s q."""
    s = ((p - 1) & -(p - 1)).bit_length() - 1
    return s, (p - 1) >> s


def root_exponent(p: int) -> int:
    """The exponent that the chain of the square root computes: (p - 3) / 4, (p - 5) / 8 or (q - 1) / 2."""
    return (two_adic(p)[1] - 1) // 2


def nonresidue(p: int) -> int:
    """The smallest number that is no square."""
    return next(z for z in range(2, p) if pow(z, (p - 1) // 2, p) == p - 1)


def _chain_lines(name: str, chain: Chain) -> list[str]:
    steps = ", ".join(f"{{{s.squarings}, {s.start}, {s.factor}, {s.result}}}" for s in chain.steps)
    return [f"#define {name} {{{steps}}}", f"#define {name}_REGISTERS {chain.registers}"]


def constant_lines(field: str) -> list[str]:
    """Lines of generated/fp/data/<field>.h that are the same at every word size."""
    p = PRIMES[field]
    s = two_adic(p)[0]
    lines = _chain_lines("FP_INVERSION_CHAIN", chain_for(p - 2))
    lines += [f"#define FP_TWO_ADICITY {s}"]
    return lines + _chain_lines("FP_ROOT_CHAIN", chain_for(root_exponent(p)))


def word_size_constants(field: str, word_bits: int) -> list[str]:
    """Lines of generated/fp/data/<field>.h for one word size, after the prime itself."""
    p = PRIMES[field]
    count = -(-p.bit_length() // word_bits)
    radix = 1 << (count * word_bits)
    s, q = two_adic(p)
    lines = [f"#define FP_BARRETT {_words(radix * radix // p, count + 1, word_bits)}"]
    if s > 2:
        root = pow(nonresidue(p), q, p) * (radix if is_montgomery(field, word_bits) else 1) % p
        lines += [f"#define FP_ROOT_OF_UNITY {_words(root, count, word_bits)}"]
    return lines

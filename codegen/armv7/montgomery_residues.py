"""Arithmetic in Montgomery form modulo p = 2^256 - 2^224 + 2^192 + 2^96 - 1, for kernels that compute several products.

p is -1 modulo 2^96. So the quotients of Montgomery's reduction are words of the sum itself: for a product t, word i
of q is word i of t + q (p + 1), which depends on words of q below i alone. The words of p + 1 are 1 at the places 3, 6
and 8, and -1 at 7. Word i of q is therefore added at the places i + 3 and i + 6, and by one UMAAL, times
2^32 - 1, at the places i + 7 and i + 8.

Bounds. A product of numbers a, b of 8 words gives r = (a b + q p) / 2^256 < a b / 2^256 + p: 8 words and a bit above
them. If a or b is below p, r is below 2 p, so one subtraction makes it a residue (`canonical`). Otherwise p is taken
off if that bit is set, which leaves 8 words (`weak`)."""

from codegen.arm.listing import WORD_BITS
from codegen.armv7.program import Program, Value, shifted
from codegen.armv7.weak_residues import WORDS, Place, WeakResidues
from codegen.kernel_fields import PrimeField, UnsupportedField

ALL_ONES = "#0xffffffff"
SOURCE = "Montgomery 1985; Solinas, Generalized Mersenne Numbers, 1999; the order of the sums is ours"


def check(field: PrimeField) -> None:
    """UnsupportedField unless the arithmetic here serves the field."""
    if field.prime != 2**256 - 2**224 + 2**192 + 2**96 - 1:
        raise UnsupportedField(f"{field.name}: the quotients here are those of 2^256 - 2^224 + 2^192 + 2^96 - 1")


def canonical(program: Program, words: list[Value], over: Value) -> list[Value]:
    """The residue of a number below 2 p, with a word `over` above: p is subtracted, and added again if that borrows."""
    for i, word in enumerate(words):
        part = {6: "#1", 7: ALL_ONES}.get(i, ALL_ONES if i < 3 else "#0")
        program("sbcs" if i else "subs", word, word, part)
    return add_prime(program, words, program("sbc", over, over, "#0"))


def add_prime(program: Program, words: list[Value], mask: Value) -> list[Value]:
    """Adds p if the mask is all ones."""
    for i, word in enumerate(words):
        part = {6: shifted(mask, f"lsr #{WORD_BITS - 1}"), 7: mask}.get(i, mask if i < 3 else "#0")
        program("adcs" if i else "adds", word, word, part)
    return words


def less_primes(program: Program, words: list[Value], over: Value) -> Value:
    """Subtracts p over + 1 times from a number with a word `over` above, from 0 to 2^30; returns a mask of all ones if
    that is below 0, where p makes it the residue. Otherwise it is one already: p is 2^256 - c for a small c, so that
    the words and c that many times, which is what they become, are below 2^256 + c (over + 1)."""
    times = program.new("add", over, "#1")
    for i, word in enumerate(words):
        # c is 2^224 - 2^192 - 2^96 + 1. To subtract adds the inverted bits, and 1 unless there is a borrow.
        part = {0: times, 3: over, 6: times, 7: over}.get(i, "#0")
        program("adds" if i == 0 else "adcs" if i in (1, 2, 7) else "sbcs", word, word, part)
    return program.new("sbc", over, over)


def weak(program: Program, words: list[Value], over: Value) -> list[Value]:
    """8 words of the number with a word `over` above, 0 or 1; p is subtracted if that is 1."""
    mask = program.new("rsb", over, "#0")
    for i, word in enumerate(words):
        part = {0: over, 6: shifted(mask, "lsl #1")}.get(i, mask if 3 <= i < 6 else "#0")
        program("adcs" if i else "adds", word, word, part)
    return words


class MontgomeryResidues(WeakResidues):
    """Writes operations into a program. `room`: the place of 7 words that hold the lower words of a product, which
    become words of q."""

    first_words = 5  # of a factor, so that a register is free for a word of q
    held_from = WORDS - 1

    def product(self, result: Place, a: Place, b: Place) -> None:
        """r = a b / R mod p; a or b is below p."""
        self.store(canonical(self.program, *self.sum_of_product(a, b)), result)

    def square(self, result: Place, a: Place) -> None:
        """r = a^2 / R mod p; a is below p."""
        self.store(canonical(self.program, *self.sum_of_square(a)), result)

    def sum_of_product(self, a: Place, b: Place) -> tuple[list[Value], Value]:
        """8 words and a bit above: a b / R modulo p."""
        held, upper = self.integer_product(a, b)
        return self._reduce_ready(held[WORDS - 1], upper)

    def entering_first(self, place: int) -> Value | None:
        """Words 0 to 4 of q, at the places 3 to 7."""
        return self._quotients(place - 3)[0] if place >= 3 else None

    def entering_second(self, place: int) -> Value | None:
        """Words 0 and 1 of q, at the places 6 and 7."""
        return self._quotients(place - 6)[0] if place >= 6 else None

    def _quotients(self, *places: int) -> list[Value]:
        return self.load_room(places)

    def _reduce_ready(self, seventh: Value, upper: list[Value]) -> tuple[list[Value], Value]:
        """The sum above the words that become 0, if words of q have been added at the places below 8, but not at 7 the
        one that is subtracted there."""
        program = self.program
        (carry,) = self._quotients(0)
        program("subs", seventh, seventh, carry)
        program("sbc", carry, carry, "#0")
        fifth, sixth = self._add_quotients(seventh, upper, carry, "adds")
        over = program.zero()
        program("adc", over, over, "#0")
        return self._finish(upper, [fifth, sixth, seventh, "#0", "#0", "#0", over, carry], "adds")

    def _add_quotients(self, seventh: Value, upper: list[Value], carry: Value, start: str) -> list[Value]:
        """Adds words 1 to 7 of q by UMAAL, and words 2 to 7 six places above, in the flags; returns words 5 and 6."""
        program = self.program
        ones = program.new("mov", ALL_ONES)
        last: list[Value] = []
        for pair in ((1, 2), (3, 4), (5, 6), (7,)):
            before, last = last, self._quotients(*pair) if pair != (7,) else [seventh]
            for i, word in zip(pair, last, strict=True):
                if i >= 2:
                    program(start if i == 2 else "adcs", upper[i - 2], upper[i - 2], word)
                program("umaal", upper[i - 1], carry, word, ones)
        return before

    def _finish(self, upper: list[Value], parts: list[Value | str], start: str) -> tuple[list[Value], Value]:
        """The last addition, and its carry."""
        program = self.program
        for i, (word, part) in enumerate(zip(upper, parts, strict=True)):
            program("adcs" if i else start, word, word, part)
        over = program.zero()
        return upper, program("adc", over, over, "#0")

    def sum_of_square(self, a: Place) -> tuple[list[Value], Value]:
        """8 words and a bit above: a^2 / R modulo p."""
        seventh, *upper = SquareColumns(self, a).write()
        return self._reduce(seventh, upper)

    def _reduce(self, seventh: Value, upper: list[Value]) -> tuple[list[Value], Value]:
        """The sum above the words that become 0. Words 0 to 5 of q are added three places above them, in the flags,
        whose carry then waits as a mask; words 0 to 7 six places above; words 6 and 7 three places above at last."""
        program = self.program
        (q0, q3) = self._quotients(0, 3)
        program("adds", q3, q3, q0)
        (q1, q4) = self._quotients(1, 4)
        self.keep(q3, 3)
        program("adcs", q4, q4, q1)
        (q2, q5) = self._quotients(2, 5)
        self.keep(q4, 4)
        program("adcs", q5, q5, q2)
        sixth, q3 = self._quotients(6, 3)
        self.keep(q5, 5)
        program("adcs", sixth, sixth, q3)
        (q4,) = self._quotients(4)
        program("adcs", seventh, seventh, q4)
        program("adcs", upper[0], upper[0], q5)
        borrow = program.new("sbc", q5, q5)  # -1 if there is no carry
        program("subs", seventh, seventh, q0)
        carry = program.new("sbc", q0, "#0")
        program("adds", sixth, sixth, q0)
        program("adcs", seventh, seventh, q1)
        self.keep(sixth, 6)
        self._add_quotients(seventh, upper, carry, "adcs")
        over = program.zero()
        program("adc", over, over, "#0")
        (q6,) = self._quotients(6)
        program.new("rsbs", borrow, "#0")
        words, above = self._finish(upper[1:], [q6, seventh, "#0", "#0", "#0", over, carry], "adcs")
        return [upper[0], *words], above


class SquareColumns:
    """The columns of a square, least significant first, with all words of the factor in registers. Each product of
    different words adds a carry out of the column below, if there is one, and makes a carry into the column above. The
    sum is doubled, and the square of a word is added; the carry of the doubling is in the flags, that of the squares in
    a register."""

    def __init__(self, residues: MontgomeryResidues, a: Place) -> None:
        self.residues, self.program = residues, residues.program
        self.factor = residues.load(a, range(WORDS))
        self.carries: list[Value] = []

    def write(self) -> list[Value]:
        """Words 7 to 15; the others are in the room."""
        program, a = self.program, self.factor
        carry, zero = Value(), Value()
        lowest = Value()
        program("umull", lowest, carry, a[0], a[0])
        self.residues.keep(lowest, 0)
        program("mov", zero, "#0")
        found = []
        for k in range(1, 2 * WORDS - 2):
            word = self._products(k)
            program("adcs" if k > 1 else "adds", word, word, word)
            half = zero if k % 2 else a[k // 2]
            program("umaal", word, carry, half, half)
            if k < WORDS - 1:
                self.residues.keep(word, k)
            else:
                found.append(word)
        (top,) = self.carries
        program("adcs", top, top, top)
        program("umaal", top, carry, a[-1], a[-1])
        return [*found, top, program("adc", carry, carry, "#0")]

    def _products(self, k: int) -> Value:
        """The sum of the products a[i] a[j] with i < j and i + j = k, and of the carries into the column."""
        program, a = self.program, self.factor
        pairs = [(i, k - i) for i in range(max(0, k - WORDS + 1), (k + 1) // 2)]
        waiting, made = self.carries, []
        if len(waiting) > len(pairs):
            word = waiting.pop()
        elif len(waiting) == len(pairs):
            word = program.zero()
        else:
            i, j = pairs.pop(0)
            word, above = Value(), Value()
            program("umull", word, above, a[i], a[j])
            made.append(above)
        for i, j in pairs:
            above = waiting.pop(0)
            program("umaal", word, above, a[i], a[j])
            made.append(above)
        self.carries = made
        return word

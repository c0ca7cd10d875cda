"""Multiplication in binary fields by products of integers, which reads no table: Karatsuba's method down to words.

The bits of a word are divided into five classes by their places modulo 5. A product of two such parts has a small sum
of ones at every fifth place. At most 32 pairs of bits meet at a place, and fewer than 32 are added, so that no sum
reaches the next used place. The lowest bit of a sum is the bit of the product of polynomials."""

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.binary_reduction import reduce
from codegen.armv7.kernel import Kernel
from codegen.armv7.program import Program, Value, shifted
from codegen.kernel_fields import BinaryField, UnsupportedField

CLASSES = 5
MASK = sum(1 << i for i in range(0, WORD_BITS, CLASSES))
FULL = (WORD_BITS - 1) % CLASSES  # the class of the place where 32 pairs meet
WORDS_MAX = 9

Places = tuple[int, ...]  # words of the frame that stand for their sum


def _masked(program: Program, value: Value, mask: Value, number: int) -> Value:
    return program.new("and", value, shifted(mask, f"lsl #{number}") if number else mask)


def _sum(program: Program, places: Places) -> Value:
    first, *others = [program.load("sp", WORD_BYTES * place) for place in places]
    for other in others:
        program("eor", first, first, other)
    return first


class Multiplier:
    """Products of words of the frame; `mask` is in a register. All but one of the upper words of the classes
    meanwhile wait in the frame, from `spilled` on."""

    def __init__(self, program: Program, spilled: int) -> None:
        self.program, self.spilled = program, spilled
        self.end = spilled + CLASSES - 1  # of the frame
        self.mask = program.new("movw", f"#{MASK & 0xFFFF:#x}")
        program("movt", self.mask, f"#{MASK >> 16:#x}")

    def word(self, x: Places, y: Places, c: int) -> None:
        """Adds the product of two words to places c and c + 1."""
        program = self.program
        parts = []
        for places in (x, y):
            value = _sum(program, places)
            parts.append([_masked(program, value, self.mask, i) for i in range(CLASSES)])
        order = [r for r in range(CLASSES) if r != FULL] + [FULL]
        total = None
        for number, r in enumerate(order):
            low, high = self._class(parts, r)
            program("and", low, low, shifted(self.mask, f"lsl #{r}") if r else self.mask)
            upper = (r - WORD_BITS) % CLASSES
            program("and", high, high, shifted(self.mask, f"lsl #{upper}") if upper else self.mask)
            total = program("orr", total, total, low) if total else low
            if r != FULL:
                program.store(high, "sp", WORD_BYTES * (self.spilled + number))
        for other in program.load_words(range(self.spilled, self.spilled + CLASSES - 1)):
            program("orr", high, high, other)
        program.store(total, "sp", WORD_BYTES * c)
        program.store(high, "sp", WORD_BYTES * (c + 1))

    def _class(self, parts: list[list[Value]], r: int) -> tuple[Value, Value]:
        """The sum of the products of those parts whose class numbers add up to r modulo 5."""
        program, low, high = self.program, Value(), Value()
        pairs = [(parts[0][i], parts[1][(r - i) % CLASSES]) for i in range(CLASSES)]
        for i, pair in enumerate(pairs[: CLASSES - (r == FULL)]):
            program("umlal" if i else "umull", low, high, *pair)
        if r == FULL:
            other_low, other_high = Value(), Value()
            program("umull", other_low, other_high, *pairs[-1])
            program("eor", low, low, other_low)
            program("eor", high, high, other_high)
        return low, high

    def words(self, x: list[Places], y: list[Places], c: int, free: int) -> None:
        """Adds the product of several words to the places from c on; the places from `free` on hold sums and
        products."""
        n = len(x)
        if n == 1:
            self.word(x[0], y[0], c)
            return
        self.program.block(f"Words {c} to {c + 2 * n - 1} of the frame: a product of {n} words.")
        count = 3 if n % 3 == 0 and n != 6 else 2
        size = n // count
        parts = [[operand[i : i + size] for i in range(0, n, size)] for operand in (x, y)]
        for i in range(count):
            self.words(parts[0][i], parts[1][i], c + 2 * size * i, free)
        across = []
        for i in range(count):
            for j in range(i + 1, count):
                sums = [self._sums(part[i], part[j], free + size * k) for k, part in enumerate(parts)]
                free += 0 if size == 1 else 2 * size
                across.append(free)
                self.words(*sums, free, free + 2 * size)
                free += 2 * size
                self.end = max(self.end, free)
        for k in range(size):
            (self._combine_three if count == 3 else self._combine_two)(size, c + k, [place + k for place in across])

    def _sums(self, one: list[Places], other: list[Places], place: int) -> list[Places]:
        """The sums of the words of two parts; sums of several words are stored at that place."""
        if len(one) == 1:
            return [one[0] + other[0]]
        for i, (first, second) in enumerate(zip(one, other, strict=True)):
            self.program.store(_sum(self.program, first + second), "sp", WORD_BYTES * (place + i))
        return [(place + i,) for i in range(len(one))]

    def _load(self, places: list[int]) -> list[Value]:
        return [self.program.load("sp", WORD_BYTES * place) for place in places]

    def _add(self, *values: Value) -> Value:
        """The sum, in a new value."""
        total = self.program.new("eor", *values[:2])
        for value in values[2:]:
            self.program("eor", total, total, value)
        return total

    def _combine_two(self, size: int, c: int, across: list[int]) -> None:
        """Adds the middle product of two parts to the products of the parts, each a word of a half."""
        p0, p1, q0, q1 = self._load([c + size * i for i in range(4)])
        m0, m1 = self._load([across[0], across[0] + size])
        inner = self._add(p1, q0)
        self.program.store(self._add(inner, p0, m0), "sp", WORD_BYTES * (c + size))
        self.program.store(self._add(inner, q1, m1), "sp", WORD_BYTES * (c + 2 * size))

    def _combine_three(self, size: int, c: int, across: list[int]) -> None:
        """The same for three parts; the middle products are those of parts 0 and 1, 0 and 2, 1 and 2."""
        p0, p1, q0, q1, r0, r1 = self._load([c + size * i for i in range(6)])
        lower, upper = self._add(p1, q0), self._add(q1, r0)
        middle = self._add(lower, upper)
        one, two, three = across
        words = [self._add(lower, p0, *self._load([one]))]
        words.append(self._add(middle, p0, *self._load([one + size, two])))
        words.append(self._add(middle, r1, *self._load([two + size, three])))
        words.append(self._add(upper, r1, *self._load([three + size])))
        for i, word in enumerate(words, start=1):
            self.program.store(word, "sp", WORD_BYTES * (c + size * i))


def mul_reduce_integer_products(field: BinaryField) -> Kernel:
    """r = a b mod f."""
    n = field.words
    if n > WORDS_MAX or (n % 2 and n % 3):
        raise UnsupportedField(
            f"{field.name}: elements of {n} words, which no two or three parts of the kernel make up"
        )
    # The frame: the product, a, b, upper words of classes, and sums and products of the levels.
    program = Program(3)
    for base, place in zip(program.arguments[1:], (2 * n, 3 * n), strict=True):
        for i, word in enumerate(program.load_next(base, n)):
            program.store(word, "sp", WORD_BYTES * (place + i))
    multiplier = Multiplier(program, 4 * n)
    a, b = ([(place + i,) for i in range(n)] for place in (2 * n, 3 * n))
    multiplier.words(a, b, 0, 4 * n + CLASSES - 1)
    program.frame_bytes = WORD_BYTES * (multiplier.end + multiplier.end % 2)
    program.store_result(reduce(program, field, lambda place: program.load("sp", WORD_BYTES * place)))
    asm, stack_bytes = program.listing()
    return Kernel(
        field=field,
        function="mul_reduce_integer_products",
        header={
            "name": "integer-products",
            "family": "fb-mul-reduce",
            "summary": "products of integers with gaps between their bits, Karatsuba's method down to words, reduced",
            "source": "Pornin, BearSSL's notes on GHASH; Karatsuba and Ofman 1963; classes modulo 5 are ours",
            "domain": "any a, b",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *r, const uint32_t *a, const uint32_t *b",
        operation=("r = a b mod f; r may be a or b.",),
        asm=asm,
        stack_bytes=stack_bytes,
    )

"""FourQ for ARM with UMAAL: products, squares and sums in F_p^2 = F_p(u), p = 2^127 - 1 (src/fourq/fourq.h).

Coefficients are from 0 to p, in four words. A product is reduced row by row from its lower end, as by Montgomery, so
that the sum stays in four registers: modulo 2^127 - 1 a division by 2^32 is a rotation. Four rows divide by 2^128,
which is 2: products are halved, and elements are held twice as large (FOURQ_HALVES)."""

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.kernel import Kernel
from codegen.armv7.loops import STACK_BYTES, Loop, LoopKernel
from codegen.armv7.program import TOP_BIT, Program, Value, shifted
from codegen.kernel_fields import PrimeField, UnsupportedField

WORDS = 4
PRIME = 2**127 - 1
HALF_BYTES = WORD_BYTES * WORDS
SIGN = f"lsr #{WORD_BITS - 1}"
DOMAIN = "Domain: coefficients below 2^127."
ONE, TWO = "uint32_t *r, const uint32_t *a", "uint32_t *r, const uint32_t *a, const uint32_t *b"


def _kernel(field: PrimeField, name: str, parameters: str, operation: str, program: Program) -> Kernel:
    if field.prime != PRIME:
        raise UnsupportedField(f"{field.name}: p = 2^127 - 1 alone")
    asm, stack_bytes = program.listing()
    return Kernel(
        field=field,
        function=f"fourq_{name}",
        header={},
        parameters=parameters,
        operation=(
            operation.format(" in F_p(u), u^2 = -1") + ".",
            "Constant time: the same instructions and addresses for every input.",
            DOMAIN,
        ),
        asm=asm,
        stack_bytes=stack_bytes,
    )


def _load(program: Program, base: Value | str, offset: int) -> list[Value]:
    return [program.load(base, offset + WORD_BYTES * i) for i in range(WORDS)]


def _store(program: Program, words: list[Value], base: Value | str, offset: int) -> None:
    for i, word in enumerate(words):
        program.store(word, base, offset + WORD_BYTES * i)


def _chain(program: Program, start: str, go_on: str, words: list[Value], others: list[Value | str]) -> None:
    """words += others, or less them, with the carries of all but the last word."""
    for i, (word, other) in enumerate(zip(words, others, strict=True)):
        program(go_on if i else start, word, word, other)


def _fold_sum(program: Program, words: list[Value]) -> None:
    """A number of 128 bits, at most 2 p, becomes one from 0 to p."""
    above = program.new("mov", shifted(words[-1], SIGN))
    program("bic", words[-1], words[-1], TOP_BIT)
    _chain(program, "adds", "adcs", words, [above, "#0", "#0", "#0"])


def _fold_difference(program: Program, words: list[Value]) -> None:
    """A number from -p to p, modulo 2^128, becomes one from 0 to p: 2^127 less 1 is added to a negative one."""
    below = program.new("mov", shifted(words[-1], SIGN))
    program("bic", words[-1], words[-1], TOP_BIT)
    _chain(program, "subs", "sbcs", words, [below, "#0", "#0", "#0"])


def _doubled(program: Program, words: list[Value]) -> None:
    """A number from 0 to p becomes twice it, modulo p."""
    _chain(program, "adds", "adcs", words, words)
    above = program.new("mov", shifted(words[-1], SIGN))
    program("bic", words[-1], words[-1], TOP_BIT)
    program("orr", words[0], words[0], above)


def _residue(program: Program, words: list[Value]) -> list[Value]:
    """A number t of _Sum as one from 0 to p: only 2^128 - 1 would give 2^127, and t, which begins at 0, is never that.
    For t' = 2^128 - 1 the row before would need t = 2^128 - 1, too."""
    program.block("The bit above 2^127 counts once.")
    _fold_sum(program, words)
    return words


class _Sum:
    """t, a number of 128 bits in registers, to which rows of products are added: a row makes (t + a f)/2^32 modulo p
    for a word f. The lowest word w of t + a f goes to the upper end, as w/2^32 is w 2^95.

    For a up to p the new t is at most (2^128 - 1 + p (2^32 - 1)) / 2^32 + 2^95 (2^32 - 1) < 2^128. After a product,
    four rows, t is (t + a b)/2."""

    def __init__(self, program: Program, to_the_end: Value | None = None) -> None:
        """to_the_end: 2^31, if it is in a register."""
        self.program = program
        self.words: list[Value] = []
        self.to_the_end = to_the_end or program.new("mov", f"#{1 << (WORD_BITS - 1):#x}")

    def row(self, a: list[Value], factor: Value) -> None:
        program = self.program
        if self.words:
            carry = program.zero()
            for word, other in zip(self.words, a, strict=True):
                program("umaal", word, carry, other, factor)
            self.words.append(carry)
        else:
            low, high = Value(), Value()
            program("umull", low, high, a[0], factor)
            self.words = [low, high]
            for other in a[1:]:
                self.words.append(program.zero())
                program("umaal", *self.words[-2:], other, factor)
        lowest = self.words.pop(0)
        program("umlal", *self.words[-2:], lowest, self.to_the_end)

    def add(self, a: list[Value], b: Value, twice: bool = False, complement: bool = False) -> None:
        """Adds the product of a and the words at b, or of p less that number, or of twice it, which is below 2^128; b
        advances past them. No other instruction of a row changes the flags."""
        program = self.program
        for i in range(0, WORDS, 2):
            pair = program.load_next(b, 2)
            for j, factor in enumerate(pair, start=i):
                if twice:
                    program("adcs" if j else "adds", factor, factor, factor)
                if complement:
                    program("mvn", factor, factor)
                    if j == WORDS - 1:
                        program("bic", factor, factor, TOP_BIT)
                self.row(a, factor)


def _store_result(program: Program, imaginary: list[Value], real: int) -> None:
    """Of the real part, the place in the frame."""
    program.block("Store r.")
    r = program.load("sp", program.frame_bytes)
    _store(program, imaginary, r, HALF_BYTES)
    _store(program, program.load_words(range(real, real + WORDS)), r, 0)


def product(field: PrimeField) -> Kernel:
    """r = a b / 2. The first of two products is halved twice, so that its b is doubled."""
    real, a_at, b_at = 0, WORDS, WORDS + 1
    program = Program(3, WORD_BYTES * (WORDS + 2))
    _, a, b = program.arguments
    program.store(a, "sp", WORD_BYTES * a_at)
    program.store(b, "sp", WORD_BYTES * b_at)
    program.block("a0 b0 + a1 (p - b1)")
    total = _Sum(program)
    total.add(program.load_next(a, WORDS), b, twice=True)
    part = _load(program, program.load("sp", WORD_BYTES * a_at), HALF_BYTES)
    total.add(part, b, complement=True)
    _store(program, _residue(program, total.words), "sp", WORD_BYTES * real)
    program.block("a1 b0 + a0 b1")
    total = _Sum(program)
    b = program.load("sp", WORD_BYTES * b_at)
    part = _load(program, program.load("sp", WORD_BYTES * a_at), HALF_BYTES)
    total.add(part, b, twice=True)
    part = _load(program, program.load("sp", WORD_BYTES * a_at), 0)
    total.add(part, b)
    _store_result(program, _residue(program, total.words), real)
    return _kernel(field, "mul", TWO, "r = a b / 2^128{}; r may be a or b", program)


def square(field: PrimeField) -> Kernel:
    """r = a^2 / 2 = (a0 + a1) (a0 - a1) / 2 + a0 a1 i."""
    real, difference, a_at = 0, WORDS, 2 * WORDS
    program = Program(2, WORD_BYTES * (2 * WORDS + 1))
    a = program.arguments[1]
    program.store(a, "sp", WORD_BYTES * a_at)
    program.block("a0 - a1 and a0 + a1")
    first, second = program.load_next(a, WORDS), program.load_next(a, WORDS)
    for i, (word, other) in enumerate(zip(first, second, strict=True)):
        less = program.new("sbcs" if i else "subs", word, other)
        program.store(less, "sp", WORD_BYTES * (difference + i))
    _chain(program, "adds", "adcs", first, second)
    _fold_sum(program, first)
    words = program.load_words(range(difference, difference + WORDS))
    _fold_difference(program, words)
    program.block("Their product")
    total = _Sum(program)
    for word in words:
        total.row(first, word)
    _store(program, _residue(program, total.words), "sp", WORD_BYTES * real)
    program.block("a0 2 a1")
    total = _Sum(program)
    a = program.load("sp", WORD_BYTES * a_at)
    total.add(program.load_next(a, WORDS), a, twice=True)
    _store_result(program, _residue(program, total.words), real)
    return _kernel(field, "sqr", ONE, "r = a^2 / 2^128{}; r may be a", program)


def squarings(field: PrimeField) -> Kernel:
    """r = a^(2^c) in F_p, the element in registers: a row by 2 a, which makes up for the half."""
    body, words = Program(0), [Value() for _ in range(WORDS)]
    total = _Sum(body, Value())
    for i, word in enumerate(words):
        total.row(words, body.new("adcs" if i else "adds", word, word))
    result = _residue(body, total.words)
    loop = Loop.of(body, words, result, {total.to_the_end: 1 << (WORD_BITS - 1)})
    return LoopKernel(
        field=field,
        function="fourq_sqr_times",
        header={},
        parameters=f"{ONE}, uint32_t c",
        operation=("r = a^(2^c) mod p, from 0 to p for such a; r may be a. c is public.",),
        asm=loop.listing(),
        stack_bytes=STACK_BYTES,
        loop=loop,
    )


def _by_halves(name: str, start: str, go_on: str, fold, operation: str, twice: bool = False):
    """The generator of a sum or a difference, one coefficient after the other."""

    def generate(field: PrimeField) -> Kernel:
        program = Program(3, keeps_result=True)
        r, a, b = program.arguments
        for offset in range(0, 2 * HALF_BYTES, HALF_BYTES):
            words, others = program.load_next(a, WORDS), program.load_next(b, WORDS)
            if twice:
                _doubled(program, words)
            _chain(program, start, go_on, words, others)
            fold(program, words)
            _store(program, words, r, offset)
        return _kernel(field, name, TWO, f"{operation}{{}}; r may be a or b", program)

    return generate


def difference_sum(field: PrimeField) -> Kernel:
    """r[0] = a - b and r[1] = a + b."""
    program = Program(3)
    _, a, b = program.arguments
    for offset in range(0, 2 * HALF_BYTES, HALF_BYTES):
        words, others = program.load_next(a, WORDS), _load(program, b, offset)
        total = []
        for i, (word, other) in enumerate(zip(words, others, strict=True)):
            total.append(program.new("adcs" if i else "adds", word, other))
        _chain(program, "subs", "sbcs", words, others)
        _fold_sum(program, total)
        _fold_difference(program, words)
        r = program.load("sp", program.frame_bytes)
        _store(program, words, r, offset)
        _store(program, total, r, 2 * HALF_BYTES + offset)
    operation = "r[0] = a - b and r[1] = a + b{}; r[0] may be b, and r[1] a"
    return _kernel(field, "difference_sum", TWO, operation, program)


def fourq_kernels(field: PrimeField) -> list[Kernel]:
    """Every kernel of src/fourq/fourq.h."""
    sums = (
        _by_halves("add", "adds", "adcs", _fold_sum, "r = a + b"),
        _by_halves("sub", "subs", "sbcs", _fold_difference, "r = a - b"),
        _by_halves("twice_less", "subs", "sbcs", _fold_difference, "r = 2 a - b", twice=True),
    )
    return [
        product(field),
        square(field),
        squarings(field),
        difference_sum(field),
        *(generate(field) for generate in sums),
    ]

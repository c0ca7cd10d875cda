"""Sums, multiples by constants of the curve and squares in F_2^254 = F_2^127(u), of GLS254: z^127 = z^63 + 1,
u^2 = u + 1, a = u, sqrt(b) = 1 + z^27."""

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.gls.products import ELEMENT_BYTES, HALF_BYTES, POLYNOMIAL, WORDS
from codegen.armv7.kernel import Kernel
from codegen.armv7.program import Program, Value, shifted
from codegen.armv7.squares_interleaved import Masks, square
from codegen.kernel_fields import BinaryField, UnsupportedField

POWER = 27  # sqrt(b) = 1 + z^27
NOTE = "Constant time: the same instructions and addresses for every input."
THREE = "uint32_t *r, const uint32_t *a, const uint32_t *b"
TWO = "uint32_t *r, const uint32_t *{}"


def _kernel(field: BinaryField, function: str, parameters: str, operation: str, program: Program) -> Kernel:
    if field.exponents != POLYNOMIAL:
        raise UnsupportedField(f"{field.name}: z^127 = z^63 + 1 alone")
    asm, stack_bytes = program.listing()
    return Kernel(
        field=field,
        function=function,
        header={},
        parameters=parameters,
        operation=(operation, NOTE),
        asm=asm,
        stack_bytes=stack_bytes,
        is_wide=True,
    )


def _add(program: Program, words: list[Value], others: list[Value]) -> None:
    for word, other in zip(words, others, strict=True):
        program("eor", word, word, other)


def _load(program: Program, base: Value, offset: int) -> list[Value]:
    return [program.load(base, offset + WORD_BYTES * i) for i in range(WORDS)]


def _store(program: Program, words: list[Value], base: Value, offset: int) -> None:
    for i, word in enumerate(words):
        program.store(word, base, offset + WORD_BYTES * i)


def plain_sum(field: BinaryField) -> Kernel:
    """r = a + b."""
    program = Program(3, keeps_result=True)
    r, a, b = program.arguments
    for offset in range(0, ELEMENT_BYTES, HALF_BYTES):
        words, others = program.load_next(a, WORDS), program.load_next(b, WORDS)
        _add(program, words, others)
        _store(program, words, r, offset)
    return _kernel(field, "gls_sum", THREE, "r = a + b; r may be a or b.", program)


def times_a(field: BinaryField, plus_1: bool) -> Kernel:
    """r += c1 + (c0 + c1) u, which is u c; and c more."""
    program = Program(2, keeps_result=True)
    r, c = program.arguments
    low, high = program.load_next(c, WORDS), program.load_next(c, WORDS)
    first = _load(program, r, 0)
    _add(program, first, high)
    if plus_1:
        _add(program, first, low)
    _store(program, first, r, 0)
    second = _load(program, r, HALF_BYTES)
    _add(program, second, low)
    if not plus_1:
        _add(program, second, high)
    _store(program, second, r, HALF_BYTES)
    name, factor = ("gls_add_a_plus_1", "(a + 1)") if plus_1 else ("gls_add_a", "a")
    operation = f"r += {factor} c for a = u, u^2 = u + 1; r lies apart from c."
    return _kernel(field, name, TWO.format("c"), operation, program)


def plus_sqrt_b(field: BinaryField) -> Kernel:
    """r[0] = p[0] + p[3] sqrt(b), r[1] = p[1] + p[2] sqrt(b)."""
    program = Program(2, keeps_result=True)
    r, p = program.arguments
    for i, other in ((0, 3), (1, 2)):
        for half in range(0, ELEMENT_BYTES, HALF_BYTES):
            c = _load(program, p, ELEMENT_BYTES * other + half)
            total = _load(program, p, ELEMENT_BYTES * i + half)
            _add(program, total, c)
            _add_shifted(program, field, total, c)
            _store(program, total, r, ELEMENT_BYTES * i + half)
    operation = "r[0] = p[0] + p[3] sqrt(b) and r[1] = p[1] + p[2] sqrt(b) for b = 1 + z^54; r lies apart from p."
    return _kernel(field, "gls_add_sqrt_b", TWO.format("p"), operation, program)


def _add_shifted(program: Program, field: BinaryField, total: list[Value], c: list[Value]) -> None:
    """total += c z^POWER. The bits from z^127 on come back by z^63 + 1."""
    over = program.new("lsr", c[-1], f"#{field.top_bits - POWER}")
    last = program.new("lsl", c[-1], f"#{WORD_BITS - (field.top_bits - POWER)}")
    program("eor", total[-1], total[-1], shifted(last, f"lsr #{WORD_BITS - field.top_bits}"))
    for i, word in enumerate(c[:-1]):
        program("eor", total[i], total[i], shifted(word, f"lsl #{POWER}"))
        program("eor", total[i + 1], total[i + 1], shifted(word, f"lsr #{WORD_BITS - POWER}"))
    program("eor", total[0], total[0], over)
    program("eor", total[1], total[1], shifted(over, f"lsl #{WORD_BITS - 1}"))
    program("eor", total[2], total[2], shifted(over, "lsr #1"))


def squares(field: BinaryField, of_sum: bool) -> Kernel:
    """c0 + c1 u becomes (c0 + c1)^2 + c1^2 u."""
    program, masks = Program(1 if of_sum else 2, keeps_result=True), Masks()
    r, a = program.arguments[0], program.arguments[-1]
    low, high = _load(program, a, 0), _load(program, a, HALF_BYTES)
    if of_sum:
        _add(program, low, _load(program, a, ELEMENT_BYTES))
        _add(program, high, _load(program, a, ELEMENT_BYTES + HALF_BYTES))
    _add(program, low, high)
    masks.make(program)
    _store(program, square(program, field, low, masks), r, 0)
    _store(program, square(program, field, high, masks), r, HALF_BYTES)
    if of_sum:
        text = "r[0] = (r[0] + r[1])^2 in F_2^127(u), u^2 = u + 1."
        return _kernel(field, "gls_sqr_sum", "uint32_t *r", text, program)
    text = "r = a^2 in F_2^127(u), u^2 = u + 1; r may be a."
    return _kernel(field, "gls_sqr", TWO.format("a"), text, program)


def sums(field: BinaryField) -> list[Kernel]:
    return [
        plain_sum(field),
        plus_sqrt_b(field),
        *(times_a(field, plus_1) for plus_1 in (False, True)),
        *(squares(field, of_sum) for of_sum in (False, True)),
    ]

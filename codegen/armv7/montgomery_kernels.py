"""The kernels with UMAAL of prime fields without a special shape, whose elements are in Montgomery form, and of their
quadratic extensions."""

import dataclasses

from codegen.arm.listing import WORD_BYTES
from codegen.armv7.kernel import Kernel
from codegen.armv7.montgomery import BLOCK, COMPLEMENT, HELD, PRIME, TWICE, Montgomery, Place, check, tables
from codegen.armv7.program import Program, Value
from codegen.armv7.scheduling import stores_after_loads
from codegen.kernel_fields import PrimeField

SOURCE = "Montgomery 1985, by blocks of four words; sums of products reduced once: Longa 2023"
ONE, TWO = "uint32_t *r, const uint32_t *a", "uint32_t *r, const uint32_t *a, const uint32_t *b"
SUMS = "hankerson2004 Algorithms 2.7 and 2.8"


@dataclasses.dataclass(frozen=True)
class MontgomeryKernel(Kernel):
    """A kernel with the tables that its text names."""

    def code(self, symbol: str) -> list[str]:
        *text, blank, note = super().code(symbol)
        return [*text, *tables(self.field, "\n".join(text)), blank, note]


def _kernel(work: Montgomery, prefix: str, header: dict[str, str], parameters: str, operation: str) -> Kernel:
    stores_after_loads(work.program, work.tables)
    asm, stack_bytes = work.program.listing()
    return MontgomeryKernel(
        field=work.field,
        function=f"{prefix}_{header['name'].replace('-', '_')}",
        header={**header, "constant_time": "same-trace-and-addresses"},
        parameters=parameters,
        operation=(operation,),
        asm=asm,
        stack_bytes=stack_bytes,
    )


def _frame(words: int, pushed: int = 10) -> int:
    """Bytes for so many words; with the pushed registers they make a multiple of 8."""
    return WORD_BYTES * (words + (words + pushed) % 2)


def mul_reduce_montgomery_blocks(field: PrimeField) -> Kernel:
    """r = a b / R mod p."""
    check(field)
    n = field.words
    program = Program(3, _frame(2 * n + 2))
    work = Montgomery(program, field)
    for i, pointer in enumerate(program.arguments[1:]):
        program.store(pointer, "sp", WORD_BYTES * (2 * n + i))
    work.start([*range(2 * n)])
    upper = work.sum_of_products((Place(0, 2 * n), Place(0, 2 * n + 1)), keeps=True)
    work.residue([*range(n, 2 * n)], upper, Place(0))
    header = {"name": "montgomery-blocks", "family": "fp-mul-reduce", "form": "montgomery"}
    header |= {"summary": "multiplication and Montgomery's reduction by blocks of four words in turn, straight-line"}
    header |= {"source": SOURCE, "domain": "a, b below 2 p"}
    operation = f"r = a b / 2^{32 * n} mod p for a, b below 2 p; r may be a or b."
    return _kernel(work, "mul_reduce", header, TWO, operation)


def add_modular(field: PrimeField) -> Kernel:
    """r = a + b mod p. Two chains of carries in one pass, that of ADCS and that of UMAAL, make a + b + 2^(32 n) - p,
    which carries out unless a + b is below p; then p is added."""
    check(field)
    n = field.words
    program = Program(3, _frame(n - HELD))
    work = Montgomery(program, field)
    a, b = program.arguments[1:]
    words: list[Value | None] = []
    one, carry, table = program.new("mov", "#1"), program.zero(), work.address(COMPLEMENT)
    for first in range(0, n, BLOCK):
        part = work.load(a, first, BLOCK)
        for i in range(first, first + BLOCK, 2):
            for j, other in enumerate(work.load(b, i, 2), start=i):
                program("adcs" if j else "adds", part[j - first], part[j - first], other)
        for i in range(first, first + BLOCK, 2):
            for j, other in enumerate(work.load(table, i, 2), start=i):
                program("umaal", part[j - first], carry, other, one)
                if j < n - HELD:
                    program.store(part[j - first], "sp", WORD_BYTES * j)
        words += part if first >= n - HELD else [None] * BLOCK
    program.block("p is added if the result is negative.")
    program("rsb", carry, carry, "#1")
    work.add_multiple(words, [*range(n)], work.address(PRIME), carry, Place(0))
    header = {"name": "modular-umaal", "family": "fp-add"}
    header |= {"summary": "sum, and p by UMAAL with 0 or 1, straight-line"}
    header |= {"source": SUMS, "domain": "a, b below p"}
    return _kernel(work, "add", header, TWO, "r = a + b mod p; r may be a or b.")


def sub_modular(field: PrimeField) -> Kernel:
    """r = a - b mod p."""
    check(field)
    n = field.words
    program = Program(3, _frame(n - HELD, 9), keeps_result=True)
    work = Montgomery(program, field)
    result, a, b = program.arguments
    words = []
    for first in range(0, n, BLOCK):
        part, others = work.load(a, first, BLOCK), work.load(b, first, BLOCK)
        for i, (word, other) in enumerate(zip(part, others, strict=True), start=first):
            program("sbcs" if i else "subs", word, word, other)
            if i < n - HELD:
                program.store(word, "sp", WORD_BYTES * i)
        words += part
    program.block("p is added if the result is negative.")
    mask = program.new("sbc", words[0], words[0])
    bit = program.new("and", mask, "#1")
    kept = [*[None] * (n - HELD), *words[-HELD:]]
    work.add_multiple(kept, [*range(n)], work.address(PRIME), bit, Place(0), result)
    header = {"name": "modular-umaal", "family": "fp-sub"}
    header |= {"summary": "difference, and p by UMAAL with 0 or 1, straight-line"}
    header |= {"source": SUMS, "domain": "a, b below p"}
    return _kernel(work, "sub", header, TWO, "r = a - b mod p; r may be a or b.")


class _Extension:
    """A product or square in F_p(u): words of the frame for two sums that share their lower half, then for numbers
    that the products need, then for the addresses of the operands."""

    def __init__(self, field: PrimeField, arguments: int, numbers: int) -> None:
        check(field)
        self.n = n = field.words
        self.end = (3 + numbers) * n
        self.program = Program(arguments, _frame(self.end + arguments - 1))
        self.work = Montgomery(self.program, field)
        self.pointers = [self.end + i for i in range(arguments - 1)]
        for place, pointer in zip(self.pointers, self.program.arguments[1:], strict=True):
            self.program.store(pointer, "sp", WORD_BYTES * place)

    def number(self, i: int) -> Place:
        return Place((3 + i) * self.n)

    def chain(self, store: Place, start: str, go_on: str, a: Place | str, b: Place | str) -> None:
        """Stores a + b or a - b, of memory or of a table, which must not carry out."""
        program, n = self.program, self.n
        first, second = (
            (self.work.address(x), 0) if isinstance(x, str) else (self.work.base(x), x.first) for x in (a, b)
        )
        for at in range(0, n, BLOCK):
            words = self.work.load(first[0], first[1] + at, BLOCK)
            others = self.work.load(second[0], second[1] + at, BLOCK)
            for i, (word, other) in enumerate(zip(words, others, strict=True), start=at):
                program(go_on if i else start, word, word, other)
                program.store(word, "sp", WORD_BYTES * (store.first + i))

    def coefficients(self, real: list[tuple[Place, Place]], imaginary: list[tuple[Place, Place]]) -> None:
        """Both sums of products, and at the end, as r may be an operand, the stores of their residues."""
        n, work = self.n, self.work
        work.start([*range(2 * n)])
        work.sum_of_products(*real)
        work.start([*range(n), *range(2 * n, 3 * n)])
        upper = work.sum_of_products(*imaginary, keeps=True)
        work.residue([*range(2 * n, 3 * n)], upper, Place(n))
        work.residue([*range(n, 2 * n)], [], Place(0))


def fp2_mul_schoolbook(field: PrimeField) -> Kernel:
    """r = a b in F_p(u)."""
    extension = _Extension(field, 3, 1)
    n, (a, b) = extension.n, extension.pointers
    a0, a1, b0, b1 = (Place(first, pointer) for pointer in (a, b) for first in (0, n))
    negative = extension.number(0)
    extension.program.block("2 p - b1")
    extension.chain(negative, "subs", "sbcs", TWICE, b1)
    extension.coefficients([(a0, b0), (a1, negative)], [(a0, b1), (a1, b0)])
    header = {"name": "schoolbook", "family": "fp2-mul", "form": "montgomery"}
    header |= {"summary": "two sums of two products, each reduced once, straight-line"}
    header |= {"source": SOURCE, "domain": "coefficients of a and b below 2 p"}
    operation = "r = a b / R in F_p(u), u^2 = -1, for coefficients below 2 p; r may be a or b."
    return _kernel(extension.work, "fp2_mul", header, TWO, operation)


def fp2_sqr_complex(field: PrimeField) -> Kernel:
    """r = a^2 in F_p(u)."""
    extension = _Extension(field, 2, 3)
    n, (a,) = extension.n, extension.pointers
    a0, a1 = Place(0, a), Place(n, a)
    total, difference, twice = map(extension.number, range(3))
    extension.program.block("a0 + a1")
    extension.chain(total, "adds", "adcs", a0, a1)
    extension.program.block("a0 + p - a1")
    extension.chain(difference, "subs", "sbcs", PRIME, a1)
    extension.chain(difference, "adds", "adcs", difference, a0)
    extension.program.block("2 a0")
    extension.chain(twice, "adds", "adcs", a0, a0)
    extension.coefficients([(total, difference)], [(twice, a1)])
    header = {"name": "complex", "family": "fp2-sqr", "form": "montgomery"}
    header |= {"summary": "(a0 + a1) (a0 - a1) and 2 a0 a1, straight-line"}
    header |= {"source": SOURCE, "domain": "coefficients of a below p"}
    operation = "r = a^2 / R in F_p(u), u^2 = -1; r may be a."
    return _kernel(extension.work, "fp2_sqr", header, ONE, operation)


GENERATORS = (mul_reduce_montgomery_blocks, add_modular, sub_modular, fp2_mul_schoolbook, fp2_sqr_complex)

"""Lopez-Dahab multiplication of elements that are too long for the registers, the sum by blocks of columns, fused
with reduction.

The product is the sum over the nibbles of a of a row of the table T[u] = u b, u a polynomial of degree at most 3. A
block is as many columns as the registers hold. Each block takes four passes, one for each place of a nibble in a
word, from the highest; between passes the sum is shifted left by 4. A pass adds the part of every row that falls into
the block. The addresses of the rows are computed first and kept in the order of the passes, so that one instruction
fetches the next.

The bits that are shifted out of a block are in the frame, above a bit that marks the last pass: there it becomes the
sign.

From the stack pointer: the rows, the addresses, the words of the product, the bits shifted out, r."""

import itertools

from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import SAVED_BYTES, WORD_BITS, WORD_BYTES, Listing, at
from codegen.msp430.reduction import InMemory, Reduction
from codegen.multiples import POWERS, ROWS, sums

SUM = tuple(f"r{i}" for i in range(4, 14))
ROW, NEXT = "r14", "r15"  # the row, the pointer to the next row's address
NIBBLES, NIBBLE_BITS = 4, 4
LAST_PASS = 1 << 3  # becomes the sign after three shifts by 4


class Columns:
    """The kernel while it is being written."""

    def __init__(self, field: BinaryField) -> None:
        self.asm, self.field, self.words = Listing(), field, field.words
        if field.degree + NIBBLE_BITS - 1 > WORD_BITS * field.words:
            raise UnsupportedField(f"{field.name}: the multiples of an element have more than {field.words} words")
        if field.words <= len(SUM):
            raise UnsupportedField(f"{field.name}: the registers hold all of a row")
        self.row_bytes = 1 << (WORD_BYTES * field.words - 1).bit_length()
        self.addresses = ROWS * self.row_bytes
        product = self.addresses + WORD_BYTES * NIBBLES * field.words
        self.product = InMemory(self.asm, product)
        self.over = product + WORD_BYTES * field.product_words
        self.result = self.over + WORD_BYTES
        self.frame = self.result  # r is pushed

    def write(self) -> None:
        asm = self.asm
        asm.save()
        asm.block("r; the table and everything else.")
        asm("push", "r12")
        asm("sub", f"#{self.frame}", "r1")
        self._find_rows()
        self._fill_table()
        bounds = [*range(0, self.field.product_words, len(SUM)), self.field.product_words]
        for start, stop in itertools.pairwise(bounds):
            self._multiply(start, stop)
        asm.block("Reduction.")
        asm("mov", at("r1", self.result), ROW)
        Reduction(asm, self.field, self.product, ROW, (NEXT, *SUM)).write()
        asm.leave(self.frame + WORD_BYTES)

    def _find_rows(self) -> None:
        """The addresses of the rows of a's nibbles."""
        asm, (place, end, mask, row, word) = self.asm, SUM[:5]
        scale = self.row_bytes.bit_length() - 1
        asm.block("The addresses of the rows, the last nibble's first.")
        self._point(place, self.addresses)
        asm("mov", place, end)
        asm("add", f"#{WORD_BYTES * self.words}", end)
        asm("mov", f"#{(ROWS - 1) << scale}", mask)
        body = Listing()
        body("mov", "@r13+", word)
        for swapped in range(2):
            if swapped:
                body("swpb", word)
            for is_second in range(2):  # the nibble of bits 4 to 7 to its place, then the nibble of bits 8 to 11
                nibble = (1, 2, 3, 0)[2 * swapped + is_second]
                from_bit = 8 if is_second else 4
                if not (swapped and is_second):
                    body("mov", word, row)
                    target = row
                else:
                    target = word
                for _ in range(abs(scale - from_bit)):
                    body("rla" if scale > from_bit else "rra", target)
                body("and", mask, target)
                body("add", "r1", target)
                body("mov", target, at(place, WORD_BYTES * self.words * (NIBBLES - 1 - nibble)))
        body("add", f"#{WORD_BYTES}", place)
        asm.repeat(".Lrow", body, self.words, ("cmp", place, end))

    def _point(self, register: str, offset: int) -> None:
        self.asm("mov", "r1", register)
        if offset:
            self.asm("add", f"#{offset}", register)

    def _fill_table(self) -> None:
        """The rows, word by word of b."""
        asm, (place, end, below) = self.asm, SUM[:3]
        multiples = dict(zip(POWERS, SUM[3:7], strict=True))
        asm.block("The table.")
        self._point(place, 0)
        self._point(end, WORD_BYTES * self.words)
        asm("clr", below)
        body = Listing()
        top = multiples[8]
        body("mov", "@r14+", multiples[1])
        body("mov", multiples[1], top)
        for shifted in (2, 4, 8):
            body("rla", below)
            body("rlc", top)
            if shifted < 8:
                body("mov", top, multiples[shifted])
        body("mov", multiples[1], below)
        body("mov", "#0", at(place, 0))
        for u, register in multiples.items():
            body("mov", register, at(place, self.row_bytes * u))
        for target, added, row in sums():
            body("xor", multiples[added], multiples[target])
            body("mov", multiples[target], at(place, self.row_bytes * row))
        body("add", f"#{WORD_BYTES}", place)
        asm.repeat(".Lword", body, self.words, ("cmp", place, end))

    def _multiply(self, start: int, stop: int) -> None:
        """The words of the product from `start` to `stop`."""
        asm, total = self.asm, SUM[: stop - start]
        over, has_over = at("r1", self.over), stop < self.field.product_words
        first, last = max(0, start - self.words + 1), min(self.words, stop) - 1
        asm.block(f"Words {start} to {stop - 1} of the product.")
        for register in total:
            asm("clr", register)
        asm("mov", f"#{LAST_PASS}", over)
        self._point(NEXT, self.addresses + WORD_BYTES * first)
        rows, shift = Listing(), Listing()
        for i in range(first, last + 1):
            rows.block(f"Word {i} of a.")
            rows("mov", f"@{NEXT}+", ROW)
            left_out = max(0, start - i)
            if left_out:
                rows("add", f"#{WORD_BYTES * left_out}", ROW)
            for column in range(max(start, i), min(stop, i + self.words)):
                rows("xor", f"@{ROW}+", total[column - start])
        if last + 1 - first < self.words:
            rows("add", f"#{WORD_BYTES * (self.words - (last + 1 - first))}", NEXT)
        rows("mov", over, ROW)
        rows("cmp", "#0", ROW)
        shift.block("Shift by 4.")
        for _ in range(NIBBLE_BITS):
            for k, register in enumerate((*total, ROW)):
                shift("rlc" if k else "rla", register)
        shift("mov", ROW, over)
        asm.repeat_until_negative(f".Lpass{start}", rows, shift, NIBBLES)
        asm.block("Store the block, and the bits above it.")
        if has_over:
            asm("bic", f"#{LAST_PASS << NIBBLE_BITS * (NIBBLES - 1)}", ROW)
            asm("mov", ROW, self.product.word(stop))
        for column in range(start, stop):
            asm("xor" if column == start and start else "mov", total[column - start], self.product.word(column))


def mul_reduce_ld_columns(field: BinaryField) -> Kernel:
    """r = a b mod f."""
    kernel = Columns(field)
    kernel.write()
    return Kernel(
        field=field,
        function="mul_reduce_ld_columns",
        header={
            "name": "ld-columns",
            "family": "fb-mul-reduce",
            "summary": "Lopez-Dahab multiplication, the sum by blocks of columns in registers, reduced",
            "source": "aranha2008 Algorithm 3; the order of additions is ours",
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": str(ROWS * kernel.row_bytes),
        },
        parameters="uint16_t *r, const uint16_t *a, const uint16_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the table's rows depend on a.",),
        asm=kernel.asm,
        stack_bytes=kernel.frame + WORD_BYTES + SAVED_BYTES,
    )

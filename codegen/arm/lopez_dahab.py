"""Lopez-Dahab multiplication with the sum in registers, fused with reduction.

The table T[u] = u b, for the 16 polynomials u of degree at most 3, lies at the stack pointer. Its rows are 32 bytes
apart, so that one instruction turns a nibble in its place into the offset of its row. A copy of a lies above the
table."""

from codegen.arm.kernel import Kernel
from codegen.arm.listing import WORD_BITS, WORD_BYTES, Listing, at, listed
from codegen.arm.product import ADDRESS, SAVED_BYTES, Product
from codegen.kernel_fields import BinaryField
from codegen.multiples import ROWS, sums

ROW_BYTES = 32
TABLE_BYTES = ROWS * ROW_BYTES
NIBBLES = WORD_BITS // 4

# Registers of the table: pairs of words of b, b z, b z^2, b z^3; two zeros; the words of b below them.
MULTIPLES = {1: ("r0", "r1"), 2: ("r2", "r3"), 4: ("r4", "r5"), 8: ("r6", "r7")}
ZEROS = ("r8", "r9")
BELOW = "r10"
UPPER_HALF = "r11"  # address of row 8, since displacements of strd end at 255


def build_table(asm: Listing, words: int, b: str) -> None:
    """Fills the table of b, two columns at a time. The address of b is in a register."""
    asm.block("The table: T[0] = 0.")
    for register in (*ZEROS, BELOW):
        asm("mov", register, "#0")
    asm("add", UPPER_HALF, "sp", f"#{TABLE_BYTES // 2}")
    for column in range(0, words, 2):
        asm.block(f"Words {column} and {column + 1} of the rows.")
        _load_multiples(asm, b, column)
        _store(asm, ZEROS, 0, column)
        for u, registers in MULTIPLES.items():
            _store(asm, registers, u, column)
        for target, added, row in sums():
            for register, other in zip(MULTIPLES[target], MULTIPLES[added], strict=True):
                asm("eor", register, register, other)
            _store(asm, MULTIPLES[target], row, column)


def _load_multiples(asm: Listing, b: str, column: int) -> None:
    """The words of b, b z, b z^2 and b z^3. Each product takes in the bits that come up from the word below."""
    low, high = MULTIPLES[1]
    asm("ldr", low, at(b, WORD_BYTES * column))
    asm("ldr", high, at(b, WORD_BYTES * (column + 1)))
    for shift, (first, second) in enumerate((MULTIPLES[2], MULTIPLES[4], MULTIPLES[8]), start=1):
        asm("lsl", second, high, f"#{shift}")
        asm("orr", second, second, f"{low}, lsr #{WORD_BITS - shift}")
        asm("lsl", first, low, f"#{shift}")
        if column:
            asm("orr", first, first, f"{BELOW}, lsr #{WORD_BITS - shift}")
    asm("mov", BELOW, high)


def _store(asm: Listing, registers: tuple[str, str], row: int, column: int) -> None:
    half, row = divmod(row, ROWS // 2)
    asm("strd", *registers, at(UPPER_HALF if half else "sp", ROW_BYTES * row + WORD_BYTES * column))


def mul_reduce_ld_registers(field: BinaryField) -> Kernel:
    """r = a b mod f."""
    asm = Listing()
    product = Product(asm, field, row_bits=field.degree + 3)
    frame = TABLE_BYTES + WORD_BYTES * field.words
    product.enter(frame)
    asm.block("A copy of a above the table, in case r is a.")
    copied = [f"r{4 + i}" for i in range(field.words)]
    asm("ldm", "r1", listed(copied))
    asm("add", ADDRESS, "sp", f"#{TABLE_BYTES}")
    asm("stm", ADDRESS, listed(copied))
    asm("mov", ADDRESS, "r2", note="b")
    build_table(asm, field.words, ADDRESS)

    present = 0
    for nibble in reversed(range(NIBBLES)):
        for word in range(field.words):
            if WORD_BITS * word + 4 * nibble >= field.degree:
                continue
            asm.block(f"Nibble {nibble} of a[{word}].")
            _find_row(asm, word, nibble)
            product.add_row(word, present)
            present = max(present, word + field.words)
        if nibble:
            degree = _degree_before_shift(field, nibble)
            product.shift(4, degree)
            present = max(present, (degree + 4) // WORD_BITS + 1)
    product.reduce()
    product.leave(frame)
    return Kernel(
        field=field,
        function="mul_reduce_ld_registers",
        header={
            "name": "ld-registers",
            "family": "fb-mul-reduce",
            "summary": "Lopez-Dahab multiplication, the sum in registers, reduced there",
            "source": "aranha2008 Algorithm 3, with the sum of Algorithm 4 in registers",
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": "16 * 32",
        },
        parameters="uint32_t *r, const uint32_t *a, const uint32_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=frame + SAVED_BYTES,
    )


def _find_row(asm: Listing, word: int, nibble: int) -> None:
    """ADDRESS = the row for a nibble of a word of a."""
    asm("ldr", ADDRESS, at("sp", TABLE_BYTES + WORD_BYTES * word))
    asm("and", ADDRESS, ADDRESS, f"#{0xF << 4 * nibble:#x}")
    right = 4 * nibble - (ROW_BYTES.bit_length() - 1)
    asm("add", ADDRESS, "sp", f"{ADDRESS}, {'lsr' if right > 0 else 'lsl'} #{abs(right)}")


def _degree_before_shift(field: BinaryField, nibble: int) -> int:
    """The greatest degree of the sum after the nibbles from `nibble` up are added. The sum is then the product of b
    and (a without its lower nibbles), divided by z^(4 nibble) in each word."""
    tops = [min(WORD_BITS * (w + 1), field.degree) - 1 - 4 * nibble for w in range(field.words)]
    return max(top for w, top in enumerate(tops) if top >= WORD_BITS * w) + field.degree - 1

"""Squaring kernels: a square is the operand with a zero between any two bits, so tables by byte or nibble give it."""

from codegen.avr.field import BinaryField
from codegen.avr.fold import add_spare_bits, fold_byte, fold_reach, fold_scale, take_spare_bits
from codegen.avr.kernel import Kernel, flash_object
from codegen.avr.listing import MAX_DISPLACEMENT, Listing, add_constant, restore, save
from codegen.kernel_fields import UnsupportedField

PAGE_BYTES = 256
OPEN_BYTES = 5
HELD_REGISTERS = (23, 24, 25, 1, *range(15, 1, -1))


def spread(x: int) -> int:
    """The square of the polynomial x."""
    return sum((x >> i & 1) << 2 * i for i in range(x.bit_length()))


def spread_and_reduce(field: BinaryField, x: int) -> int:
    """The square of x times z^(8 byte_count) mod f, as a polynomial of four bytes or a few more."""
    result = 0
    for offset, bits in field.byte_shifts:
        result ^= spread(x) << 8 * offset + bits
    return result


def flash_table(label: str, pages: list[list[int]], alignment: int) -> tuple[str, ...]:
    """Assembler lines for pages of bytes, aligned, in a section of flash that the linker can drop."""
    rows = []
    for page in pages:
        for start in range(0, len(page), 16):
            rows.append("    .byte " + ", ".join(f"0x{byte:02x}" for byte in page[start : start + 16]))
        rows.append("")
    return flash_object(label, rows[:-1], alignment)


class ByteTableSquare:
    """Writes r = a^2 mod f from the top down.

    Pages 0 and 1 of the table hold the two bytes of a spread input byte. The other pages hold the spread byte already
    reduced from byte_count on. They serve input bytes of the upper half; pages 0 and 1 serve those of the lower half.
    A byte of r is open, in a ring of registers, while contributions come; then it is stored. r may be a, so a store
    first loads the upper input bytes that it would overwrite."""

    def __init__(self, field: BinaryField, label: str, asm: Listing | None = None):
        self.field, self.label, self.asm = field, label, asm or Listing()
        self.n, self.half = field.byte_count, (field.byte_count + 1) // 2
        bytes_reduced = [spread_and_reduce(field, x) for x in range(256)]
        self.reduced_pages = (max(bytes_reduced).bit_length() + 7) // 8
        self.pages = [[spread(x) >> 8 * p & 255 for x in range(256)] for p in range(2)]
        self.pages += [[y >> 8 * p & 255 for y in bytes_reduced] for p in range(self.reduced_pages)]
        if self.reduced_pages > 4 or self._pages_used(self.n - 1)[-1] > 2:
            raise UnsupportedField(
                f"{field.name}: a byte of the upper half squares and reduces to {self.reduced_pages} bytes;"
                " the table has four pages, of which the top byte must not use the last"
            )
        self.page = -1
        self.open: set[int] = set()
        self.held: set[int] = set()
        self.lowest_stored = self.n
        self.y_position = max(0, self.n - 1 - MAX_DISPLACEMENT)
        # After the turn of input byte u, r is stored from byte 2 u - n + 2 on; input bytes below u may still wait
        # there.
        self.held_count = max(u - max(self.half, 2 * u - self.n + 2) for u in range(self.half, self.n))
        self._name_registers()

    def _name_registers(self) -> None:
        self.asm.name(16, "upper")
        self.asm.name(17, "spare")
        for index in range(OPEN_BYTES):
            self.asm.name(18 + index, f"acc{index}")
        for index, register in enumerate(self.held_registers):
            self.asm.name(register, f"held{index}")
        self.asm.name(23, "scale")

    @property
    def held_registers(self) -> tuple[int, ...]:
        return HELD_REGISTERS[: self.held_count]

    def place(self, byte: int) -> str:
        """The register of an open byte. Byte n, the only one above r that gets contributions, has its own."""
        return "upper" if byte == self.n else f"acc{byte % OPEN_BYTES}"

    def _add(self, byte: int, page: int) -> None:
        """Byte `byte` of the square += the entry of the page for the input byte in ZL."""
        if page != self.page:
            self.asm("ldi", "ZH", f"hi8({self.label} + {page * PAGE_BYTES})")
            self.page = page
        if byte in self.open:
            self.asm("lpm", "r0", "Z")
            self.asm("eor", self.place(byte), "r0")
        else:
            self.asm("lpm", self.place(byte), "Z")
            self.open.add(byte)

    def _load(self, index: int) -> None:
        """ZL = a[index]."""
        if index in self.held:
            self.asm("mov", "ZL", f"held{index % self.held_count}", note=f"a[{index}]")
            self.held.remove(index)
        else:
            self.asm("ldd", "ZL", f"Y+{index - self.y_position}", note=f"a[{index}]")

    def _lower(self, index: int, descending: bool) -> None:
        self.asm.block(f"a[{index}]^2 is bytes {2 * index} and {2 * index + 1}.")
        self._load(index)
        for part in (1, 0) if descending else (0, 1):
            self._add(2 * index + part, part)

    def _upper(self, index: int, descending: bool) -> None:
        low = 2 * index - self.n
        used = self._pages_used(index)
        self.asm.block(f"a[{index}]^2 reduces to bytes {low} to {low + used[-1]}.")
        self._load(index)
        for part in reversed(used) if descending else used:
            self._add(low + part, 2 + part)

    def _pages_used(self, index: int) -> list[int]:
        """Pages of the reduced spread byte that are not zero for every value a[index] can take."""
        bits = min(8, self.field.degree - 8 * index)
        return [p for p in range(self.reduced_pages) if any(self.pages[2 + p][: 1 << bits])]

    def _store_final(self, lowest: int, next_upper: int) -> None:
        """Stores the open bytes from `lowest` on; first loads the input bytes up to next_upper that they overwrite."""
        asm = self.asm
        for byte in reversed(range(lowest, self.lowest_stored)):
            if self.half <= byte <= next_upper:
                note = f"a[{byte}], before r[{byte}] may replace it"
                asm("ldd", f"held{byte % self.held_count}", f"Y+{byte - self.y_position}", note=note)
                self.held.add(byte)
            if byte == self.n - 1:
                take_spare_bits(asm, self.field, self.place(byte), "spare", "ZL")
            asm("st", "-X", self.place(byte), note=f"r[{byte}]")
            self.open.remove(byte)
        self.lowest_stored = min(self.lowest_stored, lowest)

    def body(self) -> None:
        """The whole computation; Y = a + y_position, X = the end of r."""
        asm, n = self.asm, self.n
        if n % 2:
            self._lower(n // 2, descending=False)
        for upper in range(n - 1, self.half - 1, -1):
            if upper == MAX_DISPLACEMENT:
                add_constant(asm, "Y", -self.y_position)
                self.y_position = 0
            lower = upper - self.half
            if (n - upper) % 2:
                self._lower(lower, descending=True)
                self._upper(upper, descending=False)
            else:
                self._upper(upper, descending=True)
                self._lower(lower, descending=False)
            self._store_final(max(2 * upper - n + 2, fold_reach(self.field) + 1), upper - 1)
        asm.block(f"Reduce byte {n}, then the bits from z^{self.field.degree} on; store the last bytes.")
        asm("ldi", "scale", fold_scale(self.field))
        fold_byte(asm, self.field, "upper", self.place, "scale", "ZL")
        add_spare_bits(asm, self.field, self.place, "spare", "ZL", ("scale", fold_scale(self.field)))
        self._store_final(0, 0)


def sqr_reduce_byte_table(field: BinaryField) -> Kernel:
    """r = a^2 mod f."""
    label = f"mc_{field.name}_sqr_reduce_byte_table_avr_table"
    square = ByteTableSquare(field, label)
    asm = square.asm
    saved = save(asm, (*sorted(square.held_registers), 16, 17, 28, 29))
    asm.block("Y = a, X = the end of r.")
    asm("movw", "YL", "r22")
    asm("movw", "XL", "r24")
    add_constant(asm, "Y", square.y_position)
    add_constant(asm, "X", field.byte_count)
    square.body()
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    table_bytes = PAGE_BYTES * len(square.pages)
    return Kernel(
        field=field,
        function="sqr_reduce_byte_table",
        header={
            "name": "byte-table",
            "family": "fb-sqr-reduce",
            "summary": "bytes spread, and reduced where they are upper ones, by tables of 256 entries",
            "source": "-",
            "domain": "any a",
            "constant_time": "same-trace",
            "flash_table_bytes": str(table_bytes),
        },
        parameters="uint8_t *r, const uint8_t *a",
        operation=("r = a^2 mod f; r may be a. The addresses of the table entries, in flash, depend on a.",),
        asm=asm,
        stack_bytes=len(saved),
        table_bytes=table_bytes,
        data=(f"    .global {label}", *flash_table(label, square.pages, PAGE_BYTES)),  # squaring_loop.py has a use, too
    )


def sqr_nibble_table(field: BinaryField) -> Kernel:
    """c = a^2, not reduced."""
    n = field.byte_count
    label = f"mc_{field.name}_sqr_nibble_table_avr_table"
    asm = Listing()
    asm.name(24, "nibbles")
    asm.name(25, "table_low")
    saved = save(asm, (28, 29))
    asm.block("X = a, Y = c; ZH and table_low are the address of the table, which is a multiple of 16.")
    asm("movw", "XL", "r22")
    asm("movw", "YL", "r24")
    asm("ldi", "ZH", f"hi8({label})")
    asm("ldi", "table_low", f"lo8({label})")
    for index in range(n):
        asm.block(f"a[{index}]")
        asm("ld", "nibbles", "X+")
        for part in range(2):
            if part:
                asm("swap", "nibbles")
            asm("mov", "ZL", "nibbles")
            asm("andi", "ZL", "0x0f")
            asm("or", "ZL", "table_low")
            asm("lpm", "r0", "Z")
            asm("st", "Y+", "r0", note=f"c[{2 * index + part}]")
    restore(asm, saved)
    asm("ret")
    return Kernel(
        field=field,
        function="sqr_nibble_table",
        header={
            "name": "nibble-table",
            "family": "fb-sqr",
            "summary": "nibbles spread by a table of 16 entries",
            "source": "aranha2008 Algorithm 1",
            "domain": "any a",
            "constant_time": "same-trace",
            "flash_table_bytes": "16",
        },
        parameters="uint8_t *c, const uint8_t *a",
        operation=("c = a^2, not reduced; c apart from a. The addresses of the table entries, in flash, depend on a.",),
        asm=asm,
        stack_bytes=len(saved),
        table_bytes=16,
        data=flash_table(label, [[spread(x) for x in range(16)]], 16),
    )

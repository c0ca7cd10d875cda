"""Reduction, squares and roots in fields whose terms between z^m and 1 are whole bytes below z^m, where m is one less
than a multiple of 8, as z^271 + z^207 + z^175 + z^111 + 1.

Times z^(8 n), n the bytes of an element, a byte is moved by whole bytes, and once by a bit. The square of an upper half
of whole bytes is such a product too; and sqrt(z) = z^((m + 1)/2) + the sum of the z^((e + 1)/2) is a sum of moves by
whole bytes, if the distances are multiples of 16 bits, since 1 = z^m + the sum of the z^e."""

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import MAX_DISPLACEMENT, Listing, restore, save
from codegen.avr.parity import PARITY_TABLE, join_nibbles
from codegen.avr.squaring import PAGE_BYTES, flash_table, spread
from codegen.kernel_fields import UnsupportedField

FIRST_REGISTER = 2
RING_REGISTERS = 20  # r2 to r21
NAMES = {"sum": 22, "moved": 23, "top": 24}
HALF_NAMES = {"even": 24, "odd": 25}
Y_REGISTERS = (28, 29)


def distances(field: BinaryField) -> list[int]:
    """Bytes from z^m down to each middle term, ascending."""
    gaps = [field.degree - e for e in field.exponents[1:-1]]
    if field.spare_bits != 1 or not gaps or any(gap % 16 for gap in gaps):
        raise UnsupportedField(f"{field.name}: its terms are not pairs of bytes below z^m, m one below whole bytes")
    found = [gap // 8 for gap in gaps]
    if found[-1] > RING_REGISTERS or 2 * found[-1] < field.byte_count or field.byte_count % 2:
        raise UnsupportedField(f"{field.name}: moves by {found} bytes; there are {RING_REGISTERS} registers for them")
    return found


class Reduction:
    """Emits r = c mod f for Z = c and X = r; r may be c, which is destroyed.

    Upper byte u[j] of c, from the top down, becomes w[j] = u[j] + the sum of the w[j + distance]: so much of the
    product is a multiple of z^(8 n). The last w stay in a ring of registers; the others wait in c, in the place of
    upper bytes that are read. Then r[i] = c[i] + (w << 1)[i] + the sum of the w[i + distance - n]."""

    def __init__(self, asm: Listing, field: BinaryField):
        self.asm, self.field, self.n, self.distances = asm, field, field.byte_count, distances(field)
        self.ring = self.distances[-1]
        if self.n + self.n - self.ring - 1 > MAX_DISPLACEMENT:
            raise UnsupportedField(f"{field.name}: {self.n} bytes are too many")
        for index in range(self.ring):
            asm.name(FIRST_REGISTER + index, f"w{index}")
        for name, register in NAMES.items():
            asm.name(register, name)

    @property
    def registers(self) -> tuple[int, ...]:
        return tuple(range(FIRST_REGISTER, FIRST_REGISTER + self.ring))

    def body(self) -> None:
        asm, n = self.asm, self.n
        asm("adiw", "ZL", n)
        for upper in reversed(range(n)):
            self._upper(upper)
        asm("sbiw", "ZL", n)
        asm.block(f"top = the bit of z^{self.field.degree}, as the upper one of a byte; it begins the moves by a bit.")
        asm("ldd", "top", f"Z+{n - 1}")
        for byte in self._added(n - 1):
            asm("eor", "top", f"w{byte}")
        asm("andi", "top", "0x80")
        asm("mov", "moved", "top")
        asm("lsl", "moved")
        for byte in range(n):
            self._lower(byte)

    def _upper(self, upper: int) -> None:
        """w[upper]"""
        asm, place = self.asm, f"w{upper % self.ring}"
        asm.block(f"w[{upper}]")
        replaces = upper + self.ring < self.n
        asm("ldd", "sum" if replaces else place, f"Z+{upper}", note=f"c[{self.n + upper}]")
        if replaces:
            asm("std", f"Z+{upper}", place, note=f"w[{upper + self.ring}]")
            asm("eor", place, "sum")
        for distance in self.distances:
            if upper + distance < self.n and distance != self.ring:
                asm("eor", place, f"w{(upper + distance) % self.ring}")

    def _added(self, byte: int) -> list[int]:
        """The w that r[byte] has whole."""
        return [byte - self.n + distance for distance in self.distances if byte + distance >= self.n]

    def _lower(self, byte: int) -> None:
        asm, n = self.asm, self.n
        asm.block(f"r[{byte}]; the carry is the top bit of " + (f"w[{byte - 1}]." if byte else "r."))
        asm("ldd", "sum", f"Z+{byte}", note=f"c[{byte}]")
        if byte < self.ring:
            asm("mov", "moved", f"w{byte}")
        else:
            asm("ldd", "moved", f"Z+{n + byte - self.ring}", note=f"w[{byte}]")
        asm("rol", "moved")
        asm("eor", "sum", "moved")
        for other in self._added(byte):
            asm("eor", "sum", f"w{other}")
        if byte - n + 1 in [-distance for distance in self.distances]:
            asm("eor", "sum", "top")
        if byte == n - 1:
            asm("andi", "sum", "0x7f")
        asm("st", "X+", "sum")


def reduce_whole_bytes(field: BinaryField) -> Kernel:
    """r = c mod f."""
    asm = Listing()
    reduction = Reduction(asm, field)
    saved = save(asm, reduction.registers)
    asm.block("Z = c, X = r.")
    asm("movw", "ZL", "r22")
    asm("movw", "XL", "r24")
    reduction.body()
    restore(asm, saved)
    asm("ret")
    return Kernel(
        field=field,
        function="reduce_whole_bytes",
        header={
            "name": "whole-bytes",
            "family": "fb-reduce",
            "summary": "upper bytes folded by moves of whole bytes, all bytes that move in registers",
            "source": "-",
            "domain": f"degree of c at most {2 * field.degree - 2}",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint8_t *r, uint8_t *c",
        operation=("r = c mod f; r may be c, otherwise they are apart. Destroys c.",),
        asm=asm,
        stack_bytes=len(saved),
    )


class Halves:
    """Registers for the bytes of half an element, and a table, for squares and roots; X and Y walk."""

    def __init__(self, field: BinaryField, function: str):
        self.field, self.asm, self.n, self.half = field, Listing(), field.byte_count, field.byte_count // 2
        self.steps = [distance // 2 for distance in distances(field)]
        if self.n > MAX_DISPLACEMENT:
            raise UnsupportedField(f"{field.name}: {self.n} bytes are too many")
        self.label = f"mc_{field.name}_{function}_avr_table"
        for index in range(self.half):
            self.asm.name(FIRST_REGISTER + index, f"w{index}")
        for name, register in HALF_NAMES.items():
            self.asm.name(register, name)
        self.saved = save(self.asm, (*range(FIRST_REGISTER, FIRST_REGISTER + self.half), *Y_REGISTERS))

    def kernel(self, function: str, table: list[int], header: dict[str, str], operation: str) -> Kernel:
        """The whole function, its body being there; no member of a family without a header."""
        restore(self.asm, self.saved)
        self.asm("ret")
        return Kernel(
            field=self.field,
            function=function,
            header=header
            and {
                "name": "whole-bytes",
                **header,
                "domain": "any a",
                "constant_time": "same-trace",
                "flash_table_bytes": str(PAGE_BYTES),
            },
            parameters="uint8_t *r, const uint8_t *a",
            operation=(f"{operation}; r may be a. The addresses of the table entries, in flash, depend on a.",),
            asm=self.asm,
            stack_bytes=len(self.saved),
            table_bytes=PAGE_BYTES,
            data=flash_table(self.label, [table], PAGE_BYTES),
        )


def square_of_half(square: Halves, added: int = 0, summand: int = 0) -> None:
    """The bytes of a^2, from the top; X = the end of a, Y = the end of r, and both become the beginning; ZH = the
    table. With `added`, plus the element so many bytes behind r; with `summand`, of a plus the element so many bytes
    behind r."""
    asm, half, n = square.asm, square.half, square.n

    def load(register: str, byte: int, stored: int) -> None:
        asm("ld", register, "-X", note=f"a[{byte}]")
        if summand:
            asm("ldd", "ZL", f"Y+{summand - n + byte + stored}")
            asm("eor", register, "ZL")

    for byte in reversed(range(half)):
        asm.block(f"w[{byte}], the odd places of r")
        load(f"w{byte}", half + byte, 0)
        for step in square.steps:
            if byte + step < half:
                asm("eor", f"w{byte}", f"w{byte + step}")
    for byte in reversed(range(half)):
        asm.block(f"Bytes {2 * byte} and {2 * byte + 1}: nibbles of odd bits beside those of even bits.")
        load("even", byte, 2 * (half - 1 - byte))
        for step in square.steps:
            if byte - half + step >= 0:
                asm("eor", "even", f"w{byte - half + step}")
        asm("mov", "odd", f"w{byte}")
        asm("swap", "even")
        asm("mov", "ZL", "even")
        asm("eor", "ZL", "odd")
        asm("andi", "ZL", "0x0f")
        asm("eor", "even", "ZL")
        asm("eor", "ZL", "odd")
        for place in (2 * byte + 1, 2 * byte):
            if place == 2 * byte:
                asm("swap", "even")
                asm("mov", "ZL", "even")
            asm("lpm", "r0", "Z")
            if added:
                asm("ldd", "odd", f"Y+{added - 1}")
                asm("eor", "r0", "odd")
            asm("st", "-Y", "r0", note=f"r[{place}]")


def squares_table() -> list[int]:
    """Of a byte, its lower nibble in the even bits, its upper one in the odd bits."""
    return [spread(x & 15) | spread(x >> 4) << 1 for x in range(PAGE_BYTES)]


def sqr_reduce_whole_bytes(field: BinaryField) -> Kernel:
    """r = a^2 mod f. Half an element are whole bytes, and so are the moves of the upper half before it is spread: the
    odd places of r are w, the upper half u with w[j] = u[j] + the sum of the w[j + distance/2]."""
    function = "sqr_reduce_whole_bytes"
    square = Halves(field, function)
    asm = square.asm
    asm.block("X = the end of a, Y = the end of r.")
    asm("movw", "XL", "r22")
    asm("adiw", "XL", square.n)
    asm("movw", "YL", "r24")
    asm("adiw", "YL", square.n)
    asm("ldi", "ZH", f"hi8({square.label})")
    square_of_half(square)
    header = {
        "family": "fb-sqr-reduce",
        "summary": "the upper half folded by moves of whole bytes, then both halves interleaved by a table",
        "source": "-",
    }
    return square.kernel(function, squares_table(), header, "r = a^2 mod f")


def sqrt_whole_bytes(field: BinaryField) -> Kernel:
    """r with r^2 = a: the even places, and the odd ones, w, at n/2 bytes and at n/2 bytes less each distance/2."""
    function = "sqrt_whole_bytes"
    root = Halves(field, function)
    asm, half, n = root.asm, root.half, root.n
    places = [half - step for step in (0, *root.steps)]
    asm.block("X = a, Y = r.")
    asm("movw", "XL", "r22")
    asm("movw", "YL", "r24")
    asm("ldi", "ZH", f"hi8({root.label})")
    for byte in range(n):
        if byte < half:
            asm.block(f"even = byte {byte} of the even places, w[{byte}] of the odd ones.")
            asm("ld", "ZL", "X+", note=f"a[{2 * byte}]")
            asm("lpm", "even", "Z")
            asm("ld", "ZL", "X+", note=f"a[{2 * byte + 1}]")
            asm("lpm", "odd", "Z")
            join_nibbles(asm, "even", "odd")
            asm("swap", "odd")
            asm("mov", f"w{byte}", "odd")
        used = [byte - place for place in places if 0 <= byte - place < half]
        asm.block(f"r[{byte}]")
        for index, other in enumerate(used):
            asm("mov" if byte >= half and not index else "eor", "even", f"w{other}")
        asm("st", "Y+", "even")
    header = {
        "family": "fb-sqrt",
        "summary": "even and odd places apart, the latter times sqrt(z) by moves of whole bytes",
        "source": "Fong, Hankerson, Lopez and Menezes 2004, Section 3",
    }
    return root.kernel(function, PARITY_TABLE, header, "r = sqrt(a) mod f")

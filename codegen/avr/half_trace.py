"""Half-trace kernel: the upper half of the result from a table, the lower half from the equation that it solves.

H(z^(2 i)) = H(z^i) + z^i + Tr(z^i). Let e be the polynomial whose square holds the even places of a. They add e to
the result, and the half-trace of e remains to be found, again from even and odd places. This goes on until only a sum
of odd powers remains, whose half-traces are in a table by nibbles.

Only the upper half of them is: r = H(a) has r^2 + r = a + Tr(a). With the upper half of r, whose square, reduced, is
known, the places below are r_i = a_i + (r^2)_i, where (r^2)_i takes r_(i/2) for even i, a place below i. The constant
term is not found by that: the trace of H(a) is (m + 1)/2 times the trace of a, and the trace of 1 is 1."""

from collections.abc import Callable

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import Listing, add_constant, restore, save
from codegen.avr.parity import PARITY_TABLE, join_nibbles
from codegen.avr.squaring import PAGE_BYTES, flash_table
from codegen.fields import reduce, square, trace_exponents
from codegen.kernel_fields import UnsupportedField

FIRST_REGISTER = 2
MAX_BYTES = 21  # registers for the even and the odd places
ROWS = 16
NAMES = {"left": 23, "value": 24, "right": 25}
SPREAD = [sum((x >> i & 1) << 2 * i for i in range(4)) for x in range(16)]


def half_trace(field: BinaryField, a: int) -> int:
    """The sum of the a^(4^i) for i <= (m - 1)/2."""
    total = power = a
    for _ in range(field.degree // 2):
        for _ in range(2):
            power = square(power, field.exponents)
        total ^= power
    return total


class HalfTrace:
    """Emits r = H(a): X = a, Y = r; r may be a.

    The registers hold the even places and the odd ones; then the upper bytes of the sum in the place of the even ones;
    then the lower bytes in the place of the odd ones."""

    def __init__(self, field: BinaryField, label: str):
        self.field, self.label, self.asm = field, label, Listing()
        if field.degree % 2 == 0 or field.byte_count > MAX_BYTES:
            raise UnsupportedField(f"{field.name}: half-traces are of odd degrees of at most {MAX_BYTES} bytes")
        self.odd_bits = field.degree // 2
        self.odd_bytes = (self.odd_bits + 7) // 8
        self.lower = (field.degree + 1) // 2 // 8  # bytes; all places that are folded when r is squared are above
        self.traces = trace_exponents(field.exponents)
        self.keeps_trace = (field.degree + 1) // 2 % 2 == 1
        self._name_registers()
        self.shifts = [16 * self.lower - field.degree + e for e in field.exponents[1:]]
        twice = field.degree - max(field.exponents[1:]) // 2  # the first place whose square is folded twice
        if not -8 < min(self.shifts) <= max(self.shifts) < 8 or twice < 8 * (field.byte_count - 1):
            raise UnsupportedField(f"{field.name}: folded places are not within a byte of their multiples of eight")

    def _name_registers(self) -> None:
        """The first upper byte takes the place of the last of the even places, to which it is added."""
        asm, n, lower = self.asm, self.field.byte_count, self.lower
        for name, register in NAMES.items():
            asm.name(register, name)
        even = range(FIRST_REGISTER, FIRST_REGISTER + (n + 1) // 2)
        if len(even) != lower + 1 or n != 2 * lower + 1 or self.odd_bytes > lower + 1:
            raise UnsupportedField(f"{self.field.name}: the registers are for halves that overlap in one byte")
        for i, register in enumerate(even):
            asm.name(register, f"even{i}", f"sum{n - lower + i}" if i < lower else f"sum{lower}")
            asm.name(register + lower + 1, f"odd{i}", f"low{i}")

    @property
    def registers(self) -> tuple[int, ...]:
        return (*range(FIRST_REGISTER, FIRST_REGISTER + 2 * self.lower + 2), 28, 29)

    def register(self, byte: int) -> str:
        """Where a byte of the result is in the end."""
        return f"low{byte}" if byte < self.lower else f"sum{byte}"

    @property
    def row_bytes(self) -> int:
        return self.field.byte_count - self.lower

    @property
    def page_bytes(self) -> int:
        return ROWS * self.row_bytes

    def table(self) -> list[list[int]]:
        """A page for each nibble of odd places, with a row for each value of the nibble."""
        images = [half_trace(self.field, 1 << 2 * i + 1) >> 8 * self.lower for i in range(self.odd_bits)]
        pages = []
        for start in range(0, self.odd_bits, 4):
            rows = [0]
            for image in images[start : start + 4]:
                rows += [row ^ image for row in rows]
            pages.append([byte for row in rows for byte in row.to_bytes(self.row_bytes, "little")])
        return pages

    def folded_twice(self) -> list[int]:
        """For each value of the top byte of r, two bytes: what its square adds to the lower bytes, which is all of it
        that is folded twice."""
        m, top = self.field.degree, 8 * (self.field.byte_count - 1)
        rows = []
        for value in range(1 << m - top):
            once = sum((value >> i & 1) << 2 * (top + i) - m for i in range(m - top))
            folded = 0
            for e in self.field.exponents[1:]:
                folded ^= once << e
            rows += reduce(folded >> m << m, self.field.exponents).to_bytes(2, "little")
        return rows

    def _sum_trace(self, load: Callable[[int], str]) -> None:
        """Bit 0 of `value` = the sum of the coefficients that make up the trace, except the trace of 1; its other bits
        are 0. load: gives the register of a byte."""
        asm = self.asm
        asm("clr", "value")
        asm("clr", "right")
        for e in self.traces:
            if e:
                asm("bst", load(e // 8), e % 8, note=f"z^{e}")
                asm("bld", "right", 0)
                asm("eor", "value", "right")

    def _trace_of_operand(self) -> None:
        """Pushes the trace of a."""
        asm = self.asm
        asm.block("The trace of a.")
        asm("movw", "ZL", "XL")

        def load(byte: int) -> str:
            asm("ldd", "r0", f"Z+{byte}", note=f"a[{byte}]")
            return "r0"

        self._sum_trace(load)
        asm("eor", "value", load(0), note="as the trace of 1 is 1")
        asm("push", "value")

    def _split_operand(self) -> None:
        """The even places of a and the odd ones, these with the nibbles of each byte swapped."""
        asm, n = self.asm, self.field.byte_count
        asm("ldi", "ZH", f"hi8({self.label})")
        for byte in range((n + 1) // 2):
            asm.block(f"Byte {byte} of the even and the odd places.")
            asm("ld", "ZL", "X+", note=f"a[{2 * byte}]")
            asm("lpm", f"even{byte}", "Z")
            if 2 * byte + 1 < n:
                asm("ld", "ZL", "X+", note=f"a[{2 * byte + 1}]")
                asm("lpm", f"odd{byte}", "Z")
            else:
                asm("clr", f"odd{byte}")
            join_nibbles(asm, f"even{byte}", f"odd{byte}")

    def _split_again(self) -> None:
        """The same for the even places while they have more than one bit: their even places take their place, the odd
        ones are added to the odd places. Only the first even places reach into the upper bytes of the sum."""
        asm = self.asm
        bits = (self.field.degree + 1) // 2
        while bits > 1:
            size = (bits + 7) // 8
            bits = (bits + 1) // 2
            asm.block(f"Their even places, of {bits} bits, and the odd ones.")
            for byte in range((bits + 7) // 8):
                asm("mov", "ZL", f"even{2 * byte}")
                asm("lpm", "value", "Z")
                if 2 * byte + 1 < size:
                    asm("mov", "ZL", f"even{2 * byte + 1}")
                    asm("lpm", "right", "Z")
                else:
                    asm("clr", "right")
                join_nibbles(asm, "value", "right")
                asm("eor", f"odd{byte}", "right")
                asm("mov", f"even{byte}", "value")

    def _add_row(self, odd: str, upper: bool, page: int) -> None:
        """The upper bytes of the sum += the row of a page for a nibble."""
        asm = self.asm
        asm("mov", "ZL", odd)
        if upper:
            asm("swap", "ZL")
        asm("andi", "ZL", "0x0f")
        asm("mul", "ZL", "right")
        asm("movw", "ZL", "r0")
        start = PAGE_BYTES + len(self.lower_table()) + page * self.page_bytes
        asm("subi", "ZL", f"lo8(-({self.label} + {start}))")
        asm("sbci", "ZH", f"hi8(-({self.label} + {start}))")
        for byte in range(self.lower, self.field.byte_count):
            asm("lpm", "r0", "Z+")
            asm("eor", f"sum{byte}", "r0")

    def _add_odd_places(self) -> None:
        """The upper bytes of the sum of the half-traces of the odd places, whose nibbles are swapped."""
        asm = self.asm
        asm("ldi", "right", self.row_bytes, note="bytes of a row")
        for byte in range(self.lower + 1, self.field.byte_count):
            asm("clr", f"sum{byte}")
        for page in range((self.odd_bits + 3) // 4):
            asm.block(f"The upper bytes of the half-traces of nibble {page} of the odd places.")
            self._add_row(f"odd{page // 2}", upper=page % 2 == 0, page=page)

    def lower_table(self) -> list[int]:
        """What the lower bytes take: nibbles spread, and the squares of the top byte that are folded twice."""
        return SPREAD + self.folded_twice()

    def _spread(self, register: str, upper: bool) -> None:
        """value = the square of a nibble."""
        asm = self.asm
        asm("mov", "ZL", register)
        if upper:
            asm("swap", "ZL")
        asm("andi", "ZL", "0x0f")
        asm("lpm", "value", "Z")

    def _add_to_lower(self, register: str, byte: int) -> None:
        if 0 <= byte < self.lower:
            self.asm("eor", f"low{byte}", register)

    def _fold(self, index: int) -> None:
        """The square of a nibble of the upper bytes, in `value`, whose places begin at 16 lower + 8 index, is reduced.
        It has even places only, so that shifts by an even and by an odd number of bits are one product without
        carries."""
        asm = self.asm
        if 0 in self.shifts:
            self._add_to_lower("value", index)
        asm("mul", "value", "left")
        self._add_to_lower("r0", index)
        self._add_to_lower("r1", index + 1)
        asm("mul", "value", "right")
        self._add_to_lower("r0", index - 1)
        self._add_to_lower("r1", index)

    def _add_upper_square(self) -> None:
        """The lower bytes += the square of the upper ones, reduced."""
        asm, m = self.asm, self.field.degree
        left, right = ([s for s in self.shifts if s > 0], [s + 8 for s in self.shifts if s < 0])
        for shifts in (left, right):
            if len({s % 2 for s in shifts}) != len(shifts) or sum(1 << s for s in shifts) > 255:
                raise UnsupportedField(f"{self.field.name}: shifts of squares overlap")
        asm("ldi", "left", sum(1 << s for s in left), note="shifts " + ", ".join(map(str, left)))
        asm("ldi", "right", sum(1 << s for s in right), note="shifts -8 + " + ", ".join(map(str, right)))
        for index in range(self.lower + 1):
            byte = self.lower + index // 2
            asm.block(f"The square of the {'upper' if index % 2 else 'lower'} nibble of byte {byte}.")
            self._spread(f"sum{byte}", upper=index % 2 == 1)
            if index == 0:
                asm("andi", "value", 256 - (1 << m - 16 * self.lower), note=f"from z^{m} on")
            self._fold(index)
        asm.block("What is folded twice.")
        asm("mov", "ZL", f"sum{self.field.byte_count - 1}")
        asm("lsl", "ZL")
        asm("subi", "ZL", f"lo8(-{len(SPREAD)})")
        for byte in range(2):
            asm("lpm", "r0", "Z+")
            asm("eor", f"low{byte}", "r0")

    def _find_lower(self) -> None:
        """The lower bytes: a, the square of the upper bytes, and from the lowest place up the square of what has been
        found."""
        asm = self.asm
        asm.block("The lower bytes, which begin as a.")
        add_constant(asm, "X", -self.field.byte_count)
        for byte in range(self.lower):
            asm("ld", f"low{byte}", "X+", note=f"a[{byte}]")
        asm("ldi", "ZH", f"hi8({self.label} + {PAGE_BYTES})")
        self._add_upper_square()
        asm.block("The squares of the lower bytes: z^2 takes z; then the lower nibble is right but for the constant.")
        asm("mov", "value", "low0")
        asm("andi", "value", 2)
        asm("lsl", "value")
        asm("eor", "value", "low0")
        self._spread("value", upper=False)
        asm("eor", "low0", "value")
        for byte in range(1, self.lower):
            self._spread(f"low{byte // 2}", upper=byte % 2 == 1)
            asm("eor", f"low{byte}", "value")

    def body(self) -> None:
        asm = self.asm
        if self.keeps_trace:
            self._trace_of_operand()
        self._split_operand()
        self._split_again()
        self._add_odd_places()
        self._find_lower()
        asm.block("The constant coefficient, from the trace.")
        self._sum_trace(self.register)
        if self.keeps_trace:
            asm("pop", "r0")
            asm("eor", "value", "r0")
        asm("bst", "value", 0)
        asm("bld", "low0", 0)
        for byte in range(self.field.byte_count):
            asm("std", f"Y+{byte}", self.register(byte))


def half_trace_nibble_table(field: BinaryField) -> Kernel:
    """r = H(a)."""
    label = f"mc_{field.name}_half_trace_nibble_table_avr_table"
    trace = HalfTrace(field, label)
    asm = trace.asm
    saved = save(asm, trace.registers)
    asm.block("X = a, Y = r.")
    asm("movw", "XL", "r22")
    asm("movw", "YL", "r24")
    trace.body()
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    table = [PARITY_TABLE, trace.lower_table(), *trace.table()]
    table_bytes = sum(len(page) for page in table)
    return Kernel(
        field=field,
        function="half_trace_nibble_table",
        header={
            "name": "nibble-table",
            "family": "fb-half-trace",
            "summary": "even places by the half-traces of their roots, the upper half of odd ones by a table,"
            " the lower half from the equation",
            "source": "Fong, Hankerson, Lopez and Menezes 2004; hankerson2004 Algorithm 3.86",
            "domain": "any a",
            "constant_time": "same-trace",
            "flash_table_bytes": str(table_bytes),
        },
        parameters="uint8_t *r, const uint8_t *a",
        operation=(
            "r = the sum of the a^(4^i) for i <= (m - 1)/2; r may be a.",
            "The addresses of the table entries, in flash, depend on a.",
        ),
        asm=asm,
        stack_bytes=len(saved) + trace.keeps_trace,
        table_bytes=table_bytes,
        data=flash_table(label, table, PAGE_BYTES),
    )
